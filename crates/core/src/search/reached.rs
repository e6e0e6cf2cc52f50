//! Everything that can be reached from a start, with the moves backwards: what searches of loopy games work on.
//!
//! A node is a canonical position with the player to move. Where the player to move makes no difference
//! ([`Rules::even_handed`]) a position is one node (`N` = 1), otherwise two. Nodes are words beside the table of
//! positions, so that a position costs itself, its slot in the table and `N` words. A word first says that a node waits,
//! then how many moves it has, and the searches go on from there.
//!
//! Moves are stored, in compressed rows, while they are few, which is quicker. Where they become many they are forgotten,
//! and the way back is found by un-moves ([`Rules::unmoves`]) and the table; only rules that have none keep theirs. Either
//! way the moves of a node are counted by where they lead up to symmetry, and the way back passes each of them once: the
//! predecessors of a representative, in their canonical form, are those of its class.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{Player, Rules, Winner};
use crate::search::index::{Batch, Index, bytes_of, make_room};

/// Stored moves have one bit beside the number of a position.
const MOST_POSITIONS: usize = 1 << 31;

/// Moves that are stored although un-moves are known. (In tests so few that both ways back are taken.)
const FEW: usize = if cfg!(test) { 60 } else { 1 << 18 };

/// What is known of a node: open with a number of moves, or settled with a number of moves to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word(u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// For the player to move.
    Lost,
    Won,
    /// Over without a winner.
    Drawn,
}

impl Word {
    const UNREACHED: Word = Word(u32::MAX);
    const WAITING: Word = Word(u32::MAX - 4);

    #[inline]
    pub fn settled(result: Settled, remoteness: u32) -> Word {
        Word(remoteness << 2 | result as u32)
    }

    #[inline]
    fn open(moves: usize) -> Word {
        Word((moves as u32) << 2 | 3)
    }

    /// The result and the number of moves to the end.
    #[inline]
    pub fn result(self) -> Option<(Settled, u32)> {
        let result = match self.0 & 3 {
            0 => Settled::Lost,
            1 => Settled::Won,
            2 => Settled::Drawn,
            _ => return None,
        };
        Some((result, self.0 >> 2))
    }

    /// The number of moves that are open, if this is an open node.
    #[inline]
    pub fn moves(self) -> Option<u32> {
        (self.0 & 3 == 3 && self != Word::UNREACHED).then_some(self.0 >> 2)
    }

    /// With one open move less; there must be one.
    #[inline]
    #[must_use]
    pub fn fewer(self) -> Word {
        Word(self.0 - 4)
    }

    #[inline]
    pub fn reached(self) -> bool {
        self != Word::UNREACHED
    }
}

/// A node by its place in the table of words: `N` times the number of its position, and the player to move if `N` is 2.
pub type Node = usize;

pub struct Reached<P, const N: usize> {
    pub index: Index<P>,
    pub words: Vec<[Word; N]>,
    stored: Option<Rows>,
    /// Does a player anywhere move twice in a row?
    pub again: bool,
}

/// Moves backwards: those into a node come from `nodes[starts[node]..starts[node + 1]]`, each as the number of a
/// position, shifted by one bit, which is the player to move there if `N` is 2, and otherwise whether the player moved
/// on.
struct Rows {
    nodes: Vec<u32>,
    starts: Vec<u64>,
}

/// Moves as they are found: where they lead, and for each node that was expanded how many there are.
#[derive(Default)]
struct Found {
    targets: Vec<u32>,
    expanded: Vec<(u32, u32)>,
}

impl Found {
    fn bytes(&self) -> u64 {
        bytes_of(&self.targets) + bytes_of(&self.expanded)
    }
}

#[inline]
fn mover<const N: usize>(node: Node) -> Player {
    if N == 2 { Player::BOTH[node & 1] } else { Player::Left }
}

impl<P: Eq + Clone + Ord, const N: usize> Reached<P, N> {
    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        let rows = self.stored.as_ref().map_or(0, |rows| bytes_of(&rows.nodes) + bytes_of(&rows.starts));
        self.index.bytes() + bytes_of(&self.words) + rows
    }

    /// Expand everything that follows `start` with one of these players to move.
    pub fn explore<R: Rules<Position = P>>(
        rules: &R,
        start: &P,
        players: &[Player],
        control: &Control,
    ) -> Result<Self> {
        debug_assert!(N == 2 || rules.impartial());
        let start = rules.canonical(start);
        let undone = rules.unmoves(&start, Player::Left, false, &mut Vec::new())?;
        let index = Index::of_positions_with(rules.beside())?;
        let reached = Reached { index, words: Vec::new(), stored: None, again: false };
        let mut explorer = Explorer {
            rules,
            control,
            reached,
            most: if undone { FEW } else { usize::MAX },
            found: Some(Found::default()),
            batch: Batch::new(),
            next: 0,
            late: Vec::new(),
            moves: Vec::new(),
            children: Vec::new(),
        };
        for &player in if N == 2 { players } else { &players[..players.len().min(1)] } {
            let hash = rules.key(&start);
            explorer.batch.push(&explorer.reached.index, hash, start.clone(), N == 2 && player == Player::Right);
            explorer.absorb(false)?;
        }
        explorer.run()
    }
}

