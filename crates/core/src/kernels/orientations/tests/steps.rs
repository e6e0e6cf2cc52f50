//! The deterministic rule, compared with one that works on sets of edges and remembers every state.

use super::super::deterministic::{Question, run};
use super::*;

type Sets = (BTreeSet<usize>, BTreeSet<usize>, BTreeSet<usize>);

/// Edges that point to their second end, active ones, and those that have been reversed.
fn step(graph: &Graph, (arrows, active, spent): &Sets, once: bool) -> Sets {
    let directions: Vec<bool> = (0..graph.edges()).map(|edge| arrows.contains(&edge)).collect();
    let to: Vec<usize> = (0..graph.edges()).map(|edge| head(graph, &directions, edge)).collect();
    let fires = |vertex: usize| {
        let incoming = active.iter().filter(|&&edge| to[edge] == vertex);
        incoming.map(|&edge| u64::from(graph.weights[edge])).sum::<u64>() >= graph.minima[vertex]
    };
    let turns = |edge: &usize| active.contains(edge) != fires(to[*edge]) && !(once && spent.contains(edge));
    let turned: BTreeSet<usize> = (0..graph.edges()).filter(turns).collect();
    (arrows ^ &turned, turned.clone(), spent | &turned)
}

fn set(edges: &BTreeSet<usize>, number: usize) -> Vec<u64> {
    words(&(0..number).map(|edge| edges.contains(&edge)).collect::<Vec<_>>())
}

#[test]
fn deterministic_runs_agree_with_sets_and_a_history() {
    let mut random = Random(8);
    let (mut longest, mut reached) = (0, 0);
    for round in 0..2000 {
        let edges = if round % 100 == 0 { 60 + random.below(80) } else { 1 + random.below(12) };
        let (mut graph, arrows) = random.graph(1 + edges * 2 / 3, edges);
        if round % 2 == 0 {
            graph.weights.iter_mut().for_each(|weight| *weight = (*weight).min(2));
            graph.minima.iter_mut().for_each(|minimum| *minimum = (*minimum).min(2));
        }
        let once = random.below(4) == 0;
        let arrows: BTreeSet<usize> = (0..edges).filter(|&edge| arrows[edge]).collect();
        let active: BTreeSet<usize> = (0..edges).filter(|_| random.below(3) == 0).collect();
        let target: Vec<(usize, bool)> =
            (0..random.below(3)).map(|_| (random.below(edges), random.below(2) == 0)).collect();
        let mut state: Sets = (arrows.clone(), active.clone(), active.clone());
        let mut history: Vec<Sets> = Vec::new();
        let mut known: BTreeMap<Sets, usize> = BTreeMap::new();
        // what has been reversed is no part of the state where it does not matter
        let key = |state: &Sets| if once { state.clone() } else { (state.0.clone(), state.1.clone(), BTreeSet::new()) };
        while !known.contains_key(&key(&state)) && history.len() < 1000 {
            known.insert(key(&state), history.len());
            history.push(state.clone());
            state = step(&graph, &state, once);
        }
        let Some(&tail) = known.get(&key(&state)) else { continue };
        let closes = history.len();
        history.push(state);
        longest = longest.max(closes);
        let holds = |state: &Sets| target.iter().all(|&(edge, second)| state.0.contains(&edge) == second);
        let steps = [None, Some(0), Some(1), Some(closes as u64 - 1), Some(closes as u64), Some(10 * closes as u64)];
        for steps in steps.into_iter().chain([Some(random.below(2 * closes) as u64)]) {
            let (arrows, active) = (set(&arrows, edges), set(&active, edges));
            let question = Question { arrows: &arrows, active: &active, once, target: &target, steps };
            let found = run(&graph, &question, &Control::default()).unwrap();
            let last = steps.map_or(closes, |steps| closes.min(steps as usize));
            let cycle = (last == closes).then_some((tail as u64, (closes - tail) as u64));
            assert_eq!(found.cycle, cycle);
            let first = history[..=last].iter().position(holds).map(|step| step as u64);
            assert_eq!(found.reached, first);
            reached += u64::from(first.is_some_and(|step| step > 0));
            assert_eq!((found.arrows, found.active), (set(&history[last].0, edges), set(&history[last].1, edges)));
        }
    }
    assert!(longest > 20 && reached > 500, "{longest} {reached}");
}

