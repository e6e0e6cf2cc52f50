#![allow(clippy::unwrap_used)]

use super::*;
use crate::limits::Limits;
use crate::search::ida::toys::*;
use std::collections::BTreeSet;

/// The number of a component for each node that can be reached: the least node in it.
fn components(graph: &Graph, starts: &[u32], state: &[u64]) -> BTreeMap<u32, u32> {
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    let mut todo = starts.to_vec();
    while let Some(node) = todo.pop() {
        if found.insert(node, node).is_none() {
            todo.extend(graph.edges[node as usize].iter().map(|edge| edge.1));
        }
    }
    loop {
        let before = found.clone();
        for &node in before.keys() {
            for &(_, to, _) in graph.edges[node as usize].iter().filter(|e| state[e.1 as usize] == state[node as usize])
            {
                let least = found[&node].min(found[&to]);
                found.insert(node, least);
                found.insert(to, least);
            }
        }
        if found == before {
            return found;
        }
    }
}

fn agrees(graph: &Graph, starts: &[u32], number_of_ports: usize, state: &[u64]) {
    let control = Control::default();
    let found = ports(graph, starts, number_of_ports, |node| Ok(state[*node as usize]), &control).unwrap();
    let component = components(graph, starts, state);
    assert_eq!(control.positions(), component.len() as u64);
    let states: BTreeSet<u64> = component.keys().map(|&node| state[node as usize]).collect();
    assert!(found.states.iter().map(|state| state.ports).eq(states));
    let leads = |node: u32, to: u64| graph.edges[node as usize].iter().any(|edge| state[edge.1 as usize] == to);
    for seen in &found.states {
        let of_state = || component.iter().filter(|(node, _)| state[**node as usize] == seen.ports);
        let roots: BTreeSet<u32> = of_state().map(|(_, root)| *root).collect();
        assert_eq!((seen.positions, seen.components), (of_state().count() as u64, roots.len() as u64));
        assert_eq!(seen.flips.len(), number_of_ports);
        for (port, flip) in seen.flips.iter().enumerate() {
            let members = |root: u32| of_state().filter(move |(_, r)| **r == root).map(|(node, _)| *node);
            let able = |root: &u32| members(*root).any(|node| leads(node, seen.ports ^ 1 << port));
            assert_eq!(flip.components, roots.iter().filter(|root| able(root)).count() as u64);
            assert_eq!(flip.lacking.is_some(), flip.components < seen.components);
            if let Some(node) = flip.lacking {
                assert!(state[node as usize] == seen.ports && !able(&component[&node]));
            }
        }
    }
    let mut jumps = BTreeSet::new();
    for &node in component.keys() {
        for &(_, to, _) in &graph.edges[node as usize] {
            let (from, to) = (state[node as usize], state[to as usize]);
            if (from ^ to).count_ones() > 1 {
                jumps.insert((from, to));
            }
        }
    }
    assert!(found.jumps.iter().map(|jump| (jump.from, jump.to)).eq(jumps));
    for jump in &found.jumps {
        assert_eq!(state[jump.position as usize], jump.from);
        assert!(leads(jump.position, jump.to));
    }
}

#[test]
fn random_graphs_agree_with_the_definition() {
    let mut random = Random(3);
    for round in 0..3000 {
        let nodes = 1 + round % 23;
        let graph = Graph::random(&mut random, nodes, 1);
        let number_of_ports = round % 4;
        let state: Vec<u64> = (0..nodes).map(|_| random.below(1 << number_of_ports)).collect();
        let starts: Vec<u32> = (0..random.below(4)).map(|_| random.below(nodes as u64) as u32).collect();
        agrees(&graph, &starts, number_of_ports, &state);
    }
}

#[test]
fn the_last_port_is_a_bit_like_all_others() {
    let mut graph = Graph::path(3);
    graph.edges[1].push((9, 0, 1));
    agrees(&graph, &[0], 64, &[0, 1 << 63, u64::MAX]);
    let refused = ports(&graph, &[0], 65, |_| Ok(0), &Control::default());
    assert!(matches!(refused, Err(Error::Limit(..))));
}

#[test]
fn limits_stop_it() {
    let rules = Tiles { width: 4, height: 3, ..Tiles::default() };
    let ask = |control: &Control| ports(&rules, &[rules.solved()], 1, |board| Ok(board & 1), control).map(|_| ());
    let control = Control::new(Limits { positions: Some(50_000), ..Limits::default() });
    assert!(matches!(ask(&control), Err(Error::Limit(..))));
    let control = Control::new(Limits { memory: Some(4 << 20), ..Limits::default() });
    assert!(matches!(ask(&control), Err(Error::Limit(..))));
    let control = Control::default();
    control.cancel();
    assert!(matches!(ask(&control), Err(Error::Cancelled)));
}
