//! Loopy games: win, loss or draw and the number of moves to the end, for every position that can be reached.
//!
//! A node is a canonical position with the player to move; nodes are numbered breadth-first from the start, and the
//! moves between them are stored backwards, in compressed rows. Ends are settled first; then, in order of distance, each
//! settled node settles the predecessors whose mover it suits, and counts down the open moves of the others, which are
//! lost when none is left. What is never settled is drawn. Because nodes are settled in order of distance, the winner's
//! shortest and the loser's longest way come out. Reference: Ströhlein 1970; Fraenkel, Perl 1975 (loopy games).

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules, Winner};
use crate::search::table::{Interner, Ledger};

const NONE: u32 = u32::MAX;

/// All nodes that can be reached from one start.
pub struct Solved<P> {
    positions: Interner<P>,
    /// Node numbers of a position, by player to move.
    nodes: Vec<[u32; 2]>,
    results: Vec<Outcome>,
    counts: Counts,
}

/// How many nodes the player to move wins, loses and draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
}

/// Winner and remoteness in one word.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Outcome(u32);

impl Outcome {
    const OPEN: Outcome = Outcome(u32::MAX);

    fn new(winner: Winner, remoteness: u32) -> Outcome {
        Outcome(remoteness << 2 | winner as u32)
    }

    /// `None` while open: at the end that means a draw by endless play or by a later end without a winner.
    fn get(self) -> Option<(Winner, u32)> {
        let winner = match self.0 & 3 {
            0 => Winner::Left,
            1 => Winner::Right,
            2 => Winner::Nobody,
            _ => return None,
        };
        Some((winner, self.0 >> 2))
    }
}

impl<P: Clone + Eq + std::hash::Hash> Solved<P> {
    /// Winner and remoteness of a *canonical* position: the number of moves to the end if the winner hurries and the
    /// loser delays. A draw has no remoteness unless the play is over already. `None` for a node not reached.
    #[must_use]
    pub fn get(&self, position: &P, player: Player) -> Option<(Winner, Option<u32>)> {
        let number = self.positions.find(position)?;
        let node = self.nodes[number as usize][player as usize];
        let outcome = self.results.get(node as usize)?;
        Some(outcome.get().map_or((Winner::Nobody, None), |(winner, remoteness)| (winner, Some(remoteness))))
    }

    /// [`Solved::get`] for any position.
    #[must_use]
    pub fn look_up<R: Rules<Position = P>>(
        &self,
        rules: &R,
        position: &P,
        player: Player,
    ) -> Option<(Winner, Option<u32>)> {
        self.get(&rules.canonical(position), player)
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
        self.counts
    }

    /// The canonical positions that can be reached, in breadth-first order.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        self.positions.items()
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
    let mut ledger = Ledger::new(control, 0)?;
    let mut reached = Reached::default();
    let start = rules.canonical(start);
    for &player in players {
        reached.node(start.clone(), player, rules.beside(), &mut ledger)?;
    }
    let (results, forward) = explore(rules, &mut reached, &mut ledger, control)?;
    let results = settle(&reached.list, forward, results, &mut ledger, control)?;
    let mut counts = Counts::default();
    for (word, outcome) in reached.list.iter().zip(&results) {
        match outcome.get() {
            Some((winner, _)) if winner == player_of(*word).into() => counts.wins += 1,
            Some((Winner::Left | Winner::Right, _)) => counts.losses += 1,
            _ => counts.draws += 1,
        }
    }
    Ok(Solved { positions: reached.positions, nodes: reached.nodes, results, counts })
}

struct Reached<P> {
    positions: Interner<P>,
    nodes: Vec<[u32; 2]>,
    /// Per node: `position << 1 | player`.
    list: Vec<u32>,
}

impl<P> Default for Reached<P> {
    fn default() -> Self {
        Reached { positions: Interner::default(), nodes: Vec::new(), list: Vec::new() }
    }
}

