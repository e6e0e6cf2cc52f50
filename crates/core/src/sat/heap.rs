//! Variables, of which the one with the highest score comes first; among equal ones the lowest number.

/// A binary heap in which scores can rise.
pub struct Heap {
    score: Vec<f64>,
    /// Variables; each is not before its parent, whose place is half of its own.
    order: Vec<u32>,
    place: Vec<u32>,
}

const AWAY: u32 = u32::MAX;
const HIGHEST: f64 = 1e100;

impl Heap {
    /// All variables from 1 to a number.
    pub fn new(variables: usize) -> Self {
        let mut place: Vec<u32> = vec![AWAY; variables + 1];
        for (variable, at) in place.iter_mut().enumerate().skip(1) {
            *at = variable as u32 - 1;
        }
        Heap { score: vec![0.0; variables + 1], order: (1..=variables as u32).collect(), place }
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (one, two) = (self.score[a as usize], self.score[b as usize]);
        one > two || (one == two && a < b)
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.order[at] = variable;
        self.place[variable as usize] = at as u32;
    }

    fn up(&mut self, mut at: usize) {
        let variable = self.order[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(variable, self.order[parent]) {
                break;
            }
            self.put(at, self.order[parent]);
            at = parent;
        }
        self.put(at, variable);
    }

    /// Fill the first place: of two children the one before the other goes up, down to a leaf, where this variable begins
    /// its way up. It came from the end, so that it mostly stays there.
    fn fill(&mut self, variable: u32) {
        let mut at = 0;
        loop {
            let left = 2 * at + 1;
            let best = match (self.order.get(left), self.order.get(left + 1)) {
                (Some(&one), Some(&other)) => left + usize::from(self.before(other, one)),
                (Some(_), None) => left,
                _ => break,
            };
            self.put(at, self.order[best]);
            at = best;
        }
        self.put(at, variable);
        self.up(at);
    }

    pub fn insert(&mut self, variable: u32) {
        if self.place[variable as usize] == AWAY {
            self.order.push(variable);
            self.place[variable as usize] = self.order.len() as u32 - 1;
            self.up(self.order.len() - 1);
        }
    }

    pub fn pop(&mut self) -> Option<u32> {
        let first = *self.order.first()?;
        self.place[first as usize] = AWAY;
        if let Some(last) = self.order.pop()
            && last != first
        {
            self.fill(last);
        }
        Some(first)
    }

    /// True if all scores were made smaller, by 1e-100, so that none becomes too large.
    pub fn raise(&mut self, variable: u32, by: f64) -> bool {
        self.score[variable as usize] += by;
        let high = self.score[variable as usize] > HIGHEST;
        if high {
            for score in &mut self.score {
                *score /= HIGHEST;
            }
        }
        let at = self.place[variable as usize];
        if at != AWAY {
            self.up(at as usize);
        }
        high
    }
}
