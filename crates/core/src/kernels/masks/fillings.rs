//! All fillings of a board with some of its symbols, one of each class under the symmetries.
//!
//! A filling is a number: its digits, the first cell's in front, count the symbols in the order in which they are given.
//! Inside it is packed, each digit in a field of its own, so that a symmetry is one table lookup per byte, and packed
//! fillings are in the order of their numbers. A class is represented by its least filling; its size is that of the group
//! over that of the stabiliser. *Regions* are fillings in which the cells that are not holes are connected. Where the
//! rules are the same everywhere, a region may also be moved about the board, and is represented in the corner.

use super::spec::Cell;
use super::symmetry::{Signatures, same_everywhere};
use super::{MaskRules, put};
use crate::bits::Bits;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::search::threads::in_threads;
use crate::sync::lock;
use std::ops::Range;
use std::sync::Mutex;

/// Fillings that a thread looks at before it takes more.
const AT_ONCE: u64 = 1 << 14;

/// Which fillings are wanted.
pub struct Wanted {
    /// The symbols, in their order, and the letters that they are written with.
    pub symbols: Vec<(u16, char)>,
    /// Letters of a row.
    pub columns: usize,
    /// One of each class, instead of all.
    pub classes: bool,
    /// Only regions: this symbol is a hole.
    pub hole: Option<u16>,
}

pub struct Filling<P> {
    /// Rows of letters with bars between them.
    pub text: String,
    /// Fillings of the class that this one represents.
    pub orbit: u64,
    pub position: P,
}

/// A permutation of the cells of packed fillings: `table[i][v]` is where byte `i` with value `v` goes.
struct Turn(Vec<Vec<u64>>);

impl Turn {
    fn of(permutation: &[u32], width: usize) -> Turn {
        let last = permutation.len() - 1;
        let mut table = vec![vec![0; 256]; (permutation.len() * width).div_ceil(8)];
        for (cell, &to) in permutation.iter().enumerate() {
            for bit in 0..width {
                let (from, to) = ((last - cell) * width + bit, (last - to as usize) * width + bit);
                for value in (0..256).filter(|value| value >> (from % 8) & 1 != 0) {
                    table[from / 8][value] |= 1 << to;
                }
            }
        }
        Turn(table)
    }

    #[inline]
    fn apply(&self, packed: u64) -> u64 {
        self.0.iter().enumerate().fold(0, |image, (i, row)| image | row[(packed >> (8 * i)) as usize & 255])
    }
}

/// Regions of a rectangle. Sets of cells have one bit a cell, the lowest of its field.
struct Regions {
    rows: usize,
    columns: usize,
    width: usize,
    /// The packed filling of holes alone.
    holes: u64,
    all: u64,
    top: u64,
    left: u64,
    right: u64,
    /// May regions be moved?
    anywhere: bool,
}

struct Enumeration<'r, const W: usize> {
    rules: &'r MaskRules<W>,
    wanted: &'r Wanted,
    cells: usize,
    /// Bits of a field.
    width: usize,
    /// The bits that each digit on each cell has in a position.
    bits: Vec<Vec<Bits<W>>>,
    turns: Vec<Turn>,
    regions: Option<Regions>,
}

impl<const W: usize> MaskRules<W> {
    /// The wanted fillings with these numbers, in order.
    pub fn fillings(
        &self,
        wanted: &Wanted,
        numbers: Range<u64>,
        threads: usize,
        control: &Control,
    ) -> Result<Vec<Filling<Bits<W>>>> {
        let work = Enumeration::new(self, wanted)?;
        if numbers.start > numbers.end || work.count().is_none_or(|count| numbers.end > count) {
            return Err(Error::invalid(format!("no fillings with the numbers {numbers:?}")));
        }
        let waiting = Mutex::new(numbers.clone().step_by(AT_ONCE as usize));
        let blocks = Mutex::new(Vec::new());
        let enough = (numbers.end - numbers.start).div_ceil(AT_ONCE);
        in_threads(threads.min(usize::try_from(enough).unwrap_or(usize::MAX)), control, |_| {
            let mut ticker = control.ticker();
            while let Some(start) = { lock(&waiting).next() } {
                let mut found = Vec::new();
                let mut packed = work.pack(start);
                for _ in start..numbers.end.min(start + AT_ONCE) {
                    ticker.tick()?;
                    if let Some(orbit) = work.orbit(packed) {
                        found.push(Filling { text: work.text(packed), orbit, position: work.position(packed) });
                    }
                    packed = work.next(packed);
                }
                lock(&blocks).push((start, found));
            }
            Ok(())
        })?;
        let mut blocks = std::mem::take(&mut *lock(&blocks));
        blocks.sort_unstable_by_key(|(start, _)| *start);
        Ok(blocks.into_iter().flat_map(|(_, found)| found).collect())
    }
}

