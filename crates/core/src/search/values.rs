//! Values of positions: canonical forms, bottom up, one component at a time.
//!
//! A position is split into components; each component is brought to a normal form, which may be its negative, and its
//! value is made once from the values of what its moves lead to. Tables are shared by all threads: every thread walks
//! the same tree, starting from another end of each list of options, and finds what the others have done.
//! Only for normal play with plain moves, where positions do not repeat.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Player, Rules, Stuck};
use crate::values::dyadic::Dyadic;
use crate::values::{Game, Universe, Worker};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;
/// Positions that one thread works out before others join.
const ALONE: u64 = 4000;

/// Values that are known, by normal components, in one universe.
pub struct Values<P> {
    shards: Vec<Mutex<HashMap<P, Game, BuildMixer>>>,
    bytes: AtomicU64,
}

impl<P> Default for Values<P> {
    fn default() -> Self {
        Values { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), bytes: AtomicU64::new(0) }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Clone + Eq + Ord + std::hash::Hash + Send + Sync> Values<P> {
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Positions whose values are known.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn get<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Option<Game> {
        lock(&self.shards[rules.key(position) as usize % SHARDS]).get(position).copied()
    }

    fn put<R: Rules<Position = P>>(&self, rules: &R, position: P, value: Game, control: &Control) -> Result<()> {
        let mut shard = lock(&self.shards[rules.key(&position) as usize % SHARDS]);
        let before = shard.capacity();
        shard.insert(position, value);
        let grown = (shard.capacity() - before) * (size_of::<(P, Game)>() + 1);
        if grown > 0 {
            let bytes = self.bytes.fetch_add(grown as u64, Ordering::Relaxed) + grown as u64;
            control.memory(bytes)?;
        }
        Ok(())
    }

    /// The value of a normal component, if it is known or takes no more than `budget` positions.
    pub fn cheap<R: Rules<Position = P>>(
        &self,
        rules: &R,
        worker: &mut Worker<'_, '_, '_>,
        component: &P,
        budget: u64,
    ) -> Result<Option<Game>> {
        if let Some(known) = self.get(rules, component) {
            return Ok(Some(known));
        }
        let mut walk = Walk::new(self, rules, worker.universe(), 0, worker.control());
        walk.parts.push(Part { position: component.clone(), negative: false });
        walk.goal = (1, 0);
        if walk.run(budget, None)? { walk.finish().map(Some) } else { Ok(None) }
    }

    /// The value of a position, on up to `threads` cores.
    pub fn value<R: Rules<Position = P>>(
        &self,
        rules: &R,
        universe: &Universe,
        position: &P,
        threads: usize,
        control: &Control,
    ) -> Result<Game> {
        if rules.stuck() != Stuck::Loses {
            return Err(Error::invalid("only games in normal play have values"));
        }
        let mut first = Walk::new(self, rules, universe, 0, control);
        first.start(position)?;
        if !first.run(ALONE, None)? {
            let done = AtomicBool::new(false);
            let failure: Mutex<Option<Error>> = Mutex::new(None);
            let answer = std::thread::scope(|scope| {
                for number in 1..threads {
                    let (done, failure) = (&done, &failure);
                    scope.spawn(move || {
                        let mut walk = Walk::new(self, rules, universe, number, control);
                        let outcome = walk.start(position).and_then(|()| walk.run(u64::MAX, Some(done)));
                        if let Err(error) = outcome {
                            lock(failure).get_or_insert(error);
                        }
                    });
                }
                let answer = first.run(u64::MAX, None);
                done.store(true, Ordering::Relaxed);
                answer
            });
            // The hook that asks to stop may have been called in another thread.
            if let Err(Error::Cancelled) = answer
                && let Some(error) = lock(&failure).take()
            {
                return Err(error);
            }
            answer?;
        }
        first.finish()
    }
}

/// A component, or the negative of one.
#[derive(Clone)]
struct Part<P> {
    position: P,
    negative: bool,
}

/// One option of a position: some parts and an integer.
struct Choice {
    end: usize,
    integer: i64,
}

/// A component whose options are being worked out.
struct Frame<P> {
    position: P,
    parts: usize,
    options: usize,
    lefts: usize,
    /// Parts that were looked at.
    next: usize,
}

struct Walk<'s, 'c, 'a, R: Rules> {
    table: &'s Values<R::Position>,
    rules: &'s R,
    worker: Worker<'s, 'c, 'a>,
    ticker: Ticker<'c, 'a>,
    /// Which end of a list this thread begins at.
    number: usize,
    frames: Vec<Frame<R::Position>>,
    parts: Vec<Part<R::Position>>,
    options: Vec<Choice>,
    moves: Vec<R::Move>,
    pieces: Vec<R::Position>,
    check_at: usize,
    goal: (usize, i64),
}

impl<'s, 'c, 'a, R: Rules> Walk<'s, 'c, 'a, R> {
    fn new(
        table: &'s Values<R::Position>,
        rules: &'s R,
        universe: &'s Universe,
        number: usize,
        control: &'c Control<'a>,
    ) -> Self {
        Walk {
            table,
            rules,
            worker: Worker::new(universe, control),
            ticker: control.ticker(),
            number,
            frames: Vec::new(),
            parts: Vec::new(),
            options: Vec::new(),
            moves: Vec::new(),
            pieces: Vec::new(),
            check_at: 256,
            goal: (0, 0),
        }
    }

