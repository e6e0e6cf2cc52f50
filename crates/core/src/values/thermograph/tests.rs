//! Thermographs against scaffolds of canonical forms, sampled on a grid, and against published ones.

use super::*;
use std::collections::HashMap;

fn d(num: i64, exp: u32) -> Dyadic {
    Dyadic::new(num, exp).unwrap()
}

fn number(num: i64, exp: u32) -> Thermograph {
    Thermograph::number(&d(num, exp))
}

fn game(left: &[&Thermograph], right: &[&Thermograph]) -> Thermograph {
    Thermograph::of_options(left, right)
}

fn points(points: &[(Dyadic, Dyadic)]) -> String {
    points.iter().map(|(t, x)| format!("({t}, {x})")).collect::<Vec<_>>().join(" ")
}

fn drawn(g: &Thermograph) -> String {
    format!("L {} R {}", points(&g.left_points().unwrap()), points(&g.right_points().unwrap()))
}

/// Canonical forms straight from the definitions, with walls from the extended scaffolds of the canonical options,
/// sampled in steps of 1/GRID from temperature -1 to 8. All that is tested here lies on this grid.
#[derive(Default)]
struct Reference {
    forms: Vec<[Vec<usize>; 2]>,
    known: HashMap<[Vec<usize>; 2], usize>,
    order: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
    walls: HashMap<usize, [Vec<i64>; 2]>,
}

const GRID: i64 = 64;
const STEPS: i64 = 9 * GRID;

impl Reference {
    fn le(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.order.get(&(g, h)) {
            return known;
        }
        let (left, right) = (self.forms[g][0].clone(), self.forms[h][1].clone());
        let answer = !left.into_iter().any(|gl| self.le(h, gl)) && !right.into_iter().any(|hr| self.le(hr, g));
        self.order.insert((g, h), answer);
        answer
    }

    /// An option `a` of the form is reversible through b if b <= form (or >= for a Right option).
    fn beats(&mut self, form: &[Vec<usize>; 2], b: usize, side: usize) -> bool {
        // b <= form unless some b^L >= form or some form^R <= b; mirrored for side 1.
        let other = 1 - side;
        let ours = self.forms[b][side].clone();
        !form[other].clone().into_iter().any(|x| if side == 0 { self.le(x, b) } else { self.le(b, x) })
            && !ours.into_iter().any(|x| self.beaten(form, x, side))
    }

    /// form <= x for side 0 (x a Left option of b), form >= x for side 1.
    fn beaten(&mut self, form: &[Vec<usize>; 2], x: usize, side: usize) -> bool {
        self.beats(form, x, 1 - side)
    }

    fn game(&mut self, left: &[usize], right: &[usize]) -> usize {
        let mut form = [left.to_vec(), right.to_vec()];
        loop {
            for side in 0..2 {
                form[side].sort_unstable();
                form[side].dedup();
                let all = form[side].clone();
                form[side]
                    .retain(|&a| !all.iter().any(|&b| a != b && if side == 0 { self.le(a, b) } else { self.le(b, a) }));
            }
            let mut reversible = None;
            for side in 0..2 {
                for &a in &form[side] {
                    for b in self.forms[a][1 - side].clone() {
                        if self.beats(&form, b, side) {
                            reversible = Some((side, a, b));
                        }
                    }
                }
            }
            let Some((side, a, b)) = reversible else { break };
            form[side].retain(|&x| x != a);
            form[side].extend(self.forms[b][side].clone());
        }
        let next = self.forms.len();
        let id = *self.known.entry(form.clone()).or_insert(next);
        if id == next {
            self.forms.push(form);
        }
        id
    }

    fn number(&mut self, x: &Dyadic) -> usize {
        let sides = if x.is_integer() { [x.signum() > 0, x.signum() < 0] } else { [true; 2] };
        let unit = Dyadic::unit(x.exponent());
        let left = if sides[0] { vec![self.number(&(x - &unit))] } else { vec![] };
        let right = if sides[1] { vec![self.number(&(x + &unit))] } else { vec![] };
        self.game(&left, &right)
    }

