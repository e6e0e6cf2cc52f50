//! The solvers of Rubik's cube.

use crate::control::{Asked, Stats, run};
use perfectplay_core::error::Error;
use perfectplay_core::games::cube::cubies;
use perfectplay_core::games::cube::optimal::{Knowledge, Optimal};
use perfectplay_core::games::cube::pocket;
use perfectplay_core::games::cube::two_phase::TwoPhase;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Tables for the 3 x 3 x 3 cube; made once, asked often.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Cube {
    tables: Arc<TwoPhase>,
    /// For half turns and for quarter turns, by knowledge.
    optimal: Mutex<HashMap<(bool, Knowledge), Arc<Optimal>>>,
}

/// Solutions of so many moves are found without the large table.
const NEAR: u32 = 12;
/// More than any cube needs, in quarter turns too.
const FARTHEST: u32 = 30;

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
        let (tables, _) = run(py, asked, TwoPhase::new)?;
        Ok(Cube { tables: Arc::new(tables), optimal: Mutex::default() })
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
        run(py, asked, |control| self.tables.solve(&cube(&cubies)?, enough, effort, control))
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
        run(py, asked, |control| {
            let cube = cube(&cubies)?;
            if let Some(line) = Optimal::quick(self.tables.clone(), quarter).solve(&cube, None, NEAR, control)? {
                return Ok(line);
            }
            let knowledge = Knowledge::within(control.memory_limit());
            control.memory(knowledge.bytes())?;
            let mut kept = self.optimal.lock().unwrap_or_else(PoisonError::into_inner);
            let solver = match kept.get(&(quarter, knowledge)) {
                Some(solver) => solver.clone(),
                None => {
                    let made = Optimal::new(self.tables.clone(), quarter, knowledge, cache.as_deref(), control)?;
                    kept.entry((quarter, knowledge)).or_insert(Arc::new(made)).clone()
                }
            };
            drop(kept);
            let line = solver.solve(&cube, Some(NEAR), FARTHEST, control)?;
            line.ok_or_else(|| Error::invalid("no cube needs so many moves"))
        })
    }

    /// All positions of the 2 x 2 x 2 cube by distance, counting turns or quarter turns.
    #[staticmethod]
    fn pocket(py: Python<'_>, quarter: bool, farthest: usize, asked: Asked) -> PyResult<(Layers, Stats)> {
        run(py, asked, |control| pocket::layers(quarter, farthest, control))
    }
}
