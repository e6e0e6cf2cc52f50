//! Games in which a move only takes moves away, as sets of moves.
//!
//! Where no move makes what another asks for, a position is the set of its legal moves: a move takes away those that it
//! *ends*. Two moves are *linked* if one of them ends the other, and components are what links hold together. A player's
//! moves that are linked to none of the opponent's are *safe*. How many moves a player can make at most from a set of
//! moves that end each other is the size of a *packing*; moves of one player that are linked form a group, and packings
//! of small groups are listed once.

use crate::rules::Player;
use crate::sets::take_connected;

/// A set of numbers below [`Moves::MOST`].
pub type Set = u128;

#[inline(always)]
pub fn only(number: usize) -> Set {
    1 << number
}

/// The numbers in a set, in order.
#[inline(always)]
pub fn each(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// The moves between two lines of a board that only one player's moves cross.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// Lines are numbered from 0, the edge of the board, to the edge on the other side.
    pub from: usize,
    pub to: usize,
    pub moves: Set,
}

/// Moves of one player, numbered one after the other, that are linked among themselves and to no other moves of the
/// player; or all moves of the player that are linked to none.
struct Group {
    player: Player,
    moves: Set,
    first: u32,
    low: Set,
    /// The largest packing of each subset; nothing where moves are alone, or too many.
    packings: Vec<u8>,
    alone: bool,
}

/// Groups with more moves than this have no list.
const LISTED: usize = 14;

/// The moves of a game. They are numbered anew: see [`Moves::number`].
pub struct Moves {
    /// By new number: the number that the rules know.
    numbers: Vec<usize>,
    /// By the number that the rules know.
    renumbered: Vec<usize>,
    own: [Set; 2],
    linked: Vec<Set>,
    /// What a move ends, and what ends it.
    ended: Vec<Set>,
    enders: Vec<Set>,
    /// Moves that are linked to those that a move ends.
    near: Vec<Set>,
    groups: Vec<Group>,
    /// By move: the groups in which it ends moves, and all in which it makes a difference.
    shrunk: Vec<Vec<usize>>,
    touched: Vec<Vec<usize>>,
    bands: [Vec<Band>; 2],
    /// Where symmetries take the moves: those that keep the players, and those that exchange them.
    images: [Vec<Vec<usize>>; 2],
}

impl Moves {
    /// More moves than this are not held in a set.
    pub const MOST: usize = Set::BITS as usize;

    /// Of moves that are known by who may make them, by what each ends, and by bands of moves for each player; all in
    /// the numbers that the rules know. `None` if there are too many.
    pub fn new(players: &[[bool; 2]], ends: impl Fn(usize, usize) -> bool, bands: [Vec<Band>; 2]) -> Option<Moves> {
        let count = players.len();
        if count > Moves::MOST {
            return None;
        }
        let linked = |a: usize, b: usize| ends(a, b) || ends(b, a);
        let shared = players.iter().any(|may| may[0] && may[1]);
        let mut numbers = Vec::with_capacity(count);
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for player in Player::BOTH {
            let mut rest: Vec<usize> =
                (0..count).filter(|&m| players[m] == [player == Player::Left, player == Player::Right]).collect();
            let mut groups: Vec<Vec<usize>> = Vec::new();
            while let Some(first) = rest.first().copied() {
                let mut group = vec![first];
                rest.remove(0);
                let mut next = 0;
                while let Some(&m) = group.get(next) {
                    let (with, without): (Vec<usize>, Vec<usize>) = rest.iter().partition(|&&other| linked(m, other));
                    group.extend(with);
                    rest = without;
                    next += 1;
                }
                group.sort_unstable();
                groups.push(group);
            }
            groups.sort_by_key(|group| group.len() > 1);
            for group in groups {
                ranges.push((numbers.len(), numbers.len() + group.len()));
                numbers.extend(group);
            }
        }
        numbers.extend((0..count).filter(|&m| players[m] == [true, true]));
        numbers.extend((0..count).filter(|&m| players[m] == [false, false]));
        let set = |holds: &dyn Fn(usize) -> bool| {
            numbers.iter().enumerate().filter(|(_, m)| holds(**m)).fold(0, |set, (i, _)| set | only(i))
        };
        let mut moves = Moves {
            own: [0, 1].map(|side| set(&|m| players[m][side])),
            linked: numbers.iter().map(|&a| set(&|b| linked(a, b))).collect(),
            ended: numbers.iter().map(|&a| set(&|b| ends(a, b))).collect(),
            enders: numbers.iter().map(|&b| set(&|a| ends(a, b))).collect(),
            near: Vec::new(),
            groups: Vec::new(),
            shrunk: Vec::new(),
            touched: Vec::new(),
            bands: [Vec::new(), Vec::new()],
            images: [vec![(0..count).collect()], Vec::new()],
            renumbered: (0..count).map(|m| numbers.iter().position(|&n| n == m).unwrap_or(0)).collect(),
            numbers,
        };
        moves.near = moves.ended.iter().map(|&ended| each(ended).fold(0, |set, m| set | moves.linked[m])).collect();
        moves.bands = bands
            .map(|bands| bands.into_iter().map(|band| Band { moves: moves.renumber(band.moves), ..band }).collect());
        moves.groups = if shared {
            Player::BOTH.map(|player| moves.group(player, moves.own[player as usize])).into()
        } else {
            moves.grouped(&ranges)
        };
        let among = |set: Set| (0..moves.groups.len()).filter(|&g| moves.groups[g].moves & set != 0).collect();
        moves.shrunk = moves.ended.iter().map(|&ended| among(ended)).collect();
        moves.touched = moves.ended.iter().zip(&moves.near).map(|(ended, near)| among(ended | near)).collect();
        Some(moves)
    }

