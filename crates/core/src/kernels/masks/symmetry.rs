//! Symmetries of a position: permutations of cells that map the rules onto themselves.
//!
//! A board offers its geometric symmetries; only those that map every rewrite to a rewrite of the same players, rank and
//! kind, and every goal to a goal of the same winner, are kept (all or none, if what is kept were not a group). A permutation of cells is applied to a position with
//! one table lookup per byte (per half byte for the wide kernels, where byte tables would not fit the cache).

use super::put;
use super::spec::{Cell, Change, Rewrite, Spec, SymbolMap};
use crate::bits::Bits;
use crate::error::Result;
use crate::rules::BuildMixer;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub struct Symmetries<const W: usize> {
    images: Vec<Arc<Image<W>>>,
    /// Where each of them moves the cells.
    permutations: Vec<Vec<u32>>,
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
            for value in 1..table.len() {
                // the image of all bits but the lowest is there already
                let mut image = table[value & (value - 1)];
                let lowest = value.trailing_zeros() as usize;
                if let Some(&Some(to)) = images.get(row * chunk as usize + lowest) {
                    image.set(to);
                }
                table[value] = image;
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
            let image_of = |before| {
                let mut image = Bits::default();
                if let Some(code) = code(number, before) {
                    put(&mut image, &cells[to as usize], code);
                }
                image
            };
            let images: Vec<Bits<W>> = (0..1 << width).map(image_of).collect();
            for (value, image) in table[row].iter_mut().enumerate() {
                *image = *image | images[value >> shift & ((1 << width) - 1)];
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

/// Does the board offer any but the identity?
pub fn offered(spec: &Spec) -> bool {
    !spec.symmetries.iter().all(|permutation| is_identity(permutation))
}

fn is_identity(permutation: &[u32]) -> bool {
    permutation.iter().enumerate().all(|(i, &image)| i as u32 == image)
}

/// A rewrite as a set, for comparison; the maps of symbols are those of [`Signatures`], by number.
pub type Signature = (Vec<(u32, u32)>, Rest);

/// All but the changes: who may make it, whether that player moves on, score, rank and piece.
pub type Rest = ((bool, bool), bool, i32, u16, Option<(u32, u32)>);

/// The rewrites of a specification, written so that they are compared quickly: most changes share one of a few maps.
pub struct Signatures<'s> {
    pub spec: &'s Spec,
    maps: Vec<&'s SymbolMap>,
    numbers: HashMap<&'s SymbolMap, u32, BuildMixer>,
    /// The number of the map of each change, rewrite by rewrite.
    changes: Vec<u32>,
    /// The rewrites as they are, each with its number.
    known: HashMap<Signature, usize, BuildMixer>,
}

impl<'s> Signatures<'s> {
    pub fn of(spec: &'s Spec) -> Self {
        let (maps, numbers) = (Vec::new(), HashMap::default());
        let mut all = Signatures { spec, maps, numbers, changes: Vec::new(), known: HashMap::default() };
        for change in spec.rewrites.iter().flat_map(|rewrite| &rewrite.changes) {
            let number = *all.numbers.entry(&change.map).or_insert_with(|| {
                all.maps.push(&change.map);
                all.maps.len() as u32 - 1
            });
            all.changes.push(number);
        }
        all.known =
            all.each().map(|(number, rewrite, maps)| (signature(rewrite, maps, |c| c, |m| m), number)).collect();
        all
    }

    /// Every rewrite with its number and the maps of its changes.
    fn each(&self) -> impl Iterator<Item = (usize, &'s Rewrite, &[u32])> {
        let mut rest = &self.changes[..];
        self.spec.rewrites.iter().enumerate().map(move |(number, rewrite)| {
            let (maps, others) = rest.split_at(rewrite.changes.len());
            rest = others;
            (number, rewrite, maps)
        })
    }

    /// For each rewrite the number of the one that a permutation of the cells takes it to; `None` where there is none.
    pub fn images<'a>(&'a self, permutation: &'a [u32]) -> impl Iterator<Item = Option<usize>> + 'a {
        let image = |cell: u32| permutation[cell as usize];
        self.each().map(move |(_, rewrite, maps)| self.known.get(&signature(rewrite, maps, image, |m| m)).copied())
    }

    /// The same with the players exchanged, and maps by what `turned` has in place of each.
    pub fn exchanged<'a>(
        &'a self,
        permutation: &'a [u32],
        turned: &'a [Option<u32>],
    ) -> impl Iterator<Item = Option<usize>> + 'a {
        self.each().map(move |(_, rewrite, maps)| {
            if maps.iter().any(|&map| turned[map as usize].is_none()) {
                return None;
            }
            let map = |number: u32| turned[number as usize].unwrap_or(number);
            let mut image = signature(rewrite, maps, |cell| permutation[cell as usize], map);
            image.1.0 = (rewrite.right, rewrite.left);
            self.known.get(&image).copied()
        })
    }

    /// The number of what each map becomes.
    pub fn turned(&self, turn: impl Fn(&SymbolMap) -> SymbolMap) -> Vec<Option<u32>> {
        self.maps.iter().map(|map| self.numbers.get(&turn(map)).copied()).collect()
    }
}

