//! The 3 x 3 x 3 cube as 8 corners and 12 edges, its moves and its symmetries.
//!
//! Corners are numbered URF UFL ULB UBR DFR DLF DBL DRB and edges UR UF UL UB DR DF DL DB FR FL BL BR, the four edges of
//! the middle layer last. A cube says for each place which cubie is there and how it is twisted or flipped (Kociemba's
//! conventions). A product of cubes is read from left to right: first the one, then the other. Reflections are cubes with
//! twists from 3 on.

use crate::error::{Error, Result};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    pub corners: [u8; 8],
    pub twists: [u8; 8],
    pub edges: [u8; 12],
    pub flips: [u8; 12],
}

pub const SOLVED: Cube = Cube {
    corners: [0, 1, 2, 3, 4, 5, 6, 7],
    twists: [0; 8],
    edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    flips: [0; 12],
};

/// Clockwise quarter turns of U, R, F, D, L, B.
const QUARTERS: [Cube; 6] = [
    Cube {
        corners: [3, 0, 1, 2, 4, 5, 6, 7],
        twists: [0; 8],
        edges: [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11],
        flips: [0; 12],
    },
    Cube {
        corners: [4, 1, 2, 0, 7, 5, 6, 3],
        twists: [2, 0, 0, 1, 1, 0, 0, 2],
        edges: [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0],
        flips: [0; 12],
    },
    Cube {
        corners: [1, 5, 2, 3, 0, 4, 6, 7],
        twists: [1, 2, 0, 0, 2, 1, 0, 0],
        edges: [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
        flips: [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
    },
    Cube {
        corners: [0, 1, 2, 3, 5, 6, 7, 4],
        twists: [0; 8],
        edges: [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11],
        flips: [0; 12],
    },
    Cube {
        corners: [0, 2, 6, 3, 4, 1, 5, 7],
        twists: [0, 1, 2, 0, 0, 2, 1, 0],
        edges: [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11],
        flips: [0; 12],
    },
    Cube {
        corners: [0, 1, 3, 7, 4, 5, 2, 6],
        twists: [0, 0, 1, 2, 0, 0, 2, 1],
        edges: [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7],
        flips: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1],
    },
];

/// A third of a turn about the corner URF, half a turn about F, a quarter turn about U, and the reflection left-right.
const TURN_URF: Cube = Cube {
    corners: [0, 4, 5, 1, 3, 7, 6, 2],
    twists: [1, 2, 1, 2, 2, 1, 2, 1],
    edges: [1, 8, 5, 9, 3, 11, 7, 10, 0, 4, 6, 2],
    flips: [1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1],
};
const TURN_F: Cube = Cube {
    corners: [5, 4, 7, 6, 1, 0, 3, 2],
    twists: [0; 8],
    edges: [6, 5, 4, 7, 2, 1, 0, 3, 9, 8, 11, 10],
    flips: [0; 12],
};
const TURN_U: Cube = Cube {
    corners: [3, 0, 1, 2, 7, 4, 5, 6],
    twists: [0; 8],
    edges: [3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10],
    flips: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
};
const REFLECTION: Cube = Cube {
    corners: [1, 0, 3, 2, 5, 4, 7, 6],
    twists: [3; 8],
    edges: [2, 1, 0, 3, 6, 5, 4, 7, 9, 8, 11, 10],
    flips: [0; 12],
};

/// Moves: 3 * face + (quarter turns - 1).
pub const MOVES: usize = 18;

/// May `next` follow `last`? Not on the same face, and opposite faces in one order only.
#[inline]
#[must_use]
pub fn follows(last: usize, next: usize) -> bool {
    last >= MOVES || (last / 3 != next / 3 && last / 3 != next / 3 + 3)
}

impl Cube {
    /// The cubie and twist at each corner, the cubie and flip at each edge. An error unless each cubie is there once.
    pub fn new(corners: [u8; 8], twists: [u8; 8], edges: [u8; 12], flips: [u8; 12]) -> Result<Cube> {
        let each_once = |cubies: &[u8]| (0..cubies.len() as u8).all(|cubie| cubies.contains(&cubie));
        if !each_once(&corners) || !each_once(&edges) || twists.iter().any(|&t| t > 2) || flips.iter().any(|&f| f > 1) {
            return Err(Error::invalid("a cube has each cubie once"));
        }
        Ok(Cube { corners, twists, edges, flips })
    }

    /// Can turns solve it? The twists, the flips and the parities must agree.
    #[must_use]
    pub fn solvable(&self) -> bool {
        self.twists.iter().map(|&t| u32::from(t)).sum::<u32>() % 3 == 0
            && self.flips.iter().map(|&f| u32::from(f)).sum::<u32>() % 2 == 0
            && odd(&self.corners) == odd(&self.edges)
    }

    #[must_use]
    pub fn then(&self, other: &Cube) -> Cube {
        let mut all = SOLVED;
        for place in 0..8 {
            let from = usize::from(other.corners[place]);
            all.corners[place] = self.corners[from];
            let (a, b) = (self.twists[from], other.twists[place]);
            all.twists[place] = match (a < 3, b < 3) {
                (true, true) => (a + b) % 3,
                (true, false) => (a + b - 3) % 3 + 3,
                (false, true) => (a - b) % 3 + 3,
                (false, false) => (a + 3 - b) % 3,
            };
        }
        for place in 0..12 {
            let from = usize::from(other.edges[place]);
            all.edges[place] = self.edges[from];
            all.flips[place] = self.flips[from] ^ other.flips[place];
        }
        all
    }

    #[must_use]
    pub fn inverse(&self) -> Cube {
        let mut back = SOLVED;
        for place in 0..8 {
            let from = usize::from(self.corners[place]);
            back.corners[from] = place as u8;
            let twist = self.twists[place];
            back.twists[from] = if twist < 3 { (3 - twist) % 3 } else { twist };
        }
        for place in 0..12 {
            back.edges[usize::from(self.edges[place])] = place as u8;
            back.flips[usize::from(self.edges[place])] = self.flips[place];
        }
        back
    }

    /// The same seen after a symmetry of space.
    #[must_use]
    pub fn seen(&self, symmetry: &Cube) -> Cube {
        symmetry.then(self).then(&symmetry.inverse())
    }
}

pub(super) fn odd(cubies: &[u8]) -> bool {
    let inversions = (0..cubies.len()).map(|i| cubies[i + 1..].iter().filter(|&&later| later < cubies[i]).count());
    inversions.sum::<usize>() % 2 == 1
}

#[must_use]
pub fn moves() -> [Cube; MOVES] {
    std::array::from_fn(|number| {
        let quarter = &QUARTERS[number / 3];
        (0..number % 3).fold(*quarter, |cube, _| cube.then(quarter))
    })
}

/// The 16 symmetries that keep the axis from U to D, the identity first.
#[must_use]
pub fn symmetries() -> [Cube; 16] {
    std::array::from_fn(|number| {
        let parts = [(TURN_F, number / 8), (TURN_U, number / 2 % 4), (REFLECTION, number % 2)];
        parts.iter().fold(SOLVED, |all, (part, times)| (0..*times).fold(all, |all, _| all.then(part)))
    })
}

/// The three turns about a corner that exchange the axes, the identity first.
#[must_use]
pub fn axes() -> [Cube; 3] {
    [SOLVED, TURN_URF, TURN_URF.then(&TURN_URF)]
}

/// The number that each move has after a symmetry.
#[must_use]
pub fn renamed(symmetry: &Cube) -> [usize; MOVES] {
    let all = moves();
    std::array::from_fn(|number| {
        let image = all[number].seen(symmetry);
        all.iter().position(|other| *other == image).unwrap_or(MOVES)
    })
}
