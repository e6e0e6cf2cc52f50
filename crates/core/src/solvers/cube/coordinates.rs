//! What the searches look at instead of a cube: numbers, and what moves make of them.

use super::cubies::{Cube, MOVES, SOLVED, moves};
use crate::error::Result;
use crate::limits::Control;

pub const TWISTS: usize = 2187;
pub const FLIPS: usize = 2048;
pub const SLICES: usize = 495;
pub const ORDERS: usize = 40320;
pub const SLICE_ORDERS: usize = 24;

/// The moves of the second phase: U and D by any angle, the others by half turns.
pub const SECOND: [usize; 10] = [0, 1, 2, 9, 10, 11, 4, 7, 13, 16];

pub fn twist(cube: &Cube) -> usize {
    cube.twists[..7].iter().fold(0, |n, &t| 3 * n + usize::from(t))
}

pub fn flip(cube: &Cube) -> usize {
    cube.flips[..11].iter().fold(0, |n, &f| 2 * n + usize::from(f))
}

/// Where the four edges of the middle layer are, in any order; 0 at home.
pub fn slice(cube: &Cube) -> usize {
    let (mut rank, mut found) = (0, 0);
    for place in (0..12).rev() {
        if cube.edges[place] >= 8 {
            found += 1;
            rank += choose(11 - place, found);
        }
    }
    rank
}

pub fn choose(n: usize, k: usize) -> usize {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The rank of a permutation among those of its length.
pub fn rank(order: &[u8]) -> usize {
    (0..order.len())
        .fold(0, |rank, i| (order.len() - i) * rank + order[i + 1..].iter().filter(|&&later| later < order[i]).count())
}

/// The permutation with a rank.
pub fn unrank(mut rank: usize, order: &mut [u8]) {
    for i in (0..order.len()).rev() {
        order[i] = (rank % (order.len() - i)) as u8;
        rank /= order.len() - i;
        for j in i + 1..order.len() {
            if order[j] >= order[i] {
                order[j] += 1;
            }
        }
    }
}

pub fn with_twist(mut number: usize) -> Cube {
    let mut cube = SOLVED;
    for place in (0..7).rev() {
        cube.twists[place] = (number % 3) as u8;
        number /= 3;
    }
    cube.twists[7] = (21 - cube.twists[..7].iter().sum::<u8>()) % 3;
    cube
}

pub fn with_flip(mut number: usize) -> Cube {
    let mut cube = SOLVED;
    for place in (0..11).rev() {
        cube.flips[place] = (number % 2) as u8;
        number /= 2;
    }
    cube.flips[11] = cube.flips[..11].iter().sum::<u8>() % 2;
    cube
}

/// A cube for each number of [`slice`].
pub fn slices() -> Vec<Cube> {
    let mut cubes = vec![SOLVED; SLICES];
    for set in (0u32..1 << 12).filter(|set| set.count_ones() == 4) {
        let mut cube = SOLVED;
        let (mut inside, mut outside) = (8, 0);
        for place in 0..12 {
            let next = if set >> place & 1 == 1 { &mut inside } else { &mut outside };
            cube.edges[place] = *next;
            *next += 1;
        }
        cubes[slice(&cube)] = cube;
    }
    cubes
}

/// `table[18 * number + move]`
fn moved(size: usize, cube: impl Fn(usize) -> Cube, number: impl Fn(&Cube) -> usize) -> Vec<u16> {
    let all = moves();
    let each = |n: usize| {
        let cube = cube(n);
        all.iter().map(|mv| number(&cube.then(mv)) as u16).collect::<Vec<_>>()
    };
    (0..size).flat_map(each).collect()
}

/// What the moves of the second phase do, ten entries for each number.
fn moved_second(size: usize, cube: impl Fn(usize) -> Cube, number: impl Fn(&Cube) -> usize) -> Vec<u16> {
    let all = moves();
    let each = |n: usize| {
        let cube = cube(n);
        SECOND.iter().map(|&mv| number(&cube.then(&all[mv])) as u16).collect::<Vec<_>>()
    };
    (0..size).flat_map(each).collect()
}

/// Which coset of the subgroup that the first phase leads to: what its moves keep is forgotten.
#[derive(Clone, Copy)]
pub struct Coset {
    pub twist: usize,
    pub flip: usize,
    pub slice: usize,
}

impl Coset {
    pub fn of(cube: &Cube) -> Coset {
        Coset { twist: twist(cube), flip: flip(cube), slice: slice(cube) }
    }
}

pub struct First {
    pub twist: Vec<u16>,
    pub flip: Vec<u16>,
    pub slice: Vec<u16>,
}

impl First {
    /// The coset after a move.
    #[inline]
    pub fn after(&self, at: Coset, mv: usize) -> Coset {
        Coset {
            twist: usize::from(self.twist[MOVES * at.twist + mv]),
            flip: usize::from(self.flip[MOVES * at.flip + mv]),
            slice: usize::from(self.slice[MOVES * at.slice + mv]),
        }
    }
}

impl Default for First {
    fn default() -> First {
        let cubes = slices();
        First {
            twist: moved(TWISTS, with_twist, twist),
            flip: moved(FLIPS, with_flip, flip),
            slice: moved(SLICES, |n| cubes[n], slice),
        }
    }
}

pub struct Second {
    pub corners: Vec<u16>,
    pub edges: Vec<u16>,
    pub slice: Vec<u16>,
}

impl Default for Second {
    fn default() -> Second {
        let corners = |n| {
            let mut cube = SOLVED;
            unrank(n, &mut cube.corners);
            cube
        };
        let edges = |n| {
            let mut cube = SOLVED;
            unrank(n, &mut cube.edges[..8]);
            cube
        };
        let slice = |n| {
            let mut cube = SOLVED;
            unrank(n, &mut cube.edges[8..]);
            cube.edges[8..].iter_mut().for_each(|edge| *edge += 8);
            cube
        };
        Second {
            corners: moved_second(ORDERS, corners, |cube| rank(&cube.corners)),
            edges: moved_second(ORDERS, edges, |cube| rank(&cube.edges[..8])),
            slice: moved_second(SLICE_ORDERS, slice, |cube| rank(&cube.edges[8..])),
        }
    }
}

/// Distances from (0, 0) of pairs of numbers: `table[b_size * a + b]`; `step` gives both after a move.
pub fn distances(
    a_size: usize,
    b_size: usize,
    moves: usize,
    step: impl Fn(usize, usize, usize) -> (usize, usize),
    control: &Control,
) -> Result<Vec<u8>> {
    control.memory((a_size * b_size) as u64)?;
    let mut ticker = control.ticker();
    let mut table = vec![u8::MAX; a_size * b_size];
    table[0] = 0;
    let mut layer = vec![0u32];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for at in layer {
            ticker.glance()?;
            for mv in 0..moves {
                let (a, b) = step(at as usize / b_size, at as usize % b_size, mv);
                let there = a * b_size + b;
                if table[there] == u8::MAX {
                    table[there] = distance;
                    next.push(there as u32);
                }
            }
        }
        layer = next;
    }
    Ok(table)
}