    fn start(&mut self, position: &R::Position) -> Result<()> {
        let integer = self.enter(position)?;
        self.goal = (self.parts.len(), integer);
        Ok(())
    }

    /// Append the parts of a position; integers are returned.
    fn enter(&mut self, position: &R::Position) -> Result<i64> {
        if self.rules.goal(position).is_some() {
            return Err(Error::invalid("a game that a position can end has no value"));
        }
        let mut pieces = std::mem::take(&mut self.pieces);
        if !self.rules.split(position, &mut pieces) {
            pieces.push(self.rules.canonical(position));
        }
        let mut integer = 0;
        for piece in pieces.drain(..) {
            match self.rules.integer(&piece) {
                Some(n) => integer += n,
                None => {
                    let (position, negative) = self.rules.normal(piece);
                    self.parts.push(Part { position, negative });
                }
            }
        }
        self.pieces = pieces;
        Ok(integer)
    }

    /// Work until the root's parts are known (true), `budget` components were opened (false), or others are done.
    fn run(&mut self, budget: u64, done: Option<&AtomicBool>) -> Result<bool> {
        let mut opened = 0;
        let mut root_next = 0;
        loop {
            let Some(frame) = self.frames.last() else {
                if root_next == self.goal.0 {
                    return Ok(true);
                }
                let position = self.parts[root_next].position.clone();
                root_next += 1;
                if self.table.get(self.rules, &position).is_none() {
                    self.open(position)?;
                }
                continue;
            };
            let count = self.parts.len() - frame.parts;
            if frame.next < count {
                let offset = if self.number.is_multiple_of(2) { frame.next } else { count - 1 - frame.next };
                let i = frame.parts + offset;
                if let Some(frame) = self.frames.last_mut() {
                    frame.next += 1;
                }
                if self.table.get(self.rules, &self.parts[i].position).is_none() {
                    if opened >= budget {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.next -= 1;
                        }
                        return Ok(false);
                    }
                    if done.is_some_and(|done| done.load(Ordering::Relaxed)) {
                        return Ok(false);
                    }
                    opened += 1;
                    let position = self.parts[i].position.clone();
                    self.open(position)?;
                }
                continue;
            }
            self.close()?;
        }
    }

    /// Put a component on the path and list what its moves lead to.
    fn open(&mut self, position: R::Position) -> Result<()> {
        self.ticker.tick()?;
        let (parts, options) = (self.parts.len(), self.options.len());
        let mut moves = std::mem::take(&mut self.moves);
        let mut lefts = 0;
        for player in Player::BOTH {
            moves.clear();
            self.rules.moves(&position, player, &mut moves)?;
            for mv in &moves {
                if self.rules.again(mv) {
                    return Err(Error::invalid("a game in which a player may move twice has no value"));
                }
                let next = self.rules.play(&position, mv)?;
                let integer = self.enter(&next)?;
                self.options.push(Choice { end: self.parts.len(), integer });
            }
            if player == Player::Left {
                lefts = self.options.len() - options;
            }
        }
        self.moves = moves;
        self.frames.push(Frame { position, parts, options, lefts, next: 0 });
        if self.frames.len() >= self.check_at {
            self.check_path()?;
        }
        Ok(())
    }

    /// All options of the last component are known: make its value.
    fn close(&mut self) -> Result<()> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let mut values = Vec::with_capacity(self.options.len() - frame.options);
        let mut start = frame.parts;
        for i in frame.options..self.options.len() {
            let Choice { end, integer } = self.options[i];
            values.push(self.total(start, end, integer)?);
            start = end;
        }
        let (left, right) = values.split_at(frame.lefts);
        let value = self.worker.game(left, right)?;
        self.parts.truncate(frame.parts);
        self.options.truncate(frame.options);
        self.table.put(self.rules, frame.position, value, self.worker.control())
    }

    /// The sum of some parts, all known, and an integer.
    fn total(&mut self, start: usize, end: usize, integer: i64) -> Result<Game> {
        let mut total = self.worker.universe().number(Dyadic::from(integer), self.worker.control())?;
        for i in start..end {
            let part = &self.parts[i];
            let known = self.table.get(self.rules, &part.position);
            let mut value = known.ok_or_else(|| Error::invalid("a component without a value"))?;
            if part.negative {
                value = self.worker.negative(value)?;
            }
            total = self.worker.add(total, value)?;
        }
        Ok(total)
    }

    fn finish(&mut self) -> Result<Game> {
        let (end, integer) = self.goal;
        self.total(0, end, integer)
    }

    #[cold]
    fn check_path(&mut self) -> Result<()> {
        self.check_at = self.frames.len() * 2;
        let mut seen = HashSet::with_capacity(self.frames.len());
        if self.frames.iter().all(|frame| seen.insert(&frame.position)) {
            Ok(())
        } else {
            Err(Error::invalid("positions repeat: a loopy game has no value as a short game"))
        }
    }
}

#[cfg(test)]
#[path = "values_tests.rs"]
pub(super) mod tests;
