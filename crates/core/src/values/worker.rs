//! Comparison of values: what one thread does with a universe. (Canonical forms are in [`super::canonical`].)
//!
//! A [`Worker`] holds the caches of comparisons and sums. Everything is iterative. `G <= H` unless some left option of
//! G is >= H or some right option of H is <= G; stops settle most pairs at once, since G <= H implies that both stops of
//! G are at most those of H, and the converse holds if G's left stop is below H's right stop.

use super::cache::{Forms, Orders, Sums};
use super::canonical::Ranked;
use super::dyadic::Dyadic;
use super::nus::Packed;
use super::sums::Adding;
use super::universe::{Game, MOST_OPTIONS, Universe, too_many};
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use std::cmp::Ordering as Order;
use std::sync::atomic::{AtomicU32, Ordering};

pub const LEFT: usize = 0;
pub const RIGHT: usize = 1;

/// What a worker remembers between jobs.
#[derive(Default)]
pub struct Memory {
    pub(super) orders: Orders,
    pub(super) sums: Sums,
    pub(super) forms: Forms,
    /// Games that were under construction, for their names.
    pub(super) built: u64,
}

pub struct Worker<'u, 'c, 'a> {
    pub(super) universe: &'u Universe,
    pub(super) memory: Memory,
    pub(super) control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    /// The options of the game under construction, its name and its stops.
    pub(super) raw: [Vec<Game>; 2],
    pub(super) raw_name: Game,
    pub(super) raw_stops: [Game; 2],
    frames: Vec<Frame>,
    /// Its options by rank, while they are put in order.
    pub(super) ranked: [Vec<Ranked>; 2],
    pub(super) adding: Adding,
}

/// Both stops on the scale of packed numbers, or [`WIDE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stops {
    pub left: i32,
    pub right: i32,
}

/// At least one of the stops does not fit.
pub(super) const WIDE: Stops = Stops { left: i32::MIN, right: i32::MIN };

impl Stops {
    /// Those of the negative.
    #[inline(always)]
    pub fn negative(self) -> Self {
        if self == WIDE { WIDE } else { Stops { left: -self.right, right: -self.left } }
    }
}

/// Both stops, given as numbers or as a packed game that has them.
#[inline(always)]
fn scaled([left, right]: [Game; 2]) -> Stops {
    let scaled = |number: Packed| number.scaled() as i32; // fits in 30 bits
    match (left.packed(), right.packed()) {
        (Some(left), Some(right)) => Stops { left: scaled(left), right: scaled(right) },
        _ => WIDE,
    }
}

/// The options of one player, found once and then taken one by one.
#[derive(Clone, Copy)]
pub(super) enum Choices<'u> {
    Stored(&'u [AtomicU32]),
    Packed(Packed, usize, usize),
    Wide(Game, usize, usize),
    Raw(usize, usize),
}

