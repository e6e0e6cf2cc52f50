//! Tests of heap games against the definition of a code, read off its text.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use std::collections::{BTreeMap, BTreeSet};

const CODES: [&str; 33] = [
    "0.77",
    "0.07",
    "0.137",
    "0.(3)",
    "4.0",
    "0.(7)",
    "C.0",
    "8.3",
    "0.8",
    "0.F",
    "0.1(25)",
    "4.(13)",
    "0.(04)",
    "0.007",
    "0.3033",
    "0.0(8)",
    "0.356",
    "0.05(6A)",
    "0.00000000",
    "0.1",
    "4!.0",
    "0.7!",
    "0.37!4!",
    "4.(6!)",
    "C.(4!1)",
    "0.04!(27!)",
    "8!.0",
    "C!.3",
    "0.9!",
    "0.3F!",
    "0.8!8",
    "0.(C!)",
    "8!.1(08!2)",
];

fn sequence(code: &str, up_to: usize) -> Vec<u32> {
    let mut sequence = NimSequence::new(HeapCode::parse(code).unwrap());
    sequence.extend(up_to, &Control::default()).unwrap();
    sequence.values()
}

/// What the definition says about one heap, straight from the text of the code.
fn options_of(text: &str, heap: u32) -> BTreeSet<Vec<u32>> {
    // a digit with '!' is a letter of its own: g, h … v stand for 0!, 1! … F!
    let text =
        (0..16).fold(text.to_string(), |text, n| text.replace(&format!("{n:X}!"), &char::from(b'g' + n).to_string()));
    let (head, tail) = text.split_once('.').unwrap();
    let (plain, repeat) = tail.trim_end_matches(')').split_once('(').unwrap_or((tail, "0"));
    let digits: Vec<char> = head.chars().chain(plain.chars()).chain(repeat.chars().cycle().take(100)).collect();
    let mut out = BTreeSet::new();
    for take in 0..=heap {
        let letter = digits[take as usize];
        let (digit, unequal) = match letter.to_digit(16) {
            Some(digit) => (digit, false),
            None => (letter as u32 - 'g' as u32, true),
        };
        let rest = heap - take;
        for a in 0..=rest {
            for b in 0..=rest - a {
                let mut parts = vec![a, b, rest - a - b];
                parts.retain(|&part| part > 0);
                parts.sort();
                if digit >> parts.len() & 1 == 1 && !(unequal && parts.windows(2).any(|pair| pair[0] == pair[1])) {
                    out.insert(parts);
                }
            }
        }
    }
    out
}

fn proved(sequence: &[u32], code: &HeapCode) -> Option<(usize, usize)> {
    period(sequence, code, &Control::default()).unwrap()
}

fn mex(values: BTreeSet<u32>) -> u32 {
    (0..).find(|n| !values.contains(n)).unwrap()
}

#[test]
fn moves_are_those_of_the_definition() {
    for text in CODES {
        let rules = HeapRules::parse(text).unwrap();
        for heaps in [&[][..], &[1], &[5], &[9, 0, 4], &[3, 7, 3], &[2, 2, 2], &[12]] {
            let here = rules.position(heaps);
            let mut expected = BTreeSet::new();
            for (index, &heap) in here.iter().enumerate() {
                for parts in options_of(text, heap) {
                    let mut next = here.clone();
                    next.remove(index);
                    next.extend(parts);
                    next.sort();
                    expected.insert((heap, next));
                }
            }
            let mut moves = Vec::new();
            rules.moves(&here, Player::Left, &mut moves).unwrap();
            let play = |mv: &HeapMove| (here[mv.heap as usize], rules.play(&here, mv).unwrap());
            let found: Vec<(u32, Vec<u32>)> = moves.iter().map(play).collect();
            assert_eq!(found.len(), expected.len(), "{text} {heaps:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{text} {heaps:?}");
            let mut other = Vec::new();
            rules.moves(&here, Player::Right, &mut other).unwrap();
            assert_eq!(moves, other);
            refuses_all_other_moves(text, &rules, &here);
        }
    }
}

fn refuses_all_other_moves(text: &str, rules: &HeapRules, here: &Vec<u32>) {
    for (index, &heap) in here.iter().enumerate() {
        let legal = options_of(text, heap);
        for code in 0..(heap + 2).pow(3) {
            let side = heap + 2;
            let parts = [code % side, code / side % side, code / side / side];
            let mut heaps = parts.to_vec();
            heaps.retain(|&part| part > 0);
            heaps.sort();
            let played = rules.play(here, &HeapMove { heap: index as u32, parts });
            assert_eq!(played.is_ok(), legal.contains(&heaps), "{text} {here:?} {parts:?}");
        }
    }
    assert!(rules.play(here, &HeapMove { heap: 99, parts: [0; 3] }).is_err());
    assert!(rules.play(here, &HeapMove { heap: 0, parts: [u32::MAX; 3] }).is_err());
}

