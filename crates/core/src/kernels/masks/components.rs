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
use super::negation::Negation;
use super::neighbours::Touching;
use super::spec::{Cell, Change, Spec};
use super::symmetry::{Symmetries, Translations};
use super::{Mask, MaskRules};
use crate::bits::Bits;
use crate::rules::{BuildMixer, Player};
use crate::sync::lock;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

pub struct Splitter<const W: usize> {
    translations: Option<Translations<W>>,
    negation: Option<Negation<W>>,
    /// All masks, whoever may use them.
    anchors: Anchors<W>,
    /// No rewrite makes what a rewrite asks for: what is not legal now is dead.
    shrinking: bool,
    /// Besides, every rewrite changes something that it asks for: a move ends moves, itself among them, and no more.
    ending: bool,
    /// Known if so, where there are few masks: then moves can be counted.
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
        let shrinking = symbols_shrink(spec) || bits_shrink(masks);
        let anchors = Anchors::new(masks, 0..masks.len() as u32);
        let translations = Translations::of(spec, cells);
        let negation = Negation::of(spec, cells, translations.is_some());
        let ending = shrinking && masks.iter().all(|mask| mask.care.meets(&mask.flip));
        let touching = if ending { Touching::of(masks) } else { Touching::Many };
        Splitter { translations, negation, anchors, shrinking, ending, touching, integers: Mutex::default() }
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

    pub fn touching(&self) -> &Touching {
        &self.touching
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
        match &self.translations {
            None => symmetries.canonical(component),
            Some(translations) => symmetries
                .images(component)
                .map(|image| translations.to_corner(&image))
                .fold(translations.to_corner(component), Bits::min),
        }
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
