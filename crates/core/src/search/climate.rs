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

/// Values are counted in units of 1/4096; games farther from zero than `FAR` are not told apart.
pub const UNIT: i64 = 4096;
const FAR: i64 = 1 << 27;

/// The temperatures that are looked at, besides the top of the mast, in the same units.
const TEMPERATURES: [i32; 4] = [0, 2048, 4096, 6144];
const K: usize = TEMPERATURES.len();

/// Lower bounds of right walls and of the largest width in a sum, by temperature; of the mean; and the temperature, an
/// upper bound.
#[derive(Clone, Copy, Debug, Default)]
pub struct Climate {
    right: [i32; K],
    width: [i32; K],
    pub mean: i32,
    heat: i32,
}

fn floor(x: &Dyadic) -> i32 {
    let scaled = (x * &Dyadic::from(UNIT)).floor();
    i64::try_from(scaled).unwrap_or(-FAR).clamp(-FAR, FAR) as i32
}

impl Climate {
    /// What it takes in a file.
    pub const BYTES: usize = 4 * (2 * K + 2);

    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let words = self.right.into_iter().chain(self.width).chain([self.mean, self.heat]);
        for (place, word) in bytes.chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Climate> {
        let mut words = [0; 2 * K + 2];
        for (i, word) in words.iter_mut().enumerate() {
            *word = i32::from_le_bytes(bytes.get(4 * i..4 * i + 4)?.try_into().ok()?);
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
        let heat = -floor(&-&walls.temperature()).min(0);
        let mean = walls.mean();
        let temperatures = TEMPERATURES.map(|t| Dyadic::new(t.into(), 12).unwrap_or_else(|_| Dyadic::from(0)));
        let right = temperatures.each_ref().map(|t| walls.right_at(t));
        let left = temperatures.each_ref().map(|t| walls.left_at(t));
        let width: [i32; K] = std::array::from_fn(|k| floor(&(&left[k] - &right[k])));
        [
            Climate { right: right.each_ref().map(floor), width, mean: floor(&mean), heat },
            Climate { right: left.each_ref().map(|x| floor(&-x)), width, mean: floor(&-&mean), heat },
        ]
    }

    /// Of a number, in sixteenths.
    pub fn number(n: i64) -> Climate {
        let n = (n.clamp(-FAR, FAR) * (UNIT / 16)).clamp(-FAR, FAR) as i32;
        Climate { right: [n; K], width: [0; K], mean: n, heat: 0 }
    }

    #[inline]
    #[must_use]
    pub fn plus(self, other: Climate) -> Climate {
        let add = |a: i32, b: i32| (a + b).max(-(FAR as i32));
        let mut sum = Climate { mean: add(self.mean, other.mean), heat: self.heat.max(other.heat), ..self };
        for k in 0..K {
            sum.right[k] = add(self.right[k], other.right[k]);
            sum.width[k] = self.width[k].max(other.width[k]);
        }
        sum
    }

    /// What lies below a game that lies above both.
    #[inline]
    #[must_use]
    pub fn or(self, other: Climate) -> Climate {
        let mut best = self;
        for k in 0..K {
            let left = (self.right[k] + self.width[k]).max(other.right[k] + other.width[k]);
            best.right[k] = self.right[k].max(other.right[k]);
            best.width[k] = left - best.right[k];
        }
        if 2 * other.mean - other.heat > 2 * self.mean - self.heat {
            (best.mean, best.heat) = (other.mean, other.heat);
        }
        best
    }

    /// Does Left win a game above this when Left moves first?
    #[inline]
    pub fn wins_first(&self) -> bool {
        self.mean > 0 || (0..K).any(|k| self.right[k] + self.width[k] > 0)
    }

    /// And when Right moves first?
    #[inline]
    pub fn wins_second(&self) -> bool {
        self.mean > self.heat || (0..K).any(|k| self.right[k] > TEMPERATURES[k])
    }
}
