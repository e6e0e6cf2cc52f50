//! Who wins a sum: search on what must be searched, values for the rest.
//!
//! A state is a multiset of *expensive* components, each with a sign, and one value in canonical form that adds up all the
//! *cheap* ones, those whose value is soon worked out. Whoever is to move is called Left: after a move everything is
//! negated. A state without expensive components is decided by comparing its value with zero. Others are cut off when the
//! value beats integers below and above the expensive components, found by counting. Otherwise moves are tried in order of
//! promise, and a move in a number last (number avoidance). A component and its negative cancel. A position that is one
//! component is decided by its options, one by one, where these are cheap.
//!
//! Only for normal play with plain moves. Finished states alone enter the table, so that answers are sound even if the
//! game is loopy; such a game makes the path grow, and at each doubling of its length it is checked for a repetition.
//! Reference: Uiterwijk, "Solving Domineering with combinatorial game theory" (2016); Breuker, Uiterwijk,
//! van den Herik, "Solving 8x8 Domineering" (2000). Games in which moves only take moves away have a search of their own,
//! `shrinking`.

mod single;

use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::rules::{Expanded, Player, Rules, Shrinks, Survey};
use crate::search::expansions::{Expansions, Guess, Part, Total};
use crate::search::path::{Doubling, repeats};
use crate::search::recent::Recent;
use crate::search::results::Results;
use crate::search::shrinking;
use crate::search::threads::{Paused, in_turn, together};
use crate::search::values::{Values, Walk};
use crate::search::who_wins::loopy;
use crate::values::dyadic::Dyadic;
use crate::values::{Game, LEFT, Nus, Universe};
use std::ops::Range;

/// Components that look cheap are valued, unless that takes more than this many positions.
const CHEAP_POSITIONS: u64 = 2000;

/// Guesses that are kept.
const REMEMBERED: usize = 1 << 19;

/// Positions that may be spent on values in vain, besides one for each state and as many as attempts that succeeded were
/// allowed.
const PATIENCE: u64 = 20_000;

/// Bytes that remembered options may take.
const EXPANSION_BYTES: u64 = 512 << 20;

/// States that one thread opens before others join.
const ALONE: u64 = 10_000;

/// Results of finished searches of the *same* rules in one universe.
pub struct SumOutcomes {
    table: Results,
    /// States that one thread opens before others join, and how many threads there may be, if not as many as the rules
    /// allow.
    alone: u64,
    threads: Option<usize>,
}

