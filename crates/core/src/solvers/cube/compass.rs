//! Shortest solutions with a table that also says which moves lead nearer: three look-ups for a position instead of
//! three for each of its successors.
//!
//! An entry has four bytes for each coset of the first phase up to symmetry (563 MB): its distance, and four bits for
//! each face. The four positions that a face turns through are one move from each other, so their distances are two
//! neighbouring numbers at most: either some of the three turns lead nearer and the others nowhere, or some lead farther
//! and the others nowhere (the idea is that of Rokicki's coset solver, 2010). Where only quarter turns count, each of the
//! two has three cases.
//!
//! Along each axis a position with `left` moves to go may then only make moves that keep the distance within
//! `left - 1`, and not those after which all three distances are exactly that (see [`super::optimal`]). Positions are
//! expanded in batches, so that waiting for memory overlaps.

use super::coordinates::{Coset, FLIPS, TWISTS};
use super::cubies::{Cube, MOVES, SOLVED, axes, follows, moves, renamed, symmetries};
use super::optimal::{CLASSES, Classes, SYMMETRIES, beginnings, get, share_out};
use super::two_phase::TwoPhase;
use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::search::index::prefetch;
use crate::store::Table;
use crate::sync::{lock, unlocked};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of the table.
pub const TABLE_BYTES: usize = 4 * CLASSES * TWISTS;

const FACES: usize = 6;
const DISTANCE: u32 = 24;
/// Positions of one depth that are expanded together.
const BATCH: usize = 192;
const ALL: u32 = (1 << MOVES) - 1;

/// The table, from the distances alone.
pub(super) fn build(
    classes: &Classes,
    tables: &TwoPhase,
    distances: &[u8],
    quarter: bool,
    control: &Control,
) -> Result<Vec<u8>> {
    let mut table = vec![0; TABLE_BYTES];
    let rows: Mutex<Vec<(usize, &mut [u8])>> = Mutex::new(table.chunks_mut(4 * TWISTS).enumerate().collect());
    share_out(control, || {
        let mut ticker = control.ticker();
        loop {
            ticker.check()?;
            let Some((class, row)) = lock(&rows).pop() else { return Ok(()) };
            let raw = classes.representatives[class] as usize;
            let at = Coset { twist: 0, flip: raw % FLIPS, slice: raw / FLIPS };
            let after: [u32; MOVES] = std::array::from_fn(|mv| {
                let next = tables.first.after(at, mv);
                classes.of[FLIPS * next.slice + next.flip]
            });
            for (twist, entry) in row.chunks_exact_mut(4).enumerate() {
                let here = get(distances, TWISTS * class + twist);
                let change = |mv: usize| {
                    let moved = usize::from(tables.first.twist[MOVES * twist + mv]);
                    let (class, symmetry) = (after[mv] as usize / SYMMETRIES, after[mv] as usize % SYMMETRIES);
                    let moved = usize::from(classes.twists[SYMMETRIES * moved + symmetry]);
                    i32::from(get(distances, TWISTS * class + moved)) - i32::from(here)
                };
                let mut word = u32::from(here) << DISTANCE;
                for face in 0..FACES {
                    let code = if quarter {
                        (change(3 * face) + 1) + 3 * (change(3 * face + 2) + 1)
                    } else {
                        let changes = [0, 1, 2].map(|turns| change(3 * face + turns));
                        let bits = |wanted| (0..3).fold(0, |bits, i| bits | i32::from(changes[i] == wanted) << i);
                        if bits(-1) != 0 { bits(-1) } else { 8 + bits(1) }
                    };
                    word |= (code as u32) << (4 * face);
                }
                entry.copy_from_slice(&word.to_le_bytes());
            }
        }
    })?;
    Ok(table)
}

/// The turns of a face that lead nearer, and those that do not lead farther.
fn nearer(code: usize, quarter: bool) -> (u32, u32) {
    let code = code as u32;
    if quarter {
        let (first, last) = (code % 3, code / 3);
        (u32::from(first == 0) | u32::from(last == 0) << 2, u32::from(first < 2) | u32::from(last < 2) << 2)
    } else if code < 8 {
        (code, 7)
    } else {
        (0, 7 & !code)
    }
}

/// A view of the cube along one axis.
#[derive(Clone, Copy, Default)]
struct View {
    /// `16 * class + symmetry`, as in [`Classes::of`].
    class: u32,
    twist: u16,
    /// Where the table tells about it.
    index: u32,
}

