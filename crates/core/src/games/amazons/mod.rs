//! Amazons: a queen moves, then shoots an arrow, which moves like a queen and burns the cell where it comes down.
//!
//! A cell is free, holds an amazon of Left or of Right, or is burnt (or was never there). Two planes of bits say which:
//! free cells are in both, an amazon in its owner's, a burnt cell in neither; so the negative of a position is the
//! exchange of its planes.
//!
//! **Sums.** What is burnt stays burnt, and neither amazons nor arrows ever pass a burnt cell, not even between two of
//! them that touch at a corner unless they stand within a king's move. So the parts into which the other cells fall
//! under king's moves are independent for ever. Amazons are passable in this, because they may move away: one that
//! touches two areas of free cells joins them, and so do two amazons that touch each other. A part without an amazon or
//! without a free cell has no moves and is dropped. A part with amazons of one colour is an integer, the number of moves
//! that they can make at most ([`longest`]). Reference: Berlekamp, "Sums of N x 2 Amazons" (2000); Müller & Tegos,
//! "Experiments in computer Amazons" (2002).

mod bounds;
pub mod longest;

use crate::bits::{Bits, nimbly};
use crate::engine::board::Symbolic;
use crate::engine::erased::reachable_over_bytes;
use crate::engine::{Code, Coded};
use crate::error::{Error, Result};
use crate::kernels::rectangle::Rectangle;
use crate::limits::Control;
use crate::rules::{Expanded, Player, Rules, Stuck, Survey, Winner};
use crate::search::enumerate::Reach;
use crate::sync::lock;
use longest::Longest;
use std::sync::Mutex;

/// The symbols of cells outside.
pub const FREE: u16 = 0;
pub const LEFT: u16 = 1;
pub const RIGHT: u16 = 2;
pub const BURNT: u16 = 3;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Area<const W: usize> {
    /// Free cells and Left's amazons.
    pub left: Bits<W>,
    /// Free cells and Right's amazons.
    pub right: Bits<W>,
}

impl<const W: usize> Area<W> {
    #[inline(always)]
    #[must_use]
    pub fn free(&self) -> Bits<W> {
        self.left & self.right
    }

    /// The cells that are not burnt.
    #[inline(always)]
    #[must_use]
    pub fn open(&self) -> Bits<W> {
        self.left | self.right
    }

    #[inline(always)]
    #[must_use]
    pub fn amazons(&self, player: Player) -> Bits<W> {
        match player {
            Player::Left => self.left & !self.right,
            Player::Right => self.right & !self.left,
        }
    }

    #[inline(always)]
    #[must_use]
    fn within(&self, cells: &Bits<W>) -> Self {
        Area { left: self.left & *cells, right: self.right & *cells }
    }

    #[inline(always)]
    #[must_use]
    fn without(&self, cells: &Bits<W>) -> Self {
        Area { left: self.left & !*cells, right: self.right & !*cells }
    }

    #[inline(always)]
    #[must_use]
    fn negative(&self) -> Self {
        Area { left: self.right, right: self.left }
    }
}

/// Whose amazon moves from where to where, and where the arrow comes down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    owner: Player,
    from: u16,
    to: u16,
    arrow: u16,
}

/// The ways in which amazons of one player can go, one after the other.
struct Steps<const W: usize> {
    free: Bits<W>,
    /// Amazons whose turn is still to come.
    amazons: Bits<W>,
    from: Bits<W>,
    /// Where the one on `from` can still go.
    there: Bits<W>,
}

impl<const W: usize> Steps<W> {
    #[inline(always)]
    fn new(area: &Area<W>, owner: Player) -> Self {
        let (from, there) = (Bits::default(), Bits::default());
        Steps { free: area.free(), amazons: area.amazons(owner), from, there }
    }

    /// From where, to where, and the cells in range there.
    #[inline(always)]
    fn next(&mut self, board: &Rectangle<W>) -> Option<(Bits<W>, Bits<W>, Bits<W>)> {
        while self.there.is_empty() {
            if self.amazons.is_empty() {
                return None;
            }
            self.from = self.amazons.lowest_alone();
            self.amazons = self.amazons ^ self.from;
            self.there = board.queen_at(&self.from, &self.free);
        }
        let to = self.there.lowest_alone();
        self.there = self.there ^ to;
        Some((self.from, to, board.queen_at(&to, &((self.free | self.from) & !to))))
    }
}

pub struct AmazonsRules<const W: usize> {
    board: Rectangle<W>,
    impartial: bool,
    stuck: Stuck,
    symmetric: bool,
    splits: bool,
    longest: Mutex<Longest<W>>,
}

