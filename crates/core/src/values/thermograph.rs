//! Thermographs: the stops of a game as functions of a tax on moves.
//!
//! The Left wall of G at temperature t is the Left stop of G cooled by t, the Right wall its Right stop (*Winning
//! Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, section II.5). The Left wall of {G^L | G^R} is the largest
//! Right wall of a G^L minus t, the Right wall the smallest Left wall of a G^R plus t, up to the temperature where the
//! two meet; from there on both are the mast, which stands at the mean. Temperatures start at -1.
//!
//! **What is stored.** A Left wall has slope 0 or -1, a Right wall 0 or 1, and the mast 0. So a wall is its mast and
//! the temperatures at which it turns, from the top down; the slopes alternate. Below zero nothing more is to be
//! known than how G compares with numbers, and that is one bit for each wall: whether it *leans*, that is, has a slope
//! just below zero. Write s for the Left stop.
//!
//! - Every number above s is above G and none below s is. The Left wall leans exactly if G <= s is false.
//! - The Left wall at t = -1/2^j is the least multiple of 1/2^j that is >= G, and between two of these temperatures the
//!   wall is straight. So it is s rounded up to multiples of 1/2^j, strictly up if the wall leans.
//!
//! Right walls mirror this. So a number has no turns and costs nothing, G + x is G with another mast, and comparisons
//! with numbers can be read off exactly ([`Thermograph::at_most`]).
//!
//! **Any form will do.** Options need not be canonical. An option that is dominated cannot show, because walls are
//! monotone. Nor can one that reverses: R(G^L) - t <= L(G^LR) <= L(G). Only numbers need care, for there the mast is
//! not where scaffolds meet. By the simplicity theorem G is the simplest number x with G^L <| x <| G^R if there is one,
//! and the options' stops and leans say exactly which x these are; a missing side bounds nothing. If there is none, G is
//! not a number, a number y has G <= y if and only if no G^L is >= y (a number is avoided), and the temperature is >= 0.
//!
//! **Speed.** Mast and turns are 64-bit integers over a common power of two; the same code runs on [`Dyadic`] when these
//! do not fit. Equality and hashing are structural.

mod wall;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::needless_range_loop)]
mod tests;

use super::dyadic::Dyadic;
use crate::error::{Error, Result};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Bound;
use wall::{Scalar, Shape, View, enclose, envelope, fall};

/// An exact thermograph.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Thermograph(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    /// Whatever fits: numbers of size at most [`LIMIT`] over the smallest power of two that is enough.
    Small(Walls<i64>),
    Big(Box<Walls<Dyadic>>),
}

use Form::{Big, Small};

#[derive(Clone, PartialEq, Eq, Hash)]
struct Walls<S> {
    mast: S,
    /// Temperatures above 0 where the slope changes: `split` of the Left wall, then those of the Right, each falling.
    turns: Box<[S]>,
    split: u32,
    /// Whether the Left and the Right wall have a slope just below temperature 0.
    leans: [bool; 2],
    /// Integers are multiples of 1/2^exp.
    exp: u8,
}

/// Sums and differences of four numbers of this size do not overflow.
const LIMIT: i64 = 1 << 59;
const MAX_EXP: u32 = 62;

/// How many bits the corners of one wall may take together when they are written out.
const MAX_BITS: u64 = 1 << 30;

impl Thermograph {
    /// The thermograph of a number.
    pub fn number(x: &Dyadic) -> Thermograph {
        Thermograph::numberish(x, false, false)
    }

    /// The thermograph of a number plus an infinitesimal e, which is a number and two comparisons: the Left wall leans
    /// unless e <= 0, the Right wall unless e >= 0. So `*` leans on both sides, up on the left, down on the right.
    pub fn numberish(x: &Dyadic, left_leans: bool, right_leans: bool) -> Thermograph {
        Walls { mast: x.clone(), turns: Box::default(), split: 0, leans: [left_leans, right_leans], exp: 0 }.pack()
    }

