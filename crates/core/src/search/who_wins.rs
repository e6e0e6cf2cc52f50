//! What searches for the winner of whole positions have in common: a table of their results, and so a best move.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules, Stuck, Winner};
use crate::search::table::Table;

/// What is kept between questions about the *same* rules.
pub struct Kept {
    pub(super) table: Table,
    /// Some play that was looked at ended without a winner.
    pub(super) drawn: bool,
    /// Some play that was looked at ended by a goal: the players do not share entries even if the moves are impartial.
    pub(super) goals: bool,
}

impl Kept {
    /// The table may take `max_bytes`.
    pub(super) fn new(max_bytes: u64) -> Kept {
        Kept { table: Table::new(max_bytes), drawn: false, goals: false }
    }

    /// A play has ended; does the mover succeed by that?
    pub(super) fn ended(&mut self, winner: Winner, mover: Player, threshold: Threshold) -> bool {
        self.drawn |= winner == Winner::Nobody;
        threshold.met_by(winner) == (mover == Player::Left)
    }
}

/// A search for the winner of whole positions. It answers whether the player to move *succeeds*: Left in getting at least
/// a threshold, Right in keeping Left below it.
pub trait WhoWins {
    fn kept(&self) -> &Kept;

    fn kept_mut(&mut self) -> &mut Kept;

    /// What an entry of the table says about the success of the mover; `None` while it is open.
    fn read(entry: u32) -> Option<bool>;

    /// Does the mover of a canonical position succeed? `None` asks for another try: the players turned out not to share
    /// their entries.
    fn search<R: Rules>(
        &mut self,
        rules: &R,
        position: R::Position,
        player: Player,
        threshold: Threshold,
        control: &Control,
    ) -> Result<Option<bool>>;

    /// Does Left get at least this much when `player` moves first and both play perfectly?
    fn at_least<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        threshold: Threshold,
        control: &Control,
    ) -> Result<bool> {
        let kept = self.kept_mut();
        if let Some(winner) = rules.goal(position) {
            kept.goals = true;
            kept.drawn |= winner == Winner::Nobody;
            return Ok(threshold.met_by(winner));
        }
        control.memory(kept.table.bytes())?;
        loop {
            if let Some(success) = self.search(rules, rules.canonical(position), player, threshold, control)? {
                return Ok(success == (player == Player::Left));
            }
        }
    }

    /// Who wins when `player` moves first and both play perfectly.
    fn winner<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<Winner> {
        if !self.at_least(rules, position, player, Threshold::Draw, control)? {
            return Ok(Winner::Right);
        }
        if !self.kept().drawn || self.at_least(rules, position, player, Threshold::Win, control)? {
            return Ok(Winner::Left);
        }
        Ok(Winner::Nobody)
    }

    /// The same as far as the table alone tells.
    fn known<R: Rules>(&self, rules: &R, position: &R::Position, player: Player) -> Option<Winner> {
        let (kept, position) = (self.kept(), rules.canonical(position));
        let shared = shares(rules, kept.goals);
        let answer = |threshold: Threshold| {
            let success = Self::read(kept.table.get(key(rules, &position, player, threshold, shared))?)?;
            Some(success == (player == Player::Left))
        };
        match (answer(Threshold::Draw), answer(Threshold::Win)) {
            (Some(false), _) => Some(Winner::Right),
            (_, Some(true)) => Some(Winner::Left),
            (Some(true), _) if !kept.drawn => Some(Winner::Left),
            (Some(true), Some(false)) => Some(Winner::Nobody),
            _ => None,
        }
    }

    /// The index of a best move in the order of `rules.moves` and who wins then: a winning move if there is one, else a
    /// drawing one, else the first; `None` when the play is over.
    fn best<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<Option<(usize, Winner)>> {
        let mut moves = Vec::new();
        if rules.goal(position).is_none() {
            rules.moves(position, player, &mut moves)?;
        }
        if moves.is_empty() {
            return Ok(None);
        }
        let winner = self.winner(rules, position, player, control)?;
        if winner == player.opponent().into() {
            return Ok(Some((0, winner)));
        }
        let mut ticker = control.ticker();
        let mut children = Vec::with_capacity(moves.len());
        for mv in &moves {
            ticker.glance()?;
            let next = if rules.again(mv) { player } else { player.opponent() };
            children.push((rules.play(position, mv)?, next));
        }
        for (index, (child, next)) in children.iter().enumerate() {
            ticker.glance()?;
            if rules.goal(child).or_else(|| self.known(rules, child, *next)) == Some(winner) {
                return Ok(Some((index, winner)));
            }
        }
        for (index, (child, next)) in children.iter().enumerate() {
            if self.winner(rules, child, *next, control)? == winner {
                return Ok(Some((index, winner)));
            }
        }
        Ok(Some((0, winner)))
    }
}

/// What Left must reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threshold {
    Draw,
    Win,
}

impl Threshold {
    pub(super) fn met_by(self, winner: Winner) -> bool {
        winner == Winner::Left || (winner == Winner::Nobody && self == Threshold::Draw)
    }

    /// A constant per kind of question, added to keys; `None` when both players share the entries.
    pub(super) fn salt(self, player: Option<Player>) -> u128 {
        const STEP: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834;
        let kind = match (player, self) {
            (None, _) => 1,
            (Some(Player::Left), Threshold::Draw) => 2,
            (Some(Player::Left), Threshold::Win) => 3,
            (Some(Player::Right), Threshold::Draw) => 4,
            (Some(Player::Right), Threshold::Win) => 5,
        };
        STEP.wrapping_mul(kind)
    }
}

pub(super) fn loopy() -> Error {
    Error::invalid("this game can repeat positions: use the retrograde method")
}

/// Do both players have the same entries? Not once a play was seen to end by a goal.
pub(super) fn shares<R: Rules>(rules: &R, goals: bool) -> bool {
    rules.impartial() && rules.stuck() != Stuck::Draws && !goals
}

/// The key of a canonical position in the table.
pub(super) fn key<R: Rules>(
    rules: &R,
    position: &R::Position,
    player: Player,
    threshold: Threshold,
    shared: bool,
) -> u128 {
    rules.fingerprint(position).wrapping_add(threshold.salt(if shared { None } else { Some(player) }))
}
