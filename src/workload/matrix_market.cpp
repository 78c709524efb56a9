// SPDX-License-Identifier: Apache-2.0
#include "workload/matrix_market.hpp"

#include "workload/block_store.hpp"
#include "workload/csr_assembly.hpp"
#include "workload/matrix_market_header.hpp"
#include "workload/memory_available.hpp"
#include "workload/text_cursor.hpp"
#include "workload/text_number.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace steelyard::workload {
namespace {

using header_type = matrix_market_header;

constexpr std::size_t entries_between_memory_checks = std::size_t{1} << 16;

mirroring mirroring_of(matrix_market_symmetry symmetry) noexcept {
  switch (symmetry) {
    case matrix_market_symmetry::symmetric:
      return mirroring::same;
    case matrix_market_symmetry::skew_symmetric:
      return mirroring::negated;
    case matrix_market_symmetry::general:
      break;
  }
  return mirroring::none;
}

[[noreturn]] void fail_at_end(const text_cursor& text, std::size_t read, std::uint64_t claimed) {
  text.fail_found(fmt::format("the end of the file after {} entries", read),
                  fmt::format("{} entries, as the size line says", claimed));
}

void expect_end(text_cursor& text, std::uint64_t claimed) {
  if (text.seek_content()) {
    text.fail(fmt::format("the end of the file after the {} entries of the size line", claimed));
  }
}

/// What may be held, and what the vectors of a product take of it whatever the entries are.
struct memory_room {
  std::size_t limit_bytes = 0;
  std::size_t vector_bytes = 0;
};

/// x 8 bytes a column; y 8 and the reference, a sum and a bound, 16 bytes a row.
std::size_t vector_bytes_of(const header_type& header) noexcept {
  return 8 * header.cols + (8 + 16) * header.rows;
}

/// \param matrix_bytes  of the matrix and of what it is made from
void check_memory(const text_cursor& text, std::size_t matrix_bytes, const memory_room& room) {
  const std::size_t needed_bytes = matrix_bytes + room.vector_bytes;
  if (needed_bytes > room.limit_bytes) {
    text.fail_found(fmt::format("a matrix that needs {} MiB with its vectors", needed_bytes >> 20),
                    fmt::format("at most {} MiB, which is the limit here", room.limit_bytes >> 20));
  }
}

/// A size line is a few bytes and may claim anything; what it alone makes necessary is known before
/// any entry is read.
void check_size(const text_cursor& text, const header_type& header, const memory_room& room) {
  const bool is_coordinate = header.format == matrix_market_format::coordinate;
  check_memory(text, is_coordinate ? assembled_bytes(0, header.rows, mirroring::none) : 0, room);
}

/// Reads an index that counts from 1 and gives it counted from 0.
inline std::int32_t read_index(text_cursor& text, std::size_t most, std::string_view name) {
  text.skip_blanks();
  const char* place = text.at();
  std::uint64_t index = 0;
  if (!scan_unsigned(place, most, index) || index == 0 || *place > ' ') [[unlikely]] {
    text.fail(fmt::format("a {} index from 1 to {}", name, most));
  }
  text.move_to(place);
  return static_cast<std::int32_t>(index - 1);
}

template <matrix_market_field field>
double read_value(text_cursor& text) {
  if constexpr (field == matrix_market_field::pattern) {
    return 1.0;
  } else {
    text.skip_blanks();
    return field == matrix_market_field::integer ? read_integer(text) : read_real(text);
  }
}

/// Holds a symmetric file to one triangle: with both, it would be unclear whether a pair that is
/// given twice is to be summed.
class triangle_check {
 public:
  explicit triangle_check(matrix_market_symmetry symmetry) noexcept : symmetry_{symmetry} {}

  void check(const text_cursor& text, const triplet& entry) {
    if (symmetry_ == matrix_market_symmetry::general) {
      return;
    }
    if (entry.row == entry.column) {
      if (symmetry_ == matrix_market_symmetry::skew_symmetric) {
        text.fail_found(place_of(entry),
                        "no entry on the diagonal of a skew-symmetric matrix, which is zero");
      }
      return;
    }
    (entry.row > entry.column ? seen_below_ : seen_above_) = true;
    if (seen_below_ && seen_above_) {
      text.fail_found(place_of(entry),
                      fmt::format("entries on one side of the diagonal only in a {} matrix; "
                                  "those before are on the other",
                                  name_of(symmetry_)));
    }
  }

 private:
  static std::string place_of(const triplet& entry) {
    return fmt::format("an entry at row {}, column {}", entry.row + 1, entry.column + 1);
  }