#[test]
fn sequences_are_least_excluded_values() {
    for text in CODES {
        let found = sequence(text, 40);
        let mut slow: Vec<u32> = Vec::new();
        for heap in 0..=40 {
            let value = |parts: &Vec<u32>| parts.iter().fold(0, |sum, &part| sum ^ slow[part as usize]);
            slow.push(mex(options_of(text, heap).iter().map(value).collect()));
        }
        assert_eq!(found, slow, "{text}");
    }
}

#[test]
fn nimbers_do_not_depend_on_what_was_asked_before() {
    for text in CODES {
        let rules = HeapRules::parse(text).unwrap();
        let known = sequence(text, 40);
        for heap in 0..=40u32 {
            let found = rules.nimber(&[heap], &Control::default()).unwrap();
            assert_eq!(found, known[heap as usize], "{text} {heap}");
        }
    }
}

/// The nimber of a whole position by search, without adding heaps.
fn searched(rules: &HeapRules, position: &Vec<u32>, memo: &mut BTreeMap<Vec<u32>, u32>) -> u32 {
    if let Some(&value) = memo.get(position) {
        return value;
    }
    let mut moves = Vec::new();
    rules.moves(position, Player::Left, &mut moves).unwrap();
    let values = moves.iter().map(|mv| searched(rules, &rules.play(position, mv).unwrap(), memo)).collect();
    memo.insert(position.clone(), mex(values));
    memo[position]
}

#[test]
fn heaps_add_up() {
    for text in CODES {
        let rules = HeapRules::parse(text).unwrap();
        let mut memo = BTreeMap::new();
        for heaps in [[0, 0, 7], [1, 2, 3], [4, 4, 2], [5, 3, 1], [6, 2, 2], [0, 5, 5]] {
            let here = rules.position(&heaps);
            let expected = searched(&rules, &here, &mut memo);
            assert_eq!(rules.nimber(&heaps, &Control::default()).unwrap(), expected, "{text} {heaps:?}");
            let mut parts = Vec::new();
            assert!(rules.split(&here, &mut parts));
            assert!(parts.iter().all(|part| part.len() == 1));
            let sum = parts.iter().fold(0, |sum, part| sum ^ searched(&rules, part, &mut memo));
            assert_eq!(sum, expected);
            for &heap in &here {
                assert_eq!(parts.contains(&vec![heap]), !options_of(text, heap).is_empty(), "{text} {heap}");
            }
        }
    }
}

#[test]
fn misere_nim_is_won_as_bouton_says() {
    fn wins(rules: &HeapRules, position: &Vec<u32>, memo: &mut BTreeMap<Vec<u32>, bool>) -> bool {
        if let Some(&known) = memo.get(position) {
            return known;
        }
        let mut moves = Vec::new();
        rules.moves(position, Player::Left, &mut moves).unwrap();
        let stuck = moves.is_empty() && rules.stuck() == Stuck::Wins;
        let win = stuck || moves.iter().any(|mv| !wins(rules, &rules.play(position, mv).unwrap(), memo));
        memo.insert(position.clone(), win);
        win
    }
    let rules = HeapRules::new(HeapCode::parse("0.(3)").unwrap(), true);
    let mut memo = BTreeMap::new();
    for (a, b, c) in (0..6).flat_map(|a| (0..6).flat_map(move |b| (0..6).map(move |c| (a, b, c)))) {
        let sum_is_zero = a ^ b ^ c == 0;
        let expected = if a.max(b).max(c) <= 1 { sum_is_zero } else { !sum_is_zero };
        assert_eq!(wins(&rules, &rules.position(&[a, b, c]), &mut memo), expected, "{a} {b} {c}");
    }
}

#[test]
fn known_sequences_and_periods() {
    let dawson =
        [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4];
    assert_eq!(sequence("0.07", 34), dawson);
    assert_eq!(sequence("0.(3)", 1000), (0..=1000).collect::<Vec<u32>>());
    let of = |code: &str, up_to| proved(&sequence(code, up_to), &HeapCode::parse(code).unwrap());
    assert_eq!(of("0.77", 1000), Some((71, 12)));
    assert_eq!(of("0.07", 1000), Some((53, 34)));
    assert_eq!(of("0.137", 1000), Some((52, 34)));
    assert_eq!(of("0.3", 100), Some((0, 2)));
    assert_eq!(of("0.(3)", 1000), None);
    // equality up to 2 * 71 + 12 + 2 needs the 168 values up to 167
    assert_eq!(of("0.77", 167), Some((71, 12)));
    assert_eq!(of("0.77", 166), None);
}

