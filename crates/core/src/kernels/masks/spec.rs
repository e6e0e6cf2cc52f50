//! What an author's rewrites look like as data, before they become masks.
//!
//! A board has cells; each cell holds one of a few symbols, numbered. A rewrite names some cells, the symbols that each
//! may hold, and what each of them becomes. Each cell is given just enough bits for the symbols that can stand there.
//! In a game of two players an *inert* symbol, one that no rewrite asks for, gets code 0: split positions are padded
//! with it. The other codes follow the author's order of symbols, or whatever order lets each change be a test of some
//! bits and an assignment to some.

use crate::error::{Error, Result};
use crate::rules::{Player, Stuck, Winner};

/// One cell of a rewrite: each symbol that may stand there, in order, with what it becomes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    pub cell: u32,
    pub map: SymbolMap,
}

pub type SymbolMap = Vec<(u16, u16)>;

impl Change {
    pub fn one(cell: u32, before: u16, after: u16) -> Self {
        Change { cell, map: vec![(before, after)] }
    }

    pub fn of(cell: u32, mut map: SymbolMap) -> Self {
        map.sort_unstable();
        map.dedup();
        Change { cell, map }
    }

    /// The only symbol that it accepts and what that becomes, if there is only one.
    pub fn single(&self) -> Option<(u16, u16)> {
        if let [pair] = self.map[..] { Some(pair) } else { None }
    }

    pub fn becomes(&self, symbol: u16) -> Option<u16> {
        self.map.iter().find(|(before, _)| *before == symbol).map(|(_, after)| *after)
    }

    /// Does it accept whatever may stand there?
    pub fn total(&self, known: &[u16]) -> bool {
        known.iter().all(|&symbol| self.becomes(symbol).is_some())
    }
}

#[derive(Clone, Debug)]
pub struct Rewrite {
    pub changes: Vec<Change>,
    /// May Left, may Right make this move?
    pub left: bool,
    pub right: bool,
    /// The same player moves on.
    pub again: bool,
    /// Points for the player who makes it.
    pub score: i32,
    /// A legal move of a lower rank forbids those of a higher one.
    pub rank: u16,
    /// The piece that moves: the cell where it stands before and after. Chains follow it.
    pub piece: Option<(u32, u32)>,
    /// What kind of move this is (a direction, "walk", "push" …), for metrics.
    pub tag: u16,
}

/// Everything about a rewrite but its changes and its piece, which many have in common.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub left: bool,
    pub right: bool,
    pub again: bool,
    pub score: i32,
    pub rank: u16,
    pub tag: u16,
}

impl Rewrite {
    /// Rewrites as numbers, one after the other: its manner; the cells of its piece before and after, counted from 1, or
    /// 0 and 0; how many changes; and for each of them the cell and the map.
    pub fn read_all(numbers: &[u32], manners: &[Manner], maps: Vec<SymbolMap>) -> Result<Vec<Rewrite>> {
        let maps: Vec<SymbolMap> = maps.into_iter().map(|map| Change::of(0, map).map).collect();
        let mut found = Vec::new();
        let mut rest = numbers;
        while let [manner, before, after, count, others @ ..] = rest {
            let manner = manners.get(*manner as usize).ok_or_else(|| Error::invalid("a rewrite of no known manner"))?;
            let (changes, others) = (*count as usize)
                .checked_mul(2)
                .and_then(|length| others.split_at_checked(length))
                .ok_or_else(|| Error::invalid("a rewrite that ends too early"))?;
            let change = |pair: &[u32]| Some(Change { cell: pair[0], map: maps.get(pair[1] as usize)?.clone() });
            let changes: Option<Vec<Change>> = changes.chunks_exact(2).map(change).collect();
            let Manner { left, right, again, score, rank, tag } = *manner;
            found.push(Rewrite {
                changes: changes.ok_or_else(|| Error::invalid("a rewrite with an unknown map of symbols"))?,
                left,
                right,
                again,
                score,
                rank,
                piece: before.checked_sub(1).zip(after.checked_sub(1)),
                tag,
            });
            rest = others;
        }
        if rest.is_empty() { Ok(found) } else { Err(Error::invalid("a rewrite that ends too early")) }
    }

