//! NoGo: stones are placed as in Go, but nobody may capture or commit suicide; every group keeps a liberty.
//!
//! An empty cell remembers who *may* still play there and for whom a stone there would be *safe*, that is, could never
//! again be short of liberties. At the start both may and nothing is known to be safe. Four planes of bits say all:
//! a cell in some `may` is empty; one in no `may` but in one `safe` is a stone of that colour; one in none is blank,
//! a cell that is missing or that does not matter any more.
//!
//! **A move that is illegal stays illegal.** Suppose that a stone of colour c at p would leave a group H without
//! liberties (its own, or one of the opponent's). Then every neighbour of H is a stone of the other colour. Stones never
//! move, so H would be the same group without liberties later, too. Hence `may` never grows.
//!
//! **Reduction.** Four facts, each of which leaves the moves of all later positions as they are on the other cells:
//! 1. A cell where nobody may play stays empty for ever. Stones beside it are safe; empty cells beside it are safe for
//!    both. It becomes blank.
//! 2. A group that contains a safe stone is safe as a whole. It can neither be captured nor be short of liberties, and
//!    it lends that to whatever joins it: empty cells beside it are safe for its colour. It becomes blank.
//! 3. Let only c be allowed to play at q, and let q be safe for c. Then a group of c beside q is safe, since q stays its
//!    liberty or becomes a safe stone of it; and an empty cell beside q is safe for c for the same reason.
//! 4. Whether a player may play at p is decided by p's own flags and by the groups beside p that are not safe.
//!
//! In 3 the opponent may be kept from q just because he would capture that group, which is blank from then on: this is
//! why `may` is remembered and not worked out afresh.
//!
//! **Sums.** Two neighbours do not influence each other, now and later, if they are stones of different colours; or if
//! both are empty and, for each colour, each of them is either safe or forbidden for that colour: no stone there will
//! ever need the other as a liberty or as a companion. The parts that remain connected are independent.
//! Shan, "Solving games and improving search performance with embedded combinatorial game knowledge" (2013), and MCGS
//! (2024) have splits of this kind for NoGo; Chou, Teytaud & Yen introduced the game in 2011.

use crate::bits::Bits;
use crate::engine::board::Symbolic;
use crate::engine::erased::reachable_over_bytes;
use crate::engine::{Code, Coded};
use crate::error::{Error, Result};
use crate::kernels::rectangle::Rectangle;
use crate::limits::Control;
use crate::rules::{Player, Rules, Stuck, Survey, Winner};
use crate::search::enumerate::Reach;

/// The symbols of cells outside.
pub const EMPTY: u16 = 0;
pub const LEFT: u16 = 1;
pub const RIGHT: u16 = 2;
pub const MISSING: u16 = 3;

/// By colour, Left's first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Stones<const W: usize> {
    pub may: [Bits<W>; 2],
    pub safe: [Bits<W>; 2],
}

impl<const W: usize> Stones<W> {
    #[inline(always)]
    #[must_use]
    pub fn empty(&self) -> Bits<W> {
        self.may[0] | self.may[1]
    }

    #[inline(always)]
    #[must_use]
    pub fn stones(&self, colour: usize) -> Bits<W> {
        self.safe[colour] & !self.empty()
    }

    #[inline(always)]
    #[must_use]
    fn within(&self, cells: Bits<W>) -> Self {
        Stones { may: self.may.map(|plane| plane & cells), safe: self.safe.map(|plane| plane & cells) }
    }

    #[inline(always)]
    #[must_use]
    fn negative(&self) -> Self {
        Stones { may: [self.may[1], self.may[0]], safe: [self.safe[1], self.safe[0]] }
    }
}

/// A stone of this colour on this cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placing {
    colour: u8,
    cell: u16,
}

pub struct NoGoRules<const W: usize> {
    board: Rectangle<W>,
    impartial: bool,
    stuck: Stuck,
    symmetric: bool,
    splits: bool,
}

/// Parts with more moves are searched rather than valued.
const CHEAP_MOVES: usize = 6;

impl<const W: usize> NoGoRules<W> {
    pub fn new(rows: usize, cols: usize, impartial: bool, stuck: Stuck) -> Result<Self> {
        let board = Rectangle::new(rows, cols)?;
        Ok(NoGoRules { board, impartial, stuck, symmetric: true, splits: stuck == Stuck::Loses })
    }

    /// The same rules, every position being itself only, and never a sum.
    #[must_use]
    pub fn plain(&self) -> Self {
        NoGoRules { board: self.board.clone(), symmetric: false, splits: false, ..*self }
    }

    /// The cells beside a set, and not in it.
    #[inline(always)]
    fn next_to(&self, set: &Bits<W>) -> Bits<W> {
        self.board.beside(set) & !*set
    }

