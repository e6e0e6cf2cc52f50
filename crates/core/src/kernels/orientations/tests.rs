//! Random constraint graphs, compared with an interpreter that works on lists of directions and knows nothing of bits.
#![allow(clippy::unwrap_used)]

mod steps;

use super::graph::bytes_of_words;
use super::listing::orientations;
use super::*;
use crate::engine::{Engine, OutcomeMethod, Probe, SolveMethod, Specification, open};
use crate::limits::Limits;
use crate::values::Universe;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn graph(&mut self, vertices: usize, edges: usize) -> (Graph, Vec<bool>) {
        let ends: Vec<(u32, u32)> =
            (0..edges).map(|_| (self.below(vertices) as u32, self.below(vertices) as u32)).collect();
        let weights: Vec<u32> = (0..edges).map(|_| [1, 1, 2, 2, 3, u32::MAX][self.below(6)]).collect();
        // minima that some orientation meets
        let arrows: Vec<bool> = (0..edges).map(|_| self.below(2) == 0).collect();
        let mut graph = Graph { ends, weights, minima: vec![0; vertices] };
        for (vertex, inflow) in inflows(&graph, &arrows).into_iter().enumerate() {
            graph.minima[vertex] = if self.below(2) == 0 { inflow } else { self.below(4) as u64 }.min(inflow);
        }
        let Graph { ends, weights, minima } = graph;
        (Graph::new(&ends, &weights, &minima).unwrap(), arrows)
    }

    fn play(&mut self, edges: usize) -> Play {
        let owners = (0..edges).map(|_| [None, Some(Player::Left), Some(Player::Right)][self.below(3)]).collect();
        let goals = (0..self.below(3))
            .map(|_| Goal {
                winner: [Winner::Left, Winner::Right][self.below(2)],
                arrows: (0..1 + self.below(3)).map(|_| (self.below(edges), self.below(2) == 0)).collect(),
            })
            .collect();
        let (once, alone, impartial) = (self.below(2) == 0, self.below(3) == 0, self.below(4) == 0);
        Play { owners, goals, once, alone, stuck: Stuck::Loses, impartial }
    }
}

fn head(graph: &Graph, arrows: &[bool], edge: usize) -> usize {
    let (first, second) = graph.ends[edge];
    if arrows[edge] { second as usize } else { first as usize }
}

fn inflows(graph: &Graph, arrows: &[bool]) -> Vec<u64> {
    let mut found = vec![0; graph.minima.len()];
    for (edge, &weight) in graph.weights.iter().enumerate() {
        found[head(graph, arrows, edge)] += u64::from(weight);
    }
    found
}

fn legal(graph: &Graph, arrows: &[bool]) -> bool {
    inflows(graph, arrows).iter().zip(&graph.minima).all(|(inflow, minimum)| inflow >= minimum)
}

fn reversed(arrows: &[bool], edge: usize) -> Vec<bool> {
    let mut after = arrows.to_vec();
    after[edge] = !after[edge];
    after
}

fn interpreted(graph: &Graph, play: &Play, arrows: &[bool], spent: &[bool], player: Player) -> Vec<usize> {
    let may = |edge: usize| match play.owners[edge] {
        _ if play.alone => player == Player::Left,
        Some(owner) if !play.impartial => owner == player,
        _ => true,
    };
    let fresh = |edge: usize| !(play.once && spent[edge]);
    let edges = 0..arrows.len();
    edges.filter(|&edge| may(edge) && fresh(edge) && legal(graph, &reversed(arrows, edge))).collect()
}

fn goal(play: &Play, arrows: &[bool]) -> Option<Winner> {
    let held = |goal: &&Goal| goal.arrows.iter().all(|&(edge, second)| arrows[edge] == second);
    play.goals.iter().find(held).map(|goal| goal.winner)
}

fn words(set: &[bool]) -> Vec<u64> {
    let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit));
    set.chunks(64).map(word).collect()
}

fn code(play: &Play, arrows: &[bool], spent: &[bool]) -> Vec<u8> {
    let mut code = bytes_of_words(&words(arrows));
    if play.once {
        code.extend(bytes_of_words(&words(spent)));
    }
    code
}

fn of_number(number: usize, edges: usize) -> Vec<bool> {
    (0..edges).map(|edge| number >> edge & 1 != 0).collect()
}

