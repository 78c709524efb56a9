// SPDX-License-Identifier: Apache-2.0
// read_matrix_market FILE [COUNT]: reads FILE COUNT times (once by default) and prints one JSON
// object a line: seconds of each reading, and the peak memory of the process.
// read_matrix_market --write FILE PREPARED: reads FILE and writes it as a prepared file.
#include "workload/formula.hpp"
#include "workload/matrix_market.hpp"
#include "workload/prepared.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace {

namespace workload = steelyard::workload;

std::size_t stored_entries(const workload::matrix_market_matrix& read) {
  return std::visit([](const auto& matrix) { return matrix.values.size(); }, read.matrix);
}

std::size_t matrix_bytes(const workload::matrix_market_matrix& read) {
  if (const auto* const csr = std::get_if<workload::csr_matrix>(&read.matrix)) {
    return csr->values.size() * 12 + csr->row_begin.size() * 8;
  }
  return stored_entries(read) * sizeof(double);
}

void time_reading(const std::string& path, int count) {
  for (int k = 0; k < count; ++k) {
    const auto start = std::chrono::steady_clock::now();
    const workload::matrix_market_matrix read = workload::read_matrix_market(path);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    fmt::print(
        "{{\"seconds\":{:.6f},\"stored_entries\":{},\"matrix_bytes\":{},\"peak_rss_bytes\":{}}}\n",
        elapsed.count(),
        stored_entries(read),
        matrix_bytes(read),
        usage.ru_maxrss * 1024);
    std::fflush(stdout);
  }
}

void write_as_prepared(const std::string& path, const std::string& prepared_path) {
  const workload::matrix_market_matrix read = workload::read_matrix_market(path);
  std::visit(
      [&](const auto& matrix) {
        std::vector<double> x(matrix.cols);
        workload::fill_x(0, x);
        workload::write_prepared(prepared_path, matrix.view(), x);
      },
      read.matrix);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 4 && std::string_view{argv[1]} == "--write") {
      write_as_prepared(argv[2], argv[3]);
      return 0;
    }
    if (argc == 2 || argc == 3) {
      time_reading(argv[1], argc == 3 ? std::stoi(argv[2]) : 1);
      return 0;
    }
    fmt::print(stderr, "usage: read_matrix_market FILE [COUNT] | --write FILE PREPARED\n");
  } catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
  }
  return 2;
}
