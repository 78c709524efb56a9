// SPDX-License-Identifier: Apache-2.0
// read_matrix_market FILE: reads FILE once for every line on standard input, and prints a JSON
// object a line: seconds of the reading, and the peak memory of the process so far.
// read_matrix_market --write FILE PREPARED: reads FILE and writes it as a prepared file.
#include "workload/formula.hpp"
#include "workload/matrix_market.hpp"
#include "workload/prepared.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
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

/// Not ru_maxrss: that begins with what the parent held when it forked.
std::size_t peak_resident_bytes() {
  std::ifstream status{"/proc/self/status"};
  for (std::string line; std::getline(status, line);) {
    constexpr std::string_view name = "VmHWM:";
    if (line.starts_with(name)) {
      return std::stoull(line.substr(name.size())) * 1024;
    }
  }
  throw std::runtime_error{"no VmHWM in /proc/self/status"};
}

void time_readings(const std::string& path) {
  for (std::string line; std::getline(std::cin, line);) {
    const auto start = std::chrono::steady_clock::now();
    const workload::matrix_market_matrix read = workload::read_matrix_market(path);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    fmt::print(
        "{{\"seconds\":{:.6f},\"stored_entries\":{},\"matrix_bytes\":{},\"peak_rss_bytes\":{}}}\n",
        elapsed.count(),
        stored_entries(read),
        matrix_bytes(read),
        peak_resident_bytes());
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
    if (argc == 2) {
      time_readings(argv[1]);
      return 0;
    }
    fmt::print(stderr, "usage: read_matrix_market FILE | --write FILE PREPARED\n");
  } catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
  }
  return 2;
}
