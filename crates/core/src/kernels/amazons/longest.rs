//! The single-colour endgame: how many moves can amazons make that have a region for themselves?
//!
//! The question is NP-complete (Buro, "Simple Amazons endgames and their connection to Hamilton circuits in cubic
//! subgrid graphs", 2000). Every move burns one free cell, so that the number of free cells is an upper bound, and it is
//! reached wherever all of them can be burnt one by one. The search is a depth-first maximisation: a move leaves parts,
//! each with its own maximum; parts without an amazon are lost. The best that a move could still give is one more than
//! the free cells that it does not lose, and moves are tried in that order, so that a region that can be filled is
//! filled at the first attempt or soon after. Maxima are remembered by region up to symmetry.

use crate::bits::Bits;
use crate::error::{Error, Result};
use crate::kernels::rectangle::Rectangle;
use crate::limits::{Control, Ticker};
use crate::rules::BuildMixer;
use std::collections::HashMap;

/// Regions that are remembered from one question to the next.
const MOST_KNOWN: usize = 1 << 20;

/// Free cells and amazons, connected by king's moves, in the least of its images.
type Region<const W: usize> = [Bits<W>; 2];
/// From where to where an amazon goes, and where its arrow comes down.
pub type Step<const W: usize> = (Bits<W>, Bits<W>, Bits<W>);

#[derive(Default)]
pub struct Longest<const W: usize> {
    known: HashMap<Region<W>, u32, BuildMixer>,
}

/// A region whose moves are being tried. What they lead to lies behind `first`, the parts of that behind `parts`.
struct Frame<const W: usize> {
    region: Region<W>,
    most: u32,
    best: u32,
    first: usize,
    next: usize,
    parts: usize,
}

/// What a move leads to, and the moves that this leaves at most.
#[derive(Clone, Copy)]
struct Child {
    most: u32,
    order: u32,
    start: usize,
    end: usize,
}

/// How far a search may go.
enum Patience<'t, 'c, 'a> {
    Openings(u64),
    Asked(&'t mut Ticker<'c, 'a>, &'c Control<'a>),
}

fn least<const W: usize>(board: &Rectangle<W>, region: &Region<W>) -> Region<W> {
    let mut least = None;
    board.images(region, |image| {
        if least.is_none_or(|known| *image < known) {
            least = Some(*image);
        }
    });
    least.unwrap_or(*region)
}

fn each_step<const W: usize>(board: &Rectangle<W>, [free, amazons]: &Region<W>, mut see: impl FnMut(Step<W>)) {
    let mut rest = *amazons;
    while !rest.is_empty() {
        let from = rest.lowest_alone();
        rest = rest ^ from;
        let mut there = board.queen(&from, free);
        while !there.is_empty() {
            let to = there.lowest_alone();
            there = there ^ to;
            let mut range = board.queen(&to, &((*free | from) & !to));
            while !range.is_empty() {
                let arrow = range.lowest_alone();
                range = range ^ arrow;
                see((from, to, arrow));
            }
        }
    }
}

fn after<const W: usize>([free, amazons]: &Region<W>, (from, to, arrow): Step<W>) -> Region<W> {
    [(*free | from) & !(to | arrow), *amazons ^ from ^ to]
}

/// The parts in which there are moves.
fn each_part<const W: usize>(board: &Rectangle<W>, [free, amazons]: &Region<W>, mut see: impl FnMut(Region<W>)) {
    let mut rest = *free | *amazons;
    let mut seeds = *amazons;
    while !seeds.is_empty() {
        let cells = board.flood_around(&seeds.lowest_alone(), &rest);
        rest = rest & !cells;
        seeds = seeds & rest;
        if free.meets(&cells) {
            see([*free & cells, *amazons & cells]);
        }
    }
}

impl<const W: usize> Longest<W> {
    /// The maximum, if it is known or found by opening at most `budget` regions.
    pub fn soon(&mut self, board: &Rectangle<W>, free: Bits<W>, amazons: Bits<W>, budget: u64) -> Option<u32> {
        self.make_room();
        self.total(board, &[free, amazons], &mut Patience::Openings(budget)).ok()
    }

