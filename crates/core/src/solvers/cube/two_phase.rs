//! Kociemba's two-phase algorithm: solutions of about twenty moves in milliseconds.
//!
//! Solutions of the first phase are tried in order of length, for the cube, its inverse, and both seen along each of the
//! three axes; each is completed by the second phase if that gives fewer moves than the best so far. The effort is
//! counted in positions, so that the same cube always has the same answer.

use super::coordinates::{Coset, FLIPS, First, ORDERS, SECOND, SLICE_ORDERS, SLICES, Second, TWISTS, distances, rank};
use super::cubies::{Cube, MOVES, SOLVED, axes, follows, moves, renamed};
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};

/// More than any cube needs by this method.
const LONGEST: usize = 30;
/// Longer second phases cost more than another first phase.
const SECOND_LONGEST: usize = 10;

pub struct TwoPhase {
    pub(super) first: First,
    second: Second,
    all: [Cube; MOVES],
    twist_slice: Vec<u8>,
    flip_slice: Vec<u8>,
    twist_flip: Vec<u8>,
    corners_slice: Vec<u8>,
    edges_slice: Vec<u8>,
}

struct Search<'t, 'c, 'a> {
    tables: &'t TwoPhase,
    ticker: Ticker<'c, 'a>,
    start: Cube,
    line: Vec<usize>,
    best: Option<Vec<usize>>,
    /// Lines must be shorter than this.
    below: usize,
    /// Nothing shorter than this is looked for.
    enough: usize,
    /// Positions that may still be looked at.
    effort: u64,
}

impl TwoPhase {
    pub fn new(control: &Control) -> Result<TwoPhase> {
        let (first, second) = (First::default(), Second::default());
        let at = |table: &[u16], number: usize, mv: usize| usize::from(table[MOVES * number + mv]);
        let two = |a: &[u16], b: &[u16], sizes: (usize, usize)| {
            distances(sizes.0, sizes.1, MOVES, |x, y, mv| (at(a, x, mv), at(b, y, mv)), control)
        };
        let two_second = |a: &[u16], b: &[u16]| {
            let step = |x: usize, y: usize, mv| (usize::from(a[10 * x + mv]), usize::from(b[10 * y + mv]));
            distances(ORDERS, SLICE_ORDERS, SECOND.len(), step, control)
        };
        Ok(TwoPhase {
            twist_slice: two(&first.twist, &first.slice, (TWISTS, SLICES))?,
            flip_slice: two(&first.flip, &first.slice, (FLIPS, SLICES))?,
            twist_flip: two(&first.twist, &first.flip, (TWISTS, FLIPS))?,
            corners_slice: two_second(&second.corners, &second.slice)?,
            edges_slice: two_second(&second.edges, &second.slice)?,
            all: moves(),
            first,
            second,
        })
    }

    pub(super) fn bound(&self, at: Coset) -> usize {
        let twist_slice = self.twist_slice[SLICES * at.twist + at.slice];
        let flip_slice = self.flip_slice[SLICES * at.flip + at.slice];
        usize::from(twist_slice.max(flip_slice).max(self.twist_flip[FLIPS * at.twist + at.flip]))
    }

    /// A short solution of a cube that has one: the shortest found after looking at `effort` positions, or longer if there
    /// is none by then; a solution of at most `enough` moves ends the search.
    pub fn solve(&self, cube: &Cube, enough: usize, effort: u64, control: &Control) -> Result<Vec<usize>> {
        if !cube.solvable() {
            return Err(Error::invalid("turns do not solve this cube"));
        }
        if *cube == SOLVED {
            return Ok(Vec::new());
        }
        let turns = axes();
        let names = turns.each_ref().map(renamed);
        let mut search = Search {
            tables: self,
            ticker: control.ticker(),
            start: *cube,
            line: Vec::new(),
            best: None,
            below: LONGEST,
            enough,
            effort,
        };
        let mut found: Option<(Vec<usize>, usize)> = None;
        for length in 0..LONGEST {
            for view in 0..6 {
                let (axis, inverted) = (view % 3, view >= 3);
                search.start = if inverted { cube.inverse() } else { *cube }.seen(&turns[axis]);
                let at = Coset::of(&search.start);
                search.best = None;
                if length < search.below && self.bound(at) <= length {
                    search.first(at, length, MOVES)?;
                }
                if let Some(line) = search.best.take() {
                    found = Some((line, view));
                }
                if (search.effort == 0 || length >= search.below)
                    && let Some((line, view)) = found
                {
                    return Ok(self.seen_from_outside(&line, &names[view % 3], view >= 3));
                }
            }
        }
        Err(Error::invalid("no solution of two phases"))
    }

