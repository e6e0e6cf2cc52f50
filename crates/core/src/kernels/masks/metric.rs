//! What "shortest" counts: a metric over the rewrites of a puzzle, as rules of its own.
//!
//! * Every rewrite has a cost. Rewrites of cost 0 must be reversible: positions that differ by free moves only are one
//!   position here, represented by the least of them (for Sokoban counted in pushes: the player walks for nothing).
//! * Where walking costs too (Sokoban counted in moves), a walk and the push after it are still one move here, at the cost
//!   of both.
//! * A *chain* is one move made of several rewrites that follow one piece: every position that can be reached by moving
//!   one piece only (or along one line only) is one move away.
//!
//! The estimate is derived from the rules, not written by an author. Tokens: when every rewrite keeps the number of a
//! symbol and moves at most one of it, the cost of bringing these tokens to their goal cells, each as if alone, is at
//! least a minimum-cost assignment. Relaxation: a goal that cannot be reached even if nothing is ever destroyed cannot
//! be reached at all; that finds frozen and walled-in pieces. Grading: when every rewrite changes the number of a symbol
//! by the same amount, the distance is known exactly, and A* goes straight down.

use super::MaskRules;
use super::anchors::Anchors;
use super::components::Relaxed;
use super::tokens::{Grading, Tokens};
use super::walker::{Strokes, Walker};
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
    /// The quick way to follow the steps of one walker, and to find the moves that he makes after them.
    walker: Option<Walker<W>>,
    strokes: Option<Strokes<W>>,
    /// What a step of the walker costs; 0 where steps are the free moves.
    stride: u32,
    /// Free moves, or the steps of the walker.
    free: Anchors<W>,
    /// All others, without those that lead to dead positions.
    paid: Anchors<W>,
    /// Rewrites that lead to no dead position, without the walker's steps.
    useful: Vec<u32>,
    /// The masks that move a piece away from a cell, and where it goes.
    by_piece: Vec<Vec<(u32, u32)>>,
    tokens: Tokens<W>,
    grading: Option<Grading>,
    /// For the graded symbol: the bits that mean it when they are one, when they are zero, and the cells of other widths.
    planes: (Bits<W>, Bits<W>),
    wider: Vec<u32>,
    /// The only goal: the bits that it looks at, their values, and who is the winner.
    goal: Option<(Bits<W>, Bits<W>, Winner)>,
    /// How often the relaxation was tried and how often it found a dead position.
    tried: AtomicU64,
    found: AtomicU64,
}

