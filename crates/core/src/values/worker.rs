//! Comparison and canonical forms: what one thread does with a universe.
//!
//! A [`Worker`] holds the caches of comparisons and sums. Everything is iterative. `G <= H` unless some left option of
//! G is >= H or some right option of H is <= G; stops settle most pairs at once, since G <= H implies that both stops of
//! G are at most those of H, and the converse holds if G's left stop is below H's right stop. A canonical form is made
//! in three steps: numbers are recognised by the simplest-number rule on stops, dominated options are deleted, and
//! reversible ones are bypassed until none is left (Siegel, *Combinatorial Game Theory*, II.2).

use super::cache::{Orders, Sums};
use super::dyadic::Dyadic;
use super::nus::{Nus, Packed};
use super::sums::too_many_ups;
use super::universe::{Game, MOST_OPTIONS, Universe, too_many};
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use std::cmp::Ordering as Order;
use std::ops::Bound;
use std::sync::atomic::Ordering;

pub const LEFT: usize = 0;
pub const RIGHT: usize = 1;

/// What a worker remembers between jobs.
#[derive(Default)]
pub struct Memory {
    pub(super) orders: Orders,
    pub(super) sums: Sums,
    /// Games that were under construction, for their names.
    pub(super) built: u64,
}

pub struct Worker<'u, 'c, 'a> {
    pub(super) universe: &'u Universe,
    pub(super) memory: Memory,
    pub(super) control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    /// The options of the game under construction, its name and its stops.
    raw: [Vec<Game>; 2],
    raw_name: Game,
    raw_stops: [Game; 2],
    frames: Vec<Frame>,
    ranked: Vec<Ranked>,
}

/// An option and its stops on the scale of packed numbers, or [`WIDE`].
#[derive(Clone, Copy)]
struct Ranked {
    game: Game,
    stops: [i64; 2],
}

const WIDE: [i64; 2] = [i64::MIN; 2];

/// Is `g <= h`? The options before `next` do not deny it.
#[derive(Clone, Copy)]
struct Frame {
    g: Game,
    h: Game,
    next: usize,
}

impl Drop for Worker<'_, '_, '_> {
    fn drop(&mut self) {
        self.universe.return_memory(std::mem::take(&mut self.memory));
    }
}

impl<'u, 'c, 'a> Worker<'u, 'c, 'a> {
    pub fn new(universe: &'u Universe, control: &'c Control<'a>) -> Self {
        Worker {
            universe,
            memory: universe.take_memory(),
            control,
            ticker: control.ticker(),
            raw: [Vec::new(), Vec::new()],
            raw_name: Game::raw(0),
            raw_stops: [Game::ZERO; 2],
            frames: Vec::new(),
            ranked: Vec::new(),
        }
    }

