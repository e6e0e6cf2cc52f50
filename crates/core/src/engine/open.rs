//! From a specification to an engine: which kernel, how wide, and which searches are compiled for it.
//!
//! A width is the number of 64-bit words of a position. Each width is compiled separately, so that there are few: one
//! word for the boards that matter most, and steps from there. What a kernel cannot be asked is not
//! compiled for it (a permutation puzzle has no outcome), and what need not be quick is asked over bytes: heaps have a
//! better way to their nimbers than searching, a callback costs more than any table of functions, a sum asks its
//! summands in bytes anyway, and the positions of the widest boards are no quicker to copy than their bytes.

use super::board::{Board, Symbolic};
use super::erased::{AnyRules, Coded, Erased};
use super::game::{Cold, Game, Pointed, Points, Positions, Searches, Whole};
use super::names::GridGame;
use super::puzzle::{Moves, Puzzle};
use super::{Engine, GameHalf};
use crate::error::Result;
use crate::games::amazons::AmazonsRules;
use crate::games::hackenbush::HackenbushRules;
use crate::games::nogo::NoGoRules;
use crate::games::strings::{GROUND, StringRules};
use crate::kernels::callback::{CallbackRules, Source};
use crate::kernels::connections::{self, ConnectionRules, Net};
use crate::kernels::heaps::{HeapCode, HeapRules};
use crate::kernels::masks::spec::Spec;
use crate::kernels::masks::{MaskRules, bits_needed};
use crate::kernels::orientations::graph::Graph;
use crate::kernels::orientations::{self, OrientationRules, Play};
use crate::kernels::permutations::PermutationRules;
use crate::kernels::rectangle;
use crate::kernels::sum::SumRules;
use crate::rules::Stuck;
use std::sync::Arc;

