//! Limits, cancellation, threads, memory, and names that come again.

use super::counting::taken;
use super::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Sums of random hot games, one more at a time, with fingerprints that do not depend on the universe.
fn pile(w: &mut Worker, seed: u64, count: usize) -> Result<Vec<u64>> {
    let mut random = Random(seed);
    let mut total = Game::ZERO;
    let mut prints = Vec::new();
    for _ in 0..count {
        let part = hot(w, &mut random, 2);
        total = w.add(total, part)?;
        prints.push(w.fingerprint(total)?);
    }
    Ok(prints)
}

const SEED: u64 = 5;
const PILE: usize = 9;

fn expected() -> Vec<u64> {
    let (universe, control) = (Universe::default(), Control::default());
    pile(&mut Worker::new(&universe, &control), SEED, PILE).unwrap()
}

#[test]
fn a_full_universe_refuses_and_stays_usable() {
    let control = Control::default();
    let limit = 2 << 20;
    let universe = Universe::new(Some(limit));
    let w = &mut Worker::new(&universe, &control);
    let mut random = Random(7);
    let games: Vec<Game> = (0..40).map(|_| hot(w, &mut random, 2)).collect();
    let prints: Vec<u64> = games.iter().map(|&g| w.fingerprint(g).unwrap()).collect();
    let known: Vec<bool> = pairs(&games).map(|(g, h)| w.le(g, h).unwrap()).collect();
    let mut total = Game::ZERO;
    let mut refused = 0;
    for _ in 0..200 {
        let game = games[random.below(40) as usize];
        match w.add(total, game) {
            Ok(sum) => total = sum,
            Err(Error::Limit(_, text)) => {
                refused += 1;
                assert!(text.contains("the universe of values is full"), "{text}");
            }
            Err(error) => panic!("{error}"),
        }
        assert!(universe.bytes() <= limit + (1 << 20), "{} bytes", universe.bytes());
    }
    assert!(refused > 10, "{refused} sums were refused");
    // what is there is there, and numbers need no room
    assert_eq!(games.iter().map(|&g| w.fingerprint(g).unwrap()).collect::<Vec<_>>(), prints);
    assert_eq!(pairs(&games).map(|(g, h)| w.le(g, h).unwrap()).collect::<Vec<_>>(), known);
    let (one, two) = (number(w, 1, 0), number(w, 2, 0));
    assert_eq!(w.add(one, one).unwrap(), two);
    for &g in &games {
        let [left, right] = [LEFT, RIGHT].map(|side| w.options(g, side).unwrap());
        assert_eq!(w.game(&left, &right).unwrap(), g);
    }
    // another worker finds the same
    let other = &mut Worker::new(&universe, &control);
    assert_eq!(pairs(&games).map(|(g, h)| other.le(g, h).unwrap()).collect::<Vec<_>>(), known);
}

fn pairs(games: &[Game]) -> impl Iterator<Item = (Game, Game)> {
    games.iter().flat_map(|&g| games.iter().map(move |&h| (g, h)))
}

/// Cut off after any number of steps, the universe goes on as if nothing had been.
#[test]
fn a_sum_that_was_cut_off() {
    let expected = expected();
    let universe = Universe::default();
    let mut cut = 0;
    let mut positions = 10;
    while positions < 3_000_000 {
        let control = Control::new(Limits { positions: Some(positions), ..Limits::default() });
        let w = &mut Worker::new(&universe, &control);
        if let Err(error) = pile(w, SEED, PILE) {
            assert!(matches!(error, Error::Limit(..)), "{error}");
            cut += 1;
        }
        positions = positions * 3 / 2;
    }
    assert!(cut > 5, "{cut} sums were cut off");
    let control = Control::default();
    assert_eq!(pile(&mut Worker::new(&universe, &control), SEED, PILE).unwrap(), expected);
}

#[test]
fn a_sum_that_was_cancelled() {
    let universe = Universe::default();
    let called = AtomicBool::new(false);
    let control = Control::default().with_hook(|_| {
        called.store(true, Ordering::Relaxed);
        Err(Error::Cancelled)
    });
    let w = &mut Worker::new(&universe, &control);
    let mut random = Random(SEED);
    let mut summands = Vec::new();
    let mut total = Game::ZERO;
    // the hook is called after 50 ms, in the middle of some sum
    let error = loop {
        let part = hot(w, &mut random, 2);
        summands.push(part);
        match w.add(total, part) {
            Ok(sum) => total = sum,
            Err(error) => break error,
        }
        assert!(summands.len() < 30, "never cancelled");
    };
    assert!(matches!(error, Error::Cancelled) && called.load(Ordering::Relaxed));
    // the same worker, the same universe, a worker of a new universe: all agree on what was done so far
    let control = Control::default();
    let again = &mut Worker::new(&universe, &control);
    let done = &summands[..summands.len() - 1];
    let sum = done.iter().fold(Game::ZERO, |sum, &part| again.add(sum, part).unwrap());
    assert_eq!(sum, total);
    let elsewhere = Universe::default();
    let fresh = &mut Worker::new(&elsewhere, &control);
    let mut random = Random(SEED);
    let sum = done.iter().fold(Game::ZERO, |sum, _| {
        let part = hot(fresh, &mut random, 2);
        fresh.add(sum, part).unwrap()
    });
    assert_eq!(fresh.fingerprint(sum).unwrap(), again.fingerprint(total).unwrap());
}

