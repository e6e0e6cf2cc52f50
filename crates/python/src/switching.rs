//! Shannon's switching game.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::error::Error;
use perfectplay_core::solvers::switching::{self as solver, Claim, Win};
use pyo3::prelude::*;

/// The first move, if one is needed, and the two sets.
type WinData = (Option<usize>, Vec<usize>, Vec<usize>);

/// How Short wins, and how Cut wins, each or None. Claims are 0 for free edges, 1 for Short's, 2 for Cut's.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn switching(
    py: Python<'_>,
    vertices: usize,
    ends: Vec<(u32, u32)>,
    claims: &[u8],
    terminals: (u32, u32),
    asked: Asked,
) -> PyResult<((Option<WinData>, Option<WinData>), Stats)> {
    let claims: Vec<Claim> =
        claims.iter().map(|&claim| Claim::try_from(claim)).collect::<Result<_, Error>>().map_err(to_python)?;
    let (found, stats) = run(py, asked, |control| solver::solve(vertices, &ends, &claims, terminals, control))?;
    let data = |win: Option<Win>| win.map(|Win { first, sets: [one, other] }| (first, one, other));
    Ok(((data(found.short), data(found.cut)), stats))
}
