//! Numbers between which the value of a component lies, by counting moves.
//!
//! Where no rewrite makes what a rewrite asks for, a player's moves use up disjoint sets of cells, so that their number
//! is at most that of the cells that they could use, divided by what one of them uses; this for each group of moves
//! that overlap. Let Left promise to make only moves of some disjoint set. Those that no move of Right touches are
//! *safe*. A move of Right spoils at most k of the others, and Right has at most u moves in all. So G is at least the
//! number of safe moves plus Z(v, u), where v moves are not safe and Z(v, u) = {Z(v-1, u) | Z(v-k, u-1)}.
//! Reference: Breuker, Uiterwijk, van den Herik, "Solving 8x8 Domineering" (2000) count safe dominoes; Bullock,
//! "Domineering: Solving large combinatorial search spaces" (2002) those that can be spoiled.

use super::MaskRules;
use super::components::join;
use crate::bits::Bits;
use crate::rules::Player;
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
    /// at most so many at a time.
    spoiled: usize,
    /// Moves that the player cannot exceed.
    most: usize,
}

pub fn bounds<const W: usize>(rules: &MaskRules<W>, component: &Bits<W>) -> (i64, i64) {
    let mut touched = [Bits::default(); 2];
    for player in Player::BOTH {
        rules.each_legal(component, player, |m| {
            touched[player as usize] = touched[player as usize] | rules.masks[m as usize].span;
        });
    }
    let [left, right] = Player::BOTH.map(|player| count(rules, component, player, &touched[1 - player as usize]));
    (at_least(&left, right.most), -at_least(&right, left.most))
}

fn count<const W: usize>(
    rules: &MaskRules<W>,
    component: &Bits<W>,
    player: Player,
    touched_by_opponent: &Bits<W>,
) -> Count {
    let mut groups: Vec<Bits<W>> = Vec::new();
    let mut least = u32::MAX;
    let mut taken = Bits::default();
    let mut open: Vec<Bits<W>> = Vec::new();
    let mut safe = 0;
    rules.each_legal(component, player, |m| {
        let mask = &rules.masks[m as usize];
        join(&mut groups, mask.flip);
        least = least.min(mask.flip.count());
        if !mask.span.meets(&taken) {
            taken = taken | mask.span;
            if mask.span.meets(touched_by_opponent) {
                open.push(mask.span);
            } else {
                safe += 1;
            }
        }
    });
    let mut spoiled = 0;
    rules.each_legal(component, player.opponent(), |m| {
        let span = &rules.masks[m as usize].span;
        if span.meets(&taken) {
            spoiled = spoiled.max(open.iter().filter(|mine| mine.meets(span)).count());
        }
    });
    let most = groups.iter().map(|group| (group.count() / least.max(1)) as usize).sum();
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
