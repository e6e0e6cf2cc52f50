//! Tests of the sliding-tile puzzle against plain breadth-first search on arrangements.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::wide::Wide;
use super::*;

/// A shortest line, or `None` when there is none.
fn solve(
    rows: usize,
    cols: usize,
    start: &[u8],
    goal: &[u8],
    dir: Option<&Path>,
    control: &Control,
) -> Result<Option<Vec<u8>>> {
    if !solvable(rows, cols, start, goal)? {
        return Ok(None);
    }
    Solver::new(rows, cols, goal, false, dir, control)?.solve(start, control)
}
use crate::limits::Limits;
use crate::store::tests::Scratch;
use std::collections::HashMap;
use std::time::Instant;

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn shuffle(&mut self, mut tiles: Vec<u8>) -> Vec<u8> {
        for at in (1..tiles.len()).rev() {
            tiles.swap(at, self.roll(at + 1));
        }
        tiles
    }
}

/// Every arrangement one slide away, with the tile that slid.
fn slides(rows: usize, cols: usize, tiles: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    let (row, col) = ((blank / cols) as isize, (blank % cols) as isize);
    let near = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
    let inside = |&&(r, c): &&(isize, isize)| r >= 0 && c >= 0 && r < rows as isize && c < cols as isize;
    let slide = |&(r, c): &(isize, isize)| {
        let cell = r as usize * cols + c as usize;
        let mut next = tiles.to_vec();
        next.swap(cell, blank);
        (tiles[cell], next)
    };
    near.iter().filter(inside).map(slide).collect()
}

/// Distances from `origin`, up to `depth`.
fn distances(rows: usize, cols: usize, origin: &[u8], depth: u32) -> HashMap<Vec<u8>, u32> {
    let mut found = HashMap::from([(origin.to_vec(), 0)]);
    let mut layer = vec![origin.to_vec()];
    for distance in 1..=depth {
        let mut next = Vec::new();
        for (_, tiles) in layer.iter().flat_map(|tiles| slides(rows, cols, tiles)) {
            if !found.contains_key(&tiles) {
                found.insert(tiles.clone(), distance);
                next.push(tiles);
            }
        }
        layer = next;
    }
    found
}

/// A random walk of the blank that does not step back at once.
fn scramble(rows: usize, cols: usize, origin: &[u8], steps: usize, dice: &mut Dice) -> Vec<u8> {
    let (mut last, mut tiles) = (0, origin.to_vec());
    for _ in 0..steps {
        let mut next = slides(rows, cols, &tiles);
        next.retain(|(tile, _)| *tile != last);
        if !next.is_empty() {
            (last, tiles) = next.swap_remove(dice.roll(next.len()));
        }
    }
    tiles
}

fn replays(rows: usize, cols: usize, start: &[u8], goal: &[u8], line: &[u8]) -> bool {
    let step = |tiles: Vec<u8>, tile: &u8| slides(rows, cols, &tiles).into_iter().find(|(t, _)| t == tile).map(|t| t.1);
    line.iter().try_fold(start.to_vec(), step).is_some_and(|end| end == goal)
}

/// The estimate against true distances on every arrangement given, and its change along every move.
fn check_estimate<R: Rules<Move = u8>>(
    rules: &R,
    position: impl Fn(&[u8]) -> R::Position,
    found: &HashMap<Vec<u8>, u32>,
) {
    let mut tiles_out = Vec::new();
    for (tiles, &distance) in found {
        let here = position(tiles);
        let bound = rules.estimate(&here);
        assert!(bound <= distance && bound % 2 == distance % 2, "{tiles:?}: {bound} > {distance}");
        assert_eq!(rules.goal(&here).is_some(), distance == 0);
        assert_eq!(bound == 0, distance == 0);
        tiles_out.clear();
        rules.moves(&here, Player::Left, &mut tiles_out).unwrap();
        for tile in &tiles_out {
            let there = rules.estimate(&rules.play(&here, tile).unwrap());
            assert_eq!(there.abs_diff(bound), 1, "{tiles:?} {tile}");
        }
    }
}

