//! The fingerprint of a web, whatever its coins and strings are called.
//!
//! Coins get colours by the number of their strings, then again and again by the colours of their neighbours; ordered by
//! colour they have new names, by which the strings are written down. Equal texts are equal webs, so that a fingerprint
//! is never shared by others. The converse holds unless colours tie that no symmetry exchanges, or more of them than
//! [`TIES`]; then equal webs may be searched twice. Of ties that remain, one coin is given a colour of its own, and
//! colours spread once more (McKay, "Practical graph isomorphism", 1981, without the search).

use super::{GROUND, StringRules};
use crate::bits::Bits;
use crate::rules::Mixer;

/// How often colours spread, at first and after a tie was broken.
const SPREADS: [usize; 2] = [3, 2];
/// How many ties are broken.
const TIES: usize = 4;

fn scatter(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    (product as u64) ^ ((product >> 64) as u64)
}

impl<const W: usize, const C: usize> StringRules<W, C> {
    pub(super) fn label(&self, position: &Bits<W>, degree: &[u16; C]) -> u128 {
        let mut colour = [0u64; C];
        let (mut coins, mut count) = ([0u16; C], 0);
        for coin in (0..self.at.len()).filter(|&coin| degree[coin] > 0) {
            colour[coin] = scatter(u64::from(degree[coin]));
            coins[count] = coin as u16;
            count += 1;
        }
        let coins = &mut coins[..count];
        self.spread(position, coins, &mut colour, SPREADS[0]);
        for _ in 0..TIES {
            coins.sort_unstable_by_key(|&coin| (colour[usize::from(coin)], coin));
            let tie = coins.windows(2).find(|two| colour[usize::from(two[0])] == colour[usize::from(two[1])]);
            let Some(&[coin, _]) = tie else { break };
            colour[usize::from(coin)] = scatter(colour[usize::from(coin)]);
            self.spread(position, coins, &mut colour, SPREADS[1]);
        }
        coins.sort_unstable_by_key(|&coin| (colour[usize::from(coin)], coin));
        let mut name = [0u16; C];
        for (number, &coin) in coins.iter().enumerate() {
            name[usize::from(coin)] = number as u16;
        }
        let strings = position.ones().map(|string| {
            let [a, b] = self.ends[string];
            let a = name[usize::from(a)];
            let b = if b == GROUND { GROUND } else { name[usize::from(b)] };
            let mut mixer = Mixer::default();
            mixer.word(u64::from(a.min(b)) << 16 | u64::from(a.max(b)));
            mixer.finish128()
        });
        strings.fold(0, u128::wrapping_add)
    }

    fn spread(&self, position: &Bits<W>, coins: &[u16], colour: &mut [u64; C], times: usize) {
        for _ in 0..times {
            let mut next = *colour;
            for string in position.ones() {
                let [a, b] = self.ends[string].map(usize::from);
                if b == usize::from(GROUND) {
                    next[a] = next[a].wrapping_add(1);
                } else {
                    next[a] = next[a].wrapping_add(scatter(colour[b]));
                    next[b] = next[b].wrapping_add(scatter(colour[a]));
                }
            }
            for &coin in coins {
                colour[usize::from(coin)] = scatter(next[usize::from(coin)]);
            }
        }
    }
}
