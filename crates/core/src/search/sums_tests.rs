//! Who wins a sum: against the value compared with zero, and against trying everything.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::SumOutcomes;
use crate::error::Error;
use crate::kernels::masks::MaskRules;
use crate::limits::{Control, Limits};
use crate::rules::{CHEAP_MOVES, Player, Rules, Shrinks, Winner};
use crate::search::climate::Climate;
use crate::search::toys::{Dominoes, Random, random_board, try_everything};
use crate::search::values::Values;
use crate::search::values::tests::{capture_positions, captures, domineering, games_of_dominoes, mask_positions};
use crate::sets::{each, only};
use crate::values::dyadic::Dyadic;
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
    expensive: usize,
}

impl<R: Rules> Setup<R> {
    fn new(rules: R) -> Self {
        Setup {
            rules,
            universe: Universe::default(),
            values: [Values::default(), Values::default()],
            outcomes: SumOutcomes::new(16 << 20),
            memo: HashMap::new(),
            expensive: 0,
        }
    }

    /// By value: Left, to move, wins unless G <= 0; Right unless G >= 0.
    fn check(&mut self, position: &R::Position, everything: bool) {
        let control = Control::default();
        let Setup { rules, universe, values, outcomes, memo, expensive } = self;
        let value = values[1].value(rules, universe, position, 1, &control).unwrap();
        let mut parts = Vec::new();
        if !rules.split(position, &mut parts) {
            parts.push(position.clone());
        }
        for part in &parts {
            let mut moves = Vec::new();
            Player::BOTH.iter().for_each(|player| rules.moves(part, *player, &mut moves).unwrap());
            *expensive += usize::from(moves.len() > CHEAP_MOVES);
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
            assert_eq!(at_once(3).first_wins(rules, pair, position, player, &control).unwrap(), wins);
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

/// A small component, its negative and others beside a large one: what cancels or is a number is gathered.
#[test]
fn small_components_add_up() {
    let mut random = Random(21);
    let mut setup = Setup::new(MaskRules::<1>::compile(domineering(4, 15)).unwrap());
    for _ in 0..30 {
        let mut cells = [[1_u16; 15]; 4];
        for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
            let covered = u16::from(random.below(4) == 0);
            cells[row][column] = covered;
            cells[column][4 + row] = covered; // the transposed is the negative
        }
        for row in &mut cells {
            for cell in &mut row[8..] {
                *cell = u16::from(random.below(5) == 0);
            }
        }
        // sometimes not quite
        if random.below(2) == 0 {
            cells[random.below(3) as usize][4 + random.below(3) as usize] = 1;
        }
        let position = setup.rules.encode(&cells.concat()).unwrap();
        setup.check(&position, false);
    }
    assert!(setup.expensive > 10);
}

/// So many threads from the first state on.
fn at_once(threads: usize) -> SumOutcomes {
    SumOutcomes { alone: 0, threads: Some(threads), ..SumOutcomes::new(1 << 22) }
}

/// Long enough for threads to find what others have decided.
#[test]
fn threads_agree() {
    let control = Control::default();
    let mut random = Random(13);
    for threads in 1..=4 {
        let board = |rules: MaskRules<1>, symbols: &[u16], player: Player| {
            let position = rules.encode(symbols).unwrap();
            let known = (&Universe::default(), &Values::default());
            at_once(threads).first_wins(&rules, known, &position, player, &control).unwrap()
        };
        let dominoes = |player| board(MaskRules::compile(domineering(6, 8)).unwrap(), &[0; 48], player);
        assert_eq!(Player::BOTH.map(dominoes), [false, true]);
        let stones: Vec<u16> = (0..20).map(|cell| 1 + ((cell / 5 + cell % 5) % 2) as u16).collect();
        let rules = MaskRules::compile(captures(&mut random, 0, 4, 5)).unwrap();
        assert!(board(rules, &stones, Player::Left));
    }
}

/// An error of one thread stops the others and is told.
#[test]
fn limits_hold_for_threads() {
    let rules = MaskRules::<2>::compile(domineering(9, 9)).unwrap();
    let position = rules.encode(&[0; 81]).unwrap();
    let known = (&Universe::default(), &Values::default());
    for limits in [
        Limits { positions: Some(2000), ..Limits::default() },
        Limits { time: Some(std::time::Duration::from_millis(1)), ..Limits::default() },
        Limits { memory: Some(1 << 16), ..Limits::default() },
    ] {
        let stopped = at_once(3).first_wins(&rules, known, &position, Player::Left, &Control::new(limits));
        assert!(matches!(stopped, Err(Error::Limit(..))), "{stopped:?}");
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
        assert!(setup.expensive > 0);
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
        assert!(setup.expensive > 5, "{} expensive components", setup.expensive);
    }
}

/// Masks have bounds and negatives, which cut off and cancel.
#[test]
fn sums_of_masks() {
    let mut random = Random(3);
    let mut expensive = 0;
    for (rules, positions) in mask_positions(&mut random, 60) {
        let mut setup = Setup::new(rules);
        for position in &positions {
            setup.check(position, true);
        }
        expensive += setup.expensive;
    }
    assert!(expensive > 20, "{expensive} expensive components");
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

/// Moves bring new moves, and components are not seen to be one player's.
#[test]
fn sums_of_captures() {
    let mut random = Random(10);
    let mut expensive = 0;
    for (rules, positions) in capture_positions(&mut random, 32) {
        let mut setup = Setup::new(rules);
        for position in &positions {
            setup.check(position, true);
        }
        expensive += setup.expensive;
    }
    assert!(expensive > 20, "{expensive} expensive components");
    // full boards, by a plain search without values or symmetries of ours
    let control = Control::default();
    for (rows, columns, wins) in [(3, 4, false), (2, 8, true), (3, 6, false), (4, 5, true)] {
        let rules = MaskRules::<1>::compile(captures(&mut random, 0, rows, columns)).unwrap();
        let board: Vec<u16> =
            (0..rows * columns).map(|cell| 1 + ((cell / columns + cell % columns) % 2) as u16).collect();
        let (universe, values) = (Universe::default(), Values::default());
        let position = rules.encode(&board).unwrap();
        let found =
            SumOutcomes::new(1 << 24).first_wins(&rules, (&universe, &values), &position, Player::Left, &control);
        assert_eq!(found.unwrap(), wins, "{rows}x{columns}");
    }
}

/// Random games, and what temperatures tell about their sums.
#[test]
fn climates_tell_who_wins() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut worker = Worker::new(&universe, &control);
    let mut random = Random(8);
    let mut games: Vec<Game> =
        (-6..=6).map(|n| universe.number(Dyadic::new(n, 1).unwrap(), &control).unwrap()).collect();
    for _ in 0..60 {
        let mut pick = || -> Vec<Game> {
            (0..1 + random.below(2)).map(|_| games[random.below(games.len() as u64) as usize]).collect()
        };
        let (left, right) = (pick(), pick());
        games.push(worker.game(&left, &right).unwrap());
    }
    let mut told = [0; 2];
    for _ in 0..4000 {
        let chosen: Vec<Game> =
            (0..1 + random.below(4)).map(|_| games[random.below(games.len() as u64) as usize]).collect();
        let (mut sum, mut climate) = (Game::ZERO, Climate::default());
        for &game in &chosen {
            sum = worker.add(sum, game).unwrap();
            climate = climate.plus(Climate::of(&worker.thermograph(game).unwrap())[0]);
        }
        // nothing is lost by knowing less
        let climate = climate.or(Climate::number(-200));
        if climate.wins_first() {
            assert!(!worker.le(sum, Game::ZERO).unwrap(), "Left wins {chosen:?} moving first");
            told[0] += 1;
        }
        if climate.wins_second() {
            assert!(worker.le(Game::ZERO, sum).unwrap(), "Left wins {chosen:?} moving second");
            told[1] += 1;
        }
    }
    assert!(told[0] > 500 && told[1] > 300, "{told:?}");
}

/// The pieces between lines add up to something that is no better for the player whose hand is tied.
#[test]
fn a_tied_hand_is_no_help() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(9);
    let mut checked = 0;
    for (rules, positions) in mask_positions(&mut random, 60) {
        let values = Values::default();
        for position in &positions {
            let whole = values.value(&rules, &universe, position, 1, &control).unwrap();
            let mut worker = Worker::new(&universe, &control);
            let Some(Shrinks::Narrow(game)) = rules.shrinking() else { continue };
            let moves = game.legal(position);
            game.moves().components(moves, |component| {
                assert_eq!(game.legal(&game.position(component)), component, "{:?}", rules.decode(position));
            });
            for player in Player::BOTH {
                // all sums between lines, by the last line
                let mut sums: Vec<Vec<Game>> = vec![vec![Game::ZERO]];
                for band in game.moves().bands(player) {
                    sums.resize(sums.len().max(band.to + 1), Vec::new());
                    let mut here = Game::ZERO;
                    game.moves().components(moves & band.moves, |piece| {
                        let value = values.value(&rules, &universe, &game.position(piece), 1, &control).unwrap();
                        here = worker.add(here, value).unwrap();
                    });
                    for before in sums[band.from].clone() {
                        let sum = worker.add(before, here).unwrap();
                        sums[band.to].push(sum);
                    }
                }
                for &sum in sums.last().unwrap().iter().filter(|_| sums.len() > 1) {
                    let (least, most) = if player == Player::Left { (sum, whole) } else { (whole, sum) };
                    assert!(worker.le(least, most).unwrap(), "{:?}", rules.decode(position));
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

/// Symmetries take moves to moves of the same player, or of the other, that end what they should.
#[test]
fn images_of_moves() {
    let mut random = Random(12);
    let mut checked = [0; 2];
    let squares =
        [(3, 3), (4, 4), (3, 4)].map(|(rows, columns)| MaskRules::compile(domineering(rows, columns)).unwrap());
    let others = mask_positions(&mut random, 60).into_iter().map(|(rules, _)| rules);
    for rules in squares.into_iter().chain(others) {
        let Some(Shrinks::Narrow(game)) = rules.shrinking() else { continue };
        let moves = game.moves();
        for exchange in [false, true] {
            for image in moves.images(exchange) {
                let of = |set: u128| each(set).fold(0, |all, m| all | only::<u128>(image[m]));
                for (m, &to) in image.iter().enumerate() {
                    assert_eq!(of(moves.ended(m)), moves.ended(to));
                }
                for player in Player::BOTH {
                    let other = if exchange { player.opponent() } else { player };
                    assert_eq!(of(moves.own(player)), moves.own(other));
                }
                checked[usize::from(exchange)] += 1;
            }
        }
    }
    assert!(checked[0] > 30 && checked[1] >= 8, "{checked:?}");
}

/// What is not known never decides, however much is added to it.
#[test]
fn nothing_is_known_of_nothing() {
    let hot = Climate::number(900);
    let mut sum = Climate::NOTHING;
    for _ in 0..4 {
        sum = sum.plus(Climate::NOTHING).plus(hot);
        assert!(!sum.wins_first() && !sum.wins_second());
        let better = sum.or(Climate::number(1));
        assert!(better.wins_first() && better.wins_second());
    }
    assert!(Climate::default().wins_second() && !Climate::default().wins_first());
}

/// Boards in a corner of one with so many dominoes that sets are wide.
#[test]
fn wide_sets_of_moves() {
    let mut random = Random(14);
    let mut setup = Setup::new(MaskRules::<2>::compile(domineering(9, 10)).unwrap());
    assert!(matches!(setup.rules.shrinking(), Some(Shrinks::Wide(_))));
    for round in 0..6 {
        let mut board = vec![1; 90];
        let (first_row, first_column) = (random.below(6) as usize, random.below(6) as usize);
        for cell in 0..25 {
            board[(first_row.min(4) + cell / 5) * 10 + first_column + cell % 5] = u16::from(random.below(8) == 0);
        }
        if round % 2 == 0 {
            board[89] = 0;
            board[79] = 0;
        }
        let position = setup.rules.encode(&board).unwrap();
        setup.check(&position, false);
    }
    assert!(setup.expensive > 3, "{}", setup.expensive);
}

/// Whoever starts on a square of Domineering has the chances of the other; on other boards it may matter.
#[test]
fn positions_that_are_their_own_negatives() {
    let rules = MaskRules::<1>::compile(domineering(4, 4)).unwrap();
    let mut board = vec![0; 16];
    assert!(rules.own_negative(&rules.encode(&board).unwrap()));
    board[0] = 1;
    assert!(rules.own_negative(&rules.encode(&board).unwrap()));
    board[1] = 1;
    assert!(!rules.own_negative(&rules.encode(&board).unwrap()));
    let rules = MaskRules::<1>::compile(domineering(3, 4)).unwrap();
    assert!(!rules.own_negative(&rules.encode(&[0; 12]).unwrap()));
}
