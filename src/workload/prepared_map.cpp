// SPDX-License-Identifier: Apache-2.0
#include "workload/prepared.hpp"
#include "workload/prepared_layout.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

namespace steelyard::workload {
namespace {

namespace layout = prepared_layout;

[[noreturn]] void fail_system(const std::filesystem::path& path) {
  throw std::system_error{
      errno, std::generic_category(), "cannot read prepared file " + path.string()};
}

class open_file {
 public:
  // O_NONBLOCK: a named pipe must be refused, not waited for.
  explicit open_file(const std::filesystem::path& path)
      : descriptor_{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)} {
    if (descriptor_ < 0) {
      fail_system(path);
    }
  }

  ~open_file() { ::close(descriptor_); }

  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

std::span<const std::byte> map_whole(const std::filesystem::path& path) {
  const open_file file{path};

  struct stat status {};

  if (::fstat(file.descriptor(), &status) != 0) {
    fail_system(path);
  }
  if (!S_ISREG(status.st_mode)) {
    throw prepared_file_error{path, "not a regular file"};
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size < sizeof(layout::header)) {
    throw prepared_file_error{path, fmt::format("{} bytes, shorter than the 64-byte header", size)};
  }
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (address == MAP_FAILED) {  // NOLINT(performance-no-int-to-ptr): the system's macro
    fail_system(path);
  }
  return {static_cast<const std::byte*>(address), size};
}

void unmap(std::span<const std::byte> bytes) noexcept {
  if (!bytes.empty()) {
    ::munmap(const_cast<std::byte*>(bytes.data()), bytes.size());
  }
}

std::string_view text_of(const std::array<char, 16>& field) noexcept {
  return {field.data(), ::strnlen(field.data(), field.size())};
}

template <typename Element>
constexpr std::string_view type_name() noexcept {
  if constexpr (std::is_same_v<Element, double>) {
    return "float64";
  } else if constexpr (std::is_same_v<Element, std::int32_t>) {
    return "int32";
  } else {
    static_assert(std::is_same_v<Element, std::int64_t>);
    return "int64";
  }
}

/// The array table of a mapped file, asked by name.
class array_table {
 public:
  array_table(const std::filesystem::path& path, std::span<const std::byte> file)
      : path_{path}, file_{file} {}

  /// Takes the table in; `count` is what the header claims.
  void read(std::uint64_t count) {
    constexpr std::uint64_t most_arrays = 16;
    const std::size_t room = (file_.size() - sizeof(layout::header)) / sizeof(layout::array_entry);
    if (count > most_arrays || count > room) {
      throw prepared_file_error{
          path_, fmt::format("a table of {} arrays does not fit the file or the format", count)};
    }
    count_ = count;
    std::memcpy(entries_.data(),
                file_.data() + sizeof(layout::header),
                count_ * sizeof(layout::array_entry));
  }

  template <typename Element>
  [[nodiscard]] std::span<const Element> array(std::string_view name, std::uint64_t count) const {
    const layout::array_entry& entry = named(name);
    if (text_of(entry.type) != type_name<Element>()) {
      throw prepared_file_error{
          path_, fmt::format("array {} is not of type {}", name, type_name<Element>())};
    }
    if (entry.count != count) {
      throw prepared_file_error{
          path_, fmt::format("array {} has {} elements, expected {}", name, entry.count, count)};
    }
    // The division keeps a hostile count from overflowing the product.
    if (entry.bytes / sizeof(Element) != count || entry.bytes % sizeof(Element) != 0) {
      throw prepared_file_error{path_, fmt::format("array {} has a wrong length in bytes", name)};
    }
    const std::uint64_t table_end = sizeof(layout::header) + count_ * sizeof(layout::array_entry);
    if (entry.offset % layout::alignment_bytes != 0 || entry.offset < table_end ||
        entry.offset > file_.size() || entry.bytes > file_.size() - entry.offset) {
      throw prepared_file_error{path_, fmt::format("array {} lies outside the file", name)};
    }
    const void* const begin = file_.data() + entry.offset;
    return {static_cast<const Element*>(begin), count};
  }

 private:
  [[nodiscard]] const layout::array_entry& named(std::string_view name) const {
    const std::span<const layout::array_entry> present{entries_.data(), count_};
    const auto is_named = [name](const layout::array_entry& entry) {
      return text_of(entry.name) == name;
    };
    const auto found = std::find_if(present.begin(), present.end(), is_named);
    if (found == present.end()) {
      throw prepared_file_error{path_, fmt::format("no array {}", name)};
    }
    if (std::find_if(found + 1, present.end(), is_named) != present.end()) {
      throw prepared_file_error{path_, fmt::format("more than one array {}", name)};
    }
    return *found;
  }

