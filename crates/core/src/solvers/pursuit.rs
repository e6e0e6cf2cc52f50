//! Cops and Robbers on one graph with a fixed number of cops: who wins everywhere, and in how many plies.
//!
//! A place of the cops is a multiset of vertices. For each there are two sets of the robber's vertices: those where the
//! cops win with the cops to move, and those where they win with the robber to move. Both are filled backwards from the
//! captures, one ply at a time, and only what is new is looked at again, so that the ply in which a state is settled is
//! the number of plies to the capture under best play.
//!
//! The cops' plies are taken back one cop at a time, for all vertices of the robber at once. For that the sets that are
//! new are spread on a table of all ordered places (`n^k` sets); going along each of its axes in turn takes one cop from
//! where it stands to where it may have come from. The robber's plies are taken back from the vertices that are new: a
//! vertex before them is lost if all its moves lead to lost ones, which is one comparison of sets. So the work is
//! proportional to `k n^k` sets a ply, and besides to edges times places; no move of several cops is ever listed.

use crate::error::{Error, LimitKind, Result};
use crate::limits::{Control, Ticker};

/// What happens to a player who must move and cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// A token that has no move stays where it is.
    Stays,
    Loses,
    Wins,
}

impl Stuck {
    pub fn named(word: &str) -> Result<Self> {
        match word {
            "stays" => Ok(Stuck::Stays),
            "loses" => Ok(Stuck::Loses),
            "wins" => Ok(Stuck::Wins),
            _ => Err(Error::Invalid(format!("no rule for stuck players is called {word}"))),
        }
    }
}

/// The rules besides the graph.
#[derive(Clone, Copy, Debug)]
pub struct Chase {
    pub cops: usize,
    pub cops_pass: bool,
    pub robber_passes: bool,
    /// One cop moves in a turn, not all of them.
    pub one: bool,
    pub stuck: Stuck,
}

const NEVER: u16 = u16::MAX;

/// Bits of a set of vertices.
fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(number, &word)| {
        std::iter::successors((word != 0).then_some(word), |rest| Some(rest & (rest - 1)).filter(|&rest| rest != 0))
            .map(move |rest| 64 * number + rest.trailing_zeros() as usize)
    })
}

fn insert(set: &mut [u64], bit: usize) {
    set[bit / 64] |= 1 << (bit % 64);
}

/// Numbers of multisets: of size i + 1 with the greatest member v there are `below[i][v]` before it.
struct Places {
    vertices: usize,
    cops: usize,
    below: Vec<Vec<usize>>,
    number: usize,
}

impl Places {
    /// `None` if there are too many to count.
    fn new(vertices: usize, cops: usize) -> Option<Self> {
        let mut below: Vec<Vec<usize>> = Vec::new();
        for size in 0..cops {
            let mut row = vec![0usize];
            for v in 0..vertices {
                // multisets with members up to v: those with members below v, and v with one member less
                let with = if size == 0 { 1 } else { below[size - 1][v + 1] };
                row.push(row[v].checked_add(with)?);
            }
            below.push(row);
        }
        let number = below.last()?[vertices];
        Some(Places { vertices, cops, below, number })
    }

    /// The number of a sorted place.
    fn rank(&self, place: &[usize]) -> usize {
        place.iter().enumerate().map(|(i, &v)| self.below[i][v]).sum()
    }

    fn first(&self) -> Vec<usize> {
        vec![0; self.cops]
    }

    /// The next sorted place in the order of their numbers.
    fn advance(&self, place: &mut [usize]) {
        let step = (0..place.len()).find(|&i| i + 1 == place.len() || place[i] < place[i + 1]).unwrap_or(0);
        place[step] += 1;
        place[..step].fill(0);
    }

    /// The number of an ordered place.
    fn index(&self, place: &[usize]) -> usize {
        place.iter().rev().fold(0, |all, &v| all * self.vertices + v)
    }
}

/// The next ordering of a sequence in alphabetical order; false after the last.
fn permute(place: &mut [usize]) -> bool {
    let Some(i) = (1..place.len()).rev().find(|&i| place[i - 1] < place[i]) else { return false };
    if let Some(j) = (i..place.len()).rev().find(|&j| place[j] > place[i - 1]) {
        place.swap(i - 1, j);
    }
    place[i..].reverse();
    true
}

