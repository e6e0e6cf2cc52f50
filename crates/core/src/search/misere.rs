//! Who wins a sum in misère play, in which a player who cannot move wins.
//!
//! Nothing adds up here: what counts is the multiset of the components' game trees, and that is what a state is. Of
//! impartial components as much is said as holds in every sum (Conway, *On Numbers and Games*, chapter 12): one without
//! moves is dropped; those with equal options are one; two copies of the game with a single move, a *star*, cancel; and
//! a component all of whose options lead to options of some simpler sum, or back to that sum, is that sum. (Where it is
//! the empty sum, the component must be a win for the player to move.) The last is tried on small components only.
//!
//! A child's key follows from its parent's by one subtraction and one addition, so that children are looked up before
//! any of them is made. Finished states alone enter the table. For games without goals in which every move passes the
//! turn; positions must not repeat, and a path that has doubled its length is checked for that.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Expanded, Mixer, Player, Rules};
use crate::search::path::{Doubling, repeats};
use crate::search::table::Table;
use crate::search::who_wins::loopy;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Components with at most this many moves are simplified.
const SMALL: usize = 12;

/// Bytes that remembered options may take, unless the question's own limit is lower.
const OPTION_BYTES: u64 = 1 << 30;

/// A component up to symmetry, and whether it stands for the negative of its position.
type Face<P> = (P, bool);
/// What each player's moves in a component lead to: the components of each option.
type Options<P> = [Vec<Vec<Face<P>>>; 2];
type Open<P> = (Face<P>, Options<P>);
type Id = u32;

/// A multiset of components: their numbers in order, and whether there is a star beside them.
#[derive(Clone, Default, PartialEq, Eq)]
struct Sum {
    parts: Vec<Id>,
    starred: bool,
    /// The sum of the keys of `parts`.
    key: u128,
    /// The sum of their sizes, by which moves are ordered.
    size: u64,
}

impl Sum {
    fn is_empty(&self) -> bool {
        self.parts.is_empty() && !self.starred
    }

    /// Tells sums apart. (A star's key is odd, so that it is no multiple of any other.)
    fn print(&self) -> u128 {
        print(self.key, self.starred)
    }
}

fn print(key: u128, starred: bool) -> u128 {
    const STAR: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    key.wrapping_add(if starred { STAR } else { 0 })
}

fn key_of(id: Id) -> u128 {
    let mut mixer = Mixer::default();
    mixer.word(u64::from(id));
    mixer.finish128()
}

struct Component<P> {
    face: Face<P>,
    key: u128,
    /// Its number of moves.
    size: u64,
    /// Small, and all that follows is small too.
    small: bool,
    /// What each player's moves lead to, once it is known; of an impartial component Left's alone.
    options: Option<Arc<[Vec<Sum>; 2]>>,
}

/// What is known about components and sums of the *same* rules.
pub struct MisereSums<P> {
    table: Table,
    components: Vec<Component<P>>,
    known: HashMap<Face<P>, Sum, BuildMixer>,
    /// Impartial components by the prints of their options.
    by_options: HashMap<Vec<u128>, Id, BuildMixer>,
    bytes: u64,
}

impl<P: Clone + Eq + Ord + std::hash::Hash + Send + Sync> MisereSums<P> {
    /// The table may take `max_bytes`.
    #[must_use]
    pub fn new(max_bytes: u64) -> Self {
        MisereSums {
            table: Table::new(max_bytes),
            components: Vec::new(),
            known: HashMap::default(),
            by_options: HashMap::default(),
            bytes: 0,
        }
    }

