//! Rewrites backwards: from which positions does a rewrite lead here?
//!
//! A mask fixes the bits that it tests and those that it overwrites, so that one test tells whether it may have been the
//! last one. The tested bits are put back as they were; of an overwritten bit nothing is known, and both values are
//! listed. That is exact for bits: what is listed and no board (a code without a symbol) is reached by nobody.

use super::{Anchors, Mask};
use crate::bits::Bits;
use crate::rules::Player;

/// A rewrite that forgets more bits than these is not undone: each of them doubles the positions that may have been.
const MOST_FORGOTTEN: u32 = 4;

/// A rewrite, read backwards.
struct Reverse<const W: usize> {
    mask: Mask<W>,
    /// What may have stood on the bits that it overwrites.
    forgotten: Vec<Bits<W>>,
}

pub(super) struct Undo<const W: usize> {
    reversed: Vec<Reverse<W>>,
    /// By player, and by whether the player moves on.
    anchors: [[Anchors<W>; 2]; 2],
}

impl<const W: usize> Undo<W> {
    /// `None` where a rewrite forgets too much. `usable` tells who may use a mask to move on or not.
    pub fn new(masks: &[Mask<W>], usable: impl Fn(u32, Player, bool) -> bool) -> Option<Self> {
        let reversed = masks.iter().map(reverse).collect::<Option<Vec<_>>>()?;
        let backwards: Vec<Mask<W>> = reversed.iter().map(|each| each.mask).collect();
        let anchors = Player::BOTH.map(|player| {
            [false, true].map(|again| {
                let chosen = (0..masks.len() as u32).filter(|&m| usable(m, player, again));
                Anchors::new(&backwards, chosen)
            })
        });
        Some(Undo { reversed, anchors })
    }

    /// Every mask that may have led here, with each position from which it did.
    #[inline]
    pub fn each(&self, position: &Bits<W>, player: Player, again: bool, mut visit: impl FnMut(u32, Bits<W>)) {
        self.anchors[player as usize][usize::from(again)].each_legal(position, |m| {
            let reverse = &self.reversed[m as usize];
            let before = reverse.mask.apply(position);
            reverse.forgotten.iter().for_each(|bits| visit(m, before | *bits));
        });
    }
}

fn reverse<const W: usize>(mask: &Mask<W>) -> Option<Reverse<W>> {
    let overwritten = !mask.keep;
    if overwritten.count() > MOST_FORGOTTEN {
        return None;
    }
    let mut forgotten = vec![Bits::default()];
    for bit in overwritten.ones() {
        for i in 0..forgotten.len() {
            let mut set = forgotten[i];
            set.set(bit);
            forgotten.push(set);
        }
    }
    let (care, want) = mask.after();
    let mask = Mask { care, want, keep: mask.keep, flip: mask.flip & mask.care, span: mask.span };
    Some(Reverse { mask, forgotten })
}
