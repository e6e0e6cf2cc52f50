//! Where every move takes two cells and asks for nothing else, as in Domineering: cells are vertices, moves are edges
//! between free ones, and edges of one length are found by one shift of the board.
//!
//! What a move leaves of a component falls apart only around the move. A walk from one cell beside it that meets all the
//! others has seen enough: everything else was connected with them, and so with each other.

use super::Mask;
use super::spec::Rewrite;
use crate::bits::{Bits, nimbly};
use crate::rules::{Expanded, Player};

/// Lengths of edges on a rectangle, and the most that are worth their shifts.
const FEW: usize = 2;
const MANY: usize = 8;

pub enum Edges<const W: usize> {
    Few([Step<W>; FEW]),
    Many([Step<W>; MANY]),
}

/// The edges of one length.
#[derive(Clone, Copy, Default)]
pub struct Step<const W: usize> {
    by: usize,
    /// The lower ends of all, of those that Left may take, and of those that Right may take.
    lower: Bits<W>,
    players: [Bits<W>; 2],
}

impl<const W: usize> Edges<W> {
    pub fn of(masks: &[Mask<W>], rewrites: &[Rewrite]) -> Option<Self> {
        let mut steps: Vec<Step<W>> = Vec::new();
        for (mask, rewrite) in masks.iter().zip(rewrites) {
            let Mask { care, want, span, .. } = *mask;
            let takes = care == want && care == span && care == mask.changed();
            if !takes || care.count() != 2 {
                return None;
            }
            let (low, by) = (care.lowest_alone(), care.highest() - care.lowest());
            let at = steps.iter().position(|step| step.by == by).unwrap_or_else(|| {
                steps.push(Step { by, lower: Bits::default(), players: [Bits::default(); 2] });
                steps.len() - 1
            });
            let step = &mut steps[at];
            step.lower = step.lower | low;
            for player in Player::BOTH.into_iter().filter(|&player| rewrite.allows(player)) {
                let own = &mut step.players[player as usize];
                *own = *own | low;
            }
        }
        let first = |i: usize| steps.get(i).copied().unwrap_or_default();
        match steps.len() {
            n if n <= FEW => Some(Edges::Few(std::array::from_fn(first))),
            n if n <= MANY => Some(Edges::Many(std::array::from_fn(first))),
            _ => None,
        }
    }

    /// How many moves more Left has than Right.
    pub fn ahead(&self, position: &Bits<W>) -> i32 {
        match self {
            Edges::Few(steps) => ahead_nimbly(steps, position),
            Edges::Many(steps) => ahead_nimbly(steps, position),
        }
    }

    /// Where each move of a component leads to, as components.
    pub fn expand(&self, component: &Bits<W>, out: &mut Expanded<Bits<W>>) {
        match self {
            Edges::Few(steps) => expand_nimbly(steps, component, out),
            Edges::Many(steps) => expand_nimbly(steps, component, out),
        }
    }
}

fn ahead_nimbly<const W: usize, const N: usize>(steps: &[Step<W>; N], position: &Bits<W>) -> i32 {
    nimbly!([const W: usize, const N: usize] ahead(steps: &[Step<W>; N], position: &Bits<W>) -> i32)
}

#[inline(always)]
fn ahead<const W: usize, const N: usize>(steps: &[Step<W>; N], position: &Bits<W>) -> i32 {
    let ahead = steps.iter().map(|step| {
        let lower = *position & position.down(step.by);
        let [left, right] = step.players.map(|own| (lower & own).count() as i32);
        left - right
    });
    ahead.sum()
}

fn expand_nimbly<const W: usize, const N: usize>(
    steps: &[Step<W>; N],
    component: &Bits<W>,
    out: &mut Expanded<Bits<W>>,
) {
    nimbly!([const W: usize, const N: usize] expand(
        steps: &[Step<W>; N],
        component: &Bits<W>,
        out: &mut Expanded<Bits<W>>,
    ))
}

#[inline(always)]
fn expand<const W: usize, const N: usize>(steps: &[Step<W>; N], component: &Bits<W>, out: &mut Expanded<Bits<W>>) {
    out.clear();
    for player in Player::BOTH {
        for step in steps {
            let mut lower = *component & component.down(step.by) & step.players[player as usize];
            while !lower.is_empty() {
                let low = lower.lowest_alone();
                lower = lower ^ low;
                let taken = low | low.up(step.by);
                parts(steps, *component ^ taken, &taken, &mut out.parts);
                out.ends.push(out.parts.len());
            }
        }
        if player == Player::Left {
            out.lefts = out.ends.len();
        }
    }
}

