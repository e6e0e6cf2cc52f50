//! Random rewrite systems, compared with an interpreter that works on symbols and knows nothing of bits.
#![allow(clippy::unwrap_used)]

use super::metric::{Chain, MetricRules};
use super::spec::{Change, Goal, Rewrite, Spec};
use super::*;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A change that four symbols with the codes `codes` can make in bits: a test of some bits, and constants for some.
fn random_map(random: &mut Random, codes: &[u16; 4]) -> Vec<(u16, u16)> {
    let [care, want, put, value] = [0; 4].map(|_: u16| random.below(4));
    let symbol = |code: usize| codes.iter().position(|&c| c as usize == code).unwrap() as u16;
    (0..4)
        .filter(|code| (code ^ want) & care == 0)
        .map(|code| (symbol(code), symbol((code & !put) | (value & put))))
        .collect()
}

fn random_spec(random: &mut Random, cells: usize, symbols: u16, rewrites: usize) -> Spec {
    let mut codes = [0, 1, 2, 3];
    codes.swap(random.below(4), random.below(4));
    codes.swap(random.below(4), random.below(4));
    let general = symbols == 4 && random.below(2) == 0;
    let rewrites = (0..rewrites)
        .map(|_| {
            let mut changes: Vec<Change> = Vec::new();
            for _ in 0..1 + random.below(3) {
                let cell = random.below(cells) as u32;
                if changes.iter().all(|c| c.cell != cell) {
                    let after = random.below(symbols.into()) as u16;
                    let map = match random.below(6) {
                        _ if general => random_map(random, &codes),
                        0 => (0..symbols).map(|before| (before, after)).collect(),
                        _ => vec![(random.below(symbols.into()) as u16, after)],
                    };
                    changes.push(Change::of(cell, map));
                }
            }
            let owner = random.below(3);
            Rewrite {
                changes,
                left: owner != 1,
                right: owner != 0,
                again: false,
                score: 0,
                rank: u16::from(random.below(5) == 0),
                piece: None,
                tag: 0,
            }
        })
        .collect();
    Spec {
        symbols: vec![(0..symbols).collect(); cells],
        rewrites,
        goals: vec![Goal { pattern: vec![(0, vec![0]), (1, vec![0])], winner: Winner::Left }],
        symmetries: vec![(0..cells as u32).rev().collect()],
        rectangle: None,
        stuck: Stuck::Loses,
        game: random.below(2) == 0,
    }
}

fn interpreted(spec: &Spec, board: &[u16], player: Player) -> Vec<Vec<u16>> {
    let legal: Vec<&Rewrite> = spec
        .rewrites
        .iter()
        .filter(|r| r.allows(player) && r.changes.iter().all(|c| c.becomes(board[c.cell as usize]).is_some()))
        .collect();
    let lowest = legal.iter().map(|r| r.rank).min();
    let mut after: Vec<Vec<u16>> = legal
        .iter()
        .filter(|r| Some(r.rank) == lowest)
        .map(|r| {
            let mut board = board.to_vec();
            for c in &r.changes {
                board[c.cell as usize] = c.becomes(board[c.cell as usize]).unwrap();
            }
            board
        })
        .collect();
    after.sort();
    after
}

fn compare<const W: usize>(random: &mut Random, cells: usize, symbols: u16) {
    let spec = random_spec(random, cells, symbols, cells * 3);
    let rules = MaskRules::<W>::compile(spec.clone()).unwrap();
    for _ in 0..20 {
        let board: Vec<u16> = (0..cells).map(|_| random.below(symbols.into()) as u16).collect();
        let position = rules.encode(&board).unwrap();
        assert_eq!(rules.decode(&position), board);
        assert_eq!(rules.goal(&position).is_some(), board[0] == 0 && board[1] == 0);
        for player in Player::BOTH {
            let mut moves = Vec::new();
            rules.moves(&position, player, &mut moves).unwrap();
            let mut after: Vec<Vec<u16>> =
                moves.iter().map(|m| rules.decode(&rules.play(&position, m).unwrap())).collect();
            after.sort();
            assert_eq!(after, interpreted(&spec, &board, player));
        }
    }
}

#[test]
fn masks_do_what_the_rewrites_say() {
    let mut random = Random(7);
    for _ in 0..100 {
        compare::<1>(&mut random, 12, 3);
        compare::<2>(&mut random, 25, 5);
        compare::<8>(&mut random, 100, 4);
        compare::<16>(&mut random, 300, 7);
    }
}

