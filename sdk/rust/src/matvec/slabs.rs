// SPDX-License-Identifier: Apache-2.0
use std::ops::Range;

/// Contiguous rows for each worker; sizes differ by at most one, the larger ones first. `workers` is at
/// least 1; there may be more of them than rows, whose slabs are empty.
pub fn equal_slabs(rows: usize, workers: usize) -> Vec<Range<usize>> {
    let (short, longer) = (rows / workers, rows % workers);
    let begin = |worker: usize| worker * short + worker.min(longer);
    (0..workers)
        .map(|worker| begin(worker)..begin(worker + 1))
        .collect()
}

/// Contiguous runs of `length` rows, the last one of what is left.
pub fn row_chunks(rows: usize, length: usize) -> Vec<Range<usize>> {
    (0..rows)
        .step_by(length)
        .map(|first| first..rows.min(first + length))
        .collect()
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // One slab is the case under test.
mod tests {
    use super::*;

    #[test]
    fn the_first_workers_get_the_remainder() {
        assert_eq!(equal_slabs(10, 4), [0..3, 3..6, 6..8, 8..10]);
        assert_eq!(equal_slabs(2, 3), [0..1, 1..2, 2..2]);
        assert_eq!(equal_slabs(7, 1), [0..7]);
        assert_eq!(equal_slabs(0, 2), [0..0, 0..0]);
    }

    #[test]
    fn chunks_cover_the_rows_once() {
        assert_eq!(row_chunks(70, 32), [0..32, 32..64, 64..70]);
        assert_eq!(row_chunks(32, 32), [0..32]);
        assert!(row_chunks(0, 32).is_empty());
    }
}
