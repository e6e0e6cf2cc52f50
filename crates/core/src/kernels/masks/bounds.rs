//! Numbers between which the value of a component lies, by counting moves.
//!
//! Where no rewrite makes what a rewrite asks for, a player's moves use up disjoint sets of bits that they ask for, so
//! that their number is at most that of the bits that they could use, divided by what one of them uses; this for each
//! group of moves that meet. Let Left promise to make only moves of some disjoint set. Those that no move of Right touches are
//! *safe*. A move of Right spoils at most k of the others, and Right has at most u moves in all. So G is at least the
//! number of safe moves plus Z(v, u), where v moves are not safe and Z(v, u) = {Z(v-1, u) | Z(v-k, u-1)}.
//! Reference: Breuker, Uiterwijk, van den Herik, "Solving 8x8 Domineering" (2000) count safe dominoes; Bullock,
//! "Domineering: Solving large combinatorial search spaces" (2002) those that can be spoiled.

use super::Mask;
use super::neighbours::Neighbours;
use crate::bits::Bits;
use crate::sets::{Set, take_connected};
use crate::values::dyadic::Dyadic;
use std::ops::Bound;
use std::sync::OnceLock;

/// Bounds are counted in units of 1/16.
pub const UNIT: i64 = 16;

/// What counting tells about one player's moves.
struct Count {
    /// Moves that the player can be sure of.
    safe: usize,
    /// Moves beside these that the opponent can spoil,
    open: usize,
    /// at most this many at a time.
    spoiled: usize,
    /// Moves that the player cannot exceed.
    most: usize,
}

/// Bounds of the component in which these masks of Left and of Right are legal.
pub fn bounds<S: Set, const W: usize>(masks: &[Mask<W>], neighbours: &Neighbours<S>, legal: [S; 2]) -> (i64, i64) {
    let [left, right] = [0, 1].map(|side| count(masks, neighbours, legal[side], legal[1 - side]));
    (at_least(&left, right.most), -at_least(&right, left.most))
}

fn count<S: Set, const W: usize>(masks: &[Mask<W>], neighbours: &Neighbours<S>, own: S, opponent: S) -> Count {
    let none = S::default();
    let mut most = 0;
    let mut rest = own;
    while rest != none {
        let mut cells = Bits::<W>::default();
        let mut least = u32::MAX;
        take_connected(&neighbours.linked, &mut rest, |j| {
            let used = masks[j].care & masks[j].flip;
            cells = cells | used;
            least = least.min(used.count());
        });
        most += (cells.count() / least.max(1)) as usize;
    }
    let (mut safe, mut open) = (0, none);
    let mut free = own;
    while free != none {
        let m = free.first();
        free = free.without(neighbours.linked[m]);
        if neighbours.linked[m].and(opponent) == none {
            safe += 1;
        } else {
            open = open.with(m);
        }
    }
    let mut spoiled = 0;
    let mut threats = opponent;
    while threats != none {
        let m = threats.first();
        threats = threats.without(none.with(m));
        spoiled = spoiled.max(neighbours.linked[m].and(open).len());
    }
    Count { safe, open: open.len(), spoiled, most }
}

/// A lower bound for whoever can count on `own`, against `most` moves of the opponent.
fn at_least(own: &Count, most: usize) -> i64 {
    let table = TABLES.get(own.spoiled.wrapping_sub(1)).map(|table| table.get_or_init(|| table_for(own.spoiled)));
    let known = table.and_then(|table| table.get(own.open.min(SIZE - 1))?.get(most).copied());
    own.safe as i64 * UNIT + known.unwrap_or(-(most as i64) * UNIT)
}

const SIZE: usize = 64;
type Table = Vec<Vec<i64>>;
static TABLES: [OnceLock<Table>; 3] = [const { OnceLock::new() }; 3];

/// floor(16 Z(v, u)), by v and u, where a move of the opponent spoils k.
fn table_for(k: usize) -> Table {
    let mut exact: Vec<Vec<Dyadic>> = Vec::new();
    for v in 0..SIZE {
        let mut row: Vec<Dyadic> = Vec::new();
        for u in 0..SIZE {
            row.push(if v == 0 {
                Dyadic::from(-(u as i64))
            } else if u == 0 {
                Dyadic::from(v as i64)
            } else {
                let (low, high) = (&exact[v - 1][u], if v >= k { &exact[v - k][u - 1] } else { &exact[0][u - 1] });
                // if the options were not in order, what Left has by moving elsewhere is still a bound
                Dyadic::simplest_between(Bound::Excluded(low), Bound::Excluded(high)).unwrap_or_else(|| low.clone())
            });
        }
        exact.push(row);
    }
    let unit = Dyadic::from(UNIT);
    let floor = |z: &Dyadic| i64::try_from((z * &unit).floor()).unwrap_or(i64::MIN / 4);
    exact.iter().map(|row| row.iter().map(floor).collect()).collect()
}
