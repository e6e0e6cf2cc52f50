//! Nurikabe on a narrow board, cell by cell: all ways to fill what comes before a cell at once.
//!
//! What is filled in matters to the rest only by its frontier, the last cell of each column: which of these are sea,
//! which belong to the same part of the sea or of the land, and the number and the cells so far of each part of land.
//! Equal frontiers are kept once, with up to two ways to come there. (Such sweeps are known as broken-profile dynamic
//! programming; Simpath and the diagrams of Yoshinaka et al. 2012 for link puzzles work the same way.) The cost is the
//! number of frontiers, whatever the reason why there is no other solution. Where islands are large, that reason is
//! how much sea it takes to surround them, of which a search by clauses sees nothing.
//!
//! Frontiers from which the sea could not be completed with the cells it has left are dropped: see [`Board::wanted`].

use crate::error::{Error, Result};
use crate::limits::Control;

/// Columns that a frontier has room for; boards with longer rows are turned.
pub const WIDEST: usize = 12;
/// Parts of land that can meet it: every other column, and one more where it has a step.
const PARTS: usize = WIDEST / 2 + 1;
/// Numbers, sizes and numbers of islands fit in a byte.
pub const MOST_CELLS: usize = 255;

/// Of a label: a part of the sea.
const SEA: u8 = 0x80;
/// More than the places of all labels.
const LABELS: usize = 32;
const NONE: u32 = u32::MAX;

/// Labels of land and of the sea in one small table.
fn place(label: u8) -> usize {
    usize::from(label & 0x0f | label >> 3)
}

/// Parts are labelled from 1 on in the order of their first columns, land and sea each; 0 is no cell yet.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Frontier {
    cells: [u8; WIDEST],
    /// Is the cell before the last one of its column, left of the step, sea?
    corner: bool,
    /// The sea is complete.
    closed: bool,
    /// Cells of the sea so far.
    sea: u8,
    /// Of each part of land the number, or 0, and the cells so far.
    parts: [[u8; 2]; PARTS],
}

impl Frontier {
    fn hash(&self) -> usize {
        let mut hash = u64::from(self.sea) << 2 | u64::from(self.corner) << 1 | u64::from(self.closed);
        let mut mix = |bytes: &[u8]| {
            let word = bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        };
        mix(&self.cells[..8]);
        mix(&self.cells[8..]);
        for parts in self.parts.chunks(4) {
            mix(parts.as_flattened());
        }
        (hash ^ hash >> 32) as usize
    }
}

/// Different frontiers, and how each was reached: up to two times an earlier one and whether the cell is land.
struct Layer {
    frontiers: Vec<Frontier>,
    ways: Vec<[u32; 2]>,
    /// Places of frontiers by their hashes; a power of two, never more than half full.
    slots: Vec<u32>,
}

impl Layer {
    fn new() -> Self {
        Layer { frontiers: Vec::new(), ways: Vec::new(), slots: vec![NONE; 64] }
    }

    fn insert(&mut self, frontier: Frontier, way: u32) {
        let mut slot = self.slot(&frontier);
        match self.slots[slot] {
            NONE => {
                if 2 * self.frontiers.len() >= self.slots.len() {
                    self.slots = vec![NONE; 2 * self.slots.len()];
                    for place in 0..self.frontiers.len() {
                        let slot = self.slot(&self.frontiers[place]);
                        self.slots[slot] = place as u32;
                    }
                    slot = self.slot(&frontier);
                }
                self.slots[slot] = self.frontiers.len() as u32;
                self.frontiers.push(frontier);
                self.ways.push([way, NONE]);
            }
            place => {
                let ways = &mut self.ways[place as usize];
                if ways[1] == NONE {
                    ways[1] = way;
                }
            }
        }
    }

