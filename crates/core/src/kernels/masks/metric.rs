//! What "shortest" counts: a metric over the rewrites of a puzzle, as rules of its own.
//!
//! * Every rewrite has a cost. Rewrites of cost 0 must be reversible: positions that differ by free moves only are one
//!   position here, represented by the least of them (for Sokoban counted in pushes: the player walks for nothing).
//! * A *chain* is one move made of several rewrites that follow one piece: every position that can be reached by moving
//!   one piece only (or along one line only) is one move away.
//!
//! The estimate is derived from the rules, not written by an author. Tokens: when every rewrite keeps the number of a
//! symbol and moves at most one of it, the cost of bringing these tokens to their goal cells, each as if alone, is at
//! least a minimum-cost assignment. Relaxation: a goal that cannot be reached even if nothing is ever destroyed cannot
//! be reached at all; that finds frozen and walled-in pieces.

use super::anchors::Anchors;
use super::components::Relaxed;
use super::tokens::Tokens;
use super::{Mask, MaskRules};
use crate::bits::Bits;
use crate::error::{Error, Result};
use crate::rules::{DEAD, Mixer, Player, Rules, Winner};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chain {
    /// Every rewrite is a move.
    Off,
    /// Consecutive rewrites of one piece are one move.
    Piece,
    /// Consecutive rewrites of one piece with the same tag (direction) are one move.
    Line,
}

pub struct MetricRules<'r, const W: usize> {
    base: &'r MaskRules<W>,
    costs: Vec<u32>,
    chain: Chain,
    has_free: bool,
    free: Anchors<W>,
    paid: Anchors<W>,
    /// The paid masks that move a piece away from a cell.
    by_piece: Vec<Vec<u32>>,
    tokens: Tokens,
    goal: Option<(Bits<W>, Bits<W>)>,
    /// How often the relaxation was tried and how often it found a dead position.
    tried: AtomicU64,
    found: AtomicU64,
}

/// One move under the metric: where it leads and what it costs.
#[derive(Clone, Copy, Debug)]
pub struct Leap<const W: usize> {
    pub position: Bits<W>,
    pub cost: u32,
}

impl<'r, const W: usize> MetricRules<'r, W> {
    /// `costs[i]` belongs to rewrite `i`.
    pub fn new(base: &'r MaskRules<W>, costs: Vec<u32>, chain: Chain) -> Result<Self> {
        let rewrites = &base.spec.rewrites;
        if costs.len() != rewrites.len() {
            return Err(Error::invalid(format!("{} costs for {} rewrites", costs.len(), rewrites.len())));
        }
        let numbers = 0..costs.len() as u32;
        let free: Vec<u32> = numbers.clone().filter(|&m| costs[m as usize] == 0).collect();
        for &m in &free {
            let Mask { care, want, flip, .. } = base.masks[m as usize];
            let back = |&n: &u32| {
                let other = &base.masks[n as usize];
                other.care == care && other.want == want ^ flip && other.flip == flip
            };
            if !free.iter().any(back) {
                return Err(Error::invalid(format!("rewrite {m} costs nothing but cannot be taken back")));
            }
        }
        if chain != Chain::Off && (!free.is_empty() || rewrites.iter().any(|rewrite| rewrite.piece.is_none())) {
            return Err(Error::invalid("a chain needs a piece in every rewrite and no free moves"));
        }
        let mut by_piece = vec![Vec::new(); base.cells.len()];
        for m in numbers.clone() {
            if let Some((from, _)) = rewrites[m as usize].piece {
                by_piece[from as usize].push(m);
            }
        }
        let goal = match &base.goals[..] {
            [group] if group.patterns.len() == 1 => group.patterns.keys().next().map(|want| (group.care, *want)),
            _ => None,
        };
        let tokens = if chain == Chain::Off { Tokens::of(&base.spec, &costs) } else { Tokens::none() };
        Ok(MetricRules {
            has_free: !free.is_empty(),
            free: Anchors::new(&base.masks, free.iter().copied()),
            paid: Anchors::new(&base.masks, numbers.filter(|&m| costs[m as usize] > 0)),
            base,
            chain,
            by_piece,
            tokens,
            goal,
            costs,
            tried: AtomicU64::new(0),
            found: AtomicU64::new(0),
        })
    }

