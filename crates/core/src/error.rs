//! The ways in which a question can fail to be answered.
//!
//! Every search returns `Result<_, Error>`. "There is no solution" is an answer, never an error.

use std::fmt;

#[derive(Debug)]
pub enum Error {
    /// A limit on time, memory or positions was reached; the text names the limit and how far the search came.
    Limit(String),
    /// The caller asked to stop (Ctrl-C or a cancel flag).
    Cancelled,
    /// The input cannot be used as given; the text says what was expected.
    Invalid(String),
    /// Rules written outside the core failed; the original error travels through unchanged.
    Foreign(Box<dyn std::error::Error + Send + Sync>),
}

pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Limit(text) | Error::Invalid(text) => f.write_str(text),
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
}
