//! Strings-and-Coins, and with it Dots-and-Boxes and Nimstring (*Winning Ways*, chapter 16).
//!
//! Strings tie coins to each other and to the ground. A move cuts a string; coins that have no string left are captured,
//! and whoever captures moves on. A position is the set of strings that are left: what was captured before does not
//! matter to what comes. Either the captured coins count (most win, or fewest in misère play), or the last move does.
//!
//! Searches for points see fewer positions than there are ([`harvest`] has the reasons): what can be captured is captured
//! at once, except for the choice whether to give the last coins back; of moves that are equal or worse, one is left; and
//! positions share a fingerprint that differ by a symmetry, by the places of independent chains and loops, or by how a
//! harvest that is worth the same lies on the board.

mod harvest;
mod nimstring;
#[cfg(test)]
mod tests;

use crate::bits::Bits;
use crate::engine::{Code, Coded};
use crate::error::{Error, Result};
use crate::kernels::masks::symmetry::Image;
use crate::limits::Control;
use crate::rules::{Mixer, Player, Prospect, Rules, Stuck, Winner, prospects_by_playing};
use crate::search::nimbers::{LOONY, Nimbers};
use harvest::Harvest;
use nimstring::Quiet;
use std::collections::HashMap;

/// Instead of a coin: the ground.
pub const GROUND: u16 = u16::MAX;

/// The rules of one web of at most `64 W` strings and `C` coins.
pub struct StringRules<const W: usize, const C: usize> {
    /// The strings at each coin.
    at: Vec<Bits<W>>,
    /// The coins that each string holds; a string from a coin to itself is as good as one to the ground.
    ends: Vec<[u16; 2]>,
    /// Strings between two coins.
    inner: Bits<W>,
    symmetries: Vec<Image<W>>,
    /// Strings with the same ends, which are interchangeable; two or more each.
    twins: Vec<Twins<W>>,
    scored: bool,
    misere: bool,
}

struct Twins<const W: usize> {
    all: Bits<W>,
    /// The first n of them.
    first: Vec<Bits<W>>,
}

/// A string, and the number of coins that cutting it captures.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    string: u16,
    coins: u16,
}

impl<const W: usize, const C: usize> StringRules<W, C> {
    /// `ends` are the coins of each string, [`GROUND`] for the ground. Of the permutations of strings those are kept that
    /// map coins to coins.
    pub fn new(coins: usize, ends: &[[u16; 2]], symmetries: &[Vec<u32>], scored: bool, misere: bool) -> Result<Self> {
        if ends.len() > W * 64 || coins > C {
            return Err(Error::invalid(format!("{} strings and {coins} coins are too many", ends.len())));
        }
        let mut at = vec![Bits::default(); coins];
        let mut inner = Bits::default();
        let mut tied = Vec::with_capacity(ends.len());
        for (string, &[a, b]) in ends.iter().enumerate() {
            let (a, b) = (a.min(b), if a == b { GROUND } else { a.max(b) });
            if a == GROUND || usize::from(a) >= coins || (b != GROUND && usize::from(b) >= coins) {
                return Err(Error::invalid(format!("string number {string} is tied to no coin that there is")));
            }
            at[usize::from(a)].set(string);
            if b != GROUND {
                at[usize::from(b)].set(string);
                inner.set(string);
            }
            tied.push([a, b]);
        }
        let symmetries = symmetries.iter().filter(|p| maps_coins(p, &at)).map(|p| image(p)).collect();
        let twins = twins(&tied);
        Ok(StringRules { at, ends: tied, inner, symmetries, twins, scored, misere })
    }

    /// How many symmetries are used, the identity included.
    #[must_use]
    pub fn symmetry_count(&self) -> usize {
        self.symmetries.len() + 1
    }

    fn without(position: &Bits<W>, string: u16) -> Bits<W> {
        let mut cut = Bits::default();
        cut.set(usize::from(string));
        *position & !cut
    }

    /// Is it right to capture what can be captured? Not where fewest coins win, or the last move loses.
    fn greedy(&self) -> bool {
        !self.misere
    }

    /// A representative of the positions that are equal up to symmetry and the exchange of twins.
    fn representative(&self, position: &Bits<W>) -> Bits<W> {
        let least = self.symmetries.iter().map(|image| self.arranged(image.apply(position)));
        least.fold(self.arranged(*position), Ord::min)
    }

    fn arranged(&self, mut position: Bits<W>) -> Bits<W> {
        for twins in &self.twins {
            let here = position & twins.all;
            position = position & !twins.all | twins.first[here.count() as usize];
        }
        position
    }

    fn hash(&self, position: &Bits<W>, what_else: [u64; 2]) -> u128 {
        let mut mixer = Mixer::default();
        for word in self.representative(position).0.into_iter().chain(what_else) {
            mixer.word(word);
        }
        mixer.finish128()
    }

    fn prospect(
        &self,
        position: Bits<W>,
        points: i32,
        again: bool,
        bounds: (i32, i32),
        promise: i32,
    ) -> Prospect<Bits<W>> {
        Prospect { position, points, again, bounds, promise: i64::from(promise) }
    }

    /// How a position looks to who moved to it: strings between coins are cut first, since that leaves fewer replies; what
    /// the opponent can capture is counted before that.
    fn outlook(&self, position: &Bits<W>, harvest: &Harvest<W>) -> i32 {
        -2048 * (2 * harvest.taken + harvest.given_back) - (*position & self.inner).count() as i32
    }
}