fn compare<const W: usize>(graph: &Graph, play: &Play, arrows: &[bool], spent: &[bool]) -> Vec<usize> {
    let rules = OrientationRules::<W>::new(graph.clone(), play).unwrap();
    let code = code(play, arrows, spent);
    let position = rules.decode(&code).unwrap();
    assert_eq!(*rules.encode(&position), code);
    assert_eq!(rules.goal(&position), goal(play, arrows));
    let symbols = rules.symbols(&position);
    let expected = |edge: usize| u16::from(arrows[edge]) + 2 * u16::from(play.once && spent[edge]);
    assert!(symbols.iter().copied().eq((0..arrows.len()).map(expected)));
    assert_eq!(rules.position(&symbols).unwrap(), position);
    let mut all = Vec::new();
    for player in Player::BOTH {
        let mut moves = Vec::new();
        rules.moves(&position, player, &mut moves).unwrap();
        let edges: Vec<usize> = moves.iter().map(|&edge| usize::from(edge)).collect();
        assert_eq!(edges, interpreted(graph, play, arrows, spent, player));
        for (&mv, &edge) in moves.iter().zip(&edges) {
            let mut gone = spent.to_vec();
            gone[edge] = true;
            let after = self::code(play, &reversed(arrows, edge), &gone);
            let child = rules.play(&position, &mv).unwrap();
            assert_eq!(*rules.encode(&child), after);
            let (here, there) = (rules.estimate(&position), rules.estimate(&child));
            assert!(rules.goal(&position) != Some(Winner::Left) || here == 0);
            assert!(here <= there.saturating_add(1), "an estimate that drops by more than the move costs");
        }
        all.extend(edges);
    }
    all
}

#[test]
fn all_orientations_of_small_graphs() {
    let mut random = Random(5);
    for _ in 0..2000 {
        let (vertices, edges) = (1 + random.below(5), 1 + random.below(8));
        let (graph, _) = random.graph(vertices, edges);
        let play = random.play(edges);
        let rules = OrientationRules::<2>::new(graph.clone(), &play).unwrap();
        let mut expected = Vec::new();
        for number in 0..1 << edges {
            let arrows = of_number(number, edges);
            let spent: Vec<bool> = (0..edges).map(|_| play.once && random.below(3) == 0).collect();
            if legal(&graph, &arrows) {
                compare::<2>(&graph, &play, &arrows, &spent);
                expected.push(arrows);
            } else {
                let refused = rules.decode(&code(&play, &arrows, &spent)).err().map(|error| error.to_string());
                assert!(refused.is_some_and(|text| text.contains("expected at least")));
            }
        }
        let listed = |fixed: &[(usize, bool)], limit| {
            let found = orientations(&graph, fixed, limit, &Control::default()).unwrap();
            found.into_iter().map(|code| code.to_vec()).collect::<Vec<_>>()
        };
        expected.sort_unstable();
        let codes: Vec<Vec<u8>> = expected.iter().map(|arrows| bytes_of_words(&words(arrows))).collect();
        assert_eq!(listed(&[], usize::MAX), codes);
        assert_eq!(listed(&[], 3), codes[..3.min(codes.len())]);
        assert_eq!(listed(&[], 0), Vec::<Vec<u8>>::new());
        let fixed: Vec<(usize, bool)> =
            (0..random.below(4)).map(|_| (random.below(edges), random.below(2) == 0)).collect();
        let meets = |arrows: &&Vec<bool>| fixed.iter().all(|&(edge, second)| arrows[edge] == second);
        let some: Vec<Vec<u8>> = expected.iter().filter(meets).map(|arrows| bytes_of_words(&words(arrows))).collect();
        assert_eq!(listed(&fixed, usize::MAX), some);
    }
}

fn wander<const W: usize>(random: &mut Random, edges: usize, once: bool) {
    let (graph, mut arrows) = random.graph(1 + edges / 2, edges);
    let play = Play { once, ..random.play(edges) };
    let mut spent = vec![false; edges];
    for _ in 0..6 {
        let moves = compare::<W>(&graph, &play, &arrows, &spent);
        if moves.is_empty() {
            break;
        }
        let edge = moves[random.below(moves.len())];
        (arrows[edge], spent[edge]) = (!arrows[edge], true);
    }
}

#[test]
fn graphs_of_every_width() {
    let mut random = Random(6);
    for _ in 0..10 {
        for edges in [1, 63, 64] {
            wander::<1>(&mut random, edges, false);
            wander::<2>(&mut random, edges, true);
        }
        wander::<2>(&mut random, 65, false);
        wander::<2>(&mut random, 128, false);
        wander::<4>(&mut random, 65, true);
        wander::<4>(&mut random, 256, false);
    }
    for edges in [257, 512] {
        wander::<16>(&mut random, edges, false);
        wander::<16>(&mut random, edges, true);
    }
    wander::<32>(&mut random, 513, true);
    wander::<32>(&mut random, 1024, true);
    wander::<16>(&mut random, 1024, false);
}

