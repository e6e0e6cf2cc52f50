//! What can be captured, and which cuts a search need not try.
//!
//! Write V(P) for the score of the player to move, and call the number of strings at a coin its degree. A coin of
//! degree 1 can be captured. Here is why a search for points may capture it at once, with one choice at the end. All
//! proofs are by induction on the number of strings; m is any other move of P.
//!
//! (A) *A coin c whose one string s leads to the ground, to a coin of degree 1 or to a coin d of degree 3 or more is
//! captured at no risk: V(P) = n + V(P - s), where s captures n coins.* If m captures nothing, the opponent may play s
//! next, so that m is worth at most -n - V(P - m - s) <= V(P - s) - n. If m captures j coins and (A) still applies to
//! c, then m is worth j + n + V(P - m - s) <= n + V(P - s). Otherwise m has brought d down to degree 2 by capturing a
//! coin e at d; but then c and e are alike, and s is worth as much as m.
//!
//! (B) *So is the end c of a half-open chain of three or more coins, and of a path of three or of five or more coins
//! with two free ends.* For moves outside the chain the proof is the same: what c is the end of stays long enough. The
//! other end of a path is as good as c. If m cuts the chain of k coins without capturing any, the opponent may take all
//! of them, and m is worth at most -k - V(R), with R the rest of P. To capture all but two coins (four of a path) and
//! give those back is worth k - 4 - V(R) (k - 8 - V(R) with k >= 5), which is no less.
//!
//! (C) *Otherwise all that can be captured are half-open chains of two coins and paths of four.* A position with one of
//! them, n coins, is worth at least 0: the mover may take it or give it back, max(n + V(R), -n - V(R)). So moves
//! outside them are worth at most 0, and so is giving one back while there is another. What remains is to take one of
//! several, or to take or to give back the last.
//!
//! Hence all T coins that can be captured are captured, and the mover goes on in the rest R, or gives back the last n
//! coins instead: V(P) = max(T + V(R), T - 2n - V(R)). The captured coins form trees, each coin hanging on the one that
//! it was tied to last. A tree of two or more coins that was tied to the ground or to R can be left to the last: n is
//! 2; if there is none, a tree with four coins in a line can be, and n is 4; else there is no choice.
//!
//! Where nothing can be captured, degrees are 0, 2 or more, and coins of degree 2 form chains and loops. By the above
//! the strings of a chain of one, or of three or more coins, are worth the same, and so are those of a loop; of a chain
//! of two the string in the middle is best, since T and R are the same and it leaves no choice if any does. Opening a
//! long chain with both ends on the ground is never better than opening a shorter one that is long too: V(H + chain of
//! k) changes by at most 1 when k does, by induction, and so does what opening it is worth. The same holds for loops.

use super::{GROUND, StringRules};
use crate::bits::Bits;

/// Coins of a chain from which on it leaves the choice to give coins back; a loop needs one more.
const LONG: usize = 3;

/// What is left when everything has been captured that can be.
#[derive(Clone, Copy, Debug)]
pub struct Harvest<const W: usize> {
    pub rest: Bits<W>,
    /// Coins captured.
    pub taken: i32,
    /// The fewest of them that may be given back instead to make the opponent move on; 0 if that cannot be done.
    pub given_back: i32,
}

/// A chain or a loop of coins of degree 2.
#[derive(Clone, Copy, Debug)]
pub struct Piece<const W: usize> {
    pub coins: usize,
    pub strings: Bits<W>,
    /// The string between the first two coins that were found, or some string.
    pub middle: u16,
    /// A loop.
    pub closed: bool,
    /// A loop, or a chain with both ends on the ground.
    pub independent: bool,
}

impl<const W: usize, const C: usize> StringRules<W, C> {
    /// The number of strings at each coin.
    pub(super) fn degrees(&self, position: &Bits<W>) -> [u16; C] {
        let mut degree = [0; C];
        for (coin, strings) in self.at.iter().enumerate() {
            degree[coin] = (*strings & *position).count() as u16;
        }
        degree
    }

    /// Of the strings at a coin that are left, the first.
    fn string_at(&self, coin: u16, position: &Bits<W>) -> u16 {
        (self.at[usize::from(coin)] & *position).ones().next().unwrap_or_default() as u16
    }

    fn other_end(&self, string: u16, coin: u16) -> u16 {
        let [a, b] = self.ends[usize::from(string)];
        if a == coin { b } else { a }
    }