    pub fn universe(&self) -> &'u Universe {
        self.universe
    }

    pub fn control(&self) -> &'c Control<'a> {
        self.control
    }

    #[inline]
    pub(super) fn tick(&mut self) -> Result<()> {
        self.ticker.tick()
    }

    // Options and stops ----------------------------------------------------------------------------------------------

    pub fn options(&self, game: Game, side: usize) -> Result<Vec<Game>> {
        self.universe.options(game, side, self.control)
    }

    #[inline]
    fn count(&self, game: Game, side: usize) -> Result<usize> {
        if let Some(packed) = game.packed() {
            Ok(packed.count(side))
        } else if game.is_raw() {
            Ok(self.raw[side].len())
        } else {
            match self.universe.stored(game, side).len() {
                0 => match self.universe.as_nus(game).map_or(0, |nus| nus.count(side)) {
                    n if n > MOST_OPTIONS => Err(too_many(n)),
                    n => Ok(n),
                },
                n => Ok(n),
            }
        }
    }

    #[inline]
    fn option(&self, game: Game, side: usize, i: usize) -> Result<Game> {
        if let Some(packed) = game.packed() {
            return Ok(packed.option(side, i).into());
        }
        if game.is_raw() {
            return Ok(self.raw[side][i]);
        }
        match self.universe.stored(game, side).get(i) {
            Some(word) => Ok(Game::from_bits(word.load(Ordering::Relaxed))),
            None => match self.universe.as_nus(game) {
                Some(nus) => self.universe.nus(nus.option(side, i), self.control),
                None => Err(Error::invalid("no such option")),
            },
        }
    }

    #[inline]
    pub fn stop(&self, game: Game, side: usize) -> Game {
        if game.is_raw() { self.raw_stops[side] } else { self.universe.stop(game, side) }
    }

    #[inline]
    pub fn is_number(&self, game: Game) -> bool {
        !game.is_raw() && self.universe.is_number(game)
    }

    /// Compare two numbers.
    #[inline]
    pub fn cmp_numbers(&self, a: Game, b: Game) -> Order {
        if a == b {
            return Order::Equal;
        }
        match (a.packed(), b.packed()) {
            (Some(a), Some(b)) => a.scaled().cmp(&b.scaled()),
            _ => self.dyadic(a).cmp(&self.dyadic(b)),
        }
    }

    /// The number that a game is (zero for one that is none).
    pub(super) fn dyadic(&self, number: Game) -> Dyadic {
        self.universe.as_number(number).unwrap_or_default()
    }

    // Comparison -----------------------------------------------------------------------------------------------------

    pub fn le(&mut self, g: Game, h: Game) -> Result<bool> {
        let base = self.frames.len();
        if let Some(answer) = self.quick(g, h)? {
            return Ok(answer);
        }
        self.frames.push(Frame { g, h, next: 0 });
        let mut below = None;
        loop {
            let Some(&Frame { g, h, next }) = self.frames.last() else { return Ok(true) };
            // a left option of G that is >= H, or a right option of H that is <= G, denies it
            let answer = if below.take() == Some(true) { Some(false) } else { self.deny(g, h, next)? };
            if let Some(answer) = answer {
                self.memory.orders.put(g, h, answer, self.universe, self.control);
                self.frames.pop();
                if self.frames.len() == base {
                    return Ok(answer);
                }
                below = Some(answer);
            } else {
                self.tick()?;
            }
        }
    }

    /// Look at options from `next` on until one denies g <= h, none is left, or one must be worked out first: that is
    /// pushed.
    #[inline]
    fn deny(&mut self, g: Game, h: Game, mut next: usize) -> Result<Option<bool>> {
        // number avoidance: nobody needs to move in a number
        let lefts = if self.is_number(g) { 0 } else { self.count(g, LEFT)? };
        let rights = if self.is_number(h) { 0 } else { self.count(h, RIGHT)? };
        while next < lefts + rights {
            let (a, b) =
                if next < lefts { (h, self.option(g, LEFT, next)?) } else { (self.option(h, RIGHT, next - lefts)?, g) };
            next += 1;
            match self.quick(a, b)? {
                Some(true) => return Ok(Some(false)),
                Some(false) => {}
                None => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.next = next;
                    }
                    self.frames.push(Frame { g: a, h: b, next: 0 });
                    return Ok(None);
                }
            }
        }
        Ok(Some(true))
    }

    /// g <= h, if that is seen without looking at options.
    #[inline]
    fn quick(&self, g: Game, h: Game) -> Result<Option<bool>> {
        if g == h {
            return Ok(Some(true));
        }
        if let (Some(g), Some(h)) = (g.packed(), h.packed()) {
            return Ok(Some(g.le(h)));
        }
        let (gl, gr) = (self.stop(g, LEFT), self.stop(g, RIGHT));
        let (hl, hr) = (self.stop(h, LEFT), self.stop(h, RIGHT));
        if self.cmp_numbers(gl, hl) == Order::Greater || self.cmp_numbers(gr, hr) == Order::Greater {
            return Ok(Some(false));
        }
        if self.cmp_numbers(gl, hr) == Order::Less {
            return Ok(Some(true));
        }
        if let Some(answer) = self.memory.orders.get(g, h) {
            return Ok(Some(answer));
        }
        if !g.is_raw() && !h.is_raw() && self.universe.is_nus(g) && self.universe.is_nus(h) {
            let (g, h) = (self.universe.as_nus(g), self.universe.as_nus(h));
            return Ok(g.zip(h).map(|(g, h)| g.le(&h)));
        }
        Ok(None)
    }

    // Canonical forms ------------------------------------------------------------------------------------------------

    /// The value of {left | right}.
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.tick()?;
        for (side, options) in [left, right].into_iter().enumerate() {
            self.raw[side].clear();
            self.raw[side].extend_from_slice(options);
            self.raw[side].sort_unstable();
            self.raw[side].dedup();
        }
        if let Some(number) = self.number()? {
            return Ok(number);
        }
        self.memory.built += 1;
        self.raw_name = Game::raw(self.memory.built);
        if self.raw_name == Game::raw(0) {
            self.memory.orders.clear(); // names come again
        }
        self.undominated(LEFT)?;
        self.undominated(RIGHT)?;
        while self.bypass(LEFT)? || self.bypass(RIGHT)? {}
        self.raw[LEFT].sort_unstable();
        self.raw[RIGHT].sort_unstable();
        if let Some(nus) = self.recognise()? {
            return Ok(nus);
        }
        self.universe.intern(&self.raw[LEFT], &self.raw[RIGHT], self.raw_stops, self.control)
    }

    /// The simplest number that fits between the options, if the game is a number; otherwise the stops are set.
    fn number(&mut self) -> Result<Option<Game>> {
        let mut ends = [None, None];
        for side in [LEFT, RIGHT] {
            for i in 0..self.raw[side].len() {
                let stop = self.stop(self.raw[side][i], 1 - side);
                let better = if side == LEFT { Order::Greater } else { Order::Less };
                if ends[side].is_none_or(|end| self.cmp_numbers(stop, end) == better) {
                    ends[side] = Some(stop);
                }
            }
        }
        if let [Some(low), Some(high)] = ends
            && self.cmp_numbers(low, high) == Order::Greater
        {
            self.raw_stops = [low, high];
            return Ok(None);
        }
        let included = [self.included(LEFT, ends[LEFT])?, self.included(RIGHT, ends[RIGHT])?];
        if let [Some(low), Some(high)] = ends
            && low == high
        {
            if included == [true, true] {
                return Ok(Some(low));
            }
            self.raw_stops = [low, high];
            return Ok(None);
        }
        let numbers = ends.map(|end| end.map(|end| self.dyadic(end)));
        let bound = |side: usize| match &numbers[side] {
            None => Bound::Unbounded,
            Some(end) if included[side] => Bound::Included(end),
            Some(end) => Bound::Excluded(end),
        };
        match Dyadic::simplest_between(bound(LEFT), bound(RIGHT)) {
            Some(number) => self.universe.number(number, self.control).map(Some),
            None => Err(Error::invalid("no number between the options")),
        }
    }

    /// May the number at this end be the value: is no option of Left >= it, no option of Right <= it?
    fn included(&mut self, side: usize, end: Option<Game>) -> Result<bool> {
        let Some(end) = end else { return Ok(true) };
        for i in 0..self.raw[side].len() {
            let option = self.raw[side][i];
            if self.stop(option, 1 - side) != end {
                continue;
            }
            if if side == LEFT { self.le(end, option)? } else { self.le(option, end)? } {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Delete the dominated options of one side.
    fn undominated(&mut self, side: usize) -> Result<()> {
        if self.raw[side].len() < 2 {
            return Ok(());
        }
        let mut options = std::mem::take(&mut self.ranked);
        options.clear();
        for &game in &self.raw[side] {
            let stops = [LEFT, RIGHT].map(|s| self.stop(game, s).packed().map(|stop| stop.scaled()));
            options.push(match stops {
                [Some(left), Some(right)] if side == LEFT => Ranked { game, stops: [left, right] },
                // seen from the other side, so that the better option is always the greater one
                [Some(left), Some(right)] => Ranked { game, stops: [-right, -left] },
                _ => Ranked { game, stops: WIDE },
            });
        }
        // those with the best stops first: they dominate most
        options.sort_unstable_by_key(|option| std::cmp::Reverse(option.stops));
        let mut kept = 0;
        for i in 0..options.len() {
            let option = options[i];
            let mut j = 0;
            let mut dominated = false;
            while j < kept {
                if self.no_better(side, option, options[j])? {
                    dominated = true;
                    break;
                }
                if self.no_better(side, options[j], option)? {
                    kept -= 1;
                    options[j] = options[kept];
                } else {
                    j += 1;
                }
            }
            if !dominated {
                options[kept] = option;
                kept += 1;
            }
        }
        self.raw[side].clear();
        self.raw[side].extend(options[..kept].iter().map(|option| option.game));
        self.ranked = options;
        Ok(())
    }

    /// Does the second option dominate the first?
    #[inline]
    fn no_better(&mut self, side: usize, a: Ranked, b: Ranked) -> Result<bool> {
        if a.stops != WIDE && b.stops != WIDE {
            if a.stops[0] > b.stops[0] || a.stops[1] > b.stops[1] {
                return Ok(false);
            }
            if a.stops[0] < b.stops[1] {
                return Ok(true);
            }
        }
        if side == LEFT { self.le(a.game, b.game) } else { self.le(b.game, a.game) }
    }

    /// Replace a reversible option by what the answer offers; true if there was one.
    fn bypass(&mut self, side: usize) -> Result<bool> {
        let name = self.raw_name;
        let mut changed = false;
        let mut i = 0;
        while i < self.raw[side].len() {
            let option = self.raw[side][i];
            let mut through = None;
            for j in 0..self.count(option, 1 - side)? {
                let answer = self.option(option, 1 - side, j)?;
                if if side == LEFT { self.le(answer, name)? } else { self.le(name, answer)? } {
                    through = Some(answer);
                    break;
                }
            }
            let Some(answer) = through else {
                i += 1;
                continue;
            };
            changed = true;
            self.raw[side].swap_remove(i);
            for j in 0..self.count(answer, side)? {
                let better = self.option(answer, side, j)?;
                self.offer(side, better)?;
            }
            // what was looked at before stays irreversible, but may have moved
            i = 0;
        }
        Ok(changed)
    }

    /// Add an option unless it is dominated; drop those that it dominates.
    fn offer(&mut self, side: usize, option: Game) -> Result<()> {
        let mut i = 0;
        while i < self.raw[side].len() {
            let other = self.raw[side][i];
            let (worse, better) = if side == LEFT { (option, other) } else { (other, option) };
            if self.le(worse, better)? {
                return Ok(());
            }
            if self.le(better, worse)? {
                self.raw[side].swap_remove(i);
            } else {
                i += 1;
            }
        }
        self.raw[side].push(option);
        Ok(())
    }

    /// Is the canonical form under construction a number + ups + star (not a number)?
    fn recognise(&self) -> Result<Option<Game>> {
        let [left, right] = &self.raw;
        let all_nus = left.iter().chain(right).all(|&game| self.universe.is_nus(game));
        if !all_nus || left.is_empty() || right.is_empty() {
            return Ok(None);
        }
        let form = |game: Game| self.universe.as_nus(game).unwrap_or_default();
        let number = form(left[0]).number;
        let parts = |options: &[Game]| -> Option<Vec<(i64, u32)>> {
            let mut parts = Vec::with_capacity(options.len());
            for &option in options {
                let nus = form(option);
                if nus.number != number {
                    return None;
                }
                parts.push((nus.ups, nus.nimber));
            }
            parts.sort_unstable();
            Some(parts)
        };
        if left.len().max(right.len()) > MOST_OPTIONS {
            return Ok(None);
        }
        let (Some(left), Some(right)) = (parts(left), parts(right)) else { return Ok(None) };
        let stars = |parts: &[(i64, u32)]| parts.iter().enumerate().all(|(i, &part)| part == (0, i as u32));
        let (ups, nimber) = match (&left[..], &right[..]) {
            (a, b) if a.len() == b.len() && stars(a) && stars(b) => (0, a.len() as u32),
            ([(0, 0), (0, 1)], [(0, 0)]) => (1, 1),
            ([(0, 0)], [(0, 0), (0, 1)]) => (-1, 1),
            ([(0, 0)], [(ups, nimber)]) if *ups >= 0 => (ups.checked_add(1).ok_or_else(too_many_ups)?, nimber ^ 1),
            ([(ups, nimber)], [(0, 0)]) if *ups <= 0 => (ups.checked_sub(1).ok_or_else(too_many_ups)?, nimber ^ 1),
            _ => return Ok(None),
        };
        if let Some((num, exp)) = number.as_small()
            && let Some(packed) = Packed::new(num, exp, ups, nimber)
        {
            return Ok(Some(packed.into()));
        }
        self.universe.nus(Nus { number, ups, nimber }, self.control).map(Some)
    }
}