#[test]
fn deterministic_runs_stay_legal_from_a_safe_start() {
    let mut random = Random(9);
    let mut unsafe_starts = 0;
    for _ in 0..1500 {
        let (vertices, edges) = (1 + random.below(6), 1 + random.below(10));
        let (graph, arrows) = random.graph(vertices, edges);
        let active: BTreeSet<usize> = (0..edges).filter(|_| random.below(3) == 0).collect();
        let brings = |vertex: usize, lively: bool| -> u64 {
            let incoming = (0..edges).filter(|&edge| head(&graph, &arrows, edge) == vertex);
            incoming.filter(|e| active.contains(e) == lively).map(|edge| u64::from(graph.weights[edge])).sum()
        };
        let safe = (0..graph.minima.len()).all(|v| [true, false].iter().any(|&l| brings(v, l) >= graph.minima[v]));
        let start: Sets = ((0..edges).filter(|&edge| arrows[edge]).collect(), active.clone(), active.clone());
        for once in [false, true] {
            let mut state = start.clone();
            let mut always = true;
            for _ in 0..40 {
                let arrows: Vec<bool> = (0..edges).map(|edge| state.0.contains(&edge)).collect();
                always &= legal(&graph, &arrows);
                state = step(&graph, &state, once);
            }
            assert!(always || !(safe || once));
            unsafe_starts += usize::from(!always);
        }
    }
    assert!(unsafe_starts > 0);
}

/// Paths of these lengths between walls, each with a signal on its first edge: it bounces for ever.
fn bouncing(lengths: &[u32]) -> (Graph, Vec<u64>, Vec<u64>) {
    let (mut ends, mut weights, mut minima) = (Vec::new(), Vec::new(), Vec::new());
    let mut signals = Vec::new();
    for &length in lengths {
        let first = minima.len() as u32;
        signals.push(ends.len());
        ends.extend((0..length).map(|n| (first + n, first + n + 1)));
        weights.extend(vec![1; length as usize]);
        // a wall needs more than a signal brings, and has it from a loop
        ends.extend([(first, first), (first + length, first + length)]);
        weights.extend([2, 2]);
        minima.push(2);
        minima.extend(vec![1; length as usize - 1]);
        minima.push(2);
    }
    let signals = set(&signals.into_iter().collect(), ends.len());
    (Graph::new(&ends, &weights, &minima).unwrap(), signals.clone(), signals)
}

#[test]
fn signals_bounce_between_walls() {
    let (graph, arrows, active) = bouncing(&[2, 3, 5, 7, 20, 49]);
    // the last path is seen from end to end for the first time when the signal has passed all its edges
    let target: Vec<(usize, bool)> = vec![(graph.edges() - 3, true)];
    let question = Question { arrows: &arrows, active: &active, once: false, target: &target, steps: None };
    let found = run(&graph, &question, &Control::default()).unwrap();
    assert_eq!((found.reached, found.cycle), (Some(48), Some((0, 2 * 3 * 20 * 49))));
    assert_eq!((&found.arrows, &found.active), (&arrows, &active));
    let found = run(&graph, &Question { once: true, ..question }, &Control::default()).unwrap();
    // every signal stops at its wall
    assert_eq!((found.reached, found.cycle, found.active), (Some(48), Some((49, 1)), vec![0; graph.words()]));
}

#[test]
fn limits_stop_a_deterministic_run() {
    let (graph, arrows, active) = bouncing(&[2, 3, 5, 7, 11, 13, 17, 19, 23]);
    let question = Question { arrows: &arrows, active: &active, once: false, target: &[], steps: None };
    let control = Control::new(Limits { positions: Some(10_000), ..Limits::default() });
    assert!(matches!(run(&graph, &question, &control), Err(Error::Limit(..))));
    let control = Control::default();
    control.cancel();
    assert!(matches!(run(&graph, &question, &control), Err(Error::Cancelled)));
    let found = run(&graph, &Question { steps: Some(100), ..question }, &Control::default()).unwrap();
    assert_eq!(found.cycle, None);
    let asked = Question { target: &[(graph.edges(), true)], ..question };
    assert!(run(&graph, &asked, &Control::default()).is_err());
}
