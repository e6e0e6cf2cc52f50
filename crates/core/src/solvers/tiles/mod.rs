//! The sliding-tile puzzle (fifteen, n^2-1) on any board: tiles 1, 2, … and one blank, written 0. A move slides one tile
//! into the blank; it is named by the tile.
//!
//! Half of all arrangements can be reached from a goal: the parity of the permutation must match the parity of the
//! blank's distance (Johnson & Story 1879); in a single line the tiles keep their order. Finding a shortest solution is
//! NP-hard in general (Ratner & Warmuth 1990). [`Solver::solve`] is IDA* (Korf 1985): on boards up to 16 cells with additive
//! pattern databases, on larger ones with Manhattan distance and linear conflicts (Hansson, Mayer & Yung 1992). All
//! bounds have the parity of the true distance, so each iteration raises the bound by 2.
//!
//! Inside [`TilesRules`] a tile is a *label*, chosen such that the tiles of a pattern have consecutive labels and the
//! blank is label 0, and the board is turned such that the blank's home is as near to the first cell as symmetry
//! allows: one set of tables serves every goal. A position is two words of nibbles, cell -> label and label -> cell; an
//! index into a pattern's table is a run of bits of the second.

mod beam;
mod ranked;
mod tables;
mod wide;

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{DEAD, Player, Rules, Stuck, Winner};
use crate::search::{self, shortest::Line};
use crate::store::Table;
use ranked::rank;
use std::hash::{Hash, Hasher};
use std::path::Path;
use tables::{Grid, LARGE, NONE, SMALL, partition, table, table_size};
pub use wide::{WideTilesPosition, WideTilesRules};

/// The most cells that [`TilesRules`] packs; [`WideTilesRules`] takes larger boards.
pub const PACKED_CELLS: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blank {
    First,
    Last,
}

/// The usual goal: the tiles in reading order with the blank before or after them.
pub fn reading_order(rows: usize, cols: usize, blank: Blank) -> Result<Vec<u8>> {
    let cells = board(rows, cols)?.cells();
    let mut tiles: Vec<u8> = (0..cells).map(|tile| tile as u8).collect();
    if blank == Blank::Last {
        tiles.rotate_left(1);
    }
    Ok(tiles)
}

/// Whether moves can lead from `start` to `goal`.
pub fn solvable(rows: usize, cols: usize, start: &[u8], goal: &[u8]) -> Result<bool> {
    let grid = board(rows, cols)?;
    let (start, goal) = (places(&grid, start)?, places(&grid, goal)?);
    Ok(reachable(&grid, &start, &goal))
}

/// Solutions of one board towards one goal; made once, asked often.
pub enum Solver {
    Packed(TilesRules),
    Wide(WideTilesRules),
}

impl Solver {
    /// `large` asks for large tables, on boards that have any. `dir` is the folder where tables are kept, `None` for
    /// none.
    pub fn new(
        rows: usize,
        cols: usize,
        goal: &[u8],
        large: bool,
        dir: Option<&Path>,
        control: &Control,
    ) -> Result<Solver> {
        if rows.saturating_mul(cols) > PACKED_CELLS {
            return WideTilesRules::new(rows, cols, goal).map(Solver::Wide);
        }
        let rules = if large { TilesRules::large(rows, cols, goal)? } else { TilesRules::new(rows, cols, goal)? };
        rules.with_patterns(dir, control).map(Solver::Packed)
    }

    /// The tiles to slide on a shortest line. It never ends where there is none: see [`solvable`].
    pub fn solve(&self, start: &[u8], control: &Control) -> Result<Option<Vec<u8>>> {
        match self {
            Solver::Packed(rules) => rules.solve(&rules.position(start)?, control),
            Solver::Wide(rules) => rules.solve(&rules.position(start)?, control),
        }
    }

