//! Permutation groups across the border.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::error::Error;
use perfectplay_core::groups::{self, permutation, words::Words};
use pyo3::prelude::*;
use std::sync::OnceLock;

/// A permutation group, given by lists of images.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Group {
    group: groups::Group,
    words: OnceLock<Words>,
}

#[pymethods]
impl Group {
    #[new]
    fn new(py: Python<'_>, degree: usize, generators: Vec<Vec<u16>>, asked: Asked) -> PyResult<Self> {
        let (group, _) = run(py, asked, |control| groups::Group::new(degree, &generators, control))?;
        Ok(Group { group, words: OnceLock::new() })
    }

    /// Base points, and the number of places to which each can be brought while those before it stay.
    #[getter]
    fn base(&self) -> Vec<(usize, usize)> {
        self.group.base()
    }

    fn contains(&self, element: Vec<u16>) -> PyResult<bool> {
        self.group.contains(&element).map_err(to_python)
    }

    /// Generators, counted from 1 and negative for their inverses, whose product is the element; None if it is outside.
    fn word(&self, py: Python<'_>, element: Vec<u16>, asked: Asked) -> PyResult<(Option<Vec<i16>>, Stats)> {
        permutation(self.group.degree(), &element).map_err(|error: Error| to_python(error))?;
        run(py, asked, |control| {
            if self.words.get().is_none() {
                let _ = self.words.set(Words::new(&self.group, control)?);
            }
            Ok(self.words.get().and_then(|words| words.word(&element)))
        })
    }
}
