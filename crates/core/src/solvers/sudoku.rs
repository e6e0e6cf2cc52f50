//! Sudoku of 9 x 9 cells: for each digit the set of cells where it can be, 81 bits.
//!
//! Cells with one digit left and digits with one cell left in a row, column or box are settled, until nothing moves;
//! which cells have one, two or more digits left is counted for all cells at once, digit by digit. A digit that is
//! confined to one box of a row, or to one line of a box, is taken from the rest of the box or line. Then one of two
//! ways is tried: in a cell with two digits, or for a digit with two places in a row, column or box.

use crate::error::Result;
use crate::limits::{Control, Ticker};
use std::sync::LazyLock;

const ALL: u128 = (1 << 81) - 1;

struct Tables {
    /// The other cells of a cell's row, column and box.
    peers: [u128; 81],
    /// Rows, columns, boxes.
    units: [u128; 27],
    /// For each of the 54 crossings of a line and a box: the crossing, the rest of the line, the rest of the box.
    crossings: Vec<[u128; 3]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut units = [0; 27];
    for cell in 0..81 {
        let (row, col) = (cell / 9, cell % 9);
        for unit in [row, 9 + col, 18 + row / 3 * 3 + col / 3] {
            units[unit] |= 1_u128 << cell;
        }
    }
    let mut peers = [0; 81];
    for (cell, peers) in peers.iter_mut().enumerate() {
        let bit = 1_u128 << cell;
        *peers = units.iter().filter(|&&unit| unit & bit != 0).fold(0, |all, unit| all | unit) & !bit;
    }
    let mut crossings = Vec::new();
    for line in &units[..18] {
        for square in &units[18..] {
            let both = line & square;
            if both != 0 {
                crossings.push([both, line & !both, square & !both]);
            }
        }
    }
    Tables { peers, units, crossings }
});

#[derive(Clone, Copy)]
struct Grid {
    /// Where each digit can be, and is.
    places: [u128; 9],
    settled: u128,
}

struct Contradiction;

impl Grid {
    fn put(&mut self, digit: usize, cell: usize, tables: &Tables) -> std::result::Result<(), Contradiction> {
        let bit = 1_u128 << cell;
        if self.places[digit] & bit == 0 {
            return Err(Contradiction);
        }
        for places in &mut self.places {
            *places &= !bit;
        }
        self.places[digit] = (self.places[digit] | bit) & !tables.peers[cell];
        self.settled |= bit;
        Ok(())
    }

    /// Cells with at least one, two and three digits.
    fn tally(&self) -> [u128; 3] {
        let [mut one, mut two, mut three] = [0; 3];
        for places in self.places {
            three |= two & places;
            two |= one & places;
            one |= places;
        }
        [one, two, three]
    }

    /// Settle what is plain. Cells with two digits, if something is open.
    fn settle(&mut self, tables: &Tables) -> std::result::Result<u128, Contradiction> {
        loop {
            let [one, two, three] = self.tally();
            if one != ALL {
                return Err(Contradiction);
            }
            let singles = one & !two & !self.settled;
            if singles != 0 {
                for digit in 0..9 {
                    let mut here = singles & self.places[digit];
                    while here != 0 {
                        self.put(digit, here.trailing_zeros() as usize, tables)?;
                        here &= here - 1;
                    }
                }
                continue;
            }
            if self.settled == ALL || !(self.settle_places(tables)? || self.confine(tables)) {
                return Ok(two & !three);
            }
        }
    }

    /// Digits with one place in a unit.
    fn settle_places(&mut self, tables: &Tables) -> std::result::Result<bool, Contradiction> {
        let mut moved = false;
        for digit in 0..9 {
            if self.places[digit] & !self.settled == 0 {
                continue;
            }
            for unit in &tables.units {
                let here = self.places[digit] & unit;
                if here == 0 {
                    return Err(Contradiction);
                }
                if here & (here - 1) == 0 && here & self.settled == 0 {
                    self.put(digit, here.trailing_zeros() as usize, tables)?;
                    moved = true;
                }
            }
        }
        Ok(moved)
    }

    /// A digit of a line or box that must be where both cross is nowhere else in either.
    fn confine(&mut self, tables: &Tables) -> bool {
        let mut moved = false;
        for places in &mut self.places {
            if *places & !self.settled == 0 {
                continue;
            }
            for [both, line, square] in &tables.crossings {
                let (in_line, in_square) = (*places & line, *places & square);
                if (in_line == 0) != (in_square == 0) && *places & both != 0 {
                    *places &= !(in_line | in_square);
                    moved = true;
                }
            }
        }
        moved
    }

    fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (digit, places) in self.places.iter().enumerate() {
            for (cell, found) in digits.iter_mut().enumerate() {
                if places >> cell & 1 == 1 {
                    *found = digit as u8 + 1;
                }
            }
        }
        digits
    }
}

/// Up to `limit` solutions of a grid in which 0 is an open cell.
pub fn solutions(givens: &[u8; 81], limit: usize, control: &Control) -> Result<Vec<[u8; 81]>> {
    let tables = &*TABLES;
    let mut grid = Grid { places: [ALL; 9], settled: 0 };
    let mut found = Vec::new();
    for (cell, &digit) in givens.iter().enumerate() {
        if digit > 0 && (digit > 9 || grid.put(digit as usize - 1, cell, tables).is_err()) {
            return Ok(found);
        }
    }
    search(grid, limit, tables, &mut control.ticker(), &mut found)?;
    Ok(found)
}

fn search(mut grid: Grid, limit: usize, tables: &Tables, ticker: &mut Ticker, found: &mut Vec<[u8; 81]>) -> Result<()> {
    ticker.tick()?;
    let Ok(twos) = grid.settle(tables) else { return Ok(()) };
    if grid.settled == ALL {
        found.push(grid.digits());
        return Ok(());
    }
    for (digit, cell) in branches(&grid, twos, tables) {
        let mut next = grid;
        if next.put(digit, cell, tables).is_ok() {
            search(next, limit, tables, ticker, found)?;
        }
        if found.len() >= limit {
            break;
        }
    }
    Ok(())
}

/// The choices of a cell, or the places of a digit in a unit: as few as there are.
fn branches(grid: &Grid, twos: u128, tables: &Tables) -> Vec<(usize, usize)> {
    if twos != 0 {
        let cell = twos.trailing_zeros() as usize;
        return (0..9).filter(|&digit| grid.places[digit] >> cell & 1 == 1).map(|digit| (digit, cell)).collect();
    }
    let mut best = (u32::MAX, 0, 0);
    for (digit, places) in grid.places.iter().enumerate() {
        for unit in &tables.units {
            let here = places & unit;
            let number = here.count_ones();
            if number > 1 && number < best.0 {
                best = (number, digit, here);
            }
        }
    }
    let (_, digit, mut here) = best;
    let mut ways = Vec::new();
    while here != 0 {
        ways.push((digit, here.trailing_zeros() as usize));
        here &= here - 1;
    }
    ways
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(text: &str) -> [u8; 81] {
        let mut grid = [0; 81];
        for (cell, letter) in grid.iter_mut().zip(text.bytes()) {
            *cell = if letter.is_ascii_digit() { letter - b'0' } else { 0 };
        }
        grid
    }

    /// The grid 123456789, 456789123, …: a Latin square with boxes.
    fn regular() -> [u8; 81] {
        std::array::from_fn(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8 + 1)
    }

    #[test]
    fn a_full_grid_is_its_own_solution() {
        let grid = regular();
        assert_eq!(solutions(&grid, 2, &Control::default()).unwrap(), [grid]);
        let mut wrong = grid;
        wrong.swap(0, 1);
        assert!(solutions(&wrong, 2, &Control::default()).unwrap().is_empty());
    }

    #[test]
    fn solutions_are_counted_up_to_the_limit() {
        assert_eq!(solutions(&[0; 81], 100, &Control::default()).unwrap().len(), 100);
        // four cells in two rows and two columns that can be exchanged
        let mut grid = regular();
        let (a, b) = (grid[0], grid[3]);
        let row = (1..9).find(|row| grid[row * 9] == b && grid[row * 9 + 3] == a);
        if let Some(row) = row {
            for cell in [0, 3, row * 9, row * 9 + 3] {
                grid[cell] = 0;
            }
            assert_eq!(solutions(&grid, 9, &Control::default()).unwrap().len(), 2);
        }
    }

    #[test]
    fn every_solution_obeys_the_rules() {
        let grid = read("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1");
        for solution in solutions(&grid, 50, &Control::default()).unwrap() {
            for unit in TABLES.units {
                let digits =
                    (0..81).filter(|cell| unit >> cell & 1 == 1).fold(0, |set, cell| set | 1 << solution[cell]);
                assert_eq!(digits, 0x3FE);
            }
            assert!(grid.iter().zip(solution).all(|(&given, digit)| given == 0 || given == digit));
        }
    }
}
