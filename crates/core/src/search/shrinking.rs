//! Who wins a sum in which moves only take moves away: sets of moves, bounds at a glance, and few values.
//!
//! A state is a set of moves ([`Moves`]). Each of its components is bounded from below for both players: by its value
//! where that is soon worked out, otherwise by tying one hand. Who promises not to cross some lines of the board is left
//! with bands in which both play on as before, and the value of the whole is at least the sum of theirs. What is kept of
//! a value is its [`Climate`]: those of all components decide most states without a search. The bands of a board come
//! back again and again, in all of its positions, so that a bound is a few look-ups.
//!
//! Moves are tried in order of what they gain: for each player, the most moves that can be made, and those that the
//! opponent cannot take away once more. Only the move that is tried next is looked at closer. States are kept by the
//! normal forms of their components, so that a state and its negative are one.
//! References: Bullock, "Domineering: Solving large combinatorial search spaces" (2002), for this order; Uiterwijk,
//! "Solving Domineering with combinatorial game theory" (2016); Lachmann, Moore & Rapaport, "Who wins Domineering on
//! rectangular boards?" (2000), for the tied hand.

use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::moves::{Moves, Set, each, only};
use crate::rules::{Player, Rules, Shrinking};
use crate::search::climate::Climate;
use crate::search::recent::Recent;
use crate::search::table::Table;
use crate::search::values::{Values, Walk};
use crate::values::{Game, Nus, Universe};
use std::ops::Range;

/// Components with at most this many moves are valued,
const CHEAP_MOVES: u32 = 14;
/// and the pieces of a band, if they all have at most this many;
const PIECE_MOVES: u32 = 22;
/// unless that takes more than this many positions.
const CHEAP_POSITIONS: u64 = 2000;

/// Rows or columns of a band, at most, at a first and at a second look: most states need no second.
const LOOKS: [usize; 2] = [2, 3];

/// Components, bands and values that are remembered, of each, unless memory is limited:
const REMEMBERED: usize = 1 << 18;
/// then they take this part of it.
const SHARE: u64 = 4;
const LEAST_REMEMBERED: usize = 1 << 10;

/// What is known about a component.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Of its normal form; the negative of that if the normal form is its negative.
    fingerprint: Option<u128>,
    /// What lies below it, at each look and seen from each side.
    below: [[Option<Climate>; 2]; 2],
    value: Option<Game>,
}

#[derive(Clone, Copy)]
struct Part {
    moves: Set,
    seen: Seen,
}

#[derive(Clone, Copy)]
struct Child {
    order: i32,
    number: u32,
    safe: Set,
}

/// Compiled once, and not for every kernel.
fn in_order(children: &mut [Child]) {
    children.sort_unstable_by_key(|child| (-child.order, child.number));
}

/// A state on the path: its components are `parts[start..end]`, and its children `children[first..]`.
struct Frame {
    key: u128,
    moves: Set,
    player: Player,
    start: usize,
    end: usize,
    first: usize,
    next: usize,
    begun: u64,
}

/// What is seen of a state.
enum Glance {
    /// Whoever moves wins, or loses.
    Settled(bool),
    /// It has to be searched, and is filed under this key.
    Open(u128),
}

/// Different keys for different sets, with well-mixed lower halves.
#[inline(always)]
fn mixed(set: Set) -> u128 {
    const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    set.wrapping_mul(ODD).rotate_right(64)
}

pub(super) struct Search<'s, 'c, 'a, R: Rules> {
    rules: &'s R,
    game: &'s dyn Shrinking<R::Position>,
    moves: &'s Moves,
    table: &'s mut Table,
    /// Values components, and works on values.
    walk: Walk<'s, 'c, 'a, R>,
    control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    seen: Recent<Seen>,
    /// What lies below bands, by player; nothing where that takes too long.
    bands: [Recent<Option<Climate>>; 2],
    /// Of pieces in normal form.
    valued: Recent<Option<([Climate; 2], Game)>>,
    parts: Vec<Part>,
    pieces: Vec<Set>,
    children: Vec<Child>,
    frames: Vec<Frame>,
    worths: Vec<i32>,
    /// What lies below the part of a component in front of each line.
    best: Vec<Option<Climate>>,
    nodes: u64,
}

