//! Numbers + ups + stars within and beyond the packed form, and on the way from one to the other.

use super::*;
use num_bigint::BigInt;
use std::cmp::Ordering;

const NUMERATORS: [i64; 13] = [0, 1, -1, 3, 16383, 16384, 16385, -16384, -16385, 32767, -65537, i64::MAX, i64::MIN];
const EXPONENTS: [u32; 9] = [0, 1, 14, 15, 16, 17, 62, 63, 100];
const UPS: [i64; 13] = [0, 1, -1, 2, -2, 62, 63, 64, -64, -65, 128, 1 << 40, -(1 << 40)];
const NIMBERS: [u32; 9] = [0, 1, 2, 30, 31, 32, 33, 1000, u32::MAX];

fn any(random: &mut Random) -> Nus {
    let pick = |random: &mut Random, n: usize| random.below(n as u64) as usize;
    let numerator = match random.below(4) {
        0 => BigInt::from(10).pow(30) * NUMERATORS[pick(random, 5)],
        _ => NUMERATORS[pick(random, NUMERATORS.len())].into(),
    };
    let exponent = if random.below(2) == 0 { 0 } else { EXPONENTS[pick(random, EXPONENTS.len())] };
    Nus {
        number: Dyadic::from_big(numerator, exponent).unwrap(),
        ups: UPS[pick(random, UPS.len())],
        nimber: NIMBERS[pick(random, NIMBERS.len())],
    }
}

/// The number as a multiple of 1 / 2^200.
fn scaled(nus: &Nus) -> BigInt {
    nus.number.numerator() << (200 - nus.number.exponent())
}

fn sum(g: &Nus, h: &Nus) -> Nus {
    let number = Dyadic::from_big(scaled(g) + scaled(h), 200).unwrap();
    Nus { number, ups: g.ups + h.ups, nimber: g.nimber ^ h.nimber }
}

/// The order as the books tell it: numbers first; n.up + *k is positive for n > 1, up + *k for k != 1.
fn at_most(g: &Nus, h: &Nus) -> bool {
    let (ups, nimber) = (h.ups - g.ups, g.nimber ^ h.nimber);
    match scaled(g).cmp(&scaled(h)) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => (ups, nimber) == (0, 0) || ups > 1 || ups == 1 && nimber != 1,
    }
}

#[test]
fn sums_and_order_on_both_sides_of_the_packed_form() {
    let (universe, control) = (Universe::default(), Control::default());
    let w = &mut Worker::new(&universe, &control);
    let mut random = Random(1);
    let (mut packed, mut crossings) = (0, 0);
    for _ in 0..50_000 {
        let (g, h) = (any(&mut random), any(&mut random));
        let [x, y] = [&g, &h].map(|nus| universe.nus(nus.clone(), &control).unwrap());
        assert_eq!(universe.as_nus(x).as_ref(), Some(&g));
        let total = w.add(x, y).unwrap();
        assert_eq!(universe.as_nus(total), Some(sum(&g, &h)), "{g:?} + {h:?}");
        assert_eq!(w.subtract(total, y).unwrap(), x, "{g:?} + {h:?} - the second");
        assert_eq!(w.subtract(x, x).unwrap(), Game::ZERO);
        let negative = w.negative(x).unwrap();
        assert_eq!(w.negative(negative).unwrap(), x);
        assert_eq!(w.le(x, y).unwrap(), at_most(&g, &h), "{g:?} <= {h:?}");
        assert_eq!(w.le(y, x).unwrap(), at_most(&h, &g), "{h:?} <= {g:?}");
        assert_eq!(x == y, g == h);
        for side in [LEFT, RIGHT] {
            let stop = w.stop(x, side);
            assert_eq!(universe.as_number(stop).as_ref(), Some(&g.number));
        }
        let is_packed = |game: Game| game.packed().is_some();
        packed += u64::from(is_packed(x));
        crossings += u64::from(is_packed(x) != is_packed(total));
    }
    assert!(packed > 1000 && crossings > 1000, "{packed} packed, {crossings} crossings");
}

