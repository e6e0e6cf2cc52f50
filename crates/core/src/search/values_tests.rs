//! Values of positions against the definition: the options of a position are the values that its moves lead to, without
//! components, symmetries, integers or negatives.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::{ALONE, Values};
use crate::error::Error;
use crate::kernels::masks::MaskRules;
use crate::kernels::masks::spec::{Change, Rewrite, Spec};
use crate::limits::{Control, Limits};
use crate::rules::{Player, Rules, Stuck, Survey};
use crate::search::toys::{Dominoes, Graph, Random, random_board};
use crate::values::dyadic::Dyadic;
use crate::values::{Game, Universe, Worker};
use std::collections::HashMap;

/// {values of Left's moves | values of Right's moves}
pub fn naive<R: Rules>(
    rules: &R,
    position: &R::Position,
    worker: &mut Worker,
    memo: &mut HashMap<R::Position, Game>,
) -> Game {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let mut moves = Vec::new();
        rules.moves(position, player, &mut moves).unwrap();
        let options = moves.iter().map(|mv| naive(rules, &rules.play(position, mv).unwrap(), worker, memo));
        options.collect::<Vec<_>>()
    });
    let value = worker.game(&left, &right).unwrap();
    memo.insert(position.clone(), value);
    value
}

/// Rules of dominoes: Domineering, Cram, and some in which the players differ otherwise.
pub fn games_of_dominoes() -> Vec<Dominoes> {
    let both = [true, false];
    let mut games = vec![Dominoes { split: false, ..Dominoes::DOMINEERING }];
    for split in both {
        games.push(Dominoes { split, ..Dominoes::CRAM });
        games.push(Dominoes { may: [(true, true), (false, true)], split, stuck: Stuck::Loses });
        games.push(Dominoes { may: [(true, false), (true, true)], split, stuck: Stuck::Loses });
    }
    games.push(Dominoes::DOMINEERING);
    games
}

fn rewrite(changes: Vec<Change>, left: bool, right: bool) -> Rewrite {
    Rewrite { changes, left, right, again: false, score: 0, rank: 0, piece: None, tag: 0 }
}

/// Domineering on a rectangle, with its symmetries (the transposition is one of the negative).
pub fn domineering(rows: u32, columns: u32) -> Spec {
    let mut rewrites = Vec::new();
    for cell in 0..rows * columns {
        for (step, left) in [(columns, true), (1, false)] {
            let fits = if left { cell + columns < rows * columns } else { cell % columns + 1 < columns };
            if fits {
                let changes = [cell, cell + step].map(|cell| Change::one(cell, 0, 1)).to_vec();
                rewrites.push(rewrite(changes, left, !left));
            }
        }
    }
    let images = |f: &dyn Fn(u32, u32) -> (u32, u32)| -> Vec<u32> {
        (0..rows * columns).map(|cell| f(cell / columns, cell % columns)).map(|(r, c)| r * columns + c).collect()
    };
    let mut symmetries = vec![
        images(&|r, c| (rows - 1 - r, c)),
        images(&|r, c| (r, columns - 1 - c)),
        images(&|r, c| (rows - 1 - r, columns - 1 - c)),
    ];
    if rows == columns {
        symmetries.push(images(&|r, c| (c, r)));
    }
    Spec {
        symbols: vec![vec![0, 1]; (rows * columns) as usize],
        rewrites,
        goals: vec![],
        symmetries,
        rectangle: Some((rows, columns)),
        stuck: Stuck::Loses,
        game: true,
    }
}

/// Random rules without loops on a few cells: symbols only rise. If `shrinking`, what is made is never asked for;
/// some rewrites look at a cell without changing it.
pub fn random_rules(random: &mut Random, cells: u32, shrinking: bool) -> Spec {
    let symbols: u16 = if shrinking { 2 + random.below(2) as u16 } else { 3 };
    let mut rewrites = Vec::new();
    let impartial = random.below(4) == 0;
    for _ in 0..cells * 2 {
        let mut changes: Vec<Change> = Vec::new();
        // neighbours mostly, so that positions fall apart
        let start = random.below(cells.into()) as u32;
        for step in 0..1 + random.below(3) as u32 {
            let cell = (start + step * (1 + u32::from(random.below(5) == 0))) % cells;
            if changes.iter().any(|c| c.cell == cell) {
                continue;
            }
            let last = symbols - 1;
            let before = if shrinking { random.below(last.into()) as u16 } else { random.below(2) as u16 };
            let looks = !changes.is_empty() && random.below(4) == 0;
            let after = match (looks, shrinking) {
                (true, _) => before,
                (false, true) => last,
                (false, false) => before + 1 + random.below(u64::from(last - before)) as u16,
            };
            changes.push(Change::one(cell, before, after));
        }
        let owner = random.below(3);
        rewrites.push(rewrite(changes, impartial || owner != 1, impartial || owner != 0));
    }
    Spec {
        symbols: vec![(0..symbols).collect(); cells as usize],
        rewrites,
        goals: vec![],
        symmetries: vec![(0..cells).rev().collect()],
        rectangle: None,
        stuck: Stuck::Loses,
        game: true,
    }
}

