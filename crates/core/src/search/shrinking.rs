//! Who wins a sum in which moves only take moves away: sets of moves, bounds at a glance, and few values.
//!
//! A state is a set of moves ([`Moves`]) and some values: what is left of the board, and components that became small and
//! were valued. A state is bounded from below for both players, by tying one hand ([`Tied`]); together with what is kept
//! of values, their [`Climate`]s, that decides most states without a search. A child is looked at by narrow bands first,
//! and only where it differs from its parent; then small components are taken out; then it is looked up; and the last
//! thing before it is opened is a look at all bands.
//!
//! Moves are tried in order of what they gain: for each player, the most moves that can be made, and those that the
//! opponent cannot take away once more; of equals, by where they lie ([`Moves::ranks`]). States are kept by a sum over
//! their moves, the least of those for all symmetries, and by their values, so that a state and its negative are one where
//! the board has a symmetry that exchanges the players.
//! References: Bullock, "Domineering: Solving large combinatorial search spaces" (2002), for this order; Uiterwijk,
//! "Solving Domineering with combinatorial game theory" (2016); Lachmann, Moore & Rapaport, "Who wins Domineering on
//! rectangular boards?" (2000), for the tied hand.

use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::moves::Moves;
use crate::rules::{Player, Rules, Shrinking};
use crate::search::climate::Climate;
use crate::search::pieces::Pieces;
use crate::search::results::Results;
use crate::search::threads::{Paused, in_turn, together};
use crate::search::tied::{Span, Tied};
use crate::search::values::Values;
use crate::sets::{Set, each, mixed};
use crate::values::{Game, Universe};
use std::ops::Range;

/// Components with at most this many moves are valued.
const SMALL: usize = 14;

/// Before the first child of a state is opened, so many others are looked at.
const AHEAD: usize = 2;

/// Components, bands and values that are remembered, of each, unless memory is limited:
const REMEMBERED: usize = 1 << 18;
/// then each entry may take this part of it.
const SHARE: u64 = 1 << 10;
const LEAST_REMEMBERED: usize = 1 << 10;

/// A component that was valued.
#[derive(Clone, Copy)]
struct Small {
    value: Game,
    climates: [Climate; 2],
}

#[derive(Clone, Copy)]
enum Step<S> {
    /// A move, and what is safe after it.
    Move(usize, S),
    /// The value of a small component becomes another.
    Option(Game, Game),
}

#[derive(Clone, Copy)]
struct Child<S> {
    order: i32,
    rank: u32,
    step: Step<S>,
}

impl<S> Child<S> {
    fn place(&self) -> (i32, u32) {
        (-self.order, self.rank)
    }
}

/// Mostly the first child is the last that is looked at: it is put in front, and the others wait for [`in_order`].
fn first_in_front<S>(children: &mut [Child<S>]) {
    if let Some(best) = (0..children.len()).min_by_key(|&i| children[i].place()) {
        children.swap(0, best);
    }
}

/// Compiled once, and not for every kernel.
fn in_order<S>(children: &mut [Child<S>]) {
    children.sort_unstable_by_key(Child::place);
}

#[derive(Clone)]
struct State<S> {
    moves: S,
    safe: S,
    player: Player,
    smalls: Range<usize>,
    key: u128,
}

/// A state on the path.
struct Frame<S> {
    state: State<S>,
    /// What lies below its small components, for each player.
    small: [Climate; 2],
    /// Its bounds in [`Tied`].
    tied: usize,
    /// Where its children begin, and the next to try; where the small components of other states begin.
    first: usize,
    next: usize,
    /// The children behind the first are in order.
    ordered: bool,
    top: usize,
    begun: u64,
    /// Where its sums begin.
    sums: usize,
}

/// What is seen of a state.
enum Glance<S> {
    /// Whoever moves wins, or loses.
    Settled(bool),
    Open(State<S>),
}

pub(super) struct Search<'s, 'c, 'a, R: Rules, S> {
    rules: (&'s R, &'s dyn Shrinking<R::Position, S>),
    values: (&'s Universe, &'s Values<R::Position>),
    /// The number of this thread, and how many there may be.
    thread: (usize, usize),
    game: &'s dyn Shrinking<R::Position, S>,
    moves: &'s Moves<S>,
    table: &'s Results,
    pieces: Pieces<'s, 'c, 'a, R, S>,
    tied: Tied<S>,
    /// By move, for each symmetry: those that keep the players, then those that exchange them.
    prints: Vec<Vec<u128>>,
    /// What the prints of its moves add up to, for the state that was looked at and for those on the path.
    sum: Vec<u128>,
    sums: Vec<u128>,
    control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    smalls: Vec<Small>,
    children: Vec<Child<S>>,
    frames: Vec<Frame<S>>,
    worths: Vec<[i32; 2]>,
    made_safe: Vec<S>,
    nodes: u64,
}

