//! Tests of the arena: against games that are plain trees, by the laws of games, and at the edges.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod deep;
mod edges;
mod laws;
mod reference;
mod wide;

use super::dyadic::Dyadic;
use super::{Game, LEFT, Nus, RIGHT, Universe, Worker};
use crate::search::toys::Random;

fn d(num: i64, exp: u32) -> Dyadic {
    Dyadic::new(num, exp).unwrap()
}

fn nus(number: Dyadic, ups: i64, nimber: u32) -> Nus {
    Nus { number, ups, nimber }
}