    /// Where stones of a colour may be placed.
    fn legal(&self, position: &Stones<W>, colour: usize) -> Bits<W> {
        let empty = position.empty();
        // a stone has a liberty of its own, or joins a group that has another one, or needs none
        let mut alive = position.safe[colour] | self.board.beside(&empty);
        self.each_group(position, colour, |liberties| {
            if liberties.count() > 1 {
                alive = alive | liberties;
            }
        });
        let mut legal = position.may[colour] & alive;
        self.each_group(position, 1 - colour, |liberties| {
            if liberties.count() == 1 {
                legal = legal & !liberties;
            }
        });
        legal
    }

    /// The liberties of each group of a colour.
    #[inline(always)]
    fn each_group(&self, position: &Stones<W>, colour: usize, mut see: impl FnMut(Bits<W>)) {
        let empty = position.empty();
        let mut stones = position.stones(colour);
        while !stones.is_empty() {
            let group = self.board.flood_beside(&stones.lowest_alone(), &stones);
            stones = stones & !group;
            see(self.board.beside(&group) & empty);
        }
    }

    /// Everything that the facts 1 to 3 say.
    fn reduced(&self, position: &Stones<W>) -> Stones<W> {
        let mut here = *position;
        loop {
            let empty = here.empty();
            let may = [here.may[0] & self.legal(&here, 0), here.may[1] & self.legal(&here, 1)];
            let left = may[0] | may[1];
            let closed = self.next_to(&(empty & !left));
            let mut next = Stones { may, safe: here.safe };
            for colour in 0..2 {
                let stones = here.stones(colour);
                let own = may[colour] & !may[1 - colour] & (here.safe[colour] | closed);
                let sure = closed | self.next_to(&own);
                let group = self.board.flood_beside(&(sure & stones), &stones);
                let safe = here.safe[colour] | sure | self.next_to(&group);
                next.safe[colour] = (safe & may[colour]) | (stones & !group);
            }
            if next == here {
                return here;
            }
            here = next;
        }
    }

    fn each_part(&self, position: &Stones<W>, mut see: impl FnMut(Stones<W>)) {
        let empty = position.empty();
        let stones = [position.stones(0), position.stones(1)];
        // empty cells where some stone may be placed that is not safe
        let open = (position.may[0] & !position.safe[0]) | (position.may[1] & !position.safe[1]);
        let mut rest = empty;
        while !rest.is_empty() {
            let mut part = rest.lowest_alone();
            loop {
                let free = part & empty;
                let mut next = part
                    | (self.next_to(&free) & (stones[0] | stones[1]))
                    | (self.next_to(&(free & open)) & empty)
                    | (self.next_to(&free) & open);
                for own in stones {
                    next = next | (self.next_to(&(part & own)) & (own | empty));
                }
                if next == part {
                    break;
                }
                part = next;
            }
            rest = rest & !part;
            see(position.within(part));
        }
    }

    /// A part of a single line with one stone for each group: a group there has at most two neighbours, however long.
    fn shortened(part: &Stones<W>) -> Stones<W> {
        let stones = [part.stones(0), part.stones(1)];
        let inner = stones.map(|plane| plane & plane.shifted_up(1));
        let mut short = Stones::default();
        let cells = part.empty() | (stones[0] & !inner[0]) | (stones[1] & !inner[1]);
        for (to, from) in cells.ones().enumerate() {
            for (plane, short) in part.may.iter().chain(&part.safe).zip(short.may.iter_mut().chain(&mut short.safe)) {
                if plane.get(from) {
                    short.set(to);
                }
            }
        }
        short
    }

    fn least(&self, position: &Stones<W>, both: bool) -> (Stones<W>, bool) {
        let mut least: Option<(Stones<W>, bool)> = None;
        let Stones { may, safe } = position;
        self.board.images(&[may[0], may[1], safe[0], safe[1]], |&[a, b, c, d]| {
            let image = Stones { may: [a, b], safe: [c, d] };
            if least.is_none_or(|(known, _)| image < known) {
                least = Some((image, false));
            }
            if both && least.is_none_or(|(known, _)| image.negative() < known) {
                least = Some((image.negative(), true));
            }
        });
        least.unwrap_or((*position, false))
    }

    fn colours(&self, player: Player) -> std::ops::Range<usize> {
        if self.impartial { 0..2 } else { player as usize..player as usize + 1 }
    }
}

impl<const W: usize> Rules for NoGoRules<W> {
    type Position = Stones<W>;
    type Move = Placing;

    fn moves(&self, position: &Stones<W>, player: Player, out: &mut Vec<Placing>) -> Result<()> {
        for colour in self.colours(player) {
            let cells = self.legal(position, colour).ones();
            out.extend(cells.map(|cell| Placing { colour: colour as u8, cell: cell as u16 }));
        }
        Ok(())
    }

