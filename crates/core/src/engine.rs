//! Every question, asked of any kernel, over positions as bytes: the one door to the outside.
//!
//! [`Engine`] is what a caller holds without knowing the kernel behind it. It keeps the tables of earlier questions, so
//! that playing out a strategy costs little after the outcome is known. A kernel joins by implementing [`Coded`]: how a
//! position becomes bytes, and, for puzzles that know several metrics, how a metric is searched.

use crate::bits::Bits;
use crate::clusters;
use crate::error::{Error, Result};
use crate::kernels::callback::{CallbackRules, Source};
use crate::kernels::heaps::HeapRules;
use crate::kernels::masks::MaskRules;
use crate::kernels::masks::metric::{Chain, MetricRules};
use crate::limits::Control;
use crate::rules::{BuildMixer, Player, Rules, Stuck, Winner};
use crate::search::cluster::Cluster;
use crate::search::enumerate::{self, Reach};
use crate::search::misere::MisereSums;
use crate::search::nimbers::{Nimbers, plain_nimber};
use crate::search::outcome::Outcomes;
use crate::search::score::Scores;
use crate::search::shortest::{Line, a_star, breadth_first, replay};
use crate::search::sums::SumOutcomes;
use crate::search::tempo::{Tempo, tempo};
use crate::search::thermographs::Thermographs;
use crate::search::values::Values;
use crate::search::{beam::beam, ida::ida_star, proof_number, retrograde};
use crate::values::dyadic::Dyadic;
use crate::values::thermograph::Thermograph;
use crate::values::{Game, Nus, Universe};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

pub type Code = Vec<u8>;

/// Bytes that the transposition table of one engine may grow to, unless the question's own limit is lower.
const TABLE_BYTES: u64 = 1 << 30;

/// What "shortest" counts: the cost of each move of the kernel, and what chains into one move.
#[derive(Clone, Debug)]
pub struct Metric {
    pub costs: Vec<u32>,
    pub chain: Chain,
}

impl Metric {
    pub(crate) fn is_unit(&self) -> bool {
        self.chain == Chain::Off && self.costs.iter().all(|&cost| cost == 1)
    }
}

/// What one `reachable` answers, with positions as bytes.
pub struct Reached {
    pub representatives: u64,
    pub positions: u128,
    pub layers: Vec<u128>,
    pub goals: u64,
    pub farthest: Vec<Code>,
}

