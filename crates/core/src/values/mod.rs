//! Values of short games: exact numbers, thermographs, and what is built on them.

pub mod dyadic;
pub mod thermograph;
