//! Who wins a loop-free game: alpha-beta on boolean questions.
//!
//! The question "does Left get at least t?" has t = a draw or a win; the first usually suffices. A node makes all its
//! children and looks them up before it searches any (a child that is already lost for the opponent ends the node); the
//! others are tried in order of `promise`. Only finished nodes enter the table, so that every stored result rests on
//! results stored before: answers are sound even if the game is loopy. Such a game makes the path grow; at each doubling
//! of its length the path is checked for a repetition. Sums are [`super::sums`]' business.

use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::rules::{Player, Rules};
use crate::search::path::{Doubling, repeats};
use crate::search::who_wins::{Kept, Threshold, WhoWins, key, loopy, shares};

/// Finished results of one ruleset: 1 where the mover succeeds.
pub struct Outcomes(Kept);

impl Outcomes {
    /// The table may take `max_bytes`.
    #[must_use]
    pub fn new(max_bytes: u64) -> Outcomes {
        Outcomes(Kept::new(max_bytes))
    }
}

impl WhoWins for Outcomes {
    fn kept(&self) -> &Kept {
        &self.0
    }

    fn kept_mut(&mut self) -> &mut Kept {
        &mut self.0
    }

    fn read(entry: u32) -> Option<bool> {
        Some(entry != 0)
    }

    fn search<R: Rules>(
        &mut self,
        rules: &R,
        position: R::Position,
        player: Player,
        threshold: Threshold,
        control: &Control,
    ) -> Result<Option<bool>> {
        Search::new(&mut self.0, rules, threshold, control).run(&position, player)
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
    kept: &'s mut Kept,
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
    fn new(kept: &'s mut Kept, rules: &'s R, threshold: Threshold, control: &'c Control<'a>) -> Self {
        let shared = shares(rules, kept.goals);
        Search {
            kept,
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

    fn key(&self, position: &R::Position, player: Player) -> u128 {
        key(self.rules, position, player, self.threshold, self.shared)
    }

    /// Does the mover succeed? `None` asks for a restart.
    fn run(&mut self, position: &R::Position, player: Player) -> Result<Option<bool>> {
        let key = self.key(position, player);
        if let Some(value) = self.kept.table.get(key) {
            return Ok(Some(value != 0));
        }
        let mut answer = match self.push(position, key, player)? {
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
            if let Some(value) = self.kept.table.get(key) {
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
            let won = self.kept.ended(winner, player, self.threshold);
            self.moves = moves;
            return Ok(if won { Expanded::Won } else { Expanded::Open });
        }
        for mv in &moves {
            self.ticker.glance()?;
            let next = self.rules.play(position, mv)?;
            if let Some(winner) = self.rules.goal(&next) {
                self.kept.goals = true;
                if self.shared {
                    return Ok(Expanded::Restart);
                }
                if self.kept.ended(winner, player, self.threshold) {
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
            match self.kept.table.get(key) {
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
            self.kept.table.put(frame.key, u32::from(value), effort, self.control)?;
        }
        Ok(value)
    }

    #[cold]
    fn check_path(&mut self) -> Result<()> {
        let stack =
            self.frames.capacity() * size_of::<Frame>() + self.children.capacity() * size_of::<Child<R::Position>>();
        self.control.memory(self.kept.table.bytes() + 2 * stack as u64)?;
        if repeats(self.frames.iter().map(|frame| frame.key)) { Err(loopy()) } else { Ok(()) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;
