//! The mask kernel: games whose moves are cell rewrites.
//!
//! A rewrite compiles to one mask: it is legal iff `p & care == want`, and its effect is `(p & keep) ^ flip`, where
//! `keep` clears the cells that are overwritten whatever stands there. Masks are indexed by an *anchor*, the one literal of theirs that is rarest on a typical board, so that a node tests only the
//! masks whose anchor holds. One kernel answers for every such game; nothing here knows which game it is.

mod anchors;
mod bounds;
mod components;
mod corners;
mod edges;
pub mod fillings;
mod frozen;
mod held;
mod kayles;
mod matching;
pub mod metric;
mod negation;
mod neighbours;
pub mod puzzle;
#[cfg(test)]
mod puzzle_tests;
mod shapes;
mod shrunk;
pub mod spec;
mod symmetry;
mod tabulated;
#[cfg(test)]
mod tests;
mod tokens;
mod undo;
mod walker;

use crate::bits::Bits;
use crate::engine::board::Symbolic;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Expanded, Player, Rules, Shrinks, Stuck, Survey, Winner, expand_by_playing};
use crate::tablebase::{Built, Place, Shelf, Stored};
use anchors::Anchors;
use fillings::{Filling, Wanted};
use kayles::Kayles;
use shrunk::Shrunk;
use spec::{Cell, Goal, Spec};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;
use symmetry::{Signatures, Symmetries};
use undo::Undo;

/// Where rewrites make what rewrites ask for, components of more cells than this are not cheap, measured on Clobber and
/// Konane: few moves may be the beginning of many.
const CHEAP_CELLS: usize = 6;

#[derive(Clone, Copy, Debug)]
pub struct Mask<const W: usize> {
    pub care: Bits<W>,
    pub want: Bits<W>,
    pub keep: Bits<W>,
    pub flip: Bits<W>,
    /// All bits of all cells that the rewrite touches.
    pub span: Bits<W>,
}

impl<const W: usize> Mask<W> {
    #[inline(always)]
    pub fn legal(&self, position: &Bits<W>) -> bool {
        *position & self.care == self.want
    }

    #[inline(always)]
    pub fn apply(&self, position: &Bits<W>) -> Bits<W> {
        (*position & self.keep) ^ self.flip
    }

    /// The bits that may be another after it.
    #[inline(always)]
    pub fn changed(&self) -> Bits<W> {
        self.flip | !self.keep
    }

    /// The bits that the mask fixes, and their values after it.
    #[inline(always)]
    pub fn after(&self) -> (Bits<W>, Bits<W>) {
        let overwritten = !self.keep;
        (self.care | overwritten, (self.want ^ self.flip) & (self.care | overwritten))
    }
}

/// Goal patterns that look at the same bits, so that one lookup tests all of them.
pub(crate) struct GoalGroup<const W: usize> {
    care: Bits<W>,
    patterns: HashMap<Bits<W>, Winner, crate::rules::BuildMixer>,
}

pub struct MaskRules<const W: usize> {
    pub spec: Spec,
    pub cells: Vec<Cell>,
    pub masks: Vec<Mask<W>>,
    /// By player: the masks that the player may use.
    anchors: [Anchors<W>; 2],
    pub(crate) goals: Vec<GoalGroup<W>>,
    symmetries: Symmetries<W>,
    ranked: bool,
    impartial: bool,
    splitting: Option<components::Splitter<W>>,
    kayles: Option<Kayles<W>>,
    /// Where moves only take moves away, made when it is first wanted.
    shrunk: OnceLock<Option<Shrunk<W>>>,
    /// The rewrites backwards, made when they are first wanted.
    undo: OnceLock<Option<Undo<W>>>,
    /// The database of small components.
    shelf: Shelf,
}

/// Bits that a position of this specification takes.
pub fn bits_needed(spec: &Spec) -> Result<usize> {
    Ok(spec.layout()?.iter().map(|cell| cell.width as usize).sum())
}