#[test]
fn a_long_path_is_listed_without_choices() {
    // every vertex needs its one edge from before, and the last edge is fixed
    let edges = 100_000;
    let ends: Vec<(u32, u32)> = (0..edges as u32).map(|vertex| (vertex, vertex + 1)).collect();
    let mut minima = vec![1; edges + 1];
    minima[0] = 0;
    let graph = Graph::new(&ends, &vec![1; edges], &minima).unwrap();
    let control = Control::default();
    let found = orientations(&graph, &[], 10, &control).unwrap();
    assert_eq!((found.len(), found[0].iter().map(|byte| byte.count_ones()).sum::<u32>()), (1, edges as u32));
    assert_eq!(control.positions(), 1);
    minima[0] = 1;
    let graph = Graph::new(&ends, &vec![1; edges], &minima).unwrap();
    assert!(orientations(&graph, &[], 10, &Control::default()).unwrap().is_empty());
}

#[test]
fn limits_stop_the_listing() {
    let graph = Graph::new(&[(0, 1); 40], &[1; 40], &[0, 0]).unwrap();
    let control = Control::new(Limits { positions: Some(10_000), ..Limits::default() });
    assert!(matches!(orientations(&graph, &[], usize::MAX, &control), Err(Error::Limit(..))));
    let control = Control::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    assert!(matches!(orientations(&graph, &[], usize::MAX, &control), Err(Error::Limit(..))));
    assert_eq!(orientations(&graph, &[], 1000, &Control::default()).unwrap().len(), 1000);
    assert!(orientations(&graph, &[(40, true)], 1, &Control::default()).is_err());
}

fn engine(graph: &Graph, play: &Play) -> Engine {
    let Graph { ends, weights, minima } = graph;
    open(Specification::Orientations { ends, weights, minima, play: play.clone() }).unwrap()
}

/// Moves to the nearest goal of Left from each position, by searching back from all of them; positions that are over are
/// not left.
fn distances(graph: &Graph, play: &Play, start: &[bool]) -> BTreeMap<(Vec<bool>, Vec<bool>), Option<usize>> {
    type Node = (Vec<bool>, Vec<bool>);
    let mut next: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
    let mut todo = vec![(start.to_vec(), vec![false; start.len()])];
    while let Some(node) = todo.pop() {
        if next.contains_key(&node) {
            continue;
        }
        let after = |edge: usize| {
            let mut spent = node.1.clone();
            spent[edge] = play.once;
            (reversed(&node.0, edge), spent)
        };
        let moves = interpreted(graph, play, &node.0, &node.1, Player::Left);
        let children: Vec<Node> = moves.into_iter().map(after).collect();
        todo.extend(children.clone());
        next.insert(node, children);
    }
    let won = |node: &Node| goal(play, &node.0) == Some(Winner::Left);
    let mut far: BTreeMap<Node, Option<usize>> =
        next.keys().map(|node| (node.clone(), won(node).then_some(0))).collect();
    loop {
        let before = far.clone();
        for (node, children) in next.iter().filter(|(node, _)| goal(play, &node.0).is_none()) {
            let nearest = children.iter().filter_map(|child| before[child]).min().map(|far| far + 1);
            far.insert(node.clone(), nearest);
        }
        if far == before {
            return far;
        }
    }
}