    /// The same with symmetries, each by where it takes the moves, in the numbers that the rules know: those that keep the
    /// players, and those that exchange them.
    #[must_use]
    pub fn with_images(mut self, images: [Vec<Vec<usize>>; 2]) -> Moves {
        for (known, images) in self.images.iter_mut().zip(images) {
            let renumbered =
                |image: &Vec<usize>| self.numbers.iter().map(|&m| self.renumbered[image[m]]).collect::<Vec<usize>>();
            known.extend(images.iter().map(renumbered));
            let mut kept: Vec<Vec<usize>> = Vec::new();
            known.retain(|image| {
                let new = !kept.contains(image);
                kept.push(image.clone());
                new
            });
        }
        self
    }

    fn grouped(&self, ranges: &[(usize, usize)]) -> Vec<Group> {
        let mut groups = Vec::new();
        for player in Player::BOTH {
            let own = self.own[player as usize];
            let ours = ranges.iter().filter(|range| own & only(range.0) != 0);
            let (single, several): (Vec<_>, Vec<_>) = ours.partition(|range| range.1 - range.0 == 1);
            let sets = several.into_iter().map(|&(from, to)| (from..to).fold(0, |set, m| set | only(m)));
            let together = single.iter().fold(0, |set, range| set | only(range.0));
            groups
                .extend([together].into_iter().filter(|&set| set != 0).chain(sets).map(|set| self.group(player, set)));
        }
        groups
    }

    fn group(&self, player: Player, moves: Set) -> Group {
        let alone = each(moves).all(|m| self.linked[m] & moves & !only(m) == 0);
        let (first, count) = (moves.trailing_zeros().min(Set::BITS - 1), moves.count_ones() as usize);
        let in_row = moves >> first == only(count % Moves::MOST).wrapping_sub(1);
        let mut packings = Vec::new();
        if !alone && in_row && count <= LISTED {
            packings = vec![0_u8; 1 << count];
            for subset in 1..1_usize << count {
                let m = subset.trailing_zeros() as usize;
                let without = subset & (subset - 1);
                let compatible = without & !((self.linked[first as usize + m] >> first) as usize);
                packings[subset] = packings[without].max(1 + packings[compatible]);
            }
        }
        Group { player, moves, first, low: packings.len().saturating_sub(1) as Set, packings, alone }
    }

    /// A set in the numbers that the rules know.
    #[must_use]
    pub fn renumber(&self, known: Set) -> Set {
        each(known).fold(0, |set, m| set | only(self.renumbered[m]))
    }

    /// The number that the rules know.
    pub fn number(&self, m: usize) -> usize {
        self.numbers[m]
    }

    /// Those that the rules know by this number.
    pub fn of_number(&self, known: usize) -> Set {
        only(self.renumbered[known])
    }

    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    /// Where symmetries take the moves: those that keep the players, the identity among them, or those that exchange them.
    pub fn images(&self, exchange: bool) -> &[Vec<usize>] {
        &self.images[usize::from(exchange)]
    }

    #[inline(always)]
    pub fn ended(&self, m: usize) -> Set {
        self.ended[m]
    }

    /// The moves that are linked to those that a move ends.
    #[inline(always)]
    pub fn near(&self, m: usize) -> Set {
        self.near[m]
    }

    pub fn own(&self, player: Player) -> Set {
        self.own[player as usize]
    }

    pub fn bands(&self, player: Player) -> &[Band] {
        &self.bands[player as usize]
    }

