//! Every specification, at each width and on both sides of its boundaries: what opens answers, through all its halves,
//! and what cannot be meant is refused with a reason.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::engine::{Code, Metric, NimberMethod, OutcomeMethod, SolveMethod};
use crate::error::Error;
use crate::kernels::masks::metric::Chain;
use crate::kernels::masks::spec::{Change, Goal, Rewrite};
use crate::limits::Control;
use crate::rules::{Player, Winner};
use crate::values::Universe;

fn refused<T>(opened: Result<T>) -> String {
    opened.err().map(|error| error.to_string()).unwrap_or_default()
}

/// `cells` cells of two symbols, the second a piece that steps to the next cell.
fn walk(cells: usize, game: bool) -> Spec {
    let step = |from: u32, to: u32| Rewrite {
        changes: vec![Change::of(from, vec![(1, 0)]), Change::of(to, vec![(0, 1)])],
        left: true,
        right: game,
        again: false,
        score: 0,
        rank: 0,
        piece: Some((from, to)),
        tag: 0,
    };
    let last = cells as u32 - 1;
    let goals = if game { Vec::new() } else { vec![Goal { pattern: vec![(last, vec![1])], winner: Winner::Left }] };
    Spec {
        symbols: vec![vec![0, 1]; cells],
        rewrites: (0..last).map(|cell| step(cell, cell + 1)).collect(),
        goals,
        symmetries: Vec::new(),
        rectangle: None,
        stuck: Stuck::Loses,
        game,
    }
}

fn with_piece_at(cells: usize, at: usize) -> Vec<u16> {
    (0..cells).map(|cell| u16::from(cell == at)).collect()
}

/// The nimber, the outcome by each method, and the best move of an impartial game, which all must agree.
fn one_nimber(engine: &Engine, code: &[u8]) -> u32 {
    let (control, universe) = (Control::default(), Arc::new(Universe::new(None)));
    let nimber = engine.nimber(code, NimberMethod::Mex, &control).unwrap();
    assert_eq!(engine.nimber(code, NimberMethod::Sums, &control).unwrap(), nimber);
    let first = if nimber == 0 { [Winner::Right, Winner::Left] } else { [Winner::Left, Winner::Right] };
    let methods = [
        OutcomeMethod::Sums,
        OutcomeMethod::Nimbers,
        OutcomeMethod::AlphaBeta,
        OutcomeMethod::ProofNumber,
        OutcomeMethod::Retrograde,
    ];
    for method in methods {
        assert_eq!(engine.winners(code, method, &universe, &control).unwrap(), first, "{method:?}");
    }
    let all = [
        OutcomeMethod::Sums,
        OutcomeMethod::Nimbers,
        OutcomeMethod::AlphaBeta,
        OutcomeMethod::ProofNumber,
        OutcomeMethod::Retrograde,
    ];
    for method in all {
        let best = engine.best(code, Player::Left, method, &universe, &control).unwrap();
        match best {
            Some((after, winner)) => {
                assert_eq!(winner, first[0], "{method:?}");
                let nimber = engine.nimber(&after, NimberMethod::Mex, &control).unwrap();
                assert_eq!(nimber == 0, winner == Winner::Left, "{method:?}");
            }
            None => assert!(engine.moves(code, Player::Left).unwrap().is_empty()),
        }
    }
    let value = engine.value(code, &universe, &control).unwrap();
    assert_eq!(universe.as_nus(value).map(|nus| nus.nimber), Some(nimber));
    let (values, rows) = engine.values(&[code, code], &universe, &control).unwrap();
    assert_eq!((values, rows), (vec![value], vec![0, 0]));
    nimber
}