/// Snort, Col, Node Kayles and mixtures on a rectangle: cells are free for both players (0), for Left (1), for Right (2)
/// or for none (3), and a move changes what the neighbours are free for.
pub fn tints(random: &mut Random, rows: u32, columns: u32) -> Spec {
    let taken = [(0, 3), (1, 3), (2, 3), (3, 3)].to_vec();
    let for_left = [(0, 1), (1, 1), (2, 3), (3, 3)].to_vec();
    let for_right = [(0, 2), (1, 3), (2, 2), (3, 3)].to_vec();
    let around = [for_left.clone(), for_right.clone(), taken];
    let effects = [random.below(3) as usize, random.below(3) as usize];
    let mut rewrites = Vec::new();
    for cell in 0..rows * columns {
        let (row, column) = (cell / columns, cell % columns);
        for (side, own) in [[(0, 3), (1, 3)], [(0, 3), (2, 3)]].into_iter().enumerate() {
            let mut changes = vec![Change::of(cell, own.to_vec())];
            for (r, c) in
                [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)]
            {
                if r < rows && c < columns {
                    changes.push(Change::of(r * columns + c, around[effects[side]].clone()));
                }
            }
            rewrites.push(rewrite(changes, side == 0, side == 1));
        }
    }
    let last = rows * columns - 1;
    Spec {
        symbols: vec![vec![0, 1, 2, 3]; (rows * columns) as usize],
        rewrites,
        goals: vec![],
        symmetries: vec![(0..=last).rev().collect()],
        rectangle: Some((rows, columns)),
        stuck: Stuck::Loses,
        game: true,
    }
}

