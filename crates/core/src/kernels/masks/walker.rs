//! The usual case of free moves: one walker steps to adjacent empty cells, and that is all that costs nothing.
//!
//! Then the positions that free moves lead to are the position with the walker anywhere in its region, and the region
//! is a flood fill. Every cell on which the walker may stand has a bit that is set only by him, its *place*; a region is
//! a set of places, and a step of the fill takes one place and adds all that are next to it and empty at once. Which
//! cells are empty is seen for all of them together: the bits in which the position differs from the empty board,
//! shifted onto the places. The representative is the position with the walker on the first place of his region.
//!
//! Where steps do cost something, the same flood fill gives the distance to every cell, and a walk followed by another
//! move is one move of that cost; positions in the middle of a walk need not be searched. Such moves are found from
//! what stands beside the walker ([`Strokes`]): a rewrite is tried on the board without him, and whether he gets to where
//! it needs him is one bit of his region.

use super::Mask;
use super::anchors::Anchors;
use super::components::Relaxed;
use super::spec::{Cell, Change, Rewrite, Spec};
use crate::bits::Bits;

pub struct Walker<const W: usize> {
    symbol: u16,
    /// The places of cells that may be empty.
    places: Bits<W>,
    /// All places.
    planes: Bits<W>,
    /// The board with every cell empty.
    vacant: Bits<W>,
    /// Which bits, shifted by how much (downwards if so), come to lie on the places of their cells.
    folds: Vec<(Bits<W>, usize, bool)>,
    /// By place: where one step leads.
    near: Vec<Bits<W>>,
    /// By place: the bits in which the empty cell and the walker on it differ.
    there: Vec<Bits<W>>,
    /// By place: all bits of its cell.
    whole: Vec<Bits<W>>,
    /// By cell.
    place_of: Vec<Option<u32>>,
    /// The steps from each place, and their rewrites.
    steps: Vec<Vec<(u32, u32)>>,
}

/// Where the walker gets, and the board without him.
pub struct Region<const W: usize> {
    pub places: Bits<W>,
    pub board: Bits<W>,
}

impl<const W: usize> Walker<W> {
    /// The walker of a puzzle in which `free` are the rewrites without cost; `None` when they say something else.
    pub fn of(spec: &Spec, cells: &[Cell], free: &[u32]) -> Option<Self> {
        let first = &spec.rewrites[*free.first()? as usize].changes;
        let (symbol, empty) = first.first()?.single()?;
        if symbol == empty {
            return None;
        }
        // What the walker does elsewhere must not change how many there are.
        let counts = |(before, after): (u16, u16)| i32::from(after == symbol) - i32::from(before == symbol);
        let gained = |r: &Rewrite| r.changes.iter().filter_map(Change::single).map(counts).sum::<i32>();
        if spec.rewrites.iter().any(|r| !r.is_plain() || gained(r) != 0) {
            return None;
        }
        let bits = W * 64;
        let mut walker = Walker {
            symbol,
            places: Bits::default(),
            planes: Bits::default(),
            vacant: Bits::default(),
            folds: Vec::new(),
            near: vec![Bits::default(); bits],
            there: vec![Bits::default(); bits],
            whole: vec![Bits::default(); bits],
            place_of: vec![None; cells.len()],
            steps: vec![Vec::new(); bits],
        };
        for (number, cell) in cells.iter().enumerate() {
            let Some(own) = cell.code(symbol) else { continue };
            let others = (0..cell.symbols.len() as u64).filter(|&c| c != own).fold(0, |all, c| all | c);
            let unique = own & !others;
            if unique == 0 {
                return None;
            }
            let place = cell.offset + unique.trailing_zeros();
            walker.planes.set(place as usize);
            walker.place_of[number] = Some(place);
            let Some(empty) = cell.code(empty) else { continue };
            walker.places.set(place as usize);
            super::put(&mut walker.whole[place as usize], cell, (1 << cell.width) - 1);
            super::put(&mut walker.vacant, cell, empty);
            super::put(&mut walker.there[place as usize], cell, empty ^ own);
            for bit in cell.offset..cell.offset + cell.width {
                let (by, down) = (bit.abs_diff(place) as usize, bit > place);
                let fold = match walker.folds.iter_mut().find(|fold| (fold.1, fold.2) == (by, down)) {
                    Some(fold) => fold,
                    None => {
                        walker.folds.push((Bits::default(), by, down));
                        walker.folds.last_mut()?
                    }
                };
                fold.0.set(bit as usize);
            }
        }
        for &m in free {
            let [from, to] = &spec.rewrites[m as usize].changes[..] else { return None };
            if from.single() != Some((symbol, empty)) || to.single() != Some((empty, symbol)) {
                return None;
            }
            let (from, to) = (walker.place_of[from.cell as usize]?, walker.place_of[to.cell as usize]?);
            walker.near[from as usize].set(to as usize);
            walker.steps[from as usize].push((to, m));
        }
        Some(walker)
    }

