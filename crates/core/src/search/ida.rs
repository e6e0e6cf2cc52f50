//! Shortest solutions in memory proportional to their length: IDA* (Korf 1985).
//!
//! Depth-first searches up to a bound on cost plus estimate; the next bound is the smallest sum that exceeded this one.
//! Positions are not remembered, so transpositions are searched again, except that a move straight back to the position
//! before is skipped. That pays when estimates are strong and moves cheap (sliding tiles, permutation puzzles).

use crate::error::Result;
use crate::limits::Control;
use crate::rules::{DEAD, Player, Rules, Winner};
use crate::search::shortest::{Line, add, price};

struct Frame<P> {
    position: P,
    cost: u32,
    /// Where this frame's moves begin in the common buffer; those of the top frame end with it.
    first: usize,
    next: usize,
}

/// A shortest solution by iterative deepening.
///
/// `None` is a proof, as everywhere, but it is found only when all plays end (or die) below some bound: a puzzle without
/// a solution whose positions can repeat is searched deeper and deeper *for ever*. Call this only when a solution is
/// known to exist, or with limits.
pub fn ida_star<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Option<Line<R::Position>>> {
    let root = rules.canonical(start);
    match rules.goal(&root) {
        Some(Winner::Left) => return Ok(Some(Line { positions: vec![root], cost: 0 })),
        Some(_) => return Ok(None),
        None => {}
    }
    let mut ticker = control.ticker();
    let mut stack: Vec<Frame<R::Position>> = Vec::new();
    let mut moves = Vec::new();
    let mut bound = rules.estimate(&root);
    while bound != DEAD {
        control.set_depth(u64::from(bound));
        let mut beyond = DEAD;
        ticker.tick()?;
        rules.moves(&root, Player::Left, &mut moves)?;
        stack.push(Frame { position: root.clone(), cost: 0, first: 0, next: 0 });
        while let Some(top) = stack.last_mut() {
            if top.next == moves.len() {
                moves.truncate(top.first);
                stack.pop();
                continue;
            }
            let mv = &moves[top.next];
            top.next += 1;
            let position = rules.canonical(&rules.play(&top.position, mv)?);
            let cost = add(top.cost, price(rules, mv)?)?;
            if stack.len() > 1 && stack[stack.len() - 2].position == position {
                continue;
            }
            let estimate = rules.estimate(&position);
            if estimate == DEAD {
                continue;
            }
            let sum = add(cost, estimate)?;
            if sum > bound {
                beyond = beyond.min(sum);
                continue;
            }
            match rules.goal(&position) {
                Some(Winner::Left) => {
                    let positions = stack.into_iter().map(|frame| frame.position).chain([position]).collect();
                    return Ok(Some(Line { positions, cost }));
                }
                Some(_) => continue,
                None => {}
            }
            ticker.tick()?;
            let first = moves.len();
            rules.moves(&position, Player::Left, &mut moves)?;
            stack.push(Frame { position, cost, first, next: first });
        }
        bound = beyond;
    }
    Ok(None)
}

