// SPDX-License-Identifier: Apache-2.0
#include "workload/prepared.hpp"
#include "workload/prepared_layout.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace steelyard::workload {
namespace {

namespace layout = prepared_layout;

constexpr std::size_t block_bytes = std::size_t{1} << 20;

constexpr std::size_t padded(std::size_t bytes) noexcept {
  return (bytes + layout::alignment_bytes - 1) / layout::alignment_bytes * layout::alignment_bytes;
}

layout::array_entry table_entry(std::string_view name,
                                std::string_view type,
                                std::size_t count,
                                std::size_t element_bytes) noexcept {
  layout::array_entry entry{};
  name.copy(entry.name.data(), entry.name.size() - 1);
  type.copy(entry.type.data(), entry.type.size() - 1);
  entry.count = count;
  entry.bytes = count * element_bytes;
  return entry;
}

/// The file being written: it has another name until `commit`, and is removed if that never comes.
class unfinished_file {
 public:
  explicit unfinished_file(std::filesystem::path path)
      : path_{std::move(path)}, unfinished_path_{path_.string() + ".XXXXXX"} {
    descriptor_ = ::mkostemp(unfinished_path_.data(), O_CLOEXEC);
    if (descriptor_ < 0) {
      fail();
    }
    block_.reserve(block_bytes);
  }

  ~unfinished_file() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
    if (!committed_) {
      ::unlink(unfinished_path_.c_str());
    }
  }

  unfinished_file(const unfinished_file&) = delete;
  unfinished_file& operator=(const unfinished_file&) = delete;

  /// Leaves room for the header, which can be known at the end only.
  void skip_header() {
    if (::lseek(descriptor_, sizeof(layout::header), SEEK_SET) < 0) {
      fail();
    }
  }

  template <typename Element>
  void append(std::span<const Element> elements) {
    std::span<const std::byte> bytes = std::as_bytes(elements);
    while (!bytes.empty()) {
      const std::size_t taken = std::min(bytes.size(), block_bytes - block_.size());
      block_.insert(
          block_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
      bytes = bytes.subspan(taken);
      if (block_.size() == block_bytes) {
        write_block();
      }
    }
  }

  void pad() { block_.resize(padded(block_.size())); }

  void commit(layout::header header) {
    write_block();
    header.checksum = checksum_.value();
    if (::lseek(descriptor_, 0, SEEK_SET) < 0) {
      fail();
    }
    write_all(std::as_bytes(std::span{&header, 1}));
    // mkostemp leaves 0600; the subjects may run under another user.
    if (::fchmod(descriptor_, 0644) != 0 || ::close(std::exchange(descriptor_, -1)) != 0 ||
        ::rename(unfinished_path_.c_str(), path_.c_str()) != 0) {
      fail();
    }
    committed_ = true;
  }

 private:
  [[noreturn]] void fail() const {
    throw std::system_error{
        errno, std::generic_category(), "cannot write prepared file " + path_.string()};
  }

  void write_all(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0) {
        if (errno == EINTR) {
          continue;
        }
        fail();
      }
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  /// Blocks are whole words: every array begins at a multiple of 64 and ends padded to one.
  void write_block() {
    words_.resize(block_.size() / sizeof(std::uint64_t));
    std::memcpy(words_.data(), block_.data(), block_.size());
    checksum_.add(words_);
    write_all(block_);
    block_.clear();
  }

  std::filesystem::path path_;
  std::string unfinished_path_;
  int descriptor_ = -1;
  bool committed_ = false;
  std::vector<std::byte> block_;
  std::vector<std::uint64_t> words_;
  layout::checksum checksum_;
};

void place(std::span<layout::array_entry> table) noexcept {
  std::size_t offset = sizeof(layout::header) + table.size_bytes();
  for (layout::array_entry& entry : table) {
    entry.offset = offset;
    offset += padded(entry.bytes);
  }
}

layout::header header_of(std::uint32_t kind, std::size_t rows, std::size_t cols) noexcept {
  layout::header header{};
  header.magic = layout::magic;
  header.version = layout::version;
  header.byte_order_mark = layout::byte_order_mark;
  header.kind = kind;
  header.rows = rows;
  header.cols = cols;
  return header;
}

std::vector<layout::array_entry> dense_table(std::size_t rows, std::size_t cols) {
  std::vector<layout::array_entry> table{
      table_entry("values", "float64", rows * cols, sizeof(double)),
      table_entry("x", "float64", cols, sizeof(double))};
  place(table);
  return table;
}

std::vector<layout::array_entry> csr_table(std::size_t rows, std::size_t cols, std::size_t nnz) {
  std::vector<layout::array_entry> table{
      table_entry("values", "float64", nnz, sizeof(double)),
      table_entry("columns", "int32", nnz, sizeof(std::int32_t)),
      table_entry("row_begin", "int64", rows + 1, sizeof(std::int64_t)),
      table_entry("x", "float64", cols, sizeof(double))};
  place(table);
  return table;
}

/// Calls `append_rows` for successive slabs of rows of about one block each.
template <typename AppendRows>
void for_each_slab(const formula_workload& workload, AppendRows append_rows) {
  constexpr std::int64_t slab_entries = block_bytes / sizeof(double);
  std::size_t first = 0;
  while (first < workload.rows) {
    std::size_t last = first + 1;
    const std::int64_t begin = row_begin(workload, first);
    while (last < workload.rows && row_begin(workload, last) - begin < slab_entries) {
      ++last;
    }
    append_rows(row_slab{first, last}, static_cast<std::size_t>(row_begin(workload, last) - begin));
    first = last;
  }
}

void append_formula_dense(unfinished_file& file, const formula_workload& workload) {
  std::vector<double> values;
  for_each_slab(workload, [&](row_slab slab, std::size_t entries) {
    values.resize(entries);
    fill_dense_values(workload, slab, values);
    file.append(std::span<const double>{values});
  });
  file.pad();
}

void append_formula_csr(unfinished_file& file, const formula_workload& workload) {
  std::vector<double> values;
  std::vector<std::int32_t> columns;
  const auto fill = [&](row_slab slab, std::size_t entries) {
    values.resize(entries);
    columns.resize(entries);
    fill_csr_entries(workload, slab, columns, values);
  };
  // The rows are computed twice, which costs milliseconds and needs no memory for the matrix.
  for_each_slab(workload, [&](row_slab slab, std::size_t entries) {
    fill(slab, entries);
    file.append(std::span<const double>{values});
  });
  file.pad();
  for_each_slab(workload, [&](row_slab slab, std::size_t entries) {
    fill(slab, entries);
    file.append(std::span<const std::int32_t>{columns});
  });
  file.pad();
  std::vector<std::int64_t> offsets(workload.rows + 1);
  fill_row_begin(workload, 0, offsets);
  file.append(std::span<const std::int64_t>{offsets});
  file.pad();
}

}  // namespace