fn maps_coins<const W: usize>(permutation: &[u32], at: &[Bits<W>]) -> bool {
    let coins: HashMap<Bits<W>, usize> = at.iter().copied().zip(0..).collect();
    let strings = at.iter().fold(Bits::default(), |all: Bits<W>, strings| all | *strings);
    let mut reached = Bits::<W>::default();
    for &to in permutation {
        if to as usize >= W * 64 || !strings.get(to as usize) {
            return false;
        }
        reached.set(to as usize);
    }
    let moved = |strings: &Bits<W>| {
        let mut moved = Bits::default();
        for string in strings.ones() {
            moved.set(permutation.get(string).map_or(0, |&to| to as usize));
        }
        moved
    };
    reached == strings
        && permutation.len() == strings.count() as usize
        && at.iter().all(|at| coins.contains_key(&moved(at)))
}

fn image<const W: usize>(permutation: &[u32]) -> Image<W> {
    Image::of_bits(&permutation.iter().map(|&to| Some(to as usize)).collect::<Vec<_>>())
}

fn twins<const W: usize>(ends: &[[u16; 2]]) -> Vec<Twins<W>> {
    let mut alike: HashMap<[u16; 2], Vec<usize>> = HashMap::new();
    for (string, &ends) in ends.iter().enumerate() {
        alike.entry(ends).or_default().push(string);
    }
    let mut groups: Vec<Vec<usize>> = alike.into_values().filter(|strings| strings.len() > 1).collect();
    groups.sort_unstable();
    let twins = |strings: Vec<usize>| {
        let mut first = vec![Bits::default()];
        for string in strings {
            let mut more: Bits<W> = first[first.len() - 1];
            more.set(string);
            first.push(more);
        }
        Twins { all: first[first.len() - 1], first }
    };
    groups.into_iter().map(twins).collect()
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
        if !(self.scored && self.greedy()) {
            return prospects_by_playing(self, position, player, out);
        }
        let mut degree = self.degrees(position);
        let coins = degree[..self.at.len()].iter().filter(|&&degree| degree > 0).count() as i32;
        let here = self.harvest(position, &mut degree);
        if here.taken > 0 {
            let left = coins - here.taken;
            let mut add = |points: i32, again| {
                out.push(self.prospect(here.rest, points, again, (points - left, points + left), points));
            };
            add(here.taken, true);
            if here.given_back > 0 {
                add(here.taken - 2 * here.given_back, false);
            }
            return Ok(());
        }
        self.openings(position, &degree, |string| {
            let (after, gift) = self.after(position, string, degree);
            let Harvest { taken, given_back, rest } = gift;
            let left = coins - taken;
            let promise = self.outlook(&after, &gift);
            out.push(if given_back > 0 {
                self.prospect(after, 0, false, (-taken - left, given_back - taken), promise)
            } else {
                self.prospect(rest, -taken, false, (-taken - left, left - taken), promise)
            });
        });
        Ok(())
    }

    fn promise(&self, position: &Bits<W>, _: Player) -> i32 {
        let harvest = self.harvest(position, &mut self.degrees(position));
        self.outlook(position, &harvest)
    }

    fn fingerprint(&self, position: &Bits<W>) -> u128 {
        if !self.greedy() {
            return self.hash(position, [0, 0]);
        }
        let mut degree = self.degrees(position);
        let (mut rest, mut gift) = (*position, 0);
        if self.scored {
            let harvest = self.harvest(position, &mut degree);
            rest = harvest.rest;
            gift = (harvest.taken as u64) << 3 | harvest.given_back as u64;
        }
        let mut lengths = 0u64;
        let tied = rest;
        self.pieces(&tied, &degree, |piece| {
            if piece.independent {
                rest = rest & !piece.strings;
                let mut mixer = Mixer::default();
                mixer.word((piece.coins as u64) << 1 | u64::from(piece.closed));
                lengths = lengths.wrapping_add(mixer.finish128() as u64);
            }
        });
        self.hash(&rest, [lengths, gift])
    }

    fn key(&self, position: &Bits<W>) -> u64 {
        position.key()
    }
}

impl<const W: usize, const C: usize> Coded for StringRules<W, C> {
    fn encode(&self, position: &Bits<W>) -> Code {
        position.to_bytes(self.ends.len())
    }

    fn decode(&self, code: &[u8]) -> Result<Bits<W>> {
        let position = Bits::from_bytes(code).filter(|_| code.len() == self.ends.len().div_ceil(8));
        position
            .filter(|position: &Bits<W>| Bits::first(self.ends.len()).contains(position))
            .ok_or_else(|| Error::invalid(format!("a position of {} bytes with other strings", code.len())))
    }

    /// In normal play without points: what can be captured is captured; the rest is a sum of quiet positions.
    fn nimber(&self, position: &Bits<W>, known: &mut Nimbers<Bits<W>>, control: &Control) -> Result<u32> {
        if self.scored || self.misere {
            return known.nimber(self, position, control);
        }
        let harvest = self.harvest(position, &mut self.degrees(position));
        if harvest.given_back > 0 { Ok(LOONY) } else { known.nimber(&Quiet(self), &harvest.rest, control) }
    }
}
