//! What is seen of the chains that are still possible: how many elements the players need at least, and which matter.

use super::{Claims, ConnectionRules};
use crate::bits::Bits;
use crate::rules::Player;

/// Free elements by their distance from the first end.
pub(super) struct Layers<const W: usize> {
    /// The fewest free elements on a chain; `u32::MAX` if there is no chain.
    pub needed: u32,
    /// The layer with the fewest elements.
    pub narrowest: Bits<W>,
}

/// What lies behind a free element when Short's elements are passed over.
#[derive(Clone, Copy)]
struct Beyond<const W: usize> {
    free: Bits<W>,
    /// The last end does.
    end: bool,
}

impl<const W: usize> ConnectionRules<W> {
    pub(super) fn layers(&self, position: &Claims<W>) -> Layers<W> {
        let open = self.all & !position.cut;
        let free = open & !position.short;
        let (mut seen, mut near) = (Bits::default(), self.first & open);
        let mut found = Layers { needed: 0, narrowest: free };
        let mut width = u32::MAX;
        loop {
            let (reached, end) = self.over_short(near, open & !seen, position.short);
            if end {
                return found;
            }
            seen = seen | (reached & position.short);
            let layer = reached & free;
            if layer.is_empty() {
                found.needed = u32::MAX;
                return found;
            }
            found.needed += 1;
            if layer.count() < width {
                (width, found.narrowest) = (layer.count(), layer);
            }
            if layer.meets(&self.last) {
                return found;
            }
            seen = seen | layer;
            near = self.all_behind(layer) & open & !seen;
        }
    }

    /// The elements `near` and what is reached from them through Short's among `open`; and whether Short's reach the end.
    fn over_short(&self, near: Bits<W>, open: Bits<W>, short: Bits<W>) -> (Bits<W>, bool) {
        let mut reached = near & open;
        let mut fresh = reached & short;
        while !fresh.is_empty() {
            let more = self.all_behind(fresh) & open & !reached;
            reached = reached | more;
            fresh = more & short;
        }
        (reached, (reached & short).meets(&self.last))
    }

    /// Elements among which there is a best one: all, or those by which the player to move wins at once or prevents that
    /// the other one does.
    pub(super) fn worth_claiming(&self, position: &Claims<W>, free: Bits<W>, player: Player) -> Bits<W> {
        let Layers { needed, narrowest } = self.layers(position);
        let joins = if needed == 1 { self.joining(position, free) } else { Bits::default() };
        let cuts = if narrowest.count() == 1 { narrowest } else { Bits::default() };
        let (own, other) = if player == self.play.joined { (joins, cuts) } else { (cuts, joins) };
        let forced = if own.is_empty() { other } else { own };
        if !forced.is_empty() {
            return forced.lowest_alone();
        }
        let live = self.live(position, free);
        if live.is_empty() { free } else { live }
    }

    /// The elements by which Short joins the ends at once.
    fn joining(&self, position: &Claims<W>, free: Bits<W>) -> Bits<W> {
        let open = self.all & !position.cut;
        let (near, _) = self.over_short(self.first & open, open, position.short);
        let mut found = Bits::default();
        for element in (near & free).ones() {
            if self.beyond(element, position, free).end {
                found.set(element);
            }
        }
        found
    }

    fn beyond(&self, element: usize, position: &Claims<W>, free: Bits<W>) -> Beyond<W> {
        let open = free | position.short;
        let (reached, end) = self.over_short(self.behind[element], open, position.short);
        Beyond { free: reached & free, end: end || self.last.get(element) }
    }

    /// The free elements on which a chain without a shortcut may still depend. Of an element that is left out, everything
    /// before it leads straight to everything behind it; it counts as Cut's from then on, by which others may be left
    /// out too.
    pub(super) fn live(&self, position: &Claims<W>, free: Bits<W>) -> Bits<W> {
        let mut beyond = vec![Beyond { free: Bits::default(), end: false }; self.behind.len()];
        let mut before = vec![Bits::<W>::default(); self.behind.len()];
        let mut ending = Bits::default();
        for element in free.ones() {
            let found = self.beyond(element, position, free);
            found.free.ones().for_each(|next| before[next].set(element));
            if found.end {
                ending.set(element);
            }
            beyond[element] = found;
        }
        let open = free | position.short;
        let starting = self.over_short(self.first & open, open, position.short).0 & free;
        let mut live = free;
        loop {
            let known = live;
            for element in known.ones() {
                // nothing at the first end is reached from elsewhere without a shortcut, nor left at the last end
                let from = before[element] & live & !ending;
                let to = beyond[element].free & live & !starting;
                let matters = match (starting.get(element), ending.get(element)) {
                    (true, true) => true,
                    (true, false) => !to.is_empty(),
                    (false, true) => !from.is_empty(),
                    (false, false) => from.ones().any(|earlier| {
                        let mut rest = to & !beyond[earlier].free;
                        rest.remove(earlier);
                        !rest.is_empty()
                    }),
                };
                if !matters {
                    live.remove(element);
                }
            }
            if live == known {
                return live;
            }
        }
    }
}
