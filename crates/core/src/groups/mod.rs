//! Permutation groups: order, membership and words.
//!
//! A permutation is its list of images, and a product is read from left to right. [`Group`] holds a base (points whose
//! stabilisers form a chain that ends in the identity) and, for each level of the chain, an element for every point that
//! the base point can be brought to (Schreier & Sims 1970). It is found in two steps: residues of random elements fill
//! the chain quickly; then every Schreier generator of every level is sifted, which proves the chain complete or shows
//! what is missing. So chance decides about the time only. Generators beyond the first n - 1 are thinned out by Jerrum's
//! filter (Jerrum 1986). [`words::Words`] writes elements in the generators.

pub mod filter;
pub mod words;

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use std::sync::OnceLock;
use words::{Word, Words};

pub type Perm = Box<[u16]>;

/// Random elements in a row that must add nothing before the chain is put to the proof.
const QUIET: u32 = 12;

/// Degrees above this would need tables that no machine holds.
pub const MOST_POINTS: usize = 4096;

/// First `a`, then `b`.
#[must_use]
pub fn product(a: &[u16], b: &[u16]) -> Perm {
    a.iter().map(|&point| b[usize::from(point)]).collect()
}

#[must_use]
pub fn inverse(a: &[u16]) -> Perm {
    let mut back = vec![0; a.len()].into_boxed_slice();
    for (point, &image) in a.iter().enumerate() {
        back[usize::from(image)] = point as u16;
    }
    back
}

#[must_use]
pub fn identity(degree: usize) -> Perm {
    (0..degree as u16).collect()
}

#[must_use]
pub fn is_identity(a: &[u16]) -> bool {
    first_moved(a).is_none()
}

fn first_moved(a: &[u16]) -> Option<usize> {
    a.iter().enumerate().position(|(point, &image)| point != usize::from(image))
}

/// An error unless this is a permutation of `degree` points.
pub fn permutation(degree: usize, images: &[u16]) -> Result<Perm> {
    let mut seen = vec![false; degree];
    for &image in images {
        match seen.get_mut(usize::from(image)) {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(Error::invalid(format!("the image {image} is outside or occurs twice"))),
        }
    }
    if images.len() == degree {
        Ok(images.into())
    } else {
        Err(Error::invalid(format!("a permutation of {} points, expected {degree}", images.len())))
    }
}

/// An element that takes the base point to another point, and its inverse.
struct Carrier {
    there: Perm,
    back: Perm,
}

/// One level: the group that fixes the base points before this one.
struct Level {
    base: usize,
    /// Generators of the level's group.
    generators: Vec<Perm>,
    orbit: Vec<u16>,
    carriers: Vec<Option<Carrier>>,
}

impl Level {
    fn new(base: usize, degree: usize) -> Level {
        let mut carriers: Vec<Option<Carrier>> = (0..degree).map(|_| None).collect();
        carriers[base] = Some(Carrier { there: identity(degree), back: identity(degree) });
        Level { base, generators: Vec::new(), orbit: vec![base as u16], carriers }
    }

    /// Take in a generator and what the orbit gains by it.
    fn add(&mut self, generator: Perm) {
        let known = self.orbit.len();
        self.generators.push(generator);
        let latest = self.generators.len() - 1;
        let mut at = 0;
        while at < self.orbit.len() {
            // points that were known before have met all but the latest
            for number in if at < known { latest } else { 0 }..=latest {
                let (point, generator) = (usize::from(self.orbit[at]), &self.generators[number]);
                let image = usize::from(generator[point]);
                if self.carriers[image].is_none()
                    && let Some(carrier) = &self.carriers[point]
                {
                    let there = product(&carrier.there, generator);
                    self.carriers[image] = Some(Carrier { back: inverse(&there), there });
                    self.orbit.push(image as u16);
                }
            }
            at += 1;
        }
    }
}

/// A permutation group, given by generators.
pub struct Group {
    degree: usize,
    generators: Vec<Perm>,
    levels: Vec<Level>,
    /// Made when a word is first wanted.
    words: OnceLock<Words>,
}

