//! Solvers for single pencil puzzles that beat the general way by far.

pub mod sudoku;
