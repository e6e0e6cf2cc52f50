//! Values of short games: the arena of canonical forms and what is computed on it.

mod cache;
mod canonical;
pub mod dyadic;
mod invariants;
mod nus;
mod pages;
mod restored;
mod sums;
#[cfg(test)]
mod tests;
pub mod thermograph;
mod universe;
mod worker;

pub use nus::Nus;
pub use universe::{Game, Universe};
pub use worker::{LEFT, RIGHT, Worker};