    /// Is there an estimate better than nothing?
    pub fn informed(&self) -> bool {
        !self.tokens.is_empty()
    }

    /// All positions that free moves lead to, `position` first. `step(i, m)`: the next one found comes from number `i`
    /// by rewrite `m`.
    fn walk(&self, position: &Bits<W>, mut step: impl FnMut(usize, u32)) -> Vec<Bits<W>> {
        let mut seen = vec![*position];
        if !self.has_free {
            return seen;
        }
        let mut slots: Vec<u32> = vec![0; 256];
        file(&mut slots, position, 1);
        let mut next = 0;
        while next < seen.len() {
            let here = seen[next];
            self.free.each_legal(&here, |m| {
                let there = here ^ self.base.masks[m as usize].flip;
                if find(&slots, &seen, &there) {
                    return;
                }
                seen.push(there);
                step(next, m);
                if seen.len() * 2 > slots.len() {
                    slots = vec![0; slots.len() * 4];
                    for (i, known) in seen.iter().enumerate() {
                        file(&mut slots, known, i as u32 + 1);
                    }
                } else {
                    file(&mut slots, &there, seen.len() as u32);
                }
            });
            next += 1;
        }
        seen
    }

    /// The rewrites that lead from one real position to the real position of a [`Leap`].
    pub fn rewrites(&self, from: &Bits<W>, to: &Bits<W>) -> Result<Vec<u32>> {
        if self.chain != Chain::Off {
            let (mut leaps, mut via) = (Vec::new(), Vec::new());
            self.chains(from, &mut leaps, &mut via);
            let mut at = leaps.iter().position(|leap| leap.position == *to);
            if at.is_none() {
                return Err(Error::invalid("no chain of moves leads there"));
            }
            let mut path = Vec::new();
            while let Some(number) = at {
                path.push(via[number].1);
                at = via[number].0;
            }
            path.reverse();
            return Ok(path);
        }
        let mut via: Vec<(usize, u32)> = vec![(0, 0)];
        let seen = self.walk(from, |parent, m| via.push((parent, m)));
        for (i, here) in seen.iter().enumerate() {
            let mut last = None;
            self.paid.each_legal(here, |m| {
                if *here ^ self.base.masks[m as usize].flip == *to {
                    last = Some(m);
                }
            });
            if let Some(last) = last {
                let mut path = vec![last];
                let mut at = i;
                while at != 0 {
                    path.push(via[at].1);
                    at = via[at].0;
                }
                path.reverse();
                return Ok(path);
            }
        }
        Err(Error::invalid("no move leads there"))
    }

    /// Append every position that a chain leads to, each once for each piece (and line). `via[i]` tells how leap number
    /// `i` came about: the leap that it continues, if any, and its last rewrite.
    fn chains(&self, position: &Bits<W>, out: &mut Vec<Leap<W>>, via: &mut Vec<(Option<usize>, u32)>) {
        let mut first = Vec::new();
        self.paid.each_legal(position, |m| first.push(m));
        let rewrites = &self.base.spec.rewrites;
        let piece = |m: u32| rewrites[m as usize].piece.unwrap_or((0, 0));
        let line = |m: u32| if self.chain == Chain::Line { rewrites[m as usize].tag } else { 0 };
        let base = out.len();
        let mut done: Vec<(u32, u16)> = Vec::with_capacity(first.len());
        for &start in &first {
            let group = (piece(start).0, line(start));
            if done.contains(&group) {
                continue;
            }
            done.push(group);
            let begin = out.len();
            for &m in first.iter().filter(|&&m| (piece(m).0, line(m)) == group) {
                let position = *position ^ self.base.masks[m as usize].flip;
                out.push(Leap { position, cost: self.costs[m as usize] });
                via.push((None, m));
            }
            let mut next = begin;
            while next < out.len() {
                let Leap { position: here, cost } = out[next];
                for &m in &self.by_piece[piece(via[next - base].1).1 as usize] {
                    if line(m) != group.1 || !self.base.masks[m as usize].legal(&here) {
                        continue;
                    }
                    let there = here ^ self.base.masks[m as usize].flip;
                    if there != *position && out[begin..].iter().all(|leap| leap.position != there) {
                        out.push(Leap { position: there, cost });
                        via.push((Some(next - base), m));
                    }
                }
                next += 1;
            }
        }
    }

