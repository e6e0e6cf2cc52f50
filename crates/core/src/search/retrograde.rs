//! Loopy games: win, loss or draw and the number of moves to the end, for every position that can be reached.
//!
//! Ends are settled first; then, in order of distance, each settled node settles the predecessors whose mover it suits,
//! and counts down the open moves of the others, which are lost when none is left. What is never settled is drawn.
//! Because nodes are settled in order of distance, the winner's shortest and the loser's longest way come out.
//! Reference: Ströhlein 1970; Fraenkel, Perl 1975 (loopy games).
//!
//! A node costs one word, which counts its open moves and later holds its result; `reached.rs` has the table and the way
//! back. The nodes of one distance are listed while they are few. Where they are many they are found by going through
//! all words: then there are so many that this costs less than settling them.

use crate::error::Result;
use crate::limits::Control;
use crate::rules::{Player, Rules, Winner};
use crate::search::index::{Index, bytes_of, make_room};
use crate::search::reached::{Backwards, Node, Reached, Settled, Word};

/// All nodes that can be reached from one start.
pub struct Solved<P> {
    index: Index<P>,
    /// `each` words for a position: one, or one for each player to move.
    words: Vec<Word>,
    each: usize,
}

/// How many nodes the player to move wins, loses and draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
}

impl<P: Clone + Eq + std::hash::Hash> Solved<P> {
    /// Winner and remoteness: the number of moves to the end if the winner hurries and the loser delays. A draw has no
    /// remoteness unless the play is over already. `None` for a node not reached.
    #[must_use]
    pub fn look_up<R: Rules<Position = P>>(
        &self,
        rules: &R,
        position: &P,
        player: Player,
    ) -> Option<(Winner, Option<u32>)> {
        let position = rules.canonical(position);
        let number = self.index.find(rules.key(&position), &position)? as usize;
        let word = self.words[self.each * number + if self.each == 2 { player as usize } else { 0 }];
        if !word.reached() {
            return None;
        }
        Some(match word.result() {
            Some((Settled::Won, moves)) => (player.into(), Some(moves)),
            Some((Settled::Lost, moves)) => (player.opponent().into(), Some(moves)),
            Some((Settled::Drawn, moves)) => (Winner::Nobody, Some(moves)),
            None => (Winner::Nobody, None),
        })
    }

    /// The index of a best move in the order of `rules.moves` and the result after it: the quickest win, else a draw,
    /// else the slowest loss. `None` when the play is over or the node was not reached.
    pub fn best<R: Rules<Position = P>>(
        &self,
        rules: &R,
        position: &P,
        player: Player,
    ) -> Result<Option<(usize, Winner, Option<u32>)>> {
        let mut moves = Vec::new();
        if rules.goal(position).is_none() {
            rules.moves(position, player, &mut moves)?;
        }
        let (mut best, mut best_rank) = (None, (-1, 0));
        for (index, mv) in moves.iter().enumerate() {
            let next = if rules.again(mv) { player } else { player.opponent() };
            let Some((winner, remoteness)) = self.look_up(rules, &rules.play(position, mv)?, next) else {
                return Ok(None);
            };
            let far = i64::from(remoteness.unwrap_or(0));
            let rank = match winner {
                Winner::Nobody => (1, 0),
                w if w == player.into() => (2, -far),
                _ => (0, far),
            };
            if rank > best_rank {
                (best, best_rank) = (Some((index, winner, remoteness)), rank);
            }
        }
        Ok(best)
    }

    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for word in self.words.iter().filter(|word| word.reached()) {
            match word.result() {
                Some((Settled::Won, _)) => counts.wins += 1,
                Some((Settled::Lost, _)) => counts.losses += 1,
                _ => counts.draws += 1,
            }
        }
        counts
    }

    /// The canonical positions that can be reached.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        self.index.positions()
    }
}

/// Solve every node that can be reached from `start`, with either player to move first.
pub fn solve<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Solved<R::Position>> {
    solve_for(rules, start, &Player::BOTH, control)
}

/// [`solve`] with only the given players to move at the start.
pub fn solve_for<R: Rules>(
    rules: &R,
    start: &R::Position,
    players: &[Player],
    control: &Control,
) -> Result<Solved<R::Position>> {
    if rules.even_handed() {
        settled::<R, 1>(rules, start, players, control)
    } else {
        settled::<R, 2>(rules, start, players, control)
    }
}