    /// Does it make no difference to a test of these bits where the walker stands?
    pub fn hidden_from(&self, care: &Bits<W>) -> bool {
        self.there.iter().all(|there| !there.meets(care))
    }

    /// The places that are empty. Where the walker stands is not.
    #[inline(always)]
    fn free(&self, position: &Bits<W>) -> Bits<W> {
        self.without(&(*position ^ self.vacant))
    }

    /// The places of cells without any of these bits.
    #[inline(always)]
    fn without(&self, bits: &Bits<W>) -> Bits<W> {
        let mut taken = Bits::default();
        for (mask, by, down) in &self.folds {
            let bits = *bits & *mask;
            taken = taken | if *down { bits.shifted_down(*by) } else { bits.shifted_up(*by) };
        }
        self.places & !taken
    }

    /// The walker's own place; `None` unless there is exactly one walker.
    #[inline(always)]
    fn own(&self, position: &Bits<W>) -> Option<usize> {
        let mut walkers = (*position & self.planes).ones();
        let own = walkers.next()?;
        if walkers.next().is_some() { None } else { Some(own) }
    }

    /// `layer` is told the places at each distance, from 1 on.
    #[inline(always)]
    fn flood(&self, position: &Bits<W>, own: usize, mut layer: impl FnMut(&Bits<W>)) -> Bits<W> {
        let mut seen = Bits::default();
        seen.set(own);
        self.fill(seen, self.free(position), &mut layer)
    }

    #[inline(always)]
    fn fill(&self, start: Bits<W>, free: Bits<W>, layer: &mut impl FnMut(&Bits<W>)) -> Bits<W> {
        let (mut seen, mut left) = (start, free & !start);
        let mut near = Bits::default();
        for place in start.ones() {
            near = near | self.near[place];
        }
        let mut new = near & left;
        while !new.is_empty() {
            layer(&new);
            seen = seen | new;
            left = left & !new;
            let mut near = Bits::default();
            for place in new.ones() {
                near = near | self.near[place];
            }
            new = near & left;
        }
        seen
    }

    #[inline(always)]
    pub fn region(&self, position: &Bits<W>) -> Option<Region<W>> {
        let own = self.own(position)?;
        let places = self.flood(position, own, |_| {});
        Some(Region { places, board: *position ^ self.there[own] })
    }

    /// The same, and the number of steps to each place.
    fn measured(&self, position: &Bits<W>) -> Option<(Region<W>, Vec<u32>)> {
        let own = self.own(position)?;
        let (mut distance, mut far) = (0, vec![0; W * 64]);
        let places = self.flood(position, own, |layer| {
            distance += 1;
            layer.ones().for_each(|place| far[place] = distance);
        });
        Some((Region { places, board: *position ^ self.there[own] }, far))
    }

    /// The walker's own place, as a set.
    #[inline(always)]
    pub fn start(&self, position: &Bits<W>) -> Option<Bits<W>> {
        let mut start = Bits::default();
        start.set(self.own(position)?);
        Some(start)
    }

    /// Where the walker gets from these places if he may go wherever none of these bits is in his way.
    #[inline(always)]
    pub fn reach(&self, start: Bits<W>, obstacles: &Bits<W>) -> Bits<W> {
        self.fill(start, self.without(obstacles), &mut |_| {})
    }

    /// Close a relaxation under the walker's steps, at once: where he may stand he may leave for a cell that may be
    /// empty.
    pub fn spread(&self, relaxed: &mut Relaxed<W>) {
        let blocked = (self.vacant & !relaxed.ones) | (!self.vacant & !relaxed.zeros);
        let start = relaxed.ones & self.planes;
        let places = self.fill(start, self.without(&blocked), &mut |_| {});
        if places == start {
            return;
        }
        for place in (places & self.places).ones() {
            let whole = self.whole[place];
            let (empty, walker) = (self.vacant & whole, (self.vacant & whole) ^ self.there[place]);
            relaxed.ones = relaxed.ones | empty | walker;
            relaxed.zeros = relaxed.zeros | (whole & !(empty & walker));
        }
    }

    /// The board with the walker on a place.
    #[inline(always)]
    pub fn on(&self, board: &Bits<W>, place: usize) -> Bits<W> {
        *board ^ self.there[place]
    }

    /// The positions with the walker on each place of his region.
    #[cfg(test)]
    pub fn positions(&self, position: &Bits<W>) -> Option<Vec<Bits<W>>> {
        let Region { places, board, .. } = self.region(position)?;
        Some(places.ones().map(|place| self.on(&board, place)).collect())
    }