#[test]
fn masks_of_every_width_answer_alike() {
    let control = Control::default();
    let opened = |cells, game| open(Specification::Masks { spec: walk(cells, game), start: None, plain: false });
    // in games a cell may also be dead, which takes a bit more except at the ends
    for cells in [2, 33, 34, 65, 66, 129, 130, 513] {
        let game = opened(cells, true).unwrap();
        assert_eq!(game.bits(), 2 * cells - 2);
        let at = cells - 2;
        let code = game.encode(&with_piece_at(cells, at)).unwrap();
        assert_eq!(code.len(), game.bits().div_ceil(8));
        assert_eq!(game.decode(&code).unwrap(), with_piece_at(cells, at));
        // one step is left
        assert_eq!(one_nimber(&game, &code), 1);
    }
    for cells in [2, 64, 65, 128, 129, 256, 257, 1024] {
        let puzzle = opened(cells, false).unwrap();
        assert_eq!(puzzle.bits(), cells);
        let start = puzzle.encode(&with_piece_at(cells, 0)).unwrap();
        let metric = puzzle.metric(&vec![1; cells - 1], Chain::Off).unwrap();
        for method in [SolveMethod::BreadthFirst, SolveMethod::AStar, SolveMethod::IdaStar, SolveMethod::Beam] {
            let line = puzzle.solve(&start, Some(&metric), method, &control).unwrap().unwrap();
            assert_eq!(line.len(), cells - 1, "{method:?}");
            let last = puzzle.encode(&with_piece_at(cells, cells - 1)).unwrap();
            assert_eq!(line.last(), Some(&last));
        }
        assert_eq!(puzzle.count(&start, None, &control).unwrap(), Some((cells as u32 - 1, 1)));
        assert_eq!(puzzle.solutions(&start, None, 5, &control).unwrap().len(), 1);
        let chain = puzzle.metric(&vec![1; cells - 1], Chain::Piece).unwrap();
        let figures = puzzle.cluster(&start, Some(&chain), &control).unwrap().figures();
        assert_eq!((figures.positions, figures.depth), (cells as u64, Some(1)));
        let reached = puzzle.reachable(&start, &[Player::Left], &control).unwrap();
        assert_eq!((reached.positions, reached.goals), (cells as u128, 1));
    }
    assert_eq!(refused(opened(1025, false)), "the board needs 1025 bits, at most 1024 fit");
    assert_eq!(refused(opened(514, true)), "the board needs 1026 bits, at most 1024 fit");
}

#[test]
fn a_start_restricts_masks_and_metrics_keep_their_numbers() {
    let control = Control::default();
    // the piece stands on cell 2 of 70: what lies behind it can never be reached
    let start = with_piece_at(70, 2);
    let spec = || walk(70, false);
    let engine = open(Specification::Masks { spec: spec(), start: Some(&start), plain: false }).unwrap();
    assert!(engine.bits() < 70);
    let code = engine.encode(&start).unwrap();
    // the costs are those of all 69 rewrites, of which two were dropped
    let costs: Vec<u32> = (0..69).map(|n| if n < 2 { 1000 } else { n + 1 }).collect();
    let metric = engine.metric(&costs, Chain::Off).unwrap();
    let expected: u32 = (2..69).map(|n| n + 1).sum();
    assert_eq!(engine.count(&code, Some(&metric), &control).unwrap(), Some((expected, 1)));
    assert_eq!(refused(engine.metric(&costs[..40], Chain::Off)), "a metric needs a cost for each rewrite");
    assert!(open(Specification::Masks { spec: spec(), start: Some(&start[1..]), plain: false }).is_err());
}