/// One move under the metric: where it leads and what it costs.
#[derive(Clone, Copy, Debug)]
pub struct Leap<const W: usize> {
    pub position: Bits<W>,
    pub cost: u32,
    /// Where a chain's piece stands now.
    at: u32,
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
        if let Some(m) = free.iter().find(|&&m| !base.reverse_among(m, &free)) {
            return Err(Error::invalid(format!("rewrite {m} costs nothing but cannot be taken back")));
        }
        if chain != Chain::Off && (!free.is_empty() || rewrites.iter().any(|rewrite| rewrite.piece.is_none())) {
            return Err(Error::invalid("a chain needs a piece in every rewrite and no free moves"));
        }
        let mut by_piece = vec![Vec::new(); base.cells.len()];
        for m in numbers.clone() {
            if let Some((from, to)) = rewrites[m as usize].piece {
                by_piece[from as usize].push((m, to));
            }
        }
        let goal = match &base.goals[..] {
            [group] if group.patterns.len() == 1 => {
                group.patterns.iter().next().map(|(want, winner)| (group.care, *want, *winner))
            }
            _ => None,
        };
        let mut tokens = if chain == Chain::Off { Tokens::of(&base.spec, &base.cells, &costs) } else { Tokens::none() };
        let (mut walker, mut steps, mut stride) = (None, free.clone(), 0);
        if chain == Chain::Off && !free.is_empty() {
            walker = Walker::of(&base.spec, &base.cells, &free);
        } else if chain == Chain::Off
            && base.symmetry_count() == 1
            && let Some((found, its)) = Self::strider(base, &costs)
        {
            stride = its.first().map_or(0, |&m| costs[m as usize]);
            (walker, steps) = (Some(found), its);
        }
        // what leads to dead positions is not worth generating
        let mut paid = vec![true; costs.len()];
        steps.iter().for_each(|&m| paid[m as usize] = false);
        tokens.lost().iter().for_each(|&m| paid[m] = false);
        let paid: Vec<u32> = numbers.clone().filter(|&m| paid[m as usize]).collect();
        let strokes = walker.as_ref().and_then(|walker| Strokes::of(walker, &base.spec, &base.masks, &paid));
        if let Some(strokes) = &strokes {
            tokens.with_walker(strokes);
        }
        let useful = match &walker {
            Some(_) => paid.clone(),
            None => numbers.filter(|&m| tokens.lost().binary_search(&(m as usize)).is_err()).collect(),
        };
        let unit = chain == Chain::Off && costs.iter().all(|&cost| cost == 1);
        let grading = if unit { Grading::of(&base.spec) } else { None };
        let (mut planes, mut wider) = ((Bits::default(), Bits::default()), Vec::new());
        for (number, cell) in base.cells.iter().enumerate() {
            match (grading.as_ref().and_then(|grading| cell.code(grading.symbol)), cell.width) {
                (Some(1), 1) => planes.0.set(cell.offset as usize),
                (Some(0), 1) => planes.1.set(cell.offset as usize),
                (Some(_), _) => wider.push(number as u32),
                (None, _) => {}
            }
        }
        Ok(MetricRules {
            grading,
            planes,
            wider,
            has_free: !free.is_empty(),
            walker,
            strokes,
            stride,
            free: Anchors::new(&base.masks, steps.iter().copied()),
            paid: Anchors::new(&base.masks, paid.into_iter()),
            useful,
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

    /// A walker whose steps, all of one tag and one cost, can be taken back, and whom no goal sees; and its steps.
    fn strider(base: &MaskRules<W>, costs: &[u32]) -> Option<(Walker<W>, Vec<u32>)> {
        let rewrites = &base.spec.rewrites;
        let mut tags: Vec<u16> = rewrites.iter().map(|rewrite| rewrite.tag).collect();
        tags.sort_unstable();
        tags.dedup();
        // with a single tag nothing is left that a walk could lead to
        tags.iter().filter(|_| tags.len() > 1).find_map(|&tag| {
            let steps: Vec<u32> = (0..costs.len() as u32).filter(|&m| rewrites[m as usize].tag == tag).collect();
            let cost = costs[*steps.first()? as usize];
            let walker = Walker::of(&base.spec, &base.cells, &steps)?;
            let uniform = steps.iter().all(|&m| costs[m as usize] == cost && base.reverse_among(m, &steps));
            (uniform && base.goals.iter().all(|group| walker.hidden_from(&group.care))).then_some((walker, steps))
        })
    }

    /// How often a symbol stands on the board. Cells of one bit, the usual case, are counted word by word.
    fn count(&self, symbol: u16, position: &Bits<W>) -> i64 {
        let (ones, zeros) = &self.planes;
        let mut count = (*position & *ones).count() + (!*position & *zeros).count();
        for &cell in &self.wider {
            let cell = &self.base.cells[cell as usize];
            count += u32::from(cell.symbols.get(super::take(position, cell)) == Some(&symbol));
        }
        i64::from(count)
    }

    /// Is there an estimate better than nothing?
    pub fn informed(&self) -> bool {
        !self.tokens.is_empty() || self.grading.is_some()
    }

    /// All positions that free moves (or steps) lead to, `position` first, then the nearest. `step(i, m)`: the next one found comes from number `i`
    /// by rewrite `m`.
    pub(super) fn walk(&self, position: &Bits<W>, mut step: impl FnMut(usize, u32)) -> Vec<Bits<W>> {
        let mut seen = vec![*position];
        if !self.has_free && self.stride == 0 {
            return seen;
        }
        let mut slots: Vec<u32> = vec![0; 256];
        file(&mut slots, position, 1);
        let mut next = 0;
        while next < seen.len() {
            let here = seen[next];
            self.free.each_legal(&here, |m| {
                let there = self.base.masks[m as usize].apply(&here);
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

    /// All positions that free moves (or steps) lead to, and the number of steps.
    fn walked(&self, position: &Bits<W>) -> Vec<(Bits<W>, u32)> {
        let mut distances = vec![0];
        let found = self.walk(position, |from, _| distances.push(distances[from] + 1));
        found.into_iter().zip(distances).collect()
    }

    /// The rewrites that lead from one real position to the real position of a [`Leap`].
    pub fn rewrites(&self, from: &Bits<W>, to: &Bits<W>) -> Result<Vec<u32>> {
        if self.chain != Chain::Off {
            let (mut leaps, mut via): (Vec<Leap<W>>, Vec<(Option<usize>, u32)>) = (Vec::new(), Vec::new());
            self.chains(from, &mut leaps, |parent, m| via.push((parent, m)));
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
        if let (Some(walker), Some(strokes)) = (&self.walker, &self.strokes)
            && let Some(found) = strokes.rewrites(walker, from, to)
        {
            return Ok(found);
        }
        let mut via: Vec<(usize, u32)> = vec![(0, 0)];
        let seen = self.walk(from, |parent, m| via.push((parent, m)));
        for (i, here) in seen.iter().enumerate() {
            let mut last = None;
            self.paid.each_legal(here, |m| {
                if self.base.masks[m as usize].apply(here) == *to {
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

    /// Append every position that a chain leads to, each once for each piece (and line). A chain ends where the puzzle
    /// is solved: nobody moves on from there. `via` is told how each came about: the number of the leap that it
    /// continues, if any, and its last rewrite.
    #[inline]
    fn chains(&self, position: &Bits<W>, out: &mut Vec<Leap<W>>, mut via: impl FnMut(Option<usize>, u32)) {
        let rewrites = &self.base.spec.rewrites;
        let lines = self.chain == Chain::Line;
        let base = out.len();
        // Pieces that are done; along lines every first step is a line of its own.
        let mut done = vec![0u64; self.by_piece.len().div_ceil(64)];
        self.paid.each_legal(position, |first| {
            let rewrite = &rewrites[first as usize];
            let from = rewrite.piece.map_or(0, |(from, _)| from) as usize;
            if !lines && done[from >> 6] >> (from & 63) & 1 != 0 {
                return;
            }
            done[from >> 6] |= 1 << (from & 63);
            let begin = out.len();
            let mut next = begin;
            let (mut here, mut at, mut cost, mut parent) = (*position, from, 0, None);
            loop {
                for &(m, to) in &self.by_piece[at] {
                    let mask = &self.base.masks[m as usize];
                    if !mask.legal(&here) || (lines && rewrites[m as usize].tag != rewrite.tag) {
                        continue;
                    }
                    let there = mask.apply(&here);
                    if there != *position && out[begin..].iter().all(|leap| leap.position != there) {
                        let cost = if parent.is_none() { self.costs[m as usize] } else { cost };
                        out.push(Leap { position: there, cost, at: to });
                        via(parent, m);
                    }
                }
                while out.get(next).is_some_and(|leap| self.base.goal(&leap.position).is_some()) {
                    next += 1;
                }
                let Some(leap) = out.get(next) else { break };
                (here, at, cost, parent) = (leap.position, leap.at as usize, leap.cost, Some(next - base));
                next += 1;
            }
        });
    }

    /// The least board among the images, with the walker on the first of the places that the same symmetries give him.
    /// An image of a region is the region of the image.
    fn least_image(&self, walker: &Walker<W>, position: &Bits<W>) -> Option<Bits<W>> {
        let region = walker.region(position)?;
        let (mut least, mut place) = (region.board, region.places.lowest());
        for number in 0..self.base.symmetries.len() {
            let image = self.base.symmetries.image(number, &region.board);
            if image > least {
                continue;
            }
            let first = self.base.symmetries.image(number, &region.places).lowest();
            place = if image < least { first } else { place.min(first) };
            least = image;
        }
        Some(walker.on(&least, place))
    }

    /// Relaxation costs a closure, so it is kept only while it pays: at least one dead position in 256.
    fn dead_by_relaxation(&self, position: &Bits<W>) -> bool {
        let Some((care, want, _)) = &self.goal else { return false };
        let tried = self.tried.fetch_add(1, Ordering::Relaxed);
        if tried > 1024 && self.found.load(Ordering::Relaxed) * 256 < tried && tried & 255 != 0 {
            return false;
        }
        let mut relaxed = Relaxed::new(position);
        let mut waiting = self.useful.clone();
        let mut reachable = false;
        let mut done = |relaxed: &Relaxed<W>| {
            reachable = relaxed.allows(care, want);
            reachable
        };
        match &self.walker {
            None => relaxed.close(&self.base.masks, &mut waiting, &mut done),
            Some(walker) => loop {
                walker.spread(&mut relaxed);
                let before = waiting.len();
                relaxed.pass(&self.base.masks, &mut waiting);
                if done(&relaxed) || waiting.len() == before {
                    break;
                }
            },
        }
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
            self.chains(position, out, |_, _| {});
            return Ok(());
        }
        if let (Some(walker), Some(strokes)) = (&self.walker, &self.strokes) {
            if self.stride > 0 {
                let stroke = |m: u32, position, steps| {
                    out.push(Leap { position, cost: steps * self.stride + self.costs[m as usize], at: 0 });
                };
                if strokes.each_measured(walker, position, stroke) {
                    return Ok(());
                }
            } else if let Some(region) = walker.region(position) {
                strokes.each(&region, |m, position, _| {
                    out.push(Leap { position, cost: self.costs[m as usize], at: 0 });
                });
                return Ok(());
            }
        }
        for (here, steps) in self.walked(position) {
            self.paid.each_legal(&here, |m| {
                let position = self.base.masks[m as usize].apply(&here);
                out.push(Leap { position, cost: steps * self.stride + self.costs[m as usize], at: 0 });
            });
        }
        Ok(())
    }

    fn play(&self, _position: &Bits<W>, mv: &Leap<W>) -> Result<Bits<W>> {
        Ok(mv.position)
    }

    #[inline]
    fn goal(&self, position: &Bits<W>) -> Option<Winner> {
        match &self.goal {
            Some((care, want, winner)) => (*position & *care == *want).then_some(*winner),
            None => self.base.goal(position),
        }
    }

    fn cost(&self, mv: &Leap<W>) -> u32 {
        mv.cost
    }

    fn canonical(&self, position: &Bits<W>) -> Bits<W> {
        if !self.has_free {
            return self.base.canonical(position);
        }
        if let Some(walker) = &self.walker {
            if self.base.symmetry_count() == 1 {
                if let Some(found) = walker.canonical(position) {
                    return found;
                }
            } else if let Some(found) = self.least_image(walker, position) {
                return found;
            }
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

    #[inline]
    fn key(&self, position: &Bits<W>) -> u64 {
        position.key()
    }

    fn estimate(&self, position: &Bits<W>) -> u32 {
        if let Some(grading) = &self.grading {
            return grading.estimate(self.count(grading.symbol, position));
        }
        if self.tokens.is_empty() {
            return 0;
        }
        let estimate = self.tokens.estimate(position, self.walker.as_ref(), || self.base.decode(position));
        if estimate == DEAD || self.dead_by_relaxation(position) { DEAD } else { estimate }
    }
}
