//! Impartial games in which a move only ends moves, such as Cram and Node Kayles: Kayles on the graph of moves.
//!
//! A position is its set of legal masks, and a move takes away the masks that it ends. Moves in the middle come first:
//! they tend to leave components that are small and known. A component falls apart only if the masks around a move do;
//! that is looked at before all of it is. *Mirrors*: if a symmetry of a component is its own inverse, and no mask ends its
//! image, the second player can answer every move by its image, and the component is zero.
//!
//! Moves that have a twin, or can be replaced by one that ends less (in Cram, free cells with the same only neighbour),
//! are not dropped, as Lemoine and Viennot do: here that saves 5 % of the positions and costs more.

use super::symmetry::{Symmetries, Translations};
use super::{Mask, MaskRules};
use crate::bits::Bits;
use crate::sets::Set;

/// Such a game with few masks.
pub enum Kayles<const W: usize> {
    Few(Graph<u64, W>),
    Some(Graph<u128, W>),
}

/// Masks are numbered anew, those in the middle first.
pub struct Graph<S, const W: usize> {
    /// For each mask, those that end it, are ended by it, or ask for some of what it asks for (in Avoid True two masks may
    /// ask for a variable to stay false, and neither ends the other); and what it asks for. A length that needs no checks.
    links: Box<[Link<S, W>; MOST]>,
    moves: Vec<Effect<S, W>>,
    all: S,
    /// The masks that do not fit, by number and value of a byte of the position.
    misfits: Vec<[S; 256]>,
    mirrors: Vec<Mirror<W>>,
}

const MOST: usize = 128;

#[derive(Clone, Copy, Default)]
struct Link<S, const W: usize> {
    linked: S,
    care: Bits<W>,
}

/// What a mask does to the others.
struct Effect<S, const W: usize> {
    changed: Bits<W>,
    /// Masks that this one ends.
    gone: S,
    /// What these ask for, and the masks that are linked to them or ask for some of that.
    touched: Bits<W>,
    around: S,
    /// Each bit that masks around this one may still ask for, with these masks.
    users: Vec<(Bits<W>, S)>,
}

/// A symmetry of the board that is its own inverse.
struct Mirror<const W: usize> {
    /// Its number among the symmetries.
    image: usize,
    /// What each mask asks for, mirrored.
    care: Vec<Bits<W>>,
}

impl<const W: usize> Kayles<W> {
    /// For an impartial game without a mask that makes what a mask asks for, or that changes nothing that it asks for.
    pub fn of(masks: &[Mask<W>], bits: usize, symmetries: &Symmetries<W>) -> Option<Self> {
        match masks.len() {
            0..=64 => Some(Kayles::Few(Graph::of(masks, bits, symmetries))),
            65..=128 => Some(Kayles::Some(Graph::of(masks, bits, symmetries))),
            _ => None,
        }
    }

    pub fn forget_symmetries(&mut self) {
        match self {
            Kayles::Few(graph) => graph.mirrors.clear(),
            Kayles::Some(graph) => graph.mirrors.clear(),
        }
    }

    /// See [`Rules::choices`](crate::rules::Rules::choices).
    pub fn choices(&self, component: &Bits<W>, hints: &[u32], visit: &mut dyn FnMut(u32, &[Bits<W>]) -> bool) {
        match self {
            Kayles::Few(graph) => graph.choices(component, hints, visit),
            Kayles::Some(graph) => graph.choices(component, hints, visit),
        }
    }

    /// See [`Rules::glance`](crate::rules::Rules::glance).
    pub fn glance(&self, rules: &MaskRules<W>, component: &Bits<W>) -> (usize, bool) {
        let zero = match self {
            Kayles::Few(graph) => graph.zero(rules, component),
            Kayles::Some(graph) => graph.zero(rules, component),
        };
        (component.count() as usize, zero)
    }
}

