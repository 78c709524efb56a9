// SPDX-License-Identifier: Apache-2.0
//! Makes a Rust program a Steelyard subject: docs/protocol.md, spoken over standard input and output.
//!
//! A subject is a [`Subject`] table of [`Implementation`]s, handed to [`run`]. Each implementation opens
//! a [`Kernel`]; clocks, digests, error answers and the line protocol are done here. A complete subject
//! is `examples/minimal.rs`.

mod affinity;
mod answer;
mod channel;
mod clock;
mod digest;
mod error;
mod fields;
pub mod matvec;
mod memory;
mod request;
mod session;
pub mod sha256;
mod subject;

pub use affinity::Worker;
pub use digest::Digest;
pub use error::{Code, Error};
pub use request::OpenRequest;
pub use session::{Reply, Session};
pub use subject::{run, Build, Cost, Implementation, Kernel, Missing, Opened, Subject};
