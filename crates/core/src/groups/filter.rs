//! Jerrum's filter: at most n - 1 permutations that generate the same group (Jerrum 1986).
//!
//! A permutation is an edge from the first point that it moves to that point's image. The edges kept form a forest. One
//! that would close a cycle is kept, and the edge of the cycle with the smallest point there gives way: the product
//! around the cycle from that point fixes it and all before it, so that it moves a later point first, and is
//! put in instead. Together with the rest of the cycle it still gives what was taken out.

use super::{Perm, first_moved, identity, inverse, product};

#[must_use]
pub fn filter(degree: usize, given: &[Perm]) -> Vec<Perm> {
    let mut kept: Vec<Option<Perm>> = Vec::new();
    for generator in given {
        let mut fresh = generator.clone();
        while let Some(from) = first_moved(&fresh) {
            let to = usize::from(fresh[from]);
            let path = path(degree, &kept, to, from);
            kept.push(Some(fresh));
            let Some(path) = path else { break };
            // the cycle, starting with the new edge
            let mut cycle = vec![(kept.len() - 1, false)];
            cycle.extend(path);
            let least = |&(number, _): &(usize, bool)| kept[number].as_ref().and_then(|perm| first_moved(perm));
            // turn it until it starts at the smallest point of all, which is the tail of some edge there
            let smallest = cycle.iter().filter_map(least).min().unwrap_or_default();
            let starts = |&(number, reversed): &(usize, bool)| {
                kept[number].as_ref().is_some_and(|perm| {
                    let tail = first_moved(perm).unwrap_or_default();
                    smallest == if reversed { usize::from(perm[tail]) } else { tail }
                })
            };
            let at = cycle.iter().position(starts).unwrap_or_default();
            cycle.rotate_left(at);
            let mut around = identity(degree);
            for &(number, reversed) in &cycle {
                if let Some(perm) = &kept[number] {
                    around = if reversed { product(&around, &inverse(perm)) } else { product(&around, perm) };
                }
            }
            kept[cycle[0].0] = None;
            kept.retain(Option::is_some);
            fresh = around;
        }
    }
    kept.into_iter().flatten().collect()
}

/// The edges of the forest on the way between two points, each with whether it is walked backwards.
fn path(degree: usize, kept: &[Option<Perm>], from: usize, to: usize) -> Option<Vec<(usize, bool)>> {
    let mut came: Vec<Option<(usize, usize, bool)>> = vec![None; degree];
    let mut open = vec![from];
    let mut seen = vec![false; degree];
    seen[from] = true;
    while let Some(point) = open.pop() {
        for (number, perm) in kept.iter().enumerate() {
            let Some(perm) = perm else { continue };
            let Some(tail) = first_moved(perm) else { continue };
            let head = usize::from(perm[tail]);
            let (next, reversed) = match point {
                _ if point == tail => (head, false),
                _ if point == head => (tail, true),
                _ => continue,
            };
            if !seen[next] {
                seen[next] = true;
                came[next] = Some((point, number, reversed));
                open.push(next);
            }
        }
    }
    if !seen[to] {
        return None;
    }
    let mut way = Vec::new();
    let mut here = to;
    while here != from {
        let (point, number, reversed) = came[here]?;
        way.push((number, reversed));
        here = point;
    }
    way.reverse();
    Some(way)
}