impl<const W: usize> MaskRules<W> {
    pub fn compile(spec: Spec) -> Result<Self> {
        let cells = spec.layout()?;
        let bits: u32 = cells.iter().map(|cell| cell.width).sum();
        if bits as usize > W * 64 {
            return Err(Error::invalid(format!("the board needs {bits} bits, this kernel has {}", W * 64)));
        }
        let masks = spec.rewrites.iter().map(|rewrite| mask(rewrite, &cells)).collect::<Result<Vec<_>>>()?;
        let mut goals: Vec<GoalGroup<W>> = Vec::new();
        for goal in &spec.goals {
            let (care, want) = goal_masks(goal, &cells)?;
            let group = match goals.iter().position(|group| group.care == care) {
                Some(found) => &mut goals[found],
                None => {
                    goals.push(GoalGroup { care, patterns: HashMap::default() });
                    let last = goals.len() - 1;
                    &mut goals[last]
                }
            };
            group.patterns.entry(want).or_insert(goal.winner);
        }
        let anchors = Player::BOTH.map(|player| {
            let usable = |m: &u32| spec.rewrites[*m as usize].allows(player);
            Anchors::new(&masks, (0..masks.len() as u32).filter(usable))
        });
        let ranked = spec.rewrites.iter().any(|rewrite| rewrite.rank > 0);
        let impartial = spec.game && spec.rewrites.iter().all(|rewrite| rewrite.left && rewrite.right);
        let plain = spec.game
            && spec.goals.is_empty()
            && spec.stuck == Stuck::Loses
            && !ranked
            && spec.rewrites.iter().all(|rewrite| !rewrite.again && rewrite.score == 0);
        // most boards of a puzzle have no symmetries, and the rewrites need not be compared with each other
        let signatures = (plain || symmetry::offered(&spec)).then(|| Signatures::of(&spec));
        let symmetries = match &signatures {
            Some(signatures) => Symmetries::of(signatures, &cells)?,
            None => Symmetries::none(),
        };
        let splitting = signatures
            .as_ref()
            .filter(|_| plain)
            .map(|signatures| components::Splitter::new(signatures, &cells, &masks, &symmetries));
        let kayles = splitting
            .as_ref()
            .filter(|splitting| impartial && splitting.ends_moves_only())
            .and_then(|_| Kayles::of(&masks, bits as usize, &symmetries));
        let (shrunk, undo) = (OnceLock::new(), OnceLock::new());
        Ok(MaskRules {
            cells,
            masks,
            anchors,
            goals,
            symmetries,
            ranked,
            impartial,
            splitting,
            kayles,
            shrunk,
            undo,
            shelf: Shelf::default(),
            spec,
        })
    }

    /// The position in which cell `i` holds `symbols[i]`.
    pub fn encode(&self, symbols: &[u16]) -> Result<Bits<W>> {
        if symbols.len() != self.cells.len() {
            return Err(Error::invalid(format!("{} symbols for {} cells", symbols.len(), self.cells.len())));
        }
        let mut position = Bits::default();
        for (i, (cell, &symbol)) in self.cells.iter().zip(symbols).enumerate() {
            let code = cell
                .code(symbol)
                .ok_or_else(|| Error::invalid(format!("cell {i} cannot hold symbol number {symbol}")))?;
            put(&mut position, cell, code);
        }
        Ok(position)
    }

    /// The inverse of [`MaskRules::encode`]. A padded cell shows [`spec::INERT`] where the author has no such symbol.
    pub fn decode(&self, position: &Bits<W>) -> Vec<u16> {
        self.cells.iter().map(|cell| cell.symbols.get(take(position, cell)).copied().unwrap_or(spec::INERT)).collect()
    }

    /// Turn splitting off (the second method that tests compare with).
    pub fn without_splitting(mut self) -> Self {
        self.splitting = None;
        self.kayles = None;
        self
    }

    /// Turn symmetries off (likewise).
    pub fn without_symmetries(mut self) -> Self {
        self.symmetries = Symmetries::none();
        if let Some(splitting) = &mut self.splitting {
            splitting.forget_symmetries();
        }
        if let Some(kayles) = &mut self.kayles {
            kayles.forget_symmetries();
        }
        self
    }

