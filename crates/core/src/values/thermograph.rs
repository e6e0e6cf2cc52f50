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
//! Right walls mirror this. A number thus has no turns and two upright walls, `n` of any size costs nothing, G + x is G
//! with another mast, and comparisons with numbers can be read off exactly ([`Thermograph::at_most`]).
//!
//! **Any form will do.** Options need not be canonical. An option that is dominated cannot show, because walls are
//! monotone. Nor can one that reverses: R(G^L) - t <= L(G^LR) <= L(G). Only numbers need care, for there the mast is
//! not where scaffolds meet. By the simplicity theorem G is the simplest number x with G^L <| x <| G^R if there is one,
//! and the options' stops and leans say exactly which x these are; a missing side bounds nothing. If there is none, G is
//! not a number, a number y has G <= y just if no G^L is >= y (a number is avoided), and the temperature is >= 0.
//!
//! **Speed.** Mast and turns are 64-bit integers over a common power of two; the same code runs on [`Dyadic`] when these
//! do not fit. Equality and hashing are structural.

use super::dyadic::Dyadic;
use crate::error::{Error, Result};
use num_bigint::BigInt;
use std::fmt;
use std::ops::Bound;

/// An exact thermograph.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Thermograph(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    /// Integers over 2^exp, of size at most [`LIMIT`]; `exp` is as small as it can be.
    Small(Walls<i64>, u8),
    Big(Box<Walls<Dyadic>>),
}

use Form::{Big, Small};

/// Sums and differences of four numbers of this size do not overflow.
const LIMIT: i64 = 1 << 59;

/// How many bits the corners of one wall may take together when they are written out.
const MAX_BITS: u64 = 1 << 30;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Walls<S> {
    mast: S,
    /// Temperatures above 0 where the slope changes: `split` of the Left wall, then those of the Right, each falling.
    turns: Box<[S]>,
    split: u32,
    /// Whether the Left and the Right wall have a slope just below temperature 0.
    leans: [bool; 2],
}

/// What an exact computation with walls needs. Integers stand for multiples of one unit; only even ones are halved.
trait Scalar: Clone + Ord + Default {
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn half(&self) -> Self;
    /// The same number in units that are `2^shift` times smaller.
    fn scaled(&self, shift: u32) -> Self;
    fn negative(&self) -> Self {
        Self::default().minus(self)
    }
}

impl Scalar for i64 {
    #[inline]
    fn plus(&self, other: &i64) -> i64 {
        self + other
    }

    #[inline]
    fn minus(&self, other: &i64) -> i64 {
        self - other
    }

    #[inline]
    fn half(&self) -> i64 {
        self >> 1
    }

    #[inline]
    fn scaled(&self, shift: u32) -> i64 {
        self << shift
    }
}

impl Scalar for Dyadic {
    fn plus(&self, other: &Dyadic) -> Dyadic {
        self + other
    }

    fn minus(&self, other: &Dyadic) -> Dyadic {
        self - other
    }

    fn half(&self) -> Dyadic {
        self.half()
    }

    fn scaled(&self, _: u32) -> Dyadic {
        self.clone()
    }
}

/// A wall as a function that rises with t: a Right wall, or a Left wall of the negative. At the top it is `mast`.
#[derive(Clone, Default)]
struct Rise<S> {
    mast: S,
    turns: Vec<S>,
    leans: bool,
}

/// How far a rising wall with these turns falls between its mast and temperature t >= 0.
#[inline]
fn fall<S: Scalar>(turns: &[S], t: &S) -> S {
    let mut fall = S::default();
    for slope in turns.chunks(2) {
        if slope[0] <= *t {
            break;
        }
        let low = slope.get(1).filter(|low| *low > t).unwrap_or(t);
        fall = fall.plus(&slope[0].minus(low));
    }
    fall
}

impl<S: Scalar> Rise<S> {
    /// The value at temperature 0.
    fn stop(&self) -> S {
        self.mast.minus(&fall(&self.turns, &S::default()))
    }

