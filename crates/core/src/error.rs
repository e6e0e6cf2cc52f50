//! The ways in which a question can fail to be answered.
//!
//! Every search returns `Result<_, Error>`. "There is no solution" is an answer, never an error.

use std::fmt;

#[derive(Debug)]
pub enum Error {
    /// A limit was reached; the text names it and says how far the search came.
    Limit(LimitKind, String),
    /// The caller asked to stop (Ctrl-C or a cancel flag).
    Cancelled,
    /// The input cannot be used as given; the text says what was expected.
    Invalid(String),
    /// Rules written outside the core failed; the original error travels through unchanged.
    Foreign(Box<dyn std::error::Error + Send + Sync>),
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitKind {
    Time,
    Memory,
    Positions,
    /// Something is too large to be held, listed or counted, however long one waits.
    Size,
    /// The asker's own wish.
    Cancelled,
}

impl LimitKind {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LimitKind::Time => "time",
            LimitKind::Memory => "memory",
            LimitKind::Positions => "positions",
            LimitKind::Size => "size",
            LimitKind::Cancelled => "cancelled",
        }
    }
}

pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Limit(_, text) | Error::Invalid(text) => f.write_str(text),
            Error::Cancelled => f.write_str("cancelled"),
            Error::Foreign(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    pub fn invalid(text: impl Into<String>) -> Self {
        Error::Invalid(text.into())
    }

    pub fn too_large(text: impl Into<String>) -> Self {
        Error::Limit(LimitKind::Size, text.into())
    }

    pub fn out_of_memory(text: impl Into<String>) -> Self {
        Error::Limit(LimitKind::Memory, text.into())
    }
}