fn signature(rewrite: &Rewrite, maps: &[u32], cell: impl Fn(u32) -> u32, map: impl Fn(u32) -> u32) -> Signature {
    let mut changes: Vec<_> = rewrite.changes.iter().zip(maps).map(|(c, &m)| (cell(c.cell), map(m))).collect();
    changes.sort_unstable();
    (changes, rest(rewrite, cell))
}

fn rest(rewrite: &Rewrite, cell: impl Fn(u32) -> u32) -> Rest {
    let piece = rewrite.piece.map(|(a, b)| (cell(a), cell(b)));
    ((rewrite.left, rewrite.right), rewrite.again, rewrite.score, rewrite.rank, piece)
}

impl<const W: usize> Symmetries<W> {
    pub fn none() -> Self {
        Symmetries { images: Vec::new(), permutations: Vec::new() }
    }

    pub fn of(signatures: &Signatures, cells: &[Cell]) -> Result<Self> {
        let spec = signatures.spec;
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
            let kept = signatures.images(permutation).all(|image| image.is_some()) && goal(&map) == goals;
            if kept && !group.contains(&permutation) {
                group.push(permutation);
            }
        }
        group.retain(|p| !is_identity(p));
        let closed = group.iter().all(|p| {
            group.iter().all(|q| {
                let product: Vec<u32> = q.iter().map(|&i| p[i as usize]).collect();
                is_identity(&product) || group.contains(&&product)
            })
        });
        if !closed {
            return Ok(Symmetries::none());
        }
        let image = |permutation: &&Vec<u32>| {
            Arc::new(Image::of_cells(&permutation.iter().map(|&to| Some(to)).collect::<Vec<_>>(), cells))
        };
        Ok(Symmetries { images: group.iter().map(image).collect(), permutations: group.into_iter().cloned().collect() })
    }

    /// All but the identity: `permutation[i]` is where cell `i` goes.
    pub fn permutations(&self) -> &[Vec<u32>] {
        &self.permutations
    }

    /// Where each of them takes the rewrites.
    pub fn of_rewrites(&self, spec: &Spec) -> Vec<Vec<usize>> {
        let signatures = Signatures::of(spec);
        self.permutations.iter().filter_map(|permutation| signatures.images(permutation).collect()).collect()
    }

    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Those that leave a position as it is.
    pub fn fixing(&self, position: &Bits<W>) -> Self {
        let all = self.images.iter().zip(&self.permutations);
        let (images, permutations) = all
            .filter(|(image, _)| image.apply(position) == *position)
            .map(|(image, permutation)| (image.clone(), permutation.clone()))
            .unzip();
        Symmetries { images, permutations }
    }

    /// The image under one of them.
    #[inline]
    pub fn image(&self, number: usize, position: &Bits<W>) -> Bits<W> {
        self.images[number].apply(position)
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

/// Rewrites of a rectangle moved to the corner, by what they ask for.
///
/// A change that accepts every symbol and leaves the inert one as it is means nothing where the board ends, so that a
/// rewrite at the border may lack it: such changes are listed apart, as what happens *around*.
pub type Shapes = HashMap<Shape, Places, BuildMixer>;

#[derive(PartialEq, Eq, Hash)]
pub struct Shape {
    pub signature: Signature,
    /// Less one.
    pub height: u32,
    pub width: u32,
}

#[derive(Default)]
pub struct Places {
    /// Where the shape stands, and how many cells are changed around it there.
    corners: HashMap<(u32, u32), usize, BuildMixer>,
    /// All cells that are changed around it, as seen from its corner.
    pub around: HashSet<((i32, i32), u32), BuildMixer>,
}

/// `None` if two rewrites differ only in what happens around them, or if some lack more than what the border cuts off.
pub fn shapes(signatures: &Signatures, cells: &[Cell]) -> Option<Shapes> {
    let spec = signatures.spec;
    let (rows, columns) = spec.rectangle?;
    let idle = |change: &&Change| {
        let inert = cells[change.cell as usize].symbols.first().copied();
        change.total(&spec.symbols[change.cell as usize]) && inert.is_some_and(|i| change.becomes(i) == Some(i))
    };
    let mut shapes = Shapes::default();
    for (_, rewrite, maps) in signatures.each() {
        let (around, asking): (Vec<(&Change, u32)>, Vec<_>) =
            rewrite.changes.iter().zip(maps.iter().copied()).partition(|(change, _)| idle(change));
        let places = || asking.iter().map(|(c, _)| (c.cell / columns, c.cell % columns));
        let (top, left) = (places().map(|p| p.0).min()?, places().map(|p| p.1).min()?);
        let (bottom, right) = (places().map(|p| p.0).max()?, places().map(|p| p.1).max()?);
        let corner = top * columns + left;
        let mut changes: Vec<_> = asking.iter().map(|(c, map)| (c.cell.wrapping_sub(corner), *map)).collect();
        changes.sort_unstable();
        let signature = (changes, rest(rewrite, |cell| cell.wrapping_sub(corner)));
        let known = shapes.entry(Shape { signature, height: bottom - top, width: right - left }).or_default();
        if known.corners.insert((top, left), around.len()).is_some() {
            return None;
        }
        known.around.extend(around.into_iter().map(|(c, map)| {
            let (row, column) = ((c.cell / columns) as i32, (c.cell % columns) as i32);
            ((row - top as i32, column - left as i32), map)
        }));
    }
    let inside = |(top, left): (u32, u32), (row, column): (i32, i32)| {
        (0..rows as i32).contains(&(top as i32 + row)) && (0..columns as i32).contains(&(left as i32 + column))
    };
    let complete = |places: &Places| {
        places
            .corners
            .iter()
            .all(|(&corner, &number)| places.around.iter().filter(|(at, _)| inside(corner, *at)).count() == number)
    };
    shapes.values().all(complete).then_some(shapes)
}

/// Is there a rectangle on which every rewrite, wherever what it asks for fits, is there?
pub fn same_everywhere(signatures: &Signatures, cells: &[Cell]) -> bool {
    let Some((rows, columns)) = signatures.spec.rectangle else { return false };
    let fits = |shape: &Shape| ((rows - shape.height) * (columns - shape.width)) as usize;
    shapes(signatures, cells)
        .is_some_and(|shapes| shapes.iter().all(|(shape, places)| places.corners.len() == fits(shape)))
}

/// Rows and columns of a full rectangle on which the rules are the same everywhere: a component may then be moved to
/// the corner.
pub struct Translations<const W: usize> {
    width: usize,
    /// For each bit, how many there are in the rows above its own: cells follow each other row by row.
    above: Vec<u32>,
    column_masks: Vec<Bits<W>>,
}

impl<const W: usize> Translations<W> {
    pub fn of(signatures: &Signatures, cells: &[Cell]) -> Option<Self> {
        let (rows, columns) = signatures.spec.rectangle?;
        let (rows, columns) = (rows as usize, columns as usize);
        if rows * columns != cells.len() || cells.windows(2).any(|pair| pair[0].symbols != pair[1].symbols) {
            return None;
        }
        if !same_everywhere(signatures, cells) {
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
        let width = cells.first()?.width;
        let row = columns as u32 * width;
        Some(Translations {
            width: width as usize,
            above: (0..rows as u32 * row).map(|bit| bit - bit % row).collect(),
            column_masks: (0..columns).map(|c| band(&|_, column| column == c)).collect(),
        })
    }

    /// The component, all other cells being inert (zero), moved as far up and left as it goes.
    #[inline]
    pub fn to_corner(&self, component: &Bits<W>) -> Bits<W> {
        component.shifted_down(self.corner(component))
    }

    /// By how many bits that is.
    #[inline]
    pub fn corner(&self, component: &Bits<W>) -> usize {
        let above = self.above.get(component.lowest()).copied().unwrap_or(0);
        let left = self.column_masks.iter().position(|column| column.meets(component)).unwrap_or(0);
        above as usize + left * self.width
    }
}