    /// The larger of two walls at each temperature, into `out`.
    fn highest(p: &Rise<S>, q: &Rise<S>, out: &mut Rise<S>) {
        let zero = S::default();
        let mut steep = false;
        out.turns.clear();
        let mut turn = |at: &S, slope: bool| {
            if slope != steep {
                out.turns.push(at.clone());
                steep = slope;
            }
        };
        // Downwards from turn to turn; `lead` is p - q at t.
        let mut lead = p.mast.minus(&q.mast);
        let (mut i, mut j) = (0, 0);
        while i < p.turns.len() || j < q.turns.len() {
            let t = match (p.turns.get(i), q.turns.get(j)) {
                (Some(a), Some(b)) => a.max(b),
                (Some(a), None) | (None, Some(a)) => a,
                (None, None) => break,
            };
            i += usize::from(p.turns.get(i) == Some(t));
            j += usize::from(q.turns.get(j) == Some(t));
            let (sp, sq) = (i % 2 == 1, j % 2 == 1);
            let next = p.turns.get(i).max(q.turns.get(j)).unwrap_or(&zero);
            let length = t.minus(next);
            let after = match (sp, sq) {
                (true, false) => lead.minus(&length),
                (false, true) => lead.plus(&length),
                _ => lead.clone(),
            };
            if lead > zero {
                turn(t, sp);
                if after < zero {
                    turn(&t.minus(&lead), sq);
                }
            } else if lead < zero {
                turn(t, sq);
                if after > zero {
                    turn(&t.plus(&lead), sp);
                }
            } else {
                turn(t, sp && sq);
            }
            lead = after;
        }
        out.leans = match lead.cmp(&zero) {
            std::cmp::Ordering::Greater => p.leans,
            std::cmp::Ordering::Less => q.leans,
            std::cmp::Ordering::Equal => p.leans && q.leans,
        };
        out.mast = p.mast.clone().max(q.mast.clone());
    }
}

/// What the scaffolds of the options make.
enum Shape<S> {
    /// The simplest number in an interval (each end with true if it is included).
    Number(Option<(S, bool)>, Option<(S, bool)>),
    Walls(Walls<S>),
}

/// The walls of a game; `left` is the largest Right wall of the Left options, `right` that of the negated Right options.
fn enclose<S: Scalar>(left: Option<Rise<S>>, right: Option<Rise<S>>) -> Shape<S> {
    let (Some(f), Some(g)) = (&left, &right) else {
        let low = left.map(|f| (f.stop(), f.leans));
        let high = right.map(|g| (g.stop().negative(), g.leans));
        return Shape::Number(low, high);
    };
    let zero = S::default();
    let (low, high) = (f.stop(), g.stop().negative());
    if low < high || low == high && f.leans && g.leans {
        return Shape::Number(Some((low, f.leans)), Some((high, g.leans)));
    }
    let leans = [!f.leans, !g.leans];
    if low == high {
        return Shape::Walls(Walls { mast: low, turns: Box::default(), split: 0, leans });
    }
    // The gap between the scaffolds, f - t and t - g, is f + g - 2t: it is positive at 0 and never grows with t. Find
    // where it first is 0, downwards from the masts, segment by segment.
    let apex = f.mast.plus(&g.mast).half();
    let first = f.turns.first().max(g.turns.first());
    let (mut i, mut j, mut at, mut fv) = (0, 0, apex.clone(), f.mast.clone());
    if let Some(top) = first.filter(|top| **top >= apex) {
        let mut t = top.clone();
        let mut gv = g.mast.clone();
        loop {
            i += usize::from(f.turns.get(i) == Some(&t));
            j += usize::from(g.turns.get(j) == Some(&t));
            let (sf, sg) = (i % 2 == 1, j % 2 == 1);
            let next = f.turns.get(i).max(g.turns.get(j)).unwrap_or(&zero);
            let length = t.minus(next);
            let (f_next, g_next) =
                (if sf { fv.minus(&length) } else { fv.clone() }, if sg { gv.minus(&length) } else { gv.clone() });
            if f_next.plus(&g_next) > next.plus(next) {
                let gap = fv.plus(&gv).minus(&t).minus(&t);
                at = t.plus(&if sf || sg { gap } else { gap.half() });
                if sf {
                    fv = fv.minus(&t.minus(&at));
                }
                break;
            }
            (fv, gv, t) = (f_next, g_next, next.clone());
        }
    }
    let own = |turns: &[S], i: usize| {
        let tip = (i % 2 == 0).then(|| at.clone());
        tip.into_iter().chain(turns[i..].iter().cloned()).collect::<Vec<S>>()
    };
    let mut turns = own(&f.turns, i);
    let split = turns.len() as u32;
    turns.extend(own(&g.turns, j));
    Shape::Walls(Walls { mast: fv.minus(&at), turns: turns.into(), split, leans })
}

