// SPDX-License-Identifier: Apache-2.0
#include "cli/help.hpp"

#include "cli/command_line.hpp"
#include "cli/usage_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace steelyard::cli {
namespace {

// The page of a verb, with the further pages that belong to it ("run-limits" to "run").
std::string pages_of(const std::string& verb) {
  std::string text;
  for (const help_page& page : help_pages()) {
    if (page.verb == verb || page.verb.starts_with(verb + "-limits")) {
      text += page.text;
    }
  }
  return text;
}

TEST(help_pages, have_at_most_40_lines_of_at_most_110_columns) {
  for (const help_page& page : help_pages()) {
    EXPECT_LE(std::ranges::count(page.text, '\n'), 40) << page.verb;
    std::size_t first = 0;
    while (first < page.text.size()) {
      const std::size_t end = page.text.find('\n', first);
      EXPECT_LE(end - first, 110U) << page.verb << ": " << page.text.substr(first, end - first);
      first = end + 1;
    }
  }
}

TEST(help_pages, name_every_option_that_their_verb_accepts) {
  for (const std::string verb :
       {"run", "resume", "report", "list", "doctor", "clean", "check-subject", "version"}) {
    const std::string page = pages_of(verb);
    for (const std::string& option : options_of(verb)) {
      EXPECT_NE(page.find(option), std::string::npos) << verb << " does not explain " << option;
    }
  }
}

TEST(help_of, refuses_an_unknown_verb_and_names_the_nearest) {
  try {
    (void)help_of("rum");
    FAIL() << "accepted";
  } catch (const usage_error& error) {
    EXPECT_NE(std::string(error.what()).find("run"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace steelyard::cli