    /// Where a frontier is, or has to go.
    fn slot(&self, frontier: &Frontier) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = frontier.hash() & mask;
        while self.slots[slot] != NONE && self.frontiers[self.slots[slot] as usize] != *frontier {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Is there no room for one more before tables grow?
    fn is_full(&self) -> bool {
        self.frontiers.len() == self.frontiers.capacity() || 2 * self.frontiers.len() >= self.slots.len()
    }

    /// While they grow.
    fn bytes(&self) -> u64 {
        let each = size_of::<Frontier>() + size_of::<[u32; 2]>();
        (3 * self.frontiers.capacity() * each + 3 * self.slots.len() * size_of::<u32>()) as u64
    }
}

struct Board {
    rows: usize,
    cols: usize,
    /// For each cell 0, or the number of its island, from 1 on.
    islands: Vec<u8>,
    /// Cells of each island.
    sizes: Vec<usize>,
    /// Cells of the sea.
    sea: usize,
    /// The last cell with a number.
    last: usize,
}

/// A frontier while a cell is added: labels may be out of order, and the new cell has one of its own.
struct Growing {
    cells: [u8; WIDEST],
    /// By label: the number of the island, or 0, and the cells so far.
    parts: [[usize; 2]; PARTS + 2],
}

const NEW: u8 = PARTS as u8 + 1;

impl Growing {
    /// What the land of a run, its only one between two parts of the sea, can be joined with: `None` if with no other
    /// land, else the cells of parts without a number, which are many if one of them has other runs to grow from.
    ///
    /// A way to other land passes below the runs between. Some part of the sea there must have a run elsewhere, too, or
    /// all that is there would be cut off.
    fn free(&self, runs: &[(u8, usize)], times: &[u8; LABELS], at: usize) -> Option<usize> {
        let mut free = None;
        for right in [false, true] {
            let mut inside = [0; LABELS];
            let mut open = 0;
            for steps in 1..runs.len() {
                let to = if right { Some(at + steps) } else { at.checked_sub(steps) };
                let Some(&(label, _)) = to.and_then(|to| runs.get(to)) else { break };
                let (inside, times) = (&mut inside[place(label)], times[place(label)]);
                if label & SEA != 0 {
                    *inside += 1;
                    open += usize::from(*inside == 1 && times > 1);
                    open -= usize::from(*inside == times && times > 1);
                } else if open > 0 {
                    let [island, size] = self.parts[usize::from(label)];
                    let more = if island > 0 {
                        0
                    } else if times > 1 {
                        MOST_CELLS
                    } else {
                        size
                    };
                    free = Some(free.unwrap_or(0) + more);
                }
            }
        }
        free
    }
}

impl Board {
    /// With the cells in the order in which they are filled in; `None` if the islands have no room.
    fn new(cols: usize, numbers: &[u8]) -> Option<(Self, Vec<usize>)> {
        let size = numbers.len();
        let rows = size / cols;
        let mut order: Vec<usize> = if cols <= rows {
            (0..size).collect()
        } else {
            (0..size).map(|place| place % rows * cols + place / rows).collect()
        };
        // land whose number is known tells more: begin where the numbers are
        let clued: Vec<usize> = (0..size).filter(|&place| numbers[order[place]] > 0).collect();
        if 2 * clued.iter().sum::<usize>() > (size - 1) * clued.len() {
            order.reverse();
        }
        let total: usize = numbers.iter().map(|&number| usize::from(number)).sum();
        if total > size {
            return None;
        }
        let mut sizes = Vec::new();
        let mut islands = vec![0; size];
        for (island, &cell) in islands.iter_mut().zip(&order) {
            if numbers[cell] > 0 {
                sizes.push(usize::from(numbers[cell]));
                *island = sizes.len() as u8;
            }
        }
        let last = islands.iter().rposition(|&island| island > 0).unwrap_or(0);
        Some((Board { rows: rows.max(cols), cols: cols.min(rows), islands, sizes, sea: size - total, last }, order))
    }

    /// The frontier with one more cell; `None` if that leads to no solution.
    fn step(&self, before: &Frontier, cell: usize, land: bool) -> Option<Frontier> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let island = self.islands[cell];
        let sea = usize::from(before.sea) + usize::from(!land);
        if !land && (island > 0 || before.closed) || sea > self.sea || cell + 1 - sea > self.islands.len() - self.sea {
            return None;
        }
        let above = before.cells[col];
        let left = if col > 0 { before.cells[col - 1] } else { 0 };
        if !land && row > 0 && before.corner && above & left & SEA != 0 {
            return None;
        }
        let mut now = Growing { cells: before.cells, parts: [[0; 2]; PARTS + 2] };
        for (part, known) in now.parts[1..].iter_mut().zip(&before.parts) {
            *part = known.map(usize::from);
        }
        let label = if land { NEW } else { NEW | SEA };
        let mut own = [usize::from(island), 1];
        let mut joined = 0;
        for other in [above, left] {
            if other == 0 || (other & SEA == 0) != land || other == joined {
                continue;
            }
            joined = other;
            now.cells[..self.cols].iter_mut().filter(|each| **each == other).for_each(|each| *each = label);
            if land {
                let [island, size] = now.parts[usize::from(other)];
                if own[0] > 0 && island > 0 {
                    return None;
                }
                own = [own[0].max(island), own[1] + size];
            }
        }
        let most = if own[0] > 0 { self.sizes[own[0] - 1] } else { usize::from(u8::MAX) };
        if land && own[1] > most {
            return None;
        }
        now.parts[usize::from(NEW)] = own;
        let gone = now.cells[col];
        now.cells[col] = label;
        let mut closed = before.closed;
        if gone != 0 && !now.cells[..self.cols].contains(&gone) {
            if gone & SEA == 0 {
                self.complete(now.parts[usize::from(gone)])?;
            } else {
                // it can join no other part any more
                closed = true;
                if sea != self.sea || now.cells[..self.cols].iter().any(|each| each & SEA != 0) {
                    return None;
                }
            }
        }
        if cell + 1 >= self.cols && sea + self.wanted(&now, cell)? > self.sea {
            return None;
        }
        let corner = above & SEA != 0 && col + 1 < self.cols;
        Some(self.in_order(&now, Frontier { corner, closed, sea: sea as u8, ..Frontier::default() }))
    }

