//! Sums are found, not declared: dead moves are dropped and a position falls apart into independent components.
//!
//! A move is *dead* when it can never become legal again. That is decided by relaxation: start from the bits as they
//! are, let every mask that could be legal add the bits it makes without removing any, and repeat until nothing is
//! added; masks that are still not legal are dead (the converse may fail, which only costs time). Two cells belong
//! together when one live mask touches both. Each component keeps its own cells and all others become inert, which is
//! sound because no mask asks for the inert symbol: a mask that touches a padded cell is dead in the component, and it
//! was dead, or belongs to another component, in the position. Only for normal play with plain moves.

use super::anchors::Anchors;
use super::negation::Negation;
use super::spec::{Cell, Spec};
use super::symmetry::{Symmetries, Translations};
use super::{Mask, MaskRules};
use crate::bits::Bits;
use crate::rules::{BuildMixer, Expanded, Player};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

pub struct Splitter<const W: usize> {
    translations: Option<Translations<W>>,
    negation: Option<Negation<W>>,
    /// All masks, whoever may use them.
    anchors: Anchors<W>,
    /// No rewrite makes a symbol that a rewrite asks for: what is not legal now is dead.
    shrinking: bool,
    /// And every rewrite names what it replaces, and changes something: moves can be counted.
    counts: bool,
    touching: Touching,
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

    /// Close under the masks in `waiting`, which keeps those that stay impossible; stop early when `done`.
    pub fn close(&mut self, masks: &[Mask<W>], waiting: &mut Vec<u32>, mut done: impl FnMut(&Self) -> bool) {
        loop {
            let before = waiting.len();
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
            if waiting.len() == before || done(self) {
                return;
            }
        }
    }
}

impl<const W: usize> Splitter<W> {
    pub fn new(spec: &Spec, cells: &[Cell], masks: &[Mask<W>]) -> Self {
        let asked = |cell: u32, symbol: u16| {
            spec.rewrites.iter().flat_map(|r| &r.changes).any(|c| c.cell == cell && c.before == Some(symbol))
        };
        let mut made: Vec<(u32, u16)> = spec
            .rewrites
            .iter()
            .flat_map(|r| &r.changes)
            .filter(|c| c.before != Some(c.after))
            .map(|c| (c.cell, c.after))
            .collect();
        made.sort_unstable();
        made.dedup();
        let shrinking = !made.into_iter().any(|(cell, symbol)| asked(cell, symbol));
        let anchors = Anchors::new(masks, 0..masks.len() as u32);
        let translations = Translations::of(spec, cells);
        let negation = Negation::of(spec, cells, translations.is_some());
        let changes = || spec.rewrites.iter().flat_map(|r| &r.changes);
        let counts = shrinking && changes().all(|c| c.before.is_some()) && masks.iter().all(|m| !m.flip.is_empty());
        let touching = if counts { Touching::of(masks) } else { Touching::Many };
        Splitter { translations, negation, anchors, shrinking, counts, touching, integers: Mutex::default() }
    }

    pub fn counts(&self) -> bool {
        self.counts
    }

    pub fn forget_symmetries(&mut self) {
        self.translations = None;
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
        out.extend(self.components(masks, position).into_iter().map(|component| *position & component));
    }

    /// Where each of the legal masks leads to, if there are few masks: what is legal after a move was legal before and
    /// does not touch what changed, so that sets of masks tell the components.
    pub fn expand(&self, rules: &MaskRules<W>, component: &Bits<W>, out: &mut Expanded<Bits<W>>) -> bool {
        match &self.touching {
            Touching::Few(touching) => touching.expand(rules, component, out),
            Touching::Some(touching) => touching.expand(rules, component, out),
            Touching::Many => return false,
        }
        true
    }

    /// The cells of each component, as bits.
    fn components(&self, masks: &[Mask<W>], position: &Bits<W>) -> Vec<Bits<W>> {
        let mut found: Vec<Bits<W>> = Vec::new();
        if self.shrinking {
            self.anchors.each_legal(position, |m| join(&mut found, masks[m as usize].span));
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
        match &self.translations {
            None => symmetries.canonical(component),
            Some(translations) => symmetries
                .images(component)
                .map(|image| translations.to_corner(&image))
                .fold(translations.to_corner(component), Bits::min),
        }
    }
}

/// A small set of numbers.
trait Set: Copy + Eq + Default {
    fn with(self, i: usize) -> Self;
    fn first(self) -> usize;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
}

macro_rules! small_set {
    ($word:ty) => {
        impl Set for $word {
            #[inline(always)]
            fn with(self, i: usize) -> Self {
                self | 1 << i
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
        }
    };
}

small_set!(u64);
small_set!(u128);

/// Which masks touch each other, where there are few of them.
enum Touching {
    Few(Neighbours<u64>),
    Some(Neighbours<u128>),
    Many,
}

impl Touching {
    fn of<const W: usize>(masks: &[Mask<W>]) -> Self {
        match masks.len() {
            0..=64 => Touching::Few(Neighbours::of(masks)),
            65..=128 => Touching::Some(Neighbours::of(masks)),
            _ => Touching::Many,
        }
    }
}

struct Neighbours<S> {
    /// Masks that have a cell in common with this one.
    linked: Vec<S>,
    /// Masks that touch what this one changes.
    gone: Vec<S>,
}

impl<S: Set> Neighbours<S> {
    fn of<const W: usize>(masks: &[Mask<W>]) -> Self {
        let set = |meets: &dyn Fn(&Mask<W>) -> bool| {
            masks.iter().enumerate().filter(|(_, mask)| meets(mask)).fold(S::default(), |set, (i, _)| set.with(i))
        };
        Neighbours {
            linked: masks.iter().map(|mask| set(&|other| other.span.meets(&mask.span))).collect(),
            gone: masks.iter().map(|mask| set(&|other| other.span.meets(&mask.flip))).collect(),
        }
    }

    #[inline]
    fn expand<const W: usize>(&self, rules: &MaskRules<W>, component: &Bits<W>, out: &mut Expanded<Bits<W>>) {
        out.parts.clear();
        out.ends.clear();
        let none = S::default();
        let mut moves = [none; 2];
        for player in Player::BOTH {
            rules.each_legal(component, player, |m| {
                moves[player as usize] = moves[player as usize].with(m as usize);
            });
        }
        let legal = moves[0].or(moves[1]);
        for (side, mut own) in moves.into_iter().enumerate() {
            while own != none {
                let m = own.first();
                own = own.without(none.with(m));
                let mut rest = legal.without(self.gone[m]);
                while rest != none {
                    let mut cells = Bits::default();
                    let mut front = none.with(rest.first());
                    while front != none {
                        let j = front.first();
                        rest = rest.without(none.with(j));
                        cells = cells | rules.masks[j].span;
                        front = front.or(self.linked[j]).and(rest);
                    }
                    out.parts.push(*component & cells);
                }
                out.ends.push(out.parts.len());
            }
            if side == 0 {
                out.lefts = out.ends.len();
            }
        }
    }
}

/// Add `span` to disjoint sets, joining those that it meets.
pub fn join<const W: usize>(found: &mut Vec<Bits<W>>, span: Bits<W>) {
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
            let known = || splitting.integers.lock().unwrap_or_else(PoisonError::into_inner);
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
