//! Permutation groups across the border.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::groups;
use pyo3::prelude::*;

/// A permutation group, given by lists of images.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Group(groups::Group);

#[pymethods]
impl Group {
    #[new]
    fn new(py: Python<'_>, degree: usize, generators: Vec<Vec<u16>>, asked: Asked) -> PyResult<Self> {
        Ok(Group(run(py, asked, |control| groups::Group::new(degree, &generators, control))?.0))
    }

    /// Base points, and the number of places to which each can be brought while those before it stay.
    #[getter]
    fn base(&self) -> Vec<(usize, usize)> {
        self.0.base()
    }

    fn contains(&self, element: Vec<u16>) -> PyResult<bool> {
        self.0.contains(&element).map_err(to_python)
    }

    /// Generators, counted from 1 and negative for their inverses, whose product is the element; None if it is outside.
    fn word(&self, py: Python<'_>, element: Vec<u16>, asked: Asked) -> PyResult<(Option<Vec<i16>>, Stats)> {
        run(py, asked, |control| self.0.word(&element, control))
    }
}