    /// Relaxation costs a closure, so it is kept only while it pays: at least one dead position in 256.
    fn dead_by_relaxation(&self, position: &Bits<W>) -> bool {
        let Some((care, want)) = &self.goal else { return false };
        let tried = self.tried.fetch_add(1, Ordering::Relaxed);
        if tried > 4096 && self.found.load(Ordering::Relaxed) * 256 < tried && tried & 255 != 0 {
            return false;
        }
        let mut relaxed = Relaxed::new(position);
        let mut waiting: Vec<u32> = (0..self.base.masks.len() as u32).collect();
        let mut reachable = false;
        relaxed.close(&self.base.masks, &mut waiting, |relaxed| {
            reachable = relaxed.allows(care, want);
            reachable
        });
        let dead = !reachable && !relaxed.allows(care, want);
        self.found.fetch_add(u64::from(dead), Ordering::Relaxed);
        dead
    }
}

fn hash<const W: usize>(position: &Bits<W>) -> usize {
    let mut mixer = Mixer::default();
    position.hash(&mut mixer);
    mixer.finish() as usize
}

fn file<const W: usize>(slots: &mut [u32], position: &Bits<W>, number: u32) {
    let mut slot = hash(position) & (slots.len() - 1);
    while slots[slot] != 0 {
        slot = (slot + 1) & (slots.len() - 1);
    }
    slots[slot] = number;
}

fn find<const W: usize>(slots: &[u32], seen: &[Bits<W>], position: &Bits<W>) -> bool {
    let mut slot = hash(position) & (slots.len() - 1);
    while slots[slot] != 0 {
        if seen[slots[slot] as usize - 1] == *position {
            return true;
        }
        slot = (slot + 1) & (slots.len() - 1);
    }
    false
}

impl<const W: usize> Rules for MetricRules<'_, W> {
    type Position = Bits<W>;
    type Move = Leap<W>;

    fn moves(&self, position: &Bits<W>, _player: Player, out: &mut Vec<Leap<W>>) -> Result<()> {
        if self.chain != Chain::Off {
            self.chains(position, out, &mut Vec::new());
            return Ok(());
        }
        for here in self.walk(position, |_, _| {}) {
            self.paid.each_legal(&here, |m| {
                out.push(Leap { position: here ^ self.base.masks[m as usize].flip, cost: self.costs[m as usize] });
            });
        }
        Ok(())
    }

    fn play(&self, _position: &Bits<W>, mv: &Leap<W>) -> Result<Bits<W>> {
        Ok(mv.position)
    }

    fn goal(&self, position: &Bits<W>) -> Option<Winner> {
        self.base.goal(position)
    }

    fn cost(&self, mv: &Leap<W>) -> u32 {
        mv.cost
    }

    fn canonical(&self, position: &Bits<W>) -> Bits<W> {
        if !self.has_free {
            return self.base.canonical(position);
        }
        let walked = self.walk(position, |_, _| {});
        walked.iter().map(|here| self.base.canonical(here)).min().unwrap_or(*position)
    }

    fn orbit(&self, position: &Bits<W>) -> u64 {
        if !self.has_free {
            return self.base.orbit(position);
        }
        let mut all: Vec<Bits<W>> =
            self.walk(position, |_, _| {}).iter().flat_map(|here| self.base.images_of(here)).collect();
        all.sort_unstable();
        all.dedup();
        all.len() as u64
    }

    fn estimate(&self, position: &Bits<W>) -> u32 {
        if self.tokens.is_empty() {
            return 0;
        }
        let estimate = self.tokens.estimate(&self.base.decode(position));
        if estimate == DEAD || self.dead_by_relaxation(position) { DEAD } else { estimate }
    }
}