impl Group {
    pub fn new(degree: usize, generators: &[Vec<u16>], control: &Control) -> Result<Group> {
        if degree > MOST_POINTS {
            return Err(Error::invalid(format!("{degree} points (expected at most {MOST_POINTS})")));
        }
        let given = generators.iter().map(|images| permutation(degree, images)).collect::<Result<Vec<_>>>()?;
        let mut group = Group { degree, generators: given.clone(), levels: Vec::new(), words: OnceLock::new() };
        let moving: Vec<Perm> = given.into_iter().filter(|perm| !is_identity(perm)).collect();
        let few = if moving.len() >= degree { filter::filter(degree, &moving) } else { moving };
        if few.is_empty() {
            return Ok(group);
        }
        let mut ticker = control.ticker();
        for generator in &few {
            group.deepen(generator);
            for level in 0..group.levels.len() {
                group.levels[level].add(generator.clone());
                if usize::from(generator[group.levels[level].base]) != group.levels[level].base {
                    break;
                }
            }
        }
        let mut source = Random::new(few);
        loop {
            let mut quiet = 0;
            while quiet < QUIET {
                ticker.tick()?;
                if group.learn(source.next(), 0) {
                    quiet = 0
                } else {
                    quiet += 1
                }
                control.memory(group.bytes())?;
            }
            if group.prove(&mut ticker)? {
                return Ok(group);
            }
        }
    }

    /// A new level if the element fixes every base point without being the identity.
    fn deepen(&mut self, element: &[u16]) {
        if self.levels.iter().all(|level| usize::from(element[level.base]) == level.base)
            && let Some(point) = first_moved(element)
        {
            self.levels.push(Level::new(point, self.degree));
        }
    }

    /// Divide out what the levels from `first` on know: the residue and the level at which it stuck.
    fn sift(&self, mut element: Perm, first: usize) -> (Perm, usize) {
        for (number, level) in self.levels.iter().enumerate().skip(first) {
            let image = usize::from(element[level.base]);
            if image == level.base {
                continue;
            }
            let Some(carrier) = &level.carriers[image] else { return (element, number) };
            for point in &mut element {
                *point = carrier.back[usize::from(*point)];
            }
        }
        (element, self.levels.len())
    }

    /// Sift an element of level `first`; true if there was something to learn from it.
    fn learn(&mut self, element: Perm, first: usize) -> bool {
        let (residue, stuck) = self.sift(element, first);
        if is_identity(&residue) {
            return false;
        }
        self.deepen(&residue);
        // the first level has the given generators, which are enough
        for level in &mut self.levels[1.max(first)..=stuck] {
            level.add(residue.clone());
        }
        true
    }

    /// Sift every Schreier generator, the deepest level first; false as soon as one is not in the chain.
    fn prove(&mut self, ticker: &mut Ticker) -> Result<bool> {
        for number in (0..self.levels.len()).rev() {
            let level = &self.levels[number];
            let mut missing = None;
            'all: for &point in &level.orbit {
                let Some(carrier) = &level.carriers[usize::from(point)] else { continue };
                for generator in &level.generators {
                    let image = usize::from(generator[usize::from(point)]);
                    let Some(home) = &level.carriers[image] else { continue };
                    let there = product(&carrier.there, generator);
                    if there == home.there {
                        continue;
                    }
                    ticker.tick()?;
                    let (residue, _) = self.sift(product(&there, &home.back), number + 1);
                    if !is_identity(&residue) {
                        missing = Some(residue);
                        break 'all;
                    }
                }
            }
            if let Some(residue) = missing {
                self.learn(residue, number + 1);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn bytes(&self) -> u64 {
        let carriers: usize = self.levels.iter().map(|level| 2 * level.orbit.len() + level.generators.len()).sum();
        (carriers * 2 * self.degree) as u64
    }

    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    #[must_use]
    pub fn generators(&self) -> &[Perm] {
        &self.generators
    }

    /// Base points and the number of places each can be brought to while those before it stay: the order of the group
    /// is the product of these numbers.
    #[must_use]
    pub fn base(&self) -> Vec<(usize, usize)> {
        self.levels.iter().map(|level| (level.base, level.orbit.len())).collect()
    }

    pub fn contains(&self, element: &[u16]) -> Result<bool> {
        Ok(is_identity(&self.sift(permutation(self.degree, element)?, 0).0))
    }

    /// Generators, counted from 1 and negative for their inverses, whose product is the element; `None` if it is outside.
    pub fn word(&self, element: &[u16], control: &Control) -> Result<Option<Word>> {
        permutation(self.degree, element)?;
        if self.words.get().is_none() {
            let _ = self.words.set(Words::new(self, control)?); // whoever was quicker has made the same
        }
        Ok(self.words.get().and_then(|words| words.word(element)))
    }
}

/// Elements that are random enough: product replacement (Celler et al. 1995), from a fixed seed.
struct Random {
    pool: Vec<Perm>,
    state: u64,
    last: Perm,
}

impl Random {
    fn new(generators: Vec<Perm>) -> Random {
        let degree = generators.first().map_or(0, |perm| perm.len());
        let size = generators.len().max(11);
        let pool: Vec<Perm> = generators.iter().cycle().take(size).cloned().collect();
        let mut random = Random { pool, state: 0x5851_F42D_4C95_7F2D, last: identity(degree) };
        for _ in 0..4 * size {
            random.next();
        }
        random
    }

    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.state;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % end as u64) as usize
    }

