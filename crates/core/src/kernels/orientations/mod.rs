//! Constraint logic: a move reverses one edge of a graph, and every vertex must keep its minimum inflow.
//!
//! Hearn & Demaine, *Games, Puzzles, and Computation* (2009); here with any positive weights and any minima. A position
//! is a set of edges, those that point to their second end; where each edge may be reversed only once, a second set
//! behind it holds those that have been. One look at each vertex gives all moves at once: of the edges that point to it,
//! those may be reversed whose weight is not more than what the vertex has to spare. A loop always points to its vertex
//! and can always be reversed.
//!
//! A player moves the own edges and those of nobody. The goals are conjunctions of directions, each with a winner.

pub mod deterministic;
pub mod graph;
pub mod listing;
#[cfg(test)]
mod tests;

use crate::bits::Bits;
use crate::engine::Code;
use crate::engine::board::Symbolic;
use crate::engine::erased::Coded;
use crate::engine::puzzle::encoded;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{DEAD, Player, Rules, Stuck, Winner};
use crate::search::enumerate::{self, Reach};
use graph::{Class, Classes, Graph};

/// The most edges for which rules are compiled.
pub const MOST_EDGES: usize = 1024;

/// An edge is a cell for those who ask for symbols. Its symbol is 1 if it points to its second end, and this more if it
/// has been reversed for good.
const SPENT: u16 = 2;

/// Directions that are all wanted, and who wins by them.
#[derive(Clone, Debug)]
pub struct Goal {
    pub winner: Winner,
    /// Edges, and whether each points to its second end.
    pub arrows: Vec<(usize, bool)>,
}

/// Everything that rules are made of beside the graph.
#[derive(Clone, Debug)]
pub struct Play {
    /// By edge: who may move it, `None` for both.
    pub owners: Vec<Option<Player>>,
    pub goals: Vec<Goal>,
    /// Each edge may be reversed at most once.
    pub once: bool,
    /// A puzzle: all edges are Left's.
    pub alone: bool,
    pub stuck: Stuck,
    /// All edges are both players'.
    pub impartial: bool,
}

/// Bits of a position.
#[must_use]
pub fn bits_needed(edges: usize, once: bool) -> usize {
    edges.div_ceil(64) * 64 * if once { 2 } else { 1 }
}

/// Who may move an edge, by the word for it.
pub fn owner(word: &str) -> Result<Option<Player>> {
    match word {
        "" => Ok(None),
        "L" => Ok(Some(Player::Left)),
        "R" => Ok(Some(Player::Right)),
        _ => Err(Error::invalid(format!("no player {word:?} owns edges (expected \"L\", \"R\" or nobody)"))),
    }
}

/// The symbols of an edge that points to its second end, or of one that does not.
#[must_use]
pub fn points(second: bool) -> Vec<u16> {
    let symbol = u16::from(second);
    vec![symbol, symbol | SPENT]
}

struct Wanted<const W: usize> {
    care: Bits<W>,
    want: Bits<W>,
    winner: Winner,
}

impl<const W: usize> Wanted<W> {
    /// `None` for a conjunction that contradicts itself.
    fn new(goal: &Goal, graph: &Graph) -> Result<Option<Self>> {
        let mut wanted = Wanted { care: Bits::default(), want: Bits::default(), winner: goal.winner };
        let mut possible = true;
        for &(edge, second) in &goal.arrows {
            let edge = graph.known(edge)?;
            possible &= !wanted.care.get(edge) || wanted.want.get(edge) == second;
            wanted.care.set(edge);
            if second {
                wanted.want.set(edge);
            }
        }
        Ok(possible.then_some(wanted))
    }

    /// The edges that point the wrong way.
    #[inline(always)]
    fn wrong(&self, position: &Bits<W>) -> Bits<W> {
        (*position ^ self.want) & self.care
    }
}

/// A vertex whose minimum is not met by its loops alone.
struct Vertex {
    number: usize,
    /// What the edges that are not loops must bring.
    need: u64,
    /// Its classes end here.
    end: usize,
}

pub struct OrientationRules<const W: usize> {
    graph: Graph,
    vertices: Vec<Vertex>,
    classes: Vec<Class>,
    /// Edges that may be reversed if they point to their first end, and to their second: nothing there depends on them.
    free: [Bits<W>; 2],
    goals: Vec<Wanted<W>>,
    /// By player.
    own: [Bits<W>; 2],
    once: bool,
    stuck: Stuck,
    impartial: bool,
}