impl<S: Scalar> Walls<S> {
    #[inline]
    fn left(&self) -> &[S] {
        &self.turns[..self.split as usize]
    }

    #[inline]
    fn right(&self) -> &[S] {
        &self.turns[self.split as usize..]
    }

    /// The Right wall, in units that are `2^shift` times smaller.
    fn right_rise(&self, shift: u32, into: &mut Rise<S>) {
        into.mast = self.mast.scaled(shift);
        into.turns.clear();
        into.turns.extend(self.right().iter().map(|t| t.scaled(shift)));
        into.leans = self.leans[1];
    }

    /// The Right wall of the negative.
    fn left_rise(&self, shift: u32, into: &mut Rise<S>) {
        into.mast = self.mast.scaled(shift).negative();
        into.turns.clear();
        into.turns.extend(self.left().iter().map(|t| t.scaled(shift)));
        into.leans = self.leans[0];
    }

    fn negated(&self) -> Walls<S> {
        Walls {
            mast: self.mast.negative(),
            turns: [self.right(), self.left()].concat().into(),
            split: self.right().len() as u32,
            leans: [self.leans[1], self.leans[0]],
        }
    }
}

/// The highest of several rising walls, each written into a buffer by `write`.
fn envelope<S: Scalar, T>(items: &[T], write: impl Fn(&T, &mut Rise<S>)) -> Option<Rise<S>> {
    let (first, rest) = items.split_first()?;
    let (mut best, mut one, mut out) = (Rise::default(), Rise::default(), Rise::default());
    write(first, &mut best);
    for item in rest {
        write(item, &mut one);
        Rise::highest(&best, &one, &mut out);
        std::mem::swap(&mut best, &mut out);
    }
    Some(best)
}

/// One wall for comparing: a rising function read from a slice, in units that are `2^shift` times smaller.
struct View<'a, S> {
    mast: S,
    turns: &'a [S],
    leans: bool,
    shift: u32,
}

impl<S: Scalar> View<'_, S> {
    #[inline]
    fn turn(&self, i: usize) -> Option<S> {
        self.turns.get(i).map(|t| t.scaled(self.shift))
    }

    /// Nowhere above another wall. Both are straight between turns, so the turns, zero and the bits decide.
    fn never_above(&self, other: &View<'_, S>) -> bool {
        let zero = S::default();
        let mut lead = self.mast.minus(&other.mast);
        if lead > zero {
            return false;
        }
        let (mut i, mut j) = (0, 0);
        let (mut a, mut b) = (self.turn(0), other.turn(0));
        while a.is_some() || b.is_some() {
            let t = a.clone().max(b.clone()).unwrap_or_default();
            if a.as_ref() == Some(&t) {
                i += 1;
                a = self.turn(i);
            }
            if b.as_ref() == Some(&t) {
                j += 1;
                b = other.turn(j);
            }
            let next = a.as_ref().max(b.as_ref()).unwrap_or(&zero);
            match (i % 2, j % 2) {
                (1, 0) => lead = lead.minus(&t.minus(next)),
                (0, 1) => {
                    lead = lead.plus(&t.minus(next));
                    if lead > zero {
                        return false;
                    }
                }
                _ => (),
            }
        }
        lead < zero || self.leans || !other.leans
    }
}

