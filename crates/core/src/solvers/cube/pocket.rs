//! The 2 x 2 x 2 cube, as the corners of a larger one of which DBL stays: all 3,674,160 positions.

use super::coordinates::{distances, rank, unrank};
use super::cubies::{Cube, SOLVED, moves};
use crate::error::Result;
use crate::limits::Control;

const ORDERS: usize = 5040;
const TWISTS: usize = 729;
/// U, R and F.
const FACES: usize = 3;
/// The corners that move.
const FREE: [usize; 7] = [0, 1, 2, 3, 4, 5, 7];

/// The cubie and the twist at each corner.
pub type Corners = ([u8; 8], [u8; 8]);

fn order(cube: &Cube) -> usize {
    rank(&FREE.map(|place| cube.corners[place].min(6)))
}

fn twist(cube: &Cube) -> usize {
    FREE[..6].iter().fold(0, |n, &place| 3 * n + usize::from(cube.twists[place]))
}

fn with_order(number: usize) -> Cube {
    let mut order = [0; 7];
    unrank(number, &mut order);
    let mut cube = SOLVED;
    for (place, cubie) in FREE.iter().zip(order) {
        cube.corners[*place] = FREE[usize::from(cubie)] as u8;
    }
    cube
}

fn with_twist(mut number: usize) -> Cube {
    let mut cube = SOLVED;
    for &place in FREE[..6].iter().rev() {
        cube.twists[place] = (number % 3) as u8;
        number /= 3;
    }
    cube.twists[7] = (18 - cube.twists[..6].iter().sum::<u8>()) % 3;
    cube
}

/// The number of positions at each distance, counting turns of a face by any angle (or quarter turns), and some of the
/// farthest as corners and twists.
pub fn layers(quarter: bool, farthest: usize, control: &Control) -> Result<(Vec<u64>, Vec<Corners>)> {
    let all = moves();
    let turns: Vec<usize> = (0..3 * FACES).filter(|mv| !quarter || mv % 3 != 1).collect();
    let table = |size: usize, cube: fn(usize) -> Cube, number: fn(&Cube) -> usize| -> Vec<usize> {
        (0..size)
            .flat_map(|n| turns.iter().map(move |&mv| (n, mv)))
            .map(|(n, mv)| number(&cube(n).then(&all[mv])))
            .collect()
    };
    let (orders, twists) = (table(ORDERS, with_order, order), table(TWISTS, with_twist, twist));
    let width = turns.len();
    let step = |a: usize, b: usize, mv| (orders[width * a + mv], twists[width * b + mv]);
    let found = distances(ORDERS, TWISTS, width, step, control)?;
    let last = found.iter().copied().max().unwrap_or_default();
    let mut layers = vec![0; usize::from(last) + 1];
    found.iter().for_each(|&distance| layers[usize::from(distance)] += 1);
    let ends = found.iter().enumerate().filter(|(_, distance)| **distance == last).take(farthest);
    let cubes = ends.map(|(at, _)| (with_order(at / TWISTS).corners, with_twist(at % TWISTS).twists)).collect();
    Ok((layers, cubes))
}