/// Eight threads in one universe make the same records, whatever their order, and what one thread alone makes.
#[test]
fn many_threads() {
    const GAMES: usize = 24;
    let control = Control::default();
    let jobs = |w: &mut Worker, order: &mut Random| -> Vec<(usize, Game)> {
        let mut random = Random(11);
        let games: Vec<Game> = (0..GAMES).map(|_| hot(w, &mut random, 2)).collect();
        let mut todo: Vec<usize> = (0..GAMES * GAMES).collect();
        for i in (1..todo.len()).rev() {
            todo.swap(i, order.below(i as u64 + 1) as usize);
        }
        let mut done = Vec::new();
        for job in todo {
            let (g, h) = (games[job / GAMES], games[job % GAMES]);
            let sum = w.add(g, h).unwrap();
            let difference = w.subtract(g, h).unwrap();
            assert_eq!(w.le(Game::ZERO, difference).unwrap(), w.le(h, g).unwrap());
            let made = w.game(&[sum, g], &[difference, h]).unwrap();
            w.thermograph(made).unwrap();
            w.birthday(made).unwrap();
            w.fingerprint(made).unwrap();
            w.negative(made).unwrap();
            done.push((job, made));
        }
        done.sort_unstable();
        done
    };
    let alone = Universe::default();
    let w = &mut Worker::new(&alone, &control);
    let expected: Vec<(u64, u32)> = jobs(w, &mut Random(0)).iter().map(|&(_, g)| facts(w, g)).collect();
    for round in 0..3 {
        let shared = Universe::default();
        let results: Vec<Vec<(usize, Game)>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|n| {
                    let (shared, control) = (&shared, &control);
                    scope.spawn(move || jobs(&mut Worker::new(shared, control), &mut Random(round * 8 + n)))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(results.iter().all(|result| *result == results[0]));
        let w = &mut Worker::new(&shared, &control);
        let found: Vec<(u64, u32)> = results[0].iter().map(|&(_, g)| facts(w, g)).collect();
        assert_eq!(found, expected);
        assert_eq!(shared.records(), alone.records());
    }
}

fn facts(w: &mut Worker, g: Game) -> (u64, u32) {
    (w.fingerprint(g).unwrap(), w.birthday(g).unwrap().try_into().unwrap())
}

/// Wide numbers are numbered once, though two threads come at the same time.
#[test]
fn many_threads_and_wide_numbers() {
    const THREADS: u64 = 2;
    let (universe, control) = (Universe::default(), Control::default());
    let arrived = AtomicU64::new(0);
    let results: Vec<Vec<Game>> = std::thread::scope(|scope| {
        let work = || {
            let w = &mut Worker::new(&universe, &control);
            let mut found = Vec::new();
            for i in 0..20_000 {
                arrived.fetch_add(1, Ordering::Relaxed);
                while arrived.load(Ordering::Relaxed) < THREADS * (i + 1) {
                    std::thread::yield_now();
                }
                found.push(number(w, 1_000_001 + 2 * i as i64, 20));
            }
            found
        };
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(results.iter().all(|result| *result == results[0]));
}

/// Comparisons of games under construction are remembered by name. When names come again, they must be forgotten.
#[test]
fn names_come_again() {
    let (universe, control) = (Universe::default(), Control::default());
    let (w, other) = (&mut Worker::new(&universe, &control), &mut Worker::new(&universe, &control));
    let mut random = Random(3);
    let pool: Vec<Game> = (0..12).map(|_| hot(w, &mut random, 2)).collect();
    for round in 0..20 {
        // names 0, 1, 2 ... once more
        w.memory.built = (1 << 29) - 1 - round % 2;
        for _ in 0..200 {
            let mut side = || -> Vec<Game> { (0..3).map(|_| pool[random.below(12) as usize]).collect() };
            let (left, right) = (side(), side());
            assert_eq!(w.game(&left, &right).unwrap(), other.game(&left, &right).unwrap());
        }
    }
}

/// What `bytes` tells is what is taken, and it is all given back.
#[test]
fn memory_returns() {
    let control = Control::default();
    let before = taken();
    {
        let universe = Universe::default();
        {
            let w = &mut Worker::new(&universe, &control);
            pile(w, SEED, PILE).unwrap();
            for i in 0..20_000 {
                number(w, 1_000_001 + 2 * i, 40);
            }
        }
        let (told, held) = (universe.bytes() as i64, taken() - before);
        assert!(told > 1 << 20, "{told} bytes are too few for a test");
        assert!(held < told * 5 / 4 + (1 << 18), "{held} bytes are held, {told} are told");
        assert!(held > told / 2, "{held} bytes are held, {told} are told");
    }
    assert_eq!(taken(), before);
}

/// A fingerprint does not depend on the order in which games were made.
#[test]
fn fingerprints_are_the_same_everywhere() {
    let control = Control::default();
    let prints = |warm_up: u64| {
        let universe = Universe::default();
        let w = &mut Worker::new(&universe, &control);
        pile(w, warm_up, 3).unwrap();
        pile(w, SEED, PILE - 2).unwrap()
    };
    let first = prints(1);
    let distinct: std::collections::HashSet<_> = first.iter().collect();
    assert!(distinct.len() > first.len() / 2);
    assert_eq!(first, prints(2));
    assert_eq!(first, prints(SEED));
}
