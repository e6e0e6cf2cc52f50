//! Constraint graphs beside their kernel: legal configurations, and the deterministic rule.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::kernels::orientations::deterministic::{self as rule, Question};
use perfectplay_core::kernels::orientations::graph::{Graph, bytes_of_words};
use perfectplay_core::kernels::orientations::listing;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Up to `limit` legal configurations, in the order of their bits, edge 0 first.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn orientations<'py>(
    py: Python<'py>,
    ends: Vec<(u32, u32)>,
    weights: Vec<u32>,
    minima: Vec<u64>,
    fixed: Vec<(usize, bool)>,
    limit: usize,
    asked: Asked,
) -> PyResult<(Vec<Bound<'py, PyBytes>>, Stats)> {
    let graph = Graph::new(&ends, &weights, &minima).map_err(to_python)?;
    let (found, stats) = run(py, asked, |control| listing::orientations(&graph, &fixed, limit, control))?;
    Ok((found.iter().map(|code| PyBytes::new(py, code)).collect(), stats))
}

/// The first step after which the target holds, steps before the cycle and in it, configuration and active edges.
type Run<'py> = (Option<u64>, Option<u64>, Option<u64>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// The deterministic rule, for so many steps or until the state repeats.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn deterministic<'py>(
    py: Python<'py>,
    ends: Vec<(u32, u32)>,
    weights: Vec<u32>,
    minima: Vec<u64>,
    start: &[u8],
    active: &[u8],
    once: bool,
    target: Vec<(usize, bool)>,
    steps: Option<u64>,
    asked: Asked,
) -> PyResult<(Run<'py>, Stats)> {
    let graph = Graph::new(&ends, &weights, &minima).map_err(to_python)?;
    let (arrows, active) = (graph.read(start).map_err(to_python)?, graph.read(active).map_err(to_python)?);
    let question = Question { arrows: &arrows, active: &active, once, target: &target, steps };
    let (found, stats) = run(py, asked, |control| rule::run(&graph, &question, control))?;
    let set = |words: &[u64]| PyBytes::new(py, &bytes_of_words(words));
    let (tail, period) = found.cycle.unzip();
    Ok(((found.reached, tail, period, set(&found.arrows), set(&found.active)), stats))
}