    /// Does each change accept one symbol only?
    pub fn is_plain(&self) -> bool {
        self.changes.iter().all(|change| change.single().is_some())
    }

    pub fn allows(&self, player: Player) -> bool {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }
}

/// A position that ends the play: the symbols that each of these cells may hold.
#[derive(Clone, Debug)]
pub struct Goal {
    pub pattern: Vec<(u32, Vec<u16>)>,
    pub winner: Winner,
}

#[derive(Clone, Debug)]
pub struct Spec {
    /// For each cell the symbols that may stand there.
    pub symbols: Vec<Vec<u16>>,
    pub rewrites: Vec<Rewrite>,
    pub goals: Vec<Goal>,
    /// Permutations of the cells that might be symmetries; those that are not symmetries of the rules are dropped.
    pub symmetries: Vec<Vec<u32>>,
    /// (rows, columns) when cell number r * columns + c stands at (r, c) of a full rectangle.
    pub rectangle: Option<(u32, u32)>,
    pub stuck: Stuck,
    /// Two players: positions may be split into sums where the rules allow it.
    pub game: bool,
}

/// Where a cell's code lies in the position, and the code of each of its symbols.
#[derive(Clone, Debug)]
pub struct Cell {
    pub offset: u32,
    pub width: u32,
    /// `symbols[code]` is the symbol with that code, or [`UNUSED`]; the inert one, if the cell has one, first.
    pub symbols: Vec<u16>,
}

/// A change of one cell as a test of bits and an assignment to bits, relative to the cell's offset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fitted {
    pub care: u64,
    pub want: u64,
    /// Bits that get a value of their own, whatever they were, and that value.
    pub put: u64,
    pub value: u64,
}

impl Cell {
    /// The change in bits, if these codes allow it: the accepted codes must be those that agree on some bits, and every
    /// bit must become a constant or stay as it is.
    pub fn fit(&self, change: &Change) -> Option<Fitted> {
        let codes: Vec<(u64, u64)> = change
            .map
            .iter()
            .map(|&(before, after)| Some((self.code(before)?, self.code(after)?)))
            .collect::<Option<_>>()?;
        let (first, _) = *codes.first()?;
        let all = (1u64 << self.width) - 1;
        let care = if codes.len() == 1 {
            all
        } else {
            let refused: Vec<u64> = (0..self.symbols.len() as u64)
                .filter(|&code| ![UNUSED, INERT].contains(&self.symbols[code as usize]))
                .filter(|code| codes.iter().all(|(before, _)| before != code))
                .collect();
            let agreed = codes.iter().fold(all, |bits, (code, _)| bits & !(code ^ first));
            (0..=all)
                .filter(|bits| bits & !agreed == 0)
                .filter(|bits| refused.iter().all(|code| (code ^ first) & bits != 0))
                .min_by_key(|bits| bits.count_ones())?
        };
        let mut fitted = Fitted { care, want: first & care, put: 0, value: 0 };
        for bit in (0..self.width).map(|i| 1u64 << i) {
            if codes.iter().all(|(before, after)| (before ^ after) & bit == 0) {
                continue;
            }
            let value = codes[0].1 & bit;
            if codes.iter().any(|(_, after)| after & bit != value) {
                return None;
            }
            fitted.put |= bit;
            fitted.value |= value;
        }
        Some(fitted)
    }

    pub fn code(&self, symbol: u16) -> Option<u64> {
        self.symbols.iter().position(|&s| s == symbol).map(|code| code as u64)
    }
}

/// Symbol number of the inert symbol that the compiler adds where the author's alphabet has none.
pub const INERT: u16 = u16::MAX;

/// Stands where no symbol has this code.
pub const UNUSED: u16 = u16::MAX - 1;

/// With more symbols than this only the author's order of codes is tried.
const MOST_ORDERED: usize = 8;