impl<const W: usize> OrientationRules<W> {
    pub fn new(graph: Graph, play: &Play) -> Result<Self> {
        let edges = graph.edges();
        if edges > MOST_EDGES || bits_needed(edges, play.once) > 64 * W {
            return Err(Error::too_large(format!("{edges} edges are too many to search (at most {MOST_EDGES})")));
        }
        if play.owners.len() != edges {
            return Err(Error::invalid(format!("{} owners for {edges} edges", play.owners.len())));
        }
        let (mut vertices, mut classes) = (Vec::new(), Vec::new());
        let (loops, others) = (Classes::of(&graph, true), Classes::of(&graph, false));
        for (number, &minimum) in graph.minima.iter().enumerate() {
            let given: u64 = loops.at(number).iter().map(|class| class.brings(class.mask)).sum();
            let need = minimum.saturating_sub(given);
            if need > 0 {
                classes.extend(others.at(number));
                vertices.push(Vertex { number, need, end: classes.len() });
            }
        }
        let mut free = [Bits::default(); 2];
        for (edge, &(first, second)) in graph.ends.iter().enumerate() {
            for (side, end) in [first, second].into_iter().enumerate() {
                if graph.is_loop(edge) || vertices.iter().all(|vertex| vertex.number != end as usize) {
                    free[side].set(edge);
                }
            }
        }
        let goals = play.goals.iter().map(|goal| Wanted::new(goal, &graph)).collect::<Result<Vec<_>>>()?;
        let all = Bits::first(edges);
        let own = Player::BOTH.map(|player| match player {
            Player::Left if play.alone => all,
            Player::Right if play.alone => Bits::default(),
            _ if play.impartial => all,
            _ => {
                let mut own = Bits::default();
                let theirs = play.owners.iter().enumerate().filter(|(_, owner)| owner.is_none_or(|it| it == player));
                theirs.for_each(|(edge, _)| own.set(edge));
                own
            }
        });
        // a goal has a winner, so that the same moves are not worth the same
        let impartial = own[0] == own[1] && goals.is_empty();
        let goals = goals.into_iter().flatten().collect();
        Ok(OrientationRules {
            graph,
            vertices,
            classes,
            free,
            goals,
            own,
            once: play.once,
            stuck: play.stuck,
            impartial,
        })
    }

    fn words(&self) -> usize {
        self.graph.words()
    }

    fn spent(&self, position: &Bits<W>) -> Bits<W> {
        if self.once { position.shifted_down(64 * self.words()) } else { Bits::default() }
    }

    /// The edges whose reversal leaves every vertex its minimum.
    #[inline(always)]
    fn reversible_edges(&self, position: &Bits<W>) -> Bits<W> {
        let mut found = (*position & self.free[1]) | (!*position & self.free[0]);
        let mut start = 0;
        for vertex in &self.vertices {
            let classes = &self.classes[start..vertex.end];
            start = vertex.end;
            let inflow: u64 = classes.iter().map(|class| class.brings(class.incoming(&position.0))).sum();
            let spare = inflow - vertex.need;
            for class in classes {
                if class.weight <= spare {
                    found.0[class.word] |= class.incoming(&position.0);
                }
            }
        }
        found
    }

    /// The position is one: every vertex has its minimum.
    fn check(&self, position: &Bits<W>) -> Result<()> {
        let mut start = 0;
        for vertex in &self.vertices {
            let classes = &self.classes[start..vertex.end];
            start = vertex.end;
            let inflow: u64 = classes.iter().map(|class| class.brings(class.incoming(&position.0))).sum();
            if inflow < vertex.need {
                let minimum = self.graph.minima[vertex.number];
                let inflow = minimum - vertex.need + inflow;
                let number = vertex.number;
                return Err(Error::invalid(format!(
                    "vertex number {number} has an inflow of {inflow} (expected at least {minimum})"
                )));
            }
        }
        Ok(())
    }
}

impl<const W: usize> Rules for OrientationRules<W> {
    type Position = Bits<W>;
    /// The number of the edge.
    type Move = u16;

    #[inline]
    fn moves(&self, position: &Bits<W>, player: Player, out: &mut Vec<u16>) -> Result<()> {
        let mut edges = self.reversible_edges(position) & self.own[player as usize];
        if self.once {
            edges = edges & !self.spent(position);
        }
        out.extend(edges.ones().map(|edge| edge as u16));
        Ok(())
    }

