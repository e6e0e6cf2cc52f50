//! Shortest solutions: IDA* with the distance to the subgroup of the first phase as lower bound.
//!
//! The table holds that distance for all 2,217,093,120 cosets, up to the 16 symmetries that keep the axis: 64,430
//! classes of flips and middle layers, times 2187 twists, half a byte each (70 MB). It is looked up along each of the
//! three axes. If all three distances are the same number d > 0, then d moves are not enough: the last move lies in one
//! of the three subgroups, so that the distance to that one was shorter. With more memory a larger table also tells
//! which moves lead nearer ([`super::compass`]), with less the tables of pairs of coordinates give the bound.
//!
//! In half turns a short solution by two phases comes first: the search ends when nothing shorter is left.

use super::compass::{self, Compass};
use super::coordinates::{Coset, FLIPS, SLICES, TWISTS, flip, slice, slices, twist, with_flip, with_twist};
use super::cubies::{Cube, MOVES, SOLVED, axes, follows, moves, renamed, symmetries};
use super::two_phase::TwoPhase;
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::search::index::prefetch;
use crate::search::threads::in_threads;
use crate::store::{self, Table};
use crate::sync::{lock, unlocked};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

pub(super) const SYMMETRIES: usize = 16;
pub(super) const CLASSES: usize = 64_430;
/// Nothing is known, or at least this many moves.
const FAR: u8 = 15;
/// Bytes of the table.
const TABLE_BYTES: usize = CLASSES * TWISTS / 2;
/// Bytes of what belongs to it.
const BESIDE: usize = 5 << 20;
/// Searches up to this depth are quicker than looking for a solution by two phases.
const SHALLOW: u32 = 15;
/// Positions to look at for it.
const EFFORT: u64 = 2_000_000;

/// Flips and middle layers up to symmetry.
pub(super) struct Classes {
    /// Class and the symmetry that leads to its representative, 16 * class + symmetry, by 2048 * slice + flip.
    pub of: Vec<u32>,
    pub representatives: Vec<u32>,
    /// The symmetries that keep each representative, as bits.
    fixed: Vec<u16>,
    /// `16 * twist + symmetry`
    pub twists: Vec<u16>,
}

impl Classes {
    fn new() -> Classes {
        let all = symmetries();
        let inverse: [usize; SYMMETRIES] =
            std::array::from_fn(|s| all.iter().position(|other| *other == all[s].inverse()).unwrap_or_default());
        let layers = slices();
        let mut classes = Classes {
            of: vec![u32::MAX; FLIPS * SLICES],
            representatives: Vec::with_capacity(CLASSES),
            fixed: Vec::with_capacity(CLASSES),
            twists: Vec::with_capacity(TWISTS * SYMMETRIES),
        };
        for raw in 0..FLIPS * SLICES {
            if classes.of[raw] != u32::MAX {
                continue;
            }
            let class = classes.representatives.len();
            let cube = Cube { flips: with_flip(raw % FLIPS).flips, ..layers[raw / FLIPS] };
            let mut fixed = 0;
            for (number, symmetry) in all.iter().enumerate() {
                let image = cube.seen(symmetry);
                let image = FLIPS * slice(&image) + flip(&image);
                if image == raw {
                    fixed |= 1 << number;
                }
                if classes.of[image] == u32::MAX {
                    classes.of[image] = (SYMMETRIES * class + inverse[number]) as u32;
                }
            }
            classes.representatives.push(raw as u32);
            classes.fixed.push(fixed);
        }
        for number in 0..TWISTS {
            let cube = with_twist(number);
            classes.twists.extend(all.iter().map(|symmetry| twist(&cube.seen(symmetry)) as u16));
        }
        classes
    }

    #[inline]
    pub fn index(&self, at: Coset) -> usize {
        let class = self.of[FLIPS * at.slice + at.flip] as usize;
        let twist = usize::from(self.twists[SYMMETRIES * at.twist + class % SYMMETRIES]);
        TWISTS * (class / SYMMETRIES) + twist
    }
}

