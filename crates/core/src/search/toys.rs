//! Small rules for the tests of the searches, and obvious solvers to compare with.

use super::retrograde::solve;
use super::smith::{Worth, label};
use crate::error::Result;
use crate::limits::Control;
use crate::rules::{Expanded, Player, Rules, Stuck, Winner, expand_by_playing};
use std::collections::HashMap;

/// Deterministic random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// Rules written down as a table: `moves[node][player]` are (target, the same player moves on).
#[derive(Debug)]
pub struct Graph {
    pub moves: Vec<[Vec<(usize, bool)>; 2]>,
    pub goals: Vec<Option<Winner>>,
    pub stuck: Stuck,
    pub impartial: bool,
    /// Are un-moves known?
    pub backwards: bool,
}

impl Graph {
    /// Up to `most` nodes with a random mix of features; without `loops` moves lead to higher nodes only.
    pub fn random(random: &mut Random, most: u64, loops: bool) -> Graph {
        let n = 1 + random.below(most) as usize;
        let stuck = [Stuck::Loses, Stuck::Loses, Stuck::Wins, Stuck::Draws][random.below(4) as usize];
        let impartial = random.below(3) == 0;
        let (goal_rate, nobody_rate) = (random.below(4) * random.below(2), random.below(3));
        let again_rate = random.below(3) * random.below(2);
        let degree = 1 + random.below(4);
        let mut moves = Vec::new();
        let mut goals = Vec::new();
        for node in 0..n {
            let list = |random: &mut Random| {
                let first = if loops { 0 } else { node + 1 };
                let span = (n - first) as u64;
                let count = if span == 0 { 0 } else { random.below(degree + 1) };
                (0..count).map(|_| (first + random.below(span) as usize, random.below(10) < again_rate)).collect()
            };
            let left: Vec<_> = list(random);
            let right = if impartial { left.clone() } else { list(random) };
            moves.push([left, right]);
            let winner = [Winner::Left, Winner::Right, Winner::Nobody][random.below(2 + nobody_rate.min(1)) as usize];
            goals.push((random.below(10) < goal_rate).then_some(winner));
        }
        Graph { moves, goals, stuck, impartial, backwards: false }
    }

    fn over(&self, node: usize, player: Player) -> Option<Winner> {
        let stuck = self.moves[node][player as usize].is_empty().then(|| self.stuck.winner(player));
        self.goals[node].or(stuck)
    }

    /// Round k settles what follows from earlier rounds alone; what is never settled is drawn.
    pub fn solve(&self) -> HashMap<(usize, Player), (Winner, Option<u32>)> {
        let nodes: Vec<_> = (0..self.moves.len()).flat_map(|n| Player::BOTH.map(|p| (n, p))).collect();
        let mut known: HashMap<(usize, Player), (Winner, Option<u32>)> = HashMap::new();
        for &(node, player) in &nodes {
            if let Some(winner) = self.over(node, player) {
                known.insert((node, player), (winner, Some(0)));
            }
        }
        for round in 1.. {
            let mut fresh = Vec::new();
            for &(node, player) in nodes.iter().filter(|key| !known.contains_key(key)) {
                let results: Vec<_> = self.moves[node][player as usize]
                    .iter()
                    .map(|&(target, again)| known.get(&(target, if again { player } else { player.opponent() })))
                    .map(|result| result.map(|r| r.0))
                    .collect();
                if results.contains(&Some(player.into())) {
                    fresh.push(((node, player), (player.into(), Some(round))));
                } else if results.iter().all(|r| *r == Some(player.opponent().into())) {
                    fresh.push(((node, player), (player.opponent().into(), Some(round))));
                }
            }
            if fresh.is_empty() {
                break;
            }
            known.extend(fresh);
        }
        for key in nodes {
            known.entry(key).or_insert((Winner::Nobody, None));
        }
        known
    }
}

impl Rules for Graph {
    type Position = usize;
    type Move = (usize, bool);

    fn moves(&self, position: &usize, player: Player, out: &mut Vec<(usize, bool)>) -> Result<()> {
        out.extend(&self.moves[*position][player as usize]);
        Ok(())
    }

    fn play(&self, _position: &usize, mv: &(usize, bool)) -> Result<usize> {
        Ok(mv.0)
    }

    fn goal(&self, position: &usize) -> Option<Winner> {
        self.goals[*position]
    }

    fn again(&self, mv: &(usize, bool)) -> bool {
        mv.1
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn even_handed(&self) -> bool {
        self.impartial && self.goals.iter().all(|goal| goal.is_none_or(|winner| winner == Winner::Nobody))
    }

    fn unmoves(&self, position: &usize, player: Player, again: bool, out: &mut Vec<usize>) -> Result<bool> {
        if self.backwards {
            let leads_here = |node: &usize| self.moves[*node][player as usize].contains(&(*position, again));
            out.extend((0..self.moves.len()).filter(leads_here));
        }
        Ok(self.backwards)
    }
}

/// Rules that do not know their un-moves, nor that the player to move makes no difference.
pub struct Forward<'r, R>(pub &'r R);

