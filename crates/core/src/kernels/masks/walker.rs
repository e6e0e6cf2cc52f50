//! The usual case of free moves: one walker steps to adjacent empty cells, and that is all that costs nothing.
//!
//! Then the positions that free moves lead to are the position with the walker anywhere in its region, and the region
//! is a flood fill over cells. The general search over positions, which this replaces, costs ten times as much. The
//! representative is the position with the walker on the first cell of its region.
//!
//! Where steps do cost something, the same flood fill gives the distance to every cell, and a walk followed by another
//! move is one move of that cost; positions in the middle of a walk need not be searched.

use super::spec::{Cell, Change, Rewrite, Spec};
use crate::bits::Bits;

pub struct Walker<const W: usize> {
    /// For each cell: the cells that one step leads to.
    steps: Vec<Vec<u32>>,
    /// For each cell: all its bits, and its bits when it is empty and when the walker stands there.
    cells: Vec<(Bits<W>, Bits<W>, Bits<W>)>,
    /// Bits that are set only where the walker stands, and the cell of each bit.
    planes: Bits<W>,
    cell_of: Vec<u32>,
}

impl<const W: usize> Walker<W> {
    /// The walker of a puzzle in which `free` are the rewrites without cost; `None` when they say something else.
    pub fn of(spec: &Spec, cells: &[Cell], free: &[u32]) -> Option<Self> {
        let first = &spec.rewrites[*free.first()? as usize].changes;
        let (walker, empty) = first.first()?.single()?;
        if cells.len() > 1024 || walker == empty {
            return None;
        }
        let mut steps = vec![Vec::new(); cells.len()];
        for &m in free {
            let [from, to] = &spec.rewrites[m as usize].changes[..] else { return None };
            if from.single() != Some((walker, empty)) || to.single() != Some((empty, walker)) {
                return None;
            }
            steps[from.cell as usize].push(to.cell);
        }
        // What the walker does elsewhere must not change how many there are.
        let counts = |(before, after): (u16, u16)| i32::from(after == walker) - i32::from(before == walker);
        let gained = |r: &Rewrite| r.changes.iter().filter_map(Change::single).map(counts).sum::<i32>();
        if spec.rewrites.iter().any(|r| !r.is_plain() || gained(r) != 0) {
            return None;
        }
        let mut planes = Bits::default();
        let mut cell_of = vec![0; W * 64];
        let mut bits = Vec::with_capacity(cells.len());
        for (number, cell) in cells.iter().enumerate() {
            let code = |symbol| cell.code(symbol).unwrap_or(0);
            let of = |code: u64| {
                let mut bits = Bits::default();
                super::put(&mut bits, cell, code);
                bits
            };
            bits.push((of((1 << cell.width) - 1), of(code(empty)), of(code(walker))));
            let Some(own) = cell.code(walker) else { continue };
            let others = (0..cell.symbols.len() as u64).filter(|&c| c != own).fold(0, |all, c| all | c);
            let unique = own & !others;
            if unique == 0 {
                return None;
            }
            let bit = (cell.offset + unique.trailing_zeros()) as usize;
            planes.set(bit);
            cell_of[bit] = number as u32;
        }
        Some(Walker { steps, cells: bits, planes, cell_of })
    }

    /// Does it make no difference to a test of these bits where the walker stands?
    pub fn hidden_from(&self, care: &Bits<W>) -> bool {
        self.cells.iter().all(|(_, empty, walker)| !(*empty ^ *walker).meets(care))
    }

    /// The cells that the walker can reach, nearest first, each with its distance; `None` unless there is exactly one
    /// walker.
    #[inline]
    fn region(&self, position: &Bits<W>) -> Option<Vec<(u32, u32)>> {
        let mut walkers = (*position & self.planes).ones();
        let own = self.cell_of[walkers.next()?];
        if walkers.next().is_some() {
            return None;
        }
        let mut seen = [0u64; 16];
        seen[own as usize >> 6 & 15] |= 1 << (own & 63);
        let mut region = Vec::with_capacity(64);
        region.push((own, 0));
        let mut next = 0;
        while let Some(&(here, distance)) = region.get(next) {
            next += 1;
            for &there in &self.steps[here as usize] {
                let (word, bit) = (there as usize >> 6 & 15, 1u64 << (there & 63));
                let (bits, empty, _) = &self.cells[there as usize];
                if seen[word] & bit == 0 && *position & *bits == *empty {
                    seen[word] |= bit;
                    region.push((there, distance + 1));
                }
            }
        }
        Some(region)
    }

    #[inline]
    fn moved(&self, position: &Bits<W>, from: u32, to: u32) -> Bits<W> {
        let (_, empty, walker) = self.cells[from as usize];
        let (_, other, there) = self.cells[to as usize];
        if from == to { *position } else { *position ^ empty ^ walker ^ other ^ there }
    }

    /// The positions with the walker on each cell of its region, as it stands first, and the steps to get there.
    pub fn positions(&self, position: &Bits<W>) -> Option<Vec<(Bits<W>, u32)>> {
        let region = self.region(position)?;
        let own = region[0].0;
        Some(region.into_iter().map(|(cell, distance)| (self.moved(position, own, cell), distance)).collect())
    }

    pub fn canonical(&self, position: &Bits<W>) -> Option<Bits<W>> {
        let region = self.region(position)?;
        let first = region.iter().map(|(cell, _)| *cell).min()?;
        Some(self.moved(position, region[0].0, first))
    }
}
