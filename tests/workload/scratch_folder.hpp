// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace steelyard::workload {

/// A folder of one test, removed with it.
class scratch_folder {
 public:
  scratch_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "steelyard-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error{"no scratch folder"};
    }
    path_ = pattern;
  }

  ~scratch_folder() { std::filesystem::remove_all(path_); }

  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  [[nodiscard]] std::filesystem::path file(std::string_view name) const { return path_ / name; }

  std::filesystem::path write(std::string_view name, std::string_view content) const {
    // Not truncated in place: some file systems then write through to the disk, a millisecond each.
    std::filesystem::remove(file(name));
    std::ofstream{file(name), std::ios::binary} << content;
    return file(name);
  }

  [[nodiscard]] std::size_t entry_count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator{path_},
                                                  std::filesystem::directory_iterator{}));
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

}  // namespace steelyard::workload