impl<'s, 'c, 'a, R: Rules> Search<'s, 'c, 'a, R> {
    /// The table holds results of the same rules.
    pub(super) fn new(
        (rules, game): (&'s R, &'s dyn Shrinking<R::Position>),
        (universe, values): (&'s Universe, &'s Values<R::Position>),
        table: &'s mut Table,
        control: &'c Control<'a>,
    ) -> Self {
        let entry = size_of::<(u128, Seen)>()
            + 2 * size_of::<(u128, Option<Climate>)>()
            + size_of::<(u128, Option<([Climate; 2], Game)>)>();
        let share = control.memory_limit().map_or(REMEMBERED, |limit| (limit / SHARE) as usize / entry);
        let remembered = (1 << share.max(1).ilog2()).clamp(LEAST_REMEMBERED, REMEMBERED);
        Search {
            rules,
            game,
            moves: game.moves(),
            table,
            walk: Walk::new(values, rules, universe, 0, control),
            control,
            ticker: control.ticker(),
            seen: Recent::new(remembered),
            bands: [Recent::new(remembered), Recent::new(remembered)],
            valued: Recent::new(remembered),
            parts: Vec::new(),
            pieces: Vec::new(),
            children: Vec::new(),
            frames: Vec::new(),
            worths: Vec::new(),
            best: Vec::new(),
            nodes: 0,
        }
    }

    /// Does `player`, to move, win? As far as that is seen or known.
    pub(super) fn known(&mut self, position: &R::Position, player: Player) -> Result<Option<bool>> {
        let moves = self.game.legal(position);
        let start = self.parts.len();
        self.enter(moves);
        let glance = self.glance(start..self.parts.len(), player)?;
        self.parts.truncate(start);
        Ok(match glance {
            Glance::Settled(wins) => Some(wins),
            Glance::Open(_) => None,
        })
    }

    /// Does `player`, to move, win?
    pub(super) fn run(&mut self, position: &R::Position, player: Player) -> Result<bool> {
        let moves = self.game.legal(position);
        self.enter(moves);
        let key = match self.glance(0..self.parts.len(), player)? {
            Glance::Settled(wins) => return Ok(wins),
            Glance::Open(key) => key,
        };
        self.push(key, moves, self.moves.safe(moves), player, 0)?;
        let mut answer = None;
        while let Some(top) = self.frames.last_mut() {
            // a child that its mover loses is won for the state
            let wins = answer.take() == Some(false);
            if wins || top.next == self.children.len() {
                answer = Some(self.pop(wins)?);
                continue;
            }
            let child = self.children[top.next];
            top.next += 1;
            let (m, player, state, parts) = (child.number as usize, top.player, top.moves, top.start..top.end);
            let start = self.parts.len();
            for i in parts {
                let part = self.parts[i];
                if part.moves & only(m) == 0 {
                    self.parts.push(part);
                } else {
                    self.enter(self.moves.after(part.moves, m));
                }
            }
            match self.glance(start..self.parts.len(), player.opponent())? {
                Glance::Settled(wins) => {
                    self.parts.truncate(start);
                    answer = Some(wins);
                }
                Glance::Open(key) => {
                    self.push(key, self.moves.after(state, m), child.safe, player.opponent(), start)?;
                }
            }
        }
        Ok(answer.unwrap_or(false))
    }

    /// Append the components of a set of moves.
    fn enter(&mut self, moves: Set) {
        let (parts, seen) = (&mut self.parts, &self.seen);
        self.moves.components(moves, |moves| {
            let seen = seen.get(mixed(moves)).copied().unwrap_or_default();
            parts.push(Part { moves, seen });
        });
    }