/// Rules as data: everything that an engine can be opened for.
pub enum Specification<'s> {
    /// Cell rewrites. `start` restricts the kernel to what can follow it; `plain` switches symmetries and splitting off.
    Masks { spec: Spec, start: Option<&'s [u16]>, plain: bool },
    /// A game on a rectangle that has rules of its own.
    Grid { game: GridGame, rows: usize, cols: usize, impartial: bool, stuck: Stuck },
    /// Heaps with the code in `code`.
    Heaps { code: &'s str, stuck: Stuck },
    /// Edges between vertices, the vertex 0 being the ground; an edge has the colours that a position gives it.
    Hackenbush { ends: &'s [(u32, u32)], impartial: bool, stuck: Stuck },
    /// Strings-and-Coins: the coins at both ends of each string, `None` for the ground.
    Strings { coins: usize, ends: &'s [(Option<u16>, Option<u16>)], scored: bool, misere: bool },
    /// Moves and goal as the images of places.
    Permutations { degree: usize, moves: &'s [Vec<u8>], goal: &'s [u8] },
    /// Constraint logic: the ends and weights of edges, the minimum inflows of vertices, and how it is played.
    Orientations { ends: &'s [(u32, u32)], weights: &'s [u32], minima: &'s [u64], play: Play },
    /// Elements that the players claim to join two ends, or to separate them.
    Connections { net: &'s Net, play: connections::Play },
    /// Rules that live outside.
    Callback { source: Box<dyn Source>, impartial: bool, stuck: Stuck, splits: bool },
    /// Positions of several kernels side by side.
    Sum(Vec<&'s Engine>),
}

pub fn open(specification: Specification) -> Result<Engine> {
    match specification {
        Specification::Masks { mut spec, start, plain } => {
            let kept = match start {
                Some(start) => spec.restrict(start)?,
                None => (0..spec.rewrites.len() as u32).collect(),
            };
            let bits = bits_needed(&spec)?;
            let engine = match bits {
                0..=64 => masks::<1>(spec, plain, all_searches),
                65..=128 => masks::<2>(spec, plain, all_searches),
                129..=256 => masks::<4>(spec, plain, all_searches),
                _ => masks::<16>(spec, plain, over_bytes),
            };
            Ok(Engine { kept, bits, ..engine? })
        }
        Specification::Grid { game, rows, cols, impartial, stuck } => {
            let (board, narrow) = ((rows, cols, impartial, stuck), rectangle::bits_needed(rows, cols));
            match (game, narrow) {
                (GridGame::Amazons, 0..=64) => on_grid(amazons::<1>(board)?, all_searches),
                (GridGame::Amazons, 65..=128) => on_grid(amazons::<2>(board)?, searches),
                (GridGame::Amazons, _) => on_grid(amazons::<16>(board)?, over_bytes),
                (GridGame::NoGo, 0..=64) => on_grid(no_go::<1>(board)?, all_searches),
                (GridGame::NoGo, 65..=128) => on_grid(no_go::<2>(board)?, searches),
                (GridGame::NoGo, _) => on_grid(no_go::<16>(board)?, over_bytes),
            }
        }
        Specification::Heaps { code, stuck } => {
            let rules = Arc::new(HeapRules::new(HeapCode::parse(code)?, stuck == Stuck::Wins));
            Ok(Engine::of_game(rules.clone(), over_bytes(&rules)))
        }
        Specification::Hackenbush { ends, impartial, stuck } => {
            let misere = stuck == Stuck::Wins;
            let engine = match ends.len() {
                0..=64 => game(HackenbushRules::<1>::new(ends, impartial, misere), searches),
                65..=256 => game(HackenbushRules::<4>::new(ends, impartial, misere), searches),
                _ => game(HackenbushRules::<16>::new(ends, impartial, misere), over_bytes),
            };
            Ok(Engine { bits: 2 * ends.len(), ..engine })
        }
        Specification::Strings { coins, ends, scored, misere } => {
            let ends: Vec<_> = ends.iter().map(|(a, b)| [a.unwrap_or(GROUND), b.unwrap_or(GROUND)]).collect();
            let engine = match ends.len().max(coins) {
                0..=64 => strings::<1, 64>(coins, &ends, scored, misere),
                65..=128 => strings::<2, 128>(coins, &ends, scored, misere),
                _ => strings::<16, 1024>(coins, &ends, scored, misere),
            };
            Ok(Engine { bits: ends.len(), ..engine? })
        }
        Specification::Permutations { degree, moves, goal } => {
            let engine = match degree {
                0..=16 => permutations::<16>(degree, moves, goal),
                17..=32 => permutations::<32>(degree, moves, goal),
                33..=64 => permutations::<64>(degree, moves, goal),
                _ => permutations::<256>(degree, moves, goal),
            };
            Ok(Engine { kept: (0..moves.len() as u32).collect(), bits: 8 * degree, ..engine? })
        }
        Specification::Orientations { ends, weights, minima, play } => {
            let graph = Graph::new(ends, weights, minima)?;
            let bits = orientations::bits_needed(ends.len(), play.once);
            let engine = match bits {
                0..=64 => orientations::<1>(graph, &play, all_searches, |rules| Arc::new(Moves(rules))),
                65..=128 => orientations::<2>(graph, &play, all_searches, |rules| Arc::new(Moves(rules))),
                129..=256 => orientations::<4>(graph, &play, over_bytes, |rules| Arc::new(Moves(rules))),
                257..=1024 => orientations::<16>(graph, &play, over_bytes, moves_over_bytes),
                _ => orientations::<32>(graph, &play, over_bytes, moves_over_bytes),
            };
            Ok(Engine { bits, ..engine? })
        }
        Specification::Connections { net, play } => {
            let elements = net.behind.len();
            let engine = match elements {
                0..=64 => game(ConnectionRules::<1>::new(net, play)?, all_searches),
                65..=128 => game(ConnectionRules::<2>::new(net, play)?, all_searches),
                _ => game(ConnectionRules::<16>::new(net, play)?, over_bytes),
            };
            Ok(Engine { bits: 2 * elements, ..engine })
        }
        Specification::Callback { source, impartial, stuck, splits } => {
            let rules = Arc::new(CallbackRules::new(source, impartial, stuck, splits));
            let engine = Engine::of_game(rules.clone(), over_bytes(&rules));
            Ok(Engine { puzzle: Some(moves_over_bytes(rules)), bits: 32, ..engine })
        }
        Specification::Sum(engines) => {
            let rules = SumRules::new(engines.into_iter().map(|engine| engine.rules.clone()).collect())?;
            Ok(game(rules, over_bytes))
        }
    }
}

type Compiled = (Box<dyn Game>, Box<dyn Whole>);

/// Both kinds of searches compiled for a kernel.
fn all_searches<R: Coded + 'static>(rules: &Arc<R>) -> Compiled {
    (Box::new(Searches::new(rules.clone())), Box::new(Positions::new(rules.clone())))
}

/// Those through whole positions over bytes.
fn searches<R: Coded + 'static>(rules: &Arc<R>) -> Compiled {
    (Box::new(Searches::new(rules.clone())), over_bytes(rules).1)
}

fn over_bytes<R: Coded + 'static>(rules: &Arc<R>) -> Compiled {
    let rules: Arc<dyn AnyRules> = rules.clone();
    all_searches(&Arc::new(Erased::Shared(rules)))
}

fn game<R: Coded + 'static>(rules: R, searches: fn(&Arc<R>) -> Compiled) -> Engine {
    let rules = Arc::new(rules);
    Engine::of_game(rules.clone(), searches(&rules))
}

fn on_grid<R: Coded + Symbolic + 'static>(rules: R, searches: fn(&Arc<R>) -> Compiled) -> Result<Engine> {
    let rules = Arc::new(rules);
    let board: Arc<dyn Board> = rules.clone();
    Ok(Engine { board: Some(board), symmetries: 8, ..Engine::of_game(rules.clone(), searches(&rules)) })
}

fn amazons<const W: usize>((rows, cols, impartial, stuck): (usize, usize, bool, Stuck)) -> Result<AmazonsRules<W>> {
    AmazonsRules::new(rows, cols, impartial, stuck)
}

fn no_go<const W: usize>((rows, cols, impartial, stuck): (usize, usize, bool, Stuck)) -> Result<NoGoRules<W>> {
    NoGoRules::new(rows, cols, impartial, stuck)
}

fn masks<const W: usize>(spec: Spec, plain: bool, searches: fn(&Arc<MaskRules<W>>) -> Compiled) -> Result<Engine> {
    let mut rules = MaskRules::<W>::compile(spec)?;
    if plain {
        rules = rules.without_splitting().without_symmetries();
    }
    let symmetries = rules.symmetry_count();
    let rules = Arc::new(rules);
    let mut engine = Engine::of_game(rules.clone(), searches(&rules));
    engine.add_points(&rules);
    Ok(Engine { board: Some(rules.clone()), puzzle: Some(rules), symmetries, ..engine })
}

fn moves_over_bytes<R: Coded + 'static>(rules: Arc<R>) -> Arc<dyn Puzzle> {
    let rules: Arc<dyn AnyRules> = rules;
    Arc::new(Moves(Arc::new(Erased::Shared(rules))))
}