/// Clobber (0), Clobber with captures of one's own (1), or random rules of their kind: two neighbours act on each other,
/// neither of them empty, and what they hold becomes less.
pub fn captures(random: &mut Random, kind: u64, rows: u32, columns: u32) -> Spec {
    let mut acts: Vec<([u16; 2], [u16; 2], [bool; 2])> =
        vec![([1, 2], [0, 1], [true, false]), ([2, 1], [0, 2], [false, true])];
    if kind == 1 {
        acts.extend([([1, 1], [0, 1], [true, false]), ([2, 2], [0, 2], [false, true])]);
    }
    if kind > 1 {
        acts.clear();
        for _ in 0..3 {
            let before = [0; 2].map(|_| 1 + random.below(2) as u16);
            let after = [random.below(before[0].into()) as u16, random.below(u64::from(before[1]) + 1) as u16];
            let owner = random.below(3);
            acts.push((before, after, [owner != 1, owner != 0]));
        }
    }
    let mut rewrites = Vec::new();
    for cell in 0..rows * columns {
        let (row, column) = (cell / columns, cell % columns);
        let around =
            [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        for (r, c) in around.into_iter().filter(|&(r, c)| r < rows && c < columns) {
            for (before, after, [left, right]) in &acts {
                let changes = [(cell, 0), (r * columns + c, 1)].map(|(cell, i)| Change::one(cell, before[i], after[i]));
                rewrites.push(rewrite(changes.to_vec(), *left, *right));
            }
        }
    }
    let last = rows * columns - 1;
    Spec {
        symbols: vec![vec![0, 1, 2]; (rows * columns) as usize],
        rewrites,
        goals: vec![],
        symmetries: vec![(0..=last).rev().collect()],
        rectangle: Some((rows, columns)),
        stuck: Stuck::Loses,
        game: true,
    }
}

/// Such rules and a few of their positions.
pub fn capture_positions(random: &mut Random, rounds: u64) -> Vec<(MaskRules<1>, Vec<crate::bits::Bits<1>>)> {
    let mut found = Vec::new();
    for round in 0..rounds {
        let (rows, columns) = [(3, 3), (2, 5), (1, 8), (3, 4)][random.below(4) as usize];
        let rules = MaskRules::<1>::compile(captures(random, round % 4, rows, columns)).unwrap();
        let mut positions = Vec::new();
        for _ in 0..6 {
            let sparse = 3 + random.below(4);
            let mut hold = |_| random.below(sparse) as u16;
            let board: Vec<u16> =
                (0..rows * columns).map(&mut hold).map(|n| if n > 2 { 1 + n % 2 } else { n }).collect();
            positions.push(rules.encode(&board).unwrap());
        }
        found.push((rules, positions));
    }
    found
}

/// Masks and a few of their positions, of all kinds.
pub fn mask_positions(random: &mut Random, rounds: u64) -> Vec<(MaskRules<1>, Vec<crate::bits::Bits<1>>)> {
    let mut found = Vec::new();
    for round in 0..rounds {
        let spec = match round % 5 {
            0 => [domineering(4, 4), domineering(3, 5), domineering(2, 7)][random.below(3) as usize].clone(),
            1 => random_rules(random, 9, false),
            2 if random.below(2) == 0 => tints(random, 2, 4),
            2 => tints(random, 3, 3),
            _ => random_rules(random, 11, true),
        };
        let rules = MaskRules::<1>::compile(spec).unwrap();
        let mut positions = Vec::new();
        for _ in 0..6 {
            let sparse = 1 + random.below(4);
            let board: Vec<u16> = rules
                .spec
                .symbols
                .iter()
                .map(|known| {
                    if random.below(sparse) > 1 {
                        known[known.len() - 1]
                    } else {
                        known[random.below(known.len() as u64) as usize % (known.len() - 1).max(2)]
                    }
                })
                .collect();
            positions.push(rules.encode(&board).unwrap());
        }
        positions.push(rules.encode(&vec![0; rules.cells.len()]).unwrap());
        found.push((rules, positions));
    }
    found
}

#[test]
fn values_of_dominoes() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(1);
    for rules in games_of_dominoes() {
        let values = Values::default();
        let mut memo = HashMap::new();
        for _ in 0..25 {
            let board = random_board(&mut random, 4, 4);
            let worker = &mut Worker::new(&universe, &control);
            let expected = naive(&rules, &board, worker, &mut memo);
            assert_eq!(values.value(&rules, &universe, &board, 1, &control).unwrap(), expected, "{board:#x}");
            let fresh = Values::default();
            assert_eq!(fresh.value(&rules, &universe, &board, 3, &control).unwrap(), expected, "{board:#x}");
            assert_eq!(rules.impartial(), rules.may[0] == rules.may[1]);
            if rules.impartial() {
                let nus = universe.as_nus(expected).unwrap();
                assert!(nus.number.is_zero() && nus.ups == 0);
            }
        }
    }
}

#[test]
fn values_of_masks() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(2);
    let (mut negatives, mut split) = (0, 0);
    let captures = capture_positions(&mut random, 24);
    for (rules, positions) in mask_positions(&mut random, 100).into_iter().chain(captures) {
        let values = Values::default();
        let mut memo = HashMap::new();
        for position in &positions {
            let worker = &mut Worker::new(&universe, &control);
            let expected = naive(&rules, position, worker, &mut memo);
            let found = values.value(&rules, &universe, position, 1, &control).unwrap();
            assert_eq!(found, expected, "{:?} of {:?}", rules.decode(position), rules.spec.rewrites);
            let mut parts = Vec::new();
            assert!(rules.split(position, &mut parts));
            split += usize::from(parts.len() > 1);
            negatives += parts.iter().filter(|part| rules.normal(part).1).count();
        }
    }
    assert!(negatives > 20 && split > 50, "{negatives} negatives, {split} sums");
}

