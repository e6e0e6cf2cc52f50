//! Nimstring as an ordinary impartial game, on positions in which nothing can be captured.
//!
//! A cut that leaves its opponent the choice between taking all and giving back is *loony*: it loses, whatever else
//! there is, because one of the two answers wins. After any other cut everything that can be captured is captured at
//! once, and who did so moves on: this is a plain move to what is left. So quiet positions have nimbers, by mex over
//! the plain moves, and those that fall apart are sums. (*Winning Ways*, chapter 16.)

use super::{GROUND, StringRules};
use crate::bits::Bits;
use crate::error::Result;
use crate::rules::{Player, Rules, Winner};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

pub struct Quiet<'r, const W: usize, const C: usize>(pub &'r StringRules<W, C>);

/// A set of strings; those of equal webs are equal.
#[derive(Clone, Copy, Debug)]
pub struct Component<const W: usize> {
    strings: Bits<W>,
    label: u128,
}

impl<const W: usize> PartialEq for Component<W> {
    fn eq(&self, other: &Self) -> bool {
        self.label == other.label
    }
}

impl<const W: usize> Eq for Component<W> {}

impl<const W: usize> Hash for Component<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.label as u64);
    }
}

impl<const W: usize> PartialOrd for Component<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> Ord for Component<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.label.cmp(&other.label)
    }
}

impl<const W: usize, const C: usize> StringRules<W, C> {
    pub(super) fn component(&self, strings: Bits<W>) -> Component<W> {
        Component { strings, label: self.label(&strings, &self.degrees(&strings)) }
    }
}

impl<const W: usize, const C: usize> Rules for Quiet<'_, W, C> {
    type Position = Component<W>;
    /// What is left after it.
    type Move = Bits<W>;

    fn moves(&self, position: &Component<W>, _: Player, out: &mut Vec<Bits<W>>) -> Result<()> {
        let position = &position.strings;
        let degree = self.0.degrees(position);
        self.0.openings(position, &degree, |string| {
            let after = self.0.after(position, string, degree).1;
            if after.given_back == 0 {
                out.push(after.rest);
            }
        });
        Ok(())
    }

    fn play(&self, _: &Component<W>, after: &Bits<W>) -> Result<Component<W>> {
        Ok(Component { strings: *after, label: 0 }) // it is split before it is compared
    }

    fn goal(&self, _: &Component<W>) -> Option<Winner> {
        None
    }

    fn impartial(&self) -> bool {
        true
    }

    fn sums(&self) -> bool {
        true
    }

    /// What is connected by coins; the ground connects nothing.
    fn split(&self, position: &Component<W>, out: &mut Vec<Component<W>>) -> bool {
        let mut rest = position.strings;
        while let Some(first) = rest.ones().next() {
            let (mut component, mut seen) = (Bits::default(), Bits::<W>::default());
            let mut todo = vec![first];
            while let Some(string) = todo.pop() {
                component.set(string);
                for &coin in self.0.ends[string].iter().filter(|&&coin| coin != GROUND) {
                    if !seen.get(usize::from(coin)) {
                        seen.set(usize::from(coin));
                        todo.extend((self.0.at[usize::from(coin)] & rest & !component).ones());
                    }
                }
            }
            rest = rest & !component;
            out.push(self.0.component(component));
        }
        true
    }
}
