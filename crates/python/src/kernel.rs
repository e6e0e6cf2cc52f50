//! The one class through which Python asks questions.

use crate::callback::{PythonSource, winner_from, winner_name};
use crate::cluster::Cluster;
use crate::control::{Asked, Stats, run, to_python};
use crate::values::{Game, Universe, Walls, walls};
use perfectplay_core::engine::{Coded, Engine, Metric, Questions};
use perfectplay_core::error::Error;
use perfectplay_core::kernels::amazons::AmazonsRules;
use perfectplay_core::kernels::callback::CallbackRules;
use perfectplay_core::kernels::hackenbush::HackenbushRules;
use perfectplay_core::kernels::heaps::{HeapCode, HeapRules, NimSequence};
use perfectplay_core::kernels::masks::fillings::Wanted;
use perfectplay_core::kernels::masks::metric::Chain;
use perfectplay_core::kernels::masks::spec::{Change, Goal, Rewrite, Spec};
use perfectplay_core::kernels::masks::{MaskRules, bits_needed};
use perfectplay_core::kernels::nogo::NoGoRules;
use perfectplay_core::kernels::permutations::PermutationRules;
use perfectplay_core::kernels::rectangle::{self, Symbolic};
use perfectplay_core::kernels::strings::{GROUND, StringRules};
use perfectplay_core::kernels::sum::SumRules;
use perfectplay_core::limits::Control;
use perfectplay_core::rules::{Player, Stuck};
use perfectplay_core::search::nimbers::LOONY;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::ops::Range;
use std::sync::Arc;

/// How the symbols of a board become bytes and back.
trait Symbols: Send + Sync {
    fn encode(&self, symbols: &[u16]) -> Result<Vec<u8>, Error>;
    fn decode(&self, code: &[u8]) -> Result<Vec<u16>, Error>;
    fn fillings(&self, _wanted: &Wanted, _numbers: Range<u64>, _control: &Control) -> Result<Vec<FillingData>, Error> {
        Err(Error::invalid("a census needs a game of cell rewrites or of heaps"))
    }
}

/// Text, size of the class, code.
type FillingData = (String, u64, Vec<u8>);

impl<const W: usize> Symbols for Questions<MaskRules<W>> {
    fn encode(&self, symbols: &[u16]) -> Result<Vec<u8>, Error> {
        Ok(Coded::encode(self.rules(), &self.rules().encode(symbols)?))
    }

    fn decode(&self, code: &[u8]) -> Result<Vec<u16>, Error> {
        Ok(MaskRules::decode(self.rules(), &Coded::decode(self.rules(), code)?))
    }

    fn fillings(&self, wanted: &Wanted, numbers: Range<u64>, control: &Control) -> Result<Vec<FillingData>, Error> {
        use perfectplay_core::engine::Coded;
        let rules = self.rules();
        let found = rules.fillings(wanted, numbers, self.threads(), control)?;
        Ok(found.into_iter().map(|f| (f.text, f.orbit, Coded::encode(rules, &f.position))).collect())
    }
}

/// Rules with a board of their own.
struct OnGrid<R: Coded>(Arc<Questions<R>>);

impl<R: Coded + Symbolic> Symbols for OnGrid<R> {
    fn encode(&self, symbols: &[u16]) -> Result<Vec<u8>, Error> {
        Ok(self.0.rules().encode(&self.0.rules().position(symbols)?))
    }

    fn decode(&self, code: &[u8]) -> Result<Vec<u16>, Error> {
        Ok(self.0.rules().symbols(&self.0.rules().decode(code)?))
    }
}

#[pyclass(frozen, module = "perfectplay._native")]
pub struct Kernel {
    engine: Arc<dyn Engine>,
    symbols: Option<Arc<dyn Symbols>>,
    /// The rewrites that the kernel kept, by their numbers outside.
    kept: Vec<u32>,
    symmetries: usize,
    bits: usize,
}

type RewriteData = (Vec<(u32, Vec<(u16, u16)>)>, bool, bool, bool, i32, u16, Option<(u32, u32)>, u16);
type GoalData = (String, Vec<(u32, Vec<u16>)>);
type MetricData = (Vec<u32>, String);
type Code<'py> = Bound<'py, PyBytes>;
/// Different values, and the number of each position's among them.
type ManyValues = (Vec<Game>, Vec<u32>);

fn player(left: bool) -> Player {
    if left { Player::Left } else { Player::Right }
}

