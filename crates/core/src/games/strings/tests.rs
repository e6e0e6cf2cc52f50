//! The kernel against the rules as they are written, on random webs.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::search::nimbers::plain_nimber;
use crate::search::outcome::Outcomes;
use crate::search::score::Scores;
use crate::search::toys::Random;
use crate::search::who_wins::WhoWins;
use std::collections::HashMap;

type Web = (usize, Vec<[u16; 2]>);

fn below(random: &mut Random, n: usize) -> usize {
    random.below(n as u64) as usize
}

/// Coins tied at random, with parallel strings, strings from a coin to itself, and many chains.
fn random_web(random: &mut Random, strings: usize) -> Web {
    let coins = 1 + below(random, strings);
    let ground = below(random, 5);
    let ends = (0..strings)
        .map(|_| {
            let a = below(random, coins) as u16;
            let near = below(random, 3) > 0; // mostly to the next coin, which makes chains
            let b = if near { (usize::from(a) + 1) % coins } else { below(random, coins) } as u16;
            if below(random, 10) < ground { [a, GROUND] } else { [a, b] }
        })
        .collect();
    (coins, ends)
}

/// Long chains and loops side by side, some of them tied together or cut.
fn chains_and_loops(random: &mut Random, strings: usize) -> Web {
    let (mut coins, mut ends) = (0u16, Vec::new());
    while ends.len() < strings {
        let length = 1 + below(random, 5) as u16;
        let closed = below(random, 3) == 0 && length > 1;
        for i in 0..length - 1 {
            ends.push([coins + i, coins + i + 1]);
        }
        if closed {
            ends.push([coins, coins + length - 1]);
        } else {
            let far = if coins > 0 && below(random, 3) == 0 { below(random, coins.into()) as u16 } else { GROUND };
            ends.extend([[coins, far], [coins + length - 1, GROUND]]);
        }
        coins += length;
    }
    (usize::from(coins), ends)
}

fn webs(number: usize, strings: usize) -> impl Iterator<Item = (Web, Bits<1>)> {
    let mut random = Random(2024);
    (0..number).map(move |turn| {
        let most = 1 + below(&mut random, strings);
        let mut web = if turn % 2 == 0 { random_web(&mut random, most) } else { chains_and_loops(&mut random, most) };
        web.1.truncate(strings);
        let mut position = Bits::first(web.1.len());
        for _ in 0..below(&mut random, 3) {
            position.0[0] &= !(1 << below(&mut random, web.1.len()));
        }
        (web, position)
    })
}

fn rules(web: &Web, scored: bool, misere: bool) -> StringRules<1, 64> {
    StringRules::new(web.0, &web.1, scored, misere).unwrap()
}

/// The rules: every cut, the position after it and the coins that it frees.
fn cuts(web: &Web, position: u64) -> Vec<(u64, i32)> {
    let tied = |coin: u16, strings: u64| {
        web.1.iter().enumerate().any(|(s, ends)| strings >> s & 1 == 1 && ends.contains(&coin))
    };
    let strings = (0..web.1.len()).filter(|s| position >> s & 1 == 1);
    strings
        .map(|s| {
            let after = position & !(1 << s);
            (after, (0..web.0 as u16).filter(|&coin| tied(coin, position) && !tied(coin, after)).count() as i32)
        })
        .collect()
}

/// The score for the player to move, by the definition.
fn minimax(web: &Web, position: u64, sign: i32, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(&score) = known.get(&position) {
        return score;
    }
    let worth = |(after, coins): (u64, i32), known: &mut HashMap<u64, i32>| {
        let then = minimax(web, after, sign, known);
        sign * coins + if coins > 0 { then } else { -then }
    };
    let score = cuts(web, position).into_iter().map(|cut| worth(cut, known)).max().unwrap_or(0);
    known.insert(position, score);
    score
}

/// Does the mover win the web beside a nim heap, when a player who cannot move loses?
fn wins(web: &Web, position: u64, heap: u32, known: &mut HashMap<(u64, u32), bool>) -> bool {
    if let Some(&wins) = known.get(&(position, heap)) {
        return wins;
    }
    let found = (0..heap).any(|less| !wins(web, position, less, known))
        || cuts(web, position).into_iter().any(|(after, coins)| wins(web, after, heap, known) == (coins > 0));
    known.insert((position, heap), found);
    found
}