    fn play(&self, position: &Stones<W>, placing: &Placing) -> Result<Stones<W>> {
        let colour = usize::from(placing.colour);
        let mut stone = Bits::default();
        stone.set(placing.cell.into());
        let mut next = *position;
        next.may = next.may.map(|plane| plane & !stone);
        next.safe[1 - colour] = next.safe[1 - colour] & !stone;
        if position.safe[colour].meets(&stone) {
            let group = self.board.flood_beside(&stone, &(position.stones(colour) | stone));
            next.safe[colour] = (next.safe[colour] & !group) | (self.next_to(&group) & next.may[colour]);
        } else {
            next.safe[colour] = next.safe[colour] | stone;
        }
        Ok(next)
    }

    fn goal(&self, _position: &Stones<W>) -> Option<Winner> {
        None
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn canonical(&self, position: &Stones<W>) -> Stones<W> {
        // either player may place either colour in the impartial game, so that colours mean nothing there
        if self.symmetric { self.least(position, self.impartial).0 } else { *position }
    }

    fn normal(&self, position: &Stones<W>) -> (Stones<W>, bool) {
        if !self.symmetric {
            return (*position, false);
        }
        let (least, negative) = self.least(position, true);
        (least, negative && !self.impartial)
    }

    fn sums(&self) -> bool {
        self.splits
    }

    fn split(&self, position: &Stones<W>, out: &mut Vec<Stones<W>>) -> bool {
        if self.splits {
            let line = self.board.is_line();
            self.each_part(&self.reduced(position), |part| out.push(if line { Self::shortened(&part) } else { part }));
        }
        self.splits
    }

    /// Nobody places more stones than there are cells where he may.
    fn survey(&self, position: &Stones<W>) -> Result<Survey> {
        if self.impartial {
            let moves = (0..2).map(|colour| self.legal(position, colour).count() as usize).sum();
            return Ok(Survey::of_moves([moves, moves]));
        }
        let moves = [0, 1].map(|colour| self.legal(position, colour).count() as usize);
        let cheap = moves[0] + moves[1] <= CHEAP_MOVES;
        Ok(Survey { cheap, low: -16 * moves[1] as i64, high: 16 * moves[0] as i64, ..Survey::of_moves(moves) })
    }

    fn promise(&self, position: &Stones<W>, player: Player) -> i32 {
        let count = |colour| self.legal(position, colour).count() as i32;
        if self.impartial { 0 } else { count(player as usize) - count(player.opponent() as usize) }
    }

    #[inline]
    fn key(&self, position: &Stones<W>) -> u64 {
        let [a, b] = position.may.map(|plane| plane.key());
        let [c, d] = position.safe.map(|plane| plane.key());
        a ^ b.rotate_left(13) ^ c.rotate_left(29) ^ d.rotate_left(47)
    }
}

impl<const W: usize> Symbolic for NoGoRules<W> {
    fn position(&self, symbols: &[u16]) -> Result<Stones<W>> {
        if symbols.len() != self.board.len() {
            return Err(Error::invalid(format!("{} cells on a board of {}", symbols.len(), self.board.len())));
        }
        let mut position = Stones::default();
        for (bit, &symbol) in self.board.order().zip(symbols) {
            match symbol {
                EMPTY => position.may.iter_mut().for_each(|plane| plane.set(bit)),
                LEFT => position.safe[0].set(bit),
                RIGHT => position.safe[1].set(bit),
                MISSING => {}
                _ => return Err(Error::invalid(format!("no symbol {symbol}"))),
            }
        }
        Ok(position)
    }

    fn symbols(&self, position: &Stones<W>) -> Vec<u16> {
        let empty = position.empty();
        let symbol = |bit| match (empty.get(bit), position.safe[0].get(bit), position.safe[1].get(bit)) {
            (true, ..) => EMPTY,
            (_, true, _) => LEFT,
            (_, _, true) => RIGHT,
            _ => MISSING,
        };
        self.board.order().map(symbol).collect()
    }
}

impl<const W: usize> Coded for NoGoRules<W> {
    fn encode(&self, position: &Stones<W>) -> Code {
        let [[a, b], [c, d]] = [position.may, position.safe];
        Code::of_sets(&[a, b, c, d], self.board.bits())
    }

    fn code_bytes(&self) -> usize {
        4 * self.board.bits().div_ceil(8)
    }

    fn decode(&self, code: &[u8]) -> Result<Stones<W>> {
        let wrong = || Error::invalid("a position that does not fit the board");
        let length = self.board.bits().div_ceil(8);
        if code.len() != 4 * length {
            return Err(wrong());
        }
        let mut planes = [Bits::default(); 4];
        for (plane, bytes) in planes.iter_mut().zip(code.chunks(length)) {
            *plane = Bits::from_bytes(bytes).filter(|plane| self.board.cells.contains(plane)).ok_or_else(wrong)?;
        }
        let [a, b, c, d] = planes;
        Ok(Stones { may: [a, b], safe: [c, d] })
    }

    fn reachable(&self, start: &Stones<W>, players: &[Player], control: &Control) -> Result<Reach<Code>> {
        reachable_over_bytes(&self.plain(), &self.encode(start), players, control)
    }
}

#[cfg(test)]
#[path = "nogo_tests.rs"]
mod tests;
