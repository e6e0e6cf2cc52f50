//! Sums are found, not declared: dead moves are dropped and a position falls apart into independent components.
//!
//! A move is *dead* when it can never become legal again. That is decided by relaxation: start from the bits as they
//! are, let every mask that could be legal add the bits it makes without removing any, and repeat until nothing is
//! added; masks that are still not legal are dead (the converse may fail, which only costs time). Two cells belong
//! together when one live mask touches both. Each component keeps its own cells and all others become inert, which is
//! sound because no mask asks for the inert symbol: a mask that touches a padded cell is dead in the component, and it
//! was dead, or belongs to another component, in the position. Only for normal play with plain moves.
//!
//! In most placement games no move makes what a move asks for. Then what is not legal is dead at once, a legal move ends
//! those whose bits it changes and no others, and only bits that a legal move asks for matter.

use super::anchors::Anchors;
use super::corners::Corners;
use super::edges::Edges;
use super::held::Held;
use super::negation::Negation;
use super::neighbours::Touching;
use super::spec::{Cell, Change, Spec};
use super::symmetry::{Signatures, Symmetries, Translations};
use super::{Mask, MaskRules};
use crate::bits::Bits;
use crate::rules::{BuildMixer, Expanded, Player};
use crate::sync::lock;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

pub struct Splitter<const W: usize> {
    translations: Option<Translations<W>>,
    /// Where there are translations, and the symmetries are those of a rectangle.
    corners: Option<Corners<W>>,
    negation: Option<Negation<W>>,
    /// All masks, whoever may use them.
    anchors: Anchors<W>,
    /// No rewrite makes what a rewrite asks for: what is not legal now is dead.
    shrinking: bool,
    /// Besides, every rewrite changes something that it asks for: a move ends moves, itself among them, and no more.
    ending: bool,
    /// Known if so, where there are few masks: then moves can be counted.
    touching: Touching,
    /// Known if so, where every move takes two cells.
    edges: Option<Edges<W>>,
    /// Known if moves may bring new ones, and what is inert stays so.
    held: Option<Held<W>>,
    /// One-sided components that were counted before.
    integers: Mutex<HashMap<Bits<W>, Option<i64>, BuildMixer>>,
}

/// The bits that can still become one and those that can still become zero.
#[derive(Clone, Copy)]
pub struct Relaxed<const W: usize> {
    pub ones: Bits<W>,
    pub zeros: Bits<W>,
}

impl<const W: usize> Relaxed<W> {
    pub fn new(position: &Bits<W>) -> Self {
        Relaxed { ones: *position, zeros: !*position }
    }

    #[inline(always)]
    pub fn allows(&self, care: &Bits<W>, want: &Bits<W>) -> bool {
        // wanted ones that cannot be, or wanted zeros that cannot be
        ((*want & !self.ones) | (*care & !*want & !self.zeros)).is_empty()
    }

    #[inline(always)]
    pub fn add(&mut self, mask: &Mask<W>) {
        let (fixed, after) = mask.after();
        self.ones = self.ones | after;
        self.zeros = self.zeros | (fixed & !after);
    }

