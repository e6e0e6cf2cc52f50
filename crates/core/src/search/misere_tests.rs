//! Misère sums against trying everything: heaps, dominoes, and sums of games drawn at random.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::{MisereSums, Search};
use crate::error::{Error, Result};
use crate::kernels::heaps::{HeapCode, HeapRules};
use crate::limits::{Control, Limits};
use crate::rules::{Player, Rules, Stuck, Winner};
use crate::search::outcome::Outcomes;
use crate::search::toys::{Dominoes, Random, random_board, try_everything};
use crate::search::who_wins::WhoWins;
use std::collections::HashMap;

/// Who wins, and with which move, must be what trying everything says.
struct Setup<R: Rules> {
    rules: R,
    sums: MisereSums<R::Position>,
    memo: HashMap<(R::Position, Player), Winner>,
}

impl<R: Rules> Setup<R> {
    fn new(rules: R) -> Self {
        Setup { rules, sums: MisereSums::new(16 << 20), memo: HashMap::new() }
    }

    fn check(&mut self, position: &R::Position) -> bool {
        let control = Control::default();
        let Setup { rules, sums, memo } = self;
        for player in Player::BOTH {
            let wins = try_everything(rules, position, player, memo) == player.into();
            assert_eq!(sums.first_wins(rules, position, player, &control).unwrap(), wins);
            let mut moves = Vec::new();
            rules.moves(position, player, &mut moves).unwrap();
            match sums.winning_move(rules, position, player, &control).unwrap() {
                None => assert!(!wins || moves.is_empty()),
                Some(index) => {
                    let child = rules.play(position, &moves[index]).unwrap();
                    assert_eq!(try_everything(rules, &child, player.opponent(), memo), player.into());
                }
            }
        }
        memo[&(position.clone(), Player::Left)] == Winner::Left
    }
}

fn heaps(code: &str) -> HeapRules {
    HeapRules::new(HeapCode::parse(code).unwrap(), true)
}

#[test]
fn sums_of_heaps() {
    let mut random = Random(3);
    for code in
        ["0.77", "0.07", "0.007", "0.6", "4!.0", "0.137", "0.(3)", "4.0", "0.3F", "0.75", "0.123", "4.(6!)", "0.7!"]
    {
        let mut setup = Setup::new(heaps(code));
        let mut won = 0;
        for _ in 0..60 {
            let sizes: Vec<u32> = (0..1 + random.below(4)).map(|_| 1 + random.below(9) as u32).collect();
            won += u32::from(setup.check(&setup.rules.position(&sizes)));
        }
        for heap in 0..16 {
            won += u32::from(setup.check(&setup.rules.position(&[heap])));
        }
        assert!(won > 5 && won < 75, "{code}: {won}");
    }
}

/// Rows of Dawson's Kayles and Kayles, beyond what trying everything reaches.
#[test]
fn long_rows() {
    let control = Control::default();
    for (code, longest) in [("0.07", 48), ("0.77", 26), ("0.007", 60), ("4!.0", 40)] {
        let rules = heaps(code);
        let (mut sums, mut outcomes) = (MisereSums::new(16 << 20), Outcomes::new(64 << 20));
        for heap in 1..=longest {
            let position = vec![heap];
            let wins = outcomes.winner(&rules, &position, Player::Left, &control).unwrap() == Winner::Left;
            assert_eq!(sums.first_wins(&rules, &position, Player::Left, &control).unwrap(), wins, "{code} {heap}");
        }
    }
}

#[test]
fn boards_of_dominoes() {
    let mut random = Random(8);
    for may in [[(true, true), (true, true)], [(true, false), (false, true)], [(true, true), (false, true)]] {
        let mut setup = Setup::new(Dominoes { may, split: true, stuck: Stuck::Wins });
        let mut won = 0;
        for _ in 0..150 {
            won += u32::from(setup.check(&random_board(&mut random, 4, 4)));
        }
        setup.check(&Dominoes::board(4, 4));
        assert!(won > 20 && won < 130, "{may:?}: {won}");
    }
}

/// Sums of nodes of an acyclic graph drawn at random: a move replaces a node by one or two later ones, or by none.
struct Nodes {
    moves: Vec<Vec<Vec<usize>>>,
}