    fn add(&mut self, g: usize, h: usize) -> usize {
        let key = (g.min(h), g.max(h));
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let mut sides = [vec![], vec![]];
        for side in 0..2 {
            for x in self.forms[g][side].clone() {
                sides[side].push(self.add(x, h));
            }
            for x in self.forms[h][side].clone() {
                sides[side].push(self.add(g, x));
            }
        }
        let sum = self.game(&sides[0], &sides[1]);
        self.sums.insert(key, sum);
        sum
    }

    fn integer(&self, g: usize) -> Option<i64> {
        let [left, right] = &self.forms[g];
        match (&left[..], &right[..]) {
            ([], []) => Some(0),
            ([x], []) => self.integer(*x).map(|n| n + 1),
            ([], [x]) => self.integer(*x).map(|n| n - 1),
            _ => None,
        }
    }

    /// Left and Right wall on the grid, in units of 1/GRID, by the definition.
    fn walls(&mut self, g: usize) -> [Vec<i64>; 2] {
        if let Some(walls) = self.walls.get(&g) {
            return walls.clone();
        }
        let mut walls = [vec![], vec![]];
        if let Some(n) = self.integer(g) {
            walls = [vec![n * GRID; STEPS as usize], vec![n * GRID; STEPS as usize]];
        } else {
            let lefts: Vec<_> = self.forms[g][0].clone().into_iter().map(|x| self.walls(x)).collect();
            let rights: Vec<_> = self.forms[g][1].clone().into_iter().map(|x| self.walls(x)).collect();
            let mut mast = None;
            for i in 0..STEPS {
                let t = i - GRID;
                let left = lefts.iter().map(|w| w[1][i as usize] - t).max().unwrap();
                let right = rights.iter().map(|w| w[0][i as usize] + t).min().unwrap();
                assert!(mast.is_some() || left >= right, "the grid is too coarse");
                if left == right && mast.is_none() {
                    mast = Some(left);
                }
                walls[0].push(mast.unwrap_or(left));
                walls[1].push(mast.unwrap_or(right));
            }
            assert!(mast.is_some());
        }
        self.walls.insert(g, walls.clone());
        walls
    }

    /// A thermograph against the walls on the grid, corner by corner and in between.
    fn check(&mut self, g: usize, thermograph: &Thermograph) {
        let walls = self.walls(g);
        let units = |x: &Dyadic| {
            let (num, exp) = x.as_small().unwrap();
            (num * GRID) >> exp
        };
        let all = [thermograph.left_points().unwrap(), thermograph.right_points().unwrap()];
        for (side, (wall, corners)) in walls.iter().zip(&all).enumerate() {
            assert_eq!(corners[0].0, Dyadic::MINUS_ONE);
            for (k, (t, x)) in corners.iter().enumerate() {
                let Some((u, y)) = corners.get(k + 1) else {
                    assert!(wall[(units(t) + GRID) as usize..].iter().all(|v| *v == units(x)));
                    assert_eq!(*x, thermograph.mean());
                    break;
                };
                let slope = if x == y { 0 } else { [-1, 1][side] };
                assert_eq!(units(y) - units(x), slope * (units(u) - units(t)));
                for s in units(t)..units(u) {
                    assert_eq!(wall[(s + GRID) as usize], units(x) + slope * (s - units(t)), "{thermograph:?}");
                }
            }
        }
        for t in (-GRID..5 * GRID).step_by(5) {
            let at = d(t, GRID.ilog2());
            assert_eq!(units(&thermograph.left_at(&at)), walls[0][(t + GRID) as usize]);
            assert_eq!(units(&thermograph.right_at(&at)), walls[1][(t + GRID) as usize]);
        }
        let quarters = [0, 1, 3, 8];
        for (side, [down, up]) in thermograph.sampled(&quarters, 2).into_iter().flatten().enumerate() {
            for (k, &t) in quarters.iter().enumerate() {
                let at = d(t, 2);
                let wall = if side == 0 { thermograph.left_at(&at) } else { thermograph.right_at(&at) };
                let scaled = &wall * &d(4, 0);
                assert_eq!((scaled.floor(), scaled.ceil()), (down[k].into(), up[k].into()));
            }
        }
        let first = (0..STEPS as usize).find(|&i| walls[0][i] == walls[1][i]).unwrap() as i64 - GRID;
        assert_eq!(thermograph.temperature(), d(first, GRID.ilog2()));
        assert_eq!(thermograph.left_stop(), thermograph.left_at(&Dyadic::ZERO));
        assert_eq!(thermograph.right_stop(), thermograph.right_at(&Dyadic::ZERO));
        assert_eq!(thermograph.is_number(), first < 0);
    }
}

