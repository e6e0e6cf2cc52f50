//! Random small games: every comparison against the reference, sums against the reference where that is quick, and the
//! laws that games obey. `ten_million` is the long run, `make test-full` makes it.

use super::reference::{Reference, Slow, UNIT, tree};
use super::*;
use crate::rules::BuildMixer;
use std::collections::HashMap;

/// What was checked, and how often.
#[derive(Default, Debug)]
struct Counts {
    comparisons: u64,
    forms: u64,
    disguises: u64,
    sums: u64,
    comparisons_of_sums: u64,
    orders: u64,
    groups: u64,
    translations: u64,
    thermographs: u64,
    /// Canonical forms that were made for this, other than numbers, ups and stars.
    records: u64,
}

impl Counts {
    fn total(&self) -> u64 {
        let by_reference = self.comparisons + self.forms + self.disguises + self.sums + self.comparisons_of_sums;
        by_reference + self.orders + self.groups + self.translations + self.thermographs
    }
}

/// Two workers, whose caches know nothing of each other, and the reference.
struct Laws<'u, 'c, 'a> {
    a: Worker<'u, 'c, 'a>,
    b: Worker<'u, 'c, 'a>,
    slow: Reference,
    /// Values of trees, by number.
    entered: HashMap<u32, Game, BuildMixer>,
    /// Canonical forms as trees.
    exported: HashMap<Game, Slow, BuildMixer>,
    random: Random,
    counts: Counts,
}

