//! Canonical forms that were made before.

use super::universe::Game;
use super::worker::{LEFT, RIGHT, Worker};
use crate::error::Result;
use std::cmp::Ordering as Order;

impl Worker<'_, '_, '_> {
    /// The value with these options, which must be those of a canonical form that is no number + ups + star; nothing if
    /// they cannot be.
    pub fn restored(&mut self, mut left: Vec<Game>, mut right: Vec<Game>) -> Result<Option<Game>> {
        self.tick()?;
        left.sort_unstable();
        right.sort_unstable();
        let best = |options: &[Game], side: usize, better: Order| {
            let stops = options.iter().map(|&option| self.stop(option, 1 - side));
            stops.reduce(|best, stop| if self.cmp_numbers(stop, best) == better { stop } else { best })
        };
        let stops = best(&left, LEFT, Order::Greater).zip(best(&right, RIGHT, Order::Less));
        let Some((low, high)) = stops.filter(|&(low, high)| self.cmp_numbers(low, high) != Order::Less) else {
            return Ok(None);
        };
        self.universe.intern(&left, &right, [low, high], self.control).map(Some)
    }
}
