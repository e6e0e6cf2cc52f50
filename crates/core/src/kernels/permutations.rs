//! Puzzles whose moves permute places: Rubik's cube, Top Spin, adjacent swaps.
//!
//! A position says for each item at which place it is; a move sends the item at place p to `image[p]`. Solved when every
//! item is where the goal has it. Positions are arrays of N bytes; places beyond the puzzle's own stay as they are.
//!
//! A shortest line is found from both ends at once: around the start and around the goal, always on the side with fewer
//! positions, until no shorter connection is possible. That visits about the square root of what a search from one end
//! visits.

use crate::engine::clusters::{self, Table};
use crate::engine::puzzle::{Metric, Puzzle, encoded, line, unit_only};
use crate::engine::{Code, Coded, Erased, SolveMethod, Step};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{BuildMixer, Player, Rules, Winner};
use crate::search::cluster::Counting;
use crate::search::enumerate;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Places<const N: usize>([u8; N]);

impl<const N: usize> Hash for Places<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.0);
    }
}

#[derive(Clone)]
pub struct PermutationRules<const N: usize> {
    degree: usize,
    moves: Vec<[u8; N]>,
    /// The inverse of each move, for the search from the goal.
    back: Vec<[u8; N]>,
    costs: Vec<u32>,
    goal: Places<N>,
}

/// Positions reached from one end: cost, the position before, and the move from there.
type Reached<const N: usize> = HashMap<Places<N>, (u32, Places<N>, u16), BuildMixer>;

struct Side<const N: usize> {
    reached: Reached<N>,
    /// Positions still to be expanded, by cost.
    open: BTreeMap<u32, Vec<Places<N>>>,
}

impl<const N: usize> Side<N> {
    fn new(from: Places<N>) -> Side<N> {
        let reached = HashMap::from_iter([(from, (0, from, u16::MAX))]);
        Side { reached, open: BTreeMap::from([(0, vec![from])]) }
    }

    /// Cost and size of the next layer.
    fn next(&self) -> Option<(u32, usize)> {
        self.open.first_key_value().map(|(&cost, layer)| (cost, layer.len()))
    }
}

impl<const N: usize> PermutationRules<N> {
    pub fn new(degree: usize, moves: &[Vec<u8>], goal: &[u8]) -> Result<Self> {
        if degree > N || moves.len() > usize::from(u16::MAX) {
            return Err(Error::invalid(format!("{degree} places (expected at most {N})")));
        }
        let moves = moves.iter().map(|images| places(degree, images)).collect::<Result<Vec<[u8; N]>>>()?;
        let back = moves.iter().map(|images| {
            let mut back = [0; N];
            for (place, &image) in images.iter().enumerate() {
                back[usize::from(image)] = place as u8;
            }
            back
        });
        let costs = vec![1; moves.len()];
        Ok(PermutationRules { degree, back: back.collect(), moves, costs, goal: Places(places(degree, goal)?) })
    }

    fn under(&self, metric: Option<&Metric>) -> Result<Self> {
        let mut rules = self.clone();
        if let Some(metric) = metric {
            if metric.costs.len() != self.moves.len() || metric.costs.contains(&0) {
                return Err(Error::invalid("a metric needs a cost for each move"));
            }
            unit_only(Some(&Metric { costs: vec![1], chain: metric.chain }))?;
            rules.costs.clone_from(&metric.costs);
        }
        Ok(rules)
    }

