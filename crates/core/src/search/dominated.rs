//! Options that need no value, since another one is seen to be as good.
//!
//! Nearly all options of a large component are dominated, and so is nearly all that lies below them: of 16,456 components of
//! 5 x 5 Domineering, 37 are reached by moves that are not. Whether Left's option X is at most Y, whose value
//! is known, is the question whether Left loses who moves first in X - Y. A search answers it: it keeps the large
//! components of X as they are, and adds up the values of all others and the negative of Y. Where both players move in
//! turn, it sees far fewer components than there are below X; and what it has seen for one Y serves the next options,
//! which lead to the same sums.
//!
//! A search that is not done after [`PATIENCE`] states leaves the question open: then X is valued.
//!
//! Whether that pays depends on the game, and so [`Rules::size`] tells where it is tried. In Domineering it does. In Clobber
//! and Amazons such searches are long, and in Snort the values that they add up are more complicated than all that they
//! save.

use crate::error::Result;
use crate::rules::{BuildMixer, Expanded, Player, Rules};
use crate::search::table::Table;
use crate::search::values::{Part, Rank, Walk};
use crate::values::{Game, LEFT, RIGHT};
use std::collections::HashMap;
use std::ops::Range;

/// Components of more than so many parts in [`OF`] of the position's size are large.
const LARGE: usize = 9;
const OF: usize = 16;
/// In smaller positions all that there is to find is found sooner by valuing.
const SMALLEST: usize = 18;

/// States that one search may open.
const PATIENCE: i64 = 4096;

/// States that searches may open in vain, and values that they may make, besides as many states as those that succeeded
/// have opened: where few options are dominated, or it is costly to see it, they are not looked for any more.
const CREDIT: i64 = 2048;

/// Bytes that the results of one thread may take, and the options that it remembers.
const RESULT_BYTES: u64 = 64 << 20;
const OPTION_BYTES: u64 = 64 << 20;

/// From which size on components are large; `usize::MAX` if none are.
pub(super) fn large_from(size: usize) -> usize {
    if size < SMALLEST { usize::MAX } else { size * LARGE / OF + 1 }
}

/// A large component or its negative.
#[derive(Clone)]
struct Piece<P> {
    position: P,
    fingerprint: u128,
    negative: bool,
    /// Moves that Left is ahead.
    ahead: i64,
}

/// An option of a large component: parts as they come from the board or, when they have been looked up, the value of some
/// and the others as pieces.
#[derive(Clone, Copy)]
struct Choice {
    value: Option<Game>,
    start: usize,
    end: usize,
}

/// The options of large components, the most promising first; what is below them is valued when it is wanted.
struct Choices<P> {
    index: HashMap<u128, (usize, usize), BuildMixer>,
    choices: Vec<Choice>,
    parts: Vec<P>,
    pieces: Vec<Piece<P>>,
}

impl<P> Default for Choices<P> {
    fn default() -> Self {
        Choices { index: HashMap::default(), choices: Vec::new(), parts: Vec::new(), pieces: Vec::new() }
    }
}

impl<P> Choices<P> {
    fn bytes(&self) -> u64 {
        let index = self.index.capacity() * (size_of::<(u128, (usize, usize))>() + 1);
        let choices = self.choices.capacity() * size_of::<Choice>();
        let parts = self.parts.capacity() * size_of::<P>() + self.pieces.capacity() * size_of::<Piece<P>>();
        (index + choices + parts) as u64
    }
}

/// A value less another. They are not subtracted: what has two options of a position in it is more complicated than both.
#[derive(Clone, Copy)]
struct Difference {
    plus: Game,
    minus: Game,
}

impl Difference {
    fn negative(self) -> Self {
        Difference { plus: self.minus, minus: self.plus }
    }
}

/// A state: large components, among the pieces, and the values of all else. Whoever is to move is called Left.
#[derive(Clone, Copy)]
struct State {
    start: usize,
    end: usize,
    value: Difference,
    key: u128,
    /// How good it is for the player who moved there.
    order: i64,
}

struct Frame {
    key: u128,
    pieces: usize,
    /// Where its children begin, and the next to look at.
    children: usize,
    next: usize,
}

pub(super) struct Proofs<P> {
    /// Does the player to move win?
    known: Table,
    /// Large components and their negatives.
    pieces: Vec<Piece<P>>,
    choices: Choices<P>,
    children: Vec<State>,
    frames: Vec<Frame>,
    expanded: Expanded<P>,
    pub(super) order: Vec<Rank>,
    /// States that may still be opened in vain.
    credit: i64,
}

impl<P: Clone> Default for Proofs<P> {
    fn default() -> Self {
        Proofs {
            known: Table::new(RESULT_BYTES),
            pieces: Vec::new(),
            choices: Choices::default(),
            children: Vec::new(),
            frames: Vec::new(),
            expanded: Expanded::default(),
            order: Vec::new(),
            credit: CREDIT,
        }
    }
}

impl<P: Clone> Proofs<P> {
    pub(super) fn bytes(&self) -> u64 {
        self.known.bytes() + self.choices.bytes()
    }

