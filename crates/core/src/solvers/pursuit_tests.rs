//! The tables against value iteration over single states.

#![allow(clippy::unwrap_used)]
use super::*;
use std::collections::{BTreeSet, HashMap};

type State = (Vec<usize>, usize, bool);

/// The moves of the rules, one by one; `None` if play is over.
fn moves(out: &[Vec<usize>], rules: Chase, (cops, robber, cops_move): &State) -> Option<BTreeSet<State>> {
    if cops.contains(robber) {
        return None;
    }
    let stays = rules.stuck == Stuck::Stays;
    let sorted = |mut place: Vec<usize>, robber: usize| {
        place.sort_unstable();
        (place, robber, !cops_move)
    };
    let heads = |v: usize, passes: bool| {
        let stay = passes || (stays && out[v].is_empty());
        out[v].iter().copied().chain(stay.then_some(v)).collect::<Vec<_>>()
    };
    let mut found = BTreeSet::new();
    if !cops_move {
        found.extend(heads(*robber, rules.robber_passes).into_iter().map(|head| sorted(cops.clone(), head)));
    } else if rules.one {
        for (cop, &v) in cops.iter().enumerate() {
            for &head in &out[v] {
                let mut place = cops.clone();
                place[cop] = head;
                found.insert(sorted(place, *robber));
            }
        }
        if rules.cops_pass || (found.is_empty() && stays) {
            found.insert(sorted(cops.clone(), *robber));
        }
    } else {
        let mut made = vec![vec![]];
        for &v in cops {
            let next = |place: &Vec<usize>| {
                let extended = |head| [place.as_slice(), &[head]].concat();
                heads(v, rules.cops_pass).into_iter().map(extended).collect::<Vec<_>>()
            };
            made = made.iter().flat_map(next).collect();
        }
        found.extend(made.into_iter().map(|place| sorted(place, *robber)));
    }
    Some(found)
}

/// Plies to the capture by value iteration.
fn slow(out: &[Vec<usize>], rules: Chase) -> HashMap<State, u32> {
    let n = out.len();
    let mut states = Vec::new();
    for code in 0..n.pow(rules.cops as u32) {
        let place: Vec<usize> = (0..rules.cops as u32).map(|i| code / n.pow(i) % n).collect();
        if place.is_sorted() {
            states.extend((0..2 * n).map(|r| (place.clone(), r / 2, r % 2 == 1)));
        }
    }
    let mut known = HashMap::new();
    let mut options = Vec::new();
    for state in states {
        let stuck = if state.2 { rules.stuck == Stuck::Wins } else { rules.stuck == Stuck::Loses };
        match moves(out, rules, &state) {
            Some(found) if !found.is_empty() => options.push((state, found)),
            Some(_) if !stuck => {}
            _ => {
                known.insert(state, 0);
            }
        }
    }
    for depth in 1.. {
        let mut new = Vec::new();
        for (state, after) in options.iter().filter(|(state, _)| !known.contains_key(state)) {
            let won = |each| known.contains_key(each);
            if if state.2 { after.iter().any(won) } else { after.iter().all(won) } {
                new.push((state.clone(), depth));
            }
        }
        if new.is_empty() {
            break;
        }
        known.extend(new);
    }
    known
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn compare(out: &[Vec<usize>], rules: Chase) {
    let found = Pursuit::new(out, rules, &Control::default()).unwrap();
    let known = slow(out, rules);
    let n = out.len();
    let mut places = HashMap::new();
    for code in 0..n.pow(rules.cops as u32) {
        let place: Vec<usize> = (0..rules.cops as u32).map(|i| code / n.pow(i) % n).collect();
        for robber in 0..n {
            for cops_move in [false, true] {
                let depth = found.depth(&place, robber, cops_move).unwrap();
                let mut sorted = place.clone();
                sorted.sort_unstable();
                let expected = known.get(&(sorted.clone(), robber, cops_move)).copied();
                assert_eq!(depth, expected, "{out:?} {rules:?} {place:?} {robber} {cops_move}");
                if cops_move {
                    places.entry(sorted).or_insert_with(|| vec![None; n])[robber] = expected;
                }
            }
        }
    }
    let longest = |row: &Vec<Option<u32>>| row.iter().try_fold(0, |most, each| Some(most.max((*each)?)));
    for placed in [vec![], vec![n - 1]] {
        let least =
            places.iter().filter(|(place, _)| includes(place, &placed)).filter_map(|(_, row)| longest(row)).min();
        let start = found.start(&placed, &Control::default()).unwrap();
        assert_eq!(start.as_ref().map(|(_, plies)| *plies), least);
        if let Some((place, plies)) = start {
            assert!(includes(&place, &placed) && longest(&places[&place]) == Some(plies));
        }
    }
}

#[test]
fn every_state_of_random_graphs_is_that_of_value_iteration() {
    let mut chance = Chance(7);
    for round in 0..400 {
        let n = 2 + chance.below(5);
        let edges = chance.below(n * 3);
        let mut out = vec![Vec::new(); n];
        for _ in 0..edges {
            let (a, b) = (chance.below(n), chance.below(n));
            out[a].push(b);
            if round % 3 == 0 {
                out[b].push(a);
            }
        }
        let rules = Chase {
            cops: 1 + chance.below(3),
            cops_pass: chance.below(2) == 0,
            robber_passes: chance.below(2) == 0,
            one: chance.below(2) == 0,
            stuck: [Stuck::Stays, Stuck::Loses, Stuck::Wins][chance.below(3)],
        };
        compare(&out, rules);
    }
}

const USUAL: Chase = Chase { cops: 1, cops_pass: true, robber_passes: true, one: false, stuck: Stuck::Stays };

#[test]
fn sets_of_several_words_are_kept_apart() {
    // A path of 150 vertices: the cop walks towards the robber, who runs to the far end.
    let n = 150usize;
    let out: Vec<Vec<usize>> =
        (0..n).map(|v| [v.checked_sub(1), (v + 1 < n).then_some(v + 1)].into_iter().flatten().collect()).collect();
    let found = Pursuit::new(&out, USUAL, &Control::default()).unwrap();
    for (cop, robber) in [(0usize, 1), (0, 149), (70, 66), (140, 3), (63, 64), (128, 127)] {
        let end = if robber > cop { n - 1 } else { 0 };
        let plies = if cop.abs_diff(robber) == 1 { 1 } else { 2 * cop.abs_diff(end) as u32 - 1 };
        assert_eq!(found.depth(&[cop], robber, true).unwrap(), Some(plies), "{cop} {robber}");
    }
    assert_eq!(found.start(&[], &Control::default()).unwrap().map(|(_, plies)| plies), Some(2 * 75 - 1));
}

#[test]
fn places_are_numbered_in_order() {
    let places = Places::new(5, 3).unwrap();
    let mut place = places.first();
    for number in 0..places.number {
        assert_eq!(places.rank(&place), number);
        places.advance(&mut place);
    }
    assert_eq!(places.number, 35);
}

#[test]
fn what_is_too_large_is_refused_before_it_is_taken() {
    let out = vec![vec![0]; 1024];
    let rules = Chase { cops: 9, ..USUAL };
    assert!(matches!(Pursuit::new(&out, rules, &Control::default()), Err(Error::Limit(LimitKind::Memory, _))));
}
