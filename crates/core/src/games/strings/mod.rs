//! Strings-and-Coins, and with it Dots-and-Boxes and Nimstring (*Winning Ways*, chapter 16).
//!
//! Strings tie coins to each other and to the ground. A move cuts a string; coins that have no string left are
//! captured, and whoever captures moves on. A position is the set of strings that are left: what was captured before
//! does not matter to what comes. Either the captured coins count (most win, or fewest in misère play), or the last
//! move does.
//!
//! Searches for points see fewer positions than there are. What can be captured is captured at once, except for the
//! choice whether to give the last coins back, and of moves that are equal or worse one is left ([`harvest`] has the
//! reasons). Positions whose webs are equal but for the names of coins share a fingerprint ([`labels`]): this finds the
//! symmetries of a board, and that it does not matter where a chain lies.

mod harvest;
mod labels;
mod nimstring;
#[cfg(test)]
mod tests;

use crate::bits::Bits;
use crate::engine::{Code, Coded};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Prospect, Rules, Stuck, Winner, prospects_by_playing};
use crate::search::nimbers::{LOONY, Nimbers};
use crate::sync::lock;
use harvest::Harvest;
use nimstring::{Component, Quiet};
use std::collections::VecDeque;
use std::sync::Mutex;

/// Instead of a coin: the ground.
pub const GROUND: u16 = u16::MAX;

/// The rules of one web of at most `64 W` strings and `C` coins.
pub struct StringRules<const W: usize, const C: usize> {
    /// The strings at each coin.
    at: Vec<Bits<W>>,
    /// The coins that each string holds, the ground last; a string from a coin to itself is as good as one to the
    /// ground.
    ends: Vec<[u16; 2]>,
    /// Of each string, those before it with the same ends.
    twins: Vec<Bits<W>>,
    /// How far each string is from all coins together: those in the middle of the web are cut first.
    remote: Vec<i32>,
    scored: bool,
    misere: bool,
    nimbers: Mutex<Nimbers<Component<W>>>,
}

/// A string, and the number of coins that cutting it captures.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    string: u16,
    coins: u16,
}

impl<const W: usize, const C: usize> StringRules<W, C> {
    /// `ends` are the coins of each string, [`GROUND`] for the ground.
    pub fn new(coins: usize, ends: &[[u16; 2]], scored: bool, misere: bool) -> Result<Self> {
        if ends.len() > W * 64 || coins > C {
            return Err(Error::invalid(format!("{} strings and {coins} coins are too many", ends.len())));
        }
        let ends: Vec<_> = ends.iter().map(|&[a, b]| [a.min(b), if a == b { GROUND } else { a.max(b) }]).collect();
        let mut at = vec![Bits::default(); coins];
        let mut twins = vec![Bits::default(); ends.len()];
        for (string, held) in ends.iter().enumerate() {
            if held[0] == GROUND || held.iter().any(|&coin| coin != GROUND && usize::from(coin) >= coins) {
                return Err(Error::invalid(format!("string number {string} is tied to no coin that there is")));
            }
            for &coin in held.iter().filter(|&&coin| coin != GROUND) {
                at[usize::from(coin)].set(string);
            }
            (0..string).filter(|&other| ends[other] == *held).for_each(|other| twins[string].set(other));
        }
        let remote = (0..ends.len()).map(|string| remoteness(string, &at, &ends)).collect();
        Ok(StringRules { at, ends, twins, remote, scored, misere, nimbers: Mutex::default() })
    }

    fn without(position: &Bits<W>, string: u16) -> Bits<W> {
        let mut cut = Bits::default();
        cut.set(usize::from(string));
        *position & !cut
    }

    /// Who moved to a position would rather leave little to capture, and cut in the middle.
    fn promise_of(&self, string: u16, gift: &Harvest<W>) -> i64 {
        -(i64::from(2 * gift.taken + gift.given_back) << 32) - i64::from(self.remote[usize::from(string)])
    }
}

/// The sum of the distances of all coins from a string.
fn remoteness<const W: usize>(string: usize, at: &[Bits<W>], ends: &[[u16; 2]]) -> i32 {
    let far = at.len() as i32;
    let mut distance = vec![far; at.len()];
    let mut todo = VecDeque::from([(string, 0)]);
    while let Some((string, steps)) = todo.pop_front() {
        for coin in ends[string].into_iter().filter(|&coin| coin != GROUND).map(usize::from) {
            if distance[coin] == far {
                distance[coin] = steps;
                todo.extend(at[coin].ones().map(|string| (string, steps + 1)));
            }
        }
    }
    distance.iter().sum()
}

impl<const W: usize, const C: usize> Rules for StringRules<W, C> {
    type Position = Bits<W>;
    type Move = Cut;

