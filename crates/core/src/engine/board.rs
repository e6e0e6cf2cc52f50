//! Boards: positions as symbols on cells, for kernels that have cells.

use super::code::Code;
use super::erased::Coded;
use crate::error::{Error, Result};
use crate::kernels::masks::fillings::{Filling, Wanted};
use crate::limits::Control;
use crate::rules::Rules;
use crate::tablebase::{Built, Place};
use std::ops::Range;

/// Rules whose positions outside are symbols on cells, in order (those of a rectangle row by row).
pub trait Symbolic: Rules {
    fn position(&self, symbols: &[u16]) -> Result<Self::Position>;
    /// The inverse of [`Symbolic::position`].
    fn symbols(&self, position: &Self::Position) -> Vec<u16>;

    /// Of the fillings of the board with these numbers, those that were asked for.
    fn fillings(
        &self,
        _wanted: &Wanted,
        _numbers: Range<u64>,
        _control: &Control,
    ) -> Result<Vec<Filling<Self::Position>>> {
        Err(Error::invalid("a census needs a game of cell rewrites or of heaps"))
    }

    /// Make the database of components with at most `cells` cells, and keep it there.
    fn tabulate(&self, _cells: usize, _place: &Place, _control: &Control) -> Result<Built> {
        Err(Error::invalid("a database needs a game of cell rewrites that falls apart into sums"))
    }

    /// Keep what valuing these positions finds.
    fn tabulate_from(&self, _positions: &[Self::Position], _place: &Place, _control: &Control) -> Result<Built> {
        Err(Error::invalid("a database needs a game of cell rewrites that falls apart into sums"))
    }

    /// Say where a database of small components may be found.
    fn attach(&self, _place: &Place) {}
}

/// [`Symbolic`] over bytes, as an object.
pub(super) trait Board: Send + Sync {
    fn encode(&self, symbols: &[u16]) -> Result<Code>;
    fn decode(&self, code: &[u8]) -> Result<Vec<u16>>;
    fn fillings(&self, wanted: &Wanted, numbers: Range<u64>, control: &Control) -> Result<Vec<Filling<Code>>>;
    fn tabulate(&self, cells: usize, place: &Place, control: &Control) -> Result<Built>;
    fn tabulate_from(&self, codes: &[&[u8]], place: &Place, control: &Control) -> Result<Built>;
    fn attach(&self, place: &Place);
}

impl<R: Coded + Symbolic> Board for R {
    fn encode(&self, symbols: &[u16]) -> Result<Code> {
        Ok(Coded::encode(self, &self.position(symbols)?))
    }

    fn decode(&self, code: &[u8]) -> Result<Vec<u16>> {
        Ok(self.symbols(&Coded::decode(self, code)?))
    }

    fn fillings(&self, wanted: &Wanted, numbers: Range<u64>, control: &Control) -> Result<Vec<Filling<Code>>> {
        let found = Symbolic::fillings(self, wanted, numbers, control)?;
        let coded = |filling: Filling<R::Position>| Filling {
            text: filling.text,
            orbit: filling.orbit,
            position: Coded::encode(self, &filling.position),
        };
        Ok(found.into_iter().map(coded).collect())
    }

    fn tabulate(&self, cells: usize, place: &Place, control: &Control) -> Result<Built> {
        Symbolic::tabulate(self, cells, place, control)
    }

    fn tabulate_from(&self, codes: &[&[u8]], place: &Place, control: &Control) -> Result<Built> {
        let positions = codes.iter().map(|code| Coded::decode(self, code)).collect::<Result<Vec<_>>>()?;
        Symbolic::tabulate_from(self, &positions, place, control)
    }

    fn attach(&self, place: &Place) {
        Symbolic::attach(self, place);
    }
}
