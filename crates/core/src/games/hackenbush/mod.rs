//! Hackenbush: coloured edges that are connected to the ground.
//!
//! A player cuts an edge of the own colour or a green one; what is no longer connected to the ground falls. Vertex 0 is
//! the ground. A position is a set of edges, in two bit sets: those that Left may cut and those that Right may cut;
//! a green edge is in both. So the rules know the graph only, and the negative of a position is the exchange of its two
//! sets.
//!
//! Components meet at the ground alone. Within a component the *colon principle* holds: what hangs on a vertex may be
//! replaced by anything of equal value (Berlekamp, Conway & Guy, *Winning Ways*, chapter 7). [`fold`] replaces all that
//! it can value by a number and a nim heap that hang on the vertex: trees of red and blue edges, green blocks (by the
//! fusion principle), blocks of one colour, and small red-blue blocks, whose number comes from a table ([`numbers`]).
//! What is left, with what hangs on it, is the normal form of a component; of trees equal ones are recognised ([`trees`]).

mod fold;
mod intervals;
mod numbers;
#[cfg(test)]
mod tests;
mod trees;

use crate::bits::Bits;
use crate::engine::{Code, Coded};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Expanded, Player, Rules, Stuck, Survey, Winner};
use crate::values::dyadic::Dyadic;
use num_bigint::BigInt;
use std::hash::{Hash, Hasher};
use trees::{Found, Trees};

/// The most edges for which rules are compiled.
pub const MOST_EDGES: usize = 1024;

const GROUND: usize = 0;

/// More moves than there can be.
const MANY: i64 = 1 << 20;

/// A number and a nim heap: what [`fold`] can hang on a vertex.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Weight {
    pub number: Dyadic,
    pub nimber: u32,
}

impl Weight {
    fn is_zero(&self) -> bool {
        self.nimber == 0 && self.number.is_zero()
    }

    fn negative(&self) -> Weight {
        Weight { number: -&self.number, nimber: self.nimber }
    }

    fn add(&mut self, other: &Weight) {
        self.number = &self.number + &other.number;
        self.nimber ^= other.nimber;
    }

    /// What a player's moves in the canonical form lead to.
    fn options(&self, player: Player) -> Vec<Weight> {
        if self.nimber > 0 {
            return (0..self.nimber).map(|nimber| Weight { number: self.number.clone(), nimber }).collect();
        }
        let x = &self.number;
        let (step, towards) = match player {
            Player::Left => (-&Dyadic::unit(x.exponent()), 1),
            Player::Right => (Dyadic::unit(x.exponent()), -1),
        };
        // an integer has a move towards zero only
        let has = !x.is_integer() || x.signum() == towards;
        if has { vec![Weight { number: x + &step, nimber: 0 }] } else { Vec::new() }
    }

    /// Moves that a player can make in it at most.
    fn most(&self, player: Player) -> i64 {
        let own = if player == Player::Left { 1 } else { -1 };
        if self.number.is_integer() && self.number.signum() != own {
            return i64::from(self.nimber);
        }
        i64::try_from(self.number.birthday()).map_or(MANY, |n| n + i64::from(self.nimber))
    }
}

impl From<Dyadic> for Weight {
    fn from(number: Dyadic) -> Weight {
        Weight { number, nimber: 0 }
    }
}

impl Hash for Weight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.number.as_small() {
            Some((num, exp)) => {
                state.write_u64(num as u64);
                state.write_u64(u64::from(exp) << 32 | u64::from(self.nimber));
            }
            None => (&self.number, self.nimber).hash(state),
        }
    }
}

/// A position: who may cut which edge, and what hangs on vertices beside the edges, in the order of the vertices.
/// Positions from outside have nothing hanging.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bush<const W: usize> {
    pub left: Bits<W>,
    pub right: Bits<W>,
    hung: Vec<(u32, Weight)>,
}

impl<const W: usize> Bush<W> {
    pub fn new(left: Bits<W>, right: Bits<W>) -> Self {
        Bush { left, right, hung: Vec::new() }
    }

    fn edges(&self) -> Bits<W> {
        self.left | self.right
    }

    fn negative(&self) -> Self {
        let hung = self.hung.iter().map(|(vertex, weight)| (*vertex, weight.negative())).collect();
        Bush { left: self.right, right: self.left, hung }
    }

