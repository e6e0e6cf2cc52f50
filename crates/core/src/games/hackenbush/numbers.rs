//! The number of a red-blue block, from a table of all that can become of it.
//!
//! A red-blue position is a number: the simplest one between Left's best option and Right's. The table has an entry for
//! every set of the block's edges and for everything that can become of what hangs on it, whether or not it stands on
//! the root; what does not stand has the value of what does. An option is then one look into the table, and no set of
//! edges is split or searched for. A number x that hangs on a vertex has as many stages as its sign expansion has signs:
//! Left's move in it goes back to before the last plus, Right's to before the last minus.
//!
//! Numbers are integers here, in units of 1 / 2^n, n being at least the number of all moves.

use super::intervals;
use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::values::dyadic::Dyadic;

/// Edges between vertices, each with "is it blue", and numbers on vertices. Vertex 0 is the root, and nothing hangs on
/// it.
pub struct Block {
    pub edges: Vec<((usize, usize), bool)>,
    pub hung: Vec<(usize, Dyadic)>,
}

/// Edges and entries of a table that is made in passing.
pub const FEW_EDGES: usize = 8;
const FEW: u64 = 1 << FEW_EDGES;
/// Bytes of a table that is made for its own sake.
const MOST_BYTES: u64 = 1 << 26;

/// What hangs on a vertex: for each stage the ones that Left's and Right's moves lead to.
struct Stalk {
    vertex: usize,
    moves: Vec<[Option<usize>; 2]>,
    /// By how much the number of an entry grows from stage to stage.
    stride: usize,
}

/// The number of a block, `None` if the table would be too large. With a control it may be larger, and what is too large
/// still is searched.
pub fn number(block: &Block, whole: Option<&Control>) -> Result<Option<Dyadic>> {
    let edges = block.edges.len();
    let few = if whole.is_some() { u64::MAX } else { FEW };
    let mut entries = if edges < 40 { 1u64 << edges } else { u64::MAX };
    let mut unit = edges as u64;
    for (_, number) in &block.hung {
        let stages = u64::try_from(number.birthday()).unwrap_or(u64::MAX).saturating_add(1);
        entries = entries.saturating_mul(stages);
        unit = unit.saturating_add(stages);
    }
    // sign, integer part, fraction
    let bits = unit.saturating_add(u64::from(unit.saturating_mul(2).ilog2())).saturating_add(2);
    let bytes = entries.saturating_mul(if bits < 32 { 4 } else { 8 });
    if entries > few || bits > 62 {
        return Ok(None);
    }
    if let Some(control) = whole {
        if bytes > MOST_BYTES || control.memory_limit().is_some_and(|limit| limit < bytes) {
            let number = intervals::number(block, unit as u32, control)?;
            return Dyadic::new(number, unit as u32).map(Some);
        }
        control.memory(bytes)?;
    }
    let mut stalks = Vec::new();
    let mut stride = 1 << edges;
    for (vertex, number) in &block.hung {
        let moves = stages(number);
        stalks.push(Stalk { vertex: *vertex, stride, moves });
        stride *= stalks.last().map_or(1, |stalk| stalk.moves.len());
    }
    let table = Table { edges: &block.edges, stalks, entries: entries as usize, unit: unit as u32 };
    let mut ticker = whole.map(Control::ticker);
    let number = if bits < 32 {
        table.fill(&mut vec![0i32; table.entries], |number| number as i32, &mut ticker)?
    } else {
        table.fill(&mut vec![0i64; table.entries], |number| number, &mut ticker)?
    };
    Dyadic::new(number, table.unit).map(Some)
}

/// The moves at each stage of the sign expansion of a number, the stage 0 being zero.
fn stages(number: &Dyadic) -> Vec<[Option<usize>; 2]> {
    let mut stages = vec![[None, None]];
    let (mut low, mut high): (Option<Dyadic>, Option<Dyadic>) = (None, None);
    let mut here = Dyadic::ZERO;
    let one = Dyadic::ONE;
    while here != *number {
        let [left, right] = stages.last().copied().unwrap_or_default();
        let last = Some(stages.len() - 1);
        if here < *number {
            stages.push([last, right]);
            let next = high.as_ref().map_or_else(|| &here + &one, |high| Dyadic::average(&here, high));
            low = Some(std::mem::replace(&mut here, next));
        } else {
            stages.push([left, last]);
            let next = low.as_ref().map_or_else(|| &here - &one, |low| Dyadic::average(&here, low));
            high = Some(std::mem::replace(&mut here, next));
        }
    }
    stages
}

struct Table<'b> {
    edges: &'b [((usize, usize), bool)],
    stalks: Vec<Stalk>,
    entries: usize,
    unit: u32,
}