impl Laws<'_, '_, '_> {
    /// A tree as a value, from the options of its own form.
    fn enter(&mut self, g: &Slow) -> Game {
        if let Some(&known) = self.entered.get(&g.number) {
            return known;
        }
        let [left, right] = [0, 1].map(|side| g.sides[side].iter().map(|o| self.enter(o)).collect::<Vec<_>>());
        let game = self.a.game(&left, &right).unwrap();
        self.entered.insert(g.number, game);
        game
    }

    /// The options that the arena tells, as a tree.
    fn export(&mut self, g: Game) -> Slow {
        if let Some(known) = self.exported.get(&g) {
            return known.clone();
        }
        let [left, right] = [LEFT, RIGHT]
            .map(|side| self.a.options(g, side).unwrap().into_iter().map(|o| self.export(o)).collect::<Vec<_>>());
        let made = tree(left, right);
        self.exported.insert(g, made.clone());
        made
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len() as u64) as usize].clone()
    }

    /// A game born by day 4 at the latest, mostly from games of `known`.
    fn random_tree(&mut self, known: &[Slow]) -> Slow {
        let young: Vec<Slow> = known.iter().filter(|g| g.depth < 4).cloned().collect();
        let [left, right] = [0, 1].map(|_| {
            let count = [0, 1, 1, 2, 2, 3, 3, 4][self.random.below(8) as usize];
            (0..count).map(|_| self.pick(&young)).collect()
        });
        tree(left, right)
    }

    /// Another form of the same value: gift horses for both players, some of which are dominated and others reversible,
    /// and options hidden behind a move that reverses.
    fn disguise(&mut self, g: &Slow, pool: &[Slow]) -> Slow {
        let far = far();
        let mut sides = g.sides.clone();
        for side in 0..2 {
            for option in &mut sides[side] {
                if self.random.below(3) > 0 {
                    continue;
                }
                // {far, x | {option | -far}}: Right answers the threat by what is at most g and leaves the option;
                // mirrored for Right
                let mut bait: Vec<Slow> = (0..self.random.below(2)).map(|_| self.pick(pool)).collect();
                bait.push(far[side].clone());
                *option = if side == 0 {
                    let answer = tree(vec![option.clone()], vec![far[1].clone()]);
                    tree(bait, vec![answer])
                } else {
                    let answer = tree(vec![far[0].clone()], vec![option.clone()]);
                    tree(vec![answer], bait)
                };
            }
            for _ in 0..2 {
                // whoever is offered a move to x with x <| g (x |> g for Right) may as well not have it
                let horse = self.pick(pool);
                if !if side == 0 { self.slow.le(g, &horse) } else { self.slow.le(&horse, g) } {
                    sides[side].push(horse);
                }
            }
        }
        let [left, right] = sides;
        tree(left, right)
    }

    /// The canonical form and what is told of it.
    fn check_form(&mut self, g: &Slow) {
        let game = self.enter(g);
        let (form, told) = (self.slow.canonical(g), self.export(game));
        assert!(Reference::same(&form, &told), "another canonical form than the arena's {}", shown(&told));
        for side in [LEFT, RIGHT] {
            let stop = self.a.stop(game, side);
            let stop = self.a.universe().as_number(stop).unwrap();
            let scaled = &stop * &Dyadic::from(UNIT);
            assert_eq!(scaled, Dyadic::from(self.slow.stop(g, side)), "stop {side} of {}", shown(&told));
            let thermograph = self.a.thermograph(game).unwrap();
            assert_eq!(stop, [thermograph.left_stop(), thermograph.right_stop()][side], "of {}", shown(&told));
        }
        self.check_below_zero(game);
        assert_eq!(self.a.birthday(game).unwrap(), self.slow.birthday(g).into(), "birthday of {}", shown(&told));
        assert_eq!(self.a.is_all_small(game).unwrap(), self.slow.all_small(g), "all small: {}", shown(&told));
        let number = self.a.universe().as_number(game).map(|x| &x * &Dyadic::from(UNIT));
        assert_eq!(number, self.slow.number(g).map(Dyadic::from), "number: {}", shown(&told));
        let negative = self.a.negative(game).unwrap();
        let (told, slow) = (self.export(negative), self.slow.negative(g));
        assert!(Reference::same(&told, &self.slow.canonical(&slow)), "negative {}", shown(&told));
        self.counts.forms += 1;
    }

    /// At -1/2^j the Left wall is the least multiple of 1/2^j that is >= G, the Right wall the greatest that is <= G.
    fn check_below_zero(&mut self, game: Game) {
        let thermograph = self.a.thermograph(game).unwrap();
        for j in 0..4 {
            let unit = Dyadic::unit(j);
            let (left, right) = (thermograph.left_at(&-&unit), thermograph.right_at(&-&unit));
            assert!(left.exponent() <= j && right.exponent() <= j);
            let numbers = [&right + &unit, right, &left - &unit, left];
            let [above, right, below, left] = numbers.map(|x| self.a.universe().number(x, self.a.control()).unwrap());
            assert!(self.a.le(right, game).unwrap() && !self.a.le(above, game).unwrap());
            assert!(self.a.le(game, left).unwrap() && !self.a.le(game, below).unwrap());
        }
    }

    fn check_comparison(&mut self, g: &Slow, h: &Slow) {
        let (x, y) = (self.enter(g), self.enter(h));
        let (le, ge) = (self.slow.le(g, h), self.slow.le(h, g));
        assert_eq!(self.a.le(x, y).unwrap(), le, "{} <= {}", shown(g), shown(h));
        assert_eq!(x == y, le && ge, "{} = {}", shown(g), shown(h));
        self.counts.comparisons += 1;
    }

    fn check_disguise(&mut self, g: &Slow, pool: &[Slow]) {
        let other = self.disguise(g, pool);
        assert_eq!(self.enter(g), self.enter(&other), "{} = {}", shown(g), shown(&other));
        self.counts.disguises += 1;
    }

    /// A sum against the sum of trees, by the order of trees.
    fn check_sum(&mut self, g: &Slow, h: &Slow) -> (Game, Slow) {
        let (x, y) = (self.enter(g), self.enter(h));
        let sum = self.a.add(x, y).unwrap();
        let told = self.export(sum);
        let (g, h) = (self.export(x), self.export(y));
        let slow = self.slow.sum(&g, &h);
        assert!(self.slow.equal(&slow, &told), "{} + {} = {}", shown(&g), shown(&h), shown(&told));
        self.counts.sums += 1;
        (sum, slow)
    }

    fn check_comparison_of_sums(&mut self, (x, g): &(Game, Slow), (y, h): &(Game, Slow)) {
        assert_eq!(self.b.le(*x, *y).unwrap(), self.slow.le(g, h), "{} <= {}", shown(g), shown(h));
        self.counts.comparisons_of_sums += 1;
    }

    fn check_order(&mut self, [g, h, x]: [Game; 3]) {
        let w = &mut self.b;
        let mut le = |g, h| w.le(g, h).unwrap();
        assert!(le(g, g));
        assert!(!(le(g, h) && le(h, g)) || g == h);
        assert!(!(le(g, h) && le(h, x)) || le(g, x));
        self.counts.orders += 1;
    }

    /// Commutative, associative, inverse: sums that one worker knows are made in another way by the other.
    fn check_group(&mut self, [g, h, x]: [Game; 3]) {
        let (a, b) = (&mut self.a, &mut self.b);
        let gh = a.add(g, h).unwrap();
        assert_eq!(gh, b.add(h, g).unwrap());
        let hx = b.add(h, x).unwrap();
        assert_eq!(a.add(gh, x).unwrap(), b.add(g, hx).unwrap());
        let (minus_g, minus_h) = (b.negative(g).unwrap(), b.negative(h).unwrap());
        assert_eq!(a.negative(minus_g).unwrap(), g);
        assert_eq!(a.negative(gh).unwrap(), b.add(minus_g, minus_h).unwrap());
        assert_eq!(b.subtract(gh, g).unwrap(), h);
        assert_eq!(unfolded(a, g, minus_g), Game::ZERO);
        assert_eq!(unfolded(b, g, h), gh);
        self.counts.groups += 1;
    }

    /// g <= h exactly if g + x <= h + x, and if h - g >= 0.
    fn check_translation(&mut self, [g, h, x]: [Game; 3]) {
        let w = &mut self.b;
        let (gx, hx) = (w.add(g, x).unwrap(), w.add(h, x).unwrap());
        let le = w.le(g, h).unwrap();
        assert_eq!(w.le(gx, hx).unwrap(), le);
        let difference = w.subtract(h, g).unwrap();
        assert_eq!(w.le(Game::ZERO, difference).unwrap(), le);
        assert_eq!(gx == hx, g == h);
        self.counts.translations += 1;
    }

    /// L(G) + R(H) <= L(G+H) <= L(G) + L(H) at every temperature, mirrored for R. Above zero these are laws of stops of
    /// cooled games. At -1/2^j the Left wall of G is the least multiple of 1/2^j that is >= G, the Right wall the
    /// greatest that is <= G, from which they follow too; walls are straight in between, so that they hold from -1 on.
    fn check_thermographs(&mut self, [g, h, _]: [Game; 3]) {
        let sum = self.a.add(g, h).unwrap();
        let [g, h, sum] = [g, h, sum].map(|game| self.a.thermograph(game).unwrap());
        assert_eq!(sum.mean(), g.mean() + h.mean());
        assert!(sum.temperature() <= g.temperature().max(h.temperature()));
        let mut corners: Vec<Dyadic> = [&g, &h, &sum]
            .iter()
            .flat_map(|t| [t.left_points().unwrap(), t.right_points().unwrap()].concat())
            .map(|(t, _)| t)
            .collect();
        corners.push(corners.iter().max().unwrap() + &Dyadic::ONE);
        corners.sort();
        corners.dedup();
        let between: Vec<Dyadic> = corners.windows(2).map(|pair| Dyadic::average(&pair[0], &pair[1])).collect();
        for t in corners.iter().chain(&between) {
            let [(gl, gr), (hl, hr), (l, r)] = [&g, &h, &sum].map(|game| (game.left_at(t), game.right_at(t)));
            assert!(gr <= gl && hr <= hl && r <= l);
            assert!(&gl + &hr <= l && &gr + &hl <= l && l <= &gl + &hl);
            assert!(&gr + &hr <= r && r <= &gr + &hl && r <= &gl + &hr);
        }
        self.counts.thermographs += 1;
    }

    /// One pool of games, looked at in all ways.
    fn round(&mut self) {
        let known = catalogue(&mut self.slow);
        let mut pool: Vec<Slow> = (0..12).map(|_| self.pick(&known)).collect();
        for _ in 0..28 {
            let fresh = if self.random.below(2) == 0 { self.random_tree(&pool) } else { self.random_tree(&known) };
            pool.push(fresh);
        }
        for _ in 0..800 {
            let (g, h) = (self.pick(&pool), self.pick(&pool));
            self.check_comparison(&g, &h);
        }
        for g in &pool {
            self.check_form(g);
            self.check_disguise(g, &pool);
        }
        let mut sums = Vec::new();
        for _ in 0..300 {
            let (g, h) = (self.pick(&pool), self.pick(&pool));
            if g.depth + h.depth <= 7 {
                sums.push(self.check_sum(&g, &h));
            }
        }
        for _ in 0..400 {
            let (x, y) = (self.pick(&sums), self.pick(&sums));
            self.check_comparison_of_sums(&x, &y);
        }
        let games: Vec<Game> = pool.iter().map(|g| self.enter(g)).collect();
        for i in 0..400 {
            let three = [0; 3].map(|_| self.pick(&games));
            self.check_order(three);
            self.check_translation(three);
            if i % 2 == 0 {
                self.check_thermographs(three);
            }
            if i % 2 == 1 {
                self.check_group(three);
            }
        }
    }
}

