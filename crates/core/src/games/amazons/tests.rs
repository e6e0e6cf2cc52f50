//! Amazons against rules that work on letters, sums against whole boards, maxima and bounds against the values.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::search::nimbers::{Nimbers, plain_nimber};
use crate::search::toys::{Random, expands_like_playing};
use crate::search::values::Values;
use crate::search::values::tests::naive;
use crate::values::dyadic::Dyadic;
use crate::values::{Universe, Worker};
use std::collections::HashMap;

struct Board {
    rows: usize,
    cols: usize,
    cells: Vec<u16>,
}

impl Board {
    fn queen(&self, from: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for (dr, dc) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let (mut r, mut c) = (from / self.cols, from % self.cols);
            while let (Some(row), Some(col)) = (r.checked_add_signed(dr), c.checked_add_signed(dc)) {
                if row >= self.rows || col >= self.cols || self.cells[row * self.cols + col] != FREE {
                    break;
                }
                (r, c) = (row, col);
                found.push(r * self.cols + c);
            }
        }
        found
    }

    fn options(&self, colours: &[u16]) -> Vec<Vec<u16>> {
        let mut found = Vec::new();
        for from in (0..self.cells.len()).filter(|&cell| colours.contains(&self.cells[cell])) {
            for to in self.queen(from) {
                let mut moved = Board { cells: self.cells.clone(), ..*self };
                moved.cells[to] = self.cells[from];
                moved.cells[from] = FREE;
                for arrow in moved.queen(to) {
                    let mut next = moved.cells.clone();
                    next[arrow] = BURNT;
                    found.push(next);
                }
            }
        }
        found.sort();
        found
    }

    /// A board with this many amazons and free cells at most.
    fn random(random: &mut Random, rows: usize, cols: usize, amazons: usize, free: usize) -> Board {
        let mut cells = vec![BURNT; rows * cols];
        for n in 0..amazons + free {
            let cell = random.below((rows * cols) as u64) as usize;
            cells[cell] = if n < amazons { LEFT + random.below(2) as u16 } else { FREE };
        }
        Board { rows, cols, cells }
    }
}

fn compare<const W: usize>(random: &mut Random, rows: usize, cols: usize) {
    for impartial in [false, true] {
        let rules = AmazonsRules::<W>::new(rows, cols, impartial, Stuck::Loses).unwrap();
        let amazons = 1 + random.below(5) as usize;
        let board = Board::random(random, rows, cols, amazons, 2 * rows * cols);
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
        let mut expanded = Expanded::default();
        rules.plain().expand(&position, &mut expanded).unwrap();
        assert_eq!(expanded.ends, (1..=expanded.parts.len()).collect::<Vec<_>>());
        let both = if impartial { 2 } else { 1 };
        assert_eq!(expanded.parts.len(), both * board.options(&[LEFT, RIGHT]).len());
    }
}

#[test]
fn moves_are_those_of_the_letters() {
    let mut random = Random(1);
    for _ in 0..200 {
        compare::<1>(&mut random, 3, 4);
        compare::<1>(&mut random, 6, 2);
        compare::<1>(&mut random, 1, 7);
        compare::<2>(&mut random, 10, 10);
    }
    compare::<16>(&mut random, 20, 30);
}

/// By the definition: the most moves that one player can make in a row.
fn most_moves<const W: usize>(rules: &AmazonsRules<W>, area: &Area<W>, memo: &mut HashMap<Area<W>, i64>) -> i64 {
    if let Some(&known) = memo.get(area) {
        return known;
    }
    let mut moves = Vec::new();
    rules.moves(area, Player::Left, &mut moves).unwrap();
    let after = moves.iter().map(|mv| 1 + most_moves(rules, &rules.play(area, mv).unwrap(), memo));
    let most = after.max().unwrap_or(0);
    memo.insert(*area, most);
    most
}

#[test]
fn single_colours_are_worth_the_longest_line() {
    let mut random = Random(2);
    let control = Control::default();
    let rules = AmazonsRules::<1>::new(5, 5, false, Stuck::Loses).unwrap();
    let mut memo = HashMap::new();
    let mut short = 0;
    for _ in 0..1000 {
        let (amazons, free) = (1 + random.below(2) as usize, 4 + random.below(6) as usize);
        let mut board = Board::random(&mut random, 5, 5, amazons, free);
        board.cells.iter_mut().for_each(|cell| {
            if *cell == RIGHT {
                *cell = LEFT;
            }
        });
        let position = rules.position(&board.cells).unwrap();
        let most = most_moves(&rules, &position, &mut memo);
        let mut parts = Vec::new();
        rules.split(&position, &mut parts);
        let whole: i64 = parts.iter().map(|part| rules.integer(part).unwrap()).sum();
        let negative: i64 = parts.iter().map(|part| rules.integer(&part.negative()).unwrap()).sum();
        assert_eq!((whole, negative), (most, -most), "{:?}", board.cells);
        short += usize::from(parts.iter().map(|part| i64::from(part.free().count())).sum::<i64>() > most);
        // the line is one of legal moves, and as long as it should be
        for (player, start) in [(Player::Left, position), (Player::Right, position.negative())] {
            let line = Coded::longest(&rules, &start, player, &control).unwrap();
            assert_eq!(line.len() as i64, most);
            let mut here = start;
            for next in line {
                let mut moves = Vec::new();
                rules.moves(&here, player, &mut moves).unwrap();
                assert!(moves.iter().any(|mv| rules.play(&here, mv).unwrap() == next));
                here = next;
            }
        }
    }
    assert!(short > 20, "only {short} regions could not be filled");
}

