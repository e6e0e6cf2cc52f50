//! Games in which a move only takes moves away, as sets of moves.
//!
//! Where no move makes what another asks for, a position is the set of its legal moves: a move takes away those that it
//! *ends*. Two moves are *linked* if one of them ends the other, and components are what links hold together. A player's
//! moves that are linked to none of the opponent's are *safe*. How many moves a player can make at most from a set of
//! moves that end each other is the size of a *packing*; moves of one player that are linked form a group, and packings
//! of small groups are listed once.

use crate::rules::Player;
use crate::sets::{Set, each, only, take_connected};
use std::sync::Arc;

/// The moves between two lines of a board that only one player's moves cross.
#[derive(Clone, Copy, Debug)]
pub struct Band<S> {
    /// Lines are numbered from 0, the edge of the board, to the edge on the other side.
    pub from: usize,
    pub to: usize,
    pub moves: S,
}

/// Moves of one player, numbered one after the other, that are linked among themselves and to no other moves of the
/// player; or all moves of the player that are linked to none.
struct Group<S> {
    player: Player,
    moves: S,
    first: usize,
    low: u64,
    /// The largest packing of each subset; nothing where moves are alone, or too many. Groups that are linked alike share
    /// the list.
    packings: Arc<[u8]>,
    alone: bool,
}

/// Lines that lie nowhere around.
pub const NOWHERE: (usize, usize) = (usize::MAX, 0);

/// Groups with more moves than this have no list.
const LISTED: usize = 14;

/// The moves of a game. They are numbered anew: see [`Moves::number`].
pub struct Moves<S> {
    /// By new number: the number that the rules know.
    numbers: Vec<usize>,
    /// By the number that the rules know.
    renumbered: Vec<usize>,
    own: [S; 2],
    linked: Vec<S>,
    /// What a move ends, and what ends it.
    ended: Vec<S>,
    enders: Vec<S>,
    /// Moves that are linked to those that a move ends.
    near: Vec<S>,
    groups: Vec<Group<S>>,
    /// By move: the groups in which it ends moves, and all in which it makes a difference.
    shrunk: Vec<Vec<usize>>,
    touched: Vec<Vec<usize>>,
    bands: [Vec<Band<S>>; 2],
    /// By player and by move: see [`Moves::place`].
    places: [Vec<(usize, usize)>; 2],
    /// By move: see [`Moves::rank`].
    ranks: Vec<u32>,
    /// Where symmetries take the moves: those that keep the players, and those that exchange them.
    images: [Vec<Vec<usize>>; 2],
}

