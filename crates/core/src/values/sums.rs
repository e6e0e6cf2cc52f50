//! Sums, negatives and multiples of canonical forms.
//!
//! The options of G + H are G^L + H and G + H^L. A number only translates: by the number translation theorem the
//! canonical options of G + x are those of G, each plus x, if G is not a number (Siegel, II.2). A sum under way is a
//! frame on an explicit stack, with the sums of its options that are known so far.

use super::dyadic::Dyadic;
use super::nus::Nus;
use super::universe::Game;
use super::worker::{LEFT, RIGHT, Worker};
use crate::error::{Error, Result};

/// See [`Worker::multiple`].
const ONE_BY_ONE: u64 = 1 << 17;

/// A sum under way. What belongs to it lies behind what belongs to the sum that waits for it.
struct Frame {
    g: Game,
    h: Game,
    /// Where its pairs begin, those of Right's options, and where they end.
    pairs: [usize; 3],
    /// Where the sums of its pairs begin.
    done: usize,
}

/// Sums under way, on one stack.
#[derive(Default)]
pub(super) struct Adding {
    frames: Vec<Frame>,
    /// Pairs whose sums are options: Left's first.
    pairs: Vec<(Game, Game)>,
    done: Vec<Game>,
}

pub(super) fn too_many_ups() -> Error {
    Error::too_large("more ups than 64 bits can count")
}

