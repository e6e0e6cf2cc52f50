//! The one class through which Python asks questions.

use crate::callback::PythonSource;
use crate::cluster::Cluster;
use crate::control::{Asked, Stats, run, to_python};
use crate::loopy::Lists;
use crate::values::{Game, Universe, Walls, walls};
use perfectplay_core::engine::{self, Code, Engine, Metric, Probe, Specification};
use perfectplay_core::error::Error;
use perfectplay_core::kernels::connections::{self, Net};
use perfectplay_core::kernels::masks::fillings::Wanted;
use perfectplay_core::kernels::masks::spec::{Goal, Manner, Rewrite, Spec};
use perfectplay_core::kernels::orientations::{self, Play, points};
use perfectplay_core::loopy::Graph;
use perfectplay_core::rules::{Player, Winner};
use perfectplay_core::search::nimbers::LOONY;
use perfectplay_core::search::smith::Worth;
use perfectplay_core::tablebase::{self, Built, Place};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::str::FromStr;

#[pyclass(frozen, module = "perfectplay._native")]
pub struct Kernel(Engine);

/// May Left make it, may Right, does the same player move on; points, rank, tag.
type MannerData = (bool, bool, bool, i32, u16, u16);
type GoalData = (String, Vec<(u32, Vec<u16>)>);
type MetricData = (Vec<u32>, String);
type Bytes<'py> = Bound<'py, PyBytes>;
/// A nimber and its counter, or the set of an infinite one between them.
type LoopyNimber = (Option<u32>, Vec<u32>, Option<u32>);
/// Winner, edges and whether each points to its second end.
type ArrowsData = (String, Vec<(usize, bool)>);
/// A port of an engine whose cells are edges, or of one with symbols on cells.
#[derive(FromPyObject)]
enum ProbeData {
    Edge(usize, bool),
    Cells(Vec<(usize, Vec<u16>)>),
}

impl From<ProbeData> for Probe {
    fn from(data: ProbeData) -> Probe {
        match data {
            ProbeData::Edge(edge, second) => vec![(edge, points(second))],
            ProbeData::Cells(cells) => cells,
        }
    }
}

/// Components that can flip a port, and a position of one that cannot.
type FlipData<'py> = (u64, Option<Bytes<'py>>);
/// Ports that are out, positions, components, and by port what can flip it.
type PortStateData<'py> = (u64, u64, u64, Vec<FlipData<'py>>);
/// States before and after a move that changes several ports, and a position that has one.
type JumpData<'py> = (u64, u64, Bytes<'py>);
/// Different values, and the number of each position's among them.
type ManyValues = (Vec<Game>, Vec<u32>);

/// Cells of the largest components, components, values that are not number + ups + star, bytes.
type TabulatedData = (u64, u64, u64, u64);

fn player(left: bool) -> Player {
    if left { Player::Left } else { Player::Right }
}

/// A word that names one of several things.
fn named<T: FromStr<Err = Error>>(word: &str) -> PyResult<T> {
    word.parse().map_err(to_python)
}

fn bytes<'py>(py: Python<'py>, codes: &[Code]) -> Vec<Bytes<'py>> {
    codes.iter().map(|code| PyBytes::new(py, code)).collect()
}

impl Kernel {
    fn open(specification: Specification) -> PyResult<Self> {
        engine::open(specification).map(Kernel).map_err(to_python)
    }

    fn metric(&self, data: Option<MetricData>) -> PyResult<Option<Metric>> {
        let Some((costs, chain)) = data else { return Ok(None) };
        self.0.metric(&costs, named(&chain)?).map(Some).map_err(to_python)
    }
}