impl<S: Set> Moves<S> {
    /// Of moves that are known by who may make them, by what each ends, and by bands of moves for each player; all in
    /// the numbers that the rules know. `None` if there are too many.
    pub fn new(players: &[[bool; 2]], ends: impl Fn(usize, usize) -> bool, bands: [Vec<Band<S>>; 2]) -> Option<Self> {
        let count = players.len();
        if count > S::MOST {
            return None;
        }
        let mut ended = vec![S::default(); count];
        let mut linked = ended.clone();
        for a in 0..count {
            for b in (0..count).filter(|&b| ends(a, b)) {
                ended[a] = ended[a].with(b);
                linked[a] = linked[a].with(b);
                linked[b] = linked[b].with(a);
            }
        }
        let shared = players.iter().any(|may| may[0] && may[1]);
        let of = |may: [bool; 2]| (0..count).filter(move |&m| players[m] == may);
        let mut numbers = Vec::with_capacity(count);
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for player in Player::BOTH {
            let mut rest = of([player == Player::Left, player == Player::Right]).fold(S::default(), S::with);
            let mut groups: Vec<S> = Vec::new();
            while !rest.is_empty() {
                let mut group = S::default();
                take_connected(&linked, &mut rest, |m| group = group.with(m));
                groups.push(group);
            }
            groups.sort_by_key(|group| group.len() > 1);
            for group in groups {
                ranges.push((numbers.len(), numbers.len() + group.len()));
                numbers.extend(each(group));
            }
        }
        numbers.extend(of([true, true]));
        numbers.extend(of([false, false]));
        let mut renumbered = vec![0; count];
        for (i, &m) in numbers.iter().enumerate() {
            renumbered[m] = i;
        }
        let set = |known: S| each(known).fold(S::default(), |set, m| set.with(renumbered[m]));
        let all = |known: &[S]| numbers.iter().map(|&m| set(known[m])).collect::<Vec<S>>();
        let (ended, linked) = (all(&ended), all(&linked));
        let mut enders = vec![S::default(); count];
        for (a, &ended) in ended.iter().enumerate() {
            each(ended).for_each(|b| enders[b] = enders[b].with(a));
        }
        let mut moves = Moves {
            own: [0, 1].map(|side| set((0..count).filter(|&m| players[m][side]).fold(S::default(), S::with))),
            linked,
            ended,
            enders,
            near: Vec::new(),
            groups: Vec::new(),
            shrunk: Vec::new(),
            touched: Vec::new(),
            bands: [Vec::new(), Vec::new()],
            places: [Vec::new(), Vec::new()],
            ranks: Vec::new(),
            images: [vec![(0..count).collect()], Vec::new()],
            renumbered,
            numbers,
        };
        moves.near =
            moves.ended.iter().map(|&ended| each(ended).fold(S::default(), |set, m| set | moves.linked[m])).collect();
        moves.bands = bands
            .map(|bands| bands.into_iter().map(|band| Band { moves: moves.renumber(band.moves), ..band }).collect());
        moves.places = [0, 1].map(|side| places(&moves.bands[side], count));
        moves.ranks = moves.ranked();
        moves.groups = if shared {
            Player::BOTH.map(|player| moves.group(player, moves.own[player as usize], &mut Vec::new())).into()
        } else {
            moves.grouped(&ranges)
        };
        let among = |set: S| (0..moves.groups.len()).filter(|&g| !(moves.groups[g].moves & set).is_empty()).collect();
        moves.shrunk = moves.ended.iter().map(|&ended| among(ended)).collect();
        moves.touched = moves.ended.iter().zip(&moves.near).map(|(ended, near)| among(*ended | *near)).collect();
        Some(moves)
    }