#[test]
fn puzzles_agree_with_an_obvious_search() {
    let mut random = Random(10);
    let control = Control::default();
    let mut solved = 0;
    for _ in 0..400 {
        let (vertices, edges) = (1 + random.below(5), 1 + random.below(6));
        let (graph, arrows) = random.graph(vertices, edges);
        // one or two edges have to be turned
        let mut turned = || vec![(); 1 + random.below(2)].iter().map(|()| random.below(edges)).collect::<Vec<_>>();
        let wanted = [turned(), turned()];
        let goals = wanted.map(|edges| Goal {
            winner: Winner::Left,
            arrows: edges.into_iter().map(|edge| (edge, !arrows[edge])).collect(),
        });
        let goals = goals.into_iter().take(1 + random.below(2)).collect();
        let play = Play { alone: true, goals, ..random.play(edges) };
        let engine = engine(&graph, &play);
        let start = code(&play, &arrows, &vec![false; edges]);
        let far = distances(&graph, &play, &arrows);
        let expected = far[&(arrows.clone(), vec![false; edges])];
        solved += usize::from(expected.is_some_and(|far| far > 1));
        // IDA* remembers nothing, and finds no end where there is no solution
        let near = play.once || expected.is_some_and(|far| far < 6);
        let methods = [SolveMethod::BreadthFirst, SolveMethod::AStar, SolveMethod::IdaStar];
        for method in methods.into_iter().take(if near { 3 } else { 2 }) {
            let line = engine.solve(&start, None, method, &control).unwrap();
            assert_eq!(line.map(|line| line.len()), expected, "{method:?}");
        }
        let reached = engine.reachable(&start, &[Player::Left], &control).unwrap();
        assert_eq!(reached.positions, far.len() as u128);
        // in a cluster goals are played on, which shortens nothing
        let cluster = engine.cluster(&start, None, &control).unwrap();
        assert_eq!(cluster.figures().positions, far.len() as u64);
        for ((arrows, spent), far) in &far {
            let cost = cluster.cost(&code(&play, arrows, spent)).unwrap();
            assert_eq!(cost, Some(far.map(|far| far as u32)));
        }
    }
    assert!(solved > 20, "{solved}");
}

/// Who wins from each position with each player to move, by repeating the definition until nothing changes.
fn winners(graph: &Graph, play: &Play) -> BTreeMap<(Vec<bool>, bool), Option<Winner>> {
    let edges = graph.edges();
    let positions = (0..1 << edges).map(|number| of_number(number, edges)).filter(|arrows| legal(graph, arrows));
    let nodes: Vec<(Vec<bool>, bool)> =
        positions.flat_map(|arrows| [(arrows.clone(), true), (arrows, false)]).collect();
    let mut known: BTreeMap<(Vec<bool>, bool), Option<Winner>> =
        nodes.iter().map(|node| (node.clone(), goal(play, &node.0))).collect();
    loop {
        let before = known.clone();
        for (arrows, left) in nodes.iter().filter(|node| before[*node].is_none()) {
            let mover = if *left { Player::Left } else { Player::Right };
            let moves = interpreted(graph, play, arrows, &vec![false; edges], mover);
            let after: Vec<_> = moves.iter().map(|&edge| before[&(reversed(arrows, edge), !left)]).collect();
            let found = if after.contains(&Some(mover.into())) {
                Some(mover.into())
            } else if after.iter().all(|&winner| winner == Some(mover.opponent().into())) {
                Some(mover.opponent().into())
            } else {
                None
            };
            known.insert((arrows.clone(), *left), found);
        }
        if known == before {
            return known;
        }
    }
}

#[test]
fn loopy_games_agree_with_the_definition() {
    let mut random = Random(11);
    let (control, universe) = (Control::default(), Arc::new(Universe::new(None)));
    let mut seen = BTreeSet::new();
    for _ in 0..300 {
        let (vertices, edges) = (1 + random.below(5), 1 + random.below(6));
        let (graph, arrows) = random.graph(vertices, edges);
        let play = Play { once: false, alone: false, ..random.play(edges) };
        let engine = engine(&graph, &play);
        let start = code(&play, &arrows, &[]);
        let known = winners(&graph, &play);
        let expected = [true, false].map(|left| known[&(arrows.clone(), left)].unwrap_or(Winner::Nobody));
        let found = engine.winners(&start, OutcomeMethod::Retrograde, &universe, &control).unwrap();
        assert_eq!(found, expected);
        seen.insert(format!("{found:?}"));
    }
    assert!(seen.len() > 5, "{seen:?}");
}

#[test]
fn bounded_games_have_one_outcome_by_all_methods() {
    let mut random = Random(12);
    let (control, universe) = (Control::default(), Arc::new(Universe::new(None)));
    for _ in 0..200 {
        let (vertices, edges) = (1 + random.below(5), 1 + random.below(7));
        let (graph, arrows) = random.graph(vertices, edges);
        let play = Play { once: true, alone: false, ..random.play(edges) };
        let engine = engine(&graph, &play);
        let start = code(&play, &arrows, &vec![false; edges]);
        let expected = engine.winners(&start, OutcomeMethod::Retrograde, &universe, &control).unwrap();
        for method in [OutcomeMethod::AlphaBeta, OutcomeMethod::ProofNumber] {
            let found = engine.winners(&start, method, &universe, &control).unwrap();
            assert_eq!(found, expected, "{method:?}");
        }
    }
}

