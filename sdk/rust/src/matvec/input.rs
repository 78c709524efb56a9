// SPDX-License-Identifier: Apache-2.0
use super::columns::ColumnOrder;
use super::formula::{fill_csr_row, fill_dense_row, fill_x, Formula};
use super::prepared::Prepared;
use super::{Kind, Source, Workload};
use crate::clock::monotonic_ns;
use crate::memory::{untouched, Element};
use crate::Error;
use std::ops::Range;

/// The operands of y = A x in private memory. Rows were first touched where their pieces were filled.
pub struct Input {
    pub matrix: Matrix,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    pub record: InputRecord,
}

pub enum Matrix {
    /// Row-major, `rows * cols` values.
    Dense { cols: usize, values: Vec<f64> },
    /// `row_begin` has `rows + 1` offsets into `columns` and `values`.
    Csr {
        row_begin: Vec<i64>,
        columns: Vec<i32>,
        values: Vec<f64>,
    },
}

impl Matrix {
    /// Stored entries of these rows; dense: elements.
    pub fn entries(&self, rows: Range<usize>) -> u64 {
        match self {
            Matrix::Dense { cols, .. } => (rows.len() * cols) as u64,
            Matrix::Csr { row_begin, .. } => (row_begin[rows.end] - row_begin[rows.start]) as u64,
        }
    }
}

/// What the `open` answer says about the input.
#[derive(Clone, Debug)]
pub struct InputRecord {
    /// Time of building or copying the input.
    pub input_ns: u64,
    pub arrays: Vec<Array>,
}

#[derive(Clone, Debug)]
pub struct Array {
    pub name: &'static str,
    pub element: &'static str,
    pub count: usize,
    pub bytes: usize,
}

impl Input {
    /// Builds the operands. `cut` gets the number of rows and gives contiguous slabs that cover them in
    /// order; `fill_all` calls [`Piece::fill`] for every slab, on the thread that will compute on its rows.
    ///
    /// Errors: `unsupported` for an unknown formula; `failed` with the reason (memory, prepared file).
    pub fn build(
        workload: &Workload,
        cut: impl FnOnce(usize) -> Vec<Range<usize>>,
        fill_all: impl FnOnce(Vec<Piece<'_>>) -> Result<(), Error>,
    ) -> Result<Input, Error> {
        let begin = monotonic_ns();
        let origin = Origin::of(workload)?;
        let (rows, cols) = origin.shape();
        let mut matrix = allocate(&origin)?;
        let mut x = untouched(cols)?;
        let mut y = untouched(rows)?;
        origin.fill_x(&mut x)?;
        fill_all(pieces(&origin, &cut(rows), &mut matrix, &mut y)?)?;
        check_rows(&origin, &matrix)?;
        let arrays = arrays_of(&matrix, &x, &y);
        let record = InputRecord {
            input_ns: monotonic_ns() - begin,
            arrays,
        };
        Ok(Input {
            matrix,
            x,
            y,
            record,
        })
    }
}

/// A slab of rows whose memory nobody has touched.
pub struct Piece<'a> {
    origin: &'a Origin,
    rows: Range<usize>,
    first_entry: usize,
    /// CSR: the offset behind each row.
    row_end: &'a mut [i64],
    columns: &'a mut [i32],
    values: &'a mut [f64],
    y: &'a mut [f64],
}

impl Piece<'_> {
    pub fn fill(self) -> Result<(), Error> {
        // Zeros would be there without writing them, but not the pages.
        self.y.fill(0.0);
        match self.origin {
            Origin::Formula(formula, Kind::Dense) => {
                for (row, values) in self.rows.zip(self.values.chunks_exact_mut(formula.cols)) {
                    fill_dense_row(row, values);
                }
                Ok(())
            }
            Origin::Formula(formula, Kind::Csr) => {
                self.fill_csr(formula);
                Ok(())
            }
            Origin::Prepared(prepared) => {
                prepared.read("values", self.first_entry, self.values)?;
                if prepared.kind == Kind::Csr {
                    prepared.read("columns", self.first_entry, self.columns)?;
                    prepared.read("row_begin", self.rows.start + 1, self.row_end)?;
                }
                Ok(())
            }
        }
    }

    fn fill_csr(self, formula: &Formula) {
        let mut order = ColumnOrder::new(formula.cols);
        let (mut columns, mut values) = (self.columns, self.values);
        for (row, row_end) in self.rows.zip(self.row_end) {
            let end = formula.entries_before(row + 1);
            let count = end - formula.entries_before(row);
            *row_end = end as i64;
            let (row_columns, later_columns) = columns.split_at_mut(count);
            let (row_values, later_values) = values.split_at_mut(count);
            fill_csr_row(&mut order, row, row_columns, row_values);
            columns = later_columns;
            values = later_values;
        }
    }
}

/// Where the numbers come from.
enum Origin {
    Formula(Formula, Kind),
    Prepared(Prepared),
}

