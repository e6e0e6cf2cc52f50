//! Nimstring as an ordinary impartial game, on positions in which nothing can be captured.
//!
//! A cut that leaves its opponent the choice between taking all and giving back is *loony*: it loses, whatever else there
//! is, because one of the two answers wins. After any other cut everything that can be captured is captured at once, and
//! who did so moves on: this is a plain move to what is left. So quiet positions have nimbers, by mex over the plain
//! moves, and those that fall apart are sums. (*Winning Ways*, chapter 16.)

use super::{GROUND, StringRules};
use crate::bits::Bits;
use crate::error::Result;
use crate::rules::{Player, Rules, Winner};

pub struct Quiet<'r, const W: usize, const C: usize>(pub &'r StringRules<W, C>);

impl<const W: usize, const C: usize> Rules for Quiet<'_, W, C> {
    type Position = Bits<W>;
    /// What is left after it.
    type Move = Bits<W>;

    fn moves(&self, position: &Bits<W>, _: Player, out: &mut Vec<Bits<W>>) -> Result<()> {
        let degree = self.0.degrees(position);
        self.0.openings(position, &degree, |string| {
            let after = self.0.after(position, string, degree).1;
            if after.given_back == 0 {
                out.push(after.rest);
            }
        });
        Ok(())
    }

    fn play(&self, _: &Bits<W>, after: &Bits<W>) -> Result<Bits<W>> {
        Ok(*after)
    }

    fn goal(&self, _: &Bits<W>) -> Option<Winner> {
        None
    }

    fn impartial(&self) -> bool {
        true
    }

    fn canonical(&self, position: &Bits<W>) -> Bits<W> {
        self.0.representative(position)
    }

    fn sums(&self) -> bool {
        true
    }

    /// What hangs together by coins; the ground holds nothing together.
    fn split(&self, position: &Bits<W>, out: &mut Vec<Bits<W>>) -> bool {
        let mut rest = *position;
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
            out.push(component);
        }
        true
    }
}