impl<R: Rules> Rules for Forward<'_, R> {
    type Position = R::Position;
    type Move = R::Move;

    fn moves(&self, position: &R::Position, player: Player, out: &mut Vec<R::Move>) -> Result<()> {
        self.0.moves(position, player, out)
    }

    fn play(&self, position: &R::Position, mv: &R::Move) -> Result<R::Position> {
        self.0.play(position, mv)
    }

    fn goal(&self, position: &R::Position) -> Option<Winner> {
        self.0.goal(position)
    }

    fn again(&self, mv: &R::Move) -> bool {
        self.0.again(mv)
    }

    fn stuck(&self) -> Stuck {
        self.0.stuck()
    }

    fn impartial(&self) -> bool {
        self.0.impartial()
    }
}

/// Every position that can be reached, solved by un-moves and symmetries and by stored moves; how many there are.
pub fn backwards_like_forwards<R: Rules>(rules: &R, start: &R::Position) -> usize {
    let control = Control::default();
    assert!(rules.unmoves(start, Player::Left, false, &mut Vec::new()).is_ok_and(|known| known));
    let forward = Forward(rules);
    let (Ok(found), Ok(expected)) = (solve(rules, start, &control), solve(&forward, start, &control)) else {
        unreachable!("there are no limits");
    };
    for position in expected.positions() {
        for player in Player::BOTH {
            let result = expected.look_up(&forward, position, player);
            assert!(result.is_none() || found.look_up(rules, position, player) == result);
        }
    }
    if rules.impartial()
        && rules.stuck() == Stuck::Loses
        && let (Ok(found), Ok(expected)) = (label(rules, start, &control), label(&forward, start, &control))
    {
        for position in expected.positions() {
            let [one, other] = [found.look_up(rules, position), expected.look_up(&forward, position)].map(|worth| {
                worth.ok().flatten().map(|worth| match worth {
                    Worth::Finite { nimber, .. } => (Some(nimber), Vec::new()),
                    Worth::Infinite(set) => (None, set),
                })
            });
            assert!(one.is_some() && one == other);
        }
    }
    expected.positions().len()
}

/// What the components of a position lead to, by [`Rules::expand`] and by playing and splitting; how many moves that are.
pub fn expands_like_playing<R: Rules>(rules: &R, position: &R::Position) -> usize {
    let (mut parts, mut moves) = (Vec::new(), 0);
    assert!(rules.split(position, &mut parts));
    for part in parts {
        let (mut found, mut expected) = (Expanded::default(), Expanded::default());
        assert!(rules.expand(&part, &mut found).is_ok() && expand_by_playing(rules, &part, &mut expected).is_ok());
        let [found, expected] = [found, expected].map(|expanded| {
            let starts = [0].into_iter().chain(expanded.ends.iter().copied());
            let options = starts.zip(&expanded.ends).map(|(start, &end)| {
                let mut option = expanded.parts[start..end].to_vec();
                option.sort_unstable();
                option
            });
            let mut options: Vec<_> = options.enumerate().map(|(i, option)| (i < expanded.lefts, option)).collect();
            options.sort_unstable();
            options
        });
        assert!(found == expected);
        moves += found.len();
    }
    moves
}

/// Placing dominoes on the free cells (set bits) of an 8x8 board, bit `8 * row + column`: Domineering, Cram, and games
/// in which only one player can move.
pub struct Dominoes {
    /// Which of (vertical, horizontal) each player may place.
    pub may: [(bool, bool); 2],
    pub split: bool,
    pub stuck: Stuck,
}

const COLUMN: u64 = 0x0101_0101_0101_0101;

impl Dominoes {
    pub const DOMINEERING: Dominoes =
        Dominoes { may: [(true, false), (false, true)], split: true, stuck: Stuck::Loses };
    pub const CRAM: Dominoes = Dominoes { may: [(true, true), (true, true)], split: true, stuck: Stuck::Loses };

    pub fn board(rows: u32, columns: u32) -> u64 {
        let row = (1u64 << columns) - 1;
        (0..rows).fold(0, |board, i| board | row << (8 * i))
    }

    fn upper(board: u64) -> u64 {
        board & (board >> 8)
    }

    fn left(board: u64) -> u64 {
        board & ((board & !COLUMN) >> 1)
    }

    fn count(&self, board: u64, player: Player) -> i32 {
        let (vertical, horizontal) = self.may[player as usize];
        let mut count = 0;
        if vertical {
            count += Self::upper(board).count_ones();
        }
        if horizontal {
            count += Self::left(board).count_ones();
        }
        count as i32
    }

    fn corner(mut board: u64) -> u64 {
        if board == 0 {
            return 0;
        }
        board >>= board.trailing_zeros() & !7;
        while board & COLUMN == 0 {
            board >>= 1;
        }
        board
    }

