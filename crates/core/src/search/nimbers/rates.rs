//! Which components are searched first, as experience tells.

use crate::search::nimber_table::Known;

/// How often components of some size were asked for a number, and how often they had it.
#[derive(Clone, Default)]
pub struct Rates(Vec<[[u32; 2]; NUMBERS]>);

const NUMBERS: usize = 8;
/// The effort grows by this factor with every unit of size.
const GROWTH: f64 = 1.5;
/// Its powers, by size.
const EFFORTS: [f64; 256] = {
    let (mut efforts, mut size) = ([1.0; 256], 1);
    while size < 256 {
        efforts[size] = efforts[size - 1] * GROWTH;
        size += 1;
    }
    efforts
};

impl Rates {
    pub fn record(&mut self, known: &Known, n: u32) {
        let (size, n) = (known.size as usize, n as usize);
        if n >= NUMBERS {
            return;
        }
        if self.0.len() <= size {
            self.0.resize(size + 1, [[0; 2]; NUMBERS]);
        }
        self.0[size][n][0] += 1;
        self.0[size][n][1] += u32::from(known.exact == n as u32);
    }

    /// What is to be searched first for number n has the least rank: what is small, and had that number often, or cannot
    /// have others.
    pub fn rank(&self, known: &Known, n: u32) -> f64 {
        let row = self.0.get(known.size as usize);
        let [asked, had] = row.and_then(|row| row.get(n as usize)).copied().unwrap_or([0; 2]);
        let likely =
            (f64::from(had) + 5.0) / (f64::from(asked) + 50.0) * (3.0 + f64::from(known.excluded.count_ones()));
        EFFORTS[known.size as usize % EFFORTS.len()] / likely
    }
}