#[test]
fn grids_of_every_width_and_both_games() {
    let control = Control::default();
    let universe = Arc::new(Universe::new(None));
    // a line of n cells takes n + 1 bits
    for length in [3, 63, 64, 127, 128, 1023] {
        for game in [GridGame::Amazons, GridGame::NoGo] {
            let (rows, cols) = if length % 2 == 0 { (1, length) } else { (length, 1) };
            let opened =
                |impartial| open(Specification::Grid { game, rows, cols, impartial, stuck: Stuck::Loses }).unwrap();
            // x.o and nothing else
            let symbols: Vec<u16> = [1, 0, 2].into_iter().chain(std::iter::repeat(3)).take(length).collect();
            let engine = opened(false);
            let code = engine.encode(&symbols).unwrap();
            assert_eq!(engine.decode(&code).unwrap(), symbols);
            assert_eq!(engine.symmetries(), 8);
            let expected = engine.winners(&code, OutcomeMethod::AlphaBeta, &universe, &control).unwrap();
            for method in [OutcomeMethod::Sums, OutcomeMethod::ProofNumber, OutcomeMethod::Retrograde] {
                assert_eq!(
                    engine.winners(&code, method, &universe, &control).unwrap(),
                    expected,
                    "{length} {method:?}"
                );
            }
            let free = opened(true);
            one_nimber(&free, &free.encode(&symbols).unwrap());
            let longest = engine.longest(&code, Player::Left, &control);
            match game {
                GridGame::Amazons => assert_eq!(longest.unwrap().len(), 1),
                GridGame::NoGo => assert_eq!(refused(longest), "these rules know no longest lines"),
            }
        }
    }
    for (rows, cols) in [(0, 3), (1, 1024), (40, 40)] {
        let opened =
            open(Specification::Grid { game: GridGame::NoGo, rows, cols, impartial: false, stuck: Stuck::Loses });
        assert_eq!(refused(opened), format!("a board of {rows} x {cols} cells does not fit"));
    }
}

fn heap_code(heaps: &[u64]) -> Vec<u8> {
    heaps.iter().flat_map(|heap| heap.to_le_bytes()).collect()
}

#[test]
fn heaps_in_normal_and_misere_play() {
    let (control, universe) = (Control::default(), Arc::new(Universe::new(None)));
    let nim = open(Specification::Heaps { code: "0.(3)", stuck: Stuck::Loses }).unwrap();
    assert_eq!(one_nimber(&nim, &heap_code(&[3, 0, 5, 1])), 7);
    let misere = open(Specification::Heaps { code: "0.(3)", stuck: Stuck::Wins }).unwrap();
    for method in [OutcomeMethod::Sums, OutcomeMethod::AlphaBeta, OutcomeMethod::Retrograde] {
        let winners = |heaps: &[u64]| misere.winners(&heap_code(heaps), method, &universe, &control).unwrap();
        assert_eq!(winners(&[1, 1]), [Winner::Left, Winner::Right], "{method:?}");
        assert_eq!(winners(&[1]), [Winner::Right, Winner::Left], "{method:?}");
        assert_eq!(winners(&[2, 2]), [Winner::Right, Winner::Left], "{method:?}");
    }
    assert!(refused(open(Specification::Heaps { code: "3.1", stuck: Stuck::Loses })).starts_with("heap code \"3.1\""));
    assert_eq!(refused(nim.moves(&[1, 2], Player::Left)), "heaps are eight bytes each");
    assert!(matches!(nim.moves(&heap_code(&[100_001]), Player::Left), Err(Error::Limit(..))));
}

#[test]
fn hackenbush_of_every_width() {
    let (control, universe) = (Control::default(), Arc::new(Universe::new(None)));
    for edges in [1, 64, 65, 256, 257, 1024] {
        // stalks of one edge
        let ends: Vec<(u32, u32)> = (1..=edges).map(|vertex| (0, vertex)).collect();
        let opened = |impartial| {
            let stuck = Stuck::Loses;
            open(Specification::Hackenbush { ends: &ends, impartial, stuck }).unwrap()
        };
        let bytes = (edges as usize).div_ceil(8);
        let mut code = vec![0; 2 * bytes];
        code[0] = 1;
        let engine = opened(false);
        assert_eq!(engine.bits(), 2 * edges as usize);
        for method in [OutcomeMethod::Sums, OutcomeMethod::AlphaBeta, OutcomeMethod::ProofNumber] {
            assert_eq!(engine.winners(&code, method, &universe, &control).unwrap(), [Winner::Left; 2]);
        }
        code[bytes] = 1;
        assert_eq!(one_nimber(&opened(true), &code), 1);
    }
    let ends = vec![(0, 1); 1025];
    let large = open(Specification::Hackenbush { ends: &ends, impartial: false, stuck: Stuck::Loses }).unwrap();
    assert_eq!(refused(large.goal(&[0; 258])), "1025 edges are too many to search (at most 1024)");
}