struct Explorer<'r, 'c, 'a, R: Rules, const N: usize> {
    rules: &'r R,
    control: &'c Control<'a>,
    reached: Reached<R::Position, N>,
    /// Moves, while there are no more than `most`.
    found: Option<Found>,
    most: usize,
    /// Each with one bit, as in [`Rows`].
    batch: Batch<R::Position, bool>,
    /// Positions from here on were not looked at yet.
    next: usize,
    /// Nodes that were reached after their position had been looked at.
    late: Vec<u32>,
    moves: Vec<R::Move>,
    /// With their hashes first, which tell them apart soonest.
    children: Vec<(u64, R::Position, bool)>,
}

impl<R: Rules, const N: usize> Explorer<'_, '_, '_, R, N> {
    fn run(mut self) -> Result<Reached<R::Position, N>> {
        let mut ticker = self.control.ticker();
        loop {
            if let Some(node) = self.late.pop() {
                let node = node as Node;
                // a node may be reached while its position is looked at, and is expanded then
                if self.reached.words[node / N][node % N] == Word::WAITING {
                    self.expand(node, &mut ticker)?;
                }
            } else if self.next < self.reached.index.len() {
                ticker.tick()?;
                let number = self.next;
                self.next += 1;
                for place in 0..N {
                    if self.reached.words[number][place] == Word::WAITING {
                        self.expand(N * number + place, &mut ticker)?;
                    }
                }
            } else if !self.batch.is_empty() {
                self.absorb(true)?;
            } else {
                break;
            }
        }
        let Explorer { mut reached, found, control, .. } = self;
        if let Some(found) = found {
            reached.stored = Some(turned_round::<N>(found, reached.words.len(), reached.bytes(), control)?);
        }
        Ok(reached)
    }

    fn expand(&mut self, node: Node, ticker: &mut Ticker) -> Result<()> {
        ticker.glance()?;
        let (rules, player) = (self.rules, mover::<N>(node));
        let position = self.reached.index.get((node / N) as u32).clone();
        self.moves.clear();
        let mut over = rules.goal(&position);
        if over.is_none() {
            rules.moves(&position, player, &mut self.moves)?;
            over = self.moves.is_empty().then(|| rules.stuck().winner(player));
        }
        self.children.clear();
        for mv in &self.moves {
            ticker.glance()?;
            let again = rules.again(mv);
            self.reached.again |= again;
            let bit = if N == 2 { (player == Player::Right) == again } else { again };
            let child = rules.canonical(&rules.play(&position, mv)?);
            self.children.push((rules.key(&child), child, bit));
        }
        self.children.sort_unstable();
        self.children.dedup();
        self.reached.words[node / N][node % N] = match over {
            None => Word::open(self.children.len()),
            Some(Winner::Nobody) => Word::settled(Settled::Drawn, 0),
            Some(winner) => {
                let won = winner == player.into();
                Word::settled(if won { Settled::Won } else { Settled::Lost }, 0)
            }
        };
        if let Some(found) = &mut self.found
            && over.is_none()
        {
            make_room(&mut found.expanded, 1, self.reached.bytes() + bytes_of(&found.targets), self.control)?;
            found.expanded.push((node as u32, self.children.len() as u32));
        }
        for i in 0..self.children.len() {
            let (hash, child, bit) = self.children[i].clone();
            self.batch.push(&self.reached.index, hash, child, bit);
            if self.batch.is_full() {
                self.absorb(true)?;
            }
        }
        Ok(())
    }

    /// Enter what waits in the batch; `moves`: each is where a move leads, in the order of [`Found::expanded`].
    fn absorb(&mut self, moves: bool) -> Result<()> {
        let more = self.batch.len();
        if self.found.as_ref().is_some_and(|found| found.targets.len() + more > self.most) {
            self.found = None;
        }
        let found = self.found.as_ref().map_or(0, Found::bytes) + bytes_of(&self.late);
        let words = bytes_of(&self.reached.words);
        self.reached.index.reserve(more, words + found, self.control)?;
        let index = self.reached.index.bytes();
        make_room(&mut self.reached.words, more, index + found, self.control)?;
        make_room(&mut self.late, more, index + words + found, self.control)?;
        if let Some(found) = &mut self.found {
            make_room(&mut found.targets, more, index + words + bytes_of(&found.expanded), self.control)?;
        }
        let (next, late, found) = (self.next, &mut self.late, &mut self.found);
        self.reached.index.absorb(&mut self.batch, &mut self.reached.words, 0, |words, number, new, _, bit| {
            if new {
                if number as usize >= MOST_POSITIONS {
                    return Err(Error::too_large(format!("more than {MOST_POSITIONS} positions")));
                }
                words.push([Word::UNREACHED; N]);
            }
            if let Some(found) = found
                && moves
            {
                found.targets.push(number << 1 | u32::from(bit));
            }
            let place = if N == 2 { usize::from(bit) } else { 0 };
            let word = &mut words[number as usize][place];
            if *word == Word::UNREACHED {
                *word = Word::WAITING;
                if (number as usize) < next {
                    late.push((N * number as usize + place) as u32);
                }
            }
            Ok(())
        })
    }
}

