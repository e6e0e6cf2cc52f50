//! Masks as moves that only end each other.

use super::Mask;
use super::negation::Negation;
use super::spec::{Cell, Change, Rewrite, Spec};
use super::symmetry::Symmetries;
use crate::bits::Bits;
use crate::moves::{Band, Moves};
use crate::rules::{Player, Shrinking, Shrinks};
use crate::sets::{Set, Wide, each};

/// Rows or columns between two lines, at most.
const WIDEST: usize = 3;

/// By how many masks there are.
pub enum Shrunk<const W: usize> {
    Narrow(Numbered<u128, W>),
    Wide(Numbered<Wide, W>),
}

impl<const W: usize> Shrunk<W> {
    /// `None` if there are too many masks.
    pub fn new(spec: &Spec, cells: &[Cell], masks: &[Mask<W>], symmetries: &Symmetries<W>) -> Option<Self> {
        match Numbered::new(spec, cells, masks, symmetries) {
            Some(narrow) => Some(Shrunk::Narrow(narrow)),
            None => Numbered::new(spec, cells, masks, symmetries).map(Shrunk::Wide),
        }
    }

    pub fn game(&self) -> Shrinks<'_, Bits<W>> {
        match self {
            Shrunk::Narrow(game) => Shrinks::Narrow(game),
            Shrunk::Wide(game) => Shrinks::Wide(game),
        }
    }
}

pub struct Numbered<S, const W: usize> {
    masks: Vec<Mask<W>>,
    moves: Moves<S>,
}

impl<S: Set, const W: usize> Numbered<S, W> {
    fn new(spec: &Spec, cells: &[Cell], masks: &[Mask<W>], symmetries: &Symmetries<W>) -> Option<Self> {
        if masks.len() > S::MOST {
            return None;
        }
        let players: Vec<[bool; 2]> = spec.rewrites.iter().map(|rewrite| [rewrite.left, rewrite.right]).collect();
        let changed: Vec<Bits<W>> = masks.iter().map(Mask::changed).collect();
        let ends = |a: usize, b: usize| masks[b].care.meets(&changed[a]);
        let moves = Moves::new(&players, ends, Player::BOTH.map(|player| bands(spec, player)))?;
        let keeping = symmetries.of_rewrites(spec);
        let exchanging = if symmetries.len() == 0 { None } else { Negation::<W>::images(spec, cells) };
        let exchanging: Vec<Vec<usize>> = exchanging.map_or(Vec::new(), |first| {
            let others = keeping.iter().map(|image| first.iter().map(|&m| image[m]).collect());
            std::iter::once(first.clone()).chain(others).collect()
        });
        Some(Numbered { masks: masks.to_vec(), moves: moves.with_images([keeping, exchanging]) })
    }
}

impl<S: Set, const W: usize> Shrinking<Bits<W>, S> for Numbered<S, W> {
    fn moves(&self) -> &Moves<S> {
        &self.moves
    }

    fn legal(&self, position: &Bits<W>) -> S {
        let legal = self.masks.iter().enumerate().filter(|(_, mask)| mask.legal(position));
        legal.fold(S::default(), |set, (m, _)| set | self.moves.of_number(m))
    }

    /// What the masks ask for, and nothing elsewhere.
    fn position(&self, moves: S) -> Bits<W> {
        each(moves).fold(Bits::default(), |position, m| position | self.masks[self.moves.number(m)].want)
    }
}

/// The masks between lines of a rectangle that only masks of this player cross, in order of the second line.
fn bands<S: Set>(spec: &Spec, player: Player) -> Vec<Band<S>> {
    let Some((rows, columns)) = spec.rectangle else { return Vec::new() };
    for (lines, by_rows) in [(rows, true), (columns, false)] {
        let place = |change: &Change| if by_rows { change.cell / columns } else { change.cell % columns } as usize;
        let extent = |rewrite: &Rewrite| {
            let places = || rewrite.changes.iter().map(place);
            (places().min().unwrap_or(0), places().max().unwrap_or(0))
        };
        let extents: Vec<(usize, usize)> = spec.rewrites.iter().map(extent).collect();
        let mut crossing = spec.rewrites.iter().zip(&extents).filter(|(_, extent)| extent.0 < extent.1).peekable();
        if crossing.peek().is_none() || crossing.any(|(rewrite, _)| rewrite.allows(player.opponent())) {
            continue;
        }
        let between = |from: usize, to: usize| {
            let inside = extents.iter().enumerate().filter(|(_, extent)| extent.0 >= from && extent.1 < to);
            Band { from, to, moves: inside.fold(S::default(), |set, (m, _)| set.with(m)) }
        };
        let lines = lines as usize;
        let ends = (1..=lines).flat_map(|to| (to.saturating_sub(WIDEST)..to).map(move |from| (from, to)));
        return ends.map(|(from, to)| between(from, to)).collect();
    }
    Vec::new()
}
