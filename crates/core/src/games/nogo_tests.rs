//! NoGo against rules that work on letters, and sums against whole boards.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::search::nimbers::{Nimbers, plain_nimber};
use crate::search::toys::Random;
use crate::search::values::Values;
use crate::search::values::tests::naive;
use crate::values::{Universe, Worker};
use std::collections::HashMap;

struct Board {
    rows: usize,
    cols: usize,
    cells: Vec<u16>,
}

impl Board {
    fn neighbours(&self, cell: usize) -> Vec<usize> {
        let (r, c) = (cell / self.cols, cell % self.cols);
        let mut found = Vec::new();
        if r > 0 {
            found.push(cell - self.cols);
        }
        if r + 1 < self.rows {
            found.push(cell + self.cols);
        }
        if c > 0 {
            found.push(cell - 1);
        }
        if c + 1 < self.cols {
            found.push(cell + 1);
        }
        found
    }

    /// Does every group have a liberty?
    fn sound(&self) -> bool {
        (0..self.cells.len()).filter(|&cell| matches!(self.cells[cell], LEFT | RIGHT)).all(|cell| {
            let mut group = vec![cell];
            let mut next = 0;
            while let Some(&here) = group.get(next) {
                next += 1;
                for there in self.neighbours(here) {
                    if self.cells[there] == EMPTY {
                        return true;
                    }
                    if self.cells[there] == self.cells[cell] && !group.contains(&there) {
                        group.push(there);
                    }
                }
            }
            false
        })
    }

    fn options(&self, colours: &[u16]) -> Vec<Vec<u16>> {
        let mut found = Vec::new();
        for cell in (0..self.cells.len()).filter(|&cell| self.cells[cell] == EMPTY) {
            for &colour in colours {
                let mut next = Board { cells: self.cells.clone(), ..*self };
                next.cells[cell] = colour;
                if next.sound() {
                    found.push(next.cells);
                }
            }
        }
        found.sort();
        found
    }

    /// A sound board with about one stone on `one_in` cells.
    fn random(random: &mut Random, rows: usize, cols: usize, one_in: u64) -> Board {
        let mut board = Board { rows, cols, cells: vec![EMPTY; rows * cols] };
        for cell in 0..rows * cols {
            if random.below(12) == 0 {
                board.cells[cell] = MISSING;
            } else if random.below(one_in) == 0 {
                board.cells[cell] = LEFT + random.below(2) as u16;
                if !board.sound() {
                    board.cells[cell] = EMPTY;
                }
            }
        }
        if board.sound() { board } else { Board::random(random, rows, cols, one_in) }
    }
}

fn compare<const W: usize>(random: &mut Random, rows: usize, cols: usize) {
    for impartial in [false, true] {
        let rules = NoGoRules::<W>::new(rows, cols, impartial, Stuck::Loses).unwrap();
        let one_in = 1 + random.below(4);
        let board = Board::random(random, rows, cols, one_in);
        let position = rules.position(&board.cells).unwrap();
        assert_eq!(rules.symbols(&position), board.cells);
        assert_eq!(rules.decode(&rules.encode(&position)).unwrap(), position);
        for (player, own) in [(Player::Left, LEFT), (Player::Right, RIGHT)] {
            let mut moves = Vec::new();
            rules.moves(&position, player, &mut moves).unwrap();
            let mut after: Vec<Vec<u16>> =
                moves.iter().map(|mv| rules.symbols(&rules.play(&position, mv).unwrap())).collect();
            after.sort();
            assert_eq!(after, board.options(if impartial { &[LEFT, RIGHT] } else { std::slice::from_ref(&own) }));
        }
    }
}

#[test]
fn moves_are_those_of_the_letters() {
    let mut random = Random(3);
    for _ in 0..300 {
        compare::<1>(&mut random, 3, 4);
        compare::<1>(&mut random, 5, 2);
        compare::<1>(&mut random, 1, 7);
        compare::<2>(&mut random, 9, 9);
    }
}

/// Values by sums, against whole boards without symmetries; nimbers of the impartial game likewise.
fn compare_sums(random: &mut Random, rows: usize, cols: usize, number: usize) {
    let control = Control::default();
    let universe = Universe::new(None);
    let mut worker = Worker::new(&universe, &control);
    let rules = NoGoRules::<1>::new(rows, cols, false, Stuck::Loses).unwrap();
    let free = NoGoRules::<1>::new(rows, cols, true, Stuck::Loses).unwrap();
    let (plain, plain_free) = (rules.plain(), free.plain());
    let (values, mut memo, mut nimbers) = (Values::default(), HashMap::new(), Nimbers::new());
    let (mut split, mut smaller) = (0, 0);
    for _ in 0..number {
        let one_in = 1 + random.below(3);
        let board = Board::random(random, rows, cols, one_in);
        let position = rules.position(&board.cells).unwrap();
        let expected = naive(&plain, &position, &mut worker, &mut memo);
        assert_eq!(values.value(&rules, &universe, &position, 1, &control).unwrap(), expected, "{:?}", board.cells);
        let nimber = nimbers.nimber(&free, &position, &control).unwrap();
        assert_eq!(nimber, plain_nimber(&plain_free, &position, &control).unwrap(), "{:?}", board.cells);
        let mut parts = Vec::new();
        rules.split(&position, &mut parts);
        split += usize::from(parts.len() > 1);
        smaller += usize::from(!parts.is_empty() && parts != [position]);
        // bounds of parts, and what a part is worth
        for part in parts {
            let survey = rules.survey(&part).unwrap();
            let value = values.value(&rules, &universe, &part, 1, &control).unwrap();
            let number = |n: i64| universe.number(crate::values::dyadic::Dyadic::new(n, 4).unwrap(), &control).unwrap();
            assert!(worker.le(number(survey.low), value).unwrap() && worker.le(value, number(survey.high)).unwrap());
        }
    }
    assert!(split > number / 100 && smaller > number / 10, "{split} sums, {smaller} smaller of {number}");
}

#[test]
fn sums_are_worth_what_whole_boards_are() {
    let mut random = Random(4);
    compare_sums(&mut random, 3, 3, 1000);
    compare_sums(&mut random, 2, 5, 600);
    compare_sums(&mut random, 1, 8, 1000);
    compare_sums(&mut random, 3, 4, 300);
}

#[test]
#[ignore = "a minute"]
fn sums_of_larger_boards_are_worth_what_whole_boards_are() {
    let mut random = Random(5);
    compare_sums(&mut random, 3, 4, 3000);
    compare_sums(&mut random, 1, 10, 3000);
    compare_sums(&mut random, 2, 6, 3000);
}

#[test]
fn empty_boards() {
    let control = Control::default();
    let expected = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]; // 1x1, 1x2 ... of the impartial game
    for (n, expected) in (1..).zip(expected) {
        let rules = NoGoRules::<1>::new(1, n, true, Stuck::Loses).unwrap();
        let position = rules.position(&vec![EMPTY; n]).unwrap();
        assert_eq!(Nimbers::new().nimber(&rules, &position, &control).unwrap(), expected, "1x{n}");
        assert_eq!(plain_nimber(&rules.plain(), &position, &control).unwrap(), expected, "1x{n}");
    }
}