impl Origin {
    fn of(workload: &Workload) -> Result<Origin, Error> {
        let kind = workload.kind;
        match &workload.source {
            Source::Formula { name, rows, cols } => Ok(Origin::Formula(
                Formula::new(kind, name, *rows, *cols)?,
                kind,
            )),
            Source::Prepared { path } => {
                let prepared = Prepared::open(path)?;
                if prepared.kind != kind {
                    return Err(prepared.fault(&format!("it is not {}", kind.name())));
                }
                Ok(Origin::Prepared(prepared))
            }
        }
    }

    fn kind(&self) -> Kind {
        match self {
            Origin::Formula(_, kind) => *kind,
            Origin::Prepared(prepared) => prepared.kind,
        }
    }

    fn shape(&self) -> (usize, usize) {
        match self {
            Origin::Formula(formula, _) => (formula.rows, formula.cols),
            Origin::Prepared(prepared) => (prepared.rows, prepared.cols),
        }
    }

    fn entries_before(&self, row: usize) -> Result<usize, Error> {
        match self {
            Origin::Formula(formula, _) => Ok(formula.entries_before(row)),
            Origin::Prepared(prepared) => prepared.entries_before(row),
        }
    }

    fn fill_x(&self, x: &mut [f64]) -> Result<(), Error> {
        match self {
            Origin::Formula(..) => {
                fill_x(x);
                Ok(())
            }
            Origin::Prepared(prepared) => prepared.read("x", 0, x),
        }
    }
}

fn allocate(origin: &Origin) -> Result<Matrix, Error> {
    let (rows, cols) = origin.shape();
    let entries = origin.entries_before(rows)?;
    Ok(match origin.kind() {
        Kind::Dense => Matrix::Dense {
            cols,
            values: untouched(entries)?,
        },
        Kind::Csr => Matrix::Csr {
            row_begin: untouched(rows + 1)?,
            columns: untouched(entries)?,
            values: untouched(entries)?,
        },
    })
}

fn pieces<'a>(
    origin: &'a Origin,
    slabs: &[Range<usize>],
    matrix: &'a mut Matrix,
    y: &'a mut [f64],
) -> Result<Vec<Piece<'a>>, Error> {
    let is_csr = matches!(matrix, Matrix::Csr { .. });
    let (mut row_end, mut columns, mut values): (&mut [i64], &mut [i32], &mut [f64]) = match matrix
    {
        Matrix::Dense { values, .. } => (&mut [], &mut [], values),
        Matrix::Csr {
            row_begin,
            columns,
            values,
        } => (&mut row_begin[1..], columns, values),
    };
    let mut y = y;
    let mut first_entry = 0;
    let mut pieces = Vec::with_capacity(slabs.len());
    for rows in slabs {
        let end_entry = origin.entries_before(rows.end)?;
        let entries = end_entry
            .checked_sub(first_entry)
            .ok_or_else(|| Error::failed(format!("row_begin descends before row {}", rows.end)))?;
        pieces.push(Piece {
            origin,
            rows: rows.clone(),
            first_entry,
            row_end: split_front(&mut row_end, if is_csr { rows.len() } else { 0 }),
            columns: split_front(&mut columns, if is_csr { entries } else { 0 }),
            values: split_front(&mut values, entries),
            y: split_front(&mut y, rows.len()),
        });
        first_entry = end_entry;
    }
    Ok(pieces)
}

fn split_front<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (front, back) = std::mem::take(rest).split_at_mut(count);
    *rest = back;
    front
}

/// The offsets of a prepared file are another program's; the row loops rely on them. Columns need no check
/// here: a row loop in safe Rust checks each of them.
fn check_rows(origin: &Origin, matrix: &Matrix) -> Result<(), Error> {
    if let (Origin::Prepared(prepared), Matrix::Csr { row_begin, .. }) = (origin, matrix) {
        let is_ascending = row_begin.windows(2).all(|pair| pair[0] <= pair[1]);
        let ends = (
            prepared.entries_before(0)?,
            prepared.entries_before(prepared.rows)?,
        );
        if !is_ascending || ends != (0, prepared.entries) {
            return Err(prepared.fault("row_begin does not ascend from 0 to the stored entries"));
        }
    }
    Ok(())
}

fn arrays_of(matrix: &Matrix, x: &[f64], y: &[f64]) -> Vec<Array> {
    let mut arrays = match matrix {
        Matrix::Dense { values, .. } => vec![array("values", values)],
        Matrix::Csr {
            row_begin,
            columns,
            values,
        } => vec![
            array("values", values),
            array("columns", columns),
            array("row_begin", row_begin),
        ],
    };
    arrays.push(array("x", x));
    arrays.push(array("y", y));
    arrays
}

fn array<T: Element>(name: &'static str, elements: &[T]) -> Array {
    Array {
        name,
        element: T::NAME,
        count: elements.len(),
        bytes: std::mem::size_of_val(elements),
    }
}