impl<'s, 'c, 'a, R: Rules, S: Set> Search<'s, 'c, 'a, R, S> {
    /// The table holds results of the same rules. So many threads may help.
    pub(super) fn new(
        rules: (&'s R, &'s dyn Shrinking<R::Position, S>),
        values: (&'s Universe, &'s Values<R::Position>),
        table: &'s Results,
        threads: usize,
        control: &'c Control<'a>,
    ) -> Self {
        let moves = rules.1.moves();
        let share = control.memory_limit().map_or(REMEMBERED, |limit| (limit / SHARE) as usize / threads);
        let remembered = (1 << share.max(1).ilog2()).clamp(LEAST_REMEMBERED, REMEMBERED);
        let images = || moves.images(false).iter().chain(moves.images(true));
        let print = |m: usize| {
            let once = mixed((m as u128 + 1).wrapping_mul(0x2545_F491_4F6C_DD1D_9E6C_63D0_876A_46F1));
            mixed(once ^ once >> 47)
        };
        Search {
            rules,
            values,
            thread: (0, threads),
            game: rules.1,
            moves,
            table,
            pieces: Pieces::new(rules, values, remembered, control),
            tied: Tied::new(moves, remembered),
            prints: (0..moves.count()).map(|m| images().map(|image| print(image[m])).collect()).collect(),
            sum: vec![0; images().count()],
            sums: Vec::new(),
            control,
            ticker: control.ticker(),
            smalls: Vec::new(),
            children: Vec::new(),
            frames: Vec::new(),
            worths: Vec::new(),
            made_safe: Vec::new(),
            nodes: 0,
        }
    }

    /// Does `player`, to move, win? As far as that is seen or known.
    pub(super) fn known(&mut self, position: &R::Position, player: Player) -> Result<Option<bool>> {
        let wins = match self.enter(position, player)? {
            Glance::Settled(wins) => Some(wins),
            Glance::Open(state) => match self.table.get(state.key) {
                Some(wins) => Some(wins),
                None => {
                    let start = self.tied.push();
                    let wins = self.bounded(&state, start, None)?;
                    self.tied.pop(start);
                    wins
                }
            },
        };
        self.smalls.clear();
        Ok(wins)
    }

    /// Does `player`, to move, win? After `alone` states other threads help.
    pub(super) fn run(&mut self, position: &R::Position, player: Player, alone: u64) -> Result<bool> {
        let Search { rules, values, table, control, thread: (_, threads), .. } = *self;
        let begin = |search: &mut Self| search.begin(position, player);
        let other =
            |thread| Search { thread: (thread, threads), ..Search::new(rules, values, table, threads, control) };
        together(self, threads, alone, begin, other)
    }

    /// Put a position on the path, unless it is settled.
    fn begin(&mut self, position: &R::Position, player: Player) -> Result<Option<bool>> {
        match self.enter(position, player)? {
            Glance::Settled(wins) => Ok(Some(wins)),
            Glance::Open(state) => self.push(state, 0),
        }
    }

    /// The state of a position, its small components taken out.
    fn enter(&mut self, position: &R::Position, player: Player) -> Result<Glance<S>> {
        let all = self.game.legal(position);
        let moves = self.take_small(all, all)?;
        self.gather(0)?;
        let smalls = 0..self.smalls.len();
        if moves.is_empty() {
            let wins = self.values_win(smalls, player)?;
            return Ok(Glance::Settled(wins));
        }
        self.sum.fill(0);
        self.add(moves, true);
        let key = self.key(&smalls, player)?;
        Ok(Glance::Open(State { moves, safe: self.moves.safe(moves), player, smalls, key }))
    }

    /// Small components that hold some of these moves are valued and appended, unless they are zero; the other moves.
    fn take_small(&mut self, moves: S, among: S) -> Result<S> {
        let mut rest = moves;
        let mut near = among & moves;
        let mut large = S::default();
        while !near.is_empty() {
            let component = match self.moves.component(moves, near.first(), SMALL, large) {
                Ok(component) => component,
                Err(seen) => {
                    large = large | seen;
                    near = near & !large;
                    continue;
                }
            };
            near = near & !component;
            if let Some((value, climates)) = self.pieces.worth(component)? {
                rest = rest & !component;
                if value != Game::ZERO {
                    self.smalls.push(Small { value, climates });
                }
            }
        }
        Ok(rest)
    }

