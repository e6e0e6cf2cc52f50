//! Negatives of components: a map of cells and symbols that exchanges the players.
//!
//! In Domineering a quarter turn makes Left's moves Right's, in Clobber exchanging the colours does, in Toads and Frogs
//! a reflection and an exchange. Candidates are the symmetries that the board offers, and on a rectangle with the same
//! rules everywhere also the transposition, each with every exchange of symbols; the first that maps Left's rewrites
//! onto Right's and back is taken. One is enough: the others are this one and a symmetry.

use super::spec::{Cell, Spec, SymbolMap};
use super::symmetry::{Image, Places, Shape, Shapes, Signatures, shapes};
use crate::bits::Bits;
use crate::rules::BuildMixer;
use std::collections::HashSet;

pub struct Negation<const W: usize> {
    image: Image<W>,
    /// Cells that have no image: a component that needs one of them has no negative on this board.
    outside: Bits<W>,
}

/// More symbols than this are not exchanged.
const MOST_SYMBOLS: usize = 6;

impl<const W: usize> Negation<W> {
    pub fn of(signatures: &Signatures, cells: &[Cell], translations: bool) -> Option<Self> {
        let spec = signatures.spec;
        // an impartial game is its own negative: what the symmetries of the board are lacking is taken
        let impartial = spec.rewrites.iter().all(|rewrite| rewrite.left && rewrite.right);
        let identity: Vec<u32> = (0..cells.len() as u32).collect();
        let uniform = cells.windows(2).all(|pair| pair[0].symbols == pair[1].symbols);
        for exchange in exchanges(spec, cells) {
            let known = impartial && exchange.is_empty();
            let turned = signatures.turned(|map| exchanged_map(map, &exchange));
            for permutation in std::iter::once(&identity).chain(&spec.symmetries).filter(|_| !known) {
                if permutes(permutation, cells, &exchange)
                    && signatures.exchanged(permutation, &turned).all(|image| image.is_some())
                {
                    let target: Vec<Option<u32>> = permutation.iter().map(|&to| Some(to)).collect();
                    return Some(Negation::new(&target, &exchange, cells));
                }
            }
            if let Some((rows, columns)) = spec.rectangle
                && translations
                && !(known && rows == columns)
                && uniform
                && matches(&cells[0], &cells[0], &exchange)
                && let Some(shapes) = shapes(signatures, cells)
                && transposes(&shapes, &turned, rows, columns)
            {
                let target: Vec<Option<u32>> = (0..rows * columns)
                    .map(|cell| {
                        let (row, column) = (cell / columns, cell % columns);
                        (column < rows && row < columns).then_some(column * columns + row)
                    })
                    .collect();
                return Some(Negation::new(&target, &exchange, cells));
            }
        }
        None
    }

    /// Where a map of the whole board that exchanges the players takes each rewrite, if there is one.
    pub fn images(spec: &Spec, cells: &[Cell]) -> Option<Vec<usize>> {
        let signatures = Signatures::of(spec);
        let identity: Vec<u32> = (0..cells.len() as u32).collect();
        exchanges(spec, cells).into_iter().find_map(|exchange| {
            let turned = signatures.turned(|map| exchanged_map(map, &exchange));
            std::iter::once(&identity)
                .chain(&spec.symmetries)
                .filter(|p| permutes(p, cells, &exchange))
                .find_map(|p| signatures.exchanged(p, &turned).collect())
        })
    }

    fn new(target: &[Option<u32>], exchange: &[(u16, u16)], cells: &[Cell]) -> Self {
        let mut outside = Bits::default();
        for (cell, _) in cells.iter().zip(target).filter(|(_, target)| target.is_none()) {
            super::put(&mut outside, cell, (1 << cell.width) - 1);
        }
        if exchange.is_empty() {
            return Negation { image: Image::of_cells(target, cells), outside };
        }
        let image = Image::of_symbols(target, cells, |cell, code| {
            let symbol = cells[cell].symbols.get(code).copied()?;
            let to = target[cell]? as usize;
            cells[to].code(exchange_of(exchange, symbol))
        });
        Negation { image, outside }
    }