/// What is left out is dominated: the value is the same, and less is valued.
#[test]
fn what_is_left_out_makes_no_difference() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(4);
    let (mut all, mut some) = (0, 0);
    for (rules, mut positions) in mask_positions(&mut random, 150) {
        if rules.cells.len() > 12 {
            positions.push(rules.encode(&vec![0; rules.cells.len()]).unwrap());
        }
        let mut memo = HashMap::new();
        for position in &positions {
            let worker = &mut Worker::new(&universe, &control);
            let expected = naive(&rules, position, worker, &mut memo);
            let whole = Values::of_all();
            assert_eq!(whole.value(&rules, &universe, position, 1, &control).unwrap(), expected);
            for (large, threads) in [(1, 1), (4, 1), (8, 1), (4, 3)] {
                let values = Values { large: Some(large), ..Values::default() };
                let found = values.value(&rules, &universe, position, threads, &control).unwrap();
                assert_eq!(found, expected, "{:?} of {:?}", rules.decode(position), rules.spec.rewrites);
                assert!(threads > 1 || values.len() <= whole.len());
                some += if large == 4 && threads == 1 && rules.size(position) > 0 { values.len() } else { 0 };
            }
            all += if rules.size(position) > 0 { whole.len() } else { 0 };
        }
    }
    assert!(all > 1000 && some * 10 < all * 9, "{some} of {all}");
}

/// Where there is much to leave out, on one core and on several, and the table is used again for other positions.
#[test]
fn large_boards_in_any_order() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(5);
    for (rows, columns) in [(4, 5), (3, 6), (2, 9)] {
        let rules = MaskRules::<1>::compile(domineering(rows, columns)).unwrap();
        let (whole, kept) = (Values::of_all(), Values::default());
        for round in 0..12 {
            let free = |_| u16::from(round > 0 && random.below(12) == 0);
            let board: Vec<u16> = (0..rows * columns).map(free).collect();
            let position = rules.encode(&board).unwrap();
            let expected = whole.value(&rules, &universe, &position, 1, &control).unwrap();
            assert_eq!(kept.value(&rules, &universe, &position, 1, &control).unwrap(), expected, "{board:?}");
            let fresh = Values { large: Some(9), ..Values::default() };
            assert_eq!(fresh.value(&rules, &universe, &position, 3, &control).unwrap(), expected, "{board:?}");
            assert!(round > 0 || 3 * kept.len() < 2 * whole.len(), "{} of {}", kept.len(), whole.len());
        }
    }
}

/// Low and high bound every component of a shrinking game, in sixteenths.
#[test]
fn bounds_bound() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(3);
    let (mut checked, mut tight) = (0, 0);
    for (rules, positions) in mask_positions(&mut random, 250) {
        let mut memo = HashMap::new();
        for position in &positions {
            let mut parts = Vec::new();
            rules.split(position, &mut parts);
            for part in parts {
                let Survey { low, high, .. } = rules.survey(&part).unwrap();
                if low == -Survey::UNKNOWN {
                    continue;
                }
                let worker = &mut Worker::new(&universe, &control);
                let value = naive(&rules, &part, worker, &mut memo);
                let [low, high] = [low, high].map(|n| universe.number(Dyadic::new(n, 4).unwrap(), &control).unwrap());
                let text = || format!("{:?} of {:?}", rules.decode(&part), rules.spec.rewrites);
                assert!(worker.le(low, value).unwrap(), "low: {}", text());
                assert!(worker.le(value, high).unwrap(), "high: {}", text());
                checked += 1;
                tight += usize::from(low == high);
            }
        }
    }
    assert!(checked > 500 && tight > 20, "{checked} components, {tight} bounds are tight");
}

/// Boards that are large enough for all threads to take part.
#[test]
fn many_threads() {
    let control = Control::default();
    let rules = Dominoes { split: false, ..Dominoes::DOMINEERING };
    let mut random = Random(4);
    for _ in 0..2 {
        let board = Dominoes::board(5, 5) & !(1 << (8 * random.below(5) + random.below(5)));
        let (one, many) = (Universe::default(), Universe::default());
        let alone = Values::default();
        let expected = alone.value(&rules, &one, &board, 1, &control).unwrap();
        assert!(alone.len() as u64 > 2 * ALONE, "{} positions are too few for threads", alone.len());
        let together = Values::default();
        let found = together.value(&rules, &many, &board, 4, &control).unwrap();
        let print = |universe: &Universe, game| Worker::new(universe, &control).fingerprint(game).unwrap();
        assert_eq!(print(&one, expected), print(&many, found));
        // with components, and so without most of these positions
        let split = Values::default();
        assert_eq!(split.value(&Dominoes::DOMINEERING, &one, &board, 2, &control).unwrap(), expected);
        assert!(split.len() < alone.len());
    }
}

