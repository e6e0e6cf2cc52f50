//! Solvers of single puzzles that beat the general searches by far.

pub mod cube;
pub mod sudoku;
pub mod tiles;