    #[inline(always)]
    pub fn canonical(&self, position: &Bits<W>) -> Option<Bits<W>> {
        let Region { places, board, .. } = self.region(position)?;
        Some(self.on(&board, places.lowest()))
    }

    /// The rewrites of a shortest walk to a place.
    fn walk(&self, position: &Bits<W>, to: usize) -> Option<Vec<u32>> {
        let own = self.own(position)?;
        let free = self.free(position);
        let mut from: Vec<Option<(u32, u32)>> = vec![None; W * 64];
        let mut queue = vec![own as u32];
        let mut next = 0;
        while from[to].is_none() && own != to {
            let here = *queue.get(next)?;
            next += 1;
            for &(there, m) in &self.steps[here as usize] {
                if there as usize != own && free.get(there as usize) && from[there as usize].is_none() {
                    from[there as usize] = Some((here, m));
                    queue.push(there);
                }
            }
        }
        let (mut at, mut walk) = (to, Vec::new());
        while let Some((before, m)) = from[at] {
            walk.push(m);
            at = before as usize;
        }
        walk.reverse();
        Some(walk)
    }
}

/// Moves that need the walker on a certain place, as masks of the board without him.
pub struct Strokes<const W: usize> {
    masks: Vec<Mask<W>>,
    /// Where the walker must stand for each.
    needs: Vec<u32>,
    anchors: Anchors<W>,
    /// Each leaves the walker where he is or takes him to where a step would.
    are_steps: bool,
}

impl<const W: usize> Strokes<W> {
    /// `None` if one of these rewrites needs no walker.
    pub fn of(walker: &Walker<W>, spec: &Spec, masks: &[Mask<W>], chosen: &[u32]) -> Option<Self> {
        let mut strokes = masks.to_vec();
        let mut needs = vec![0; masks.len()];
        let mut are_steps = true;
        for &m in chosen {
            let starts = |change: &&Change| change.single().is_some_and(|(before, _)| before == walker.symbol);
            let mut start = spec.rewrites[m as usize].changes.iter().filter(starts);
            let (Some(change), None) = (start.next(), start.next()) else { return None };
            let place = walker.place_of[change.cell as usize]?;
            needs[m as usize] = place;
            let ends = |change: &&Change| change.single().is_some_and(|(_, after)| after == walker.symbol);
            let end = spec.rewrites[m as usize].changes.iter().find(ends)?;
            let end = walker.place_of[end.cell as usize]?;
            are_steps &= end == place || walker.near[place as usize].get(end as usize);
            let there = walker.there[place as usize];
            let mask = &mut strokes[m as usize];
            mask.want = mask.want ^ (there & mask.care);
            mask.flip = mask.flip ^ (there & mask.keep);
        }
        let anchors = Anchors::new(&strokes, chosen.iter().copied());
        Some(Strokes { masks: strokes, needs, anchors, are_steps })
    }

    pub fn are_steps(&self) -> bool {
        self.are_steps
    }

    /// Where the walker must stand for one of these rewrites.
    pub fn place(&self, number: usize) -> u32 {
        self.needs[number]
    }

    /// Every such move from the walker's region: the rewrite, where it leads, and the place that it starts from.
    #[inline(always)]
    pub fn each(&self, region: &Region<W>, mut visit: impl FnMut(u32, Bits<W>, usize)) {
        self.anchors.each_legal(&region.board, |m| {
            let place = self.needs[m as usize] as usize;
            if region.places.get(place) {
                visit(m, self.masks[m as usize].apply(&region.board), place);
            }
        });
    }

    /// The same with the steps that the walker takes first.
    pub fn each_measured(
        &self,
        walker: &Walker<W>,
        position: &Bits<W>,
        mut visit: impl FnMut(u32, Bits<W>, u32),
    ) -> bool {
        let Some((region, far)) = walker.measured(position) else { return false };
        self.each(&region, |m, there, place| visit(m, there, far[place]));
        true
    }

    /// The steps and the rewrite after them that lead to a position, as few as possible.
    pub fn rewrites(&self, walker: &Walker<W>, from: &Bits<W>, to: &Bits<W>) -> Option<Vec<u32>> {
        let (region, far) = walker.measured(from)?;
        let mut nearest: Option<(u32, u32, usize)> = None;
        self.each(&region, |m, there, place| {
            let found = (far[place], m, place);
            if there == *to && nearest.is_none_or(|known| found < known) {
                nearest = Some(found);
            }
        });
        let (_, m, place) = nearest?;
        let mut rewrites = walker.walk(from, place)?;
        rewrites.push(m);
        Some(rewrites)
    }
}