/// Moves that [`Rules::integer`] may list before it leaves a component to the search: less than a fifth of a second.
const INTEGER_BUDGET: usize = 200_000;

/// Regions with at most this many free cells are valued rather than searched, an amazon counting as two: with many
/// amazons there are too many regions, and few of them come again.
const CHEAP: u32 = 12;
const AMAZON: u32 = 2;

impl<const W: usize> AmazonsRules<W> {
    pub fn new(rows: usize, cols: usize, impartial: bool, stuck: Stuck) -> Result<Self> {
        let board = Rectangle::new(rows, cols)?;
        let splits = stuck == Stuck::Loses;
        Ok(AmazonsRules { board, impartial, stuck, symmetric: true, splits, longest: Mutex::default() })
    }

    /// The same rules, every position being itself only, and never a sum.
    #[must_use]
    pub fn plain(&self) -> Self {
        AmazonsRules { board: self.board.clone(), symmetric: false, splits: false, longest: Mutex::default(), ..*self }
    }

    fn owners(&self, player: Player) -> &'static [Player] {
        match (self.impartial, player) {
            (true, _) => &Player::BOTH,
            (false, Player::Left) => &Player::BOTH[..1],
            (false, Player::Right) => &Player::BOTH[1..],
        }
    }

    /// Every way in which an amazon of `owner` can go: its cell, its new cell, and the cells in range there.
    #[inline(always)]
    fn each_step(&self, area: &Area<W>, owner: Player, mut see: impl FnMut(Bits<W>, Bits<W>, Bits<W>)) {
        let mut steps = Steps::new(area, owner);
        while let Some((from, to, range)) = steps.next(&self.board) {
            see(from, to, range);
        }
    }

    /// The area after a move, given as single bits.
    #[inline(always)]
    fn after(area: &Area<W>, owner: Player, from: Bits<W>, to: Bits<W>, arrow: Bits<W>) -> Area<W> {
        let (own, other) = match owner {
            Player::Left => (area.left, area.right),
            Player::Right => (area.right, area.left),
        };
        // the cell left behind is free, the cell reached no longer the opponent's to enter
        let (own, other) = (own & !arrow, (other | from) & !(to | arrow));
        match owner {
            Player::Left => Area { left: own, right: other },
            Player::Right => Area { left: other, right: own },
        }
    }

    #[inline(always)]
    fn each_part(&self, area: &Area<W>, mut see: impl FnMut(Area<W>)) {
        let free = area.free();
        let mut rest = area.open();
        // parts without an amazon are never begun, and those without a free cell have no moves
        let mut seeds = rest & !free;
        while !seeds.is_empty() {
            let cells = self.board.flood_around(&seeds.lowest_alone(), &rest);
            rest = rest & !cells;
            seeds = seeds & rest;
            if free.meets(&cells) {
                see(area.within(&cells));
            }
        }
    }

    /// Does a connected set of open cells fall apart when this one is burnt? Only around it: a walk from one cell beside it
    /// that meets all the others has seen enough.
    #[inline(always)]
    fn divides(&self, open: &Bits<W>, cell: &Bits<W>) -> bool {
        let rest = *open & !*cell;
        let border = self.board.around(cell) & rest;
        let mut found = border.lowest_alone();
        while !found.contains(&border) {
            let next = self.board.around(&found) & rest;
            if next == found {
                return true;
            }
            found = next;
        }
        false
    }

    fn least(&self, area: &Area<W>, both: bool) -> (Area<W>, bool) {
        let merged = if self.impartial { Area { left: area.open(), right: area.free() } } else { *area };
        least_nimbly(&self.board, &merged, both)
    }

    /// The free cells that Left's amazons can reach in fewer moves than Right's, less those for which it is the other way
    /// round.
    fn territory(&self, area: &Area<W>) -> i32 {
        let free = area.free();
        let mut front = Player::BOTH.map(|player| area.amazons(player));
        let mut seen = [Bits::<W>::default(); 2];
        let mut ahead = 0;
        while !(front[0] | front[1]).is_empty() {
            for (front, seen) in front.iter_mut().zip(&seen) {
                *front = self.board.queen(front, &free) & !*seen;
            }
            let [left, right] = [front[0] & !seen[1], front[1] & !seen[0]];
            ahead += (left & !right).count() as i32 - (right & !left).count() as i32;
            seen = [seen[0] | front[0], seen[1] | front[1]];
        }
        ahead
    }

    /// How well Left stands: territory first, then the number of moves.
    fn guess(&self, area: &Area<W>) -> i32 {
        let [left, right] = Player::BOTH.map(|player| self.count(area, player) as i32);
        32 * self.territory(area) + (left - right) / 2
    }

    /// The moves that a player has.
    fn count(&self, area: &Area<W>, player: Player) -> usize {
        let mut count = 0;
        for &owner in self.owners(player) {
            self.each_step(area, owner, |_, _, range| count += range.count() as usize);
        }
        count
    }
}