fn below<S: Scalar>(g: &Walls<S>, h: &Walls<S>, shifts: [u32; 2]) -> bool {
    let view = |walls, shift, left| wall_view(walls, shift, left);
    view(g, shifts[0], false).never_above(&view(h, shifts[1], false))
        && view(h, shifts[1], true).never_above(&view(g, shifts[0], true))
}

fn wall_view<S: Scalar>(walls: &Walls<S>, shift: u32, left: bool) -> View<'_, S> {
    let mast = walls.mast.scaled(shift);
    if left {
        View { mast: mast.negative(), turns: walls.left(), leans: walls.leans[0], shift }
    } else {
        View { mast, turns: walls.right(), leans: walls.leans[1], shift }
    }
}

impl Thermograph {
    /// The thermograph of a number.
    pub fn number(x: &Dyadic) -> Thermograph {
        Thermograph::numberish(x, false, false)
    }

    /// The thermograph of a number plus an infinitesimal e, which is a number and two comparisons: the Left wall leans
    /// unless e <= 0, the Right wall unless e >= 0. So `*` leans on both sides, up on the left, down on the right.
    pub fn numberish(x: &Dyadic, left_leans: bool, right_leans: bool) -> Thermograph {
        pack_big(Walls { mast: x.clone(), turns: Box::default(), split: 0, leans: [left_leans, right_leans] })
    }

    /// The thermograph of {left | right}, from the thermographs of the options of any form of the game.
    pub fn of_options(left: &[&Thermograph], right: &[&Thermograph]) -> Thermograph {
        if let Some(exp) = common_exponent(left.iter().chain(right)) {
            let small = |g: &&Thermograph, into: &mut Rise<i64>, right: bool| {
                if let Small(walls, e) = &g.0 {
                    let shift = exp - u32::from(*e);
                    if right { walls.right_rise(shift, into) } else { walls.left_rise(shift, into) }
                }
            };
            let f = envelope(left, |g, into| small(g, into, true));
            let g = envelope(right, |g, into| small(g, into, false));
            match enclose(f, g) {
                Shape::Walls(walls) => pack_small(walls, exp),
                Shape::Number(low, high) => {
                    let end = |end: Option<(i64, bool)>| end.map(|(x, included)| (unpack(x, exp), included));
                    simplest(end(low), end(high))
                }
            }
        } else {
            let walls = |games: &[&Thermograph]| games.iter().map(|g| g.walls()).collect::<Vec<_>>();
            let f = envelope(&walls(left), |g: &Walls<Dyadic>, into| g.right_rise(0, into));
            let g = envelope(&walls(right), |g: &Walls<Dyadic>, into| g.left_rise(0, into));
            match enclose(f, g) {
                Shape::Walls(walls) => pack_big(walls),
                Shape::Number(low, high) => simplest(low, high),
            }
        }
    }

    /// The mean value: where the mast stands.
    pub fn mean(&self) -> Dyadic {
        match &self.0 {
            Small(walls, exp) => unpack(walls.mast, (*exp).into()),
            Big(walls) => walls.mast.clone(),
        }
    }

    /// Where the mast begins: -1 for integers, -1/2^k for other numbers, with denominator 2^k, and at least 0 for all
    /// other games.
    pub fn temperature(&self) -> Dyadic {
        let top = match &self.0 {
            Small(walls, exp) => walls.left().first().max(walls.right().first()).map(|t| unpack(*t, (*exp).into())),
            Big(walls) => walls.left().first().max(walls.right().first()).cloned(),
        };
        match top {
            Some(t) => t,
            None if self.is_number() => -Dyadic::unit(self.mean().exponent()),
            None => Dyadic::ZERO,
        }
    }

