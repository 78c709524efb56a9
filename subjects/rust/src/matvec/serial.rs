// SPDX-License-Identifier: Apache-2.0
//! rust-serial: the compiled row loop in the calling thread.

use super::rows::multiply_rows;
use steelyard_sdk::matvec::{equal_slabs, Input, Piece};
use steelyard_sdk::{Cost, Error, Implementation, Kernel, OpenRequest, Opened, Worker};

pub fn implementation() -> Implementation {
    Implementation {
        id: "rust-serial",
        kinds: super::KINDS,
        parallel: false,
        cost: Cost::Native,
        lifecycle: "compiled row loop in the calling thread; nothing is started",
        notes: "",
        requires: &["rustc"],
        missing: None,
        open,
    }
}

struct Serial {
    input: Input,
}

fn open(request: &OpenRequest) -> Result<Opened, Error> {
    let one_slab = |rows| equal_slabs(rows, 1);
    let fill = |pieces: Vec<Piece<'_>>| pieces.into_iter().try_for_each(Piece::fill);
    let input = Input::build(&request.workload, one_slab, fill)?;
    Ok(Opened {
        input: input.record.clone(),
        kernel: Box::new(Serial { input }),
        versions: vec![super::compiler_version()],
        workers_started: 1,
    })
}

impl Kernel for Serial {
    fn call(&mut self) {
        let Input { matrix, x, y, .. } = &mut self.input;
        multiply_rows(matrix, x, 0, y);
    }

    fn y(&mut self) -> &mut [f64] {
        &mut self.input.y
    }

    fn workers(&mut self) -> Result<Vec<Worker>, Error> {
        let entries = self.input.matrix.entries(0..self.input.y.len());
        Ok(vec![Worker::current(Some(entries))?])
    }
}