/// Everything about one graph and one number of cops.
pub struct Pursuit {
    rules: Chase,
    places: Places,
    words: usize,
    /// Where the robber can go from each vertex, passes included.
    robber: Vec<Vec<usize>>,
    /// Where each cop that moves can go, or could have come from, passes included where all cops move.
    cop: Vec<Vec<usize>>,
    came: Vec<Vec<usize>>,
    /// Plies to the capture with the cops to move, by place and vertex of the robber.
    depths: Vec<u16>,
}

/// Sets of one ply.
struct Front {
    /// With the cops, and with the robber to move.
    cops: Vec<u64>,
    robber: Vec<u64>,
}

impl Pursuit {
    /// `out` has for each vertex those that an edge or arc leads to.
    pub fn new(out: &[Vec<usize>], rules: Chase, control: &Control) -> Result<Self> {
        let n = out.len();
        if rules.cops == 0 || n == 0 || out.iter().flatten().any(|&v| v >= n) {
            return Err(Error::Invalid("a graph with vertices and at least one cop was expected".into()));
        }
        let words = n.div_ceil(64);
        let ordered = (0..rules.cops).try_fold(1u64, |all, _| all.checked_mul(n as u64));
        let places = Places::new(n, rules.cops);
        let bytes = ordered.zip(places.as_ref()).and_then(|(ordered, places)| {
            let sets = ordered.checked_mul(2)?.checked_add((places.number as u64).checked_mul(6)?)?;
            let settled = (places.number as u64).checked_mul(2 * n as u64)?;
            sets.checked_mul(8 * words as u64)?.checked_add(settled)
        });
        control.memory(bytes.unwrap_or(u64::MAX))?;
        let Some(places) = places else { return Err(Error::Invalid("too many places of the cops".into())) };
        let with = |passes: bool| -> Vec<Vec<usize>> {
            let near = |(v, heads): (usize, &Vec<usize>)| {
                let stays = passes || (heads.is_empty() && rules.stuck == Stuck::Stays);
                let mut all: Vec<usize> = heads.iter().copied().chain(stays.then_some(v)).collect();
                all.sort_unstable();
                all.dedup();
                all
            };
            out.iter().enumerate().map(near).collect()
        };
        let robber = with(rules.robber_passes);
        // Where one cop moves, a pass is a move of nobody; it is none of a cop's.
        let cop = if rules.one { out.to_vec() } else { with(rules.cops_pass) };
        let mut came = vec![Vec::new(); n];
        for (v, heads) in cop.iter().enumerate() {
            heads.iter().for_each(|&head| came[head].push(v));
        }
        came.iter_mut().for_each(Vec::dedup);
        let mut made = Pursuit { rules, places, words, robber, cop, came, depths: Vec::new() };
        made.fill(control)?;
        Ok(made)
    }

    /// Has the player who moves all or one of the cops no move at all? (Where tokens may stay, this never happens.)
    fn cops_are_stuck(&self, place: &[usize]) -> bool {
        let has_none = |&v: &usize| self.cop[v].is_empty();
        match self.rules.one {
            true => !self.rules.cops_pass && self.rules.stuck != Stuck::Stays && place.iter().all(has_none),
            false => place.iter().any(has_none),
        }
    }

    /// May all cops stay where they are in a turn in which one of them moves?
    fn all_stay(&self, place: &[usize]) -> bool {
        let forced = self.rules.stuck == Stuck::Stays && place.iter().all(|&v| self.cop[v].is_empty());
        self.rules.cops_pass || forced
    }

