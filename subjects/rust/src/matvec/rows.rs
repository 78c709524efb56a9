// SPDX-License-Identifier: Apache-2.0
use steelyard_sdk::matvec::Matrix;

/// The explicit row loop: y[i] for the rows from `first_row` on, as many as `y` holds.
pub fn multiply_rows(matrix: &Matrix, x: &[f64], first_row: usize, y: &mut [f64]) {
    match matrix {
        Matrix::Dense { cols, values } => {
            let rows = &values[first_row * cols..(first_row + y.len()) * cols];
            dense_rows(rows, *cols, x, y);
        }
        Matrix::Csr {
            row_begin,
            columns,
            values,
        } => {
            let row_begin = &row_begin[first_row..=first_row + y.len()];
            csr_rows(row_begin, columns, values, x, y);
        }
    }
}

// The sums start at +0.0 and not with Iterator::sum, which starts at -0.0 since Rust 1.83 and would give
// rows without entries another bit pattern.

fn dense_rows(rows: &[f64], cols: usize, x: &[f64], y: &mut [f64]) {
    // chunks_exact(0) panics; without columns there is nothing to add.
    if cols == 0 {
        y.fill(0.0);
        return;
    }
    for (y, row) in y.iter_mut().zip(rows.chunks_exact(cols)) {
        let mut sum = 0.0;
        for (value, x) in row.iter().zip(x) {
            sum += value * x;
        }
        *y = sum;
    }
}

fn csr_rows(row_begin: &[i64], columns: &[i32], values: &[f64], x: &[f64], y: &mut [f64]) {
    for (y, bounds) in y.iter_mut().zip(row_begin.windows(2)) {
        let entries = bounds[0] as usize..bounds[1] as usize;
        let mut sum = 0.0;
        for (value, column) in values[entries.clone()].iter().zip(&columns[entries]) {
            sum += value * x[*column as usize];
        }
        *y = sum;
    }
}
