//! A rectangle of cells as bits, for kernels that play on grids: neighbours, floods, images under symmetries.
//!
//! Rows lie one after another with one spare bit between them, which is never set: so a shift by one cell in any of
//! the eight directions leads to a neighbour or to a bit that is not a cell. A board that is higher than wide is laid
//! down, so that a part of it that is made to lie, as [`Rectangle::images`] does, fits into a corner whatever its place
//! was.

use crate::bits::Bits;
use crate::error::{Error, Result};

#[derive(Clone, Debug)]
pub struct Rectangle<const W: usize> {
    rows: usize,
    cols: usize,
    /// Bits from one row to the next.
    stride: usize,
    /// Rows outside are columns here.
    laid: bool,
    pub cells: Bits<W>,
    /// The row of each bit.
    row: Vec<u16>,
    /// Where each bit goes when rows become columns.
    across: Vec<u16>,
    /// On boards of one word, for each bit: the cells in each direction, first those towards higher bits.
    rays: Vec<[u64; 8]>,
}

/// Bits that a board of this size takes.
#[must_use]
pub fn bits_needed(rows: usize, cols: usize) -> usize {
    rows.min(cols) * (rows.max(cols) + 1)
}

impl<const W: usize> Rectangle<W> {
    pub fn new(rows: usize, cols: usize) -> Result<Self> {
        if rows == 0 || cols == 0 || bits_needed(rows, cols) > 64 * W {
            return Err(Error::invalid(format!("a board of {rows} x {cols} cells does not fit")));
        }
        let laid = rows > cols;
        let (rows, cols) = if laid { (cols, rows) } else { (rows, cols) };
        let stride = cols + 1;
        let row = (0..64 * W).map(|bit| (bit / stride) as u16).collect();
        let across = (0..64 * W).map(|bit| (bit % stride * stride + bit / stride) as u16).collect();
        let mut board = Rectangle { rows, cols, stride, laid, cells: Bits::default(), row, across, rays: Vec::new() };
        for row in 0..rows {
            (0..cols).for_each(|col| board.cells.set(row * board.stride + col));
        }
        if W == 1 {
            board.rays = (0..64).map(|bit| board.rays_from(bit)).collect();
        }
        Ok(board)
    }