impl<'r, const W: usize> Enumeration<'r, W> {
    fn new(rules: &'r MaskRules<W>, wanted: &'r Wanted) -> Result<Self> {
        let cells = rules.cells.len();
        let symbols: Vec<u16> = wanted.symbols.iter().map(|&(symbol, _)| symbol).collect();
        let known = |symbol: &u16| rules.spec.symbols.iter().all(|symbols| symbols.contains(symbol));
        let distinct = symbols.iter().enumerate().all(|(i, symbol)| !symbols[..i].contains(symbol));
        if symbols.is_empty() || cells == 0 || wanted.columns == 0 || !distinct || !symbols.iter().all(known) {
            return Err(Error::invalid("a board is filled with different symbols that every cell can hold"));
        }
        let width = (usize::BITS - (symbols.len() - 1).leading_zeros()).max(1) as usize;
        if cells * width > u64::BITS as usize {
            let count = symbols.len();
            return Err(Error::invalid(format!("a board of {cells} cells has too many fillings with {count} symbols")));
        }
        let bits = |cell: &Cell| {
            let code = |&symbol: &u16| {
                let mut bits = Bits::default();
                put(&mut bits, cell, cell.code(symbol).unwrap_or(0));
                bits
            };
            symbols.iter().map(code).collect()
        };
        let bits = rules.cells.iter().map(bits).collect();
        let permutations = if wanted.classes { rules.symmetries.permutations() } else { &[] };
        let turns = permutations.iter().map(|permutation| Turn::of(permutation, width)).collect();
        let mut work = Enumeration { rules, wanted, cells, width, bits, turns, regions: None };
        work.regions = wanted.hole.map(|hole| work.regions_between(hole)).transpose()?;
        Ok(work)
    }

    fn regions_between(&self, hole: u16) -> Result<Regions> {
        let spec = &self.rules.spec;
        let changes = || spec.rewrites.iter().flat_map(|rewrite| &rewrite.changes);
        // a hole may be accepted only by who accepts everything and leaves it as it is
        let inert = changes().all(|change| match change.becomes(hole) {
            Some(after) => after == hole && change.total(&spec.symbols[change.cell as usize]),
            None => true,
        });
        let (Some((rows, columns)), true, true) = (spec.rectangle, inert, spec.goals.is_empty()) else {
            return Err(Error::invalid("regions are parts of a rectangle with holes that no move asks for"));
        };
        let (rows, columns) = (rows as usize, columns as usize);
        let hole = self.wanted.symbols.iter().position(|&(symbol, _)| symbol == hole);
        let hole = hole.ok_or_else(|| Error::invalid("the holes of regions are not among the symbols"))? as u64;
        let filled = |digit: u64, inside: &dyn Fn(usize) -> bool| {
            let cells = (0..self.cells).filter(|&cell| inside(cell));
            cells.fold(0, |bits, cell| bits | digit << self.shift(cell))
        };
        Ok(Regions {
            rows,
            columns,
            width: self.width,
            holes: filled(hole, &|_| true),
            all: filled(1, &|_| true),
            top: filled(1, &|cell| cell < columns),
            left: filled(1, &|cell| cell % columns == 0),
            right: filled(1, &|cell| cell % columns == columns - 1),
            anywhere: self.wanted.classes && same_everywhere(&Signatures::of(spec), &self.rules.cells),
        })
    }

    /// The number of fillings, if it is a number of 64 bits.
    fn count(&self) -> Option<u64> {
        (self.wanted.symbols.len() as u64).checked_pow(self.cells as u32)
    }

    #[inline]
    fn shift(&self, cell: usize) -> usize {
        (self.cells - 1 - cell) * self.width
    }

    #[inline]
    fn digit(&self, packed: u64, cell: usize) -> u64 {
        packed >> self.shift(cell) & ((1 << self.width) - 1)
    }