/// A gadget of AND and OR vertices: `u-v` and `b` or `r` for each edge, `Pn-v` for port n, which is edge n.
fn gadget(text: &str) -> (Graph, usize) {
    let (mut ends, mut weights) = (Vec::new(), Vec::new());
    let number_of_ports = text.split(' ').filter(|edge| edge.starts_with('P')).count();
    let vertex = |word: &str| match word.strip_prefix('P') {
        Some(port) => port.parse::<u32>().unwrap(),
        None => number_of_ports as u32 + word.parse::<u32>().unwrap(),
    };
    for edge in text.split(' ') {
        let (first, second) = edge[..edge.len() - 1].split_once('-').unwrap();
        ends.push((vertex(first), vertex(second)));
        weights.push(if edge.ends_with('b') { 2 } else { 1 });
    }
    let vertices = 1 + ends.iter().map(|(a, b)| *a.max(b)).max().unwrap() as usize;
    let minima: Vec<u64> = (0..vertices).map(|vertex| if vertex < number_of_ports { 0 } else { 2 }).collect();
    (Graph::new(&ends, &weights, &minima).unwrap(), number_of_ports)
}

/// Edges, legal configurations, port states, components of a port state at most.
const GADGETS: [(&str, usize, usize, u64); 9] = [
    ("P0-0b 0-0b", 4, 2, 1),
    ("P0-0b P1-1b P2-2b 0-1b 1-2b 0-2b", 40, 8, 2),
    ("P0-0b P1-1b 0-1r 0-1r", 6, 3, 1),
    ("P0-0b P1-1b P2-2b 0-1r 1-2r 0-2r", 14, 4, 1),
    ("P0-0b P1-1b P2-2b 0-1r 0-2r 1-3r 2-3r 3-4b 4-4b", 68, 5, 1),
    ("P0-7b P1-3b P2-0b P3-6b 0-1b 1-2r 1-3r 2-3r 0-4b 4-5r 4-6r 5-6r 5-7b 2-7b", 308, 11, 2),
    ("P0-5b P1-0b P2-8b P3-9b 0-1b 1-2r 2-3b 0-4b 2-4r 4-5r 3-6r 5-6r 3-7r 1-8r 7-8r 7-9b 6-9b", 376, 10, 1),
    ("P0-9b P1-7b P2-3b P3-5b 0-1b 1-2b 1-8b 0-4b 0-6b 2-3r 3-4r 4-5r 5-6r 6-9r 9-8r 8-7r 7-2r", 618, 9, 1),
    (
        "P0-13r P1-10r P2-14r P3-16r 0-1b 1-2b 2-3r 0-4b 3-4r 4-5r 0-6b 5-6r 2-7r 1-8b 7-8r 6-9r 8-9r 9-10b 10-11r \
         11-12b 12-12b 7-13b 5-14b 11-14r 13-15r 3-16b 15-16r 15-17b 17-17b",
        5384,
        9,
        1,
    ),
];

#[test]
fn gadgets_have_the_configurations_and_components_that_are_known() {
    let control = Control::default();
    for (text, configurations, states, components) in GADGETS {
        let (graph, number_of_ports) = gadget(text);
        let found = orientations(&graph, &[], usize::MAX, &control).unwrap();
        assert_eq!(found.len(), configurations, "{text}");
        let owners = vec![None; graph.edges()];
        let play = Play { owners, goals: vec![], once: false, alone: true, stuck: Stuck::Loses, impartial: false };
        let engine = engine(&graph, &play);
        let starts: Vec<&[u8]> = found.iter().map(|code| &code[..]).collect();
        // out: the edge points to the port, its first end
        let probes: Vec<Probe> = (0..number_of_ports).map(|edge| vec![(edge, points(false))]).collect();
        let ports = engine.ports(&starts, &probes, &control).unwrap();
        assert_eq!(ports.states.iter().map(|state| state.positions).sum::<u64>(), configurations as u64);
        assert_eq!(ports.states.len(), states, "{text}");
        assert_eq!(ports.states.iter().map(|state| state.components).max(), Some(components));
        assert!(ports.jumps.is_empty());
        // all that the relation allows is possible in every component
        let known: BTreeSet<u64> = ports.states.iter().map(|state| state.ports).collect();
        for state in &ports.states {
            for (port, flip) in state.flips.iter().enumerate() {
                let allowed = known.contains(&(state.ports ^ 1 << port));
                assert_eq!(flip.components, if allowed { state.components } else { 0 }, "{text}: {state:?}");
            }
        }
    }
}