fn settled<R: Rules, const N: usize>(
    rules: &R,
    start: &R::Position,
    players: &[Player],
    control: &Control,
) -> Result<Solved<R::Position>> {
    let mut reached = Reached::<R::Position, N>::explore(rules, start, players, control)?;
    let tables = reached.bytes();
    let (words, backwards) = reached.backwards(rules);
    settle(words, backwards, tables, control)?;
    let Reached { index, words, .. } = reached;
    Ok(Solved { index, words: words.into_flattened(), each: N })
}

/// The nodes of one distance: listed while they are at most `most`.
struct Layer {
    nodes: Vec<u32>,
    most: usize,
    listed: bool,
}

impl Layer {
    #[inline]
    fn push(&mut self, node: Node, others: u64, control: &Control) -> Result<()> {
        if !self.listed {
            return Ok(());
        }
        if self.nodes.len() == self.most {
            (self.nodes, self.listed) = (Vec::new(), false);
            return Ok(());
        }
        make_room(&mut self.nodes, 1, others, control)?;
        self.nodes.push(node as u32);
        Ok(())
    }
}

fn settle<R: Rules, const N: usize>(
    words: &mut [[Word; N]],
    mut backwards: Backwards<R, N, Settled>,
    tables: u64,
    control: &Control,
) -> Result<()> {
    let mut ticker = control.ticker();
    let most = words.len() / 16 + 1024;
    let mut layer = Layer { nodes: Vec::new(), most, listed: false };
    for moves in 0.. {
        control.set_depth(u64::from(moves));
        let mut following = Layer { nodes: Vec::new(), most, listed: true };
        let others = tables + bytes_of(&layer.nodes);
        let mut any = false;
        let mut each = |words: &mut [[Word; N]], node: Node, again: bool, result: Settled| {
            let word = &mut words[node / N][node % N];
            let Some(open) = word.moves() else { return Ok(()) };
            let wins = (result == Settled::Won) == again;
            if !wins && open > 1 {
                *word = word.fewer();
                return Ok(());
            }
            *word = Word::settled(if wins { Settled::Won } else { Settled::Lost }, moves + 1);
            any = true;
            following.push(node, others, control)
        };
        if layer.listed {
            for &node in &layer.nodes {
                let node = node as Node;
                ticker.glance()?;
                if let Some((result, _)) = words[node / N][node % N].result() {
                    backwards.before(node, result, words, &mut each)?;
                }
            }
        } else {
            for node in 0..N * words.len() {
                ticker.glance()?;
                if let Some((result @ (Settled::Won | Settled::Lost), at)) = words[node / N][node % N].result()
                    && at == moves
                {
                    backwards.before(node, result, words, &mut each)?;
                }
            }
        }
        backwards.finish(words, &mut each)?;
        if !any {
            break;
        }
        layer = following;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::limits::Limits;
    use crate::rules::Stuck;
    use crate::search::toys::{Dominoes, Graph, Random};
    use crate::search::{outcome::Outcomes, proof_number::Proofs, who_wins::WhoWins};
    use std::collections::HashSet;

    #[test]
    fn graphs_with_and_without_loops() {
        let mut random = Random(21);
        let mut endless = 0;
        for round in 0..6000 {
            // now and then more nodes than a batch of lookups holds
            let mut graph = Graph::random(&mut random, if round % 50 == 0 { 400 } else { 16 }, round % 3 > 0);
            graph.backwards = round % 2 == 0;
            let expected = graph.solve();
            let control = Control::default();
            let solved = solve(&graph, &0, &control).unwrap();
            let each = if graph.even_handed() { 1 } else { 2 };
            assert_eq!(solved.each, each);
            let mut reached = HashSet::new();
            let mut todo = vec![(0, Player::Left), (0, Player::Right)];
            let mut counts = Counts::default();
            while let Some((node, player)) = todo.pop() {
                if !reached.insert((node, player)) {
                    continue;
                }
                let found = solved.look_up(&graph, &node, player).unwrap();
                assert_eq!(found, expected[&(node, player)], "{round} {node} {player:?}: {graph:?}");
                if each == 2 || player == Player::Left {
                    match found.0 {
                        w if w == player.into() => counts.wins += 1,
                        Winner::Nobody => counts.draws += 1,
                        _ => counts.losses += 1,
                    }
                }
                endless += u32::from(found == (Winner::Nobody, None));
                let best = solved.best(&graph, &node, player).unwrap();
                if graph.goals[node].is_some() || graph.moves[node][player as usize].is_empty() {
                    assert_eq!(best, None);
                    continue;
                }
                for &(target, again) in &graph.moves[node][player as usize] {
                    todo.push((target, if again { player } else { player.opponent() }));
                }
                let (index, winner, remoteness) = best.unwrap();
                assert_eq!((winner, remoteness.map(|r| r + 1)), (found.0, found.1.or(remoteness.map(|r| r + 1))));
                assert!(index < graph.moves[node][player as usize].len());
            }
            assert_eq!(solved.counts(), counts);
            assert_eq!(solved.positions().len(), reached.iter().map(|r| r.0).collect::<HashSet<_>>().len());
        }
        assert!(endless > 1000);
    }

    #[test]
    fn distances_with_too_many_nodes_to_list_are_gone_through() {
        // from 0 to one of many, from there to one of its own, from there to the end
        let many = 3000;
        let end = 2 * many + 1;
        let moves = (0..=end).map(|node| {
            let list: Vec<_> = match node {
                0 => (1..=many).map(|to| (to, false)).collect(),
                _ if node == end => Vec::new(),
                _ => vec![((node + many).min(end), false)],
            };
            [list.clone(), list]
        });
        let graph = Graph {
            moves: moves.collect(),
            goals: vec![None; end + 1],
            stuck: Stuck::Loses,
            impartial: true,
            backwards: false,
        };
        let solved = solve(&graph, &0, &Control::default()).unwrap();
        for (node, expected) in [(0, (Winner::Left, 3)), (1, (Winner::Right, 2)), (end - 1, (Winner::Left, 1))] {
            let found = solved.look_up(&graph, &node, Player::Left);
            assert_eq!(found, Some((expected.0, Some(expected.1))));
        }
        assert_eq!(solved.counts(), Counts { wins: many as u64 + 1, losses: many as u64 + 1, draws: 0 });
    }

    #[test]
    fn all_methods_agree() {
        let mut random = Random(22);
        for _ in 0..3000 {
            let graph = Graph::random(&mut random, 30, false);
            let control = Control::default();
            let solved = solve(&graph, &0, &control).unwrap();
            let mut outcomes = Outcomes::new(0);
            for player in Player::BOTH {
                let expected = solved.look_up(&graph, &0, player).unwrap().0;
                assert_eq!(outcomes.winner(&graph, &0, player, &control).unwrap(), expected);
                assert_eq!(Proofs::new(0).winner(&graph, &0, player, &control).unwrap(), expected);
            }
        }
        for stuck in [Stuck::Loses, Stuck::Wins] {
            for (rows, columns) in [(3, 4), (4, 4), (4, 3)] {
                let rules = Dominoes { stuck, ..Dominoes::DOMINEERING };
                let board = Dominoes::board(rows, columns);
                let control = Control::default();
                let solved = solve(&rules, &board, &control).unwrap();
                for player in Player::BOTH {
                    let expected = solved.look_up(&rules, &board, player).unwrap().0;
                    assert_eq!(Outcomes::new(0).winner(&rules, &board, player, &control).unwrap(), expected);
                    assert_eq!(Proofs::new(1 << 20).winner(&rules, &board, player, &control).unwrap(), expected);
                }
            }
        }
    }

    #[test]
    fn only_reached_nodes_are_solved_and_limits_hold() {
        let rules = Dominoes::CRAM;
        let board = Dominoes::board(4, 4);
        let control = Control::default();
        let one = solve_for(&rules, &board, &[Player::Left], &control).unwrap();
        assert!(one.look_up(&rules, &board, Player::Right).is_none());
        assert!(one.look_up(&rules, &board, Player::Left).is_some());
        assert!(control.peak_memory() > 16 * one.positions().len() as u64);
        let control = Control::new(Limits { memory: Some(1 << 14), ..Limits::default() });
        assert!(matches!(solve(&rules, &board, &control), Err(Error::Limit(..))));
        let control = Control::new(Limits { positions: Some(600), ..Limits::default() });
        assert!(matches!(solve(&rules, &Dominoes::board(5, 5), &control), Err(Error::Limit(..))));
    }
}
