//! Who wins a loop-free game: alpha-beta on boolean questions.
//!
//! The question "does Left get at least t?" has t = a draw or a win; the first usually suffices. A node makes all its
//! children and looks them up before it searches any (a child that is already lost for the opponent ends the node); the
//! others are tried in order of `promise`. Only finished nodes enter the table, so that every stored result rests on
//! results stored before: answers are sound even if the game is loopy. Such a game makes the path grow; at each doubling
//! of its length the path is checked for a repetition. Sums are [`super::sums`]' business.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{Player, Rules, Stuck, Winner};
use crate::search::path::{Doubling, repeats};
use crate::search::table::Table;

/// What Left must reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Threshold {
    Draw,
    Win,
}

impl Threshold {
    pub(crate) fn met_by(self, winner: Winner) -> bool {
        winner == Winner::Left || (winner == Winner::Nobody && self == Threshold::Draw)
    }

    /// A constant per kind of question, added to keys; `None` when both players share the entries.
    pub(crate) fn salt(self, player: Option<Player>) -> u128 {
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

pub(crate) fn loopy() -> Error {
    Error::invalid("this game can repeat positions: use the retrograde method")
}

/// Finished results, kept between questions about the *same* rules.
pub struct Outcomes {
    table: Table,
    /// Some play that was looked at ended without a winner.
    drawn: bool,
    /// Some play that was looked at ended by a goal: the players do not share entries even if the moves are impartial.
    goals: bool,
}

impl Outcomes {
    /// The table may take `max_bytes`.
    #[must_use]
    pub fn new(max_bytes: u64) -> Outcomes {
        Outcomes { table: Table::new(max_bytes), drawn: false, goals: false }
    }

    /// Who wins when `player` moves first and both play perfectly.
    pub fn winner<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<Winner> {
        if !self.at_least(rules, position, player, Threshold::Draw, control)? {
            return Ok(Winner::Right);
        }
        if !self.drawn || self.at_least(rules, position, player, Threshold::Win, control)? {
            return Ok(Winner::Left);
        }
        Ok(Winner::Nobody)
    }

    /// The index of a best move in the order of `rules.moves` and who wins then: a winning move if there is one, else a
    /// drawing one, else the first; `None` when the play is over.
    pub fn best<R: Rules>(
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
            if self.known(rules, child, *next, control)? == Some(winner) {
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

    /// The winner as far as the table alone tells.
    fn known<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<Option<Winner>> {
        if let Some(winner) = rules.goal(position) {
            return Ok(Some(winner));
        }
        let mut answer = |threshold| {
            let search = Search::new(self, rules, threshold, control);
            let found = search.outcomes.table.get(search.key(&rules.canonical(position), player));
            found.map(|value| search.left(value != 0, player))
        };
        Ok(match (answer(Threshold::Draw), answer(Threshold::Win)) {
            (Some(false), _) => Some(Winner::Right),
            (_, Some(true)) => Some(Winner::Left),
            (Some(true), _) if !self.drawn => Some(Winner::Left),
            (Some(true), Some(false)) => Some(Winner::Nobody),
            _ => None,
        })
    }

    fn at_least<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        threshold: Threshold,
        control: &Control,
    ) -> Result<bool> {
        if let Some(winner) = rules.goal(position) {
            self.goals = true;
            self.drawn |= winner == Winner::Nobody;
            return Ok(threshold.met_by(winner));
        }
        control.memory(self.table.bytes())?;
        loop {
            let mut search = Search::new(self, rules, threshold, control);
            if let Some(success) = search.run(position, player)? {
                return Ok(search.left(success, player));
            }
        }
    }
}

/// A position that a move leads to, and who moves there.
struct Child<P> {
    position: P,
    key: u128,
    promise: i32,
    player: Player,
}

/// A node on the path; its children are those behind `children`.
#[derive(Clone, Copy)]
struct Frame {
    key: u128,
    player: Player,
    children: usize,
    /// The child to try next.
    next: usize,
    begun: u64,
}

/// What is known when the children of a node have been made.
enum Expanded {
    /// The mover wins (or, for Right, keeps Left below the threshold).
    Won,
    Open,
    /// The players turned out not to share their entries.
    Restart,
}

struct Search<'s, 'c, 'a, R: Rules> {
    outcomes: &'s mut Outcomes,
    rules: &'s R,
    control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    threshold: Threshold,
    /// Both players have the same moves and the same entries.
    shared: bool,
    children: Vec<Child<R::Position>>,
    frames: Vec<Frame>,
    moves: Vec<R::Move>,
    nodes: u64,
    doubling: Doubling,
}

impl<'s, 'c, 'a, R: Rules> Search<'s, 'c, 'a, R> {
    fn new(outcomes: &'s mut Outcomes, rules: &'s R, threshold: Threshold, control: &'c Control<'a>) -> Self {
        let shared = rules.impartial() && rules.stuck() != Stuck::Draws && !outcomes.goals;
        Search {
            outcomes,
            rules,
            control,
            ticker: control.ticker(),
            threshold,
            shared,
            children: Vec::new(),
            frames: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            doubling: Doubling::default(),
        }
    }

    /// From "the mover succeeds" to "Left gets at least the threshold".
    fn left(&self, success: bool, mover: Player) -> bool {
        success == (mover == Player::Left)
    }

    fn key(&self, position: &R::Position, player: Player) -> u128 {
        let salt = self.threshold.salt(if self.shared { None } else { Some(player) });
        self.rules.fingerprint(position).wrapping_add(salt)
    }

    /// Does the mover succeed? `None` asks for a restart.
    fn run(&mut self, position: &R::Position, player: Player) -> Result<Option<bool>> {
        let position = self.rules.canonical(position);
        let key = self.key(&position, player);
        if let Some(value) = self.outcomes.table.get(key) {
            return Ok(Some(value != 0));
        }
        let mut answer = match self.push(&position, key, player)? {
            Expanded::Restart => return Ok(None),
            Expanded::Won => Some((self.pop(true)?, player)),
            Expanded::Open => None,
        };
        while let Some(&top) = self.frames.last() {
            if let Some((value, mover)) = answer.take()
                && value == (mover == top.player)
            {
                answer = Some((self.pop(true)?, top.player));
                continue;
            }
            if top.next == self.children.len() {
                answer = Some((self.pop(false)?, top.player));
                continue;
            }
            let child = &self.children[top.next];
            let (position, key, mover) = (child.position.clone(), child.key, child.player);
            if let Some(frame) = self.frames.last_mut() {
                frame.next += 1;
            }
            if let Some(value) = self.outcomes.table.get(key) {
                answer = Some((value != 0, mover));
                continue;
            }
            match self.push(&position, key, mover)? {
                Expanded::Restart => return Ok(None),
                Expanded::Won => answer = Some((self.pop(true)?, mover)),
                Expanded::Open => {}
            }
        }
        Ok(answer.map(|(value, _)| value))
    }

    /// Put a position on the path and make its children.
    fn push(&mut self, position: &R::Position, key: u128, player: Player) -> Result<Expanded> {
        self.ticker.tick()?;
        self.nodes += 1;
        let children = self.children.len();
        let frame = Frame { key, player, children, next: children, begun: self.nodes };
        self.frames.push(frame);
        if self.doubling.due(self.frames.len()) {
            self.check_path()?;
        }
        let expanded = self.expand(position, frame)?;
        if matches!(expanded, Expanded::Open) {
            self.children[frame.children..].sort_by_key(|child| -child.promise);
        }
        Ok(expanded)
    }

    /// Make the children that are not settled yet.
    fn expand(&mut self, position: &R::Position, frame: Frame) -> Result<Expanded> {
        let player = frame.player;
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.rules.candidates(position, player, &mut moves)?;
        if moves.is_empty() {
            let winner = self.rules.stuck().winner(player);
            self.outcomes.drawn |= winner == Winner::Nobody;
            let won = self.left(self.threshold.met_by(winner), player);
            self.moves = moves;
            return Ok(if won { Expanded::Won } else { Expanded::Open });
        }
        for mv in &moves {
            self.ticker.glance()?;
            let next = self.rules.play(position, mv)?;
            if let Some(winner) = self.rules.goal(&next) {
                self.outcomes.goals = true;
                if self.shared {
                    return Ok(Expanded::Restart);
                }
                self.outcomes.drawn |= winner == Winner::Nobody;
                if self.left(self.threshold.met_by(winner), player) {
                    self.moves = moves;
                    return Ok(Expanded::Won);
                }
                continue;
            }
            let mover = if self.rules.again(mv) { player } else { player.opponent() };
            let position = self.rules.canonical(&next);
            let key = self.key(&position, mover);
            let promise = self.rules.promise(&position, player);
            self.children.push(Child { position, key, promise, player: mover });
        }
        self.moves = moves;
        Ok(if self.look_up(frame) { Expanded::Won } else { Expanded::Open })
    }

    /// Look up all children in one tight loop, in which the cache misses overlap, and drop those that are settled; true
    /// if one of them wins.
    fn look_up(&mut self, frame: Frame) -> bool {
        let mut kept = frame.children;
        for i in frame.children..self.children.len() {
            let Child { key, player, .. } = self.children[i];
            match self.outcomes.table.get(key) {
                Some(value) if (value != 0) == (player == frame.player) => return true,
                Some(_) => {}
                None => {
                    self.children.swap(kept, i);
                    kept += 1;
                }
            }
        }
        self.children.truncate(kept);
        false
    }

    /// Store the result of the last node and take it off the path.
    fn pop(&mut self, value: bool) -> Result<bool> {
        if let Some(frame) = self.frames.pop() {
            self.children.truncate(frame.children);
            let effort = self.nodes - frame.begun + 1;
            self.outcomes.table.put(frame.key, u32::from(value), effort, self.control)?;
        }
        Ok(value)
    }

    #[cold]
    fn check_path(&mut self) -> Result<()> {
        let stack =
            self.frames.capacity() * size_of::<Frame>() + self.children.capacity() * size_of::<Child<R::Position>>();
        self.control.memory(self.outcomes.table.bytes() + 2 * stack as u64)?;
        if repeats(self.frames.iter().map(|frame| frame.key)) { Err(loopy()) } else { Ok(()) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;
