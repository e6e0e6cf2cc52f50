//! What lies below a set of moves when one hand of a player is tied.
//!
//! Who promises not to cross some lines of the board is left with bands in which both play on as before, and the value of
//! the whole is at least the sum of theirs. Of all ways to put bands side by side the best is found line by line; what
//! lies in front of each line and behind it is kept for each state on the path, so that of the next state only the bands
//! are looked at in which it differs.
//! Reference: Lachmann, Moore & Rapaport, "Who wins Domineering on rectangular boards?" (2000), for the tied hand.

use crate::error::Result;
use crate::moves::{Band, Moves, NOWHERE};
use crate::rules::{Player, Rules};
use crate::search::climate::Climate;
use crate::search::pieces::Pieces;
use crate::search::recent::Recent;
use crate::sets::{Set, each};

/// A band is passed over if one of its pieces has more moves than this, by its rows or columns: what is found out about
/// wide ones rarely pays for large pieces.
const PIECE_MOVES: [usize; 4] = [0, 22, 26, 18];

/// Rows or columns of a band, at most, at a first look.
const NARROW: usize = 2;

/// Lines are numbered from 0; whatever changes lies between two of them.
pub(super) type Span = (usize, usize);

/// The lines that one player may promise not to cross.
struct Lines<S> {
    last: usize,
    /// In order of the second line; those that end at line t are `bands[ends[t]..ends[t + 1]]`.
    bands: Vec<Band<S>>,
    ends: Vec<usize>,
    /// By move: where it lies, and where all lies that it ends.
    places: Vec<Span>,
    reaches: Vec<Span>,
}

fn around(a: Span, b: Span) -> Span {
    (a.0.min(b.0), a.1.max(b.1))
}

impl<S: Set> Lines<S> {
    fn of(moves: &Moves<S>, player: Player) -> Self {
        let bands = moves.bands(player).to_vec();
        let last = bands.last().map_or(0, |band| band.to);
        let ends = (0..=last + 1).map(|to| bands.iter().filter(|band| band.to < to).count()).collect();
        let places: Vec<Span> = (0..moves.count()).map(|m| moves.place(m, player)).collect();
        let reach = |m| each(moves.ended(m)).fold(NOWHERE, |span, ended| around(span, places[ended]));
        let reaches = (0..moves.count()).map(reach).collect();
        Lines { last, bands, ends, places, reaches }
    }

    #[inline(always)]
    fn ending_at(&self, line: usize) -> std::ops::Range<usize> {
        self.ends[line]..self.ends[line + 1]
    }

    /// Climates that a state keeps: of bands, and of all in front of each line and behind it.
    fn size(&self) -> usize {
        self.bands.len() + 2 * (self.last + 1)
    }
}

/// Bounds of the states on the path.
pub(super) struct Tied<S> {
    lines: [Lines<S>; 2],
    /// What lies below bands, by player; nothing where that takes too long.
    bands: [Recent<Climate>; 2],
    climates: Vec<Climate>,
    front: Vec<Climate>,
    pieces: Vec<S>,
}

