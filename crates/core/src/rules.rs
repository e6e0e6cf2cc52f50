//! The one interface between rules and searches.
//!
//! A kernel (masks, heaps, tiles, callbacks …) implements [`Rules`]; every search is generic over it and written once.
//! Three members are required. Each default says what its absence costs.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::moves::Moves;
use crate::sets::Wide;
use crate::sync::processors;
use crate::tablebase::Stored;
use crate::values::dyadic::Dyadic;
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Player {
    Left,
    Right,
}

impl Player {
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// How a play ended. A puzzle has one player, Left: solved is `Left`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    Left,
    Right,
    Nobody,
}

impl From<Player> for Winner {
    fn from(player: Player) -> Winner {
        match player {
            Player::Left => Winner::Left,
            Player::Right => Winner::Right,
        }
    }
}

/// What happens to a player who must move and cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// Normal play.
    Loses,
    /// Misère play.
    Wins,
    /// The game ends without a winner.
    Draws,
}

impl Stuck {
    #[must_use]
    pub fn winner(self, player: Player) -> Winner {
        match self {
            Stuck::Loses => player.opponent().into(),
            Stuck::Wins => player.into(),
            Stuck::Draws => Winner::Nobody,
        }
    }
}

/// An estimate that means "no goal can be reached from here".
pub const DEAD: u32 = u32::MAX;

/// What a component becomes by each of several choices: the parts after each end at `ends`, Left's choices come first.
pub struct Expanded<P> {
    pub parts: Vec<P>,
    pub ends: Vec<usize>,
    pub lefts: usize,
}

impl<P> Default for Expanded<P> {
    fn default() -> Self {
        Expanded { parts: Vec::new(), ends: Vec::new(), lefts: 0 }
    }
}

/// What is seen of a component at a glance; numbers are in sixteenths.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// Its value is soon worked out.
    pub cheap: bool,
    /// The value lies between these numbers.
    pub low: i64,
    pub high: i64,
    /// A guess at the value, which only orders moves.
    pub guess: i64,
    /// Moves of both players, which only order moves; 0 where nobody counts them.
    pub moves: i64,
}

/// Components with at most this many moves are cheap, unless the rules know better.
pub const CHEAP_MOVES: usize = 10;

impl Survey {
    /// "No bound is known": far beyond what counting moves can give, and far from overflow.
    pub const UNKNOWN: i64 = 1 << 40;

    /// Who has more moves is better off; there are no bounds.
    pub fn of_moves(moves: [usize; 2]) -> Survey {
        let cheap = moves[0] + moves[1] <= CHEAP_MOVES;
        let guess = 16 * (moves[0] as i64 - moves[1] as i64);
        let both = (moves[0] + moves[1]) as i64;
        Survey { cheap, low: -Survey::UNKNOWN, high: Survey::UNKNOWN, guess, moves: both }
    }
}

impl<P> Expanded<P> {
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
        self.lefts = 0;
    }
}

/// Where a search for points goes from a position; see [`Rules::prospects`].
#[derive(Clone, Copy, Debug)]
pub struct Prospect<P> {
    pub position: P,
    /// Points for the player to move, on the way there.
    pub points: i32,
    /// The same player moves there.
    pub again: bool,
    /// What is seen of its worth at a glance, the points on the way included: the mover gets no less and no more.
    pub bounds: (i32, i32),
    /// Orders the prospects, the largest first.
    pub promise: i64,
}

impl<P> Prospect<P> {
    /// Larger than any score, and its sum with one stays in range.
    pub const UNKNOWN: i32 = 1 << 28;
}

/// No move, among the numbers of [`Rules::choices`].
pub const NO_CHOICE: u32 = u32::MAX;

/// A game whose positions are sets of moves, each of which only takes some away.
pub trait Shrinking<P, S>: Sync {
    fn moves(&self) -> &Moves<S>;

    /// The moves that are legal in a position.
    fn legal(&self, position: &P) -> S;

    /// The position in which just these moves are legal, given some that are legal in one.
    fn position(&self, moves: S) -> P;
}

