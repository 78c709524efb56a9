// SPDX-License-Identifier: Apache-2.0
//! A complete subject with one implementation: a serial dense row loop.

use std::process::ExitCode;
use steelyard_sdk::matvec::{equal_slabs, Input, Kind, Matrix, Piece};
use steelyard_sdk::{
    run, Build, Cost, Error, Implementation, Kernel, OpenRequest, Opened, Subject, Worker,
};

struct RowLoop(Input);

impl Kernel for RowLoop {
    fn call(&mut self) {
        let Input { matrix, x, y, .. } = &mut self.0;
        if let Matrix::Dense { cols, values } = matrix {
            for (y, row) in y.iter_mut().zip(values.chunks_exact(*cols)) {
                *y = row
                    .iter()
                    .zip(x.iter())
                    .fold(0.0, |sum, (a, x)| sum + a * x);
            }
        }
    }

    fn y(&mut self) -> &mut [f64] {
        &mut self.0.y
    }

    fn workers(&mut self) -> Result<Vec<Worker>, Error> {
        Ok(vec![Worker::current(None)?])
    }
}

fn open(request: &OpenRequest) -> Result<Opened, Error> {
    let one_slab = |rows| equal_slabs(rows, 1);
    let fill = |pieces: Vec<Piece<'_>>| pieces.into_iter().try_for_each(Piece::fill);
    let input = Input::build(&request.workload, one_slab, fill)?;
    Ok(Opened {
        input: input.record.clone(),
        kernel: Box::new(RowLoop(input)),
        versions: Vec::new(),
        workers_started: 1,
    })
}

fn main() -> ExitCode {
    run(&Subject {
        name: "minimal",
        version: "0.1.0",
        language: "Rust 2021",
        build: Build::default(),
        implementations: vec![Implementation {
            id: "minimal-row-loop",
            kinds: &[Kind::Dense],
            parallel: false,
            cost: Cost::Native,
            lifecycle: "a row loop in the calling thread",
            notes: "",
            requires: &[],
            missing: None,
            open,
        }],
    })
}
