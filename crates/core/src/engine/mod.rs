//! Every question, asked of any kernel, over positions as bytes: the one door to the outside.
//!
//! [`open()`] makes an [`Engine`] from a specification. It has a half for games and a half for puzzles, as far as the
//! kernel can be asked, and keeps the tables of earlier questions, so that playing out a strategy costs little after the
//! outcome is known. A kernel joins by implementing [`Coded`]: how a position becomes bytes.

pub mod board;
pub mod clusters;
pub mod code;
pub mod erased;
mod game;
pub mod names;
pub mod open;
pub mod puzzle;

pub use clusters::Table;
pub use code::Code;
pub use erased::{AnyRules, Coded, Erased, Step};
pub use names::{GridGame, NimberMethod, OutcomeMethod, SolveMethod};
pub use open::{Specification, open};
pub use puzzle::Metric;

use crate::error::{Error, Result};
use crate::kernels::masks::fillings::{Filling, Wanted};
use crate::kernels::masks::metric::Chain;
use crate::limits::Control;
use crate::loopy::Graph;
use crate::rules::{Player, Stuck, Winner};
use crate::search::ports::{self, Ports};
use crate::search::smith::Worth;
use crate::search::tempo::Tempo;
use crate::tablebase::{Built, Place};
use crate::values::thermograph::Thermograph;
use crate::values::{self, Nus, Universe};
use board::Board;
use game::{Cold, Game, Numbered, Points, Whole, both, told_apart};
use puzzle::Puzzle;
use std::ops::Range;
use std::sync::Arc;

/// What one `reachable` answers, with positions as bytes.
pub struct Reached {
    pub representatives: u64,
    pub positions: u128,
    pub layers: Vec<u128>,
    pub goals: u64,
    pub farthest: Vec<Code>,
}

/// A port is out where one of these cells holds one of its symbols.
pub type Probe = Vec<(usize, Vec<u16>)>;

struct GameHalf {
    searches: Box<dyn Game>,
    /// Only where a kernel has points.
    points: Option<Box<dyn Points>>,
    whole: Box<dyn Whole>,
    cold: Cold,
}

/// What a caller holds without knowing the kernel behind it.
pub struct Engine {
    rules: Arc<dyn AnyRules>,
    game: Option<GameHalf>,
    puzzle: Option<Arc<dyn Puzzle>>,
    board: Option<Arc<dyn Board>>,
    /// The moves that the kernel kept, by their numbers outside.
    kept: Vec<u32>,
    symmetries: usize,
    bits: usize,
}

fn winner(wins: bool, mover: Player) -> Winner {
    if wins { mover.into() } else { mover.opponent().into() }
}

/// About the rules.
impl Engine {
    /// Symmetries of the board, the identity among them.
    pub fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// Bits of a position, where that is what bounds it.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// Are positions sums of what [`Engine::split`] gives?
    pub fn sums(&self) -> bool {
        self.rules.sums()
    }

    fn board(&self) -> Result<&dyn Board> {
        self.board.as_deref().ok_or_else(|| Error::invalid("these rules have no cells"))
    }

    pub fn encode(&self, symbols: &[u16]) -> Result<Code> {
        self.board()?.encode(symbols)
    }

    pub fn decode(&self, code: &[u8]) -> Result<Vec<u16>> {
        self.board()?.decode(code)
    }

    /// Of the fillings of the board with these numbers, those that were asked for.
    pub fn fillings(&self, wanted: &Wanted, numbers: Range<u64>, control: &Control) -> Result<Vec<Filling<Code>>> {
        self.board()?.fillings(wanted, numbers, control)
    }

    /// Make a database of components with at most `cells` cells on this board, and keep it.
    pub fn tabulate(&self, cells: usize, place: &Place, control: &Control) -> Result<Built> {
        self.board()?.tabulate(cells, place, control)
    }

    /// Keep what valuing these positions finds in a database.
    pub fn tabulate_from(&self, codes: &[&[u8]], place: &Place, control: &Control) -> Result<Built> {
        self.board()?.tabulate_from(codes, place, control)
    }

    /// Use the database of small components that is kept there, if there is one.
    pub fn attach(&self, place: &Place) {
        self.board.iter().for_each(|board| board.attach(place));
    }

