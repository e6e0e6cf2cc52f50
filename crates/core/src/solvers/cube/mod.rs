//! Rubik's cube: short solutions by two phases, shortest ones by IDA*, and all positions of the 2 x 2 x 2.
//!
//! The first phase leads to the subgroup in which nothing is twisted or flipped and the middle layer has its own edges;
//! the second goes on inside it (Kociemba 1992). A shortest solution is searched with the distance to that subgroup as
//! lower bound, for all three axes at once (Reid 1997).

pub mod compass;
pub mod coordinates;
pub mod cubies;
pub mod optimal;
pub mod pocket;
pub mod two_phase;

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sync::lock;
use cubies::Cube;
use optimal::{Knowledge, Optimal};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use two_phase::TwoPhase;

/// Solutions of this many moves are found without the large table.
const NEAR: u32 = 12;
/// More than any cube needs, in quarter turns too.
const FARTHEST: u32 = 30;

/// Tables for the 3 x 3 x 3 cube; made once, asked often.
pub struct Solver {
    tables: Arc<TwoPhase>,
    /// For half turns and for quarter turns, by knowledge.
    optimal: Mutex<HashMap<(bool, Knowledge), Arc<Optimal>>>,
}

impl Solver {
    pub fn new(control: &Control) -> Result<Self> {
        Ok(Solver { tables: Arc::new(TwoPhase::new(control)?), optimal: Mutex::default() })
    }

    /// Moves, 3 * face + quarter turns - 1 with the faces U R F D L B, of a short solution.
    pub fn two_phase(&self, cube: &Cube, enough: usize, effort: u64, control: &Control) -> Result<Vec<usize>> {
        self.tables.solve(cube, enough, effort, control)
    }

    /// Moves of a shortest solution. `cache` is the folder where the table is kept, `None` for none.
    pub fn optimal(&self, cube: &Cube, quarter: bool, cache: Option<&Path>, control: &Control) -> Result<Vec<usize>> {
        if let Some(line) = Optimal::quick(self.tables.clone(), quarter).solve(cube, None, NEAR, control)? {
            return Ok(line);
        }
        let knowledge = Knowledge::within(control.memory_limit());
        control.memory(knowledge.bytes())?;
        let mut kept = lock(&self.optimal);
        let solver = match kept.get(&(quarter, knowledge)) {
            Some(solver) => solver.clone(),
            None => {
                let made = Optimal::new(self.tables.clone(), quarter, knowledge, cache, control)?;
                kept.entry((quarter, knowledge)).or_insert(Arc::new(made)).clone()
            }
        };
        drop(kept);
        let line = solver.solve(cube, Some(NEAR), FARTHEST, control)?;
        line.ok_or_else(|| Error::invalid("no cube needs that many moves"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::cubies::{Cube, MOVES, SOLVED, axes, moves, renamed, symmetries};
    use super::optimal::{self, Optimal};
    use super::two_phase::TwoPhase;
    use super::{coordinates, pocket};
    use crate::limits::Control;
    use std::collections::HashSet;
    use std::sync::Arc;

    fn scrambled(turns: usize, seed: u64) -> Cube {
        let all = moves();
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        (0..turns).fold(SOLVED, |cube, _| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            cube.then(&all[(state % MOVES as u64) as usize])
        })
    }

    fn after(cube: &Cube, line: &[usize]) -> Cube {
        line.iter().fold(*cube, |cube, &mv| cube.then(&moves()[mv]))
    }

    #[test]
    fn a_symmetry_of_space_turns_moves_into_moves() {
        for symmetry in symmetries().iter().chain(&axes()) {
            let mut names = renamed(symmetry);
            names.sort_unstable();
            assert_eq!(names, std::array::from_fn(|number| number));
        }
    }

    #[test]
    fn numbers_and_cubes_belong_to_each_other() {
        assert!((0..coordinates::TWISTS).all(|n| coordinates::twist(&coordinates::with_twist(n)) == n));
        assert!((0..coordinates::FLIPS).all(|n| coordinates::flip(&coordinates::with_flip(n)) == n));
        assert!(coordinates::slices().iter().enumerate().all(|(n, cube)| coordinates::slice(cube) == n));
        let mut order = [0; 8];
        for n in (0..coordinates::ORDERS).step_by(7) {
            coordinates::unrank(n, &mut order);
            assert_eq!(coordinates::rank(&order), n);
        }
    }

    #[test]
    fn symmetric_cubes_have_few_beginnings() {
        let superflip = Cube { flips: [1; 12], ..SOLVED };
        let (all, few) = (optimal::beginnings(&scrambled(50, 3), true), optimal::beginnings(&superflip, true));
        assert_eq!((all.len(), few.len()), (243, 9));
        assert!(all.iter().all(|(_, _, banned)| banned.iter().all(|&moves| moves == 0)));
        // before the last class, all pairs of the other eight are banned
        assert_eq!(few[0].2, [0; MOVES + 1]);
        let banned: u32 = few[8].2.iter().map(|moves| moves.count_ones()).sum();
        assert!((200..243).contains(&banned), "{banned}");
    }

    #[test]
    fn every_position_of_the_small_cube_is_counted() {
        let (half, farthest) = pocket::layers(false, 5, &Control::default()).unwrap();
        assert_eq!(half, [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]);
        assert_eq!(farthest.len(), 5);
        let (quarter, _) = pocket::layers(true, 1, &Control::default()).unwrap();
        assert_eq!((quarter.len(), quarter.iter().sum::<u64>(), quarter[14]), (15, 3_674_160, 276));
    }

    #[test]
    fn two_phases_solve_and_near_cubes_are_solved_as_plain_search_does() {
        let tables = Arc::new(TwoPhase::new(&Control::default()).unwrap());
        let control = Control::default();
        for seed in 1..20 {
            let cube = scrambled(100, seed);
            let line = tables.solve(&cube, 22, 50_000, &control).unwrap();
            assert_eq!(after(&cube, &line), SOLVED);
        }
        // all cubes within 3 moves, by distance
        let mut layers = vec![HashSet::from([SOLVED])];
        for _ in 0..3 {
            let last = layers.last().unwrap();
            let next: HashSet<Cube> = last.iter().flat_map(|cube| moves().map(|mv| cube.then(&mv))).collect();
            layers.push(next.into_iter().filter(|cube| !layers.iter().any(|layer| layer.contains(cube))).collect());
        }
        assert_eq!(layers.iter().map(HashSet::len).collect::<Vec<_>>(), [1, 18, 243, 3240]);
        let quick = Optimal::quick(tables, false);
        for (distance, layer) in layers.iter().enumerate() {
            for cube in layer.iter().take(100) {
                let line = quick.solve(cube, None, 12, &control).unwrap().unwrap();
                assert_eq!((line.len(), after(cube, &line)), (distance, SOLVED));
            }
        }
    }
}
