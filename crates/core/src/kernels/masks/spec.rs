//! What an author's rewrites look like as data, before they become masks.
//!
//! A board has cells; each cell holds one of a few symbols, numbered. A rewrite names some cells, the symbol that each
//! must hold and the symbol that it gets. Each cell is given just enough bits for the symbols that can stand there. In
//! a game of two players an *inert* symbol, one that no rewrite asks for, gets code 0: split positions are padded with
//! it. In a puzzle the codes follow the author's order of symbols.

use crate::error::{Error, Result};
use crate::rules::{Player, Stuck, Winner};

/// One cell of a rewrite.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    pub cell: u32,
    /// What must stand there; `None`: whatever does is replaced.
    pub before: Option<u16>,
    pub after: u16,
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

impl Rewrite {
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
    /// `symbols[code]` is the symbol with that code; the inert one, if the cell has one, first.
    pub symbols: Vec<u16>,
}

impl Cell {
    pub fn code(&self, symbol: u16) -> Option<u64> {
        self.symbols.iter().position(|&s| s == symbol).map(|code| code as u64)
    }
}

/// Symbol number of the inert symbol that the compiler adds where the author's alphabet has none.
pub const INERT: u16 = u16::MAX;

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
                    possible.get(c.cell as usize).is_some_and(|now| c.before.is_none_or(|before| now.contains(&before)))
                };
                if *alive || !rewrite.changes.iter().all(holds) {
                    continue;
                }
                (*alive, grown) = (true, true);
                for change in &rewrite.changes {
                    let now = &mut possible[change.cell as usize];
                    if !now.contains(&change.after) {
                        now.push(change.after);
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
        for rewrite in &self.rewrites {
            for change in &rewrite.changes {
                let cell = change.cell as usize;
                let known = self.symbols.get(cell).ok_or_else(|| Error::invalid(format!("no cell number {cell}")))?;
                if !change.before.is_none_or(|before| known.contains(&before)) || !known.contains(&change.after) {
                    return Err(Error::invalid(format!("a rewrite uses a symbol that cell {cell} cannot hold")));
                }
                asked[cell].extend(change.before);
            }
            if rewrite.piece.is_some_and(|(a, b)| a as usize >= cells || b as usize >= cells) {
                return Err(Error::invalid("a rewrite moves a piece from or to a cell that does not exist"));
            }
        }
        // On a rectangle every cell gets the same code, so that moving a component is a shift of bits.
        let uniform = self.game && self.rectangle.is_some() && self.symbols.windows(2).all(|pair| pair[0] == pair[1]);
        let everywhere: Vec<u16> = if uniform { asked.concat() } else { Vec::new() };
        let mut offset = 0;
        let mut layout = Vec::with_capacity(cells);
        for (cell, known) in self.symbols.iter().enumerate() {
            let asked = if uniform { &everywhere } else { &asked[cell] };
            let unasked = || known.iter().copied().find(|s| !asked.contains(s)).unwrap_or(INERT);
            let inert = self.game.then(unasked);
            let symbols: Vec<u16> =
                inert.into_iter().chain(known.iter().copied().filter(|&s| Some(s) != inert)).collect();
            let width = usize::BITS - symbols.len().saturating_sub(1).leading_zeros();
            layout.push(Cell { offset, width, symbols });
            offset += width;
        }
        if offset > 1024 {
            return Err(Error::invalid(format!("the board needs {offset} bits, at most 1024 fit")));
        }
        Ok(layout)
    }
}
