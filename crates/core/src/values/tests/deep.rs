//! Games nested deep: nothing recurses, and nothing is looked at again and again. All on a stack of 128 KB.

use super::*;
use std::time::Instant;

const DEEP: usize = 200_000;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(test).unwrap();
    thread.join().unwrap();
}

/// {0, g | 0} again and again: the ordinal sums of * with 1, 2, 3 ... (*Winning Ways*, chapter 8), all infinitesimal.
fn tower(w: &mut Worker, height: usize) -> Vec<Game> {
    let mut floors = vec![nus(w, 0, 0, 1)];
    for n in 0..height {
        let floor = w.game(&[Game::ZERO, floors[n]], &[Game::ZERO]).unwrap();
        floors.push(floor);
    }
    floors
}

#[test]
fn a_tower_of_stars() {
    on_a_small_stack(|| {
        let start = Instant::now();
        let (universe, control) = (Universe::default(), Control::default());
        let w = &mut Worker::new(&universe, &control);
        let floors = tower(w, DEEP);
        let top = floors[DEEP];
        assert!(universe.records() >= DEEP as u64 - 1);
        assert_eq!(w.birthday(top).unwrap(), (DEEP + 1).into());
        assert!(w.is_all_small(top).unwrap());
        let negative = w.negative(top).unwrap();
        assert_eq!(w.negative(negative).unwrap(), top);
        assert_eq!(w.birthday(negative).unwrap(), (DEEP + 1).into());
        assert_eq!(w.add(top, negative).unwrap(), Game::ZERO);
        // each floor is above the one below, and fuzzy with 0
        for (low, high) in [(DEEP - 1, DEEP), (DEEP / 2, DEEP), (1, DEEP)] {
            assert!(w.le(floors[low], floors[high]).unwrap() && !w.le(floors[high], floors[low]).unwrap());
        }
        assert!(!w.le(top, Game::ZERO).unwrap() && !w.le(Game::ZERO, top).unwrap());
        assert!(!w.le(top, negative).unwrap());
        assert!(w.le(negative, top).unwrap());
        let thermograph = w.thermograph(top).unwrap();
        assert_eq!((thermograph.mean(), thermograph.temperature()), (Dyadic::ZERO, Dyadic::ZERO));
        let print = w.fingerprint(top).unwrap();
        assert_ne!(print, w.fingerprint(floors[DEEP - 1]).unwrap());
        assert_ne!(print, w.fingerprint(negative).unwrap());
        // sums with * and with numbers are as deep again
        let (star, top) = (nus(w, 0, 0, 1), floors[DEEP / 10]);
        let sum = w.add(top, star).unwrap();
        assert!(w.le(Game::ZERO, sum).unwrap() && !w.le(sum, Game::ZERO).unwrap());
        assert_eq!(w.add(sum, star).unwrap(), top);
        let one = number(w, 1, 0);
        let moved = w.add(top, one).unwrap();
        assert_eq!(w.subtract(moved, one).unwrap(), top);
        let seconds = start.elapsed().as_secs();
        assert!(seconds < 60, "{seconds} seconds");
    });
}

#[test]
fn chains_that_have_no_records() {
    on_a_small_stack(|| {
        let (universe, control) = (Universe::default(), Control::default());
        let w = &mut Worker::new(&universe, &control);
        // {0|{0|{0|...}}}, n times, is (n-1).up, + * if n is odd
        let (mut up, mut integer) = (Game::ZERO, Game::ZERO);
        for _ in 0..DEEP {
            up = w.game(&[Game::ZERO], &[up]).unwrap();
            integer = w.game(&[], &[integer]).unwrap();
        }
        assert_eq!(up, nus(w, 0, DEEP as i64 - 1, 0));
        assert_eq!(integer, number(w, -(DEEP as i64), 0));
        assert_eq!(universe.records(), 0);
        assert_eq!(w.birthday(up).unwrap(), DEEP.into());
        let negative = w.negative(up).unwrap();
        assert_eq!(w.add(up, negative).unwrap(), Game::ZERO);
        assert!(w.le(negative, up).unwrap());
        w.thermograph(up).unwrap();
        w.fingerprint(up).unwrap();
        // {0|{0|{0|...|1}}}: halves
        let mut half = number(w, 1, 0);
        for _ in 0..3000 {
            half = w.game(&[Game::ZERO], &[half]).unwrap();
        }
        assert_eq!(universe.as_number(half), Some(Dyadic::unit(3000)));
        assert_eq!(w.birthday(half).unwrap(), 3001.into());
    });
}

/// {{{0 | -4} | -8} | -12}...: hot all the way down, and every temperature has a binary place more.
#[test]
fn a_hot_chain() {
    on_a_small_stack(|| {
        let (universe, control) = (Universe::default(), Control::default());
        let w = &mut Worker::new(&universe, &control);
        let mut game = Game::ZERO;
        for n in 1..=2000 {
            let threat = number(w, -4 * n, 0);
            game = w.game(&[game], &[threat]).unwrap();
        }
        assert_eq!(w.birthday(game).unwrap(), 8001.into());
        let thermograph = w.thermograph(game).unwrap();
        assert_eq!(thermograph.right_stop(), Dyadic::from(-8000));
        assert_eq!(thermograph.left_stop(), Dyadic::from(-7996));
        assert_eq!(thermograph.temperature().exponent(), 1998);
        let negative = w.negative(game).unwrap();
        assert_eq!(*w.thermograph(negative).unwrap(), thermograph.negated());
        assert!(w.le(game, negative).unwrap() && !w.le(negative, game).unwrap());
        w.fingerprint(game).unwrap();
    });
}

/// Sums of two deep games have as many followers as the product: quadratic, but no more.
#[test]
fn two_towers() {
    on_a_small_stack(|| {
        let (universe, control) = (Universe::default(), Control::default());
        let w = &mut Worker::new(&universe, &control);
        let floors = tower(w, 60);
        let (g, h) = (floors[60], floors[40]);
        let sum = w.add(g, h).unwrap();
        assert_eq!(w.subtract(sum, h).unwrap(), g);
        let difference = w.subtract(g, h).unwrap();
        assert!(w.le(Game::ZERO, difference).unwrap() && !w.le(difference, Game::ZERO).unwrap());
        assert_eq!(w.add(difference, h).unwrap(), g);
    });
}
