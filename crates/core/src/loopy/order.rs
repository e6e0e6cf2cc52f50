//! G <= H: Left, moving second, does well on H - G.
//!
//! A state is a node of each game with the player to move. For stoppers Left has to *survive*: never to be without a
//! move. That is a greatest fixpoint; states are deleted from which Left is driven into being stuck. For onsides, where
//! infinite plays are won by Left, surviving is not enough: in H - G an infinite play must have infinitely many moves in
//! H, since one that stays in -G from some time on is lost. That is a Büchi game, solved by a fixpoint in a fixpoint
//! (Siegel, *Combinatorial Game Theory*, VI.1 to VI.3). A stopper is its own onside, so that both agree on stoppers.
//!
//! Only states that can be reached from the questions are looked at; what was found before about others ends the way.

use super::graph::{Graph, Node};
use crate::error::Result;
use crate::limits::Control;
use crate::rules::{BuildMixer, Player};
use std::collections::HashMap;

/// Node of G, node of H and the player to move in H - G; what is known is whether Left does well from there.
pub type Known = HashMap<u64, bool, BuildMixer>;

#[inline]
pub fn key(a: Node, b: Node, mover: Player) -> u64 {
    u64::from(a) << 33 | u64::from(b) << 1 | mover as u64
}

/// The nodes of a key.
#[inline]
fn nodes(key: u64) -> (Node, Node) {
    ((key >> 33) as Node, (key >> 1) as Node)
}

#[inline]
fn mover(key: u64) -> Player {
    Player::BOTH[(key & 1) as usize]
}

/// What is known beforehand: in two tables, the second for pairs with a node from `base` on.
pub struct Memory {
    pub old: Known,
    pub new: Known,
    pub base: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { old: Known::default(), new: Known::default(), base: usize::MAX }
    }
}

impl Memory {
    #[inline]
    fn of(&mut self, key: u64) -> &mut Known {
        let (a, b) = nodes(key);
        if (a.max(b) as usize) < self.base { &mut self.old } else { &mut self.new }
    }

    #[inline]
    pub fn get(&mut self, key: u64) -> Option<bool> {
        self.of(key).get(&key).copied()
    }
}

const LOST: u32 = 0;
const WON: u32 = 1;
/// Marks a move in H.
const IN_H: u32 = 1 << 31;

/// All states that matter; the first two stand for what is known to be lost and won for Left.
struct States {
    keys: Vec<u64>,
    /// The moves from state i are `targets[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The moves backwards, in the same form.
    back_starts: Vec<u32>,
    back: Vec<u32>,
}

impl States {
    fn explore(graph: &Graph, queries: &[(Node, Node)], memory: &mut Memory, control: &Control) -> Result<States> {
        let mut ticker = control.ticker();
        let mut number: HashMap<u64, u32, BuildMixer> = HashMap::default();
        let mut states = States {
            keys: vec![0, 0],
            starts: vec![0, 0, 0],
            targets: Vec::new(),
            back_starts: Vec::new(),
            back: Vec::new(),
        };
        let mut place = |key: u64, keys: &mut Vec<u64>, memory: &mut Memory| {
            let (a, b) = nodes(key);
            if a == b && mover(key) == Player::Right {
                return WON; // Left copies every move in the other game
            }
            match memory.get(key) {
                Some(won) => u32::from(won),
                None => *number.entry(key).or_insert_with(|| {
                    keys.push(key);
                    (keys.len() - 1) as u32
                }),
            }
        };
        for &(a, b) in queries {
            place(key(a, b, Player::Right), &mut states.keys, memory);
        }
        let mut next = 2;
        while next < states.keys.len() {
            ticker.tick()?;
            let (a, b) = nodes(states.keys[next]);
            let player = mover(states.keys[next]);
            let waiting = player.opponent();
            for &b in graph.of(b, player) {
                let target = place(key(a, b, waiting), &mut states.keys, memory);
                states.targets.push(target | IN_H);
            }
            for &a in graph.of(a, waiting) {
                let target = place(key(a, b, waiting), &mut states.keys, memory);
                states.targets.push(target);
            }
            states.starts.push(states.targets.len() as u32);
            next += 1;
            if next % 1024 == 0 {
                control.memory(40 * states.keys.len() as u64 + 8 * states.targets.len() as u64)?;
            }
        }
        states.turn_round();
        Ok(states)
    }