#[pymethods]
impl Kernel {
    #[staticmethod]
    #[pyo3(signature = (*, cells, symbols, rewrites, manners, maps, goals, symmetries, rectangle, stuck, game, start=None, plain=false))]
    #[allow(clippy::too_many_arguments)]
    fn masks(
        cells: usize,
        symbols: u16,
        rewrites: &[u8],
        manners: Vec<MannerData>,
        maps: Vec<Vec<(u16, u16)>>,
        goals: Vec<GoalData>,
        symmetries: Vec<Vec<u32>>,
        rectangle: Option<(u32, u32)>,
        stuck: &str,
        game: bool,
        start: Option<Vec<u16>>,
        plain: bool,
    ) -> PyResult<Self> {
        let manners: Vec<_> = manners
            .into_iter()
            .map(|(left, right, again, score, rank, tag)| Manner { left, right, again, score, rank, tag })
            .collect();
        let (numbers, []) = rewrites.as_chunks() else {
            return Err(PyValueError::new_err("rewrites that are no numbers of four bytes"));
        };
        let numbers: Vec<u32> = numbers.iter().map(|number| u32::from_ne_bytes(*number)).collect();
        let rewrites = Rewrite::read_all(&numbers, &manners, maps).map_err(to_python)?;
        let goals = goals
            .into_iter()
            .map(|(winner, pattern)| Ok(Goal { pattern, winner: named(&winner)? }))
            .collect::<PyResult<Vec<_>>>()?;
        let symbols = vec![(0..symbols).collect(); cells];
        let spec = Spec { symbols, rewrites, goals, symmetries, rectangle, stuck: named(stuck)?, game };
        Kernel::open(Specification::Masks { spec, start: start.as_deref(), plain })
    }

    /// A game on a rectangle that has native rules of its own.
    #[staticmethod]
    #[pyo3(signature = (rules, rows, cols, *, impartial, stuck))]
    fn grid(rules: &str, rows: usize, cols: usize, impartial: bool, stuck: &str) -> PyResult<Self> {
        Kernel::open(Specification::Grid { game: named(rules)?, rows, cols, impartial, stuck: named(stuck)? })
    }

    #[staticmethod]
    fn heaps(code: &str, stuck: &str) -> PyResult<Self> {
        Kernel::open(Specification::Heaps { code, stuck: named(stuck)? })
    }

    #[staticmethod]
    #[pyo3(signature = (ends, *, impartial, stuck))]
    fn hackenbush(ends: Vec<(u32, u32)>, impartial: bool, stuck: &str) -> PyResult<Self> {
        Kernel::open(Specification::Hackenbush { ends: &ends, impartial, stuck: named(stuck)? })
    }

    #[staticmethod]
    #[pyo3(signature = (*, coins, ends, scored, misere))]
    fn strings(coins: usize, ends: Vec<(Option<u16>, Option<u16>)>, scored: bool, misere: bool) -> PyResult<Self> {
        Kernel::open(Specification::Strings { coins, ends: &ends, scored, misere })
    }

    #[staticmethod]
    fn permutations(degree: usize, moves: Vec<Vec<u8>>, goal: Vec<u8>) -> PyResult<Self> {
        Kernel::open(Specification::Permutations { degree, moves: &moves, goal: &goal })
    }

    #[staticmethod]
    #[pyo3(signature = (*, ends, weights, minima, owners, goals, once, players, stuck, impartial))]
    #[allow(clippy::too_many_arguments)]
    fn orientations(
        ends: Vec<(u32, u32)>,
        weights: Vec<u32>,
        minima: Vec<u64>,
        owners: Vec<String>,
        goals: Vec<ArrowsData>,
        once: bool,
        players: usize,
        stuck: &str,
        impartial: bool,
    ) -> PyResult<Self> {
        let owners =
            owners.iter().map(|word| orientations::owner(word)).collect::<Result<_, _>>().map_err(to_python)?;
        let goals = goals
            .into_iter()
            .map(|(winner, arrows)| Ok(orientations::Goal { winner: named(&winner)?, arrows }))
            .collect::<PyResult<Vec<_>>>()?;
        let play = Play { owners, goals, once, alone: players == 1, stuck: named(stuck)?, impartial };
        Kernel::open(Specification::Orientations { ends: &ends, weights: &weights, minima: &minima, play })
    }

