//! Symmetries of a position: permutations of cells that map the rules onto themselves.
//!
//! A board offers its geometric symmetries; only those that map every rewrite to a rewrite of the same players, rank and
//! kind, and every goal to a goal of the same winner, are kept (all or none, if what is kept were not a group). A permutation of cells is applied to a position with
//! one table lookup per byte (per half byte for the wide kernels, where byte tables would not fit the cache).

use super::put;
use super::spec::{Cell, Rewrite, Spec};
use crate::bits::Bits;
use crate::error::Result;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub struct Symmetries<const W: usize> {
    images: Vec<Arc<Image<W>>>,
}

pub struct Image<const W: usize> {
    chunk: u32,
    /// `table[i][v]`: where the bits of chunk `i` with value `v` go.
    table: Vec<Vec<Bits<W>>>,
}

/// Bits that one lookup maps, for narrow and for wide kernels.
const LOOKUP_BITS: [u32; 2] = [8, 4];

impl<const W: usize> Image<W> {
    /// The map that moves cell `i` to `target[i]`. What has no image is dropped.
    pub fn of_cells(target: &[Option<u32>], cells: &[Cell]) -> Self {
        let bits: u32 = cells.iter().map(|cell| cell.width).sum();
        let mut images: Vec<Option<usize>> = vec![None; bits as usize];
        for (cell, to) in cells.iter().zip(target) {
            let Some(to) = to else { continue };
            for bit in 0..cell.width {
                images[(cell.offset + bit) as usize] = Some((cells[*to as usize].offset + bit) as usize);
            }
        }
        let chunk = LOOKUP_BITS[usize::from(W > 2)];
        let mut image = Image { chunk, table: vec![vec![Bits::default(); 1 << chunk]; bits.div_ceil(chunk) as usize] };
        for (row, table) in image.table.iter_mut().enumerate() {
            for (value, image) in table.iter_mut().enumerate() {
                for bit in (0..chunk as usize).filter(|&bit| value >> bit & 1 != 0) {
                    if let Some(&Some(to)) = images.get(row * chunk as usize + bit) {
                        image.set(to);
                    }
                }
            }
        }
        image
    }

    /// The same with code `c` in cell `i` replaced by `code(i, c)`; all cells must have one width.
    pub fn of_symbols(target: &[Option<u32>], cells: &[Cell], code: impl Fn(usize, usize) -> Option<u64>) -> Self {
        let width = cells.first().map_or(1, |cell| cell.width);
        let chunk = (LOOKUP_BITS[usize::from(W > 2)] / width).max(1) * width;
        let rows = (cells.len() as u32 * width).div_ceil(chunk);
        let mut table = vec![vec![Bits::default(); 1 << chunk]; rows as usize];
        for (number, cell) in cells.iter().enumerate() {
            let Some(to) = target[number] else { continue };
            let (row, shift) = ((cell.offset / chunk) as usize, cell.offset % chunk);
            for (value, image) in table[row].iter_mut().enumerate() {
                if let Some(code) = code(number, value >> shift & ((1 << width) - 1)) {
                    put(image, &cells[to as usize], code);
                }
            }
        }
        Image { chunk, table }
    }

    #[inline]
    pub fn apply(&self, position: &Bits<W>) -> Bits<W> {
        let mut image = Bits::default();
        let low = (1u64 << self.chunk) - 1;
        if 64 % self.chunk == 0 {
            let per_word = 64 / self.chunk as usize;
            for (i, row) in self.table.iter().enumerate() {
                let value = position.0[i / per_word] >> ((i % per_word) as u32 * self.chunk) & low;
                image = image | row[value as usize];
            }
            return image;
        }
        for (i, row) in self.table.iter().enumerate() {
            let bit = i * self.chunk as usize;
            let (word, shift) = (bit / 64, bit as u32 % 64);
            let mut value = position.0[word] >> shift;
            if shift + self.chunk > 64 && word + 1 < W {
                value |= position.0[word + 1] << (64 - shift);
            }
            image = image | row[(value & low) as usize];
        }
        image
    }
}

/// A rewrite as a set, for comparison.
pub type Signature = (Vec<(u32, Option<u16>, u16)>, (bool, bool, bool), i32, u16, Option<(u32, u32)>);

pub fn signature(rewrite: &Rewrite, map: impl Fn(u32) -> u32) -> Signature {
    let mut changes: Vec<_> = rewrite.changes.iter().map(|c| (map(c.cell), c.before, c.after)).collect();
    changes.sort_unstable();
    let piece = rewrite.piece.map(|(a, b)| (map(a), map(b)));
    (changes, (rewrite.left, rewrite.right, rewrite.again), rewrite.score, rewrite.rank, piece)
}

impl<const W: usize> Symmetries<W> {
    pub fn none() -> Self {
        Symmetries { images: Vec::new() }
    }