#[test]
fn strings_of_every_width() {
    let (control, universe) = (Control::default(), Arc::new(Universe::new(None)));
    for strings in [1, 64, 65, 128, 129, 1024] {
        // each string holds a coin of its own; one is left, and cutting it scores
        let ends: Vec<_> = (0..strings as u16).map(|coin| (Some(coin), None)).collect();
        let opened = |scored, misere| open(Specification::Strings { coins: strings, ends: &ends, scored, misere });
        let mut code = vec![0; strings.div_ceil(8)];
        code[0] = 1;
        let scored = opened(true, false).unwrap();
        assert_eq!(scored.bits(), strings);
        assert_eq!(scored.score(&code, Player::Left, &control).unwrap(), 1);
        assert_eq!(scored.score(&code, Player::Right, &control).unwrap(), -1);
        let winners = scored.winners(&code, OutcomeMethod::Points, &universe, &control).unwrap();
        assert_eq!(winners, [Winner::Left, Winner::Right]);
        let plain = opened(false, false).unwrap();
        for method in [OutcomeMethod::Nimbers, OutcomeMethod::AlphaBeta, OutcomeMethod::Retrograde] {
            // who captures must move on, and cannot
            let winners = plain.winners(&code, method, &universe, &control).unwrap();
            assert_eq!(winners, [Winner::Right, Winner::Left], "{method:?}");
        }
    }
    let ends = [(Some(0), Some(3))];
    let opened = open(Specification::Strings { coins: 2, ends: &ends, scored: true, misere: false });
    assert_eq!(refused(opened), "string number 0 is tied to no coin that there is");
    let ends = vec![(Some(0), None); 1025];
    assert!(open(Specification::Strings { coins: 1, ends: &ends, scored: true, misere: false }).is_err());
}

#[test]
fn permutations_of_every_width_are_puzzles_only() {
    let (control, universe) = (Control::default(), Arc::new(Universe::new(None)));
    for degree in [2, 16, 17, 32, 33, 64, 65, 255] {
        let goal: Vec<u8> = (0..degree as u8).collect();
        let mut swap = goal.clone();
        swap.swap(0, degree - 1);
        let engine = open(Specification::Permutations { degree, moves: &[swap.clone()], goal: &goal }).unwrap();
        let metric = engine.metric(&[3], Chain::Off).unwrap();
        for method in [SolveMethod::BreadthFirst, SolveMethod::AStar, SolveMethod::IdaStar, SolveMethod::Beam] {
            let line = engine.solve(&swap, Some(&metric), method, &control).unwrap();
            assert_eq!(line, Some(vec![Code::from(&goal[..])]), "{method:?}");
        }
        assert_eq!(engine.count(&swap, Some(&metric), &control).unwrap(), Some((3, 1)));
        let cluster = engine.cluster(&swap, Some(&metric), &control).unwrap();
        assert_eq!((cluster.figures().positions, cluster.cost(&swap).unwrap()), (2, Some(Some(3))));
        assert_eq!(cluster.line(&swap).unwrap(), Some(vec![Code::from(&goal[..])]));
        assert_eq!(engine.reachable(&swap, &[Player::Left], &control).unwrap().positions, 2);
        let chained = engine.metric(&[3], Chain::Piece).unwrap();
        assert_eq!(refused(engine.count(&swap, Some(&chained), &control)), "these rules count moves only");
        let asked = engine.winners(&swap, OutcomeMethod::AlphaBeta, &universe, &control);
        assert_eq!(refused(asked), "these rules are not a game for two players");
        assert_eq!(refused(engine.encode(&[0])), "these rules have no cells");
        assert_eq!(refused(engine.goal(&goal[1..])), format!("item {degree} has no place of its own"));
    }
    let opened = open(Specification::Permutations { degree: 3, moves: &[vec![0, 0, 1]], goal: &[0, 1, 2] });
    assert_eq!(refused(opened), "item 2 has no place of its own");
}

fn alone(edges: usize, once: bool, goals: Vec<orientations::Goal>) -> Play {
    Play { owners: vec![None; edges], goals, once, alone: true, stuck: Stuck::Loses, impartial: false }
}

