#![allow(clippy::unwrap_used)]

use super::*;
use crate::search::toys::Random;
use std::collections::HashMap;

type Edges = Vec<(u32, u32)>;

fn parts(vertices: usize, edges: impl Iterator<Item = (u32, u32)>) -> Vec<usize> {
    let mut part: Vec<usize> = (0..vertices).collect();
    for (a, b) in edges {
        let (from, to) = (part[a as usize], part[b as usize]);
        part.iter_mut().filter(|each| **each == from).for_each(|each| *each = to);
    }
    part
}

fn rank(vertices: usize, edges: impl Iterator<Item = (u32, u32)>) -> usize {
    let mut part = parts(vertices, edges);
    part.sort_unstable();
    part.dedup();
    vertices - part.len()
}

/// The winner by trying everything: true for Short.
fn short_wins(
    vertices: usize,
    ends: &Edges,
    claims: &mut Vec<Claim>,
    short_moves: bool,
    memo: &mut HashMap<(Vec<u8>, bool), bool>,
) -> bool {
    let key = (claims.iter().map(|&claim| claim as u8).collect(), short_moves);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let joined = |shut: &[Claim]| {
        let open = ends.iter().zip(claims.iter()).filter(|(_, claim)| !shut.contains(claim)).map(|(&pair, _)| pair);
        let part = parts(vertices, open);
        part[0] == part[1]
    };
    let answer = if joined(&[Claim::Free, Claim::Cut]) {
        true
    } else if !joined(&[Claim::Cut]) {
        false
    } else {
        let mut found = !short_moves;
        for edge in 0..ends.len() {
            if claims[edge] == Claim::Free && found != short_moves {
                claims[edge] = if short_moves { Claim::Short } else { Claim::Cut };
                found = short_wins(vertices, ends, claims, !short_moves, memo);
                claims[edge] = Claim::Free;
            }
        }
        found
    };
    memo.insert(key, answer);
    answer
}

/// Do the sets of a win have the same span, with the edge between the terminals in it? By ranks alone.
fn holds(vertices: usize, ends: &Edges, claims: &[Claim], win: &Win, short: bool) {
    let mut claims = claims.to_vec();
    if let Some(first) = win.first {
        assert_eq!(claims[first], Claim::Free);
        claims[first] = if short { Claim::Short } else { Claim::Cut };
    }
    let pick = |wanted: Claim| (0..ends.len()).filter(|&n| claims[n] == wanted).map(|n| ends[n]).collect::<Edges>();
    let (held, free) = (pick(Claim::Short), (0..ends.len()).filter(|&n| claims[n] == Claim::Free).collect::<Vec<_>>());
    // the rank of a set of free edges, perhaps with the edge between the terminals, once Short's are contracted
    let over = |set: &[usize], bond: bool| {
        let chosen = set.iter().map(|&n| ends[n]).chain(bond.then_some((0, 1)));
        rank(vertices, held.iter().copied().chain(chosen)) - rank(vertices, held.iter().copied())
    };
    let rank_of = |set: &[usize], bond: bool| {
        if short {
            return over(set, bond);
        }
        let rest: Vec<usize> = free.iter().copied().filter(|n| !set.contains(n)).collect();
        set.len() + usize::from(bond) + over(&rest, !bond) - over(&free, true)
    };
    let both: Vec<usize> = win.sets.iter().flatten().copied().collect();
    assert!(both.iter().all(|n| free.contains(n)), "{win:?}");
    let mut apart = both.clone();
    apart.sort_unstable();
    apart.dedup();
    assert_eq!(apart.len(), both.len());
    let ranks = win.sets.each_ref().map(|set| rank_of(set, false));
    assert_eq!(ranks, [rank_of(&both, true); 2], "{win:?} {short} {claims:?} {ends:?}");
}

fn random_graph(random: &mut Random, vertices: u64, edges: u64) -> Edges {
    (0..random.below(edges + 1)).map(|_| (random.below(vertices) as u32, random.below(vertices) as u32)).collect()
}

#[test]
fn verdicts_are_those_of_trying_everything_and_sets_span_the_same() {
    let mut random = Random(25);
    let mut seen = [0; 3];
    for _ in 0..1500 {
        let vertices = 2 + random.below(5) as usize;
        let ends = random_graph(&mut random, vertices as u64, 9);
        let dealt = |_| [Claim::Free, Claim::Free, Claim::Free, Claim::Short, Claim::Cut][random.below(5) as usize];
        let mut claims: Vec<Claim> = ends.iter().map(dealt).collect();
        let mut memo = HashMap::new();
        let found = solve(vertices, &ends, &claims, (0, 1), &Control::default()).unwrap();
        let [begins, follows] = [true, false].map(|short| short_wins(vertices, &ends, &mut claims, short, &mut memo));
        let kind = |win: &Option<Win>| win.as_ref().map(|win| win.first.is_none());
        match (begins, follows) {
            (true, true) => assert_eq!((kind(&found.short), kind(&found.cut)), (Some(true), None)),
            (false, false) => assert_eq!((kind(&found.short), kind(&found.cut)), (None, Some(true))),
            _ => assert_eq!((kind(&found.short), kind(&found.cut)), (Some(false), Some(false))),
        }
        seen[usize::from(begins) + usize::from(follows)] += 1;
        for (win, short) in [(&found.short, true), (&found.cut, false)] {
            win.iter().for_each(|win| holds(vertices, &ends, &claims, win, short));
        }
    }
    assert!(seen.iter().all(|&number| number > 100), "{seen:?}");
}

#[test]
fn larger_graphs_have_certificates_too() {
    let mut random = Random(26);
    for round in 0..300 {
        let vertices = 2 + random.below(60);
        let ends = random_graph(&mut random, vertices, 3 * vertices);
        let claims: Vec<Claim> =
            ends.iter().map(|_| if random.below(round % 5 + 2) < 2 { Claim::Free } else { Claim::Short }).collect();
        let found = solve(vertices as usize, &ends, &claims, (0, 1), &Control::default()).unwrap();
        assert!(found.short.is_some() || found.cut.is_some());
        for (win, short) in [(&found.short, true), (&found.cut, false)] {
            win.iter().for_each(|win| holds(vertices as usize, &ends, &claims, win, short));
        }
    }
}

#[test]
fn terminals_that_coincide_and_wrong_data() {
    let none = Control::default();
    let joined = solve(1, &[], &[], (0, 0), &none).unwrap();
    assert_eq!(joined, Verdict { short: Some(Win { first: None, sets: Default::default() }), cut: None });
    assert!(solve(2, &[(0, 2)], &[Claim::Free], (0, 1), &none).is_err());
    assert!(solve(2, &[(0, 1)], &[], (0, 1), &none).is_err());
    assert!(Claim::try_from(3).is_err());
}
