//! Games that are played for points: the difference of points under perfect play.
//!
//! A move gives its maker [`Rules::score`] points, and [`Rules::again`] another turn. The play ends at a goal or when
//! the player to move cannot; what counts is Left's points less Right's from here on, whoever made the last move.
//!
//! The question "does the mover get at least n?" is alpha-beta with a window of one, and the score is found by asking
//! it again at the bound that the last answer gave, until the bounds meet (Plaat et al., "Best-first fixed-depth
//! minimax algorithms", 1996). A node makes all its [`Rules::prospects`] and looks them up before it searches any; what
//! is known of them may settle it. The table keeps a lower and an upper bound for each position, from the mover's view,
//! so that both players share it in an impartial game. Loop-free games only: a path that repeats a position is refused.

use super::path::{Doubling, repeats};
use super::table::Table;
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{Player, Prospect, Rules, Winner};

/// Larger than any score.
const INFINITE: i32 = Prospect::<()>::UNKNOWN;
/// Questions of one point, before the whole window that is left is asked for.
const ROUNDS: usize = 16;

/// Bounds of finished positions, kept between questions about the same rules.
pub struct Scores {
    table: Table,
}

/// The player to move gets at least `low` and at most `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    const UNKNOWN: Bounds = Bounds { low: -INFINITE, high: INFINITE };

    /// Sixteen bits each; a bound that does not fit is weakened.
    fn pack(self) -> u32 {
        let (least, most) = (i32::from(i16::MIN), i32::from(i16::MAX));
        let low = if self.low <= least { least } else { self.low.min(most - 1) };
        let high = if self.high >= most { most } else { self.high.max(least + 1) };
        u32::from(low as u16) << 16 | u32::from(high as u16)
    }

    fn unpack(word: u32) -> Bounds {
        let (low, high) = ((word >> 16) as u16 as i16, word as u16 as i16);
        Bounds {
            low: if low == i16::MIN { -INFINITE } else { i32::from(low) },
            high: if high == i16::MAX { INFINITE } else { i32::from(high) },
        }
    }

    fn both(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The same from the view of who made a move to here.
    fn before(self, points: i32, again: bool) -> Bounds {
        let Bounds { low, high } = self;
        if again {
            Bounds { low: low + points, high: high + points }
        } else {
            Bounds { low: points - high, high: points - low }
        }
    }
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
        let found = Search::new(self, rules, control)?.exact(position, player)?;
        Ok(if player == Player::Left { found } else { -found })
    }

    /// Who gets more points when `player` moves first.
    pub fn winner<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<Winner> {
        let mut search = Search::new(self, rules, control)?;
        if search.window(position, player, -1, 0)? < 0 {
            return Ok(player.opponent().into());
        }
        Ok(if search.window(position, player, 0, 1)? > 0 { player.into() } else { Winner::Nobody })
    }

    /// The index, in the order of `rules.moves`, of a move that gets the score, and who gets more points with it;
    /// `None` when the play is over.
    pub fn best<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        control: &Control,
    ) -> Result<Option<(usize, Winner)>> {
        let mut moves = Vec::new();
        if rules.goal(position).is_none() {
            rules.moves(position, player, &mut moves)?;
        }
        if moves.is_empty() {
            return Ok(None);
        }
        let mut search = Search::new(self, rules, control)?;
        let score = search.exact(position, player)?;
        let mut tries = Vec::with_capacity(moves.len());
        for (number, mv) in moves.iter().enumerate() {
            let (after, points) = (rules.canonical(&rules.play(position, mv)?), rules.score(mv));
            let mover = if rules.again(mv) { player } else { player.opponent() };
            let key = search.key(&after, mover);
            let known = search.known(key).before(points, mover == player);
            tries.push((known.low, points, rules.promise(&after, player), number, after, mover));
        }
        // those that the table knows to be good, then those that look good
        tries.sort_by_key(|&(low, points, promise, number, ..)| (low < score, -points, -promise, number));
        let winner =
            if score == 0 { Winner::Nobody } else { if score > 0 { player } else { player.opponent() }.into() };
        for (low, points, _, number, after, mover) in tries {
            let needed = if mover == player { score - points } else { points - score };
            let reached = low >= score
                || if mover == player {
                    search.window(&after, mover, needed - 1, needed)? >= needed
                } else {
                    search.window(&after, mover, needed, needed + 1)? <= needed
                };
            if reached {
                return Ok(Some((number, winner)));
            }
        }
        Err(Error::invalid("no move gets the score: the rules offer a search fewer points than they give"))
    }
}