impl Spec {
    /// Keep only what can matter in play from `start`: symbols that can come to stand on a cell, rewrites that can become
    /// legal (by relaxation: nothing is ever taken away), goals that can be reached. The numbers of the rewrites that stay.
    pub fn restrict(&mut self, start: &[u16]) -> Result<Vec<u32>> {
        if start.len() != self.symbols.len() {
            return Err(Error::invalid(format!("{} symbols for {} cells", start.len(), self.symbols.len())));
        }
        let mut possible: Vec<Vec<u16>> = start.iter().map(|&symbol| vec![symbol]).collect();
        let mut alive = vec![false; self.rewrites.len()];
        loop {
            let mut grown = false;
            for (rewrite, alive) in self.rewrites.iter().zip(&mut alive) {
                let holds = |c: &Change| {
                    possible
                        .get(c.cell as usize)
                        .is_some_and(|now| c.map.iter().any(|(before, _)| now.contains(before)))
                };
                if !rewrite.changes.iter().all(holds) {
                    continue;
                }
                *alive = true;
                for change in &rewrite.changes {
                    let now = &mut possible[change.cell as usize];
                    for (before, after) in &change.map {
                        if now.contains(before) && !now.contains(after) {
                            now.push(*after);
                            grown = true;
                        }
                    }
                }
            }
            if !grown {
                break;
            }
        }
        for (known, possible) in self.symbols.iter_mut().zip(&possible) {
            known.retain(|symbol| possible.contains(symbol));
        }
        let kept: Vec<u32> = (0..alive.len() as u32).filter(|&n| alive[n as usize]).collect();
        let mut numbers = alive.iter();
        self.rewrites.retain(|_| numbers.next().is_some_and(|&alive| alive));
        for change in self.rewrites.iter_mut().flat_map(|rewrite| &mut rewrite.changes) {
            change.map.retain(|(before, _)| possible[change.cell as usize].contains(before));
        }
        for goal in &mut self.goals {
            for (cell, allowed) in &mut goal.pattern {
                allowed.retain(|symbol| possible.get(*cell as usize).is_some_and(|now| now.contains(symbol)));
            }
        }
        self.goals.retain(|goal| goal.pattern.iter().all(|(_, allowed)| !allowed.is_empty()));
        Ok(kept)
    }

    /// Check the numbers and lay out the cells.
    pub fn layout(&self) -> Result<Vec<Cell>> {
        let cells = self.symbols.len();
        let mut asked: Vec<Vec<u16>> = vec![Vec::new(); cells];
        let mut maps: Vec<Vec<&SymbolMap>> = vec![Vec::new(); cells];
        for rewrite in &self.rewrites {
            for change in &rewrite.changes {
                let cell = change.cell as usize;
                let known = self.symbols.get(cell).ok_or_else(|| Error::invalid(format!("no cell number {cell}")))?;
                let strange = |symbol: &u16| !known.contains(symbol);
                if change.map.is_empty() || change.map.iter().any(|(before, after)| strange(before) || strange(after)) {
                    return Err(Error::invalid(format!("a rewrite uses a symbol that cell {cell} cannot hold")));
                }
                if !change.total(known) {
                    asked[cell].extend(change.map.iter().map(|(before, _)| before));
                }
                if !maps[cell].contains(&&change.map) {
                    maps[cell].push(&change.map);
                }
            }
            if rewrite.piece.is_some_and(|(a, b)| a as usize >= cells || b as usize >= cells) {
                return Err(Error::invalid("a rewrite moves a piece from or to a cell that does not exist"));
            }
        }
        // On a rectangle every cell gets the same code, so that moving a component is a shift of bits.
        let uniform = self.game && self.rectangle.is_some() && self.symbols.windows(2).all(|pair| pair[0] == pair[1]);
        if uniform {
            let (mut everything, mut every_map) = (asked.concat(), maps.concat());
            everything.sort_unstable();
            everything.dedup();
            every_map.sort_unstable();
            every_map.dedup();
            (asked, maps) = (vec![everything; cells], vec![every_map; cells]);
        }
        let mut offset = 0;
        let mut layout: Vec<Cell> = Vec::with_capacity(cells);
        for (number, known) in self.symbols.iter().enumerate() {
            let same = number > 0
                && (&self.symbols[number - 1], &asked[number - 1], &maps[number - 1])
                    == (known, &asked[number], &maps[number]);
            let symbols = match layout.last() {
                Some(last) if same => last.symbols.clone(),
                _ => {
                    let unasked = || known.iter().copied().find(|s| !asked[number].contains(s)).unwrap_or(INERT);
                    ordered(known, self.game.then(unasked), &maps[number]).ok_or_else(|| {
                        let what = format!("the changes of cell {number} are too various for one rewrite each");
                        Error::invalid(what)
                    })?
                }
            };
            let width = width_of(symbols.len());
            layout.push(Cell { offset, width, symbols });
            offset += width;
        }
        if offset > 1024 {
            return Err(Error::invalid(format!("the board needs {offset} bits, at most 1024 fit")));
        }
        Ok(layout)
    }
}