#[inline]
pub(super) fn get(table: &[u8], index: usize) -> u8 {
    table[index / 2] >> (4 * (index % 2)) & 15
}

fn put(table: &mut [u8], index: usize, value: u8) {
    table[index / 2] = table[index / 2] & !(15 << (4 * (index % 2))) | value << (4 * (index % 2));
}

/// Breadth-first search over the table: layer by layer from the known side, and from the unknown side once that is less.
fn build(classes: &Classes, tables: &TwoPhase, quarter: bool, control: &Control) -> Result<Vec<u8>> {
    let mut ticker = control.ticker();
    let turns: Vec<usize> = (0..MOVES).filter(|mv| !quarter || mv % 3 != 1).collect();
    let mut table = vec![FAR << 4 | FAR; TABLE_BYTES];
    put(&mut table, 0, 0);
    let (mut known, mut latest) = (1, 1);
    for distance in 0..FAR - 1 {
        if latest == 0 {
            break;
        }
        control.set_depth(u64::from(distance));
        latest = 0;
        let forward = known < CLASSES * TWISTS / 4;
        for (class, &raw) in classes.representatives.iter().enumerate() {
            ticker.check()?;
            let at = Coset { twist: 0, flip: raw as usize % FLIPS, slice: raw as usize / FLIPS };
            let after: Vec<(usize, usize, usize)> = turns
                .iter()
                .map(|&mv| {
                    let next = tables.first.after(at, mv);
                    let class = classes.of[FLIPS * next.slice + next.flip] as usize;
                    (mv, class / SYMMETRIES, class % SYMMETRIES)
                })
                .collect();
            for twist in 0..TWISTS {
                let here = TWISTS * class + twist;
                if get(&table, here) != if forward { distance } else { FAR } {
                    continue;
                }
                for &(mv, class_after, symmetry) in &after {
                    let moved = usize::from(tables.first.twist[MOVES * twist + mv]);
                    let moved = usize::from(classes.twists[SYMMETRIES * moved + symmetry]);
                    let there = get(&table, TWISTS * class_after + moved);
                    let (class, twist) = match (forward, there) {
                        (true, FAR) => (class_after, moved),
                        (false, there) if there == distance => (class, twist),
                        _ => continue,
                    };
                    // what is equal by a symmetry of the class has a place of its own
                    let mut fixed = classes.fixed[class];
                    while fixed != 0 {
                        let same = usize::from(classes.twists[SYMMETRIES * twist + fixed.trailing_zeros() as usize]);
                        if get(&table, TWISTS * class + same) == FAR {
                            put(&mut table, TWISTS * class + same, distance + 1);
                            latest += 1;
                        }
                        fixed &= fixed - 1;
                    }
                    if !forward {
                        break;
                    }
                }
            }
        }
        known += latest;
    }
    Ok(table)
}

/// Which moves may not follow each move (the last entry: the start), as bits.
pub(super) type Banned = [u32; MOVES + 1];

