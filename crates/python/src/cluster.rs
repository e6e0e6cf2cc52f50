//! All positions that can be reached from one, kept on the native side.

use crate::control::to_python;
use perfectplay_core::engine::Table;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

#[pyclass(frozen, module = "perfectplay._native")]
pub struct Cluster(pub Box<dyn Table>);

/// Positions, goals, layers, the cost of the start, the hardest positions.
type Figures<'py> = (u64, u64, Vec<u64>, Option<u32>, Vec<Bound<'py, PyBytes>>);

#[pymethods]
impl Cluster {
    fn figures<'py>(&self, py: Python<'py>) -> Figures<'py> {
        let found = self.0.figures();
        let hardest = found.hardest.iter().map(|code| PyBytes::new(py, code)).collect();
        (found.positions, found.goals, found.layers, found.depth, hardest)
    }

    /// In a tuple, since it may be `None`; no tuple: the position is not in the cluster.
    fn cost(&self, code: &[u8]) -> PyResult<Option<(Option<u32>,)>> {
        Ok(self.0.cost(code).map_err(to_python)?.map(|cost| (cost,)))
    }

    fn line<'py>(&self, py: Python<'py>, code: &[u8]) -> PyResult<Option<Vec<Bound<'py, PyBytes>>>> {
        let line = self.0.line(code).map_err(to_python)?;
        Ok(line.map(|line| line.iter().map(|code| PyBytes::new(py, code)).collect()))
    }
}