/// Small rules and an obvious solver for the tests of `shortest`, `ida` and `enumerate`.
#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(crate) mod toys {
    use super::*;

    /// xorshift*
    pub struct Random(pub u64);

    impl Random {
        pub fn below(&mut self, n: u64) -> u64 {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
        }
    }

    /// A directed graph with parallel edges. A move is an edge: its own number, where it leads, its cost.
    pub struct Graph {
        pub edges: Vec<Vec<(u32, u32, u32)>>,
        pub over: Vec<Option<Winner>>,
        pub estimates: Vec<u32>,
    }

    impl Graph {
        pub fn path(nodes: u32) -> Graph {
            let edges = (1..=nodes).map(|to| if to < nodes { vec![(to, to, 1)] } else { vec![] }).collect();
            let over = (1..=nodes).map(|node| (node == nodes).then_some(Winner::Left)).collect();
            Graph { edges, over, estimates: vec![0; nodes as usize] }
        }

        /// With costs up to `dearest`. Estimates are admissible, in every second graph consistent too, except that lost
        /// ends are not called dead: a search must see for itself that they are over.
        pub fn random(random: &mut Random, nodes: usize, dearest: u32) -> Graph {
            let mut edges = vec![Vec::new(); nodes];
            for number in 0..random.below(4 * nodes as u64) as u32 {
                let (from, to) = (random.below(nodes as u64) as usize, random.below(nodes as u64) as u32);
                edges[from].push((number, to, 1 + random.below(u64::from(dearest)) as u32));
            }
            let mut end = |node| match random.below(10) {
                0 | 1 if node > 0 => Some(Winner::Left),
                2 if node > 0 => Some(Winner::Nobody),
                _ => None,
            };
            let over = (0..nodes).map(&mut end).collect();
            let mut graph = Graph { edges, over, estimates: Vec::new() };
            let consistent = random.below(2) == 0;
            let estimate = |cost| match cost {
                DEAD => DEAD,
                _ if consistent => cost / 2,
                _ => random.below(u64::from(cost) + 1) as u32,
            };
            graph.estimates = graph.to_go().into_iter().map(estimate).collect();
            for (estimate, end) in graph.estimates.iter_mut().zip(&graph.over) {
                *estimate = if end.is_some() { 0 } else { *estimate };
            }
            graph
        }

        /// Cost to the nearest goal, by relaxing all edges until nothing changes.
        pub fn to_go(&self) -> Vec<u32> {
            let goal = |end: &Option<Winner>| if *end == Some(Winner::Left) { 0 } else { DEAD };
            let mut costs: Vec<u32> = self.over.iter().map(goal).collect();
            loop {
                let before = costs.clone();
                for (from, edges) in self.edges.iter().enumerate().filter(|(from, _)| self.over[*from].is_none()) {
                    for &(_, to, cost) in edges {
                        costs[from] = costs[from].min(costs[to as usize].saturating_add(cost));
                    }
                }
                if costs == before {
                    return costs;
                }
            }
        }
    }

    impl Rules for Graph {
        type Position = u32;
        type Move = (u32, u32, u32);

        fn moves(&self, node: &u32, _player: Player, out: &mut Vec<(u32, u32, u32)>) -> Result<()> {
            out.extend(&self.edges[*node as usize]);
            Ok(())
        }

        fn play(&self, _node: &u32, edge: &(u32, u32, u32)) -> Result<u32> {
            Ok(edge.1)
        }

        fn goal(&self, node: &u32) -> Option<Winner> {
            self.over[*node as usize]
        }

        fn cost(&self, edge: &(u32, u32, u32)) -> u32 {
            edge.2
        }

        fn estimate(&self, node: &u32) -> u32 {
            self.estimates[*node as usize]
        }
    }

    /// Sliding tiles on a board of at most 16 cells; the goal is 1, 2, 3 … with the blank (0) first. A move is the cell
    /// whose tile slides.
    #[derive(Default)]
    pub struct Tiles {
        pub width: u32,
        pub height: u32,
        /// Only on square boards: a board and its transpose with transposed labels are one.
        pub symmetric: bool,
        pub manhattan: bool,
    }

    impl Tiles {
        pub fn solved(&self) -> u64 {
            (0..self.cells()).map(|cell| u64::from(cell) << (4 * cell)).sum()
        }

        fn cells(&self) -> u32 {
            self.width * self.height
        }

        fn transpose(&self, board: u64) -> u64 {
            let turn =
                |cell: u64| (cell % u64::from(self.width)) * u64::from(self.width) + cell / u64::from(self.width);
            let tile = |cell: u64| board >> (4 * cell) & 15;
            (0..u64::from(self.cells())).map(|cell| turn(tile(cell)) << (4 * turn(cell))).sum()
        }
    }

    impl Rules for Tiles {
        type Position = u64;
        type Move = u32;

        fn moves(&self, board: &u64, _player: Player, out: &mut Vec<u32>) -> Result<()> {
            let blank = (0..self.cells()).find(|cell| board >> (4 * cell) & 15 == 0).unwrap();
            let (row, column) = (blank / self.width, blank % self.width);
            out.extend((row > 0).then(|| blank - self.width));
            out.extend((column > 0).then(|| blank - 1));
            out.extend((column + 1 < self.width).then_some(blank + 1));
            out.extend((row + 1 < self.height).then_some(blank + self.width));
            Ok(())
        }

        fn play(&self, board: &u64, cell: &u32) -> Result<u64> {
            let blank = (0..self.cells()).find(|cell| board >> (4 * cell) & 15 == 0).unwrap();
            let tile = board >> (4 * cell) & 15;
            Ok(board ^ (tile << (4 * cell)) ^ (tile << (4 * blank)))
        }

        fn goal(&self, board: &u64) -> Option<Winner> {
            (*board == self.solved()).then_some(Winner::Left)
        }

        fn canonical(&self, board: &u64) -> u64 {
            if self.symmetric { self.transpose(*board).min(*board) } else { *board }
        }

        fn orbit(&self, board: &u64) -> u64 {
            if self.symmetric && self.transpose(*board) != *board { 2 } else { 1 }
        }

        fn estimate(&self, board: &u64) -> u32 {
            if !self.manhattan {
                return 0;
            }
            let distance = |cell: u32| {
                let tile = (board >> (4 * cell) & 15) as u32;
                let (row, column) = (tile / self.width, tile % self.width);
                if tile == 0 { 0 } else { row.abs_diff(cell / self.width) + column.abs_diff(cell % self.width) }
            };
            (0..self.cells()).map(distance).sum()
        }
    }

    /// Peg solitaire on a board of at most 8 rows of 8 bits, symmetric under the 8 motions of a square of side `side`.
    /// A move is the three holes that change.
    pub struct Pegs {
        pub board: u64,
        pub target: u64,
        pub side: usize,
        /// By row and content of the row: the images of that row.
        pub images: Option<Vec<[[u64; 8]; 256]>>,
    }

    impl Pegs {
        pub fn new(rows: &[&str], target: u64, symmetric: bool) -> Pegs {
            let holes = |row: &str| row.bytes().enumerate().map(|(i, c)| u64::from(c == b'o') << i).sum::<u64>();
            let board = rows.iter().enumerate().map(|(r, row)| holes(row) << (8 * r)).sum();
            let side = rows.len();
            let images = symmetric.then(|| {
                let image = |r: usize, c: usize, motion: usize| {
                    let (r, c) = if motion & 1 == 0 { (r, c) } else { (c, r) };
                    let r = if motion & 2 == 0 { r } else { side - 1 - r };
                    let c = if motion & 4 == 0 { c } else { side - 1 - c };
                    1u64 << (8 * r + c)
                };
                let mut images = vec![[[0; 8]; 256]; side];
                for (r, row) in images.iter_mut().enumerate() {
                    for (content, line) in row.iter_mut().enumerate() {
                        for (motion, out) in line.iter_mut().enumerate() {
                            *out = (0..side).filter(|c| content >> c & 1 == 1).map(|c| image(r, c, motion)).sum();
                        }
                    }
                }
                images
            });
            Pegs { board, target, side, images }
        }

        /// The middle hole of a board of odd side.
        pub fn centre(&self) -> u64 {
            1 << (9 * (self.side / 2))
        }

        pub fn english(symmetric: bool) -> Pegs {
            let rows = ["  ooo", "  ooo", "ooooooo", "ooooooo", "ooooooo", "  ooo", "  ooo"];
            Pegs::new(&rows, 1 << 27, symmetric)
        }

        fn turned(&self, images: &[[[u64; 8]; 256]], pegs: u64) -> [u64; 8] {
            let mut turned = [0; 8];
            for (row, table) in images.iter().enumerate().take(self.side) {
                let image = &table[(pegs >> (8 * row) & 255) as usize];
                turned.iter_mut().zip(image).for_each(|(t, i)| *t |= i);
            }
            turned
        }
    }

    impl Rules for Pegs {
        type Position = u64;
        type Move = u64;

        fn moves(&self, pegs: &u64, _player: Player, out: &mut Vec<u64>) -> Result<()> {
            let free = self.board & !pegs;
            for step in [1, 8] {
                let jumped = pegs & pegs >> step;
                let mut low = jumped & free >> (2 * step);
                while low != 0 {
                    out.push((1 | 1 << step | 1 << (2 * step)) << low.trailing_zeros());
                    low &= low - 1;
                }
                let mut low = free & (jumped >> step);
                while low != 0 {
                    out.push((1 | 1 << step | 1 << (2 * step)) << low.trailing_zeros());
                    low &= low - 1;
                }
            }
            Ok(())
        }

        fn play(&self, pegs: &u64, jump: &u64) -> Result<u64> {
            Ok(pegs ^ jump)
        }

        fn goal(&self, pegs: &u64) -> Option<Winner> {
            (*pegs == self.target).then_some(Winner::Left)
        }

        fn canonical(&self, pegs: &u64) -> u64 {
            match &self.images {
                None => *pegs,
                Some(images) => self.turned(images, *pegs).into_iter().fold(u64::MAX, u64::min),
            }
        }

        fn orbit(&self, pegs: &u64) -> u64 {
            match &self.images {
                None => 1,
                Some(images) => 8 / self.turned(images, *pegs).iter().filter(|&turned| turned == pegs).count() as u64,
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::toys::*;
    use super::*;
    use crate::search::shortest::{breadth_first, replay};

    #[test]
    fn random_graphs_agree_with_relaxation() {
        let mut random = Random(2);
        let mut solvable = 0;
        for round in 0..2000 {
            // unsolvable ones end because their estimates are dead
            let graph = Graph::random(&mut random, 2 + round % 9, 1 + round as u32 % 4);
            let line = ida_star(&graph, &0, &Control::default()).unwrap();
            let expected = graph.to_go()[0];
            assert_eq!(line.as_ref().map_or(DEAD, |line| line.cost), expected);
            if let Some(line) = line {
                solvable += 1;
                let played = replay(&graph, &0, &line).unwrap();
                assert_eq!(played.iter().map(|((_, _, cost), _)| cost).sum::<u32>(), expected);
            }
        }
        assert!(solvable > 500);
    }

    #[test]
    fn random_eight_puzzles_agree_with_breadth_first_search() {
        let mut random = Random(3);
        for round in 0..60 {
            let rules = Tiles { width: 3, height: 3, symmetric: round % 2 == 1, manhattan: true };
            let mut start = rules.solved();
            let mut moves = Vec::new();
            for _ in 0..200 {
                moves.clear();
                rules.moves(&start, Player::Left, &mut moves).unwrap();
                start = rules.play(&start, &moves[random.below(moves.len() as u64) as usize]).unwrap();
            }
            let blind = breadth_first(&rules, &start, &Control::default()).unwrap().unwrap();
            let line = ida_star(&rules, &start, &Control::default()).unwrap().unwrap();
            assert_eq!(line.cost, blind.cost);
            assert_eq!(replay(&rules, &start, &line).unwrap().last().unwrap().1, rules.solved());
        }
    }

    #[test]
    fn plays_that_all_end_are_a_proof() {
        // the peg that jumped last is never in the middle of a 3x3 board
        let rules = Pegs::new(&["ooo", "ooo", "ooo"], 1 << 9, true);
        let start = rules.board ^ 1;
        assert_eq!(ida_star(&rules, &start, &Control::default()).unwrap(), None);
        assert_eq!(breadth_first(&rules, &start, &Control::default()).unwrap(), None);
    }

    #[test]
    #[ignore = "a measurement: positions per second"]
    fn speed_of_iterative_deepening() {
        let rules = Tiles { width: 4, height: 4, manhattan: true, ..Tiles::default() };
        // the first of Korf's 100 instances, 57 moves
        let tiles = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
        let start = tiles.iter().enumerate().map(|(cell, tile)| tile << (4 * cell)).sum();
        let control = Control::default();
        let line = ida_star(&rules, &start, &control).unwrap().unwrap();
        let seconds = control.elapsed().as_secs_f64();
        println!("{} moves, {} expanded in {seconds:.2} s", line.cost, control.positions());
        assert_eq!(line.cost, 57);
    }
}
