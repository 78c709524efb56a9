// SPDX-License-Identifier: Apache-2.0
#include "advice/catalogue.hpp"

#include <algorithm>
#include <stdexcept>
#include <variant>

namespace steelyard::advice {
namespace {

using analysis::argument;
using analysis::remark;

struct value_in_words {
  const manner& how;

  std::string operator()(const std::string& text) const { return how.foreign(text); }

  std::string operator()(const analysis::quantity& value) const {
    return format(value, how.numbers);
  }

  std::string operator()(const analysis::quantity_range& value) const {
    return format(value, how.numbers);
  }

  std::string operator()(const std::vector<remark>& nested) const {
    std::string result;
    for (const remark& value : nested) {
      if (!result.empty()) {
        result += text_of("label.list_separator", how.language);
      }
      result += say(value, how);
    }
    return result;
  }
};

std::string argument_in_words(const remark& what, std::string_view name, const manner& how) {
  const auto found = std::ranges::find(what.arguments, name, &argument::name);
  if (found == what.arguments.end()) {
    throw std::logic_error("sentence " + what.key + " lacks its argument " + std::string(name));
  }
  return std::visit(value_in_words{how}, found->value);
}

}  // namespace

std::string_view text_of(std::string_view key, language in) {
  const auto catalogue = in == language::english ? english_catalogue() : chinese_catalogue();
  const auto found = std::ranges::find(catalogue, key, &entry::key);
  if (found == catalogue.end()) {
    throw std::logic_error("no sentence for the key '" + std::string(key) + "'");
  }
  return found->text;
}

std::string say(const remark& what, const manner& how) {
  std::string_view rest = text_of(what.key, how.language);
  std::string result;
  while (!rest.empty()) {
    const std::size_t open = rest.find('{');
    if (open == std::string_view::npos) {
      break;
    }
    const std::size_t close = rest.find('}', open);
    result += rest.substr(0, open);
    result += argument_in_words(what, rest.substr(open + 1, close - open - 1), how);
    rest.remove_prefix(close + 1);
  }
  return result.append(rest);
}

}  // namespace steelyard::advice