    fn complete(&self, [island, size]: [usize; 2]) -> Option<()> {
        (island > 0 && self.sizes[island - 1] == size).then_some(())
    }

    fn in_order(&self, now: &Growing, mut frontier: Frontier) -> Frontier {
        let mut names = [0; LABELS];
        let mut next = [1, 1 | SEA];
        for (cell, &label) in frontier.cells.iter_mut().zip(&now.cells[..self.cols]) {
            if label == 0 {
                continue;
            }
            let name = &mut names[place(label)];
            if *name == 0 {
                let fresh = &mut next[usize::from(label & SEA != 0)];
                *name = *fresh;
                *fresh += 1;
                if label & SEA == 0 {
                    frontier.parts[usize::from(*name) - 1] = now.parts[usize::from(label)].map(|each| each as u8);
                }
            }
            *cell = *name;
        }
        frontier
    }

    /// Cells that the sea needs besides, at least; `None` if nothing helps.
    ///
    /// The frontier consists of runs of cells with the same label. Parts of the sea must still be joined, by paths of new
    /// cells that pass below the land between neighbouring runs of different parts, for as many such gaps as make all
    /// parts one. Each column of these has a cell of the sea right below the land that hangs from the run. And land that a
    /// path encloses has to find room above it: see [`Board::path`].
    ///
    /// Land grows by new cells, and by parts without a number that it can be joined with. If there are none of these, land
    /// without a number needs one that is still to come.
    fn wanted(&self, now: &Growing, cell: usize) -> Option<usize> {
        let mut runs = [(0, 0); WIDEST];
        let mut number = 0;
        let mut times = [0_u8; LABELS];
        let mut parts = 0;
        for &label in &now.cells[..self.cols] {
            if number == 0 || runs[number - 1].0 != label {
                runs[number].0 = label;
                number += 1;
                let times = &mut times[place(label)];
                *times += 1;
                parts += usize::from(*times == 1 && label & SEA != 0);
            }
            runs[number - 1].1 += 1;
        }
        if parts < 2 {
            return Some(0);
        }
        let mut gaps = [(0, 0, 0); WIDEST];
        let mut paths = gaps;
        let mut found = 0;
        let mut before: Option<usize> = None;
        for (at, &(label, _)) in runs[..number].iter().enumerate() {
            if label & SEA == 0 {
                continue;
            }
            if let Some(from) = before
                && runs[from].0 != label
            {
                let wide = runs[from + 1..at].iter().map(|run| run.1).sum();
                let mut more = 0;
                if at == from + 2 && times[place(runs[from + 1].0)] == 1 {
                    let [island, size] = now.parts[usize::from(runs[from + 1].0)];
                    let free = now.free(&runs[..number], &times, from + 1);
                    if island > 0 {
                        more = (self.sizes[island - 1] - size).saturating_sub(free.unwrap_or(0));
                    } else if free.is_none() && cell >= self.last {
                        return None;
                    }
                }
                gaps[found] = (wide, runs[from].0, label);
                paths[found] = (self.path(wide, more, cell), runs[from].0, label);
                found += 1;
            }
            before = Some(at);
        }
        let longest = joining(&mut paths[..found]).fold(0, usize::max);
        let all = if parts > 2 { joining(&mut gaps[..found]).sum() } else { 0 };
        (longest < usize::MAX).then_some(all.max(longest))
    }