    /// The value, if everything has been folded down to the ground.
    fn at_ground(&self) -> Option<Weight> {
        if !self.edges().is_empty() {
            return None;
        }
        match self.hung.as_slice() {
            [] => Some(Weight::default()),
            [(0, weight)] => Some(weight.clone()),
            _ => None,
        }
    }
}

/// A move: an edge, or what hangs becomes something else.
#[derive(Clone, Debug)]
pub enum Cut {
    Edge(usize),
    Hung(usize, Weight),
}

pub struct HackenbushRules<const W: usize> {
    /// The two ends of each edge.
    ends: Vec<(usize, usize)>,
    /// The edges at each vertex.
    at: Vec<Bits<W>>,
    /// The edges at each vertex with their other ends.
    near: Vec<Vec<(usize, usize)>>,
    /// For each edge, the last of the edges before it with the same ends.
    twin: Vec<Option<usize>>,
    /// Edges that have twins, by their ends.
    twins: Vec<Vec<usize>>,
    trees: Trees<W>,
    edges: usize,
    impartial: bool,
    misere: bool,
}

fn bit<const W: usize>(bit: usize) -> Bits<W> {
    let mut bits = Bits::default();
    bits.set(bit);
    bits
}

fn first<const W: usize>(bits: &Bits<W>) -> Option<usize> {
    bits.ones().next()
}

impl<const W: usize> HackenbushRules<W> {
    /// The rules on a graph, given by the ends of its edges. A graph that is too large has rules too, but no positions.
    pub fn new(ends: &[(u32, u32)], impartial: bool, misere: bool) -> Self {
        let edges = ends.len();
        let fits = if edges <= 64 * W { ends } else { &[] };
        let ends: Vec<(usize, usize)> = fits.iter().map(|&(a, b)| (a.min(b) as usize, a.max(b) as usize)).collect();
        let mut at = vec![Bits::default(); 1 + ends.iter().map(|&(_, b)| b).max().unwrap_or(GROUND)];
        let mut near = vec![Vec::new(); at.len()];
        let mut alike: std::collections::BTreeMap<(usize, usize), Vec<usize>> = Default::default();
        let mut twin = Vec::with_capacity(ends.len());
        for (edge, &(a, b)) in ends.iter().enumerate() {
            at[a].set(edge);
            at[b].set(edge);
            near[a].push((edge, b));
            if a != b {
                near[b].push((edge, a));
            }
            let twins = alike.entry((a, b)).or_default();
            twin.push(twins.last().copied());
            twins.push(edge);
        }
        let twins = alike.into_values().filter(|twins| twins.len() > 1).collect();
        HackenbushRules { ends, at, near, twin, twins, trees: Trees::default(), edges, impartial, misere }
    }

    /// The end of an edge that is not this one; the same for a loop.
    fn across(&self, edge: usize, vertex: usize) -> usize {
        let (a, b) = self.ends[edge];
        a + b - vertex
    }

    /// The edges that are connected to `vertex`, `alive` being all there are; none if `support` or the ground is
    /// among their ends.
    fn falling(&self, alive: &Bits<W>, vertex: usize, support: usize) -> Bits<W> {
        let mut seen = Bits::default();
        let mut front = self.at[vertex] & *alive;
        while let Some(edge) = first(&front) {
            seen.set(edge);
            let (a, b) = self.ends[edge];
            if a == GROUND || a == support || b == support {
                return Bits::default();
            }
            front = (front | self.at[a] | self.at[b]) & *alive & !seen;
        }
        seen
    }

    /// What is left when an edge is cut. Only the neighbourhood of the edge is looked at: one of its ends still stands,
    /// and whoever meets it, or the ground, stands too.
    fn cut(&self, bush: &Bush<W>, edge: usize) -> Bush<W> {
        let (a, b) = self.ends[edge];
        let mut alive = bush.edges() & !bit(edge);
        if a != b {
            let mut fallen = self.falling(&alive, b, a);
            if a != GROUND && fallen.is_empty() {
                fallen = self.falling(&alive, a, b);
            }
            alive = alive & !fallen;
        }
        self.part(bush, &alive)
    }

