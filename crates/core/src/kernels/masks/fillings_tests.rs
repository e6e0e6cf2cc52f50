//! Fillings and their classes, against lists of all fillings and all their images.
#![allow(clippy::unwrap_used)]

use super::super::spec::{Change, Rewrite, Spec};
use super::*;
use crate::limits::Limits;
use crate::rules::Stuck;
use std::collections::{BTreeMap, BTreeSet};

type Board = Vec<usize>;

/// A game of two neighbours: symbols 1 and 2 side by side make two holes (0), for Left along columns, for Right along
/// rows.
fn pairs(rows: u32, columns: u32) -> Spec {
    let mut rewrites = Vec::new();
    let mut add = |a: u32, b: u32, left: bool| {
        for (first, second) in [(1, 2), (2, 1)] {
            let change = |cell, before| Change::one(cell, before, 0);
            rewrites.push(Rewrite {
                changes: vec![change(a, first), change(b, second)],
                left,
                right: !left,
                again: false,
                score: 0,
                rank: 0,
                piece: None,
                tag: 0,
            });
        }
    };
    for cell in 0..rows * columns {
        if cell / columns + 1 < rows {
            add(cell, cell + columns, true);
        }
        if cell % columns + 1 < columns {
            add(cell, cell + 1, false);
        }
    }
    let turned = |f: &dyn Fn(u32, u32) -> (u32, u32)| -> Vec<u32> {
        (0..rows * columns).map(|cell| f(cell / columns, cell % columns)).map(|(r, c)| r * columns + c).collect()
    };
    Spec {
        symbols: vec![vec![0, 1, 2]; (rows * columns) as usize],
        rewrites,
        goals: vec![],
        symmetries: vec![
            turned(&|r, c| (rows - 1 - r, c)),
            turned(&|r, c| (r, columns - 1 - c)),
            turned(&|r, c| (rows - 1 - r, columns - 1 - c)),
        ],
        rectangle: Some((rows, columns)),
        stuck: Stuck::Loses,
        game: true,
    }
}

fn all(rows: usize, columns: usize, count: usize) -> impl Iterator<Item = Board> {
    let cells = rows * columns;
    (0..count.pow(cells as u32)).map(move |n| (0..cells).rev().map(|i| n / count.pow(i as u32) % count).collect())
}

/// Every place of a board to which symmetries, and translations of what is no hole, bring it.
fn class(board: &Board, rows: usize, columns: usize, hole: Option<usize>) -> BTreeSet<Board> {
    let mut found = BTreeSet::new();
    for (flip, mirror) in [(false, false), (false, true), (true, false), (true, true)] {
        let place = |cell: usize| {
            let (r, c) = (cell / columns, cell % columns);
            (if flip { rows - 1 - r } else { r }, if mirror { columns - 1 - c } else { c })
        };
        let range = |most: usize| if hole.is_some() { -(most as i64)..=most as i64 } else { 0..=0 };
        for down in range(rows) {
            'shifts: for right in range(columns) {
                let mut image = vec![hole.unwrap_or(0); rows * columns];
                for (cell, &digit) in board.iter().enumerate() {
                    let (r, c) = (place(cell).0 as i64 + down, place(cell).1 as i64 + right);
                    let inside = (0..rows as i64).contains(&r) && (0..columns as i64).contains(&c);
                    if inside {
                        image[(r * columns as i64 + c) as usize] = digit;
                    } else if Some(digit) != hole {
                        continue 'shifts;
                    }
                }
                found.insert(image);
            }
        }
    }
    found
}

fn connected(board: &Board, columns: usize, hole: usize) -> bool {
    let cells: BTreeSet<usize> = (0..board.len()).filter(|&cell| board[cell] != hole).collect();
    let Some(&first) = cells.first() else { return false };
    let mut reached = BTreeSet::from([first]);
    let mut waiting = vec![first];
    while let Some(cell) = waiting.pop() {
        for other in cells.iter().copied() {
            let (dr, dc) = ((cell / columns).abs_diff(other / columns), (cell % columns).abs_diff(other % columns));
            if dr + dc == 1 && reached.insert(other) {
                waiting.push(other);
            }
        }
    }
    reached == cells
}

