//! The solvers of Rubik's cube.

use crate::control::{Asked, Stats, run};
use perfectplay_core::error::Error;
use perfectplay_core::solvers::cube::{Solver, cubies, pocket};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Tables for the 3 x 3 x 3 cube; made once, asked often.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Cube(Solver);

/// The cubie and twist at each corner, the cubie and flip at each edge.
type Cubies = ([u8; 8], [u8; 8], [u8; 12], [u8; 12]);
/// Positions at each distance, and corners and twists of some of the farthest.
type Layers = (Vec<u64>, Vec<([u8; 8], [u8; 8])>);

fn cube(cubies: &Cubies) -> Result<cubies::Cube, Error> {
    cubies::Cube::new(cubies.0, cubies.1, cubies.2, cubies.3)
}

#[pymethods]
impl Cube {
    #[new]
    fn new(py: Python<'_>, asked: Asked) -> PyResult<Self> {
        Ok(Cube(run(py, asked, Solver::new)?.0))
    }

    /// Moves, 3 * face + quarter turns - 1 with the faces U R F D L B, of a short solution.
    fn two_phase(
        &self,
        py: Python<'_>,
        cubies: Cubies,
        enough: usize,
        effort: u64,
        asked: Asked,
    ) -> PyResult<(Vec<usize>, Stats)> {
        run(py, asked, |control| self.0.two_phase(&cube(&cubies)?, enough, effort, control))
    }

    /// Moves of a shortest solution. `cache`: the folder where the table is kept, `None` for none.
    fn optimal(
        &self,
        py: Python<'_>,
        cubies: Cubies,
        quarter: bool,
        cache: Option<PathBuf>,
        asked: Asked,
    ) -> PyResult<(Vec<usize>, Stats)> {
        run(py, asked, |control| self.0.optimal(&cube(&cubies)?, quarter, cache.as_deref(), control))
    }

    /// All positions of the 2 x 2 x 2 cube by distance, counting turns or quarter turns.
    #[staticmethod]
    fn pocket(py: Python<'_>, quarter: bool, farthest: usize, asked: Asked) -> PyResult<(Layers, Stats)> {
        run(py, asked, |control| pocket::layers(quarter, farthest, control))
    }
}
