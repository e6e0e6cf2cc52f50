//! Rules written in Python, as a source of the callback kernel.

use crate::control::to_python;
use perfectplay_core::error::{Error, Result};
use perfectplay_core::kernels::callback::Source;
use perfectplay_core::rules::{Player, Winner};
use pyo3::prelude::*;

/// Holds a Python object with `moves(number, left)`, `goal(number)` and `split(number)`.
pub struct PythonSource(pub Py<PyAny>);

/// Where a move leads, alone or with whether the same player moves on.
#[derive(FromPyObject)]
enum Reply {
    Plain(u32),
    Full(u32, bool),
}

fn foreign(error: PyErr) -> Error {
    Error::Foreign(Box::new(error))
}

impl Source for PythonSource {
    fn moves(&self, position: u32, player: Player) -> Result<Vec<(u32, bool)>> {
        let replies = Python::attach(|py| {
            self.0.call_method1(py, "moves", (position, player == Player::Left))?.extract::<Vec<Reply>>(py)
        });
        let full = |reply| match reply {
            Reply::Plain(to) => (to, false),
            Reply::Full(to, again) => (to, again),
        };
        Ok(replies.map_err(foreign)?.into_iter().map(full).collect())
    }

    fn goal(&self, position: u32) -> Result<Option<Winner>> {
        Python::attach(|py| {
            let word: Option<String> = self.0.call_method1(py, "goal", (position,))?.extract(py)?;
            word.map(|word| word.parse().map_err(to_python)).transpose()
        })
        .map_err(foreign)
    }

    fn split(&self, position: u32) -> Result<Option<Vec<u32>>> {
        Python::attach(|py| self.0.call_method1(py, "split", (position,))?.extract(py)).map_err(foreign)
    }
}