    /// The same rules with only those symmetries that leave `position` as it is: then whatever can be reached from it is
    /// symmetric too, and orbits may be counted.
    pub fn fixing(&self, position: &Bits<W>) -> Fixing<'_, W> {
        Fixing { rules: self, symmetries: self.symmetries.fixing(position) }
    }

    /// Is the reverse of this rewrite one of these?
    fn reverse_among(&self, m: u32, others: &[u32]) -> bool {
        let Mask { care, want, flip, span, .. } = self.masks[m as usize];
        others.iter().any(|&n| {
            let other = &self.masks[n as usize];
            other.care == care && span == care && other.want == want ^ flip && other.flip == flip
        })
    }

    /// The position and its images under the symmetries.
    fn images_of<'a>(&'a self, position: &'a Bits<W>) -> impl Iterator<Item = Bits<W>> + 'a {
        self.symmetries.images(position).chain([*position])
    }

    pub fn symmetry_count(&self) -> usize {
        self.symmetries.len() + 1
    }

    pub fn bits(&self) -> usize {
        self.cells.last().map_or(0, |cell| (cell.offset + cell.width) as usize)
    }

    #[inline]
    fn each_legal(&self, position: &Bits<W>, player: Player, visit: impl FnMut(u32)) {
        self.anchors[player as usize].each_legal(position, visit);
    }

    /// Of the rewrites that fit, only those of the lowest rank are legal.
    fn lowest_rank(&self, position: &Bits<W>, player: Player) -> Option<u16> {
        let mut lowest = None;
        self.each_legal(position, player, |m| {
            let rank = self.spec.rewrites[m as usize].rank;
            lowest = Some(lowest.map_or(rank, |least: u16| least.min(rank)));
        });
        lowest
    }

    /// Does no rewrite make what a rewrite asks for?
    fn shrinks(&self) -> bool {
        self.splitting.as_ref().is_some_and(components::Splitter::shrinks)
    }

    /// Do only a few cells hold something that is not inert?
    fn is_small(&self, position: &Bits<W>) -> bool {
        self.cells.iter().filter(|cell| take(position, cell) != 0).nth(CHEAP_CELLS).is_none()
    }

    fn count_legal(&self, position: &Bits<W>, player: Player) -> i32 {
        let mut count = 0;
        self.each_legal(position, player, |_| count += 1);
        count
    }
}

/// See [`MaskRules::fixing`].
pub struct Fixing<'r, const W: usize> {
    rules: &'r MaskRules<W>,
    symmetries: Symmetries<W>,
}

impl<const W: usize> Rules for Fixing<'_, W> {
    type Position = Bits<W>;
    type Move = u32;

    fn moves(&self, position: &Bits<W>, player: Player, out: &mut Vec<u32>) -> Result<()> {
        self.rules.moves(position, player, out)
    }

    fn play(&self, position: &Bits<W>, mv: &u32) -> Result<Bits<W>> {
        self.rules.play(position, mv)
    }

    fn goal(&self, position: &Bits<W>) -> Option<Winner> {
        self.rules.goal(position)
    }

    fn canonical(&self, position: &Bits<W>) -> Bits<W> {
        self.symmetries.canonical(position)
    }

    fn orbit(&self, position: &Bits<W>) -> u64 {
        self.symmetries.orbit(position)
    }

    #[inline]
    fn key(&self, position: &Bits<W>) -> u64 {
        position.key()
    }
}

fn put<const W: usize>(position: &mut Bits<W>, cell: &Cell, code: u64) {
    for bit in 0..cell.width {
        if code >> bit & 1 != 0 {
            position.set((cell.offset + bit) as usize);
        }
    }
}

fn take<const W: usize>(position: &Bits<W>, cell: &Cell) -> usize {
    (0..cell.width).filter(|&bit| position.get((cell.offset + bit) as usize)).map(|bit| 1 << bit).sum()
}

fn mask<const W: usize>(rewrite: &spec::Rewrite, cells: &[Cell]) -> Result<Mask<W>> {
    let (mut care, mut want, mut put_bits, mut value, mut span) =
        (Bits::default(), Bits::default(), Bits::default(), Bits::default(), Bits::<W>::default());
    for change in &rewrite.changes {
        let cell = &cells[change.cell as usize];
        let mut here = Bits::default();
        put(&mut here, cell, (1 << cell.width) - 1);
        if span.meets(&here) {
            return Err(Error::invalid(format!("a rewrite names cell {} twice", change.cell)));
        }
        span = span | here;
        let fitted = cell
            .fit(change)
            .ok_or_else(|| Error::invalid(format!("a rewrite uses a symbol that cell {} cannot hold", change.cell)))?;
        put(&mut care, cell, fitted.care);
        put(&mut want, cell, fitted.want);
        put(&mut put_bits, cell, fitted.put);
        put(&mut value, cell, fitted.value);
    }
    // bits that are tested are flipped, the others are overwritten
    let keep = !put_bits | care;
    Ok(Mask { care, want, keep, flip: ((want & keep) ^ value) & put_bits, span })
}

