//! Families of rules, each behind the trait [`crate::rules::Rules`].

pub mod heaps;