#[test]
fn scores_agree_with_the_definition() {
    for (web, position) in webs(6000, 11) {
        let control = Control::default();
        for misere in [false, true] {
            let rules = rules(&web, true, misere);
            let mut known = HashMap::new();
            let expected = minimax(&web, position.0[0], if misere { -1 } else { 1 }, &mut known);
            let mut scores = Scores::new(1 << 20);
            let found = scores.score(&rules, &position, Player::Left, &control).unwrap();
            assert_eq!(found, expected, "{web:?} {position:?} misère: {misere}");
            assert_eq!(scores.score(&rules, &position, Player::Right, &control).unwrap(), -expected);
            let winner = Scores::new(1 << 20).winner(&rules, &position, Player::Left, &control).unwrap();
            let signs = [Winner::Right, Winner::Nobody, Winner::Left];
            assert_eq!(winner, signs[(expected.signum() + 1) as usize], "{web:?} {position:?}");
        }
    }
}

#[test]
fn the_best_cut_gets_the_score() {
    for (web, position) in webs(3000, 10) {
        let control = Control::default();
        let mut known = HashMap::new();
        let expected = minimax(&web, position.0[0], 1, &mut known);
        let best = Scores::new(1 << 20).best(&rules(&web, true, false), &position, Player::Right, &control).unwrap();
        let cuts = cuts(&web, position.0[0]);
        assert_eq!(best.is_none(), cuts.is_empty());
        if let Some((number, _)) = best {
            let (after, coins) = cuts[number];
            let then = minimax(&web, after, 1, &mut known);
            assert_eq!(coins + if coins > 0 { then } else { -then }, expected, "{web:?} {position:?}");
        }
    }
}

#[test]
fn what_a_search_is_offered_has_the_bounds_that_it_says() {
    for (web, position) in webs(3000, 10) {
        let rules = rules(&web, true, false);
        let mut known = HashMap::new();
        let mut prospects = Vec::new();
        rules.prospects(&position, Player::Left, &mut prospects).unwrap();
        for prospect in &prospects {
            let then = minimax(&web, prospect.position.0[0], 1, &mut known);
            let worth = prospect.points + if prospect.again { then } else { -then };
            assert!((prospect.bounds.0..=prospect.bounds.1).contains(&worth), "{web:?} {position:?} {prospect:?}");
        }
    }
}

#[test]
fn nimbers_agree_with_play_beside_a_nim_heap() {
    let mut loony = 0;
    for (web, position) in webs(3000, 9) {
        let control = Control::default();
        let rules = rules(&web, false, false);
        let mut known = HashMap::new();
        let lost = (0..=10).find(|&heap| !wins(&web, position.0[0], heap, &mut known));
        let expected = lost.unwrap_or(LOONY);
        let found = rules.nimber(&position, &control).unwrap().unwrap();
        assert_eq!(found, expected, "{web:?} {position:?}");
        assert_eq!(plain_nimber(&rules, &position, &control).unwrap(), expected, "{web:?} {position:?}");
        let winner = Outcomes::new(1 << 20).winner(&rules, &position, Player::Left, &control).unwrap();
        assert_eq!(winner == Winner::Left, expected != 0, "{web:?} {position:?}");
        loony += usize::from(expected == LOONY);
    }
    assert!(loony > 500 && loony < 2500, "{loony}");
}

#[test]
fn misere_nimstring_agrees_with_the_definition() {
    fn first_wins(web: &Web, position: u64, known: &mut HashMap<u64, bool>) -> bool {
        if let Some(&wins) = known.get(&position) {
            return wins;
        }
        let cuts = cuts(web, position);
        let wins = cuts.is_empty() || cuts.iter().any(|&(after, n)| first_wins(web, after, known) == (n > 0));
        known.insert(position, wins);
        wins
    }
    for (web, position) in webs(2000, 10) {
        let rules = rules(&web, false, true);
        let winner = Outcomes::new(1 << 20).winner(&rules, &position, Player::Left, &Control::default()).unwrap();
        let expected = first_wins(&web, position.0[0], &mut HashMap::new());
        assert_eq!(winner == Winner::Left, expected, "{web:?} {position:?}");
    }
}

