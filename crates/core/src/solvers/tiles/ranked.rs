//! Pattern databases of up to eight tiles, for those who ask for them: 7-8 tables prove in minutes what 5-5-5 tables
//! prove in hours.
//!
//! With that many tiles the index is the rank of their placement, and the blank is left out of it: a value is the least
//! over all cells of the blank. The bound that it gives is admissible but not consistent, which IDA* does not need. The
//! breadth-first search that builds a table does know the blank: `seen` holds, for each placement, the cells that the
//! blank has reached. A move of a pattern tile changes the parity of a placement, so a layer reads placements of one
//! parity and writes those of the other, and threads can share it.

use super::tables::{Grid, NONE, bits, flood, members};
use crate::error::Result;
use crate::limits::Control;
use crate::search::threads::in_threads;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicUsize, Ordering::Relaxed};

/// Placements that a thread takes at a time.
const SHARE: usize = 1 << 16;

/// Bytes per placement while a table is being built.
pub(super) const BUILDING: u64 = 5;

/// The number of placements of `size` tiles on this many cells.
pub(super) fn placements(cells: usize, size: usize) -> usize {
    (cells + 1 - size..=cells).product()
}

/// Every cell on its own nibble: how many free cells come before it.
const ORDER: u64 = 0xFEDC_BA98_7654_3210;

/// The rank of a placement: a nibble for the cell of each of `size` tiles.
#[inline]
pub(super) fn rank(mut word: u64, size: u8, cells: u8) -> usize {
    let (mut index, mut order) = (0, ORDER);
    for free in (cells - size + 1..=cells).rev() {
        let at = 4 * (word & 15) as u32;
        index = index * usize::from(free) + (order >> at & 15) as usize;
        // one cell fewer comes before all cells behind this one
        order = order.wrapping_sub(0x1111_1111_1111_1110 << at);
        word >>= 4;
    }
    index
}

fn unrank(mut index: usize, size: u8, cells: u8) -> u64 {
    let mut digits = [0; 16];
    for tile in (0..size).rev() {
        let free = usize::from(cells - tile);
        digits[usize::from(tile)] = 4 * (index % free) as u32;
        index /= free;
    }
    let (mut word, mut left) = (0, ORDER);
    for tile in 0..size {
        let at = digits[usize::from(tile)];
        word |= (left >> at & 15) << (4 * tile);
        let before = (1 << at) - 1;
        left = left & before | left >> 4 & !before;
    }
    word
}

/// The table of a pattern, by the rank of its placements.
pub(super) fn build(grid: &Grid, pattern: &[u8], blank: u8, control: &Control) -> Result<Vec<u8>> {
    let (cells, size) = (grid.cells() as u8, pattern.len() as u8);
    let count = placements(grid.cells(), pattern.len());
    control.memory(count as u64 * BUILDING)?;
    let beside: Vec<u16> = (0..cells).map(|cell| bits(grid.around(cell))).collect();
    let table: Vec<AtomicU8> = (0..count).map(|_| AtomicU8::new(NONE)).collect();
    let seen: Vec<AtomicU16> = (0..count).map(|_| AtomicU16::new(0)).collect();
    let fresh: Vec<AtomicU16> = (0..count).map(|_| AtomicU16::new(0)).collect();
    let reach = |placement: u64, taken: u16, blank: u8, distance: u8| {
        let index = rank(placement, size, cells);
        if seen[index].load(Relaxed) >> blank & 1 == 1 {
            return false;
        }
        let region = flood(&beside, taken, blank);
        if seen[index].fetch_or(region, Relaxed) & region == 0 {
            fresh[index].fetch_or(region, Relaxed);
            table[index].fetch_min(distance, Relaxed);
        }
        true
    };
    let home = pattern.iter().rev().fold(0, |word, &cell| word << 4 | u64::from(cell));
    reach(home, bits(pattern.iter().copied()), blank, 0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for distance in 1..NONE {
        let (next, grown) = (AtomicUsize::new(0), AtomicBool::new(false));
        in_threads(threads, control, |_| {
            let mut ticker = control.ticker();
            loop {
                let first = next.fetch_add(SHARE, Relaxed);
                if first >= count {
                    break;
                }
                ticker.check()?;
                for index in first..count.min(first + SHARE) {
                    // those of the other parity were reached in this very layer
                    let region = fresh[index].load(Relaxed);
                    if region == 0 || table[index].load(Relaxed) % 2 == distance % 2 {
                        continue;
                    }
                    fresh[index].store(0, Relaxed);
                    let placement = unrank(index, size, cells);
                    let cell_of = |tile: u8| (placement >> (4 * tile)) as u8 & 15;
                    let taken = bits((0..size).map(cell_of));
                    for tile in 0..size {
                        let from = cell_of(tile);
                        for to in members(beside[usize::from(from)] & region) {
                            let moved = placement ^ u64::from(from ^ to) << (4 * tile);
                            if reach(moved, taken ^ (1 << from) ^ (1 << to), from, distance) {
                                grown.store(true, Relaxed);
                            }
                        }
                    }
                }
            }
            Ok(())
        })?;
        if !grown.into_inner() {
            break;
        }
    }
    Ok(table.into_iter().map(AtomicU8::into_inner).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_a_numbering() {
        for (cells, size) in [(16, 1), (10, 4), (6, 6), (12, 5)] {
            let count = placements(usize::from(cells), usize::from(size));
            for index in 0..count {
                assert_eq!(rank(unrank(index, size, cells), size, cells), index, "{size} of {cells}");
            }
        }
        assert_eq!((placements(16, 8), placements(16, 7)), (518_918_400, 57_657_600));
        assert_eq!(rank(0x89AB_CDEF, 8, 16), 518_918_399);
    }

    #[test]
    fn values_are_the_least_over_all_blanks() {
        let grid = Grid::new(3, 4);
        let control = Control::default();
        for pattern in [vec![1, 4, 5], vec![2, 3, 6, 7, 11], vec![8, 9, 10, 11]] {
            let table = build(&grid, &pattern, 0, &control).unwrap_or_default();
            let with_blank = super::super::tables::build(&grid, &pattern, 0, &control).unwrap_or_default();
            assert_eq!(table.len(), placements(12, pattern.len()));
            for (index, &value) in table.iter().enumerate() {
                let placement = unrank(index, pattern.len() as u8, 12) as usize;
                let least = with_blank[placement << 4..(placement + 1) << 4].iter().min();
                assert_eq!(least, Some(&value), "{pattern:?} {placement:x}");
            }
        }
    }
}
