//! Positions of few tokens in Annihilation.

use crate::control::{Asked, Stats, run};
use perfectplay_core::solvers::annihilation::{self as rules, Member};
use pyo3::prelude::*;

/// A basis of the lost positions, each with its remoteness.
#[pyfunction]
pub fn annihilation_lost(
    py: Python<'_>,
    successors: Vec<Vec<u32>>,
    tokens: usize,
    asked: Asked,
) -> PyResult<(Vec<Member>, Stats)> {
    run(py, asked, |control| rules::lost(&successors, tokens, control))
}

/// A basis of the positions with a finite label, each with its label.
#[pyfunction]
pub fn annihilation_labelled(
    py: Python<'_>,
    successors: Vec<Vec<u32>>,
    tokens: usize,
    asked: Asked,
) -> PyResult<(Vec<Member>, Stats)> {
    run(py, asked, |control| rules::labelled(&successors, tokens, control))
}