    /// Some edges of a position, and what hangs on them.
    fn part(&self, bush: &Bush<W>, edges: &Bits<W>) -> Bush<W> {
        let hangs = |vertex: u32| vertex == GROUND as u32 || self.at[vertex as usize].meets(edges);
        Bush {
            left: bush.left & *edges,
            right: bush.right & *edges,
            hung: bush.hung.iter().filter(|(vertex, _)| hangs(*vertex)).cloned().collect(),
        }
    }

    /// The same with another weight.
    fn replaced(&self, bush: &Bush<W>, number: usize, weight: &Weight) -> Bush<W> {
        let mut next = bush.clone();
        if weight.is_zero() {
            next.hung.remove(number);
        } else {
            next.hung[number].1 = weight.clone();
        }
        next
    }

    /// In an impartial game all edges are green.
    fn owned(&self, bush: &Bush<W>, player: Player) -> Bits<W> {
        match player {
            _ if self.impartial => bush.edges(),
            Player::Left => bush.left,
            Player::Right => bush.right,
        }
    }

    /// A number that a component is worth to a player at least. Whoever owns k edges at the ground can be sure of k moves,
    /// and the opponent of no more than the m edges that the opponent may cut, so it is worth k - m. If the player owns
    /// all edges at the ground, then nothing is left after these k moves, and the component is worth at least what k
    /// moves against m are, {k - 1 against m | k against m - 1}: that is k - m, or a power of 1/2 where k <= m.
    fn at_least(&self, component: &Bush<W>, player: Player) -> Dyadic {
        let opponent = player.opponent();
        let ground = component.edges() & self.at[GROUND];
        let sure = i64::from((ground & !self.owned(component, opponent)).count());
        let edges = i64::from(self.owned(component, opponent).count());
        let most = component.hung.iter().fold(edges, |sum, (_, weight)| sum + weight.most(opponent)).min(MANY);
        if i64::from(ground.count()) > sure || sure > most {
            Dyadic::from(sure - most)
        } else {
            Dyadic::unit((most - sure + 1) as u32)
        }
    }

    /// For each edge of a component that is a bridge when the ground is taken away: the edges on one side of it.
    fn sides(&self, alive: &Bits<W>) -> Vec<Option<Bits<W>>> {
        let mut sides = vec![None; self.ends.len()];
        let inner = *alive & !self.at[GROUND];
        let Some(start) = first(&inner) else { return sides };
        let mut seen = vec![0u32; self.at.len()];
        let mut low = vec![0u32; self.at.len()];
        let mut below = vec![Bits::default(); self.at.len()];
        let mut clock = 0;
        let mut path: Vec<(usize, usize, Bits<W>)> = Vec::new();
        let mut entered = Some((self.ends[start].0, usize::MAX));
        loop {
            if let Some((vertex, edge)) = entered.take() {
                clock += 1;
                (seen[vertex], low[vertex]) = (clock, clock);
                below[vertex] = self.at[vertex] & *alive;
                let through = if edge == usize::MAX { Bits::default() } else { bit(edge) };
                path.push((vertex, edge, self.at[vertex] & inner & !through));
            }
            let Some((vertex, edge, rest)) = path.last_mut() else { return sides };
            let (vertex, edge) = (*vertex, *edge);
            if let Some(next) = first(rest) {
                *rest = *rest & !bit(next);
                let other = self.across(next, vertex);
                if seen[other] == 0 {
                    entered = Some((other, next));
                } else {
                    low[vertex] = low[vertex].min(seen[other]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, ..)) = path.last() {
                if low[vertex] > seen[parent] {
                    sides[edge] = Some(below[vertex] & !bit(edge));
                }
                low[parent] = low[parent].min(low[vertex]);
                below[parent] = below[parent] | below[vertex];
            }
        }
    }

    /// Twins in the order blue, red, green, gone: which of them is which does not matter.
    fn sort_twins(&self, bush: &mut Bush<W>) {
        for twins in &self.twins {
            let count = |set: Bits<W>| twins.iter().filter(|&&edge| set.get(edge)).count();
            let blue = count(bush.left & !bush.right);
            let red = count(bush.right & !bush.left);
            let all = count(bush.edges());
            for (i, &edge) in twins.iter().enumerate() {
                let [left, right] = [i < blue || (blue + red..all).contains(&i), (blue..all).contains(&i)];
                for (set, has) in [(&mut bush.left, left), (&mut bush.right, right)] {
                    *set = *set & !bit(edge);
                    if has {
                        set.set(edge);
                    }
                }
            }
        }
    }
}

impl<const W: usize> Rules for HackenbushRules<W> {
    type Position = Bush<W>;
    type Move = Cut;