impl Choices<'_> {
    const NONE: Self = Choices::Stored(&[]);

    #[inline(always)]
    pub fn len(&self) -> usize {
        match self {
            Choices::Stored(words) => words.len(),
            Choices::Packed(_, _, count) | Choices::Wide(_, _, count) | Choices::Raw(_, count) => *count,
        }
    }
}

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
            ranked: [Vec::new(), Vec::new()],
            adding: Adding::default(),
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

    #[inline(always)]
    pub(super) fn choices(&self, game: Game, side: usize) -> Result<Choices<'u>> {
        if let Some(packed) = game.packed() {
            return Ok(Choices::Packed(packed, side, packed.count(side)));
        }
        if game.is_raw() {
            return Ok(Choices::Raw(side, self.raw[side].len()));
        }
        let universe = self.universe;
        match universe.stored(game, side) {
            [] => match universe.as_nus(game).map_or(0, |nus| nus.count(side)) {
                n if n > MOST_OPTIONS => Err(too_many(n)),
                n => Ok(Choices::Wide(game, side, n)),
            },
            words => Ok(Choices::Stored(words)),
        }
    }

    /// The options that a player may need in a comparison, and the stops: nobody needs to move in a number.
    #[inline(always)]
    fn opened(&self, game: Game, side: usize) -> Result<(Choices<'u>, Stops)> {
        if game.packed().is_none()
            && !game.is_raw()
            && let Some((words, stops)) = self.universe.record(game, side)
        {
            return Ok((Choices::Stored(words), scaled(stops)));
        }
        let choices = if self.is_number(game) { Choices::NONE } else { self.choices(game, side)? };
        Ok((choices, self.stops(game)))
    }

    #[inline(always)]
    pub(super) fn choice(&self, choices: &Choices<'u>, i: usize) -> Result<Game> {
        match *choices {
            Choices::Stored(words) => Ok(Game::from_bits(words[i].load(Ordering::Relaxed))),
            Choices::Packed(packed, side, _) => Ok(packed.option(side, i).into()),
            Choices::Raw(side, _) => Ok(self.raw[side][i]),
            Choices::Wide(game, side, _) => match self.universe.as_nus(game) {
                Some(nus) => self.universe.nus(nus.option(side, i), self.control),
                None => Err(Error::invalid("no such option")),
            },
        }
    }

    #[inline]
    pub(super) fn count(&self, game: Game, side: usize) -> Result<usize> {
        Ok(self.choices(game, side)?.len())
    }

    #[inline]
    pub(super) fn option(&self, game: Game, side: usize, i: usize) -> Result<Game> {
        self.choice(&self.choices(game, side)?, i)
    }

    #[inline]
    pub fn stop(&self, game: Game, side: usize) -> Game {
        if game.is_raw() { self.raw_stops[side] } else { self.universe.stop(game, side) }
    }

    /// Both stops at once.
    #[inline(always)]
    pub(super) fn stops(&self, game: Game) -> Stops {
        match game.packed() {
            Some(_) => scaled([game; 2]),
            None if game.is_raw() => scaled(self.raw_stops),
            None => scaled(self.universe.both_stops(game)),
        }
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
        match self.quick(g, h) {
            Some(answer) => Ok(answer),
            None => self.compare(g, h),
        }
    }

    /// g <= h, where [`Worker::quick`] does not see it.
    fn compare(&mut self, g: Game, h: Game) -> Result<bool> {
        let base = self.frames.len();
        self.frames.push(Frame { g, h, next: 0 });
        let mut below = None;
        loop {
            let Some(&Frame { g, h, next }) = self.frames.last() else { return Ok(true) };
            // a left option of G that is >= H, or a right option of H that is <= G, denies it
            let answer = if below.take() == Some(true) { Some(false) } else { self.deny(g, h, next)? };
            if let Some(answer) = answer {
                // what is seen at once of a game under construction is not worth a place
                if next > 0 || !(g.is_raw() || h.is_raw()) {
                    self.memory.orders.put(g, h, answer, self.universe, self.control);
                }
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
        let (lefts, g_stops) = self.opened(g, LEFT)?;
        let (rights, h_stops) = self.opened(h, RIGHT)?;
        if next < lefts.len() {
            let quick = |option| self.quick_from(h, h_stops, option, self.stops(option));
            match self.first_not(&lefts, next, quick)? {
                Some((_, _, Some(_))) => return Ok(Some(false)),
                Some((i, option, None)) => return Ok(self.first(h, option, i + 1)),
                None => next = lefts.len(),
            }
        }
        let quick = |option| self.quick_from(option, self.stops(option), g, g_stops);
        match self.first_not(&rights, next - lefts.len(), quick)? {
            Some((_, _, Some(_))) => Ok(Some(false)),
            Some((i, option, None)) => Ok(self.first(option, g, lefts.len() + i + 1)),
            None => Ok(Some(true)),
        }
    }

    /// The first option, from number `next` on, for which the answer is not seen to be no: its number, and what is seen.
    #[inline(always)]
    fn first_not(
        &self,
        choices: &Choices<'u>,
        next: usize,
        quick: impl Fn(Game) -> Option<bool>,
    ) -> Result<Option<(usize, Game, Option<bool>)>> {
        let seen = |(i, option)| match quick(option) {
            Some(false) => None,
            answer => Some((i, option, answer)),
        };
        match *choices {
            Choices::Stored(words) => {
                let options = words.iter().map(|word| Game::from_bits(word.load(Ordering::Relaxed)));
                Ok(options.enumerate().skip(next).find_map(seen))
            }
            Choices::Raw(side, _) => Ok(self.raw[side].iter().copied().enumerate().skip(next).find_map(seen)),
            Choices::Packed(_, _, count) | Choices::Wide(_, _, count) => {
                for i in next..count {
                    let found = seen((i, self.choice(choices, i)?));
                    if found.is_some() {
                        return Ok(found);
                    }
                }
                Ok(None)
            }
        }
    }

    /// Is g <= h? That must be known before the frame on top can go on, with its option `next`.
    fn first(&mut self, g: Game, h: Game, next: usize) -> Option<bool> {
        if let Some(frame) = self.frames.last_mut() {
            frame.next = next;
        }
        self.frames.push(Frame { g, h, next: 0 });
        None
    }

    /// g <= h, if that is seen without looking at options.
    #[inline]
    fn quick(&self, g: Game, h: Game) -> Option<bool> {
        self.quick_from(g, self.stops(g), h, self.stops(h))
    }

    /// The same by the stops, on the scale of packed numbers where they fit.
    #[inline(always)]
    fn quick_from(&self, g: Game, a: Stops, h: Game, b: Stops) -> Option<bool> {
        if a == WIDE || b == WIDE {
            return self.quick_wide(g, h);
        }
        if a.left > b.left || a.right > b.right {
            return Some(false);
        }
        if a.left < b.right {
            return Some(true);
        }
        self.remembered(g, h)
    }

    #[cold]
    fn quick_wide(&self, g: Game, h: Game) -> Option<bool> {
        let (gl, gr) = (self.stop(g, LEFT), self.stop(g, RIGHT));
        let (hl, hr) = (self.stop(h, LEFT), self.stop(h, RIGHT));
        if self.cmp_numbers(gl, hl) == Order::Greater || self.cmp_numbers(gr, hr) == Order::Greater {
            return Some(false);
        }
        if self.cmp_numbers(gl, hr) == Order::Less {
            return Some(true);
        }
        self.remembered(g, h)
    }

    /// g <= h, where the stops do not tell.
    #[inline(always)]
    fn remembered(&self, g: Game, h: Game) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if let (Some(g), Some(h)) = (g.packed(), h.packed()) {
            return Some(g.le(h));
        }
        if let Some(answer) = self.memory.orders.get(g, h) {
            return Some(answer);
        }
        if !g.is_raw() && !h.is_raw() && self.universe.is_nus(g) && self.universe.is_nus(h) {
            let (g, h) = (self.universe.as_nus(g), self.universe.as_nus(h));
            return g.zip(h).map(|(g, h)| g.le(&h));
        }
        None
    }

    /// g <= h, where the stops have been asked and do not tell.
    #[inline]
    pub(super) fn le_beyond_stops(&mut self, g: Game, h: Game) -> Result<bool> {
        match self.remembered(g, h) {
            Some(answer) => Ok(answer),
            None => self.compare(g, h),
        }
    }
}