    /// Tiles to slide that need not be the fewest, by a beam of this many arrangements.
    pub fn beam(&self, start: &[u8], width: usize, control: &Control) -> Result<Option<Vec<u8>>> {
        match self {
            Solver::Packed(rules) => {
                let found = search::beam::beam(rules, &rules.position(start)?, width, control)?;
                let arrangements =
                    |line: Line<_>| line.positions.iter().map(|each| rules.arrangement(each)).collect::<Vec<_>>();
                Ok(found.map(|line| slides(&arrangements(line))))
            }
            Solver::Wide(rules) => rules.beam(&rules.position(start)?, width, control),
        }
    }
}

/// The tiles to slide in a line of arrangements.
fn slides(arrangements: &[Vec<u8>]) -> Vec<u8> {
    let blank = |tiles: &[u8]| tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
    arrangements.windows(2).map(|pair| pair[0][blank(&pair[1])]).collect()
}

fn board(rows: usize, cols: usize) -> Result<Grid> {
    match rows.checked_mul(cols) {
        Some(2..=255) => Ok(Grid::new(rows, cols)),
        _ => Err(Error::invalid(format!("tiles: a board of {rows} x {cols} cells (expected 2 to 255 cells)"))),
    }
}

/// The cell of every tile; an error unless `tiles` holds each of 0, 1, … once.
fn places(grid: &Grid, tiles: &[u8]) -> Result<Vec<u8>> {
    let cells = grid.cells();
    if tiles.len() != cells {
        return Err(Error::invalid(format!("tiles: {} tiles given (expected {cells}, the blank as 0)", tiles.len())));
    }
    let mut places = vec![NONE; cells];
    for (cell, &tile) in tiles.iter().enumerate() {
        match places.get_mut(usize::from(tile)) {
            Some(place) if *place == NONE => *place = cell as u8,
            Some(_) => return Err(Error::invalid(format!("tiles: cell {}: tile {tile} occurs twice", cell + 1))),
            None => {
                let most = cells - 1;
                return Err(Error::invalid(format!("tiles: cell {}: tile {tile} (expected 0 to {most})", cell + 1)));
            }
        }
    }
    Ok(places)
}

/// The theorem, for arrangements given as the cell of every tile (or label), the blank first.
fn reachable(grid: &Grid, start: &[u8], goal: &[u8]) -> bool {
    if grid.rows == 1 || grid.cols == 1 {
        let past = |places: &[u8], tile: usize| u8::from(places[tile] > places[0]);
        return (1..start.len()).all(|tile| start[tile] - past(start, tile) == goal[tile] - past(goal, tile));
    }
    let mut perm = [0; 256];
    for (&from, &to) in start.iter().zip(goal) {
        perm[usize::from(from)] = to;
    }
    let mut odd = grid.distance(start[0], goal[0]) & 1 == 1;
    for cell in 0..start.len() {
        while usize::from(perm[cell]) != cell {
            let to = usize::from(perm[cell]);
            perm.swap(cell, to);
            odd = !odd;
        }
    }
    !odd
}

fn no_such_move(tile: u8) -> Error {
    Error::invalid(format!("tiles: tile {tile} is not beside the blank"))
}

/// What IDA* needs of a board in motion: a mark is the lower bound in parts, so that a step can update it.
trait Sliding {
    type Mark: Copy;

    /// The mark after the tile on `cell` slides into `blank`, unless its lower bound exceeds `budget`.
    fn peek(&self, mark: Self::Mark, blank: u8, cell: u8, budget: u32) -> Option<Self::Mark>;

    /// Slide the tile on `cell` into `blank`; sliding it back undoes it.
    fn slide(&mut self, blank: u8, cell: u8);

    fn bound(mark: Self::Mark) -> u32;
}

struct Frame<M> {
    mark: M,
    /// Where the blank came from; moving it back there is never part of a shortest line.
    came: u8,
    next: u8,
}

