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

/// A region whose moves are being tried; they lie behind `first`.
struct Frame<const W: usize> {
    region: Region<W>,
    most: u32,
    best: u32,
    first: usize,
    next: usize,
}

/// A move by its bits, and the moves that it makes possible at most, itself included.
#[derive(Clone, Copy)]
struct Child {
    most: u32,
    order: u16,
    step: [u16; 3],
}

/// How far a search may go.
enum Patience<'t, 'c, 'a> {
    /// Moves that may be listed.
    Moves(usize),
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

fn single<const W: usize>(bit: u16) -> Bits<W> {
    let mut cell = Bits::default();
    cell.set(bit.into());
    cell
}

impl<const W: usize> Longest<W> {
    /// The maximum, if it is known or found while at most `budget` moves are listed.
    pub fn soon(&mut self, board: &Rectangle<W>, free: Bits<W>, amazons: Bits<W>, budget: usize) -> Option<u32> {
        self.make_room();
        self.total(board, &[free, amazons], &mut Patience::Moves(budget)).ok()
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
        let (mut frames, mut children) = (Vec::new(), Vec::new());
        self.open(board, *region, &mut frames, &mut children, patience)?;
        while let Some(frame) = frames.last_mut() {
            let child = children.get(frame.next).filter(|child| child.most > frame.best && frame.best < frame.most);
            let Some(child) = child else {
                let (region, best) = (frame.region, frame.best);
                children.truncate(frame.first);
                frames.pop();
                self.known.insert(region, best);
                if frames.is_empty() {
                    return Ok(best);
                }
                continue;
            };
            // what is known of its parts may already rule the move out
            let [from, to, arrow] = child.step.map(single);
            let (mut most, mut unknown) = (1, None);
            each_part(board, &after(&frame.region, (from, to, arrow)), |part| {
                let part = least(board, &part);
                most += self.known.get(&part).copied().unwrap_or_else(|| {
                    unknown = Some(part);
                    part[0].count()
                });
            });
            match unknown {
                Some(part) if most > frame.best => self.open(board, part, &mut frames, &mut children, patience)?,
                Some(_) => frame.next += 1,
                None => {
                    frame.best = frame.best.max(most);
                    frame.next += 1;
                }
            }
        }
        Ok(0)
    }

    /// Put a region on the path, with its moves, the most promising first.
    fn open(
        &self,
        board: &Rectangle<W>,
        region: Region<W>,
        frames: &mut Vec<Frame<W>>,
        children: &mut Vec<Child>,
        patience: &mut Patience,
    ) -> Result<()> {
        let first = children.len();
        each_step(board, &region, |step| {
            let next = after(&region, step);
            let mut most = 1;
            each_part(board, &next, |part| most += part[0].count());
            // burn cells with few free neighbours first, and stay beside what is closed
            let near = |cell: &Bits<W>| (board.around(cell) & next[0]).count() as u16;
            let order = 2 * near(&step.2) + near(&step.1);
            children.push(Child { most, order, step: [step.0, step.1, step.2].map(|cell| cell.lowest() as u16) });
        });
        children[first..].sort_by_key(|child| (std::cmp::Reverse(child.most), child.order));
        frames.push(Frame { region, most: region[0].count(), best: 0, first, next: first });
        let bytes = self.known.len() * size_of::<(Region<W>, u32)>() + children.capacity() * size_of::<Child>();
        patience.tick(children.len() - first, 2 * bytes as u64)
    }

    fn make_room(&mut self) {
        if self.known.len() >= MOST_KNOWN {
            self.known = HashMap::default();
        }
    }
}

impl Patience<'_, '_, '_> {
    fn tick(&mut self, moves: usize, bytes: u64) -> Result<()> {
        match self {
            Patience::Moves(left) if *left < moves => Err(Error::Cancelled),
            Patience::Moves(left) => {
                *left -= moves;
                Ok(())
            }
            Patience::Asked(ticker, control) => {
                control.memory(bytes)?;
                ticker.tick()
            }
        }
    }
}
