// SPDX-License-Identifier: Apache-2.0
#include "record/journal.hpp"

#include "record/file_descriptor.hpp"
#include "record/text.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace steelyard::record {
namespace {

using nlohmann::ordered_json;

// As long as the longest answer of a subject; a million samples of a closed loop need a third of
// it.
constexpr std::size_t max_line_bytes = 64U << 20U;
constexpr std::size_t hash_text_bytes = 7 + 64;
constexpr std::string_view hash_member = ",\"sha256\":\"";

std::string no_hash() {
  return "sha256:" + std::string(64, '0');
}

/// `{…,"previous":…}` with its hash as the last member.
std::string line_of(const std::string& unhashed, const std::string& hash) {
  return unhashed.substr(0, unhashed.size() - 1) + std::string(hash_member) + hash + "\"}\n";
}

struct checked_line {
  journal_entry entry;
  std::string hash;
};

checked_line check_line(std::string_view line, const std::string& previous) {
  const std::size_t tail_bytes = hash_member.size() + hash_text_bytes + 2;
  if (line.size() < tail_bytes || !line.ends_with("\"}") ||
      line.substr(line.size() - tail_bytes, hash_member.size()) != hash_member) {
    throw std::invalid_argument("no journal entry: its checksum is missing");
  }
  checked_line result;
  result.hash = line.substr(line.size() - hash_text_bytes - 2, hash_text_bytes);
  const std::string unhashed = std::string(line.substr(0, line.size() - tail_bytes)) + "}";
  if (sha256_of(unhashed) != result.hash) {
    throw std::invalid_argument("the entry does not match its checksum");
  }
  ordered_json body = parse_json(unhashed);
  const auto type = body.find("type");
  const auto chained = body.find("previous");
  if (type == body.end() || !type->is_string() || chained == body.end() || *chained != previous) {
    throw std::invalid_argument("the entry does not follow the one before it");
  }
  result.entry.type = type->get<std::string>();
  body.erase("type");
  body.erase("previous");
  result.entry.body = std::move(body);
  return result;
}

struct scan_result {
  std::string last_hash = no_hash();
  std::int64_t valid_bytes = 0;  ///< up to and with the last newline
  std::size_t torn_bytes = 0;    ///< after it
};

/// Cuts a descriptor's content into lines and checks each; one line at a time is held in memory.
class line_scan {
 public:
  line_scan(std::string path, const std::function<void(journal_entry)>& on_entry)
      : path_(std::move(path)), on_entry_(&on_entry) {}

  void add(std::string_view block) {
    while (!block.empty()) {
      const std::size_t newline = block.find('\n');
      pending_.append(block.substr(0, newline));
      if (pending_.size() > max_line_bytes) {
        fail("the line is longer than " + std::to_string(max_line_bytes) + " bytes");
      }
      if (newline == std::string_view::npos) {
        return;
      }
      take_line();
      block.remove_prefix(newline + 1);
    }
  }

  [[nodiscard]] scan_result finish() {
    result_.torn_bytes = pending_.size();
    return result_;
  }

 private:
  void take_line() {
    try {
      checked_line line = check_line(pending_, result_.last_hash);
      result_.last_hash = std::move(line.hash);
      (*on_entry_)(std::move(line.entry));
    } catch (const std::invalid_argument& error) {
      fail(error.what());
    }
    result_.valid_bytes += static_cast<std::int64_t>(pending_.size()) + 1;
    ++line_number_;
    pending_.clear();
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(path_ + ":" + std::to_string(line_number_) + ": " + what);
  }

  std::string path_;
  const std::function<void(journal_entry)>* on_entry_;
  std::string pending_;
  std::size_t line_number_ = 1;
  scan_result result_;
};

scan_result scan(const file_descriptor& file,
                 const std::filesystem::path& path,
                 const std::function<void(journal_entry)>& on_entry) {
  struct stat facts {};

  if (::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    throw std::runtime_error(path.string() + ": not a regular file");
  }
  line_scan lines(path.string(), on_entry);
  std::vector<char> block(1U << 16U);
  while (true) {
    const ssize_t got = ::read(file.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      throw std::system_error(errno, std::generic_category(), path.string());
    }
    if (got == 0) {
      return lines.finish();
    }
    lines.add({block.data(), static_cast<std::size_t>(got)});
  }
}

std::vector<std::string> notices_of(const scan_result& found, const std::filesystem::path& path) {
  if (found.torn_bytes == 0) {
    return {};
  }
  return {path.filename().string() + ": last line torn (" + std::to_string(found.torn_bytes) +
          " bytes dropped)"};
}

}  // namespace

struct journal_writer::state {
  std::filesystem::path path;
  file_descriptor file;
  std::string previous;
  std::int64_t bytes = 0;
  std::vector<std::string> notices;
};

journal_writer::journal_writer(const std::filesystem::path& path) {
  file_descriptor file(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK);
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    throw std::system_error(
        errno, std::generic_category(), path.string() + " is being written by another process");
  }
  const scan_result found = scan(file, path, [](const journal_entry&) {});
  if (found.torn_bytes > 0 && ::ftruncate(file.number(), found.valid_bytes) != 0) {
    throw std::system_error(errno, std::generic_category(), path.string());
  }
  sync_directory(path.parent_path());
  state_ = std::make_unique<state>(
      state{path, std::move(file), found.last_hash, found.valid_bytes, notices_of(found, path)});
}

journal_writer::~journal_writer() = default;
journal_writer::journal_writer(journal_writer&&) noexcept = default;
journal_writer& journal_writer::operator=(journal_writer&&) noexcept = default;

void journal_writer::append(const journal_entry& entry) {
  for (const char* reserved : {"type", "previous", "sha256"}) {
    if (entry.body.contains(reserved)) {
      throw std::invalid_argument(std::string("journal entry: \"") + reserved +
                                  "\" is not for the body");
    }
  }
  ordered_json whole = {{"type", entry.type}};
  whole.update(entry.body);
  whole["previous"] = state_->previous;
  const std::string unhashed = compact_text(whole);
  const std::string hash = sha256_of(unhashed);
  const std::string line = line_of(unhashed, hash);
  if (line.size() > max_line_bytes) {
    throw std::invalid_argument("journal entry: larger than " + std::to_string(max_line_bytes) +
                                " bytes");
  }
  int error = write_all(state_->file.number(), line);
  if (error == 0 && ::fsync(state_->file.number()) != 0) {
    error = errno;
  }
  if (error != 0) {
    // A part of a line would make the entries after it unreadable. If this fails too, the part is
    // the torn last line that readers drop.
    (void)::ftruncate(state_->file.number(), state_->bytes);
    throw std::system_error(error, std::generic_category(), state_->path.string());
  }
  state_->previous = hash;
  state_->bytes += static_cast<std::int64_t>(line.size());
}

const std::vector<std::string>& journal_writer::notices() const noexcept {
  return state_->notices;
}

journal read_journal(const std::filesystem::path& path) {
  journal result;
  const file_descriptor file = [&] {
    try {
      return file_descriptor(path, O_RDONLY | O_NONBLOCK);
    } catch (const std::system_error& error) {
      throw std::runtime_error(path.string() + ": " + error.code().message());
    }
  }();
  const scan_result found =
      scan(file, path, [&](journal_entry entry) { result.entries.push_back(std::move(entry)); });
  result.notices = notices_of(found, path);
  return result;
}

}  // namespace steelyard::record
