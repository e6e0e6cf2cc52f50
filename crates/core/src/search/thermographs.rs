//! Thermographs of positions, straight from the moves: no canonical form is made.
//!
//! A thermograph does not follow from those of the components of a sum, so a state is a whole sum: a sorted list of
//! components, each with a sign, beside an integer, which only moves the mast. A component and its negative cancel.
//! The thermograph of a state is made once from those of its options (see [`crate::values::thermograph`]).
//! Only for normal play with plain moves, where positions do not repeat.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Player, Rules, Stuck};
use crate::search::path::{Doubling, repeats};
use crate::values::dyadic::Dyadic;
use crate::values::thermograph::Thermograph;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

type State<P> = Vec<(P, bool)>;

/// Thermographs that are known, by states.
pub struct Thermographs<P> {
    known: HashMap<State<P>, Arc<Thermograph>, BuildMixer>,
    /// Equal thermographs are kept once.
    distinct: HashSet<Arc<Thermograph>, BuildMixer>,
    bytes: u64,
}

impl<P> Default for Thermographs<P> {
    fn default() -> Self {
        Thermographs { known: HashMap::default(), distinct: HashSet::default(), bytes: 0 }
    }
}

struct Frame<P> {
    state: State<P>,
    /// States and integers that the moves lead to: Left's first.
    options: Vec<(State<P>, i64)>,
    lefts: usize,
    next: usize,
}

impl<P: Clone + Eq + Ord + std::hash::Hash + Send + Sync> Thermographs<P> {
    pub fn thermograph<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        control: &Control,
    ) -> Result<Thermograph> {
        if rules.stuck() != Stuck::Loses {
            return Err(Error::invalid("only games in normal play have thermographs"));
        }
        let mut ticker = control.ticker();
        let (root, integer) = settle(rules, position)?;
        let mut frames: Vec<Frame<P>> = Vec::new();
        let mut doubling = Doubling::default();
        if !self.known.contains_key(&root) {
            frames.push(open(rules, root.clone(), &mut ticker)?);
        }
        while let Some(frame) = frames.last_mut() {
            if let Some((state, _)) = frame.options.get(frame.next) {
                if self.known.contains_key(state) {
                    frame.next += 1;
                } else {
                    let state = state.clone();
                    frames.push(open(rules, state, &mut ticker)?);
                    if doubling.due(frames.len()) {
                        let options: usize = frames.iter().map(|frame| frame.options.capacity()).sum();
                        let stack = options * size_of::<(State<P>, i64)>() + frames.len() * size_of::<Frame<P>>();
                        control.memory(self.bytes + 2 * stack as u64)?;
                        if repeats(frames.iter().map(|frame| &frame.state)) {
                            return Err(Error::invalid("positions repeat: a loopy game has no thermograph"));
                        }
                    }
                }
                continue;
            }
            let Some(frame) = frames.pop() else { break };
            self.close(frame, rules.beside(), control)?;
        }
        let found = self.known.get(&root).ok_or_else(|| Error::invalid("a state without thermograph"))?;
        Ok(found.translated(&Dyadic::from(integer)))
    }

    fn close(&mut self, frame: Frame<P>, beside: usize, control: &Control) -> Result<()> {
        let mut walls = Vec::with_capacity(frame.options.len());
        for (state, integer) in &frame.options {
            let known = self.known.get(state).ok_or_else(|| Error::invalid("a state without thermograph"))?;
            walls.push(if *integer == 0 { known.clone() } else { Arc::new(known.translated(&Dyadic::from(*integer))) });
        }
        let walls: Vec<&Thermograph> = walls.iter().map(Arc::as_ref).collect();
        let (left, right) = walls.split_at(frame.lefts);
        let made = Arc::new(Thermograph::of_options(left, right));
        let made = match self.distinct.get(&made) {
            Some(known) => known.clone(),
            None => {
                self.bytes += 64 + made.bytes() as u64;
                self.distinct.insert(made.clone());
                made
            }
        };
        self.bytes += (size_of::<State<P>>() + 24 + frame.state.len() * (size_of::<(P, bool)>() + beside)) as u64;
        control.memory(self.bytes)?;
        self.known.insert(frame.state, made);
        Ok(())
    }
}

/// The components of a position and the integer beside them.
fn settle<R: Rules>(rules: &R, position: &R::Position) -> Result<(State<R::Position>, i64)> {
    if rules.goal(position).is_some() {
        return Err(Error::invalid("a game that a position can end has no thermograph"));
    }
    let mut pieces = Vec::new();
    if !rules.split(position, &mut pieces) {
        pieces.push(position.clone());
    }
    let mut state = Vec::with_capacity(pieces.len());
    let mut integer = 0;
    for piece in pieces {
        let (position, negative) = rules.normal(&piece);
        match rules.integer(&position) {
            Some(n) => integer += if negative { -n } else { n },
            None => state.push((position, negative)),
        }
    }
    cancel(&mut state, rules.impartial());
    Ok((state, integer))
}

/// Sort, and drop what adds up to nothing.
fn cancel<P: Ord>(state: &mut State<P>, impartial: bool) {
    state.sort_unstable();
    let mut kept = 0;
    for i in 0..state.len() {
        state.swap(kept, i);
        let pair = kept > 0 && state[kept].0 == state[kept - 1].0 && (impartial || state[kept].1 != state[kept - 1].1);
        kept = if pair { kept - 1 } else { kept + 1 };
    }
    state.truncate(kept);
}

fn open<R: Rules>(rules: &R, state: State<R::Position>, ticker: &mut Ticker) -> Result<Frame<R::Position>> {
    ticker.tick()?;
    let mut options: Vec<(State<R::Position>, i64)> = Vec::new();
    let mut lefts = 0;
    let mut moves = Vec::new();
    for player in Player::BOTH {
        let first = options.len();
        for (i, (position, negative)) in state.iter().enumerate() {
            if i > 0 && state[i] == state[i - 1] {
                continue;
            }
            moves.clear();
            rules.moves(position, if *negative { player.opponent() } else { player }, &mut moves)?;
            for mv in &moves {
                ticker.glance()?;
                if rules.again(mv) {
                    return Err(Error::invalid("a game in which a player may move twice has no thermograph"));
                }
                let (mut next, mut integer) = settle(rules, &rules.play(position, mv)?)?;
                if *negative {
                    integer = -integer;
                    next.iter_mut().for_each(|part| part.1 = !part.1);
                }
                next.extend(state[..i].iter().chain(&state[i + 1..]).cloned());
                cancel(&mut next, rules.impartial());
                options.push((next, integer));
            }
        }
        options[first..].sort_unstable();
        if player == Player::Left {
            options.dedup();
            lefts = options.len();
        }
    }
    let mut rights = options.split_off(lefts);
    rights.dedup();
    options.append(&mut rights);
    Ok(Frame { state, options, lefts, next: 0 })
}

#[cfg(test)]
#[path = "thermographs_tests.rs"]
mod tests;