    /// `short` claims for the connection, either player if it is None; `joined` wins by it.
    #[staticmethod]
    #[pyo3(signature = (*, behind, first, last, short, joined, plain=false))]
    fn connections(
        behind: Vec<Vec<u32>>,
        first: Vec<u32>,
        last: Vec<u32>,
        short: Option<&str>,
        joined: &str,
        plain: bool,
    ) -> PyResult<Self> {
        let play = connections::Play { short: short.map(named).transpose()?, joined: named(joined)?, plain };
        Kernel::open(Specification::Connections { net: &Net { behind, first, last }, play })
    }

    #[staticmethod]
    #[pyo3(signature = (source, *, impartial, stuck, splits))]
    fn callback(source: Py<PyAny>, impartial: bool, stuck: &str, splits: bool) -> PyResult<Self> {
        let source = Box::new(PythonSource(source));
        Kernel::open(Specification::Callback { source, impartial, stuck: named(stuck)?, splits })
    }

    #[staticmethod]
    fn sum(kernels: Vec<Py<Kernel>>) -> PyResult<Self> {
        Kernel::open(Specification::Sum(kernels.iter().map(|kernel| &kernel.get().0).collect()))
    }

    #[getter]
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    /// Are positions sums of what `split` gives?
    #[getter]
    fn sums(&self) -> bool {
        self.0.sums()
    }

    #[getter]
    fn bits(&self) -> usize {
        self.0.bits()
    }