#[test]
fn eight_is_solved_as_breadth_first_search_does() {
    let goal = reading_order(3, 3, Blank::Last).unwrap();
    let found = distances(3, 3, &goal, 40);
    assert_eq!(found.len(), 181_440);
    assert_eq!(found.values().max(), Some(&31));
    let rules = TilesRules::new(3, 3, &goal).unwrap();
    let wide = WideTilesRules::new(3, 3, &goal).unwrap();
    check_estimate(&rules, |tiles| rules.position(tiles).unwrap(), &found);
    check_estimate(&wide, |tiles| wide.position(tiles).unwrap(), &found);
    let control = Control::default();
    let mut dice = Dice(1);
    let mut starts: Vec<Vec<u8>> = (0..60).map(|_| dice.shuffle(goal.clone())).collect();
    starts.push(vec![8, 6, 7, 2, 5, 4, 3, 0, 1]);
    for start in starts {
        let expected = found.get(&start).map(|&n| n as usize);
        for line in [
            rules.solve(&rules.position(&start).unwrap(), &control).unwrap(),
            wide.solve(&wide.position(&start).unwrap(), &control).unwrap(),
            solve(3, 3, &start, &goal, None, &control).unwrap(),
        ] {
            assert_eq!(line.as_ref().map(Vec::len), expected, "{start:?}");
            assert!(line.is_none_or(|line| replays(3, 3, &start, &goal, &line)));
        }
        assert_eq!(rules.estimate(&rules.position(&start).unwrap()) == DEAD, expected.is_none());
    }
}

#[test]
fn moves_and_plays_are_slides() {
    let mut dice = Dice(2);
    for (rows, cols) in [(1, 2), (2, 1), (2, 2), (1, 7), (3, 3), (2, 5), (3, 4), (4, 4), (5, 4), (15, 17)] {
        let goal = dice.shuffle(reading_order(rows, cols, Blank::First).unwrap());
        let tiles = dice.shuffle(goal.clone());
        let mut expected = slides(rows, cols, &tiles);
        expected.sort();
        let mut out = Vec::new();
        let wide = WideTilesRules::new(rows, cols, &goal).unwrap();
        let here = wide.position(&tiles).unwrap();
        wide.moves(&here, Player::Left, &mut out).unwrap();
        let mut found: Vec<(u8, Vec<u8>)> =
            out.iter().map(|tile| (*tile, wide.arrangement(&wide.play(&here, tile).unwrap()))).collect();
        found.sort();
        assert_eq!(found, expected);
        assert!(wide.play(&here, &0).is_err() && wide.play(&here, &255).is_err());
        if rows * cols <= PACKED_CELLS {
            let rules = TilesRules::new(rows, cols, &goal).unwrap();
            let here = rules.position(&tiles).unwrap();
            assert_eq!(rules.arrangement(&here), tiles);
            out.clear();
            rules.moves(&here, Player::Left, &mut out).unwrap();
            let mut found: Vec<(u8, Vec<u8>)> = Vec::new();
            for tile in &out {
                let there = rules.play(&here, tile).unwrap();
                assert_eq!(there, rules.position(&rules.arrangement(&there)).unwrap());
                found.push((*tile, rules.arrangement(&there)));
            }
            found.sort();
            assert_eq!(found, expected);
            for tile in (0..=255).filter(|tile| !out.contains(tile)) {
                assert!(rules.play(&here, &tile).is_err());
            }
            out.clear();
            rules.moves(&here, Player::Right, &mut out).unwrap();
            assert!(out.is_empty());
        }
    }
}

