//! Places for the vertices of a graph.

use crate::control::{Asked, Stats, run};
use perfectplay_core::drawing::{Point, Request, draw};
use pyo3::prelude::*;

/// The place of each vertex, the pairs of edges that cross, and the stress.
type Found = (Vec<Point>, u64, f64);

#[pyfunction]
pub fn drawing(
    py: Python<'_>,
    vertices: usize,
    ends: Vec<(u32, u32)>,
    start: Option<Vec<Point>>,
    keep: bool,
    asked: Asked,
) -> PyResult<(Found, Stats)> {
    let request = Request { vertices, ends: &ends, start: start.as_deref(), keep };
    let (found, stats) = run(py, asked, |control| draw(&request, control))?;
    Ok(((found.places, found.crossings, found.stress), stats))
}
