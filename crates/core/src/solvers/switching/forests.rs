//! Two disjoint forests with as many edges as possible: matroid union by augmenting exchanges.
//!
//! An edge x that neither forest can take may still be added: it takes the place of an edge on its path in one forest,
//! which takes the place of another one in the other forest, until one finds room. A search from x labels all edges that
//! could be displaced, breadth first. Both forests are rooted at an end of x; then the labelled edges of each form a tree
//! at the root, and of an edge that is looked at one end is in that tree already, so that one walk from the other end
//! towards the root finds all that is new (Roskind & Tarjan 1985). If nothing has room, the labelled edges are two trees
//! on the same vertices: edges between these need never be tried again.

use crate::error::Result;
use crate::limits::{Control, Ticker};

const NONE: usize = usize::MAX;

/// Disjoint sets of vertices.
pub(super) struct Groups(Vec<u32>);

impl Groups {
    pub fn new(vertices: usize) -> Groups {
        Groups((0..vertices as u32).collect())
    }

    pub fn find(&mut self, vertex: usize) -> usize {
        let mut at = vertex as u32;
        while self.0[at as usize] != at {
            self.0[at as usize] = self.0[self.0[at as usize] as usize];
            at = self.0[at as usize];
        }
        at as usize
    }

    /// False if they were together already.
    pub fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b as u32;
        a != b
    }
}

/// Rooted trees, by parents.
pub(super) struct Forest {
    parents: Vec<usize>,
    /// The edge to the parent.
    edges: Vec<usize>,
}

impl Forest {
    pub fn new(vertices: usize) -> Forest {
        Forest { parents: vec![NONE; vertices], edges: vec![NONE; vertices] }
    }

    /// The parent, and the edge to it; `None` at a root.
    pub fn up(&self, vertex: usize) -> Option<(usize, usize)> {
        (self.parents[vertex] != NONE).then(|| (self.parents[vertex], self.edges[vertex]))
    }

    /// Make a vertex the root of its tree.
    pub fn evert(&mut self, vertex: usize) {
        let (mut at, mut parent, mut edge) = (vertex, NONE, NONE);
        while at != NONE {
            let (above, by) = (self.parents[at], self.edges[at]);
            (self.parents[at], self.edges[at]) = (parent, edge);
            (at, parent, edge) = (above, at, by);
        }
    }

    /// Add an edge between two trees.
    pub fn link(&mut self, edge: usize, [a, b]: [usize; 2]) {
        self.evert(a);
        (self.parents[a], self.edges[a]) = (b, edge);
    }

    fn cut(&mut self, edge: usize, [a, b]: [usize; 2]) {
        let lower = if self.edges[a] == edge { a } else { b };
        (self.parents[lower], self.edges[lower]) = (NONE, NONE);
    }

    /// The vertices that hang from this one.
    pub fn below(&self, top: usize) -> Below {
        const UNKNOWN: u8 = 2;
        let mut known = vec![UNKNOWN; self.parents.len()];
        known[top] = 1;
        let mut walked = Vec::new();
        for start in 0..self.parents.len() {
            let mut at = start;
            while known[at] == UNKNOWN && self.parents[at] != NONE {
                walked.push(at);
                at = self.parents[at];
            }
            let answer = u8::from(known[at] == 1);
            known[at] = answer;
            walked.drain(..).for_each(|vertex| known[vertex] = answer);
        }
        Below(known)
    }
}

pub(super) struct Below(Vec<u8>);

impl Below {
    pub fn contains(&self, vertex: usize) -> bool {
        self.0[vertex] == 1
    }
}

pub(super) struct Forests<'g> {
    ends: &'g [[usize; 2]],
    forests: [Forest; 2],
    /// The forest of each edge.
    homes: Vec<Option<u8>>,
    /// Vertices between which no edge can be added any more.
    clumps: Groups,
    /// The searches so far, by which marks of earlier ones are told apart.
    search: u32,
    /// By forest and vertex: the search that has reached it.
    reached: [Vec<u32>; 2],
    /// What each labelled edge would make room for.
    makes_room_for: Vec<usize>,
    queue: Vec<usize>,
    path: Vec<usize>,
}