fn least_nimbly<const W: usize>(board: &Rectangle<W>, area: &Area<W>, both: bool) -> (Area<W>, bool) {
    nimbly!([const W: usize] least(board: &Rectangle<W>, area: &Area<W>, both: bool) -> (Area<W>, bool))
}

/// The least image of an area or, if `both`, of its negative, and whether it is the negative's.
#[inline(always)]
fn least<const W: usize>(board: &Rectangle<W>, area: &Area<W>, both: bool) -> (Area<W>, bool) {
    let mut least: Option<(Area<W>, bool)> = None;
    board.images(&[area.left, area.right], |&[left, right]| {
        let mut image = Area { left, right };
        let turned = both && right < left;
        if turned {
            image = image.negative();
        }
        if least.is_none_or(|(known, _)| image < known) {
            least = Some((image, turned));
        }
    });
    least.unwrap_or((*area, false))
}

fn expand_nimbly<const W: usize>(rules: &AmazonsRules<W>, area: &Area<W>, out: &mut Expanded<Area<W>>) {
    nimbly!([const W: usize] expand(rules: &AmazonsRules<W>, area: &Area<W>, out: &mut Expanded<Area<W>>))
}

#[inline(always)]
fn expand<const W: usize>(rules: &AmazonsRules<W>, area: &Area<W>, out: &mut Expanded<Area<W>>) {
    out.clear();
    // whether the area falls apart depends on where the arrow comes down, and on nothing else
    let (open, mut tried, mut dividing) = (area.open(), Bits::default(), Bits::default());
    for player in Player::BOTH {
        for &owner in rules.owners(player) {
            let mut steps = Steps::new(area, owner);
            while let Some((from, to, mut range)) = steps.next(&rules.board) {
                if rules.splits {
                    let mut fresh = range & !tried;
                    tried = tried | range;
                    while !fresh.is_empty() {
                        let arrow = fresh.lowest_alone();
                        fresh = fresh ^ arrow;
                        if rules.divides(&open, &arrow) {
                            dividing = dividing | arrow;
                        }
                    }
                }
                let there = AmazonsRules::after(area, owner, from, to, Bits::default());
                while !range.is_empty() {
                    let arrow = range.lowest_alone();
                    range = range ^ arrow;
                    let next = there.without(&arrow);
                    if dividing.meets(&arrow) {
                        rules.each_part(&next, |part| out.parts.push(part));
                    } else if !rules.splits || !next.free().is_empty() {
                        out.parts.push(next);
                    }
                    out.ends.push(out.parts.len());
                }
            }
        }
        if player == Player::Left {
            out.lefts = out.ends.len();
        }
    }
}

impl<const W: usize> Rules for AmazonsRules<W> {
    type Position = Area<W>;
    type Move = Shot;

    fn moves(&self, area: &Area<W>, player: Player, out: &mut Vec<Shot>) -> Result<()> {
        for &owner in self.owners(player) {
            self.each_step(area, owner, |from, to, range| {
                let (from, to) = (from.lowest() as u16, to.lowest() as u16);
                out.extend(range.ones().map(|arrow| Shot { owner, from, to, arrow: arrow as u16 }));
            });
        }
        Ok(())
    }

    fn play(&self, area: &Area<W>, shot: &Shot) -> Result<Area<W>> {
        let [from, to, arrow] = [shot.from, shot.to, shot.arrow].map(|bit| {
            let mut cell = Bits::default();
            cell.set(bit.into());
            cell
        });
        Ok(Self::after(area, shot.owner, from, to, arrow))
    }