#[test]
fn orientations_of_every_width_are_puzzles_and_games() {
    let (control, universe) = (Control::default(), Arc::new(Universe::new(None)));
    // a path in which each edge holds the next one: only the last may be reversed, then the one before it
    for edges in [1usize, 63, 64, 65, 128, 129, 256, 257, 512, 513, 1024] {
        let ends: Vec<(u32, u32)> = (0..edges as u32).map(|vertex| (vertex, vertex + 1)).collect();
        let mut minima = vec![1; edges + 1];
        (minima[0], minima[edges]) = (0, 0);
        let weights = vec![1; edges];
        let bytes = edges.div_ceil(64) * 8;
        for once in [false, true] {
            let opened =
                |play| open(Specification::Orientations { ends: &ends, weights: &weights, minima: &minima, play });
            let goal = orientations::Goal { winner: Winner::Left, arrows: vec![(0, false)] };
            let puzzle = opened(alone(edges, once, vec![goal])).unwrap();
            let length = bytes * if once { 2 } else { 1 };
            assert_eq!(puzzle.bits(), 8 * length);
            let start = puzzle.encode(&vec![1; edges]).unwrap();
            assert_eq!((start.len(), puzzle.decode(&start).unwrap()), (length, vec![1; edges]));
            // IDA* goes the whole way once for each length
            let methods = [SolveMethod::BreadthFirst, SolveMethod::AStar, SolveMethod::Beam, SolveMethod::IdaStar];
            for method in methods.into_iter().take(if edges < 300 { 4 } else { 3 }) {
                let line = puzzle.solve(&start, None, method, &control).unwrap().unwrap();
                assert_eq!(line.len(), edges, "{method:?}");
                let last = puzzle.encode(&vec![if once { 2 } else { 0 }; edges]).unwrap();
                assert_eq!(line.last(), Some(&last));
            }
            assert_eq!(puzzle.count(&start, None, &control).unwrap(), Some((edges as u32, 1)));
            assert_eq!(puzzle.solutions(&start, None, 5, &control).unwrap().len(), 1);
            let figures = puzzle.cluster(&start, None, &control).unwrap().figures();
            assert_eq!((figures.positions, figures.depth), (edges as u64 + 1, Some(edges as u32)));
            let reached = puzzle.reachable(&start, &[Player::Left], &control).unwrap();
            assert_eq!((reached.positions, reached.goals), (edges as u128 + 1, 1));
            let ports = puzzle.ports(&[&start], &[vec![(edges - 1, orientations::points(true))]], &control).unwrap();
            let states: Vec<_> = ports.states.iter().map(|state| (state.ports, state.positions)).collect();
            assert_eq!(states, [(0, edges as u64), (1, 1)]);
            let chain = Metric { costs: vec![], chain: Chain::Piece };
            assert_eq!(refused(puzzle.count(&start, Some(&chain), &control)), "these rules count moves only");
            if once && edges < 200 {
                // one move after the other, whoever makes it
                let game = opened(Play { alone: false, impartial: true, ..alone(edges, once, vec![]) }).unwrap();
                let mut symbols = vec![1; edges];
                symbols[edges - 1] = 2;
                let code = game.encode(&symbols).unwrap();
                assert_eq!(one_nimber(&game, &code), (edges as u32 + 1) % 2);
            }
            // Left owns all edges and wins by the first one; Right cannot move and loses
            let goal = orientations::Goal { winner: Winner::Left, arrows: vec![(0, false)] };
            let owners = vec![Some(Player::Left); edges];
            let game = opened(Play { owners, alone: false, ..alone(edges, once, vec![goal]) }).unwrap();
            let winners = game.winners(&start, OutcomeMethod::Retrograde, &universe, &control).unwrap();
            assert_eq!(winners, [Winner::Left; 2]);
            let best = game.best(&start, Player::Left, OutcomeMethod::Retrograde, &universe, &control).unwrap();
            assert_eq!(best.map(|(_, winner)| winner), Some(Winner::Left));
        }
    }
}

