// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace steelyard::fuzz {

/// Damages texts in ways drawn from a fixed seed, the same in every run.
class mutator {
 public:
  explicit mutator(std::uint32_t seed) : random_{seed} {}

  /// \return a number below `limit`, which is at least 1.
  std::size_t below(std::size_t limit) { return random_() % limit; }

  /// One or two changes; `words` are put in whole.
  std::string changed(std::string text, std::span<const std::string_view> words) {
    for (std::size_t left = 1 + below(2); left > 0; --left) {
      change(text, words);
    }
    return text;
  }

 private:
  void change(std::string& text, std::span<const std::string_view> words) {
    const std::size_t place = below(text.size() + 1);
    const std::size_t length = std::min(text.size() - place, 1 + below(12));
    switch (below(7)) {
      case 0:
        text.erase(place, length);
        break;
      case 1:
        text.insert(below(text.size() + 1), text.substr(place, length));
        break;
      case 2:
        text.resize(place);
        break;
      case 3:
        text.replace(place, length, words[below(words.size())]);
        break;
      case 4:
        text.insert(place, words[below(words.size())]);
        break;
      default:
        if (place < text.size()) {
          text[place] = static_cast<char>(random_());
        }
    }
  }

  std::mt19937 random_;
};

}  // namespace steelyard::fuzz
