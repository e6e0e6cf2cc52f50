//! The fingerprint of a web, whatever its coins and strings are called.
//!
//! Independent chains and loops are written down by their lengths. The other coins get colours by the number of their
//! strings, then again and again by the colours of their neighbours; ordered by colour they have new names, by which
//! their strings are written down. Equal texts are equal webs, so that a fingerprint is never shared by others. Equal
//! webs may get different texts where colours tie, and are searched twice then. (Breaking ties as McKay does,
//! "Practical graph isomorphism", 1981, was tried: it finds one or two in a hundred more, and costs more than that.)

use super::{GROUND, StringRules};
use crate::bits::Bits;

/// How often colours spread to neighbours.
const SPREADS: usize = 3;
/// The bits of a colour that are left free for the number of a coin.
const NUMBER: u64 = 0x3FF;
/// The end of what is written for a chain or a loop; no coin has this name.
const PIECE: u16 = u16::MAX - 1;

#[inline(always)]
fn scatter(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    (product as u64) ^ ((product >> 64) as u64)
}

/// Words in no order.
#[derive(Default)]
struct Text([u64; 2]);

impl Text {
    #[inline(always)]
    fn write(&mut self, a: u16, b: u16, times: u16) {
        let word = scatter(u64::from(a.min(b)) << 32 | u64::from(a.max(b)) << 16 | u64::from(times));
        self.0 = [self.0[0].wrapping_add(word), self.0[1].wrapping_add(scatter(word))];
    }
}

impl<const W: usize, const C: usize> StringRules<W, C> {
    /// `degree` is that of the position.
    pub(super) fn label(&self, position: &Bits<W>, degree: &[u16; C]) -> u128 {
        let mut text = Text::default();
        let mut rest = *position;
        self.pieces(position, degree, |piece| {
            if piece.independent {
                rest = rest & !piece.strings;
                text.write(piece.coins as u16, PIECE, u16::from(piece.closed));
            }
        });
        let (mut coins, mut number) = (0, [0u16; C]); // from 1 on
        let (mut colour, mut grounded) = ([0u64; C], [0u16; C]);
        let (mut strings, mut ends) = (0, [[0usize; 2]; C]);
        for string in rest.ones() {
            let tied = self.ends[string].map(|coin| {
                if coin == GROUND {
                    return GROUND;
                }
                let number = &mut number[usize::from(coin)];
                if *number == 0 {
                    colour[coins] = degree[usize::from(coin)].into();
                    coins += 1;
                    *number = coins as u16;
                }
                *number - 1
            });
            if tied[1] == GROUND {
                grounded[usize::from(tied[0])] += 1;
            } else {
                ends[strings] = tied.map(usize::from);
                strings += 1;
            }
        }
        let (colour, ends) = (&mut colour[..coins], &ends[..strings]);
        for (colour, &grounded) in colour.iter_mut().zip(&grounded) {
            *colour = scatter(*colour << 16 | u64::from(grounded));
        }
        for _ in 0..SPREADS {
            let mut next = [0u64; C];
            for &[a, b] in ends {
                next[a] = next[a].wrapping_add(colour[b]);
                next[b] = next[b].wrapping_add(colour[a]);
            }
            for (colour, next) in colour.iter_mut().zip(next) {
                *colour = scatter(colour.wrapping_mul(3).wrapping_add(next));
            }
        }
        for (coin, colour) in colour.iter_mut().enumerate() {
            *colour = *colour & !NUMBER | coin as u64;
        }
        colour.sort_unstable();
        let mut name = [0u16; C];
        for (place, coin) in colour.iter().enumerate() {
            let coin = (*coin & NUMBER) as usize;
            name[coin] = place as u16;
            text.write(place as u16, GROUND, grounded[coin]);
        }
        for &[a, b] in ends {
            text.write(name[a], name[b], 0);
        }
        u128::from(text.0[0]) << 64 | u128::from(text.0[1])
    }
}
