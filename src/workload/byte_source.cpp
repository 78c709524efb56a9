// SPDX-License-Identifier: Apache-2.0
#include "workload/byte_source.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

namespace steelyard::workload {
namespace {

constexpr std::size_t block_bytes = std::size_t{256} << 10;
constexpr char gzip_first = '\x1f';
constexpr char gzip_second = '\x8b';

}  // namespace

class byte_source::inflater {
 public:
  inflater() {
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (::inflateInit2(&stream_, gzip_only) != Z_OK) {
      throw std::bad_alloc{};
    }
  }

  ~inflater() { ::inflateEnd(&stream_); }

  inflater(const inflater&) = delete;
  inflater& operator=(const inflater&) = delete;

  [[nodiscard]] bool is_inside_member() const noexcept { return inside_member_; }

  /// Decompresses from the front of `input`, which it shortens, and gives the bytes written.
  std::size_t inflate_some(std::span<const char>& input, std::span<char> out) {
    if (!inside_member_) {
      skip_padding(input);
      if (input.empty()) {
        return 0;
      }
      ::inflateReset(&stream_);
      inside_member_ = true;
    }
    // zlib's interface lacks const here; it does not write through next_in.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    const std::size_t room = std::min<std::size_t>(out.size(), std::numeric_limits<uInt>::max());
    stream_.avail_out = static_cast<uInt>(room);
    const int result = ::inflate(&stream_, Z_NO_FLUSH);
    input = input.last(stream_.avail_in);
    if (result == Z_STREAM_END) {
      inside_member_ = false;
    } else if (result == Z_MEM_ERROR) {
      throw std::bad_alloc{};
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      throw gzip_error{fmt::format("damaged gzip data ({})",
                                   stream_.msg != nullptr ? stream_.msg : "needs a dictionary")};
    }
    return room - stream_.avail_out;
  }

 private:
  /// Zero bytes after a member are padding; anything but another member is a fault.
  static void skip_padding(std::span<const char>& input) {
    const auto begin =
        std::find_if(input.begin(), input.end(), [](char symbol) { return symbol != '\0'; });
    input = input.subspan(static_cast<std::size_t>(begin - input.begin()));
    if (!input.empty() && input.front() != gzip_first) {
      throw gzip_error{"other data after the gzip data"};
    }
  }

  z_stream stream_{};
  bool inside_member_ = true;
};

byte_source::byte_source(std::filesystem::path path)
    : path_{std::move(path)}, descriptor_{::open(path_.c_str(), O_RDONLY | O_CLOEXEC)} {
  if (descriptor_ < 0) {
    throw std::system_error{errno, std::generic_category(), "cannot read " + path_.string()};
  }
  try {
    block_.resize(block_bytes);
    std::size_t filled = 0;
    // A pipe may give a single byte at first.
    while (filled < 2) {
      const std::size_t got = read_file(std::span{block_}.subspan(filled));
      if (got == 0) {
        break;
      }
      filled += got;
    }
    pending_ = std::span<const char>{block_}.first(filled);
    if (filled >= 2 && block_[0] == gzip_first && block_[1] == gzip_second) {
      inflater_ = std::make_unique<inflater>();
    }
  } catch (const std::exception&) {
    ::close(descriptor_);
    throw;
  }
}

byte_source::~byte_source() {
  ::close(descriptor_);
}

std::size_t byte_source::read(std::span<char> out) {
  if (inflater_ != nullptr) {
    return read_compressed(out);
  }
  if (pending_.empty()) {
    return read_file(out);
  }
  const std::size_t taken = std::min(pending_.size(), out.size());
  std::copy_n(pending_.begin(), taken, out.begin());
  pending_ = pending_.subspan(taken);
  return taken;
}

std::size_t byte_source::read_file(std::span<char> out) const {
  for (;;) {
    const ssize_t got = ::read(descriptor_, out.data(), out.size());
    if (got >= 0) {
      return static_cast<std::size_t>(got);
    }
    if (errno != EINTR) {
      throw std::system_error{errno, std::generic_category(), "cannot read " + path_.string()};
    }
  }
}

std::size_t byte_source::read_compressed(std::span<char> out) {
  for (;;) {
    if (pending_.empty()) {
      pending_ = std::span<const char>{block_}.first(read_file(block_));
      if (pending_.empty()) {
        if (inflater_->is_inside_member()) {
          throw gzip_error{"truncated gzip data"};
        }
        return 0;
      }
    }
    if (const std::size_t written = inflater_->inflate_some(pending_, out); written > 0) {
      return written;
    }
  }
}

}  // namespace steelyard::workload
