// SPDX-License-Identifier: Apache-2.0

/// Writes the columns of a generated CSR row in ascending order without sorting them.
///
/// In the order of k the columns climb by `step` and start anew below `step` whenever they pass `cols`: a
/// row is a few climbing runs. A stretch of `step` columns holds at most one column of each run, and the
/// runs stand in the same order in every stretch, that of their residues modulo `step`. So the stretches are
/// walked one after the other, and in each the runs in the order of their residues.
pub(crate) struct ColumnOrder {
    cols: u64,
    step: u64,
    runs: Vec<Run>,
}

/// Columns `residue + step * stretch` for `stretch` in `begin..end`.
#[derive(Clone, Copy)]
struct Run {
    residue: u64,
    begin: u64,
    end: u64,
}

impl ColumnOrder {
    pub(crate) fn new(cols: usize) -> ColumnOrder {
        let cols = cols as u64;
        ColumnOrder {
            cols,
            // At least 1: with one column every step is 0 and a row has one entry.
            step: (prime_step(cols) % cols.max(1)).max(1),
            runs: Vec::new(),
        }
    }

    /// As many columns of row `row` as `columns` holds; at most `cols`.
    pub(crate) fn fill(&mut self, row: usize, columns: &mut [i32]) {
        if columns.is_empty() {
            return;
        }
        self.find_runs(row as u64 * 40_503 % self.cols, columns.len() as u64);
        let mut next = columns.iter_mut();
        let last = self.runs.iter().map(|run| run.end).max().unwrap_or(0);
        for stretch in 0..last {
            let base = stretch * self.step;
            for run in &self.runs {
                if run.begin <= stretch && stretch < run.end {
                    if let Some(column) = next.next() {
                        *column = (base + run.residue) as i32;
                    }
                }
            }
        }
    }

    fn find_runs(&mut self, first: u64, count: u64) {
        self.runs.clear();
        let (mut start, mut left) = (first, count);
        while left > 0 {
            let length = ((self.cols - 1 - start) / self.step + 1).min(left);
            let begin = start / self.step;
            self.runs.push(Run {
                residue: start % self.step,
                begin,
                end: begin + length,
            });
            left -= length;
            start = start + length * self.step - if left > 0 { self.cols } else { 0 };
        }
        self.runs.sort_unstable_by_key(|run| run.residue);
    }
}

/// 613, or the next prime that does not divide `cols`.
fn prime_step(cols: u64) -> u64 {
    let is_prime = |number: u64| {
        (2..)
            .take_while(|d| d * d <= number)
            .all(|d| number % d != 0)
    };
    (613..)
        .find(|&step| is_prime(step) && (cols == 0 || cols % step != 0))
        .expect("some prime does not divide a finite number")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, sorted.
    fn defined(cols: u64, step: u64, row: u64, count: u64) -> Vec<i32> {
        let mut columns: Vec<i32> = (0..count)
            .map(|k| ((40_503 * row + step * k) % cols) as i32)
            .collect();
        columns.sort_unstable();
        columns
    }

    #[test]
    fn the_step_is_a_prime_that_does_not_divide() {
        assert_eq!(prime_step(32768), 613);
        assert_eq!(prime_step(1226), 617);
        assert_eq!(prime_step(613 * 617), 619);
        assert_eq!(prime_step(1), 613);
    }

    #[test]
    fn columns_are_those_of_the_definition_in_order() {
        for (cols, step) in [
            (1, 613),
            (2, 613),
            (16, 613),
            (613, 617),
            (614, 613),
            (1226, 617),
            (4096, 613),
        ] {
            let mut order = ColumnOrder::new(cols);
            for count in [1, 16, 64, 784, cols].iter().map(|&count| count.min(cols)) {
                for row in [0, 1, 2, 15, 4095, 130_000] {
                    let mut columns = vec![-1; count];
                    order.fill(row, &mut columns);
                    assert_eq!(
                        columns,
                        defined(cols as u64, step, row as u64, count as u64),
                        "{cols} columns, row {row}, {count} entries"
                    );
                }
            }
        }
    }
}