  matrix_market_symmetry symmetry_;
  bool seen_below_ = false;
  bool seen_above_ = false;
};

template <matrix_market_field field>
block_store<triplet> read_triplets(text_cursor& text,
                                   const header_type& header,
                                   const memory_room& room) {
  block_store<triplet> entries;
  triangle_check triangle{header.symmetry};
  const mirroring mirror = mirroring_of(header.symmetry);
  for (std::uint64_t k = 0; k < header.entries; ++k) {
    if (!text.seek_content()) {
      fail_at_end(text, k, header.entries);
    }
    triplet entry{};
    entry.row = read_index(text, header.rows, "row");
    entry.column = read_index(text, header.cols, "column");
    entry.value = read_value<field>(text);
    triangle.check(text, entry);
    if (k % entries_between_memory_checks == 0) {
      const std::size_t soon = entries.size() + entries_between_memory_checks;
      check_memory(text, soon * sizeof(triplet) + assembled_bytes(soon, header.rows, mirror), room);
    }
    text.finish_line("the end of the line after the entry");
    entries.append(entry);
  }
  return entries;
}

block_store<triplet> read_triplets(text_cursor& text,
                                   const header_type& header,
                                   const memory_room& room) {
  switch (header.field) {
    case matrix_market_field::integer:
      return read_triplets<matrix_market_field::integer>(text, header, room);
    case matrix_market_field::pattern:
      return read_triplets<matrix_market_field::pattern>(text, header, room);
    case matrix_market_field::real:
      break;
  }
  return read_triplets<matrix_market_field::real>(text, header, room);
}

csr_matrix read_coordinate(text_cursor& text,
                           const header_type& header,
                           const memory_room& room,
                           matrix_market_facts& facts) {
  block_store<triplet> entries = read_triplets(text, header, room);
  expect_end(text, header.entries);
  const mirroring mirror = mirroring_of(header.symmetry);
  check_memory(
      text,
      entries.size() * sizeof(triplet) + assembled_bytes(entries.size(), header.rows, mirror),
      room);
  csr_assembly assembly = assemble_csr(entries, header.rows, header.cols, mirror);
  if (assembly.overflow) {
    text.fail_found(fmt::format("duplicates at row {}, column {} whose sum is not finite",
                                assembly.overflow->row + 1,
                                assembly.overflow->column + 1),
                    "finite values");
  }
  facts.duplicates_summed = assembly.duplicates_summed;
  const std::vector<double>& values = assembly.matrix.values;
  facts.explicit_zeros = static_cast<std::size_t>(std::count(values.begin(), values.end(), 0.0));
  return std::move(assembly.matrix);
}

block_store<double> read_array_values(text_cursor& text,
                                      const header_type& header,
                                      const memory_room& room) {
  const bool integer = header.field == matrix_market_field::integer;
  block_store<double> values;
  for (std::uint64_t k = 0; k < header.entries; ++k) {
    if (!text.seek_content()) {
      fail_at_end(text, k, header.entries);
    }
    const double value = integer ? read_integer(text) : read_real(text);
    if (k % entries_between_memory_checks == 0) {
      // Once here, once in the matrix.
      check_memory(
          text, 2 * (values.size() + entries_between_memory_checks) * sizeof(double), room);
    }
    text.finish_line("the end of the line after the value");
    values.append(value);
  }
  return values;
}

/// Brings values in the order of the file (down each column; of a symmetric matrix, what is on or
/// below the diagonal) into rows.
dense_matrix into_rows(const block_store<double>& values, const header_type& header) {
  dense_matrix matrix{header.rows, header.cols, std::vector<double>(header.rows * header.cols)};
  const mirroring mirror = mirroring_of(header.symmetry);
  const std::size_t below = mirror == mirroring::negated ? 1 : 0;
  const double factor = mirror == mirroring::negated ? -1.0 : 1.0;
  std::size_t row = mirror == mirroring::none ? 0 : below;
  std::size_t col = 0;
  values.for_each_span([&](std::span<const double> span) {
    for (const double value : span) {
      matrix.values[row * matrix.cols + col] = value;
      if (mirror != mirroring::none && row != col) {
        matrix.values[col * matrix.cols + row] = factor * value;
      }
      if (++row == matrix.rows) {
        ++col;
        row = mirror == mirroring::none ? 0 : col + below;
      }
    }
  });
  return matrix;
}

dense_matrix read_array(text_cursor& text, const header_type& header, const memory_room& room) {
  const block_store<double> values = read_array_values(text, header, room);
  expect_end(text, header.entries);
  check_memory(text, (values.size() + header.rows * header.cols) * sizeof(double), room);
  return into_rows(values, header);
}

}  // namespace

matrix_market_matrix read_matrix_market(const std::filesystem::path& path,
                                        const matrix_market_limits& limits) {
  text_cursor text{path, comment_style::percent};
  const header_type header = read_matrix_market_header(text);
  const memory_room room{limits.memory_bytes.value_or(memory_available_bytes() / 2),
                         vector_bytes_of(header)};
  check_size(text, header, room);
  matrix_market_matrix result;
  matrix_market_facts& facts = result.facts;
  if (header.format == matrix_market_format::coordinate) {
    result.matrix = read_coordinate(text, header, room, facts);
  } else {
    result.matrix = read_array(text, header, room);
  }
  facts.format = header.format;
  facts.field = header.field;
  facts.symmetry = header.symmetry;
  facts.compressed = text.is_compressed();
  facts.entries_in_file = header.entries;
  facts.comment_lines = text.comment_lines();
  facts.lines = text.line();
  return result;
}

}  // namespace steelyard::workload
