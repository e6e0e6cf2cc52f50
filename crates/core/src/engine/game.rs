//! The game half of an engine: the searches for two players, and their tables.
//!
//! [`Game`] is what is compiled for each kernel: alpha-beta, sums, nimbers and values; [`Points`] where a kernel has
//! some; [`Whole`] for masks. All other searches run over the kernel of bytes ([`Cold`]), which costs up to a quarter of
//! their time.

use super::code::Code;
use super::erased::{AnyRules, Coded, Erased};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::loopy::Graph;
use crate::rules::{BuildMixer, Player, Winner};
use crate::search::misere::MisereSums;
use crate::search::nimbers::{Nimbers, plain_nimber};
use crate::search::outcome::Outcomes;
use crate::search::proof_number::Proofs;
use crate::search::score::Scores;
use crate::search::sums::SumOutcomes;
use crate::search::tempo::{Tempo, tempo};
use crate::search::thermographs::Thermographs;
use crate::search::threads::in_threads;
use crate::search::values::Values;
use crate::search::who_wins::WhoWins;
use crate::search::{bigraph, retrograde, smith};
use crate::sync::{lock, unlocked};
use crate::values::thermograph::Thermograph;
use crate::values::{self, Universe};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

/// Bytes that the transposition table of one engine may grow to, unless the question's own limit is lower.
const TABLE_BYTES: u64 = 1 << 30;

/// A move by its number in the order of [`crate::rules::Rules::moves`], and who wins after it.
pub(super) type Numbered = Option<(usize, Winner)>;