/// Dominoes of both players on a rectangle: Left vertical, Right horizontal.
fn dominoes(rows: u32, columns: u32, symmetries: Vec<Vec<u32>>) -> Spec {
    let mut rewrites = Vec::new();
    let mut add = |a: u32, b: u32, left: bool| {
        let changes = [a, b].map(|cell| Change::one(cell, 0, 1)).to_vec();
        rewrites.push(Rewrite { changes, left, right: !left, again: false, score: 0, rank: 0, piece: None, tag: 0 });
    };
    for r in 0..rows {
        for c in 0..columns {
            if r + 1 < rows {
                add(r * columns + c, (r + 1) * columns + c, true);
            }
            if c + 1 < columns {
                add(r * columns + c, r * columns + c + 1, false);
            }
        }
    }
    Spec {
        symbols: vec![vec![0, 1]; (rows * columns) as usize],
        rewrites,
        goals: vec![],
        symmetries,
        rectangle: Some((rows, columns)),
        stuck: Stuck::Loses,
        game: true,
    }
}

#[test]
fn components_are_found_padded_and_moved_to_the_corner() {
    let rules = MaskRules::<1>::compile(dominoes(4, 5, vec![])).unwrap();
    // two free 2x2 squares in opposite corners and a lone free cell, which is dead
    let mut board = vec![1u16; 20];
    for cell in [0, 1, 5, 6, 13, 14, 18, 19, 15] {
        board[cell] = 0;
    }
    let mut parts = Vec::new();
    assert!(rules.split(&rules.encode(&board).unwrap(), &mut parts));
    let mut corner = vec![1u16; 20];
    for cell in [0, 1, 5, 6] {
        corner[cell] = 0;
    }
    let corner = rules.encode(&corner).unwrap();
    assert_eq!(parts.iter().map(|part| rules.normal(part).0).collect::<Vec<_>>(), vec![corner, corner]);
    assert_eq!(rules.integer(&corner), None);
}

#[test]
fn one_sided_components_are_integers() {
    let rules = MaskRules::<1>::compile(dominoes(5, 1, vec![])).unwrap();
    let column = rules.encode(&[0; 5]).unwrap();
    assert_eq!(rules.integer(&column), Some(2));
    let rules = MaskRules::<1>::compile(dominoes(1, 6, vec![])).unwrap();
    assert_eq!(rules.integer(&rules.encode(&[0; 6]).unwrap()), Some(-3));
}