pub trait Engine: Send + Sync {
    fn moves(&self, code: &[u8], player: Player) -> Result<Vec<Code>>;
    fn goal(&self, code: &[u8]) -> Result<Option<Winner>>;
    fn split(&self, code: &[u8]) -> Result<Option<Vec<Code>>>;
    /// Who wins when Left starts and when Right starts. Values of components are looked up and kept in the universe.
    fn winners(&self, code: &[u8], method: &str, universe: &Arc<Universe>, control: &Control) -> Result<[Winner; 2]>;
    /// A best move, as the position after it, and who wins then.
    fn best(
        &self,
        code: &[u8],
        player: Player,
        method: &str,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<Option<(Code, Winner)>>;
    /// Are positions sums of what [`Engine::split`] gives?
    fn sums(&self) -> bool;
    fn impartial(&self) -> bool;
    fn stuck(&self) -> Stuck;
    /// See [`Rules::integer`].
    fn integer(&self, code: &[u8]) -> Option<i64>;
    /// See [`Rules::known`].
    fn known(&self, code: &[u8], whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>>;
    /// See [`Rules::threads`].
    fn threads(&self) -> usize;
    /// The winner, remoteness and suspense of a game that ends.
    fn tempo(&self, code: &[u8], player: Player, control: &Control) -> Result<Tempo>;
    /// The thermograph, from the moves alone.
    fn thermograph(&self, code: &[u8], control: &Control) -> Result<Thermograph>;
    /// Winner and number of moves to the end, `None` for endless play.
    fn remoteness(&self, code: &[u8], player: Player, control: &Control) -> Result<(Winner, Option<u32>)>;
    /// Left's points less Right's under perfect play.
    fn score(&self, code: &[u8], player: Player, control: &Control) -> Result<i32>;
    /// The nimber, or [`crate::search::nimbers::LOONY`].
    fn nimber(&self, code: &[u8], method: &str, control: &Control) -> Result<u32>;
    /// The value in a universe, in normal play.
    fn value(&self, code: &[u8], universe: &Arc<Universe>, control: &Control) -> Result<Game>;
    /// The values of many positions: those that occur, in the order in which they do, and for each position its number
    /// among them.
    fn values(&self, codes: &[&[u8]], universe: &Arc<Universe>, control: &Control) -> Result<(Vec<Game>, Vec<u32>)>;
    /// The positions of a shortest line after the start, one for each rewrite, or `None` when there is no solution.
    fn solve(&self, code: &[u8], metric: Option<&Metric>, method: &str, control: &Control)
    -> Result<Option<Vec<Code>>>;
    fn solutions(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Code>>>;
    fn count(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>>;
    fn reachable(&self, code: &[u8], players: &[Player], control: &Control) -> Result<Reached>;
    /// What every position that can be reached costs to solve.
    fn cluster(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Box<dyn clusters::Table>>;
    /// Forget the tables of earlier questions.
    fn clear(&self);
}

/// A kernel whose positions are bytes outside.
pub trait Coded: Rules + Sized + Send {
    fn encode(&self, position: &Self::Position) -> Code;
    fn decode(&self, code: &[u8]) -> Result<Self::Position>;

    /// The nimber, where the rules have a better way than searching.
    fn nimber(&self, _position: &Self::Position, _control: &Control) -> Result<Option<u32>> {
        Ok(None)
    }

    /// The nimbers of many positions, likewise.
    fn nimbers(&self, _positions: &[Self::Position], _control: &Control) -> Result<Option<Vec<u32>>> {
        Ok(None)
    }

    /// The positions after the start of a shortest line.
    fn solve(
        &self,
        start: &Self::Position,
        metric: Option<&Metric>,
        method: &str,
        control: &Control,
    ) -> Result<Option<Vec<Self::Position>>> {
        unit_only(metric)?;
        let line = shortest(self, start, method, control)?;
        line.map(|line| Ok(replay(self, start, &line)?.into_iter().map(|(_, p)| p).collect())).transpose()
    }

    fn solutions(
        &self,
        start: &Self::Position,
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Self::Position>>> {
        unit_only(metric)?;
        let found = enumerate::shortest_solutions(self, start, limit, control)?;
        Ok(found.into_iter().map(|line| line.into_iter().map(|(_, p)| p).collect()).collect())
    }

    fn count(&self, start: &Self::Position, metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>> {
        unit_only(metric)?;
        enumerate::count_shortest(self, start, control)
    }

    fn reachable(
        &self,
        start: &Self::Position,
        players: &[Player],
        control: &Control,
    ) -> Result<Reach<Self::Position>> {
        enumerate::reachable(self, start, players, players.len() > 1, control)
    }

    fn cluster(
        &self,
        start: &Self::Position,
        metric: Option<&Metric>,
        control: &Control,
    ) -> Result<Cluster<Self::Position>> {
        clusters::in_moves(self, start, metric, control)
    }
}

/// Positions in each layer of a beam search, at first.
const BEAM: usize = 1_000;

pub(crate) fn unit_only(metric: Option<&Metric>) -> Result<()> {
    match metric {
        Some(metric) if !metric.is_unit() => Err(Error::invalid("these rules count moves only")),
        _ => Ok(()),
    }
}

pub(crate) fn shortest<R: Rules>(
    rules: &R,
    start: &R::Position,
    method: &str,
    control: &Control,
) -> Result<Option<Line<R::Position>>> {
    match method {
        "breadth-first" => breadth_first(rules, start, control),
        "a*" => a_star(rules, start, control),
        "ida*" => ida_star(rules, start, control),
        "beam" => beam(rules, start, BEAM, control),
        _ => Err(unknown_method(method)),
    }
}

fn unknown_method(method: &str) -> Error {
    Error::invalid(format!("no search method {method:?}"))
}

/// What is known in terms of the values of one universe, shared by the questions.
struct Known<P> {
    values: Values<P>,
    /// By who starts: the two searches have nothing in common and may run at the same time.
    sums: [Mutex<SumOutcomes>; 2],
}

impl<P> Default for Known<P> {
    fn default() -> Self {
        let sums = || Mutex::new(SumOutcomes::new(TABLE_BYTES));
        Known { values: Values::default(), sums: [sums(), sums()] }
    }
}

impl<P: Clone + Eq + Ord + std::hash::Hash + Send + Sync> Known<P> {
    fn first_wins<R: Rules<Position = P>>(
        &self,
        rules: &R,
        universe: &Universe,
        position: &P,
        player: Player,
        control: &Control,
    ) -> Result<bool> {
        let mut sums = lock(&self.sums[player as usize]);
        sums.first_wins(rules, (universe, &self.values), position, player, control)
    }
}

type InUniverse<P> = (Weak<Universe>, Arc<Known<P>>);

/// Two jobs, at the same time if that is worth while.
fn both<T: Send>(
    parallel: bool,
    a: impl FnOnce() -> Result<T> + Send,
    b: impl FnOnce() -> Result<T> + Send,
) -> Result<[T; 2]> {
    if !parallel {
        return Ok([a()?, b()?]);
    }
    let (a, b) = std::thread::scope(|scope| {
        let other = scope.spawn(b);
        let a = a();
        (a, other.join().unwrap_or_else(|_| Err(Error::invalid("a search failed"))))
    });
    match (a, b) {
        (Ok(a), Ok(b)) => Ok([a, b]),
        // who was merely told to stop is not the one to ask why
        (Err(Error::Cancelled), Err(error)) | (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// An engine around a kernel.
pub struct Questions<R: Coded> {
    rules: Arc<R>,
    outcomes: Mutex<Outcomes>,
    scores: Mutex<Scores>,
    nimbers: Mutex<Nimbers<R::Position>>,
    misere: Mutex<MisereSums<R::Position>>,
    solved: Mutex<Option<retrograde::Solved<R::Position>>>,
    thermographs: Mutex<Thermographs<R::Position>>,
    /// Tables in terms of values, and the universe that they belong to (which they do not keep alive).
    known: Mutex<InUniverse<R::Position>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn table_bytes(control: &Control) -> u64 {
    control.memory_limit().map_or(TABLE_BYTES, |limit| limit.min(TABLE_BYTES))
}

impl<R: Coded> Questions<R> {
    pub fn new(rules: R) -> Self {
        Questions {
            rules: Arc::new(rules),
            outcomes: Mutex::new(Outcomes::new(TABLE_BYTES)),
            scores: Mutex::new(Scores::new(TABLE_BYTES)),
            nimbers: Mutex::new(Nimbers::new()),
            misere: Mutex::new(MisereSums::new(TABLE_BYTES)),
            solved: Mutex::new(None),
            thermographs: Mutex::default(),
            known: Mutex::default(),
        }
    }

    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// What is known in this universe; another universe's tables are given up.
    fn known_in(&self, universe: &Arc<Universe>) -> Arc<Known<R::Position>> {
        let mut known = lock(&self.known);
        if !Weak::ptr_eq(&known.0, &Arc::downgrade(universe)) {
            *known = (Arc::downgrade(universe), Arc::default());
        }
        known.1.clone()
    }

    /// Is the nimber 0?
    fn is_zero(&self, position: &R::Position, control: &Control) -> Result<bool> {
        match self.rules.nimber(position, control)? {
            Some(nimber) => Ok(nimber == 0),
            None => lock(&self.nimbers).is_zero(&*self.rules, position, control),
        }
    }

    /// The same as far as it is known already.
    fn known_zero(&self, position: &R::Position, control: &Control) -> Result<Option<bool>> {
        match self.rules.nimber(position, control)? {
            Some(nimber) => Ok(Some(nimber == 0)),
            None => lock(&self.nimbers).known_zero(&*self.rules, position, control),
        }
    }

    /// The index of a move to a position of nimber 0.
    fn move_to_zero(&self, position: &R::Position, player: Player, control: &Control) -> Result<Option<usize>> {
        if self.is_zero(position, control)? {
            return Ok(None);
        }
        let mut moves = Vec::new();
        self.rules.moves(position, player, &mut moves)?;
        let after = moves.iter().map(|mv| self.rules.play(position, mv)).collect::<Result<Vec<_>>>()?;
        let mut ticker = control.ticker();
        for look_only in [true, false] {
            for (index, child) in after.iter().enumerate() {
                ticker.tick()?;
                let zero =
                    if look_only { self.known_zero(child, control)? } else { Some(self.is_zero(child, control)?) };
                if zero == Some(true) {
                    return Ok(Some(index));
                }
            }
        }
        Ok(None)
    }

    /// A winning move in a sum if there is one, otherwise the first; `None` when there is no move.
    fn best_in_sum(
        &self,
        position: &R::Position,
        player: Player,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<Option<(usize, Winner)>> {
        let rules = &*self.rules;
        let found = if rules.stuck() == Stuck::Wins {
            lock(&self.misere).winning_move(rules, position, player, control)?
        } else if rules.impartial() {
            self.move_to_zero(position, player, control)?
        } else {
            let known = self.known_in(universe);
            let mut sums = lock(&known.sums[player as usize]);
            sums.winning_move(rules, (universe, &known.values), position, player, control)?
        };
        if let Some(index) = found {
            return Ok(Some((index, player.into())));
        }
        let mut moves = Vec::new();
        rules.moves(position, player, &mut moves)?;
        Ok((!moves.is_empty()).then(|| (0, player.opponent().into())))
    }

    fn nimber_of(&self, position: &R::Position, control: &Control) -> Result<u32> {
        match self.rules.nimber(position, control)? {
            Some(nimber) => Ok(nimber),
            None => lock(&self.nimbers).nimber(&*self.rules, position, control),
        }
    }

    /// The index of a move that wins by nimbers, or of any, and who wins then.
    fn best_by_nimbers(
        &self,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<Option<(usize, Winner)>> {
        let mut moves = Vec::new();
        self.rules.moves(position, player, &mut moves)?;
        for (number, mv) in moves.iter().enumerate() {
            let after = self.rules.play(position, mv)?;
            if (self.nimber_of(&after, control)? != 0) == self.rules.again(mv) {
                return Ok(Some((number, player.into())));
            }
        }
        Ok((!moves.is_empty()).then(|| (0, player.opponent().into())))
    }

    /// Ask the retrograde tables, solving everything that can be reached from here if they do not know the position.
    fn retrograde<T>(
        &self,
        position: &R::Position,
        player: Player,
        control: &Control,
        read: impl Fn(&retrograde::Solved<R::Position>) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let mut solved = lock(&self.solved);
        if let Some(tables) = &*solved
            && tables.look_up(&*self.rules, position, player).is_some()
        {
            return read(tables);
        }
        let tables = retrograde::solve_for(&*self.rules, position, &[player], control)?;
        let answer = read(&tables);
        *solved = Some(tables);
        answer
    }
}

fn winner(wins: bool, mover: Player) -> Winner {
    if wins { mover.into() } else { mover.opponent().into() }
}

impl<R: Coded + 'static> Engine for Questions<R> {
    fn moves(&self, code: &[u8], player: Player) -> Result<Vec<Code>> {
        let position = self.rules.decode(code)?;
        let mut moves = Vec::new();
        self.rules.moves(&position, player, &mut moves)?;
        moves.iter().map(|mv| Ok(self.rules.encode(&self.rules.play(&position, mv)?))).collect()
    }

    fn goal(&self, code: &[u8]) -> Result<Option<Winner>> {
        Ok(self.rules.goal(&self.rules.decode(code)?))
    }

    fn split(&self, code: &[u8]) -> Result<Option<Vec<Code>>> {
        let mut parts = Vec::new();
        let position = self.rules.decode(code)?;
        let split = self.rules.split(&position, &mut parts);
        Ok(split.then(|| parts.iter().map(|part| self.rules.encode(part)).collect()))
    }

    fn winners(&self, code: &[u8], method: &str, universe: &Arc<Universe>, control: &Control) -> Result<[Winner; 2]> {
        let position = self.rules.decode(code)?;
        if method == "sums" {
            let known = self.known_in(universe);
            let misere = self.rules.stuck() == Stuck::Wins;
            let first = |player| {
                if misere {
                    return lock(&self.misere).first_wins(&*self.rules, &position, player, control);
                }
                if self.rules.impartial() {
                    return self.is_zero(&position, control).map(|zero| !zero);
                }
                known.first_wins(&*self.rules, universe, &position, player, control)
            };
            let wins = if self.rules.impartial() {
                let wins = first(Player::Left)?;
                [wins, wins]
            } else {
                both(self.rules.threads() > 1 && !misere, || first(Player::Left), || first(Player::Right))?
            };
            return Ok([winner(wins[0], Player::Left), winner(wins[1], Player::Right)]);
        }
        let one = |player: Player| match method {
            "points" => lock(&self.scores).winner(&*self.rules, &position, player, control),
            "nimbers" => self.nimber_of(&position, control).map(|nimber| winner(nimber != 0, player)),
            "alpha-beta" => lock(&self.outcomes).winner(&*self.rules, &position, player, control),
            "proof-number" => proof_number::winner(&*self.rules, &position, player, table_bytes(control), control),
            "retrograde" => self.remoteness(code, player, control).map(|(winner, _)| winner),
            _ => Err(unknown_method(method)),
        };
        Ok([one(Player::Left)?, one(Player::Right)?])
    }

    fn sums(&self) -> bool {
        self.rules.sums()
    }

    fn impartial(&self) -> bool {
        self.rules.impartial()
    }

    fn stuck(&self) -> Stuck {
        self.rules.stuck()
    }

    fn integer(&self, code: &[u8]) -> Option<i64> {
        self.rules.integer(&self.rules.decode(code).ok()?)
    }

    fn known(&self, code: &[u8], whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>> {
        self.rules.known(&self.rules.decode(code)?, whole)
    }

    fn threads(&self) -> usize {
        self.rules.threads()
    }

    fn tempo(&self, code: &[u8], player: Player, control: &Control) -> Result<Tempo> {
        tempo(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn thermograph(&self, code: &[u8], control: &Control) -> Result<Thermograph> {
        lock(&self.thermographs).thermograph(&*self.rules, &self.rules.decode(code)?, control)
    }

    fn best(
        &self,
        code: &[u8],
        player: Player,
        method: &str,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<Option<(Code, Winner)>> {
        let position = self.rules.decode(code)?;
        let found = match method {
            "sums" => self.best_in_sum(&position, player, universe, control)?,
            "points" => lock(&self.scores).best(&*self.rules, &position, player, control)?,
            "nimbers" => self.best_by_nimbers(&position, player, control)?,
            "alpha-beta" => lock(&self.outcomes).best(&*self.rules, &position, player, control)?,
            "retrograde" => self
                .retrograde(&position, player, control, |tables| tables.best(&*self.rules, &position, player))?
                .map(|(number, winner, _)| (number, winner)),
            _ => return Err(unknown_method(method)),
        };
        let Some((number, winner)) = found else { return Ok(None) };
        let mut moves = Vec::new();
        self.rules.moves(&position, player, &mut moves)?;
        let mv =
            moves.get(number).ok_or_else(|| Error::invalid("a search answered with a move that does not exist"))?;
        Ok(Some((self.rules.encode(&self.rules.play(&position, mv)?), winner)))
    }

    fn remoteness(&self, code: &[u8], player: Player, control: &Control) -> Result<(Winner, Option<u32>)> {
        let position = self.rules.decode(code)?;
        self.retrograde(&position, player, control, |tables| Ok(tables.look_up(&*self.rules, &position, player)))?
            .ok_or_else(|| Error::invalid("the retrograde tables lack their own start"))
    }

    fn score(&self, code: &[u8], player: Player, control: &Control) -> Result<i32> {
        lock(&self.scores).score(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn nimber(&self, code: &[u8], method: &str, control: &Control) -> Result<u32> {
        let position = self.rules.decode(code)?;
        match method {
            "sums" => self.nimber_of(&position, control),
            "mex" => plain_nimber(&*self.rules, &position, control),
            _ => Err(unknown_method(method)),
        }
    }

    fn value(&self, code: &[u8], universe: &Arc<Universe>, control: &Control) -> Result<Game> {
        let position = self.rules.decode(code)?;
        let known = self.known_in(universe);
        known.values.value(&*self.rules, universe, &position, self.rules.threads(), control)
    }

    fn values(&self, codes: &[&[u8]], universe: &Arc<Universe>, control: &Control) -> Result<(Vec<Game>, Vec<u32>)> {
        let positions = codes.iter().map(|code| self.rules.decode(code)).collect::<Result<Vec<_>>>()?;
        let values = match self.rules.nimbers(&positions, control)? {
            Some(nimbers) => nimbers
                .into_iter()
                .map(|nimber| universe.nus(Nus { nimber, ..Nus::default() }, control))
                .collect::<Result<Vec<_>>>()?,
            None => {
                let known = self.known_in(universe);
                known.values.values(&*self.rules, universe, &positions, self.rules.threads(), control)?
            }
        };
        let mut different = Vec::new();
        let mut numbers: HashMap<Game, u32, BuildMixer> = HashMap::default();
        let number = |value| {
            *numbers.entry(value).or_insert_with(|| {
                different.push(value);
                different.len() as u32 - 1
            })
        };
        let rows = values.into_iter().map(number).collect();
        Ok((different, rows))
    }

    fn solve(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        method: &str,
        control: &Control,
    ) -> Result<Option<Vec<Code>>> {
        let start = self.rules.decode(code)?;
        let line = self.rules.solve(&start, metric, method, control)?;
        Ok(line.map(|line| line.iter().map(|position| self.rules.encode(position)).collect()))
    }

    fn solutions(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Code>>> {
        let start = self.rules.decode(code)?;
        let lines = self.rules.solutions(&start, metric, limit, control)?;
        Ok(lines.iter().map(|line| line.iter().map(|position| self.rules.encode(position)).collect()).collect())
    }

    fn count(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>> {
        self.rules.count(&self.rules.decode(code)?, metric, control)
    }

    fn reachable(&self, code: &[u8], players: &[Player], control: &Control) -> Result<Reached> {
        let reach = self.rules.reachable(&self.rules.decode(code)?, players, control)?;
        Ok(Reached {
            representatives: reach.representatives,
            positions: reach.positions,
            layers: reach.layers.iter().map(|(_, positions)| *positions).collect(),
            goals: reach.goals,
            farthest: reach.farthest.iter().map(|position| self.rules.encode(position)).collect(),
        })
    }

    fn cluster(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Box<dyn clusters::Table>> {
        clusters::table(&self.rules, code, metric, control)
    }

    fn clear(&self) {
        *lock(&self.outcomes) = Outcomes::new(TABLE_BYTES);
        *lock(&self.scores) = Scores::new(TABLE_BYTES);
        *lock(&self.nimbers) = Nimbers::new();
        *lock(&self.misere) = MisereSums::new(TABLE_BYTES);
        *lock(&self.solved) = None;
        *lock(&self.thermographs) = Thermographs::default();
        *lock(&self.known) = Default::default();
    }
}

impl<const W: usize> MaskRules<W> {
    /// The rewrites of a line under a metric, one position for each.
    fn spell_out(
        &self,
        rules: &MetricRules<W>,
        start: &Bits<W>,
        leaps: impl IntoIterator<Item = Bits<W>>,
    ) -> Result<Vec<Bits<W>>> {
        let mut line = Vec::new();
        let mut here = *start;
        for leap in leaps {
            for rewrite in rules.rewrites(&here, &leap)? {
                here = self.play(&here, &rewrite)?;
                line.push(here);
            }
        }
        Ok(line)
    }

    fn under<'r>(&'r self, metric: &Metric) -> Result<MetricRules<'r, W>> {
        MetricRules::new(self, metric.costs.clone(), metric.chain)
    }
}

impl<const W: usize> Coded for MaskRules<W> {
    fn encode(&self, position: &Bits<W>) -> Code {
        position.to_bytes(self.bits())
    }

    fn decode(&self, code: &[u8]) -> Result<Bits<W>> {
        if code.len() != self.bits().div_ceil(8) {
            return Err(Error::invalid(format!("a position of {} bytes", code.len())));
        }
        Bits::from_bytes(code).ok_or_else(|| Error::invalid("a position with too many bits"))
    }

    fn solve(
        &self,
        start: &Bits<W>,
        metric: Option<&Metric>,
        method: &str,
        control: &Control,
    ) -> Result<Option<Vec<Bits<W>>>> {
        if self.goals.is_empty() {
            return Ok(None); // no goal, or none that could be reached
        }
        let unit = Metric { costs: vec![1; self.masks.len()], chain: Chain::Off };
        let metric = metric.unwrap_or(&unit);
        let rules = self.under(metric)?;
        let informed = rules.informed();
        if metric.is_unit() && (method == "breadth-first" || !informed) {
            let method = if method == "a*" { "breadth-first" } else { method };
            let line = shortest(self, start, method, control)?;
            return line.map(|line| Ok(replay(self, start, &line)?.into_iter().map(|(_, p)| p).collect())).transpose();
        }
        let method = if method == "a*" && !informed { "breadth-first" } else { method };
        let Some(line) = shortest(&rules, start, method, control)? else { return Ok(None) };
        let leaps = replay(&rules, start, &line)?.into_iter().map(|(_, position)| position);
        self.spell_out(&rules, start, leaps).map(Some)
    }

    fn solutions(
        &self,
        start: &Bits<W>,
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Bits<W>>>> {
        match metric {
            _ if self.goals.is_empty() => Ok(Vec::new()),
            Some(metric) if !metric.is_unit() => {
                let rules = self.under(metric)?;
                let found = enumerate::shortest_solutions(&rules, start, limit, control)?;
                found.into_iter().map(|line| self.spell_out(&rules, start, line.into_iter().map(|(_, p)| p))).collect()
            }
            _ => {
                let found = enumerate::shortest_solutions(self, start, limit, control)?;
                Ok(found.into_iter().map(|line| line.into_iter().map(|(_, p)| p).collect()).collect())
            }
        }
    }

    fn count(&self, start: &Bits<W>, metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>> {
        match metric {
            _ if self.goals.is_empty() => Ok(None),
            Some(metric) if !metric.is_unit() => enumerate::count_shortest(&self.under(metric)?, start, control),
            _ => enumerate::count_shortest(self, start, control),
        }
    }

    fn reachable(&self, start: &Bits<W>, players: &[Player], control: &Control) -> Result<Reach<Bits<W>>> {
        enumerate::reachable(&self.fixing(start), start, players, players.len() > 1, control)
    }

    fn cluster(&self, start: &Bits<W>, metric: Option<&Metric>, control: &Control) -> Result<Cluster<Bits<W>>> {
        self.cluster_under(start, metric, control)
    }
}

impl Coded for HeapRules {
    fn nimber(&self, position: &Vec<u32>, control: &Control) -> Result<Option<u32>> {
        if self.stuck() == Stuck::Loses { self.nimber(position, control).map(Some) } else { Ok(None) }
    }

    fn nimbers(&self, positions: &[Vec<u32>], control: &Control) -> Result<Option<Vec<u32>>> {
        if self.stuck() != Stuck::Loses {
            return Ok(None);
        }
        positions.iter().map(|heaps| self.nimber(heaps, control)).collect::<Result<_>>().map(Some)
    }

    fn encode(&self, position: &Vec<u32>) -> Code {
        position.iter().flat_map(|&heap| u64::from(heap).to_le_bytes()).collect()
    }

    fn decode(&self, code: &[u8]) -> Result<Vec<u32>> {
        let mut heaps = Vec::with_capacity(code.len() / 8);
        for chunk in code.chunks(8) {
            let mut word = [0; 8];
            if chunk.len() != 8 {
                return Err(Error::invalid("heaps are eight bytes each"));
            }
            word.copy_from_slice(chunk);
            let heap = u64::from_le_bytes(word);
            if heap > MOST_TOKENS {
                return Err(Error::Limit(format!("a heap of {heap} is too large to search (at most {MOST_TOKENS})")));
            }
            heaps.push(heap as u32);
        }
        Ok(self.position(&heaps))
    }
}

/// Heaps above this have too many moves to list.
const MOST_TOKENS: u64 = 100_000;

impl<S: Source> Coded for CallbackRules<S> {
    fn encode(&self, position: &u32) -> Code {
        position.to_le_bytes().to_vec()
    }

    fn decode(&self, code: &[u8]) -> Result<u32> {
        let bytes = code.try_into().map_err(|_| Error::invalid("a position number has four bytes"))?;
        Ok(u32::from_le_bytes(bytes))
    }
}
