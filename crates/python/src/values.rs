//! Values across the border: a universe, and games in it.

use crate::control::{Asked, run, to_python};
use num_bigint::BigInt;
use perfectplay_core::error::Error;
use perfectplay_core::limits::Control;
use perfectplay_core::values::dyadic::Dyadic;
use perfectplay_core::values::thermograph::Thermograph;
use perfectplay_core::values::{self, LEFT, Nus, RIGHT, Worker};
use pyo3::prelude::*;
use std::sync::Arc;

/// The arena of values; its memory returns when it and all its games are gone.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Universe(pub Arc<values::Universe>);

/// A value in canonical form.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Game {
    universe: Arc<values::Universe>,
    id: values::Game,
}

type Number = (BigInt, u32);

type Wall = Vec<(Number, Number)>;
pub type Walls = (Wall, Wall);

pub fn walls(thermograph: &Thermograph) -> Result<Walls, Error> {
    let wall = |points: Vec<(Dyadic, Dyadic)>| points.iter().map(|(t, x)| (number(t), number(x))).collect();
    Ok((wall(thermograph.left_points()?), wall(thermograph.right_points()?)))
}

/// Where Python leaves no room for limits: Ctrl-C still works.
const UNLIMITED: Asked = (None, None, None, None, None);

fn number(x: &Dyadic) -> Number {
    (x.numerator(), x.exponent())
}

#[pymethods]
impl Universe {
    #[new]
    #[pyo3(signature = (memory=None))]
    fn new(memory: Option<u64>) -> Self {
        Universe(Arc::new(values::Universe::new(memory)))
    }

    /// Bytes that the records, tables and caches take.
    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Canonical forms that have a record.
    fn records(&self) -> u64 {
        self.0.records()
    }

    /// numerator / 2^exponent + ups.up + *nimber
    fn nus(&self, numerator: BigInt, exponent: u32, ups: i64, nimber: u32) -> PyResult<Game> {
        let make = || {
            let number = Dyadic::from_big(numerator, exponent)?;
            self.0.nus(Nus { number, ups, nimber }, &Control::default())
        };
        Ok(Game { universe: self.0.clone(), id: make().map_err(to_python)? })
    }

    /// The value of {left | right}.
    fn game(&self, py: Python<'_>, left: Vec<Py<Game>>, right: Vec<Py<Game>>, asked: Asked) -> PyResult<Game> {
        let ids = |games: &[Py<Game>]| games.iter().map(|game| self.own(game.get())).collect::<Result<Vec<_>, _>>();
        let (left, right) = (ids(&left).map_err(to_python)?, ids(&right).map_err(to_python)?);
        let (id, _) = run(py, asked, |control| Worker::new(&self.0, control).game(&left, &right))?;
        Ok(Game { universe: self.0.clone(), id })
    }
}

impl Universe {
    fn own(&self, game: &Game) -> Result<values::Game, Error> {
        same(&self.0, &game.universe)?;
        Ok(game.id)
    }
}

fn same(a: &Arc<values::Universe>, b: &Arc<values::Universe>) -> Result<(), Error> {
    if Arc::ptr_eq(a, b) { Ok(()) } else { Err(Error::invalid("values of two universes")) }
}

impl Game {
    pub fn new(universe: Arc<values::Universe>, id: values::Game) -> Self {
        Game { universe, id }
    }

    fn with(&self, id: values::Game) -> Game {
        Game { universe: self.universe.clone(), id }
    }

    fn work<T: Send>(
        &self,
        py: Python<'_>,
        asked: Asked,
        job: impl FnOnce(&mut Worker<'_, '_, '_>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        Ok(run(py, asked, |control| job(&mut Worker::new(&self.universe, control)))?.0)
    }
}

#[pymethods]
impl Game {
    #[getter]
    fn universe(&self) -> Universe {
        Universe(self.universe.clone())
    }

    /// The same for equal values of one universe, as long as it lives.
    #[getter]
    fn id(&self) -> u32 {
        self.id.bits()
    }

