//! The two engines against each other, periods that are known, and the check against sequences that were changed.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::limits::Limits;
use std::time::Duration;

fn code(text: &str) -> HeapCode {
    HeapCode::parse(text).unwrap()
}

fn rolls(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |sides| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % sides
    }
}

fn random_code(roll: &mut impl FnMut(usize) -> usize) -> String {
    let head = ["0.", "0.", "0.", "4.", "4!."][roll(5)].to_string();
    let length = 1 + roll(5);
    (0..length).fold(head, |text, _| text + &roll(8).to_string() + if roll(12) == 0 { "!" } else { "" })
}

fn sparse(text: &str, up_to: usize) -> Vec<u16> {
    let mut sparse = SparseSequence::new(&code(text)).unwrap();
    sparse.extend(up_to, &Control::default()).unwrap();
    sparse.values().to_vec()
}

#[test]
fn rare_and_common_heaps_give_the_nimbers_of_all_options() {
    let mut roll = rolls(17);
    let random = (0..200).map(|_| random_code(&mut roll)).collect::<Vec<_>>();
    for text in
        random.iter().map(String::as_str).chain(["0.77", "0.07", "0.127", "0.16", "0.376", "0.354", "4!.0", "0.007"])
    {
        let mut plain = PlainSequence::new(code(text));
        plain.extend(3000, &Control::default()).unwrap();
        let found: Vec<u32> = sparse(text, 3000).into_iter().map(u32::from).collect();
        let wrong = (0..=3000).find(|&n| plain.values()[n] != found[n]);
        assert_eq!(wrong, None, "{text}");
    }
}

#[test]
fn a_sequence_goes_on_after_a_limit() {
    let mut sequence = SparseSequence::new(&code("0.376")).unwrap();
    let mut stops = 0;
    while sequence.values().len() <= 3000 {
        let control = Control::new(Limits { positions: Some(100), ..Limits::default() });
        stops += usize::from(sequence.extend(3000, &control).is_err());
    }
    assert!(stops > 10);
    assert_eq!(sequence.values(), sparse("0.376", 3000));
    let control = Control::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert!(matches!(sequence.extend(1_000_000, &control), Err(Error::Limit(..))));
    let control = Control::new(Limits { memory: Some(1000), ..Limits::default() });
    assert!(matches!(sequence.extend(1_000_000, &control), Err(Error::Limit(..))));
}

fn proved(text: &str, up_to: usize) -> (usize, usize) {
    let mut sequence = NimSequence::new(code(text));
    sequence.find_period(up_to, None, &Control::default()).unwrap();
    let (start, period) = sequence.period().unwrap();
    (period, start - 1)
}

/// Guy & Smith 1956, and later tables of octal games.
#[test]
fn periods_that_are_known() {
    let all = [
        ("0.07", 34, 52),
        ("0.137", 34, 51),
        ("0.77", 12, 70),
        ("0.45", 20, 497),
        ("0.156", 349, 3478),
        ("0.356", 142, 7314),
        ("0.644", 442, 3255),
        ("0.165", 1550, 5180),
        ("0.127", 4, 46577),
    ];
    for (text, period, last) in all {
        assert_eq!(proved(text, 1_000_000), (period, last), "{text}");
    }
}

#[test]
#[ignore = "long sequences"]
fn long_periods_that_are_known() {
    for (text, period, last) in
        [("0.16", 149_459, 105_350), ("0.56", 144, 326_639), ("0.376", 4, 2_268_247), ("0.354", 1180, 10_061_915)]
    {
        let started = std::time::Instant::now();
        assert_eq!(proved(text, 30_000_000), (period, last), "{text}");
        println!("{text}: {:?}", started.elapsed());
    }
}

#[test]
fn the_check_finds_every_change() {
    let mut roll = rolls(5);
    for _ in 0..150 {
        let text = random_code(&mut roll);
        let found = sparse(&text, 600);
        // whatever the masks are: none, or any
        let masks = [roll(3) * roll(64), roll(3) * roll(64)].map(|mask| mask as u32);
        let check = |nimbers: &[u16]| first_wrong(&code(&text), nimbers, masks, &Control::default()).unwrap();
        assert_eq!(check(&found), None, "{text}");
        for _ in 0..10 {
            let (at, to) = (roll(601), roll(20) as u16);
            let mut changed = found.clone();
            changed[at] = to;
            assert_eq!(check(&changed), (found[at] != to).then_some(at), "{text} {at} {to}");
        }
    }
    assert!(first_wrong(&code("0.F"), &[0], [0, 0], &Control::default()).is_err());
}

#[test]
fn arithmetic_periods_are_observed() {
    let of = |text: &str, up_to| {
        let mut sequence = NimSequence::new(code(text));
        sequence.extend(up_to, &Control::default()).unwrap();
        observed(&sequence.values(), &Control::default()).unwrap()
    };
    let seen = |text| of(text, 140).map(|(_, period, saltus)| (period, saltus));
    assert_eq!(seen("0.(3)"), Some((1, 1)));
    assert_eq!(seen("0.8"), Some((3, 1)));
    assert_eq!(seen("0.C"), Some((2, 1)));
    assert_eq!(seen("8.0"), Some((2, 1)));
    assert_eq!(seen("0.3F"), Some((6, 3)));
    assert_eq!(seen("0.A"), Some((2, 0)));
    assert_eq!(seen("0.9"), None);
    assert_eq!(of("0.77", 0), None);
}