    /// New cells of a path from sea to sea below a gap, and below so many more cells of land.
    ///
    /// If these are in `deep` rows and `wide` columns, with those of the gap, the path goes on both sides of these columns
    /// and below these rows.
    fn path(&self, gap: usize, more: usize, cell: usize) -> usize {
        let (row, whole) = (cell / self.cols, usize::from((cell + 1).is_multiple_of(self.cols)));
        let fewest = more.div_ceil(self.cols);
        let deep = fewest..self.rows - row - whole;
        let paths = deep.map(|deep| (if deep > 0 { gap.max(more.div_ceil(deep)) } else { gap }, deep));
        let paths = paths.filter(|&(wide, deep)| wide * deep >= more && wide + 2 <= self.cols);
        paths.map(|(wide, deep)| wide + 2 * (deep + whole)).min().unwrap_or(usize::MAX)
    }

    /// Is this a solution, after the last cell?
    fn ends(&self, frontier: &Frontier) -> bool {
        let cells = &frontier.cells[..self.cols];
        let seas = cells.iter().all(|&cell| cell & SEA == 0 || cell == 1 | SEA);
        seas && frontier.parts.iter().all(|&part| part[1] == 0 || self.complete(part.map(usize::from)).is_some())
    }
}

/// The weights of the cheapest edges that join all that are joined by some (Kruskal 1956).
fn joining(edges: &mut [(usize, u8, u8)]) -> impl Iterator<Item = usize> {
    edges.sort_unstable();
    (0..edges.len()).filter_map(|at| {
        let (weight, one, other) = edges[at];
        for edge in &mut edges[at + 1..] {
            for end in [&mut edge.1, &mut edge.2].into_iter().filter(|end| **end == other) {
                *end = one;
            }
        }
        (one != other).then_some(weight)
    })
}

/// Two different solutions if there are two, or else all. A solution tells of each cell whether it is land. `numbers`
/// are those of the cells, 0 for none. `None` if there are more than `most` frontiers.
pub fn solutions(cols: usize, numbers: &[u8], most: usize, control: &Control) -> Result<Option<Vec<Vec<bool>>>> {
    let size = numbers.len();
    if cols == 0 || size == 0 || !size.is_multiple_of(cols) || size > MOST_CELLS || cols.min(size / cols) > WIDEST {
        return Err(Error::invalid(format!(
            "{size} cells in rows of {cols} (expected up to {MOST_CELLS}, {WIDEST} wide)"
        )));
    }
    let Some((board, order)) = Board::new(cols, numbers) else { return Ok(Some(Vec::new())) };
    let mut ticker = control.ticker();
    let mut history: Vec<Vec<[u32; 2]>> = Vec::with_capacity(size);
    let mut kept = 0;
    let mut now = vec![Frontier::default()];
    for cell in 0..size {
        let mut layer = Layer::new();
        for (place, frontier) in (0..).zip(&now) {
            ticker.tick()?;
            for land in [false, true] {
                if let Some(next) = board.step(frontier, cell, land) {
                    if layer.is_full() {
                        let before = kept * size_of::<[u32; 2]>() + size_of_val(&now[..]);
                        control.memory(before as u64 + layer.bytes())?;
                    }
                    layer.insert(next, place << 1 | u32::from(land));
                }
            }
            if kept + layer.frontiers.len() > most.min(NONE as usize / 2) {
                return Ok(None);
            }
        }
        kept += layer.ways.len();
        layer.ways.shrink_to_fit();
        history.push(layer.ways);
        now = layer.frontiers;
    }
    let ends = (0..).zip(&now).filter(|(_, frontier)| board.ends(frontier)).map(|(place, _)| place);
    let mut found = Vec::new();
    for way in ways(ends.collect(), &history) {
        let mut solution = vec![false; size];
        for (&cell, land) in order.iter().zip(way) {
            solution[cell] = land;
        }
        found.push(solution);
    }
    Ok(Some(found))
}

/// Up to two ways from the first cell to these frontiers after the last one.
fn ways(ends: Vec<u32>, history: &[Vec<[u32; 2]>]) -> Vec<Vec<bool>> {
    let mut open: Vec<(Vec<bool>, u32)> = ends.into_iter().take(2).map(|end| (Vec::new(), end)).collect();
    for ways in history.iter().rev() {
        let mut before = Vec::new();
        for (lands, place) in open {
            for &way in ways[place as usize].iter().filter(|&&way| way != NONE) {
                let mut lands = lands.clone();
                lands.push(way & 1 == 1);
                before.push((lands, way >> 1));
            }
        }
        before.truncate(2);
        open = before;
    }
    for (lands, _) in &mut open {
        lands.reverse();
    }
    open.into_iter().map(|(lands, _)| lands).collect()
}

#[cfg(test)]
#[path = "nurikabe_tests.rs"]
mod tests;