/// The cells that the blank visits on a shortest line. The goal must be reachable and its bound, alone, must be 0.
fn ida<S: Sliding>(board: &mut S, grid: &Grid, blank: u8, mark: S::Mark, control: &Control) -> Result<Vec<u8>> {
    let mut ticker = control.ticker();
    let mut bound = S::bound(mark);
    if bound == 0 {
        return Ok(Vec::new());
    }
    let mut stack = Vec::new();
    loop {
        control.set_depth(u64::from(bound));
        let mut blank = blank;
        stack.push(Frame { mark, came: NONE, next: 0 });
        let mut budget = bound - 1;
        while let Some(frame) = stack.last_mut() {
            let cell = if frame.next < 4 { grid.beside[usize::from(blank)][usize::from(frame.next)] } else { NONE };
            frame.next += 1;
            if cell == NONE {
                let came = frame.came;
                stack.pop();
                if came != NONE {
                    board.slide(blank, came);
                    blank = came;
                    budget += 1;
                }
            } else if cell != frame.came
                && let Some(mark) = board.peek(frame.mark, blank, cell, budget)
            {
                ticker.tick()?;
                board.slide(blank, cell);
                stack.push(Frame { mark, came: blank, next: 0 });
                blank = cell;
                if S::bound(mark) == 0 {
                    return Ok(stack.iter().skip(2).map(|frame| frame.came).chain([blank]).collect());
                }
                budget -= 1;
            }
        }
        bound += 2;
    }
}

/// The tiles that move when the blank walks `path`.
fn slid(mut tiles: Vec<u8>, mut blank: u8, path: &[u8]) -> Vec<u8> {
    let step = |&cell: &u8| {
        let tile = tiles[usize::from(cell)];
        tiles.swap(usize::from(cell), usize::from(blank));
        blank = cell;
        tile
    };
    path.iter().map(step).collect()
}

/// `places` after `label` and the blank exchanged the cells whose numbers differ by the bits of `change`.
#[inline]
fn exchange(places: u64, label: u8, change: u8) -> u64 {
    places ^ u64::from(change) ^ u64::from(change) << (4 * label)
}

#[inline]
fn nibble(word: u64, at: u8) -> u8 {
    (word >> (4 * at)) as u8 & 15
}

fn pack(nibbles: impl DoubleEndedIterator<Item = u8>) -> u64 {
    nibbles.rev().fold(0, |word, nibble| word << 4 | u64::from(nibble))
}

/// An arrangement on a board up to 16 cells, in the inner cells and labels of its [`TilesRules`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TilesPosition {
    /// Label on each cell.
    cells: u64,
    /// Cell of each label.
    places: u64,
}

impl Hash for TilesPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.cells);
    }
}

/// One pattern: labels `first..first + size`, and its table.
struct Pattern {
    first: u8,
    size: u8,
    table: Table,
}

impl Pattern {
    fn lookup(&self, cells: u8) -> Lookup<'_> {
        let ranked = if usize::from(self.size) > SMALL { self.size } else { 0 };
        let mask = (1 << (4 * self.size)) - 1;
        Lookup { shift: 4 * u32::from(self.first), mask, ranked, cells, table: &self.table }
    }
}

/// A symmetry of the board that keeps the blank's home and changes the patterns: a second bound from the same tables.
struct Mirror {
    cells: [u8; PACKED_CELLS],
    labels: [u8; PACKED_CELLS],
}

impl Mirror {
    fn places(&self, places: u64, cells: usize) -> u64 {
        (0..cells as u8).fold(0, |word, label| {
            let place = self.cells[usize::from(nibble(places, label))];
            word | u64::from(place) << (4 * self.labels[usize::from(label)])
        })
    }
}

/// The puzzle on a board up to 16 cells.
pub struct TilesRules {
    grid: Grid,
    /// Inner cell of each cell of the caller's board.
    inner: Vec<u8>,
    /// Label of each tile, and tile of each label.
    labels: Vec<u8>,
    tiles: Vec<u8>,
    /// Inner home cell of each label.
    homes: Vec<u8>,
    goal: u64,
    /// The home cells of each pattern.
    sets: Vec<Vec<u8>>,
    patterns: Vec<Pattern>,
    mirror: Option<Mirror>,
}

