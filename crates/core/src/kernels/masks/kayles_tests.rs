//! Random games in which moves end moves, against the definition of the nimber on whole boards without symmetries.
#![allow(clippy::unwrap_used)]

use super::super::corners::Corners;
use super::super::spec::{Change, Rewrite, Spec};
use super::*;
use crate::limits::Control;
use crate::rules::{Rules, Stuck};
use crate::search::nimbers::{Nimbers, plain_nimber};
use crate::search::toys::Random;

const FREE: u16 = 0;
const TAKEN: u16 = 1;

/// What a placement does to the cells beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Beside {
    Nothing,
    /// They are taken, too.
    Takes,
    /// They must be free, and stay so: placements that ask for the same cell need not end each other.
    Asks,
}

type Placement = (Vec<(u32, u32)>, Beside);

/// The reflections and turns of a rectangle.
fn geometry(rows: u32, columns: u32) -> Vec<Vec<u32>> {
    let turn = |kind: u32, cell: u32| {
        let (mut row, mut column) = (cell / columns, cell % columns);
        if kind & 1 != 0 {
            row = rows - 1 - row;
        }
        if kind & 2 != 0 {
            column = columns - 1 - column;
        }
        if kind & 4 != 0 {
            (row, column) = (column, row);
        }
        row * columns + column
    };
    let kinds = if rows == columns { 8 } else { 4 };
    (1..kinds).map(|kind| (0..rows * columns).map(|cell| turn(kind, cell)).collect()).collect()
}

fn spec(rows: u32, columns: u32, shapes: &[Placement]) -> Spec {
    let mut rewrites = Vec::new();
    for (shape, beside) in shapes {
        for cell in 0..rows * columns {
            let (row, column) = (cell / columns, cell % columns);
            if shape.iter().any(|(r, c)| row + r >= rows || column + c >= columns) {
                continue;
            }
            let covered: Vec<u32> = shape.iter().map(|(r, c)| (row + r) * columns + column + c).collect();
            let mut changes: Vec<Change> = covered.iter().map(|&cell| Change::one(cell, FREE, TAKEN)).collect();
            let near = |a: u32| {
                let apart = |b: &u32| (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns);
                !covered.contains(&a) && covered.iter().any(|b| apart(b) == 1)
            };
            let beside = match beside {
                Beside::Nothing => vec![],
                Beside::Takes => vec![(FREE, TAKEN), (TAKEN, TAKEN)],
                Beside::Asks => vec![(FREE, FREE)],
            };
            if !beside.is_empty() {
                changes.extend((0..rows * columns).filter(|&a| near(a)).map(|a| Change::of(a, beside.clone())));
            }
            rewrites.push(Rewrite {
                changes,
                left: true,
                right: true,
                again: false,
                score: 0,
                rank: 0,
                piece: None,
                tag: 0,
            });
        }
    }
    Spec {
        symbols: vec![vec![FREE, TAKEN]; (rows * columns) as usize],
        rewrites,
        goals: Vec::new(),
        symmetries: geometry(rows, columns),
        rectangle: Some((rows, columns)),
        stuck: Stuck::Loses,
        game: true,
    }
}

fn dominoes() -> Vec<Placement> {
    vec![(vec![(0, 0), (0, 1)], Beside::Nothing), (vec![(0, 0), (1, 0)], Beside::Nothing)]
}