/// The masks in order of the sum of their distances from all others.
fn from_the_middle<const W: usize>(masks: &[Mask<W>]) -> Vec<Mask<W>> {
    let ends = |a: &Mask<W>, b: &Mask<W>| b.care.meets(&a.changed());
    let linked: Vec<Vec<usize>> = masks
        .iter()
        .map(|a| (0..masks.len()).filter(|&b| ends(a, &masks[b]) || ends(&masks[b], a)).collect())
        .collect();
    let distances = |start: usize| {
        let mut far = vec![None; masks.len()];
        far[start] = Some(0);
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&a) = queue.get(next) {
            next += 1;
            for &b in &linked[a] {
                if far[b].is_none() {
                    far[b] = far[a].map(|distance: usize| distance + 1);
                    queue.push(b);
                }
            }
        }
        far.into_iter().flatten().sum::<usize>()
    };
    let mut order: Vec<(usize, usize)> = (0..masks.len()).map(|m| (distances(m), m)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, m)| masks[m]).collect()
}

impl<S: Set, const W: usize> Graph<S, W> {
    fn of(masks: &[Mask<W>], bits: usize, symmetries: &Symmetries<W>) -> Self {
        let masks = &from_the_middle(masks)[..];
        let none = S::default();
        let set = |holds: &dyn Fn(&Mask<W>) -> bool| {
            masks.iter().enumerate().filter(|(_, mask)| holds(mask)).fold(none, |set, (i, _)| set.with(i))
        };
        let ends = |a: &Mask<W>, b: &Mask<W>| b.care.meets(&a.changed());
        let linked: Vec<S> =
            masks.iter().map(|a| set(&|b| ends(a, b) || ends(b, a) || a.care.meets(&b.care))).collect();
        let gone: Vec<S> = masks.iter().map(|a| set(&|b| ends(a, b))).collect();
        let united = |set: &S| {
            let (mut rest, mut out) = (*set, none);
            while rest != none {
                out = out.or(linked[rest.first()]);
                rest = rest.without(none.with(rest.first()));
            }
            out
        };
        let mirrors = symmetries
            .permutations()
            .iter()
            .enumerate()
            .filter(|(_, p)| p.iter().enumerate().all(|(i, &to)| p[to as usize] as usize == i))
            .map(|(image, _)| Mirror {
                image,
                care: masks.iter().map(|mask| symmetries.image(image, &mask.care)).collect(),
            })
            .collect();
        let effect = |(a, gone): (&Mask<W>, S)| {
            let touched = masks.iter().filter(|b| ends(a, b)).fold(Bits::default(), |touched, b| touched | b.care);
            let asking = |bit: usize| (Bits::alone(bit), set(&|b| b.care.get(bit)).without(gone));
            Effect {
                changed: a.changed(),
                gone,
                touched,
                around: united(&gone).or(set(&|b| b.care.meets(&touched))),
                users: touched.ones().map(asking).filter(|(_, users)| *users != none).collect(),
            }
        };
        let mut links = Box::new([Link::default(); MOST]);
        for (link, (mask, linked)) in links.iter_mut().zip(masks.iter().zip(&linked)) {
            *link = Link { linked: *linked, care: mask.care };
        }
        Graph {
            links,
            moves: masks.iter().zip(gone).map(effect).collect(),
            all: set(&|_| true),
            misfits: misfits(masks, bits),
            mirrors,
        }
    }

    #[inline]
    fn legal(&self, position: &Bits<W>) -> S {
        let mut wrong = S::default();
        for (i, row) in self.misfits.iter().enumerate() {
            wrong = wrong.or(row[(position.0[i / 8] >> (i % 8 * 8)) as u8 as usize]);
        }
        self.all.without(wrong)
    }

    fn choices(&self, component: &Bits<W>, hints: &[u32], visit: &mut dyn FnMut(u32, &[Bits<W>]) -> bool) {
        let none = S::default();
        let legal = self.legal(component);
        let mut parts = Vec::new();
        let mut choose = |m: usize| {
            parts.clear();
            self.parts(component, legal, &self.moves[m], &mut parts);
            visit(m as u32, &parts)
        };
        let mut moves = legal;
        for &hint in hints {
            let one = if (hint as usize) < self.moves.len() { none.with(hint as usize) } else { none };
            if moves.and(one) != none {
                moves = moves.without(one);
                if !choose(hint as usize) {
                    return;
                }
            }
        }
        while moves != none {
            let m = moves.first();
            moves = moves.without(none.with(m));
            if !choose(m) {
                return;
            }
        }
    }