  const std::filesystem::path& path_;
  std::span<const std::byte> file_;
  std::array<layout::array_entry, 16> entries_{};
  std::size_t count_ = 0;
};

void check_csr(const std::filesystem::path& path, const csr_view& matrix) {
  if (matrix.row_begin.front() != 0 ||
      matrix.row_begin.back() != static_cast<std::int64_t>(matrix.values.size())) {
    throw prepared_file_error{path, "row_begin does not span the stored entries"};
  }
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    // Ascending offsets with the right ends are all inside, but this row is read before all are
    // seen.
    const std::int64_t begin = matrix.row_begin[row];
    const std::int64_t end = matrix.row_begin[row + 1];
    if (begin > end || end > matrix.row_begin.back()) {
      throw prepared_file_error{path, fmt::format("row_begin does not ascend at row {}", row)};
    }
    std::int64_t previous = -1;
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int32_t column = matrix.columns[static_cast<std::size_t>(k)];
      if (column <= previous || static_cast<std::size_t>(column) >= matrix.cols) {
        throw prepared_file_error{
            path, fmt::format("columns of row {} do not ascend inside the matrix", row)};
      }
      previous = column;
    }
  }
}

void check_checksum(const std::filesystem::path& path, std::span<const std::byte> file) {
  layout::header header{};
  std::memcpy(&header, file.data(), sizeof header);
  if (file.size() % layout::alignment_bytes != 0) {
    throw prepared_file_error{path, "its length is not a multiple of 64 bytes"};
  }
  const std::span<const std::byte> body = file.subspan(sizeof header);
  const void* const begin = body.data();
  layout::checksum checksum;
  checksum.add({static_cast<const std::uint64_t*>(begin), body.size() / sizeof(std::uint64_t)});
  if (checksum.value() != header.checksum) {
    throw prepared_file_error{path, "its checksum does not match: the file is damaged"};
  }
}

}  // namespace

prepared_file_error::prepared_file_error(const std::filesystem::path& path,
                                         const std::string& fault)
    : std::runtime_error{fmt::format("prepared file {}: {}", path.string(), fault)} {}

prepared_file::prepared_file(const std::filesystem::path& path, prepared_check check)
    : bytes_{map_whole(path)} {
  try {
    check_layout(path);
    if (check == prepared_check::contents) {
      check_contents(path);
    }
  } catch (const prepared_file_error&) {
    unmap(bytes_);
    throw;
  }
}

prepared_file::~prepared_file() {
  unmap(bytes_);
}

prepared_file::prepared_file(prepared_file&& other) noexcept
    : bytes_{std::exchange(other.bytes_, {})},
      exact_{other.exact_},
      rows_{other.rows_},
      cols_{other.cols_},
      stored_entries_{other.stored_entries_},
      dense_{std::exchange(other.dense_, std::nullopt)},
      csr_{std::exchange(other.csr_, std::nullopt)},
      x_{std::exchange(other.x_, {})} {}

prepared_file& prepared_file::operator=(prepared_file&& other) noexcept {
  if (this != &other) {
    unmap(bytes_);
    bytes_ = std::exchange(other.bytes_, {});
    exact_ = other.exact_;
    rows_ = other.rows_;
    cols_ = other.cols_;
    stored_entries_ = other.stored_entries_;
    dense_ = std::exchange(other.dense_, std::nullopt);
    csr_ = std::exchange(other.csr_, std::nullopt);
    x_ = std::exchange(other.x_, {});
  }
  return *this;
}

void prepared_file::check_layout(const std::filesystem::path& path) {
  layout::header header{};
  std::memcpy(&header, bytes_.data(), sizeof header);
  if (header.magic != layout::magic) {
    throw prepared_file_error{path, "does not begin with STLYPREP"};
  }
  if (header.version != layout::version) {
    throw prepared_file_error{path, fmt::format("version {}, expected 1", header.version)};
  }
  if (header.byte_order_mark != layout::byte_order_mark) {
    throw prepared_file_error{path, "written on a machine of another byte order"};
  }
  if (header.kind > layout::kind_csr || header.exact > 1) {
    throw prepared_file_error{path, "unknown kind or exactness"};
  }
  // Counts that could not lie in a file of this length are refused before anything is computed
  // from them: no sum or product below can overflow.
  const std::uint64_t most = bytes_.size() / sizeof(std::int32_t);
  if (header.rows > most || header.cols > most || header.stored_entries > most ||
      header.cols > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    throw prepared_file_error{
        path,
        fmt::format("{} x {} with {} entries does not fit the file or the format",
                    header.rows,
                    header.cols,
                    header.stored_entries)};
  }
  array_table table{path, bytes_};
  table.read(header.array_count);
  exact_ = header.exact == 1;
  rows_ = header.rows;
  cols_ = header.cols;
  stored_entries_ = header.stored_entries;
  x_ = table.array<double>("x", header.cols);
  const auto values = table.array<double>("values", header.stored_entries);
  if (header.kind == layout::kind_csr) {
    csr_ = csr_view{rows_,
                    cols_,
                    table.array<std::int64_t>("row_begin", header.rows + 1),
                    table.array<std::int32_t>("columns", header.stored_entries),
                    values};
  } else {
    const bool whole = cols_ == 0
                           ? stored_entries_ == 0
                           : stored_entries_ / cols_ == rows_ && stored_entries_ % cols_ == 0;
    if (!whole) {
      throw prepared_file_error{path, "a dense matrix whose entries are not rows x cols"};
    }
    dense_ = dense_view{rows_, cols_, values};
  }
}

void prepared_file::check_contents(const std::filesystem::path& path) const {
  check_checksum(path, bytes_);
  if (csr_) {
    check_csr(path, *csr_);
  }
}

}  // namespace steelyard::workload
