//! Who wins a loop-free game: depth-first proof-number search (df-pn), for deep and narrow games.
//!
//! Every node carries the numbers of leaves that must at least be settled to prove and to disprove "the mover succeeds";
//! the search always works on the leaf that matters most to both. A child is left only when its numbers exceed the
//! second-best sibling's by a quarter (the 1 + epsilon trick), which saves most of the re-expansions. Numbers live in
//! the children of the path and, rounded up to 16 bits, in the table; a proof is exact. Positions that are reached in
//! several ways are counted several times, which costs time but not correctness. Sums are not taken apart.
//! A table that is far too small for the game can make the search repeat itself: set a limit.
//! References: Nagai, PhD thesis, Tokyo 2002; Pawlewicz, Lew, "Improving depth-first PN-search: 1 + epsilon trick" (2006).

use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Player, Rules};
use crate::search::who_wins::{Kept, Threshold, WhoWins, key, loopy, shares};
use std::collections::HashSet;

const INFINITE: u64 = u64::MAX;
/// Larger finite numbers are not told apart.
const CAP: u64 = 1 << 40;

/// Numbers of one ruleset.
pub struct Proofs(Kept);

impl Proofs {
    /// The table may take `max_bytes`.
    #[must_use]
    pub fn new(max_bytes: u64) -> Proofs {
        Proofs(Kept::new(max_bytes))
    }
}

impl WhoWins for Proofs {
    fn kept(&self) -> &Kept {
        &self.0
    }

    fn kept_mut(&mut self) -> &mut Kept {
        &mut self.0
    }

    fn read(entry: u32) -> Option<bool> {
        let numbers = Numbers::unpack(entry);
        (numbers.proof == 0 || numbers.disproof == 0).then_some(numbers.proof == 0)
    }

    fn search<R: Rules>(
        &mut self,
        rules: &R,
        position: R::Position,
        player: Player,
        threshold: Threshold,
        control: &Control,
    ) -> Result<Option<bool>> {
        let numbers = Search::new(&mut self.0, rules, threshold, control).run(position, player)?;
        Ok(numbers.map(|numbers| numbers.proof == 0))
    }
}

/// Numbers of the claim "the mover succeeds".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u64,
    disproof: u64,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };

    fn swapped_if(self, swap: bool) -> Numbers {
        if swap { Numbers { proof: self.disproof, disproof: self.proof } } else { self }
    }

    fn pack(self) -> u32 {
        u32::from(round_up(self.proof)) << 16 | u32::from(round_up(self.disproof))
    }

    fn unpack(word: u32) -> Numbers {
        Numbers { proof: widen((word >> 16) as u16), disproof: widen(word as u16) }
    }
}

/// A 16-bit floating-point number with 11 significant bits, never smaller than `n`.
fn round_up(n: u64) -> u16 {
    match n {
        INFINITE => u16::MAX,
        0..2048 => n as u16,
        _ => {
            let n = n.min(CAP);
            let exponent = n.ilog2() - 10;
            let digits = (n + (1 << exponent) - 1) >> exponent;
            (exponent * 1024) as u16 + digits as u16
        }
    }
}

fn widen(code: u16) -> u64 {
    match code {
        u16::MAX => INFINITE,
        0..2048 => u64::from(code),
        _ => (u64::from(code % 1024) + 1024) << (code / 1024 - 1),
    }
}

struct Child<P> {
    position: P,
    key: u128,
    player: Player,
    /// Seen from the parent's mover.
    numbers: Numbers,
}

struct Frame {
    key: u128,
    player: Player,
    /// The search leaves the node when one of its numbers reaches this.
    limit: Numbers,
    children: usize,
    /// The child that is being searched.
    current: usize,
    begun: u64,
}

struct Search<'s, 'c, 'a, R: Rules> {
    kept: &'s mut Kept,
    rules: &'s R,
    control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    threshold: Threshold,
    /// The mover's success does not depend on who the mover is.
    shared: bool,
    frames: Vec<Frame>,
    children: Vec<Child<R::Position>>,
    moves: Vec<R::Move>,
    path: HashSet<u128, BuildMixer>,
    nodes: u64,
}

impl<'s, 'c, 'a, R: Rules> Search<'s, 'c, 'a, R> {
    fn new(kept: &'s mut Kept, rules: &'s R, threshold: Threshold, control: &'c Control<'a>) -> Self {
        let shared = shares(rules, kept.goals);
        Search {
            kept,
            rules,
            control,
            ticker: control.ticker(),
            threshold,
            shared,
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            path: HashSet::default(),
            nodes: 0,
        }
    }

    fn key(&self, position: &R::Position, player: Player) -> u128 {
        key(self.rules, position, player, self.threshold, self.shared)
    }