    /// True if the game is a number (then it is the mean).
    pub fn is_number(&self) -> bool {
        match &self.0 {
            Small(walls, _) => walls.turns.is_empty() && walls.leans == [false; 2],
            Big(walls) => walls.turns.is_empty() && walls.leans == [false; 2],
        }
    }

    pub fn left_stop(&self) -> Dyadic {
        match &self.0 {
            Small(walls, exp) => unpack(walls.mast + fall(walls.left(), &0), (*exp).into()),
            Big(walls) => &walls.mast + &fall(walls.left(), &Dyadic::ZERO),
        }
    }

    pub fn right_stop(&self) -> Dyadic {
        match &self.0 {
            Small(walls, exp) => unpack(walls.mast - fall(walls.right(), &0), (*exp).into()),
            Big(walls) => &walls.mast - &fall(walls.right(), &Dyadic::ZERO),
        }
    }

    /// Whether the walls have a slope just below temperature 0: the Left wall if the game is not <= its Left stop,
    /// the Right wall if it is not >= its Right stop.
    pub fn leans(&self) -> [bool; 2] {
        match &self.0 {
            Small(walls, _) => walls.leans,
            Big(walls) => walls.leans,
        }
    }

    /// Exactly G <= x.
    pub fn at_most(&self, x: &Dyadic) -> bool {
        match self.left_stop().cmp(x) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => !self.leans()[0],
            std::cmp::Ordering::Greater => false,
        }
    }

    /// Exactly G >= x.
    pub fn at_least(&self, x: &Dyadic) -> bool {
        match self.right_stop().cmp(x) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => !self.leans()[1],
            std::cmp::Ordering::Greater => true,
        }
    }

    /// The Left wall at a temperature; below -1 what it is at -1.
    pub fn left_at(&self, t: &Dyadic) -> Dyadic {
        if t.signum() >= 0 {
            let walls = self.walls();
            &walls.mast + &fall(walls.left(), t)
        } else {
            below_zero(&self.left_stop(), self.leans()[0], t)
        }
    }

    /// The Right wall at a temperature; below -1 what it is at -1.
    pub fn right_at(&self, t: &Dyadic) -> Dyadic {
        if t.signum() >= 0 {
            let walls = self.walls();
            &walls.mast - &fall(walls.right(), t)
        } else {
            -below_zero(&-self.right_stop(), self.leans()[1], t)
        }
    }

    /// The corners (temperature, value) of the Left wall from temperature -1 upwards; from the last one on it is the
    /// mast. Fails for numbers with so many binary places that the list would not fit in memory.
    pub fn left_points(&self) -> Result<Vec<(Dyadic, Dyadic)>> {
        corners(self.walls().left(), self.leans()[0], &self.left_stop(), |t| self.left_at(t))
    }

    /// The corners of the Right wall, like [`Thermograph::left_points`].
    pub fn right_points(&self) -> Result<Vec<(Dyadic, Dyadic)>> {
        corners(self.walls().right(), self.leans()[1], &-self.right_stop(), |t| self.right_at(t))
    }

    /// The thermograph of -G.
    pub fn negated(&self) -> Thermograph {
        Thermograph(match &self.0 {
            Small(walls, exp) => Small(walls.negated(), *exp),
            Big(walls) => Big(Box::new(walls.negated())),
        })
    }

    /// The thermograph of G + x.
    pub fn translated(&self, x: &Dyadic) -> Thermograph {
        if x.is_zero() {
            return self.clone();
        }
        let mut walls = self.walls();
        walls.mast = &walls.mast + x;
        pack_big(walls)
    }

    /// The thermograph of G cooled by t >= 0: the part above t, moved down.
    pub fn cooled(&self, t: &Dyadic) -> Result<Thermograph> {
        if t.signum() < 0 {
            return Err(Error::invalid(format!("a game cannot be cooled by {t}: expected a number >= 0")));
        }
        if t.is_zero() {
            return Ok(self.clone());
        }
        let walls = self.walls();
        let above = |turns: &[Dyadic]| turns.iter().filter(|u| *u > t).map(|u| u - t).collect::<Vec<_>>();
        // After an odd number of turns at or above t the wall has a slope just below t.
        let leans = |turns: &[Dyadic]| turns.iter().filter(|u| *u >= t).count() % 2 == 1;
        let left = above(walls.left());
        let split = left.len() as u32;
        let turns = [left, above(walls.right())].concat().into();
        Ok(pack_big(Walls {
            mast: walls.mast.clone(),
            turns,
            split,
            leans: [leans(walls.left()), leans(walls.right())],
        }))
    }

    /// Both walls are nowhere to the right of the other game's, that is, never larger. G <= H implies it, so that its
    /// failure refutes G <= H; if one of the games is a number the two say the same.
    pub fn below(&self, other: &Thermograph) -> bool {
        if let (Small(g, e), Small(h, f)) = (&self.0, &other.0) {
            let exp = e.max(f);
            if e == f || fits(g, u32::from(exp - e)) && fits(h, u32::from(exp - f)) {
                return below(g, h, [u32::from(exp - e), u32::from(exp - f)]);
            }
        }
        below(&self.walls(), &other.walls(), [0, 0])
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Small(walls, _) => size_of_val(&*walls.turns),
            Big(walls) => {
                let inner: usize = walls.turns.iter().map(Dyadic::bytes).sum();
                size_of::<Walls<Dyadic>>() + size_of_val(&*walls.turns) + walls.mast.bytes() + inner
            }
        }
    }

    fn walls(&self) -> Walls<Dyadic> {
        match &self.0 {
            Small(walls, exp) => Walls {
                mast: unpack(walls.mast, (*exp).into()),
                turns: walls.turns.iter().map(|t| unpack(*t, (*exp).into())).collect(),
                split: walls.split,
                leans: walls.leans,
            },
            Big(walls) => Walls::clone(walls),
        }
    }
}