    /// The components that a mask leaves of one in which these are legal. Each of them has masks around it: where those
    /// are connected, what has not been found yet is one component.
    #[inline]
    fn parts(&self, component: &Bits<W>, legal: S, played: &Effect<S, W>, out: &mut Vec<Bits<W>>) {
        let none = S::default();
        let mut rest = legal.without(played.gone);
        let near = rest.and(played.around);
        let mut kept = !played.touched;
        for (bit, users) in &played.users {
            if near.and(*users) != none {
                kept = kept | *bit;
            }
        }
        let mut cells = *component & kept;
        loop {
            let near = rest.and(played.around);
            if near == none {
                return;
            }
            if self.connected(near) {
                out.push(cells);
                return;
            }
            let asked = self.take_component(&mut rest, near);
            out.push(cells & asked);
            cells = cells & !asked;
        }
    }

    /// Are these masks connected by themselves? Two are looked at in a step, for each step waits for the one before.
    #[inline(always)]
    fn connected(&self, mut rest: S) -> bool {
        let none = S::default();
        let mut front = none.with(rest.first());
        while front != rest {
            let (i, j) = (front.first(), front.last());
            rest = rest.without(none.with(i).with(j));
            front = front.or(self.links[i % MOST].linked).or(self.links[j % MOST].linked).and(rest);
            if front == none {
                return rest == none;
            }
        }
        true
    }

    /// Take out what is connected with the first of some masks; what these ask for is returned.
    #[inline(always)]
    fn take_component(&self, rest: &mut S, near: S) -> Bits<W> {
        let none = S::default();
        let mut asked = Bits::default();
        let mut front = none.with(near.first());
        while front != none {
            let (i, j) = (front.first(), front.last());
            let (one, two) = (&self.links[i % MOST], &self.links[j % MOST]);
            asked = asked | one.care | two.care;
            *rest = rest.without(none.with(i).with(j));
            front = front.or(one.linked).or(two.linked).and(*rest);
        }
        asked
    }

    /// Can the second player answer every move by a mirror image?
    fn zero(&self, rules: &MaskRules<W>, component: &Bits<W>) -> bool {
        let translations = translations(rules);
        let corner = |bits: &Bits<W>| translations.map_or(0, |translations| translations.corner(bits));
        let from = corner(component);
        let moved = component.shifted_down(from);
        let none = S::default();
        let legal = self.legal(component);
        let mirrored = |mirror: &Mirror<W>| {
            let image = rules.symmetries.image(mirror.image, component);
            let to = corner(&image);
            if image.shifted_down(to) != moved {
                return false;
            }
            let mut rest = legal;
            while rest != none {
                let m = rest.first();
                rest = rest.without(none.with(m));
                if mirror.care[m].shifted_down(to).shifted_up(from).meets(&self.moves[m].changed) {
                    return false;
                }
            }
            true
        };
        legal == none || self.mirrors.iter().any(mirrored)
    }
}

fn translations<const W: usize>(rules: &MaskRules<W>) -> Option<&Translations<W>> {
    rules.splitting.as_ref().and_then(|splitting| splitting.translations())
}

fn misfits<S: Set, const W: usize>(masks: &[Mask<W>], bits: usize) -> Vec<[S; 256]> {
    let mut table = vec![[S::default(); 256]; bits.div_ceil(8)];
    for (i, row) in table.iter_mut().enumerate() {
        let byte = |bits: &Bits<W>| (bits.0[i / 8] >> (i % 8 * 8)) as u8;
        for (m, mask) in masks.iter().enumerate() {
            let (care, want) = (byte(&mask.care), byte(&mask.want));
            for (value, set) in row.iter_mut().enumerate() {
                if value as u8 & care != want {
                    *set = set.with(m);
                }
            }
        }
    }
    table
}

#[cfg(test)]
#[path = "kayles_tests.rs"]
mod tests;