fn orientations<const W: usize>(
    graph: Graph,
    play: &Play,
    searches: fn(&Arc<OrientationRules<W>>) -> Compiled,
    puzzle: fn(Arc<OrientationRules<W>>) -> Arc<dyn Puzzle>,
) -> Result<Engine> {
    let rules = Arc::new(OrientationRules::<W>::new(graph, play)?);
    let engine = Engine::of_game(rules.clone(), searches(&rules));
    Ok(Engine { board: Some(rules.clone()), puzzle: Some(puzzle(rules)), ..engine })
}

fn strings<const W: usize, const C: usize>(
    coins: usize,
    ends: &[[u16; 2]],
    scored: bool,
    misere: bool,
) -> Result<Engine> {
    let rules = Arc::new(StringRules::<W, C>::new(coins, ends, scored, misere)?);
    let mut engine = Engine::of_game(rules.clone(), over_bytes(&rules));
    engine.add_points(&rules);
    Ok(engine)
}

fn permutations<const N: usize>(degree: usize, moves: &[Vec<u8>], goal: &[u8]) -> Result<Engine> {
    let rules = Arc::new(PermutationRules::<N>::new(degree, moves, goal)?);
    Ok(Engine { puzzle: Some(rules.clone()), ..Engine::of_rules(rules) })
}

impl Engine {
    fn of_rules(rules: Arc<dyn AnyRules>) -> Engine {
        Engine { rules, game: None, puzzle: None, board: None, kept: Vec::new(), symmetries: 1, bits: 0 }
    }

    fn of_game(rules: Arc<dyn AnyRules>, (searches, whole): Compiled) -> Engine {
        let cold = Cold::new(rules.clone());
        Engine { game: Some(GameHalf { searches, points: None, whole, cold }), ..Engine::of_rules(rules) }
    }

    fn add_points<R: Coded + 'static>(&mut self, rules: &Arc<R>) {
        if let Some(game) = &mut self.game {
            let points: Box<dyn Points> = Box::new(Pointed::new(rules.clone()));
            game.points = Some(points);
        }
    }
}

#[cfg(test)]
#[path = "open_tests.rs"]
mod tests;
