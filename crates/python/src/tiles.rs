//! The sliding-tile solver with its pattern databases.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::error::Error;
use perfectplay_core::games::tiles::{PACKED_CELLS, TilesRules, WideTilesRules, slides};
use perfectplay_core::search::beam::beam;
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

    /// Tiles to slide that need not be the fewest, by a beam of so many arrangements.
    fn beam(&self, py: Python<'_>, start: Vec<u8>, width: usize, asked: Asked) -> PyResult<(Option<Vec<u8>>, Stats)> {
        run(py, asked, |control| {
            let found: Option<Vec<Vec<u8>>> = match &self.0 {
                Rules::Packed(rules) => beam(rules, &rules.position(&start)?, width, control)?
                    .map(|line| line.positions.iter().map(|position| rules.arrangement(position)).collect()),
                Rules::Wide(rules) => beam(rules, &rules.position(&start)?, width, control)?
                    .map(|line| line.positions.iter().map(|position| rules.arrangement(position)).collect()),
            };
            Ok(found.map(|arrangements| slides(&arrangements)))
        })
    }

    #[staticmethod]
    fn solvable(rows: usize, cols: usize, start: Vec<u8>, goal: Vec<u8>) -> PyResult<bool> {
        perfectplay_core::games::tiles::solvable(rows, cols, &start, &goal).map_err(|error: Error| to_python(error))
    }
}
