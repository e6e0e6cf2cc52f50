//! Solvers of single puzzles that beat the general searches by far.

pub mod annihilation;
pub mod cube;
pub mod sudoku;
pub mod tiles;