/// Many positions at once have the values that each has alone, in their order, whatever the threads do.
#[test]
fn values_of_many_positions() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(5);
    for (rules, positions) in mask_positions(&mut random, 30) {
        let positions: Vec<_> = (0..500).map(|_| positions[random.below(positions.len() as u64) as usize]).collect();
        let single = Values::default();
        let expected: Vec<Game> =
            positions.iter().map(|p| single.value(&rules, &universe, p, 1, &control).unwrap()).collect();
        for threads in [1, 2, 5] {
            let found = Values::default().values(&rules, &universe, &positions, threads, &control).unwrap();
            assert_eq!(found, expected);
        }
    }
    let boards: Vec<_> = (0..200).map(|_| random_board(&mut random, 4, 5)).collect();
    let rules = Dominoes::DOMINEERING;
    let control = Control::new(Limits { positions: Some(300), ..Limits::default() });
    let values = Values::default();
    assert!(matches!(values.values(&rules, &universe, &boards, 3, &control), Err(Error::Limit(..))));
    let misere = Dominoes { stuck: Stuck::Wins, ..Dominoes::DOMINEERING };
    let refused = Values::default().values(&misere, &universe, &boards, 2, &Control::default());
    assert!(matches!(refused, Err(Error::Invalid(_))));
    // what was stopped goes on
    let control = Control::default();
    let found = values.values(&rules, &universe, &boards, 2, &control).unwrap();
    let expected = boards.iter().map(|board| values.value(&rules, &universe, board, 1, &control).unwrap());
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn positions_without_values_are_refused() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(5);
    let mut refused = 0;
    for _ in 0..300 {
        let graph = Graph::random(&mut random, 12, true);
        let plain = graph.stuck == Stuck::Loses;
        // what can be reached from node 0, and whether a path comes back to where it was
        let mut seen = vec![0];
        let mut next = 0;
        while let Some(&node) = seen.get(next) {
            next += 1;
            for &(target, _) in graph.moves[node].iter().flatten() {
                if !seen.contains(&target) {
                    seen.push(target);
                }
            }
        }
        let ends = seen.iter().any(|&node| graph.goals[node].is_some());
        let again = seen.iter().any(|&node| graph.moves[node].iter().flatten().any(|mv| mv.1));
        let loopy = seen.iter().any(|&node| comes_back(&graph, node));
        let worker = &mut Worker::new(&universe, &control);
        let found = Values::default().value(&graph, &universe, &0, 1 + random.below(2) as usize, &control);
        if plain && !ends && !again && !loopy {
            assert_eq!(found.unwrap(), naive(&graph, &0, worker, &mut HashMap::new()));
        } else {
            assert!(matches!(found, Err(Error::Invalid(_))), "{graph:?}");
            refused += 1;
        }
    }
    assert!(refused > 50);
}

fn comes_back(graph: &Graph, node: usize) -> bool {
    let mut seen = vec![false; graph.moves.len()];
    let mut todo = vec![node];
    while let Some(from) = todo.pop() {
        for &(target, _) in graph.moves[from].iter().flatten() {
            if target == node {
                return true;
            }
            if !std::mem::replace(&mut seen[target], true) {
                todo.push(target);
            }
        }
    }
    false
}

/// Stopped anywhere, by positions or by memory, a table goes on later.
#[test]
fn a_search_that_was_cut_off() {
    let universe = Universe::default();
    let (rules, board) = (Dominoes::DOMINEERING, Dominoes::board(4, 5));
    let values = Values::default();
    for (threads, positions) in [(1, 20), (1, 200), (2, 500), (2, 2000)] {
        let control = Control::new(Limits { positions: Some(positions), ..Limits::default() });
        assert!(matches!(values.value(&rules, &universe, &board, threads, &control), Err(Error::Limit(..)) | Ok(_)));
    }
    let control = Control::new(Limits { memory: Some(1000), ..Limits::default() });
    assert!(matches!(Values::default().value(&rules, &universe, &board, 2, &control), Err(Error::Limit(..))));
    let control = Control::default();
    let found = values.value(&rules, &universe, &board, 2, &control).unwrap();
    assert_eq!(found, Values::default().value(&rules, &universe, &board, 1, &control).unwrap());
}