    /// Capture all that can be. The degrees are kept up to date.
    pub(super) fn harvest(&self, position: &Bits<W>, degree: &mut [u16; C]) -> Harvest<W> {
        let mut harvest = Harvest { rest: *position, taken: 0, given_back: 0 };
        // the longest line of captured coins that ends at a coin, up to 2
        let mut height = [0u8; C];
        let (mut chain, mut path) = (false, false);
        for first in 0..self.at.len() {
            let mut coin = first as u16;
            while coin != GROUND && degree[usize::from(coin)] == 1 {
                let string = self.string_at(coin, &harvest.rest);
                let other = self.other_end(string, coin);
                harvest.rest = Self::without(&harvest.rest, string);
                harvest.taken += 1;
                degree[usize::from(coin)] = 0;
                let below = height[usize::from(coin)];
                if other == GROUND {
                    chain |= below > 0;
                } else if degree[usize::from(other)] == 1 {
                    harvest.taken += 1;
                    degree[usize::from(other)] = 0;
                    let beside = height[usize::from(other)];
                    path |= (below > 0 && beside > 0) || below > 1 || beside > 1;
                } else {
                    degree[usize::from(other)] -= 1;
                    height[usize::from(other)] = height[usize::from(other)].max((below + 1).min(2));
                }
                coin = other;
            }
        }
        if harvest.taken > 0 {
            chain = chain || (0..self.at.len()).any(|coin| degree[coin] > 0 && height[coin] > 1);
            harvest.given_back = if chain {
                2
            } else if path {
                4
            } else {
                0
            };
        }
        harvest
    }

    /// The position after a cut, and what can be captured there; `degree` is that before the cut.
    pub(super) fn after(&self, position: &Bits<W>, string: u16, mut degree: [u16; C]) -> (Bits<W>, Harvest<W>) {
        for &coin in self.ends[usize::from(string)].iter().filter(|&&coin| coin != GROUND) {
            degree[usize::from(coin)] -= 1;
        }
        let after = Self::without(position, string);
        (after, self.harvest(&after, &mut degree))
    }

    /// The chains and loops of a position in which nothing can be captured.
    pub(super) fn pieces(&self, position: &Bits<W>, degree: &[u16; C], mut visit: impl FnMut(Piece<W>)) {
        let mut seen = Bits::<W>::default();
        for first in (0..self.at.len()).filter(|&coin| degree[coin] == 2) {
            if seen.get(first) {
                continue;
            }
            seen.set(first);
            let strings = self.at[first] & *position;
            let middle = self.string_at(first as u16, position);
            let mut piece = Piece { coins: 1, strings, middle, closed: false, independent: true };
            for start in strings.ones() {
                let (mut string, mut coin) = (start as u16, first as u16);
                loop {
                    let other = self.other_end(string, coin);
                    if other == GROUND {
                        break;
                    }
                    if degree[usize::from(other)] != 2 {
                        piece.independent = false;
                        break;
                    }
                    if seen.get(usize::from(other)) {
                        piece.closed = true;
                        break;
                    }
                    seen.set(usize::from(other));
                    if piece.coins == 1 {
                        piece.middle = string;
                    }
                    piece.coins += 1;
                    let strings = self.at[usize::from(other)] & *position;
                    piece.strings = piece.strings | strings;
                    (string, coin) = (self.string_at(other, &Self::without(&strings, string)), other);
                }
                if piece.closed {
                    break;
                }
            }
            visit(piece);
        }
    }

    /// The strings that are worth cutting where nothing can be captured.
    pub(super) fn openings(&self, position: &Bits<W>, degree: &[u16; C], mut visit: impl FnMut(u16)) {
        let mut others = *position;
        // by whether it is a loop: coins and string of the shortest long one
        let mut shortest = [(usize::MAX, 0); 2];
        self.pieces(position, degree, |piece| {
            others = others & !piece.strings;
            let long = piece.coins >= LONG + usize::from(piece.closed);
            if long && piece.independent {
                let best = &mut shortest[usize::from(piece.closed)];
                *best = (*best).min((piece.coins, piece.middle));
            } else {
                visit(piece.middle);
            }
        });
        shortest.into_iter().filter(|&(coins, _)| coins < usize::MAX).for_each(|(_, string)| visit(string));
        others.ones().filter(|&string| !others.meets(&self.twins[string])).for_each(|string| visit(string as u16));
    }
}
