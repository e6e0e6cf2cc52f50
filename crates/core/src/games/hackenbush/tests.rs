//! Against rules that only know what a cut does: no components, no folding, no tables.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::search::values::Values;
use crate::values::{Universe, Worker};

/// The same moves, found edge by edge, and nothing else.
struct Plain(HackenbushRules<1>);

impl Plain {
    fn standing(&self, alive: Bits<1>) -> Bits<1> {
        let mut standing = Bits::default();
        let mut reached = vec![false; self.0.at.len()];
        reached[GROUND] = true;
        loop {
            let before = standing;
            for edge in alive.ones() {
                let (a, b) = self.0.ends[edge];
                if reached[a] || reached[b] {
                    (reached[a], reached[b]) = (true, true);
                    standing.set(edge);
                }
            }
            if standing == before {
                return standing;
            }
        }
    }
}

impl Rules for Plain {
    type Position = (Bits<1>, Bits<1>);
    type Move = usize;

    fn moves(&self, position: &Self::Position, player: Player, out: &mut Vec<usize>) -> Result<()> {
        out.extend((if player == Player::Left { position.0 } else { position.1 }).ones());
        Ok(())
    }

    fn play(&self, position: &Self::Position, edge: &usize) -> Result<Self::Position> {
        let standing = self.standing((position.0 | position.1) & !bit(*edge));
        Ok((position.0 & standing, position.1 & standing))
    }

    fn goal(&self, _position: &Self::Position) -> Option<Winner> {
        None
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }

    /// A connected picture; `colours` says how many there are.
    fn bush(&mut self, vertices: usize, edges: usize, colours: usize) -> (Vec<(u32, u32)>, Bush<1>) {
        let mut ends: Vec<(u32, u32)> = (1..vertices).map(|v| (self.below(v) as u32, v as u32)).collect();
        while ends.len() < edges {
            ends.push((self.below(vertices) as u32, self.below(vertices) as u32));
        }
        let mut bush = Bush::default();
        for edge in 0..ends.len() {
            let colour = self.below(colours);
            if colour != 1 {
                bush.left.set(edge);
            }
            if colour != 0 {
                bush.right.set(edge);
            }
        }
        (ends, bush)
    }
}

fn pictures(number: usize, colours: usize) -> impl Iterator<Item = (Vec<(u32, u32)>, Bush<1>)> {
    let mut random = Random(0x1234_5678_9ABC_DEF1 + colours as u64);
    (0..number).map(move |i| {
        let vertices = 2 + random.below(6);
        random.bush(vertices, vertices - 1 + i % 5, colours)
    })
}

fn rules(ends: &[(u32, u32)]) -> HackenbushRules<1> {
    HackenbushRules::new(ends, false, false)
}

#[test]
fn a_cut_leaves_what_stands_on_the_ground() {
    for (ends, bush) in pictures(300, 3) {
        let (rules, plain) = (rules(&ends), Plain(rules(&ends)));
        for edge in bush.edges().ones() {
            let once = rules.cut(&bush, edge);
            assert_eq!((once.left, once.right), plain.play(&(bush.left, bush.right), &edge).unwrap());
            for edge in once.edges().ones() {
                let twice = rules.cut(&once, edge);
                assert_eq!((twice.left, twice.right), plain.play(&(once.left, once.right), &edge).unwrap());
            }
        }
    }
}

#[test]
fn components_folding_and_tables_do_not_change_values() {
    let universe = Universe::new(None);
    let control = Control::default();
    for colours in [1, 2, 3] {
        for (ends, bush) in pictures(if colours == 3 { 150 } else { 300 }, colours) {
            let (rules, plain) = (rules(&ends), Plain(rules(&ends)));
            let expected = Values::default().value(&plain, &universe, &(bush.left, bush.right), 1, &control).unwrap();
            let found = Values::default().value(&rules, &universe, &bush, 1, &control).unwrap();
            assert_eq!(found, expected, "{ends:?} {bush:?}");
        }
    }
}

/// Every component that play can lead to, in normal form.
fn components(rules: &HackenbushRules<1>, bush: &Bush<1>) -> std::collections::BTreeSet<Bush<1>> {
    let mut todo = Vec::new();
    rules.split(bush, &mut todo);
    let mut found = std::collections::BTreeSet::new();
    let mut expanded = Expanded::default();
    while let Some(component) = todo.pop() {
        let (component, _) = rules.normal(&component);
        if found.insert(component.clone()) {
            rules.expand(&component, &mut expanded).unwrap();
            todo.append(&mut expanded.parts);
        }
    }
    found
}