impl<'g> Forests<'g> {
    pub fn new(vertices: usize, ends: &'g [[usize; 2]]) -> Forests<'g> {
        Forests {
            ends,
            forests: [Forest::new(vertices), Forest::new(vertices)],
            homes: vec![None; ends.len()],
            clumps: Groups::new(vertices),
            search: 0,
            reached: [vec![0; vertices], vec![0; vertices]],
            makes_room_for: vec![NONE; ends.len()],
            queue: Vec::new(),
            path: Vec::new(),
        }
    }

    pub fn home(&self, edge: usize) -> Option<usize> {
        self.homes[edge].map(usize::from)
    }

    pub fn forest(&self, number: usize) -> &Forest {
        &self.forests[number]
    }

    /// The edges that the last search has labelled, by forest.
    pub fn labelled(&self) -> [Vec<usize>; 2] {
        [0, 1].map(|k| self.queue.iter().copied().filter(|&edge| self.home(edge) == Some(k)).collect())
    }

    /// Add as many of the first edges as possible.
    pub fn fill(&mut self, edges: usize, control: &Control) -> Result<()> {
        let vertices = self.reached[0].len();
        let mut groups = [Groups::new(vertices), Groups::new(vertices)];
        let mut left = Vec::new();
        for edge in 0..edges {
            let [a, b] = self.ends[edge];
            // by turns, so that neither forest gets the first choice everywhere
            match [edge % 2, 1 - edge % 2].into_iter().find(|&k| groups[k].join(a, b)) {
                Some(k) => self.put(edge, k),
                None => left.push(edge),
            }
        }
        for edge in left {
            let [a, b] = self.ends[edge];
            if self.clumps.find(a) != self.clumps.find(b) {
                self.augment(edge, control)?;
            }
        }
        Ok(())
    }

    fn put(&mut self, edge: usize, k: usize) {
        if let Some(home) = self.home(edge) {
            self.forests[home].cut(edge, self.ends[edge]);
        }
        self.forests[k].link(edge, self.ends[edge]);
        self.homes[edge] = Some(k as u8);
    }

    /// Add an edge, displacing others; false if that is impossible.
    pub fn augment(&mut self, added: usize, control: &Control) -> Result<bool> {
        let mut ticker = control.ticker();
        ticker.tick()?;
        self.search += 1;
        let root = self.ends[added][0];
        for k in 0..2 {
            self.forests[k].evert(root);
            self.reached[k][root] = self.search;
        }
        self.queue.clear();
        self.queue.push(added);
        let mut next = 0;
        while let Some(&edge) = self.queue.get(next) {
            next += 1;
            for k in 0..2 {
                if self.home(edge) != Some(k) && self.has_room(edge, k, &mut ticker)? {
                    self.exchange(edge, k);
                    return Ok(true);
                }
            }
        }
        for &edge in &self.queue {
            self.clumps.join(self.ends[edge][0], self.ends[edge][1]);
        }
        Ok(false)
    }

    /// Can this forest take the edge as it is? If not, the edges on its path there are labelled, those nearest to the root
    /// first.
    fn has_room(&mut self, edge: usize, k: usize, ticker: &mut Ticker) -> Result<bool> {
        let [a, b] = self.ends[edge];
        let mut at = if self.reached[k][a] == self.search { b } else { a };
        self.path.clear();
        while self.reached[k][at] != self.search {
            ticker.glance()?;
            if self.forests[k].parents[at] == NONE {
                return Ok(true);
            }
            self.path.push(at);
            at = self.forests[k].parents[at];
        }
        for &vertex in self.path.iter().rev() {
            let displaced = self.forests[k].edges[vertex];
            self.reached[k][vertex] = self.search;
            self.makes_room_for[displaced] = edge;
            self.queue.push(displaced);
        }
        Ok(false)
    }

    /// An edge goes to this forest, the one that it makes room for takes its place, and so on.
    fn exchange(&mut self, edge: usize, k: usize) {
        let (mut edge, mut k) = (edge, k);
        loop {
            let home = self.home(edge);
            self.put(edge, k);
            match home {
                None => return,
                Some(freed) => (edge, k) = (self.makes_room_for[edge], freed),
            }
        }
    }
}