    /// The order in which to try moves that seem as good, by move. Beside the edge of a board nobody crosses, so that a
    /// player makes room there by moves on the second line; on every second line from there on, moves lie side by side
    /// without a loss, and so do moves that begin an even number of places from the edge.
    pub fn ranks(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.count()).collect();
        order.sort_by_key(|&m| {
            let player = Player::BOTH[usize::from(self.own[0] & only(m) == 0)];
            let (across, along) = (self.from_edge(m, player.opponent()), self.from_edge(m, player));
            (across % 2 == 0, along % 2, across, along)
        });
        let mut ranks = vec![0; order.len()];
        for (rank, &m) in order.iter().enumerate() {
            ranks[m] = rank as u32;
        }
        ranks
    }

    /// How far a move lies from the nearer edge, in the lines that only this player crosses.
    fn from_edge(&self, m: usize, player: Player) -> usize {
        let bands = self.bands(player);
        let last = bands.last().map_or(0, |band| band.to);
        let around = bands.iter().filter(|band| band.moves & only(m) != 0).min_by_key(|band| band.to - band.from);
        around.map_or(0, |band| band.from.min(last - band.to))
    }

    #[inline(always)]
    pub fn after(&self, moves: Set, m: usize) -> Set {
        moves & !self.ended[m]
    }

    /// Visit the components.
    #[inline(always)]
    pub fn components(&self, moves: Set, mut visit: impl FnMut(Set)) {
        let mut rest = moves;
        while rest != 0 {
            let mut component = 0;
            take_connected(&self.linked, &mut rest, |m| component |= only(m));
            visit(component);
        }
    }

    /// The component of a set that holds this move, unless it has more than `most` moves or some of `large`. `Err` has
    /// what was seen of it.
    #[inline(always)]
    pub fn component(&self, moves: Set, m: usize, most: u32, large: Set) -> Result<Set, Set> {
        let mut component = only(m);
        let mut todo = component;
        while todo != 0 {
            if component & large != 0 || component.count_ones() > most {
                return Err(component);
            }
            let new = self.linked[todo.trailing_zeros() as usize] & moves & !component;
            component |= new;
            todo = todo & (todo - 1) | new;
        }
        Ok(component)
    }

    /// Moves that are linked to a move of the opponent.
    #[inline(always)]
    fn threats(&self, m: usize, moves: Set) -> Set {
        let opponent = self.own[usize::from(self.own[0] & only(m) != 0)];
        self.linked[m] & moves & opponent
    }

    /// Moves that the opponent can never end, of either player.
    pub fn safe(&self, moves: Set) -> Set {
        each(moves).filter(|&m| self.threats(m, moves) == 0).fold(0, |safe, m| safe | only(m))
    }

    /// By move of a player: what it makes safe.
    pub fn made_safe(&self, moves: Set, safe: Set, player: Player, out: &mut Vec<Set>) {
        out.clear();
        out.resize(self.count(), 0);
        for m in each(moves & !safe) {
            let mut makers = moves & self.own(player) & !self.enders[m];
            let mut threats = self.threats(m, moves);
            while threats != 0 && makers != 0 {
                makers &= self.enders[threats.trailing_zeros() as usize];
                threats &= threats - 1;
            }
            for maker in each(makers) {
                out[maker] |= only(m);
            }
        }
    }

    #[inline(always)]
    fn packing(&self, group: &Group, moves: Set) -> i32 {
        if let Some(&listed) = group.packings.get((moves >> group.first & group.low) as usize) {
            return i32::from(listed);
        }
        let mut rest = moves & group.moves;
        if group.alone {
            return rest.count_ones() as i32;
        }
        let mut count = 0;
        while rest != 0 {
            rest &= !self.linked[rest.trailing_zeros() as usize];
            count += 1;
        }
        count
    }

    /// What each group is good for: its largest packing, and that of its safe moves.
    pub fn worths(&self, moves: Set, safe: Set, out: &mut Vec<[i32; 2]>) {
        out.clear();
        out.extend(self.groups.iter().map(|group| [moves, safe].map(|set| self.packing(group, set))));
    }

    /// What Left gains on Right by a move: by the moves that can be made, and by those that are safe once more.
    #[inline(always)]
    pub fn gain(&self, worths: &[[i32; 2]], m: usize, after: Set, [safe, safe_after]: [Set; 2]) -> i32 {
        let gained = |groups: &[usize], set: Set, which: usize| -> i32 {
            let gained = groups.iter().map(|&g| {
                let gained = self.packing(&self.groups[g], set) - worths[g][which];
                if self.groups[g].player == Player::Left { gained } else { -gained }
            });
            gained.sum()
        };
        let kept = gained(&self.shrunk[m], after, 0);
        if safe == safe_after { kept } else { kept + gained(&self.touched[m], safe_after, 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::toys::Random;

    /// Random moves, some of them for both players.
    fn random_moves(random: &mut Random, shared: bool) -> (Moves, Vec<Vec<bool>>) {
        let count = 4 + random.below(14) as usize;
        let players: Vec<[bool; 2]> = (0..count)
            .map(|_| match random.below(if shared { 3 } else { 2 }) {
                0 => [true, false],
                1 => [false, true],
                _ => [true, true],
            })
            .collect();
        let ends: Vec<Vec<bool>> =
            (0..count).map(|a| (0..count).map(|b| a == b || random.below(5) == 0).collect()).collect();
        let moves = Moves::new(&players, |a, b| ends[a][b], [Vec::new(), Vec::new()]).unwrap_or_else(|| unreachable!());
        (moves, ends)
    }

    /// The largest set of moves of one player of which none ends another.
    fn packing(moves: &Moves, player: Player, among: Set) -> i32 {
        let Some(m) = each(among & moves.own(player)).next() else { return 0 };
        let without = packing(moves, player, among & !only(m));
        without.max(1 + packing(moves, player, among & !moves.linked[m]))
    }

    #[test]
    fn what_a_move_gains_is_what_changes() {
        let mut random = Random(4);
        for round in 0..300 {
            let shared = round % 3 == 0;
            let (moves, ends) = random_moves(&mut random, shared);
            let mut state = moves.own[0] | moves.own[1];
            while state != 0 {
                let safe = moves.safe(state);
                for m in each(state) {
                    for side in [0, 1] {
                        let threatened =
                            each(state & moves.own[1 - side]).any(|other| moves.linked[m] & only(other) != 0);
                        if moves.own[side] & only(m) != 0 && !threatened {
                            assert!(safe & only(m) != 0);
                        }
                    }
                }
                let mut worths = Vec::new();
                moves.worths(state, safe, &mut worths);
                if !shared {
                    let sums = Player::BOTH.map(|player| {
                        let own = moves.groups.iter().zip(&worths).filter(|(group, _)| group.player == player);
                        own.map(|(_, worth)| worth[0] + worth[1]).sum::<i32>()
                    });
                    let counted =
                        Player::BOTH.map(|player| packing(&moves, player, state) + packing(&moves, player, safe));
                    assert!(sums[0] <= counted[0] && sums[1] <= counted[1]);
                    let listed = moves.groups.iter().all(|group| group.alone || !group.packings.is_empty());
                    assert!(!listed || sums == counted);
                }
                let nth = random.below(u64::from(state.count_ones())) as usize;
                let m = each(state).nth(nth).unwrap_or(0);
                let after = moves.after(state, m);
                let ended = each(state).filter(|&other| ends[moves.number(m)][moves.number(other)]);
                assert_eq!(ended.fold(state, |set, other| set & !only(other)), after);
                let mut made = Vec::new();
                for player in Player::BOTH.into_iter().filter(|&player| moves.own(player) & only(m) != 0) {
                    moves.made_safe(state, safe, player, &mut made);
                    assert_eq!(safe & after | made[m], moves.safe(after));
                }
                let gain = moves.gain(&worths, m, after, [safe, moves.safe(after)]);
                let before: i32 = signed(&moves, &worths);
                moves.worths(after, moves.safe(after), &mut worths);
                assert_eq!(signed(&moves, &worths) - before, gain);
                state = after;
            }
        }
    }

    fn signed(moves: &Moves, worths: &[[i32; 2]]) -> i32 {
        let sign = |group: &Group| if group.player == Player::Left { 1 } else { -1 };
        moves.groups.iter().zip(worths).map(|(group, worth)| sign(group) * (worth[0] + worth[1])).sum()
    }

    #[test]
    fn components_are_not_linked() {
        let mut random = Random(5);
        for _ in 0..200 {
            let (moves, _) = random_moves(&mut random, true);
            let state = (moves.own[0] | moves.own[1]) & (u128::from(random.below(1 << 18)));
            let (mut seen, mut parts) = (0, Vec::new());
            moves.components(state, |part| {
                assert_eq!(seen & part, 0);
                seen |= part;
                parts.push(part);
            });
            assert_eq!(seen, state);
            for (i, &a) in parts.iter().enumerate() {
                let around = each(a).fold(0, |set, m| set | moves.linked[m]);
                assert!(parts[i + 1..].iter().all(|b| b & around == 0));
            }
        }
    }
}
