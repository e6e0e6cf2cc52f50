//! The sliding-tile puzzle on boards that do not fit into words: see [`super`], whose search it shares.

use super::tables::Grid;
use super::{Sliding, board, ida, no_such_move, places, reachable, slid};
use crate::error::Result;
use crate::limits::Control;
use crate::rules::{DEAD, Player, Rules, Stuck, Winner};

/// An arrangement on a large board, in reading order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WideTilesPosition {
    pub(super) tiles: Box<[u8]>,
    pub(super) blank: u8,
}

/// The puzzle on a board of any size up to 255 cells, estimated by Manhattan distance and linear conflicts: of the
/// tiles that stand in their home line, those that must step out of each other's way cost two more moves each.
pub struct WideTilesRules {
    pub(super) grid: Grid,
    goal: Box<[u8]>,
    /// Home cell of each tile.
    homes: Vec<u8>,
    /// Its row and column.
    lines: Vec<[u8; 2]>,
    /// The distance of each tile, on each cell, from its home.
    away: Vec<u8>,
}

impl WideTilesRules {
    pub fn new(rows: usize, cols: usize, goal: &[u8]) -> Result<WideTilesRules> {
        let grid = board(rows, cols)?;
        let homes = places(&grid, goal)?;
        let lines = homes.iter().map(|&home| [home / grid.cols as u8, home % grid.cols as u8]).collect();
        let cells = 0..grid.cells() as u8;
        let away = homes.iter().flat_map(|&home| cells.clone().map(move |cell| (cell, home)));
        let away = away.map(|(cell, home)| grid.distance(cell, home) as u8).collect();
        Ok(WideTilesRules { grid, goal: goal.into(), homes, lines, away })
    }

    pub fn position(&self, tiles: &[u8]) -> Result<WideTilesPosition> {
        let places = places(&self.grid, tiles)?;
        Ok(WideTilesPosition { tiles: tiles.into(), blank: places[0] })
    }

    pub fn arrangement(&self, position: &WideTilesPosition) -> Vec<u8> {
        position.tiles.to_vec()
    }

    /// A shortest line to the goal as the tiles to slide, or `None` when there is none.
    pub fn solve(&self, position: &WideTilesPosition, control: &Control) -> Result<Option<Vec<u8>>> {
        let bound = self.estimate(position);
        if bound == DEAD {
            return Ok(None);
        }
        let mut board = Wide { rules: self, tiles: position.tiles.to_vec() };
        let path = ida(&mut board, &self.grid, position.blank, bound, control)?;
        Ok(Some(slid(position.tiles.to_vec(), position.blank, &path)))
    }

    fn distance(&self, tile: u8, cell: u8) -> u32 {
        u32::from(self.away[usize::from(tile) * self.grid.cells() + usize::from(cell)])
    }

    /// The extra moves that conflicts in one row (`upright` false) or column cost: two for every tile outside a
    /// longest increasing run of homes.
    fn conflict(&self, upright: bool, line: usize, tile_on: impl Fn(usize) -> u8) -> u32 {
        let cols = self.grid.cols;
        let length = if upright { self.grid.rows } else { cols };
        let mut least_end = [0u8; 256];
        let (mut run, mut tiles) = (0, 0);
        for step in 0..length {
            let tile = tile_on(if upright { step * cols + line } else { line * cols + step });
            let home = self.lines[usize::from(tile)];
            if tile != 0 && usize::from(home[usize::from(upright)]) == line {
                let along = home[usize::from(!upright)];
                let at = least_end[..run].iter().take_while(|&&end| end < along).count();
                least_end[at] = along;
                run = run.max(at + 1);
                tiles += 1;
            }
        }
        2 * (tiles - run) as u32
    }

    /// The bound after the tile on `cell` slides into the blank, from the bound before. Only the conflicts of the lines
    /// that the tile leaves and enters can change, and only in its home line.
    pub(super) fn bound_after(&self, tiles: &[u8], bound: u32, blank: u8, cell: u8) -> u32 {
        let (from, to) = (usize::from(cell), usize::from(blank));
        let tile = tiles[from];
        // a step along a row changes columns
        let upright = from.abs_diff(to) != self.grid.cols;
        let home = usize::from(self.lines[usize::from(tile)][usize::from(upright)]);
        let line = |cell: usize| if upright { cell % self.grid.cols } else { cell / self.grid.cols };
        let mut bound = bound + self.distance(tile, blank) - self.distance(tile, cell);
        if home == line(from) || home == line(to) {
            let after = |at: usize| match at {
                at if at == from => 0,
                at if at == to => tile,
                at => tiles[at],
            };
            bound += self.conflict(upright, home, after);
            bound -= self.conflict(upright, home, |at| tiles[at]);
        }
        bound
    }
}

impl Rules for WideTilesRules {
    type Position = WideTilesPosition;
    /// The tile that slides.
    type Move = u8;

    fn moves(&self, position: &WideTilesPosition, player: Player, out: &mut Vec<u8>) -> Result<()> {
        if player == Player::Left {
            out.extend(self.grid.around(position.blank).map(|cell| position.tiles[usize::from(cell)]));
        }
        Ok(())
    }

    fn play(&self, position: &WideTilesPosition, &tile: &u8) -> Result<WideTilesPosition> {
        let mut near = self.grid.around(position.blank);
        let cell = near.find(|&cell| position.tiles[usize::from(cell)] == tile).ok_or_else(|| no_such_move(tile))?;
        let mut tiles = position.tiles.clone();
        tiles.swap(usize::from(cell), usize::from(position.blank));
        Ok(WideTilesPosition { tiles, blank: cell })
    }

    fn goal(&self, position: &WideTilesPosition) -> Option<Winner> {
        (position.tiles == self.goal).then_some(Winner::Left)
    }

    fn stuck(&self) -> Stuck {
        Stuck::Draws
    }

    fn estimate(&self, position: &WideTilesPosition) -> u32 {
        let mut places = [0; 256];
        for (cell, &tile) in position.tiles.iter().enumerate() {
            places[usize::from(tile)] = cell as u8;
        }
        if !reachable(&self.grid, &places[..position.tiles.len()], &self.homes) {
            return DEAD;
        }
        let walk: u32 = (1..position.tiles.len()).map(|tile| self.distance(tile as u8, places[tile])).sum();
        let tile_on = |cell: usize| position.tiles[cell];
        let rows: u32 = (0..self.grid.rows).map(|row| self.conflict(false, row, tile_on)).sum();
        let cols: u32 = (0..self.grid.cols).map(|col| self.conflict(true, col, tile_on)).sum();
        walk + rows + cols
    }
}

pub(super) struct Wide<'a> {
    pub rules: &'a WideTilesRules,
    pub tiles: Vec<u8>,
}

impl Sliding for Wide<'_> {
    type Mark = u32;

    fn peek(&self, mark: u32, blank: u8, cell: u8, budget: u32) -> Option<u32> {
        let bound = self.rules.bound_after(&self.tiles, mark, blank, cell);
        (bound <= budget).then_some(bound)
    }

    fn slide(&mut self, blank: u8, cell: u8) {
        self.tiles.swap(usize::from(blank), usize::from(cell));
    }

    fn bound(mark: u32) -> u32 {
        mark
    }
}