/// The same moves backwards.
fn turned_round<const N: usize>(found: Found, positions: usize, others: u64, control: &Control) -> Result<Rows> {
    let Found { targets, expanded } = found;
    let others = others + bytes_of(&targets) + bytes_of(&expanded);
    let mut rows = Rows { nodes: Vec::new(), starts: Vec::new() };
    make_room(&mut rows.starts, N * positions + 1, others, control)?;
    rows.starts.resize(N * positions + 1, 0);
    make_room(&mut rows.nodes, targets.len(), others + bytes_of(&rows.starts), control)?;
    rows.nodes.resize(targets.len(), 0);
    let node = |target: u32| if N == 2 { target as usize } else { target as usize >> 1 };
    let mut ticker = control.ticker();
    for &target in &targets {
        ticker.glance()?;
        rows.starts[node(target)] += 1;
    }
    let mut end = 0;
    for start in &mut rows.starts {
        end += *start;
        *start = end;
    }
    // each start moves from the end of its row to the beginning while the row is filled
    let mut targets = targets.into_iter();
    for (from, moves) in expanded {
        for target in targets.by_ref().take(moves as usize) {
            ticker.glance()?;
            let start = &mut rows.starts[node(target)];
            *start -= 1;
            rows.nodes[*start as usize] = if N == 2 { from } else { from << 1 | target & 1 };
        }
    }
    Ok(rows)
}

/// The way back from node to node. Predecessors are collected and looked up together, so that they arrive later than
/// they were asked for, each with the tag that it was asked for with; [`Backwards::finish`] brings the last.
pub struct Backwards<'r, R: Rules, const N: usize, T> {
    rules: &'r R,
    index: &'r Index<R::Position>,
    stored: Option<&'r Rows>,
    batch: Batch<R::Position, Way<T>>,
    before: Vec<R::Position>,
    hashed: Vec<(u64, R::Position)>,
}

/// How a predecessor was found.
#[derive(Clone, Copy)]
struct Way<T> {
    place: usize,
    again: bool,
    tag: T,
}

impl<P: Eq + Clone + Ord, const N: usize> Reached<P, N> {
    /// The words, and the way back, which does not need them.
    pub fn backwards<'r, R: Rules<Position = P>, T>(
        &'r mut self,
        rules: &'r R,
    ) -> (&'r mut Vec<[Word; N]>, Backwards<'r, R, N, T>) {
        let Reached { index, words, stored, .. } = self;
        let stored = stored.as_ref();
        (words, Backwards { rules, index, stored, batch: Batch::new(), before: Vec::new(), hashed: Vec::new() })
    }
}

impl<R: Rules, const N: usize, T: Copy> Backwards<'_, R, N, T> {
    /// Ask for the nodes from which a move leads to this one. `each` gets what is kept beside the positions, the node,
    /// whether its player moves on, and the tag. Nodes that were not reached may be among them where `N` is 2.
    #[inline]
    pub fn before<S>(
        &mut self,
        node: Node,
        tag: T,
        beside: &mut [S],
        mut each: impl FnMut(&mut [S], Node, bool, T) -> Result<()>,
    ) -> Result<()> {
        if let Some(rows) = self.stored {
            for &from in &rows.nodes[rows.starts[node] as usize..rows.starts[node + 1] as usize] {
                let again = if N == 2 { (from ^ node as u32) & 1 == 0 } else { from & 1 == 1 };
                each(beside, if N == 2 { from as usize } else { from as usize >> 1 }, again, tag)?;
            }
            return Ok(());
        }
        let next = mover::<N>(node);
        for again in [false, true] {
            let player = if again || N == 1 { next } else { next.opponent() };
            self.before.clear();
            self.rules.unmoves(self.index.get((node / N) as u32), player, again, &mut self.before)?;
            self.hashed.clear();
            self.hashed.extend(self.before.iter().map(|position| {
                let position = self.rules.canonical(position);
                (self.rules.key(&position), position)
            }));
            self.hashed.sort_unstable();
            self.hashed.dedup();
            let place = if N == 2 { player as usize } else { 0 };
            for (hash, position) in self.hashed.drain(..) {
                self.batch.push(self.index, hash, position, Way { place, again, tag });
            }
        }
        if self.batch.is_full() { self.finish(beside, each) } else { Ok(()) }
    }

    /// Whatever was asked for arrives now.
    #[inline]
    pub fn finish<S>(
        &mut self,
        beside: &mut [S],
        mut each: impl FnMut(&mut [S], Node, bool, T) -> Result<()>,
    ) -> Result<()> {
        self.index.find_beside(&mut self.batch, beside, |beside, number, way| match number {
            Some(number) => each(beside, N * number as usize + way.place, way.again, way.tag),
            None => Ok(()),
        })
    }
}