    /// Of the small components from here on, add up those that are a number and ups and a star, and drop those that are
    /// negatives of each other.
    fn gather(&mut self, start: usize) -> Result<()> {
        let (mut total, mut kept) = (Game::ZERO, start);
        for i in start..self.smalls.len() {
            let small = self.smalls[i];
            if small.value.packed().is_some() {
                total = self.pieces.walk.worker.add(total, small.value)?;
                continue;
            }
            let negative = self.pieces.walk.worker.negative(small.value)?;
            match self.smalls[start..kept].iter().position(|other| other.value == negative) {
                Some(at) => {
                    kept -= 1;
                    self.smalls[start + at] = self.smalls[kept];
                }
                None => {
                    self.smalls[kept] = small;
                    kept += 1;
                }
            }
        }
        self.smalls.truncate(kept);
        if total != Game::ZERO {
            let climates = self.pieces.climates(total)?;
            self.smalls.push(Small { value: total, climates });
        }
        Ok(())
    }

    fn small_climates(&self, smalls: Range<usize>) -> [Climate; 2] {
        let sum = |sum: [Climate; 2], small: &Small| [0, 1].map(|side: usize| sum[side].plus(small.climates[side]));
        self.smalls[smalls].iter().fold([Climate::default(); 2], sum)
    }

    /// Does `player`, to move, win the sum of these values?
    fn values_win(&mut self, smalls: Range<usize>, player: Player) -> Result<bool> {
        let small = self.small_climates(smalls.clone());
        if small[player as usize].wins_first() {
            return Ok(true);
        }
        if small[player.opponent() as usize].wins_second() {
            return Ok(false);
        }
        let worker = &mut self.pieces.walk.worker;
        let mut total = Game::ZERO;
        for small in &self.smalls[smalls] {
            total = worker.add(total, small.value)?;
        }
        let (a, b) = if player == Player::Left { (total, Game::ZERO) } else { (Game::ZERO, total) };
        Ok(!worker.le(a, b)?)
    }

    /// Add the prints of these moves to the sum, or take them away.
    #[inline(always)]
    fn add(&mut self, moves: S, there: bool) {
        for m in each(moves) {
            for (sum, &print) in self.sum.iter_mut().zip(&self.prints[m]) {
                *sum = if there { sum.wrapping_add(print) } else { sum.wrapping_sub(print) };
            }
        }
    }

    /// The least sum over all symmetries that keep the players, for Left; for Right over those that exchange them, so that
    /// whoever moves is called Left, or else apart from those for Left.
    fn key(&mut self, smalls: &Range<usize>, player: Player) -> Result<u128> {
        let keeping = self.moves.images(false).len();
        let exchange = player == Player::Right && self.sum.len() > keeping;
        let used = if exchange { &self.sum[keeping..] } else { &self.sum[..keeping] };
        let mut key = used.iter().min().copied().unwrap_or(0);
        for small in &self.smalls[smalls.clone()] {
            let value = if exchange { self.pieces.walk.worker.negative(small.value)? } else { small.value };
            let print = mixed(u128::from(value.bits()) + 1);
            key = key.wrapping_add(mixed(print ^ print >> 47));
        }
        Ok(if player == Player::Right && !exchange { !key.rotate_left(64) } else { key })
    }