    fn is_in(&self, universe: &Universe) -> bool {
        Arc::ptr_eq(&self.universe, &universe.0)
    }

    /// The options of the canonical form.
    fn options(&self, py: Python<'_>, left: bool, asked: Asked) -> PyResult<Vec<Game>> {
        let side = if left { LEFT } else { RIGHT };
        let (options, _) = run(py, asked, |control| self.universe.options(self.id, side, control))?;
        Ok(options.into_iter().map(|id| self.with(id)).collect())
    }

    /// Numerator, exponent, ups and nimber, if the value is a sum of such.
    fn nus(&self) -> Option<(BigInt, u32, i64, u32)> {
        self.universe.as_nus(self.id).map(|nus| (nus.number.numerator(), nus.number.exponent(), nus.ups, nus.nimber))
    }

    fn add(&self, py: Python<'_>, other: &Game, asked: Asked) -> PyResult<Game> {
        same(&self.universe, &other.universe).map_err(to_python)?;
        Ok(self.with(self.work(py, asked, |worker| worker.add(self.id, other.id))?))
    }

    fn negative(&self, py: Python<'_>, asked: Asked) -> PyResult<Game> {
        Ok(self.with(self.work(py, asked, |worker| worker.negative(self.id))?))
    }

    fn multiple(&self, py: Python<'_>, n: i64, asked: Asked) -> PyResult<Game> {
        Ok(self.with(self.work(py, asked, |worker| worker.multiple(n, self.id))?))
    }

    fn le(&self, py: Python<'_>, other: &Game, asked: Asked) -> PyResult<bool> {
        same(&self.universe, &other.universe).map_err(to_python)?;
        self.work(py, asked, |worker| worker.le(self.id, other.id))
    }

    /// Left and right stop.
    fn stops(&self, py: Python<'_>) -> PyResult<(Number, Number)> {
        self.work(py, UNLIMITED, |worker| {
            let [left, right] = [LEFT, RIGHT]
                .map(|side| number(&worker.universe().as_number(worker.stop(self.id, side)).unwrap_or_default()));
            Ok((left, right))
        })
    }

    fn mean(&self, py: Python<'_>, asked: Asked) -> PyResult<Number> {
        Ok(number(&self.work(py, asked, |worker| worker.thermograph(self.id))?.mean()))
    }

    fn temperature(&self, py: Python<'_>, asked: Asked) -> PyResult<Number> {
        Ok(number(&self.work(py, asked, |worker| worker.thermograph(self.id))?.temperature()))
    }

    /// The corners (temperature, value) of the left and the right wall, from temperature -1 upwards.
    fn thermograph(&self, py: Python<'_>, asked: Asked) -> PyResult<Walls> {
        walls(&*self.work(py, asked, |worker| worker.thermograph(self.id))?).map_err(to_python)
    }

    /// The atomic weight that was kept: whether one was, and what it is.
    fn weight(&self) -> (bool, Option<Game>) {
        let known = self.universe.known_weight(self.id);
        (known.is_some(), known.flatten().map(|id| self.with(id)))
    }

    /// Keep the atomic weight, `None` for a game that has none.
    fn keep_weight(&self, weight: Option<&Game>) -> PyResult<()> {
        if let Some(weight) = weight {
            same(&self.universe, &weight.universe).map_err(to_python)?;
        }
        self.universe.keep_weight(self.id, weight.map(|weight| weight.id));
        Ok(())
    }

    fn birthday(&self, py: Python<'_>, asked: Asked) -> PyResult<BigInt> {
        self.work(py, asked, |worker| worker.birthday(self.id))
    }

    fn is_all_small(&self, py: Python<'_>, asked: Asked) -> PyResult<bool> {
        self.work(py, asked, |worker| worker.is_all_small(self.id))
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.id == other.id && Arc::ptr_eq(&self.universe, &other.universe)
    }

    /// The same in every universe.
    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.work(py, UNLIMITED, |worker| worker.fingerprint(self.id))
    }
}