    fn transpose(board: u64) -> u64 {
        let mut x = board;
        let mut t = 0x0F0F_0F0F_0000_0000 & (x ^ (x << 28));
        x ^= t ^ (t >> 28);
        t = 0x3333_0000_3333_0000 & (x ^ (x << 14));
        x ^= t ^ (t >> 14);
        t = 0x5500_5500_5500_5500 & (x ^ (x << 7));
        x ^ t ^ (t >> 7)
    }
}

impl Rules for Dominoes {
    type Position = u64;
    type Move = u64;

    fn moves(&self, position: &u64, player: Player, out: &mut Vec<u64>) -> Result<()> {
        let (vertical, horizontal) = self.may[player as usize];
        let mut starts = if vertical { Self::upper(*position) } else { 0 };
        while starts != 0 {
            let cell = starts & starts.wrapping_neg();
            out.push(cell | cell << 8);
            starts ^= cell;
        }
        let mut starts = if horizontal { Self::left(*position) } else { 0 };
        while starts != 0 {
            let cell = starts & starts.wrapping_neg();
            out.push(cell | cell << 1);
            starts ^= cell;
        }
        Ok(())
    }

    fn play(&self, position: &u64, mv: &u64) -> Result<u64> {
        Ok(position & !mv)
    }

    fn goal(&self, _position: &u64) -> Option<Winner> {
        None
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }

    fn impartial(&self) -> bool {
        self.may[0] == self.may[1]
    }

    fn canonical(&self, position: &u64) -> u64 {
        let upside = position.swap_bytes();
        let (mirror, turned) = (upside.reverse_bits(), position.reverse_bits());
        let four = [*position, upside, mirror, turned];
        let least = four.into_iter().map(Self::corner).min().unwrap_or(0);
        if self.may == [(true, true); 2] {
            four.into_iter().map(|b| Self::corner(Self::transpose(b))).min().unwrap_or(0).min(least)
        } else {
            least
        }
    }

    fn split(&self, position: &u64, out: &mut Vec<u64>) -> bool {
        if !self.split {
            return false;
        }
        let mut rest = *position;
        while rest != 0 {
            let mut region = rest & rest.wrapping_neg();
            loop {
                let grown = region | region << 8 | region >> 8 | (region & !COLUMN) >> 1 | (region << 1) & !COLUMN;
                let grown = grown & rest;
                if grown == region {
                    break;
                }
                region = grown;
            }
            rest ^= region;
            if region & (region - 1) != 0 {
                out.push(self.canonical(&region));
            }
        }
        true
    }

    fn integer(&self, component: &u64) -> Option<i64> {
        let packed = |step: u32, mut starts: u64| {
            let mut count = 0;
            while starts != 0 {
                let cell = starts & starts.wrapping_neg();
                starts &= !(cell | cell << step);
                count += 1;
            }
            count
        };
        match (Player::BOTH.map(|p| self.count(*component, p)), self.may) {
            ([0, 0], _) => Some(0),
            ([_, 0], [(true, false), _]) => Some(packed(8, Self::upper(*component))),
            ([0, _], [_, (false, true)]) => Some(-packed(1, Self::left(*component))),
            _ => None,
        }
    }

    fn promise(&self, position: &u64, player: Player) -> i32 {
        self.count(*position, player) - self.count(*position, player.opponent())
    }
}

/// Who wins, by trying everything.
pub fn try_everything<R: Rules>(
    rules: &R,
    position: &R::Position,
    player: Player,
    memo: &mut HashMap<(R::Position, Player), Winner>,
) -> Winner {
    if let Some(winner) = rules.goal(position) {
        return winner;
    }
    if let Some(winner) = memo.get(&(position.clone(), player)) {
        return *winner;
    }
    let mut moves = Vec::new();
    assert!(rules.moves(position, player, &mut moves).is_ok());
    let mut results = Vec::new();
    for mv in &moves {
        let next = if rules.again(mv) { player } else { player.opponent() };
        if let Ok(child) = rules.play(position, mv) {
            results.push(try_everything(rules, &child, next, memo));
        }
    }
    let winner = if results.is_empty() {
        rules.stuck().winner(player)
    } else {
        let wishes = [player.into(), Winner::Nobody];
        wishes.into_iter().find(|w| results.contains(w)).unwrap_or(player.opponent().into())
    };
    memo.insert((position.clone(), player), winner);
    winner
}

pub fn random_board(random: &mut Random, rows: u32, columns: u32) -> u64 {
    let thinned = if random.below(2) == 0 { random.next() | random.next() } else { random.next() };
    Dominoes::board(rows, columns) & thinned
}

#[test]
fn symmetries_of_boards() {
    let mut random = Random(5);
    for _ in 0..100 {
        let board = random.next();
        let flipped = Dominoes::transpose(board);
        assert!((0..64).all(|i| (board >> i) & 1 == (flipped >> (i % 8 * 8 + i / 8)) & 1));
    }
}