#[test]
fn only_symmetries_of_the_rules_are_kept() {
    let turn = |f: &dyn Fn(u32, u32) -> (u32, u32)| -> Vec<u32> {
        (0..9).map(|cell| f(cell / 3, cell % 3)).map(|(r, c)| r * 3 + c).collect()
    };
    let mirror = turn(&|r, c| (r, 2 - c));
    let transpose = turn(&|r, c| (c, r));
    let flip = turn(&|r, c| (2 - r, c));
    let half_turn = turn(&|r, c| (2 - r, 2 - c));
    let rules =
        MaskRules::<1>::compile(dominoes(3, 3, vec![mirror.clone(), transpose, flip, half_turn.clone()])).unwrap();
    // the transposition would exchange the players
    assert_eq!(rules.symmetry_count(), 4);
    let a = rules.encode(&[1, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let b = rules.encode(&[0, 0, 1, 0, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!(rules.canonical(&a), rules.canonical(&b));
    assert_eq!(rules.orbit(&a), 4);
    // not a group: representatives would not be unique, so nothing is kept
    let rules = MaskRules::<1>::compile(dominoes(3, 3, vec![mirror, half_turn])).unwrap();
    assert_eq!(rules.symmetry_count(), 1);
}

/// A walker (2) and a box (1) in a corridor of floor (0): free walking, pushes cost one.
fn corridor(length: u32, goals: &[u32]) -> Spec {
    let mut rewrites = Vec::new();
    let piece = |cells: [(u32, u16, u16); 3], n: usize, tag| Rewrite {
        changes: cells[..n].iter().map(|&(cell, before, after)| Change::one(cell, before, after)).collect(),
        left: true,
        right: false,
        again: false,
        score: 0,
        rank: 0,
        piece: None,
        tag,
    };
    for a in 0..length {
        for step in [1i64, -1] {
            let [b, c] = [1, 2].map(|k| (i64::from(a) + k * step) as u32);
            if b < length {
                rewrites.push(piece([(a, 2, 0), (b, 0, 2), (0, 0, 0)], 2, 0));
            }
            if b < length && c < length {
                rewrites.push(piece([(a, 2, 0), (b, 1, 2), (c, 0, 1)], 3, 1));
            }
        }
    }
    let pattern = (0..length).map(|cell| (cell, if goals.contains(&cell) { vec![1] } else { vec![0, 2] })).collect();
    Spec {
        symbols: vec![vec![0, 1, 2]; length as usize],
        rewrites,
        goals: vec![Goal { pattern, winner: Winner::Left }],
        symmetries: vec![],
        rectangle: None,
        stuck: Stuck::Loses,
        game: false,
    }
}

#[test]
fn free_moves_are_quotiented_and_estimates_follow() {
    let rules = MaskRules::<1>::compile(corridor(9, &[7])).unwrap();
    let costs: Vec<u32> = rules.spec.rewrites.iter().map(|r| u32::from(r.tag == 1)).collect();
    let pushes = MetricRules::new(&rules, costs, Chain::Off).unwrap();
    let at = |walker: usize, crate_: usize| {
        let mut board = [0u16; 9];
        board[walker] = 2;
        board[crate_] = 1;
        rules.encode(&board).unwrap()
    };
    assert_eq!(pushes.canonical(&at(0, 4)), pushes.canonical(&at(3, 4)));
    assert_ne!(pushes.canonical(&at(3, 4)), pushes.canonical(&at(5, 4)));
    assert_eq!(pushes.estimate(&at(0, 4)), 3);
    // a box in a dead end has no way to the goal
    assert_eq!(pushes.estimate(&at(1, 0)), crate::rules::DEAD);
    let mut leaps = Vec::new();
    pushes.moves(&at(0, 4), Player::Left, &mut leaps).unwrap();
    assert_eq!(leaps.len(), 1);
    assert_eq!(leaps[0].position, at(4, 5));
    assert_eq!(pushes.rewrites(&at(0, 4), &at(4, 5)).unwrap().len(), 4);
    assert_eq!(pushes.orbit(&at(0, 4)), 4);
    // two boxes side by side are frozen: each alone could go, only relaxation sees that neither can
    let rules = MaskRules::<1>::compile(corridor(9, &[6, 7])).unwrap();
    let costs: Vec<u32> = rules.spec.rewrites.iter().map(|r| u32::from(r.tag == 1)).collect();
    let tokens = super::tokens::Tokens::of(&rules.spec, &rules.cells, &costs);
    let pushes = MetricRules::new(&rules, costs, Chain::Off).unwrap();
    let frozen = rules.encode(&[0, 2, 1, 1, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!(tokens.estimate(&frozen, None, || rules.decode(&frozen)), crate::rules::DEAD);
    assert_eq!(pushes.estimate(&frozen), crate::rules::DEAD);
}

#[test]
fn the_walker_goes_where_free_moves_lead() {
    // a random floor on a 4 x 6 grid: boxes (1), one walker (2)
    let mut random = Random(3);
    for _ in 0..200 {
        let floor: Vec<bool> = (0..24).map(|_| random.below(4) > 0).collect();
        let mut rewrites = Vec::new();
        for a in 0..24u32 {
            for b in [a.wrapping_sub(1), a + 1, a.wrapping_sub(6), a + 6] {
                let beside = b < 24 && (a / 6 == b / 6 || a % 6 == b % 6);
                if beside && floor[a as usize] && floor[b as usize] {
                    let changes = vec![Change::one(a, 2, 0), Change::one(b, 0, 2)];
                    let rewrite = Rewrite {
                        changes,
                        left: true,
                        right: false,
                        again: false,
                        score: 0,
                        rank: 0,
                        piece: None,
                        tag: 0,
                    };
                    rewrites.push(rewrite);
                }
            }
        }
        let count = rewrites.len();
        if count == 0 {
            continue;
        }
        let spec = Spec {
            symbols: vec![vec![0, 1, 2]; 24],
            rewrites,
            goals: vec![Goal { pattern: vec![(0, vec![1])], winner: Winner::Left }],
            symmetries: vec![],
            rectangle: None,
            stuck: Stuck::Loses,
            game: false,
        };
        let rules = MaskRules::<1>::compile(spec).unwrap();
        let metric = MetricRules::new(&rules, vec![0; count], Chain::Off).unwrap();
        let walker =
            super::walker::Walker::of(&rules.spec, &rules.cells, &(0..count as u32).collect::<Vec<_>>()).unwrap();
        let mut board: Vec<u16> = (0..24).map(|_| u16::from(random.below(4) == 0)).collect();
        board[random.below(24)] = 2;
        let position = rules.encode(&board).unwrap();
        let mut quick: Vec<Bits<1>> = walker.positions(&position).unwrap();
        let canonical = walker.canonical(&position);
        assert!(quick.iter().all(|member| walker.canonical(member) == canonical));
        let mut general = metric.walk(&position, |_, _| {});
        quick.sort();
        general.sort();
        assert_eq!(quick, general);
        // two walkers are not its business
        let other = board.iter().position(|&symbol| symbol != 2).unwrap();
        board[other] = 2;
        assert!(walker.positions(&rules.encode(&board).unwrap()).is_none());
    }
}

#[test]
fn unmoves_are_the_moves_backwards() {
    let mut random = Random(31);
    let (mut known, mut found) = (0, 0);
    for round in 0..200 {
        let (cells, symbols) = [(6, 2), (4, 3), (4, 4), (3, 5)][round % 4];
        let mut spec = random_spec(&mut random, cells, symbols, cells * 3);
        for rewrite in &mut spec.rewrites {
            rewrite.again = random.below(5) == 0;
        }
        let rules = MaskRules::<1>::compile(spec).unwrap();
        let boards: Vec<Vec<u16>> = (0..usize::from(symbols).pow(cells as u32))
            .map(|n| (0..cells as u32).map(|i| (n / usize::from(symbols).pow(i)) as u16 % symbols).collect())
            .collect();
        let positions: Vec<Bits<1>> = boards.iter().map(|board| rules.encode(board).unwrap()).collect();
        let knows = rules.unmoves(&positions[0], Player::Left, false, &mut Vec::new()).unwrap();
        known += usize::from(knows);
        if !knows {
            continue;
        }
        for player in Player::BOTH {
            for again in [false, true] {
                let mut expected = HashMap::<Bits<1>, Vec<Bits<1>>>::new();
                for position in &positions {
                    let mut moves = Vec::new();
                    rules.moves(position, player, &mut moves).unwrap();
                    for mv in moves.iter().filter(|mv| rules.again(mv) == again) {
                        expected.entry(rules.play(position, mv).unwrap()).or_default().push(*position);
                    }
                }
                for position in &positions {
                    let mut before = Vec::new();
                    rules.unmoves(position, player, again, &mut before).unwrap();
                    before.retain(|p| positions.contains(p));
                    before.sort_unstable();
                    before.dedup();
                    let mut expected = expected.remove(position).unwrap_or_default();
                    expected.sort_unstable();
                    expected.dedup();
                    found += before.len();
                    assert_eq!(before, expected);
                }
            }
        }
    }
    assert!(known > 150 && found > 10_000, "{known} {found}");
}

#[test]
fn retrograde_analysis_by_unmoves_and_by_stored_moves() {
    let mut random = Random(32);
    let mut positions = 0;
    for round in 0..150 {
        let (cells, symbols) = [(7, 2), (5, 3), (4, 4)][round % 3];
        let mut spec = random_spec(&mut random, cells, symbols, cells * 3);
        spec.game = true;
        spec.stuck = [Stuck::Loses, Stuck::Loses, Stuck::Wins, Stuck::Draws][random.below(4)];
        let impartial = random.below(2) == 0;
        for i in 0..spec.rewrites.len() {
            spec.rewrites[i].again = round % 5 == 0 && random.below(5) == 0;
            if impartial {
                (spec.rewrites[i].left, spec.rewrites[i].right) = (true, true);
            }
            // the mirror image as well, so that boards have a symmetry
            let mut image = spec.rewrites[i].clone();
            image.changes.iter_mut().for_each(|change| change.cell = cells as u32 - 1 - change.cell);
            spec.rewrites.push(image);
        }
        match random.below(3) {
            0 => spec.goals.clear(),
            1 => spec.goals[0].winner = Winner::Nobody,
            _ => {}
        }
        let rules = MaskRules::<1>::compile(spec).unwrap();
        let board: Vec<u16> = (0..cells).map(|_| random.below(symbols.into()) as u16).collect();
        let start = rules.encode(&board).unwrap();
        if rules.unmoves(&start, Player::Left, false, &mut Vec::new()).unwrap() {
            positions += crate::search::toys::backwards_like_forwards(&rules, &start);
        }
    }
    assert!(positions > 3_000, "{positions}");
}