/// [`Shrinking`] rules, by how many moves there are.
pub enum Shrinks<'r, P> {
    Narrow(&'r dyn Shrinking<P, u128>),
    Wide(&'r dyn Shrinking<P, Wide>),
}

pub trait Rules: Sync {
    type Position: Clone + Eq + Ord + Hash + Send + Sync;
    type Move: Clone + Send + Sync;

    /// Append every legal move of `player`, in an order that depends on the position only.
    /// A position with a [`Rules::goal`] is over: searches do not ask for its moves.
    fn moves(&self, position: &Self::Position, player: Player, out: &mut Vec<Self::Move>) -> Result<()>;

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Result<Self::Position>;

    /// The same for a search that asks who wins: moves that are never better than one of the others may be left out. Where
    /// there is a move, there is a candidate. The default tries all moves.
    fn candidates(&self, position: &Self::Position, player: Player, out: &mut Vec<Self::Move>) -> Result<()> {
        self.moves(position, player, out)
    }

    /// `Some` when the position itself ends the play.
    fn goal(&self, position: &Self::Position) -> Option<Winner>;

    /// What "shortest" adds up. Without it every move costs 1.
    fn cost(&self, _mv: &Self::Move) -> u32 {
        1
    }

    /// True when the same player moves on after this move.
    fn again(&self, _mv: &Self::Move) -> bool {
        false
    }

    /// Points for the player who makes the move.
    fn score(&self, _mv: &Self::Move) -> i32 {
        0
    }

    /// For a search for points: where `player` may go from here, one of the best among them; nothing if the play is
    /// over. A kernel may leave out moves that are never better than others, and play on through moves that are forced
    /// for either player. The default lists every move, most points first.
    fn prospects(
        &self,
        position: &Self::Position,
        player: Player,
        out: &mut Vec<Prospect<Self::Position>>,
    ) -> Result<()> {
        prospects_by_playing(self, position, player, out)
    }

    /// The play convention of a player without a move.
    fn stuck(&self) -> Stuck {
        Stuck::Loses
    }

    /// Both players always have the same moves. Without it nimbers are refused and outcomes cost twice the work.
    fn impartial(&self) -> bool {
        false
    }

    /// Every move can be taken back by a move of the same player. Without it a cluster keeps all its moves in memory.
    fn reversible(&self) -> bool {
        false
    }

    /// Impartial, and no goal names a winner: whether the player to move wins does not depend on who that is. Without it
    /// retrograde analysis keeps a result for each player.
    fn even_handed(&self) -> bool {
        false
    }

    /// Append every position from which a move of `player` leads here, one after which the same player moves on
    /// ([`Rules::again`]) or one after which the other does, and return true; or return false, for all positions alike,
    /// and append nothing. Repetitions do no harm, nor do positions that nobody reaches, nor those with a goal. Without
    /// it retrograde analysis keeps all moves in memory.
    fn unmoves(
        &self,
        _position: &Self::Position,
        _player: Player,
        _again: bool,
        _out: &mut Vec<Self::Position>,
    ) -> Result<bool> {
        Ok(false)
    }

    /// A representative of the positions that are equal up to symmetry: same moves, same goal, same costs. Without it
    /// symmetric positions are searched separately.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Number of positions that share this position's representative.
    fn orbit(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// Append independent components whose disjunctive sum equals the position, dead parts dropped (an empty list is the
    /// zero game), and return true; or return false and append nothing. Only for normal play with plain moves (no
    /// `again`, no goals). Without it sums are searched as one board.
    fn split(&self, _position: &Self::Position, _out: &mut Vec<Self::Position>) -> bool {
        false
    }

    /// The components that each move of a component leads to, for both players. The default plays and splits.
    fn expand(&self, component: &Self::Position, out: &mut Expanded<Self::Position>) -> Result<()> {
        expand_by_playing(self, component, out)
    }

    /// How large a component is; what a move leads to is not larger. Only where positions do not repeat, and where it pays
    /// to search whether an option is dominated before it is valued. Without it (0) every option of every component is
    /// valued.
    fn size(&self, _component: &Self::Position) -> usize {
        0
    }

    /// For an impartial game under normal play: visit what each move of a component leads to, as independent components
    /// whose sum has the same nimber, until `visit` returns false; and return true. Or return false, for all components
    /// alike, and visit nothing. Moves have numbers, which they keep in what other moves lead to; those that are hinted
    /// at and legal come first. Without it a search for nimbers plays every move and splits what it leads to.
    fn choices(
        &self,
        _component: &Self::Position,
        _hints: &[u32],
        _visit: &mut dyn FnMut(u32, &[Self::Position]) -> bool,
    ) -> bool {
        false
    }

    /// How large a normal component is, where that is seen without a list of its moves.
    fn bulk(&self, _component: &Self::Position) -> Option<usize> {
        None
    }

    /// For a normal component of an impartial game: how many moves it has, and whether its nimber is seen to be 0. The
    /// default lists the moves.
    fn glance(&self, component: &Self::Position) -> Result<(usize, bool)> {
        let mut moves = Vec::new();
        self.moves(component, Player::Left, &mut moves)?;
        Ok((moves.len(), moves.is_empty()))
    }

    /// True if [`Rules::split`] says how positions fall apart into sums. Without it sums are searched as one board.
    fn sums(&self) -> bool {
        false
    }

    /// For a normal component in which one player can never move: the number of moves that the other can make at most, an
    /// integer game, counted positive for Left and negative for Right. Without it such components are searched.
    fn integer(&self, _component: &Self::Position) -> Option<i64> {
        None
    }

    /// The value of a normal component, a number and a nim heap beside it, where the rules have a better way to it than
    /// searching. With a control, which is given for the components of the position that was asked for, it may take
    /// time. The default knows integers.
    fn known(&self, component: &Self::Position, _whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>> {
        Ok(self.integer(component).map(|n| (Dyadic::from(n), 0)))
    }

    /// What a database of small components has of this one. Without it whatever a search meets is worked out again in
    /// every program.
    fn stored(&self, _component: &Self::Position) -> Option<Stored<'_>> {
        None
    }

    /// A representative of the components that equal this one or its negative, and whether it is the negative. Without
    /// it the values of both are worked out.
    fn normal(&self, component: &Self::Position) -> (Self::Position, bool) {
        (self.canonical(component), false)
    }

    /// What is seen of a component at a glance. The default lists the moves, and has no bounds: then a search on sums
    /// cuts off less.
    fn survey(&self, component: &Self::Position) -> Result<Survey> {
        let mut moves = Vec::new();
        let mut counts = [0; 2];
        for player in Player::BOTH {
            moves.clear();
            self.moves(component, player, &mut moves)?;
            counts[player as usize] = moves.len();
        }
        Ok(Survey::of_moves(counts))
    }

    /// For a game under normal play in which moves only take moves away, and that is not impartial. Without it a search on
    /// sums knows less about components that are too expensive to value.
    fn shrinking(&self) -> Option<Shrinks<'_, Self::Position>> {
        None
    }

    /// Is the position, as far as moves are legal in it, seen to be its own negative? Without it both players' chances
    /// are searched.
    fn own_negative(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Threads that may search these rules at once: 1 where rules are written in a language that runs one at a time.
    fn threads(&self) -> usize {
        processors()
    }

    /// A quick guess of how well `player`, who has just moved here, stands; only orders moves.
    fn promise(&self, _position: &Self::Position, _player: Player) -> i32 {
        0
    }

    /// A guess of how much has to be settled to prove that `player`, who moves here, wins, and to disprove it; both at
    /// least 1. Without it proof-number search takes every new position for as hard as any other.
    fn effort(&self, _position: &Self::Position, _player: Player) -> (u32, u32) {
        (1, 1)
    }

    /// A lower bound of the cost from here to a goal, [`DEAD`] when there is none. It must be consistent: along a move
    /// it drops by at most the move's cost. Without it A* is Dijkstra's algorithm.
    fn estimate(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Bytes that a position takes beside the size of its type. Without it limits on memory do not see them.
    fn beside(&self) -> usize {
        0
    }

    /// 128 well-mixed bits. Without an override the position is hashed word by word. Positions of the same number of
    /// moves that are equal in every question may share them.
    fn fingerprint(&self, position: &Self::Position) -> u128 {
        let mut hasher = Mixer::default();
        position.hash(&mut hasher);
        hasher.finish128()
    }

    /// A 64-bit hash for tables that store whole positions.
    fn key(&self, position: &Self::Position) -> u64 {
        let mut hasher = Mixer::default();
        position.hash(&mut hasher);
        hasher.finish()
    }
}

/// [`Rules::expand`] by playing every move and splitting what it leads to.
pub fn expand_by_playing<R: Rules + ?Sized>(
    rules: &R,
    component: &R::Position,
    out: &mut Expanded<R::Position>,
) -> Result<()> {
    out.clear();
    let mut moves = Vec::new();
    for player in Player::BOTH {
        moves.clear();
        rules.moves(component, player, &mut moves)?;
        for mv in &moves {
            let next = rules.play(component, mv)?;
            if rules.again(mv) || rules.goal(&next).is_some() {
                return Err(Error::invalid("only games that end when a player cannot move have values"));
            }
            if !rules.split(&next, &mut out.parts) {
                out.parts.push(next);
            }
            out.ends.push(out.parts.len());
        }
        if player == Player::Left {
            out.lefts = out.ends.len();
        }
    }
    Ok(())
}

/// [`Rules::prospects`] by playing every move.
pub fn prospects_by_playing<R: Rules + ?Sized>(
    rules: &R,
    position: &R::Position,
    player: Player,
    out: &mut Vec<Prospect<R::Position>>,
) -> Result<()> {
    if rules.goal(position).is_some() {
        return Ok(());
    }
    let mut moves = Vec::new();
    rules.moves(position, player, &mut moves)?;
    for mv in &moves {
        let (after, points) = (rules.canonical(&rules.play(position, mv)?), rules.score(mv));
        let promise = (i64::from(points) << 32) + i64::from(rules.promise(&after, player));
        let bounds = (-Prospect::<R::Position>::UNKNOWN, Prospect::<R::Position>::UNKNOWN);
        out.push(Prospect { position: after, points, again: rules.again(mv), bounds, promise });
    }
    Ok(())
}

/// A fast 128-bit mixer (multiply and fold), for tables only: deterministic across runs and machines.
#[derive(Clone, Copy)]
pub struct Mixer {
    a: u64,
    b: u64,
}

const K1: u64 = 0x9E37_79B9_7F4A_7C15;
const K2: u64 = 0xD6E8_FEB8_6659_FD93;
const K3: u64 = 0xA076_1D64_78BD_642F;

#[inline]
fn fold(x: u64, y: u64) -> u64 {
    let product = u128::from(x) * u128::from(y);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Default for Mixer {
    fn default() -> Self {
        Mixer { a: K1, b: K2 }
    }
}

impl Mixer {
    #[inline]
    pub fn word(&mut self, word: u64) {
        self.a = fold(self.a ^ word, K2);
        self.b = fold(self.b.rotate_left(29) ^ word ^ K3, K1);
    }

    #[inline]
    #[must_use]
    pub fn finish128(&self) -> u128 {
        let low = fold(self.a ^ K3, self.b | 1);
        let high = fold(self.b ^ K1, self.a.rotate_left(32) | 1);
        (u128::from(high) << 64) | u128::from(low)
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        fold(self.a ^ K3, self.b | 1)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(word) ^ (rest.len() as u64) << 56);
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.word(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.word(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }
}

/// For `HashMap`s inside the core.
pub type BuildMixer = std::hash::BuildHasherDefault<Mixer>;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_mixer_spreads_small_numbers() {
        let mut low = HashSet::new();
        let mut high = HashSet::new();
        for n in 0..100_000u64 {
            let mut mixer = Mixer::default();
            mixer.write_u64(n);
            low.insert(mixer.finish128() as u64 & 0xFFFF_FFFF);
            high.insert((mixer.finish128() >> 96) as u64);
        }
        // about one collision is expected in 32 bits
        assert!(low.len() > 99_990 && high.len() > 99_990);
    }
}