    /// The settled numbers of the root; `None` asks for a restart, because players who share entries met a goal.
    fn run(&mut self, root: R::Position, player: Player) -> Result<Option<Numbers>> {
        let key = self.key(&root, player);
        self.children.push(Child { position: root, key, player, numbers: Numbers::UNKNOWN });
        let endless = Numbers { proof: INFINITE, disproof: INFINITE };
        if !self.push(0, endless)? {
            return Ok(None);
        }
        while let Some(frame) = self.frames.last_mut() {
            let children = &self.children[frame.children..];
            let (mut best, mut second, mut best_at) = (INFINITE, INFINITE, 0);
            let mut sum = 0u64;
            for (i, child) in children.iter().enumerate() {
                let Numbers { proof, disproof } = child.numbers;
                sum = sum.saturating_add(disproof);
                if proof < best {
                    (second, best, best_at) = (best, proof, i);
                } else {
                    second = second.min(proof);
                }
            }
            if best >= frame.limit.proof || sum >= frame.limit.disproof || best == 0 || best == INFINITE {
                let cap = |n: u64| if n == INFINITE { n } else { n.min(CAP) };
                let numbers = Numbers { proof: cap(best), disproof: cap(sum) };
                if let Some(answer) = self.pop(numbers)? {
                    return Ok(Some(answer));
                }
                continue;
            }
            let own = children[best_at].numbers;
            let beyond = |limit: u64| if limit > CAP { INFINITE } else { limit };
            let proof = beyond(second.saturating_add(1 + second / 4)).min(frame.limit.proof);
            let disproof = match frame.limit.disproof {
                INFINITE => INFINITE,
                limit => beyond(limit - (sum - own.disproof)),
            };
            frame.current = frame.children + best_at;
            let current = frame.current;
            let swap = children[best_at].player != frame.player;
            if !self.push(current, Numbers { proof, disproof }.swapped_if(swap))? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Put a child on the path and make its children; false asks for a restart.
    fn push(&mut self, index: usize, limit: Numbers) -> Result<bool> {
        self.ticker.tick()?;
        self.nodes += 1;
        let Child { key, player, .. } = self.children[index];
        let first = self.children.len();
        self.frames.push(Frame { key, player, limit, children: first, current: first, begun: self.nodes });
        if !self.path.insert(key) {
            return Err(loopy());
        }
        if self.frames.len().is_power_of_two() && self.frames.len() >= 256 {
            let stack = self.children.capacity() * size_of::<Child<R::Position>>();
            self.control.memory(self.kept.table.bytes() + 2 * stack as u64)?;
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.rules.candidates(&self.children[index].position, player, &mut moves)?;
        if moves.is_empty() {
            let winner = self.rules.stuck().winner(player);
            if self.kept.ended(winner, player, self.threshold) {
                self.prove(index);
            }
        }
        for mv in &moves {
            self.ticker.glance()?;
            let next = self.rules.play(&self.children[index].position, mv)?;
            if let Some(winner) = self.rules.goal(&next) {
                if self.shared {
                    self.kept.goals = true;
                    return Ok(false);
                }
                if self.kept.ended(winner, player, self.threshold) {
                    self.children.truncate(first);
                    self.prove(index);
                    break;
                }
                continue;
            }
            let position = self.rules.canonical(&next);
            let mover = if self.rules.again(mv) { player } else { player.opponent() };
            let key = self.key(&position, mover);
            self.kept.table.prefetch(key);
            self.children.push(Child { position, key, player: mover, numbers: Numbers::UNKNOWN });
        }
        self.moves = moves;
        if self.children.get(first).is_none_or(|child| child.numbers != Numbers::PROVED) {
            self.look_up(first, player);
        }
        Ok(true)
    }

    /// Give the children from here on their numbers; those that do not help the mover are left out, and so is what follows
    /// one that settles it.
    fn look_up(&mut self, first: usize, player: Player) {
        let mut kept = first;
        for i in first..self.children.len() {
            let child = &self.children[i];
            let mover = child.player;
            let known = self.kept.table.get(child.key).map(Numbers::unpack);
            let numbers = known.unwrap_or_else(|| self.guess(&child.position, mover)).swapped_if(mover != player);
            if numbers.disproof == 0 {
                continue;
            }
            self.children[i].numbers = numbers;
            self.children.swap(kept, i);
            kept += 1;
            if numbers.proof == 0 {
                break;
            }
        }
        self.children.truncate(kept);
    }

    /// The numbers of a position that has not been looked at.
    fn guess(&self, position: &R::Position, mover: Player) -> Numbers {
        let (proof, disproof) = self.rules.effort(position, mover);
        Numbers { proof: u64::from(proof.max(1)), disproof: u64::from(disproof.max(1)) }
    }

    /// The last node on the path succeeds: one proved child stands for the end that shows it.
    fn prove(&mut self, index: usize) {
        let Child { ref position, key, player, .. } = self.children[index];
        let position = position.clone();
        self.children.push(Child { position, key, player, numbers: Numbers::PROVED });
    }

    /// Take the last node off the path; its numbers if it was the root.
    fn pop(&mut self, numbers: Numbers) -> Result<Option<Numbers>> {
        let Some(frame) = self.frames.pop() else { return Ok(Some(numbers)) };
        self.path.remove(&frame.key);
        self.children.truncate(frame.children);
        self.kept.table.put(frame.key, numbers.pack(), self.nodes - frame.begun + 1, self.control)?;
        match self.frames.last() {
            None => Ok(Some(numbers)),
            Some(parent) => {
                self.children[parent.current].numbers = numbers.swapped_if(frame.player != parent.player);
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::limits::Limits;
    use crate::rules::{Stuck, Winner};
    use crate::search::toys::{Dominoes, Graph, Random, random_board, try_everything};
    use std::collections::HashMap;

    fn ask<R: Rules>(rules: &R, position: &R::Position, player: Player) -> Result<Winner> {
        Proofs::new(1 << 22).winner(rules, position, player, &Control::default())
    }

    #[test]
    fn rounding_never_loses_anything() {
        for n in (0..5000).chain((0..40).flat_map(|s| [(1 << s) - 1, 1 << s, (1 << s) + 1])).chain([INFINITE]) {
            let wide = widen(round_up(n));
            assert!(wide >= n.min(CAP) && (wide == INFINITE) == (n == INFINITE), "{n} {wide}");
            assert!(n >= 2048 || wide == n);
            assert!(n == INFINITE || wide - n <= n / 1000);
        }
        assert_eq!(Numbers::unpack(Numbers::PROVED.pack()), Numbers::PROVED);
    }

    #[test]
    fn loop_free_graphs() {
        let mut random = Random(11);
        for round in 0..4000 {
            let graph = Graph::random(&mut random, 24, false);
            let (mut memo, mut kept) = (HashMap::new(), Proofs::new(1 << 22));
            for node in 0..graph.moves.len() {
                for player in Player::BOTH {
                    let expected = try_everything(&graph, &node, player, &mut memo);
                    assert_eq!(ask(&graph, &node, player).unwrap(), expected, "{round} {node} {player:?}: {graph:?}");
                    let best = kept.best(&graph, &node, player, &Control::default()).unwrap();
                    assert!(best.is_none_or(|(_, winner)| winner == expected), "{round} {node} {player:?}: {graph:?}");
                    if let Some((number, _)) = best {
                        let (child, again) = graph.moves[node][player as usize][number];
                        let next = if again { player } else { player.opponent() };
                        assert_eq!(try_everything(&graph, &child, next, &mut memo), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn loopy_graphs_end() {
        let mut random = Random(12);
        let mut refused = 0;
        for _ in 0..2000 {
            let graph = Graph::random(&mut random, 12, true);
            for ((node, player), (expected, _)) in graph.solve() {
                match ask(&graph, &node, player) {
                    Ok(found) => assert_eq!(found, expected),
                    Err(Error::Invalid(_)) => refused += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
        assert!(refused > 1000);
    }

    #[test]
    fn boards_under_all_conventions() {
        let mut random = Random(13);
        for may in [Dominoes::DOMINEERING.may, Dominoes::CRAM.may] {
            for stuck in [Stuck::Loses, Stuck::Wins, Stuck::Draws] {
                for _ in 0..25 {
                    let rules = Dominoes { may, split: false, stuck };
                    let board = random_board(&mut random, 4, 4);
                    let mut memo = HashMap::new();
                    for player in Player::BOTH {
                        let expected = try_everything(&rules, &board, player, &mut memo);
                        assert_eq!(ask(&rules, &board, player).unwrap(), expected);
                        let small = Proofs::new(0).winner(&rules, &board, player, &Control::default());
                        assert_eq!(small.unwrap(), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn five_by_five_domineering_is_a_second_player_win_and_limits_hold() {
        let (rules, board) = (Dominoes::DOMINEERING, Dominoes::board(5, 5));
        for player in Player::BOTH {
            assert_eq!(ask(&rules, &board, player).unwrap(), player.opponent().into());
        }
        let control = Control::new(Limits { positions: Some(1000), ..Limits::default() });
        assert!(matches!(Proofs::new(1 << 22).winner(&rules, &board, Player::Left, &control), Err(Error::Limit(..))));
    }
}