#[derive(Clone, Copy, Default)]
struct Node {
    views: [View; 3],
    last: u8,
    /// Its number in the batch before.
    parent: u16,
}

pub struct Compass {
    quarter: bool,
    classes: Classes,
    table: Table,
    /// What a move makes of a representative, `18 * class + move`, as in [`Classes::of`].
    moved: Vec<u32>,
    /// `18 * twist + move`
    twists: Vec<u16>,
    /// `16 * later + earlier`: one symmetry after another.
    composed: Vec<u8>,
    /// The name of a move in the view of a representative, `18 * (16 * axis + symmetry) + move`.
    names: Vec<u8>,
    /// The moves that lead nearer, and in the upper half those that do not lead farther, for two faces of an entry:
    /// `256 * (3 * (16 * axis + symmetry) + pair) + byte`.
    decoded: Vec<u64>,
    /// Which moves may follow each move (the last entry: the start), as bits.
    follow: [u32; MOVES + 1],
}

struct Search<'s, 'c, 'a> {
    compass: &'s Compass,
    ticker: Ticker<'c, 'a>,
    start: Cube,
    begun: Vec<usize>,
    all: [Cube; MOVES],
    follow: [u32; MOVES + 1],
    batches: Vec<Vec<Node>>,
    /// A search with a smaller number than this one has found a solution.
    first: &'s AtomicUsize,
    number: usize,
    found: Vec<usize>,
}

impl Compass {
    pub(super) fn new(classes: Classes, table: Table, tables: &TwoPhase, quarter: bool) -> Compass {
        let all = symmetries();
        let renames = all.each_ref().map(renamed);
        let turned = axes().each_ref().map(renamed);
        let place = |symmetry: &Cube| all.iter().position(|other| other == symmetry).unwrap_or_default();
        let composed = (0..SYMMETRIES * SYMMETRIES)
            .map(|both| place(&all[both / SYMMETRIES].then(&all[both % SYMMETRIES])) as u8)
            .collect();
        let moved = classes
            .representatives
            .iter()
            .flat_map(|&raw| {
                let at = Coset { twist: 0, flip: raw as usize % FLIPS, slice: raw as usize / FLIPS };
                let (classes, first) = (&classes, &tables.first);
                (0..MOVES).map(move |mv| {
                    let next = first.after(at, mv);
                    classes.of[FLIPS * next.slice + next.flip]
                })
            })
            .collect();
        let names: Vec<u8> = turned
            .iter()
            .flat_map(|axis| renames.iter().map(move |symmetry| axis.map(|mv| symmetry[mv] as u8)))
            .flatten()
            .collect();
        let mut decoded = Vec::with_capacity(3 * SYMMETRIES * 3 * 256);
        for names in names.chunks_exact(MOVES) {
            for at in 0..3 * 256 {
                let (pair, byte) = (at / 256, at % 256);
                let (low, high) = (nearer(byte % 16, quarter), nearer(byte / 16, quarter));
                let seen = |low: u32, high: u32| {
                    let bits = (low | high << 3) << (6 * pair);
                    (0..MOVES).fold(0, |mask, mv| mask | u64::from(bits >> names[mv] & 1) << mv)
                };
                decoded.push(seen(low.0, high.0) | seen(low.1, high.1) << 32);
            }
        }
        let follow = std::array::from_fn(|last| {
            // a half turn is written as two quarter turns, the last of which counts as the half turn
            let allowed = |next: &usize| {
                let again = quarter && last % 3 == 0 && last == *next;
                (follows(last, *next) || again) && !(quarter && next % 3 == 1)
            };
            (0..MOVES).filter(allowed).fold(0, |mask, next| mask | 1 << next)
        });
        let twists = tables.first.twist.clone();
        Compass { quarter, classes, table, moved, twists, composed, names, decoded, follow }
    }

    fn view(&self, cube: &Cube, axis: &Cube) -> View {
        let at = Coset::of(&cube.seen(axis));
        let class = self.classes.of[FLIPS * at.slice + at.flip];
        View { class, twist: at.twist as u16, index: self.classes.index(at) as u32 }
    }