    fn goal(&self, _area: &Area<W>) -> Option<Winner> {
        None
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn canonical(&self, area: &Area<W>) -> Area<W> {
        if self.symmetric { self.least(area, false).0 } else { *area }
    }

    fn normal(&self, area: &Area<W>) -> (Area<W>, bool) {
        if self.symmetric { self.least(area, !self.impartial) } else { (*area, false) }
    }

    fn sums(&self) -> bool {
        self.splits
    }

    fn split(&self, area: &Area<W>, out: &mut Vec<Area<W>>) -> bool {
        if self.splits {
            self.each_part(area, |part| out.push(part));
        }
        self.splits
    }

    fn expand(&self, area: &Area<W>, out: &mut Expanded<Area<W>>) -> Result<()> {
        expand_nimbly(self, area, out);
        Ok(())
    }

    fn integer(&self, area: &Area<W>) -> Option<i64> {
        if self.impartial || !self.splits {
            return None;
        }
        let [left, right] = Player::BOTH.map(|player| area.amazons(player));
        if !left.is_empty() && !right.is_empty() {
            return None;
        }
        let free = area.free();
        if !free.meets(&self.board.around(&(left | right))) {
            return Some(0);
        }
        let mut longest = lock(&self.longest);
        let (count, sign) = (longest.soon(&self.board, free, left | right, INTEGER_BUDGET)?, left.is_empty());
        Some(if sign { -i64::from(count) } else { i64::from(count) })
    }

    fn survey(&self, area: &Area<W>) -> Result<Survey> {
        if self.impartial {
            return Ok(Survey::of_moves(Player::BOTH.map(|player| self.count(area, player))));
        }
        let (free, open) = (area.free().count(), area.open().count());
        let mut longest = lock(&self.longest);
        let (low, high) = bounds::bounds(&self.board, &mut longest, area);
        drop(longest);
        let cheap = free + AMAZON * (open - free) <= CHEAP;
        Ok(Survey { cheap, low: 16 * low, high: 16 * high, guess: self.guess(area).into(), moves: 0 })
    }

    fn promise(&self, area: &Area<W>, player: Player) -> i32 {
        match player {
            _ if self.impartial => 0,
            Player::Left => self.guess(area),
            Player::Right => -self.guess(area),
        }
    }

    #[inline]
    fn key(&self, area: &Area<W>) -> u64 {
        area.left.key() ^ area.right.key().rotate_left(23)
    }
}

impl<const W: usize> Symbolic for AmazonsRules<W> {
    fn position(&self, symbols: &[u16]) -> Result<Area<W>> {
        if symbols.len() != self.board.len() {
            return Err(Error::invalid(format!("{} cells on a board of {}", symbols.len(), self.board.len())));
        }
        let mut area = Area::default();
        for (bit, &symbol) in self.board.order().zip(symbols) {
            if symbol == FREE || symbol == LEFT {
                area.left.set(bit);
            }
            if symbol == FREE || symbol == RIGHT {
                area.right.set(bit);
            }
            if symbol > BURNT {
                return Err(Error::invalid(format!("no symbol {symbol}")));
            }
        }
        Ok(area)
    }

    fn symbols(&self, area: &Area<W>) -> Vec<u16> {
        let symbol = |bit| match (area.left.get(bit), area.right.get(bit)) {
            (true, true) => FREE,
            (true, false) => LEFT,
            (false, true) => RIGHT,
            (false, false) => BURNT,
        };
        self.board.order().map(symbol).collect()
    }
}

impl<const W: usize> Coded for AmazonsRules<W> {
    fn encode(&self, area: &Area<W>) -> Code {
        Code::of_sets(&[area.left, area.right], self.board.bits())
    }

    fn code_bytes(&self) -> usize {
        2 * self.board.bits().div_ceil(8)
    }

    fn decode(&self, code: &[u8]) -> Result<Area<W>> {
        let wrong = || Error::invalid("a position that does not fit the board");
        let (left, right) = code.split_at(code.len() / 2);
        if code.len() != 2 * self.board.bits().div_ceil(8) {
            return Err(wrong());
        }
        match (Bits::from_bytes(left), Bits::from_bytes(right)) {
            (Some(left), Some(right)) if self.board.cells.contains(&(left | right)) => Ok(Area { left, right }),
            _ => Err(wrong()),
        }
    }

    fn longest(&self, start: &Area<W>, player: Player, control: &Control) -> Result<Vec<Area<W>>> {
        let mut here = *start;
        let steps = lock(&self.longest).line(&self.board, start.free(), start.amazons(player), control)?;
        let after = |(from, to, arrow)| {
            here = Self::after(&here, player, from, to, arrow);
            here
        };
        Ok(steps.into_iter().map(after).collect())
    }

    fn reachable(&self, start: &Area<W>, players: &[Player], control: &Control) -> Result<Reach<Code>> {
        reachable_over_bytes(&self.plain(), &self.encode(start), players, control)
    }
}

#[cfg(test)]
mod tests;
