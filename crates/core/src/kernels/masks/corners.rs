//! The canonical form of a component of a rectangle, quickly: the least of its images, each moved to the corner.
//!
//! All images are looked up together, some bits of the component at a time, and with them the columns that it takes. Its
//! rows and columns then say how far each image is from the corner.

use super::spec::Cell;
use super::symmetry::Symmetries;
use crate::bits::Bits;

/// Images that are looked up at once, and one place for the columns.
const FEW: usize = 4;
const MANY: usize = 8;
/// Bits that are looked up at once: with tables of bytes the nearest cache would be too small.
const CHUNK: usize = 6;
const VALUES: usize = 1 << CHUNK;
/// Chunks of a word; the last is shorter.
const CHUNKS: usize = 64usize.div_ceil(CHUNK);

pub struct Corners<const W: usize> {
    images: Images<W>,
    rows: usize,
    columns: usize,
    /// Bits of a cell.
    width: usize,
    /// The row of each bit.
    row: Vec<u8>,
    /// For each image, from which two sides of the component the upper and the left one are.
    sides: Vec<[u8; 2]>,
}

/// By number and value of a chunk of the component.
enum Images<const W: usize> {
    Few(Vec<[Bits<W>; FEW]>),
    Many(Vec<[Bits<W>; MANY]>),
}

// How far the component is from each side of the board.
const TOP: u8 = 0;
const BOTTOM: u8 = 1;
const LEFT: u8 = 2;
const RIGHT: u8 = 3;

impl<const W: usize> Corners<W> {
    /// For a rectangle of equal cells whose symmetries are its reflections and turns, if it is not too large.
    pub fn of((rows, columns): (u32, u32), cells: &[Cell], symmetries: &Symmetries<W>) -> Option<Self> {
        let (rows, columns) = (rows as usize, columns as usize);
        let width = cells.first()?.width as usize;
        let equal =
            cells.iter().enumerate().all(|(i, cell)| (cell.width, cell.offset) == (width as u32, (i * width) as u32));
        if W > 2 || columns > 64 || cells.len() != rows * columns || !equal || symmetries.len() >= MANY {
            return None;
        }
        let sides = symmetries.permutations().iter().map(|p| sides(rows, columns, p)).collect::<Option<Vec<_>>>()?;
        let bits = cells.len() * width;
        let mut places: Vec<Vec<Bits<W>>> = Vec::new();
        for permutation in symmetries.permutations() {
            let moved = |bit: usize| permutation[bit / width] as usize * width + bit % width;
            places.push((0..bits).map(|bit| Bits::alone(moved(bit))).collect());
        }
        let taken: Vec<Bits<W>> = (0..bits).map(|bit| Bits::alone(bit / width % columns)).collect();
        let images = if symmetries.len() < FEW {
            Images::Few(table(&places, &taken))
        } else {
            Images::Many(table(&places, &taken))
        };
        let row = (0..bits).map(|bit| (bit / width / columns) as u8).collect();
        Some(Corners { images, rows, columns, width, row, sides })
    }

    #[inline]
    pub fn canonical(&self, component: &Bits<W>) -> Bits<W> {
        match &self.images {
            Images::Few(table) => self.least(table, component),
            Images::Many(table) => self.least(table, component),
        }
    }

    #[inline(always)]
    fn least<const L: usize>(&self, table: &[[Bits<W>; L]], component: &Bits<W>) -> Bits<W> {
        let mut images = [Bits::<W>::default(); L];
        for (word, table) in component.0.iter().zip(table.chunks(CHUNKS * VALUES)) {
            let mut word = *word;
            for row in table.chunks_exact(VALUES) {
                for (image, part) in images.iter_mut().zip(&row[word as usize % VALUES]) {
                    *image = *image | *part;
                }
                word >>= CHUNK;
            }
        }
        let taken = images[L - 1].0[0];
        let (Some(&top), Some(&bottom)) = (self.row.get(component.lowest()), self.row.get(component.highest())) else {
            return *component;
        };
        let far = [
            top as usize,
            self.rows - 1 - bottom as usize,
            taken.trailing_zeros() as usize,
            self.columns + taken.leading_zeros() as usize - 64,
        ];
        let to_corner = |image: &Bits<W>, [upper, left]: [u8; 2]| {
            image.down((far[upper as usize & 3] * self.columns + far[left as usize & 3]) * self.width)
        };
        let least = to_corner(component, [TOP, LEFT]);
        images.iter().zip(&self.sides).fold(least, |least, (image, sides)| least.min(to_corner(image, *sides)))
    }
}

/// By number and value of a chunk: its images, and last the columns that it takes.
fn table<const W: usize, const L: usize>(places: &[Vec<Bits<W>>], taken: &[Bits<W>]) -> Vec<[Bits<W>; L]> {
    let chunks = taken.len() / 64 * CHUNKS + (taken.len() % 64).div_ceil(CHUNK);
    let mut table = vec![[Bits::default(); L]; chunks * VALUES];
    for (at, row) in table.iter_mut().enumerate() {
        let (chunk, value) = (at / VALUES, at % VALUES);
        for bit in (0..CHUNK).filter(|bit| value >> bit & 1 != 0) {
            let within = chunk % CHUNKS * CHUNK + bit;
            let bit = if within < 64 { chunk / CHUNKS * 64 + within } else { usize::MAX };
            for (image, places) in row.iter_mut().zip(places.iter().map(|places| places.get(bit))) {
                *image = *image | places.copied().unwrap_or_default();
            }
            row[L - 1] = row[L - 1] | taken.get(bit).copied().unwrap_or_default();
        }
    }
    table
}

/// The sides that become the upper and the left one, if this is a reflection or a turn of the rectangle.
fn sides(rows: usize, columns: usize, permutation: &[u32]) -> Option<[u8; 2]> {
    let goes = |sides: [u8; 2]| {
        permutation.iter().enumerate().all(|(cell, &to)| {
            let (row, column) = (cell / columns, cell % columns);
            let far = [row, rows - 1 - row, column, columns - 1 - column];
            let [upper, left] = sides.map(|side| far[side as usize]);
            upper < rows && left < columns && upper * columns + left == to as usize
        })
    };
    let all = [TOP, BOTTOM].into_iter().flat_map(|a| [LEFT, RIGHT].into_iter().flat_map(move |b| [[a, b], [b, a]]));
    let mut all = all;
    all.find(|sides| goes(*sides))
}