/// A board of Dots-and-Boxes.
fn board(rows: usize, cols: usize) -> Web {
    let box_at = |y: usize, x: usize| {
        let inside = y / 2 < rows && x / 2 < cols; // also false beyond the left and the upper side
        if inside { (y / 2 * cols + x / 2) as u16 } else { GROUND }
    };
    let ends = lines(rows, cols).into_iter().map(|(y, x)| match y % 2 {
        0 => [box_at(y.wrapping_sub(1), x), box_at(y + 1, x)],
        _ => [box_at(y, x.wrapping_sub(1)), box_at(y, x + 1)],
    });
    (rows * cols, ends.collect())
}

/// The lines on a grid twice as fine: boxes are odd in both coordinates, lines in one.
fn lines(rows: usize, cols: usize) -> Vec<(usize, usize)> {
    let places = (0..=2 * rows).flat_map(|y| (0..=2 * cols).map(move |x| (y, x)));
    places.filter(|(y, x)| (y + x) % 2 == 1).collect()
}

#[test]
fn symmetric_positions_share_a_fingerprint() {
    let mut random = Random(7);
    let (size, mut missed) = (3, 0);
    let (web, lines) = (board(size, size), lines(size, size));
    let rules = rules(&web, false, false);
    for _ in 0..3000 {
        let position = Bits([random.next() & ((1 << lines.len()) - 1)]);
        let mut turned = Bits::default();
        for line in position.ones() {
            let (y, x) = lines[line];
            turned.set(lines.iter().position(|&place| place == (x, 2 * size - y)).unwrap());
        }
        missed += usize::from(rules.fingerprint(&position) != rules.fingerprint(&turned));
    }
    assert!(missed < 100, "{missed}");
}

#[test]
fn positions_that_share_a_fingerprint_have_the_same_score() {
    let mut scores: HashMap<u128, i32> = HashMap::new();
    for (web, position) in webs(6000, 9) {
        let rules = rules(&web, true, false);
        let score = minimax(&web, position.0[0], 1, &mut HashMap::new());
        let known = *scores.entry(rules.fingerprint(&position)).or_insert(score);
        assert_eq!(known, score, "{web:?} {position:?}");
    }
    assert!(scores.len() < 5000);
}

#[test]
fn every_position_of_small_boards_scores_as_defined() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
        let web = board(rows, cols);
        let rules = StringRules::<1, 64>::new(web.0, &web.1, true, false).unwrap();
        let (mut known, mut scores) = (HashMap::new(), Scores::new(1 << 20));
        for position in 0..1u64 << web.1.len() {
            let found = scores.score(&rules, &Bits([position]), Player::Left, &Control::default()).unwrap();
            assert_eq!(found, minimax(&web, position, 1, &mut known), "{rows}x{cols} {position:b}");
        }
    }
}

#[test]
fn wide_kernels_give_the_same_scores() {
    let web = board(2, 3);
    let narrow = StringRules::<1, 64>::new(web.0, &web.1, true, false).unwrap();
    let wide = StringRules::<4, 256>::new(web.0, &web.1, true, false).unwrap();
    let control = Control::default();
    let one = Scores::new(1 << 20).score(&narrow, &Bits::first(17), Player::Left, &control).unwrap();
    let two = Scores::new(1 << 20).score(&wide, &Bits::first(17), Player::Left, &control).unwrap();
    assert_eq!((one, two), (-2, -2));
}

#[test]
fn unusable_webs_are_refused() {
    let new = |coins, ends: &[[u16; 2]]| StringRules::<1, 64>::new(coins, ends, true, false).err();
    assert!(new(1, &[[0, GROUND]]).is_none());
    assert!(new(1, &[[0, 1]]).is_some() && new(1, &[[GROUND, GROUND]]).is_some());
    assert!(new(65, &[]).is_some() && new(1, &[[0, 0]; 65]).is_some());
}

/// `SIZES="3x3 3x4" cargo test --release measure -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn measure() {
    for size in std::env::var("SIZES").unwrap_or_default().split(' ').filter_map(|size| size.split_once('x')) {
        let web = board(size.0.parse().unwrap(), size.1.parse().unwrap());
        let rules = StringRules::<1, 64>::new(web.0, &web.1, true, false).unwrap();
        let control = Control::default();
        let start = Bits::first(web.1.len());
        let found = Scores::new(1 << 30).score(&rules, &start, Player::Left, &control).unwrap();
        let (seconds, memory) = (control.elapsed().as_secs_f64(), control.peak_memory() >> 20);
        println!("{size:?}: {found}, {seconds:.2} s, {} positions, {memory} MB", control.positions());
    }
}
