// SPDX-License-Identifier: Apache-2.0
//! rust-scoped-threads: equal slabs of rows, a thread for each in every call.

use super::rows::multiply_rows;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};
use steelyard_sdk::matvec::{equal_slabs, Input, Piece};
use steelyard_sdk::{Cost, Error, Implementation, Kernel, OpenRequest, Opened, Worker};

pub fn implementation() -> Implementation {
    Implementation {
        id: "rust-scoped-threads",
        kinds: super::KINDS,
        parallel: true,
        cost: Cost::Native,
        lifecycle:
            "equal slabs of rows; std::thread::scope creates and joins the threads in every call",
        notes: "no thread lives between calls; the calling thread waits",
        requires: &["rustc"],
        missing: None,
        open,
    }
}

struct ScopedThreads {
    input: Input,
    slabs: Vec<Range<usize>>,
}

fn open(request: &OpenRequest) -> Result<Opened, Error> {
    let cut = |rows| equal_slabs(rows, request.workers);
    let fill = |pieces: Vec<Piece<'_>>| on_threads(pieces, Piece::fill).into_iter().collect();
    let input = Input::build(&request.workload, cut, fill)?;
    let slabs = cut(input.y.len());
    Ok(Opened {
        input: input.record.clone(),
        workers_started: slabs.len(),
        kernel: Box::new(ScopedThreads { input, slabs }),
        versions: vec![super::compiler_version()],
    })
}

impl Kernel for ScopedThreads {
    fn call(&mut self) {
        let Input { matrix, x, y, .. } = &mut self.input;
        let (matrix, x) = (&*matrix, &x[..]);
        let mut rest = &mut y[..];
        thread::scope(|scope| {
            for slab in &self.slabs {
                let (rows, later) = rest.split_at_mut(slab.len());
                rest = later;
                scope.spawn(move || multiply_rows(matrix, x, slab.start, rows));
            }
        });
    }

    fn y(&mut self) -> &mut [f64] {
        &mut self.input.y
    }

    fn workers(&mut self) -> Result<Vec<Worker>, Error> {
        let matrix = &self.input.matrix;
        let entries = self.slabs.iter().map(|slab| matrix.entries(slab.clone()));
        on_threads(entries.collect(), |entries| Worker::current(Some(entries)))
            .into_iter()
            .collect()
    }
}

/// `work` on a thread for each item, as in a call; the results in order.
fn on_threads<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<ScopedJoinHandle<'_, R>> = items
            .into_iter()
            .map(|item| scope.spawn(move || work(item)))
            .collect();
        let results = threads.into_iter().map(ScopedJoinHandle::join);
        results
            .map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}