/// A random graph of AND and OR vertices, and one of its orientations.
fn and_or(random: &mut Random, ands: u32, ors: u32) -> (Graph, Vec<bool>) {
    let mut red: Vec<u32> = (0..ands).flat_map(|vertex| [vertex; 2]).collect();
    let mut blue: Vec<u32> = (0..ands).chain((ands..ands + ors).flat_map(|vertex| [vertex; 3])).collect();
    loop {
        for half in [&mut red, &mut blue] {
            (1..half.len()).rev().for_each(|n| half.swap(n, random.below(n + 1)));
        }
        let pairs = red.chunks_exact(2).chain(blue.chunks_exact(2));
        let ends: Vec<(u32, u32)> = pairs.map(|pair| (pair[0], pair[1])).collect();
        let weights: Vec<u32> = (0..ends.len()).map(|edge| if edge < red.len() / 2 { 1 } else { 2 }).collect();
        let graph = Graph::new(&ends, &weights, &vec![2; (ands + ors) as usize]).unwrap();
        if let Some(code) = orientations(&graph, &[], 1, &Control::default()).unwrap().first() {
            let arrows = (0..ends.len()).map(|edge| code[edge >> 3] >> (edge & 7) & 1 != 0).collect();
            return (graph, arrows);
        }
    }
}

#[test]
#[ignore = "a measurement: 2^24 configurations"]
fn speed_on_sixteen_million_configurations() {
    let mut random = Random(1);
    let free = Graph::new(&[(0, 1); 24], &[1; 24], &[0, 0]).unwrap();
    let instances = [
        ("24 free edges", (free, vec![false; 24])),
        ("12 AND, 10 OR", and_or(&mut random, 12, 10)),
        ("12 AND, 12 OR", and_or(&mut random, 12, 12)),
    ];
    for (name, (mut graph, mut arrows)) in instances {
        // the goal is to turn an edge that no move can turn, which no estimate knows
        let (edge, vertex) = (graph.edges(), graph.minima.len() as u32);
        graph.ends.push((vertex, vertex + 1));
        graph.weights.push(1);
        graph.minima.extend([0, 1]);
        arrows.push(true);
        let goals = vec![Goal { winner: Winner::Left, arrows: vec![(edge, false)] }];
        let owners = vec![None; edge + 1];
        let mut play = Play { owners, goals, once: false, alone: true, stuck: Stuck::Loses, impartial: false };
        let start = code(&play, &arrows, &[]);
        let tell = |what: &str, found: &dyn std::fmt::Debug, control: &Control| {
            let (seconds, megabytes) = (control.elapsed().as_secs_f64(), control.peak_memory() >> 20);
            println!("{name}: {what} {found:?} in {seconds:.2} s, {megabytes} MB");
        };
        for method in [SolveMethod::BreadthFirst, SolveMethod::AStar] {
            let control = Control::default();
            let line = engine(&graph, &play).solve(&start, None, method, &control).unwrap();
            tell(&format!("{method:?}, {} positions,", control.positions()), &line, &control);
        }
        let control = Control::default();
        let reached = engine(&graph, &play).reachable(&start, &[Player::Left], &control).unwrap();
        tell("reachable", &reached.positions, &control);
        // a goal at the start, so that everything is settled
        play.goals = vec![Goal { winner: Winner::Left, arrows: arrows.iter().copied().enumerate().collect() }];
        let control = Control::default();
        let figures = engine(&graph, &play).cluster(&start, None, &control).unwrap().figures();
        tell("cluster", &(figures.positions, figures.layers.len()), &control);
    }
}

#[test]
fn retrograde_analysis_by_unmoves_and_by_stored_moves() {
    let mut random = Random(33);
    let mut positions = 0;
    for round in 0..150 {
        let edges = 5 + random.below(6);
        let (graph, arrows) = random.graph(6, edges);
        let mut play = random.play(edges);
        play.alone = false;
        play.once = round % 2 == 0;
        play.stuck = [Stuck::Loses, Stuck::Wins][random.below(2)];
        let rules = OrientationRules::<2>::new(graph, &play).unwrap();
        let symbols: Vec<u16> = arrows.iter().map(|&second| u16::from(second)).collect();
        let start = rules.position(&symbols).unwrap();
        positions += crate::search::toys::backwards_like_forwards(&rules, &start);
    }
    assert!(positions > 5_000, "{positions}");
}
