// SPDX-License-Identifier: Apache-2.0
//! The inputs of the study matvec: y = A x with float64, dense or CSR, by formula or from a prepared file.

mod columns;
mod formula;
mod input;
mod prepared;
mod slabs;
mod workload;

pub use input::{Array, Input, InputRecord, Matrix, Piece};
pub use slabs::{equal_slabs, row_chunks};
pub use workload::{Kind, Source, Workload};
