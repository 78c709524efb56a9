// SPDX-License-Identifier: Apache-2.0
//! rust-rayon: a persistent pool of its own, which takes chunks of 32 rows.

use super::rows::multiply_rows;
use ::rayon::prelude::*;
use ::rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicU64, Ordering};
use steelyard_sdk::matvec::{row_chunks, Input, Piece};
use steelyard_sdk::{Cost, Error, Implementation, Kernel, OpenRequest, Opened, Worker};

const CHUNK_ROWS: usize = 32;

pub fn implementation() -> Implementation {
    Implementation {
        id: "rust-rayon",
        kinds: super::KINDS,
        parallel: true,
        cost: Cost::Native,
        lifecycle: "a thread pool of its own, kept between calls; parallel output chunks of 32 rows",
        notes: "a worker without work yields 32 times, then sleeps on a futex; the calling thread sleeps",
        requires: &["rustc", "rayon"],
        missing: None,
        open,
    }
}

struct Rayon {
    input: Input,
    pool: ThreadPool,
}

fn open(request: &OpenRequest) -> Result<Opened, Error> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(request.workers)
        .build();
    let pool = pool.map_err(|error| Error::failed(format!("rayon's pool: {error}")))?;
    // The chunks are dealt out anew in every call: no thread owns a row, so none is first by right.
    let chunks = |rows| row_chunks(rows, CHUNK_ROWS);
    let input = Input::build(&request.workload, chunks, |pieces| {
        pool.install(|| pieces.into_par_iter().try_for_each(Piece::fill))
    })?;
    Ok(Opened {
        input: input.record.clone(),
        workers_started: pool.current_num_threads(),
        kernel: Box::new(Rayon { input, pool }),
        versions: vec![
            super::compiler_version(),
            ("rayon", env!("STEELYARD_RAYON").to_owned()),
            ("rayon-core", env!("STEELYARD_RAYON_CORE").to_owned()),
        ],
    })
}

impl Kernel for Rayon {
    fn call(&mut self) {
        let Input { matrix, x, y, .. } = &mut self.input;
        self.pool.install(|| {
            y.par_chunks_mut(CHUNK_ROWS)
                .enumerate()
                .for_each(|(chunk, rows)| multiply_rows(matrix, x, chunk * CHUNK_ROWS, rows));
        });
    }

    fn y(&mut self) -> &mut [f64] {
        &mut self.input.y
    }

    fn workers(&mut self) -> Result<Vec<Worker>, Error> {
        let entries = self.counted_call();
        let workers = self.pool.broadcast(|context| {
            let entries = entries[context.index()].load(Ordering::Relaxed);
            Worker::current(Some(entries))
        });
        workers.into_iter().collect()
    }
}

impl Rayon {
    /// One more call, in which each thread counts the stored entries it handles.
    fn counted_call(&mut self) -> Vec<AtomicU64> {
        let Input { matrix, x, y, .. } = &mut self.input;
        let threads = self.pool.current_num_threads();
        let counts: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
        self.pool.install(|| {
            y.par_chunks_mut(CHUNK_ROWS)
                .enumerate()
                .for_each(|(chunk, rows)| {
                    let first = chunk * CHUNK_ROWS;
                    multiply_rows(matrix, x, first, rows);
                    let thread = ::rayon::current_thread_index().expect("a thread of the pool");
                    // Relaxed: each thread has a counter of its own, and install() ends after all of them.
                    counts[thread]
                        .fetch_add(matrix.entries(first..first + rows.len()), Ordering::Relaxed);
                });
        });
        counts
    }
}
