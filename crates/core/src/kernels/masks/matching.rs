//! The cheapest way to give each goal a token of its own: the Hungarian algorithm with potentials.
//!
//! Most of the time is saved before it begins. Potentials are read off rows and columns first, which assigns most goals
//! at once (Jonker & Volgenant 1987), and each goal that is left is assigned along a cheapest augmenting path.

use crate::rules::DEAD;

/// The cost from each cell to each goal.
pub struct Walks {
    rows: usize,
    /// `costs[cell * rows + goal]`, [`FAR`] when there is no way.
    costs: Vec<i32>,
}

/// More than any sum of walks.
const FAR: i32 = 1 << 29;
/// Longer walks are taken for this long: a bound stays a bound.
const LONGEST: u32 = 1 << 20;

/// Room for the costs between so many tokens and goals, and for what the algorithm keeps about each.
#[derive(Clone)]
struct Room<const N: usize, const SQUARE: usize> {
    costs: [i32; SQUARE],
    kept: [[i32; N]; 6],
}

impl Walks {
    /// `distances[goal][cell]`, [`DEAD`] when there is no way.
    pub fn new(distances: &[Vec<u32>]) -> Self {
        let (rows, cells) = (distances.len(), distances.first().map_or(0, Vec::len));
        let cost = |cell: usize, goal: usize| match distances[goal][cell] {
            DEAD => FAR,
            near => near.min(LONGEST) as i32,
        };
        let costs = (0..cells).flat_map(|cell| (0..rows).map(move |goal| cost(cell, goal))).collect();
        Walks { rows, costs }
    }

    /// Is there no way to any goal from here?
    pub fn is_dead(&self, cell: u32) -> bool {
        self.from(cell).iter().all(|&cost| cost >= FAR)
    }

    #[inline(always)]
    fn from(&self, cell: u32) -> &[i32] {
        &self.costs[cell as usize * self.rows..(cell as usize + 1) * self.rows]
    }

    /// The least total cost if the tokens stand on these cells; [`DEAD`] if there is no way for all goals.
    #[inline]
    pub fn cheapest(&self, at: &[u32]) -> u32 {
        if self.rows > at.len() {
            return DEAD;
        }
        if self.rows == 1 {
            let least = at.iter().map(|&cell| self.costs[cell as usize]).min();
            return least.filter(|&least| least < FAR).map_or(DEAD, |least| least as u32);
        }
        match at.len() {
            0..=8 => self.on_stack::<8, 64>(at),
            9..=16 => self.on_stack::<16, 256>(at),
            many => {
                let mut costs = vec![0; self.rows * many];
                let mut kept = vec![0; 6 * many];
                let mut parts = kept.chunks_exact_mut(many);
                match [(); 6].map(|()| parts.next()) {
                    [Some(u), Some(v), Some(owner), Some(way), Some(least), Some(done)] => {
                        self.assigned(at, &mut costs, [u, v, owner, way, least, done])
                    }
                    _ => 0,
                }
            }
        }
    }

    #[inline]
    fn on_stack<const N: usize, const SQUARE: usize>(&self, at: &[u32]) -> u32 {
        let mut room = Room::<N, SQUARE> { costs: [0; SQUARE], kept: [[0; N]; 6] };
        let columns = at.len();
        let kept = room.kept.each_mut().map(|part| &mut part[..columns]);
        self.assigned(at, &mut room.costs[..self.rows * columns], kept)
    }