    pub fn of(spec: &Spec, cells: &[Cell]) -> Result<Self> {
        let rewrites: HashSet<Signature> = spec.rewrites.iter().map(|r| signature(r, |c| c)).collect();
        let goal = |map: &dyn Fn(u32) -> u32| -> HashSet<_> {
            spec.goals
                .iter()
                .map(|goal| {
                    let mut pattern: Vec<(u32, Vec<u16>)> =
                        goal.pattern.iter().map(|(c, symbols)| (map(*c), symbols.clone())).collect();
                    pattern.sort();
                    (pattern, goal.winner)
                })
                .collect()
        };
        let goals = goal(&|c| c);
        let mut group: Vec<&Vec<u32>> = Vec::new();
        for permutation in &spec.symmetries {
            let valid = permutation.len() == cells.len()
                && permutation
                    .iter()
                    .enumerate()
                    .all(|(from, &to)| cells.get(to as usize).is_some_and(|cell| cell.symbols == cells[from].symbols))
                && permutation.iter().collect::<HashSet<_>>().len() == cells.len();
            if !valid {
                continue;
            }
            let map = |cell: u32| permutation[cell as usize];
            let kept = spec.rewrites.iter().all(|r| rewrites.contains(&signature(r, map))) && goal(&map) == goals;
            if kept {
                group.push(permutation);
            }
        }
        let identity = |p: &[u32]| p.iter().enumerate().all(|(i, &image)| i as u32 == image);
        group.retain(|p| !identity(p));
        let closed = group.iter().all(|p| {
            group.iter().all(|q| {
                let product: Vec<u32> = q.iter().map(|&i| p[i as usize]).collect();
                identity(&product) || group.contains(&&product)
            })
        });
        if !closed {
            return Ok(Symmetries::none());
        }
        Ok(Symmetries {
            images: group
                .into_iter()
                .map(|permutation| {
                    Arc::new(Image::of_cells(&permutation.iter().map(|&to| Some(to)).collect::<Vec<_>>(), cells))
                })
                .collect(),
        })
    }

    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Those that leave a position as it is.
    pub fn fixing(&self, position: &Bits<W>) -> Self {
        let kept = |image: &&Arc<Image<W>>| image.apply(position) == *position;
        Symmetries { images: self.images.iter().filter(kept).cloned().collect() }
    }

    /// The images of a position under all symmetries but the identity.
    #[inline]
    pub fn images<'a>(&'a self, position: &'a Bits<W>) -> impl Iterator<Item = Bits<W>> + 'a {
        self.images.iter().map(|image| image.apply(position))
    }

    #[inline]
    pub fn canonical(&self, position: &Bits<W>) -> Bits<W> {
        self.images(position).fold(*position, |least, image| least.min(image))
    }

    pub fn orbit(&self, position: &Bits<W>) -> u64 {
        if self.images.is_empty() {
            return 1;
        }
        let mut all: Vec<Bits<W>> = self.images(position).chain([*position]).collect();
        all.sort_unstable();
        all.dedup();
        all.len() as u64
    }
}

/// Rewrites of a rectangle moved to the corner, with height and width less one: where each stands, and in how many
/// places it would fit.
pub type Shapes = HashMap<(Signature, usize, usize), (HashSet<(usize, usize)>, usize)>;

pub fn shapes(spec: &Spec) -> Option<Shapes> {
    let (rows, columns) = spec.rectangle?;
    let (rows, columns) = (rows as usize, columns as usize);
    let mut shapes = Shapes::new();
    for rewrite in &spec.rewrites {
        let places = || rewrite.changes.iter().map(|c| (c.cell as usize / columns, c.cell as usize % columns));
        let (top, left) = (places().map(|p| p.0).min()?, places().map(|p| p.1).min()?);
        let (bottom, right) = (places().map(|p| p.0).max()?, places().map(|p| p.1).max()?);
        let fits = (rows - (bottom - top)) * (columns - (right - left));
        let corner = (top * columns + left) as u32;
        let shape = (signature(rewrite, |cell| cell.wrapping_sub(corner)), bottom - top, right - left);
        shapes.entry(shape).or_insert((HashSet::new(), fits)).0.insert((top, left));
    }
    Some(shapes)
}

/// Rows and columns of a full rectangle on which the rules are the same everywhere: a component may then be moved to
/// the corner. Holds iff every rewrite, wherever it fits on the rectangle, is there.
pub struct Translations<const W: usize> {
    columns: usize,
    width: usize,
    row_masks: Vec<Bits<W>>,
    column_masks: Vec<Bits<W>>,
}

impl<const W: usize> Translations<W> {
    pub fn of(spec: &Spec, cells: &[Cell]) -> Option<Self> {
        let (rows, columns) = spec.rectangle?;
        let (rows, columns) = (rows as usize, columns as usize);
        if rows * columns != cells.len() || cells.windows(2).any(|pair| pair[0].symbols != pair[1].symbols) {
            return None;
        }
        let shapes = shapes(spec)?;
        if shapes.values().any(|(found, fits)| found.len() != *fits) {
            return None;
        }
        let band = |inside: &dyn Fn(usize, usize) -> bool| {
            let mut bits = Bits::default();
            for (number, cell) in cells.iter().enumerate() {
                if inside(number / columns, number % columns) {
                    put(&mut bits, cell, (1 << cell.width) - 1);
                }
            }
            bits
        };
        Some(Translations {
            columns,
            width: cells.first()?.width as usize,
            row_masks: (0..rows).map(|r| band(&|row, _| row == r)).collect(),
            column_masks: (0..columns).map(|c| band(&|_, column| column == c)).collect(),
        })
    }

    /// The component, all other cells being inert (zero), moved as far up and left as it goes.
    #[inline]
    pub fn to_corner(&self, component: &Bits<W>) -> Bits<W> {
        let top = self.row_masks.iter().position(|row| row.meets(component)).unwrap_or(0);
        let left = self.column_masks.iter().position(|column| column.meets(component)).unwrap_or(0);
        component.shifted_down((top * self.columns + left) * self.width)
    }
}