    fn rays_from(&self, bit: usize) -> [u64; 8] {
        let inside = |(row, col): (isize, isize)| {
            (0..self.rows as isize).contains(&row) && (0..self.cols as isize).contains(&col)
        };
        let start = ((bit / self.stride) as isize, (bit % self.stride) as isize);
        [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)].map(|(down, right)| {
            let (mut at, mut ray) = ((start.0 + down, start.1 + right), 0);
            while inside(at) {
                ray |= 1 << (at.0 as usize * self.stride + at.1 as usize);
                at = (at.0 + down, at.1 + right);
            }
            ray
        })
    }

    /// Bits of a position, the spare ones included.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.rows * self.stride
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.rows * self.cols
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    #[must_use]
    pub fn is_line(&self) -> bool {
        self.rows == 1
    }

    /// The bit of each cell, row by row as the board was given.
    pub fn order(&self) -> impl Iterator<Item = usize> + '_ {
        let (outer, inner) = if self.laid { (self.cols, self.rows) } else { (self.rows, self.cols) };
        let bit = move |i: usize, j: usize| if self.laid { j * self.stride + i } else { i * self.stride + j };
        (0..outer).flat_map(move |i| (0..inner).map(move |j| bit(i, j)))
    }

    /// The cells that have a neighbour in the set, in the same row or column.
    #[inline(always)]
    #[must_use]
    pub fn beside(&self, set: &Bits<W>) -> Bits<W> {
        let across = set.up(1) | set.down(1);
        if self.rows == 1 {
            return across & self.cells;
        }
        (across | set.up(self.stride) | set.down(self.stride)) & self.cells
    }

    /// Cells, and those within a king's move of them.
    #[inline(always)]
    #[must_use]
    pub fn around(&self, set: &Bits<W>) -> Bits<W> {
        let across = *set | set.up(1) | set.down(1);
        if self.rows == 1 {
            return across & self.cells;
        }
        (across | across.up(self.stride) | across.down(self.stride)) & self.cells
    }

    /// Everything in `within` that king's moves inside it lead to from `seed`.
    #[inline(always)]
    #[must_use]
    pub fn flood_around(&self, seed: &Bits<W>, within: &Bits<W>) -> Bits<W> {
        let mut found = *seed & *within;
        loop {
            let next = self.around(&found) & *within;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// The same by steps along rows and columns.
    #[inline(always)]
    #[must_use]
    pub fn flood_beside(&self, seed: &Bits<W>, within: &Bits<W>) -> Bits<W> {
        let mut found = *seed & *within;
        loop {
            let next = (found | self.beside(&found)) & *within;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// The cells of `free` that queens on the cells `from` can go to.
    #[inline(always)]
    #[must_use]
    pub fn queen(&self, from: &Bits<W>, free: &Bits<W>) -> Bits<W> {
        let mut found = Bits::default();
        let mut along = |step: usize| {
            let mut up = from.up(step) & *free;
            while !up.is_empty() {
                found = found | up;
                up = up.up(step) & *free;
            }
            let mut down = from.down(step) & *free;
            while !down.is_empty() {
                found = found | down;
                down = down.down(step) & *free;
            }
        };
        along(1);
        if self.rows > 1 {
            along(self.stride - 1);
            along(self.stride);
            along(self.stride + 1);
        }
        found
    }

    /// The same for one queen.
    #[inline(always)]
    #[must_use]
    pub fn queen_at(&self, cell: &Bits<W>, free: &Bits<W>) -> Bits<W> {
        let Some(rays) = self.rays.get(cell.lowest()) else { return self.queen(cell, free) };
        let blocked = !free.0[0];
        let (higher, lower) = rays.split_at(4);
        let mut found = 0;
        for ray in higher {
            let wall = ray & blocked;
            // what lies before the first bit, or everything
            found |= ray & (wall & wall.wrapping_neg()).wrapping_sub(1);
        }
        for ray in lower {
            let wall = ray & blocked;
            // what lies behind the last bit, which is never the highest of the word
            found |= ray & u64::MAX.wrapping_shl(64 - wall.leading_zeros());
        }
        let mut out = Bits::default();
        out.0[0] = found;
        out
    }

    /// Some planes of bits under every symmetry of the square, moved to the corner, each image made to lie (its box is
    /// at least as wide as high): four of a box that is not a square, eight of one that is, and at most two of a line.
    #[inline(always)]
    pub fn images<const N: usize>(&self, planes: &[Bits<W>; N], mut see: impl FnMut(&[Bits<W>; N])) {
        let all = planes.iter().fold(Bits::default(), |all: Bits<W>, plane| all | *plane);
        if all.is_empty() {
            return see(planes);
        }
        let row_of = |bit: usize| self.row.get(bit).map_or(0, |&row| row as usize);
        let (top, bottom) = (row_of(all.lowest()), row_of(all.highest()));
        let mut folded = Bits::<W>::default();
        for row in top..=bottom {
            folded = folded | all.down(row * self.stride);
        }
        folded = folded & Bits::first(self.stride);
        let left = folded.lowest();
        let right = folded.highest();
        let (mut high, mut wide) = (bottom - top + 1, right - left + 1);
        let mut image = planes.map(|plane| plane.down(top * self.stride + left));
        if high > wide {
            image = image.map(|plane| self.transposed(&plane));
            (high, wide) = (wide, high);
        }
        self.turned(&image, high, wide, &mut see);
        if high == wide && high > 1 {
            self.turned(&image.map(|plane| self.transposed(&plane)), high, wide, &mut see);
        }
    }

    /// An image in the corner, turned by half, and both upside down.
    #[inline(always)]
    fn turned<const N: usize>(
        &self,
        image: &[Bits<W>; N],
        high: usize,
        wide: usize,
        see: &mut impl FnMut(&[Bits<W>; N]),
    ) {
        let far = 64 * W - 1 - ((high - 1) * self.stride + wide - 1);
        let turned = |image: &[Bits<W>; N]| image.map(|plane| plane.reversed().down(far));
        see(image);
        see(&turned(image));
        if high > 1 {
            let row = Bits::first(wide);
            let flipped = image.map(|plane| {
                (0..high).fold(Bits::default(), |flipped: Bits<W>, r| {
                    let line = plane.down(r * self.stride) & row;
                    flipped | line.up((high - 1 - r) * self.stride)
                })
            });
            see(&flipped);
            see(&turned(&flipped));
        }
    }

    fn transposed(&self, plane: &Bits<W>) -> Bits<W> {
        let mut out = Bits::default();
        for bit in plane.ones() {
            out.set(self.across[bit] as usize);
        }
        out
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::search::toys::Random;
    use std::collections::BTreeSet;

    type Cells = BTreeSet<(usize, usize)>;

    /// Cells by row and column, as the board was given.
    fn cells<const W: usize>(board: &Rectangle<W>, cols: usize, set: &Bits<W>) -> Cells {
        let places = board.order().enumerate().filter(|(_, bit)| set.get(*bit));
        places.map(|(place, _)| (place / cols, place % cols)).collect()
    }

    fn random_set<const W: usize>(board: &Rectangle<W>, random: &mut Random, one_in: u64) -> Bits<W> {
        let mut set = Bits::default();
        board.order().for_each(|bit| {
            if random.below(one_in) == 0 {
                set.set(bit);
            }
        });
        set
    }

    fn near(set: &Cells, cell: (usize, usize), straight: bool) -> bool {
        set.iter().any(|&(r, c)| {
            let (dr, dc) = (r.abs_diff(cell.0), c.abs_diff(cell.1));
            if straight { dr + dc == 1 } else { dr.max(dc) <= 1 }
        })
    }

    fn compare<const W: usize>(rows: usize, cols: usize, random: &mut Random) {
        let board = Rectangle::<W>::new(rows, cols).unwrap();
        assert_eq!(cells(&board, cols, &board.cells).len(), rows * cols);
        for one_in in [1, 2, 3, 8] {
            let set = random_set(&board, random, one_in);
            let plain = cells(&board, cols, &set);
            for straight in [true, false] {
                let grown = if straight { board.beside(&set) } else { board.around(&set) };
                let all = cells(&board, cols, &board.cells);
                let expected: Cells = all.into_iter().filter(|&cell| near(&plain, cell, straight)).collect();
                assert_eq!(cells(&board, cols, &grown), expected);
            }
            let from = board.order().nth(random.below((rows * cols) as u64) as usize).unwrap();
            let mut seed = Bits::default();
            seed.set(from);
            let start = *cells(&board, cols, &seed).first().unwrap();
            let mut expected = Cells::new();
            for (dr, dc) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
                let mut here = start;
                while let (Some(r), Some(c)) = (here.0.checked_add_signed(dr), here.1.checked_add_signed(dc)) {
                    here = (r, c);
                    if !plain.contains(&here) {
                        break;
                    }
                    expected.insert(here);
                }
            }
            assert_eq!(cells(&board, cols, &board.queen(&seed, &set)), expected);
            assert_eq!(board.queen_at(&seed, &set), board.queen(&seed, &set));
            let flooded = cells(&board, cols, &board.flood_around(&seed, &(set | seed)));
            let mut reached = Cells::from([start]);
            while let Some(&next) = plain.iter().find(|&&cell| !reached.contains(&cell) && near(&reached, cell, false))
            {
                reached.insert(next);
            }
            assert_eq!(flooded, reached);
        }
    }

    #[test]
    fn shifts_agree_with_rows_and_columns() {
        let mut random = Random(5);
        for (rows, cols) in [(1, 1), (1, 9), (9, 1), (2, 6), (6, 2), (7, 7), (4, 5), (7, 8)] {
            compare::<1>(rows, cols, &mut random);
        }
        for (rows, cols) in [(10, 10), (8, 8), (3, 30), (1, 100), (100, 1)] {
            compare::<2>(rows, cols, &mut random);
        }
        compare::<16>(31, 32, &mut random);
        compare::<16>(1, 1023, &mut random);
    }

    /// The least of all images, by row and column, under the eight maps and moved to the corner.
    fn least(set: &Cells) -> Cells {
        let images = (0..8).map(|map| {
            let turn = |&(r, c): &(usize, usize)| {
                let (r, c) = if map & 1 == 0 { (r, c) } else { (c, r) };
                (if map & 2 == 0 { r } else { 99 - r }, if map & 4 == 0 { c } else { 99 - c })
            };
            let image: Cells = set.iter().map(turn).collect();
            let top = image.iter().map(|cell| cell.0).min().unwrap();
            let left = image.iter().map(|cell| cell.1).min().unwrap();
            image.iter().map(|&(r, c)| (r - top, c - left)).collect::<Cells>()
        });
        images.min().unwrap()
    }

    #[test]
    fn images_are_those_of_the_square() {
        let mut random = Random(6);
        for (rows, cols) in [(3, 4), (5, 5), (2, 7), (7, 2), (6, 5)] {
            let board = Rectangle::<1>::new(rows, cols).unwrap();
            let lying = Rectangle::<1>::new(rows.min(cols), rows.max(cols)).unwrap();
            for _ in 0..300 {
                let one_in = 1 + random.below(9);
                let set = random_set(&board, &mut random, one_in);
                if set.is_empty() {
                    continue;
                }
                let plain = cells(&board, cols, &set);
                let mut seen = BTreeSet::new();
                board.images(&[set, set], |&[image, same]| {
                    assert_eq!(image, same);
                    let found = cells(&lying, rows.max(cols), &image);
                    assert!(board.cells.contains(&image) && least(&found) == least(&plain));
                    seen.insert(image);
                });
                // the images of an image are the same ones
                for image in seen.clone() {
                    let mut again = BTreeSet::new();
                    board.images(&[image], |[image]| {
                        again.insert(*image);
                    });
                    assert_eq!(again, seen);
                }
            }
        }
    }
}
