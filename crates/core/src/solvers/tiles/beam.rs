//! Beam search for sliding tiles on large boards: short solutions at once, not always shortest.
//!
//! As [`crate::search::beam`], with what tiles allow: bounds are updated slide by slide, an arrangement is known by a
//! 64-bit hash alone (one that is mistaken for another is merely left out), and only what a layer keeps is ever made.

use super::slid;
use super::tables::NONE;
use super::wide::{WideTilesPosition, WideTilesRules};
use crate::error::Result;
use crate::limits::Control;
use crate::rules::{DEAD, Rules};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// How much wider the next beam is when one has lost its way.
const WIDER: usize = 4;

#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    bound: u32,
    /// Its predecessor in the layer before.
    parent: u32,
    blank: u8,
    /// Where the blank came from.
    came: u8,
}

/// Hashes are their own hash.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

type Hashes = HashSet<u64, BuildHasherDefault<Same>>;

impl WideTilesRules {
    /// The tiles to slide on a line to the goal, found by a beam that is at first so wide; `None` when there is none.
    pub fn beam(&self, position: &WideTilesPosition, width: usize, control: &Control) -> Result<Option<Vec<u8>>> {
        let bound = self.estimate(position);
        if bound == DEAD {
            return Ok(None);
        }
        let mut width = width.max(1);
        loop {
            if let Some(path) = self.sweep(position, bound, width, control)? {
                return Ok(Some(slid(position.tiles.to_vec(), position.blank, &path)));
            }
            width = width.saturating_mul(WIDER);
        }
    }

    /// The cells that the blank visits; `None` when nothing new was left to look at.
    fn sweep(
        &self,
        position: &WideTilesPosition,
        bound: u32,
        width: usize,
        control: &Control,
    ) -> Result<Option<Vec<u8>>> {
        let cells = position.tiles.len();
        let mut ticker = control.ticker();
        let root = Node { hash: 0, bound, parent: 0, blank: position.blank, came: NONE };
        let mut seen = Hashes::from_iter([0]);
        let mut layers = vec![vec![root]];
        let mut boards = position.tiles.to_vec();
        let mut bytes = 0;
        loop {
            let depth = layers.len() - 1;
            control.set_depth(depth as u64);
            let mut next: Vec<Node> = Vec::new();
            for (parent, node) in layers[depth].iter().enumerate() {
                if node.bound == 0 {
                    return Ok(Some(walked(&layers, parent)));
                }
                ticker.tick()?;
                let board = &boards[parent * cells..][..cells];
                for cell in self.grid.around(node.blank).filter(|&cell| cell != node.came) {
                    let tile = board[usize::from(cell)];
                    let hash = node.hash ^ stamp(tile, cell) ^ stamp(tile, node.blank);
                    if seen.insert(hash) {
                        let bound = self.bound_after(board, node.bound, node.blank, cell);
                        next.push(Node { hash, bound, parent: parent as u32, blank: cell, came: node.blank });
                    }
                }
            }
            if next.is_empty() {
                return Ok(None);
            }
            if next.len() > width {
                // ties are broken by the hash, which is as good as chance
                next.select_nth_unstable_by_key(width, |node| (node.bound, node.hash));
                for node in next.drain(width..) {
                    seen.remove(&node.hash);
                }
            }
            let made = next.iter().flat_map(|node| {
                let mut board = boards[node.parent as usize * cells..][..cells].to_vec();
                board.swap(usize::from(node.blank), usize::from(node.came));
                board
            });
            boards = made.collect();
            bytes += next.len() * size_of::<Node>();
            control.memory((bytes + 2 * boards.len() + seen.capacity() * 9) as u64)?;
            layers.push(next);
        }
    }
}

/// A random number for each tile on each cell.
fn stamp(tile: u8, cell: u8) -> u64 {
    let mut x = (u64::from(tile) << 8 | u64::from(cell)).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// The cells of the blank on the way to a node of the last layer.
fn walked(layers: &[Vec<Node>], mut at: usize) -> Vec<u8> {
    let mut path = Vec::with_capacity(layers.len());
    for layer in layers[1..].iter().rev() {
        path.push(layer[at].blank);
        at = layer[at].parent as usize;
    }
    path.reverse();
    path
}