    #[inline]
    fn play(&self, position: &Bits<W>, mv: &u16) -> Result<Bits<W>> {
        let (mut after, edge) = (*position, usize::from(*mv));
        after.0[edge >> 6] ^= 1 << (edge & 63);
        if self.once {
            after.set(64 * self.words() + edge);
        }
        Ok(after)
    }

    #[inline]
    fn goal(&self, position: &Bits<W>) -> Option<Winner> {
        self.goals.iter().find(|goal| goal.wrong(position).is_empty()).map(|goal| goal.winner)
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn reversible(&self) -> bool {
        !self.once
    }

    fn even_handed(&self) -> bool {
        self.impartial
    }

    /// An edge was reversed from a legal configuration if and only if reversing it again leads to one.
    fn unmoves(&self, position: &Bits<W>, player: Player, again: bool, out: &mut Vec<Bits<W>>) -> Result<bool> {
        let mut edges = self.reversible_edges(position) & self.own[player as usize];
        if self.once {
            edges = edges & self.spent(position);
        }
        if !again {
            out.extend(edges.ones().map(|edge| {
                let mut before = *position;
                before.0[edge >> 6] ^= 1 << (edge & 63);
                if self.once {
                    let bit = 64 * self.words() + edge;
                    before.0[bit >> 6] ^= 1 << (bit & 63);
                }
                before
            }));
        }
        Ok(true)
    }

    /// The edges of Left's nearest goal that point the wrong way: a move turns one of them.
    #[inline]
    fn estimate(&self, position: &Bits<W>) -> u32 {
        let distance = |goal: &Wanted<W>| {
            let wrong = goal.wrong(position);
            if self.once && wrong.meets(&self.spent(position)) { DEAD } else { wrong.count() }
        };
        self.goals.iter().filter(|goal| goal.winner == Winner::Left).map(distance).min().unwrap_or(DEAD)
    }

    #[inline]
    fn key(&self, position: &Bits<W>) -> u64 {
        position.key()
    }
}

impl<const W: usize> Coded for OrientationRules<W> {
    fn encode(&self, position: &Bits<W>) -> Code {
        Code::of_sets(&[*position], bits_needed(self.graph.edges(), self.once))
    }

    fn code_bytes(&self) -> usize {
        bits_needed(self.graph.edges(), self.once) / 8
    }

    fn decode(&self, code: &[u8]) -> Result<Bits<W>> {
        if code.len() != self.code_bytes() {
            let expected = self.code_bytes();
            return Err(Error::invalid(format!("a configuration of {} bytes (expected {expected})", code.len())));
        }
        let position = Bits::from_bytes(code).ok_or_else(|| Error::invalid("a configuration with too many bits"))?;
        let mut edges = Bits::first(self.graph.edges());
        if self.once {
            edges = edges | edges.shifted_up(64 * self.words());
        }
        if !edges.contains(&position) {
            return Err(Error::invalid(format!("a configuration of more than {} edges", self.graph.edges())));
        }
        self.check(&position)?;
        Ok(position)
    }

    /// Compiled for configurations, of which there may be many millions.
    fn reachable(&self, start: &Bits<W>, players: &[Player], control: &Control) -> Result<Reach<Code>> {
        let found = enumerate::reachable(self, start, players, players.len() > 1, control)?;
        let Reach { representatives, positions, layers, goals, farthest } = found;
        Ok(Reach { representatives, positions, layers, goals, farthest: encoded(self, &farthest) })
    }
}

impl<const W: usize> Symbolic for OrientationRules<W> {
    fn position(&self, symbols: &[u16]) -> Result<Bits<W>> {
        if symbols.len() != self.graph.edges() {
            return Err(Error::invalid(format!("{} symbols for {} edges", symbols.len(), self.graph.edges())));
        }
        let mut position = Bits::default();
        for (edge, &symbol) in symbols.iter().enumerate() {
            if symbol > if self.once { SPENT | 1 } else { 1 } {
                return Err(Error::invalid(format!("edge number {edge} cannot have symbol number {symbol}")));
            }
            if symbol & 1 != 0 {
                position.set(edge);
            }
            if symbol & SPENT != 0 {
                position.set(64 * self.words() + edge);
            }
        }
        self.check(&position)?;
        Ok(position)
    }

    fn symbols(&self, position: &Bits<W>) -> Vec<u16> {
        let spent = self.spent(position);
        (0..self.graph.edges()).map(|edge| u16::from(position.get(edge)) + SPENT * u16::from(spent.get(edge))).collect()
    }
}
