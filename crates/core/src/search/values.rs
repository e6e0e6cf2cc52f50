//! Values of positions: canonical forms, bottom up, one component at a time.
//!
//! A position is split into components; each component is brought to a normal form, which may be its negative, and its
//! value is made once from the values of what its moves lead to. Tables are shared by all threads: every thread walks
//! the same tree, starting from another end of each list of options, and finds what the others have done.
//! Only for normal play with plain moves, where positions do not repeat.

mod large;

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Expanded, Rules, Stuck};
use crate::search::dominated::{Proofs, large_from};
use crate::search::index::prefetch;
use crate::search::path::{Doubling, repeats};
use crate::search::threads::in_threads;
use crate::sync::lock;
use crate::tablebase::restore::Restored;
use crate::values::{Game, Nus, Universe, Worker};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub(super) use large::Rank;

const SHARDS: usize = 64;
/// Positions that one thread works out before others join.
const ALONE: u64 = 200;
/// Positions that a thread takes at a time where many are asked for.
const AT_ONCE: usize = 64;

/// Values that are known, by normal components, in one universe.
pub struct Values<P> {
    shards: Vec<Mutex<HashMap<P, Game, BuildMixer>>>,
    bytes: AtomicU64,
    restored: Restored,
    /// From which size on components are large, if the size of what is to be valued does not tell.
    large: Option<usize>,
}

impl<P> Default for Values<P> {
    fn default() -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Values { shards, bytes: AtomicU64::new(0), restored: Restored::default(), large: None }
    }
}

impl<P: Clone + Eq + Ord + std::hash::Hash + Send + Sync> Values<P> {
    /// A table that gets to know the values of all that lies below a position.
    #[must_use]
    pub fn of_all() -> Self {
        Values { large: Some(usize::MAX), ..Values::default() }
    }

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

    /// Visit all that are known.
    pub fn each(&self, mut visit: impl FnMut(&P, Game) -> Result<()>) -> Result<()> {
        for shard in &self.shards {
            lock(shard).iter().try_for_each(|(position, &value)| visit(position, value))?;
        }
        Ok(())
    }

    fn get<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Option<Game> {
        lock(&self.shards[rules.key(position) as usize % SHARDS]).get(position).copied()
    }

    fn put<R: Rules<Position = P>>(&self, rules: &R, position: P, value: Game, control: &Control) -> Result<()> {
        let mut shard = lock(&self.shards[rules.key(&position) as usize % SHARDS]);
        let before = shard.capacity();
        shard.insert(position, value);
        let grown = (shard.capacity() - before) * (size_of::<(P, Game)>() + 1 + rules.beside());
        if grown > 0 {
            let bytes = self.bytes.fetch_add(grown as u64, Ordering::Relaxed) + grown as u64;
            control.memory(bytes)?;
        }
        Ok(())
    }