void write_prepared(const std::filesystem::path& path, const formula_workload& workload) {
  const bool dense = workload.kind == formula_kind::dense;
  const std::size_t nnz = stored_entries(workload);
  layout::header header =
      header_of(dense ? layout::kind_dense : layout::kind_csr, workload.rows, workload.cols);
  const std::vector<layout::array_entry> table = dense
                                                     ? dense_table(workload.rows, workload.cols)
                                                     : csr_table(workload.rows, workload.cols, nnz);
  header.exact = 1;
  header.stored_entries = nnz;
  header.array_count = table.size();

  unfinished_file file{path};
  file.skip_header();
  file.append(std::span<const layout::array_entry>{table});
  if (dense) {
    append_formula_dense(file, workload);
  } else {
    append_formula_csr(file, workload);
  }
  std::vector<double> x(workload.cols);
  fill_x(0, x);
  file.append(std::span<const double>{x});
  file.pad();
  file.commit(header);
}

void write_prepared(const std::filesystem::path& path,
                    const dense_view& matrix,
                    std::span<const double> x) {
  layout::header header = header_of(layout::kind_dense, matrix.rows, matrix.cols);
  const std::vector<layout::array_entry> table = dense_table(matrix.rows, matrix.cols);
  header.stored_entries = matrix.values.size();
  header.array_count = table.size();

  unfinished_file file{path};
  file.skip_header();
  file.append(std::span<const layout::array_entry>{table});
  file.append(matrix.values);
  file.pad();
  file.append(x);
  file.pad();
  file.commit(header);
}

void write_prepared(const std::filesystem::path& path,
                    const csr_view& matrix,
                    std::span<const double> x) {
  layout::header header = header_of(layout::kind_csr, matrix.rows, matrix.cols);
  const std::vector<layout::array_entry> table =
      csr_table(matrix.rows, matrix.cols, matrix.values.size());
  header.stored_entries = matrix.values.size();
  header.array_count = table.size();

  unfinished_file file{path};
  file.skip_header();
  file.append(std::span<const layout::array_entry>{table});
  file.append(matrix.values);
  file.pad();
  file.append(matrix.columns);
  file.pad();
  file.append(matrix.row_begin);
  file.pad();
  file.append(x);
  file.pad();
  file.commit(header);
}

}  // namespace steelyard::workload
