//! Grids of words as text.

use perfectplay_core::grids;
use pyo3::prelude::*;

/// Columns and words of a grid in the usual form; None if it is in another.
#[pyfunction]
pub fn grid_words(text: &str) -> Option<(usize, Vec<&str>)> {
    grids::words(text)
}

/// Grids with their size in front, without it, and with `empty` in place of `nothing`; None for anything else.
#[pyfunction]
pub fn sized_grids(text: &str, nothing: &str, empty: &str) -> Option<String> {
    grids::sized(text, nothing, empty)
}