    /// Does `player`, who moves first, win?
    pub fn first_wins<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        player: Player,
        control: &Control,
    ) -> Result<bool> {
        let mut search = Search::new(self, rules, control);
        let sum = search.sum_of(position)?;
        search.wins(sum, player)
    }

    /// The index of a winning move in the order of `rules.moves`; `None` if there is none.
    pub fn winning_move<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        player: Player,
        control: &Control,
    ) -> Result<Option<usize>> {
        if !self.first_wins(rules, position, player, control)? {
            return Ok(None);
        }
        let mut moves = Vec::new();
        rules.moves(position, player, &mut moves)?;
        let mut search = Search::new(self, rules, control);
        let mut children = Vec::with_capacity(moves.len());
        for mv in &moves {
            search.ticker.glance()?;
            children.push(search.sum_of(&rules.play(position, mv)?)?);
        }
        let opponent = player.opponent();
        let lost = |search: &Search<R>, child: &Sum| search.look_up(child, opponent) == Some(false);
        if let Some(index) = children.iter().position(|child| lost(&search, child)) {
            return Ok(Some(index));
        }
        for (index, child) in children.into_iter().enumerate() {
            if !search.wins(child, opponent)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

/// A child of the node on top of the path: option `option` of component `from` in its place.
#[derive(Clone, Copy)]
struct Child {
    print: u128,
    size: u64,
    from: Id,
    option: u32,
}

/// The move that takes the star.
const STAR: Id = Id::MAX;

/// A node on the path; its children are those behind `children`.
struct Frame {
    sum: Sum,
    player: Player,
    children: usize,
    next: usize,
    begun: u64,
}

struct Search<'s, 'c, 'a, R: Rules> {
    memo: &'s mut MisereSums<R::Position>,
    rules: &'s R,
    impartial: bool,
    control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
    nodes: u64,
}

impl<'s, 'c, 'a, R: Rules> Search<'s, 'c, 'a, R> {
    fn new(memo: &'s mut MisereSums<R::Position>, rules: &'s R, control: &'c Control<'a>) -> Self {
        Search { memo, rules, impartial: rules.impartial(), control, ticker: control.ticker(), nodes: 0 }
    }

    // components -----------------------------------------------------------------------------------------------------

    fn face(&self, piece: &R::Position, negative: bool) -> Face<R::Position> {
        let (position, turned) = self.rules.normal(piece);
        (position, !self.impartial && (turned != negative))
    }

    fn sum_of(&mut self, position: &R::Position) -> Result<Sum> {
        let mut pieces = Vec::new();
        if !self.rules.split(position, &mut pieces) {
            return Err(Error::invalid("these positions do not fall apart into sums"));
        }
        let faces: Vec<_> = pieces.iter().map(|piece| self.face(piece, false)).collect();
        self.total(&faces)
    }

    fn total(&mut self, faces: &[Face<R::Position>]) -> Result<Sum> {
        let mut total = Sum::default();
        for face in faces {
            self.settle(face)?;
            if let Some(sum) = self.memo.known.get(face) {
                add(&mut total, sum);
            }
        }
        Ok(total)
    }

    fn expand(&mut self, (position, negative): &Face<R::Position>) -> Result<Options<R::Position>> {
        self.ticker.tick()?;
        let mut expanded = Expanded::default();
        self.rules.expand(position, &mut expanded)?;
        let mut start = 0;
        let mut options = [Vec::new(), Vec::new()];
        for (number, &end) in expanded.ends.iter().enumerate() {
            self.ticker.glance()?;
            let left = (number < expanded.lefts) != *negative;
            if left || !self.impartial {
                let faces = expanded.parts[start..end].iter().map(|piece| self.face(piece, *negative)).collect();
                options[usize::from(!left)].push(faces);
            }
            start = end;
        }
        Ok(options)
    }

    /// Find out which sum a component is, and first which sums the small ones are that follow it.
    fn settle(&mut self, face: &Face<R::Position>) -> Result<()> {
        let mut path: Vec<Open<R::Position>> = Vec::new();
        let mut open: HashSet<Face<R::Position>, BuildMixer> = HashSet::default();
        let mut next = Some(face.clone());
        loop {
            if let Some(face) = next.take()
                && !self.memo.known.contains_key(&face)
            {
                let options = self.expand(&face)?;
                let size = options.iter().map(Vec::len).sum::<usize>();
                if size > SMALL || !self.impartial || open.contains(&face) {
                    self.name(face, size, false, None)?;
                } else {
                    open.insert(face.clone());
                    path.push((face, options));
                }
            }
            let Some((_, options)) = path.last() else { return Ok(()) };
            next = options[0].iter().flatten().find(|part| !self.memo.known.contains_key(*part)).cloned();
            if next.is_none()
                && let Some((face, options)) = path.pop()
            {
                let options = self.sums(&options[0])?;
                if !self.memo.known.contains_key(&face) {
                    self.simplify(face, options)?;
                }
            }
        }
    }

    /// Each sum once, the smallest first.
    fn sums(&mut self, options: &[Vec<Face<R::Position>>]) -> Result<Vec<Sum>> {
        let mut sums = options.iter().map(|faces| self.total(faces)).collect::<Result<Vec<_>>>()?;
        sums.sort_unstable_by_key(|sum| (sum.size, sum.print()));
        sums.dedup();
        Ok(sums)
    }

    /// File an impartial component with these options under the simplest sum that it is known to equal.
    fn simplify(&mut self, face: Face<R::Position>, options: Vec<Sum>) -> Result<()> {
        let prints: Vec<u128> = options.iter().map(Sum::print).collect();
        if let Some(&id) = self.memo.by_options.get(&prints) {
            let sum = self.single(id);
            self.memo.known.insert(face, sum);
            return Ok(());
        }
        if options.is_empty() {
            self.memo.known.insert(face, Sum::default());
            return Ok(());
        }
        if options.len() == 1 && options[0].is_empty() {
            self.memo.known.insert(face, Sum { starred: true, ..Sum::default() });
            return Ok(());
        }
        let small = options.iter().flat_map(|sum| &sum.parts).all(|&id| self.memo.components[id as usize].small);
        if small && let Some(sum) = self.reversed(&options)? {
            self.memo.known.insert(face, sum);
            return Ok(());
        }
        let size = options.len();
        let id = self.name(face, size, small, Some(options))?;
        self.memo.by_options.insert(prints, id);
        Ok(())
    }

    /// A sum of which all options are among these, while every other of these has a move back to it.
    fn reversed(&mut self, options: &[Sum]) -> Result<Option<Sum>> {
        let prints: HashSet<u128, BuildMixer> = options.iter().map(Sum::print).collect();
        let after: Vec<Vec<Sum>> = options.iter().map(|option| self.moves_of(option)).collect();
        let back: Vec<HashSet<u128, BuildMixer>> =
            after.iter().map(|sums| sums.iter().map(Sum::print).collect()).collect();
        let mut tried: HashSet<u128, BuildMixer> = HashSet::default();
        for sum in after.iter().flatten().filter(|sum| tried.insert(sum.print())) {
            let own: HashSet<u128, BuildMixer> = self.moves_of(sum).iter().map(Sum::print).collect();
            let print = sum.print();
            let returns =
                |(option, back): (&Sum, &HashSet<_, _>)| own.contains(&option.print()) || back.contains(&print);
            if !own.is_subset(&prints) || !options.iter().zip(&back).all(returns) {
                continue;
            }
            if !sum.is_empty() {
                return Ok(Some(sum.clone()));
            }
            for option in options {
                if !self.wins(option.clone(), Player::Left)? {
                    return Ok(Some(sum.clone()));
                }
            }
        }
        Ok(None)
    }

    /// The sums that moves lead to from a sum of small impartial components.
    fn moves_of(&self, sum: &Sum) -> Vec<Sum> {
        let mut found = Vec::new();
        if sum.starred {
            found.push(Sum { starred: false, ..sum.clone() });
        }
        for (at, &id) in sum.parts.iter().enumerate() {
            if at > 0 && sum.parts[at - 1] == id {
                continue;
            }
            if let Some(options) = &self.memo.components[id as usize].options {
                found.extend(options[0].iter().map(|option| self.after(sum, id, option)));
            }
        }
        found
    }

    fn single(&self, id: Id) -> Sum {
        let Component { key, size, .. } = self.memo.components[id as usize];
        Sum { parts: vec![id], starred: false, key, size }
    }

    /// Give a component a number.
    fn name(&mut self, face: Face<R::Position>, size: usize, small: bool, options: Option<Vec<Sum>>) -> Result<Id> {
        let id = Id::try_from(self.memo.components.len()).ok().filter(|&id| id < STAR);
        let id = id.ok_or_else(|| Error::too_large("more than 4294967294 components"))?;
        let options = options.map(|options| Arc::new([options, Vec::new()]));
        self.memo.bytes += 4 * (size_of::<Component<R::Position>>() + self.rules.beside()) as u64;
        self.memo.bytes += options.as_ref().map_or(0, |options| bytes_of(options));
        self.control.memory(self.memo.bytes + self.memo.table.bytes())?;
        let component = Component { face: face.clone(), key: key_of(id), size: size as u64, small, options };
        self.memo.components.push(component);
        let sum = self.single(id);
        self.memo.known.insert(face, sum);
        Ok(id)
    }

    /// The options of a component, worked out when they are first wanted.
    fn options(&mut self, id: Id) -> Result<Arc<[Vec<Sum>; 2]>> {
        if let Some(options) = &self.memo.components[id as usize].options {
            return Ok(options.clone());
        }
        let face = self.memo.components[id as usize].face.clone();
        let [left, right] = self.expand(&face)?;
        let options = Arc::new([self.sums(&left)?, self.sums(&right)?]);
        let bytes = bytes_of(&options);
        let budget = self.control.memory_limit().map_or(OPTION_BYTES, |limit| OPTION_BYTES.min(limit / 4));
        if self.memo.bytes + bytes > budget {
            // they can be worked out again
            for component in self.memo.components.iter_mut().filter(|component| !component.small) {
                self.memo.bytes -= component.options.take().map_or(0, |options| bytes_of(&options));
            }
        }
        self.memo.bytes += bytes;
        self.control.memory(self.memo.bytes + self.memo.table.bytes())?;
        self.memo.components[id as usize].options = Some(options.clone());
        Ok(options)
    }

    // the search -----------------------------------------------------------------------------------------------------

    /// The sum with an option in the place of one of its components.
    fn after(&self, sum: &Sum, from: Id, option: &Sum) -> Sum {
        let mut next = sum.clone();
        if let Ok(at) = next.parts.binary_search(&from) {
            next.parts.remove(at);
        }
        let Component { key, size, .. } = self.memo.components[from as usize];
        next.key = next.key.wrapping_sub(key);
        next.size -= size;
        add(&mut next, option);
        next
    }

    fn salted(&self, print: u128, player: Player) -> u128 {
        const RIGHT: u128 = 0x2545_F491_4F6C_DD1D_C2B2_AE3D_27D4_EB4F;
        if self.impartial || player == Player::Left { print } else { print ^ RIGHT }
    }

    fn look_up(&self, sum: &Sum, player: Player) -> Option<bool> {
        self.memo.table.get(self.salted(sum.print(), player)).map(|value| value != 0)
    }

    fn wins(&mut self, sum: Sum, player: Player) -> Result<bool> {
        if let Some(known) = self.look_up(&sum, player) {
            return Ok(known);
        }
        let mut frames: Vec<Frame> = Vec::new();
        let mut children: Vec<Child> = Vec::new();
        let mut doubling = Doubling::default();
        let mut entering = Some((sum, player));
        let mut answer = None;
        loop {
            if let Some((sum, player)) = entering.take() {
                if doubling.due(frames.len()) {
                    let stack = frames.len() * size_of::<Frame>() + children.len() * size_of::<Child>();
                    self.control.memory(self.memo.bytes + self.memo.table.bytes() + 2 * stack as u64)?;
                    if repeats(frames.iter().map(|frame| self.salted(frame.sum.print(), frame.player))) {
                        return Err(loopy());
                    }
                }
                self.ticker.tick()?;
                self.nodes += 1;
                let first = children.len();
                let won = self.children(&sum, player, &mut children)?;
                frames.push(Frame { sum, player, children: first, next: first, begun: self.nodes });
                answer = won.then_some(false); // as if a child were lost for the opponent
            }
            let Some(top) = frames.last_mut() else { return Ok(false) };
            let value = if answer == Some(false) {
                Some(true)
            } else if top.next == children.len() {
                Some(false)
            } else {
                None
            };
            if let Some(value) = value {
                let effort = self.nodes - top.begun + 1;
                let key = self.salted(top.sum.print(), top.player);
                self.memo.table.put(key, u32::from(value), effort, self.control)?;
                children.truncate(top.children);
                frames.pop();
                if frames.is_empty() {
                    return Ok(value);
                }
                answer = Some(value);
                continue;
            }
            let child = children[top.next];
            top.next += 1;
            let opponent = top.player.opponent();
            let (print, side) = (child.print, top.player as usize);
            answer = self.memo.table.get(self.salted(print, opponent)).map(|value| value != 0);
            if answer.is_none() {
                let sum = frames.last().map(|frame| frame.sum.clone()).unwrap_or_default();
                let next = if child.from == STAR {
                    Sum { starred: false, ..sum }
                } else {
                    let options = self.options(child.from)?;
                    let side = if self.impartial { 0 } else { side };
                    self.after(&sum, child.from, &options[side][child.option as usize])
                };
                entering = Some((next, opponent));
            }
        }
    }

    /// Append the children that are not settled yet, the smallest first; true if the player wins at once.
    fn children(&mut self, sum: &Sum, player: Player, out: &mut Vec<Child>) -> Result<bool> {
        let first = out.len();
        let side = if self.impartial { 0 } else { player as usize };
        if sum.starred {
            out.push(Child { print: sum.key, size: sum.size, from: STAR, option: 0 });
        }
        for (at, &from) in sum.parts.iter().enumerate() {
            if at > 0 && sum.parts[at - 1] == from {
                continue;
            }
            let options = self.options(from)?;
            let Component { key, size, .. } = self.memo.components[from as usize];
            let (rest, small) = (sum.key.wrapping_sub(key), sum.size - size);
            out.extend(options[side].iter().enumerate().map(|(option, after)| Child {
                print: print(rest.wrapping_add(after.key), sum.starred != after.starred),
                size: small + after.size,
                from,
                option: option as u32,
            }));
        }
        let stuck = out.len() == first;
        let mut kept = first;
        for i in first..out.len() {
            match self.memo.table.get(self.salted(out[i].print, player.opponent())) {
                Some(0) => return Ok(true),
                Some(_) => {}
                None => {
                    out.swap(kept, i);
                    kept += 1;
                }
            }
        }
        out.truncate(kept);
        out[first..].sort_unstable_by_key(|child| (child.size, child.print));
        Ok(stuck)
    }
}

fn add(sum: &mut Sum, other: &Sum) {
    sum.parts.extend_from_slice(&other.parts);
    sum.parts.sort_unstable();
    sum.starred ^= other.starred;
    sum.key = sum.key.wrapping_add(other.key);
    sum.size += other.size;
}

fn bytes_of(options: &[Vec<Sum>; 2]) -> u64 {
    let sums = options.iter().flatten();
    sums.map(|sum| (size_of::<Sum>() + 4 * sum.parts.capacity()) as u64).sum()
}

#[cfg(test)]
#[path = "misere_tests.rs"]
mod tests;
