//! Tests of nimbers against the definition.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use crate::limits::Limits;
use crate::rules::{Player, Stuck, Winner};
use crate::search::outcome::Outcomes;
use crate::search::toys::{Dominoes, Graph, Random, random_board};
use crate::search::who_wins::WhoWins;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn nimber<R: Rules>(rules: &R, position: &R::Position) -> Result<u32> {
    let control = Control::default();
    let found = Nimbers::new().nimber(rules, position, &control)?;
    let mut memo = Nimbers::new();
    assert_eq!(memo.is_zero(rules, position, &control)?, found == 0);
    assert_eq!(memo.known_zero(rules, position, &control)?, Some(found == 0));
    assert_eq!(memo.nimber(rules, position, &control)?, found);
    Ok(found)
}

/// Heaps under a take-and-break table: from n one may leave any of the sums in `table[n]`.
struct Heaps {
    table: Vec<Vec<Vec<usize>>>,
    split: bool,
}

impl Rules for Heaps {
    type Position = Vec<usize>;
    type Move = Vec<usize>;

    fn moves(&self, position: &Vec<usize>, _player: Player, out: &mut Vec<Vec<usize>>) -> Result<()> {
        for (i, &heap) in position.iter().enumerate() {
            for left in &self.table[heap] {
                let mut next = position.clone();
                next.remove(i);
                next.extend(left);
                out.push(next);
            }
        }
        Ok(())
    }

    fn play(&self, _position: &Vec<usize>, mv: &Vec<usize>) -> Result<Vec<usize>> {
        Ok(mv.clone())
    }

    fn goal(&self, _position: &Vec<usize>) -> Option<Winner> {
        None
    }

    fn impartial(&self) -> bool {
        true
    }

    fn canonical(&self, position: &Vec<usize>) -> Vec<usize> {
        let mut sorted = position.clone();
        sorted.sort_unstable();
        sorted
    }

    fn split(&self, position: &Vec<usize>, out: &mut Vec<Vec<usize>>) -> bool {
        if self.split {
            out.extend(position.iter().map(|&heap| vec![heap]));
        }
        self.split
    }
}

#[test]
fn nim_heaps_beyond_the_mask() {
    let heaps = Heaps { table: (0..200).map(|n| (0..n).map(|m| vec![m]).collect()).collect(), split: true };
    for position in [vec![63], vec![64], vec![199], vec![150, 77, 3], vec![130, 130], vec![64, 1]] {
        let expected = position.iter().fold(0, |xor, &n| xor ^ n as u32);
        assert_eq!(nimber(&heaps, &position).unwrap(), expected, "{position:?}");
    }
}

#[test]
fn random_take_and_break_games() {
    let mut random = Random(31);
    for _ in 0..300 {
        let table = (0..10u64)
            .map(|n| {
                let count = if n == 0 { 0 } else { random.below(5) };
                let option = |random: &mut Random| (0..random.below(4)).map(|_| random.below(n) as usize).collect();
                (0..count).map(|_| option(&mut random)).collect()
            })
            .collect();
        let mut heaps = Heaps { table, split: true };
        let position: Vec<usize> = (0..random.below(3)).map(|_| random.below(10) as usize).collect();
        let fast = nimber(&heaps, &position).unwrap();
        heaps.split = false;
        let control = Control::new(Limits { positions: Some(50_000), ..Limits::default() });
        match plain_nimber(&heaps, &position, &control) {
            Ok(plain) => {
                assert_eq!(fast, plain, "{position:?}");
                assert_eq!(nimber(&heaps, &position).unwrap(), plain);
            }
            Err(error) => assert!(matches!(error, Error::Limit(..))),
        }
    }
}

