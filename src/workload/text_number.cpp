// SPDX-License-Identifier: Apache-2.0
#include "workload/text_number.hpp"

#include <fmt/core.h>
#include <locale.h>  // NOLINT(modernize-deprecated-headers): newlocale and strtod_l are POSIX

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <new>
#include <string>
#include <system_error>

namespace steelyard::workload {
namespace {

constexpr std::string_view real_number = "a real number";
constexpr std::string_view finite_number = "a finite number within float64";

bool ends_word(char symbol) noexcept {
  return symbol == ' ' || symbol == '\t' || symbol == '\r' || symbol == '\n';
}

bool is_digit(char symbol) noexcept {
  return symbol >= '0' && symbol <= '9';
}

/// Over one leading sign that std::from_chars does not know.
const char* past_plus(const char* place) noexcept {
  return *place == '+' && place[1] != '-' ? place + 1 : place;
}

/// std::from_chars does not say whether a number is too large or too small; strtod does, and is
/// asked in the C locale whatever the program has set.
double rounded_by_strtod(const std::string& word) {
  const locale_t c_locale = ::newlocale(LC_ALL_MASK, "C", nullptr);
  if (c_locale == nullptr) {
    throw std::bad_alloc{};
  }
  const double value = ::strtod_l(word.c_str(), nullptr, c_locale);
  ::freelocale(c_locale);
  return value;
}

std::string word_at(const char* place) {
  const char* last = place;
  while (!ends_word(*last)) {
    ++last;
  }
  return {place, last};
}

/// A number that std::from_chars did not take whole: with a Fortran exponent, or out of range.
double read_unusual_real(text_cursor& text) {
  const char* const start = past_plus(text.at());
  std::string word = word_at(start);
  const std::size_t length = word.size();
  std::replace_if(
      word.begin(), word.end(), [](char symbol) { return symbol == 'd' || symbol == 'D'; }, 'e');
  double value = 0;
  const auto [stop, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (fault == std::errc::invalid_argument || stop != word.data() + word.size()) {
    text.fail(real_number);
  }
  if (fault == std::errc::result_out_of_range) {
    value = rounded_by_strtod(word);
  }
  if (!std::isfinite(value)) {
    text.fail(finite_number);
  }
  text.move_to(start + length);
  return value;
}

}  // namespace

std::uint64_t read_size(text_cursor& text, std::string_view name) {
  text.skip_blanks();
  const char* place = text.at();
  std::uint64_t size = 0;
  constexpr std::uint64_t most = 1'000'000'000'000'000'000;
  if (!scan_unsigned(place, most, size) || !ends_word(*place)) {
    text.fail(fmt::format("{} as an unsigned integer of at most {}", name, most));
  }
  text.move_to(place);
  return size;
}

double read_real(text_cursor& text) {
  const char* const start = past_plus(text.at());
  double value = 0;
  const auto [stop, fault] = std::from_chars(start, text.end(), value);
  if (fault != std::errc{} || !ends_word(*stop)) {
    return read_unusual_real(text);
  }
  if (!std::isfinite(value)) {
    text.fail(finite_number);
  }
  text.move_to(stop);
  return value;
}

double read_integer(text_cursor& text) {
  const char* place = text.at();
  const bool negative = *place == '-';
  if (negative || *place == '+') {
    ++place;
  }
  const char* const digits = place;
  while (is_digit(*place)) {
    ++place;
  }
  if (place == digits || !ends_word(*place)) {
    text.fail("an integer");
  }
  double value = 0;
  if (std::from_chars(digits, place, value).ec != std::errc{}) {
    text.fail(finite_number);
  }
  text.move_to(place);
  return negative ? -value : value;
}

}  // namespace steelyard::workload