/// The edge of the packed form, one by one: what fits is packed, and one more does not.
#[test]
fn the_edge_of_the_packed_form() {
    let (universe, control) = (Universe::default(), Control::default());
    let w = &mut Worker::new(&universe, &control);
    let [one, up, star] = [nus(w, 1, 0, 0), nus(w, 0, 1, 0), nus(w, 0, 0, 1)];
    for (limit, step) in [(16383, one), (63, up)] {
        let mut g = w.multiple(limit - 20, step).unwrap();
        for n in limit - 20..limit + 20 {
            assert_eq!(g.packed().is_some(), n <= limit);
            let more = w.add(g, step).unwrap();
            assert!(!w.le(more, g).unwrap());
            assert_eq!(w.subtract(more, step).unwrap(), g);
            assert_eq!(w.multiple(n, step).unwrap(), g);
            g = more;
        }
    }
    // halving one again and again, and doubling back
    let mut powers = vec![one];
    for k in 1..40 {
        let half = w.game(&[Game::ZERO], &[powers[k - 1]]).unwrap();
        assert_eq!(half, number(w, 1, k as u32));
        assert_eq!(half.packed().is_some(), k <= 15);
        assert_eq!(w.add(half, half).unwrap(), powers[k - 1]);
        powers.push(half);
    }
    // nimbers from all smaller ones
    let mut nimbers = vec![Game::ZERO];
    for k in 1..100u32 {
        let next = w.game(&nimbers, &nimbers).unwrap();
        assert_eq!(next, nus(w, 0, 0, k));
        assert_eq!(next.packed().is_some(), k < 32);
        assert_eq!(w.add(next, star).unwrap(), nus(w, 0, 0, k ^ 1));
        assert_eq!(w.birthday(next).unwrap(), k.into());
        nimbers.push(next);
    }
}

/// A form is made again from the options that are told, and no option of it can be left out.
#[test]
fn options_make_the_game_again() {
    let (universe, control) = (Universe::default(), Control::default());
    let w = &mut Worker::new(&universe, &control);
    let mut random = Random(2);
    for _ in 0..3000 {
        let mut g = any(&mut random);
        g.nimber %= 70;
        let game = universe.nus(g.clone(), &control).unwrap();
        let [left, right] = [LEFT, RIGHT].map(|side| w.options(game, side).unwrap());
        assert_eq!(w.game(&left, &right).unwrap(), game, "{g:?}");
        let side = random.below(2) as usize;
        let mut fewer = [left, right];
        let integer = g.is_number() && g.number.is_integer();
        if !integer && !fewer[side].is_empty() {
            let gone = random.below(fewer[side].len() as u64) as usize;
            fewer[side].swap_remove(gone);
            assert_ne!(w.game(&fewer[0], &fewer[1]).unwrap(), game, "{g:?} without option {gone} of side {side}");
        }
    }
}

#[test]
fn games_that_have_records_meet_wide_ones() {
    let (universe, control) = (Universe::default(), Control::default());
    let w = &mut Worker::new(&universe, &control);
    let mut random = Random(3);
    let huge = Dyadic::from(BigInt::from(10).pow(30));
    for round in 0..60 {
        let g = hot(w, &mut random, 2);
        let shift = Nus {
            number: if round % 2 == 0 { huge.clone() } else { Dyadic::new(12345, 17).unwrap() },
            ups: 0,
            nimber: 0,
        };
        let x = universe.nus(shift.clone(), &control).unwrap();
        let moved = w.add(g, x).unwrap();
        assert_eq!(w.subtract(moved, x).unwrap(), g);
        // by the definition: moves in a number are dominated or reverse
        let [left, right] = [LEFT, RIGHT].map(|side| {
            let options = w.options(g, side).unwrap();
            let mut sums: Vec<Game> = options.into_iter().map(|option| w.add(option, x).unwrap()).collect();
            for option in w.options(x, side).unwrap() {
                sums.push(w.add(g, option).unwrap());
            }
            sums
        });
        assert_eq!(w.game(&left, &right).unwrap(), moved);
        let thermograph = w.thermograph(g).unwrap();
        assert_eq!(*w.thermograph(moved).unwrap(), thermograph.translated(&shift.number));
        assert!(round % 2 == 1 || w.le(g, moved).unwrap() && !w.le(moved, g).unwrap());
        // ups and stars that do not fit
        let e = universe.nus(Nus { number: Dyadic::ZERO, ups: 70 * (round % 3 - 1), nimber: 40 }, &control).unwrap();
        let sum = w.add(g, e).unwrap();
        assert_eq!(w.subtract(sum, e).unwrap(), g);
        assert_eq!(w.thermograph(sum).unwrap().mean(), thermograph.mean());
        if !w.is_number(g) {
            let [l, r] = [LEFT, RIGHT].map(|side| w.stop(sum, side));
            assert_eq!([l, r], [LEFT, RIGHT].map(|side| w.stop(g, side)));
        }
    }
    let [plus, minus] = [huge.clone(), -&huge].map(|x| universe.number(x, &control).unwrap());
    let switch = w.game(&[plus], &[minus]).unwrap();
    assert_eq!(w.add(switch, switch).unwrap(), Game::ZERO);
    let thermograph = w.thermograph(switch).unwrap();
    assert_eq!((thermograph.mean(), thermograph.temperature()), (Dyadic::ZERO, huge.clone()));
    assert_eq!((thermograph.left_stop(), thermograph.right_stop()), (huge.clone(), -&huge));
}