    /// Put a state on the path and its children in order, unless it is settled. `top` small components are others'.
    fn push(&mut self, state: State<S>, top: usize) -> Result<Option<bool>> {
        let tied = self.tied.push();
        let parent = self.frames.last().map(|frame| (frame.tied, frame.state.moves & !state.moves));
        if let Some(wins) = self.bounded(&state, tied, parent)? {
            self.tied.pop(tied);
            return Ok(Some(wins));
        }
        for player in Player::BOTH {
            self.tied.look_back(player, (tied, self.differs(player, parent)));
        }
        self.ticker.tick()?;
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 12) {
            let own = self.pieces.bytes() + self.tied.bytes();
            self.control.memory(self.table.bytes() + own * self.thread.1 as u64)?;
        }
        let small = self.small_climates(state.smalls.clone());
        let first = self.children.len();
        self.expand(&state)?;
        let sums = self.sums.len();
        self.sums.extend_from_slice(&self.sum);
        self.frames.push(Frame {
            state,
            small,
            tied,
            first,
            next: first,
            ordered: false,
            top,
            begun: self.nodes,
            sums,
        });
        Ok(None)
    }

    fn differs(&self, player: Player, parent: Option<(usize, S)>) -> Option<(usize, Span)> {
        parent.map(|(parent, moves)| (parent, self.tied.span(player, moves)))
    }

    /// Does whoever moves win? As far as bounds tell, by all bands.
    fn bounded(&mut self, state: &State<S>, tied: usize, parent: Option<(usize, S)>) -> Result<Option<bool>> {
        let small = self.small_climates(state.smalls.clone());
        for player in [state.player, state.player.opponent()] {
            let from = (tied, self.differs(player, parent));
            // wide bands rarely tell that whoever moves loses
            let eager = player == state.player;
            let below = self.tied.survey(&mut self.pieces, self.moves, state.moves, player, eager, from)?;
            let below = below.plus(small[player as usize]);
            if player == state.player && below.wins_first() {
                return Ok(Some(true));
            }
            if player != state.player && below.wins_second() {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    /// List the children of a state in order.
    fn expand(&mut self, state: &State<S>) -> Result<()> {
        let State { moves, safe, player, smalls, .. } = state.clone();
        let first = self.children.len();
        self.moves.worths(moves, safe, &mut self.worths);
        self.moves.made_safe(moves, safe, player, &mut self.made_safe);
        for m in each(moves & self.moves.own(player)) {
            let after = self.moves.after(moves, m);
            let safe_after = safe & after | self.made_safe[m];
            let gain = self.moves.gain(&self.worths, m, after, [safe, safe_after]);
            let order = if player == Player::Left { gain } else { -gain };
            self.children.push(Child { order: 16 * order, rank: self.moves.rank(m), step: Step::Move(m, safe_after) });
        }
        for i in smalls.clone() {
            let Small { value, climates } = self.smalls[i];
            if self.smalls[smalls.start..i].iter().any(|other| other.value == value) {
                continue;
            }
            // a move in a number is the last that one would make
            let number = self.pieces.walk.worker.is_number(value);
            let order = if number { i32::MIN / 2 } else { climates[0].heat() / 4 };
            for option in self.pieces.walk.worker.options(value, player as usize)? {
                self.children.push(Child { order, rank: u32::MAX, step: Step::Option(value, option) });
            }
        }
        first_in_front(&mut self.children[first..]);
        Ok(())
    }

    /// Look at a child of the last state, whose mover is the other player; bounds tell that this player loses only where
    /// one is `hopeful`. (Among the children behind the first few that is worth one look in a hundred: what remains open
    /// is looked at by all bands anyway.)
    fn look(&mut self, child: Child<S>, hopeful: bool) -> Result<Glance<S>> {
        self.ticker.glance()?;
        let Some(frame) = self.frames.last() else { return Ok(Glance::Settled(false)) };
        let (State { moves, player, smalls, safe, .. }, small, tied) = (frame.state.clone(), frame.small, frame.tied);
        let sums = frame.sums;
        let mover = player.opponent();
        let start = self.smalls.len();
        let (rest, safe, smalls) = match child.step {
            Step::Move(m, safe) => {
                let after = self.moves.after(moves, m);
                let reaches = Player::BOTH.map(|player| self.tied.reach(player, m));
                if let Some(wins) = self.glance(after, mover, hopeful, tied, reaches, small)? {
                    return Ok(Glance::Settled(wins));
                }
                let rest = self.take_small(after, self.moves.near(m) & !self.moves.ended(m))?;
                if rest == after {
                    (after, safe, smalls)
                } else {
                    self.smalls.extend_from_within(smalls);
                    self.gather(start)?;
                    (rest, safe & rest, start..self.smalls.len())
                }
            }
            Step::Option(value, option) => {
                let same = self.smalls[smalls.clone()].iter().position(|small| small.value == value);
                let at = smalls.start + same.unwrap_or(0);
                self.smalls.extend_from_within(smalls.start..at);
                self.smalls.extend_from_within(at + 1..smalls.end);
                if option != Game::ZERO {
                    let climates = self.pieces.climates(option)?;
                    self.smalls.push(Small { value: option, climates });
                }
                self.gather(start)?;
                (moves, safe, start..self.smalls.len())
            }
        };
        if rest.is_empty() {
            return self.values_win(smalls, mover).map(Glance::Settled);
        }
        if smalls.start == start {
            let small = self.small_climates(smalls.clone());
            let spans = Player::BOTH.map(|player| self.tied.span(player, moves & !rest));
            if let Some(wins) = self.glance(rest, mover, hopeful, tied, spans, small)? {
                return Ok(Glance::Settled(wins));
            }
        }
        let known = sums..sums + self.sum.len();
        self.sum.copy_from_slice(&self.sums[known]);
        self.add(moves & !rest, false);
        let key = self.key(&smalls, mover)?;
        Ok(match self.table.get(key) {
            Some(wins) => Glance::Settled(wins),
            None => Glance::Open(State { moves: rest, safe, player: mover, smalls, key }),
        })
    }

    /// Put the children from here on in order.
    fn order(&mut self, from: usize) {
        in_order(&mut self.children[from..]);
        in_turn(&mut self.children[from..], self.thread);
    }

    /// Before the first child is opened: is another one seen to be lost for its mover? Those that are seen to be won are
    /// left out.
    fn look_ahead(&mut self) -> Result<bool> {
        let Some(top) = self.frames.last_mut() else { return Ok(false) };
        let from = top.next;
        top.ordered = true;
        self.order(from);
        let sum = self.sums.len();
        self.sums.extend_from_slice(&self.sum);
        let mut kept = from;
        let to = (from + AHEAD).min(self.children.len());
        let mut found = false;
        for i in from..to {
            let (child, start) = (self.children[i], self.smalls.len());
            let seen = self.look(child, true)?;
            self.smalls.truncate(start);
            match seen {
                Glance::Settled(true) => {}
                Glance::Settled(false) => {
                    found = true;
                    break;
                }
                Glance::Open(_) => {
                    self.children[kept] = child;
                    kept += 1;
                }
            }
        }
        if !found {
            self.children.drain(kept..to);
        }
        self.sum.copy_from_slice(&self.sums[sum..]);
        self.sums.truncate(sum);
        Ok(found)
    }

    /// Does `mover` win a state that differs from another between some lines? As far as narrow bands tell; that `mover`
    /// loses only if `hopeful`.
    #[inline(always)]
    fn glance(
        &mut self,
        moves: S,
        mover: Player,
        hopeful: bool,
        tied: usize,
        spans: [Span; 2],
        small: [Climate; 2],
    ) -> Result<Option<bool>> {
        let players = [mover, mover.opponent()];
        for &player in &players[..1 + usize::from(hopeful)] {
            let from = (tied, spans[player as usize]);
            let below = self.tied.glance(&mut self.pieces, self.moves, moves, player, from)?;
            let below = below.plus(small[player as usize]);
            if player == mover && below.wins_first() {
                return Ok(Some(true));
            }
            if player != mover && below.wins_second() {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    /// Store the result of the last state and take it off the path.
    fn pop(&mut self, wins: bool) -> Result<bool> {
        if let Some(frame) = self.take_off() {
            let effort = self.nodes - frame.begun + 1;
            self.table.put(frame.state.key, wins, effort, self.control)?;
        }
        Ok(wins)
    }

    fn take_off(&mut self) -> Option<Frame<S>> {
        let frame = self.frames.pop()?;
        self.children.truncate(frame.first);
        self.sums.truncate(frame.sums);
        self.tied.pop(frame.tied);
        self.smalls.truncate(frame.top);
        Some(frame)
    }
}

impl<R: Rules, S: Set> Paused for Search<'_, '_, '_, R, S> {
    fn opened(&self) -> u64 {
        self.nodes
    }

    fn is_done(&self) -> bool {
        self.frames.is_empty()
    }

    fn step(&mut self, answer: Option<bool>) -> Result<Option<bool>> {
        let Some(top) = self.frames.last_mut() else { return Ok(answer) };
        // a child that its mover loses is won for the state
        let wins = answer == Some(false);
        if wins || top.next == self.children.len() {
            return self.pop(wins).map(Some);
        }
        let first = top.next == top.first;
        if !first && !top.ordered {
            top.ordered = true;
            let from = top.next;
            self.order(from);
        }
        let Some(top) = self.frames.last_mut() else { return Ok(answer) };
        let child = self.children[top.next];
        top.next += 1;
        let start = self.smalls.len();
        let answer = match self.look(child, first)? {
            Glance::Settled(wins) => Some(wins),
            Glance::Open(_) if first && self.look_ahead()? => Some(false),
            Glance::Open(state) => self.push(state, start)?,
        };
        if answer.is_some() {
            self.smalls.truncate(start);
        }
        Ok(answer)
    }

    fn decided(&mut self) -> Option<bool> {
        let (i, wins) =
            (0..self.frames.len()).find_map(|i| self.table.get(self.frames[i].state.key).map(|wins| (i, wins)))?;
        self.frames.truncate(i + 1);
        self.take_off();
        Some(wins)
    }
}
