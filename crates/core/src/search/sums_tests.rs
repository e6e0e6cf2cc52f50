//! Who wins a sum: against the value compared with zero, and against trying everything.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::SumOutcomes;
use crate::kernels::masks::MaskRules;
use crate::limits::Control;
use crate::rules::{CHEAP_MOVES, Player, Rules, Winner};
use crate::search::toys::{Dominoes, Random, random_board, try_everything};
use crate::search::values::Values;
use crate::search::values::tests::{domineering, games_of_dominoes, mask_positions};
use crate::values::{Game, Universe, Worker};
use std::collections::HashMap;

struct Setup<R: Rules> {
    rules: R,
    universe: Universe,
    /// For the search, and for the value that it is compared with.
    values: [Values<R::Position>; 2],
    outcomes: SumOutcomes,
    memo: HashMap<(R::Position, Player), Winner>,
    /// Components that the search does not value.
    dear: usize,
}

impl<R: Rules> Setup<R> {
    fn new(rules: R) -> Self {
        Setup {
            rules,
            universe: Universe::default(),
            values: [Values::default(), Values::default()],
            outcomes: SumOutcomes::new(16 << 20),
            memo: HashMap::new(),
            dear: 0,
        }
    }

    /// By value: Left, to move, wins unless G <= 0; Right unless G >= 0.
    fn check(&mut self, position: &R::Position, everything: bool) {
        let control = Control::default();
        let Setup { rules, universe, values, outcomes, memo, dear } = self;
        let value = values[1].value(rules, universe, position, 1, &control).unwrap();
        let mut parts = Vec::new();
        if !rules.split(position, &mut parts) {
            parts.push(position.clone());
        }
        for part in &parts {
            let mut moves = Vec::new();
            Player::BOTH.iter().for_each(|player| rules.moves(part, *player, &mut moves).unwrap());
            *dear += usize::from(moves.len() > CHEAP_MOVES);
        }
        for player in Player::BOTH {
            let wins = {
                let mut worker = Worker::new(universe, &control);
                let zero = Game::ZERO;
                !if player == Player::Left { worker.le(value, zero) } else { worker.le(zero, value) }.unwrap()
            };
            let pair = (&*universe, &values[0]);
            assert_eq!(outcomes.first_wins(rules, pair, position, player, &control).unwrap(), wins);
            let fresh = SumOutcomes::new(1 << 20).first_wins(rules, pair, position, player, &control).unwrap();
            assert_eq!(fresh, wins);
            if everything {
                assert_eq!(try_everything(rules, position, player, memo) == player.into(), wins);
            }
            let found = outcomes.winning_move(rules, pair, position, player, &control).unwrap();
            assert_eq!(found.is_some(), wins);
            if let Some(index) = found {
                let mut moves = Vec::new();
                rules.moves(position, player, &mut moves).unwrap();
                let child = rules.play(position, &moves[index]).unwrap();
                let after = values[1].value(rules, universe, &child, 1, &control).unwrap();
                let mut worker = Worker::new(universe, &control);
                let zero = Game::ZERO;
                assert!(if player == Player::Left { worker.le(zero, after) } else { worker.le(after, zero) }.unwrap());
            }
        }
    }
}

#[test]
fn small_boards_by_trying_everything() {
    let mut random = Random(1);
    for rules in games_of_dominoes() {
        let mut setup = Setup::new(rules);
        for _ in 0..12 {
            setup.check(&random_board(&mut random, 4, 4), true);
        }
        setup.check(&Dominoes::board(4, 4), true);
        assert!(setup.dear > 0);
    }
}

#[test]
fn sums_of_boards() {
    let mut random = Random(2);
    for rules in [Dominoes::DOMINEERING, Dominoes::CRAM] {
        let mut setup = Setup::new(rules);
        for round in 0..12 {
            let [a, b, c] = [(4, 5), (3, 3), (4, 4)].map(|(rows, columns)| random_board(&mut random, rows, columns));
            // once in a while a board and itself, or a board and its negative
            let board = match round % 4 {
                0 => a & Dominoes::board(3, 5) | (a & Dominoes::board(3, 5)) << 32,
                1 => Dominoes::board(4, 4) | b << 40,
                2 => a | b << 40 | (b & Dominoes::board(3, 2)) << 6,
                _ => Dominoes::board(3, 5) | (c & Dominoes::board(4, 4)) << 32,
            };
            setup.check(&board, false);
        }
        assert!(setup.dear > 5, "{} dear components", setup.dear);
    }
}

/// Masks have bounds and negatives, which cut off and cancel.
#[test]
fn sums_of_masks() {
    let mut random = Random(3);
    let mut dear = 0;
    for (rules, positions) in mask_positions(&mut random, 60) {
        let mut setup = Setup::new(rules);
        for position in &positions {
            setup.check(position, true);
        }
        dear += setup.dear;
    }
    assert!(dear > 20, "{dear} dear components");
    let mut setup = Setup::new(MaskRules::<1>::compile(domineering(5, 9)).unwrap());
    for round in 0..6 {
        // a wall of four columns and a wall, and what is left of it: two boards, sometimes one the other's transpose
        let free = |random: &mut Random| (0..16).map(|_| u16::from(random.below(6) == 0)).collect::<Vec<u16>>();
        let (a, b) = (free(&mut random), free(&mut random));
        let mut board = vec![1; 45];
        for cell in 0..16 {
            let (row, column) = (cell / 4, cell % 4);
            board[row * 9 + column] = a[cell];
            board[row * 9 + column + 5] = if round % 2 == 0 { b[cell] } else { a[column * 4 + row] };
        }
        let position = setup.rules.encode(&board).unwrap();
        setup.check(&position, false);
        if round % 2 == 1 {
            let control = Control::default();
            let value = setup.values[1].value(&setup.rules, &setup.universe, &position, 1, &control).unwrap();
            assert_eq!(value, Game::ZERO);
        }
    }
}
