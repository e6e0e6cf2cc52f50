//! Limits, Ctrl-C, cancellation and progress across the border, and the one map of errors.

use perfectplay_core::error::{Error, LimitKind};
use perfectplay_core::limits::{self, Control, Limits, Progress};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag with which another thread stops a question.
#[pyclass(frozen, module = "perfectplay._native")]
#[derive(Default)]
pub struct Cancel(Arc<AtomicBool>);

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Self {
        Cancel::default()
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Seconds that are left, alone or with those that were given. Both is what a question gives, and is tried first: an
/// error that says why the other one does not fit takes longer to make than small boards take.
#[derive(FromPyObject)]
pub enum Seconds {
    LeftOf(f64, f64),
    Left(f64),
}

/// `(seconds, bytes, positions, cancel, progress)`, each or `None`.
pub type Asked = (Option<Seconds>, Option<u64>, Option<u64>, Option<Py<Cancel>>, Option<Py<PyAny>>);

/// Positions visited, seconds, bytes of tables.
pub type Stats = (u64, f64, u64);

/// Run a search without the interpreter's lock; look for Ctrl-C and report progress every 50 ms.
pub fn run<T: Send>(
    py: Python<'_>,
    asked: Asked,
    search: impl FnOnce(&Control) -> Result<T, Error> + Send,
) -> PyResult<(T, Stats)> {
    let (seconds, memory, positions, cancel, progress) = asked;
    let duration = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_err(|_| PyValueError::new_err(format!("a time limit of {seconds} s")))
    };
    let (time, given) = match seconds {
        None => (None, None),
        Some(Seconds::Left(left)) => (Some(duration(left)?), None),
        Some(Seconds::LeftOf(left, given)) => (Some(duration(left)?), Some(duration(given)?)),
    };
    let flag = cancel.map(|cancel| cancel.get().0.clone());
    let hook = move |now: Progress| {
        if flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Error::Cancelled);
        }
        Python::attach(|py| {
            py.check_signals()?;
            if let Some(progress) = &progress {
                progress.call1(py, (now.positions, now.elapsed.as_secs_f64(), now.depth))?;
            }
            Ok(())
        })
        .map_err(|error: PyErr| Error::Foreign(Box::new(error)))
    };
    py.detach(|| {
        let control = Control::new(Limits { time, given, memory, positions }).with_hook(hook);
        let answer = search(&control);
        let stats = (control.positions(), control.elapsed().as_secs_f64(), control.peak_memory());
        answer.map(|answer| (answer, stats)).map_err(|error| (error, control.depth()))
    })
    .map_err(|(error, depth)| match error {
        Error::Limit(kind, text) => limit_reached(kind, text, Some(depth).filter(|&depth| depth > 0)),
        other => to_python(other),
    })
}

/// Bytes that the machine can give, `None` where it does not say.
#[pyfunction]
pub fn available_memory() -> Option<u64> {
    limits::available()
}

pub fn to_python(error: Error) -> PyErr {
    match error {
        Error::Limit(kind, text) => limit_reached(kind, text, None),
        Error::Cancelled => limit_reached(LimitKind::Cancelled, "cancelled".into(), None),
        Error::Invalid(text) => PyValueError::new_err(text),
        Error::Foreign(error) => match error.downcast::<PyErr>() {
            Ok(error) => *error,
            Err(error) => PyRuntimeError::new_err(error.to_string()),
        },
    }
}

/// `perfectplay.errors.LimitReached`, with the depth that was reached: a lower bound of what is searched for.
fn limit_reached(kind: LimitKind, text: String, depth: Option<u64>) -> PyErr {
    Python::attach(|py| {
        let class = py.import("perfectplay.errors").and_then(|module| module.getattr("LimitReached"));
        match class.and_then(|class| class.call1((text, depth, kind.name()))) {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        }
    })
}
