#![allow(clippy::unwrap_used)]

use super::*;
use crate::limits::Limits;
use crate::search::ida::toys::*;
use std::collections::BTreeSet;

/// A random graph whose moves have costs from 0 on and links from a small range, so that many continue each other.
struct Linked {
    moves: Vec<Vec<(u32, Link)>>,
    goals: Vec<bool>,
    reversible: bool,
}

impl Linked {
    fn random(random: &mut Random, nodes: usize, dearest: u64, links: u64) -> Linked {
        let mut moves = vec![Vec::new(); nodes];
        for _ in 0..random.below(5 * nodes as u64) {
            let (from, to) = (random.below(nodes as u64) as usize, random.below(nodes as u64) as u32);
            let cost = if dearest == 1 { 1 } else { random.below(dearest) as u32 };
            let (before, after) = (random.below(links) as u32, random.below(links) as u32);
            moves[from].push((to, Link { cost, before, after }));
        }
        let goals = (0..nodes).map(|_| random.below(6) == 0).collect();
        Linked { moves, goals, reversible: false }
    }

    /// The same with a way back for every move, and whether the rules know of it.
    fn with_ways_back(&self, reversible: bool) -> Linked {
        let mut moves = self.moves.clone();
        for (from, there) in self.moves.iter().enumerate() {
            for &(to, link) in there {
                moves[to as usize].push((from as u32, link));
            }
        }
        Linked { moves, goals: self.goals.clone(), reversible }
    }

    fn reached(&self) -> BTreeSet<u32> {
        let mut seen = BTreeSet::from([0]);
        let mut todo = vec![0u32];
        while let Some(here) = todo.pop() {
            todo.extend(self.moves[here as usize].iter().map(|(to, _)| *to).filter(|&to| seen.insert(to)));
        }
        seen
    }

    /// Cost from each node, by relaxing nodes with the move before until nothing changes.
    fn to_go(&self, chains: bool) -> Vec<u32> {
        let links =
            1 + self.moves.iter().flatten().map(|(_, link)| link.before.max(link.after) as usize).max().unwrap_or(0);
        // the last entry of a node: no move before
        let mut costs = vec![vec![DEAD; links + 1]; self.moves.len()];
        for (node, goal) in self.goals.iter().enumerate().filter(|(_, goal)| **goal) {
            costs[node].fill(if *goal { 0 } else { DEAD });
        }
        loop {
            let before = costs.clone();
            for (from, moves) in self.moves.iter().enumerate() {
                for (to, link) in moves {
                    for last in 0..=links {
                        let price = if chains && last == link.before as usize { 0 } else { link.cost };
                        let entry = if chains { link.after as usize } else { links };
                        let total = costs[*to as usize][entry].saturating_add(price);
                        costs[from][last] = costs[from][last].min(total);
                    }
                }
            }
            if costs == before {
                return costs.into_iter().map(|node| node[links]).collect();
            }
        }
    }

    fn price(&self, line: &[u32], chains: bool) -> u32 {
        // the cheapest reading of a line of nodes: parallel moves differ
        let mut states: Vec<(Option<u32>, u32)> = vec![(None, 0)];
        for pair in line.windows(2) {
            let mut after = Vec::new();
            for (to, link) in self.moves[pair[0] as usize].iter().filter(|(to, _)| *to == pair[1]) {
                assert_eq!(*to, pair[1]);
                for (last, cost) in &states {
                    let free = chains && *last == Some(link.before);
                    after.push((Some(link.after), cost + if free { 0 } else { link.cost }));
                }
            }
            states = after;
        }
        states.into_iter().map(|(_, cost)| cost).min().unwrap()
    }
}

impl Rules for Linked {
    type Position = u32;
    type Move = (u32, Link);

    fn moves(&self, node: &u32, _player: Player, out: &mut Vec<(u32, Link)>) -> Result<()> {
        out.extend(&self.moves[*node as usize]);
        Ok(())
    }

    fn play(&self, _node: &u32, mv: &(u32, Link)) -> Result<u32> {
        Ok(mv.0)
    }