    /// A line found in a view of the cube, for the cube itself.
    fn seen_from_outside(&self, line: &[usize], names: &[usize; MOVES], inverted: bool) -> Vec<usize> {
        let name = |mv: &usize| names.iter().position(|other| other == mv).unwrap_or(*mv);
        let mut line: Vec<usize> = line.iter().map(name).collect();
        if inverted {
            line.reverse();
            line.iter_mut().for_each(|mv| *mv = 3 * (*mv / 3) + 2 - *mv % 3);
        }
        line
    }
}

impl Search<'_, '_, '_> {
    /// Every line of exactly `left` more moves into the subgroup. (The depth of recursion is at most 30.)
    fn first(&mut self, at: Coset, left: usize, last: usize) -> Result<()> {
        if left == 0 {
            return self.middle();
        }
        for mv in 0..MOVES {
            // a line that ends within the subgroup was tried when it was shorter
            if !follows(last, mv) || (left == 1 && SECOND.contains(&mv)) {
                continue;
            }
            let next = self.tables.first.after(at, mv);
            if self.tables.bound(next) < left {
                self.ticker.tick()?;
                self.effort = self.effort.saturating_sub(1);
                if self.effort == 0 && self.below < LONGEST {
                    return Ok(());
                }
                self.line.push(mv);
                let done = self.first(next, left - 1, mv);
                self.line.pop();
                done?;
            }
        }
        Ok(())
    }

    /// The first phase is done: complete the line, if that makes it shorter than the best.
    fn middle(&mut self) -> Result<()> {
        // nothing is twisted or flipped here: only the places count
        let (mut corners, mut edges) = (self.start.corners, self.start.edges);
        for &mv in &self.line {
            let mv = &self.tables.all[mv];
            corners = mv.corners.map(|from| corners[usize::from(from)]);
            edges = mv.edges.map(|from| edges[usize::from(from)]);
        }
        let most = self.below - self.line.len();
        let (corners, slice) = (rank(&corners), rank(&edges[8..]));
        if usize::from(self.tables.corners_slice[SLICE_ORDERS * corners + slice]) >= most {
            return Ok(());
        }
        let edges = rank(&edges[..8]);
        let bound = self.tables.bound_second(corners, edges, slice);
        for left in bound..most.min(SECOND_LONGEST + 1) {
            let last = self.line.last().copied().unwrap_or(MOVES);
            if self.second((corners, edges, slice), left, last)? {
                self.below = self.line.len();
                self.best = Some(self.line.clone());
                if self.below <= self.enough {
                    self.effort = 0;
                }
                let length = self.line.len() - left;
                self.line.truncate(length);
                break;
            }
            if self.effort == 0 && self.below < LONGEST {
                break;
            }
        }
        Ok(())
    }

    /// Is the subgroup's rest solved by exactly `left` moves? The line then holds them.
    fn second(&mut self, at: (usize, usize, usize), left: usize, last: usize) -> Result<bool> {
        if left == 0 {
            return Ok(at == (0, 0, 0));
        }
        for (number, &mv) in SECOND.iter().enumerate() {
            if !follows(last, mv) {
                continue;
            }
            let second = &self.tables.second;
            let next = (
                usize::from(second.corners[10 * at.0 + number]),
                usize::from(second.edges[10 * at.1 + number]),
                usize::from(second.slice[10 * at.2 + number]),
            );
            if self.tables.bound_second(next.0, next.1, next.2) < left {
                self.ticker.tick()?;
                self.effort = self.effort.saturating_sub(1);
                self.line.push(mv);
                if self.second(next, left - 1, mv)? {
                    return Ok(true);
                }
                self.line.pop();
            }
        }
        Ok(false)
    }
}

impl TwoPhase {
    fn bound_second(&self, corners: usize, edges: usize, slice: usize) -> usize {
        let corners = self.corners_slice[SLICE_ORDERS * corners + slice];
        usize::from(corners.max(self.edges_slice[SLICE_ORDERS * edges + slice]))
    }
}