#[test]
fn components_keep_their_values_in_every_form() {
    let universe = Universe::new(None);
    let control = Control::default();
    let mut worker = Worker::new(&universe, &control);
    let mut edges = 0;
    for (ends, bush) in pictures(250, 3).chain(pictures(100, 2)) {
        let rules = rules(&ends);
        let values = Values::default();
        for component in components(&rules, &bush) {
            let value = values.value(&rules, &universe, &component, 1, &control).unwrap();
            // its moves, played and not expanded, make the same value
            let mut sides = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                let mut moves = Vec::new();
                rules.moves(&component, player, &mut moves).unwrap();
                for mv in &moves {
                    let next = rules.play(&component, mv).unwrap();
                    sides[player as usize].push(values.value(&rules, &universe, &next, 1, &control).unwrap());
                }
            }
            assert_eq!(worker.game(&sides[0], &sides[1]).unwrap(), value, "{component:?}");
            // its negative has the negative value and the same normal form
            let negative = component.negative();
            let found = values.value(&rules, &universe, &negative, 1, &control).unwrap();
            assert_eq!(found, worker.negative(value).unwrap());
            assert_eq!(rules.normal(&negative).0, rules.normal(&component).0);
            assert_eq!(rules.decode(&rules.encode(&component)).unwrap(), component);
            if component.at_ground().is_none() {
                edges += 1;
                let Survey { low, high, guess, .. } = rules.survey(&component).unwrap();
                assert_eq!(guess, 16 * (sides[0].len() as i64 - sides[1].len() as i64));
                for (bound, is_low) in [(low, true), (high, false)] {
                    let bound = universe.number(Dyadic::new(bound, 4).unwrap(), &control).unwrap();
                    let holds = if is_low { worker.le(bound, value) } else { worker.le(value, bound) };
                    assert!(holds.unwrap(), "{component:?} between {low} and {high}");
                }
            }
        }
    }
    assert!(edges > 1000, "{edges}");
}

#[test]
fn whole_blocks_are_looked_up_in_tables() {
    let universe = Universe::new(None);
    let control = Control::default();
    let mut random = Random(99);
    for _ in 0..60 {
        let (ends, bush) = random.bush(6, 12, 2);
        let rules = rules(&ends);
        let folded = rules.fold(&bush, Some(&control)).unwrap();
        let weight = folded.at_ground().expect("red-blue pictures of 12 edges fold");
        let value = universe.number(weight.number, &control).unwrap();
        let plain = Plain(rules);
        let expected = Values::default().value(&plain, &universe, &(bush.left, bush.right), 1, &control).unwrap();
        assert_eq!((value, weight.nimber), (expected, 0));
    }
}

#[test]
fn green_pictures_fold_to_nim_heaps_whatever_their_colours_in_an_impartial_game() {
    let universe = Universe::new(None);
    let control = Control::default();
    for (ends, bush) in pictures(200, 3) {
        let rules = HackenbushRules::<1>::new(&ends, true, false);
        let nimber = rules.nimber(&bush, &control).unwrap().expect("impartial");
        let plain = Plain(HackenbushRules::new(&ends, false, false));
        let green = (bush.edges(), bush.edges());
        let expected = Values::default().value(&plain, &universe, &green, 1, &control).unwrap();
        let nus = crate::values::Nus { nimber, ..Default::default() };
        assert_eq!(universe.nus(nus, &control).unwrap(), expected);
    }
}

/// A green edge on the ground, and on it branches of a green edge under `tops`.
fn flowers(tops: &str) -> (HackenbushRules<1>, Bush<1>) {
    let mut ends = vec![(0, 1)];
    let mut bush = Bush::new(bit(0), bit(0));
    for (vertex, colour) in (2..).step_by(2).zip(tops.bytes()) {
        for (edge, colour) in [((1, vertex), b'e'), ((vertex, vertex + 1), colour)] {
            if colour != b'r' {
                bush.left.set(ends.len());
            }
            if colour != b'l' {
                bush.right.set(ends.len());
            }
            ends.push(edge);
        }
    }
    (rules(&ends), bush)
}