impl TilesRules {
    /// Rules whose estimate is the Manhattan distance.
    pub fn new(rows: usize, cols: usize, goal: &[u8]) -> Result<TilesRules> {
        TilesRules::divided(rows, cols, goal, SMALL)
    }

    /// The same, prepared for tables of up to eight tiles: 550 MB for fifteen, and five times that to build them.
    pub fn large(rows: usize, cols: usize, goal: &[u8]) -> Result<TilesRules> {
        TilesRules::divided(rows, cols, goal, LARGE)
    }

    fn divided(rows: usize, cols: usize, goal: &[u8], most: usize) -> Result<TilesRules> {
        let grid = board(rows, cols)?;
        if grid.cells() > PACKED_CELLS {
            return Err(Error::invalid(format!("tiles: {rows} x {cols} cells (expected at most {PACKED_CELLS} here)")));
        }
        let goal = places(&grid, goal)?;
        let turns = grid.symmetries();
        let best = turns.iter().min_by_key(|turn| turn[usize::from(goal[0])]);
        let inner = best.cloned().unwrap_or_default();
        let home = |tile: usize| inner[usize::from(goal[tile])];
        let mut homes = vec![home(0)];
        let sets = partition(&grid, home(0), most);
        homes.extend(sets.concat());
        let label = |tile| homes.iter().position(|&cell| cell == home(tile)).unwrap_or_default() as u8;
        let labels: Vec<u8> = (0..grid.cells()).map(label).collect();
        let mut tiles = vec![0; grid.cells()];
        for (tile, &label) in labels.iter().enumerate() {
            tiles[usize::from(label)] = tile as u8;
        }
        let goal = pack(homes.iter().copied());
        let single = |label: u8| {
            let home = homes[usize::from(label)];
            let away = |index: u8| grid.distance((index >> 4) % homes.len() as u8, home) as u8;
            Pattern { first: label, size: 1, table: Vec::from_iter((0..=u8::MAX).map(away)).into() }
        };
        let patterns = (1..homes.len() as u8).map(single).collect();
        Ok(TilesRules { grid, inner, labels, tiles, homes, goal, sets, patterns, mirror: None })
    }

    /// The same rules (and positions) with pattern databases, where the board is worth them: from 10 cells on, except
    /// in a single line. The tables are read from `dir`, or built (well under a second for fifteen) and kept there.
    pub fn with_patterns(mut self, dir: Option<&Path>, control: &Control) -> Result<TilesRules> {
        if self.grid.cells() < 10 || self.grid.rows == 1 || self.grid.cols == 1 {
            return Ok(self);
        }
        let (grid, sets) = (&self.grid, &self.sets);
        control.memory(sets.iter().map(|set| table_size(grid, set) as u64).sum())?;
        let made = |set: &Vec<u8>| table(grid, set, self.homes[0], dir, control);
        // small tables are built side by side; a large one takes all threads for itself
        let tables: Vec<Result<Table>> = if sets.iter().any(|set| set.len() > SMALL) {
            sets.iter().map(made).collect()
        } else {
            std::thread::scope(|scope| {
                let threads: Vec<_> = sets.iter().map(|set| scope.spawn(|| made(set))).collect();
                let stopped = |_| Err(Error::Cancelled);
                threads.into_iter().map(|thread| thread.join().unwrap_or_else(stopped)).collect()
            })
        };
        let mut first = 1;
        let mut patterns = Vec::with_capacity(sets.len());
        for (set, table) in sets.iter().zip(tables) {
            patterns.push(Pattern { first, size: set.len() as u8, table: table? });
            first += set.len() as u8;
        }
        let turns = self.grid.symmetries();
        let home = usize::from(self.homes[0]);
        let other = turns.iter().find(|turn| usize::from(turn[home]) == home && moves_a_pattern(turn, sets));
        self.mirror = other.map(|turn| {
            let mut mirror = Mirror { cells: [0; PACKED_CELLS], labels: [0; PACKED_CELLS] };
            mirror.cells[..turn.len()].copy_from_slice(turn);
            for (label, &home) in self.homes.iter().enumerate() {
                let image = self.homes.iter().position(|&other| other == turn[usize::from(home)]);
                mirror.labels[label] = image.unwrap_or(label) as u8;
            }
            mirror
        });
        self.patterns = patterns;
        Ok(self)
    }

