//! Quick solutions that need not be shortest: beam search.
//!
//! Layer by layer, as breadth first, but of each layer only the positions with the best estimates are kept. When a beam
//! loses its way, a wider one is tried; one that never had to leave anything out has seen everything.

use crate::error::Result;
use crate::limits::Control;
use crate::rules::{DEAD, Player, Rules, Winner};
use crate::search::shortest::{Line, add, price};
use std::collections::HashSet;

/// How much wider the next beam is.
const WIDER: usize = 4;

struct Kept<P> {
    position: P,
    cost: u32,
    /// Its predecessor in the layer before.
    parent: usize,
}

enum Swept<P> {
    Solved(Line<P>),
    Exhausted,
    Lost,
}

/// A solution by a beam that is at first so wide. `None` is a proof that there is none.
pub fn beam<R: Rules>(
    rules: &R,
    start: &R::Position,
    width: usize,
    control: &Control,
) -> Result<Option<Line<R::Position>>> {
    let root = rules.canonical(start);
    match rules.goal(&root) {
        Some(Winner::Left) => return Ok(Some(Line { positions: vec![root], cost: 0 })),
        Some(_) => return Ok(None),
        None => {}
    }
    if rules.estimate(&root) == DEAD {
        return Ok(None);
    }
    let mut width = width.max(1);
    loop {
        match sweep(rules, &root, width, control)? {
            Swept::Solved(line) => return Ok(Some(line)),
            Swept::Exhausted => return Ok(None),
            Swept::Lost => width = width.saturating_mul(WIDER),
        }
    }
}

fn sweep<R: Rules>(rules: &R, root: &R::Position, width: usize, control: &Control) -> Result<Swept<R::Position>> {
    let mut ticker = control.ticker();
    let mut seen = HashSet::from([root.clone()]);
    let mut layers = vec![vec![Kept { position: root.clone(), cost: 0, parent: 0 }]];
    let mut complete = true;
    let mut moves = Vec::new();
    loop {
        let depth = layers.len() - 1;
        control.set_depth(depth as u64);
        let mut next: Vec<(u32, Kept<R::Position>)> = Vec::new();
        let mut fresh = HashSet::new();
        for (parent, kept) in layers[depth].iter().enumerate() {
            ticker.tick()?;
            moves.clear();
            rules.moves(&kept.position, Player::Left, &mut moves)?;
            for mv in &moves {
                ticker.glance()?;
                let position = rules.canonical(&rules.play(&kept.position, mv)?);
                if seen.contains(&position) || !fresh.insert(position.clone()) {
                    continue;
                }
                let estimate = rules.estimate(&position);
                let cost = add(kept.cost, price(rules, mv)?)?;
                match rules.goal(&position) {
                    Some(Winner::Left) => {
                        return Ok(Swept::Solved(back(layers, Kept { position, cost, parent })));
                    }
                    None if estimate != DEAD => next.push((estimate, Kept { position, cost, parent })),
                    _ => {}
                }
            }
        }
        if next.is_empty() {
            return Ok(if complete { Swept::Exhausted } else { Swept::Lost });
        }
        if next.len() > width {
            next.select_nth_unstable_by_key(width, |(estimate, kept)| (*estimate, kept.cost));
            next.truncate(width);
            complete = false;
        }
        seen.extend(next.iter().map(|(_, kept)| kept.position.clone()));
        let size = size_of::<R::Position>() + 2 * size_of::<Kept<R::Position>>() + 2 * rules.beside();
        control.memory((seen.len() * size) as u64)?;
        layers.push(next.into_iter().map(|(_, kept)| kept).collect());
    }
}

fn back<P>(mut layers: Vec<Vec<Kept<P>>>, last: Kept<P>) -> Line<P> {
    let (cost, mut parent) = (last.cost, last.parent);
    let mut positions = vec![last.position];
    while let Some(mut layer) = layers.pop() {
        let kept = layer.swap_remove(parent);
        parent = kept.parent;
        positions.push(kept.position);
    }
    positions.reverse();
    Line { positions, cost }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::search::ida::toys::*;
    use crate::search::shortest::{breadth_first, replay};

    fn eight() -> Tiles {
        Tiles { width: 3, height: 3, manhattan: true, ..Tiles::default() }
    }

    #[test]
    fn solutions_replay_and_a_wide_beam_finds_shortest_ones() {
        let (rules, mut random, mut moves) = (eight(), Random(5), Vec::new());
        let mut start = rules.solved();
        for _ in 0..8 {
            for _ in 0..50 {
                moves.clear();
                rules.moves(&start, Player::Left, &mut moves).unwrap();
                start = rules.play(&start, &moves[random.below(moves.len() as u64) as usize]).unwrap();
            }
            let least = breadth_first(&rules, &start, &Control::default()).unwrap().unwrap().cost;
            for width in [1, 10, 1_000_000] {
                let line = beam(&rules, &start, width, &Control::default()).unwrap().unwrap();
                assert_eq!(replay(&rules, &start, &line).unwrap().len() as u32, line.cost);
                assert!(line.cost >= least);
                assert!(width < 1_000_000 || line.cost == least, "nothing was left out");
            }
        }
    }

    #[test]
    fn none_is_a_proof() {
        let rules = eight();
        let swapped = rules.solved() ^ (1 ^ 2) << 4 ^ (1 ^ 2) << 8;
        for width in [1, 100_000] {
            assert_eq!(beam(&rules, &swapped, width, &Control::default()).unwrap(), None);
        }
        let mut random = Random(9);
        for _ in 0..500 {
            let nodes = 1 + random.below(12) as usize;
            let graph = Graph::random(&mut random, nodes, 3);
            let expected = breadth_first(&graph, &0, &Control::default()).unwrap();
            let found = beam(&graph, &0, 1, &Control::default()).unwrap();
            assert_eq!(found.is_some(), expected.is_some());
            assert!(found.is_none_or(|line| replay(&graph, &0, &line).is_ok()));
        }
    }
}