impl SumOutcomes {
    /// The table may take `max_bytes`.
    #[must_use]
    pub fn new(max_bytes: u64) -> Self {
        SumOutcomes { table: Results::new(max_bytes), alone: ALONE, threads: None }
    }

    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Does `player`, who moves first, win?
    pub fn first_wins<R: Rules>(
        &mut self,
        rules: &R,
        values: (&Universe, &Values<R::Position>),
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<bool> {
        control.memory(self.table.bytes())?;
        // the players of a position that is its own negative have the same chances
        let player = if rules.own_negative(position) { Player::Left } else { player };
        let threads = self.threads.unwrap_or_else(|| rules.threads());
        match rules.shrinking() {
            Some(Shrinks::Narrow(game)) => {
                let mut search = shrinking::Search::new((rules, game), values, &self.table, threads, control);
                search.run(position, player, self.alone)
            }
            Some(Shrinks::Wide(game)) => {
                let mut search = shrinking::Search::new((rules, game), values, &self.table, threads, control);
                search.run(position, player, self.alone)
            }
            None => Search::new(&self.table, rules, values, threads, control).run(position, player, self.alone),
        }
    }

    /// The index of a winning move in the order of `rules.moves`; `None` if there is none.
    pub fn winning_move<R: Rules>(
        &mut self,
        rules: &R,
        values: (&Universe, &Values<R::Position>),
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<Option<usize>> {
        if !self.first_wins(rules, values, position, player, control)? {
            return Ok(None);
        }
        let mut moves = Vec::new();
        rules.moves(position, player, &mut moves)?;
        let mut children = Vec::with_capacity(moves.len());
        for mv in &moves {
            children.push(rules.play(position, mv)?);
        }
        let known = self.known_loss(rules, values, &children, player.opponent(), control)?;
        if known.is_some() {
            return Ok(known);
        }
        for (index, child) in children.iter().enumerate() {
            if !self.first_wins(rules, values, child, player.opponent(), control)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The first of these positions that `player`, to move, is known to lose.
    fn known_loss<R: Rules>(
        &mut self,
        rules: &R,
        values: (&Universe, &Values<R::Position>),
        positions: &[R::Position],
        player: Player,
        control: &Control,
    ) -> Result<Option<usize>> {
        match rules.shrinking() {
            Some(Shrinks::Narrow(game)) => {
                let mut search = shrinking::Search::new((rules, game), values, &self.table, 1, control);
                first_lost(positions, |position| search.known(position, player))
            }
            Some(Shrinks::Wide(game)) => {
                let mut search = shrinking::Search::new((rules, game), values, &self.table, 1, control);
                first_lost(positions, |position| search.known(position, player))
            }
            None => {
                let mut search = Search::new(&self.table, rules, values, 1, control);
                first_lost(positions, |position| search.known(position, player))
            }
        }
    }
}

fn first_lost<P>(positions: &[P], mut known: impl FnMut(&P) -> Result<Option<bool>>) -> Result<Option<usize>> {
    for (index, position) in positions.iter().enumerate() {
        if known(position)? == Some(false) {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// Replaces this component of its parent (or none, for a move in the value) by `parts[start..end]`; negated.
#[derive(Clone, Copy)]
struct Child {
    key: u128,
    total: Total,
    order: i64,
    replaced: usize,
    start: usize,
    end: usize,
}

const VALUE: usize = usize::MAX;

/// Compiled once, and not for every kernel.
fn in_order(children: &mut [Child]) {
    children.sort_unstable_by_key(|child| (-child.order, child.start));
}

/// A node on the path. Its components are `parts[start..end]`, what its children add lies behind them.
#[derive(Clone, Copy)]
struct Frame {
    key: u128,
    total: Total,
    start: usize,
    end: usize,
    /// Where its children begin, and the next to try.
    children: usize,
    next: usize,
    begun: u64,
}

struct Search<'s, 'c, 'a, R: Rules> {
    table: &'s Results,
    rules: &'s R,
    values: (&'s Universe, &'s Values<R::Position>),
    /// The number of this thread, and how many there may be.
    thread: (usize, usize),
    /// Values components, and works on values.
    walk: Walk<'s, 'c, 'a, R>,
    control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    impartial: bool,
    /// Components that were found too expensive to value lately, by a part of the fingerprint: what was guessed of them.
    expensive: Recent<Guess>,
    known: Expansions<R::Position>,
    parts: Vec<Part<R::Position>>,
    children: Vec<Child>,
    frames: Vec<Frame>,
    pieces: Vec<R::Position>,
    expanded: Expanded<R::Position>,
    nodes: u64,
    /// Positions that were spent on values in vain.
    wasted: u64,
    doubling: Doubling,
}

impl<'s, 'c, 'a, R: Rules> Search<'s, 'c, 'a, R> {
    fn new(
        table: &'s Results,
        rules: &'s R,
        values: (&'s Universe, &'s Values<R::Position>),
        threads: usize,
        control: &'c Control<'a>,
    ) -> Self {
        Search {
            table,
            rules,
            values,
            thread: (0, threads),
            walk: Walk::new(values.1, rules, values.0, 0, control),
            control,
            ticker: control.ticker(),
            impartial: rules.impartial(),
            expensive: Recent::new(REMEMBERED),
            known: Expansions::new(
                control.memory_limit().map_or(EXPANSION_BYTES, |limit| EXPANSION_BYTES.min(limit / 4 / threads as u64)),
            ),
            parts: Vec::new(),
            children: Vec::new(),
            frames: Vec::new(),
            pieces: Vec::new(),
            expanded: Expanded::default(),
            nodes: 0,
            wasted: 0,
            doubling: Doubling::default(),
        }
    }

    fn key(&self, total: &Total) -> u128 {
        const UNIT: u128 = 0xC2B2_AE3D_27D4_EB4F_1656_67B1_9E37_79F9;
        total.sum.wrapping_add(UNIT.wrapping_mul(u128::from(total.value.bits())))
    }

    /// Sums are keyed by the multiset of components, impartial ones by the set that is left when equal pairs cancel.
    fn combine(&self, a: u128, b: u128) -> u128 {
        if self.impartial { a ^ b } else { a.wrapping_add(b) }
    }

    fn negated(&self, sum: u128) -> u128 {
        if self.impartial { sum } else { sum.wrapping_neg() }
    }

    fn negative(&mut self, total: &Total) -> Result<Total> {
        Ok(Total {
            sum: self.negated(total.sum),
            value: self.walk.worker.negative(total.value)?,
            guess: total.guess.negative(),
        })
    }

    fn add(&mut self, a: &Total, b: &Total) -> Result<Total> {
        Ok(Total {
            sum: self.combine(a.sum, b.sum),
            value: self.walk.worker.add(a.value, b.value)?,
            guess: a.guess.plus(b.guess),
        })
    }

    /// Append the expensive components of a position, seen from Left, and add everything up.
    fn enter(&mut self, position: &R::Position) -> Result<Total> {
        let mut pieces = std::mem::take(&mut self.pieces);
        if !self.rules.split(position, &mut pieces) {
            pieces.push(position.clone());
        }
        let mut total = Total::default();
        for piece in pieces.drain(..) {
            let one = self.enter_piece(piece, true)?;
            total = self.add(&total, &one)?;
        }
        self.pieces = pieces;
        Ok(total)
    }

    /// The expensive component is appended, `whole` if it belongs to the position that was asked for.
    fn enter_piece(&mut self, piece: R::Position, whole: bool) -> Result<Total> {
        let (position, negative) = self.rules.normal(&piece);
        let mut known = None;
        if let Some((number, nimber)) = self.rules.known(&position, None)? {
            known = Some(self.walk.worker.universe().nus(Nus { number, ups: 0, nimber }, self.control)?);
        } else if whole {
            known = self.walk.told(&position, true)?;
        }
        if let Some(value) = known {
            let value = if negative { self.walk.worker.negative(value)? } else { value };
            return Ok(Total { value, ..Total::default() });
        }
        let fingerprint = self.rules.fingerprint(&position);
        let guess = match self.expensive.get(fingerprint) {
            Some(&guess) => guess,
            None => {
                let survey = self.rules.survey(&position)?;
                let cheap = if survey.cheap { self.soon(&position, CHEAP_POSITIONS)? } else { None };
                if let Some(value) = cheap {
                    let value = if negative { self.walk.worker.negative(value)? } else { value };
                    return Ok(Total { value, ..Total::default() });
                }
                let guess = Guess { low: survey.low, high: survey.high, promise: survey.guess, moves: survey.moves };
                self.expensive.put(fingerprint, guess);
                guess
            }
        };
        let total = Total { sum: fingerprint, value: Game::ZERO, guess };
        self.parts.push(Part { position, fingerprint, negative, guess });
        if negative { self.negative(&total) } else { Ok(total) }
    }

    /// The value of a component, if it takes no more than `budget` positions. Where many attempts fail, as in games whose
    /// positions have few moves and are deep, they are made less often.
    fn soon(&mut self, component: &R::Position, budget: u64) -> Result<Option<Game>> {
        if self.wasted > PATIENCE + self.nodes {
            return Ok(None);
        }
        let found = self.walk.cheap(component, budget)?;
        self.wasted = if found.is_none() { self.wasted + budget } else { self.wasted.saturating_sub(budget) };
        Ok(found)
    }

    /// Does Left, to move, win? As far as values and bounds tell.
    fn settled(&mut self, total: &Total, parts: usize) -> Result<Option<bool>> {
        if parts == 0 {
            return Ok(Some(!self.walk.worker.le(total.value, Game::ZERO)?));
        }
        let Guess { low, high, .. } = total.guess;
        if low > -Survey::UNKNOWN / 2 && !self.at_most(total.value, -low)? {
            return Ok(Some(true));
        }
        if high < Survey::UNKNOWN / 2 && self.at_most(total.value, -high)? {
            return Ok(Some(false));
        }
        Ok(None)
    }

    /// value <= n / 16?
    fn at_most(&mut self, value: Game, n: i64) -> Result<bool> {
        let number = self.walk.worker.universe().number(Dyadic::new(n, 4)?, self.control)?;
        self.walk.worker.le(value, number)
    }

    /// The root, with `player` called Left.
    fn root(&mut self, position: &R::Position, player: Player) -> Result<Total> {
        let mut total = self.enter(position)?;
        if player == Player::Right {
            total = self.negative(&total)?;
            for part in &mut self.parts {
                part.negative = !part.negative;
            }
        }
        Ok(total)
    }

    /// What values, bounds and the table tell at once: does `player`, to move, win?
    fn known(&mut self, position: &R::Position, player: Player) -> Result<Option<bool>> {
        self.ticker.glance()?;
        let total = self.root(position, player)?;
        let settled = self.settled(&total, self.parts.len())?;
        self.parts.clear();
        Ok(settled.or_else(|| self.table.get(self.key(&total))))
    }

    /// Does `player`, to move, win? After `alone` states other threads help.
    fn run(&mut self, position: &R::Position, player: Player, alone: u64) -> Result<bool> {
        let Search { table, rules, values, control, thread: (_, threads), .. } = *self;
        let begin = |search: &mut Self| search.begin(position, player);
        let other =
            |thread| Search { thread: (thread, threads), ..Search::new(table, rules, values, threads, control) };
        together(self, threads, alone, begin, other)
    }

    /// Put a position on the path, unless it is settled.
    fn begin(&mut self, position: &R::Position, player: Player) -> Result<Option<bool>> {
        if self.thread.0 == 0
            && let Some(wins) = self.by_options(position, player)?
        {
            self.ticker.tick()?;
            return Ok(Some(wins));
        }
        let total = self.root(position, player)?;
        let key = self.key(&total);
        if let Some(answer) = self.settled(&total, self.parts.len())? {
            return Ok(Some(answer));
        }
        if let Some(wins) = self.table.get(key) {
            return Ok(Some(wins));
        }
        let root = Child { key, total, order: 0, replaced: VALUE, start: 0, end: 0 };
        let end = self.parts.len();
        if self.push(root, 0, end, false)? { self.pop(true).map(Some) } else { Ok(None) }
    }

    /// Put a child of the state `parts[from..to]` on the path and make its own children; true if one wins at once.
    fn push(&mut self, child: Child, from: usize, to: usize, negate: bool) -> Result<bool> {
        self.ticker.tick()?;
        self.nodes += 1;
        let start = self.parts.len();
        for i in (from..to).filter(|&i| i != child.replaced).chain(child.start..child.end) {
            let mut part = self.parts[i].clone();
            part.negative ^= negate;
            self.parts.push(part);
        }
        self.parts[start..].sort_unstable_by_key(|part| (part.fingerprint, part.negative));
        self.cancel_pairs(start);
        let frame = Frame {
            key: child.key,
            total: child.total,
            start,
            end: self.parts.len(),
            children: self.children.len(),
            next: self.children.len(),
            begun: self.nodes,
        };
        self.frames.push(frame);
        if self.doubling.due(self.frames.len()) {
            self.check_path()?;
        }
        if self.expand(frame)? {
            return Ok(true);
        }
        in_order(&mut self.children[frame.children..]);
        Ok(false)
    }

    /// A component and its negative are worth nothing together (impartial ones are their own negatives).
    fn cancel_pairs(&mut self, start: usize) {
        let mut kept = start;
        for i in start..self.parts.len() {
            self.parts.swap(kept, i);
            // equal fingerprints are neighbours, positive ones first; match the last positive with this negative
            let pair = kept > start
                && self.parts[kept].position == self.parts[kept - 1].position
                && (self.impartial || self.parts[kept].negative != self.parts[kept - 1].negative);
            if pair {
                kept -= 1;
            } else {
                kept += 1;
            }
        }
        self.parts.truncate(kept);
    }

    /// Make the children that are not settled yet; true if one of them is lost for its mover.
    fn expand(&mut self, frame: Frame) -> Result<bool> {
        for i in frame.start..frame.end {
            let (fingerprint, negative) = (self.parts[i].fingerprint, self.parts[i].negative);
            if i > frame.start && fingerprint == self.parts[i - 1].fingerprint && negative == self.parts[i - 1].negative
            {
                continue;
            }
            let rest = self.rest(&frame, i);
            let mover = if negative { Player::Right } else { Player::Left };
            for number in self.options(i, mover)? {
                self.ticker.glance()?;
                let option = self.known.option(number);
                let start = self.parts.len();
                self.parts.extend_from_slice(self.known.parts_of(option));
                let mut total = option.total;
                if negative {
                    for part in &mut self.parts[start..] {
                        part.negative = !part.negative;
                    }
                    total = self.negative(&total)?;
                }
                let total = self.add(&rest, &total)?;
                let parts = frame.end - frame.start - 1 + self.parts.len() - start;
                if self.offer(&total, i, start, parts)? {
                    return Ok(true);
                }
            }
        }
        let number = self.walk.worker.is_number(frame.total.value);
        for option in self.walk.worker.options(frame.total.value, LEFT)? {
            let total = Total { value: option, ..frame.total };
            let (start, parts) = (self.parts.len(), frame.end - frame.start);
            if self.offer(&total, VALUE, start, parts)? {
                return Ok(true);
            }
            if number && let Some(child) = self.children.last_mut() {
                child.order = i64::MIN / 2;
            }
        }
        Ok(self.look_up(frame))
    }

    /// The state without one of its components.
    fn rest(&self, frame: &Frame, i: usize) -> Total {
        let Part { fingerprint, negative, guess, .. } = self.parts[i];
        let (sum, guess) = if negative { (self.negated(fingerprint), guess.negative()) } else { (fingerprint, guess) };
        Total {
            sum: self.combine(frame.total.sum, self.negated(sum)),
            value: frame.total.value,
            guess: frame.total.guess.minus(guess),
        }
    }

    /// The options of component `i` (not of its negative), opened once and remembered.
    fn options(&mut self, i: usize, player: Player) -> Result<Range<usize>> {
        let side = if player == Player::Left || self.impartial { 0 } else { u128::MAX };
        let key = self.parts[i].fingerprint ^ side;
        if let Some(known) = self.known.find(key) {
            return Ok(known);
        }
        self.known.make_room();
        let mut expanded = std::mem::take(&mut self.expanded);
        let position = self.parts[i].position.clone();
        self.rules.expand(&position, &mut expanded)?;
        let (from, to) = if side == 0 { (0, expanded.lefts) } else { (expanded.lefts, expanded.ends.len()) };
        let mut end = if from == 0 { 0 } else { expanded.ends[from - 1] };
        let first = self.known.len();
        let mut pieces = expanded.parts.drain(..).skip(end);
        for &next in &expanded.ends[from..to] {
            self.ticker.glance()?;
            let start = self.parts.len();
            let mut total = Total::default();
            for piece in pieces.by_ref().take(next - end) {
                let one = self.enter_piece(piece, false)?;
                total = self.add(&total, &one)?;
            }
            end = next;
            self.known.add(first, total, &self.parts[start..]);
            self.parts.truncate(start);
        }
        drop(pieces);
        self.expanded = expanded;
        Ok(self.known.file(key, first))
    }

    /// Keep a child, given before it is negated, unless it is settled; true if its mover loses.
    fn offer(&mut self, total: &Total, replaced: usize, start: usize, parts: usize) -> Result<bool> {
        let order = self.order(total)?;
        let total = self.negative(total)?;
        match self.settled(&total, parts)? {
            Some(false) => return Ok(true),
            Some(true) => {
                self.parts.truncate(start);
                return Ok(false);
            }
            None => {}
        }
        let key = self.key(&total);
        self.children.push(Child { key, total, order, replaced, start, end: self.parts.len() });
        Ok(false)
    }

    /// How good a state looks for Left, who has just moved there: stops and guesses, and of equals the one that leaves
    /// fewer moves to search.
    fn order(&self, total: &Total) -> Result<i64> {
        let mut order = total.guess.promise / 2;
        for side in [0, 1] {
            let stop = self.walk.worker.stop(total.value, side);
            order += stop.packed().map_or(0, |stop| stop.scaled() >> 11);
        }
        Ok((order << 16) - total.guess.moves)
    }

    /// Look up all children in one tight loop, in which the cache misses overlap, and drop those that are settled; true
    /// if one of them is lost for its mover.
    fn look_up(&mut self, frame: Frame) -> bool {
        let mut kept = frame.children;
        for i in frame.children..self.children.len() {
            match self.table.get(self.children[i].key) {
                Some(false) => return true,
                Some(true) => {}
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
    fn pop(&mut self, wins: bool) -> Result<bool> {
        if let Some(frame) = self.take_off() {
            let effort = self.nodes - frame.begun + 1;
            self.table.put(frame.key, wins, effort, self.control)?;
        }
        Ok(wins)
    }

    fn take_off(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.parts.truncate(frame.start);
        self.children.truncate(frame.children);
        Some(frame)
    }

    #[cold]
    fn check_path(&mut self) -> Result<()> {
        let stack = self.frames.capacity() * size_of::<Frame>()
            + self.children.capacity() * size_of::<Child>()
            + self.parts.capacity() * size_of::<Part<R::Position>>();
        let own = self.known.bytes() + 2 * stack as u64;
        self.control.memory(self.table.bytes() + own * self.thread.1 as u64)?;
        if repeats(self.frames.iter().map(|frame| frame.key)) { Err(loopy()) } else { Ok(()) }
    }
}

impl<R: Rules> Paused for Search<'_, '_, '_, R> {
    fn opened(&self) -> u64 {
        self.nodes
    }

    fn is_done(&self) -> bool {
        self.frames.is_empty()
    }

    fn step(&mut self, answer: Option<bool>) -> Result<Option<bool>> {
        let Some(&top) = self.frames.last() else { return Ok(answer) };
        // a child that its mover loses is won for the node
        let wins = answer == Some(false);
        if wins || top.next == self.children.len() {
            return self.pop(wins).map(Some);
        }
        if top.next == top.children + 1 {
            in_turn(&mut self.children[top.next..], self.thread);
        }
        let child = self.children[top.next];
        if let Some(frame) = self.frames.last_mut() {
            frame.next += 1;
        }
        if let Some(known) = self.table.get(child.key) {
            return Ok(Some(known));
        }
        if self.push(child, top.start, top.end, true)? { self.pop(true).map(Some) } else { Ok(None) }
    }

    fn decided(&mut self) -> Option<bool> {
        let (i, wins) =
            (0..self.frames.len()).find_map(|i| self.table.get(self.frames[i].key).map(|wins| (i, wins)))?;
        self.frames.truncate(i + 1);
        self.take_off();
        Some(wins)
    }
}

#[cfg(test)]
#[path = "sums_tests.rs"]
mod tests;
