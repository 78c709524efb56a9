// SPDX-License-Identifier: Apache-2.0
#include "record/journal.hpp"

#include "scratch_directory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <stdexcept>
#include <system_error>

namespace steelyard::record {
namespace {

std::filesystem::path small_journal(const scratch_directory& scratch) {
  const std::filesystem::path path = scratch / "journal.jsonl";
  journal_writer writer(path);
  writer.append({"session", {{"n", 1}}});
  writer.append({"round", {{"n", 2}, {"text", "line\nbreak \xFF"}}});
  writer.append({"process", {{"n", 3}, {"ns", {1, 2, 3}}}});
  return path;
}

std::vector<std::size_t> line_ends(const std::string& text) {
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') {
      ends.push_back(at + 1);
    }
  }
  return ends;
}

TEST(journal, returns_what_was_appended_in_order) {
  const scratch_directory scratch;
  const journal read = read_journal(small_journal(scratch));
  ASSERT_EQ(read.entries.size(), 3U);
  EXPECT_EQ(read.entries[0].type, "session");
  EXPECT_EQ(read.entries[1].body["text"], "line\nbreak \xEF\xBF\xBD");
  EXPECT_EQ(read.entries[2].body.dump(), R"({"n":3,"ns":[1,2,3]})");
  EXPECT_TRUE(read.notices.empty());
}

// The literal is sha256sum's answer for the line without its "sha256" member.
TEST(journal, has_the_documented_form_on_disk) {
  const scratch_directory scratch;
  const std::filesystem::path path = scratch / "journal.jsonl";
  journal_writer(path).append({"event", {{"kind", "x"}}});
  EXPECT_EQ(
      read_text(path),
      R"({"type":"event","kind":"x","previous":"sha256:)" + std::string(64, '0') +
          R"(","sha256":"sha256:f2e1afcdd2aa7d661aec04a24c4babba4dcbb10955a713c180c6b85746994b43"})"
          "\n");
}

TEST(journal, goes_on_after_it_is_opened_again) {
  const scratch_directory scratch;
  const std::filesystem::path path = small_journal(scratch);
  journal_writer(path).append({"event", {{"n", 4}}});
  const journal read = read_journal(path);
  ASSERT_EQ(read.entries.size(), 4U);
  EXPECT_EQ(read.entries[3].body["n"], 4);
}

TEST(journal, cut_at_any_byte_keeps_the_whole_entries_and_says_what_it_dropped) {
  const scratch_directory scratch;
  const std::filesystem::path path = small_journal(scratch);
  const std::string whole = read_text(path);
  const std::vector<std::size_t> ends = line_ends(whole);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    write_text(path, whole.substr(0, size));
    std::size_t kept = 0;
    while (kept < ends.size() && ends[kept] <= size) {
      ++kept;
    }
    const std::size_t torn = size - (kept == 0 ? 0 : ends[kept - 1]);
    const journal read = read_journal(path);
    ASSERT_EQ(read.entries.size(), kept) << "cut at " << size;
    ASSERT_EQ(read.notices.size(), torn == 0 ? 0U : 1U) << "cut at " << size;
    if (torn > 0) {
      ASSERT_EQ(read.notices[0],
                "journal.jsonl: last line torn (" + std::to_string(torn) + " bytes dropped)");
    }
    journal_writer writer(path);
    ASSERT_EQ(writer.notices(), read.notices) << "cut at " << size;
    writer.append({"event", {{"after", size}}});
    ASSERT_EQ(read_journal(path).entries.size(), kept + 1) << "appended after a cut at " << size;
  }
}

TEST(journal, edited_at_any_byte_is_an_error_that_names_the_line) {
  const scratch_directory scratch;
  const std::filesystem::path path = small_journal(scratch);
  const std::string whole = read_text(path);
  const std::vector<std::size_t> ends = line_ends(whole);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char replacement : {'\n', '0', '\0', static_cast<char>(whole[at] ^ 1)}) {
      if (replacement == whole[at]) {
        continue;
      }
      std::string edited = whole;
      edited[at] = replacement;
      write_text(path, edited);
      if (at + 1 == whole.size()) {  // The last newline: indistinguishable from a torn line.
        ASSERT_EQ(read_journal(path).entries.size(), 2U);
        continue;
      }
      std::size_t line = 1;
      while (ends[line - 1] <= at) {
        ++line;
      }
      try {
        (void)read_journal(path);
        FAIL() << "edit at " << at << " not seen";
      } catch (const std::runtime_error& error) {
        ASSERT_NE(std::string(error.what()).find("journal.jsonl:" + std::to_string(line) + ": "),
                  std::string::npos)
            << error.what() << " for an edit at " << at;
      }
      EXPECT_THROW(journal_writer{path}, std::runtime_error);
    }
  }
}

TEST(journal, sees_removed_swapped_and_repeated_lines) {
  const scratch_directory scratch;
  const std::filesystem::path path = small_journal(scratch);
  const std::string whole = read_text(path);
  const std::vector<std::size_t> ends = line_ends(whole);
  const std::string one = whole.substr(0, ends[0]);
  const std::string two = whole.substr(ends[0], ends[1] - ends[0]);
  const std::string three = whole.substr(ends[1]);
  for (const std::string& text :
       {two + three, one + three, one + three + two, one + one + two, one + "\n" + two}) {
    write_text(path, text);
    EXPECT_THROW((void)read_journal(path), std::runtime_error) << text;
  }
}

TEST(journal, bounds_the_length_of_a_line) {
  const scratch_directory scratch;
  const std::filesystem::path path = scratch / "journal.jsonl";
  write_text(path, "{");
  std::filesystem::resize_file(path, (64U << 20U) + 2);  // sparse
  try {
    (void)read_journal(path);
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("journal.jsonl:1: the line is longer than"),
              std::string::npos);
  }
}

TEST(journal, refuses_reserved_members_in_a_body) {
  const scratch_directory scratch;
  journal_writer writer(scratch / "journal.jsonl");
  EXPECT_THROW(writer.append({"event", {{"sha256", "x"}}}), std::invalid_argument);
  EXPECT_THROW(writer.append({"event", {{"type", "x"}}}), std::invalid_argument);
}

TEST(journal, has_one_writer_at_a_time) {
  const scratch_directory scratch;
  const std::filesystem::path path = scratch / "journal.jsonl";
  const journal_writer writer(path);
  try {
    const journal_writer second(path);
    FAIL() << "no error";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("is being written by another process"),
              std::string::npos);
  }
}

TEST(journal, stays_valid_when_the_disk_is_full) {
  const scratch_directory scratch;
  const std::filesystem::path path = small_journal(scratch);
  const std::string whole = read_text(path);
  // A file size limit gives the same short write and error path as a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit former{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &former), 0);
  journal_writer writer(path);
  rlimit small = former;
  small.rlim_cur = whole.size() + 50;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  try {
    writer.append({"event", {{"text", std::string(200, 'x')}}});
    FAIL() << "no error";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("journal.jsonl"), std::string::npos);
  }
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &former), 0);
  EXPECT_EQ(read_text(path), whole);
  writer.append({"event", {{"n", 4}}});
  EXPECT_EQ(read_journal(path).entries.size(), 4U);
}

TEST(read_journal, names_a_missing_file) {
  try {
    (void)read_journal("no/journal.jsonl");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "no/journal.jsonl: No such file or directory");
  }
}

}  // namespace
}  // namespace steelyard::record
