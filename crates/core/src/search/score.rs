//! Games that are played for points: the difference of points under perfect play, by alpha-beta with bounds in a table.
//!
//! A move gives its maker [`Rules::score`] points, and [`Rules::again`] another turn. The play ends at a goal or when
//! the player to move cannot; what counts is Left's points less Right's from here on, whoever made the last move.
//! Loop-free games only: a path that grows beyond [`LONGEST`] is refused.

use super::table::Table;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules};

const LONGEST: usize = 1 << 20;
/// Larger than any score, and its sum with one stays in range.
const INFINITE: i32 = 1 << 28;

/// Bounds of finished positions, kept between questions about the same rules.
pub struct Scores {
    table: Table,
}

struct Frame<P> {
    player: Player,
    key: u128,
    /// The window within which the exact score matters, for the player to move.
    alpha: i32,
    beta: i32,
    /// The window as it was when the node was opened.
    opened: i32,
    best: i32,
    /// Positions after the moves that are still to try, the points of each, and who moves there.
    todo: Vec<(P, i32, Player)>,
    /// The points of the move that is being searched, and who moves after it.
    current: (i32, Player),
    begun: u64,
}

const EXACT: u32 = 0;
const AT_LEAST: u32 = 1;
const AT_MOST: u32 = 2;

fn pack(kind: u32, score: i32) -> u32 {
    kind << 30 | (score + INFINITE) as u32
}

fn unpack(word: u32) -> (u32, i32) {
    (word >> 30, (word & 0x3FFF_FFFF) as i32 - INFINITE)
}

impl Scores {
    #[must_use]
    pub fn new(max_bytes: u64) -> Self {
        Scores { table: Table::new(max_bytes) }
    }

    /// Left's points less Right's when `player` moves first and both play perfectly.
    pub fn score<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<i32> {
        let found = self.search(rules, position, player, control)?;
        Ok(if player == Player::Left { found } else { -found })
    }

    /// The difference from the view of the player to move.
    fn search<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<i32> {
        control.memory(self.table.bytes())?;
        let mut ticker = control.ticker();
        let mut nodes = 0u64;
        let mut stack: Vec<Frame<R::Position>> = Vec::new();
        let mut entering = Some((rules.canonical(position), player, -INFINITE, INFINITE));
        let mut returned: i32 = 0;
        loop {
            if let Some((position, player, alpha, beta)) = entering.take() {
                ticker.tick()?;
                nodes += 1;
                match self.open(rules, position, player, (alpha, beta), nodes)? {
                    Ok(frame) => {
                        if stack.len() >= LONGEST {
                            return Err(Error::invalid("this game does not end: scores need one that does"));
                        }
                        stack.push(frame);
                    }
                    Err(known) => {
                        returned = known;
                        if stack.is_empty() {
                            return Ok(returned);
                        }
                        self.take(&mut stack, returned);
                    }
                }
                continue;
            }
            let Some(frame) = stack.last_mut() else { return Ok(returned) };
            let next = if frame.alpha >= frame.beta { None } else { frame.todo.pop() };
            match next {
                Some((position, points, mover)) => {
                    frame.current = (points, mover);
                    let (low, high) = (frame.alpha - points, frame.beta - points);
                    let window = if mover == frame.player { (low, high) } else { (-high, -low) };
                    entering = Some((position, mover, window.0, window.1));
                }
                None => {
                    let kind = if frame.best >= frame.beta {
                        AT_LEAST
                    } else if frame.best > frame.opened {
                        EXACT
                    } else {
                        AT_MOST
                    };
                    returned = frame.best;
                    self.table.put(frame.key, pack(kind, returned), nodes - frame.begun + 1, control)?;
                    stack.pop();
                    if stack.is_empty() {
                        return Ok(returned);
                    }
                    self.take(&mut stack, returned);
                }
            }
        }
    }

    /// A child has answered: add its points to the parent's best.
    fn take<P>(&self, stack: &mut [Frame<P>], returned: i32) {
        if let Some(parent) = stack.last_mut() {
            let (points, mover) = parent.current;
            let value = points + if mover == parent.player { returned } else { -returned };
            parent.best = parent.best.max(value);
            parent.alpha = parent.alpha.max(value);
        }
    }