/// A sequence of pseudo-random numbers below a bound (a 64-bit linear congruence).
fn dice(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |bound| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % bound
    }
}

/// Forms of games with random options among forms of earlier days: values, thermographs, options.
struct Forms {
    values: Vec<usize>,
    graphs: Vec<Thermograph>,
    options: Vec<[Vec<usize>; 2]>,
}

fn random_forms(reference: &mut Reference, days: &[usize], seed: u64) -> Forms {
    let mut roll = dice(seed);
    let zero = reference.game(&[], &[]);
    let mut forms = Forms { values: vec![zero], graphs: vec![game(&[], &[])], options: vec![Default::default()] };
    for &count in days {
        let before = forms.values.len();
        for _ in 0..count {
            let sides = [0, 1].map(|_| (0..roll(5)).map(|_| roll(before)).collect::<Vec<_>>());
            let values = [0, 1].map(|s: usize| sides[s].iter().map(|&i| forms.values[i]).collect::<Vec<_>>());
            let graphs = [0, 1].map(|s: usize| sides[s].iter().map(|&i| &forms.graphs[i]).collect::<Vec<_>>());
            let graph = game(&graphs[0], &graphs[1]);
            forms.values.push(reference.game(&values[0], &values[1]));
            forms.graphs.push(graph);
            forms.options.push(sides);
        }
    }
    forms
}

#[test]
fn forms_that_are_not_canonical_have_the_thermograph_of_the_value() {
    let mut reference = Reference::default();
    let mut checked = HashMap::new();
    let mut numbers = 0;
    for seed in 0..12 {
        let forms = random_forms(&mut reference, &[8, 60, 300, 3000], seed);
        for (&value, graph) in forms.values.iter().zip(&forms.graphs) {
            if let Some(known) = checked.get(&value) {
                assert_eq!(graph, known);
            } else {
                reference.check(value, graph);
                numbers += usize::from(graph.is_number());
                checked.insert(value, graph.clone());
            }
        }
    }
    assert!(checked.len() > 3000 && numbers > 15, "{} values, {numbers} numbers", checked.len());
}

#[test]
fn walls_are_monotone_and_compare_exactly_with_numbers() {
    let mut reference = Reference::default();
    let forms = random_forms(&mut reference, &[4, 20, 400], 9);
    let (mut refuted, mut kept) = (0, 0);
    for (&g, a) in forms.values.iter().zip(&forms.graphs) {
        for (&h, b) in forms.values.iter().zip(&forms.graphs) {
            if reference.le(g, h) {
                assert!(a.below(b), "{a:?} {b:?}");
            } else if a.below(b) {
                kept += 1;
            } else {
                refuted += 1;
            }
            if b.is_number() {
                assert_eq!(a.below(b), reference.le(g, h));
                assert_eq!(a.at_most(&b.mean()), reference.le(g, h));
                assert_eq!(a.at_least(&b.mean()), reference.le(h, g));
                assert_eq!(b.below(a), reference.le(h, g));
            }
        }
    }
    assert!(refuted > 8 * kept, "{refuted} {kept}");
}