    /// The thermograph of {left | right}, from the thermographs of the options of any form of the game.
    pub fn of_options(left: &[&Thermograph], right: &[&Thermograph]) -> Thermograph {
        if let Some(exp) = common_exponent(left.iter().chain(right)) {
            let f = envelope(left.iter().filter_map(|g| g.small_view(RIGHT, exp)));
            let g = envelope(right.iter().filter_map(|g| g.small_view(LEFT, exp)));
            match enclose(f, g) {
                Shape::Number(ends) => simplest(ends.map(|end| Some((Dyadic::ratio(end?.0, exp), end?.1)))),
                Shape::Walls { mast, turns, split, leans } => {
                    Walls { mast, turns: turns.into(), split: split as u32, leans, exp: exp as u8 }.pack()
                }
            }
        } else {
            let walls = |games: &[&Thermograph]| games.iter().map(|g| g.walls()).collect::<Vec<_>>();
            let f = envelope(walls(left).iter().map(|walls| walls.view(RIGHT, 0)));
            let g = envelope(walls(right).iter().map(|walls| walls.view(LEFT, 0)));
            match enclose(f, g) {
                Shape::Number(ends) => simplest(ends),
                Shape::Walls { mast, turns, split, leans } => {
                    Walls { mast, turns: turns.into(), split: split as u32, leans, exp: 0 }.pack()
                }
            }
        }
    }

    /// The mean value: where the mast stands.
    pub fn mean(&self) -> Dyadic {
        match &self.0 {
            Small(walls) => walls.exact(walls.mast),
            Big(walls) => walls.mast.clone(),
        }
    }

    /// Where the mast begins: -1 for integers, -1/2^k for other numbers, with denominator 2^k, and at least 0 for all
    /// other games.
    pub fn temperature(&self) -> Dyadic {
        let top = match &self.0 {
            Small(walls) => walls.turns(LEFT).first().max(walls.turns(RIGHT).first()).map(|t| walls.exact(*t)),
            Big(walls) => walls.turns(LEFT).first().max(walls.turns(RIGHT).first()).cloned(),
        };
        match top {
            Some(t) => t,
            None if self.is_number() => -Dyadic::unit(self.mean().exponent()),
            None => Dyadic::ZERO,
        }
    }

    /// True if the game is a number (then it is the mean).
    pub fn is_number(&self) -> bool {
        let turns = match &self.0 {
            Small(walls) => walls.turns.len(),
            Big(walls) => walls.turns.len(),
        };
        turns == 0 && self.leans() == [false; 2]
    }

    pub fn left_stop(&self) -> Dyadic {
        match &self.0 {
            Small(walls) => walls.exact(walls.mast + fall(walls.turns(LEFT), &0)),
            Big(walls) => &walls.mast + &fall(walls.turns(LEFT), &Dyadic::ZERO),
        }
    }

    pub fn right_stop(&self) -> Dyadic {
        match &self.0 {
            Small(walls) => walls.exact(walls.mast - fall(walls.turns(RIGHT), &0)),
            Big(walls) => &walls.mast - &fall(walls.turns(RIGHT), &Dyadic::ZERO),
        }
    }

    /// Whether the walls have a slope just below temperature 0: the Left wall if the game is not <= its Left stop,
    /// the Right wall if it is not >= its Right stop.
    pub fn leans(&self) -> [bool; 2] {
        match &self.0 {
            Small(walls) => walls.leans,
            Big(walls) => walls.leans,
        }
    }

    /// Exactly G <= x.
    pub fn at_most(&self, x: &Dyadic) -> bool {
        match self.left_stop().cmp(x) {
            Ordering::Less => true,
            Ordering::Equal => !self.leans()[LEFT],
            Ordering::Greater => false,
        }
    }

    /// Exactly G >= x.
    pub fn at_least(&self, x: &Dyadic) -> bool {
        match self.right_stop().cmp(x) {
            Ordering::Less => false,
            Ordering::Equal => !self.leans()[RIGHT],
            Ordering::Greater => true,
        }
    }

    /// Neither wall is ever larger than that of the other game. G <= H implies this, so that its failure refutes
    /// G <= H; if one of the games is a number the two say the same.
    pub fn below(&self, other: &Thermograph) -> bool {
        if let (Small(g), Small(h)) = (&self.0, &other.0) {
            let exp = g.exp.max(h.exp);
            let shifts = [u32::from(exp - g.exp), u32::from(exp - h.exp)];
            if shifts == [0, 0] || g.fits(shifts[0]) && h.fits(shifts[1]) {
                return below(g, h, shifts);
            }
        }
        below(&self.walls(), &other.walls(), [0, 0])
    }

