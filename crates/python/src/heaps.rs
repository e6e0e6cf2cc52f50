//! Nim sequences of take-and-break codes.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::kernels::heaps::{self as rules, HeapCode};
use perfectplay_core::sync::lock;
use pyo3::prelude::*;
use std::sync::Mutex;

/// A preperiod, a period and a saltus.
type Observed = (usize, usize, u32);

/// The nimbers of heaps of 0, 1, … up to `up_to` beans, or as many as prove a period; and its start and length.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn nim_sequence(
    py: Python<'_>,
    code: &str,
    up_to: usize,
    asked: Asked,
) -> PyResult<((Vec<u32>, Option<(usize, usize)>), Stats)> {
    let mut sequence = rules::NimSequence::new(HeapCode::parse(code).map_err(to_python)?);
    run(py, asked, move |control| {
        sequence.find_period(up_to, None, control)?;
        Ok((sequence.values(), sequence.period()))
    })
}

/// The nimbers of a code, as far as they were asked for.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct NimSequence(Mutex<rules::NimSequence>);

#[pymethods]
impl NimSequence {
    #[new]
    fn new(code: &str) -> PyResult<Self> {
        Ok(NimSequence(Mutex::new(rules::NimSequence::new(HeapCode::parse(code).map_err(to_python)?))))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| lock(&self.0).len())
    }

    fn extend(&self, py: Python<'_>, up_to: usize, asked: Asked) -> PyResult<((), Stats)> {
        run(py, asked, |control| lock(&self.0).extend(up_to, control))
    }

    fn find_period(&self, py: Python<'_>, up_to: usize, effort: Option<u64>, asked: Asked) -> PyResult<((), Stats)> {
        run(py, asked, |control| lock(&self.0).find_period(up_to, effort, control))
    }

    #[getter]
    fn period(&self, py: Python<'_>) -> Option<(usize, usize)> {
        py.detach(|| lock(&self.0).period())
    }

    #[getter]
    fn needed(&self, py: Python<'_>) -> Option<usize> {
        py.detach(|| lock(&self.0).needed())
    }

    #[getter]
    fn rare(&self, py: Python<'_>) -> Option<usize> {
        py.detach(|| lock(&self.0).rare())
    }

    fn largest(&self, py: Python<'_>, up_to: u64) -> Option<(u32, u64)> {
        py.detach(|| lock(&self.0).largest(up_to))
    }

    fn get(&self, py: Python<'_>, heap: u64) -> Option<u32> {
        py.detach(|| lock(&self.0).get(heap))
    }

    /// The nimbers of heaps of 0, 1, … up to `up_to` beans, as far as they are known.
    fn values(&self, py: Python<'_>, up_to: u64) -> Vec<u32> {
        py.detach(|| lock(&self.0).up_to(up_to))
    }

    fn observed(&self, py: Python<'_>, up_to: u64, asked: Asked) -> PyResult<(Option<Observed>, Stats)> {
        run(py, asked, |control| rules::observed(&lock(&self.0).up_to(up_to), control))
    }

    fn first_wrong(&self, py: Python<'_>, heaps: usize, asked: Asked) -> PyResult<(Option<usize>, Stats)> {
        run(py, asked, |control| lock(&self.0).first_wrong(heaps, control))
    }
}
