// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace steelyard::measure {

/// A folder that stands for "/" in a test and goes with it.
class fixture_tree {
 public:
  fixture_tree() {
    std::string pattern = (std::filesystem::temp_directory_path() / "steelyard-XXXXXX").string();
    root_ = mkdtemp(pattern.data());
  }

  ~fixture_tree() { std::filesystem::remove_all(root_); }

  fixture_tree(const fixture_tree&) = delete;
  fixture_tree& operator=(const fixture_tree&) = delete;

  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream{root_ / path} << text;
  }

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

}  // namespace steelyard::measure
