//! Areas of cells with equal numbers, each number the size of its area, as clauses.
//!
//! Every cell belongs to the first cell of its area, and neighbours with equal numbers to the same one. All cells of an
//! area come after its first one, so that a cell can belong only to those from which it can be reached over later
//! cells, in fewer steps than the area has cells.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sat::cuts::Edge;
use crate::sat::{Lit, Model};
use std::collections::{HashMap, VecDeque};

/// Areas are connected by clauses if cells times steps are no more than this.
const LAYERS: usize = 5_000;

/// Things and their literals, in order.
type Row = Vec<(u32, Lit)>;

fn of(row: &Row, thing: u32) -> Option<Lit> {
    row.binary_search_by_key(&thing, |&(each, _)| each).ok().map(|at| row[at].1)
}

impl Model {
    /// For each cell its possible numbers, in order, with their literals; and the cells that are neighbours. Cells whose
    /// number is known had better come first: then it is known how many belong to them. Elsewhere adders count.
    pub fn self_sized(&mut self, numbers: &[Row], pairs: &[(u32, u32)], control: &Control) -> Result<()> {
        let size = numbers.len();
        for row in numbers {
            self.known(&row.iter().map(|&(_, lit)| lit).collect::<Vec<_>>())?;
            if row.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
                return Err(Error::invalid("the numbers of a cell are not in order"));
            }
        }
        let mut beside: Vec<Vec<u32>> = vec![Vec::new(); size];
        for &(a, b) in pairs {
            if a as usize >= size || b as usize >= size || a == b {
                return Err(Error::invalid(format!("no neighbours {a} and {b} among {size} cells")));
            }
            beside[a as usize].push(b);
            beside[b as usize].push(a);
        }
        let members = self.belonging(numbers, &beside, control)?;
        let mut firsts: Vec<Row> = vec![Vec::new(); size];
        for (first, row) in (0..).zip(&members) {
            for &(cell, lit) in row {
                firsts[cell as usize].push((first, lit));
            }
        }
        let mut ticker = control.ticker();
        for row in &firsts {
            ticker.glance()?;
            self.count(&row.iter().map(|&(_, lit)| lit).collect::<Vec<_>>(), 1, 1, control)?;
        }
        for &(a, b) in pairs {
            ticker.glance()?;
            control.memory(self.bytes())?;
            let equal = self.variable();
            for rows in [numbers, &firsts[..]] {
                self.same(equal, &rows[a as usize], &rows[b as usize]);
            }
        }
        for (near, row) in beside.iter().zip(numbers) {
            for &(n, lit) in row.iter().filter(|&&(n, _)| n > 1) {
                let mut clause = vec![-lit];
                clause.extend(near.iter().filter_map(|&each| of(&numbers[each as usize], n)));
                self.clause(&clause);
            }
        }
        let mut place: Vec<u32> = vec![u32::MAX; size];
        for (first, row) in members.iter().enumerate() {
            ticker.glance()?;
            control.memory(self.bytes())?;
            let Some(&(_, own)) = row.first() else { continue };
            for (at, &(cell, _)) in (0..).zip(row) {
                place[cell as usize] = at;
            }
            self.area(&numbers[first], row, own, (&beside, &place), control)?;
            for &(cell, _) in row {
                place[cell as usize] = u32::MAX;
            }
        }
        Ok(())
    }

    /// For each cell the cells that can belong to it, itself before all others, with new literals that they do.
    fn belonging(&mut self, numbers: &[Row], beside: &[Vec<u32>], control: &Control) -> Result<Vec<Row>> {
        let mut ticker = control.ticker();
        let size = numbers.len();
        let mut cells: HashMap<u32, Vec<u32>> = HashMap::new();
        for (cell, row) in (0..).zip(numbers) {
            for &(n, _) in row {
                cells.entry(n).or_default().push(cell);
            }
        }
        // numbers that the same cells can have reach furthest by the largest of them
        let mut names: HashMap<&[u32], u32> = HashMap::new();
        let mut name_of: HashMap<u32, u32> = HashMap::new();
        for (&n, cells) in &cells {
            let next = names.len() as u32;
            name_of.insert(n, *names.entry(&cells[..]).or_insert(next));
        }
        let mut members: Vec<Row> = Vec::with_capacity(size);
        let mut steps: Vec<u32> = vec![u32::MAX; size];
        for (first, row) in (0..).zip(numbers) {
            let mut largest: HashMap<u32, u32> = HashMap::new();
            for (n, _) in row {
                let most = largest.entry(name_of[n]).or_insert(*n);
                *most = *n.max(most);
            }
            let mut found: Vec<u32> = Vec::new();
            for &n in largest.values() {
                let mut reached = vec![first];
                steps[first as usize] = 0;
                let mut next = 0;
                while let Some(&here) = reached.get(next) {
                    ticker.glance()?;
                    next += 1;
                    let far = steps[here as usize] + 1;
                    if far >= n {
                        break;
                    }
                    for &near in &beside[here as usize] {
                        let fits = near > first && of(&numbers[near as usize], n).is_some();
                        if fits && steps[near as usize] == u32::MAX {
                            steps[near as usize] = far;
                            reached.push(near);
                        }
                    }
                }
                for &cell in &reached {
                    steps[cell as usize] = u32::MAX;
                }
                found.append(&mut reached);
            }
            found.sort_unstable();
            found.dedup();
            let lit = self.new_variables(found.len())?;
            members.push(found.into_iter().zip(lit..).collect());
        }
        Ok(members)
    }

    /// Whether two cells have the same of these things; each has exactly one.
    fn same(&mut self, equal: Lit, a: &Row, b: &Row) {
        for (one, other) in [(a, b), (b, a)] {
            for &(thing, lit) in one {
                match of(other, thing) {
                    Some(there) => self.clause(&[-equal, -lit, there]),
                    None => self.clause(&[-equal, -lit]),
                }
            }
        }
        for &(thing, lit) in a {
            if let Some(there) = of(b, thing) {
                self.clause(&[equal, -lit, -there]);
            }
        }
    }

    /// The cells that belong to the first of them, if it belongs to itself: all are connected, and as many as its number
    /// says.
    fn area(
        &mut self,
        numbers: &Row,
        members: &Row,
        own: Lit,
        (beside, place): (&[Vec<u32>], &[u32]),
        control: &Control,
    ) -> Result<()> {
        let near = |cell: u32| beside[cell as usize].iter().filter(|&&each| place[each as usize] != u32::MAX);
        for &(cell, lit) in &members[1..] {
            self.clause(&[-lit, own]);
            let mut clause = vec![-lit];
            clause.extend(near(cell).map(|&each| members[place[each as usize] as usize].1));
            self.clause(&clause);
        }
        let lits: Vec<Lit> = members.iter().map(|&(_, lit)| lit).collect();
        if let [(n, _)] = numbers[..] {
            let mut all = lits.clone();
            all.extend((0..n).map(|_| -own));
            self.count(&all, n as usize, n as usize, control)?;
            if n as usize * members.len() <= LAYERS {
                self.layers(n, members, (beside, place));
                return Ok(());
            }
        }
        let mut edges = Vec::new();
        for (at, &(cell, _)) in (0..).zip(members) {
            for &each in near(cell) {
                if place[each as usize] > at {
                    edges.push(Edge { ends: [at, place[each as usize]], lit: None });
                }
            }
        }
        self.connected(lits.iter().copied().map(Some).collect(), edges)?;
        if numbers.len() > 1 {
            let bits = self.total(lits);
            for &(n, lit) in numbers {
                if n.checked_shr(bits.len() as u32).is_some_and(|more| more > 0) {
                    self.clause(&[-own, -lit]);
                }
                for (place, &bit) in bits.iter().enumerate() {
                    let one = n.checked_shr(place as u32).is_some_and(|rest| rest & 1 == 1);
                    self.clause(&[-own, -lit, if one { bit } else { -bit }]);
                }
            }
        }
        Ok(())
    }

    /// Every member is reached from the first in fewer steps than there are members.
    fn layers(&mut self, size: u32, members: &Row, (beside, place): (&[Vec<u32>], &[u32])) {
        // by member: that it is reached in so many steps; 0 if it cannot be
        let mut before: Vec<Lit> = vec![0; members.len()];
        before[0] = members[0].1;
        for step in 1..size {
            let mut now: Vec<Lit> = vec![0; members.len()];
            now[0] = members[0].1;
            for (at, &(cell, member)) in members.iter().enumerate().skip(1) {
                let near = beside[cell as usize].iter().map(|&each| place[each as usize]);
                let near = near.filter(|&each| each != u32::MAX).map(|each| before[each as usize]);
                let from: Vec<Lit> = near.chain([before[at]]).filter(|&lit| lit != 0).collect();
                if from.is_empty() {
                    continue;
                }
                now[at] = if step < size - 1 { self.variable() } else { member };
                if now[at] != member {
                    self.clause(&[-now[at], member]);
                }
                self.clause(&from.into_iter().chain([-now[at]]).collect::<Vec<_>>());
            }
            before = now;
        }
        for (&lit, &(_, member)) in before.iter().zip(members) {
            if lit == 0 {
                self.clause(&[-member]);
            }
        }
    }

    /// How many are true, as a binary number, the lowest digit first.
    fn total(&mut self, lits: Vec<Lit>) -> Vec<Lit> {
        let mut bits = Vec::new();
        let mut lits = VecDeque::from(lits);
        while !lits.is_empty() {
            let mut carries = VecDeque::new();
            while lits.len() > 1 {
                let (low, high) = (self.variable(), self.variable());
                match (lits.pop_front(), lits.pop_front(), lits.pop_front()) {
                    (Some(a), Some(b), Some(c)) => {
                        for [x, y, z, sum] in [[-a, -b, -c, low], [-a, b, c, low], [a, -b, c, low], [a, b, -c, low]] {
                            self.clause(&[x, y, z, sum]);
                            self.clause(&[-x, -y, -z, -sum]);
                        }
                        for [x, y] in [[a, b], [a, c], [b, c]] {
                            self.clause(&[-x, -y, high]);
                            self.clause(&[x, y, -high]);
                        }
                    }
                    (Some(a), Some(b), None) => {
                        for clause in [[-a, b, low], [a, -b, low], [a, b, -low], [-a, -b, -low], [-a, -b, high]] {
                            self.clause(&clause);
                        }
                        self.clause(&[a, -high]);
                        self.clause(&[b, -high]);
                    }
                    _ => {}
                }
                lits.push_back(low);
                carries.push_back(high);
            }
            bits.extend(lits.pop_front());
            lits = carries;
        }
        bits
    }
}
