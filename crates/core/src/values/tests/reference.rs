//! Short games straight from the definitions: trees, Conway's order, and canonical forms by deleting dominated options
//! and bypassing reversible ones (*On Numbers and Games*, chapters 7 to 10; Siegel, *Combinatorial Game Theory*, II.1 to
//! II.3). Nothing here knows of the arena. Answers are remembered by the numbers of the trees.

#![allow(clippy::needless_range_loop)]

use crate::rules::BuildMixer;
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

thread_local!(static MADE: Cell<u32> = const { Cell::new(0) });

/// Options of Left and of Right, in any form. Every tree that is made has another number.
pub struct Tree {
    pub number: u32,
    pub sides: [Vec<Slow>; 2],
    /// Moves in the longest line of play.
    pub depth: u32,
}

pub type Slow = Rc<Tree>;

pub fn tree(left: Vec<Slow>, right: Vec<Slow>) -> Slow {
    let number = MADE.with(|made| made.replace(made.get() + 1));
    let depth = left.iter().chain(&right).map(|option| option.depth + 1).max().unwrap_or(0);
    Rc::new(Tree { number, sides: [left, right], depth })
}

/// Numbers in units of 1 / 2^16.
pub const UNIT: i64 = 1 << 16;

#[derive(Default)]
pub struct Reference {
    order: HashMap<(u32, u32), bool, BuildMixer>,
    /// With the trees, so that they live as long.
    sums: HashMap<(u32, u32), Slow, BuildMixer>,
    negatives: HashMap<u32, Slow, BuildMixer>,
    canonical: HashMap<u32, Slow, BuildMixer>,
}

impl Reference {
    /// g <= h unless some g^L >= h or some h^R <= g.
    pub fn le(&mut self, g: &Slow, h: &Slow) -> bool {
        if let Some(&known) = self.order.get(&(g.number, h.number)) {
            return known;
        }
        let answer =
            !g.sides[0].iter().any(|left| self.le(h, left)) && !h.sides[1].iter().any(|right| self.le(right, g));
        self.order.insert((g.number, h.number), answer);
        answer
    }

    pub fn equal(&mut self, g: &Slow, h: &Slow) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    /// {g^L + h, g + h^L | g^R + h, g + h^R}
    pub fn sum(&mut self, g: &Slow, h: &Slow) -> Slow {
        if let Some(known) = self.sums.get(&(g.number, h.number)) {
            return known.clone();
        }
        let [left, right] = [0, 1].map(|side| {
            let in_g: Vec<Slow> = g.sides[side].iter().map(|option| self.sum(option, h)).collect();
            in_g.into_iter().chain(h.sides[side].iter().map(|option| self.sum(g, option))).collect()
        });
        let sum = tree(left, right);
        self.sums.insert((g.number, h.number), sum.clone());
        sum
    }

    /// {-g^R | -g^L}
    pub fn negative(&mut self, g: &Slow) -> Slow {
        if let Some(known) = self.negatives.get(&g.number) {
            return known.clone();
        }
        let [right, left] = [0, 1].map(|side| g.sides[side].iter().map(|option| self.negative(option)).collect());
        let negative = tree(left, right);
        self.negatives.insert(g.number, negative.clone());
        negative
    }

    pub fn canonical(&mut self, g: &Slow) -> Slow {
        if let Some(known) = self.canonical.get(&g.number) {
            return known.clone();
        }
        let mut sides = [0, 1].map(|side| g.sides[side].iter().map(|o| self.canonical(o)).collect::<Vec<_>>());
        while self.delete(&mut sides) || self.bypass(g, &mut sides) {}
        let [left, right] = sides;
        let form = tree(left, right);
        self.canonical.insert(form.number, form.clone());
        self.canonical.insert(g.number, form.clone());
        form
    }