/// The components of what is left of one when some cells are taken; cells without an edge are dropped.
#[inline(always)]
fn parts<const W: usize, const N: usize>(steps: &[Step<W>; N], left: Bits<W>, taken: &Bits<W>, out: &mut Vec<Bits<W>>) {
    let mut border = beside(steps, taken) & left;
    let lonely = border & !beside(steps, &left);
    let mut rest = left ^ lonely;
    border = border ^ lonely;
    while !border.is_empty() {
        let mut found = border.lowest_alone();
        while !found.contains(&border) {
            let next = grown(steps, found, &rest);
            if next == found {
                break;
            }
            found = next;
        }
        if found.contains(&border) {
            break;
        }
        out.push(found);
        (rest, border) = (rest ^ found, border & !found);
    }
    if !rest.is_empty() {
        out.push(rest);
    }
}

/// The other ends of all edges at these cells.
#[inline(always)]
fn beside<const W: usize, const N: usize>(steps: &[Step<W>; N], cells: &Bits<W>) -> Bits<W> {
    steps.iter().fold(Bits::default(), |found, step| found | step.up(cells) | step.down(cells))
}

/// These cells and those beside them, and some that are beside these.
#[inline(always)]
fn grown<const W: usize, const N: usize>(steps: &[Step<W>; N], cells: Bits<W>, within: &Bits<W>) -> Bits<W> {
    steps.iter().fold(cells, |mut found, step| {
        found = found | (step.up(&found) & *within);
        found | (step.down(&found) & *within)
    })
}

impl<const W: usize> Step<W> {
    #[inline(always)]
    fn up(&self, cells: &Bits<W>) -> Bits<W> {
        (*cells & self.lower).up(self.by)
    }

    #[inline(always)]
    fn down(&self, cells: &Bits<W>) -> Bits<W> {
        cells.down(self.by) & self.lower
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::kernels::masks::MaskRules;
    use crate::kernels::masks::spec::{Change, Rewrite, Spec};
    use crate::rules::{Rules, Stuck};
    use crate::search::toys::{Random, expands_like_playing};
    use crate::search::values::tests::domineering;

    fn compare<const W: usize>(mut spec: Spec, random: &mut Random, boards: usize) -> usize {
        let cells = spec.symbols.len();
        // what is taken is inert
        spec.symbols = vec![vec![1, 0]; cells];
        let rules = MaskRules::<W>::compile(spec).unwrap();
        assert!(Edges::of(&rules.masks, &rules.spec.rewrites).is_some() && rules.sums());
        let mut moves = 0;
        for _ in 0..boards {
            let one_in = 2 + random.below(9);
            let board: Vec<u16> = (0..cells).map(|_| u16::from(random.below(one_in) == 0)).collect();
            moves += expands_like_playing(&rules, &rules.encode(&board).unwrap());
        }
        moves
    }

    /// A graph with edges of at most `lengths` lengths, each for one player or for both.
    fn graph(random: &mut Random, cells: u32, lengths: u64) -> Spec {
        let mut rewrites = Vec::new();
        for _ in 0..2 * cells {
            let (low, by) = (random.below(cells.into()) as u32, 1 + random.below(lengths) as u32);
            let owner = random.below(3);
            if low + by < cells {
                let changes = [low, low + by].map(|cell| Change::one(cell, 0, 1)).to_vec();
                let (left, right) = (owner != 1, owner != 0);
                rewrites.push(Rewrite { changes, left, right, again: false, score: 0, rank: 0, piece: None, tag: 0 });
            }
        }
        rewrites.sort_by_key(|rewrite| rewrite.changes.iter().map(|change| change.cell).collect::<Vec<_>>());
        rewrites.dedup_by_key(|rewrite| rewrite.changes.iter().map(|change| change.cell).collect::<Vec<_>>());
        let symbols = vec![vec![0, 1]; cells as usize];
        let (goals, symmetries) = (Vec::new(), Vec::new());
        Spec { symbols, rewrites, goals, symmetries, rectangle: None, stuck: Stuck::Loses, game: true }
    }

    #[test]
    fn moves_lead_where_playing_leads() {
        let mut random = Random(11);
        let mut moves = 0;
        for (rows, columns) in [(1, 9), (4, 4), (3, 7), (6, 5)] {
            moves += compare::<1>(domineering(rows, columns), &mut random, 100);
        }
        moves += compare::<2>(domineering(9, 9), &mut random, 20);
        moves += compare::<4>(domineering(3, 50), &mut random, 10);
        for lengths in [1, 2, 3, 8] {
            for _ in 0..20 {
                moves += compare::<1>(graph(&mut random, 30, lengths), &mut random, 10);
                moves += compare::<2>(graph(&mut random, 90, lengths), &mut random, 2);
            }
        }
        assert!(moves > 10_000, "{moves}");
    }

    #[test]
    fn other_moves_are_not_edges() {
        let mut random = Random(12);
        let far = graph(&mut random, 60, 30);
        let rules = MaskRules::<1>::compile(far).unwrap();
        assert!(Edges::of(&rules.masks, &rules.spec.rewrites).is_none());
        let mut three = domineering(3, 3);
        three.rewrites[0].changes.push(Change::one(8, 0, 1));
        let rules = MaskRules::<1>::compile(three).unwrap();
        assert!(Edges::of(&rules.masks, &rules.spec.rewrites).is_none());
    }
}
