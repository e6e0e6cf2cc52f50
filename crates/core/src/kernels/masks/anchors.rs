//! The anchor index: which masks are worth testing in a position.
//!
//! Each mask is filed under one literal (a bit and the value that the mask wants of it). A node walks over the bits
//! that have an anchored value and tests the masks filed there. The literal chosen is the one that fewest other masks
//! would share: for a robot on a board it is the robot's own bit, of which there is one.

use super::Mask;
use crate::bits::Bits;
use std::ops::ControlFlow;

pub struct Anchors<const W: usize> {
    /// For value 0 and value 1: the bits under which something is filed, and where each bit's list starts.
    sides: [Side<W>; 2],
    /// Masks that ask nothing and are always legal.
    always: Vec<u32>,
}

struct Side<const W: usize> {
    bits: Bits<W>,
    starts: Vec<u32>,
    /// The number of a mask with the two words of its test, side by side in memory.
    tests: Vec<(Bits<W>, Bits<W>, u32)>,
}

impl<const W: usize> Anchors<W> {
    pub fn new(masks: &[Mask<W>], chosen: impl Iterator<Item = u32>) -> Self {
        let chosen: Vec<u32> = chosen.collect();
        let bits = W * 64;
        // How often a literal is wanted tells how often it is made, roughly: rare literals are the good anchors.
        let mut wanted = vec![[0u32; 2]; bits];
        let mut made = vec![[0u32; 2]; bits];
        for &m in &chosen {
            let mask = &masks[m as usize];
            let (fixed, after) = mask.after();
            for bit in mask.care.ones() {
                wanted[bit][usize::from(mask.want.get(bit))] += 1;
            }
            for bit in fixed.ones() {
                made[bit][usize::from(after.get(bit))] += 1;
            }
        }
        // A literal that rewrites rarely leave behind is rare on the board.
        let total = |value: usize| made.iter().map(|m| m[value] as u64).sum::<u64>();
        let totals = [total(0), total(1)];
        let mut filed: [Vec<Vec<u32>>; 2] = [vec![Vec::new(); bits], vec![Vec::new(); bits]];
        let mut always = Vec::new();
        for &m in &chosen {
            let mask = &masks[m as usize];
            let best = mask.care.ones().min_by_key(|&bit| {
                let value = usize::from(mask.want.get(bit));
                (made[bit][value], totals[value], wanted[bit][value], bit)
            });
            match best {
                Some(bit) => filed[usize::from(mask.want.get(bit))][bit].push(m),
                None => always.push(m),
            }
        }
        let side = |lists: &Vec<Vec<u32>>| {
            let mut side = Side { bits: Bits::default(), starts: vec![0], tests: Vec::new() };
            for (bit, list) in lists.iter().enumerate() {
                if !list.is_empty() {
                    side.bits.set(bit);
                }
                side.tests.extend(list.iter().map(|&m| (masks[m as usize].care, masks[m as usize].want, m)));
                side.starts.push(side.tests.len() as u32);
            }
            side
        };
        Anchors { sides: [side(&filed[0]), side(&filed[1])], always }
    }

    #[inline]
    pub fn each_legal(&self, position: &Bits<W>, mut visit: impl FnMut(u32)) {
        let _ = self.until(position, |m| {
            visit(m);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    pub fn any_legal(&self, position: &Bits<W>) -> bool {
        self.until(position, |_| ControlFlow::Break(())).is_break()
    }

    /// Visit the legal masks until one of them breaks off.
    #[inline(always)]
    fn until(&self, position: &Bits<W>, mut visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        for &m in &self.always {
            visit(m)?;
        }
        for (value, side) in self.sides.iter().enumerate() {
            let held = if value == 1 { *position } else { !*position };
            for bit in (held & side.bits).ones() {
                for (care, want, m) in &side.tests[side.starts[bit] as usize..side.starts[bit + 1] as usize] {
                    if *position & *care == *want {
                        visit(*m)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