    /// The Left wall at a temperature; below -1 what it is at -1.
    pub fn left_at(&self, t: &Dyadic) -> Dyadic {
        if t.signum() < 0 {
            return below_zero(&self.left_stop(), self.leans()[LEFT], t);
        }
        self.mean() + fall(self.walls().turns(LEFT), t)
    }

    /// The Right wall at a temperature; below -1 what it is at -1.
    pub fn right_at(&self, t: &Dyadic) -> Dyadic {
        if t.signum() < 0 {
            return -below_zero(&-self.right_stop(), self.leans()[RIGHT], t);
        }
        self.mean() - fall(self.walls().turns(RIGHT), t)
    }

    /// Both walls at some temperatures >= 0, all in units of 1/2^places: rounded down, and rounded up. `None` where that
    /// does not fit into words.
    pub fn sampled<const K: usize>(&self, temperatures: &[i64; K], places: u32) -> Option<[[[i64; K]; 2]; 2]> {
        let Small(walls) = &self.0 else { return None };
        let exp = places.max(walls.exp.into());
        let (ours, theirs) = (exp - u32::from(walls.exp), exp - places);
        let most = LIMIT.checked_shr(theirs).unwrap_or(0);
        if !walls.fits(ours) || temperatures.iter().any(|&t| t > most) {
            return None;
        }
        Some([LEFT, RIGHT].map(|side| {
            let turns: Vec<i64> = walls.turns(side).iter().map(|t| t << ours).collect();
            let wall = temperatures.map(|t| {
                let fall = fall(&turns, &(t << theirs));
                (walls.mast << ours) + if side == LEFT { fall } else { -fall }
            });
            [wall.map(|x| x >> theirs), wall.map(|x| -(-x >> theirs))]
        }))
    }

    /// The corners (temperature, value) of the Left wall from temperature -1 upwards; from the last one on it is the
    /// mast. Fails for numbers with so many binary places that the list would be too long to keep.
    pub fn left_points(&self) -> Result<Vec<(Dyadic, Dyadic)>> {
        let corners = corners(self.walls().turns(LEFT), self.leans()[LEFT], &self.left_stop())?;
        Ok(corners.into_iter().map(|t| (t.clone(), self.left_at(&t))).collect())
    }

    /// The corners of the Right wall, like [`Thermograph::left_points`].
    pub fn right_points(&self) -> Result<Vec<(Dyadic, Dyadic)>> {
        let corners = corners(self.walls().turns(RIGHT), self.leans()[RIGHT], &-self.right_stop())?;
        Ok(corners.into_iter().map(|t| (t.clone(), self.right_at(&t))).collect())
    }

    /// The thermograph of -G.
    pub fn negated(&self) -> Thermograph {
        Thermograph(match &self.0 {
            Small(walls) => Small(walls.negated()),
            Big(walls) => Big(Box::new(walls.negated())),
        })
    }

    /// The thermograph of G + x.
    pub fn translated(&self, x: &Dyadic) -> Thermograph {
        if x.is_zero() {
            return self.clone();
        }
        if let (Small(walls), Some((num, e))) = (&self.0, x.as_small()) {
            let exp = e.max(walls.exp.into());
            let (ours, theirs) = (exp - u32::from(walls.exp), exp - e);
            // One bit of room for the carry.
            if walls.fits(ours + 1) && num.unsigned_abs() <= LIMIT.unsigned_abs() >> (theirs + 1) {
                let mut walls = walls.clone();
                walls.mast = (walls.mast << ours) + (num << theirs);
                walls.turns.iter_mut().for_each(|t| *t <<= ours);
                walls.exp = exp as u8;
                return walls.pack();
            }
        }
        let mut walls = self.walls();
        walls.mast = &walls.mast + x;
        walls.pack()
    }