    /// The value of a position, on up to `threads` cores. Of large components below it those are left out that only moves
    /// lead to which are seen to be dominated.
    pub fn value<R: Rules<Position = P>>(
        &self,
        rules: &R,
        universe: &Universe,
        position: &P,
        threads: usize,
        control: &Control,
    ) -> Result<Game> {
        require_normal(rules)?;
        let mut first = Walk::new(self, rules, universe, 0, control);
        first.start(position)?;
        first.leave_out();
        if !first.run(ALONE, None)? {
            let done = AtomicBool::new(false);
            let failure: Mutex<Option<Error>> = Mutex::new(None);
            let answer = std::thread::scope(|scope| {
                for number in 1..threads {
                    let (done, failure) = (&done, &failure);
                    scope.spawn(move || {
                        let mut walk = Walk::new(self, rules, universe, number, control);
                        let outcome = walk.start(position).and_then(|()| {
                            walk.leave_out();
                            walk.run(u64::MAX, Some(done))
                        });
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

    /// The values of many positions, in their order, on up to `threads` cores.
    pub fn values<R: Rules<Position = P>>(
        &self,
        rules: &R,
        universe: &Universe,
        positions: &[P],
        threads: usize,
        control: &Control,
    ) -> Result<Vec<Game>> {
        require_normal(rules)?;
        let mut values = vec![Game::ZERO; positions.len()];
        let blocks = Mutex::new(positions.chunks(AT_ONCE).zip(values.chunks_mut(AT_ONCE)));
        let work = |number| {
            let mut walk = Walk::new(self, rules, universe, number, control);
            while let Some((positions, values)) = { lock(&blocks).next() } {
                for (position, value) in positions.iter().zip(values) {
                    *value = walk.value(position)?;
                }
            }
            Ok(())
        };
        in_threads(threads.min(positions.len().div_ceil(AT_ONCE)), control, work)?;
        Ok(values)
    }
}

fn require_normal<R: Rules>(rules: &R) -> Result<()> {
    if rules.stuck() == Stuck::Loses { Ok(()) } else { Err(Error::invalid("only games in normal play have values")) }
}

/// A normal component, or the negative of one.
#[derive(Clone)]
pub(super) struct Part<P> {
    pub(super) position: P,
    pub(super) negative: bool,
    /// As it came from the board.
    piece: P,
    /// The value of the part itself (with its sign), when it is known.
    pub(super) value: Option<Game>,
}

/// An option of a component, whose value lacks some parts.
#[derive(Clone, Copy)]
struct Open {
    /// The number of its value among [`Walk::values`].
    value: usize,
    start: usize,
    end: usize,
}

/// A component whose options are being worked out.
struct Frame<P> {
    position: P,
    /// The part that waits for its value.
    part: usize,
    parts: usize,
    open: usize,
    /// Where the values of its options begin, and those of Right's.
    values: usize,
    rights: usize,
    /// Parts that were looked at; in a large component, open options that are settled.
    next: usize,
    large: bool,
    /// Is the next open option known not to be seen dominated?
    tried: bool,
}

/// What a walk has to do.
enum Task {
    /// This part has no value yet.
    Open(usize),
    /// A component was left.
    Closed,
    Done,
}

/// Values of components as they come from the board, not yet in normal form, that were met lately. Each has two places
/// side by side, the first for what came last.
struct Recent<P> {
    /// A value is never 0: so a slot that may be empty is no larger than a full one.
    slots: Vec<Option<(P, NonZeroU32)>>,
    filled: usize,
}

const FIRST_RECENT: usize = 1 << 6;
/// From here on it is more to fill new places than to move what the old ones hold.
const LARGE_RECENT: usize = 1 << 16;
const MOST_RECENT: usize = 1 << 18;

impl<P: Eq> Recent<P> {
    fn new() -> Self {
        Recent { slots: Vec::new(), filled: 0 }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(1)
    }

    #[inline(always)]
    fn get(&self, key: u64, position: &P) -> Option<Game> {
        let at = self.place(key);
        let held = |at: usize| self.slots.get(at)?.as_ref().filter(|(known, _)| known == position);
        held(at).or_else(|| held(at ^ 1)).map(|(_, value)| Game::from_bits(value.get()))
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        prefetch(&self.slots, self.place(key));
    }

    #[inline]
    fn put(&mut self, key: u64, position: P, value: Game, key_of: impl Fn(&P) -> u64) {
        if self.filled * 4 >= self.slots.len() * 3 && self.slots.len() < MOST_RECENT {
            self.grow(key_of);
        }
        if let Some(value) = NonZeroU32::new(value.bits()) {
            self.file(key, position, value);
        }
    }

    #[inline]
    fn file(&mut self, key: u64, position: P, value: NonZeroU32) {
        let at = self.place(key);
        if self.slots[at].as_ref().is_some_and(|(known, _)| *known != position) {
            self.slots.swap(at, at ^ 1);
        }
        self.filled += usize::from(self.slots[at].is_none());
        self.slots[at] = Some((position, value));
    }

    #[cold]
    fn grow(&mut self, key_of: impl Fn(&P) -> u64) {
        let factor = if self.slots.len() < LARGE_RECENT { 4 } else { 2 };
        let length = (self.slots.len() * factor).max(FIRST_RECENT);
        let mut old = std::mem::take(&mut self.slots);
        self.slots.resize_with(length, || None);
        self.filled = 0;
        for (position, value) in old.drain(..).flatten() {
            self.file(key_of(&position), position, value);
        }
    }
}

/// One thread's way through the tree.
pub struct Walk<'s, 'c, 'a, R: Rules> {
    table: &'s Values<R::Position>,
    pub(super) rules: &'s R,
    pub(super) worker: Worker<'s, 'c, 'a>,
    pub(super) ticker: Ticker<'c, 'a>,
    /// Which end of a list this thread begins at.
    number: usize,
    frames: Vec<Frame<R::Position>>,
    pub(super) parts: Vec<Part<R::Position>>,
    open: Vec<Open>,
    /// The values of options, as far as they are known, one component after the other.
    values: Vec<Game>,
    expanded: Expanded<R::Position>,
    recent: Recent<R::Position>,
    doubling: Doubling,
    /// What is to be valued: a value and that of the first parts, and how many of these were looked at.
    goal: Game,
    goal_end: usize,
    goal_next: usize,
    /// Components from this size on are large: of their options, those that are seen to be dominated are not valued.
    large: usize,
    pub(super) proofs: Proofs<R::Position>,
}

impl<'s, 'c, 'a, R: Rules> Walk<'s, 'c, 'a, R> {
    pub(super) fn new(
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
            open: Vec::new(),
            values: Vec::new(),
            expanded: Expanded::default(),
            recent: Recent::new(),
            doubling: Doubling::default(),
            goal: Game::ZERO,
            goal_end: 0,
            goal_next: 0,
            large: usize::MAX,
            proofs: Proofs::default(),
        }
    }

    /// Value no more than is needed for the parts of what is to be valued.
    fn leave_out(&mut self) {
        if !self.rules.impartial() {
            let sizes = self.parts.iter().map(|part| self.rules.size(&part.position));
            self.large = self.table.large.unwrap_or_else(|| large_from(sizes.max().unwrap_or(0)));
        }
    }

    fn start(&mut self, position: &R::Position) -> Result<()> {
        if self.rules.goal(position).is_some() {
            return Err(Error::invalid("a game that a position can end has no value"));
        }
        let mut pieces = Vec::new();
        if !self.rules.split(position, &mut pieces) {
            pieces.push(position.clone());
        }
        let mut value = Game::ZERO;
        for piece in pieces {
            value = self.enter(piece, value, true)?;
        }
        (self.goal, self.goal_end) = (value, self.parts.len());
        Ok(())
    }

    /// The value of one position after others.
    fn value(&mut self, position: &R::Position) -> Result<Game> {
        self.ticker.tick()?;
        self.clear();
        self.start(position)?;
        self.run(u64::MAX, None)?;
        self.finish()
    }

    fn clear(&mut self) {
        self.frames.clear();
        self.parts.clear();
        self.open.clear();
        self.values.clear();
        self.goal_next = 0;
    }

    /// The value of a normal component, if it is known or takes no more than `budget` positions.
    pub(super) fn cheap(&mut self, component: &R::Position, budget: u64) -> Result<Option<Game>> {
        if let Some(known) = self.table.get(self.rules, component) {
            return Ok(Some(known));
        }
        if let Some(known) = self.stored(component)? {
            return Ok(Some(known));
        }
        self.clear();
        let (position, piece) = (component.clone(), component.clone());
        self.parts.push(Part { position, negative: false, piece, value: None });
        (self.goal, self.goal_end) = (Game::ZERO, 1);
        if self.run(budget, None)? { self.finish().map(Some) } else { Ok(None) }
    }

    /// Add a component to a value if its own is known; otherwise append it to the parts.
    #[inline(always)]
    fn enter(&mut self, piece: R::Position, value: Game, whole: bool) -> Result<Game> {
        let key = self.rules.key(&piece);
        let known = match self.recent.get(key, &piece) {
            Some(known) => known,
            None => match self.find(key, piece, whole)? {
                Some(known) => known,
                None => return Ok(value),
            },
        };
        if value == Game::ZERO { Ok(known) } else { self.worker.add(value, known) }
    }

    /// The value of a component that was not met lately; if it is not known, the component is appended to the parts.
    fn find(&mut self, key: u64, piece: R::Position, whole: bool) -> Result<Option<Game>> {
        self.ticker.glance()?;
        let (position, negative) = self.rules.normal(&piece);
        let Some(known) = self.told(&position, whole)? else {
            self.parts.push(Part { position, negative, piece, value: None });
            return Ok(None);
        };
        let known = if negative { self.worker.negative(known)? } else { known };
        self.recent.put(key, piece, known, |piece| self.rules.key(piece));
        Ok(Some(known))
    }

    /// The value of a normal component, if it is in the table or the rules can tell it.
    pub(super) fn told(&mut self, component: &R::Position, whole: bool) -> Result<Option<Game>> {
        if let Some(known) = self.table.get(self.rules, component) {
            return Ok(Some(known));
        }
        let control = self.worker.control();
        let Some((number, nimber)) = self.rules.known(component, whole.then_some(control))? else {
            // What lies below is wanted by many, and most of it is valued anyway: then finding a key costs as much as the
            // value does.
            return if whole { self.stored(component) } else { Ok(None) };
        };
        let value = self.worker.universe().nus(Nus { number, ups: 0, nimber }, control)?;
        self.table.put(self.rules, component.clone(), value, control)?;
        Ok(Some(value))
    }

    /// The value of a normal component from the database, if it is there.
    fn stored(&mut self, component: &R::Position) -> Result<Option<Game>> {
        let Some(stored) = self.rules.stored(component) else { return Ok(None) };
        let value = self.table.restored.game(&stored, &mut self.worker)?;
        if let Some(value) = value {
            self.table.put(self.rules, component.clone(), value, self.worker.control())?;
        }
        Ok(value)
    }

    /// Work until the goal's parts are known (true), `budget` components were opened (false), or others are done.
    fn run(&mut self, budget: u64, done: Option<&AtomicBool>) -> Result<bool> {
        let mut opened = 0;
        loop {
            match self.next_task()? {
                Task::Done => return Ok(true),
                Task::Closed => {}
                Task::Open(_) if opened >= budget || done.is_some_and(|done| done.load(Ordering::Relaxed)) => {
                    return Ok(false);
                }
                Task::Open(i) => {
                    opened += 1;
                    self.open(self.parts[i].position.clone(), i)?;
                }
            }
        }
    }

    /// What the last component needs, or the goal.
    fn next_task(&mut self) -> Result<Task> {
        if let Some(&Frame { large: true, .. }) = self.frames.last() {
            return self.next_option();
        }
        loop {
            let (first, count, next) = match self.frames.last() {
                Some(frame) => (frame.parts, self.parts.len() - frame.parts, frame.next),
                None => (0, self.goal_end, self.goal_next),
            };
            if next == count {
                return if self.frames.is_empty() { Ok(Task::Done) } else { self.close().map(|()| Task::Closed) };
            }
            let i = first + if self.number.is_multiple_of(2) { next } else { count - 1 - next };
            // the first has just been looked up
            if !self.is_known(i, next > 0)? {
                return Ok(Task::Open(i));
            }
            match self.frames.last_mut() {
                Some(frame) => frame.next += 1,
                None => self.goal_next += 1,
            }
        }
    }

    /// Is the value of this part known?
    fn is_known(&mut self, i: usize, look_up: bool) -> Result<bool> {
        if self.parts[i].value.is_none()
            && look_up
            && let Some(value) = self.table.get(self.rules, &self.parts[i].position)
        {
            self.learn(i, value)?;
        }
        Ok(self.parts[i].value.is_some())
    }

    /// The value of a piece if it is known or the piece is not large; otherwise its normal form, and whether that is the
    /// negative.
    pub(super) fn soon(&mut self, piece: &R::Position) -> Result<std::result::Result<Game, (R::Position, bool)>> {
        let key = self.rules.key(piece);
        if let Some(known) = self.recent.get(key, piece) {
            return Ok(Ok(known));
        }
        self.ticker.glance()?;
        let (position, negative) = self.rules.normal(piece);
        let known = match self.told(&position, false)? {
            Some(known) => known,
            None if self.rules.size(&position) >= self.large => return Ok(Err((position, negative))),
            None => self.settle(position)?,
        };
        let known = if negative { self.worker.negative(known)? } else { known };
        self.recent.put(key, piece.clone(), known, |piece| self.rules.key(piece));
        Ok(Ok(known))
    }

    /// The value of a normal component that is not large, while others wait.
    fn settle(&mut self, position: R::Position) -> Result<Game> {
        let (i, waiting) = (self.parts.len(), self.frames.len());
        self.parts.push(Part { position: position.clone(), negative: false, piece: position.clone(), value: None });
        self.open(position, i)?;
        while self.frames.len() > waiting {
            if let Task::Open(i) = self.next_task()? {
                self.open(self.parts[i].position.clone(), i)?;
            }
        }
        self.parts.pop().and_then(|part| part.value).ok_or_else(|| Error::invalid("a component without a value"))
    }

    /// The value of the component behind part `i` has been found.
    fn learn(&mut self, i: usize, value: Game) -> Result<()> {
        let part = &mut self.parts[i];
        let value = if part.negative { self.worker.negative(value)? } else { value };
        part.value = Some(value);
        let (rules, piece) = (self.rules, part.piece.clone());
        self.recent.put(rules.key(&piece), piece, value, |piece| rules.key(piece));
        Ok(())
    }

    /// Put a component on the path and list what its moves lead to.
    fn open(&mut self, position: R::Position, part: usize) -> Result<()> {
        self.ticker.tick()?;
        let (parts, open, values) = (self.parts.len(), self.open.len(), self.values.len());
        let mut expanded = std::mem::take(&mut self.expanded);
        self.rules.expand(&position, &mut expanded)?;
        let large = self.rules.size(&position) >= self.large;
        if large {
            self.put_in_order(&mut expanded);
        }
        // what was met lately comes from memory while others are looked up
        for piece in &expanded.parts {
            self.recent.prefetch(self.rules.key(piece));
        }
        let (mut end, mut known) = (0, parts);
        let mut pieces = expanded.parts.drain(..);
        for &next in &expanded.ends {
            let mut value = Game::ZERO;
            while end < next
                && let Some(piece) = pieces.next()
            {
                value = self.enter(piece, value, false)?;
                end += 1;
            }
            if self.parts.len() > known {
                self.open.push(Open { value: self.values.len(), start: known, end: self.parts.len() });
                known = self.parts.len();
            }
            self.values.push(value);
        }
        drop(pieces);
        let rights = values + expanded.lefts;
        self.expanded = expanded;
        self.frames.push(Frame { position, part, parts, open, values, rights, next: 0, large, tried: false });
        if self.doubling.due(self.frames.len()) {
            self.check_path()?;
        }
        Ok(())
    }

    /// All options of the last component are known: make its value.
    fn close(&mut self) -> Result<()> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        for i in if frame.large { 0..0 } else { frame.open..self.open.len() } {
            let Open { value, start, end } = self.open[i];
            self.values[value] = self.total(self.values[value], start, end)?;
        }
        let value = self.worker.game(&self.values[frame.values..frame.rights], &self.values[frame.rights..])?;
        self.parts.truncate(frame.parts);
        self.open.truncate(frame.open);
        self.values.truncate(frame.values);
        self.learn(frame.part, value)?;
        self.table.put(self.rules, frame.position, value, self.worker.control())
    }

    /// A value and some parts, all known.
    fn total(&mut self, mut total: Game, start: usize, end: usize) -> Result<Game> {
        for part in &self.parts[start..end] {
            let value = part.value.ok_or_else(|| Error::invalid("a component without a value"))?;
            total = self.worker.add(total, value)?;
        }
        Ok(total)
    }

    fn finish(&mut self) -> Result<Game> {
        self.total(self.goal, 0, self.goal_end)
    }

    /// Announce the memory that tables take.
    pub(super) fn announce(&self) -> Result<()> {
        self.worker.control().memory(self.table.bytes() + self.proofs.bytes())
    }

    #[cold]
    fn check_path(&mut self) -> Result<()> {
        let stack = self.frames.capacity() * size_of::<Frame<R::Position>>()
            + self.parts.capacity() * size_of::<Part<R::Position>>()
            + self.open.capacity() * size_of::<Open>()
            + self.values.capacity() * size_of::<Game>();
        self.worker.control().memory(self.table.bytes() + 2 * stack as u64)?;
        if repeats(self.frames.iter().map(|frame| &frame.position)) {
            return Err(Error::invalid("positions repeat: a loopy game has no value as a short game"));
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "values_tests.rs"]
pub(crate) mod tests;
