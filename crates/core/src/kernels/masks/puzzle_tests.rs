//! Small random levels of a walker who pushes boxes, against a search on symbols that knows no bits, no bounds and no
//! symmetries.
#![allow(clippy::unwrap_used)]

use super::metric::{Chain, MetricRules};
use super::spec::{Change, Goal, Rewrite, Spec};
use super::*;
use crate::limits::Control;
use crate::rules::DEAD;
use crate::search::shortest::{a_star, breadth_first, replay};
use std::collections::{BTreeMap, BTreeSet};

const ROWS: u32 = 4;
const COLUMNS: u32 = 4;
const CELLS: u32 = ROWS * COLUMNS;
const FLOOR: u16 = 0;
const BOX: u16 = 1;
const WALKER: u16 = 2;
const WALL: u16 = 3;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

fn rewrite(changes: &[(u32, u16, u16)], tag: u16) -> Rewrite {
    Rewrite {
        changes: changes.iter().map(|&(cell, before, after)| Change::one(cell, before, after)).collect(),
        left: true,
        right: false,
        again: false,
        score: 0,
        rank: 0,
        piece: None,
        tag,
    }
}

/// A level: its rules for every wall that there may be, and a board. Some have more boxes than goals, some let a box
/// that is not needed stand anywhere, and some are symmetric.
fn level(random: &mut Random) -> (Spec, Vec<u16>) {
    let next = |cell: u32, (down, right): (i32, i32)| {
        let (row, column) = ((cell / COLUMNS) as i32 + down, (cell % COLUMNS) as i32 + right);
        let inside = (0..ROWS as i32).contains(&row) && (0..COLUMNS as i32).contains(&column);
        inside.then_some((row * COLUMNS as i32 + column) as u32)
    };
    let mut rewrites = Vec::new();
    for a in 0..CELLS {
        for direction in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let Some(b) = next(a, direction) else { continue };
            rewrites.push(rewrite(&[(a, WALKER, FLOOR), (b, FLOOR, WALKER)], 0));
            let Some(c) = next(b, direction) else { continue };
            rewrites.push(rewrite(&[(a, WALKER, FLOOR), (b, BOX, WALKER), (c, FLOOR, BOX)], 1));
        }
    }
    let mut board: Vec<u16> = (0..CELLS).map(|_| if random.below(5) == 0 { WALL } else { FLOOR }).collect();
    let mirror: Vec<u32> = (0..CELLS).map(|cell| cell / COLUMNS * COLUMNS + COLUMNS - 1 - cell % COLUMNS).collect();
    let even = random.below(3) == 0;
    if even {
        (0..CELLS as usize).for_each(|cell| board[cell] = board[cell].max(board[mirror[cell] as usize]));
    }
    let mut goals = BTreeSet::new();
    for _ in 0..1 + random.below(2) {
        let cell = random.below(CELLS as usize);
        if board[cell] != WALL {
            goals.insert(cell as u32);
            if even {
                goals.insert(mirror[cell]);
            }
        }
    }
    let free = |board: &[u16]| -> Vec<usize> { (0..CELLS as usize).filter(|&cell| board[cell] == FLOOR).collect() };
    for _ in 0..goals.len() + usize::from(random.below(5) == 0) {
        if let Some(&cell) = free(&board).get(random.below(CELLS as usize)) {
            board[cell] = BOX;
        }
    }
    let places = free(&board);
    if !places.is_empty() {
        board[places[random.below(places.len())]] = WALKER;
    }
    let strict = random.below(3) > 0;
    let named = (0..CELLS).filter(|cell| strict || goals.contains(cell));
    let wanted = |cell| if goals.contains(&cell) { vec![BOX] } else { vec![FLOOR, WALKER, WALL] };
    let spec = Spec {
        symbols: vec![vec![FLOOR, BOX, WALKER, WALL]; CELLS as usize],
        rewrites,
        goals: vec![Goal { pattern: named.map(|cell| (cell, wanted(cell))).collect(), winner: Winner::Left }],
        symmetries: vec![mirror],
        rectangle: None,
        stuck: Stuck::Loses,
        game: false,
    };
    (spec, board)
}

/// The least cost by trying everything, cheapest first.
fn plain(spec: &Spec, start: &[u16], price: [u32; 2]) -> u32 {
    let solved = |board: &[u16]| spec.goals[0].pattern.iter().all(|(cell, any)| any.contains(&board[*cell as usize]));
    let mut open = BTreeMap::from([(0, BTreeSet::from([start.to_vec()]))]);
    let mut done = BTreeSet::new();
    while let Some((cost, boards)) = open.pop_first() {
        for board in boards {
            if solved(&board) {
                return cost;
            }
            if !done.insert(board.clone()) {
                continue;
            }
            for rewrite in &spec.rewrites {
                let mut after = board.clone();
                let fits = rewrite.changes.iter().all(|change| {
                    let becomes = change.becomes(board[change.cell as usize]);
                    becomes.is_some_and(|symbol| {
                        after[change.cell as usize] = symbol;
                        true
                    })
                });
                if fits && !done.contains(&after) {
                    open.entry(cost + price[usize::from(rewrite.tag)]).or_default().insert(after);
                }
            }
        }
    }
    DEAD
}

#[test]
fn random_levels_take_as_many_pushes_and_moves_as_by_trying_everything() {
    let mut random = Random(20);
    let (mut solved, mut symmetric) = (0, 0);
    for _ in 0..1500 {
        let (whole, board) = level(&mut random);
        if !board.contains(&WALKER) || whole.goals[0].pattern.is_empty() {
            continue;
        }
        for price in [[0, 1], [1, 1], [2, 3]] {
            let expected = plain(&whole, &board, price);
            solved += usize::from(expected != DEAD);
            let mut spec = whole.clone();
            spec.restrict(&board).unwrap();
            let costs: Vec<u32> = spec.rewrites.iter().map(|rewrite| price[usize::from(rewrite.tag)]).collect();
            if spec.goals.is_empty() {
                assert_eq!(expected, DEAD);
                continue;
            }
            let rules = MaskRules::<1>::compile(spec).unwrap();
            symmetric += usize::from(rules.symmetry_count() > 1);
            let start = rules.encode(&board).unwrap();
            let pushes = MetricRules::new(&rules, costs, Chain::Off).unwrap();
            for search in [a_star::<MetricRules<1>>, breadth_first] {
                let line = search(&pushes, &start, &Control::default()).unwrap();
                assert_eq!(line.as_ref().map_or(DEAD, |line| line.cost), expected, "{board:?} {:?}", whole.goals);
                let Some(line) = line else { continue };
                // rewrite by rewrite, by the masks alone
                let (mut here, mut cost) = (start, 0);
                for (_, leap) in replay(&pushes, &start, &line).unwrap() {
                    for m in pushes.rewrites(&here, &leap).unwrap() {
                        assert!(rules.masks[m as usize].legal(&here));
                        here = rules.masks[m as usize].apply(&here);
                        cost += price[usize::from(rules.spec.rewrites[m as usize].tag)];
                    }
                    assert_eq!(here, leap);
                }
                assert_eq!(cost, expected);
                assert!(rules.goal(&here).is_some());
            }
        }
    }
    assert!(solved > 500 && symmetric > 100, "{solved} solved, {symmetric} symmetric");
}