    fn remember(&mut self, i: usize) {
        let Part { moves, seen } = self.parts[i];
        self.seen.put(mixed(moves), seen);
    }

    /// Look at a state: bounds first, then the sum of values, then what was found before.
    fn glance(&mut self, parts: Range<usize>, player: Player) -> Result<Glance> {
        self.ticker.glance()?;
        for look in 0..LOOKS.len() {
            if self.below(parts.clone(), player.opponent(), look)?.wins_second() {
                return Ok(Glance::Settled(false));
            }
            if self.below(parts.clone(), player, look)?.wins_first() {
                return Ok(Glance::Settled(true));
            }
        }
        if self.parts[parts.clone()].iter().all(|part| part.seen.value.is_some()) {
            let mut total = Game::ZERO;
            for value in self.parts[parts].iter().filter_map(|part| part.seen.value) {
                total = self.walk.worker.add(total, value)?;
            }
            let (a, b) = if player == Player::Left { (total, Game::ZERO) } else { (Game::ZERO, total) };
            return Ok(Glance::Settled(!self.walk.worker.le(a, b)?));
        }
        let mut key = 0_u128;
        for i in parts {
            key = key.wrapping_add(self.fingerprint(i));
        }
        // whoever moves is called Left
        let key = if player == Player::Left { key } else { key.wrapping_neg() };
        Ok(self.table.get(key).map_or(Glance::Open(key), |value| Glance::Settled(value != 0)))
    }

    fn fingerprint(&mut self, i: usize) -> u128 {
        if let Some(known) = self.parts[i].seen.fingerprint {
            return known;
        }
        let (normal, negative) = self.rules.normal(&self.game.position(self.parts[i].moves));
        let found = self.rules.fingerprint(&normal);
        let found = if negative { found.wrapping_neg() } else { found };
        self.parts[i].seen.fingerprint = Some(found);
        self.remember(i);
        found
    }

    /// What lies below some components, seen by a player.
    fn below(&mut self, parts: Range<usize>, player: Player, look: usize) -> Result<Climate> {
        let mut sum = Climate::default();
        for i in parts {
            sum = sum.plus(match self.parts[i].seen.below[look][player as usize] {
                Some(known) => known,
                None => self.below_part(i, player, look)?,
            });
        }
        Ok(sum)
    }

    fn below_part(&mut self, i: usize, player: Player, look: usize) -> Result<Climate> {
        let Part { moves, mut seen } = self.parts[i];
        let cheap = moves.count_ones() <= CHEAP_MOVES && seen.below.as_flattened().iter().all(Option::is_none);
        let valued = if cheap { self.valued(moves)? } else { None };
        let found = match valued {
            Some((climates, value)) => {
                seen.below = [climates.map(Some); 2];
                seen.value = Some(value);
                climates[player as usize]
            }
            None => {
                let found = self.tied(moves, player, LOOKS[look])?;
                seen.below[look][player as usize] = Some(found);
                if self.moves.bands(player).is_empty() {
                    seen.below.iter_mut().for_each(|below| below[player as usize] = Some(found));
                }
                found
            }
        };
        self.parts[i].seen = seen;
        self.remember(i);
        Ok(found)
    }

    /// The value of a component, if it is soon worked out, and what there is to know about it and about its negative.
    fn valued(&mut self, moves: Set) -> Result<Option<([Climate; 2], Game)>> {
        let (normal, negative) = self.rules.normal(&self.game.position(moves));
        let fingerprint = self.rules.fingerprint(&normal);
        let found = match self.valued.get(fingerprint) {
            Some(&known) => known,
            None => {
                let value = match self.rules.known(&normal, None)? {
                    Some((number, nimber)) => {
                        Some(self.walk.worker.universe().nus(Nus { number, ups: 0, nimber }, self.control)?)
                    }
                    None => self.walk.cheap(&normal, CHEAP_POSITIONS)?,
                };
                let found = match value {
                    Some(value) => Some((Climate::of(&*self.walk.worker.thermograph(value)?), value)),
                    None => None,
                };
                self.valued.put(fingerprint, found);
                found
            }
        };
        Ok(match found {
            Some(([own, other], value)) if negative => Some(([other, own], self.walk.worker.negative(value)?)),
            found => found,
        })
    }