#[test]
fn orientations_that_cannot_be_meant_are_refused() {
    let opened = |edges: usize, weight: u32, play: Play| {
        let (ends, weights) = (vec![(0, 1); edges], vec![weight; edges]);
        open(Specification::Orientations { ends: &ends, weights: &weights, minima: &[0, 2], play })
    };
    for once in [false, true] {
        let large = opened(1025, 1, alone(1025, once, vec![]));
        assert!(matches!(large, Err(Error::Limit(..))));
        assert_eq!(refused(large), "1025 edges are too many to search (at most 1024)");
    }
    assert_eq!(refused(opened(2, 0, alone(2, false, vec![]))), "edge number 0 has no weight (expected at least 1)");
    assert_eq!(refused(opened(2, 1, alone(3, false, vec![]))), "3 owners for 2 edges");
    let goal = orientations::Goal { winner: Winner::Left, arrows: vec![(2, true)] };
    assert_eq!(refused(opened(2, 1, alone(2, false, vec![goal]))), "no edge number 2");
    let ends = [(0, 2)];
    let opened_at = |minima: &[u64], weights: &[u32]| {
        open(Specification::Orientations { ends: &ends, weights, minima, play: alone(1, false, vec![]) })
    };
    assert_eq!(refused(opened_at(&[0, 0], &[1])), "edge number 0 ends at no vertex that there is");
    assert_eq!(refused(opened_at(&[0, 0, 0], &[])), "0 weights for 1 edges");
    let engine = opened(3, 1, alone(3, false, vec![])).unwrap();
    assert_eq!(
        refused(engine.goal(&[1, 0, 0, 0, 0, 0, 0, 0])),
        "vertex number 1 has an inflow of 1 (expected at least 2)"
    );
    assert_eq!(refused(engine.goal(&[8, 0, 0, 0, 0, 0, 0, 0])), "a configuration of more than 3 edges");
    assert_eq!(refused(engine.goal(&[7])), "a configuration of 1 bytes (expected 8)");
    assert_eq!(refused(engine.encode(&[1, 1, 2])), "edge number 2 cannot have symbol number 2");
    assert_eq!(refused(engine.encode(&[1, 1])), "2 symbols for 3 edges");
    let control = Control::default();
    let code = engine.encode(&[1, 1, 1]).unwrap();
    assert_eq!(refused(engine.ports(&[&code], &[vec![(3, vec![1])]], &control)), "no cell number 3");
    assert_eq!(refused(orientations::owner("W")), "no player \"W\" owns edges (expected \"L\", \"R\" or nobody)");
}

/// Positions are numbers; a move takes one or two away.
struct Countdown;

impl Source for Countdown {
    fn moves(&self, position: u32, _: Player) -> Result<Vec<(u32, bool)>> {
        Ok((1..=2).filter_map(|take| Some((position.checked_sub(take)?, false))).collect())
    }

    fn goal(&self, position: u32) -> Result<Option<Winner>> {
        Ok((position == 99).then_some(Winner::Nobody))
    }

    fn split(&self, position: u32) -> Result<Option<Vec<u32>>> {
        Ok(Some(vec![position]))
    }
}

#[test]
fn callbacks_are_games_and_puzzles() {
    let control = Control::default();
    let callback =
        |splits| Specification::Callback { source: Box::new(Countdown), impartial: true, stuck: Stuck::Loses, splits };
    for splits in [false, true] {
        let engine = open(callback(splits)).unwrap();
        assert_eq!(engine.sums(), splits);
        let code = 20u32.to_le_bytes();
        assert_eq!(engine.nimber(&code, NimberMethod::Sums, &control).unwrap(), 2);
        assert_eq!(engine.solve(&code, None, SolveMethod::AStar, &control).unwrap(), None);
        assert_eq!(engine.reachable(&code, &[Player::Left], &control).unwrap().positions, 21);
        assert_eq!(engine.cluster(&code, None, &control).unwrap().figures().positions, 21);
        assert_eq!(engine.goal(&99u32.to_le_bytes()).unwrap(), Some(Winner::Nobody));
        assert_eq!(refused(engine.goal(&[1])), "a position number has four bytes");
        assert_eq!(refused(engine.score(&code, Player::Left, &control)), "these rules have no points");
    }
    assert_eq!(one_nimber(&open(callback(true)).unwrap(), &20u32.to_le_bytes()), 2);
}

