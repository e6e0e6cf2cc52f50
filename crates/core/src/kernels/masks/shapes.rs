//! What a component's play depends on, as a graph that is the same on every board.

use super::MaskRules;
use super::components::Relaxed;
use crate::bits::Bits;
use crate::tablebase::shape::{BIT, Key, LEFT, RIGHT, Shape};

/// What a mask is to a bit.
const ASKS: u8 = 1;
const WANTS: u8 = 2;
const OVERWRITES: u8 = 4;
const FLIPS: u8 = 8;
/// The kinds of nodes; a bit that is set has one more.
const MOVE: u32 = 0;
const UNSET: u32 = 1;

impl<const W: usize> MaskRules<W> {
    /// The key of a component's shape; nothing where positions do not fall apart, or if it is too large.
    pub fn shape(&self, component: &Bits<W>) -> Option<Key> {
        let splitting = self.splitting.as_ref()?;
        let shape =
            if splitting.ends_moves_only() { self.moves_alone(component) } else { self.moves_on_bits(component) };
        shape.map(|shape| shape.key())
    }

    fn owner(&self, m: u32) -> u8 {
        let rewrite = &self.spec.rewrites[m as usize];
        LEFT * u8::from(rewrite.left) + RIGHT * u8::from(rewrite.right)
    }

    /// Where moves only end moves: which ends which is all there is.
    fn moves_alone(&self, component: &Bits<W>) -> Option<Shape> {
        let (mut shape, mut moves) = (Shape::default(), Vec::new());
        self.splitting.as_ref()?.each_legal(component, |m| moves.push(m));
        for &m in &moves {
            shape.node(MOVE, self.owner(m))?;
        }
        let moves: Vec<_> = moves.iter().map(|&m| &self.masks[m as usize]).map(|mask| (mask, mask.changed())).collect();
        for (i, (a, changed)) in moves.iter().enumerate() {
            for (j, (b, changes)) in moves[..i].iter().enumerate() {
                let labels = [b.care.meets(changed), a.care.meets(changes)].map(u8::from);
                if labels != [0, 0] {
                    shape.edge([i as u16, j as u16], labels);
                }
            }
        }
        Some(shape)
    }

    /// The moves that may ever become legal, and the bits that one of them asks for and one of them changes. All others
    /// stay as those moves want them, or nobody asks.
    fn moves_on_bits(&self, component: &Bits<W>) -> Option<Shape> {
        let mut relaxed = Relaxed::new(component);
        let mut dead: Vec<u32> = (0..self.masks.len() as u32).collect();
        relaxed.close(&self.masks, &mut dead, |_| false);
        let live = || (0..).zip(&self.masks).filter(|(_, mask)| relaxed.allows(&mask.care, &mask.want));
        let (mut asked, mut changed) = (Bits::default(), Bits::default());
        for (_, mask) in live() {
            (asked, changed) = (asked | mask.care, changed | mask.changed());
        }
        let matters = asked & changed;
        let (mut shape, mut nodes) = (Shape::default(), vec![0; 64 * W]);
        for bit in matters.ones() {
            nodes[bit] = shape.node(UNSET + u32::from(component.get(bit)), BIT)?;
        }
        for (m, mask) in live() {
            let node = shape.node(MOVE, self.owner(m))?;
            for bit in ((mask.care | mask.changed()) & matters).ones() {
                let label = |set: bool, word: u8| if set { word } else { 0 };
                let does = label(mask.care.get(bit), ASKS)
                    | label(mask.want.get(bit), WANTS)
                    | label(!mask.keep.get(bit), OVERWRITES)
                    | label(mask.flip.get(bit), FLIPS);
                shape.edge([node, nodes[bit]], [does, 0]);
            }
        }
        Some(shape)
    }
}