fn stuck_from(word: &str) -> PyResult<Stuck> {
    match word {
        "loses" => Ok(Stuck::Loses),
        "wins" => Ok(Stuck::Wins),
        "draws" => Ok(Stuck::Draws),
        _ => Err(to_python(Error::invalid(format!("a player without a move cannot be said to {word:?}")))),
    }
}

fn bytes<'py>(py: Python<'py>, codes: &[Vec<u8>]) -> Vec<Code<'py>> {
    codes.iter().map(|code| PyBytes::new(py, code)).collect()
}

impl Kernel {
    fn metric(&self, data: Option<MetricData>) -> PyResult<Option<Metric>> {
        let Some((costs, chain)) = data else { return Ok(None) };
        let chain = match chain.as_str() {
            "" => Chain::Off,
            "piece" => Chain::Piece,
            "line" => Chain::Line,
            _ => return Err(to_python(Error::invalid(format!("no chain rule {chain:?}")))),
        };
        let costs = self.kept.iter().map(|&n| costs.get(n as usize).copied()).collect::<Option<Vec<u32>>>();
        let costs = costs.ok_or_else(|| to_python(Error::invalid("a metric needs a cost for each rewrite")))?;
        Ok(Some(Metric { costs, chain }))
    }

    fn of_masks<const W: usize>(spec: Spec, kept: Vec<u32>, bits: usize, plain: bool) -> PyResult<Self> {
        let mut rules = MaskRules::<W>::compile(spec).map_err(to_python)?;
        if plain {
            rules = rules.without_splitting().without_symmetries();
        }
        let symmetries = rules.symmetry_count();
        let questions = Arc::new(Questions::new(rules));
        Ok(Kernel { engine: questions.clone(), symbols: Some(questions), kept, symmetries, bits })
    }

    fn of_strings<const W: usize, const C: usize>(
        (coins, ends, scored, misere): (usize, &[[u16; 2]], bool, bool),
    ) -> PyResult<Self> {
        let rules = StringRules::<W, C>::new(coins, ends, scored, misere).map_err(to_python)?;
        let engine = Arc::new(Questions::new(rules));
        Ok(Kernel { engine, symbols: None, kept: Vec::new(), symmetries: 1, bits: ends.len() })
    }

    fn of_permutations<const N: usize>(degree: usize, moves: &[Vec<u8>], goal: &[u8]) -> PyResult<Self> {
        let rules = PermutationRules::<N>::new(degree, moves, goal).map_err(to_python)?;
        let kept = (0..moves.len() as u32).collect();
        Ok(Kernel { engine: Arc::new(Questions::new(rules)), symbols: None, kept, symmetries: 1, bits: 8 * degree })
    }

    fn of_grid<const W: usize>(
        rules: &str,
        (rows, cols, impartial, stuck): (usize, usize, bool, Stuck),
    ) -> PyResult<Self> {
        let kernel = match rules {
            "amazons" => AmazonsRules::<W>::new(rows, cols, impartial, stuck).map(Kernel::of_symbols),
            "no_go" => NoGoRules::<W>::new(rows, cols, impartial, stuck).map(Kernel::of_symbols),
            _ => Err(Error::invalid(format!("no rules {rules:?} on grids"))),
        };
        kernel.map_err(to_python)
    }

    fn of_symbols<R: Coded + Symbolic + 'static>(rules: R) -> Self {
        let questions = Arc::new(Questions::new(rules));
        let symbols = Arc::new(OnGrid(questions.clone()));
        Kernel { engine: questions, symbols: Some(symbols), kept: Vec::new(), symmetries: 8, bits: 0 }
    }
}