impl Table<'_> {
    /// Fill the table from its beginning: a move leads to an entry with a smaller number. The answer is the last entry.
    fn fill<T: Copy + Into<i64>>(
        &self,
        table: &mut [T],
        narrow: fn(i64) -> T,
        ticker: &mut Option<Ticker>,
    ) -> Result<i64> {
        let edges = self.edges.len();
        let vertices = 1 + self.edges.iter().map(|&((a, b), _)| a.max(b)).max().unwrap_or(0);
        let mut at = vec![0u64; vertices];
        let mut blue = 0u64;
        for (i, &((a, b), is_blue)) in self.edges.iter().enumerate() {
            at[a] |= 1 << i;
            at[b] |= 1 << i;
            blue |= u64::from(is_blue) << i;
        }
        let sets = 1usize << edges;
        for start in (0..self.entries).step_by(sets) {
            let digits: Vec<usize> = self.stalks.iter().map(|s| start / s.stride % s.moves.len()).collect();
            for set in 0..sets {
                if let Some(ticker) = ticker {
                    ticker.tick()?;
                }
                let (standing, reached) = self.standing(&at, set as u64);
                let mut here = start + standing as usize;
                for (stalk, digit) in self.stalks.iter().zip(&digits) {
                    if reached >> stalk.vertex & 1 == 0 {
                        here -= digit * stalk.stride;
                    }
                }
                let index = start + set;
                if here != index {
                    table[index] = table[here];
                    continue;
                }
                let mut best = [None, None];
                let mut offer = |side: usize, number: i64| {
                    let number = if side == 0 { number } else { -number };
                    best[side] = Some(best[side].map_or(number, |best: i64| best.max(number)));
                };
                for edge in ones(standing) {
                    offer(usize::from(blue >> edge & 1 == 0), table[index ^ 1 << edge].into());
                }
                for (stalk, &digit) in self.stalks.iter().zip(&digits) {
                    for (side, stage) in stalk.moves[digit].iter().enumerate() {
                        if let Some(stage) = stage {
                            offer(side, table[index - (digit - stage) * stalk.stride].into());
                        }
                    }
                }
                table[index] = narrow(simplest(best[0], best[1].map(|best| -best), self.unit));
            }
        }
        Ok(table.last().map_or(0, |&last| last.into()))
    }

    /// The edges of a set that stand on the root, and the vertices that they reach.
    fn standing(&self, at: &[u64], set: u64) -> (u64, u64) {
        let (mut standing, mut reached, mut front) = (0, 1u64, 1u64);
        while front != 0 {
            let vertex = front.trailing_zeros() as usize;
            front &= front - 1;
            for edge in ones(at[vertex] & set & !standing) {
                let ((a, b), _) = self.edges[edge];
                let new = (1 << a | 1 << b) & !reached;
                reached |= new;
                front |= new;
            }
            standing |= at[vertex] & set;
        }
        (standing, reached)
    }
}

fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// The simplest number between two, in units of 1 / 2^unit. There is one, since the position has a value.
pub(super) fn simplest(low: Option<i64>, high: Option<i64>, unit: u32) -> i64 {
    let positive = |low: i64, high: Option<i64>| {
        let integer = ((low >> unit) + 1) << unit;
        match high {
            Some(high) if integer >= high => {
                // the multiple of the largest power of 2 among low + 1 .. high - 1
                let bit = (low ^ (high - 1)).checked_ilog2().unwrap_or(0);
                (high - 1) >> bit << bit
            }
            _ => integer,
        }
    };
    match (low, high) {
        (Some(low), high) if low >= 0 => positive(low, high),
        (low, Some(high)) if high <= 0 => -positive(-high, low.map(|low| -low)),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::{Bound, Range};

    #[test]
    fn the_simplest_number_is_that_of_the_definition() {
        let bound = |n: Option<i64>| n.map(|n| Dyadic::new(n, 3).unwrap_or_default());
        let range: Range<i64> = -40..41;
        for low in range.clone().map(Some).chain([None]) {
            for high in range.clone().map(Some).chain([None]) {
                if low.zip(high).is_some_and(|(low, high)| high - low < 2) {
                    continue;
                }
                let (a, b) = (bound(low), bound(high));
                let [a, b] = [&a, &b].map(|x| x.as_ref().map_or(Bound::Unbounded, Bound::Excluded));
                let found = Dyadic::new(simplest(low, high, 3), 3).unwrap_or_default();
                assert_eq!(Dyadic::simplest_between(a, b), Some(found), "{low:?} {high:?}");
            }
        }
    }
}