/// Pairs of first moves, one of each class under the symmetries of space that leave the cube as it is: a solution that
/// begins otherwise is the image of one that begins so.
///
/// A cube that commutes with every move has more: if it is solved by w, then also by w begun at any other place and
/// gone round. So a solution may be taken to begin with a pair whose class is the first of all classes that occur in it
/// (it is shortest, so that nothing merges where its ends meet), and pairs of earlier classes are banned.
pub(super) fn beginnings(cube: &Cube, circular: bool) -> Vec<(usize, usize, Banned)> {
    let turned = axes().into_iter().flat_map(|axis| symmetries().map(|symmetry| axis.then(&symmetry)));
    let kept: Vec<_> = turned.filter(|symmetry| cube.seen(symmetry) == *cube).map(|s| renamed(&s)).collect();
    let class = |a: usize, b: usize| {
        let images = kept.iter().map(|names| (names[a], names[b]));
        // moves of opposite faces commute and are written in one order
        images.map(|(a, b)| if follows(a, b) { (a, b) } else { (b, a) }).min().unwrap_or((a, b))
    };
    let all: Vec<_> =
        (0..MOVES).flat_map(|a| (0..MOVES).filter(move |&b| follows(a, b)).map(move |b| (a, b))).collect();
    let circular = circular && moves().iter().all(|mv| cube.then(mv) == mv.then(cube));
    let mut found = Vec::new();
    for &(a, b) in all.iter().filter(|&&(a, b)| class(a, b) == (a, b)) {
        let mut banned = [0; MOVES + 1];
        for &(first, second) in all.iter().filter(|&&pair| circular && class(pair.0, pair.1) < (a, b)) {
            banned[first] |= 1 << second;
        }
        found.push((a, b, banned));
    }
    found
}

/// How much is known about distances.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Knowledge {
    /// Tables of pairs of coordinates, which the two phases have anyway.
    Pairs,
    /// Distances of all cosets.
    Cosets,
    /// And the moves that lead nearer.
    Compass,
}

impl Knowledge {
    /// The most that a limit on memory allows, counting what it takes to build it.
    #[must_use]
    pub fn within(limit: Option<u64>) -> Knowledge {
        let fits = |knowledge: &Knowledge| limit.is_none_or(|limit| knowledge.bytes() <= limit);
        [Knowledge::Compass, Knowledge::Cosets].into_iter().find(fits).unwrap_or(Knowledge::Pairs)
    }

    #[must_use]
    pub fn bytes(self) -> u64 {
        match self {
            Knowledge::Pairs => 0,
            Knowledge::Cosets => (TABLE_BYTES + BESIDE) as u64,
            Knowledge::Compass => (compass::TABLE_BYTES + TABLE_BYTES + 2 * BESIDE) as u64,
        }
    }
}

enum Bound {
    Pairs,
    Cosets(Classes, Table),
    Compass(Compass),
}

/// Shortest solutions in the half-turn metric, or in the quarter-turn metric.
pub struct Optimal {
    tables: Arc<TwoPhase>,
    bound: Bound,
    quarter: bool,
    names: [[usize; MOVES]; 3],
}

struct Search<'o, 'c, 'a> {
    optimal: &'o Optimal,
    ticker: Ticker<'c, 'a>,
    start: Cube,
    all: [Cube; MOVES],
    line: Vec<usize>,
    banned: Banned,
}

impl Optimal {
    /// With the tables of pairs only.
    #[must_use]
    pub fn quick(tables: Arc<TwoPhase>, quarter: bool) -> Optimal {
        Optimal { tables, bound: Bound::Pairs, quarter, names: axes().each_ref().map(renamed) }
    }

    /// With as much knowledge as that; the table is kept in `dir`.
    pub fn new(
        tables: Arc<TwoPhase>,
        quarter: bool,
        knowledge: Knowledge,
        dir: Option<&Path>,
        control: &Control,
    ) -> Result<Optimal> {
        let mut solver = Optimal::quick(tables, quarter);
        if knowledge == Knowledge::Pairs {
            return Ok(solver);
        }
        control.memory(knowledge.bytes())?;
        let classes = Classes::new();
        let turns = if quarter { "quarter" } else { "half" };
        let kept = |name: String, bytes: usize, make: &dyn Fn() -> Result<Vec<u8>>| match dir {
            Some(dir) => store::load_or_build(dir, &name, bytes, make),
            None => make().map(Table::from),
        };
        let distances = || build(&classes, &solver.tables, quarter, control);
        solver.bound = if knowledge == Knowledge::Cosets {
            let table = kept(format!("cube-{turns}-turns"), TABLE_BYTES, &distances)?;
            Bound::Cosets(classes, table)
        } else {
            let make = || {
                let distances = kept(format!("cube-{turns}-turns"), TABLE_BYTES, &distances)?;
                compass::build(&classes, &solver.tables, &distances, quarter, control)
            };
            let table = kept(format!("cube-{turns}-turns-compass"), compass::TABLE_BYTES, &make)?;
            Bound::Compass(Compass::new(classes, table, &solver.tables, quarter))
        };
        Ok(solver)
    }