    /// The thermograph of G cooled by t >= 0: the part above t, moved down.
    pub fn cooled(&self, t: &Dyadic) -> Result<Thermograph> {
        if t.signum() < 0 {
            return Err(Error::invalid(format!("a game cannot be cooled by {t}: expected a number >= 0")));
        }
        if t.is_zero() {
            return Ok(self.clone());
        }
        let mut walls = self.walls();
        // After an odd number of turns at or above t the wall has a slope just below t.
        walls.leans = [LEFT, RIGHT].map(|side| walls.turns(side).iter().filter(|u| *u >= t).count() % 2 == 1);
        walls.split = walls.turns(LEFT).iter().filter(|u| *u > t).count() as u32;
        walls.turns = walls.turns.iter().filter(|u| *u > t).map(|u| u - t).collect();
        Ok(walls.pack())
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Small(walls) => size_of_val(&*walls.turns),
            Big(walls) => {
                let inner: usize = walls.turns.iter().map(Dyadic::bytes).sum();
                size_of::<Walls<Dyadic>>() + size_of_val(&*walls.turns) + walls.mast.bytes() + inner
            }
        }
    }

    /// One wall in units of 1/2^exp.
    fn small_view(&self, side: usize, exp: u32) -> Option<View<'_, i64>> {
        match &self.0 {
            Small(walls) => Some(walls.view(side, exp - u32::from(walls.exp))),
            Big(_) => None,
        }
    }

    fn walls(&self) -> Walls<Dyadic> {
        match &self.0 {
            Small(walls) => walls.exactly(),
            Big(walls) => Walls::clone(walls),
        }
    }
}

const LEFT: usize = 0;
const RIGHT: usize = 1;

impl<S: Scalar> Walls<S> {
    #[inline]
    fn turns(&self, side: usize) -> &[S] {
        let (left, right) = self.turns.split_at(self.split as usize);
        if side == LEFT { left } else { right }
    }

    /// One wall as one that rises with the temperature: the Right wall, or the Left wall negated.
    #[inline]
    fn view(&self, side: usize, shift: u32) -> View<'_, S> {
        let mast = self.mast.scaled(shift);
        let mast = if side == LEFT { mast.negative() } else { mast };
        View { mast, turns: self.turns(side), leans: self.leans[side], shift }
    }

    fn negated(&self) -> Walls<S> {
        Walls {
            mast: self.mast.negative(),
            turns: [self.turns(RIGHT), self.turns(LEFT)].concat().into(),
            split: self.turns(RIGHT).len() as u32,
            leans: [self.leans[RIGHT], self.leans[LEFT]],
            exp: self.exp,
        }
    }
}

fn below<S: Scalar>(g: &Walls<S>, h: &Walls<S>, [a, b]: [u32; 2]) -> bool {
    g.view(RIGHT, a).never_above(&h.view(RIGHT, b)) && h.view(LEFT, b).never_above(&g.view(LEFT, a))
}

impl Walls<i64> {
    fn exact(&self, x: i64) -> Dyadic {
        Dyadic::ratio(x, self.exp.into())
    }

    fn exactly(&self) -> Walls<Dyadic> {
        let turns = self.turns.iter().map(|t| self.exact(*t)).collect();
        Walls { mast: self.exact(self.mast), turns, split: self.split, leans: self.leans, exp: 0 }
    }

    /// True if all numbers stay within the limit when multiplied by `2^shift`.
    fn fits(&self, shift: u32) -> bool {
        let fits = |x: &i64| x.abs() <= LIMIT.checked_shr(shift).unwrap_or(0);
        fits(&self.mast) && [LEFT, RIGHT].iter().all(|side| self.turns(*side).first().is_none_or(fits))
    }

    fn pack(mut self) -> Thermograph {
        let bits = self.turns.iter().fold(self.mast, |bits, t| bits | t);
        let drop = if bits == 0 { self.exp } else { self.exp.min(bits.trailing_zeros() as u8) };
        self.mast >>= drop;
        self.turns.iter_mut().for_each(|t| *t >>= drop);
        self.exp -= drop;
        let fits = u32::from(self.exp) <= MAX_EXP && self.fits(0);
        Thermograph(if fits { Small(self) } else { Big(Box::new(self.exactly())) })
    }
}