    /// The view after a move, soon to be looked up.
    #[inline]
    fn after(&self, axis: usize, view: View, mv: usize) -> View {
        let (class, symmetry) = (view.class as usize / SYMMETRIES, view.class as usize % SYMMETRIES);
        let names = MOVES * (SYMMETRIES * axis);
        let next = self.moved[MOVES * class + usize::from(self.names[names + MOVES * symmetry + mv])] as usize;
        let symmetry = usize::from(self.composed[SYMMETRIES * (next % SYMMETRIES) + symmetry]);
        let twist = self.twists[MOVES * usize::from(view.twist) + usize::from(self.names[names + mv])];
        let seen = usize::from(self.classes.twists[SYMMETRIES * usize::from(twist) + symmetry]);
        let class = next - next % SYMMETRIES;
        let index = TWISTS * (class / SYMMETRIES) + seen;
        prefetch(&self.table, 4 * index);
        View { class: (class + symmetry) as u32, twist, index: index as u32 }
    }

    #[inline]
    fn entry(&self, view: View) -> u32 {
        let at = 4 * view.index as usize;
        self.table.get(at..at + 4).map_or(0, |bytes| u32::from_le_bytes(bytes.try_into().unwrap_or_default()))
    }

    fn bound(&self, cube: &Cube) -> u32 {
        axes().iter().map(|axis| self.entry(self.view(cube, axis)) >> DISTANCE).max().unwrap_or_default()
    }

    /// The moves that may begin a solution of `left` moves, by what the table says along the three axes.
    #[inline]
    fn promising(&self, node: &Node, left: u32) -> u32 {
        let (mut allowed, mut exact) = (ALL, ALL);
        for (axis, &view) in node.views.iter().enumerate() {
            let entry = self.entry(view);
            let distance = entry >> DISTANCE;
            if distance + 2 < left {
                exact = 0;
                continue;
            }
            let table = 256 * 3 * (SYMMETRIES * axis + view.class as usize % SYMMETRIES);
            let byte = |pair: usize| self.decoded[table + 256 * pair + (entry >> (8 * pair) & 255) as usize];
            let both = byte(0) | byte(1) | byte(2);
            let (nearer, not_farther) = (both as u32, (both >> 32) as u32);
            if distance > left {
                return 0;
            } else if distance == left {
                allowed &= nearer;
            } else if distance + 1 == left {
                allowed &= not_farther;
                exact &= !nearer;
            } else {
                exact &= !not_farther;
            }
            if allowed == 0 {
                return 0;
            }
        }
        if left > 1 { allowed & !exact } else { allowed }
    }

    /// The cost of a move of [`beginnings`], in which half turns are moves.
    fn cost(&self, mv: usize) -> u32 {
        if self.quarter && mv % 3 == 1 { 2 } else { 1 }
    }

    /// The moves of a shortest solution of a solvable cube that needs more than `done` and at most `most`.
    pub(super) fn solve(&self, cube: &Cube, done: u32, most: u32, control: &Control) -> Result<Option<Vec<usize>>> {
        let inverse = cube.inverse();
        let step = if self.quarter { 2 } else { 1 };
        let mut bound = self.bound(cube).max(self.bound(&inverse)).max(1 + done);
        if self.quarter && (bound % 2 == 1) != super::cubies::odd(&cube.corners) {
            bound += 1; // a quarter turn is an odd permutation of the corners
        }
        // the cube and its inverse have the same solutions: go on with the one that gives less to look at
        let mut backwards = None;
        while bound <= most {
            control.set_depth(u64::from(bound));
            let mut looked = [0; 2];
            for inverted in [false, true] {
                if backwards.is_some_and(|chosen| chosen != inverted) {
                    continue;
                }
                let before = control.positions();
                if let Some(mut line) = self.within(if inverted { &inverse } else { cube }, bound, control)? {
                    if inverted {
                        line.reverse();
                        line.iter_mut().for_each(|mv| *mv = 3 * (*mv / 3) + 2 - *mv % 3);
                    }
                    return Ok(Some(line));
                }
                looked[usize::from(inverted)] = control.positions() - before;
            }
            if looked[0].max(looked[1]) > 10_000 && backwards.is_none() {
                backwards = Some(looked[1] < looked[0]);
            }
            bound += step;
        }
        Ok(None)
    }