    /// The class of a coset will soon be looked up.
    #[inline]
    fn prepare(&self, at: Coset) {
        if let Bound::Cosets(classes, _) = &self.bound {
            prefetch(&classes.of, FLIPS * at.slice + at.flip);
        }
    }

    /// Where the distance of a coset stands, soon to be looked up.
    #[inline]
    fn seek(&self, at: Coset) -> usize {
        match &self.bound {
            Bound::Cosets(classes, table) => {
                let index = classes.index(at);
                prefetch(table, index / 2);
                index
            }
            _ => 0,
        }
    }

    #[inline]
    fn look_up(&self, at: Coset, index: usize) -> u32 {
        match &self.bound {
            Bound::Cosets(_, table) => u32::from(get(table, index)),
            _ => self.tables.bound(at) as u32,
        }
    }

    fn distance(&self, at: Coset) -> u32 {
        self.look_up(at, self.seek(at))
    }

    /// Cosets along the three axes after a move, unless more than `left` is needed from there; the first is known.
    #[inline]
    fn after(&self, at: &[Coset; 3], ahead: (Coset, usize), mv: usize, left: u32) -> Option<[Coset; 3]> {
        let first = self.look_up(ahead.0, ahead.1);
        if first > left {
            return None;
        }
        let next = [
            ahead.0,
            self.tables.first.after(at[1], self.names[1][mv]),
            self.tables.first.after(at[2], self.names[2][mv]),
        ];
        let (second, third) = (self.seek(next[1]), self.seek(next[2]));
        let (second, third) = (self.look_up(next[1], second), self.look_up(next[2], third));
        let more = left > 0 && first == left && second == left && third == left;
        (second <= left && third <= left && !more).then_some(next)
    }

    fn cost(&self, mv: usize) -> u32 {
        if self.quarter && mv % 3 == 1 { 2 } else { 1 }
    }

    /// The moves of a shortest solution of a cube that has one, if it has more than `done` moves (which other searches
    /// have gone through) and at most `most`.
    pub fn solve(&self, cube: &Cube, done: Option<u32>, most: u32, control: &Control) -> Result<Option<Vec<usize>>> {
        if !cube.solvable() {
            return Err(Error::invalid("turns do not solve this cube"));
        }
        if *cube == SOLVED {
            return Ok(Some(Vec::new()));
        }
        let done = done.unwrap_or_default();
        if self.quarter || most <= SHALLOW {
            return self.search(cube, done, most, control);
        }
        if let Some(line) = self.search(cube, done, SHALLOW, control)? {
            return Ok(Some(line));
        }
        let known = self.tables.solve(cube, SHALLOW as usize + 1, EFFORT, control)?;
        let length = known.len() as u32;
        let shorter = self.search(cube, done.max(SHALLOW), most.min(length - 1), control)?;
        Ok(shorter.or_else(|| (length <= most).then_some(known)))
    }

    /// The same by search alone.
    fn search(&self, cube: &Cube, done: u32, most: u32, control: &Control) -> Result<Option<Vec<usize>>> {
        if let Bound::Compass(compass) = &self.bound {
            return compass.solve(cube, done, most, control);
        }
        let at = axes().each_ref().map(|axis| Coset::of(&cube.seen(axis)));
        let mut bound = at.iter().map(|&at| self.distance(at)).max().unwrap_or_default();
        bound = bound.max(1 + done);
        if self.quarter && (bound % 2 == 1) != super::cubies::odd(&cube.corners) {
            bound += 1; // a quarter turn is an odd permutation of the corners
        }
        while bound <= most {
            control.set_depth(u64::from(bound));
            if let Some(line) = self.within(cube, &at, bound, control)? {
                return Ok(Some(line));
            }
            bound += if self.quarter { 2 } else { 1 };
        }
        Ok(None)
    }

