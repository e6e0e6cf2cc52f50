//! Tests of the arena: against games that are plain trees, by the laws of games, and at the edges.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod counting;
mod deep;
mod edges;
mod laws;
mod reference;
mod wide;

use super::dyadic::Dyadic;
use super::{Game, LEFT, Nus, RIGHT, Universe, Worker};
use crate::error::{Error, Result};
use crate::limits::{Control, Limits};
use crate::search::toys::Random;

fn number(worker: &Worker, num: i64, exp: u32) -> Game {
    worker.universe().number(Dyadic::new(num, exp).unwrap(), worker.control()).unwrap()
}

fn nus(worker: &Worker, number: i64, ups: i64, nimber: u32) -> Game {
    worker.universe().nus(Nus { number: number.into(), ups, nimber }, worker.control()).unwrap()
}

/// Hot games whose sums soon become large: {a | b}, {a | {b | c}} and the like, of random integers.
fn hot(worker: &mut Worker, random: &mut Random, depth: u32) -> Game {
    let n = random.below(9) as i64 - 4;
    if depth == 0 {
        return number(worker, n, 0);
    }
    let (left, right) = (hot(worker, random, depth - 1), hot(worker, random, depth - 1));
    let far = number(worker, n + 12, 0);
    let near = number(worker, n, 1);
    match random.below(3) {
        0 => worker.game(&[left, far], &[right]),
        1 => worker.game(&[left], &[right, near]),
        _ => worker.game(&[far], &[right]),
    }
    .unwrap()
}
