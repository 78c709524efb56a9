// SPDX-License-Identifier: Apache-2.0
#include "study/run_directory.hpp"

#include "record/atomic_file.hpp"
#include "record/file_descriptor.hpp"
#include "record/text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

namespace fs = std::filesystem;

constexpr const char* manifest_name = "manifest.json";

std::tm utc_of(std::time_t now) {
  std::tm result{};
  ::gmtime_r(&now, &result);
  return result;
}

void make_exactly(const fs::path& out) {
  if (fs::exists(out) && !fs::is_directory(out)) {
    throw std::invalid_argument("--out: " + out.string() + " is not a directory");
  }
  if (fs::exists(out / manifest_name)) {
    throw std::invalid_argument("--out: " + out.string() +
                                " already holds a run; go on with `steelyard resume " +
                                out.string() + "` or choose another directory");
  }
  if (fs::exists(out) && !fs::is_empty(out)) {
    throw std::invalid_argument("--out: " + out.string() + " is not empty and holds no run");
  }
  fs::create_directories(out);
}

/// Replaces the link in one step, so that it always points somewhere.
void point_latest(const fs::path& directory) {
  const fs::path link = directory.parent_path() / "latest";
  const fs::path part = directory.parent_path() / ("latest." + directory.filename().string());
  if (fs::exists(fs::symlink_status(link)) && !fs::is_symlink(link)) {
    return;  // something of the user's has that name
  }
  fs::create_symlink(directory.filename(), part);
  fs::rename(part, link);
}

bool is_being_written(const fs::path& directory) {
  const fs::path journal = directory / "journal.jsonl";
  if (!fs::is_regular_file(fs::symlink_status(journal))) {
    return false;
  }
  const record::file_descriptor file(journal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  return ::flock(file.number(), LOCK_SH | LOCK_NB) != 0;
}

std::optional<old_run> run_at(const fs::path& directory) {
  if (!fs::is_directory(fs::symlink_status(directory)) ||
      !fs::is_regular_file(fs::symlink_status(directory / manifest_name))) {
    return std::nullopt;
  }
  try {
    const record::manifest manifest = record::read_manifest(directory / manifest_name);
    if (is_being_written(directory)) {
      return std::nullopt;
    }
    return old_run{directory, manifest.created_utc, manifest.study, manifest.profile, 0};
  } catch (const std::runtime_error&) {
    return std::nullopt;  // not readable as ours: not ours to remove
  }
}

std::uintmax_t bytes_in(const fs::path& directory) {
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(directory, error), end; !error && at != end;
       at.increment(error)) {
    if (at->is_regular_file(error) && !at->is_symlink(error)) {
      bytes += at->file_size(error);
    }
  }
  return bytes;
}

}  // namespace

run_place make_run_directory(const fs::path& root,
                             const std::optional<fs::path>& out,
                             std::time_t now,
                             std::uint32_t drawn) {
  const std::tm utc = utc_of(now);
  run_place result;
  result.created_utc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc);
  result.run_id = fmt::format("{:%Y%m%dT%H%M%SZ}-{:04x}", utc, drawn & 0xffffU);
  if (out) {
    make_exactly(*out);
    result.directory = *out;
    return result;
  }
  fs::create_directories(root);
  result.directory = root / result.run_id;
  if (!fs::create_directory(result.directory)) {
    throw std::invalid_argument(result.directory.string() + " exists already");
  }
  return result;
}

void write_manifest(plan& value, const run_place& place, const std::vector<std::string>& command) {
  value.manifest.run_id = place.run_id;
  value.manifest.created_utc = place.created_utc;
  value.manifest.command = command;
  record::write_file_atomically(place.directory / manifest_name,
                                record::file_text(record::to_json(value.manifest)));
  if (place.directory.filename() == place.run_id) {
    point_latest(place.directory);
  }
}

std::vector<old_run> old_runs(const fs::path& root) {
  std::vector<old_run> result;
  if (!fs::is_directory(root)) {
    return result;
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
    if (auto found = run_at(entry.path())) {
      found->bytes = bytes_in(entry.path());
      result.push_back(std::move(*found));
    }
  }
  std::ranges::sort(result, [](const old_run& a, const old_run& b) {
    return std::tie(a.created_utc, a.directory) < std::tie(b.created_utc, b.directory);
  });
  return result;
}

void remove_run(const old_run& value) {
  if (!run_at(value.directory)) {
    throw std::invalid_argument(value.directory.string() + " is not a run that can be removed");
  }
  fs::remove_all(value.directory);
  const fs::path link = value.directory.parent_path() / "latest";
  std::error_code none;
  if (fs::is_symlink(link) && fs::read_symlink(link, none) == value.directory.filename()) {
    fs::remove(link);
  }
}

}  // namespace steelyard::study