    /// A line of as many moves as there can be.
    pub fn line(
        &mut self,
        board: &Rectangle<W>,
        free: Bits<W>,
        amazons: Bits<W>,
        control: &Control,
    ) -> Result<Vec<Step<W>>> {
        self.make_room();
        let mut ticker = control.ticker();
        let mut here = [free, amazons];
        let mut line = Vec::new();
        loop {
            let rest = self.total(board, &here, &mut Patience::Asked(&mut ticker, control))?;
            if rest == 0 {
                return Ok(line);
            }
            let mut best = None;
            each_step(board, &here, |step| {
                if best.is_none() && self.known_total(board, &after(&here, step)) == Some(rest - 1) {
                    best = Some(step);
                }
            });
            let step = best.ok_or_else(|| Error::invalid("a maximum without a move that leads to it"))?;
            here = after(&here, step);
            line.push(step);
        }
    }

    /// The maxima of all parts added up, as far as they are known.
    fn known_total(&self, board: &Rectangle<W>, region: &Region<W>) -> Option<u32> {
        let mut total = Some(0);
        each_part(board, region, |part| {
            if let Some(sum) = total {
                total = self.known.get(&least(board, &part)).map(|one| sum + one);
            }
        });
        total
    }

    /// The maxima of all parts added up.
    fn total(&mut self, board: &Rectangle<W>, region: &Region<W>, patience: &mut Patience) -> Result<u32> {
        let mut parts = Vec::new();
        each_part(board, region, |part| parts.push(least(board, &part)));
        parts.iter().map(|part| self.maximum(board, part, patience)).sum()
    }

    fn maximum(&mut self, board: &Rectangle<W>, region: &Region<W>, patience: &mut Patience) -> Result<u32> {
        if let Some(&known) = self.known.get(region) {
            return Ok(known);
        }
        let mut frames: Vec<Frame<W>> = Vec::new();
        let mut children: Vec<Child> = Vec::new();
        let mut parts: Vec<Region<W>> = Vec::new();
        open(board, *region, &mut frames, &mut children, &mut parts);
        while let Some(frame) = frames.last_mut() {
            let child = children.get(frame.next).filter(|child| child.most > frame.best).copied();
            let Some(child) = child.filter(|_| frame.best < frame.most) else {
                let (region, best) = (frame.region, frame.best);
                children.truncate(frame.first);
                parts.truncate(frame.parts);
                frames.pop();
                self.known.insert(region, best);
                if frames.is_empty() {
                    return Ok(best);
                }
                continue;
            };
            // what is known of its parts may already rule the move out
            let (mut most, mut unknown) = (1, None);
            for part in &parts[child.start..child.end] {
                match self.known.get(&least(board, part)) {
                    Some(known) => most += known,
                    None => {
                        most += part[0].count();
                        unknown = unknown.or(Some(*part));
                    }
                }
            }
            match unknown {
                Some(part) if most > frame.best => {
                    patience.tick(self.known.len() + parts.len() + children.len(), size_of::<Region<W>>())?;
                    open(board, least(board, &part), &mut frames, &mut children, &mut parts);
                }
                Some(_) => frame.next += 1,
                None => {
                    frame.best = frame.best.max(most);
                    frame.next += 1;
                }
            }
        }
        Ok(0)
    }

    fn make_room(&mut self) {
        if self.known.len() >= MOST_KNOWN {
            self.known = HashMap::default();
        }
    }
}

impl Patience<'_, '_, '_> {
    fn tick(&mut self, entries: usize, bytes: usize) -> Result<()> {
        match self {
            Patience::Openings(0) => Err(Error::Cancelled),
            Patience::Openings(left) => {
                *left -= 1;
                Ok(())
            }
            Patience::Asked(ticker, control) => {
                control.memory((2 * entries * bytes) as u64)?;
                ticker.tick()
            }
        }
    }
}

/// Put a region on the path, with what its moves lead to, the most promising first.
fn open<const W: usize>(
    board: &Rectangle<W>,
    region: Region<W>,
    frames: &mut Vec<Frame<W>>,
    children: &mut Vec<Child>,
    parts: &mut Vec<Region<W>>,
) {
    let (first, start) = (children.len(), parts.len());
    each_step(board, &region, |step| {
        let start = parts.len();
        let next = after(&region, step);
        each_part(board, &next, |part| parts.push(part));
        let most = 1 + parts[start..].iter().map(|part| part[0].count()).sum::<u32>();
        // burn cells with few free neighbours first, and stay beside what is closed
        let near = |cell: &Bits<W>| (board.around(cell) & next[0]).count();
        let order = 2 * near(&step.2) + near(&step.1);
        children.push(Child { most, order, start, end: parts.len() });
    });
    children[first..].sort_by_key(|child| (std::cmp::Reverse(child.most), child.order));
    let most = region[0].count();
    frames.push(Frame { region, most, best: 0, first, next: first, parts: start });
}
