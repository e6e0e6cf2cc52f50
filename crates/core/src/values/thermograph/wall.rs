//! The geometry of walls: their envelope, their order, and where two scaffolds meet.
//!
//! Everything is said of walls that rise with the temperature, from the top down: first the mast, then at each turn a
//! change between slope 0 and slope 1. A Right wall is one; a Left wall is one of the negative game, upside down.

use crate::values::dyadic::Dyadic;
use std::cmp::Ordering;

/// What an exact computation with walls needs. Integers stand for multiples of one unit; only even ones are halved.
pub(super) trait Scalar: Clone + Ord + Default {
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

/// A rising wall, borrowed, in units that are `2^shift` times smaller than those of `turns`.
pub(super) struct View<'a, S> {
    pub mast: S,
    /// Temperatures above 0 where the slope changes, falling.
    pub turns: &'a [S],
    /// Whether there is a slope just below temperature 0.
    pub leans: bool,
    pub shift: u32,
}

/// A rising wall, owned.
#[derive(Default)]
pub(super) struct Rise<S> {
    mast: S,
    turns: Vec<S>,
    leans: bool,
}

/// How far a rising wall falls between its mast and temperature t >= 0.
#[inline]
pub(super) fn fall<S: Scalar>(turns: &[S], t: &S) -> S {
    let mut fall = S::default();
    for slope in turns.chunks(2).take_while(|slope| slope[0] > *t) {
        let low = slope.get(1).filter(|low| *low > t).unwrap_or(t);
        fall = fall.plus(&slope[0].minus(low));
    }
    fall
}

/// A range of temperatures from `high` down to `low` without turns inside, and which of two walls are steep there.
struct Segment<S> {
    high: S,
    low: S,
    steep: [bool; 2],
}

impl<S: Scalar> Segment<S> {
    /// The value at the low end of wall 0 or 1, from that at the high end.
    #[inline]
    fn descend(&self, wall: usize, value: &S) -> S {
        if self.steep[wall] { value.minus(&self.high).plus(&self.low) } else { value.clone() }
    }

    /// The lead of wall 0 over wall 1 at the low end, from that at the high end.
    #[inline]
    fn lead(&self, lead: &S) -> S {
        match self.steep {
            [true, false] => lead.minus(&self.high).plus(&self.low),
            [false, true] => lead.plus(&self.high).minus(&self.low),
            _ => lead.clone(),
        }
    }
}

/// The segments of two walls, from the highest turn down to temperature 0, which stands for "no more turns" as well.
struct Segments<'a, S> {
    walls: [&'a View<'a, S>; 2],
    passed: [usize; 2],
    next: [S; 2],
}

#[inline]
fn segments<'a, S: Scalar>(p: &'a View<'a, S>, q: &'a View<'a, S>) -> Segments<'a, S> {
    Segments { walls: [p, q], passed: [0, 0], next: [p.turn(0), q.turn(0)] }
}

impl<S: Scalar> Iterator for Segments<'_, S> {
    type Item = Segment<S>;

    #[inline]
    fn next(&mut self) -> Option<Segment<S>> {
        let high = self.next[0].clone().max(self.next[1].clone());
        if high == S::default() {
            return None;
        }
        for wall in 0..2 {
            if self.next[wall] == high {
                self.passed[wall] += 1;
                self.next[wall] = self.walls[wall].turn(self.passed[wall]);
            }
        }
        let low = self.next[0].clone().max(self.next[1].clone());
        Some(Segment { high, low, steep: self.passed.map(|passed| passed % 2 == 1) })
    }
}

impl<S: Scalar> View<'_, S> {
    #[inline]
    fn turn(&self, i: usize) -> S {
        self.turns.get(i).map_or_else(S::default, |t| t.scaled(self.shift))
    }

    fn to_rise(&self) -> Rise<S> {
        let turns = self.turns.iter().map(|t| t.scaled(self.shift)).collect();
        Rise { mast: self.mast.clone(), turns, leans: self.leans }
    }

    /// Nowhere above another wall. Both are straight between turns, so the turns, zero and the leans decide.
    pub fn never_above(&self, other: &View<'_, S>) -> bool {
        let zero = S::default();
        let mut lead = self.mast.minus(&other.mast);
        if lead > zero {
            return false;
        }
        for segment in segments(self, other) {
            lead = segment.lead(&lead);
            if lead > zero {
                return false;
            }
        }
        lead < zero || self.leans || !other.leans
    }
}