#[inline]
fn unpack(x: i64, exp: u32) -> Dyadic {
    Dyadic::ratio(x, exp)
}

/// The exponent for a computation with all of these in 64 bits: one more than each has, as crossings halve.
fn common_exponent<'a>(games: impl Iterator<Item = &'a &'a Thermograph> + Clone) -> Option<u32> {
    let mut exp = 0;
    for g in games.clone() {
        let Small(_, e) = g.0 else { return None };
        exp = exp.max(u32::from(e) + 1);
    }
    let fit = games.into_iter().all(|g| matches!(&g.0, Small(walls, e) if fits(walls, exp - u32::from(*e))));
    fit.then_some(exp)
}

fn fits(walls: &Walls<i64>, shift: u32) -> bool {
    let limit = LIMIT.checked_shr(shift).unwrap_or(0);
    let fits = |x: i64| x.abs() <= limit;
    fits(walls.mast) && walls.left().first().is_none_or(|t| fits(*t)) && walls.right().first().is_none_or(|t| fits(*t))
}

fn pack_small(mut walls: Walls<i64>, exp: u32) -> Thermograph {
    let bits = walls.turns.iter().fold(walls.mast, |bits, t| bits | t);
    let drop = if bits == 0 { exp } else { exp.min(bits.trailing_zeros()) };
    walls.mast >>= drop;
    walls.turns.iter_mut().for_each(|t| *t >>= drop);
    let exp = exp - drop;
    if exp <= 62 && fits(&walls, 0) {
        Thermograph(Small(walls, exp as u8))
    } else {
        let turns = walls.turns.iter().map(|t| unpack(*t, exp)).collect();
        let mast = unpack(walls.mast, exp);
        Thermograph(Big(Box::new(Walls { mast, turns, split: walls.split, leans: walls.leans })))
    }
}

