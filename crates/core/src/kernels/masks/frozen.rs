//! Tokens that can never move again, seen at a glance.
//!
//! A rewrite that takes a token away from its cell needs other cells to hold something else than a token. Take all
//! tokens for frozen, and let go of one as soon as a rewrite is found that moves it and needs no frozen token out of its
//! way; what else the rewrite needs is taken for granted. When nothing more can be let go, no token that is left can be
//! the first of them to move. If the goal does not want a token where one of these stands, it is out of reach: two boxes
//! side by side at a wall. Rewrites that take a token to where it is lost anyway do not count.
//!
//! Where a walker moves them, the rewrite also needs him on a certain place, and he does not pass a frozen token: what
//! he cannot get at is frozen too. Whatever he does leads him to a neighbouring cell, or this is not asked.
//!
//! This sees nearly all that the relaxation of all rules does, at a small part of its cost.

use super::spec::{Cell, Goal, Rewrite};
use super::walker::{Strokes, Walker};
use crate::bits::Bits;

#[derive(Default)]
pub struct Frozen<const W: usize> {
    /// Bits that are set only where a token stands.
    planes: Bits<W>,
    /// Those of the cells where the goal wants none.
    unwanted: Bits<W>,
    /// By bit: where the rewrites that move its token begin and end.
    starts: Vec<u32>,
    /// Their numbers.
    numbers: Vec<usize>,
    /// For each: the tokens that must be out of its way, and where it needs the walker, [`ANYWHERE`] where it does not.
    blocks: Vec<(Bits<W>, u32)>,
    walked: bool,
}

const ANYWHERE: u32 = u32::MAX;

/// The bit of a cell that is set when the symbol stands there and for no other, if there is one.
pub fn own_bit(cell: &Cell, symbol: u16) -> Option<u32> {
    let own = cell.code(symbol)?;
    let others = (0..cell.symbols.len() as u64).filter(|&code| code != own).fold(0, |all, code| all | code);
    let unique = own & !others;
    (unique != 0).then(|| cell.offset + unique.trailing_zeros())
}

/// A kind of token: its symbol, and the rewrites that move it, each with the cell that is left.
pub type Leaving = (u16, Vec<(usize, u32)>);

impl<const W: usize> Frozen<W> {
    /// Kinds whose tokens have no bit of their own somewhere are left out.
    pub fn of(rewrites: &[Rewrite], goal: &Goal, cells: &[Cell], kinds: &[Leaving]) -> Self {
        let has_bits = |symbol| cells.iter().all(|cell| cell.code(symbol).is_none() || own_bit(cell, symbol).is_some());
        let kinds: Vec<&Leaving> = kinds.iter().filter(|(symbol, _)| has_bits(*symbol)).collect();
        let mut frozen = Frozen::default();
        let mut leaving = vec![Vec::new(); W * 64];
        for (symbol, edges) in &kinds {
            for bit in cells.iter().filter_map(|cell| own_bit(cell, *symbol)) {
                frozen.planes.set(bit as usize);
            }
            for (cell, allowed) in &goal.pattern {
                if let (Some(bit), false) = (own_bit(&cells[*cell as usize], *symbol), allowed.contains(symbol)) {
                    frozen.unwanted.set(bit as usize);
                }
            }
            for (number, from) in edges {
                let Some(bit) = own_bit(&cells[*from as usize], *symbol) else { continue };
                let mut blocks = Bits::default();
                for change in rewrites[*number].changes.iter().filter(|change| change.cell != *from) {
                    let accepted = |symbol| change.becomes(symbol).is_some();
                    let others = kinds.iter().map(|(symbol, _)| *symbol).filter(|&symbol| !accepted(symbol));
                    for other in others.filter_map(|symbol| own_bit(&cells[change.cell as usize], symbol)) {
                        blocks.set(other as usize);
                    }
                }
                leaving[bit as usize].push((*number, blocks));
            }
        }
        frozen.starts.push(0);
        for moves in leaving {
            frozen.numbers.extend(moves.iter().map(|(number, _)| number));
            frozen.blocks.extend(moves.iter().map(|(_, blocks)| (*blocks, ANYWHERE)));
            frozen.starts.push(frozen.blocks.len() as u32);
        }
        frozen
    }

    /// From now on it matters where the walker gets.
    pub fn with_walker(&mut self, strokes: &Strokes<W>) {
        self.walked = strokes.are_steps();
        for (number, (_, place)) in self.numbers.iter().zip(&mut self.blocks).filter(|_| self.walked) {
            *place = strokes.place(*number);
        }
    }

    /// Is a token frozen where the goal does not want it?
    #[inline]
    pub fn is_lost(&self, position: &Bits<W>, walker: Option<&Walker<W>>) -> bool {
        let mut frozen = *position & self.planes;
        let walker = walker.filter(|_| self.walked);
        let mut places = walker.and_then(|walker| walker.start(position));
        loop {
            if !frozen.meets(&self.unwanted) {
                return false;
            }
            if let (Some(walker), Some(places)) = (walker, &mut places) {
                *places = walker.reach(*places, &frozen);
            }
            let before = frozen;
            for bit in before.ones() {
                let moves = &self.blocks[self.starts[bit] as usize..self.starts[bit + 1] as usize];
                let there = |place: u32| place == ANYWHERE || places.is_none_or(|places| places.get(place as usize));
                if moves.iter().any(|(blocks, place)| !blocks.meets(&frozen) && there(*place)) {
                    frozen.remove(bit);
                }
            }
            if frozen == before {
                return true;
            }
        }
    }
}