    fn goal(&self, node: &u32) -> Option<Winner> {
        self.goals[*node as usize].then_some(Winner::Left)
    }

    fn reversible(&self) -> bool {
        self.reversible
    }
}

fn agrees(graph: &Linked, counting: &Counting<(u32, Link)>, expected: &[u32], chains: bool) {
    let control = Control::default();
    let found = cluster(graph, &0, counting, &control).unwrap();
    let reached = graph.reached();
    assert_eq!(control.positions(), reached.len() as u64);
    assert_eq!(found.positions().iter().copied().collect::<BTreeSet<u32>>(), reached);
    assert_eq!(found.goals, reached.iter().filter(|&&node| graph.goals[node as usize]).count() as u64);
    let mut layers = vec![0; found.layers.len()];
    for &node in &reached {
        let number = found.number(graph, &node).unwrap();
        let cost = found.costs[number as usize];
        assert_eq!(cost, expected[node as usize], "node {node}");
        let line = found.line(number);
        assert_eq!(line.is_none(), cost == DEAD);
        if let Some(line) = line {
            layers[cost as usize] += 1;
            let line: Vec<u32> = [node].into_iter().chain(line.into_iter().copied()).collect();
            assert_eq!(graph.price(&line, chains), cost);
            let solved: Vec<bool> = line.iter().map(|&node| graph.goals[node as usize]).collect();
            assert_eq!(solved.iter().position(|&solved| solved), Some(line.len() - 1));
        }
    }
    assert_eq!(found.layers, layers);
    let most = reached.iter().map(|&node| expected[node as usize]).filter(|&cost| cost != DEAD).max();
    assert_eq!(found.layers.len(), most.map_or(0, |most| most as usize + 1));
    let hardest: Vec<u32> = reached.into_iter().filter(|&node| Some(expected[node as usize]) == most).take(3).collect();
    assert_eq!(found.hardest(3).into_iter().copied().collect::<Vec<_>>(), hardest);
}

#[test]
fn random_graphs_agree_with_relaxation() {
    let mut random = Random(7);
    for round in 0..4000 {
        let graph = Linked::random(&mut random, 1 + round % 17, [1, 2, 5][round % 3], 1 + round as u64 % 6);
        agrees(&graph, &Counting::Costs(&|mv| mv.1.cost), &graph.to_go(false), false);
        agrees(&graph, &Counting::Chains(&|mv| mv.1), &graph.to_go(true), true);
        if round % 3 == 0 {
            agrees(&graph, &Counting::Moves, &graph.to_go(false), false);
            for reversible in [false, true] {
                let graph = graph.with_ways_back(reversible);
                agrees(&graph, &Counting::Moves, &graph.to_go(false), false);
            }
        }
    }
}

#[test]
fn the_eight_puzzle_has_two_farthest_positions() {
    let rules = Tiles { width: 3, height: 3, symmetric: true, ..Tiles::default() };
    let found = cluster(&rules, &rules.solved(), &Counting::Moves, &Control::default()).unwrap();
    assert_eq!((found.positions().len(), found.goals, found.layers.len()), (181_440, 1, 32));
    assert_eq!((found.layers[31], found.layers[30], found.hardest(9).len()), (2, 221, 2));
}

#[test]
fn limits_and_cancellation_stop_it() {
    let rules = Tiles { width: 4, height: 3, ..Tiles::default() };
    let ask = |control: &Control| cluster(&rules, &rules.solved(), &Counting::Moves, control).map(|_| ());
    let control = Control::new(Limits { positions: Some(50_000), ..Limits::default() });
    assert!(matches!(ask(&control), Err(Error::Limit(..))));
    assert!(control.positions() < 51_000);
    let control = Control::new(Limits { memory: Some(4 << 20), ..Limits::default() });
    assert!(matches!(ask(&control), Err(Error::Limit(..))));
    let control = Control::default();
    control.cancel();
    assert!(matches!(ask(&control), Err(Error::Cancelled)));
}