fn check<const W: usize>(rows: usize, columns: usize, symbols: &[(u16, char)], classes: bool, hole: Option<u16>) {
    let rules = MaskRules::<W>::compile(pairs(rows as u32, columns as u32)).unwrap();
    let wanted = Wanted { symbols: symbols.to_vec(), columns, classes, hole };
    let total = (symbols.len() as u64).pow((rows * columns) as u32);
    let found = rules.fillings(&wanted, 0..total, 3, &Control::default()).unwrap();
    let digit = hole.and_then(|hole| symbols.iter().position(|&(symbol, _)| symbol == hole));
    let wide = |board: &Board| digit.is_none_or(|digit| connected(board, columns, digit));
    let mut expected: BTreeMap<Board, usize> = BTreeMap::new();
    for board in all(rows, columns, symbols.len()).filter(wide) {
        let class = if classes { class(&board, rows, columns, digit) } else { BTreeSet::from([board.clone()]) };
        // the least in the corner, or the least at all
        let corner = |b: &&Board| {
            let touches = |inside: &dyn Fn(usize) -> bool| (0..b.len()).any(|i| inside(i) && Some(b[i]) != digit);
            !classes || digit.is_none() || (touches(&|i| i < columns) && touches(&|i| i % columns == 0))
        };
        expected.insert(class.iter().find(corner).unwrap().clone(), class.len());
    }
    let write = |board: &Board| {
        let rows = board.chunks(columns).map(|row| row.iter().map(|&d| symbols[d].1).collect::<String>());
        rows.collect::<Vec<_>>().join("|")
    };
    let texts: Vec<(String, u64)> = expected.iter().map(|(board, n)| (write(board), *n as u64)).collect();
    assert_eq!(found.iter().map(|f| (f.text.clone(), f.orbit)).collect::<Vec<_>>(), texts);
    for (filling, board) in found.iter().zip(expected.keys()) {
        let symbols: Vec<u16> = board.iter().map(|&digit| symbols[digit].0).collect();
        assert_eq!(filling.position, rules.encode(&symbols).unwrap());
    }
    // in pieces it is the same
    let cut = total / 3;
    let pieces = [0..cut, cut..cut, cut..total];
    let again: Vec<String> = pieces
        .into_iter()
        .flat_map(|numbers| rules.fillings(&wanted, numbers, 1, &Control::default()).unwrap())
        .map(|filling| filling.text)
        .collect();
    assert_eq!(again, texts.into_iter().map(|(text, _)| text).collect::<Vec<_>>());
}

#[test]
fn fillings_are_found_with_the_sizes_of_their_classes() {
    let three = [(0, '.'), (1, 'x'), (2, 'o')];
    let two = [(1, 'x'), (0, '.')];
    for classes in [false, true] {
        for hole in [None, Some(0)] {
            for (rows, columns) in [(1, 1), (1, 5), (5, 1), (2, 3), (3, 3)] {
                check::<1>(rows, columns, &three, classes, hole);
                check::<1>(rows, columns, &two, classes, hole);
            }
            check::<2>(3, 4, &two, classes, hole);
            check::<1>(4, 3, &[(2, 'o'), (0, ' ')], classes, hole);
        }
    }
}

#[test]
fn regions_of_a_square_are_as_many_as_is_known() {
    // connected sets of cells of an n x n grid: OEIS A059525
    for (n, count) in [(1, 1), (2, 13), (3, 218), (4, 11506)] {
        let rules = MaskRules::<1>::compile(pairs(n, n)).unwrap();
        for classes in [false, true] {
            let wanted = Wanted { symbols: vec![(1, 'x'), (0, '.')], columns: n as usize, classes, hole: Some(0) };
            let found = rules.fillings(&wanted, 0..1 << (n * n), 2, &Control::default()).unwrap();
            assert_eq!(found.iter().map(|filling| filling.orbit).sum::<u64>(), count);
        }
    }
}

#[test]
fn what_cannot_be_filled_is_refused() {
    let rules = MaskRules::<2>::compile(pairs(6, 7)).unwrap();
    let refused = |symbols: &[(u16, char)], numbers: Range<u64>, hole| {
        let wanted = Wanted { symbols: symbols.to_vec(), columns: 7, classes: true, hole };
        rules.fillings(&wanted, numbers, 1, &Control::default()).err().unwrap().to_string()
    };
    assert!(refused(&[], 0..1, None).contains("different symbols"));
    assert!(refused(&[(7, '?')], 0..1, None).contains("different symbols"));
    assert!(refused(&[(1, 'x'), (1, 'y')], 0..1, None).contains("different symbols"));
    assert!(refused(&[(0, '.'), (1, 'x'), (2, 'o')], 0..1, None).contains("too many fillings"));
    assert!(refused(&[(0, '.'), (1, 'x')], 0..1 << 43, None).contains("numbers"));
    assert!(refused(&[(0, '.'), (1, 'x')], 0..1, Some(1)).contains("no move asks for"));
    assert!(refused(&[(1, 'x'), (2, 'o')], 0..1, Some(0)).contains("not among"));
    let wanted = Wanted { symbols: vec![(0, '.'), (1, 'x')], columns: 7, classes: true, hole: None };
    let control = Control::new(Limits { positions: Some(1 << 20), ..Limits::default() });
    assert!(matches!(rules.fillings(&wanted, 0..1 << 42, 2, &control), Err(Error::Limit(..))));
}