#[test]
fn translation_by_numbers_and_negation() {
    let mut reference = Reference::default();
    let forms = random_forms(&mut reference, &[4, 20, 60], 3);
    for (&g, graph) in forms.values.iter().zip(&forms.graphs) {
        for x in [d(1, 0), d(-2, 0), d(1, 1), d(-3, 2), d(5, 3), d(-11, 3)] {
            let number = reference.number(&x);
            let sum = reference.add(g, number);
            let moved = graph.translated(&x);
            reference.check(sum, &moved);
            assert_eq!(moved.negated().translated(&x).negated(), *graph);
        }
    }
    for (sides, graph) in forms.options.iter().zip(&forms.graphs) {
        let negated = [0, 1].map(|s: usize| sides[s].iter().map(|&i| forms.graphs[i].negated()).collect::<Vec<_>>());
        let [left, right] = &negated;
        assert_eq!(game(&right.iter().collect::<Vec<_>>(), &left.iter().collect::<Vec<_>>()), graph.negated());
    }
}

#[test]
fn big_numbers_take_the_same_way() {
    let mut reference = Reference::default();
    let forms = random_forms(&mut reference, &[4, 20, 200, 500], 5);
    for x in [d(1, 70), d(-7, 60), Dyadic::from(i64::MAX) * Dyadic::from(96), Dyadic::from(3 << 58)] {
        let moved: Vec<_> = forms.graphs.iter().map(|g| g.translated(&x)).collect();
        for (sides, graph) in forms.options.iter().zip(&forms.graphs) {
            let graphs = [0, 1].map(|s: usize| sides[s].iter().map(|&i| &moved[i]).collect::<Vec<_>>());
            if !graph.is_number() {
                assert_eq!(game(&graphs[0], &graphs[1]), graph.translated(&x));
            }
        }
        for (i, a) in moved.iter().enumerate().step_by(7) {
            assert_eq!(a.translated(&-&x), forms.graphs[i]);
            for (j, b) in moved.iter().enumerate().step_by(5) {
                assert_eq!(a.below(b), forms.graphs[i].below(&forms.graphs[j]));
                assert_eq!(forms.graphs[i].below(b), forms.graphs[i].walls_below(b));
                assert_eq!(b.below(&forms.graphs[i]), b.walls_below(&forms.graphs[i]));
            }
        }
    }
}

impl Thermograph {
    fn walls_below(&self, other: &Thermograph) -> bool {
        below(&self.walls(), &other.walls(), [0, 0])
    }
}

#[test]
fn cooling() {
    let mut reference = Reference::default();
    let forms = random_forms(&mut reference, &[4, 20, 150], 8);
    for t in [d(1, 2), d(1, 1), d(1, 0), d(3, 1)] {
        let tax = [reference.number(&-&t), reference.number(&t)];
        let mut cooled = HashMap::new();
        for (&g, graph) in forms.values.iter().zip(&forms.graphs) {
            let value = cool(&mut reference, g, &t, tax, &mut cooled);
            reference.check(value, &graph.cooled(&t).unwrap());
        }
    }
    assert!(matches!(number(0, 0).cooled(&d(-1, 0)), Err(Error::Invalid(_))));
}

/// G cooled by t: {cooled G^L - t | cooled G^R + t}, or the mean if G is colder than t.
fn cool(reference: &mut Reference, g: usize, t: &Dyadic, tax: [usize; 2], cooled: &mut HashMap<usize, usize>) -> usize {
    if let Some(&known) = cooled.get(&g) {
        return known;
    }
    let walls = reference.walls(g);
    let (num, exp) = t.as_small().unwrap();
    let before = (((num * GRID) >> exp) + GRID - 1) as usize;
    let value = if walls[0][before] == walls[1][before] {
        reference.number(&d(walls[0][before], GRID.ilog2()))
    } else {
        let sides = [0, 1].map(|side: usize| {
            let options = reference.forms[g][side].clone();
            options
                .into_iter()
                .map(|x| {
                    let x = cool(reference, x, t, tax, cooled);
                    reference.add(x, tax[side])
                })
                .collect::<Vec<_>>()
        });
        reference.game(&sides[0], &sides[1])
    };
    cooled.insert(g, value);
    value
}