fn pack_big(walls: Walls<Dyadic>) -> Thermograph {
    let exp = walls.turns.iter().fold(walls.mast.exponent(), |exp, t| exp.max(t.exponent()));
    let integer = |x: &Dyadic| {
        let (num, e) = x.as_small()?;
        (num.abs() <= LIMIT.checked_shr(exp - e)?).then(|| num << (exp - e))
    };
    let turns: Option<Box<[i64]>> = walls.turns.iter().map(integer).collect();
    match (integer(&walls.mast), turns) {
        (Some(mast), Some(turns)) if exp <= 62 => {
            Thermograph(Small(Walls { mast, turns, split: walls.split, leans: walls.leans }, exp as u8))
        }
        _ => Thermograph(Big(Box::new(walls))),
    }
}

fn simplest(low: Option<(Dyadic, bool)>, high: Option<(Dyadic, bool)>) -> Thermograph {
    fn bound(end: &Option<(Dyadic, bool)>) -> Bound<&Dyadic> {
        match end {
            Some((x, true)) => Bound::Included(x),
            Some((x, false)) => Bound::Excluded(x),
            None => Bound::Unbounded,
        }
    }
    // The interval is never empty: `enclose` has looked.
    Thermograph::number(&Dyadic::simplest_between(bound(&low), bound(&high)).unwrap_or_default())
}

/// The least multiple of 1/2^j that is >= s, or > s if the wall leans.
fn rounded(s: &Dyadic, leans: bool, j: u32) -> Dyadic {
    let scaled = s * &power(j);
    let units: BigInt = if leans { scaled.floor() + 1 } else { scaled.ceil() };
    Dyadic::from(units) * Dyadic::unit(j)
}

/// 2^j.
fn power(j: u32) -> Dyadic {
    if j < 63 { Dyadic::from(1i64 << j) } else { Dyadic::from(BigInt::from(1) << j) }
}

/// A Left wall with stop s at a temperature t < 0.
fn below_zero(s: &Dyadic, leans: bool, t: &Dyadic) -> Dyadic {
    // With -1/2^j <= t < -1/2^(j+1): the wall is straight there, and rises by 1/2^(j+1) to the left or not at all.
    let t = t.max(&Dyadic::MINUS_ONE);
    let bits = t.numerator().bits() as u32;
    let j = if t.numerator().magnitude().count_ones() == 1 { t.exponent() + 1 - bits } else { t.exponent() - bits };
    let (high, low) = (rounded(s, leans, j), rounded(s, leans, j + 1));
    if high == low { low } else { low - Dyadic::unit(j + 1) - t }
}

/// The corners of a wall from t = -1 up. `stop` is the stop of the wall as a Left wall (a Right one is negated).
fn corners(
    turns: &[Dyadic],
    leans: bool,
    stop: &Dyadic,
    value: impl Fn(&Dyadic) -> Dyadic,
) -> Result<Vec<(Dyadic, Dyadic)>> {
    // Between -1/2^j and -1/2^(j+1) the wall has a slope if rounding to j and to j + 1 places differs: if the digit
    // j + 1 of the stop is 0 when it leans, and if that digit of the negated stop is 1 when it does not.
    let places = stop.exponent();
    let digits = if leans { stop.numerator() } else { -stop.numerator() };
    let slope = |j: u32| if j < places { digits.bit((places - j - 1).into()) != leans } else { leans };
    let mut at = vec![Dyadic::MINUS_ONE];
    at.extend((1..=places).filter(|j| slope(*j) != slope(j - 1)).map(|j| -Dyadic::unit(j)));
    if at.len() as u64 * u64::from(places) > MAX_BITS {
        let text = format!("the thermograph has {} corners with {places} binary places", at.len());
        return Err(Error::Limit(text));
    }
    if leans != (turns.len() % 2 == 1) {
        at.push(Dyadic::ZERO);
    }
    at.extend(turns.iter().rev().cloned());
    Ok(at.into_iter().map(|t| (t.clone(), value(&t))).collect())
}

impl fmt::Debug for Thermograph {
    /// The turns above zero and the leans, from the mast down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let walls = self.walls();
        write!(f, "mast {} left {:?} right {:?} leans {:?}", walls.mast, walls.left(), walls.right(), walls.leans)
    }
}
