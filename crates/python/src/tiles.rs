//! The sliding-tile solver with its pattern databases.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::error::Error;
use perfectplay_core::games::tiles::{PACKED_CELLS, TilesRules, WideTilesRules};
use pyo3::prelude::*;
use std::path::PathBuf;

enum Rules {
    Packed(TilesRules),
    Wide(WideTilesRules),
}

/// Optimal solutions of an m x n board towards one goal; made once, asked often.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Tiles(Rules);

#[pymethods]
impl Tiles {
    /// `cache`: the folder where tables are kept, `None` for none. Building them can be interrupted.
    #[new]
    fn new(
        py: Python<'_>,
        rows: usize,
        cols: usize,
        goal: Vec<u8>,
        cache: Option<PathBuf>,
        asked: Asked,
    ) -> PyResult<Self> {
        let (rules, _) = run(py, asked, |control| {
            if rows.saturating_mul(cols) <= PACKED_CELLS {
                Ok(Rules::Packed(TilesRules::new(rows, cols, &goal)?.with_patterns(cache.as_deref(), control)?))
            } else {
                Ok(Rules::Wide(WideTilesRules::new(rows, cols, &goal)?))
            }
        })?;
        Ok(Tiles(rules))
    }

    /// The tiles to slide, in order; never ends when there is no solution, so test [`Tiles::solvable`] first.
    fn solve(&self, py: Python<'_>, start: Vec<u8>, asked: Asked) -> PyResult<(Option<Vec<u8>>, Stats)> {
        run(py, asked, |control| match &self.0 {
            Rules::Packed(rules) => rules.solve(&rules.position(&start)?, control),
            Rules::Wide(rules) => rules.solve(&rules.position(&start)?, control),
        })
    }

    #[staticmethod]
    fn solvable(rows: usize, cols: usize, start: Vec<u8>, goal: Vec<u8>) -> PyResult<bool> {
        perfectplay_core::games::tiles::solvable(rows, cols, &start, &goal).map_err(|error: Error| to_python(error))
    }
}