impl Walls<Dyadic> {
    fn pack(self) -> Thermograph {
        let exp = self.turns.iter().fold(self.mast.exponent(), |exp, t| exp.max(t.exponent()));
        let integer = |x: &Dyadic| {
            let (num, e) = x.as_small()?;
            (num.unsigned_abs() <= LIMIT.checked_shr(exp - e)? as u64).then(|| num << (exp - e))
        };
        let turns: Option<Box<[i64]>> = self.turns.iter().map(integer).collect();
        Thermograph(match (integer(&self.mast), turns) {
            (Some(mast), Some(turns)) if exp <= MAX_EXP => {
                Small(Walls { mast, turns, split: self.split, leans: self.leans, exp: exp as u8 })
            }
            _ => Big(Box::new(self)),
        })
    }
}

/// The exponent for a computation with all of these in 64 bits: one more than each has, as crossings halve.
fn common_exponent<'a>(games: impl Iterator<Item = &'a &'a Thermograph> + Clone) -> Option<u32> {
    let mut exp = 0;
    for g in games.clone() {
        let Small(walls) = &g.0 else { return None };
        exp = exp.max(u32::from(walls.exp) + 1);
    }
    let fits = |g: &&Thermograph| matches!(&g.0, Small(walls) if walls.fits(exp - u32::from(walls.exp)));
    games.into_iter().all(fits).then_some(exp)
}

fn simplest(ends: [Option<(Dyadic, bool)>; 2]) -> Thermograph {
    let [low, high] = ends.each_ref().map(|end| match end {
        Some((x, true)) => Bound::Included(x),
        Some((x, false)) => Bound::Excluded(x),
        None => Bound::Unbounded,
    });
    // The interval is never empty: `enclose` has looked.
    Thermograph::number(&Dyadic::simplest_between(low, high).unwrap_or_default())
}

/// A Left wall with stop s at a temperature t < 0.
fn below_zero(s: &Dyadic, leans: bool, t: &Dyadic) -> Dyadic {
    // With -1/2^j <= t < -1/2^(j+1): the wall is straight there, and goes up by 1/2^(j+1) to the left or not at all.
    let t = t.max(&Dyadic::MINUS_ONE);
    let size = t.numerator();
    let j = t.exponent() + u32::from(size.magnitude().count_ones() == 1) - size.bits() as u32;
    let (far, near) = (rounded(s, leans, j), rounded(s, leans, j + 1));
    if far == near { near } else { near - Dyadic::unit(j + 1) - t }
}

/// The least multiple of 1/2^j that is >= s, or > s if the wall leans.
fn rounded(s: &Dyadic, leans: bool, j: u32) -> Dyadic {
    let scaled = s * Dyadic::from(BigInt::from(1) << j);
    let units: BigInt = if leans { scaled.floor() + 1 } else { scaled.ceil() };
    Dyadic::from(units) * Dyadic::unit(j)
}

/// The temperatures of the corners of a Left wall from -1 up, by its stop; those of a Right wall by the negated stop.
fn corners(turns: &[Dyadic], leans: bool, stop: &Dyadic) -> Result<Vec<Dyadic>> {
    // Between -1/2^j and -1/2^(j+1) the wall has a slope if rounding to j and to j + 1 places differs: if the digit
    // j + 1 of the stop is 0 when it leans, and if that digit of the negated stop is 1 when it does not.
    let places = stop.exponent();
    let digits = if leans { stop.numerator() } else { -stop.numerator() };
    let slope = |j: u32| if j < places { digits.bit((places - j - 1).into()) != leans } else { leans };
    let bends: Vec<u32> = (1..=places).filter(|j| slope(*j) != slope(j - 1)).collect();
    if bends.len() as u64 * u64::from(places) > MAX_BITS {
        let text = format!("a thermograph has {} corners with up to {places} binary places", bends.len());
        return Err(Error::too_large(text));
    }
    let mut corners = vec![Dyadic::MINUS_ONE];
    corners.extend(bends.into_iter().map(|j| -Dyadic::unit(j)));
    if leans != (turns.len() % 2 == 1) {
        corners.push(Dyadic::ZERO);
    }
    corners.extend(turns.iter().rev().cloned());
    Ok(corners)
}

impl fmt::Debug for Thermograph {
    /// The turns above zero and the leans, from the mast down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let walls = self.walls();
        let [left, right] = [LEFT, RIGHT].map(|side| walls.turns(side));
        write!(f, "mast {} left {left:?} right {right:?} leans {:?}", walls.mast, walls.leans)
    }
}