#[test]
fn random_boards_and_their_outcomes() {
    let mut random = Random(32);
    let whole = Dominoes { split: false, ..Dominoes::CRAM };
    let control = Control::default();
    let mut nimbers = Nimbers::new();
    for _ in 0..150 {
        let board = random_board(&mut random, 4, 5);
        let plain = plain_nimber(&whole, &board, &control).unwrap();
        assert_eq!(nimbers.nimber(&Dominoes::CRAM, &board, &control).unwrap(), plain, "{board:x}");
        assert_eq!(nimber(&whole, &board).unwrap(), plain);
        let winner = Outcomes::new(1 << 20).winner(&Dominoes::CRAM, &board, Player::Left, &control).unwrap();
        assert_eq!(winner == Winner::Left, plain != 0);
    }
}

/// A memo for so many threads, which join after little.
fn of_threads<P: Clone + Eq + Ord + std::hash::Hash + Send + Sync>(threads: usize, alone: u64) -> Nimbers<P> {
    Nimbers { threads: Some(threads), alone, ..Nimbers::new() }
}

#[test]
fn threads_find_what_the_definition_says() {
    let mut random = Random(34);
    let whole = Dominoes { split: false, ..Dominoes::CRAM };
    let control = Control::default();
    let mut kept = of_threads(3, 4);
    for round in 0..120 {
        let board = random_board(&mut random, 4, 5);
        let plain = plain_nimber(&whole, &board, &control).unwrap();
        let (threads, alone) = (2 + random.below(3) as usize, random.below(40));
        let mut fresh = of_threads(threads, alone);
        let rules = if round % 3 == 0 { &whole } else { &Dominoes::CRAM };
        assert_eq!(fresh.is_zero(rules, &board, &control).unwrap(), plain == 0, "{board:x}");
        assert_eq!(fresh.nimber(rules, &board, &control).unwrap(), plain, "{board:x}");
        assert_eq!(of_threads(threads, alone).nimber(rules, &board, &control).unwrap(), plain, "{board:x}");
        assert_eq!(kept.nimber(&Dominoes::CRAM, &board, &control).unwrap(), plain, "{board:x}");
    }
    for (rows, columns, expected) in [(3, 7, 1), (4, 5, 2), (5, 5, 0)] {
        for threads in [2, 4] {
            let found = of_threads(threads, 50).nimber(&Dominoes::CRAM, &Dominoes::board(rows, columns), &control);
            assert_eq!(found.unwrap(), expected);
        }
    }
}

/// Cram that fails in every thread but one, which waits for that when it has played `patience` times.
struct Elsewhere {
    asker: std::thread::ThreadId,
    patience: usize,
    played: AtomicUsize,
    failed: AtomicBool,
}

impl Rules for Elsewhere {
    type Position = u64;
    type Move = u64;

    fn moves(&self, position: &u64, player: Player, out: &mut Vec<u64>) -> Result<()> {
        if std::thread::current().id() != self.asker {
            self.failed.store(true, Ordering::Relaxed);
            return Err(Error::invalid("somebody fails"));
        }
        if self.played.fetch_add(1, Ordering::Relaxed) >= self.patience {
            while !self.failed.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        }
        Dominoes::CRAM.moves(position, player, out)
    }

    fn play(&self, position: &u64, mv: &u64) -> Result<u64> {
        Dominoes::CRAM.play(position, mv)
    }

    fn goal(&self, _position: &u64) -> Option<Winner> {
        None
    }

    fn impartial(&self) -> bool {
        true
    }

    fn canonical(&self, position: &u64) -> u64 {
        Dominoes::CRAM.canonical(position)
    }

    fn split(&self, position: &u64, out: &mut Vec<u64>) -> bool {
        Dominoes::CRAM.split(position, out)
    }
}

#[test]
fn who_fails_ends_the_search_of_all() {
    let board = Dominoes::board(5, 6);
    let rules = Elsewhere {
        asker: std::thread::current().id(),
        patience: 1000,
        played: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
    };
    let mut nimbers = of_threads(2, 0);
    let found = nimbers.nimber(&rules, &board, &Control::default());
    assert!(found.as_ref().is_err_and(|error| error.to_string().contains("somebody fails")), "{found:?}");
    assert_eq!(nimbers.nimber(&Dominoes::CRAM, &board, &Control::default()).unwrap(), 2);
}