    fn moves(&self, position: &Bush<W>, player: Player, out: &mut Vec<Cut>) -> Result<()> {
        out.extend(self.owned(position, player).ones().map(Cut::Edge));
        for (number, (_, weight)) in position.hung.iter().enumerate() {
            out.extend(weight.options(player).into_iter().map(|weight| Cut::Hung(number, weight)));
        }
        Ok(())
    }

    fn play(&self, position: &Bush<W>, mv: &Cut) -> Result<Bush<W>> {
        Ok(match mv {
            Cut::Edge(edge) => self.cut(position, *edge),
            Cut::Hung(number, weight) => self.replaced(position, *number, weight),
        })
    }

    fn goal(&self, _position: &Bush<W>) -> Option<Winner> {
        None
    }

    fn stuck(&self) -> Stuck {
        if self.misere { Stuck::Wins } else { Stuck::Loses }
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn sums(&self) -> bool {
        !self.misere
    }

    fn split(&self, position: &Bush<W>, out: &mut Vec<Bush<W>>) -> bool {
        if self.misere {
            return false;
        }
        if let Some(weight) = position.hung.first().filter(|(vertex, _)| *vertex == GROUND as u32) {
            out.push(Bush { hung: vec![weight.clone()], ..Bush::default() });
        }
        let mut rest = position.edges();
        while let Some(edge) = first(&rest) {
            let mut component = Bits::default();
            let mut front = bit(edge);
            while let Some(edge) = first(&front) {
                component.set(edge);
                let (a, b) = self.ends[edge];
                for vertex in [a, b].into_iter().filter(|&vertex| vertex != GROUND) {
                    front = front | (self.at[vertex] & rest);
                }
                front = front & !component;
            }
            rest = rest & !component;
            let mut part = self.part(position, &component);
            part.hung.retain(|(vertex, _)| *vertex != GROUND as u32);
            if self.impartial {
                (part.left, part.right) = (component, component);
            }
            out.push(part);
        }
        true
    }

    fn expand(&self, component: &Bush<W>, out: &mut Expanded<Bush<W>>) -> Result<()> {
        out.parts.clear();
        out.ends.clear();
        let alive = component.edges();
        let ground = alive & self.at[GROUND];
        let sides = self.sides(&alive);
        for player in Player::BOTH {
            let owned = self.owned(component, player);
            let colour = |edge: usize| (component.left.get(edge), component.right.get(edge));
            for edge in owned.ones() {
                // cutting one of several twins of a colour is as good as cutting another
                if self.twin[edge].is_some_and(|twin| colour(twin) == colour(edge)) {
                    continue;
                }
                let rest = alive & !bit(edge);
                if let Some(side) = &sides[edge] {
                    for part in [*side, rest & !*side].iter().filter(|part| part.meets(&ground)) {
                        out.parts.push(self.part(component, part));
                    }
                } else if rest.meets(&ground) {
                    out.parts.push(self.part(component, &rest));
                }
                out.ends.push(out.parts.len());
            }
            for (number, (_, weight)) in component.hung.iter().enumerate() {
                for weight in weight.options(player) {
                    out.parts.push(self.replaced(component, number, &weight));
                    out.ends.push(out.parts.len());
                }
            }
            if player == Player::Left {
                out.lefts = out.ends.len();
            }
        }
        Ok(())
    }

    fn integer(&self, component: &Bush<W>) -> Option<i64> {
        let weight = component.at_ground()?;
        (weight.nimber == 0).then(|| weight.number.as_integer()).flatten()?.try_into().ok()
    }

    fn known(&self, component: &Bush<W>, whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>> {
        let found = match (component.at_ground(), whole) {
            (None, Some(_)) => self.fold(component, whole)?.at_ground(),
            (found, _) => found,
        };
        Ok(found.map(|weight| (weight.number, weight.nimber)))
    }

    fn normal(&self, component: &Bush<W>) -> (Bush<W>, bool) {
        let mut folded = self.fold(component, None).unwrap_or_else(|_| component.clone());
        // without green edges a tree has been folded away
        while folded.left.meets(&folded.right) {
            match self.tree(&folded) {
                Found::Other => break,
                Found::Known(tree, negative) => return (tree, negative),
                Found::Cancel(edges) => {
                    let rest = self.part(&folded, &(folded.edges() & !edges));
                    folded = self.fold(&rest, None).unwrap_or(rest);
                }
            }
        }
        self.sort_twins(&mut folded);
        if self.twins.is_empty() && folded.left != folded.right {
            // the sets alone tell which is less
            return if folded.left < folded.right { (folded, false) } else { (folded.negative(), true) };
        }
        let mut negative = folded.negative();
        self.sort_twins(&mut negative);
        if negative < folded { (negative, true) } else { (folded, false) }
    }

    fn survey(&self, component: &Bush<W>) -> Result<Survey> {
        let moves = Player::BOTH.map(|player| {
            let hung = component.hung.iter().map(|(_, weight)| weight.options(player).len());
            self.owned(component, player).count() as usize + hung.sum::<usize>()
        });
        let [low, high] = Player::BOTH.map(|player| {
            let bound = &self.at_least(component, player) * &Dyadic::from(16);
            i64::try_from(bound.floor()).unwrap_or(-Survey::UNKNOWN)
        });
        Ok(Survey { low, high: -high, ..Survey::of_moves(moves) })
    }

    fn promise(&self, position: &Bush<W>, player: Player) -> i32 {
        let [own, other] = [player, player.opponent()].map(|player| self.owned(position, player).count());
        own as i32 - other as i32
    }
}

impl<const W: usize> Coded for HackenbushRules<W> {
    fn nimber(&self, position: &Bush<W>, control: &Control) -> Result<Option<u32>> {
        if self.misere || !self.impartial {
            return Ok(None);
        }
        control.ticker().tick()?;
        let edges = position.edges();
        let green = Bush { left: edges, right: edges, hung: position.hung.clone() };
        Ok(self.fold(&green, None)?.at_ground().filter(|weight| weight.number.is_zero()).map(|weight| weight.nimber))
    }

    /// The two sets, then of each thing that hangs the vertex, the nimber, the exponent and the numerator.
    fn encode(&self, position: &Bush<W>) -> Code {
        let sets = Code::of_sets(&[position.left, position.right], self.edges);
        if position.hung.is_empty() {
            return sets;
        }
        let mut code = sets.to_vec();
        for (vertex, weight) in &position.hung {
            let numerator = weight.number.numerator().to_signed_bytes_le();
            for word in [*vertex, weight.nimber, weight.number.exponent(), numerator.len() as u32] {
                code.extend(word.to_le_bytes());
            }
            code.extend(numerator);
        }
        Code::from(code)
    }

    fn code_bytes(&self) -> usize {
        2 * self.edges.div_ceil(8)
    }

    fn decode(&self, code: &[u8]) -> Result<Bush<W>> {
        if self.edges > self.ends.len() {
            let text = format!("{} edges are too many to search (at most {MOST_EDGES})", self.edges);
            return Err(Error::too_large(text));
        }
        let short = || Error::invalid(format!("a position of {} bytes", code.len()));
        let bytes = self.edges.div_ceil(8);
        let all = Bits::first(self.edges);
        let (sets, mut rest) = code.split_at_checked(2 * bytes).ok_or_else(short)?;
        let set = |bytes| Bits::from_bytes(bytes).filter(|set| all.contains(set)).ok_or_else(short);
        let mut position = Bush::new(set(&sets[..bytes])?, set(&sets[bytes..])?);
        while !rest.is_empty() {
            let (head, tail) = rest.split_first_chunk::<16>().ok_or_else(short)?;
            let word = |i: usize| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]);
            let (numerator, tail) = tail.split_at_checked(word(12) as usize).ok_or_else(short)?;
            let number = Dyadic::from_big(BigInt::from_signed_bytes_le(numerator), word(8))?;
            if word(0) as usize >= self.at.len() {
                return Err(short());
            }
            position.hung.push((word(0), Weight { number, nimber: word(4) }));
            rest = tail;
        }
        Ok(position)
    }
}
