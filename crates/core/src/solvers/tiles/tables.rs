//! Boards of the sliding-tile puzzle and their additive pattern databases.
//!
//! A pattern is a set of home cells; its table holds, for every placement of the pattern's tiles, the least number of
//! moves *of these tiles* that brings them home. Only pattern tiles are counted, so the tables of disjoint patterns add
//! up to a lower bound (Korf & Felner 2002).
//!
//! The blank's cell is part of the index. Usually it is left out and the least value over all blanks is kept; that
//! bound is not consistent (a blank shut in by pattern tiles counts as if it were free), and leaving the blank out of
//! the breadth-first search as well makes the bound consistent but much weaker. With the blank, values are distances in
//! a graph whose edges are the real moves, so the bound is consistent by construction. Five tiles and the blank are six
//! nibbles, 16 MB per table. For fifteen, 5-5-5 tables of this kind come within a third of the speed of 6-6-3 tables of
//! the usual kind and are built in a tenth of the time. Larger patterns are in [`super::ranked`].

use super::ranked::{self, placements};
use crate::error::Result;
use crate::limits::Control;
use crate::store::{self, Table};
use std::path::Path;

/// The most tiles in one pattern, usually and on request; more than [`SMALL`] are ranked.
pub(super) const SMALL: usize = 5;
pub(super) const LARGE: usize = 8;

/// No cell, no distance.
pub(super) const NONE: u8 = u8::MAX;

/// A board of `rows` x `cols` cells in reading order; at most 255 cells.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub rows: usize,
    pub cols: usize,
    /// The cells beside each cell, padded with [`NONE`].
    pub beside: Vec<[u8; 4]>,
}

impl Grid {
    pub fn new(rows: usize, cols: usize) -> Grid {
        let beside = (0..rows * cols).map(|cell| {
            let (row, col) = (cell / cols, cell % cols);
            let mut list = [NONE; 4];
            let near = [
                (row > 0).then(|| cell - cols),
                (col > 0).then(|| cell - 1),
                (col + 1 < cols).then(|| cell + 1),
                (row + 1 < rows).then(|| cell + cols),
            ];
            for (place, cell) in list.iter_mut().zip(near.into_iter().flatten()) {
                *place = cell as u8;
            }
            list
        });
        Grid { rows, cols, beside: beside.collect() }
    }

    pub fn cells(&self) -> usize {
        self.beside.len()
    }

    pub fn around(&self, cell: u8) -> impl Iterator<Item = u8> + '_ {
        self.beside[usize::from(cell)].into_iter().take_while(|&cell| cell != NONE)
    }

    pub fn distance(&self, a: u8, b: u8) -> u32 {
        let (a, b) = (usize::from(a), usize::from(b));
        ((a / self.cols).abs_diff(b / self.cols) + (a % self.cols).abs_diff(b % self.cols)) as u32
    }

    /// The symmetries of the board as maps of cells, the identity first.
    pub fn symmetries(&self) -> Vec<Vec<u8>> {
        let (rows, cols) = (self.rows, self.cols);
        let turns = if rows == cols { 8 } else { 4 };
        let image = |turn: usize, cell: usize| {
            let (mut row, mut col) = (cell / cols, cell % cols);
            if turn & 1 != 0 {
                row = rows - 1 - row;
            }
            if turn & 2 != 0 {
                col = cols - 1 - col;
            }
            if turn & 4 != 0 {
                (row, col) = (col, row);
            }
            (row * cols + col) as u8
        };
        (0..turns).map(|turn| (0..self.cells()).map(|cell| image(turn, cell)).collect()).collect()
    }
}