    fn moves(&self, position: &Bits<W>, _: Player, out: &mut Vec<Cut>) -> Result<()> {
        for string in position.ones() {
            let free = |coin: &&u16| **coin != GROUND && (self.at[usize::from(**coin)] & *position).count() == 1;
            let coins = self.ends[string].iter().filter(free).count();
            out.push(Cut { string: string as u16, coins: coins as u16 });
        }
        Ok(())
    }

    fn play(&self, position: &Bits<W>, mv: &Cut) -> Result<Bits<W>> {
        Ok(Self::without(position, mv.string))
    }

    fn goal(&self, _: &Bits<W>) -> Option<Winner> {
        None
    }

    fn again(&self, mv: &Cut) -> bool {
        mv.coins > 0
    }

    fn score(&self, mv: &Cut) -> i32 {
        match (self.scored, self.misere) {
            (false, _) => 0,
            (true, false) => i32::from(mv.coins),
            (true, true) => -i32::from(mv.coins),
        }
    }

    fn stuck(&self) -> Stuck {
        match (self.scored, self.misere) {
            (true, _) => Stuck::Draws,
            (false, false) => Stuck::Loses,
            (false, true) => Stuck::Wins,
        }
    }

    fn impartial(&self) -> bool {
        true
    }

    fn prospects(&self, position: &Bits<W>, player: Player, out: &mut Vec<Prospect<Bits<W>>>) -> Result<()> {
        if !self.scored || self.misere {
            return prospects_by_playing(self, position, player, out);
        }
        let mut degree = self.degrees(position);
        let coins = degree[..self.at.len()].iter().filter(|&&degree| degree > 0).count() as i32;
        let here = self.harvest(position, &mut degree);
        if here.taken > 0 {
            let left = coins - here.taken;
            let mut add = |points: i32, again| {
                let bounds = (points - left, points + left);
                out.push(Prospect { position: here.rest, points, again, bounds, promise: points.into() });
            };
            add(here.taken, true);
            if here.given_back > 0 {
                add(here.taken - 2 * here.given_back, false);
            }
            return Ok(());
        }
        self.openings(position, &degree, |string| {
            let (after, gift) = self.after(position, string, degree);
            let (taken, left) = (gift.taken, coins - gift.taken);
            let (promise, again) = (self.promise_of(string, &gift), false);
            out.push(if gift.given_back > 0 {
                let bounds = (-taken - left, gift.given_back - taken);
                Prospect { position: after, points: 0, again, bounds, promise }
            } else {
                let bounds = (-taken - left, left - taken);
                Prospect { position: gift.rest, points: -taken, again, bounds, promise }
            });
        });
        Ok(())
    }

    fn promise(&self, position: &Bits<W>, _: Player) -> i32 {
        let gift = self.harvest(position, &mut self.degrees(position));
        -2 * gift.taken - gift.given_back
    }

    fn fingerprint(&self, position: &Bits<W>) -> u128 {
        let mut degree = self.degrees(position);
        if !self.scored || self.misere {
            return self.label(position, &degree);
        }
        // what a harvest is worth depends on no more than its size, what may be given back and what is left
        let harvest = self.harvest(position, &mut degree);
        let size = (harvest.taken as u128) << 3 | harvest.given_back as u128;
        self.label(&harvest.rest, &degree).wrapping_add(size << 64 | size)
    }

    fn key(&self, position: &Bits<W>) -> u64 {
        position.key()
    }
}

impl<const W: usize, const C: usize> Coded for StringRules<W, C> {
    fn encode(&self, position: &Bits<W>) -> Code {
        Code::of_sets(&[*position], self.ends.len())
    }

    fn code_bytes(&self) -> usize {
        self.ends.len().div_ceil(8)
    }

    fn decode(&self, code: &[u8]) -> Result<Bits<W>> {
        let position = Bits::from_bytes(code).filter(|_| code.len() == self.ends.len().div_ceil(8));
        position
            .filter(|position: &Bits<W>| Bits::first(self.ends.len()).contains(position))
            .ok_or_else(|| Error::invalid(format!("a position of {} bytes with other strings", code.len())))
    }

    /// In normal play without points: what can be captured is captured; the rest is a sum of quiet positions.
    fn nimber(&self, position: &Bits<W>, control: &Control) -> Result<Option<u32>> {
        if self.scored || self.misere {
            return Ok(None);
        }
        let harvest = self.harvest(position, &mut self.degrees(position));
        if harvest.given_back > 0 {
            return Ok(Some(LOONY));
        }
        let mut known = lock(&self.nimbers);
        let rest = self.component(harvest.rest);
        known.nimber(&Quiet(self), &rest, control).map(Some)
    }
}