    /// A component that is the negative of this one.
    #[inline]
    pub fn apply(&self, component: &Bits<W>) -> Option<Bits<W>> {
        if self.outside.meets(component) { None } else { Some(self.image.apply(component)) }
    }
}

fn exchange_of(exchange: &[(u16, u16)], symbol: u16) -> u16 {
    exchange
        .iter()
        .find_map(|&(a, b)| match symbol {
            s if s == a => Some(b),
            s if s == b => Some(a),
            _ => None,
        })
        .unwrap_or(symbol)
}

/// Sets of disjoint pairs of symbols, the empty one first.
fn exchanges(spec: &Spec, cells: &[Cell]) -> Vec<Vec<(u16, u16)>> {
    let mut symbols: Vec<u16> = spec.symbols.iter().flatten().copied().collect();
    symbols.sort_unstable();
    symbols.dedup();
    let mut found: Vec<Vec<(u16, u16)>> = vec![Vec::new()];
    // exchanging symbols works cell by cell, which wants cells of one width
    if symbols.len() > MOST_SYMBOLS || cells.windows(2).any(|pair| pair[0].width != pair[1].width) {
        return found;
    }
    for (i, &a) in symbols.iter().enumerate() {
        for &b in &symbols[i + 1..] {
            let more: Vec<_> = found
                .iter()
                .filter(|pairs| pairs.iter().all(|&(c, d)| ![c, d].contains(&a) && ![c, d].contains(&b)))
                .map(|pairs| pairs.iter().copied().chain([(a, b)]).collect())
                .collect();
            found.extend(more);
        }
    }
    found
}

/// Can all cells go where this takes them, with symbols exchanged?
fn permutes(permutation: &[u32], cells: &[Cell], exchange: &[(u16, u16)]) -> bool {
    permutation.len() == cells.len()
        && permutation
            .iter()
            .enumerate()
            .all(|(from, &to)| cells.get(to as usize).is_some_and(|cell| matches(&cells[from], cell, exchange)))
}

/// Can what stands in one cell stand, exchanged, in the other; and does nothing stay nothing?
fn matches(from: &Cell, to: &Cell, exchange: &[(u16, u16)]) -> bool {
    from.symbols.len() == to.symbols.len()
        && from.symbols.iter().all(|&symbol| to.code(exchange_of(exchange, symbol)).is_some())
        && from.symbols.first().is_none_or(|&inert| to.code(exchange_of(exchange, inert)) == Some(0))
}

fn exchanged_map(map: &SymbolMap, exchange: &[(u16, u16)]) -> SymbolMap {
    let mut map: SymbolMap =
        map.iter().map(|&(before, after)| (exchange_of(exchange, before), exchange_of(exchange, after))).collect();
    map.sort_unstable();
    map
}

/// Does every shape, transposed and exchanged, occur wherever it fits? `turned` has the numbers of the exchanged maps.
fn transposes(known: &Shapes, turned: &[Option<u32>], rows: u32, columns: u32) -> bool {
    known.iter().all(|(shape, places)| {
        if shape.width >= rows || shape.height >= columns {
            return true; // fits nowhere, nor does a component in which it can be played
        }
        let turn = |cell: u32| (cell % columns) * columns + cell / columns;
        let (changes, ((left, right), again, score, rank, piece)) = &shape.signature;
        let changes: Option<Vec<(u32, u32)>> =
            changes.iter().map(|&(cell, map)| Some((turn(cell), turned[map as usize]?))).collect();
        let Some(mut changes) = changes else { return false };
        changes.sort_unstable();
        let piece = piece.map(|(a, b)| (turn(a), turn(b)));
        let signature = (changes, ((*right, *left), *again, *score, *rank, piece));
        let image = Shape { signature, height: shape.width, width: shape.height };
        let around = |found: &Places| {
            let image = places.around.iter().map(|&((row, column), map)| Some(((column, row), turned[map as usize]?)));
            image.collect::<Option<HashSet<_, BuildMixer>>>().is_some_and(|image| image == found.around)
        };
        known.get(&image).is_some_and(around)
    })
}
