// SPDX-License-Identifier: Apache-2.0
//! The Rust implementations that Steelyard measures, as a grid study/implementation.

mod matvec;

use steelyard_sdk::{Build, Subject};

pub fn subject() -> Subject {
    Subject {
        name: "rust",
        version: env!("CARGO_PKG_VERSION"),
        language: "Rust 2021",
        build: Build {
            compiler: Some(env!("STEELYARD_COMPILER")),
            flags: Some(env!("STEELYARD_FLAGS")),
            source_hash: Some(env!("STEELYARD_SOURCE_HASH")),
        },
        implementations: vec![
            matvec::serial::implementation(),
            matvec::scoped_threads::implementation(),
            matvec::rayon::implementation(),
        ],
    }
}