/// Some placements of up to three cells; in some games they do something to all cells beside them.
fn random_shapes(random: &mut Random) -> Vec<Placement> {
    let any =
        |random: &mut Random| [Beside::Nothing, Beside::Nothing, Beside::Takes, Beside::Asks][random.below(4) as usize];
    let beside = any(random);
    let mixed = random.below(4) == 0;
    let shape = |random: &mut Random| {
        let mut cells = vec![(0, 0)];
        for _ in 0..random.below(3) {
            let cell = (random.below(2) as u32, random.below(3) as u32);
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        (cells, if mixed { any(random) } else { beside })
    };
    let mut shapes: Vec<_> = (0..1 + random.below(3)).map(|_| shape(random)).collect();
    for (cells, _) in &mut shapes {
        cells.sort_unstable();
    }
    shapes.sort();
    shapes.dedup();
    shapes
}

#[test]
fn random_placement_games() {
    let mut random = Random(77);
    let control = Control::default();
    let mut mirrored = 0;
    for round in 0..150 {
        let (rows, columns) = [(3, 4), (4, 3), (3, 3), (2, 6), (1, 9)][random.below(5) as usize];
        let shapes = if round % 5 == 0 { dominoes() } else { random_shapes(&mut random) };
        let spec = spec(rows, columns, &shapes);
        let rules = MaskRules::<1>::compile(spec.clone()).unwrap();
        let plain = MaskRules::<1>::compile(spec).unwrap().without_splitting().without_symmetries();
        assert!(rules.kayles.is_some() && plain.kayles.is_none());
        let mut nimbers = Nimbers::new();
        for board in 0..8 {
            let taken = |random: &mut Random| if board > 0 && random.below(4) == 0 { TAKEN } else { FREE };
            let symbols: Vec<u16> = (0..rows * columns).map(|_| taken(&mut random)).collect();
            let position = rules.encode(&symbols).unwrap();
            let expected = plain_nimber(&plain, &plain.encode(&symbols).unwrap(), &control).unwrap();
            assert_eq!(nimbers.nimber(&rules, &position, &control).unwrap(), expected, "{shapes:?} {symbols:?}");
            assert_eq!(Nimbers::new().is_zero(&rules, &position, &control).unwrap(), expected == 0);
            if rules.glance(&position).unwrap().1 {
                assert_eq!(expected, 0, "{shapes:?} {symbols:?}");
                mirrored += 1;
            }
        }
    }
    assert!(mirrored > 50);
}

#[test]
fn choices_are_the_sums_that_moves_lead_to() {
    let mut random = Random(78);
    let control = Control::default();
    for _ in 0..60 {
        let shapes = random_shapes(&mut random);
        let rules = MaskRules::<1>::compile(spec(3, 5, &shapes)).unwrap();
        let symbols: Vec<u16> = (0..15).map(|_| u16::from(random.below(4) == 0)).collect();
        let mut components = Vec::new();
        rules.split(&rules.encode(&symbols).unwrap(), &mut components);
        let mut nimbers = Nimbers::new();
        for component in components {
            let mut moves = Vec::new();
            rules.moves(&component, crate::rules::Player::Left, &mut moves).unwrap();
            let mut after = |position: &Bits<1>| nimbers.nimber(&rules, position, &control).unwrap();
            let mut expected: Vec<u32> = moves.iter().map(|mv| after(&rules.play(&component, mv).unwrap())).collect();
            let mut found = Vec::new();
            assert!(rules.choices(&component, &[], &mut |_, parts| {
                found.push(parts.iter().fold(0, |xor, part| xor ^ after(part)));
                true
            }));
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{shapes:?} {symbols:?}");
            let mut visits = 0;
            rules.choices(&component, &[], &mut |_, _| {
                visits += 1;
                false
            });
            assert_eq!(visits, moves.len().min(1));
        }
    }
}

#[test]
fn boards_of_even_sides_are_zero_at_a_glance() {
    for (rows, columns, zero) in [(4, 6, true), (6, 8, true), (3, 4, false), (5, 5, false)] {
        let rules = MaskRules::<1>::compile(spec(rows, columns, &dominoes())).unwrap();
        let board = rules.encode(&vec![FREE; (rows * columns) as usize]).unwrap();
        assert_eq!(rules.glance(&board).unwrap().1, zero, "{rows}x{columns}");
    }
}

#[test]
fn larger_rectangles_of_cram() {
    // all but the last as igsolve finds them; the last has more than 64 masks, and is 1 as even by odd boards of two rows are
    for (rows, columns, expected) in [(4, 7, 3), (7, 4, 3), (5, 6, 2), (3, 12, 1), (2, 25, 1)] {
        let rules = MaskRules::<1>::compile(spec(rows, columns, &dominoes())).unwrap();
        let board = rules.encode(&vec![FREE; (rows * columns) as usize]).unwrap();
        let found = Nimbers::new().nimber(&rules, &board, &Control::default()).unwrap();
        assert_eq!(found, expected, "{rows}x{columns}");
    }
}

#[test]
fn corners_are_the_least_images_moved_to_the_corner() {
    fn check<const W: usize>(rows: u32, columns: u32, symbols: u16, random: &mut Random) {
        let spec = Spec {
            symbols: vec![(0..symbols).collect(); (rows * columns) as usize],
            ..spec(rows, columns, &dominoes())
        };
        let rules = MaskRules::<W>::compile(spec).unwrap();
        let corners = Corners::of((rows, columns), &rules.cells, &rules.symmetries).unwrap();
        let translations = rules.splitting.as_ref().unwrap().translations().unwrap();
        for _ in 0..50 {
            let dense = 1 + random.below(12);
            let taken =
                |random: &mut Random| if random.below(dense) == 0 { random.below(symbols.into()) as u16 } else { 0 };
            let board: Vec<u16> = (0..rows * columns).map(|_| taken(random)).collect();
            let board = rules.encode(&board).unwrap();
            let images = rules.symmetries.images(&board).chain([board]);
            let least = images.map(|image| translations.to_corner(&image)).min().unwrap();
            assert_eq!(corners.canonical(&board), least, "{rows}x{columns}");
        }
    }
    let mut random = Random(79);
    for (rows, columns) in [(1, 7), (5, 5), (4, 9), (3, 12), (8, 8), (2, 31)] {
        check::<1>(rows, columns, 2, &mut random);
        check::<2>(rows, columns, 2, &mut random);
        check::<2>(rows, columns, 3, &mut random);
    }
    for (rows, columns) in [(9, 9), (7, 10), (2, 40), (11, 11)] {
        check::<2>(rows, columns, 2, &mut random);
    }
    let square = MaskRules::<1>::compile(spec(4, 4, &dominoes())).unwrap();
    assert!(Corners::of((2, 8), &square.cells, &square.symmetries).is_none());
}

#[test]
fn hints_come_first_and_change_nothing_else() {
    let mut random = Random(80);
    let rules = MaskRules::<1>::compile(spec(4, 5, &dominoes())).unwrap();
    for _ in 0..50 {
        let symbols: Vec<u16> = (0..20).map(|_| u16::from(random.below(4) == 0)).collect();
        let board = rules.encode(&symbols).unwrap();
        let list = |hints: &[u32]| {
            let mut all = Vec::new();
            rules.choices(&board, hints, &mut |choice, parts| {
                all.push((choice, parts.to_vec()));
                true
            });
            all
        };
        let plain = list(&[]);
        let hints: Vec<u32> = (0..4).map(|_| random.below(40) as u32).chain([crate::rules::NO_CHOICE]).collect();
        let hinted = list(&hints);
        let mut legal: Vec<u32> = Vec::new();
        for hint in hints {
            if plain.iter().any(|(choice, _)| *choice == hint) && !legal.contains(&hint) {
                legal.push(hint);
            }
        }
        assert!(hinted.iter().map(|(choice, _)| *choice).take(legal.len()).eq(legal));
        assert!(plain.iter().all(|choice| hinted.contains(choice)) && plain.len() == hinted.len());
    }
}