/// g + h by its definition, from the sums of its options.
fn unfolded(w: &mut Worker, g: Game, h: Game) -> Game {
    let [left, right] = [LEFT, RIGHT].map(|side| {
        let mut sums = Vec::new();
        for option in w.options(g, side).unwrap() {
            sums.push(w.add(option, h).unwrap());
        }
        for option in w.options(h, side).unwrap() {
            sums.push(w.add(g, option).unwrap());
        }
        sums
    });
    w.game(&left, &right).unwrap()
}

fn integer(n: i64) -> Slow {
    (0..n.abs()).fold(tree(vec![], vec![]), |g, _| if n > 0 { tree(vec![g], vec![]) } else { tree(vec![], vec![g]) })
}

/// Integers beyond all games of a pool.
fn far() -> [Slow; 2] {
    thread_local!(static FAR: [Slow; 2] = [integer(9), integer(-9)]);
    FAR.with(Clone::clone)
}

/// Numbers, nimbers, ups, switches, tinies.
fn catalogue(slow: &mut Reference) -> Vec<Slow> {
    let g = |left: &[&Slow], right: &[&Slow]| {
        tree(left.iter().copied().cloned().collect(), right.iter().copied().cloned().collect())
    };
    let [zero, one, two, three] = [0, 1, 2, 3].map(integer);
    let [minus_one, minus_two, minus_three] = [-1, -2, -3].map(integer);
    let half = g(&[&zero], &[&one]);
    let quarter = g(&[&zero], &[&half]);
    let three_quarters = g(&[&half], &[&one]);
    let star = g(&[&zero], &[&zero]);
    let star2 = g(&[&zero, &star], &[&zero, &star]);
    let star3 = g(&[&zero, &star, &star2], &[&zero, &star, &star2]);
    let up = g(&[&zero], &[&star]);
    let up_star = g(&[&zero, &star], &[&zero]);
    let double_up = g(&[&zero], &[&up_star]);
    let switch = g(&[&one], &[&minus_one]);
    let gift = g(&[&two], &[&one]);
    let hot = g(&[&three], &[&minus_one]);
    let tiny = g(&[&zero], &[&g(&[&zero], &[&minus_one])]);
    let tiny_two = g(&[&zero], &[&g(&[&zero], &[&minus_two])]);
    let tiny_up = g(&[&zero], &[&g(&[&zero], &[&slow.negative(&up)])]);
    let up_second = g(&[&zero], &[&g(&[&star], &[&up])]);
    let one_star = g(&[&one], &[&one]);
    let mut all = vec![zero, one, two, three, minus_one, minus_two, minus_three, star, star2, star3, switch];
    for game in [half, quarter, three_quarters, up, up_star, double_up, gift, hot, tiny, tiny_two, tiny_up, up_second] {
        all.push(slow.negative(&game));
        all.push(game);
    }
    all.push(one_star);
    all
}