impl<S: Set> Tied<S> {
    pub(super) fn new(moves: &Moves<S>, remembered: usize) -> Self {
        let lines = Player::BOTH.map(|player| Lines::of(moves, player));
        let longest = lines[0].last.max(lines[1].last);
        Tied {
            lines,
            bands: [Recent::new(remembered), Recent::new(remembered)],
            climates: Vec::new(),
            front: vec![Climate::NOTHING; longest + 1],
            pieces: Vec::new(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bands.iter().map(Recent::bytes).sum::<u64>() + (self.climates.capacity() * size_of::<Climate>()) as u64
    }

    /// Make room for a state behind the others; where it begins.
    pub(super) fn push(&mut self) -> usize {
        let start = self.climates.len();
        self.climates.resize(start + self.lines[0].size() + self.lines[1].size(), Climate::NOTHING);
        start
    }

    pub(super) fn pop(&mut self, start: usize) {
        self.climates.truncate(start);
    }

    /// Where all lies that a move ends, and where these moves lie, as a player sees it.
    #[inline(always)]
    pub(super) fn reach(&self, player: Player, m: usize) -> Span {
        self.lines[player as usize].reaches[m]
    }

    #[inline(always)]
    pub(super) fn span(&self, player: Player, moves: S) -> Span {
        each(moves).fold(NOWHERE, |span, m| around(span, self.lines[player as usize].places[m]))
    }

    fn base(&self, state: usize, player: Player) -> usize {
        state + if player == Player::Left { 0 } else { self.lines[0].size() }
    }

    /// What lies below a set of moves that differs from a state's between two lines, by narrow bands where it differs.
    #[inline(always)]
    pub(super) fn glance<R: Rules>(
        &mut self,
        pieces: &mut Pieces<R, S>,
        moves: &Moves<S>,
        set: S,
        player: Player,
        (state, (low, high)): (usize, Span),
    ) -> Result<Climate> {
        let p = player as usize;
        let last = self.lines[p].last;
        if last == 0 {
            return Ok(Climate::NOTHING);
        }
        let front = self.base(state, player) + self.lines[p].bands.len();
        let back = front + last + 1;
        if low >= high {
            return Ok(self.climates[front + last]);
        }
        self.front[low] = self.climates[front + low];
        for to in low + 1..=high {
            let mut best = Climate::NOTHING;
            for b in self.lines[p].ending_at(to) {
                let band = self.lines[p].bands[b];
                if to - band.from <= NARROW {
                    let inside = self.band(pieces, moves, set, band, player)?;
                    let before =
                        if band.from <= low { self.climates[front + band.from] } else { self.front[band.from] };
                    best = better(best, before.plus(inside));
                }
            }
            self.front[to] = best;
        }
        let mut all = self.front[high].plus(self.climates[back + high]);
        for to in high + 1..=(high + NARROW - 1).min(last) {
            for b in self.lines[p].ending_at(to) {
                let band = self.lines[p].bands[b];
                if to - band.from <= NARROW && band.from < high {
                    let inside = self.band(pieces, moves, set, band, player)?;
                    let before =
                        if band.from <= low { self.climates[front + band.from] } else { self.front[band.from] };
                    all = better(all, before.plus(inside).plus(self.climates[back + to]));
                }
            }
        }
        Ok(all)
    }

    /// What lies below a state for which room was made, by all bands; `eager`, or else by narrow ones and what is known of
    /// wide ones. Its parent, if it has one, differs between two lines.
    pub(super) fn survey<R: Rules>(
        &mut self,
        pieces: &mut Pieces<R, S>,
        moves: &Moves<S>,
        set: S,
        player: Player,
        eager: bool,
        (state, parent): (usize, Option<(usize, Span)>),
    ) -> Result<Climate> {
        let p = player as usize;
        let base = self.base(state, player);
        let (last, count) = (self.lines[p].last, self.lines[p].bands.len());
        let front = base + count;
        if last == 0 {
            let below = self.counted(pieces, moves, set, player)?;
            self.climates[front] = below;
            return Ok(below);
        }
        let (low, high) = match parent {
            Some((parent, span)) => {
                let (low, high) = if span.0 >= span.1 { (last, last) } else { span };
                let from = self.base(parent, player);
                // bands and lines in front of what differs are as they were, and so are bands behind it
                self.climates.copy_within(from..from + count + low + 1, base);
                (low, high)
            }
            None => {
                self.climates[front] = Climate::default();
                (0, last)
            }
        };
        for to in low + 1..=last {
            let mut best = Climate::NOTHING;
            for b in self.lines[p].ending_at(to) {
                let band = self.lines[p].bands[b];
                if band.from < high {
                    self.climates[base + b] = if eager || to - band.from <= NARROW {
                        self.band(pieces, moves, set, band, player)?
                    } else {
                        self.known_band(set & band.moves, player).unwrap_or(Climate::NOTHING)
                    };
                }
                best = better(best, self.climates[front + band.from].plus(self.climates[base + b]));
            }
            self.climates[front + to] = best;
        }
        Ok(self.climates[front + last])
    }

    /// After [`Tied::survey`], for a state whose children will be looked at: what lies behind each line.
    pub(super) fn look_back(&mut self, player: Player, (state, parent): (usize, Option<(usize, Span)>)) {
        let p = player as usize;
        let base = self.base(state, player);
        let (last, count) = (self.lines[p].last, self.lines[p].bands.len());
        let back = base + count + last + 1;
        let high = match parent {
            Some((parent, span)) => {
                let high = if span.0 >= span.1 { 0 } else { span.1 };
                let from = self.base(parent, player) + count + last + 1;
                self.climates.copy_within(from + high..=from + last, back + high);
                high
            }
            None => {
                self.climates[back + last] = Climate::default();
                last
            }
        };
        self.climates[back..back + high].fill(Climate::NOTHING);
        // in reverse order of their second lines: what lies behind these is known
        for (b, band) in self.lines[p].bands.iter().enumerate().rev().filter(|(_, band)| band.from < high) {
            let sum = self.climates[back + band.to].plus(self.climates[base + b]);
            self.climates[back + band.from] = better(self.climates[back + band.from], sum);
        }
    }

    #[inline(always)]
    fn known_band(&self, inside: S, player: Player) -> Option<Climate> {
        if inside.is_empty() {
            Some(Climate::default())
        } else {
            self.bands[player as usize].get(inside.mixed()).copied()
        }
    }

    /// What lies below the moves of a set in a band.
    #[inline(always)]
    fn band<R: Rules>(
        &mut self,
        pieces: &mut Pieces<R, S>,
        moves: &Moves<S>,
        set: S,
        band: Band<S>,
        player: Player,
    ) -> Result<Climate> {
        let inside = set & band.moves;
        match self.known_band(inside, player) {
            Some(known) => Ok(known),
            None => self.new_band(pieces, moves, inside, band.to - band.from, player),
        }
    }

    fn new_band<R: Rules>(
        &mut self,
        pieces: &mut Pieces<R, S>,
        moves: &Moves<S>,
        inside: S,
        width: usize,
        player: Player,
    ) -> Result<Climate> {
        let parts = &mut self.pieces;
        parts.clear();
        moves.components(inside, |piece| parts.push(piece));
        let most = PIECE_MOVES[width.min(PIECE_MOVES.len() - 1)];
        let mut below = Climate::default();
        if parts.iter().any(|piece| piece.len() > most) {
            below = Climate::NOTHING;
        } else {
            for &piece in parts.iter() {
                match pieces.worth(piece)? {
                    Some((_, climates)) => below = below.plus(climates[player as usize]),
                    None => {
                        below = Climate::NOTHING;
                        break;
                    }
                }
            }
        }
        self.bands[player as usize].put(inside.mixed(), below);
        Ok(below)
    }

    /// Where there are no lines: what counting tells.
    fn counted<R: Rules>(
        &mut self,
        pieces: &mut Pieces<R, S>,
        moves: &Moves<S>,
        set: S,
        player: Player,
    ) -> Result<Climate> {
        let parts = &mut self.pieces;
        parts.clear();
        moves.components(set, |piece| parts.push(piece));
        let mut sum = Climate::default();
        for &piece in parts.iter() {
            sum = sum.plus(Climate::number(pieces.counted(piece)?[player as usize]));
        }
        Ok(sum)
    }
}

#[inline(always)]
fn better(a: Climate, b: Climate) -> Climate {
    if a.is_nothing() { b } else { a.or(b) }
}