/// The fewest bits of a cell that tell the allowed symbols from the others. A set that no such test can tell apart must
/// be written as several goals.
fn goal_masks<const W: usize>(goal: &Goal, cells: &[Cell]) -> Result<(Bits<W>, Bits<W>)> {
    let (mut care, mut want) = (Bits::default(), Bits::default());
    for (number, allowed) in &goal.pattern {
        let cell =
            cells.get(*number as usize).ok_or_else(|| Error::invalid(format!("no cell number {number} for a goal")))?;
        let allowed_codes: Vec<u64> = allowed.iter().filter_map(|&symbol| cell.code(symbol)).collect();
        let others: Vec<u64> = (0..cell.symbols.len() as u64).filter(|code| !allowed_codes.contains(code)).collect();
        let Some(&sample) = allowed_codes.first() else {
            return Err(Error::invalid(format!("a goal wants a symbol that cell {number} can never hold")));
        };
        let test = (0..1u64 << cell.width)
            .filter(|&bits| allowed_codes.iter().all(|code| code & bits == sample & bits))
            .filter(|&bits| others.iter().all(|code| code & bits != sample & bits))
            .min_by_key(|bits| bits.count_ones());
        let Some(test) = test else {
            return Err(Error::invalid(format!("the symbols allowed in cell {number} need more than one goal")));
        };
        put(&mut care, cell, test);
        put(&mut want, cell, sample & test);
    }
    Ok((care, want))
}

impl<const W: usize> Symbolic for MaskRules<W> {
    fn position(&self, symbols: &[u16]) -> Result<Bits<W>> {
        self.encode(symbols)
    }

    fn symbols(&self, position: &Bits<W>) -> Vec<u16> {
        self.decode(position)
    }

    fn fillings(&self, wanted: &Wanted, numbers: Range<u64>, control: &Control) -> Result<Vec<Filling<Bits<W>>>> {
        MaskRules::fillings(self, wanted, numbers, self.threads(), control)
    }

    fn tabulate(&self, cells: usize, place: &Place, control: &Control) -> Result<Built> {
        MaskRules::tabulate(self, cells, place, control)
    }

    fn tabulate_from(&self, positions: &[Bits<W>], place: &Place, control: &Control) -> Result<Built> {
        MaskRules::tabulate_from(self, positions, place, control)
    }

    fn attach(&self, place: &Place) {
        self.shelf.attach(place);
    }
}

impl<const W: usize> Rules for MaskRules<W> {
    type Position = Bits<W>;
    /// The number of the rewrite.
    type Move = u32;

    fn moves(&self, position: &Bits<W>, player: Player, out: &mut Vec<u32>) -> Result<()> {
        let first = out.len();
        self.each_legal(position, player, |m| out.push(m));
        if self.ranked {
            let rank = |m: u32| self.spec.rewrites[m as usize].rank;
            if let Some(lowest) = out[first..].iter().map(|&m| rank(m)).min() {
                let mut kept = first;
                for i in first..out.len() {
                    if rank(out[i]) == lowest {
                        out[kept] = out[i];
                        kept += 1;
                    }
                }
                out.truncate(kept);
            }
        }
        Ok(())
    }

    #[inline]
    fn play(&self, position: &Bits<W>, mv: &u32) -> Result<Bits<W>> {
        Ok(self.masks[*mv as usize].apply(position))
    }

    fn goal(&self, position: &Bits<W>) -> Option<Winner> {
        self.goals.iter().find_map(|group| group.patterns.get(&(*position & group.care)).copied())
    }

    fn again(&self, mv: &u32) -> bool {
        self.spec.rewrites[*mv as usize].again
    }

    fn score(&self, mv: &u32) -> i32 {
        self.spec.rewrites[*mv as usize].score
    }