fn width_of(symbols: usize) -> u32 {
    usize::BITS - symbols.saturating_sub(1).leading_zeros()
}

/// Symbols by code, such that every change of the cell can be made in bits.
fn ordered(known: &[u16], inert: Option<u16>, maps: &[&SymbolMap]) -> Option<Vec<u16>> {
    let fits = |symbols: &[u16]| {
        let cell = Cell { offset: 0, width: width_of(symbols.len()), symbols: symbols.to_vec() };
        maps.iter().all(|map| cell.fit(&Change { cell: 0, map: (*map).clone() }).is_some())
    };
    let given: Vec<u16> = inert.into_iter().chain(known.iter().copied().filter(|&s| Some(s) != inert)).collect();
    if fits(&given) {
        return Some(given);
    }
    if given.len() > MOST_ORDERED {
        return None;
    }
    let mut codes = given.clone();
    codes.resize(1 << width_of(given.len()), UNUSED);
    permuted(&mut codes, usize::from(inert.is_some()), &fits).then_some(codes)
}

/// Put the symbols from `from` on into an order that fits; at most 7! are tried.
fn permuted(codes: &mut [u16], from: usize, fits: &impl Fn(&[u16]) -> bool) -> bool {
    if from + 1 >= codes.len() {
        return fits(codes);
    }
    (from..codes.len()).any(|i| {
        codes.swap(from, i);
        permuted(codes, from + 1, fits) || {
            codes.swap(from, i);
            false
        }
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const PLAIN: Manner = Manner { left: true, right: false, again: false, score: 0, rank: 0, tag: 0 };
    const MARKED: Manner = Manner { left: false, right: true, again: true, score: -3, rank: 2, tag: 5 };

    #[test]
    fn rewrites_are_read_from_numbers() {
        let maps = vec![vec![(0, 1)], vec![(2, 2), (1, 0)]];
        let numbers = [0, 0, 0, 2, 7, 0, 8, 1, 1, 5, 6, 1, 9, 0];
        let found = Rewrite::read_all(&numbers, &[PLAIN, MARKED], maps.clone()).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].changes, [Change::one(7, 0, 1), Change::of(8, vec![(1, 0), (2, 2)])]);
        assert_eq!((found[0].left, found[0].right, found[0].again, found[0].piece), (true, false, false, None));
        assert_eq!(found[1].changes, [Change::one(9, 0, 1)]);
        let Rewrite { left, right, again, score, rank, piece, tag, .. } = found[1];
        assert_eq!((left, right, again, score, rank, piece, tag), (false, true, true, -3, 2, Some((4, 5)), 5));
        assert!(Rewrite::read_all(&[], &[], Vec::new()).unwrap().is_empty());
        for wrong in [&[0, 0, 0][..], &[0, 0, 0, 1, 7], &[2, 0, 0, 0], &[0, 0, 0, 1, 7, 2], &[0, 0, 0, u32::MAX]] {
            assert!(Rewrite::read_all(wrong, &[PLAIN, MARKED], maps.clone()).is_err());
        }
    }
}
