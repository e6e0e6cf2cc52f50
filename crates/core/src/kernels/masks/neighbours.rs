//! Which masks end each other: with few masks, sets of them are words, and what a move leaves is a few operations on
//! such words. Only where no rewrite makes what a rewrite asks for, and every rewrite changes something that it asks for.

use super::bounds::bounds;
use super::{Mask, MaskRules};
use crate::bits::Bits;
use crate::rules::{Expanded, Player, Survey};
use crate::sets::{Set, take_connected};

/// Which masks end each other, where there are few of them.
pub enum Touching {
    Few(Neighbours<u64>),
    Some(Neighbours<u128>),
    Many,
}

impl Touching {
    pub fn of<const W: usize>(masks: &[Mask<W>]) -> Self {
        match masks.len() {
            0..=64 => Touching::Few(Neighbours::of(masks)),
            65..=128 => Touching::Some(Neighbours::of(masks)),
            _ => Touching::Many,
        }
    }

    /// Where each move leads to; false if that must be found out by playing.
    pub fn expand<const W: usize>(
        &self,
        rules: &MaskRules<W>,
        component: &Bits<W>,
        out: &mut Expanded<Bits<W>>,
    ) -> bool {
        match self {
            Touching::Few(neighbours) => neighbours.expand(rules, component, out),
            Touching::Some(neighbours) => neighbours.expand(rules, component, out),
            Touching::Many => return false,
        }
        true
    }

    pub fn survey<const W: usize>(&self, rules: &MaskRules<W>, component: &Bits<W>) -> Option<Survey> {
        match self {
            Touching::Few(neighbours) => Some(neighbours.survey(rules, component)),
            Touching::Some(neighbours) => Some(neighbours.survey(rules, component)),
            Touching::Many => None,
        }
    }
}

pub struct Neighbours<S> {
    /// Masks that end this one or are ended by it.
    pub linked: Vec<S>,
    /// Masks that this one ends: they ask for what it changes.
    pub gone: Vec<S>,
}

impl<S: Set> Neighbours<S> {
    fn of<const W: usize>(masks: &[Mask<W>]) -> Self {
        let mut gone = vec![S::default(); masks.len()];
        let mut linked = gone.clone();
        for (i, changed) in masks.iter().map(Mask::changed).enumerate() {
            for (j, _) in masks.iter().enumerate().filter(|(_, other)| other.care.meets(&changed)) {
                gone[i] = gone[i].with(j);
                linked[i] = linked[i].with(j);
                linked[j] = linked[j].with(i);
            }
        }
        Neighbours { linked, gone }
    }

    /// The legal masks of Left and of Right.
    #[inline]
    fn legal<const W: usize>(&self, rules: &MaskRules<W>, component: &Bits<W>) -> [S; 2] {
        Player::BOTH.map(|player| {
            let mut own = S::default();
            rules.each_legal(component, player, |m| own = own.with(m as usize));
            own
        })
    }

    fn survey<const W: usize>(&self, rules: &MaskRules<W>, component: &Bits<W>) -> Survey {
        let legal = self.legal(rules, component);
        let (low, high) = bounds(&rules.masks, self, legal);
        Survey { low, high, ..Survey::of_moves(legal.map(Set::len)) }
    }

    /// The components of the game in which these masks are legal.
    #[inline]
    fn parts<const W: usize>(&self, rules: &MaskRules<W>, component: &Bits<W>, mut rest: S, out: &mut Vec<Bits<W>>) {
        let none = S::default();
        while rest != none {
            let mut cells = Bits::default();
            take_connected(&self.linked, &mut rest, |j| cells = cells | rules.masks[j].care);
            out.push(*component & cells);
        }
    }

    /// What is legal after a move was legal before and does not ask for what changed, so that sets of masks tell the
    /// components.
    #[inline]
    fn expand<const W: usize>(&self, rules: &MaskRules<W>, component: &Bits<W>, out: &mut Expanded<Bits<W>>) {
        out.clear();
        let none = S::default();
        let moves = self.legal(rules, component);
        let legal = moves[0].or(moves[1]);
        for (side, mut own) in moves.into_iter().enumerate() {
            while own != none {
                let m = own.first();
                own = own.without(none.with(m));
                self.parts(rules, component, legal.without(self.gone[m]), &mut out.parts);
                out.ends.push(out.parts.len());
            }
            if side == 0 {
                out.lefts = out.ends.len();
            }
        }
    }
}