    /// The same with symmetries, each by where it takes the moves, in the numbers that the rules know: those that keep the
    /// players, and those that exchange them.
    #[must_use]
    pub fn with_images(mut self, images: [Vec<Vec<usize>>; 2]) -> Self {
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

    fn grouped(&self, ranges: &[(usize, usize)]) -> Vec<Group<S>> {
        let (mut groups, mut lists) = (Vec::new(), Vec::new());
        for player in Player::BOTH {
            let own = self.own[player as usize];
            let ours = ranges.iter().filter(|range| !(own & only(range.0)).is_empty());
            let (single, several): (Vec<_>, Vec<_>) = ours.partition(|range| range.1 - range.0 == 1);
            let sets = several.into_iter().map(|&(from, to)| (from..to).fold(S::default(), S::with));
            let together = single.iter().fold(S::default(), |set, range| set.with(range.0));
            groups.extend(
                [together]
                    .into_iter()
                    .filter(|set| !set.is_empty())
                    .chain(sets)
                    .map(|set| self.group(player, set, &mut lists)),
            );
        }
        groups
    }

    /// Lists of packings are known by what is linked.
    fn group(&self, player: Player, moves: S, lists: &mut Vec<(Vec<u64>, Arc<[u8]>)>) -> Group<S> {
        let alone = each(moves).all(|m| (self.linked[m] & moves & !only::<S>(m)).is_empty());
        let (first, count) = (moves.first().min(S::MOST - 1), moves.len());
        let in_row = moves.is_empty() || moves.last() - first + 1 == count;
        let mut packings = Arc::default();
        if !alone && in_row && count <= LISTED {
            let linked: Vec<u64> = each(moves).map(|m| (self.linked[m] & moves).word_at(first)).collect();
            packings = match lists.iter().find(|(known, _)| *known == linked) {
                Some((_, list)) => list.clone(),
                None => {
                    let list: Arc<[u8]> = packed(&linked).into();
                    lists.push((linked, list.clone()));
                    list
                }
            };
        }
        Group { player, moves, first, low: packings.len().saturating_sub(1) as u64, packings, alone }
    }

    /// A set in the numbers that the rules know.
    #[must_use]
    pub fn renumber(&self, known: S) -> S {
        each(known).fold(S::default(), |set, m| set.with(self.renumbered[m]))
    }

    /// The number that the rules know.
    pub fn number(&self, m: usize) -> usize {
        self.numbers[m]
    }

    /// Those that the rules know by this number.
    pub fn of_number(&self, known: usize) -> S {
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
    pub fn ended(&self, m: usize) -> S {
        self.ended[m]
    }

    /// The moves that are linked to those that a move ends.
    #[inline(always)]
    pub fn near(&self, m: usize) -> S {
        self.near[m]
    }

    pub fn own(&self, player: Player) -> S {
        self.own[player as usize]
    }

    pub fn bands(&self, player: Player) -> &[Band<S>] {
        &self.bands[player as usize]
    }

    /// The order in which to try moves that seem as good, by move. Beside the edge of a board nobody crosses, so that a
    /// player makes room there by moves on the second line; on every second line from there on, moves lie side by side
    /// without a loss, and so do moves that begin an even number of places from the edge.
    #[inline(always)]
    pub fn rank(&self, m: usize) -> u32 {
        self.ranks[m]
    }

    fn ranked(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.count()).collect();
        order.sort_by_cached_key(|&m| {
            let player = Player::BOTH[usize::from((self.own[0] & only(m)).is_empty())];
            let (across, along) = (self.edge_distance(m, player.opponent()), self.edge_distance(m, player));
            (across % 2 == 0, along % 2, across, along)
        });
        let mut ranks = vec![0; order.len()];
        for (rank, &m) in order.iter().enumerate() {
            ranks[m] = rank as u32;
        }
        ranks
    }

    /// How far a move lies from the nearer edge, in the lines that only this player crosses.
    fn edge_distance(&self, m: usize, player: Player) -> usize {
        let last = self.bands(player).last().map_or(0, |band| band.to);
        let (from, to) = self.place(m, player);
        if from < to { from.min(last - to) } else { 0 }
    }

    /// The lines around a move that only this player's moves cross; the first is behind the second if there are none.
    #[inline(always)]
    pub fn place(&self, m: usize, player: Player) -> (usize, usize) {
        self.places[player as usize][m]
    }

    #[inline(always)]
    pub fn after(&self, moves: S, m: usize) -> S {
        moves & !self.ended[m]
    }

    /// Visit the components.
    #[inline(always)]
    pub fn components(&self, moves: S, mut visit: impl FnMut(S)) {
        let mut rest = moves;
        while !rest.is_empty() {
            let mut component = S::default();
            take_connected(&self.linked, &mut rest, |m| component = component.with(m));
            visit(component);
        }
    }

    /// The component of a set that holds this move, which is not in `large`, unless it has more than `most` moves or some
    /// of `large`. `Err` has what was seen of it.
    #[inline(always)]
    pub fn component(&self, moves: S, m: usize, most: usize, large: S) -> Result<S, S> {
        let mut component: S = only(m);
        let mut todo = component;
        while !todo.is_empty() {
            let new = self.linked[todo.first()] & moves & !component;
            todo = todo.rest();
            if !new.is_empty() {
                (component, todo) = (component | new, todo | new);
                if !(new & large).is_empty() || component.len() > most {
                    return Err(component);
                }
            }
        }
        Ok(component)
    }

    /// The opponent's moves that are linked to this one.
    #[inline(always)]
    fn threats(&self, m: usize, moves: S) -> S {
        let opponent = self.own[usize::from(!(self.own[0] & only(m)).is_empty())];
        self.linked[m] & moves & opponent
    }

    /// Moves that the opponent can never end, of either player.
    pub fn safe(&self, moves: S) -> S {
        each(moves).filter(|&m| self.threats(m, moves).is_empty()).fold(S::default(), S::with)
    }

    /// By move of a player: what it makes safe.
    pub fn made_safe(&self, moves: S, safe: S, player: Player, out: &mut Vec<S>) {
        out.clear();
        out.resize(self.count(), S::default());
        for m in each(moves & !safe) {
            let mut makers = moves & self.own(player) & !self.enders[m];
            let mut threats = self.threats(m, moves);
            while !threats.is_empty() && !makers.is_empty() {
                makers = makers & self.enders[threats.first()];
                threats = threats.rest();
            }
            for maker in each(makers) {
                out[maker] = out[maker].with(m);
            }
        }
    }

    #[inline(always)]
    fn packing(&self, group: &Group<S>, moves: S) -> i32 {
        if let Some(&listed) = group.packings.get((moves.word_at(group.first) & group.low) as usize) {
            return i32::from(listed);
        }
        let mut rest = moves & group.moves;
        if group.alone {
            return rest.len() as i32;
        }
        let mut count = 0;
        while !rest.is_empty() {
            rest = rest & !self.linked[rest.first()];
            count += 1;
        }
        count
    }

    /// What each group is good for: its largest packing, and that of its safe moves.
    pub fn worths(&self, moves: S, safe: S, out: &mut Vec<[i32; 2]>) {
        out.clear();
        out.extend(self.groups.iter().map(|group| [moves, safe].map(|set| self.packing(group, set))));
    }

    /// What Left gains on Right by a move: by the moves that can be made, and by those that are safe once more.
    #[inline(always)]
    pub fn gain(&self, worths: &[[i32; 2]], m: usize, after: S, [safe, safe_after]: [S; 2]) -> i32 {
        let gained = |groups: &[usize], set: S, which: usize| -> i32 {
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

/// By move: between which lines the narrowest band lies that holds it.
fn places<S: Set>(bands: &[Band<S>], count: usize) -> Vec<(usize, usize)> {
    let mut places = vec![NOWHERE; count];
    for band in bands {
        for m in each(band.moves) {
            let (from, to) = places[m];
            if from >= to || band.to - band.from < to - from {
                places[m] = (band.from, band.to);
            }
        }
    }
    places
}

/// The largest packing of each subset of moves that are linked so.
fn packed(linked: &[u64]) -> Vec<u8> {
    let mut packings = vec![0_u8; 1 << linked.len()];
    for subset in 1..packings.len() {
        let without = subset & (subset - 1);
        let compatible = without & !(linked[subset.trailing_zeros() as usize] as usize);
        packings[subset] = packings[without].max(1 + packings[compatible]);
    }
    packings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::toys::Random;
    use crate::sets::Wide;

    /// Random moves, some of them for both players.
    fn random_moves<S: Set>(random: &mut Random, shared: bool, least: usize) -> (Moves<S>, Vec<Vec<bool>>) {
        let count = least + random.below(14) as usize;
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
    fn packing<S: Set>(moves: &Moves<S>, player: Player, among: S) -> i32 {
        let Some(m) = each(among & moves.own(player)).next() else { return 0 };
        let without = packing(moves, player, among & !only::<S>(m));
        without.max(1 + packing(moves, player, among & !moves.linked[m]))
    }

    #[test]
    fn what_a_move_gains_is_what_changes() {
        gains::<u128>(4);
        gains::<Wide>(4);
        gains::<Wide>(122);
    }

    /// Of more moves than a few only some are there in the beginning.
    fn gains<S: Set>(least: usize) {
        let mut random = Random(4);
        for round in 0..300 {
            let shared = round % 3 == 0;
            let (moves, ends) = random_moves::<S>(&mut random, shared, least);
            let first = moves.count().saturating_sub(16);
            let mut state = (moves.own[0] | moves.own[1]) & (first..S::MOST).fold(S::default(), S::with);
            while !state.is_empty() {
                let safe = moves.safe(state);
                for m in each(state) {
                    for side in [0, 1] {
                        let threatened =
                            each(state & moves.own[1 - side]).any(|other| !(moves.linked[m] & only(other)).is_empty());
                        if !(moves.own[side] & only(m)).is_empty() && !threatened {
                            assert!(!(safe & only(m)).is_empty());
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
                let nth = random.below(state.len() as u64) as usize;
                let m = each(state).nth(nth).unwrap_or(0);
                let after = moves.after(state, m);
                let ended = each(state).filter(|&other| ends[moves.number(m)][moves.number(other)]);
                assert_eq!(ended.fold(state, |set, other| set & !only::<S>(other)), after);
                let mut made = Vec::new();
                for player in Player::BOTH.into_iter().filter(|&player| !(moves.own(player) & only(m)).is_empty()) {
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

    /// Copies of one set of linked moves, side by side.
    #[test]
    fn groups_that_are_linked_alike_have_the_same_packings() {
        let mut random = Random(7);
        for _ in 0..100 {
            let size = 2 + random.below(6) as usize;
            // a path, and some more
            let links: Vec<bool> = (0..size * size).map(|_| random.below(4) == 0).collect();
            let ends = |a: usize, b: usize| {
                let (x, y) = (a % size, b % size);
                a == b || (a / size == b / size && (x.abs_diff(y) == 1 || links[x * size + y]))
            };
            let players: Vec<[bool; 2]> = (0..4 * size)
                .map(|m| {
                    let left = (m / size).is_multiple_of(2);
                    [left, !left]
                })
                .collect();
            let moves = Moves::<u128>::new(&players, ends, [Vec::new(), Vec::new()]).unwrap_or_else(|| unreachable!());
            let mut worths = Vec::new();
            for _ in 0..20 {
                let state = (moves.own[0] | moves.own[1]) & u128::from(random.below(1 << 32));
                moves.worths(state, 0, &mut worths);
                assert_eq!(worths.len(), 4);
                for (group, worth) in moves.groups.iter().zip(&worths) {
                    assert_eq!(packing(&moves, group.player, state & group.moves), worth[0]);
                }
            }
        }
    }

    #[test]
    fn a_move_lies_where_the_narrowest_band_does() {
        let band = |from: usize, to: usize, moves: u128| Band { from, to, moves };
        let bands = [band(0, 1, 0b1), band(0, 2, 0b111), band(1, 2, 0b100), band(0, 3, 0b1111), band(1, 3, 0b1100)];
        assert_eq!(places(&bands, 5), [(0, 1), (0, 2), (1, 2), (1, 3), NOWHERE]);
        let moves = Moves::<u128>::new(&[[true, false]; 5], |a, b| a == b, [bands.to_vec(), Vec::new()]);
        let moves = moves.unwrap_or_else(|| unreachable!());
        assert_eq!((0..5).map(|m| moves.place(m, Player::Left)).collect::<Vec<_>>(), places(&bands, 5));
        assert_eq!(moves.place(0, Player::Right), NOWHERE);
    }

    fn signed<S: Set>(moves: &Moves<S>, worths: &[[i32; 2]]) -> i32 {
        let sign = |group: &Group<S>| if group.player == Player::Left { 1 } else { -1 };
        moves.groups.iter().zip(worths).map(|(group, worth)| sign(group) * (worth[0] + worth[1])).sum()
    }

    #[test]
    fn components_are_not_linked() {
        let mut random = Random(5);
        for _ in 0..200 {
            let (moves, _) = random_moves::<u128>(&mut random, true, 4);
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
