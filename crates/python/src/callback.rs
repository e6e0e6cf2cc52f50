//! Rules written in Python, as a source of the callback kernel.

use crate::control::to_python;
use perfectplay_core::error::{Error, Result};
use perfectplay_core::kernels::callback::Source;
use perfectplay_core::rules::{Player, Winner};
use pyo3::prelude::*;

/// Holds a Python object with `moves(number, left)`, `goal(number)` and `split(number)`.
pub struct PythonSource(pub Py<PyAny>);

fn foreign(error: PyErr) -> Error {
    Error::Foreign(Box::new(error))
}

impl Source for PythonSource {
    fn moves(&self, position: u32, player: Player) -> Result<Vec<u32>> {
        Python::attach(|py| {
            self.0.call_method1(py, "moves", (position, player == Player::Left))?.extract::<Vec<u32>>(py)
        })
        .map_err(foreign)
    }

    fn goal(&self, position: u32) -> Result<Option<Winner>> {
        Python::attach(|py| {
            let word: Option<String> = self.0.call_method1(py, "goal", (position,))?.extract(py)?;
            word.as_deref().map(winner_from).transpose()
        })
        .map_err(foreign)
    }

    fn split(&self, position: u32) -> Result<Option<Vec<u32>>> {
        Python::attach(|py| self.0.call_method1(py, "split", (position,))?.extract(py)).map_err(foreign)
    }
}

pub fn winner_from(word: &str) -> PyResult<Winner> {
    match word {
        "left" => Ok(Winner::Left),
        "right" => Ok(Winner::Right),
        "draw" | "nobody" => Ok(Winner::Nobody),
        _ => Err(to_python(Error::invalid(format!("no winner is called {word:?}")))),
    }
}

pub fn winner_name(winner: Winner) -> &'static str {
    match winner {
        Winner::Left => "left",
        Winner::Right => "right",
        Winner::Nobody => "nobody",
    }
}