#[pymethods]
impl Kernel {
    #[staticmethod]
    #[pyo3(signature = (*, cells, symbols, rewrites, goals, symmetries, rectangle, stuck, game, start=None, plain=false))]
    #[allow(clippy::too_many_arguments)]
    fn masks(
        cells: usize,
        symbols: u16,
        rewrites: Vec<RewriteData>,
        goals: Vec<GoalData>,
        symmetries: Vec<Vec<u32>>,
        rectangle: Option<(u32, u32)>,
        stuck: &str,
        game: bool,
        start: Option<Vec<u16>>,
        plain: bool,
    ) -> PyResult<Self> {
        let rewrites = rewrites
            .into_iter()
            .map(|(changes, left, right, again, score, rank, piece, tag)| Rewrite {
                changes: changes.into_iter().map(|(cell, map)| Change::of(cell, map)).collect(),
                left,
                right,
                again,
                score,
                rank,
                piece,
                tag,
            })
            .collect::<Vec<_>>();
        let goals = goals
            .into_iter()
            .map(|(winner, pattern)| Ok(Goal { pattern, winner: winner_from(&winner)? }))
            .collect::<PyResult<Vec<_>>>()?;
        let mut spec = Spec {
            symbols: vec![(0..symbols).collect(); cells],
            rewrites,
            goals,
            symmetries,
            rectangle,
            stuck: stuck_from(stuck)?,
            game,
        };
        let kept = match &start {
            Some(start) => spec.restrict(start).map_err(to_python)?,
            None => (0..spec.rewrites.len() as u32).collect(),
        };
        let bits = bits_needed(&spec).map_err(to_python)?;
        match bits {
            0..=64 => Kernel::of_masks::<1>(spec, kept, bits, plain),
            65..=128 => Kernel::of_masks::<2>(spec, kept, bits, plain),
            129..=256 => Kernel::of_masks::<4>(spec, kept, bits, plain),
            _ => Kernel::of_masks::<16>(spec, kept, bits, plain),
        }
    }

    /// A game on a rectangle that has native rules of its own.
    #[staticmethod]
    #[pyo3(signature = (rules, rows, cols, *, impartial, stuck))]
    fn grid(rules: &str, rows: usize, cols: usize, impartial: bool, stuck: &str) -> PyResult<Self> {
        let asked = (rows, cols, impartial, stuck_from(stuck)?);
        match rectangle::bits_needed(rows, cols) {
            0..=64 => Kernel::of_grid::<1>(rules, asked),
            65..=128 => Kernel::of_grid::<2>(rules, asked),
            _ => Kernel::of_grid::<16>(rules, asked),
        }
    }

    #[staticmethod]
    fn heaps(code: &str, stuck: &str) -> PyResult<Self> {
        let misere = stuck_from(stuck)? == Stuck::Wins;
        let rules = HeapRules::new(HeapCode::parse(code).map_err(to_python)?, misere);
        Ok(Kernel { engine: Arc::new(Questions::new(rules)), symbols: None, kept: Vec::new(), symmetries: 1, bits: 0 })
    }

    /// Edges between vertices, the vertex 0 being the ground; an edge has the colours that a position gives it.
    #[staticmethod]
    #[pyo3(signature = (ends, *, impartial, stuck))]
    fn hackenbush(ends: Vec<(u32, u32)>, impartial: bool, stuck: &str) -> PyResult<Self> {
        let misere = stuck_from(stuck)? == Stuck::Wins;
        let engine: Arc<dyn Engine> = match ends.len() {
            0..=64 => Arc::new(Questions::new(HackenbushRules::<1>::new(&ends, impartial, misere))),
            65..=256 => Arc::new(Questions::new(HackenbushRules::<4>::new(&ends, impartial, misere))),
            _ => Arc::new(Questions::new(HackenbushRules::<16>::new(&ends, impartial, misere))),
        };
        Ok(Kernel { engine, symbols: None, kept: Vec::new(), symmetries: 1, bits: 2 * ends.len() })
    }

    /// Strings-and-Coins: the coins at both ends of each string, None for the ground.
    #[staticmethod]
    #[pyo3(signature = (*, coins, ends, scored, misere))]
    fn strings(coins: usize, ends: Vec<(Option<u16>, Option<u16>)>, scored: bool, misere: bool) -> PyResult<Self> {
        let ends: Vec<_> = ends.into_iter().map(|(a, b)| [a.unwrap_or(GROUND), b.unwrap_or(GROUND)]).collect();
        let of = (coins, ends.as_slice(), scored, misere);
        match ends.len().max(coins) {
            0..=64 => Kernel::of_strings::<1, 64>(of),
            65..=128 => Kernel::of_strings::<2, 128>(of),
            _ => Kernel::of_strings::<16, 1024>(of),
        }
    }

    /// Moves and goal as the images of places.
    #[staticmethod]
    fn permutations(degree: usize, moves: Vec<Vec<u8>>, goal: Vec<u8>) -> PyResult<Self> {
        match degree {
            0..=16 => Kernel::of_permutations::<16>(degree, &moves, &goal),
            17..=32 => Kernel::of_permutations::<32>(degree, &moves, &goal),
            33..=64 => Kernel::of_permutations::<64>(degree, &moves, &goal),
            _ => Kernel::of_permutations::<256>(degree, &moves, &goal),
        }
    }

