//! Cops and Robbers on one graph, everything settled at once.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::solvers::pursuit::{self, Chase, Stuck};
use pyo3::prelude::*;

/// Made once for a graph, a number of cops and the rules; asked often.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Pursuit {
    table: pursuit::Pursuit,
    #[pyo3(get)]
    stats: Stats,
}

#[pymethods]
impl Pursuit {
    /// `passes`: may the cops, may the robber? `one`: does one cop move in a turn? `stuck`: `"stays"`, `"loses"`, `"wins"`.
    #[new]
    fn new(
        py: Python<'_>,
        out: Vec<Vec<usize>>,
        cops: usize,
        passes: (bool, bool),
        one: bool,
        stuck: &str,
        asked: Asked,
    ) -> PyResult<Self> {
        let stuck = Stuck::named(stuck).map_err(to_python)?;
        let rules = Chase { cops, cops_pass: passes.0, robber_passes: passes.1, one, stuck };
        let (table, stats) = run(py, asked, |control| pursuit::Pursuit::new(&out, rules, control))?;
        Ok(Pursuit { table, stats })
    }

    fn depth(&self, cops: Vec<usize>, robber: usize, cops_move: bool) -> PyResult<Option<u32>> {
        self.table.depth(&cops, robber, cops_move).map_err(to_python)
    }

    fn start(&self, py: Python<'_>, placed: Vec<usize>, asked: Asked) -> PyResult<Option<(Vec<usize>, u32)>> {
        Ok(run(py, asked, |control| self.table.start(&placed, control))?.0)
    }
}