#[test]
fn sums_add_what_is_in_normal_play() {
    let nim = |stuck| open(Specification::Heaps { code: "0.(3)", stuck }).unwrap();
    let (normal, misere) = (nim(Stuck::Loses), nim(Stuck::Wins));
    let walk = open(Specification::Masks { spec: walk(4, true), start: None, plain: false }).unwrap();
    let sum = open(Specification::Sum(vec![&normal, &walk])).unwrap();
    let part =
        |number: u32, code: &[u8]| [&number.to_le_bytes()[..], &(code.len() as u32).to_le_bytes()[..], code].concat();
    // a heap of 5 and a piece that has three steps
    let walked = walk.encode(&with_piece_at(4, 0)).unwrap();
    let code = [part(0, &heap_code(&[5])), part(1, &walked)].concat();
    assert_eq!(one_nimber(&sum, &code), 5 ^ 1);
    assert_eq!(refused(sum.goal(&part(2, &[]))), "a component without rules");
    assert_eq!(refused(sum.goal(&code[..5])), "a sum cut short");
    assert_eq!(refused(open(Specification::Sum(vec![&normal, &misere]))), "only games in normal play can be added");
}

#[test]
fn what_a_kernel_cannot_be_asked_is_refused() {
    let control = Control::default();
    let nim = open(Specification::Heaps { code: "0.(3)", stuck: Stuck::Loses }).unwrap();
    let code = heap_code(&[3]);
    assert_eq!(refused(nim.solve(&code, None, SolveMethod::AStar, &control)), "these rules are not a puzzle");
    assert_eq!(refused(nim.cluster(&code, None, &control).map(|_| ())), "these rules are not a puzzle");
    assert_eq!(refused(nim.score(&code, Player::Left, &control)), "these rules have no points");
    assert_eq!(refused(nim.longest(&code, Player::Left, &control)), "these rules know no longest lines");
}

/// Codes that do not fit into their own size are counted where positions are kept: limits on memory must see them.
#[test]
fn memory_counts_long_codes() {
    let degree = 65;
    let goal: Vec<u8> = (0..degree as u8).collect();
    let swaps: Vec<Vec<u8>> = (0..6)
        .map(|place| {
            let mut swap = goal.clone();
            swap.swap(place, place + 1);
            swap
        })
        .collect();
    let engine = open(Specification::Permutations { degree, moves: &swaps, goal: &goal }).unwrap();
    let least = 5040 * (size_of::<Code>() + degree) as u64;
    let reach = Control::default();
    assert_eq!(engine.reachable(&goal, &[Player::Left], &reach).unwrap().positions, 5040);
    assert!(reach.peak_memory() > least, "{} of {least}", reach.peak_memory());
    let cluster = Control::default();
    assert_eq!(engine.cluster(&goal, None, &cluster).unwrap().figures().positions, 5040);
    assert!(cluster.peak_memory() > least, "{} of {least}", cluster.peak_memory());
    // a walk of one piece over 513 cells, of 128 bytes each
    let walk = open(Specification::Masks { spec: walk(513, true), start: None, plain: true }).unwrap();
    let code = walk.encode(&with_piece_at(513, 0)).unwrap();
    let least = 513 * 128;
    for method in [NimberMethod::Sums, NimberMethod::Mex] {
        let control = Control::default();
        walk.nimber(&code, method, &control).unwrap();
        assert!(control.peak_memory() > least, "{method:?}: {} of {least}", control.peak_memory());
    }
    let control = Control::default();
    walk.remoteness(&code, Player::Left, &control).unwrap();
    assert!(control.peak_memory() > least, "{} of {least}", control.peak_memory());
    let control = Control::default();
    walk.tempo(&code, Player::Left, &control).unwrap();
    assert!(control.peak_memory() > least, "{} of {least}", control.peak_memory());
}