/// Values by sums, against whole boards without symmetries, integers and negatives; nimbers likewise; bounds. Says how
/// many of the boards were sums, and how many parts have bounds that count more than free cells.
fn compare_sums(random: &mut Random, (rows, cols): (usize, usize), most: (u64, u64), number: usize) -> (usize, usize) {
    let control = Control::default();
    let universe = Universe::new(None);
    let mut worker = Worker::new(&universe, &control);
    let rules = AmazonsRules::<1>::new(rows, cols, false, Stuck::Loses).unwrap();
    let free = AmazonsRules::<1>::new(rows, cols, true, Stuck::Loses).unwrap();
    let (plain, plain_free) = (rules.plain(), free.plain());
    let (values, mut memo, mut nimbers) = (Values::default(), HashMap::new(), Nimbers::new());
    let (mut split, mut tight) = (0, 0);
    for _ in 0..number {
        let (amazons, cells) = (1 + random.below(most.0) as usize, 2 + random.below(most.1) as usize);
        let board = Board::random(random, rows, cols, amazons, cells);
        let position = rules.position(&board.cells).unwrap();
        let expected = naive(&plain, &position, &mut worker, &mut memo);
        assert_eq!(values.value(&rules, &universe, &position, 1, &control).unwrap(), expected, "{:?}", board.cells);
        let nimber = nimbers.nimber(&free, &position, &control).unwrap();
        assert_eq!(nimber, plain_nimber(&plain_free, &position, &control).unwrap(), "{:?}", board.cells);
        let mut parts = Vec::new();
        rules.split(&position, &mut parts);
        split += usize::from(parts.len() > 1);
        for part in parts {
            let survey = rules.survey(&part).unwrap();
            let value = values.value(&rules, &universe, &part, 1, &control).unwrap();
            let number = |n: i64| universe.number(Dyadic::new(n, 4).unwrap(), &control).unwrap();
            let bounded =
                worker.le(number(survey.low), value).unwrap() && worker.le(value, number(survey.high)).unwrap();
            assert!(bounded, "{:?}: {survey:?}", rules.symbols(&part));
            let free = 16 * i64::from(part.free().count());
            tight += usize::from(survey.low > -free || survey.high < free);
        }
    }
    (split, tight)
}

/// Rows and columns, what is drawn, and how often.
type Boards<'a> = &'a [((usize, usize), (u64, u64), usize)];

fn compare_all(random: &mut Random, boards: Boards) {
    let (mut sums, mut bounds) = (0, 0);
    for &(size, most, number) in boards {
        let (split, tight) = compare_sums(random, size, most, number);
        (sums, bounds) = (sums + split, bounds + tight);
    }
    assert!(sums > 100 && bounds > 300, "{sums} sums, {bounds} bounds");
}

#[test]
fn sums_are_worth_what_whole_boards_are() {
    let boards = [((3, 3), (4, 6), 1000), ((2, 6), (4, 6), 600), ((4, 5), (5, 5), 600), ((1, 9), (4, 8), 600)];
    compare_all(&mut Random(3), &boards);
}

#[test]
#[ignore = "a minute"]
fn sums_of_larger_boards_are_worth_what_whole_boards_are() {
    compare_all(&mut Random(4), &[((4, 4), (5, 9), 2000), ((3, 5), (4, 9), 2000), ((6, 6), (6, 6), 2000)]);
}

#[test]
fn parts_around_an_arrow_are_those_of_the_board() {
    let mut random = Random(5);
    let mut moves = 0;
    for (rows, cols, free) in [(2, 6, 9), (4, 5, 12), (1, 12, 9), (7, 7, 24)] {
        for impartial in [false, true] {
            let rules = AmazonsRules::<1>::new(rows, cols, impartial, Stuck::Loses).unwrap();
            for _ in 0..50 {
                let board = Board::random(&mut random, rows, cols, 3, free);
                moves += expands_like_playing(&rules, &rules.position(&board.cells).unwrap());
            }
        }
    }
    assert!(moves > 10_000, "{moves}");
}
