//! Solvers of single puzzles and games that beat the general searches by far.

pub mod annihilation;
pub mod cube;
pub mod nurikabe;
pub mod pursuit;
pub mod sudoku;
pub mod switching;
pub mod tiles;