    /// Add what the masks in `waiting` make that are possible now, or become so on the way, and drop them from it.
    #[inline(always)]
    pub fn pass(&mut self, masks: &[Mask<W>], waiting: &mut Vec<u32>) {
        let mut i = 0;
        while i < waiting.len() {
            let mask = &masks[waiting[i] as usize];
            if self.allows(&mask.care, &mask.want) {
                self.add(mask);
                waiting.swap_remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Close under the masks in `waiting`, which keeps those that stay impossible; stop early when `done`.
    pub fn close(&mut self, masks: &[Mask<W>], waiting: &mut Vec<u32>, mut done: impl FnMut(&Self) -> bool) {
        loop {
            let before = waiting.len();
            self.pass(masks, waiting);
            if waiting.len() == before || done(self) {
                return;
            }
        }
    }
}

impl<const W: usize> Splitter<W> {
    pub fn new(signatures: &Signatures, cells: &[Cell], masks: &[Mask<W>], symmetries: &Symmetries<W>) -> Self {
        let spec = signatures.spec;
        let shrinking = symbols_shrink(spec) || bits_shrink(masks);
        let anchors = Anchors::new(masks, 0..masks.len() as u32);
        let translations = Translations::of(signatures, cells);
        let rectangle = translations.as_ref().and(spec.rectangle);
        let corners = rectangle.and_then(|rectangle| Corners::of(rectangle, cells, symmetries));
        let negation = Negation::of(signatures, cells, translations.is_some());
        let ending = shrinking && masks.iter().all(|mask| mask.care.meets(&mask.flip));
        let touching = if ending { Touching::of(masks) } else { Touching::Many };
        let edges = if ending { Edges::of(masks, &spec.rewrites) } else { None };
        let held = if shrinking { None } else { Held::of(cells, masks) };
        let integers = Mutex::default();
        Splitter { translations, corners, negation, anchors, shrinking, ending, touching, edges, held, integers }
    }

    pub fn forget_symmetries(&mut self) {
        (self.translations, self.corners) = (None, None);
        self.negation = None;
    }

    /// The lesser of a component and its negative, both made canonical, and whether it is the negative.
    pub fn normal(&self, symmetries: &Symmetries<W>, component: &Bits<W>) -> (Bits<W>, bool) {
        let component = self.canonical(symmetries, component);
        let negative = self.negation.as_ref().and_then(|negation| negation.apply(&component));
        match negative.map(|negative| self.canonical(symmetries, &negative)) {
            Some(negative) if negative < component => (negative, true),
            _ => (component, false),
        }
    }

    pub fn split(&self, masks: &[Mask<W>], position: &Bits<W>, out: &mut Vec<Bits<W>>) {
        if let Some(held) = &self.held {
            held.split(&self.anchors, position, out);
            return;
        }
        out.extend(self.components(masks, position).into_iter().map(|component| *position & component));
    }

    pub fn translations(&self) -> Option<&Translations<W>> {
        self.translations.as_ref()
    }

    pub fn ends_moves_only(&self) -> bool {
        self.ending
    }

    /// Visit the legal masks, whoever may use them.
    #[inline]
    pub fn each_legal(&self, position: &Bits<W>, visit: impl FnMut(u32)) {
        self.anchors.each_legal(position, visit);
    }

    /// Is the position one component that equals its negative?
    pub fn own_negative(&self, symmetries: &Symmetries<W>, masks: &[Mask<W>], position: &Bits<W>) -> bool {
        let Some(negation) = &self.negation else { return false };
        let mut parts = Vec::new();
        self.split(masks, position, &mut parts);
        let [component] = parts[..] else { return false };
        let component = self.canonical(symmetries, &component);
        negation.apply(&component).is_some_and(|negative| self.canonical(symmetries, &negative) == component)
    }

    pub fn edges(&self) -> Option<&Edges<W>> {
        self.edges.as_ref()
    }

    pub fn touching(&self) -> &Touching {
        &self.touching
    }

    /// Where each move leads to, where that is seen without playing the moves; otherwise false.
    pub fn expand_at_once(&self, rules: &MaskRules<W>, component: &Bits<W>, out: &mut Expanded<Bits<W>>) -> bool {
        let Some(edges) = &self.edges else { return self.touching.expand(rules, component, out) };
        edges.expand(component, out);
        true
    }

    /// Where each move of a component leads to, as components. A move brings no move back to life, so that what was live
    /// in the component is all that has to be looked at after each of its moves.
    pub fn expand(&self, rules: &MaskRules<W>, component: &Bits<W>, out: &mut Expanded<Bits<W>>) {
        out.clear();
        let live = if self.held.is_none() { Live::of(&rules.masks, component) } else { Live::default() };
        let mut scratch = Scratch::default();
        for player in Player::BOTH {
            rules.each_legal(component, player, |m| {
                let next = rules.masks[m as usize].apply(component);
                match &self.held {
                    Some(held) => held.split(&self.anchors, &next, &mut out.parts),
                    None => live.split(&next, &mut scratch, &mut out.parts),
                }
                out.ends.push(out.parts.len());
            });
            if player == Player::Left {
                out.lefts = out.ends.len();
            }
        }
    }

    pub fn shrinks(&self) -> bool {
        self.shrinking
    }

    /// The cells of each component, as bits.
    fn components(&self, masks: &[Mask<W>], position: &Bits<W>) -> Vec<Bits<W>> {
        let mut found: Vec<Bits<W>> = Vec::new();
        if self.shrinking {
            let mut legal = Vec::new();
            let mut asked = Bits::default();
            self.anchors.each_legal(position, |m| {
                legal.push(m);
                asked = asked | masks[m as usize].care;
            });
            for mask in legal.into_iter().map(|m| &masks[m as usize]) {
                join(&mut found, mask.care | (mask.changed() & asked));
            }
            return found;
        }
        let mut relaxed = Relaxed::new(position);
        let mut dead: Vec<u32> = (0..masks.len() as u32).collect();
        relaxed.close(masks, &mut dead, |_| false);
        for mask in masks.iter().filter(|mask| relaxed.allows(&mask.care, &mask.want)) {
            join(&mut found, mask.span);
        }
        found
    }

    fn canonical(&self, symmetries: &Symmetries<W>, component: &Bits<W>) -> Bits<W> {
        if let Some(corners) = &self.corners {
            return corners.canonical(component);
        }
        match &self.translations {
            None => symmetries.canonical(component),
            Some(translations) => symmetries
                .images(component)
                .map(|image| translations.to_corner(&image))
                .fold(translations.to_corner(component), Bits::min),
        }
    }
}

/// What [`Relaxed`] asks of a mask, and adds by it.
struct Reach<const W: usize> {
    ones: Bits<W>,
    zeros: Bits<W>,
    makes_ones: Bits<W>,
    makes_zeros: Bits<W>,
    /// The number of its span.
    span: usize,
}

/// The live masks of a component, side by side in memory, and their spans: often several masks have one.
#[derive(Default)]
struct Live<const W: usize> {
    masks: Vec<Reach<W>>,
    spans: Vec<Bits<W>>,
}

#[derive(Default)]
struct Scratch<const W: usize> {
    waiting: Vec<u32>,
    joined: Vec<bool>,
    found: Vec<Bits<W>>,
}

impl<const W: usize> Live<W> {
    fn of(masks: &[Mask<W>], component: &Bits<W>) -> Self {
        let mut relaxed = Relaxed::new(component);
        let mut dead: Vec<u32> = (0..masks.len() as u32).collect();
        relaxed.close(masks, &mut dead, |_| false);
        let mut live = Live { masks: Vec::new(), spans: Vec::new() };
        for mask in masks.iter().filter(|mask| relaxed.allows(&mask.care, &mask.want)) {
            let (fixed, after) = mask.after();
            // masks of one span follow each other closely
            let known = live.spans.iter().rposition(|span| *span == mask.span);
            let span = known.unwrap_or(live.spans.len());
            if known.is_none() {
                live.spans.push(mask.span);
            }
            live.masks.push(Reach {
                ones: mask.want,
                zeros: mask.care & !mask.want,
                makes_ones: after,
                makes_zeros: fixed & !after,
                span,
            });
        }
        live
    }

    /// Append the components of a position that a move of the component leads to.
    fn split(&self, position: &Bits<W>, scratch: &mut Scratch<W>, out: &mut Vec<Bits<W>>) {
        let Scratch { waiting, joined, found } = scratch;
        let mut can = Relaxed::new(position);
        joined.clear();
        joined.resize(self.spans.len(), false);
        found.clear();
        waiting.clear();
        let mut test = |number: usize| {
            let mask = &self.masks[number];
            let live = ((mask.ones & !can.ones) | (mask.zeros & !can.zeros)).is_empty();
            if live {
                can.ones = can.ones | mask.makes_ones;
                can.zeros = can.zeros | mask.makes_zeros;
                if !std::mem::replace(&mut joined[mask.span], true) {
                    join(found, self.spans[mask.span]);
                }
            }
            live
        };
        waiting.extend((0..self.masks.len() as u32).filter(|&number| !test(number as usize)));
        let mut before = self.masks.len();
        while waiting.len() < before && !waiting.is_empty() {
            before = waiting.len();
            waiting.retain(|&number| !test(number as usize));
        }
        out.extend(found.iter().map(|cells| *position & *cells));
    }
}

/// Is no symbol made that is asked for on its cell?
fn symbols_shrink(spec: &Spec) -> bool {
    let changes = || spec.rewrites.iter().flat_map(|rewrite| &rewrite.changes);
    let asked: HashSet<(u32, u16)> = changes()
        .filter(|change| !change.total(&spec.symbols[change.cell as usize]))
        .flat_map(|change| change.map.iter().map(|(before, _)| (change.cell, *before)))
        .collect();
    let makes = |change: &Change| change.map.iter().any(|(b, a)| b != a && asked.contains(&(change.cell, *a)));
    !changes().any(makes)
}

/// Is no bit given a value that is asked for?
fn bits_shrink<const W: usize>(masks: &[Mask<W>]) -> bool {
    let (mut asked, mut made) = ([Bits::default(); 2], [Bits::default(); 2]);
    for mask in masks {
        let (_, after) = mask.after();
        asked = [asked[0] | (mask.care & !mask.want), asked[1] | mask.want];
        made = [made[0] | (mask.changed() & !after), made[1] | (mask.changed() & after)];
    }
    !asked[0].meets(&made[0]) && !asked[1].meets(&made[1])
}

/// Add `span` to disjoint sets, joining those that it meets.
fn join<const W: usize>(found: &mut Vec<Bits<W>>, span: Bits<W>) {
    let mut joined = span;
    let mut i = 0;
    while i < found.len() {
        if found[i].contains(&joined) {
            return;
        }
        if found[i].meets(&joined) {
            joined = joined | found.swap_remove(i);
        } else {
            i += 1;
        }
    }
    found.push(joined);
}

/// Positions that [`one_sided`] may visit before it gives up and leaves the component to the search.
const ONE_SIDED_BUDGET: u32 = 2000;

/// If only one player has live moves in this component: the most moves that this player can make, as an integer game.
pub fn one_sided<const W: usize>(rules: &MaskRules<W>, component: &Bits<W>) -> Option<i64> {
    if rules.anchors.iter().all(|anchors| anchors.any_legal(component)) {
        return None;
    }
    let shrinking = rules.splitting.as_ref()?.shrinking;
    let mut relaxed = Relaxed::new(component);
    if !shrinking {
        // The closure decides who can ever move.
        let mut waiting: Vec<u32> = (0..rules.masks.len() as u32).collect();
        relaxed.close(&rules.masks, &mut waiting, |_| false);
    }
    let can_ever_move = |player: Player| {
        if shrinking {
            return rules.anchors[player as usize].any_legal(component);
        }
        rules.masks.iter().zip(&rules.spec.rewrites).any(|(mask, rewrite)| {
            (if player == Player::Left { rewrite.left } else { rewrite.right })
                && relaxed.allows(&mask.care, &mask.want)
        })
    };
    match (can_ever_move(Player::Left), can_ever_move(Player::Right)) {
        (true, true) => None,
        (false, false) => Some(0),
        (left, _) => {
            let splitting = rules.splitting.as_ref()?;
            let known = || lock(&splitting.integers);
            if let Some(&count) = known().get(component) {
                return count;
            }
            let (player, sign) = if left { (Player::Left, 1) } else { (Player::Right, -1) };
            let count = most_moves(rules, component, player).map(|n| sign * n);
            known().insert(*component, count);
            count
        }
    }
}

/// The longest run of moves of one player, by depth-first search over whole positions; `None` past the budget.
fn most_moves<const W: usize>(rules: &MaskRules<W>, start: &Bits<W>, player: Player) -> Option<i64> {
    let mut known: HashMap<Bits<W>, i64, BuildMixer> = HashMap::default();
    let mut stack: Vec<(Bits<W>, Vec<Bits<W>>)> = Vec::new();
    let open = |position: Bits<W>| {
        let mut children = Vec::new();
        rules.each_legal(&position, player, |m| children.push(rules.masks[m as usize].apply(&position)));
        (position, children)
    };
    stack.push(open(*start));
    let mut visited = 0;
    loop {
        let (position, children) = stack.last()?;
        if let Some(child) = children.iter().find(|child| !known.contains_key(*child)) {
            visited += 1;
            if visited > ONE_SIDED_BUDGET || stack.iter().any(|(ancestor, _)| ancestor == child) {
                return None;
            }
            let next = open(*child);
            stack.push(next);
            continue;
        }
        let best = children.iter().map(|child| known[child] + 1).max().unwrap_or(0);
        if stack.len() == 1 {
            return Some(best);
        }
        known.insert(*position, best);
        stack.pop();
    }
}