    /// The positions after the start of a line of least cost.
    fn meet_in_the_middle(&self, start: Places<N>, control: &Control) -> Result<Option<Vec<Places<N>>>> {
        let mut sides = [Side::new(start), Side::new(self.goal)];
        let mut best: Option<(u32, Places<N>)> = (start == self.goal).then_some((0, start));
        let mut ticker = control.ticker();
        let entry = (size_of::<(Places<N>, (u32, Places<N>, u16))>() + N + 2) as u64;
        while let (Some(ahead), Some(behind)) = (sides[0].next(), sides[1].next()) {
            if best.is_some_and(|(cost, _)| cost <= ahead.0 + behind.0) {
                break;
            }
            control.set_depth(u64::from(ahead.0 + behind.0));
            let (at, cost) = if ahead.1 <= behind.1 { (0, ahead.0) } else { (1, behind.0) };
            let layer = sides[at].open.remove(&cost).unwrap_or_default();
            for here in layer {
                if sides[at].reached.get(&here).is_none_or(|known| known.0 < cost) {
                    continue;
                }
                ticker.tick()?;
                if sides[at].reached.len() & 0xFFF == 0 {
                    control.memory(sides.iter().map(|side| side.reached.capacity() as u64 * entry).sum())?;
                }
                for (number, images) in (if at == 0 { &self.moves } else { &self.back }).iter().enumerate() {
                    let there = Places(here.0.map(|place| images[usize::from(place)]));
                    let total = cost + self.costs[number];
                    let known = sides[at].reached.get(&there).map_or(u32::MAX, |known| known.0);
                    if total < known {
                        sides[at].reached.insert(there, (total, here, number as u16));
                        sides[at].open.entry(total).or_default().push(there);
                        if let Some(other) = sides[1 - at].reached.get(&there)
                            && best.is_none_or(|(least, _)| total + other.0 < least)
                        {
                            best = Some((total + other.0, there));
                        }
                    }
                }
            }
        }
        Ok(best.map(|(_, middle)| {
            let mut line = Vec::new();
            let mut here = middle;
            while here != start {
                line.push(here);
                here = sides[0].reached.get(&here).map_or(start, |known| known.1);
            }
            line.reverse();
            here = middle;
            while here != self.goal {
                here = sides[1].reached.get(&here).map_or(self.goal, |known| known.1);
                line.push(here);
            }
            line
        }))
    }
}

fn places<const N: usize>(degree: usize, given: &[u8]) -> Result<[u8; N]> {
    let mut seen = [false; N];
    let mut places = [0; N];
    for (item, place) in places.iter_mut().enumerate() {
        let given = if item < degree { given.get(item).copied() } else { Some(item as u8) };
        *place = given.unwrap_or_default();
        match given.and_then(|place| seen.get_mut(usize::from(place))) {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(Error::invalid(format!("item {} has no place of its own", item + 1))),
        }
    }
    if given.len() == degree { Ok(places) } else { Err(Error::invalid(format!("expected {degree} places"))) }
}

impl<const N: usize> Rules for PermutationRules<N> {
    type Position = Places<N>;
    type Move = u16;

    fn moves(&self, _position: &Places<N>, player: Player, out: &mut Vec<u16>) -> Result<()> {
        if player == Player::Left {
            out.extend(0..self.moves.len() as u16);
        }
        Ok(())
    }

    fn play(&self, position: &Places<N>, mv: &u16) -> Result<Places<N>> {
        let images = &self.moves[usize::from(*mv)];
        Ok(Places(position.0.map(|place| images[usize::from(place)])))
    }

    fn goal(&self, position: &Places<N>) -> Option<Winner> {
        (*position == self.goal).then_some(Winner::Left)
    }

    fn cost(&self, mv: &u16) -> u32 {
        self.costs[usize::from(*mv)]
    }
}

impl<const N: usize> Coded for PermutationRules<N> {
    fn encode(&self, position: &Places<N>) -> Code {
        Code::from(&position.0[..self.degree])
    }

    fn code_bytes(&self) -> usize {
        self.degree
    }

    fn decode(&self, code: &[u8]) -> Result<Places<N>> {
        places(self.degree, code).map(Places)
    }
}

impl<const N: usize> Puzzle for PermutationRules<N> {
    fn solve(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        method: SolveMethod,
        control: &Control,
    ) -> Result<Option<Vec<Code>>> {
        let (rules, start) = (self.under(metric)?, self.decode(code)?);
        let found = match method {
            SolveMethod::AStar => rules.meet_in_the_middle(start, control)?,
            _ => line(&rules, &start, method, control)?,
        };
        Ok(found.map(|line| encoded(self, &line)))
    }

    fn solutions(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Code>>> {
        let found = enumerate::shortest_solutions(&self.under(metric)?, &self.decode(code)?, limit, control)?;
        Ok(found.into_iter().map(|line| line.iter().map(|(_, position)| self.encode(position)).collect()).collect())
    }

    fn count(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>> {
        enumerate::count_shortest(&self.under(metric)?, &self.decode(code)?, control)
    }

    fn cluster(self: Arc<Self>, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Box<dyn Table>> {
        let rules = Erased::Shared(Arc::new(self.under(metric)?));
        clusters::table(Arc::new(rules), code, &Counting::Costs(&|step: &Step| step.cost), control)
    }
}
