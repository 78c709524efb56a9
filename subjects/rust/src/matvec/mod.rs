// SPDX-License-Identifier: Apache-2.0
pub mod rayon;
mod rows;
pub mod scoped_threads;
pub mod serial;

use steelyard_sdk::matvec::Kind;

const KINDS: &[Kind] = &[Kind::Dense, Kind::Csr];

/// The standard library is the runtime of every implementation here; it comes with the compiler.
fn compiler_version() -> (&'static str, String) {
    ("rustc", env!("STEELYARD_COMPILER").to_owned())
}
