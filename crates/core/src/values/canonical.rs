//! Canonical forms, in three steps: numbers are recognised by the simplest-number rule on stops, dominated options are
//! deleted, and reversible ones are bypassed until none is left (Siegel, *Combinatorial Game Theory*, II.2).
//!
//! An option whose best stop is below the worst stop of another is dominated by it, so that most options are gone before
//! any two are compared.

use super::dyadic::Dyadic;
use super::nus::{Nus, Packed};
use super::sums::too_many_ups;
use super::universe::{Game, MOST_OPTIONS};
use super::worker::{LEFT, RIGHT, Stops, WIDE, Worker};
use crate::error::{Error, Result};
use crate::rules::Mixer;
use std::cmp::{Ordering as Order, Reverse};
use std::ops::Bound;

/// An option and its rank: its stops as one word, those of Right's options seen from the other side, so that the better
/// option has the greater stops; the left stop counts first. Rank 0 is that of [`WIDE`] stops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranked {
    rank: u64,
    game: Game,
}

/// Options that a look at another one recalls, in bits of the index.
const MET_BITS: u32 = 5;

/// A stop as half of a rank.
#[inline(always)]
fn half(stop: i32) -> u64 {
    u64::from(stop.wrapping_sub(i32::MIN) as u32)
}

impl Ranked {
    #[inline(always)]
    fn new(game: Game, stops: Stops) -> Self {
        Ranked { rank: half(stops.left) << 32 | half(stops.right), game }
    }

    #[inline(always)]
    fn left(self) -> u64 {
        self.rank >> 32
    }

    #[inline(always)]
    fn right(self) -> u64 {
        self.rank & u64::from(u32::MAX)
    }

    /// Those with the best stops come first, of equals the least id.
    #[inline(always)]
    fn after(self, other: Self) -> bool {
        self.rank < other.rank || (self.rank == other.rank && self.game > other.game)
    }
}

impl Worker<'_, '_, '_> {
    /// The value of {left | right}.
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.tick()?;
        let ends = [self.rank(LEFT, left), self.rank(RIGHT, right)];
        if let Some(number) = self.number(ends)? {
            return Ok(number);
        }
        let print = self.print();
        if let Some(known) = self.memory.forms.get(print) {
            return Ok(known);
        }
        let value = self.simplified()?;
        self.memory.forms.put(print, value, self.universe, self.control);
        Ok(value)
    }

    /// A fingerprint of the options as they were listed: games of several positions are often one already then.
    fn print(&self) -> u128 {
        let mut mixer = Mixer::default();
        for options in &self.raw {
            mixer.word(options.len() as u64);
            for pair in options.chunks(2) {
                let bits = |i: usize| pair.get(i).map_or(0, |game| u64::from(game.bits()));
                mixer.word(bits(0) << 32 | bits(1));
            }
        }
        mixer.finish128()
    }

    /// The canonical form of the game under construction, which is no number.
    fn simplified(&mut self) -> Result<Game> {
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

    /// List the different options of one side, the best stops first, without those that are dominated by their stops; and
    /// give the stop that the player reaches.
    fn rank(&mut self, side: usize, options: &[Game]) -> Option<Game> {
        let mut ranked = std::mem::take(&mut self.ranked[side]);
        ranked.clear();
        let (mut best, mut end) = (0, None);
        // one move often leads to what another led to; no game is 0
        let mut met = [0; 1 << MET_BITS];
        for &game in options {
            let place = game.bits().wrapping_mul(0x9E37_79B9) >> (u32::BITS - MET_BITS);
            if std::mem::replace(&mut met[place as usize], game.bits()) == game.bits() {
                continue;
            }
            let stops = self.stops(game);
            if stops == WIDE {
                end = self.rank_wide(side, options, &mut ranked);
                break;
            }
            let option = Ranked::new(game, if side == LEFT { stops } else { stops.negative() });
            if option.left() < best {
                continue;
            }
            if option.right() > best {
                (best, end) = (option.right(), Some(game));
                while ranked.last().is_some_and(|option| option.left() < best) {
                    ranked.pop();
                }
            }
            // those with the best stops first: they dominate most
            let mut at = ranked.len();
            while at > 0 && ranked[at - 1].after(option) {
                at -= 1;
            }
            if at == 0 || ranked[at - 1] != option {
                ranked.insert(at, option);
            }
        }
        self.raw[side].clear();
        self.raw[side].extend(ranked.iter().map(|option| option.game));
        self.ranked[side] = ranked;
        end.map(|game| self.stop(game, 1 - side))
    }

    /// The same where stops are [`WIDE`]: nothing is left out, and what is given has the stop.
    #[cold]
    fn rank_wide(&self, side: usize, options: &[Game], ranked: &mut Vec<Ranked>) -> Option<Game> {
        ranked.clear();
        ranked.extend(options.iter().map(|&game| {
            let stops = self.stops(game);
            Ranked::new(game, if side == LEFT { stops } else { stops.negative() })
        }));
        ranked.sort_unstable_by_key(|option| (Reverse(option.rank), option.game));
        ranked.dedup();
        let better = if side == LEFT { Order::Greater } else { Order::Less };
        let stop = |game| self.stop(game, 1 - side);
        options.iter().copied().reduce(
            |end, game| {
                if self.cmp_numbers(stop(game), stop(end)) == better { game } else { end }
            },
        )
    }

    /// The simplest number that fits between the options, if the game is a number; otherwise the stops are set.
    fn number(&mut self, ends: [Option<Game>; 2]) -> Result<Option<Game>> {
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
        let mut options = std::mem::take(&mut self.ranked[side]);
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
        self.ranked[side] = options;
        Ok(())
    }

    /// Does the second option dominate the first?
    #[inline]
    fn no_better(&mut self, side: usize, a: Ranked, b: Ranked) -> Result<bool> {
        let (g, h) = if side == LEFT { (a.game, b.game) } else { (b.game, a.game) };
        if a.rank == 0 || b.rank == 0 {
            return self.le(g, h);
        }
        if a.left() > b.left() || a.right() > b.right() {
            return Ok(false);
        }
        if a.left() < b.right() {
            return Ok(true);
        }
        self.le_beyond_stops(g, h)
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