    /// The position of an arrangement in reading order, the blank as 0.
    pub fn position(&self, tiles: &[u8]) -> Result<TilesPosition> {
        let outer = places(&self.grid, tiles)?;
        let place = |&tile: &u8| self.inner[usize::from(outer[usize::from(tile)])];
        let places = pack(self.tiles.iter().map(place));
        let cells =
            (0..self.grid.cells() as u8).fold(0, |word, label| word | u64::from(label) << (4 * nibble(places, label)));
        Ok(TilesPosition { cells, places })
    }

    /// The arrangement of a position, in reading order.
    pub fn arrangement(&self, position: &TilesPosition) -> Vec<u8> {
        self.inner.iter().map(|&cell| self.tiles[usize::from(nibble(position.cells, cell))]).collect()
    }

    /// A shortest line to the goal as the tiles to slide, or `None` when there is none.
    pub fn solve(&self, position: &TilesPosition, control: &Control) -> Result<Option<Vec<u8>>> {
        if !self.reachable(position) {
            return Ok(None);
        }
        let cells = self.grid.cells() as u8;
        let mut lookups = [Lookup { shift: 0, mask: 0, ranked: 0, cells, table: &[] }; PACKED_CELLS];
        for pattern in &self.patterns {
            let labels = usize::from(pattern.first)..usize::from(pattern.first + pattern.size);
            lookups[labels].fill(pattern.lookup(cells));
        }
        let places = position.places;
        let mirrored = self.mirror.as_ref().map_or(0, |mirror| mirror.places(places, self.grid.cells()));
        let mark = (self.bound(places), if self.mirror.is_some() { self.bound(mirrored) } else { 0 });
        let mut board = Packed { cells: position.cells, places, mirrored, lookups, mirror: self.mirror.as_ref() };
        let path = ida(&mut board, &self.grid, nibble(places, 0), mark, control)?;
        let tiles = (0..self.grid.cells() as u8).map(|cell| self.tiles[usize::from(nibble(position.cells, cell))]);
        Ok(Some(slid(tiles.collect(), nibble(places, 0), &path)))
    }

    fn bound(&self, places: u64) -> u32 {
        let cells = self.grid.cells() as u8;
        self.patterns.iter().map(|pattern| pattern.lookup(cells).at(places)).sum()
    }

    fn reachable(&self, position: &TilesPosition) -> bool {
        let mut places = [0; PACKED_CELLS];
        for (label, place) in places.iter_mut().enumerate() {
            *place = nibble(position.places, label as u8);
        }
        reachable(&self.grid, &places[..self.grid.cells()], &self.homes)
    }
}

fn moves_a_pattern(turn: &[u8], sets: &[Vec<u8>]) -> bool {
    sets.iter().any(|set| {
        let image: Vec<u8> = set.iter().map(|&cell| turn[usize::from(cell)]).collect();
        !sets.iter().any(|other| other.len() == image.len() && other.iter().all(|cell| image.contains(cell)))
    })
}

impl Rules for TilesRules {
    type Position = TilesPosition;
    /// The tile that slides.
    type Move = u8;

    fn moves(&self, position: &TilesPosition, player: Player, out: &mut Vec<u8>) -> Result<()> {
        if player == Player::Left {
            let blank = nibble(position.places, 0);
            out.extend(self.grid.around(blank).map(|cell| self.tiles[usize::from(nibble(position.cells, cell))]));
        }
        Ok(())
    }