    fn encode<'py>(&self, py: Python<'py>, symbols: Vec<u16>) -> PyResult<Bytes<'py>> {
        Ok(PyBytes::new(py, &self.0.encode(&symbols).map_err(to_python)?))
    }

    fn decode(&self, code: &[u8]) -> PyResult<Vec<u16>> {
        self.0.decode(code).map_err(to_python)
    }

    /// Several positions as text; `letters[n]` is written for symbol number `n`.
    fn texts(&self, codes: Vec<Bound<'_, PyBytes>>, letters: &str) -> PyResult<Vec<String>> {
        let letters: Vec<char> = letters.chars().collect();
        let text = |code: &Bound<'_, PyBytes>| {
            let symbols = self.0.decode(code.as_bytes()).map_err(to_python)?;
            let text = symbols.iter().map(|&symbol| letters.get(usize::from(symbol)).copied());
            text.collect::<Option<String>>().ok_or_else(|| to_python(Error::invalid("a symbol without a letter")))
        };
        codes.iter().map(text).collect()
    }

    fn moves<'py>(&self, py: Python<'py>, code: &[u8], left: bool) -> PyResult<Vec<Bytes<'py>>> {
        Ok(bytes(py, &self.0.moves(code, player(left)).map_err(to_python)?))
    }

    fn goal(&self, code: &[u8]) -> PyResult<Option<&'static str>> {
        Ok(self.0.goal(code).map_err(to_python)?.map(Winner::name))
    }

    fn split<'py>(&self, py: Python<'py>, code: &[u8]) -> PyResult<Option<Vec<Bytes<'py>>>> {
        Ok(self.0.split(code).map_err(to_python)?.map(|parts| bytes(py, &parts)))
    }

    /// Who wins when Left starts and when Right starts.
    fn winners(
        &self,
        py: Python<'_>,
        code: &[u8],
        method: &str,
        universe: &Universe,
        asked: Asked,
    ) -> PyResult<((&'static str, &'static str), Stats)> {
        let method = named(method)?;
        let (winners, stats) = run(py, asked, |control| self.0.winners(code, method, &universe.0, control))?;
        Ok(((winners[0].name(), winners[1].name()), stats))
    }

    #[allow(clippy::type_complexity)]
    fn best<'py>(
        &self,
        py: Python<'py>,
        code: &[u8],
        left: bool,
        method: &str,
        universe: &Universe,
        asked: Asked,
    ) -> PyResult<(Option<(Bytes<'py>, &'static str)>, Stats)> {
        let method = named(method)?;
        let (found, stats) = run(py, asked, |control| self.0.best(code, player(left), method, &universe.0, control))?;
        Ok((found.map(|(code, winner)| (PyBytes::new(py, &code), winner.name())), stats))
    }

    fn remoteness(
        &self,
        py: Python<'_>,
        code: &[u8],
        left: bool,
        asked: Asked,
    ) -> PyResult<((&'static str, Option<u32>), Stats)> {
        let ((winner, moves), stats) = run(py, asked, |control| self.0.remoteness(code, player(left), control))?;
        Ok(((winner.name(), moves), stats))
    }

    /// Left's points less Right's.
    fn score(&self, py: Python<'_>, code: &[u8], left: bool, asked: Asked) -> PyResult<(i32, Stats)> {
        run(py, asked, |control| self.0.score(code, player(left), control))
    }

    /// The nimber, None for loony.
    fn nimber(&self, py: Python<'_>, code: &[u8], method: &str, asked: Asked) -> PyResult<(Option<u32>, Stats)> {
        let method = named(method)?;
        let (nimber, stats) = run(py, asked, |control| self.0.nimber(code, method, control))?;
        Ok(((nimber != LOONY).then_some(nimber), stats))
    }

    /// The generalized nimber where positions may repeat: a nimber and its counter, or None and the nimbers that moves
    /// lead to.
    fn loopy_nimber(&self, py: Python<'_>, code: &[u8], asked: Asked) -> PyResult<(LoopyNimber, Stats)> {
        let (worth, stats) = run(py, asked, |control| self.0.worth(code, control))?;
        let found = match worth {
            Worth::Finite { nimber, counter } => (Some(nimber), Vec::new(), Some(counter)),
            Worth::Infinite(set) => (None, set, None),
        };
        Ok((found, stats))
    }

    /// Onside and offside where positions may repeat, each as far as it was found.
    fn loopy_sides(&self, py: Python<'_>, code: &[u8], asked: Asked) -> PyResult<([Option<Lists>; 2], Stats)> {
        let (sides, stats) = run(py, asked, |control| self.0.sides(code, control))?;
        Ok((sides.map(|side| side.map(Graph::lists)), stats))
    }

    /// Everything that can be reached, up to symmetry, with the moves of both players.
    fn loopy_graph(&self, py: Python<'_>, code: &[u8], asked: Asked) -> PyResult<(Lists, Stats)> {
        let (graph, stats) = run(py, asked, |control| self.0.bigraph(code, control))?;
        Ok((graph.lists(), stats))
    }

    fn value(&self, py: Python<'_>, code: &[u8], universe: &Universe, asked: Asked) -> PyResult<(Game, Stats)> {
        let (id, stats) = run(py, asked, |control| self.0.value(code, &universe.0, control))?;
        Ok((Game::new(universe.0.clone(), id), stats))
    }

    /// The values that occur among many positions, and the number of each position's value among them.
    fn values(
        &self,
        py: Python<'_>,
        codes: Vec<PyBackedBytes>,
        universe: &Universe,
        asked: Asked,
    ) -> PyResult<(ManyValues, Stats)> {
        let codes: Vec<&[u8]> = codes.iter().map(|code| &code[..]).collect();
        let ((ids, rows), stats) = run(py, asked, |control| self.0.values(&codes, &universe.0, control))?;
        let games = ids.into_iter().map(|id| Game::new(universe.0.clone(), id)).collect();
        Ok(((games, rows), stats))
    }

    /// The texts, sizes of classes and codes of those fillings with these numbers that represent a class.
    #[pyo3(signature = (first, end, symbols, *, columns, classes, hole, asked))]
    #[allow(clippy::too_many_arguments, clippy::type_complexity)]
    fn fillings<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        end: u64,
        symbols: Vec<(u16, char)>,
        columns: usize,
        classes: bool,
        hole: Option<u16>,
        asked: Asked,
    ) -> PyResult<((Vec<String>, Vec<u64>, Vec<Bytes<'py>>), Stats)> {
        let wanted = Wanted { symbols, columns, classes, hole };
        let (found, stats) = run(py, asked, |control| self.0.fillings(&wanted, first..end, control))?;
        let (mut texts, mut orbits, mut codes) = (Vec::new(), Vec::new(), Vec::new());
        for filling in found {
            texts.push(filling.text);
            orbits.push(filling.orbit);
            codes.push(PyBytes::new(py, &filling.position));
        }
        Ok(((texts, orbits, codes), stats))
    }

    /// Make the database of all components with at most `cells` cells, and keep it under this name.
    #[pyo3(signature = (cells, folder, name, mark, asked))]
    fn tabulate(
        &self,
        py: Python<'_>,
        cells: usize,
        folder: PathBuf,
        name: String,
        mark: &str,
        asked: Asked,
    ) -> PyResult<(TabulatedData, Stats)> {
        let place = Place { dir: folder, name, mark: tablebase::mark(mark) };
        let (Built { sizes, bytes }, stats) = run(py, asked, |control| self.0.tabulate(cells, &place, control))?;
        Ok(((sizes.cells, sizes.entries, sizes.records, bytes), stats))
    }

    /// Keep what valuing these positions finds under this name.
    #[pyo3(signature = (codes, folder, name, mark, asked))]
    fn tabulate_from(
        &self,
        py: Python<'_>,
        codes: Vec<PyBackedBytes>,
        folder: PathBuf,
        name: String,
        mark: &str,
        asked: Asked,
    ) -> PyResult<(TabulatedData, Stats)> {
        let place = Place { dir: folder, name, mark: tablebase::mark(mark) };
        let codes: Vec<&[u8]> = codes.iter().map(|code| &code[..]).collect();
        let (Built { sizes, bytes }, stats) = run(py, asked, |control| self.0.tabulate_from(&codes, &place, control))?;
        Ok(((sizes.cells, sizes.entries, sizes.records, bytes), stats))
    }

    /// Use the database of this name and mark, if there is a sound one.
    fn attach(&self, folder: PathBuf, name: String, mark: &str) {
        self.0.attach(&Place { dir: folder, name, mark: tablebase::mark(mark) });
    }

    /// Who wins when Left starts and when Right starts, for many positions.
    fn outcomes(
        &self,
        py: Python<'_>,
        codes: Vec<PyBackedBytes>,
        method: &str,
        universe: &Universe,
        asked: Asked,
    ) -> PyResult<(Vec<(&'static str, &'static str)>, Stats)> {
        let codes: Vec<&[u8]> = codes.iter().map(|code| &code[..]).collect();
        let method = named(method)?;
        let (found, stats) = run(py, asked, |control| self.0.outcomes(&codes, method, &universe.0, control))?;
        Ok((found.into_iter().map(|[left, right]| (left.name(), right.name())).collect(), stats))
    }

    /// The walls of the thermograph, from the moves alone.
    fn thermograph(&self, py: Python<'_>, code: &[u8], asked: Asked) -> PyResult<(Walls, Stats)> {
        let (found, stats) = run(py, asked, |control| self.0.thermograph(code, control))?;
        Ok((walls(&found).map_err(to_python)?, stats))
    }

    /// Whether Left wins, remoteness and suspense.
    fn tempo(&self, py: Python<'_>, code: &[u8], left: bool, asked: Asked) -> PyResult<((bool, u32, u32), Stats)> {
        let (found, stats) = run(py, asked, |control| self.0.tempo(code, player(left), control))?;
        Ok(((found.winner == Player::Left, found.remoteness, found.suspense), stats))
    }

    /// The positions after this one on a longest line of a player who moves alone.
    fn longest<'py>(
        &self,
        py: Python<'py>,
        code: &[u8],
        left: bool,
        asked: Asked,
    ) -> PyResult<(Vec<Bytes<'py>>, Stats)> {
        let (line, stats) = run(py, asked, |control| self.0.longest(code, player(left), control))?;
        Ok((bytes(py, &line), stats))
    }

    fn solve<'py>(
        &self,
        py: Python<'py>,
        code: &[u8],
        metric: Option<MetricData>,
        method: &str,
        asked: Asked,
    ) -> PyResult<(Option<Vec<Bytes<'py>>>, Stats)> {
        let (metric, method) = (self.metric(metric)?, named(method)?);
        let (line, stats) = run(py, asked, |control| self.0.solve(code, metric.as_ref(), method, control))?;
        Ok((line.map(|line| bytes(py, &line)), stats))
    }

    fn solutions<'py>(
        &self,
        py: Python<'py>,
        code: &[u8],
        metric: Option<MetricData>,
        limit: usize,
        asked: Asked,
    ) -> PyResult<(Vec<Vec<Bytes<'py>>>, Stats)> {
        let metric = self.metric(metric)?;
        let (lines, stats) = run(py, asked, |control| self.0.solutions(code, metric.as_ref(), limit, control))?;
        Ok((lines.iter().map(|line| bytes(py, line)).collect(), stats))
    }

    fn count(
        &self,
        py: Python<'_>,
        code: &[u8],
        metric: Option<MetricData>,
        asked: Asked,
    ) -> PyResult<(Option<(u32, u128)>, Stats)> {
        let metric = self.metric(metric)?;
        run(py, asked, |control| self.0.count(code, metric.as_ref(), control))
    }

    #[allow(clippy::type_complexity)]
    fn reachable<'py>(
        &self,
        py: Python<'py>,
        code: &[u8],
        players: usize,
        asked: Asked,
    ) -> PyResult<((u64, u128, Vec<u128>, u64, Vec<Bytes<'py>>), Stats)> {
        let players = &Player::BOTH[..players.clamp(1, 2)];
        let (reach, stats) = run(py, asked, |control| self.0.reachable(code, players, control))?;
        let farthest = bytes(py, &reach.farthest);
        Ok(((reach.representatives, reach.positions, reach.layers, reach.goals, farthest), stats))
    }

    /// What can be reached from any of these positions: port states with their components, and moves that change
    /// several ports.
    #[allow(clippy::type_complexity)]
    fn ports<'py>(
        &self,
        py: Python<'py>,
        starts: Vec<PyBackedBytes>,
        probes: Vec<ProbeData>,
        asked: Asked,
    ) -> PyResult<((Vec<PortStateData<'py>>, Vec<JumpData<'py>>), Stats)> {
        let starts: Vec<&[u8]> = starts.iter().map(|code| &code[..]).collect();
        let probes: Vec<Probe> = probes.into_iter().map(Probe::from).collect();
        let (found, stats) = run(py, asked, |control| self.0.ports(&starts, &probes, control))?;
        let states = found.states.iter().map(|state| {
            let lacking = |code: &Code| PyBytes::new(py, code);
            let flips = state.flips.iter().map(|flip| (flip.components, flip.lacking.as_ref().map(lacking)));
            (state.ports, state.positions, state.components, flips.collect())
        });
        let jumps = found.jumps.iter().map(|jump| (jump.from, jump.to, PyBytes::new(py, &jump.position)));
        Ok(((states.collect(), jumps.collect()), stats))
    }

    fn cluster(
        &self,
        py: Python<'_>,
        code: &[u8],
        metric: Option<MetricData>,
        asked: Asked,
    ) -> PyResult<(Cluster, Stats)> {
        let metric = self.metric(metric)?;
        let (table, stats) = run(py, asked, |control| self.0.cluster(code, metric.as_ref(), control))?;
        Ok((Cluster(table), stats))
    }

    /// Forget the tables of earlier questions.
    fn clear(&self) {
        self.0.clear();
    }
}
