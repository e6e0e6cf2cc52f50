//! The sliding-tile solver with its pattern databases.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::solvers::tiles::{self, Solver};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Optimal solutions of an m x n board towards one goal; made once, asked often.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Tiles(Solver);

#[pymethods]
impl Tiles {
    /// `large` asks for large tables, on boards that have any. `cache` is the folder where tables are kept, `None` for
    /// none. Building them can be interrupted.
    #[new]
    fn new(
        py: Python<'_>,
        rows: usize,
        cols: usize,
        goal: Vec<u8>,
        large: bool,
        cache: Option<PathBuf>,
        asked: Asked,
    ) -> PyResult<Self> {
        let made = run(py, asked, |control| Solver::new(rows, cols, &goal, large, cache.as_deref(), control))?;
        Ok(Tiles(made.0))
    }

    /// The tiles to slide, in order; never ends when there is no solution, so test [`Tiles::solvable`] first.
    fn solve(&self, py: Python<'_>, start: Vec<u8>, asked: Asked) -> PyResult<(Option<Vec<u8>>, Stats)> {
        run(py, asked, |control| self.0.solve(&start, control))
    }

    /// Tiles to slide that need not be the fewest, by a beam of this many arrangements.
    fn beam(&self, py: Python<'_>, start: Vec<u8>, width: usize, asked: Asked) -> PyResult<(Option<Vec<u8>>, Stats)> {
        run(py, asked, |control| self.0.beam(&start, width, control))
    }

    #[staticmethod]
    fn solvable(rows: usize, cols: usize, start: Vec<u8>, goal: Vec<u8>) -> PyResult<bool> {
        tiles::solvable(rows, cols, &start, &goal).map_err(to_python)
    }
}