#[test]
fn numbers() {
    let mut reference = Reference::default();
    for num in -5 * 32..=5 * 32 {
        let x = d(num, 5);
        let value = reference.number(&x);
        let graph = Thermograph::number(&x);
        reference.check(value, &graph);
        assert_eq!(graph.temperature(), -Dyadic::unit(x.exponent()));
        assert_eq!(graph.bytes(), 0);
        if !x.is_integer() {
            let unit = Dyadic::unit(x.exponent());
            let options = [&x - &unit, &x + &unit].map(|y| Thermograph::number(&y));
            assert_eq!(game(&[&options[0]], &[&options[1]]), graph);
        }
    }
    assert_eq!(drawn(&number(-1823437481924, 0)), "L (-1, -1823437481924) R (-1, -1823437481924)");
    assert_eq!(drawn(&number(-1, 1)), "L (-1, 0) (-1/2, -1/2) R (-1, -1) (-1/2, -1/2)");
    assert_eq!(drawn(&number(1, 2)), "L (-1, 1) (-1/4, 1/4) R (-1, 0) (-1/2, 0) (-1/4, 1/4)");
    let tiny = number(1, 100_000);
    assert_eq!(tiny.left_points().unwrap().len(), 2);
    assert_eq!(tiny.right_points().unwrap().len(), 3);
    assert_eq!(tiny.left_at(&d(-1, 1)), d(1, 1));
    let thirds = Dyadic::from_big(((BigInt::from(1) << 400_000u32) - 1) / 3, 400_000).unwrap();
    assert!(matches!(Thermograph::number(&thirds).left_points(), Err(Error::Limit(..))));
}

#[test]
fn games_from_the_books() {
    let [zero, one] = [number(0, 0), number(1, 0)];
    let star = game(&[&zero], &[&zero]);
    assert_eq!(star, Thermograph::numberish(&Dyadic::ZERO, true, true));
    assert_eq!(drawn(&star), "L (-1, 1) (0, 0) R (-1, -1) (0, 0)");
    let up = game(&[&zero], &[&star]);
    assert_eq!(up, Thermograph::numberish(&Dyadic::ZERO, true, false));
    assert_eq!(drawn(&up), "L (-1, 1) (0, 0) R (-1, 0)");
    assert_eq!(up.temperature(), Dyadic::ZERO);
    // {0||0|vvv}
    let tiny = game(&[&zero], &[&game(&[&zero], &[&up.negated()])]);
    assert_eq!(drawn(&tiny), "L (-1, 1) (0, 0) R (-1, 0)");
    // {3||2+*|1+*} has mean 9/4, {5||3|1|||0||||0} temperature 0.
    let [two, three, five] = [number(2, 0), number(3, 0), number(5, 0)];
    let hot = game(&[&three], &[&game(&[&star.translated(&d(2, 0))], &[&star.translated(&d(1, 0))])]);
    assert_eq!((hot.mean(), hot.temperature()), (d(9, 2), d(3, 2)));
    assert_eq!(
        drawn(&hot),
        "L (-1, 4) (3/4, 9/4) R (-1, 1) (0, 2) (0, 2) (1/2, 2) (3/4, 9/4)".replace(" (0, 2) (0, 2)", " (0, 2)")
    );
    let cold = game(&[&game(&[&game(&[&five], &[&game(&[&three], &[&one])])], &[&zero])], &[&zero]);
    assert_eq!(cold.temperature(), Dyadic::ZERO);
    // {3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}} has mean -5/16.
    let low = star.translated(&d(-1, 0));
    let last = game(&[&low, &game(&[&number(-1, 1)], &[&low])], &[&number(-5, 1)]);
    let left = game(&[&star.translated(&d(3, 1))], &[&number(1, 1)]);
    let mixed = game(&[&left], &[&game(&[&zero], &[&number(-3, 0)]), &last]);
    assert_eq!(mixed.mean(), d(-5, 4));
    // One side only, and options on the wrong sides of each other.
    assert_eq!(game(&[&two, &hot], &[]), three);
    assert_eq!(game(&[], &[&star]), zero);
    assert_eq!(game(&[&star], &[&star]), zero);
    assert_eq!(game(&[&up], &[&up]).leans(), [true, false]);
    assert_eq!(game(&[&number(1, 2)], &[&number(3, 2)]), number(1, 1));
    assert_eq!(size_of::<Thermograph>(), 32);
}