#[test]
fn integers_of_any_size() {
    let (universe, control) = (Universe::default(), Control::default());
    let w = &mut Worker::new(&universe, &control);
    let big = BigInt::from(10).pow(30);
    let integer = |n: BigInt| universe.number(Dyadic::from(n), &control).unwrap();
    let n = integer(big.clone());
    assert_eq!(w.birthday(n).unwrap(), big);
    assert_eq!(w.options(n, LEFT).unwrap(), [integer(&big - 1)]);
    assert_eq!(w.options(n, RIGHT).unwrap(), []);
    assert_eq!(w.game(&[n], &[]).unwrap(), integer(&big + 1));
    assert_eq!(
        w.game(&[n], &[integer(&big + 1)]).unwrap(),
        universe.number(Dyadic::from_big(2 * &big + 1, 1).unwrap(), &control).unwrap()
    );
    assert_eq!(w.game(&[integer(-&big)], &[n]).unwrap(), Game::ZERO);
    let one = number(w, 1, 0);
    let many = w.multiple(i64::MAX, one).unwrap();
    assert_eq!(universe.as_number(many), Some(Dyadic::from(i64::MAX)));
    let more = w.multiple(i64::MIN, many).unwrap();
    assert_eq!(universe.as_number(more), Some(Dyadic::from(BigInt::from(i64::MAX) * i64::MIN)));
    assert!(w.le(more, n).unwrap() && !w.le(n, more).unwrap());
}

/// What cannot be counted is refused, not wrapped.
#[test]
fn more_ups_than_can_be_counted() {
    let (universe, control) = (Universe::default(), Control::default());
    let w = &mut Worker::new(&universe, &control);
    let [most, least] = [i64::MAX, i64::MIN].map(|ups| nus(w, 0, ups, 0));
    let [up, down] = [1, -1].map(|ups| nus(w, 0, ups, 0));
    let refused = |result: Result<Game>| matches!(result, Err(Error::Limit(..)));
    assert!(refused(w.add(most, up)) && refused(w.add(least, down)) && refused(w.negative(least)));
    assert!(refused(w.game(&[Game::ZERO], &[most])), "{{0 | 2^63-1 ups}} has 2^63 ups");
    assert!(refused(w.game(&[least], &[Game::ZERO])));
    assert!(w.le(least, most).unwrap() && !w.le(most, least).unwrap());
    assert_eq!(w.options(most, RIGHT).unwrap(), [nus(w, 0, i64::MAX - 1, 1)]);
    assert_eq!(w.options(least, LEFT).unwrap(), [nus(w, 0, i64::MIN + 1, 1)]);
    assert_eq!(w.options(least, RIGHT).unwrap(), [Game::ZERO]);
}

/// A nimber with more options than can be listed is still added and compared.
#[test]
fn nimbers_too_large_to_list() {
    let (universe, control) = (Universe::default(), Control::default());
    let w = &mut Worker::new(&universe, &control);
    let [k, l] = [3_000_000_000, 1_000_000].map(|nimber| nus(w, 0, 0, nimber));
    assert_eq!(w.add(k, l).unwrap(), nus(w, 0, 0, 3_000_000_000 ^ 1_000_000));
    assert!(!w.le(k, l).unwrap() && !w.le(l, k).unwrap() && !w.le(k, Game::ZERO).unwrap());
    assert!(matches!(w.options(k, LEFT), Err(Error::Limit(..))));
    assert_eq!(w.birthday(k).unwrap(), 3_000_000_000u32.into());
    let (two, minus_two) = (number(w, 2, 0), number(w, -2, 0));
    let switch = w.game(&[two], &[minus_two]).unwrap();
    assert!(!w.le(switch, l).unwrap() && !w.le(l, switch).unwrap());
    assert!(matches!(w.add(switch, l), Err(Error::Limit(..))));
    assert_eq!(w.add(switch, switch).unwrap(), Game::ZERO, "the worker is as good as before");
}