/// A position that the search may go to, and its key.
struct Child<P> {
    prospect: Prospect<P>,
    key: u128,
}

/// A node on the path; its children that are still to be tried are those from `first` on, the last one first.
struct Frame {
    player: Player,
    key: u128,
    alpha: i32,
    beta: i32,
    /// What was known when the node was opened.
    known: Bounds,
    best: i32,
    first: usize,
    /// The points of the move that is being searched, and whether the same player moves after it.
    points: i32,
    again: bool,
    begun: u64,
}

struct Search<'s, 'c, 'a, R: Rules> {
    scores: &'s mut Scores,
    rules: &'s R,
    control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    /// The players have the same moves and the same entries.
    shared: bool,
    frames: Vec<Frame>,
    children: Vec<Child<R::Position>>,
    prospects: Vec<Prospect<R::Position>>,
    nodes: u64,
    doubling: Doubling,
}

impl<'s, 'c, 'a, R: Rules> Search<'s, 'c, 'a, R> {
    fn new(scores: &'s mut Scores, rules: &'s R, control: &'c Control<'a>) -> Result<Self> {
        control.memory(scores.table.bytes())?;
        Ok(Search {
            scores,
            rules,
            control,
            ticker: control.ticker(),
            shared: rules.impartial(),
            frames: Vec::new(),
            children: Vec::new(),
            prospects: Vec::new(),
            nodes: 0,
            doubling: Doubling::default(),
        })
    }

    fn key(&self, position: &R::Position, player: Player) -> u128 {
        let fingerprint = self.rules.fingerprint(position);
        if self.shared || player == Player::Left { fingerprint } else { !fingerprint }
    }

    fn known(&self, key: u128) -> Bounds {
        self.scores.table.get(key).map_or(Bounds::UNKNOWN, Bounds::unpack)
    }

    /// The score for the player to move.
    fn exact(&mut self, position: &R::Position, player: Player) -> Result<i32> {
        let Bounds { mut low, mut high } = Bounds::UNKNOWN;
        let mut guess = 0;
        for round in 0.. {
            if low >= high {
                break;
            }
            let (alpha, beta) = match round {
                ROUNDS.. => (low, high),
                _ if guess == low => (guess, guess + 1),
                _ => (guess - 1, guess),
            };
            guess = self.window(position, player, alpha, beta)?;
            if guess < beta {
                high = guess;
            }
            if guess > alpha {
                low = guess;
            }
        }
        Ok(low)
    }