    fn play(&self, position: &TilesPosition, &tile: &u8) -> Result<TilesPosition> {
        let label = *self.labels.get(usize::from(tile)).ok_or_else(|| no_such_move(tile))?;
        let (cell, blank) = (nibble(position.places, label), nibble(position.places, 0));
        if self.grid.distance(cell, blank) != 1 {
            return Err(no_such_move(tile));
        }
        let cells = position.cells ^ u64::from(label) << (4 * cell) ^ u64::from(label) << (4 * blank);
        Ok(TilesPosition { cells, places: exchange(position.places, label, cell ^ blank) })
    }

    fn goal(&self, position: &TilesPosition) -> Option<Winner> {
        (position.places == self.goal).then_some(Winner::Left)
    }

    fn stuck(&self) -> Stuck {
        Stuck::Draws
    }

    fn estimate(&self, position: &TilesPosition) -> u32 {
        if !self.reachable(position) {
            return DEAD;
        }
        let bound = self.bound(position.places);
        match &self.mirror {
            Some(mirror) => bound.max(self.bound(mirror.places(position.places, self.grid.cells()))),
            None => bound,
        }
    }
}

#[derive(Clone, Copy)]
struct Lookup<'a> {
    shift: u32,
    mask: u64,
    /// The number of tiles, 0 where their nibbles and the blank's are the index.
    ranked: u8,
    cells: u8,
    table: &'a [u8],
}

impl Lookup<'_> {
    #[inline]
    fn at(&self, places: u64) -> u32 {
        let index = match self.ranked {
            0 => ((places >> self.shift & self.mask) << 4 | places & 15) as usize,
            size => rank(places >> self.shift, size, self.cells),
        };
        u32::from(self.table[index])
    }
}

struct Packed<'a> {
    cells: u64,
    places: u64,
    /// The same arrangement seen in the mirror, as the cell of each label.
    mirrored: u64,
    lookups: [Lookup<'a>; PACKED_CELLS],
    mirror: Option<&'a Mirror>,
}

impl Packed<'_> {
    #[inline]
    fn reflect(mirror: &Mirror, mirrored: u64, label: u8, step: (u8, u8)) -> (usize, u64) {
        let label = mirror.labels[usize::from(label & 15)];
        let change = mirror.cells[usize::from(step.0 & 15)] ^ mirror.cells[usize::from(step.1 & 15)];
        (usize::from(label & 15), exchange(mirrored, label, change))
    }
}

impl Sliding for Packed<'_> {
    /// The bound of the arrangement and that of its mirror image.
    type Mark = (u32, u32);

    #[inline]
    fn peek(&self, mark: (u32, u32), blank: u8, cell: u8, budget: u32) -> Option<(u32, u32)> {
        let label = nibble(self.cells, cell);
        let lookup = &self.lookups[usize::from(label)];
        let places = exchange(self.places, label, cell ^ blank);
        let plain = mark.0 + lookup.at(places) - lookup.at(self.places);
        if plain > budget {
            return None;
        }
        let Some(mirror) = self.mirror else { return Some((plain, 0)) };
        let (label, mirrored) = Packed::reflect(mirror, self.mirrored, label, (cell, blank));
        let lookup = &self.lookups[label];
        let turned = mark.1 + lookup.at(mirrored) - lookup.at(self.mirrored);
        (turned <= budget).then_some((plain, turned))
    }

    #[inline]
    fn slide(&mut self, blank: u8, cell: u8) {
        let label = nibble(self.cells, cell);
        self.cells ^= u64::from(label) << (4 * cell) ^ u64::from(label) << (4 * blank);
        self.places = exchange(self.places, label, cell ^ blank);
        if let Some(mirror) = self.mirror {
            self.mirrored = Packed::reflect(mirror, self.mirrored, label, (cell, blank)).1;
        }
    }

    fn bound(mark: (u32, u32)) -> u32 {
        mark.0.max(mark.1)
    }
}

#[cfg(test)]
mod tests;
