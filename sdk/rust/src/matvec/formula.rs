// SPDX-License-Identifier: Apache-2.0
//! The generated inputs:
//!
//! a(i, j) = (((7919 i + 104729 j + 13) mod 1000003) mod 101) - 50, A\[i, j\] = a(i, j) / 32
//! b(j) = ((31 j + 7) mod 97) - 48, x\[j\] = b(j) / 32
//! c(i, k) = (40503 i + s k) mod n, the column of stored entry k of row i

use super::columns::ColumnOrder;
use super::Kind;
use crate::{Code, Error};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormulaName {
    Dense,
    CsrUniform,
    CsrSkewed,
}

/// Entries are counted in u64 and columns stored in i32.
const MOST_ROWS_OR_COLUMNS: u64 = i32::MAX as u64;

/// A generated matrix.
pub(crate) struct Formula {
    pub(crate) name: FormulaName,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
}

impl Formula {
    /// Errors: `unsupported` for a name that this kind does not have, `failed` for a size beyond int32.
    pub(crate) fn new(kind: Kind, name: &str, rows: u64, cols: u64) -> Result<Formula, Error> {
        let name = match (kind, name) {
            (Kind::Dense, "dense") => FormulaName::Dense,
            (Kind::Csr, "csr-uniform") => FormulaName::CsrUniform,
            (Kind::Csr, "csr-skewed") => FormulaName::CsrSkewed,
            _ => {
                let message = format!("no formula '{name}' of kind {}", kind.name());
                return Err(Error::new(Code::Unsupported, message));
            }
        };
        if rows > MOST_ROWS_OR_COLUMNS || cols > MOST_ROWS_OR_COLUMNS {
            return Err(Error::failed(format!("{rows} x {cols} is too large")));
        }
        Ok(Formula {
            name,
            rows: rows as usize,
            cols: cols as usize,
        })
    }

    /// Stored entries in the rows before `row`; dense: elements.
    pub(crate) fn entries_before(&self, row: usize) -> usize {
        let heavy = row.min(self.heavy_rows());
        heavy * self.heavy_entries() + (row - heavy) * self.light_entries()
    }

    fn heavy_rows(&self) -> usize {
        match self.name {
            FormulaName::CsrSkewed => self.rows / 16 + usize::from(self.rows % 16 != 0),
            FormulaName::Dense | FormulaName::CsrUniform => 0,
        }
    }

    fn heavy_entries(&self) -> usize {
        self.cols.min(784)
    }

    fn light_entries(&self) -> usize {
        match self.name {
            FormulaName::Dense => self.cols,
            FormulaName::CsrUniform => self.cols.min(64),
            FormulaName::CsrSkewed => self.cols.min(16),
        }
    }
}

/// Row `row` of the dense matrix.
pub(crate) fn fill_dense_row(row: usize, values: &mut [f64]) {
    let begin = row_argument(row);
    for (column, value) in (0_i32..).zip(values) {
        *value = element(begin, column);
    }
}

/// Columns and values of row `row`; as many as the slices hold.
pub(crate) fn fill_csr_row(
    order: &mut ColumnOrder,
    row: usize,
    columns: &mut [i32],
    values: &mut [f64],
) {
    order.fill(row, columns);
    let begin = row_argument(row);
    for (value, column) in values.iter_mut().zip(columns) {
        *value = element(begin, *column);
    }
}

pub(crate) fn fill_x(x: &mut [f64]) {
    for (column, value) in x.iter_mut().enumerate() {
        *value = (((31 * column as u64 + 7) % 97) as f64 - 48.0) / 32.0;
    }
}

/// The row's share of the argument, reduced.
fn row_argument(row: usize) -> f64 {
    ((7919 * row as u64 + 13) % 1_000_003) as f64
}

/// A\[i, j\]. The fill is paid in every process, and the remainders are what it costs: in float64 the
/// compiler computes several at once, which it cannot do with 64-bit integers.
fn element(row_argument: f64, column: i32) -> f64 {
    let argument = row_argument + 104_729.0 * f64::from(column);
    (remainder(remainder(argument, 1_000_003.0), 101.0) - 50.0) / 32.0
}

/// `number mod modulus` for the integers and the two moduli of `element`. Exact: both reciprocals are
/// rounded up, so a multiple never falls short of its quotient; and quotients are below 2^28, where the
/// rounding is far below 1 / modulus, so that no other number reaches the next one.
fn remainder(number: f64, modulus: f64) -> f64 {
    number - (number * (1.0 / modulus)).floor() * modulus
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_elements_are_those_of_the_definition() {
        // Computed by hand from the definition: a(0,0) = 13 - 50; a(0,1) = (104742 mod 101) - 50 = 5 - 50;
        // a(1,0) = (7932 mod 101) - 50 = 54 - 50.
        let mut row = [0.0; 2];
        fill_dense_row(0, &mut row);
        assert_eq!(row, [-37.0 / 32.0, -45.0 / 32.0]);
        fill_dense_row(1, &mut row);
        assert_eq!(row[0], 4.0 / 32.0);
    }

    #[test]
    fn elements_are_those_of_the_integer_definition() {
        let defined =
            |i: u64, j: u64| ((7919 * i + 104_729 * j + 13) % 1_000_003 % 101) as f64 - 50.0;
        let largest = i32::MAX as usize;
        for row in (0..3000).chain([999_999, 1_000_003, 131_071, largest]) {
            let begin = row_argument(row);
            for column in (0..400).chain([999_999, 1_000_002, 131_071, largest]) {
                let expected = defined(row as u64, column as u64) / 32.0;
                assert_eq!(
                    element(begin, column as i32),
                    expected,
                    "a({row}, {column})"
                );
            }
        }
    }

    #[test]
    fn remainders_are_exact_around_multiples() {
        for modulus in [101.0, 1_000_003.0] {
            for quotient in (1..1 << 28).step_by(997) {
                let multiple = f64::from(quotient) * modulus;
                assert_eq!(remainder(multiple, modulus), 0.0, "{quotient} x {modulus}");
                assert_eq!(
                    remainder(multiple - 1.0, modulus),
                    modulus - 1.0,
                    "{quotient} x {modulus} - 1"
                );
                assert_eq!(
                    remainder(multiple + 1.0, modulus),
                    1.0,
                    "{quotient} x {modulus} + 1"
                );
            }
        }
    }

    #[test]
    fn x_repeats_after_97_columns() {
        let mut x = [0.0; 100];
        fill_x(&mut x);
        assert_eq!(
            x[..4],
            [-41.0 / 32.0, -10.0 / 32.0, 21.0 / 32.0, -45.0 / 32.0]
        );
        assert_eq!(x[97..], x[..3]);
    }

    #[test]
    fn row_sizes_follow_the_distribution() {
        let formula = |name, size| Formula {
            name,
            rows: size,
            cols: size,
        };
        assert_eq!(formula(FormulaName::Dense, 7).entries_before(7), 49);
        assert_eq!(formula(FormulaName::CsrUniform, 16).entries_before(3), 48);
        assert_eq!(
            formula(FormulaName::CsrUniform, 32768).entries_before(32768),
            2_097_152
        );
        let skewed = formula(FormulaName::CsrSkewed, 32768);
        assert_eq!(skewed.entries_before(2048), 1_605_632);
        assert_eq!(skewed.entries_before(32768), 2_097_152);
        // 17 / 16 is rounded up to two rows of min(784, 17) entries.
        assert_eq!(
            formula(FormulaName::CsrSkewed, 17).entries_before(17),
            2 * 17 + 15 * 16
        );
    }
}