    fn next(&mut self) -> Perm {
        let (a, choice) = (self.below(self.pool.len()), self.below(4));
        let b = (a + 1 + self.below(self.pool.len() - 1)) % self.pool.len();
        let other = if choice & 1 == 0 { self.pool[b].clone() } else { inverse(&self.pool[b]) };
        let (first, second) = if choice & 2 == 0 { (&self.pool[a], &other) } else { (&other, &self.pool[a]) };
        self.pool[a] = product(first, second);
        self.last = product(&self.last, &self.pool[a]);
        self.last.clone()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All elements, by multiplying.
    fn closure(degree: usize, generators: &[Vec<u16>], most: usize) -> Option<HashSet<Perm>> {
        let mut known = HashSet::from([identity(degree)]);
        let mut open = vec![identity(degree)];
        while let Some(element) = open.pop() {
            for generator in generators {
                let next = product(&element, generator);
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
            if known.len() > most {
                return None;
            }
        }
        Some(known)
    }

    fn random_perm(random: &mut Random, degree: usize) -> Vec<u16> {
        let mut images: Vec<u16> = (0..degree as u16).collect();
        for i in 1..degree {
            images.swap(i, random.below(i + 1));
        }
        images
    }

    /// A permutation that moves few points, so that small and intransitive groups occur.
    fn shuffled(random: &mut Random, degree: usize) -> Vec<u16> {
        let mut images: Vec<u16> = (0..degree as u16).collect();
        for _ in 0..=random.below(3) {
            images.swap(random.below(degree), random.below(degree));
        }
        images
    }

    #[test]
    fn orders_members_and_words_are_those_of_the_closure() {
        let mut random = Random::new(vec![identity(2)]);
        let mut compared = 0;
        for round in 0..400 {
            let degree = 2 + random.below(7);
            let number = 1 + random.below(if round % 10 == 0 { 12 } else { 3 });
            let generators: Vec<Vec<u16>> = (0..number)
                .map(|_| if round % 3 == 0 { random_perm(&mut random, degree) } else { shuffled(&mut random, degree) })
                .collect();
            let Some(all) = closure(degree, &generators, 5000) else { continue };
            compared += 1;
            let control = Control::default();
            let group = Group::new(degree, &generators, &control).unwrap();
            assert_eq!(group.base().iter().map(|level| level.1).product::<usize>(), all.len(), "{generators:?}");
            let words = words::Words::new(&group, &control).unwrap();
            for _ in 0..20 {
                let element = random_perm(&mut random, degree);
                let inside = all.contains(element.as_slice());
                assert_eq!(group.contains(&element).unwrap(), inside);
                let word = words.word(&element);
                assert_eq!(word.is_some(), inside);
                if let Some(word) = word {
                    assert_eq!(words::spell(&group, &word).to_vec(), element);
                }
            }
        }
        assert!(compared > 250, "{compared}");
    }

    #[test]
    fn the_filter_keeps_the_group_and_fewer_generators_than_points() {
        let mut random = Random::new(vec![identity(2)]);
        for _ in 0..200 {
            let degree = 3 + random.below(4);
            let generators: Vec<Vec<u16>> =
                (0..degree + random.below(10)).map(|_| shuffled(&mut random, degree)).collect();
            let given: Vec<Perm> = generators.iter().map(|images| images.as_slice().into()).collect();
            let kept = filter::filter(degree, &given);
            assert!(kept.len() < degree);
            let kept: Vec<Vec<u16>> = kept.iter().map(|perm| perm.to_vec()).collect();
            assert_eq!(closure(degree, &kept, 5000), closure(degree, &generators, 5000));
        }
    }

    #[test]
    fn the_symmetric_group_of_many_points() {
        let degree = 40;
        let swaps: Vec<Vec<u16>> = (1..degree)
            .map(|i| {
                let mut images: Vec<u16> = (0..degree as u16).collect();
                images.swap(i - 1, i);
                images
            })
            .collect();
        let group = Group::new(degree, &swaps, &Control::default()).unwrap();
        let mut lengths: Vec<usize> = group.base().iter().map(|level| level.1).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, (2..=degree).collect::<Vec<_>>());
    }
}