    fn assigned(&self, at: &[u32], costs: &mut [i32], kept: [&mut [i32]; 6]) -> u32 {
        let (rows, columns) = (self.rows, at.len());
        let [u, v, owner, way, least, done] = kept;
        owner.fill(-1);
        // side by side, goal by goal, and less the least for each token: with as many tokens as goals each must go
        // somewhere
        for (column, &cell) in at.iter().enumerate() {
            let from = self.from(cell);
            v[column] = if rows == columns { from.iter().copied().min().unwrap_or(FAR) } else { 0 };
            if v[column] >= FAR {
                return DEAD;
            }
            for (goal, &cost) in from.iter().enumerate() {
                costs[goal * columns + column] = cost;
            }
        }
        let mut waiting = 0u128;
        for (goal, row) in costs.chunks_exact(columns).enumerate() {
            let lowest = row.iter().zip(v.iter()).map(|(cost, v)| cost - v).min().unwrap_or(FAR);
            if lowest >= FAR / 2 {
                return DEAD;
            }
            u[goal] = lowest;
            match (0..columns).find(|&column| owner[column] < 0 && row[column] - v[column] == lowest) {
                Some(column) => owner[column] = goal as i32,
                None => waiting |= 1 << goal,
            }
        }
        while waiting != 0 {
            let goal = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let row = &costs[goal * columns..(goal + 1) * columns];
            for column in 0..columns {
                least[column] = row[column] - v[column] - u[goal];
                way[column] = -1;
                done[column] = 0;
            }
            let (mut last, length) = loop {
                let (mut near, mut column) = (i32::MAX, 0);
                for j in 0..columns {
                    if done[j] == 0 && least[j] < near {
                        (near, column) = (least[j], j);
                    }
                }
                if near >= FAR / 2 {
                    return DEAD;
                }
                if owner[column] < 0 {
                    break (column, near);
                }
                done[column] = 1;
                let through = owner[column] as usize;
                let row = &costs[through * columns..(through + 1) * columns];
                let base = near - u[through];
                for j in 0..columns {
                    let cost = base + row[j] - v[j];
                    if done[j] == 0 && cost < least[j] {
                        (least[j], way[j]) = (cost, column as i32);
                    }
                }
            };
            u[goal] += length;
            for j in 0..columns {
                if done[j] != 0 {
                    v[j] += least[j] - length;
                    u[owner[j] as usize] += length - least[j];
                }
            }
            while way[last] >= 0 {
                owner[last] = owner[way[last] as usize];
                last = way[last] as usize;
            }
            owner[last] = goal as i32;
        }
        let total: i32 = (0..columns).filter(|&j| owner[j] >= 0).map(|j| costs[owner[j] as usize * columns + j]).sum();
        total as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_trying_all(walks: &[Vec<u32>], at: &[u32], used: &mut Vec<bool>) -> u32 {
        let Some((first, rest)) = walks.split_first() else { return 0 };
        let mut best = DEAD;
        for i in 0..at.len() {
            if !used[i] && first[at[i] as usize] != DEAD {
                used[i] = true;
                let tail = by_trying_all(rest, at, used);
                used[i] = false;
                if tail != DEAD {
                    best = best.min(first[at[i] as usize] + tail);
                }
            }
        }
        best
    }

    #[test]
    fn assignment_agrees_with_trying_all() {
        let mut seed = 12345u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        for round in 0..6000 {
            let rows = 1 + random(5) as usize;
            let columns = if round % 2 == 0 { rows } else { 1 + random(6) as usize };
            let near = [3, 20][round % 4 / 2];
            let walks: Vec<Vec<u32>> = (0..rows)
                .map(|_| (0..8).map(|_| if random(4) == 0 { DEAD } else { random(near) as u32 }).collect())
                .collect();
            let at: Vec<u32> = (0..columns).map(|_| random(8) as u32).collect();
            let expected = by_trying_all(&walks, &at, &mut vec![false; columns]);
            assert_eq!(Walks::new(&walks).cheapest(&at), expected);
            // the same among tokens that are far from everything, so many that there is another room for them
            if rows < columns && rows > 1 {
                let crowd: Vec<u32> = at.iter().copied().chain([8; 40]).collect();
                let mut walks = walks.clone();
                walks.iter_mut().for_each(|row| row.push(DEAD));
                assert_eq!(Walks::new(&walks).cheapest(&crowd), expected);
                assert_eq!(Walks::new(&walks).cheapest(&crowd[..columns + 9]), expected);
            }
        }
    }
}