    #[staticmethod]
    #[pyo3(signature = (source, *, impartial, stuck, splits))]
    fn callback(source: Py<PyAny>, impartial: bool, stuck: &str, splits: bool) -> PyResult<Self> {
        let rules = CallbackRules::new(PythonSource(source), impartial, stuck_from(stuck)?, splits);
        Ok(Kernel { engine: Arc::new(Questions::new(rules)), symbols: None, kept: Vec::new(), symmetries: 1, bits: 32 })
    }

    /// Positions of several kernels side by side.
    #[staticmethod]
    fn sum(kernels: Vec<Py<Kernel>>) -> PyResult<Self> {
        let engines: Vec<_> = kernels.iter().map(|kernel| kernel.get().engine.clone()).collect();
        if !engines.iter().all(|engine| engine.stuck() == Stuck::Loses) {
            return Err(to_python(Error::invalid("only games in normal play can be added")));
        }
        let impartial = engines.iter().all(|engine| engine.impartial());
        let engine = Arc::new(Questions::new(SumRules::new(engines, impartial)));
        Ok(Kernel { engine, symbols: None, kept: Vec::new(), symmetries: 1, bits: 0 })
    }

    #[getter]
    fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// Are positions sums of what `split` gives?
    #[getter]
    fn sums(&self) -> bool {
        self.engine.sums()
    }

    #[getter]
    fn bits(&self) -> usize {
        self.bits
    }

