//! The sliding-tile solver with its pattern databases.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::error::Error;
use perfectplay_core::games::tiles::{PACKED_CELLS, TilesRules, WideTilesRules, slides};
use perfectplay_core::search::{beam::beam, shortest::Line};
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
        let (rules, _) = run(py, asked, |control| {
            if rows.saturating_mul(cols) <= PACKED_CELLS {
                let rules = if large { TilesRules::large } else { TilesRules::new };
                Ok(Rules::Packed(rules(rows, cols, &goal)?.with_patterns(cache.as_deref(), control)?))
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
        run(py, asked, |control| match &self.0 {
            Rules::Packed(rules) => {
                let found = beam(rules, &rules.position(&start)?, width, control)?;
                let line =
                    |line: Line<_>| line.positions.iter().map(|each| rules.arrangement(each)).collect::<Vec<_>>();
                Ok(found.map(|found| slides(&line(found))))
            }
            Rules::Wide(rules) => rules.beam(&rules.position(&start)?, width, control),
        })
    }

    #[staticmethod]
    fn solvable(rows: usize, cols: usize, start: Vec<u8>, goal: Vec<u8>) -> PyResult<bool> {
        perfectplay_core::games::tiles::solvable(rows, cols, &start, &goal).map_err(|error: Error| to_python(error))
    }
}