    /// Delete one dominated option.
    fn delete(&mut self, sides: &mut [Vec<Slow>; 2]) -> bool {
        for side in 0..2 {
            let options = sides[side].clone();
            for (i, a) in options.iter().enumerate() {
                for (j, b) in options.iter().enumerate() {
                    if i != j && if side == 0 { self.le(a, b) } else { self.le(b, a) } {
                        sides[side].remove(i);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Bypass one reversible option: put the options of the answer in its place. All forms on the way equal g.
    fn bypass(&mut self, g: &Slow, sides: &mut [Vec<Slow>; 2]) -> bool {
        for side in 0..2 {
            for (i, option) in sides[side].clone().iter().enumerate() {
                for answer in &option.sides[1 - side] {
                    if if side == 0 { self.le(answer, g) } else { self.le(g, answer) } {
                        sides[side].remove(i);
                        sides[side].extend(answer.sides[side].iter().cloned());
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The same tree up to the order of options? For canonical forms this is equality, as they are unique.
    pub fn same(g: &Slow, h: &Slow) -> bool {
        let matched = |a: &[Slow], b: &[Slow]| {
            a.len() == b.len() && a.iter().all(|x| b.iter().filter(|y| Reference::same(x, y)).count() == 1)
        };
        g.number == h.number
            || g.depth == h.depth && matched(&g.sides[0], &h.sides[0]) && matched(&g.sides[1], &h.sides[1])
    }

    /// The number that g equals, if it is one: the simplest between the options of the canonical form, if these are
    /// numbers in order.
    pub fn number(&mut self, g: &Slow) -> Option<i64> {
        let form = self.canonical(g);
        let mut ends = [None, None];
        for side in 0..2 {
            for option in &form.sides[side] {
                let x = self.number(option)?;
                ends[side] = Some(match ends[side] {
                    None => x,
                    Some(end) if side == 0 => x.max(end),
                    Some(end) => x.min(end),
                });
            }
        }
        let fits = |x: i64| ends[0].is_none_or(|low| low < x) && ends[1].is_none_or(|high| x < high);
        let whole = (0..100).flat_map(|n| [n * UNIT, -n * UNIT]).find(|&x| fits(x));
        let broken = || (1..16).flat_map(|k| (-20 << k..20 << k).map(move |n| n * (UNIT >> k))).find(|&x| fits(x));
        if ends[0].zip(ends[1]).is_some_and(|(low, high)| low >= high) { None } else { whole.or_else(broken) }
    }

    /// The left stop (`side` 0) or right stop (1): where play ends, at a number, if Left (Right) begins.
    pub fn stop(&mut self, g: &Slow, side: usize) -> i64 {
        if let Some(x) = self.number(g) {
            return x;
        }
        let form = self.canonical(g);
        let stops = form.sides[side].iter().map(|option| self.stop(option, 1 - side));
        if side == 0 { stops.max().unwrap() } else { stops.min().unwrap() }
    }

    pub fn birthday(&mut self, g: &Slow) -> u32 {
        self.canonical(g).depth
    }

    /// Do both players have a move or neither, here and in all followers?
    pub fn all_small(&mut self, g: &Slow) -> bool {
        let form = self.canonical(g);
        form.sides[0].is_empty() == form.sides[1].is_empty()
            && form.sides.iter().flatten().all(|option| self.all_small(option))
    }
}

#[test]
fn known_games() {
    let mut slow = Reference::default();
    let zero = tree(vec![], vec![]);
    let star = tree(vec![zero.clone()], vec![zero.clone()]);
    let up = tree(vec![zero.clone()], vec![star.clone()]);
    let one = tree(vec![zero.clone()], vec![]);
    let switch = tree(vec![one.clone()], vec![slow.negative(&one)]);
    assert!(!slow.le(&star, &zero) && !slow.le(&zero, &star));
    assert!(slow.le(&zero, &up) && !slow.le(&up, &zero));
    let double = slow.sum(&star, &star);
    assert!(Reference::same(&slow.canonical(&double), &zero));
    // up + star = {0, * | 0}
    let sum = slow.sum(&up, &star);
    let up_star = tree(vec![zero.clone(), star], vec![zero.clone()]);
    assert!(Reference::same(&slow.canonical(&sum), &up_star));
    assert_eq!((slow.stop(&switch, 0), slow.stop(&switch, 1), slow.number(&switch)), (UNIT, -UNIT, None));
    let half = tree(vec![zero], vec![one]);
    assert_eq!(slow.number(&half), Some(UNIT / 2));
    assert!(slow.all_small(&up) && !slow.all_small(&half));
    assert_eq!(slow.birthday(&up), 2);
}