    /// What lies below a component when one hand of the player is tied; what counting tells where there are no lines.
    fn tied(&mut self, moves: Set, player: Player, wide: usize) -> Result<Climate> {
        let bands = self.moves.bands(player);
        let mut best = std::mem::take(&mut self.best);
        best.clear();
        best.push(Some(Climate::default()));
        for band in bands.iter().filter(|band| band.to - band.from <= wide) {
            best.resize(best.len().max(band.to + 1), None);
            let Some(before) = best[band.from] else { continue };
            let inside = moves & band.moves;
            let sum = match if inside == 0 { Some(Climate::default()) } else { self.band(inside, player)? } {
                Some(below) => before.plus(below),
                None => continue,
            };
            best[band.to] = Some(best[band.to].map_or(sum, |known| known.or(sum)));
        }
        let found = if bands.is_empty() { None } else { best.last().copied().flatten() };
        self.best = best;
        if let Some(found) = found {
            return Ok(found);
        }
        let survey = self.rules.survey(&self.game.position(moves))?;
        Ok(Climate::number(if player == Player::Left { survey.low } else { -survey.high }))
    }

    /// What lies below the moves of a band, if their values are soon worked out.
    fn band(&mut self, moves: Set, player: Player) -> Result<Option<Climate>> {
        if let Some(&known) = self.bands[player as usize].get(mixed(moves)) {
            return Ok(known);
        }
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        self.moves.components(moves, |piece| pieces.push(piece));
        let mut below = Some(Climate::default());
        if pieces.iter().any(|piece| piece.count_ones() > PIECE_MOVES) {
            below = None;
        }
        for &piece in &pieces {
            let Some(sum) = below else { break };
            self.ticker.glance()?;
            below = self.valued(piece)?.map(|(climates, _)| sum.plus(climates[player as usize]));
        }
        self.pieces = pieces;
        self.bands[player as usize].put(mixed(moves), below);
        Ok(below)
    }

    /// Put a state on the path and its children in order; its components are the last from `start` on.
    fn push(&mut self, key: u128, moves: Set, safe: Set, player: Player, start: usize) -> Result<()> {
        self.ticker.tick()?;
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 12) {
            self.control.memory(self.bytes())?;
        }
        let first = self.children.len();
        let (end, begun) = (self.parts.len(), self.nodes);
        self.frames.push(Frame { key, moves, player, start, end, first, next: first, begun });
        self.moves.worths(moves, safe, &mut self.worths);
        for m in each(moves & self.moves.own(player)) {
            let after = self.moves.after(moves, m);
            let safe = self.moves.safe_after(safe, after, m);
            let gain = self.moves.gain(&self.worths, m, after, safe);
            let order = if player == Player::Left { gain } else { -gain };
            self.children.push(Child { order, number: m as u32, safe });
        }
        in_order(&mut self.children[first..]);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let bands: u64 = self.bands.iter().map(Recent::bytes).sum();
        self.table.bytes() + self.seen.bytes() + bands + self.valued.bytes()
    }

    /// Store the result of the last state and take it off the path.
    fn pop(&mut self, wins: bool) -> Result<bool> {
        if let Some(frame) = self.frames.pop() {
            self.parts.truncate(frame.start);
            self.children.truncate(frame.first);
            let effort = self.nodes - frame.begun + 1;
            self.table.put(frame.key, u32::from(wins), effort, self.control)?;
        }
        Ok(wins)
    }
}