#[test]
fn a_certified_period_goes_on() {
    for text in [
        "0.77", "0.07", "0.3", "0.8", "0.356", "8.3", "0.F", "0.33", "0.1", "4.0", "0.17", "0.051", "0.7!", "0.37!4!",
        "0.07!", "8!.0", "C!.3", "0.9!", "0.3F!", "0.8!8", "0.F!", "0.B!", "0.08!3",
    ] {
        let long = sequence(text, 1500);
        let code = HeapCode::parse(text).unwrap();
        for known in (1..20).chain([20, 60, 150, 400]) {
            if let Some((start, period)) = proved(&long[..known], &code) {
                assert!((start..=1500 - period).all(|n| long[n] == long[n + period]), "{text} {start} {period}");
            }
        }
        let heap = 1_000_000_007u32;
        if let Some((start, period)) = proved(&long, &code) {
            let expected = long[start + (heap as usize - start) % period];
            let found = HeapRules::new(code, false).nimber(&[heap, 3], &Control::default()).unwrap();
            assert_eq!(found, expected ^ long[3]);
        }
    }
}

#[test]
fn codes_round_trip() {
    for text in CODES.iter().filter(|text| **text != "0.00000000") {
        assert_eq!(HeapCode::parse(text).unwrap().to_string(), **text);
    }
    for (text, shown) in
        [("0.00000000", "0.0"), ("0.770", "0.77"), ("0.(0)", "0.0"), ("c.a", "C.A"), ("0!.3!7!", "0.37!")]
    {
        assert_eq!(HeapCode::parse(text).unwrap().to_string(), shown);
    }
}

#[test]
fn garbage_is_refused_with_its_column() {
    let wrong = [
        ("", 1),
        ("0", 2),
        ("0.", 3),
        ("077", 2),
        ("1.7", 1),
        ("2.7", 1),
        ("x.7", 1),
        ("0.7x", 4),
        ("0.7(", 5),
        ("0.7()", 5),
        ("0.7(3", 6),
        ("0.7(3)4", 7),
        ("0.7)", 4),
        ("0.7((3))", 5),
        ("0. 7", 3),
        ("é.7", 1),
        ("0.7é", 4),
        ("!.7", 1),
        ("4!", 3),
        ("0.7!!", 5),
        ("4!7", 3),
        ("0.!7", 3),
        ("0.7(!)", 5),
        ("0.7(3)!", 7),
    ];
    for (text, column) in wrong {
        let error = HeapCode::parse(text).unwrap_err();
        assert!(matches!(error, Error::Invalid(_)));
        assert!(error.to_string().contains(&format!("column {column}:")), "{text:?}: {error}");
    }
    let alphabet: Vec<char> = "0123478CcFg.().! é\u{0}".chars().collect();
    let mut state = 9u64;
    let mut roll = |sides: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % sides
    };
    let mut accepted = 0;
    for _ in 0..100_000 {
        let head = ["", "0.", "4.", "0.7("][roll(4)].to_string();
        let text = (0..roll(6)).fold(head, |text, _| text + &alphabet[roll(alphabet.len())].to_string());
        match HeapCode::parse(&text) {
            Ok(code) => {
                accepted += 1;
                assert_eq!(HeapCode::parse(&code.to_string()).unwrap(), code);
            }
            Err(error) => assert!(matches!(&error, Error::Invalid(text) if text.contains("column"))),
        }
    }
    assert!(accepted > 1000);
}

#[test]
fn sequences_can_be_stopped() {
    let control = Control::default();
    control.cancel();
    let mut sequence = NimSequence::new(HeapCode::parse("0.77").unwrap());
    assert!(matches!(sequence.extend(100, &control), Err(Error::Cancelled)));
    let code = HeapCode::parse("0.77").unwrap();
    assert!(matches!(period(&[0, 1, 2], &code, &control), Err(Error::Cancelled)));
}

#[test]
fn moves_beyond_counting_are_not_listed() {
    for (code, heaps) in [("0.8", vec![100_000]), ("0.(3)", (1..5_000).collect())] {
        let listed = HeapRules::parse(code).unwrap().moves(&heaps, Player::Left, &mut Vec::new());
        assert!(matches!(listed, Err(Error::Limit(..))), "{code}");
    }
}

#[test]
#[ignore = "a benchmark"]
fn long_sequences() {
    let all =
        [("0.77", 40_000), ("0.007", 40_000), ("4!.0", 100_000), ("0.(3)", 40_000), ("0.(7)", 20_000), ("0.F", 5_000)];
    for (text, up_to) in all {
        let started = std::time::Instant::now();
        let found = sequence(text, up_to);
        println!("{text} to {up_to}: {:?}, largest {:?}", started.elapsed(), found.iter().max());
    }
}