    fn pack(&self, mut number: u64) -> u64 {
        let count = self.wanted.symbols.len() as u64;
        (0..self.cells).rev().fold(0, |packed, cell| {
            let digit = number % count;
            number /= count;
            packed | digit << self.shift(cell)
        })
    }

    /// The filling with the next number; after the last comes the first.
    #[inline]
    fn next(&self, mut packed: u64) -> u64 {
        let last = self.wanted.symbols.len() as u64 - 1;
        for cell in (0..self.cells).rev() {
            let digit = self.digit(packed, cell);
            if digit < last {
                return packed + (1 << self.shift(cell));
            }
            packed &= !(digit << self.shift(cell));
        }
        packed
    }

    fn text(&self, packed: u64) -> String {
        let mut text = String::with_capacity(self.cells + self.cells / self.wanted.columns);
        for cell in 0..self.cells {
            if cell > 0 && cell % self.wanted.columns == 0 {
                text.push('|');
            }
            text.push(self.wanted.symbols[self.digit(packed, cell) as usize].1);
        }
        text
    }

    fn position(&self, packed: u64) -> Bits<W> {
        let cells = self.bits.iter().enumerate();
        cells.fold(Bits::default(), |position, (cell, bits)| position | bits[self.digit(packed, cell) as usize])
    }

    /// The size of the class that this filling represents, if it represents one.
    #[inline]
    fn orbit(&self, packed: u64) -> Option<u64> {
        let places = match &self.regions {
            Some(regions) => regions.places(packed)?,
            None => 1,
        };
        let moved = self.regions.as_ref().filter(|regions| regions.anywhere);
        let mut fixing = 1;
        for turn in &self.turns {
            let image = turn.apply(packed);
            let image = moved.map_or(image, |regions| regions.to_corner(image));
            if image < packed {
                return None;
            }
            fixing += u64::from(image == packed);
        }
        Some((self.turns.len() as u64 + 1) / fixing * places)
    }
}

impl Regions {
    /// The cells that are not holes.
    #[inline]
    fn cells(&self, packed: u64) -> u64 {
        let other = packed ^ self.holes;
        (0..self.width).fold(0, |cells, bit| cells | other >> bit) & self.all
    }

    /// Where a region can stand on the board, counted for one that stands in the corner; 1 where regions cannot be moved.
    #[inline]
    fn places(&self, packed: u64) -> Option<u64> {
        let cells = self.cells(packed);
        if !self.anywhere {
            return self.connected(cells).then_some(1);
        }
        let corner = cells & self.top != 0 && cells & self.left != 0;
        if !corner || !self.connected(cells) {
            return None;
        }
        let below = (0..self.rows).rev().take_while(|&row| self.row(row) & cells == 0).count();
        let beside = (0..self.columns).rev().take_while(|&column| self.column(column) & cells == 0).count();
        Some((below as u64 + 1) * (beside as u64 + 1))
    }

    #[inline]
    fn connected(&self, cells: u64) -> bool {
        let row = (self.columns * self.width) as u32;
        let mut reached = cells & cells.wrapping_neg();
        loop {
            let sides = (reached & !self.right) >> self.width | (reached & !self.left) << self.width;
            let ends = reached.checked_shr(row).unwrap_or(0) | reached.checked_shl(row).unwrap_or(0);
            let grown = (reached | sides | ends) & cells;
            if grown == reached {
                return reached == cells && cells != 0;
            }
            reached = grown;
        }
    }

    #[inline]
    fn row(&self, row: usize) -> u64 {
        self.top >> (row * self.columns * self.width)
    }

    #[inline]
    fn column(&self, column: usize) -> u64 {
        self.left >> (column * self.width)
    }

    /// The region moved as far up and left as it goes.
    #[inline]
    fn to_corner(&self, packed: u64) -> u64 {
        let cells = self.cells(packed);
        let above = (0..self.rows).take_while(|&row| self.row(row) & cells == 0).count();
        let before = (0..self.columns).take_while(|&column| self.column(column) & cells == 0).count();
        ((packed ^ self.holes) << ((above * self.columns + before) * self.width)) ^ self.holes
    }
}

#[cfg(test)]
#[path = "fillings_tests.rs"]
mod tests;