fn player_of(word: u32) -> Player {
    Player::BOTH[word as usize & 1]
}

impl<P: Eq + std::hash::Hash> Reached<P> {
    fn node(&mut self, position: P, player: Player, beside: usize, ledger: &mut Ledger) -> Result<u32> {
        let (number, new) = self.positions.intern(position, ledger)?;
        if new {
            ledger.reserve(&mut self.nodes, 1)?;
            self.nodes.push([NONE; 2]);
            ledger.take(beside)?;
        }
        let node = &mut self.nodes[number as usize][player as usize];
        if *node == NONE {
            if number >= 1 << 31 || self.list.len() >= NONE as usize {
                return Err(Error::too_large("more than 2147483648 positions"));
            }
            *node = self.list.len() as u32;
            ledger.reserve(&mut self.list, 1)?;
            self.list.push(number << 1 | player as u32);
        }
        Ok(*node)
    }
}

/// The moves between nodes: those of node `n` lead to `targets[offsets[n]..offsets[n + 1]]`, each target once.
struct Edges {
    targets: Vec<u32>,
    offsets: Vec<u64>,
}

/// Expand the nodes in order; returns the results of ends and the moves.
fn explore<R: Rules>(
    rules: &R,
    reached: &mut Reached<R::Position>,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<(Vec<Outcome>, Edges)> {
    let mut ticker = control.ticker();
    let mut edges = Edges { targets: Vec::new(), offsets: vec![0] };
    let mut results = Vec::new();
    let beside = rules.beside();
    let (mut moves, mut found) = (Vec::new(), Vec::new());
    while let Some(&word) = reached.list.get(results.len()) {
        ticker.tick()?;
        let player = player_of(word);
        let position = reached.positions.items()[(word >> 1) as usize].clone();
        moves.clear();
        let mut over = rules.goal(&position);
        if over.is_none() {
            rules.moves(&position, player, &mut moves)?;
            over = moves.is_empty().then(|| rules.stuck().winner(player));
        }
        for mv in &moves {
            ticker.glance()?;
            let next = if rules.again(mv) { player } else { player.opponent() };
            let child = rules.canonical(&rules.play(&position, mv)?);
            found.push(reached.node(child, next, beside, ledger)?);
        }
        found.sort_unstable();
        found.dedup();
        ledger.reserve(&mut edges.targets, found.len())?;
        edges.targets.append(&mut found);
        ledger.reserve(&mut edges.offsets, 1)?;
        edges.offsets.push(edges.targets.len() as u64);
        ledger.reserve(&mut results, 1)?;
        results.push(over.map_or(Outcome::OPEN, |winner| Outcome::new(winner, 0)));
    }
    Ok((results, edges))
}

/// The same moves backwards, and the number of moves of each node.
fn reverse(forward: Edges, ledger: &mut Ledger) -> Result<(Edges, Vec<u32>)> {
    let nodes = forward.offsets.len() - 1;
    let mut edges = Edges { targets: Vec::new(), offsets: Vec::new() };
    ledger.reserve(&mut edges.offsets, nodes + 1)?;
    ledger.reserve(&mut edges.targets, forward.targets.len())?;
    edges.offsets.resize(nodes + 1, 0);
    edges.targets.resize(forward.targets.len(), 0);
    for &target in &forward.targets {
        edges.offsets[target as usize] += 1;
    }
    let mut end = 0;
    for offset in &mut edges.offsets {
        end += *offset;
        *offset = end;
    }
    // each offset moves from the end of its row to the beginning while the row is filled
    let mut degrees = Vec::new();
    ledger.reserve(&mut degrees, nodes)?;
    for (node, row) in forward.offsets.windows(2).enumerate() {
        degrees.push((row[1] - row[0]) as u32);
        for &target in &forward.targets[row[0] as usize..row[1] as usize] {
            let offset = &mut edges.offsets[target as usize];
            *offset -= 1;
            edges.targets[*offset as usize] = node as u32;
        }
    }
    ledger.release(forward.targets);
    ledger.release(forward.offsets);
    Ok((edges, degrees))
}

fn settle(
    list: &[u32],
    forward: Edges,
    mut results: Vec<Outcome>,
    ledger: &mut Ledger,
    control: &Control,
) -> Result<Vec<Outcome>> {
    let mut ticker = control.ticker();
    let (backward, mut open) = reverse(forward, ledger)?;
    let mut queue: Vec<u32> = Vec::new();
    ledger.reserve(&mut queue, results.len())?;
    queue.extend((0..results.len() as u32).filter(|&node| results[node as usize] != Outcome::OPEN));
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        if next % 1024 == 0 {
            ticker.check()?;
        }
        let Some((winner @ (Winner::Left | Winner::Right), remoteness)) = results[node as usize].get() else {
            continue;
        };
        let row = backward.offsets[node as usize] as usize..backward.offsets[node as usize + 1] as usize;
        for &before in &backward.targets[row] {
            let result = &mut results[before as usize];
            if *result != Outcome::OPEN {
                continue;
            }
            if winner != player_of(list[before as usize]).into() {
                open[before as usize] -= 1;
                if open[before as usize] > 0 {
                    continue;
                }
            }
            *result = Outcome::new(winner, remoteness + 1);
            queue.push(before);
        }
    }
    Ok(results)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::rules::Stuck;
    use crate::search::toys::{Dominoes, Graph, Random};
    use crate::search::{outcome::Outcomes, proof_number};
    use std::collections::HashSet;

    #[test]
    fn graphs_with_and_without_loops() {
        let mut random = Random(21);
        let mut endless = 0;
        for round in 0..6000 {
            let graph = Graph::random(&mut random, 16, round % 3 > 0);
            let expected = graph.solve();
            let control = Control::default();
            let solved = solve(&graph, &0, &control).unwrap();
            let mut reached = HashSet::new();
            let mut todo = vec![(0, Player::Left), (0, Player::Right)];
            let mut counts = Counts::default();
            while let Some((node, player)) = todo.pop() {
                if !reached.insert((node, player)) {
                    continue;
                }
                let found = solved.get(&node, player).unwrap();
                assert_eq!(found, expected[&(node, player)], "{round} {node} {player:?}: {graph:?}");
                match found.0 {
                    w if w == player.into() => counts.wins += 1,
                    Winner::Nobody => counts.draws += 1,
                    _ => counts.losses += 1,
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
    fn all_methods_agree() {
        let mut random = Random(22);
        for _ in 0..3000 {
            let graph = Graph::random(&mut random, 30, false);
            let control = Control::default();
            let solved = solve(&graph, &0, &control).unwrap();
            let mut outcomes = Outcomes::new(0);
            for player in Player::BOTH {
                let expected = solved.get(&0, player).unwrap().0;
                assert_eq!(outcomes.winner(&graph, &0, player, &control).unwrap(), expected);
                assert_eq!(proof_number::winner(&graph, &0, player, 0, &control).unwrap(), expected);
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
                    assert_eq!(proof_number::winner(&rules, &board, player, 1 << 20, &control).unwrap(), expected);
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
        assert!(one.get(&rules.canonical(&board), Player::Right).is_none());
        assert!(one.get(&rules.canonical(&board), Player::Left).is_some());
        assert!(control.peak_memory() > 16 * one.positions().len() as u64);
        let control = Control::new(Limits { memory: Some(1 << 14), ..Limits::default() });
        assert!(matches!(solve(&rules, &board, &control), Err(Error::Limit(..))));
        let control = Control::new(Limits { positions: Some(600), ..Limits::default() });
        assert!(matches!(solve(&rules, &Dominoes::board(5, 5), &control), Err(Error::Limit(..))));
    }
}
