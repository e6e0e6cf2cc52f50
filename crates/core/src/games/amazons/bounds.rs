//! Integers between which the value of a region with amazons of both colours lies.
//!
//! Let Left's amazons be walls. The free cells that Right's amazons cannot reach then are Left's *territory*. Left can
//! keep Right out of it for ever by two kinds of moves alone: an amazon whose cell Right cannot come near moves and
//! shoots inside; an amazon that stands in a door goes in and shoots back to where it stood, which closes the door. Say
//! that Left can make t moves in this way. Right, for his part, burns one of the r free cells that he can reach with
//! each of his moves, and never gets more of them. So G >= t - r, because Left answers each of Right's moves with one of
//! the t as long as there are any. The upper bound is the same with the players exchanged.
//! Reference: Müller, "Solving 5x5 Amazons" (2001), and Song & Müller, "An enhanced solver for the game of Amazons"
//! (2014), have territories and blockers of this kind.

use super::Area;
use super::longest::Longest;
use crate::bits::Bits;
use crate::kernels::rectangle::Rectangle;
use crate::rules::Player;

/// Moves that may be listed for one territory.
const BUDGET: usize = 5000;

/// A lower and an upper bound.
pub fn bounds<const W: usize>(board: &Rectangle<W>, longest: &mut Longest<W>, area: &Area<W>) -> (i64, i64) {
    let free = area.free();
    let [left, right] = Player::BOTH.map(|player| area.amazons(player));
    let [near_left, near_right] =
        [(left, right), (right, left)].map(|(own, other)| board.flood_around(&own, &(area.open() & !other)));
    let low =
        moves_inside(board, longest, free & !near_right, left, near_right) - i64::from((free & near_right).count());
    let high =
        moves_inside(board, longest, free & !near_left, right, near_left) - i64::from((free & near_left).count());
    (low, -high)
}

/// Moves that `amazons` can make in their `territory` without letting anybody in from `outside`.
fn moves_inside<const W: usize>(
    board: &Rectangle<W>,
    longest: &mut Longest<W>,
    territory: Bits<W>,
    amazons: Bits<W>,
    outside: Bits<W>,
) -> i64 {
    if territory.is_empty() {
        return 0;
    }
    let mut doors = amazons & board.around(&outside);
    let inside = amazons & !doors;
    let served = board.flood_around(&inside, &(territory | inside));
    let mut moves = 0;
    if !inside.is_empty() {
        moves += longest.soon(board, territory & served, inside, BUDGET).unwrap_or(0);
    }
    // what is left can be entered by one amazon from its door
    let mut rest = territory & !served;
    while !rest.is_empty() && !doors.is_empty() {
        let room = board.flood_around(&rest.lowest_alone(), &rest);
        rest = rest & !room;
        let (mut best, mut who) = (0, Bits::default());
        let mut guards = doors & board.around(&room);
        while !guards.is_empty() {
            let from = guards.lowest_alone();
            guards = guards ^ from;
            let mut there = board.queen(&from, &room);
            while !there.is_empty() && best < room.count() {
                let to = there.lowest_alone();
                there = there ^ to;
                let inside = 1 + longest.soon(board, room & !to, to, BUDGET).unwrap_or(0);
                if inside > best {
                    (best, who) = (inside, from);
                }
            }
        }
        doors = doors & !who;
        moves += best;
    }
    i64::from(moves)
}