    /// A frame to search, or the score where it is known already.
    #[allow(clippy::type_complexity)]
    fn open<R: Rules>(
        &self,
        rules: &R,
        position: R::Position,
        player: Player,
        window: (i32, i32),
        begun: u64,
    ) -> Result<std::result::Result<Frame<R::Position>, i32>> {
        let (mut alpha, mut beta) = window;
        let salt = if player == Player::Left { 0x51 } else { 0xA7 };
        let key = rules.fingerprint(&position).wrapping_mul(2).wrapping_add(salt);
        match self.table.get(key).map(unpack) {
            Some((EXACT, score)) => return Ok(Err(score)),
            Some((AT_LEAST, score)) => {
                alpha = alpha.max(score);
                if alpha >= beta {
                    return Ok(Err(score));
                }
            }
            Some((_, score)) => {
                beta = beta.min(score);
                if alpha >= beta {
                    return Ok(Err(score));
                }
            }
            None => {}
        }
        if rules.goal(&position).is_some() {
            return Ok(Err(0));
        }
        let mut moves = Vec::new();
        rules.moves(&position, player, &mut moves)?;
        if moves.is_empty() {
            return Ok(Err(0));
        }
        let mut todo = Vec::with_capacity(moves.len());
        for mv in &moves {
            let mover = if rules.again(mv) { player } else { player.opponent() };
            todo.push((rules.canonical(&rules.play(&position, mv)?), rules.score(mv), mover));
        }
        // The last is tried first: most points, then the most promising.
        todo.sort_by_key(|(after, points, _)| (*points, rules.promise(after, player)));
        Ok(Ok(Frame { player, key, alpha, beta, opened: alpha, best: -INFINITE, todo, current: (0, player), begun }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::Winner;

    /// Coins in a row, taken from either end; a coin of even value gives another turn.
    struct Coins(Vec<i32>);

    impl Rules for Coins {
        type Position = (u8, u8);
        /// From the far end? And the coin.
        type Move = (bool, i32);

        fn moves(&self, &(from, to): &(u8, u8), _: Player, out: &mut Vec<(bool, i32)>) -> Result<()> {
            if from < to {
                out.extend([(false, self.0[from as usize]), (true, self.0[to as usize - 1])]);
            }
            Ok(())
        }

        fn play(&self, &(from, to): &(u8, u8), mv: &(bool, i32)) -> Result<(u8, u8)> {
            Ok(if mv.0 { (from, to - 1) } else { (from + 1, to) })
        }

        fn goal(&self, _: &(u8, u8)) -> Option<Winner> {
            None
        }

        fn again(&self, mv: &(bool, i32)) -> bool {
            mv.1 % 2 == 0
        }

        fn score(&self, mv: &(bool, i32)) -> i32 {
            mv.1
        }
    }

    fn by_definition(rules: &Coins, position: (u8, u8), player: Player) -> i32 {
        let mut moves = Vec::new();
        rules.moves(&position, player, &mut moves).unwrap();
        let after = |mv: &(bool, i32)| {
            let next = rules.play(&position, mv).unwrap();
            mv.1 + if rules.again(mv) {
                by_definition(rules, next, player)
            } else {
                -by_definition(rules, next, player.opponent())
            }
        };
        moves.iter().map(after).max().unwrap_or(0)
    }

    #[test]
    fn scores_agree_with_the_definition() {
        let mut seed = 99u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        for _ in 0..300 {
            let coins: Vec<i32> = (0..random(11)).map(|_| random(15) as i32 - 4).collect();
            let rules = Coins(coins.clone());
            let start = (0, coins.len() as u8);
            let mut scores = Scores::new(1 << 20);
            for player in Player::BOTH {
                let expected = by_definition(&rules, start, player);
                let found = scores.score(&rules, &start, player, &Control::default()).unwrap();
                assert_eq!(found, if player == Player::Left { expected } else { -expected }, "{coins:?}");
            }
        }
    }
}
