//! What a gadget shows at its ports.
//!
//! Every position that can be reached from some starts is a *port state*: which ports are out. Positions of one state
//! that moves within the state connect, in whatever direction, are a component. A gadget may stand for a relation
//! between its ports if every component of a state can flip each single port that the relation lets flip; so it is told
//! of each state and port how many components can, and a position of one that cannot. Moves of both players count, and
//! goals do not end anything. Symmetries are not used: they could exchange ports.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{BuildMixer, Player, Rules};
use crate::search::index::{Batch, Index, bytes_of, make_room};
use std::collections::{BTreeMap, HashMap};

/// Port states are bits of a word.
pub const MOST_PORTS: usize = 64;

/// A port of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flip<P> {
    /// Components in which some move changes this port and no other.
    pub components: u64,
    /// A position of a component without such a move.
    pub lacking: Option<P>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortState<P> {
    /// Bit p: port p is out.
    pub ports: u64,
    pub positions: u64,
    pub components: u64,
    /// By port.
    pub flips: Vec<Flip<P>>,
}

/// A move that changes several ports at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jump<P> {
    pub from: u64,
    pub to: u64,
    /// The first position that has one.
    pub position: P,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ports<P> {
    /// In order of `ports`.
    pub states: Vec<PortState<P>>,
    /// In order of `from` and `to`.
    pub jumps: Vec<Jump<P>>,
}

/// Of each position its state, the ports that a move flips alone, and the position above it in the tree of its component.
struct Entry {
    ports: u64,
    flips: u64,
    above: u32,
}

/// The root of a component; the way there is halved.
fn root(entries: &mut [Entry], mut number: u32) -> u32 {
    while entries[number as usize].above != number {
        let above = entries[entries[number as usize].above as usize].above;
        entries[number as usize].above = above;
        number = above;
    }
    number
}

/// `read` tells the ports that are out.
pub fn ports<R: Rules>(
    rules: &R,
    starts: &[R::Position],
    number_of_ports: usize,
    mut read: impl FnMut(&R::Position) -> Result<u64>,
    control: &Control,
) -> Result<Ports<R::Position>> {
    if number_of_ports > MOST_PORTS {
        return Err(Error::too_large(format!("{number_of_ports} ports (at most {MOST_PORTS})")));
    }
    let mut index = Index::of_positions_with(rules.beside())?;
    let mut entries: Vec<Entry> = Vec::new();
    for start in starts {
        let (number, new) = index.insert(rules.key(start), start, control)?;
        if new {
            entries.push(Entry { ports: read(start)?, flips: 0, above: number });
        }
    }
    let mut jumps: HashMap<(u64, u64), u32, BuildMixer> = HashMap::default();
    let mut ticker = control.ticker();
    let (mut moves, mut batch) = (Vec::new(), Batch::new());
    let mut cursor = 0;
    while cursor < index.len() {
        ticker.tick()?;
        let position = &index.positions()[cursor];
        for player in Player::BOTH {
            moves.clear();
            rules.moves(position, player, &mut moves)?;
            for mv in &moves {
                ticker.glance()?;
                let child = rules.play(position, mv)?;
                batch.push(&index, rules.key(&child), child, cursor as u32);
            }
        }
        cursor += 1;
        if !batch.is_full() && cursor < index.len() {
            continue;
        }
        index.reserve(batch.len(), bytes_of(&entries), control)?;
        make_room(&mut entries, batch.len(), index.bytes(), control)?;
        index.absorb(&mut batch, &mut entries, 0, |entries, number, new, position, from| {
            if new {
                entries.push(Entry { ports: read(position)?, flips: 0, above: number });
            }
            let (here, there) = (entries[from as usize].ports, entries[number as usize].ports);
            match (here ^ there).count_ones() {
                0 => {
                    let (a, b) = (root(entries, from), root(entries, number));
                    // the older position is the root: trees stay flat enough by halving alone
                    entries[a.max(b) as usize].above = a.min(b);
                }
                1 => entries[from as usize].flips |= here ^ there,
                _ => {
                    jumps.entry((here, there)).or_insert(from);
                }
            }
            Ok(())
        })?;
    }
    let mut states: BTreeMap<u64, PortState<R::Position>> = BTreeMap::new();
    for number in 0..entries.len() as u32 {
        ticker.glance()?;
        let (root, flips) = (root(&mut entries, number), entries[number as usize].flips);
        entries[root as usize].flips |= flips;
    }
    for (number, entry) in entries.iter().enumerate() {
        ticker.glance()?;
        let state = states.entry(entry.ports).or_insert_with(|| PortState {
            ports: entry.ports,
            positions: 0,
            components: 0,
            flips: vec![Flip { components: 0, lacking: None }; number_of_ports],
        });
        state.positions += 1;
        if entry.above as usize != number {
            continue;
        }
        state.components += 1;
        for (port, flip) in state.flips.iter_mut().enumerate() {
            if entry.flips >> port & 1 != 0 {
                flip.components += 1;
            } else if flip.lacking.is_none() {
                flip.lacking = Some(index.get(number as u32).clone());
            }
        }
    }
    let mut jumps: Vec<Jump<R::Position>> = jumps
        .into_iter()
        .map(|((from, to), position)| Jump { from, to, position: index.get(position).clone() })
        .collect();
    jumps.sort_unstable_by_key(|jump| (jump.from, jump.to));
    Ok(Ports { states: states.into_values().collect(), jumps })
}

#[cfg(test)]
#[path = "ports_tests.rs"]
mod tests;