impl Worker<'_, '_, '_> {
    #[inline]
    pub fn add(&mut self, g: Game, h: Game) -> Result<Game> {
        match self.quick_sum(g, h)? {
            Some(sum) => Ok(sum),
            None => self.long_sum(g, h),
        }
    }

    fn long_sum(&mut self, g: Game, h: Game) -> Result<Game> {
        let mut adding = std::mem::take(&mut self.adding);
        let sum = self.sum_on(&mut adding, g, h);
        self.adding = adding;
        sum
    }

    fn sum_on(&mut self, adding: &mut Adding, g: Game, h: Game) -> Result<Game> {
        adding.frames.clear();
        adding.pairs.clear();
        adding.done.clear();
        self.open_sum(adding, g, h)?;
        loop {
            let Some(&Frame { g, h, pairs: [first, rights, end], done }) = adding.frames.last() else {
                return Ok(Game::ZERO);
            };
            let next = first + adding.done.len() - done;
            if next < end {
                let (a, b) = adding.pairs[next];
                match self.quick_sum(a, b)? {
                    Some(sum) => adding.done.push(sum),
                    None => self.open_sum(adding, a, b)?,
                }
                continue;
            }
            let (left, right) = adding.done[done..].split_at_mut(rights - first);
            let sum = if self.is_number(g) || self.is_number(h) {
                self.translated(g, h, left, right)?
            } else {
                self.game(left, right)?
            };
            self.memory.sums.put(g, h, sum, self.universe, self.control);
            adding.frames.pop();
            adding.pairs.truncate(first);
            adding.done.truncate(done);
            if adding.frames.is_empty() {
                return Ok(sum);
            }
            adding.done.push(sum);
        }
    }

    pub fn subtract(&mut self, g: Game, h: Game) -> Result<Game> {
        let negative = self.negative(h)?;
        self.add(g, negative)
    }

    fn quick_sum(&self, g: Game, h: Game) -> Result<Option<Game>> {
        if g == Game::ZERO {
            return Ok(Some(h));
        }
        if h == Game::ZERO {
            return Ok(Some(g));
        }
        if let (Some(a), Some(b)) = (g.packed(), h.packed())
            && let Some(sum) = a.add(b)
        {
            return Ok(Some(sum.into()));
        }
        if let Some(sum) = self.memory.sums.get(g, h) {
            return Ok(Some(sum));
        }
        if self.universe.is_nus(g) && self.universe.is_nus(h) {
            let nus = |game| self.universe.as_nus(game).unwrap_or_default();
            let sum: Nus = nus(g).add(&nus(h)).ok_or_else(too_many_ups)?;
            return self.universe.nus(sum, self.control).map(Some);
        }
        if self.universe.known_negative_of(g) == Some(h) {
            return Ok(Some(Game::ZERO));
        }
        Ok(None)
    }

    fn open_sum(&mut self, adding: &mut Adding, g: Game, h: Game) -> Result<()> {
        self.tick()?;
        let pairs = &mut adding.pairs;
        let mut ends = [pairs.len(); 3];
        for side in [LEFT, RIGHT] {
            for (game, other) in [(g, h), (h, g)] {
                if !self.is_number(game) {
                    let choices = self.choices(game, side)?;
                    for i in 0..choices.len() {
                        pairs.push((self.choice(&choices, i)?, other));
                    }
                }
            }
            ends[side + 1] = pairs.len();
        }
        adding.frames.push(Frame { g, h, pairs: ends, done: adding.done.len() });
        Ok(())
    }

    /// A game that is not a number, moved by a number: the options are canonical as they are.
    fn translated(&mut self, g: Game, h: Game, left: &mut [Game], right: &mut [Game]) -> Result<Game> {
        let stops = [LEFT, RIGHT].map(|side| {
            let (g, h) = (self.stop(g, side), self.stop(h, side));
            Ok(self.quick_sum(g, h)?.unwrap_or(Game::ZERO))
        });
        let [left_stop, right_stop] = stops;
        left.sort_unstable();
        right.sort_unstable();
        self.universe.intern(left, right, [left_stop?, right_stop?], self.control)
    }

    pub fn negative(&mut self, game: Game) -> Result<Game> {
        match self.quick_negative(game)? {
            Some(negative) => Ok(negative),
            None => self.long_negative(game),
        }
    }

    fn long_negative(&mut self, game: Game) -> Result<Game> {
        let mut stack = vec![game];
        while let Some(&top) = stack.last() {
            if self.quick_negative(top)?.is_some() {
                stack.pop();
                continue;
            }
            self.tick()?;
            let mut missing = false;
            let mut sides = [Vec::new(), Vec::new()];
            for side in [LEFT, RIGHT] {
                for option in self.options(top, side)? {
                    match self.quick_negative(option)? {
                        Some(negative) => sides[1 - side].push(negative),
                        None => {
                            missing = true;
                            stack.push(option);
                        }
                    }
                }
                sides[1 - side].sort_unstable();
            }
            if missing {
                continue;
            }
            let stops = [self.stop(top, RIGHT), self.stop(top, LEFT)];
            let stops =
                [self.quick_negative(stops[0])?, self.quick_negative(stops[1])?].map(|s| s.unwrap_or(Game::ZERO));
            let negative = self.universe.intern(&sides[LEFT], &sides[RIGHT], stops, self.control)?;
            self.universe.set_negatives(top, negative);
            stack.pop();
        }
        Ok(self.quick_negative(game)?.unwrap_or(Game::ZERO))
    }

    fn quick_negative(&self, game: Game) -> Result<Option<Game>> {
        if let Some(packed) = game.packed()
            && let Some(negative) = packed.negative()
        {
            return Ok(Some(negative.into()));
        }
        if let Some(known) = self.universe.known_negative_of(game) {
            return Ok(Some(known));
        }
        match self.universe.as_nus(game) {
            Some(nus) => self.universe.nus(nus.negative().ok_or_else(too_many_ups)?, self.control).map(Some),
            None => Ok(None),
        }
    }

    /// n.G. Up to [`ONE_BY_ONE`] copies are added one by one, since the sum of G and a multiple costs little when the
    /// lesser multiples are known; more by doubling, which is quick where multiples stay simple.
    pub fn multiple(&mut self, n: i64, game: Game) -> Result<Game> {
        let mut total = Game::ZERO;
        let mut power = if n < 0 { self.negative(game)? } else { game };
        let mut rest = n.unsigned_abs();
        if let Some(nus) = self.universe.as_nus(game) {
            let ups = nus.ups.checked_mul(n).ok_or_else(too_many_ups)?;
            let number = &nus.number * &Dyadic::from(n);
            let nimber = if rest & 1 == 0 { 0 } else { nus.nimber };
            return self.universe.nus(Nus { number, ups, nimber }, self.control);
        }
        if rest <= ONE_BY_ONE {
            for _ in 0..rest {
                total = self.add(power, total)?;
            }
            return Ok(total);
        }
        while rest > 0 {
            if rest & 1 != 0 {
                total = self.add(total, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(total)
    }
}