    fn fill(&mut self, control: &Control) -> Result<()> {
        let (n, words) = (self.places.vertices, self.words);
        let mut ticker = control.ticker();
        let sets = self.places.number * words;
        let mut depths = vec![NEVER; self.places.number * n];
        let mut front = Front { cops: vec![0; sets], robber: vec![0; sets] };
        let mut place = self.places.first();
        for number in 0..self.places.number {
            ticker.tick()?;
            let (cops, robber) =
                (&mut front.cops[number * words..][..words], &mut front.robber[number * words..][..words]);
            for &v in &place {
                insert(cops, v);
                insert(robber, v);
            }
            if self.rules.stuck == Stuck::Loses {
                (0..n).filter(|&v| self.robber[v].is_empty()).for_each(|v| insert(robber, v));
            }
            if self.rules.stuck == Stuck::Wins && self.cops_are_stuck(&place) {
                (0..n).for_each(|v| insert(cops, v));
            }
            ones(cops).for_each(|v| depths[number * n + v] = 0);
            self.places.advance(&mut place);
        }
        let mut won = Front { cops: front.cops.clone(), robber: front.robber.clone() };
        let masks: Vec<Vec<u64>> = self.robber.iter().map(|heads| set_of(heads, words)).collect();
        let mut before = vec![vec![0; words]; n];
        for (v, heads) in self.robber.iter().enumerate() {
            heads.iter().for_each(|&head| insert(&mut before[head], v));
        }
        let ordered = self.places.vertices.pow(self.rules.cops as u32) * words;
        let mut tables = [vec![0; ordered], vec![0; ordered]];
        let mut next = Front { cops: vec![0; sets], robber: vec![0; sets] };
        for ply in 1.. {
            control.set_depth(ply);
            let cops_moved = self.take_back_cops(&front.robber, &won.cops, &mut next.cops, &mut tables, &mut ticker)?;
            let robber_moved = take_back_robber(&front.cops, &won, &mut next.robber, &masks, &before, &mut ticker)?;
            if !cops_moved && !robber_moved {
                break;
            }
            let depth = u16::try_from(ply).ok().filter(|&depth| depth < NEVER).ok_or_else(|| {
                Error::Limit(LimitKind::Size, format!("captures in more than {} plies are not kept", NEVER - 1))
            })?;
            for (number, new) in next.cops.chunks_exact(words).enumerate() {
                for v in ones(new) {
                    ticker.tick()?;
                    depths[number * n + v] = depth;
                }
            }
            for (all, new) in [(&mut won.cops, &next.cops), (&mut won.robber, &next.robber)] {
                all.iter_mut().zip(new).for_each(|(all, new)| *all |= new);
            }
            std::mem::swap(&mut front, &mut next);
        }
        self.depths = depths;
        Ok(())
    }

    /// The places before the cops' last ply: `next` gets the states, not won before, from which a ply of the cops leads
    /// to one of `new`. Is there any?
    fn take_back_cops(
        &self,
        new: &[u64],
        won: &[u64],
        next: &mut [u64],
        tables: &mut [Vec<u64>; 2],
        ticker: &mut Ticker,
    ) -> Result<bool> {
        let (n, words) = (self.places.vertices, self.words);
        next.fill(0);
        if new.iter().all(|&word| word == 0) {
            return Ok(false);
        }
        let [from, to] = tables;
        from.fill(0);
        let mut place = self.places.first();
        for set in new.chunks_exact(words) {
            if set.iter().any(|&word| word != 0) {
                let mut ordered = place.clone();
                loop {
                    from[self.places.index(&ordered) * words..][..words].copy_from_slice(set);
                    if !permute(&mut ordered) {
                        break;
                    }
                }
            }
            self.places.advance(&mut place);
        }
        to.fill(0);
        let mut stride = 1;
        for _ in 0..self.rules.cops {
            for (index, set) in from.chunks_exact(words).enumerate() {
                ticker.glance()?;
                if set.iter().all(|&word| word == 0) {
                    continue;
                }
                let at = index / stride % n;
                for &earlier in &self.came[at] {
                    let there = (index - at * stride + earlier * stride) * words;
                    to[there..there + words].iter_mut().zip(set).for_each(|(all, new)| *all |= new);
                }
            }
            stride *= n;
            if !self.rules.one {
                std::mem::swap(from, to);
                to.fill(0);
            }
        }
        let reached = if self.rules.one { &*to } else { &*from };
        let mut place = self.places.first();
        let mut any = false;
        for (number, next) in next.chunks_exact_mut(words).enumerate() {
            let there = self.places.index(&place) * words;
            let stays = self.rules.one && self.all_stay(&place);
            for word in 0..words {
                let stayed = if stays { new[number * words + word] } else { 0 };
                next[word] = (reached[there + word] | stayed) & !won[number * words + word];
                any |= next[word] != 0;
            }
            self.places.advance(&mut place);
        }
        Ok(any)
    }

