//! Boards of the sliding-tile puzzle and their additive pattern databases.
//!
//! A pattern is a set of home cells; its table holds, for every placement of the pattern's tiles, the least number of
//! moves *of these tiles* that brings them home. Only pattern tiles are counted, so the tables of disjoint patterns add
//! up to a lower bound (Korf & Felner 2002).

use crate::error::Result;
use crate::limits::Control;
use crate::store::{self, Table};
use std::path::Path;

/// No cell.
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

/// Patterns of at most six home cells that cover every cell but the blank's.
pub(super) fn partition(grid: &Grid, blank: u8) -> Vec<Vec<u8>> {
    if let Ok(text) = std::env::var("PARTITION") {
        return text.split('/').map(|p| p.split(',').map(|c| c.parse().unwrap()).collect()).collect();
    }
    if (grid.rows, grid.cols, blank) == (4, 4, 0) {
        return vec![vec![3, 6, 7, 10, 11, 15], vec![1, 2, 4, 5, 8, 9], vec![12, 13, 14]];
    }
    let (lines, length) = if grid.rows <= grid.cols { (grid.cols, grid.rows) } else { (grid.rows, grid.cols) };
    let snake = (0..lines).flat_map(|line| {
        (0..length).map(move |step| {
            let along = if line % 2 == 0 { step } else { length - 1 - step };
            if grid.rows <= grid.cols { along * grid.cols + line } else { line * grid.cols + along }
        })
    });
    let order: Vec<u8> = snake.map(|cell| cell as u8).filter(|&cell| cell != blank).collect();
    order.chunks(6).map(<[u8]>::to_vec).collect()
}

pub(super) fn pattern_table(grid: &Grid, pattern: &[u8], dir: Option<&Path>, control: &Control) -> Result<Table> {
    let build = || if std::env::var("MINBLANK").is_ok() { build2(grid, pattern, control) } else { build(grid, pattern, control) };
    match dir {
        Some(dir) => {
            let cells: Vec<String> = pattern.iter().map(u8::to_string).collect();
            let name = format!("tiles-{}x{}-{}", grid.rows, grid.cols, cells.join("-"));
            store::load_or_build(dir, &name, 1 << (4 * pattern.len()), build)
        }
        None => Ok(build()?.into()),
    }
}

fn build(grid: &Grid, pattern: &[u8], control: &Control) -> Result<Vec<u8>> {
    let size = 1usize << (4 * pattern.len());
    control.memory(size as u64 * 2)?;
    let mut ticker = control.ticker();
    let mut table = vec![NONE; size];
    let home = pattern.iter().rev().fold(0, |word, &cell| word << 4 | u32::from(cell));
    table[home as usize] = 0;
    let mut layer = vec![home];
    let mut next = Vec::new();
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        for (count, &index) in layer.iter().enumerate() {
            if count % 4096 == 0 {
                ticker.check()?;
            }
            let cells = |tile: usize| (index >> (4 * tile)) as u8 & 15;
            let taken = (0..pattern.len()).fold(0u32, |mask, tile| mask | 1 << cells(tile));
            for tile in 0..pattern.len() {
                let from = cells(tile);
                for to in grid.around(from).filter(|to| taken >> to & 1 == 0) {
                    let moved = index ^ u32::from(from ^ to) << (4 * tile);
                    let entry = &mut table[moved as usize];
                    if *entry == NONE {
                        *entry = distance;
                        next.push(moved);
                    }
                }
            }
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
    }
    Ok(table)
}

fn build2(grid: &Grid, pattern: &[u8], control: &Control) -> Result<Vec<u8>> {
    let size = 1usize << (4 * pattern.len());
    control.memory(size as u64 * 2)?;
    let mut ticker = control.ticker();
    let mut table = vec![NONE; size];
    let mut seen = vec![0u16; size];
    let home = pattern.iter().rev().fold(0, |word, &cell| word << 4 | u32::from(cell));
    let n = grid.cells();
    let nb: Vec<u16> = (0..n).map(|c| grid.around(c as u8).fold(0, |m, d| m | 1 << d)).collect();
    let flood = |taken: u32, c: u8| {
        let mut area = 1u16 << c;
        let mut todo = area;
        while todo != 0 {
            let c = todo.trailing_zeros();
            todo &= todo - 1;
            let new = nb[c as usize] & !(taken as u16) & !area;
            area |= new;
            todo |= new;
        }
        area
    };
    table[home as usize] = 0;
    let taken = pattern.iter().fold(0, |m, c| m | 1u32 << c);
    let mut layer = vec![];
    for c in 0..n as u8 {
        if taken >> c & 1 == 0 && seen[home as usize] >> c & 1 == 0 {
            let f = flood(taken, c);
            seen[home as usize] |= f;
            layer.push((home, f));
        }
    }
    let mut next = Vec::new();
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        for (count, &(index, area)) in layer.iter().enumerate() {
            if count % 4096 == 0 {
                ticker.check()?;
            }
            let cells = |tile: usize| (index >> (4 * tile)) as u8 & 15;
            let taken = (0..pattern.len()).fold(0u32, |mask, tile| mask | 1 << cells(tile));
            for tile in 0..pattern.len() {
                let from = cells(tile);
                for to in grid.around(from).filter(|to| area >> to & 1 != 0) {
                    let moved = index ^ u32::from(from ^ to) << (4 * tile);
                    let entry = &mut seen[moved as usize];
                    if *entry >> from & 1 == 0 {
                        let f = flood(taken ^ (1 << from) ^ (1 << to), from);
                        *entry |= f;
                        if table[moved as usize] == NONE {
                            table[moved as usize] = distance;
                        }
                        next.push((moved, f));
                    }
                }
            }
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
    }
    Ok(table)
}
