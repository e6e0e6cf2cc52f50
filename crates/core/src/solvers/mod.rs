//! Solvers of single puzzles and games that beat the general searches by far.

pub mod cube;
pub mod sudoku;
pub mod switching;
pub mod tiles;