impl Nodes {
    fn random(random: &mut Random, nodes: u64) -> Nodes {
        let option = |random: &mut Random, node: u64| -> Vec<usize> {
            (0..random.below(3)).filter(|_| node > 0).map(|_| random.below(node.max(1)) as usize).collect()
        };
        let options = |random: &mut Random, node: u64| {
            let mut found: Vec<_> = (0..random.below(5)).map(|_| option(random, node)).collect();
            found.iter_mut().for_each(|nodes| nodes.sort_unstable());
            found
        };
        Nodes { moves: (0..nodes).map(|node| options(random, node)).collect() }
    }
}

impl Rules for Nodes {
    type Position = Vec<usize>;
    type Move = Vec<usize>;

    fn moves(&self, position: &Vec<usize>, _player: Player, out: &mut Vec<Vec<usize>>) -> Result<()> {
        for (at, &node) in position.iter().enumerate() {
            for option in &self.moves[node] {
                let mut next = position.clone();
                next.remove(at);
                next.extend(option);
                next.sort_unstable();
                out.push(next);
            }
        }
        Ok(())
    }

    fn play(&self, _position: &Vec<usize>, mv: &Vec<usize>) -> Result<Vec<usize>> {
        Ok(mv.clone())
    }

    fn goal(&self, _position: &Vec<usize>) -> Option<Winner> {
        None
    }

    fn stuck(&self) -> Stuck {
        Stuck::Wins
    }

    fn impartial(&self) -> bool {
        true
    }

    fn split(&self, position: &Vec<usize>, out: &mut Vec<Vec<usize>>) -> bool {
        out.extend(position.iter().map(|&node| vec![node]));
        true
    }
}

#[test]
fn sums_of_random_games() {
    let mut random = Random(21);
    let (mut won, mut simplified) = (0, 0);
    for _ in 0..400 {
        let nodes = 3 + random.below(6);
        let mut setup = Setup::new(Nodes::random(&mut random, nodes));
        for _ in 0..6 {
            let mut position: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(nodes) as usize).collect();
            position.sort_unstable();
            won += u32::from(setup.check(&position));
        }
        simplified += setup.sums.known.len() - setup.sums.components.len();
    }
    assert!(won > 400 && won < 2000, "{won}");
    assert!(simplified > 1000, "{simplified}");
}

/// What Winning Ways, chapter 13, and On Numbers and Games, chapter 12, say about small heaps.
#[test]
fn components_are_simplified() {
    let control = Control::default();
    let shown = |code: &str, heap: u32| {
        let rules = heaps(code);
        let mut sums = MisereSums::new(1 << 20);
        let mut search = Search::new(&mut sums, &rules, &control);
        let sum = search.sum_of(&vec![heap]).unwrap();
        let parts = sum.parts.iter().map(|&id| search.memo.components[id as usize].face.0[0]).collect::<Vec<_>>();
        (parts, sum.starred)
    };
    for (heap, expected) in [
        (1, (vec![], false)),
        (2, (vec![], true)),
        (3, (vec![], true)),
        (4, (vec![4], false)),
        (5, (vec![], false)),
        (7, (vec![], true)),
        (9, (vec![], false)),
        (11, (vec![6], false)),
        (13, (vec![6], true)),
    ] {
        assert_eq!(shown("0.07", heap), expected, "{heap}");
    }
    assert_eq!(shown("0.77", 4), (vec![], true));
    assert_eq!(shown("4!.0", 8), (vec![5], false));
}

#[test]
fn limits_are_kept() {
    let rules = heaps("0.77");
    let control = Control::new(Limits { positions: Some(1000), ..Limits::default() });
    let stopped = MisereSums::new(1 << 20).first_wins(&rules, &vec![90], Player::Left, &control);
    assert!(matches!(stopped, Err(Error::Limit(..))));
    let control = Control::new(Limits { memory: Some(1 << 16), ..Limits::default() });
    let stopped = MisereSums::new(1 << 30).first_wins(&rules, &vec![90], Player::Left, &control);
    assert!(matches!(stopped, Err(Error::Limit(..))));
}