/// Patterns of at most this many cells that cover every cell but the blank's home. A pattern that shuts in the blank's home is worth most, because
/// it also counts the moves that let the blank in.
pub(super) fn partition(grid: &Grid, blank: u8, most: usize) -> Vec<Vec<u8>> {
    if (grid.rows, grid.cols, blank, most) == (4, 4, 0, SMALL) {
        return vec![vec![1, 4, 5, 8, 9], vec![2, 3, 6, 7, 11], vec![10, 12, 13, 14, 15]];
    }
    let upright = grid.rows <= grid.cols;
    let (lines, length) = if upright { (grid.cols, grid.rows) } else { (grid.rows, grid.cols) };
    let snake = (0..grid.cells()).map(|at| {
        let (line, step) = (at / length, at % length);
        let along = if line % 2 == 0 { step } else { length - 1 - step };
        if upright { along * lines + line } else { line * length + along }
    });
    let cells: Vec<u8> = snake.map(|cell| cell as u8).filter(|&cell| cell != blank).collect();
    let parts = cells.len().div_ceil(most);
    let cut = |part: usize| part * cells.len() / parts;
    (0..parts).map(|part| cells[cut(part)..cut(part + 1)].to_vec()).collect()
}

/// Bytes.
pub(super) fn table_size(grid: &Grid, pattern: &[u8]) -> usize {
    if pattern.len() > SMALL { placements(grid.cells(), pattern.len()) } else { 16 << (4 * pattern.len()) }
}

/// The table of a pattern. Up to [`SMALL`] tiles an index is the cell of the blank in the lowest nibble, then the cells of the tiles in the
/// pattern's order. Impossible placements hold [`NONE`].
pub(super) fn table(grid: &Grid, pattern: &[u8], blank: u8, dir: Option<&Path>, control: &Control) -> Result<Table> {
    let build = if pattern.len() > SMALL { ranked::build } else { build };
    let Some(dir) = dir else { return Ok(build(grid, pattern, blank, control)?.into()) };
    let cells: Vec<String> = pattern.iter().map(u8::to_string).collect();
    let name = format!("tiles-{}x{}-{blank}-{}", grid.rows, grid.cols, cells.join("."));
    store::load_or_build(dir, &name, table_size(grid, pattern), || build(grid, pattern, blank, control))
}

/// Breadth-first search over (cells of the tiles, region that the blank can roam).
pub(super) fn build(grid: &Grid, pattern: &[u8], blank: u8, control: &Control) -> Result<Vec<u8>> {
    let mut ticker = control.ticker();
    let beside: Vec<u16> = (0..grid.cells()).map(|cell| bits(grid.around(cell as u8))).collect();
    let mut table = vec![NONE; table_size(grid, pattern)];
    let home = pattern.iter().rev().fold(0, |word, &cell| word << 4 | usize::from(cell));
    let region = flood(&beside, bits(pattern.iter().copied()), blank);
    let mut layer = vec![(home, region)];
    members(region).for_each(|blank| table[home << 4 | usize::from(blank)] = 0);
    let mut next = Vec::new();
    for distance in 1..NONE {
        for (count, &(index, region)) in layer.iter().enumerate() {
            if count % 4096 == 0 {
                ticker.check()?;
            }
            let cell_of = |tile: usize| (index >> (4 * tile)) as u8 & 15;
            let taken = bits((0..pattern.len()).map(cell_of));
            for tile in 0..pattern.len() {
                let from = cell_of(tile);
                for to in members(beside[usize::from(from)] & region) {
                    let moved = index ^ usize::from(from ^ to) << (4 * tile);
                    if table[moved << 4 | usize::from(from)] == NONE {
                        let region = flood(&beside, taken ^ (1 << from) ^ (1 << to), from);
                        members(region).for_each(|blank| table[moved << 4 | usize::from(blank)] = distance);
                        next.push((moved, region));
                    }
                }
            }
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
    }
    Ok(table)
}

pub(super) fn bits(cells: impl Iterator<Item = u8>) -> u16 {
    cells.fold(0, |mask, cell| mask | 1 << cell)
}

pub(super) fn members(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then(|| mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        cell
    })
}

/// The cells connected to `cell` through cells that are not taken.
pub(super) fn flood(beside: &[u16], taken: u16, cell: u8) -> u16 {
    let mut region = 1u16 << cell;
    let mut border = region;
    while border != 0 {
        let fresh = beside[border.trailing_zeros() as usize] & !taken & !region;
        region |= fresh;
        border = border & (border - 1) | fresh;
    }
    region
}