#[test]
fn threads_stop_at_limits_and_at_loops() {
    let board = Dominoes::board(4, 6);
    for limits in [
        Limits { positions: Some(2000), ..Limits::default() },
        Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() },
    ] {
        let mut nimbers = of_threads(3, 100);
        let found = nimbers.nimber(&Dominoes::CRAM, &board, &Control::new(limits));
        assert!(matches!(found, Err(Error::Limit(..))), "{found:?}");
        assert_eq!(nimbers.nimber(&Dominoes::CRAM, &board, &Control::default()).unwrap(), 0);
    }
    let control = Control::default();
    let asked = std::thread::scope(|scope| {
        let asked = scope.spawn(|| of_threads(3, 100).nimber(&Dominoes::CRAM, &Dominoes::board(7, 8), &control));
        while control.positions() < 5000 {
            std::thread::yield_now();
        }
        control.cancel();
        asked.join().unwrap()
    });
    assert!(matches!(asked, Err(Error::Cancelled)), "{asked:?}");
    let control = Control::default().with_hook(|_| Err(Error::Cancelled));
    assert!(matches!(
        of_threads(3, 100).nimber(&Dominoes::CRAM, &Dominoes::board(6, 7), &control),
        Err(Error::Cancelled)
    ));
    // 300 heaps that lead on to each other, and the last back to the first
    let mut ring = Heaps { table: (0..300).map(|n| vec![vec![n + 1], vec![(n + 7) % 301]]).collect(), split: true };
    ring.table.push(vec![vec![0]]);
    assert!(matches!(of_threads(2, 10).nimber(&ring, &vec![0], &Control::default()), Err(Error::Invalid(_))));
}

#[test]
fn little_memory_suffices() {
    let mut random = Random(35);
    let whole = Dominoes { split: false, ..Dominoes::CRAM };
    for round in 0..60 {
        let board = random_board(&mut random, 4, 5);
        let plain = plain_nimber(&whole, &board, &Control::default()).unwrap();
        let limit = 80_000 + random.below(60_000);
        let control = Control::new(Limits { memory: Some(limit), ..Limits::default() });
        let mut nimbers = if round % 2 == 0 { Nimbers::new() } else { of_threads(2 + round % 3, 20) };
        let rules = if round % 3 == 0 { &whole } else { &Dominoes::CRAM };
        assert_eq!(nimbers.nimber(rules, &board, &control).unwrap(), plain, "{board:x}");
        assert!(nimbers.bytes(rules) <= limit && control.peak_memory() <= limit);
    }
    // without a limit this one takes several times as much; more threads than there is room for do not join
    let board = Dominoes::board(5, 6);
    for threads in [1, 2] {
        let (free, bound) = (Control::default(), Control::new(Limits { memory: Some(1 << 18), ..Limits::default() }));
        assert_eq!(of_threads(threads, 100).nimber(&Dominoes::CRAM, &board, &free).unwrap(), 2);
        assert_eq!(of_threads(threads, 100).nimber(&Dominoes::CRAM, &board, &bound).unwrap(), 2);
        assert!(bound.peak_memory() <= 1 << 18 && free.peak_memory() > 2 << 18);
    }
    let control = Control::new(Limits { memory: Some(1 << 18), ..Limits::default() });
    assert_eq!(of_threads(64, 5000).nimber(&Dominoes::CRAM, &board, &control).unwrap(), 2);
}