    fn checked(&self, cops: &[usize], robber: usize) -> Result<Vec<usize>> {
        let mut place = cops.to_vec();
        place.sort_unstable();
        let known = robber < self.places.vertices && place.last().is_none_or(|&v| v < self.places.vertices);
        if place.len() == self.rules.cops && known {
            Ok(place)
        } else {
            Err(Error::Invalid(format!("{} cops on this graph were expected", self.rules.cops)))
        }
    }

    /// Plies to the capture under best play, `None` if there is none.
    pub fn depth(&self, cops: &[usize], robber: usize, cops_move: bool) -> Result<Option<u32>> {
        let place = self.checked(cops, robber)?;
        let row = &self.depths[self.places.rank(&place) * self.places.vertices..][..self.places.vertices];
        let kept = |v: usize| (row[v] != NEVER).then(|| u32::from(row[v]));
        if cops_move || place.contains(&robber) {
            return Ok(kept(robber));
        }
        let heads = &self.robber[robber];
        if heads.is_empty() {
            return Ok((self.rules.stuck == Stuck::Loses).then_some(0));
        }
        let longest = heads.iter().map(|&head| kept(head)).try_fold(0, |most, depth| Some(most.max(depth?)));
        Ok(longest.map(|plies| plies + 1))
    }

    /// Where to put the cops, some of them being placed already, so that the robber is caught wherever it starts, with
    /// the cops to move after that; and the plies to the capture from there. The fewest plies, `None` if there are none.
    pub fn start(&self, placed: &[usize], control: &Control) -> Result<Option<(Vec<usize>, u32)>> {
        let mut placed = placed.to_vec();
        placed.sort_unstable();
        if placed.len() > self.rules.cops || placed.iter().any(|&v| v >= self.places.vertices) {
            return Err(Error::Invalid(format!("at most {} cops on this graph were expected", self.rules.cops)));
        }
        let mut ticker = control.ticker();
        let mut best: Option<(Vec<usize>, u16)> = None;
        let mut place = self.places.first();
        for row in self.depths.chunks_exact(self.places.vertices) {
            ticker.glance()?;
            let longest = row.iter().copied().max().unwrap_or(NEVER);
            if longest < best.as_ref().map_or(NEVER, |(_, plies)| *plies) && includes(&place, &placed) {
                best = Some((place.clone(), longest));
            }
            self.places.advance(&mut place);
        }
        Ok(best.map(|(place, plies)| (place, u32::from(plies))))
    }
}

fn set_of(members: &[usize], words: usize) -> Vec<u64> {
    let mut set = vec![0; words];
    members.iter().for_each(|&v| insert(&mut set, v));
    set
}

/// Does a sorted multiset include another one?
fn includes(all: &[usize], some: &[usize]) -> bool {
    let mut rest = all.iter();
    some.iter().all(|each| rest.any(|other| other == each))
}

/// The same for the robber: states, not lost before, from which every ply leads to a state that is won for the cops, and
/// some of them to one of `new`.
fn take_back_robber(
    new: &[u64],
    won: &Front,
    next: &mut [u64],
    masks: &[Vec<u64>],
    before: &[Vec<u64>],
    ticker: &mut Ticker,
) -> Result<bool> {
    let words = masks[0].len();
    next.fill(0);
    let mut any = false;
    let mut candidates = vec![0; words];
    for (at, set) in new.chunks_exact(words).enumerate().map(|(number, set)| (number * words, set)) {
        if set.iter().all(|&word| word == 0) {
            continue;
        }
        ticker.glance()?;
        candidates.fill(0);
        for v in ones(set) {
            candidates.iter_mut().zip(&before[v]).for_each(|(all, some)| *all |= some);
        }
        candidates.iter_mut().zip(&won.robber[at..]).for_each(|(all, lost)| *all &= !lost);
        for v in ones(&candidates) {
            if masks[v].iter().zip(&won.cops[at..]).all(|(heads, lost)| heads & !lost == 0) {
                insert(&mut next[at..at + words], v);
                any = true;
            }
        }
    }
    Ok(any)
}

#[cfg(test)]
#[path = "pursuit_tests.rs"]
mod tests;