    fn encode<'py>(&self, py: Python<'py>, symbols: Vec<u16>) -> PyResult<Code<'py>> {
        let kernel = self.symbols.as_ref().ok_or_else(|| to_python(Error::invalid("these rules have no cells")))?;
        Ok(PyBytes::new(py, &kernel.encode(&symbols).map_err(to_python)?))
    }

    fn decode(&self, code: &[u8]) -> PyResult<Vec<u16>> {
        let kernel = self.symbols.as_ref().ok_or_else(|| to_python(Error::invalid("these rules have no cells")))?;
        kernel.decode(code).map_err(to_python)
    }

    fn moves<'py>(&self, py: Python<'py>, code: &[u8], left: bool) -> PyResult<Vec<Code<'py>>> {
        Ok(bytes(py, &self.engine.moves(code, player(left)).map_err(to_python)?))
    }

    fn goal(&self, code: &[u8]) -> PyResult<Option<&'static str>> {
        Ok(self.engine.goal(code).map_err(to_python)?.map(winner_name))
    }

    fn split<'py>(&self, py: Python<'py>, code: &[u8]) -> PyResult<Option<Vec<Code<'py>>>> {
        Ok(self.engine.split(code).map_err(to_python)?.map(|parts| bytes(py, &parts)))
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
        let (winners, stats) = run(py, asked, |control| self.engine.winners(code, method, &universe.0, control))?;
        Ok(((winner_name(winners[0]), winner_name(winners[1])), stats))
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
    ) -> PyResult<(Option<(Code<'py>, &'static str)>, Stats)> {
        let (found, stats) =
            run(py, asked, |control| self.engine.best(code, player(left), method, &universe.0, control))?;
        Ok((found.map(|(code, winner)| (PyBytes::new(py, &code), winner_name(winner))), stats))
    }

    fn remoteness(
        &self,
        py: Python<'_>,
        code: &[u8],
        left: bool,
        asked: Asked,
    ) -> PyResult<((&'static str, Option<u32>), Stats)> {
        let ((winner, moves), stats) = run(py, asked, |control| self.engine.remoteness(code, player(left), control))?;
        Ok(((winner_name(winner), moves), stats))
    }

    /// Left's points less Right's.
    fn score(&self, py: Python<'_>, code: &[u8], left: bool, asked: Asked) -> PyResult<(i32, Stats)> {
        run(py, asked, |control| self.engine.score(code, player(left), control))
    }

    /// The nimber, None for loony.
    fn nimber(&self, py: Python<'_>, code: &[u8], method: &str, asked: Asked) -> PyResult<(Option<u32>, Stats)> {
        let (nimber, stats) = run(py, asked, |control| self.engine.nimber(code, method, control))?;
        Ok(((nimber != LOONY).then_some(nimber), stats))
    }

    fn value(&self, py: Python<'_>, code: &[u8], universe: &Universe, asked: Asked) -> PyResult<(Game, Stats)> {
        let (id, stats) = run(py, asked, |control| self.engine.value(code, &universe.0, control))?;
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
        let ((ids, rows), stats) = run(py, asked, |control| self.engine.values(&codes, &universe.0, control))?;
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
    ) -> PyResult<((Vec<String>, Vec<u64>, Vec<Code<'py>>), Stats)> {
        let kernel = self.symbols.as_ref().ok_or_else(|| to_python(Error::invalid("these rules have no cells")))?;
        let wanted = Wanted { symbols, columns, classes, hole };
        let (found, stats) = run(py, asked, |control| kernel.fillings(&wanted, first..end, control))?;
        let (mut texts, mut orbits, mut codes) = (Vec::new(), Vec::new(), Vec::new());
        for (text, orbit, code) in found {
            texts.push(text);
            orbits.push(orbit);
            codes.push(PyBytes::new(py, &code));
        }
        Ok(((texts, orbits, codes), stats))
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
        let (found, stats) = run(py, asked, |control| {
            codes
                .iter()
                .map(|code| self.engine.winners(code, method, &universe.0, control))
                .collect::<Result<Vec<_>, _>>()
        })?;
        Ok((found.into_iter().map(|[left, right]| (winner_name(left), winner_name(right))).collect(), stats))
    }

    /// The walls of the thermograph, from the moves alone.
    fn thermograph(&self, py: Python<'_>, code: &[u8], asked: Asked) -> PyResult<(Walls, Stats)> {
        let (found, stats) = run(py, asked, |control| self.engine.thermograph(code, control))?;
        Ok((walls(&found).map_err(to_python)?, stats))
    }

    /// Whether Left wins, remoteness and suspense.
    fn tempo(&self, py: Python<'_>, code: &[u8], left: bool, asked: Asked) -> PyResult<((bool, u32, u32), Stats)> {
        let (found, stats) = run(py, asked, |control| self.engine.tempo(code, player(left), control))?;
        Ok(((found.winner == Player::Left, found.remoteness, found.suspense), stats))
    }

    fn solve<'py>(
        &self,
        py: Python<'py>,
        code: &[u8],
        metric: Option<MetricData>,
        method: &str,
        asked: Asked,
    ) -> PyResult<(Option<Vec<Code<'py>>>, Stats)> {
        let metric = self.metric(metric)?;
        let (line, stats) = run(py, asked, |control| self.engine.solve(code, metric.as_ref(), method, control))?;
        Ok((line.map(|line| bytes(py, &line)), stats))
    }

    fn solutions<'py>(
        &self,
        py: Python<'py>,
        code: &[u8],
        metric: Option<MetricData>,
        limit: usize,
        asked: Asked,
    ) -> PyResult<(Vec<Vec<Code<'py>>>, Stats)> {
        let metric = self.metric(metric)?;
        let (lines, stats) = run(py, asked, |control| self.engine.solutions(code, metric.as_ref(), limit, control))?;
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
        run(py, asked, |control| self.engine.count(code, metric.as_ref(), control))
    }

    #[allow(clippy::type_complexity)]
    fn reachable<'py>(
        &self,
        py: Python<'py>,
        code: &[u8],
        players: usize,
        asked: Asked,
    ) -> PyResult<((u64, u128, Vec<u128>, u64, Vec<Code<'py>>), Stats)> {
        let players = &Player::BOTH[..players.clamp(1, 2)];
        let (reach, stats) = run(py, asked, |control| self.engine.reachable(code, players, control))?;
        let farthest = bytes(py, &reach.farthest);
        Ok(((reach.representatives, reach.positions, reach.layers, reach.goals, farthest), stats))
    }

    fn cluster(
        &self,
        py: Python<'_>,
        code: &[u8],
        metric: Option<MetricData>,
        asked: Asked,
    ) -> PyResult<(Cluster, Stats)> {
        let metric = self.metric(metric)?;
        let (table, stats) = run(py, asked, |control| self.engine.cluster(code, metric.as_ref(), control))?;
        Ok((Cluster(table), stats))
    }

    /// Forget the tables of earlier questions.
    fn clear(&self) {
        self.engine.clear();
    }
}

/// The nimbers of heaps of 0, 1, … up to `up_to` beans, or as many as prove a period; and its start and length.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn nim_sequence(
    py: Python<'_>,
    code: &str,
    up_to: usize,
    asked: Asked,
) -> PyResult<((Vec<u32>, Option<(usize, usize)>), Stats)> {
    let mut sequence = NimSequence::new(HeapCode::parse(code).map_err(to_python)?);
    run(py, asked, move |control| {
        sequence.find_period(up_to, control)?;
        Ok((sequence.values().to_vec(), sequence.period()))
    })
}