#[test]
fn cram_rectangles() {
    let found = |rows, columns| nimber(&Dominoes::CRAM, &Dominoes::board(rows, columns)).unwrap();
    for (rows, columns) in [(1, 8), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4), (3, 6), (4, 5)] {
        let whole = Dominoes { split: false, ..Dominoes::CRAM };
        let board = Dominoes::board(rows, columns);
        assert_eq!(found(rows, columns), plain_nimber(&whole, &board, &Control::default()).unwrap());
    }
    // Winning Ways, chapter 15, and Lemoine, Viennot; a board of even sides is 0 by symmetry, even by odd is not
    assert_eq!((3..=8).map(|n| found(3, n)).collect::<Vec<_>>(), [0, 1, 1, 4, 1, 3]);
    assert_eq!((4..=6).map(|n| found(4, n)).collect::<Vec<_>>(), [0, 2, 0]);
    assert_eq!(found(5, 5), 0);
}

#[test]
#[ignore = "seconds: run in release"]
fn large_cram_boards() {
    for (rows, columns) in [(4, 7), (5, 5), (5, 6), (5, 7), (6, 6)] {
        let control = Control::default();
        let mut nimbers = Nimbers::new();
        let found = nimbers.nimber(&Dominoes::CRAM, &Dominoes::board(rows, columns), &control).unwrap();
        println!("{rows}x{columns}: {found}, {:?}, {} components", control.elapsed(), nimbers.len());
        assert!((rows * columns) % 2 == 1 || (found == 0) == (rows % 2 == columns % 2));
    }
}

#[test]
fn random_graphs_without_goals() {
    let mut random = Random(33);
    for round in 0..3000 {
        let mut graph = Graph::random(&mut random, 30, round % 2 == 0);
        graph.stuck = Stuck::Loses;
        graph.impartial = true;
        graph.goals.fill(None);
        for both in &mut graph.moves {
            both[0].iter_mut().for_each(|mv| mv.1 = false);
            both[1] = both[0].clone();
        }
        let control = Control::default();
        match (nimber(&graph, &0), plain_nimber(&graph, &0, &control)) {
            (Ok(fast), Ok(plain)) => assert_eq!(fast, plain, "{graph:?}"),
            (_, Err(Error::Invalid(_))) => assert!(round % 2 == 0),
            (fast, plain) => panic!("{fast:?} {plain:?}"),
        }
    }
}

#[test]
fn other_games_are_refused() {
    let board = Dominoes::board(3, 3);
    let misere = Dominoes { stuck: Stuck::Wins, ..Dominoes::CRAM };
    assert!(matches!(nimber(&Dominoes::DOMINEERING, &board), Err(Error::Invalid(_))));
    assert!(matches!(nimber(&misere, &board), Err(Error::Invalid(_))));
    let edge = |again| Graph {
        moves: vec![[vec![(1, again)], vec![(1, again)]], [vec![], vec![]]],
        goals: vec![None, Some(Winner::Left)],
        stuck: Stuck::Loses,
        impartial: true,
        backwards: false,
    };
    assert!(matches!(nimber(&edge(false), &0), Err(Error::Invalid(_))));
    assert!(matches!(plain_nimber(&edge(false), &0, &Control::default()), Err(Error::Invalid(_))));
    let mut again = edge(true);
    again.goals.fill(None);
    assert!(matches!(nimber(&again, &0), Err(Error::Invalid(_))));
}

#[test]
fn limits_stop_and_the_memo_stays_sound() {
    let (rules, board) = (Dominoes::CRAM, Dominoes::board(4, 6));
    let mut nimbers = Nimbers::new();
    let control = Control::new(Limits { positions: Some(1000), ..Limits::default() });
    assert!(matches!(nimbers.nimber(&rules, &board, &control), Err(Error::Limit(..))));
    let control = Control::new(Limits { memory: Some(1 << 12), ..Limits::default() });
    assert!(matches!(nimbers.nimber(&rules, &board, &control), Err(Error::Limit(..))));
    let control = Control::default();
    control.cancel();
    assert!(matches!(nimbers.nimber(&rules, &board, &control), Err(Error::Cancelled)));
    let control = Control::default();
    assert_eq!(nimbers.nimber(&rules, &board, &control).unwrap(), 0);
    let bytes = nimbers.bytes(&rules);
    assert!(bytes > 0 && control.peak_memory() >= bytes);
}
