//! Normal forms of trees: equal ones are recognised wherever they stand, and branches that add up to nothing are dropped.
//!
//! What folding leaves of a tree are green edges with something above them that is no nim heap, and what is below those.
//! A tree is written down from the ground upwards, the branches at each vertex in order, so that equal trees are
//! written alike; the first one of each kind that is met stands for all of them, and for their negatives. Of the
//! branches at a vertex two cancel if one is the negative of the other (the colon principle).

use super::{Bush, GROUND, HackenbushRules};
use crate::bits::Bits;
use crate::rules::BuildMixer;
use crate::sync::lock;
use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;

/// How a tree is written, and how its negative is.
#[derive(Clone, Default)]
struct Script {
    own: Vec<u8>,
    negative: Vec<u8>,
}

/// A branch, and its edges.
struct Branch<const W: usize> {
    script: Script,
    edges: Bits<W>,
}

/// The trees that have been met.
pub struct Trees<const W: usize>(Mutex<HashMap<Vec<u8>, (Bush<W>, bool), BuildMixer>>);

impl<const W: usize> Default for Trees<W> {
    fn default() -> Self {
        Trees(Mutex::default())
    }
}

pub enum Found<const W: usize> {
    /// Not a tree.
    Other,
    /// These edges add up to nothing.
    Cancel(Bits<W>),
    /// The tree that stands for it, and whether it is the negative.
    Known(Bush<W>, bool),
}

impl<const W: usize> HackenbushRules<W> {
    /// What is known about a folded component as a tree.
    pub(super) fn tree(&self, bush: &Bush<W>) -> Found<W> {
        let Some(climbed) = self.climb(bush) else { return Found::Other };
        let mut hung: Vec<Vec<Branch<W>>> = (0..self.near.len()).map(|_| Vec::new()).collect();
        let mut dropped = Bits::default();
        for &(edge, lower, upper) in climbed.iter().rev() {
            let branches = std::mem::take(&mut hung[upper]);
            let (script, mut edges) = self.script(bush, upper, branches, &mut dropped);
            edges.set(edge);
            let colour = |left: bool, right: bool| if left && right { b'e' } else { b"rl"[usize::from(left)] };
            let (left, right) = (bush.left.get(edge), bush.right.get(edge));
            let own = [&[colour(left, right)], &script.own[..]].concat();
            let negative = [&[colour(right, left)], &script.negative[..]].concat();
            hung[lower].push(Branch { script: Script { own, negative }, edges });
        }
        if !dropped.is_empty() {
            return Found::Cancel(dropped);
        }
        let (script, _) = self.script(bush, GROUND, std::mem::take(&mut hung[GROUND]), &mut dropped);
        let is_negative = script.negative < script.own;
        let key = if is_negative { script.negative } else { script.own };
        let mut trees = lock(&self.trees.0);
        let (known, sign) = trees.entry(key).or_insert_with(|| (bush.clone(), is_negative));
        Found::Known(known.clone(), *sign != is_negative)
    }

    /// The edges with their lower and upper vertices, none before one below it; `None` if there is a cycle.
    fn climb(&self, bush: &Bush<W>) -> Option<Vec<(usize, usize, usize)>> {
        let mut waiting = bush.edges();
        let count = waiting.count() as usize;
        let mut climbed: Vec<(usize, usize, usize)> = Vec::with_capacity(count);
        let mut reached: Bits<W> = Bits::default();
        let mut next = 0;
        let mut vertex = GROUND;
        loop {
            for &(edge, upper) in &self.near[vertex] {
                if waiting.get(edge) {
                    waiting.remove(edge);
                    // a vertex that is reached twice has an edge that is not waiting and did not lead here
                    if upper == GROUND || (self.at[upper] & reached).ones().next().is_some() {
                        return None;
                    }
                    reached.set(edge);
                    climbed.push((edge, vertex, upper));
                }
            }
            let Some(&(_, _, upper)) = climbed.get(next) else { return Some(climbed) };
            vertex = upper;
            next += 1;
        }
    }

    /// What hangs on a vertex, written down, and its edges; those that cancel are dropped.
    fn script(
        &self,
        bush: &Bush<W>,
        vertex: usize,
        mut branches: Vec<Branch<W>>,
        dropped: &mut Bits<W>,
    ) -> (Script, Bits<W>) {
        let mut i = 0;
        while i < branches.len() {
            match (i + 1..branches.len()).find(|&j| branches[j].script.own == branches[i].script.negative) {
                Some(j) => {
                    *dropped = *dropped | branches[i].edges | branches[j].edges;
                    branches.swap_remove(j);
                    branches.swap_remove(i);
                }
                None => i += 1,
            }
        }
        let mut script = Script::default();
        if let Ok(number) = bush.hung.binary_search_by_key(&(vertex as u32), |(vertex, _)| *vertex) {
            let weight = &bush.hung[number].1;
            for (text, number) in [(&mut script.own, &weight.number), (&mut script.negative, &-&weight.number)] {
                // writing into memory does not fail
                let _ = write!(text, "{number}*{}", weight.nimber);
            }
        }
        let edges = branches.iter().fold(Bits::default(), |edges, branch| edges | branch.edges);
        script.own.extend(in_order(&mut branches, |script| &script.own));
        script.negative.extend(in_order(&mut branches, |script| &script.negative));
        (script, edges)
    }
}

fn in_order<const W: usize>(branches: &mut [Branch<W>], side: fn(&Script) -> &Vec<u8>) -> Vec<u8> {
    branches.sort_unstable_by(|a, b| side(&a.script).cmp(side(&b.script)));
    branches.iter().flat_map(|branch| [b"(", &side(&branch.script)[..], b")"].concat()).collect()
}
