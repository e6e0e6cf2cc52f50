//! Thermographs from moves against those of canonical forms.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::Thermographs;
use crate::error::Error;
use crate::limits::Control;
use crate::rules::{Rules, Stuck};
use crate::search::toys::{Dominoes, Graph, Random, random_board};
use crate::search::values::Values;
use crate::search::values::tests::{games_of_dominoes, mask_positions};
use crate::values::thermograph::Thermograph;
use crate::values::{Universe, Worker};

/// The thermograph of the canonical value.
fn expected<R: Rules>(
    rules: &R,
    universe: &Universe,
    values: &Values<R::Position>,
    position: &R::Position,
) -> Thermograph {
    let control = Control::default();
    let value = values.value(rules, universe, position, 1, &control).unwrap();
    let thermograph = Worker::new(universe, &control).thermograph(value).unwrap();
    Thermograph::clone(&thermograph)
}

#[test]
fn thermographs_of_dominoes() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(1);
    for rules in games_of_dominoes() {
        let values = Values::default();
        let mut thermographs = Thermographs::default();
        for _ in 0..40 {
            let board = random_board(&mut random, 4, 4);
            let found = thermographs.thermograph(&rules, &board, &control).unwrap();
            assert_eq!(found, expected(&rules, &universe, &values, &board), "{board:#x}");
        }
    }
}

#[test]
fn thermographs_of_masks() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(2);
    for (rules, positions) in mask_positions(&mut random, 120) {
        let values = Values::default();
        let mut thermographs = Thermographs::default();
        for position in &positions {
            let found = thermographs.thermograph(&rules, position, &control).unwrap();
            assert_eq!(found, expected(&rules, &universe, &values, position), "{:?}", rules.decode(position));
        }
    }
}

/// Sums whose components cancel, and boards side by side.
#[test]
fn thermographs_of_sums() {
    let (universe, control) = (Universe::default(), Control::default());
    let rules = Dominoes::DOMINEERING;
    let values = Values::default();
    let mut thermographs = Thermographs::default();
    let mut random = Random(3);
    for _ in 0..60 {
        let [a, b, c] = [0; 3].map(|_| random_board(&mut random, 3, 3));
        let board = a | b << 4 | c << 32;
        let found = thermographs.thermograph(&rules, &board, &control).unwrap();
        assert_eq!(found, expected(&rules, &universe, &values, &board), "{board:#x}");
    }
}

#[test]
fn random_graphs() {
    let (universe, control) = (Universe::default(), Control::default());
    let mut random = Random(4);
    let mut made = 0;
    for _ in 0..2000 {
        let mut graph = Graph::random(&mut random, 14, false);
        graph.goals.iter_mut().for_each(|goal| *goal = None);
        graph.moves.iter_mut().flatten().flatten().for_each(|mv| mv.1 = false);
        let found = Thermographs::default().thermograph(&graph, &0, &control);
        if graph.stuck == Stuck::Loses {
            assert_eq!(found.unwrap(), expected(&graph, &universe, &Values::default(), &0), "{graph:?}");
            made += 1;
        } else {
            assert!(matches!(found, Err(Error::Invalid(_))));
        }
    }
    assert!(made > 500);
}

#[test]
fn loopy_games_are_refused() {
    let control = Control::default();
    let graph = Graph {
        moves: vec![[vec![(1, false)], vec![]], [vec![], vec![(0, false)]]],
        goals: vec![None; 2],
        stuck: Stuck::Loses,
        impartial: false,
        backwards: false,
    };
    assert!(matches!(Thermographs::default().thermograph(&graph, &0, &control), Err(Error::Invalid(_))));
}
