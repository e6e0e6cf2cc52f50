//! What temperatures tell about who wins a sum.
//!
//! Let R_t and L_t be the right and the left wall of a thermograph at temperature t. For a sum of games G_i the left stop
//! is at least L_t(G_k) plus the R_t of the others, for each k and t, since walls are stops of cooled games and cooling
//! goes through sums; at the top of the mast this says that it is at least the sum of the means. The right stop is at
//! least the sum of the R_t, less t. So Left, who moves first, wins a sum that lies above one whose R_t and largest
//! width L_t - R_t add up to more than zero at some t, and when Right moves first, if the R_t exceed t.
//! Reference: Winning Ways, chapter 6 (thermostratic play); Siegel, Combinatorial Game Theory, II.5.

use crate::values::dyadic::Dyadic;
use crate::values::thermograph::Thermograph;

/// Values are counted in units of 1/64, downwards. A game of as many moves as a set may hold is nowhere near
/// `FAR`, so that no lower bound is ever raised by being cut off there.
const PLACES: u32 = 6;
const UNIT: i64 = 1 << PLACES;
const FAR: i64 = 1 << 14;

/// The temperatures that are looked at, besides the top of the mast, in the same units.
const TEMPERATURES: [i16; 8] = [0, 16, 32, 48, 64, 80, 96, 128];
const K: usize = TEMPERATURES.len();
/// Stands for the temperature of a number. Who moves first in a sum of numbers loses if it is zero.
const COLD: i16 = -1;

/// Lower bounds of right walls and of the largest width in a sum, by temperature; of the mean; and the temperature, an
/// upper bound.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Climate {
    right: [i16; K],
    width: [i16; K],
    mean: i16,
    heat: i16,
}

impl Default for Climate {
    fn default() -> Self {
        Climate { right: [0; K], width: [0; K], mean: 0, heat: COLD }
    }
}

fn floor(x: &Dyadic) -> i16 {
    let scaled = (x * &Dyadic::from(UNIT)).floor();
    i64::try_from(scaled).unwrap_or(-FAR).clamp(-FAR, FAR) as i16
}

impl Climate {
    /// Below everything.
    pub const NOTHING: Climate = Climate { right: [-(FAR as i16); K], width: [0; K], mean: -(FAR as i16), heat: 0 };

    /// What it takes in a file.
    pub const BYTES: usize = 2 * (2 * K + 2);

    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let words = self.right.into_iter().chain(self.width).chain([self.mean, self.heat]);
        for (place, word) in bytes.chunks_exact_mut(2).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Climate> {
        let mut words = [0; 2 * K + 2];
        for (i, word) in words.iter_mut().enumerate() {
            *word = i16::from_le_bytes(bytes.get(2 * i..2 * i + 2)?.try_into().ok()?);
        }
        let [mean, heat] = [words[2 * K], words[2 * K + 1]];
        Some(Climate {
            right: std::array::from_fn(|k| words[k]),
            width: std::array::from_fn(|k| words[K + k]),
            mean,
            heat,
        })
    }

    /// Of a game and of its negative.
    pub fn of(walls: &Thermograph) -> [Climate; 2] {
        let heat = if walls.is_number() { COLD } else { (-floor(&-&walls.temperature())).max(0) };
        let mean = walls.mean();
        if let Some(sampled) = walls.sampled(&TEMPERATURES.map(i64::from), PLACES) {
            let near = |x: i64| x.clamp(-FAR, FAR) as i16;
            let one = |[right, left]: [&[i64; K]; 2], mean| {
                let below = right.each_ref().map(|&x| near(x));
                let width = std::array::from_fn(|k| near(left[k]) - below[k]);
                Climate { right: below, width, mean, heat }
            };
            let [left, right] = sampled.each_ref().map(|[floors, _]| floors);
            let [up_left, up_right] = sampled.map(|[_, ceilings]| ceilings.map(|x| -x));
            return [one([right, left], floor(&mean)), one([&up_left, &up_right], floor(&-&mean))];
        }
        let t = TEMPERATURES.map(|t| Dyadic::new(t.into(), 6).unwrap_or_else(|_| Dyadic::from(0)));
        let right = t.each_ref().map(|t| walls.right_at(t));
        let left = t.each_ref().map(|t| walls.left_at(t));
        let one = |right: &[Dyadic; K], left: &[Dyadic; K], mean: &Dyadic| {
            let below = right.each_ref().map(floor);
            let width = std::array::from_fn(|k| floor(&left[k]) - below[k]);
            Climate { right: below, width, mean: floor(mean), heat }
        };
        [one(&right, &left, &mean), one(&left.each_ref().map(|x| -x), &right.each_ref().map(|x| -x), &-&mean)]
    }

    /// Of a number, in sixteenths.
    pub fn number(n: i64) -> Climate {
        let n = (n.clamp(-FAR, FAR) * (UNIT / 16)).clamp(-FAR, FAR) as i16;
        Climate { right: [n; K], width: [0; K], mean: n, heat: COLD }
    }

    #[inline(always)]
    #[must_use]
    pub fn plus(self, other: Climate) -> Climate {
        let mut sum = self;
        for k in 0..K {
            sum.right[k] = self.right[k].saturating_add(other.right[k]);
            sum.width[k] = self.width[k].max(other.width[k]);
        }
        sum.mean = self.mean.saturating_add(other.mean);
        sum.heat = self.heat.max(other.heat);
        sum
    }

    /// What lies below a game that lies above both.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Climate) -> Climate {
        let mut best = self;
        for k in 0..K {
            let left = self.right[k].saturating_add(self.width[k]).max(other.right[k].saturating_add(other.width[k]));
            best.right[k] = self.right[k].max(other.right[k]);
            best.width[k] = left.saturating_sub(best.right[k]);
        }
        let surplus = |of: &Climate| 2 * i32::from(of.mean) - i32::from(of.heat);
        let better = surplus(&other) > surplus(&self);
        best.mean = if better { other.mean } else { self.mean };
        best.heat = if better { other.heat } else { self.heat };
        best
    }

    /// Does Left win a game above this when Left moves first?
    #[inline(always)]
    pub fn wins_first(&self) -> bool {
        let mut most = self.mean;
        for k in 0..K {
            most = most.max(self.right[k].saturating_add(self.width[k]));
        }
        most > 0
    }

    /// And when Right moves first?
    #[inline(always)]
    pub fn wins_second(&self) -> bool {
        let mut most = self.mean.saturating_sub(self.heat);
        for (right, temperature) in self.right.iter().zip(TEMPERATURES) {
            most = most.max(right.saturating_sub(temperature));
        }
        most > 0
    }

    /// Is nothing known?
    #[inline(always)]
    pub fn is_nothing(&self) -> bool {
        self.mean == Climate::NOTHING.mean
    }

    /// How much a move in this game matters.
    pub fn heat(&self) -> i32 {
        i32::from(self.heat)
    }
}