/// A tree with all its braces.
fn shown(g: &Slow) -> String {
    let [left, right] = [0, 1].map(|side| g.sides[side].iter().map(shown).collect::<Vec<_>>().join(","));
    if left.is_empty() && right.is_empty() { "0".into() } else { format!("{{{left}|{right}}}") }
}

/// Rounds until `checks` were made, with a new universe every so often.
fn run(seed: u64, checks: u64) -> Counts {
    let control = Control::default();
    let mut counts = Counts::default();
    let mut random = Random(seed);
    while counts.total() < checks {
        let universe = Universe::default();
        let (a, b) = (Worker::new(&universe, &control), Worker::new(&universe, &control));
        let (slow, entered, exported) = (Reference::default(), HashMap::default(), HashMap::default());
        let mut laws = Laws { a, b, slow, entered, exported, random, counts };
        for _ in 0..10 {
            laws.round();
            if laws.counts.total() >= checks {
                break;
            }
        }
        Laws { random, counts, .. } = laws;
        counts.records += universe.records();
    }
    counts
}

#[test]
fn a_hundred_thousand() {
    run(1, 100_000);
}

#[test]
#[ignore = "takes minutes"]
fn ten_million() {
    let start = std::time::Instant::now();
    let counts = run(2, 10_000_000);
    println!("{} checks in {:.0?}: {counts:?}", counts.total(), start.elapsed());
}