    pub fn moves(&self, code: &[u8], player: Player) -> Result<Vec<Code>> {
        let mut steps = Vec::new();
        self.rules.steps(code, player, &mut steps)?;
        Ok(steps.into_iter().map(|step| step.after).collect())
    }

    pub fn goal(&self, code: &[u8]) -> Result<Option<Winner>> {
        self.rules.goal(code)
    }

    pub fn split(&self, code: &[u8]) -> Result<Option<Vec<Code>>> {
        let mut parts = Vec::new();
        Ok(self.rules.split(code, &mut parts)?.then_some(parts))
    }

    /// Everything that can be reached when these players move in any order.
    pub fn reachable(&self, code: &[u8], players: &[Player], control: &Control) -> Result<Reached> {
        let reach = self.rules.reachable(code, players, control)?;
        Ok(Reached {
            representatives: reach.representatives,
            positions: reach.positions,
            layers: reach.layers.iter().map(|(_, positions)| *positions).collect(),
            goals: reach.goals,
            farthest: reach.farthest,
        })
    }

    /// What can be reached from any of these positions, by what probes tell of it.
    pub fn ports(&self, starts: &[&[u8]], probes: &[Probe], control: &Control) -> Result<Ports<Code>> {
        let board = self.board()?;
        let starts = starts.iter().map(|code| self.rules.read(code)).collect::<Result<Vec<Code>>>()?;
        let read = |code: &Code| {
            let symbols = board.decode(code)?;
            let mut out = 0;
            for (port, probe) in probes.iter().enumerate() {
                for (cell, wanted) in probe {
                    let symbol = symbols.get(*cell).ok_or_else(|| Error::invalid(format!("no cell number {cell}")))?;
                    out |= u64::from(wanted.contains(symbol)) << port;
                }
            }
            Ok(out)
        };
        ports::ports(&Erased::Borrowed(&*self.rules), &starts, probes.len(), read, control)
    }

    /// The positions after this one on a longest line of a player who moves alone.
    pub fn longest(&self, code: &[u8], player: Player, control: &Control) -> Result<Vec<Code>> {
        self.rules.longest(code, player, control)
    }

    /// Forget the tables of earlier questions.
    pub fn clear(&self) {
        if let Some(game) = &self.game {
            game.searches.clear();
            game.whole.clear();
            game.cold.clear();
            game.points.iter().for_each(|points| points.clear());
        }
    }
}

/// About games.
impl Engine {
    fn game(&self) -> Result<&GameHalf> {
        self.game.as_ref().ok_or_else(|| Error::invalid("these rules are not a game for two players"))
    }

    fn points(&self) -> Result<&dyn Points> {
        self.game()?.points.as_deref().ok_or_else(|| Error::invalid("these rules have no points"))
    }

