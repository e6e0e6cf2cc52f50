//! Variables in a row, of which the one that was in a conflict last is chosen first; at the beginning the lowest number.
//!
//! Compared with a heap of scores the search takes as many conflicts, and choices cost next to nothing, of which easy
//! models have many more than conflicts (Biere & Fröhlich 2015 compare both).

/// A ring, in which 0, which is no variable, stands before the first and after the last; and a place in it behind which
/// no variable is open.
pub struct Queue {
    before: Vec<u32>,
    after: Vec<u32>,
    /// When a variable came to its place; later ones stand behind it.
    since: Vec<u64>,
    place: u32,
    now: u64,
}

impl Queue {
    /// All variables from 1 to a number.
    pub fn new(variables: usize) -> Self {
        let number = variables as u32;
        let mut before: Vec<u32> = (1..=number + 1).collect();
        before[variables] = 0;
        let after = std::iter::once(number).chain(0..number).collect();
        let since = std::iter::once(0).chain((1..=u64::from(number)).rev()).collect();
        Queue { place: before[0], before, after, since, now: u64::from(number) }
    }

    /// When a variable came to its place.
    pub fn since(&self, variable: u32) -> u64 {
        self.since[variable as usize]
    }

    /// A variable is open again.
    pub fn insert(&mut self, variable: u32) {
        if self.since(variable) > self.since(self.place) {
            self.place = variable;
        }
    }

    /// The last variable that may be open, which will not be any more.
    pub fn pop(&mut self) -> Option<u32> {
        let found = Some(self.place).filter(|&variable| variable != 0)?;
        self.place = self.before[found as usize];
        Some(found)
    }

    /// A variable that is not open goes to the end.
    pub fn raise(&mut self, variable: u32) {
        if self.place == variable {
            self.place = self.before[variable as usize];
        }
        let [before, after] = [&self.before, &self.after].map(|near| near[variable as usize]);
        self.after[before as usize] = after;
        self.before[after as usize] = before;
        let last = self.before[0];
        self.after[last as usize] = variable;
        self.before[variable as usize] = last;
        self.after[variable as usize] = 0;
        self.before[0] = variable;
        self.now += 1;
        self.since[variable as usize] = self.now;
    }
}