    fn stuck(&self) -> Stuck {
        self.spec.stuck
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn even_handed(&self) -> bool {
        self.impartial && self.spec.goals.iter().all(|goal| goal.winner == Winner::Nobody)
    }

    fn unmoves(&self, position: &Bits<W>, player: Player, again: bool, out: &mut Vec<Bits<W>>) -> Result<bool> {
        let rewrites = &self.spec.rewrites;
        let usable = |m: u32, player: Player, again: bool| {
            let rewrite = &rewrites[m as usize];
            rewrite.allows(player) && rewrite.again == again
        };
        let Some(undo) = self.undo.get_or_init(|| Undo::new(&self.masks, usable)) else { return Ok(false) };
        undo.each(position, player, again, |m, before| {
            if !self.ranked || self.lowest_rank(&before, player) == Some(rewrites[m as usize].rank) {
                out.push(before);
            }
        });
        Ok(true)
    }

    fn canonical(&self, position: &Bits<W>) -> Bits<W> {
        self.symmetries.canonical(position)
    }

    fn orbit(&self, position: &Bits<W>) -> u64 {
        self.symmetries.orbit(position)
    }

    #[inline]
    fn key(&self, position: &Bits<W>) -> u64 {
        position.key()
    }

    fn split(&self, position: &Bits<W>, out: &mut Vec<Bits<W>>) -> bool {
        match &self.splitting {
            Some(splitting) => {
                splitting.split(&self.masks, position, out);
                true
            }
            None => false,
        }
    }

    fn sums(&self) -> bool {
        self.splitting.is_some()
    }

    fn integer(&self, component: &Bits<W>) -> Option<i64> {
        self.splitting.as_ref()?;
        if self.impartial { None } else { components::one_sided(self, component) }
    }

    fn expand(&self, component: &Bits<W>, out: &mut Expanded<Bits<W>>) -> Result<()> {
        match &self.splitting {
            Some(splitting) if splitting.expand_at_once(self, component, out) => Ok(()),
            Some(splitting) if !splitting.shrinks() => {
                splitting.expand(self, component, out);
                Ok(())
            }
            _ => expand_by_playing(self, component, out),
        }
    }

    fn choices(&self, component: &Bits<W>, hints: &[u32], visit: &mut dyn FnMut(u32, &[Bits<W>]) -> bool) -> bool {
        let Some(kayles) = &self.kayles else { return false };
        kayles.choices(component, hints, visit);
        true
    }

    fn bulk(&self, component: &Bits<W>) -> Option<usize> {
        self.kayles.as_ref().map(|_| component.count() as usize)
    }

    fn size(&self, component: &Bits<W>) -> usize {
        let edges = self.splitting.as_ref().and_then(components::Splitter::edges);
        edges.map_or(0, |_| component.count() as usize)
    }

    fn glance(&self, component: &Bits<W>) -> Result<(usize, bool)> {
        Ok(match &self.kayles {
            Some(kayles) => kayles.glance(self, component),
            None => {
                let moves = self.count_legal(component, Player::Left).unsigned_abs() as usize;
                (moves, moves == 0)
            }
        })
    }

    fn stored(&self, component: &Bits<W>) -> Option<Stored<'_>> {
        let (base, bits) = (self.shelf.get()?, component.count());
        if u64::from(bits) > base.sizes().bits || !self.shelf.pays(bits) {
            return None;
        }
        let found = self.shape(component).and_then(|key| base.find(key));
        self.shelf.tried(bits, found.is_some());
        found
    }

    fn normal(&self, component: &Bits<W>) -> (Bits<W>, bool) {
        match &self.splitting {
            Some(splitting) => splitting.normal(&self.symmetries, component),
            None => (self.symmetries.canonical(component), false),
        }
    }

    fn survey(&self, component: &Bits<W>) -> Result<Survey> {
        let known = self.splitting.as_ref().and_then(|splitting| splitting.touching().survey(self, component));
        if let Some(known) = known {
            return Ok(known);
        }
        let count = |player| self.count_legal(component, player).unsigned_abs() as usize;
        let mut survey = Survey::of_moves(Player::BOTH.map(count));
        survey.cheap &= self.shrinks() || self.is_small(component);
        Ok(survey)
    }

    fn shrinking(&self) -> Option<Shrinks<'_, Bits<W>>> {
        self.splitting.as_ref().filter(|splitting| splitting.ends_moves_only() && !self.impartial)?;
        let shrunk = self.shrunk.get_or_init(|| Shrunk::new(&self.spec, &self.cells, &self.masks, &self.symmetries));
        shrunk.as_ref().map(Shrunk::game)
    }

    fn own_negative(&self, position: &Bits<W>) -> bool {
        self.splitting.as_ref().is_some_and(|splitting| splitting.own_negative(&self.symmetries, &self.masks, position))
    }

    fn promise(&self, position: &Bits<W>, player: Player) -> i32 {
        if let Some(edges) = self.splitting.as_ref().and_then(components::Splitter::edges) {
            let ahead = edges.ahead(position);
            return if player == Player::Left { ahead } else { -ahead };
        }
        self.count_legal(position, player) - self.count_legal(position, player.opponent())
    }
}