/// The highest of several walls at each temperature; none of none.
pub(super) fn envelope<'a, S: Scalar + 'a>(mut walls: impl Iterator<Item = View<'a, S>>) -> Option<Rise<S>> {
    let mut best = walls.next()?.to_rise();
    let mut spare = Rise::default();
    for wall in walls {
        higher(&best.view(), &wall, &mut spare);
        std::mem::swap(&mut best, &mut spare);
    }
    Some(best)
}

fn higher<S: Scalar>(p: &View<'_, S>, q: &View<'_, S>, out: &mut Rise<S>) {
    let zero = S::default();
    let mut steep = false;
    out.turns.clear();
    let mut turn = |at: S, slope: bool| {
        if slope != steep {
            out.turns.push(at);
            steep = slope;
        }
    };
    let mut lead = p.mast.minus(&q.mast);
    out.mast = if lead > zero { p.mast.clone() } else { q.mast.clone() };
    for segment in segments(p, q) {
        let after = segment.lead(&lead);
        let Segment { high, steep: [sp, sq], .. } = segment;
        match lead.cmp(&zero) {
            Ordering::Greater => {
                turn(high.clone(), sp);
                if after < zero {
                    turn(high.minus(&lead), sq);
                }
            }
            Ordering::Less => {
                turn(high.clone(), sq);
                if after > zero {
                    turn(high.plus(&lead), sp);
                }
            }
            Ordering::Equal => turn(high, sp && sq),
        }
        lead = after;
    }
    out.leans = match lead.cmp(&zero) {
        Ordering::Greater => p.leans,
        Ordering::Less => q.leans,
        Ordering::Equal => p.leans && q.leans,
    };
}

impl<S: Scalar> Rise<S> {
    fn view(&self) -> View<'_, S> {
        View { mast: self.mast.clone(), turns: &self.turns, leans: self.leans, shift: 0 }
    }

    /// The value at temperature 0.
    fn stop(&self) -> S {
        self.mast.minus(&fall(&self.turns, &S::default()))
    }
}

/// What the options make of a game.
pub(super) enum Shape<S> {
    /// The simplest number in an interval; each end with true if it is included.
    Number([Option<(S, bool)>; 2]),
    /// Mast, turns of the Left wall (`split` of them) and of the Right, and leans.
    Walls { mast: S, turns: Vec<S>, split: usize, leans: [bool; 2] },
}

/// The shape of a game; `left` is the largest Right wall of its Left options, `right` that of its negated Right options.
pub(super) fn enclose<S: Scalar>(left: Option<Rise<S>>, right: Option<Rise<S>>) -> Shape<S> {
    let low = left.as_ref().map(|f| (f.stop(), f.leans));
    let high = right.as_ref().map(|g| (g.stop().negative(), g.leans));
    let (Some(f), Some(g), Some(a), Some(b)) = (&left, &right, &low, &high) else {
        return Shape::Number([low, high]);
    };
    if a.0 < b.0 || a.0 == b.0 && f.leans && g.leans {
        return Shape::Number([low, high]);
    }
    let leans = [!f.leans, !g.leans];
    if a.0 == b.0 {
        return Shape::Walls { mast: a.0.clone(), turns: vec![], split: 0, leans };
    }
    // The scaffolds are f - t and t - g. Their gap, f + g - 2t, is positive at 0 and never grows with t; the temperature
    // is where it becomes 0. Where the masts would meet is right if it is above all turns, else look further down.
    let mut values = [f.mast.clone(), g.mast.clone()];
    let mut temperature = f.mast.plus(&g.mast).half();
    let mut steep = [false; 2];
    for segment in segments(&f.view(), &g.view()) {
        let gap = values[0].plus(&values[1]).minus(&segment.high).minus(&segment.high);
        if gap > S::default() {
            break;
        }
        let after = [0, 1].map(|wall: usize| segment.descend(wall, &values[wall]));
        if after[0].plus(&after[1]) > segment.low.plus(&segment.low) {
            steep = segment.steep;
            temperature = segment.high.plus(&if steep == [false; 2] { gap.half() } else { gap });
            values[0] = Segment { low: temperature.clone(), ..segment }.descend(0, &values[0]);
            break;
        }
        values = after;
    }
    // A scaffold that is not steep, f - t where f is, continues the mast; the other one turns here.
    let mut turns = Vec::with_capacity(f.turns.len() + g.turns.len() + 2);
    let mut split = 0;
    for (rise, steep) in [(f, steep[0]), (g, steep[1])] {
        split = turns.len();
        turns.extend((!steep).then(|| temperature.clone()));
        turns.extend(rise.turns.iter().filter(|t| **t < temperature).cloned());
    }
    Shape::Walls { mast: values[0].minus(&temperature), turns, split, leans }
}