    /// Who wins when Left starts and when Right starts. Values of components are looked up and kept in the universe.
    pub fn winners(
        &self,
        code: &[u8],
        method: OutcomeMethod,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<[Winner; 2]> {
        let GameHalf { searches, whole, .. } = self.game()?;
        let position = &self.rules.read(code)?;
        let one = |player: Player| match method {
            OutcomeMethod::Sums => self.wins_sum(position, player, universe, control).map(|wins| winner(wins, player)),
            OutcomeMethod::Points => self.points()?.winner(position, player, control),
            OutcomeMethod::Nimbers => searches.nimber(position, control).map(|nimber| winner(nimber != 0, player)),
            OutcomeMethod::AlphaBeta => searches.alpha_beta(position, player, control),
            OutcomeMethod::ProofNumber => whole.proof_number(position, player, control),
            // both at once: the second time they are known
            OutcomeMethod::Retrograde => Ok(whole.winners_by_retrograde(position, control)?[player as usize]),
        };
        if method == OutcomeMethod::Sums && self.rules.impartial() {
            let wins = self.wins_sum(position, Player::Left, universe, control)?;
            return Ok(Player::BOTH.map(|player| winner(wins, player)));
        }
        // only the searches of sums have nothing in common
        let parallel = method == OutcomeMethod::Sums && self.rules.stuck() != Stuck::Wins && self.rules.threads() > 1;
        both(parallel, control, one)
    }

    /// [`Engine::winners`] of many positions.
    pub fn outcomes(
        &self,
        codes: &[&[u8]],
        method: OutcomeMethod,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<Vec<[Winner; 2]>> {
        codes.iter().map(|code| self.winners(code, method, universe, control)).collect()
    }

    fn wins_sum(&self, code: &Code, player: Player, universe: &Arc<Universe>, control: &Control) -> Result<bool> {
        let GameHalf { searches, cold, .. } = self.game()?;
        if self.rules.stuck() == Stuck::Wins {
            cold.wins_misere(code, player, control)
        } else if self.rules.impartial() {
            searches.is_zero(code, control).map(|zero| !zero)
        } else {
            searches.wins_sum(code, player, universe, control)
        }
    }

    /// A best move, as the position after it, and who wins then.
    pub fn best(
        &self,
        code: &[u8],
        player: Player,
        method: OutcomeMethod,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<Option<(Code, Winner)>> {
        let GameHalf { searches, whole, .. } = self.game()?;
        let position = &self.rules.read(code)?;
        let found = match method {
            OutcomeMethod::Sums => self.best_in_sum(position, player, universe, control)?,
            OutcomeMethod::Points => self.points()?.best(position, player, control)?,
            OutcomeMethod::Nimbers => self.best_by_nimbers(position, player, control)?,
            OutcomeMethod::AlphaBeta => searches.best_by_alpha_beta(position, player, control)?,
            OutcomeMethod::ProofNumber => whole.best_by_proof_number(position, player, control)?,
            OutcomeMethod::Retrograde => whole.best_by_retrograde(position, player, control)?,
        };
        let Some((number, winner)) = found else { return Ok(None) };
        let after = self.moves(position, player)?.into_iter().nth(number);
        let after = after.ok_or_else(|| Error::invalid("a search answered with a move that does not exist"))?;
        Ok(Some((after, winner)))
    }

    /// A winning move in a sum if there is one, otherwise the first; `None` when there is no move.
    fn best_in_sum(
        &self,
        code: &Code,
        player: Player,
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<Numbered> {
        let GameHalf { searches, cold, .. } = self.game()?;
        let found = if self.rules.stuck() == Stuck::Wins {
            cold.misere_move(code, player, control)?
        } else if self.rules.impartial() {
            self.move_to_zero(code, player, control)?
        } else {
            searches.winning_move(code, player, universe, control)?
        };
        match found {
            Some(number) => Ok(Some((number, player.into()))),
            None => self.first_move(code, player),
        }
    }

    /// Any move of a player who loses.
    fn first_move(&self, code: &Code, player: Player) -> Result<Numbered> {
        Ok((!self.moves(code, player)?.is_empty()).then(|| (0, player.opponent().into())))
    }

    /// The number of a move to a position of nimber 0.
    fn move_to_zero(&self, code: &Code, player: Player, control: &Control) -> Result<Option<usize>> {
        let searches = &self.game()?.searches;
        if searches.is_zero(code, control)? {
            return Ok(None);
        }
        let after = self.moves(code, player)?;
        let mut ticker = control.ticker();
        for look_only in [true, false] {
            for (number, child) in after.iter().enumerate() {
                ticker.tick()?;
                let zero = if look_only {
                    searches.known_zero(child, control)?
                } else {
                    Some(searches.is_zero(child, control)?)
                };
                if zero == Some(true) {
                    return Ok(Some(number));
                }
            }
        }
        Ok(None)
    }

    /// A move that wins by nimbers, or any.
    fn best_by_nimbers(&self, code: &Code, player: Player, control: &Control) -> Result<Numbered> {
        let searches = &self.game()?.searches;
        let mut steps = Vec::new();
        self.rules.steps(code, player, &mut steps)?;
        for (number, step) in steps.iter().enumerate() {
            if (searches.nimber(&step.after, control)? != 0) == step.again {
                return Ok(Some((number, player.into())));
            }
        }
        self.first_move(code, player)
    }

    /// The winner, remoteness and suspense of a game that ends.
    pub fn tempo(&self, code: &[u8], player: Player, control: &Control) -> Result<Tempo> {
        self.game()?.whole.tempo(code, player, control)
    }

    /// The thermograph, from the moves alone.
    pub fn thermograph(&self, code: &[u8], control: &Control) -> Result<Thermograph> {
        self.game()?.cold.thermograph(&self.rules.read(code)?, control)
    }

    /// Winner and number of moves to the end, `None` for endless play.
    pub fn remoteness(&self, code: &[u8], player: Player, control: &Control) -> Result<(Winner, Option<u32>)> {
        self.game()?.whole.remoteness(code, player, control)
    }

    /// Left's points less Right's under perfect play.
    pub fn score(&self, code: &[u8], player: Player, control: &Control) -> Result<i32> {
        self.points()?.score(code, player, control)
    }

    /// Onside and offside of a game whose positions may repeat, in canonical form, as far as they were found.
    pub fn sides(&self, code: &[u8], control: &Control) -> Result<[Option<Graph>; 2]> {
        self.game()?.cold.sides(&self.rules.read(code)?, control)
    }

    /// Everything that can be reached from a position, with the moves of both players, up to symmetry.
    pub fn bigraph(&self, code: &[u8], control: &Control) -> Result<Graph> {
        self.game()?.cold.bigraph(&self.rules.read(code)?, control)
    }

    /// The nimber, or [`crate::search::nimbers::LOONY`].
    pub fn nimber(&self, code: &[u8], method: NimberMethod, control: &Control) -> Result<u32> {
        let GameHalf { searches, cold, .. } = self.game()?;
        match method {
            NimberMethod::Sums => searches.nimber(code, control),
            NimberMethod::Mex => cold.nimber_by_mex(&self.rules.read(code)?, control),
        }
    }

    /// The generalized nimber of an impartial game whose positions may repeat.
    pub fn worth(&self, code: &[u8], control: &Control) -> Result<Worth> {
        self.game()?.whole.worth(&self.rules.read(code)?, control)
    }

    /// The value in a universe, in normal play.
    pub fn value(&self, code: &[u8], universe: &Arc<Universe>, control: &Control) -> Result<values::Game> {
        self.game()?.searches.value(code, universe, control)
    }

    /// The values of many positions: those that occur, in the order in which they do, and for each position its number
    /// among them.
    pub fn values(
        &self,
        codes: &[&[u8]],
        universe: &Arc<Universe>,
        control: &Control,
    ) -> Result<(Vec<values::Game>, Vec<u32>)> {
        let nimbers = if self.rules.sums() {
            codes.iter().map(|code| self.rules.nimber(code, control)).collect::<Result<Option<Vec<_>>>>()?
        } else {
            None
        };
        let found = match nimbers {
            Some(nimbers) => nimbers
                .into_iter()
                .map(|nimber| universe.nus(Nus { nimber, ..Nus::default() }, control))
                .collect::<Result<_>>()?,
            None => self.game()?.searches.values(codes, universe, control)?,
        };
        Ok(told_apart(found))
    }
}

/// About puzzles.
impl Engine {
    fn puzzle(&self) -> Result<&Arc<dyn Puzzle>> {
        self.puzzle.as_ref().ok_or_else(|| Error::invalid("these rules are not a puzzle"))
    }

    /// A metric, from the cost of each move as it is numbered outside.
    pub fn metric(&self, costs: &[u32], chain: Chain) -> Result<Metric> {
        let costs = self.kept.iter().map(|&n| costs.get(n as usize).copied()).collect::<Option<Vec<u32>>>();
        let costs = costs.ok_or_else(|| Error::invalid("a metric needs a cost for each rewrite"))?;
        Ok(Metric { costs, chain })
    }

    /// See [`Puzzle::solve`].
    pub fn solve(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        method: SolveMethod,
        control: &Control,
    ) -> Result<Option<Vec<Code>>> {
        self.puzzle()?.solve(code, metric, method, control)
    }

    /// See [`Puzzle::solutions`].
    pub fn solutions(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Code>>> {
        self.puzzle()?.solutions(code, metric, limit, control)
    }

    /// See [`Puzzle::count`].
    pub fn count(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>> {
        self.puzzle()?.count(code, metric, control)
    }

    /// See [`Puzzle::cluster`].
    pub fn cluster(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Box<dyn Table>> {
        self.puzzle()?.clone().cluster(code, metric, control)
    }
}