    /// The score if it lies between alpha and beta; otherwise a bound of it on the same side.
    fn window(&mut self, position: &R::Position, player: Player, alpha: i32, beta: i32) -> Result<i32> {
        self.frames.clear();
        self.children.clear();
        let start = self.rules.canonical(position);
        let key = self.key(&start, player);
        let mut answer = self.enter(&start, key, player, (alpha, beta))?;
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(answer.unwrap_or_default()) };
            if let Some(value) = answer.take() {
                frame.best = frame.best.max(frame.points + if frame.again { value } else { -value });
            }
            if frame.best >= frame.beta || self.children.len() == frame.first {
                answer = Some(self.close()?);
                continue;
            }
            let Some(Child { prospect, key }) = self.children.pop() else { continue };
            let Prospect { position, points, again, bounds, .. } = prospect;
            let alpha = frame.alpha.max(frame.best);
            if bounds.1 <= alpha {
                frame.best = frame.best.max(bounds.1);
                continue;
            }
            (frame.points, frame.again) = (points, again);
            let (low, high) = (alpha - points, frame.beta - points);
            let (mover, window) =
                if again { (frame.player, (low, high)) } else { (frame.player.opponent(), (-high, -low)) };
            answer = self.enter(&position, key, mover, window)?;
        }
    }

    /// The answer where it is known already; otherwise `None`, and the node stands on the path.
    fn enter(
        &mut self,
        position: &R::Position,
        key: u128,
        player: Player,
        (alpha, beta): (i32, i32),
    ) -> Result<Option<i32>> {
        let known = self.known(key);
        if known.low >= beta || known.low == known.high {
            return Ok(Some(known.low));
        }
        if known.high <= alpha {
            return Ok(Some(known.high));
        }
        self.ticker.tick()?;
        self.nodes += 1;
        let first = self.children.len();
        let mut prospects = std::mem::take(&mut self.prospects);
        prospects.clear();
        self.rules.prospects(position, player, &mut prospects)?;
        if prospects.is_empty() {
            self.prospects = prospects;
            return Ok(Some(0));
        }
        for prospect in prospects.drain(..) {
            self.ticker.glance()?;
            let mover = if prospect.again { player } else { player.opponent() };
            let key = self.key(&prospect.position, mover);
            self.children.push(Child { prospect, key });
        }
        self.prospects = prospects;
        let mut best = known.low;
        for child in &mut self.children[first..] {
            // in one tight loop, in which the cache misses overlap
            let found = self.scores.table.get(child.key).map_or(Bounds::UNKNOWN, Bounds::unpack);
            let Prospect { points, again, bounds: (low, high), .. } = child.prospect;
            let Bounds { low, high } = Bounds { low, high }.both(found.before(points, again));
            child.prospect.bounds = (low, high);
            best = best.max(low);
        }
        let frame = Frame { player, key, alpha, beta, known, best, first, points: 0, again: false, begun: self.nodes };
        self.frames.push(frame);
        if best < beta {
            self.children[first..].sort_unstable_by_key(|child| child.prospect.promise);
        }
        if self.doubling.due(self.frames.len()) {
            self.check_path()?;
        }
        Ok(None)
    }

    /// Store what was found out about the last node and take it off the path.
    fn close(&mut self) -> Result<i32> {
        let Some(frame) = self.frames.pop() else { return Ok(0) };
        self.children.truncate(frame.first);
        let Frame { best, known, .. } = frame;
        let found = Bounds {
            low: if best > frame.alpha { best } else { -INFINITE },
            high: if best < frame.beta { best } else { INFINITE },
        };
        self.scores.table.put(frame.key, known.both(found).pack(), self.nodes - frame.begun + 1, self.control)?;
        Ok(best)
    }

    #[cold]
    fn check_path(&mut self) -> Result<()> {
        let stack =
            self.frames.capacity() * size_of::<Frame>() + self.children.capacity() * size_of::<Child<R::Position>>();
        self.control.memory(self.scores.table.bytes() + 2 * stack as u64)?;
        if repeats(self.frames.iter().map(|frame| frame.key)) {
            return Err(Error::invalid("this game can repeat positions: scores need one that ends"));
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::Stuck;
    use crate::search::toys::Graph;

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
                let winner = Scores::new(1 << 20).winner(&rules, &start, player, &Control::default()).unwrap();
                let signs = [player.opponent().into(), Winner::Nobody, player.into()];
                assert_eq!(winner, signs[(expected.signum() + 1) as usize], "{coins:?}");
                let best = scores.best(&rules, &start, player, &Control::default()).unwrap();
                assert_eq!(best.is_none(), coins.is_empty());
                let Some((number, promised)) = best else { continue };
                assert_eq!(promised, winner);
                let mut moves = Vec::new();
                rules.moves(&start, player, &mut moves).unwrap();
                let (next, again) = (rules.play(&start, &moves[number]).unwrap(), rules.again(&moves[number]));
                let then = by_definition(&rules, next, if again { player } else { player.opponent() });
                assert_eq!(moves[number].1 + if again { then } else { -then }, expected, "{coins:?}");
            }
        }
    }

    #[test]
    fn bounds_are_never_packed_stronger_than_they_are() {
        let ends = [-INFINITE, -40_000, -32_768, -32_767, -3, 0, 7, 32_766, 32_767, 32_768, 50_000, INFINITE];
        for low in ends {
            for high in ends.into_iter().filter(|&high| high >= low) {
                let Bounds { low: l, high: h } = Bounds::unpack(Bounds { low, high }.pack());
                assert!(l <= low && high <= h, "{low} {high}: {l} {h}");
                let fits = |n: i32, none: i32| n == none || n.abs() < 32_767;
                assert!(!fits(low, -INFINITE) || l == low, "{low} {high}: {l} {h}");
                assert!(!fits(high, INFINITE) || h == high, "{low} {high}: {l} {h}");
            }
        }
    }

    #[test]
    fn a_game_that_repeats_positions_is_refused() {
        let there = |node| [vec![(node, false)], vec![(node, false)]];
        let rules = Graph {
            moves: vec![there(1), there(0)],
            goals: vec![None; 2],
            stuck: Stuck::Draws,
            impartial: true,
            backwards: false,
        };
        assert!(Scores::new(1 << 20).score(&rules, &0, Player::Left, &Control::default()).is_err());
    }
}
