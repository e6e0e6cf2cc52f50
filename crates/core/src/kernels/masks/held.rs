//! Components where what is inert stays inert: found by walking from cell to cell.
//!
//! Where every rewrite touches at most two cells, and asks that neither is inert, an inert cell stays so, and cells act
//! on each other only if a rewrite touches both. What is connected in this way is a component, and it is dead if no move
//! is legal in it, since then nothing in it ever changes. So in Clobber, where captures bring new moves and the question
//! which moves can become legal would cost more than all else.

use super::Mask;
use super::anchors::Anchors;
use super::spec::Cell;
use crate::bits::Bits;

pub struct Held<const W: usize> {
    /// The first bit of each cell; all have one width.
    first: Bits<W>,
    width: usize,
    /// By the first bit of a cell: the first bits of cells that a rewrite touches together with it.
    adjacent: Vec<Bits<W>>,
}

impl<const W: usize> Held<W> {
    pub fn of(cells: &[Cell], masks: &[Mask<W>]) -> Option<Self> {
        let width = cells.first()?.width as usize;
        if cells.iter().any(|cell| cell.width as usize != width) || width == 0 {
            return None;
        }
        let mut held = Held { first: Bits::default(), width, adjacent: vec![Bits::default(); cells.len() * width] };
        for cell in cells {
            held.first.set(cell.offset as usize);
        }
        for mask in masks {
            let touched = held.cells(&mask.span);
            if touched.count() > 2 || held.cells(&mask.want) != touched {
                return None;
            }
            for bit in touched.ones() {
                held.adjacent[bit] = held.adjacent[bit] | touched;
            }
        }
        Some(held)
    }

    /// The first bits of the cells that hold some of these.
    #[inline(always)]
    fn cells(&self, bits: &Bits<W>) -> Bits<W> {
        (1..self.width).fold(*bits, |all, by| all | bits.shifted_down(by)) & self.first
    }

    /// Append the components of a position in which some mask is legal.
    #[inline]
    pub fn split(&self, all: &Anchors<W>, position: &Bits<W>, out: &mut Vec<Bits<W>>) {
        let mut rest = self.cells(position);
        while !rest.is_empty() {
            let mut front = Bits::default();
            front.set(rest.lowest());
            let mut found = front;
            while !front.is_empty() {
                let cell = front.lowest();
                front.remove(cell);
                let new = self.adjacent[cell] & rest & !found;
                found = found | new;
                front = front | new;
            }
            rest = rest & !found;
            let piece = *position & (1..self.width).fold(found, |all, by| all | found.shifted_up(by));
            if all.any_legal(&piece) {
                out.push(piece);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::kernels::masks::components::Relaxed;
    use crate::rules::Rules;
    use crate::search::toys::Random;
    use crate::search::values::tests::capture_positions;

    /// Whatever can still be played lies in one of the components, and in each of them something can be.
    #[test]
    fn nothing_live_is_lost_or_cut() {
        let mut random = Random(5);
        let mut several = 0;
        for (rules, positions) in capture_positions(&mut random, 40) {
            let held = Held::of(&rules.cells, &rules.masks).unwrap();
            for position in positions {
                let mut parts = Vec::new();
                rules.split(&position, &mut parts);
                let spans: Vec<Bits<1>> = parts.iter().map(|part| held.cells(part)).collect();
                let mut relaxed = Relaxed::new(&position);
                let mut dead: Vec<u32> = (0..rules.masks.len() as u32).collect();
                relaxed.close(&rules.masks, &mut dead, |_| false);
                let mut live = vec![0; parts.len()];
                for (m, mask) in rules.masks.iter().enumerate().filter(|(m, _)| !dead.contains(&(*m as u32))) {
                    let home = spans.iter().position(|span| span.contains(&held.cells(&mask.span)));
                    live[home.unwrap_or_else(|| unreachable!("mask {m} is cut"))] += 1;
                }
                assert!(live.iter().all(|&n| n > 0), "{:?}", rules.decode(&position));
                several += usize::from(parts.len() > 1);
            }
        }
        assert!(several > 30, "{several} sums");
    }

    #[test]
    fn not_where_something_may_be_filled() {
        let rules = crate::search::values::tests::domineering(3, 3);
        let rules = crate::kernels::masks::MaskRules::<1>::compile(rules).unwrap();
        // free cells are what is asked for there, so that a covered one stays so
        assert!(Held::of(&rules.cells, &rules.masks).is_some());
        let jumps = crate::search::values::tests::random_rules(&mut Random(1), 9, false);
        let jumps = crate::kernels::masks::MaskRules::<1>::compile(jumps).unwrap();
        assert!(Held::of(&jumps.cells, &jumps.masks).is_none());
    }
}
