// SPDX-License-Identifier: Apache-2.0
#include "record/atomic_file.hpp"

#include "record/file_descriptor.hpp"

#include <sys/stat.h>

#include <cstdio>
#include <stdexcept>

namespace steelyard::record {
namespace {

[[noreturn]] void fail(int error, const std::filesystem::path& path) {
  throw std::system_error(error, std::generic_category(), path.string());
}

void write_and_sync(const std::filesystem::path& path, std::string_view content) {
  const file_descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (const int error = write_all(file.number(), content); error != 0) {
    fail(error, path);
  }
  if (::fsync(file.number()) != 0) {
    fail(errno, path);
  }
}

}  // namespace

void write_file_atomically(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path part = path;
  part += ".part";
  try {
    write_and_sync(part, content);
    if (std::rename(part.c_str(), path.c_str()) != 0) {
      fail(errno, path);
    }
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw;
  }
  sync_directory(path.parent_path());
}

std::string read_bounded_file(const std::filesystem::path& path, std::uintmax_t max_bytes) {
  const file_descriptor file = [&] {
    try {
      // Not blocking: the name may be a pipe, which is refused below.
      return file_descriptor(path, O_RDONLY | O_NONBLOCK);
    } catch (const std::system_error& error) {
      throw std::runtime_error(path.string() + ": " + error.code().message());
    }
  }();

  struct stat facts {};

  if (::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    throw std::runtime_error(path.string() + ": not a regular file");
  }
  std::string content;
  char block[65536];
  while (true) {
    const ssize_t got = ::read(file.number(), block, sizeof block);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      throw std::runtime_error(path.string() + ": " + std::generic_category().message(errno));
    }
    if (got == 0) {
      return content;
    }
    content.append(block, static_cast<std::size_t>(got));
    if (content.size() > max_bytes) {
      throw std::runtime_error(path.string() + ": larger than " + std::to_string(max_bytes) +
                               " bytes");
    }
  }
}

}  // namespace steelyard::record
