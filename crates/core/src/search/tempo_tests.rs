//! Remoteness and suspense against their definition, written as a recursion.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::{Tempo, tempo};
use crate::error::Error;
use crate::limits::Control;
use crate::rules::{Player, Rules, Stuck, Winner};
use crate::search::toys::{Dominoes, Graph, Random, random_board};
use std::collections::HashMap;

type Answer = Option<(Player, u32, u32)>;

/// Winner, remoteness and suspense; `None` if some line of play ends without a winner. The winner picks the least
/// (greatest) number of moves among the winning ones, the loser the greatest (least) of all.
fn direct<R: Rules>(
    rules: &R,
    position: &R::Position,
    player: Player,
    memo: &mut HashMap<(R::Position, Player), Answer>,
) -> Answer {
    let key = (position.clone(), player);
    if let Some(known) = memo.get(&key) {
        return *known;
    }
    let over = |winner: Winner| match winner {
        Winner::Left => Some((Player::Left, 0, 0)),
        Winner::Right => Some((Player::Right, 0, 0)),
        Winner::Nobody => None,
    };
    let mut moves = Vec::new();
    if rules.goal(position).is_none() {
        rules.moves(position, player, &mut moves).unwrap();
    }
    let mut options = Vec::new();
    let mut drawn = false;
    for mv in &moves {
        let next = if rules.again(mv) { player } else { player.opponent() };
        match direct(rules, &rules.play(position, mv).unwrap(), next, memo) {
            Some(option) => options.push(option),
            None => drawn = true,
        }
    }
    let answer = if drawn {
        None
    } else if let Some(winner) = rules.goal(position) {
        over(winner)
    } else if options.is_empty() {
        over(rules.stuck().winner(player))
    } else {
        let won: Vec<_> = options.iter().filter(|option| option.0 == player).collect();
        let (winner, near, far) = if won.is_empty() {
            let near = options.iter().map(|option| option.1).max().unwrap();
            (player.opponent(), near, options.iter().map(|option| option.2).min().unwrap())
        } else {
            (player, won.iter().map(|option| option.1).min().unwrap(), won.iter().map(|option| option.2).max().unwrap())
        };
        Some((winner, 1 + near, 1 + far))
    };
    memo.insert(key, answer);
    answer
}

#[test]
fn random_graphs() {
    let control = Control::default();
    let mut random = Random(1);
    let (mut decided, mut drawn) = (0, 0);
    for _ in 0..3000 {
        let graph = Graph::random(&mut random, 16, false);
        for player in Player::BOTH {
            let found = tempo(&graph, &0, player, &control);
            match direct(&graph, &0, player, &mut HashMap::new()) {
                Some((winner, remoteness, suspense)) => {
                    assert_eq!(found.unwrap(), Tempo { winner, remoteness, suspense }, "{graph:?}");
                    decided += 1;
                }
                None => {
                    assert!(matches!(found, Err(Error::Invalid(_))), "{graph:?}");
                    drawn += 1;
                }
            }
        }
    }
    assert!(decided > 2000 && drawn > 200, "{decided} decided, {drawn} drawn");
}

#[test]
fn boards_of_dominoes() {
    let control = Control::default();
    let mut random = Random(2);
    for rules in [Dominoes::DOMINEERING, Dominoes::CRAM, Dominoes { stuck: Stuck::Wins, ..Dominoes::CRAM }] {
        let mut memo = HashMap::new();
        for _ in 0..30 {
            let board = random_board(&mut random, 3, 4);
            for player in Player::BOTH {
                let (winner, remoteness, suspense) = direct(&rules, &board, player, &mut memo).unwrap();
                assert_eq!(tempo(&rules, &board, player, &control).unwrap(), Tempo { winner, remoteness, suspense });
            }
        }
    }
}

#[test]
fn loops_are_refused() {
    let control = Control::default();
    let mut random = Random(3);
    let mut refused = 0;
    for _ in 0..300 {
        let mut graph = Graph::random(&mut random, 8, true);
        // a move from every node to itself
        for (node, moves) in graph.moves.iter_mut().enumerate() {
            moves.iter_mut().for_each(|side| side.push((node, true)));
        }
        graph.goals.iter_mut().for_each(|goal| *goal = None);
        refused += usize::from(matches!(tempo(&graph, &0, Player::Left, &control), Err(Error::Invalid(_))));
    }
    assert_eq!(refused, 300);
}
