// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/block_store.hpp"
#include "workload/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace steelyard::workload {

/// A stored entry; row and column count from 0.
struct triplet {
  std::int32_t row;
  std::int32_t column;
  double value;
};

/// What an entry (row, column) off the diagonal says about (column, row).
enum class mirroring { none, same, negated };

struct csr_assembly {
  csr_matrix matrix;
  std::size_t duplicates_summed = 0;  ///< given entries that went into another of the same place
  std::optional<triplet> overflow;    ///< a place whose duplicates do not sum to a finite number
};

/// Bytes that `assemble_csr` allocates at most for the matrix, the triplets themselves apart.
[[nodiscard]] std::size_t assembled_bytes(std::size_t triplets, std::size_t rows, mirroring mirror);

/// Sorts the entries by row and column; those of one place are summed in the order they came.
/// \param entries  all inside rows x cols; it is emptied before the rows are sorted, so that peak
///                 memory is 28 bytes an entry (16 here, 12 in the matrix).
[[nodiscard]] csr_assembly assemble_csr(block_store<triplet>& entries,
                                        std::size_t rows,
                                        std::size_t cols,
                                        mirroring mirror);

}  // namespace steelyard::workload