    fn turn_round(&mut self) {
        let mut starts = vec![0u32; self.keys.len() + 1];
        for &target in &self.targets {
            starts[(target & !IN_H) as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        self.back = vec![0; self.targets.len()];
        for state in 2..self.keys.len() {
            for &target in &self.targets[self.starts[state] as usize..self.starts[state + 1] as usize] {
                let start = &mut starts[(target & !IN_H) as usize];
                *start -= 1;
                self.back[*start as usize] = state as u32 | target & IN_H;
            }
        }
        self.back_starts = starts;
    }

    fn moves(&self, state: usize) -> &[u32] {
        &self.targets[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    fn before(&self, state: usize) -> &[u32] {
        &self.back[self.back_starts[state] as usize..self.back_starts[state + 1] as usize]
    }

    /// Where Left survives.
    fn survived(&self, control: &Control) -> Result<Vec<bool>> {
        let mut ticker = control.ticker();
        let mut alive = vec![true; self.keys.len()];
        let mut open: Vec<u32> = (0..self.keys.len()).map(|state| self.moves(state).len() as u32).collect();
        let stuck = |state: &usize| mover(self.keys[*state]) == Player::Left && self.moves(*state).is_empty();
        let mut dead = vec![LOST];
        dead.extend((2..self.keys.len()).filter(stuck).map(|state| state as u32));
        for &state in &dead {
            alive[state as usize] = false;
        }
        while let Some(state) = dead.pop() {
            ticker.glance()?;
            for &before in self.before(state as usize) {
                let before = (before & !IN_H) as usize;
                open[before] -= 1;
                if alive[before] && (mover(self.keys[before]) == Player::Right || open[before] == 0) {
                    alive[before] = false;
                    dead.push(before as u32);
                }
            }
        }
        Ok(alive)
    }

    /// Where Left is never stuck and can see to infinitely many moves in H, if play is infinite.
    fn won(&self, control: &Control) -> Result<Vec<bool>> {
        let mut ticker = control.ticker();
        let mut within = vec![true; self.keys.len()];
        within[LOST as usize] = false;
        loop {
            let mut won = vec![false; self.keys.len()];
            let mut open = vec![0u32; self.keys.len()];
            let mut found = vec![WON];
            won[WON as usize] = true;
            for state in 2..self.keys.len() {
                ticker.glance()?;
                let moves = self.moves(state);
                let good = moves.iter().filter(|&&to| to & IN_H != 0 && within[(to & !IN_H) as usize]).count();
                open[state] = (moves.len() - good) as u32;
                let left = mover(self.keys[state]) == Player::Left;
                if if left { good > 0 } else { open[state] == 0 } {
                    won[state] = true;
                    found.push(state as u32);
                }
            }
            while let Some(state) = found.pop() {
                ticker.glance()?;
                for &before in self.before(state as usize) {
                    if before & IN_H != 0 && within[state as usize] {
                        continue; // it has been counted
                    }
                    let before = (before & !IN_H) as usize;
                    open[before] -= 1;
                    if !won[before] && (mover(self.keys[before]) == Player::Left || open[before] == 0) {
                        won[before] = true;
                        found.push(before as u32);
                    }
                }
            }
            if won == within {
                return Ok(won);
            }
            within = won;
        }
    }
}

/// Is each first node at most the second, as stoppers? Everything that is found is remembered.
pub fn survive(graph: &Graph, queries: &[(Node, Node)], memory: &mut Memory, control: &Control) -> Result<()> {
    let states = States::explore(graph, queries, memory, control)?;
    let alive = states.survived(control)?;
    for (&key, &alive) in states.keys.iter().zip(&alive).skip(2) {
        memory.of(key).insert(key, alive);
    }
    Ok(())
}

/// Is every first node at most the second, as onsides? What is remembered about stoppers is used.
pub fn all_at_most(graph: &Graph, queries: &[(Node, Node)], memory: &mut Memory, control: &Control) -> Result<bool> {
    let states = States::explore(graph, queries, memory, control)?;
    let won = states.won(control)?;
    let numbers: HashMap<u64, usize, BuildMixer> =
        states.keys.iter().enumerate().skip(2).map(|(state, &key)| (key, state)).collect();
    Ok(queries.iter().all(|&(a, b)| {
        let key = key(a, b, Player::Right);
        a == b || memory.get(key).unwrap_or_else(|| won[numbers[&key]])
    }))
}

fn beside(g: &Graph, h: &Graph) -> (Graph, Node) {
    let shift = g.len() as Node;
    let mut both = g.clone();
    for node in 0..h.len() as Node {
        both.push(h.both(node).each_ref().map(|side| side.iter().map(|&option| option + shift).collect()));
    }
    (both, shift)
}

/// G <= H, for stoppers.
pub fn stopper_at_most(g: &Graph, h: &Graph, control: &Control) -> Result<bool> {
    let (both, shift) = beside(g, h);
    let mut memory = Memory::default();
    survive(&both, &[(0, shift)], &mut memory, control)?;
    Ok(memory.get(key(0, shift, Player::Right)) == Some(true))
}

/// G <= H, if infinite plays in either are won by Left.
pub fn onside_at_most(g: &Graph, h: &Graph, control: &Control) -> Result<bool> {
    let (both, shift) = beside(g, h);
    all_at_most(&both, &[(0, shift)], &mut Memory::default(), control)
}