    fn key(&self, start: usize, value: Difference) -> u128 {
        const UNIT: u128 = 0xC2B2_AE3D_27D4_EB4F_1656_67B1_9E37_79F9;
        let both = u64::from(value.plus.bits()) << 32 | u64::from(value.minus.bits());
        self.pieces[start..].iter().fold(UNIT.wrapping_mul(both.into()), |key, piece| {
            if piece.negative { key.wrapping_sub(piece.fingerprint) } else { key.wrapping_add(piece.fingerprint) }
        })
    }
}

impl<R: Rules> Walk<'_, '_, '_, R> {
    /// One of the values of other options of `side`, if it is seen to be as good as an option with these parts beside a
    /// value.
    pub(super) fn dominating(
        &mut self,
        side: usize,
        others: Vec<Game>,
        value: Game,
        parts: Range<usize>,
    ) -> Result<Option<Game>> {
        for other in self.best(side, others)? {
            // Left's option less the other, or the other less Right's
            let mut rest = Difference { plus: value, minus: other };
            self.proofs.pieces.clear();
            for i in parts.clone() {
                let Part { ref position, negative, value, .. } = self.parts[i];
                if let Some(value) = value {
                    rest.plus = self.worker.add(rest.plus, value)?;
                    continue;
                }
                let piece = self.piece(position.clone(), negative ^ (side == RIGHT));
                self.proofs.pieces.push(piece);
            }
            if self.first_loses(if side == LEFT { rest } else { rest.negative() })? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    fn piece(&self, position: R::Position, negative: bool) -> Piece<R::Position> {
        let (fingerprint, ahead) =
            (self.rules.fingerprint(&position), self.rules.promise(&position, Player::Left).into());
        Piece { position, fingerprint, negative, ahead }
    }

    /// Those options of a player that are not dominated.
    fn best(&mut self, side: usize, mut options: Vec<Game>) -> Result<Vec<Game>> {
        options.sort_unstable();
        options.dedup();
        let mut i = 0;
        'next: while i < options.len() {
            for j in (0..options.len()).filter(|&j| j != i) {
                let (g, h) = if side == LEFT { (options[i], options[j]) } else { (options[j], options[i]) };
                if self.worker.le(g, h)? {
                    options.swap_remove(i);
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(options)
    }

    /// Does Left, who moves first in the pieces and a value, lose? False if that takes too long.
    fn first_loses(&mut self, value: Difference) -> Result<bool> {
        let proofs = &mut self.proofs;
        let (key, end, patience) = (proofs.key(0, value), proofs.pieces.len(), PATIENCE.min(proofs.credit));
        if patience <= 0 {
            return Ok(false);
        }
        proofs.children.clear();
        proofs.frames.clear();
        let (mut opened, records) = (0, self.worker.universe().records());
        let mut answer = match proofs.known.get(key) {
            Some(wins) => Some(wins != 0),
            None => self.reach(State { start: 0, end, value, key, order: 0 })?,
        };
        while let Some(frame) = self.proofs.frames.last_mut() {
            // a child whose mover loses is won for whoever moved there
            let wins = answer == Some(false);
            if wins || frame.next == self.proofs.children.len() {
                answer = Some(self.settle_last(wins)?);
                continue;
            }
            let child = self.proofs.children[frame.next];
            frame.next += 1;
            answer = match self.proofs.known.get(child.key) {
                Some(wins) => Some(wins != 0),
                None if opened >= patience => break,
                None => {
                    opened += 1;
                    self.reach(child)?
                }
            };
        }
        let loses = self.proofs.frames.is_empty() && answer == Some(false);
        let made = (self.worker.universe().records() - records) as i64;
        self.proofs.credit += if loses { opened - made } else { -opened - made };
        Ok(loses)
    }

    /// The answer for the last state on the path, which is left.
    fn settle_last(&mut self, wins: bool) -> Result<bool> {
        let proofs = &mut self.proofs;
        if let Some(frame) = proofs.frames.pop() {
            proofs.pieces.truncate(frame.pieces);
            proofs.children.truncate(frame.children);
            proofs.known.put(frame.key, u32::from(wins), 1, self.worker.control())?;
        }
        Ok(wins)
    }

    /// Put a state on the path; the answer, if one move is seen to win.
    fn reach(&mut self, state: State) -> Result<Option<bool>> {
        self.ticker.tick()?;
        let (pieces, children) = (self.proofs.pieces.len(), self.proofs.children.len());
        self.proofs.frames.push(Frame { key: state.key, pieces, children, next: children });
        for i in state.start..state.end {
            if self.moves_in(state, i)? {
                return self.settle_last(true).map(Some);
            }
        }
        // nobody needs to move in a number while there is something else
        let Difference { plus, minus } = state.value;
        for (game, side) in [(plus, LEFT), (minus, RIGHT)] {
            let number = self.worker.is_number(game);
            for option in self.worker.options(game, side)? {
                let start = self.proofs.pieces.len();
                self.copy_others(state, None);
                let value =
                    if side == LEFT { Difference { plus: option, minus } } else { Difference { plus, minus: option } };
                if self.offer(start, value, number)? {
                    return self.settle_last(true).map(Some);
                }
            }
        }
        self.proofs.children[children..].sort_unstable_by_key(|child| (-child.order, child.start));
        Ok(None)
    }

    /// Append the pieces of a state but one, as the opponent sees them.
    fn copy_others(&mut self, state: State, but: Option<usize>) {
        for i in (state.start..state.end).filter(|&i| Some(i) != but) {
            let piece = self.proofs.pieces[i].clone();
            self.proofs.pieces.push(Piece { negative: !piece.negative, ..piece });
        }
    }

    /// Make the children of a state by moves in one of its pieces; true if one is seen to win.
    fn moves_in(&mut self, state: State, i: usize) -> Result<bool> {
        let negative = self.proofs.pieces[i].negative;
        for number in self.choices_of(i)? {
            let (known, pieces) = self.chosen(number)?;
            let (start, mut value) = (self.proofs.pieces.len(), state.value);
            let sum = if negative { &mut value.minus } else { &mut value.plus };
            *sum = self.worker.add(*sum, known)?;
            for piece in &self.proofs.choices.pieces[pieces] {
                self.proofs.pieces.push(Piece { negative: piece.negative == negative, ..piece.clone() });
            }
            self.copy_others(state, Some(i));
            if self.offer(start, value, false)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The numbers of the choices that the player to move has in a piece.
    fn choices_of(&mut self, i: usize) -> Result<Range<usize>> {
        let Piece { ref position, fingerprint, negative, .. } = self.proofs.pieces[i];
        let key = if negative { !fingerprint } else { fingerprint };
        if let Some(&(from, to)) = self.proofs.choices.index.get(&key) {
            return Ok(from..to);
        }
        let position = position.clone();
        let limit = self.worker.control().memory_limit();
        if self.proofs.choices.bytes() > limit.map_or(OPTION_BYTES, |limit| OPTION_BYTES.min(limit / 8)) {
            self.proofs.choices = Choices::default();
        }
        self.announce()?;
        let (mut expanded, mut order) =
            (std::mem::take(&mut self.proofs.expanded), std::mem::take(&mut self.proofs.order));
        self.rules.expand(&position, &mut expanded)?;
        order.clear();
        self.order(&expanded, if negative { RIGHT } else { LEFT }, &mut order);
        let choices = &mut self.proofs.choices;
        let first = choices.choices.len();
        for &Rank { start: from, end: to, .. } in &order {
            let start = choices.parts.len();
            choices.parts.extend_from_slice(&expanded.parts[from..to]);
            choices.choices.push(Choice { value: None, start, end: choices.parts.len() });
        }
        let last = choices.choices.len();
        choices.index.insert(key, (first, last));
        (self.proofs.expanded, self.proofs.order) = (expanded, order);
        Ok(first..last)
    }

    /// What a choice leads to: a value, and pieces by their numbers among those of choices.
    fn chosen(&mut self, number: usize) -> Result<(Game, Range<usize>)> {
        let Choice { value, start, end } = self.proofs.choices.choices[number];
        if let Some(value) = value {
            return Ok((value, start..end));
        }
        let (mut value, first) = (Game::ZERO, self.proofs.choices.pieces.len());
        for i in start..end {
            let part = self.proofs.choices.parts[i].clone();
            match self.soon(&part)? {
                Ok(known) => value = self.worker.add(value, known)?,
                Err((position, negative)) => {
                    let piece = self.piece(position, negative);
                    self.proofs.choices.pieces.push(piece);
                }
            }
        }
        let pieces = first..self.proofs.choices.pieces.len();
        self.proofs.choices.choices[number] = Choice { value: Some(value), start: pieces.start, end: pieces.end };
        Ok((value, pieces))
    }

    /// Keep a child, whose pieces are those from `start` on as the opponent sees them; true if it is seen to win.
    fn offer(&mut self, start: usize, value: Difference, last: bool) -> Result<bool> {
        let end = self.proofs.pieces.len();
        if start == end {
            return self.worker.le(value.minus, value.plus);
        }
        let negative = value.negative();
        let key = self.proofs.key(start, negative);
        match self.proofs.known.get(key) {
            Some(0) => return Ok(true),
            Some(_) => self.proofs.pieces.truncate(start),
            None => {
                let order = if last { i64::MIN / 2 } else { self.promise_of(start, value) };
                self.proofs.children.push(State { start, end, value: negative, key, order });
            }
        }
        Ok(false)
    }

    /// How good a state looks for the player who moved there: moves ahead, and stops of the values.
    fn promise_of(&self, start: usize, value: Difference) -> i64 {
        let ahead = self.proofs.pieces[start..].iter().map(|piece| {
            // as the opponent sees it
            if piece.negative { piece.ahead } else { -piece.ahead }
        });
        let stop = |game, side| self.worker.stop(game, side).packed().map_or(0, |stop| stop.scaled() >> 11);
        let stops = [LEFT, RIGHT].map(|side| stop(value.plus, side) - stop(value.minus, side));
        8 * ahead.sum::<i64>() + stops.iter().sum::<i64>()
    }
}