#[test]
fn parity_decides_exactly_what_can_be_reached() {
    let mut dice = Dice(3);
    for (rows, cols) in [(1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2)] {
        let goal = dice.shuffle(reading_order(rows, cols, Blank::Last).unwrap());
        let found = distances(rows, cols, &goal, 60);
        let mut all = vec![Vec::new()];
        for _ in 0..rows * cols {
            let grow = |head: &Vec<u8>| {
                let rest = (0..(rows * cols) as u8).filter(|tile| !head.contains(tile));
                rest.map(|tile| [&head[..], &[tile]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(grow).collect();
        }
        for start in &all {
            let expected = found.get(start).map(|&n| n as usize);
            assert_eq!(solvable(rows, cols, start, &goal).unwrap(), expected.is_some(), "{start:?} {goal:?}");
            let line = solve(rows, cols, start, &goal, None, &Control::default()).unwrap();
            assert_eq!(line.map(|line| line.len()), expected);
        }
    }
}

#[test]
fn estimates_on_two_by_five_hold_for_every_arrangement() {
    let control = Control::default();
    let goal = reading_order(2, 5, Blank::First).unwrap();
    let found = distances(2, 5, &goal, 100);
    assert_eq!((found.len(), found.values().max()), (1_814_400, Some(&55)));
    let rules = TilesRules::new(2, 5, &goal).unwrap().with_patterns(None, &control).unwrap();
    check_estimate(&rules, |tiles| rules.position(tiles).unwrap(), &found);
    for (start, &distance) in found.iter().filter(|(_, distance)| **distance > 52).take(5) {
        let line = rules.solve(&rules.position(start).unwrap(), &control).unwrap().unwrap();
        assert!(line.len() == distance as usize && replays(2, 5, start, &goal, &line));
    }
}

#[test]
fn estimates_hold_near_any_goal_and_along_walks() {
    let control = Control::default();
    let mut dice = Dice(5);
    for (rows, cols, blank) in
        [(3, 4, 0), (3, 4, 5), (4, 3, 11), (2, 6, 2), (4, 4, 0), (4, 4, 15), (4, 4, 6), (3, 5, 7)]
    {
        let mut goal = dice.shuffle(reading_order(rows, cols, Blank::First).unwrap());
        let at = goal.iter().position(|&tile| tile == 0).unwrap();
        goal.swap(at, blank);
        let rules = TilesRules::new(rows, cols, &goal).unwrap().with_patterns(None, &control).unwrap();
        let position = |tiles: &[u8]| rules.position(tiles).unwrap();
        let mut found = distances(rows, cols, &goal, 13);
        check_estimate(&rules, position, &found);
        found.retain(|_, distance| *distance > 11);
        for (start, &distance) in found.iter().take(50) {
            let line = rules.solve(&position(start), &control).unwrap().unwrap();
            assert!(line.len() == distance as usize && replays(rows, cols, start, &goal, &line));
        }
        let mut here = position(&dice.shuffle(goal.clone()));
        if rules.estimate(&here) == DEAD {
            here = position(&scramble(rows, cols, &goal, 500, &mut dice));
        }
        let mut bound = rules.estimate(&here);
        let mut out = Vec::new();
        for _ in 0..20_000 {
            out.clear();
            rules.moves(&here, Player::Left, &mut out).unwrap();
            here = rules.play(&here, &out[dice.roll(out.len())]).unwrap();
            assert_eq!(rules.estimate(&here).abs_diff(bound), 1);
            bound = rules.estimate(&here);
        }
    }
}

#[test]
fn fifteen_is_solved_optimally() {
    // Korf 1985, numbers 12, 65 and 36
    let known: [(&[u8], usize); 3] = [
        (&[14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45),
        (&[7, 8, 3, 2, 10, 12, 4, 6, 11, 13, 5, 15, 0, 1, 9, 14], 47),
        (&[12, 6, 0, 4, 7, 3, 15, 1, 13, 9, 8, 11, 2, 14, 5, 10], 52),
    ];
    let dir = Scratch::new("tiles");
    let first = reading_order(4, 4, Blank::First).unwrap();
    let last = reading_order(4, 4, Blank::Last).unwrap();
    for (start, length) in known {
        let line = solve(4, 4, start, &first, Some(&dir.0), &Control::default()).unwrap().unwrap();
        assert!(line.len() == length && replays(4, 4, start, &first, &line));
        // the same board turned by half a turn, with the blank last: the same tables, the same length
        let turned: Vec<u8> = start.iter().rev().map(|&tile| (16 - tile) % 16).collect();
        let line = solve(4, 4, &turned, &last, Some(&dir.0), &Control::default()).unwrap().unwrap();
        assert!(line.len() == length && replays(4, 4, &turned, &last, &line));
        let mut swapped = start.to_vec();
        swapped.swap(4, 5);
        assert_eq!(solve(4, 4, &swapped, &first, Some(&dir.0), &Control::default()).unwrap(), None);
    }
    assert_eq!(std::fs::read_dir(&dir.0).unwrap().count(), 3);
}

#[test]
fn large_tables_solve_as_small_ones_do() {
    let control = Control::default();
    let mut dice = Dice(11);
    for (rows, cols, blank) in [(3, 4, 0), (4, 3, 7), (2, 6, 11)] {
        let mut goal = dice.shuffle(reading_order(rows, cols, Blank::First).unwrap());
        let at = goal.iter().position(|&tile| tile == 0).unwrap();
        goal.swap(at, blank);
        let small = TilesRules::new(rows, cols, &goal).unwrap().with_patterns(None, &control).unwrap();
        let large = TilesRules::large(rows, cols, &goal).unwrap().with_patterns(None, &control).unwrap();
        assert!(large.patterns.iter().any(|pattern| usize::from(pattern.size) > SMALL));
        for (start, &distance) in &distances(rows, cols, &goal, 13) {
            let bound = large.estimate(&large.position(start).unwrap());
            assert!(bound <= distance && bound % 2 == distance % 2 && (bound == 0) == (distance == 0));
        }
        for _ in 0..6 {
            let start = scramble(rows, cols, &goal, 400, &mut dice);
            let [a, b] =
                [&small, &large].map(|rules| rules.solve(&rules.position(&start).unwrap(), &control).unwrap().unwrap());
            assert!(a.len() == b.len() && replays(rows, cols, &start, &goal, &b), "{start:?}");
        }
    }
}

#[test]
fn large_boards_are_solved_like_two_sided_search() {
    let mut dice = Dice(7);
    for (rows, cols) in [(5, 5), (3, 7), (9, 2), (1, 30), (6, 6)] {
        let goal = dice.shuffle(reading_order(rows, cols, Blank::Last).unwrap());
        let near = distances(rows, cols, &goal, 9);
        let rules = WideTilesRules::new(rows, cols, &goal).unwrap();
        check_estimate(&rules, |tiles| rules.position(tiles).unwrap(), &near);
        for _ in 0..10 {
            let start = scramble(rows, cols, &goal, 18, &mut dice);
            let meet = distances(rows, cols, &start, 9);
            let shortest = meet.iter().filter_map(|(tiles, a)| near.get(tiles).map(|b| a + b)).min().unwrap();
            let line = solve(rows, cols, &start, &goal, None, &Control::default()).unwrap().unwrap();
            assert_eq!(line.len(), shortest as usize);
            assert!(replays(rows, cols, &start, &goal, &line));
        }
    }
}

#[test]
fn beams_on_large_boards_replay_and_wide_ones_are_shortest() {
    let control = Control::default();
    let mut dice = Dice(12);
    for (rows, cols) in [(3, 3), (5, 5), (2, 9), (9, 2), (1, 12), (12, 1), (6, 7)] {
        let goal = dice.shuffle(reading_order(rows, cols, Blank::Last).unwrap());
        let rules = WideTilesRules::new(rows, cols, &goal).unwrap();
        for steps in [0, 1, 8, 60, 500] {
            let start = scramble(rows, cols, &goal, steps, &mut dice);
            let here = rules.position(&start).unwrap();
            let line = rules.beam(&here, 200, &control).unwrap().unwrap();
            assert!(replays(rows, cols, &start, &goal, &line));
            if steps < 10 || cols == 3 {
                let wide = rules.beam(&here, 1_000_000, &control).unwrap().unwrap();
                assert_eq!(Some(wide.len()), rules.solve(&here, &control).unwrap().map(|line| line.len()));
            }
            if rows.min(cols) > 1 {
                let at = usize::from(goal[0] == 0);
                let mut swapped = goal.clone();
                swapped.swap(at, goal.iter().rposition(|&tile| tile != 0).unwrap());
                assert_eq!(rules.beam(&rules.position(&swapped).unwrap(), 200, &control).unwrap(), None);
            }
        }
    }
    let goal = reading_order(5, 5, Blank::Last).unwrap();
    let rules = WideTilesRules::new(5, 5, &goal).unwrap();
    let start = rules.position(&scramble(5, 5, &goal, 500, &mut dice)).unwrap();
    for limits in
        [Limits { positions: Some(50), ..Limits::default() }, Limits { memory: Some(1 << 12), ..Limits::default() }]
    {
        assert!(matches!(rules.beam(&start, 200, &Control::new(limits)), Err(Error::Limit(..))));
    }
}

#[test]
fn steps_update_the_bounds_that_estimates_recompute() {
    let mut dice = Dice(8);
    for (rows, cols) in [(5, 5), (4, 6), (2, 9), (12, 3)] {
        let goal = reading_order(rows, cols, Blank::First).unwrap();
        let rules = WideTilesRules::new(rows, cols, &goal).unwrap();
        let mut here = rules.position(&scramble(rows, cols, &goal, 3000, &mut dice)).unwrap();
        for _ in 0..5000 {
            let bound = rules.estimate(&here);
            let board = Wide { rules: &rules, tiles: here.tiles.to_vec() };
            let near: Vec<u8> = rules.grid.around(here.blank).collect();
            let cell = near[dice.roll(near.len())];
            let next = rules.play(&here, &here.tiles[usize::from(cell)]).unwrap();
            let expected = rules.estimate(&next);
            assert_eq!(expected.abs_diff(bound), 1);
            assert_eq!(board.peek(bound, here.blank, cell, u32::MAX), Some(expected));
            assert_eq!(board.peek(bound, here.blank, cell, expected - 1), None);
            here = next;
        }
    }
}

#[test]
fn bad_boards_are_refused() {
    let control = Control::default();
    for (rows, cols) in [(0, 0), (1, 1), (0, 5), (16, 16), (usize::MAX, 2)] {
        assert!(matches!(reading_order(rows, cols, Blank::First), Err(Error::Invalid(_))));
        assert!(matches!(solve(rows, cols, &[0], &[0], None, &control), Err(Error::Invalid(_))));
    }
    let goal = [1, 2, 3, 0];
    for bad in [&[1, 2, 3][..], &[], &[1, 2, 3, 4], &[1, 1, 2, 0], &[0, 1, 0, 2], &[1, 2, 3, 0, 4]] {
        assert!(matches!(solvable(2, 2, bad, &goal), Err(Error::Invalid(_))), "{bad:?}");
        assert!(matches!(solvable(2, 2, &goal, bad), Err(Error::Invalid(_))), "{bad:?}");
        assert!(TilesRules::new(2, 2, bad).is_err() && WideTilesRules::new(2, 2, bad).is_err());
    }
    assert!(TilesRules::new(5, 5, &reading_order(5, 5, Blank::First).unwrap()).is_err());
}

#[test]
fn building_and_solving_can_be_stopped() {
    let goal = reading_order(4, 4, Blank::First).unwrap();
    let cancelled = Control::default();
    cancelled.cancel();
    let built = TilesRules::new(4, 4, &goal).unwrap().with_patterns(None, &cancelled);
    assert!(matches!(built, Err(Error::Cancelled)));
    let small = Control::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    let built = TilesRules::new(4, 4, &goal).unwrap().with_patterns(None, &small);
    assert!(matches!(built, Err(Error::Limit(..))));
    let some = Control::new(Limits { memory: Some(100 << 20), ..Limits::default() });
    let other = reading_order(3, 5, Blank::First).unwrap();
    let built = TilesRules::large(3, 5, &other).unwrap().with_patterns(None, &some);
    assert!(matches!(built, Err(Error::Limit(..))), "the tables would fit, building them does not");
    let few = Control::new(Limits { positions: Some(10_000), ..Limits::default() });
    let start = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    let rules = TilesRules::new(4, 4, &goal).unwrap();
    assert!(matches!(rules.solve(&rules.position(&start).unwrap(), &few), Err(Error::Limit(..))));
}

/// The instances of Korf 1985 among the published facts.
#[test]
#[ignore = "a benchmark"]
fn korf() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/tables/facts/puzzles.json");
    let text = std::fs::read_to_string(path).unwrap();
    let goal = reading_order(4, 4, Blank::First).unwrap();
    let started = Instant::now();
    let rules = TilesRules::new(4, 4, &goal).unwrap().with_patterns(None, &Control::default()).unwrap();
    println!("tables built in {:?}", started.elapsed());
    let (control, started) = (Control::default(), Instant::now());
    let mut count = 0;
    for row in text.split("\"puzzle\"").filter(|row| row.contains("\"name\": \"Korf ")) {
        let field = |name: &str| row.split(&format!("\"{name}\": ")).nth(1).unwrap().split(['\n', '"']);
        let start: Vec<u8> = field("instance").nth(1).unwrap().split(' ').map(|tile| tile.parse().unwrap()).collect();
        let expected: usize = field("expected").next().unwrap().trim_end_matches([',', ' ']).parse().unwrap();
        let line = rules.solve(&rules.position(&start).unwrap(), &control).unwrap().unwrap();
        assert!(line.len() == expected && replays(4, 4, &start, &goal, &line));
        count += 1;
    }
    println!("{count} instances, {} positions, {:?}", control.positions(), started.elapsed());
    assert!(count > 0);
}
