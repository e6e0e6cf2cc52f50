//! Labels against the definition, and sums of two games by Smith's rules against their product.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::limits::Limits;
use crate::rules::Winner;
use crate::search::retrograde;
use crate::search::toys::{Graph, Random};

/// An impartial game on a digraph, in normal play.
fn digraph(followers: Vec<Vec<usize>>, backwards: bool) -> Graph {
    let moves = followers.into_iter().map(|list| {
        let list: Vec<_> = list.into_iter().map(|to| (to, false)).collect();
        [list.clone(), list]
    });
    let moves: Vec<_> = moves.collect();
    Graph { goals: vec![None; moves.len()], moves, stuck: Stuck::Loses, impartial: true, backwards }
}

fn random_followers(random: &mut Random, most: u64) -> Vec<Vec<usize>> {
    let n = 1 + random.below(most) as usize;
    let degree = 1 + random.below(4);
    (0..n).map(|_| (0..random.below(degree + 1)).map(|_| random.below(n as u64) as usize).collect()).collect()
}

fn mex(taken: &[u32]) -> u32 {
    (0..).find(|n| !taken.contains(n)).unwrap()
}

/// The three properties that determine the labels (Fraenkel & Yesha 1986, theorem 1).
fn properties_hold(followers: &[Vec<usize>], labels: &[Option<Worth>]) {
    let finite = |node: usize| match &labels[node] {
        Some(Worth::Finite { nimber, counter }) => Some((*nimber, *counter)),
        _ => None,
    };
    for (node, label) in labels.iter().enumerate() {
        let Some(label) = label else { continue };
        let mut set: Vec<u32> = followers[node].iter().filter_map(|&to| finite(to)).map(|(nimber, _)| nimber).collect();
        set.sort_unstable();
        set.dedup();
        let least = mex(&set);
        match label {
            Worth::Finite { nimber, counter } => {
                assert_eq!(*nimber, least);
                let reverted = |to: usize| {
                    let same = followers[to].iter().filter_map(|&w| finite(w)).filter(|(n, _)| n == nimber);
                    same.map(|(_, counter)| counter + 1).min().unwrap()
                };
                let larger = |to: &&usize| finite(**to).is_none_or(|(other, _)| other > *nimber);
                let worst = followers[node].iter().filter(larger).map(|&to| reverted(to)).max();
                assert_eq!(*counter, worst.unwrap_or(0));
            }
            Worth::Infinite(shown) => {
                assert_eq!(*shown, set);
                let stays = |&to: &usize| match &labels[to] {
                    Some(Worth::Infinite(theirs)) => !theirs.contains(&least),
                    _ => false,
                };
                assert!(followers[node].iter().any(stays));
            }
        }
    }
}

#[test]
fn labels_have_the_properties_that_determine_them() {
    let mut random = Random(61);
    let (mut largest, mut infinite) = (0, 0);
    for round in 0..6000 {
        let followers = random_followers(&mut random, if round % 50 == 0 { 400 } else { 14 });
        let graph = digraph(followers.clone(), round % 2 == 0);
        let control = Control::default();
        let labels = label(&graph, &0, &control).unwrap();
        let found: Vec<_> = (0..followers.len()).map(|node| labels.look_up(&graph, &node).unwrap()).collect();
        properties_hold(&followers, &found);
        let solved = retrograde::solve(&graph, &0, &control).unwrap();
        for (node, label) in found.iter().enumerate() {
            let expected = solved.look_up(&graph, &node, Player::Left).map(|(winner, _)| winner);
            let winner = label.as_ref().map(|label| match label {
                Worth::Finite { nimber: 0, .. } => Winner::Right,
                Worth::Finite { nimber, .. } => {
                    largest = largest.max(*nimber);
                    Winner::Left
                }
                Worth::Infinite(set) => {
                    infinite += 1;
                    if set.contains(&0) { Winner::Left } else { Winner::Nobody }
                }
            });
            assert_eq!(winner, expected);
        }
    }
    assert!(largest >= 3 && infinite > 1000);
}

/// Smith's rules for sums.
fn sum(a: &Worth, b: &Worth) -> (Option<u32>, Vec<u32>) {
    let shifted = |nimber: u32, set: &[u32]| {
        let mut set: Vec<u32> = set.iter().map(|k| k ^ nimber).collect();
        set.sort_unstable();
        (None, set)
    };
    match (a, b) {
        (Worth::Finite { nimber, .. }, Worth::Finite { nimber: other, .. }) => (Some(nimber ^ other), Vec::new()),
        (Worth::Finite { nimber, .. }, Worth::Infinite(set)) | (Worth::Infinite(set), Worth::Finite { nimber, .. }) => {
            shifted(*nimber, set)
        }
        _ => (None, Vec::new()),
    }
}

#[test]
fn sums_of_two() {
    let mut random = Random(62);
    for round in 0..400 {
        let parts = [random_followers(&mut random, 7), random_followers(&mut random, 7)];
        let wide = parts[1].len();
        let product = (0..parts[0].len() * wide).map(|at| {
            let (a, b) = (at / wide, at % wide);
            let first = parts[0][a].iter().map(move |to| to * wide + b);
            first.chain(parts[1][b].iter().map(move |to| a * wide + to)).collect()
        });
        let whole = digraph(product.collect(), round % 2 == 0);
        let control = Control::default();
        for a in 0..parts[0].len() {
            let one = digraph(parts[0].clone(), false);
            let one = label(&one, &a, &control).unwrap().look_up(&one, &a).unwrap().unwrap();
            for b in 0..wide {
                let two = digraph(parts[1].clone(), true);
                let two = label(&two, &b, &control).unwrap().look_up(&two, &b).unwrap().unwrap();
                let at = a * wide + b;
                let both = label(&whole, &at, &control).unwrap().look_up(&whole, &at).unwrap().unwrap();
                let found = match both {
                    Worth::Finite { nimber, .. } => (Some(nimber), Vec::new()),
                    Worth::Infinite(set) => (None, set),
                };
                assert_eq!(found, sum(&one, &two));
            }
        }
    }
}

#[test]
fn what_has_no_such_nimbers_is_refused_and_limits_hold() {
    let control = Control::default();
    let mut graph = digraph(vec![vec![1], vec![]], true);
    graph.goals[1] = Some(Winner::Nobody);
    assert!(matches!(label(&graph, &0, &control), Err(Error::Invalid(..))));
    let mut graph = digraph(vec![vec![1], vec![]], true);
    graph.moves[0] = [vec![(1, true)], vec![(1, true)]];
    assert!(matches!(label(&graph, &0, &control), Err(Error::Invalid(..))));
    let graph = Graph { stuck: Stuck::Wins, ..digraph(vec![vec![]], true) };
    assert!(matches!(label(&graph, &0, &control), Err(Error::Invalid(..))));
    let round = |n: usize| digraph((0..n).map(|i| vec![(i + 1) % n]).collect(), false);
    let control = Control::new(Limits { positions: Some(60), ..Limits::default() });
    assert!(matches!(label(&round(100), &0, &control), Err(Error::Limit(..))));
    let control = Control::new(Limits { memory: Some(1 << 12), ..Limits::default() });
    assert!(matches!(label(&round(1000), &0, &control), Err(Error::Limit(..))));
}
