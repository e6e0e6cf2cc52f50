use super::*;
use crate::error::Error;
use crate::limits::Limits;
use crate::rules::{Stuck, Winner};
use crate::search::toys::{Dominoes, Graph, Random, random_board, try_everything};
use std::collections::HashMap;

fn class<R: Rules>(rules: &R, position: &R::Position) -> char {
    let control = Control::default();
    let mut outcomes = Outcomes::new(1 << 28);
    let [left, right] = Player::BOTH.map(|player| outcomes.winner(rules, position, player, &control).unwrap());
    match (left, right) {
        (Winner::Left, Winner::Left) => 'V',
        (Winner::Right, Winner::Right) => 'H',
        (Winner::Left, Winner::Right) => 'N',
        (Winner::Right, Winner::Left) => 'P',
        _ => 'D',
    }
}

/// Published by Berlekamp (1988) and Breuker, Uiterwijk, van den Herik (2000).
#[test]
fn domineering_rectangles() {
    for (rows, classes) in [(1, "P"), (2, "VNNHVNN"), (3, "VNNHHHH"), (4, "VVVNVN"), (5, "VHVHP")] {
        let found: String =
            (1..=classes.len() as u32).map(|n| class(&Dominoes::DOMINEERING, &Dominoes::board(rows, n))).collect();
        assert_eq!(found, classes, "{rows} rows");
    }
    assert_eq!(class(&Dominoes::DOMINEERING, &Dominoes::board(6, 6)), 'N');
}

fn ask<R: Rules>(rules: &R, position: &R::Position, player: Player) -> Result<Winner> {
    Outcomes::new(1 << 20).winner(rules, position, player, &Control::default())
}

#[test]
fn loop_free_graphs() {
    let mut random = Random(1);
    let control = Control::default();
    for round in 0..4000 {
        let graph = Graph::random(&mut random, 24, false);
        let mut outcomes = Outcomes::new(1 << 20);
        let mut memo = HashMap::new();
        for node in 0..graph.moves.len() {
            for player in Player::BOTH {
                let expected = try_everything(&graph, &node, player, &mut memo);
                let kept = outcomes.winner(&graph, &node, player, &control).unwrap();
                assert_eq!((kept, ask(&graph, &node, player).unwrap()), (expected, expected), "{round}: {graph:?}");
                match outcomes.best(&graph, &node, player, &control).unwrap() {
                    None => assert!(graph.goals[node].is_some() || graph.moves[node][player as usize].is_empty()),
                    Some((index, winner)) => {
                        let (target, again) = graph.moves[node][player as usize][index];
                        let next = if again { player } else { player.opponent() };
                        assert_eq!(winner, expected);
                        assert_eq!(try_everything(&graph, &target, next, &mut memo), expected);
                    }
                }
            }
        }
    }
}

/// An answer is right or refused; and a game that never repeats is never refused.
#[test]
fn loopy_graphs_end() {
    let mut random = Random(2);
    let mut refused = 0;
    for _ in 0..2000 {
        let graph = Graph::random(&mut random, 12, true);
        for ((node, player), (winner, _)) in graph.solve() {
            match ask(&graph, &node, player) {
                Ok(found) => assert_eq!(found, winner),
                Err(Error::Invalid(_)) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(refused > 1000);
    let n = 3000;
    let line = |node: usize| if node + 1 < n { vec![(node + 1, false)] } else { Vec::new() };
    let long = Graph {
        moves: (0..n).map(|node| [line(node), line(node)]).collect(),
        goals: vec![None; n],
        stuck: Stuck::Loses,
        impartial: false,
        backwards: false,
    };
    assert_eq!(ask(&long, &0, Player::Left).unwrap(), Winner::Left);
}

#[test]
fn sums_agree_with_whole_boards() {
    let mut random = Random(3);
    let one_sided = [(true, false), (false, false)];
    let mixed = [(true, true), (false, true)];
    for may in [Dominoes::DOMINEERING.may, Dominoes::CRAM.may, one_sided, mixed] {
        for _ in 0..60 {
            let board = random_board(&mut random, 4, 5);
            let mut memo = HashMap::new();
            for player in Player::BOTH {
                let whole = Dominoes { may, split: false, stuck: Stuck::Loses };
                let parts = Dominoes { may, split: true, stuck: Stuck::Loses };
                let expected = try_everything(&whole, &board, player, &mut memo);
                assert_eq!(ask(&whole, &board, player).unwrap(), expected);
                assert_eq!(ask(&parts, &board, player).unwrap(), expected, "{board:x} {player:?}");
            }
        }
    }
}

#[test]
fn misere_and_drawn_ends() {
    let mut random = Random(4);
    for may in [Dominoes::DOMINEERING.may, Dominoes::CRAM.may] {
        for stuck in [Stuck::Wins, Stuck::Draws] {
            for _ in 0..30 {
                let rules = Dominoes { may, split: true, stuck };
                let board = random_board(&mut random, 4, 4);
                let mut memo = HashMap::new();
                for player in Player::BOTH {
                    let expected = try_everything(&rules, &board, player, &mut memo);
                    assert_eq!(ask(&rules, &board, player).unwrap(), expected);
                }
            }
        }
    }
}

/// The winner's moves from one table win against every reply.
#[test]
fn a_strategy_can_be_played_out() {
    let (rules, control) = (Dominoes::DOMINEERING, Control::default());
    let mut outcomes = Outcomes::new(1 << 24);
    let mut random = Random(6);
    for _ in 0..20 {
        let (mut board, mut player) = (Dominoes::board(4, 6), Player::Left);
        assert_eq!(outcomes.winner(&rules, &board, player, &control).unwrap(), Winner::Left);
        loop {
            let mut moves = Vec::new();
            rules.moves(&board, player, &mut moves).unwrap();
            let Some((best, _)) = outcomes.best(&rules, &board, player, &control).unwrap() else { break };
            let index = if player == Player::Left { best } else { random.below(moves.len() as u64) as usize };
            board = rules.play(&board, &moves[index]).unwrap();
            player = player.opponent();
        }
        assert_eq!(player, Player::Right);
    }
}

#[test]
fn limits_stop_the_search_and_the_table_stays_sound() {
    let (rules, board) = (Dominoes::DOMINEERING, Dominoes::board(6, 6));
    let mut outcomes = Outcomes::new(1 << 16);
    let control = Control::new(Limits { positions: Some(2000), ..Limits::default() });
    assert!(matches!(outcomes.winner(&rules, &board, Player::Left, &control), Err(Error::Limit(..))));
    let control = Control::default();
    control.cancel();
    assert!(matches!(outcomes.winner(&rules, &board, Player::Left, &control), Err(Error::Cancelled)));
    let control = Control::default();
    assert_eq!(outcomes.winner(&rules, &board, Player::Left, &control).unwrap(), Winner::Left);
    assert_eq!(control.peak_memory(), 1 << 16);
}

#[test]
#[ignore = "seconds: run in release"]
fn large_domineering_boards() {
    for n in [6, 7] {
        for player in Player::BOTH {
            let control = Control::default();
            let mut outcomes = Outcomes::new(1 << 28);
            let winner = outcomes.winner(&Dominoes::DOMINEERING, &Dominoes::board(n, n), player, &control).unwrap();
            println!("{n}x{n} {player:?}: {:?} after {} positions", control.elapsed(), control.positions());
            assert_eq!(winner, player.into());
        }
    }
}
