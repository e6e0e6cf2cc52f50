//! Graphs of loopy games: adjacency lists in, adjacency lists out.

use crate::control::{Asked, Stats, run};
use perfectplay_core::loopy::{self as rules, Graph, Node, Side};
use pyo3::prelude::*;

/// Left's options of each node, and Right's; node 0 is the start.
pub type Lists = (Vec<Vec<Node>>, Vec<Vec<Node>>);

fn side(py: Python<'_>, parts: Vec<Lists>, which: Side, asked: Asked) -> PyResult<(Option<Lists>, Stats)> {
    run(py, asked, |control| {
        let parts: Result<Vec<Graph>, _> = parts.into_iter().map(|(left, right)| Graph::new(left, right)).collect();
        Ok(rules::side_of_sum(&parts?, which, control)?.map(Graph::lists))
    })
}

/// The onside of a sum in canonical form; None if it was not found.
#[pyfunction]
pub fn loopy_onside(py: Python<'_>, parts: Vec<Lists>, asked: Asked) -> PyResult<(Option<Lists>, Stats)> {
    side(py, parts, Side::On, asked)
}

/// The offside.
#[pyfunction]
pub fn loopy_offside(py: Python<'_>, parts: Vec<Lists>, asked: Asked) -> PyResult<(Option<Lists>, Stats)> {
    side(py, parts, Side::Off, asked)
}

/// Is a stopper at most another one?
#[pyfunction]
pub fn loopy_at_most(py: Python<'_>, one: Lists, other: Lists, asked: Asked) -> PyResult<(bool, Stats)> {
    run(py, asked, |control| {
        rules::stopper_at_most(&Graph::new(one.0, one.1)?, &Graph::new(other.0, other.1)?, control)
    })
}

/// Does no run that alternates between the players go on for ever?
#[pyfunction]
pub fn loopy_is_stopper(py: Python<'_>, graph: Lists, asked: Asked) -> PyResult<(bool, Stats)> {
    run(py, asked, |control| {
        let mut ticker = control.ticker();
        Ok(!Graph::new(graph.0, graph.1)?.packed(&mut ticker)?.alternates(&mut ticker)?)
    })
}