#[test]
fn equal_trees_have_one_normal_form() {
    let normal = |tops: &str| {
        let (rules, bush) = flowers(tops);
        let (tree, negative) = rules.normal(&bush);
        (tree.edges().count(), negative, components(&rules, &bush).len())
    };
    // flowers and their negatives cancel, and what is then bare becomes a nim heap
    assert_eq!(normal("lr").0, 0);
    assert_eq!(normal("llrr").0, 0);
    assert_eq!(normal("llr").0, 2);
    // a multiset of branches, not a set of edges: the numbers of whole flowers and of bare stems, and what is below
    let (edges, _, few) = normal("llllll");
    assert!(edges == 7 && few < 40, "{edges} {few}");
    let (rules, bush) = flowers("llllr");
    let (tree, sign) = rules.normal(&bush);
    let (negative, other) = rules.normal(&bush.negative());
    assert_eq!((tree, sign), (negative, !other));
    // standing elsewhere: cutting any of several equal flowers leads to the same
    let after: std::collections::BTreeSet<_> = [3, 5, 7].map(|edge| rules.normal(&rules.cut(&bush, edge))).into();
    assert_eq!(after.len(), 1);
}

#[test]
fn numbers_of_any_size_hang_on_vertices() {
    // a green edge under a stalk of blue and red by turns: its weight has 70 binary places
    let ends: Vec<(u32, u32)> = (0..71).map(|v| (v, v + 1)).collect();
    let rules = HackenbushRules::<2>::new(&ends, false, false);
    let mut bush = Bush::<2>::new(bit(0), bit(0));
    for edge in 1..71 {
        if edge % 2 == 0 { bush.right.set(edge) } else { bush.left.set(edge) }
    }
    let folded = rules.fold(&bush, None).unwrap();
    assert_eq!(folded.edges(), bit(0));
    let [(1, weight)] = folded.hung.as_slice() else { panic!("{folded:?}") };
    assert!(weight.number.as_small().is_none() && weight.nimber == 0);
    assert_eq!(rules.decode(&rules.encode(&folded)).unwrap(), folded);
}

#[test]
fn too_many_edges_are_refused_when_a_position_is_read() {
    let ends = vec![(0, 1); 65];
    let rules = HackenbushRules::<1>::new(&ends, false, false);
    assert!(matches!(rules.decode(&[0; 18]), Err(Error::Limit(..))));
    let rules = HackenbushRules::<2>::new(&ends, false, false);
    assert!(rules.decode(&[0; 18]).is_ok());
    for wrong in [vec![], vec![0; 17], vec![255; 18], vec![0; 19]] {
        assert!(matches!(rules.decode(&wrong), Err(Error::Invalid(_))), "{wrong:?}");
    }
}

/// The bed of *Winning Ways*, chapter 7, figure 31: feet, legs, and what connects their tops A to G.
fn bed() -> (Vec<(u32, u32)>, Bush<1>) {
    let mut ends = Vec::new();
    let mut bush = Bush::default();
    for leg in 0..7 {
        ends.extend([(0, 1 + leg), (1 + leg, 8 + leg)]);
        bush.left.set(2 * leg as usize);
    }
    let [a, b, c, d, e, f, g] = [8, 9, 10, 11, 12, 13, 14];
    let rails = [vec![a, b], vec![a, d], vec![a, f], vec![b, d, e], vec![c, f], vec![c, g], vec![e, f, g]];
    for (rail, tops) in (15..).zip(rails) {
        ends.extend(tops.into_iter().map(|top| (top, rail)));
    }
    bush.right = Bits::first(ends.len()) & !bush.left;
    (ends, bush)
}

#[test]
#[ignore = "half a minute without optimisation"]
fn the_bed_of_winning_ways_is_worth_one_128th() {
    let (ends, bush) = bed();
    assert_eq!(bush.edges().count(), 30);
    let universe = Universe::new(None);
    let control = Control::default();
    let started = std::time::Instant::now();
    let values = Values::default();
    let found = values.value(&rules(&ends), &universe, &bush, 1, &control).unwrap();
    println!("{} components, {:?}", values.len(), started.elapsed());
    assert_eq!(found, universe.number(Dyadic::unit(7), &control).unwrap());
}
