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

struct Frame {
    g: Game,
    h: Game,
    /// Pairs whose sums are the options: Left's first.
    pairs: Vec<(Game, Game)>,
    lefts: usize,
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
        let mut frames = vec![self.open_sum(g, h)?];
        loop {
            let Some(frame) = frames.last_mut() else { return Ok(Game::ZERO) };
            if let Some(&(a, b)) = frame.pairs.get(frame.done.len()) {
                match self.quick_sum(a, b)? {
                    Some(sum) => frame.done.push(sum),
                    None => frames.push(self.open_sum(a, b)?),
                }
                continue;
            }
            let Some(Frame { g, h, lefts, done, .. }) = frames.pop() else { return Ok(Game::ZERO) };
            let sum = if self.is_number(g) || self.is_number(h) {
                self.translated(g, h, done, lefts)?
            } else {
                self.game(&done[..lefts], &done[lefts..])?
            };
            self.memory.sums.put(g, h, sum, self.universe, self.control);
            match frames.last_mut() {
                Some(frame) => frame.done.push(sum),
                None => return Ok(sum),
            }
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

    fn open_sum(&mut self, g: Game, h: Game) -> Result<Frame> {
        self.tick()?;
        let mut pairs = Vec::new();
        let mut lefts = 0;
        for side in [LEFT, RIGHT] {
            for (game, other) in [(g, h), (h, g)] {
                if !self.is_number(game) {
                    let choices = self.choices(game, side)?;
                    for i in 0..choices.len() {
                        pairs.push((self.choice(&choices, i)?, other));
                    }
                }
            }
            if side == LEFT {
                lefts = pairs.len();
            }
        }
        let done = Vec::with_capacity(pairs.len());
        Ok(Frame { g, h, pairs, lefts, done })
    }

    /// A game that is not a number, moved by a number: the options are canonical as they are.
    fn translated(&mut self, g: Game, h: Game, mut options: Vec<Game>, lefts: usize) -> Result<Game> {
        let stops = [LEFT, RIGHT].map(|side| {
            let (g, h) = (self.stop(g, side), self.stop(h, side));
            Ok(self.quick_sum(g, h)?.unwrap_or(Game::ZERO))
        });
        let [left, right] = stops;
        let (a, b) = options.split_at_mut(lefts);
        a.sort_unstable();
        b.sort_unstable();
        self.universe.intern(a, b, [left?, right?], self.control)
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
