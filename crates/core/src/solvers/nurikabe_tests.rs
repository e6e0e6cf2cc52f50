//! Against all shadings of small boards.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::limits::Limits;

fn beside(cols: usize, size: usize, cell: usize) -> impl Iterator<Item = usize> {
    let col = cell % cols;
    let near = [(col > 0, cell.wrapping_sub(1)), (col + 1 < cols, cell + 1), (cell >= cols, cell.wrapping_sub(cols))];
    near.into_iter().chain([(cell + cols < size, cell + cols)]).filter(|near| near.0).map(|near| near.1)
}

/// The connected parts of the cells with this value.
fn areas(cols: usize, lands: &[bool], land: bool) -> Vec<Vec<usize>> {
    let mut left: Vec<bool> = lands.iter().map(|&each| each == land).collect();
    let mut areas = Vec::new();
    for start in 0..lands.len() {
        if !std::mem::take(&mut left[start]) {
            continue;
        }
        let mut area = vec![start];
        let mut next = 0;
        while let Some(&cell) = area.get(next) {
            next += 1;
            for near in beside(cols, lands.len(), cell) {
                if std::mem::take(&mut left[near]) {
                    area.push(near);
                }
            }
        }
        areas.push(area);
    }
    areas
}

/// All ways to shade a board by the rules of the sea, with the islands.
fn shadings(rows: usize, cols: usize) -> Vec<(Vec<bool>, Vec<Vec<usize>>)> {
    let size = rows * cols;
    let all = (0..1_u32 << size).map(|bits| (0..size).map(|cell| bits >> cell & 1 == 1).collect::<Vec<bool>>());
    let square = |lands: &[bool], cell: usize| {
        cell % cols + 1 < cols && cell + cols < size && [0, 1, cols, cols + 1].iter().all(|more| !lands[cell + more])
    };
    all.filter(|lands| (0..size).all(|cell| !square(lands, cell)) && areas(cols, lands, false).len() < 2)
        .map(|lands| (areas(cols, &lands, true), lands))
        .map(|(islands, lands)| (lands, islands))
        .collect()
}

fn random(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn small_boards_have_the_solutions_that_the_definition_says() {
    let mut seed = 1;
    let (mut single, mut several, mut none) = (0, 0, 0);
    for (rows, cols) in [(1, 6), (6, 1), (2, 5), (3, 3), (3, 4), (4, 3), (5, 3), (3, 5), (4, 4)] {
        let all = shadings(rows, cols);
        for trial in 0..150 {
            let (_, islands) = &all[random(&mut seed) % all.len()];
            let mut numbers = vec![0; rows * cols];
            for island in islands {
                numbers[island[random(&mut seed) % island.len()]] = island.len() as u8;
            }
            if trial % 5 == 0 {
                let cell = random(&mut seed) % numbers.len();
                numbers[cell] = (random(&mut seed) % 4) as u8;
            }
            let solved = |islands: &Vec<Vec<usize>>| {
                let right = |island: &Vec<usize>| {
                    let mut clues = island.iter().filter(|&&cell| numbers[cell] > 0);
                    clues.next().is_some_and(|&cell| usize::from(numbers[cell]) == island.len())
                        && clues.next().is_none()
                };
                let clues = numbers.iter().filter(|&&number| number > 0).count();
                islands.len() == clues && islands.iter().all(right)
            };
            let wanted: Vec<&Vec<bool>> = all.iter().filter(|each| solved(&each.1)).map(|each| &each.0).collect();
            let found = solutions(cols, &numbers, usize::MAX, &Control::default()).unwrap().unwrap();
            assert_eq!(found.len(), wanted.len().min(2), "{cols} {numbers:?}");
            assert!(found.iter().all(|each| wanted.contains(&each)), "{cols} {numbers:?}");
            assert!(found.len() < 2 || found[0] != found[1], "{cols} {numbers:?}");
            match wanted.len() {
                0 => none += 1,
                1 => single += 1,
                _ => several += 1,
            }
        }
    }
    assert!(single > 100 && several > 100 && none > 100, "{single} {several} {none}");
}

/// An island of 4 x 4 cells in a ring of sea, inside an island of all the rest.
fn ring() -> Vec<u8> {
    let mut numbers = vec![0; 64];
    (numbers[9], numbers[18]) = (29, 16);
    numbers
}

#[test]
fn a_ring_of_sea_around_a_square_is_as_short_as_can_be() {
    let found = solutions(8, &ring(), usize::MAX, &Control::default()).unwrap().unwrap();
    let sea: Vec<usize> = (0..64).filter(|&cell| !found[0][cell]).collect();
    assert_eq!((found.len(), sea.len()), (1, 19));
    assert!(sea.iter().all(|cell| [cell / 8, cell % 8].iter().any(|&at| at == 1 || at == 6)));
}

#[test]
fn room_and_limits_are_kept() {
    assert!(solutions(8, &ring(), 100, &Control::default()).unwrap().is_none());
    for limits in
        [Limits { positions: Some(100), ..Limits::default() }, Limits { memory: Some(10_000), ..Limits::default() }]
    {
        assert!(solutions(8, &ring(), usize::MAX, &Control::new(limits)).is_err());
    }
    for (cols, size) in [(0, 0), (3, 4), (13, 169), (16, 256)] {
        assert!(solutions(cols, &vec![0; size], usize::MAX, &Control::default()).is_err());
    }
}

/// A sea that grows at random, connected and without squares, more or less like a path.
fn grown(cols: usize, size: usize, seed: &mut u64) -> Vec<bool> {
    let mut lands = vec![true; size];
    let mut sea = vec![random(seed) % size];
    lands[sea[0]] = false;
    let straight = random(seed) % 4;
    for _ in 0..random(seed) % (2 * size) {
        let from = if random(seed) % 4 < straight { sea[sea.len() - 1] } else { sea[random(seed) % sea.len()] };
        let near: Vec<usize> = beside(cols, size, from).filter(|&near| lands[near]).collect();
        if near.is_empty() {
            continue;
        }
        let cell = near[random(seed) % near.len()];
        lands[cell] = false;
        let corners = [0, 1, cols, cols + 1].map(|back| cell.wrapping_sub(back));
        let square = |&corner: &usize| {
            let inside = corner < size && corner % cols + 1 < cols && corner + cols < size;
            inside && [0, 1, cols, cols + 1].iter().all(|more| !lands[corner + more])
        };
        if corners.iter().any(square) {
            lands[cell] = true;
        } else {
            sea.push(cell);
        }
    }
    lands
}

#[test]
fn no_frontier_of_a_solution_is_dropped() {
    let mut seed = 2;
    for trial in 0..20_000 {
        let (rows, cols) = [(8, 8), (10, 10), (7, 12), (12, 12), (20, 6), (5, 30), (21, 12)][trial % 7];
        let lands = grown(cols, rows * cols, &mut seed);
        let mut numbers = vec![0; rows * cols];
        for island in areas(cols, &lands, true) {
            numbers[island[random(&mut seed) % island.len()]] = island.len() as u8;
        }
        let (board, order) = Board::new(cols, &numbers).unwrap();
        let mut frontier = Frontier::default();
        for (cell, &at) in order.iter().enumerate() {
            let next = board.step(&frontier, cell, lands[at]);
            assert!(next.is_some(), "{cols} {numbers:?} {lands:?}, cell {cell}");
            frontier = next.unwrap();
        }
        assert!(board.ends(&frontier));
    }
}