    /// A line of exactly this cost. Beginnings of three moves are shared out among threads; the first that leads to a
    /// solution wins, whoever is quicker.
    fn within(&self, cube: &Cube, bound: u32, control: &Control) -> Result<Option<Vec<usize>>> {
        let views = axes().each_ref().map(|axis| self.view(cube, axis));
        let mut begun = Vec::new();
        for (a, b, banned) in beginnings(cube, !self.quarter) {
            for c in (0..MOVES).filter(|&c| follows(b, c) && banned[b] >> c & 1 == 0) {
                begun.push(([a, b, c], banned));
            }
        }
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let found: Mutex<Option<(usize, Vec<usize>)>> = Mutex::new(None);
        share_out(control, || {
            let mut search = Search {
                compass: self,
                ticker: control.ticker(),
                start: *cube,
                begun: Vec::new(),
                all: moves(),
                follow: self.follow,
                batches: (0..=bound).map(|_| Vec::with_capacity(BATCH + MOVES)).collect(),
                first: &first,
                number: 0,
                found: Vec::new(),
            };
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((begun, banned)) = begun.get(number) else { return Ok(()) };
                if number > first.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let cost = begun.iter().map(|&mv| self.cost(mv)).sum::<u32>();
                if cost > bound {
                    continue;
                }
                let mut node = Node { views, last: begun[2] as u8, parent: 0 };
                for &mv in begun {
                    node.views = std::array::from_fn(|axis| self.after(axis, node.views[axis], mv));
                }
                if self.quarter && begun[2] % 3 == 0 {
                    node.last += 1; // the beginning with a half turn there is another one
                }
                search.follow = std::array::from_fn(|last| self.follow[last] & !banned[last]);
                (search.number, search.begun) = (number, begun.to_vec());
                search.batches[0].clear();
                search.batches[0].push(node);
                if search.expand(0, bound - cost)? {
                    first.fetch_min(number, Ordering::Relaxed);
                    let mut found = lock(&found);
                    if found.as_ref().is_none_or(|(other, _)| *other > number) {
                        *found = Some((number, search.found.clone()));
                    }
                }
            }
        })?;
        Ok(unlocked(found).map(|(_, line)| line))
    }
}

impl Search<'_, '_, '_> {
    /// Does a position of a batch have a solution of exactly `left` moves? Then it is found. (At most 26 calls deep.)
    fn expand(&mut self, depth: usize, left: u32) -> Result<bool> {
        let compass = self.compass;
        if self.first.load(Ordering::Relaxed) < self.number {
            return Ok(false);
        }
        for at in 0..self.batches[depth].len() {
            self.ticker.tick()?;
            let node = self.batches[depth][at];
            if left == 0 {
                if self.solved(depth, at) {
                    return Ok(true);
                }
                continue;
            }
            let mut allowed = compass.promising(&node, left) & self.follow[usize::from(node.last)];
            while allowed != 0 {
                let mv = allowed.trailing_zeros() as usize;
                allowed &= allowed - 1;
                let views = std::array::from_fn(|axis| compass.after(axis, node.views[axis], mv));
                // only where half turns are written so does a move follow itself
                let last = if usize::from(node.last) == mv { mv + 1 } else { mv };
                self.batches[depth + 1].push(Node { views, last: last as u8, parent: at as u16 });
            }
            if self.batches[depth + 1].len() >= BATCH && self.flush(depth + 1, left - 1)? {
                return Ok(true);
            }
        }
        Ok(left > 0 && self.flush(depth + 1, left - 1)?)
    }

    fn flush(&mut self, depth: usize, left: u32) -> Result<bool> {
        let found = !self.batches[depth].is_empty() && self.expand(depth, left)?;
        self.batches[depth].clear();
        Ok(found)
    }

    /// Is the cube solved there? The moves are then kept, half turns as such.
    fn solved(&mut self, depth: usize, at: usize) -> bool {
        let mut line = Vec::new();
        let mut node = self.batches[depth][at];
        for depth in (0..depth).rev() {
            line.push(usize::from(node.last));
            node = self.batches[depth][usize::from(node.parent)];
        }
        line.extend(self.begun.iter().rev());
        line.reverse();
        if self.compass.quarter {
            // a half turn stands behind its first quarter
            let halves: Vec<usize> =
                (1..line.len()).filter(|&i| line[i] % 3 == 1 && line[i - 1] + 1 == line[i]).collect();
            for i in halves.into_iter().rev() {
                line.remove(i - 1);
            }
        }
        let solved = line.iter().fold(self.start, |cube, &mv| cube.then(&self.all[mv])) == SOLVED;
        if solved {
            self.found = line;
        }
        solved
    }
}
