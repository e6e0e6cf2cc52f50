#![allow(clippy::unwrap_used)]

use super::*;
use crate::limits::Control;
use crate::search::outcome::Outcomes;
use crate::search::proof_number::Proofs;
use crate::search::toys::{Random, try_everything};
use crate::search::who_wins::WhoWins;
use std::collections::HashMap;

fn random_net(random: &mut Random) -> Net {
    let elements = random.below(10) as usize;
    let density = 2 + random.below(5);
    let symmetric = random.below(2) == 0;
    let mut behind = vec![Vec::new(); elements];
    for a in 0..elements {
        for b in 0..elements {
            if a != b && random.below(8) < density && (!symmetric || a < b) {
                behind[a].push(b as u32);
                if symmetric {
                    behind[b].push(a as u32);
                }
            }
        }
    }
    let mut some = || (0..elements as u32).filter(|_| random.below(4) == 0).collect();
    Net { first: some(), last: some(), behind }
}

fn random_claims(random: &mut Random, elements: usize) -> Claims<1> {
    let mut claims = Claims::default();
    for element in 0..elements {
        match random.below(6) {
            0 => claims.short.set(element),
            1 => claims.cut.set(element),
            _ => {}
        }
    }
    claims
}

/// Is there a chain, by following every one?
fn chain(net: &Net, open: &dyn Fn(usize) -> bool) -> bool {
    let mut todo: Vec<usize> = net.first.iter().map(|&n| n as usize).filter(|&n| open(n)).collect();
    let mut seen = todo.clone();
    while let Some(here) = todo.pop() {
        if net.last.contains(&(here as u32)) {
            return true;
        }
        for next in net.behind[here].iter().map(|&n| n as usize) {
            if open(next) && !seen.contains(&next) {
                seen.push(next);
                todo.push(next);
            }
        }
    }
    false
}

const WAYS: [(Option<Player>, Player); 5] = [
    (Some(Player::Left), Player::Left),
    (Some(Player::Right), Player::Right),
    (Some(Player::Left), Player::Right),
    (None, Player::Left),
    (None, Player::Right),
];

#[test]
fn all_searches_agree_with_trying_everything() {
    let mut random = Random(24);
    let mut left_out = 0;
    for round in 0..1200 {
        let net = random_net(&mut random);
        let claims = random_claims(&mut random, net.behind.len());
        let (short, joined) = WAYS[if round % 2 == 0 { 0 } else { random.below(5) as usize }];
        if short.is_none() && net.behind.len() > 7 {
            continue;
        }
        let rules = ConnectionRules::<1>::new(&net, Play { short, joined, plain: false }).unwrap();
        let expected = if chain(&net, &|n| claims.short.get(n)) {
            Some(joined.into())
        } else if chain(&net, &|n| !claims.cut.get(n)) {
            None
        } else {
            Some(joined.opponent().into())
        };
        assert_eq!(rules.goal(&claims), expected);
        assert_eq!(rules.decode(&rules.encode(&claims)).unwrap(), claims);
        let (mut memo, mut outcomes) = (HashMap::new(), Outcomes::new(1 << 20));
        for player in Player::BOTH {
            let expected = try_everything(&rules, &claims, player, &mut memo);
            let control = Control::default();
            assert_eq!(outcomes.winner(&rules, &claims, player, &control).unwrap(), expected, "{net:?} {claims:?}");
            let proved = Proofs::new(1 << 20).winner(&rules, &claims, player, &control).unwrap();
            assert_eq!(proved, expected, "{net:?} {claims:?}");
            let (mut moves, mut candidates) = (Vec::new(), Vec::new());
            rules.moves(&claims, player, &mut moves).unwrap();
            rules.candidates(&claims, player, &mut candidates).unwrap();
            assert!(candidates.iter().all(|claim| moves.contains(claim)) && moves.is_empty() == candidates.is_empty());
            left_out += moves.len() - candidates.len();
        }
    }
    assert!(left_out > 1000);
}

/// An element that is left out as dead makes no difference, whoever has it, however the rest is claimed.
#[test]
fn dead_elements_make_no_difference() {
    let mut random = Random(28);
    let mut dead = 0;
    for _ in 0..400 {
        let net = random_net(&mut random);
        let claims = random_claims(&mut random, net.behind.len());
        let play = Play { short: Some(Player::Left), joined: Player::Left, plain: false };
        let rules = ConnectionRules::<1>::new(&net, play).unwrap();
        let free = rules.free(&claims);
        let live = rules.live(&claims, free);
        let (open, idle): (Vec<usize>, Vec<usize>) = free.ones().partition(|&element| live.get(element));
        dead += idle.len();
        for filling in 0..1_u32 << open.len() {
            let mut full = claims;
            for (bit, &element) in open.iter().enumerate() {
                if filling >> bit & 1 == 1 { full.short.set(element) } else { full.cut.set(element) }
            }
            let (mut with, mut without) = (full, full);
            idle.iter().for_each(|&element| with.short.set(element));
            idle.iter().for_each(|&element| without.cut.set(element));
            assert_eq!(rules.goal(&with), rules.goal(&without), "{net:?} {claims:?} {idle:?}");
        }
    }
    assert!(dead > 300);
}

#[test]
fn the_bound_is_right_and_data_is_checked() {
    let mut random = Random(29);
    let play = Play { short: Some(Player::Left), joined: Player::Left, plain: false };
    for _ in 0..500 {
        let net = random_net(&mut random);
        let claims = random_claims(&mut random, net.behind.len());
        let rules = ConnectionRules::<1>::new(&net, play).unwrap();
        if rules.goal(&claims).is_some() {
            continue;
        }
        let free: Vec<usize> = rules.free(&claims).ones().collect();
        let fewest = (0..1_u32 << free.len())
            .filter(|set| {
                let mut after = claims;
                free.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).for_each(|(_, &n)| after.short.set(n));
                rules.joins(after.short)
            })
            .map(u32::count_ones)
            .min();
        let Layers { needed, narrowest } = rules.layers(&claims);
        assert_eq!(Some(needed), fewest);
        let cut = Claims { cut: claims.cut | narrowest, ..claims };
        assert_eq!(rules.goal(&cut), Some(Winner::Right));
        assert_eq!(rules.effort(&claims, Player::Left), (needed, narrowest.count()));
        assert_eq!(rules.effort(&claims, Player::Right), (narrowest.count(), needed));
    }
    let wrong = Net { behind: vec![vec![1]], first: vec![], last: vec![] };
    assert!(ConnectionRules::<1>::new(&wrong, play).is_err());
    let wide = Net { behind: vec![vec![]; 65], first: vec![], last: vec![] };
    assert!(ConnectionRules::<1>::new(&wide, play).is_err());
    let rules = ConnectionRules::<1>::new(&Net { behind: vec![vec![]; 3], first: vec![], last: vec![] }, play).unwrap();
    for code in [&[0][..], &[8, 0], &[1, 1], &[0, 0, 0]] {
        assert!(rules.decode(code).is_err());
    }
}