/// The searches that are compiled for a kernel. Positions are those of [`AnyRules::read`].
pub(super) trait Game: Send + Sync {
    fn alpha_beta(&self, code: &[u8], player: Player, control: &Control) -> Result<Winner>;
    fn best_by_alpha_beta(&self, code: &[u8], player: Player, control: &Control) -> Result<Numbered>;
    /// Does the player, who moves first, win the sum in normal play?
    fn wins_sum(&self, code: &[u8], player: Player, universe: &Arc<Universe>, control: &Control) -> Result<bool>;
    fn winning_move(
        &self,
        code: &[u8],
        player: Player,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<Option<usize>>;
    fn nimber(&self, code: &[u8], control: &Control) -> Result<u32>;
    fn is_zero(&self, code: &[u8], control: &Control) -> Result<bool>;
    /// The same as far as it is known already.
    fn known_zero(&self, code: &[u8], control: &Control) -> Result<Option<bool>>;
    fn value(&self, code: &[u8], universe: &Arc<Universe>, control: &Control) -> Result<values::Game>;
    fn values(&self, codes: &[&[u8]], universe: &Arc<Universe>, control: &Control) -> Result<Vec<values::Game>>;
    fn clear(&self);
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

type InUniverse<P> = (Weak<Universe>, Arc<Known<P>>);

pub(super) struct Searches<R: Coded> {
    rules: Arc<R>,
    outcomes: Mutex<Outcomes>,
    nimbers: Mutex<Nimbers<R::Position>>,
    /// Tables in terms of values, and the universe that they belong to (which they do not keep alive).
    known: Mutex<InUniverse<R::Position>>,
}

impl<R: Coded> Searches<R> {
    pub fn new(rules: Arc<R>) -> Self {
        let outcomes = Mutex::new(Outcomes::new(TABLE_BYTES));
        Searches { rules, outcomes, nimbers: Mutex::default(), known: Mutex::default() }
    }

    /// What is known in this universe; another universe's tables are given up.
    fn known_in(&self, universe: &Arc<Universe>) -> Arc<Known<R::Position>> {
        let mut known = lock(&self.known);
        if !Weak::ptr_eq(&known.0, &Arc::downgrade(universe)) {
            *known = (Arc::downgrade(universe), Arc::default());
        }
        known.1.clone()
    }
}

impl<R: Coded> Searches<R> {
    /// Whose table is used. Players who have the same chances share one, and their search.
    fn starter(&self, position: &R::Position, player: Player) -> usize {
        if self.rules.own_negative(position) { 0 } else { player as usize }
    }
}

impl<R: Coded> Game for Searches<R> {
    fn alpha_beta(&self, code: &[u8], player: Player, control: &Control) -> Result<Winner> {
        control.lock(&self.outcomes)?.winner(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn best_by_alpha_beta(&self, code: &[u8], player: Player, control: &Control) -> Result<Numbered> {
        control.lock(&self.outcomes)?.best(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn wins_sum(&self, code: &[u8], player: Player, universe: &Arc<Universe>, control: &Control) -> Result<bool> {
        let (known, position) = (self.known_in(universe), self.rules.decode(code)?);
        let mut sums = control.lock(&known.sums[self.starter(&position, player)])?;
        sums.first_wins(&*self.rules, (universe, &known.values), &position, player, control)
    }

    fn winning_move(
        &self,
        code: &[u8],
        player: Player,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<Option<usize>> {
        let (known, position) = (self.known_in(universe), self.rules.decode(code)?);
        let mut sums = control.lock(&known.sums[self.starter(&position, player)])?;
        sums.winning_move(&*self.rules, (universe, &known.values), &position, player, control)
    }

    fn nimber(&self, code: &[u8], control: &Control) -> Result<u32> {
        let position = self.rules.decode(code)?;
        match self.rules.nimber(&position, control)? {
            Some(nimber) => Ok(nimber),
            None => control.lock(&self.nimbers)?.nimber(&*self.rules, &position, control),
        }
    }

    fn is_zero(&self, code: &[u8], control: &Control) -> Result<bool> {
        let position = self.rules.decode(code)?;
        match self.rules.nimber(&position, control)? {
            Some(nimber) => Ok(nimber == 0),
            None => control.lock(&self.nimbers)?.is_zero(&*self.rules, &position, control),
        }
    }

    fn known_zero(&self, code: &[u8], control: &Control) -> Result<Option<bool>> {
        let position = self.rules.decode(code)?;
        match self.rules.nimber(&position, control)? {
            Some(nimber) => Ok(Some(nimber == 0)),
            None => control.lock(&self.nimbers)?.known_zero(&*self.rules, &position, control),
        }
    }

    fn value(&self, code: &[u8], universe: &Arc<Universe>, control: &Control) -> Result<values::Game> {
        let (known, position) = (self.known_in(universe), self.rules.decode(code)?);
        known.values.value(&*self.rules, universe, &position, self.rules.threads(), control)
    }

    fn values(&self, codes: &[&[u8]], universe: &Arc<Universe>, control: &Control) -> Result<Vec<values::Game>> {
        let positions = codes.iter().map(|code| self.rules.decode(code)).collect::<Result<Vec<_>>>()?;
        let known = self.known_in(universe);
        known.values.values(&*self.rules, universe, &positions, self.rules.threads(), control)
    }

    fn clear(&self) {
        *lock(&self.outcomes) = Outcomes::new(TABLE_BYTES);
        *lock(&self.nimbers) = Nimbers::new();
        *lock(&self.known) = Default::default();
    }
}

/// The search for points, compiled for kernels that have some.
pub(super) trait Points: Send + Sync {
    fn winner(&self, code: &[u8], player: Player, control: &Control) -> Result<Winner>;
    fn best(&self, code: &[u8], player: Player, control: &Control) -> Result<Numbered>;
    /// Left's points less Right's under perfect play.
    fn score(&self, code: &[u8], player: Player, control: &Control) -> Result<i32>;
    fn clear(&self);
}

pub(super) struct Pointed<R: Coded> {
    rules: Arc<R>,
    scores: Mutex<Scores>,
}

impl<R: Coded> Pointed<R> {
    pub fn new(rules: Arc<R>) -> Self {
        Pointed { rules, scores: Mutex::new(Scores::new(TABLE_BYTES)) }
    }
}

impl<R: Coded> Points for Pointed<R> {
    fn winner(&self, code: &[u8], player: Player, control: &Control) -> Result<Winner> {
        control.lock(&self.scores)?.winner(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn best(&self, code: &[u8], player: Player, control: &Control) -> Result<Numbered> {
        control.lock(&self.scores)?.best(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn score(&self, code: &[u8], player: Player, control: &Control) -> Result<i32> {
        control.lock(&self.scores)?.score(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn clear(&self) {
        *lock(&self.scores) = Scores::new(TABLE_BYTES);
    }
}

/// Searches that go through whole positions, one by one, and do little else: retrograde analysis, proof numbers, and how
/// long play lasts. They are compiled for masks and for small grids, where bytes would make them twice as slow; where
/// moves cost more they run over bytes.
pub(super) trait Whole: Send + Sync {
    fn proof_number(&self, code: &[u8], player: Player, control: &Control) -> Result<Winner>;
    fn best_by_proof_number(&self, code: &[u8], player: Player, control: &Control) -> Result<Numbered>;
    /// Who wins when Left starts and when Right starts.
    fn winners_by_retrograde(&self, code: &[u8], control: &Control) -> Result<[Winner; 2]>;
    fn remoteness(&self, code: &[u8], player: Player, control: &Control) -> Result<(Winner, Option<u32>)>;
    /// The generalized nimber of an impartial game whose positions may repeat.
    fn worth(&self, code: &[u8], control: &Control) -> Result<smith::Worth>;
    fn best_by_retrograde(&self, code: &[u8], player: Player, control: &Control) -> Result<Numbered>;
    fn tempo(&self, code: &[u8], player: Player, control: &Control) -> Result<Tempo>;
    fn clear(&self);
}

pub(super) struct Positions<R: Coded> {
    rules: Arc<R>,
    proofs: Mutex<Proofs>,
    solved: Mutex<Option<retrograde::Solved<R::Position>>>,
    labels: Mutex<Option<smith::Labels<R::Position>>>,
}

impl<R: Coded> Positions<R> {
    pub fn new(rules: Arc<R>) -> Self {
        let proofs = Mutex::new(Proofs::new(TABLE_BYTES));
        Positions { rules, proofs, solved: Mutex::default(), labels: Mutex::default() }
    }

    /// Ask the retrograde tables, solving everything that can be reached from here if they do not know the position with
    /// each of these players to move.
    fn retrograde<T>(
        &self,
        position: &R::Position,
        players: &[Player],
        control: &Control,
        read: impl Fn(&retrograde::Solved<R::Position>) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let mut solved = control.lock(&self.solved)?;
        let known = |tables: &retrograde::Solved<R::Position>| {
            players.iter().all(|&player| tables.look_up(&*self.rules, position, player).is_some())
        };
        if !solved.as_ref().is_some_and(known) {
            *solved = None; // both would take the memory twice
            *solved = Some(retrograde::solve_for(&*self.rules, position, players, control)?);
        }
        solved.as_ref().map_or(Ok(None), read)
    }
}

/// A table that does not know what it was made for.
fn lacking(tables: &str) -> Error {
    Error::invalid(format!("the {tables} tables lack their own start"))
}

impl<R: Coded> Whole for Positions<R> {
    fn proof_number(&self, code: &[u8], player: Player, control: &Control) -> Result<Winner> {
        control.lock(&self.proofs)?.winner(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn best_by_proof_number(&self, code: &[u8], player: Player, control: &Control) -> Result<Numbered> {
        control.lock(&self.proofs)?.best(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn remoteness(&self, code: &[u8], player: Player, control: &Control) -> Result<(Winner, Option<u32>)> {
        let position = &self.rules.decode(code)?;
        self.retrograde(position, &[player], control, |tables| Ok(tables.look_up(&*self.rules, position, player)))?
            .ok_or_else(|| lacking("retrograde"))
    }

    fn winners_by_retrograde(&self, code: &[u8], control: &Control) -> Result<[Winner; 2]> {
        let position = &self.rules.decode(code)?;
        let found = self.retrograde(position, &Player::BOTH, control, |tables| {
            let [left, right] = Player::BOTH.map(|player| tables.look_up(&*self.rules, position, player));
            Ok(left.zip(right))
        })?;
        found.map(|((left, _), (right, _))| [left, right]).ok_or_else(|| lacking("retrograde"))
    }

    fn worth(&self, code: &[u8], control: &Control) -> Result<smith::Worth> {
        let position = &self.rules.decode(code)?;
        let mut labels = control.lock(&self.labels)?;
        if let Some(labels) = &*labels
            && let Some(worth) = labels.look_up(&*self.rules, position)?
        {
            return Ok(worth);
        }
        *labels = None; // both would take the memory twice
        let made = labels.insert(smith::label(&*self.rules, position, control)?);
        made.look_up(&*self.rules, position)?.ok_or_else(|| lacking("labels"))
    }

    fn best_by_retrograde(&self, code: &[u8], player: Player, control: &Control) -> Result<Numbered> {
        let position = &self.rules.decode(code)?;
        let found =
            self.retrograde(position, &[player], control, |tables| tables.best(&*self.rules, position, player))?;
        Ok(found.map(|(number, winner, _)| (number, winner)))
    }

    fn tempo(&self, code: &[u8], player: Player, control: &Control) -> Result<Tempo> {
        tempo(&*self.rules, &self.rules.decode(code)?, player, control)
    }

    fn clear(&self) {
        *lock(&self.proofs) = Proofs::new(TABLE_BYTES);
        *lock(&self.solved) = None;
        *lock(&self.labels) = None;
    }
}

/// The searches that run over bytes for every kernel: their time goes into sums and tables, not into positions.
pub(super) struct Cold {
    rules: Erased<'static>,
    misere: Mutex<MisereSums<Code>>,
    thermographs: Mutex<Thermographs<Code>>,
}

impl Cold {
    pub fn new(rules: Arc<dyn AnyRules>) -> Self {
        let misere = Mutex::new(MisereSums::new(TABLE_BYTES));
        Cold { rules: Erased::Shared(rules), misere, thermographs: Mutex::default() }
    }

    /// Does the player, who moves first, win the sum in misère play?
    pub fn wins_misere(&self, code: &Code, player: Player, control: &Control) -> Result<bool> {
        control.lock(&self.misere)?.first_wins(&self.rules, code, player, control)
    }

    pub fn misere_move(&self, code: &Code, player: Player, control: &Control) -> Result<Option<usize>> {
        control.lock(&self.misere)?.winning_move(&self.rules, code, player, control)
    }

    pub fn thermograph(&self, code: &Code, control: &Control) -> Result<Thermograph> {
        control.lock(&self.thermographs)?.thermograph(&self.rules, code, control)
    }

    /// Onside and offside of a position that may repeat, as far as they were found.
    pub fn sides(&self, code: &Code, control: &Control) -> Result<[Option<Graph>; 2]> {
        bigraph::sides(&self.rules, code, control)
    }

    /// Everything that can be reached, with the moves of both players.
    pub fn bigraph(&self, code: &Code, control: &Control) -> Result<Graph> {
        bigraph::bigraph(&self.rules, code, control)
    }

    pub fn nimber_by_mex(&self, code: &Code, control: &Control) -> Result<u32> {
        plain_nimber(&self.rules, code, control)
    }

    pub fn clear(&self) {
        *lock(&self.misere) = MisereSums::new(TABLE_BYTES);
        *lock(&self.thermographs) = Thermographs::default();
    }
}

/// The same for both players, at the same time if that is worth while.
pub(super) fn both<T: Send>(
    parallel: bool,
    control: &Control,
    job: impl Fn(Player) -> Result<T> + Sync,
) -> Result<[T; 2]> {
    let answers = [Mutex::new(None), Mutex::new(None)];
    let threads = if parallel { 2 } else { 1 };
    in_threads(threads, control, |number| {
        for player in Player::BOTH.into_iter().skip(number).step_by(threads) {
            *lock(&answers[player as usize]) = Some(job(player)?);
        }
        Ok(())
    })?;
    match answers.map(unlocked) {
        [Some(left), Some(right)] => Ok([left, right]),
        _ => Err(Error::Cancelled),
    }
}

/// Those that occur, in the order in which they do, and for each its number among them.
pub(super) fn told_apart(found: Vec<values::Game>) -> (Vec<values::Game>, Vec<u32>) {
    let mut different = Vec::new();
    let mut numbers: HashMap<values::Game, u32, BuildMixer> = HashMap::default();
    let number = |value| {
        *numbers.entry(value).or_insert_with(|| {
            different.push(value);
            different.len() as u32 - 1
        })
    };
    let rows = found.into_iter().map(number).collect();
    (different, rows)
}