    /// A line of exactly this cost. The first two moves are shared out among threads; the first pair that leads to a
    /// solution wins, whoever is quicker.
    fn within(&self, cube: &Cube, at: &[Coset; 3], bound: u32, control: &Control) -> Result<Option<Vec<usize>>> {
        let search = |cube: &Cube| Search {
            optimal: self,
            ticker: control.ticker(),
            start: *cube,
            all: moves(),
            line: Vec::new(),
            banned: [0; MOVES + 1],
        };
        if bound < 10 {
            let mut search = search(cube);
            return Ok(search.find(at, bound, MOVES)?.then_some(search.line));
        }
        let pairs = beginnings(cube, !self.quarter);
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let found: Mutex<Option<(usize, Vec<usize>)>> = Mutex::new(None);
        share_out(control, || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(a, b, banned)) = pairs.get(number) else { return Ok(()) };
                if number > first.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let step = |at: &[Coset; 3], mv: usize, left: u32| {
                    let next = self.tables.first.after(at[0], mv);
                    self.after(at, (next, self.seek(next)), mv, left)
                };
                let left = bound - self.cost(a);
                let Some(middle) = step(at, a, left) else { continue };
                let left = left - self.cost(b);
                let Some(there) = step(&middle, b, left) else { continue };
                let mut search = search(cube);
                (search.line, search.banned) = (vec![a, b], banned);
                if search.find(&there, left, b)? {
                    first.fetch_min(number, Ordering::Relaxed);
                    let mut found = lock(&found);
                    if found.as_ref().is_none_or(|(other, _)| *other > number) {
                        *found = Some((number, search.line));
                    }
                }
            }
        })?;
        Ok(unlocked(found).map(|(_, line)| line))
    }
}

/// The same work on every core; an error of one ends the others.
pub(super) fn share_out(control: &Control, work: impl Fn() -> Result<()> + Sync) -> Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    in_threads(threads, control, |_| work())
}

impl Search<'_, '_, '_> {
    /// Is it solved by moves of exactly the cost that is left? The line then holds them. (At most 26 calls deep.)
    fn find(&mut self, at: &[Coset; 3], left: u32, last: usize) -> Result<bool> {
        if left == 0 {
            let end = self.line.iter().fold(self.start, |cube, &mv| cube.then(&self.all[mv]));
            return Ok(end == SOLVED);
        }
        // the table is far larger than any cache: ask for all entries of the first axis before the first is wanted
        let optimal = self.optimal;
        let mut ahead = [(at[0], 0); MOVES];
        let banned = self.banned[last];
        let possible = |mv: usize| follows(last, mv) && optimal.cost(mv) <= left && banned >> mv & 1 == 0;
        for mv in (0..MOVES).filter(|&mv| possible(mv)) {
            ahead[mv].0 = optimal.tables.first.after(at[0], mv);
            optimal.prepare(ahead[mv].0);
        }
        for mv in (0..MOVES).filter(|&mv| possible(mv)) {
            ahead[mv].1 = optimal.seek(ahead[mv].0);
        }
        for mv in (0..MOVES).filter(|&mv| possible(mv)) {
            let rest = left - optimal.cost(mv);
            if let Some(next) = optimal.after(at, ahead[mv], mv, rest) {
                self.ticker.tick()?;
                self.line.push(mv);
                if self.find(&next, rest, mv)? {
                    return Ok(true);
                }
                self.line.pop();
            }
        }
        Ok(false)
    }
}
