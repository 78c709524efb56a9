# SPDX-License-Identifier: Apache-2.0
# Sourced by the launcher: finds which Debian or Ubuntu packages are missing and installs them.
# What counts is whether the tool or header is there, not which package it came from.

# COMMAND PACKAGE and HEADER PACKAGE; a package may name alternatives, the first that exists is taken.
needed_commands=("$cxx g++" "cmake cmake" "ninja ninja-build")
needed_headers=(
  "CLI/CLI.hpp libcli11-dev" "nlohmann/json.hpp nlohmann-json3-dev" "yaml-cpp/yaml.h libyaml-cpp-dev"
  "fmt/core.h libfmt-dev" "zlib.h zlib1g-dev" "openssl/sha.h libssl-dev"
  "boost/version.hpp libboost1.81-dev|libboost-dev" "oneapi/tbb.h libtbb-dev" "omp.h g++")
test_headers=("gtest/gtest.h libgtest-dev" "rapidcheck.h librapidcheck-dev")
# Without these a step of the tests says "not available".
test_commands=(
  "clang-format-14 clang-format-14|clang-format-19" "clang-tidy-19 clang-tidy-19"
  "clang++-19 clang-19")

set_up_packages() {  # run | tests
  local purpose=$1 key
  key=$(package_inputs "$purpose")
  is_up_to_date "packages-$purpose" "$key" && return
  local required=() wanted=()
  find_missing "$purpose"
  if [ ${#required[@]} -gt 0 ] || [ ${#wanted[@]} -gt 0 ]; then
    install_missing
    required=() wanted=()
    find_missing "$purpose"
    [ ${#required[@]} -eq 0 ] || refuse_without
  fi
  check_cmake_version
  mark_up_to_date "packages-$purpose" "$(package_inputs "$purpose")"
}

package_inputs() {
  printf '%s\n' "$1" "$PATH" "$cxx" "$(hash_of_files "$root/tools/setup/packages.sh")"
  stat -c '%Y %s' /var/lib/dpkg/status 2>/dev/null
  python_candidates
  cargo_candidates
}

# Fills the caller's `required` (nothing works without) and `wanted` (a named row or step is missing).
find_missing() {
  local purpose=$1 row headers=("${needed_headers[@]}")
  for row in "${needed_commands[@]}"; do
    command -v "${row%% *}" >/dev/null || required+=("${row#* }")
  done
  [ "$purpose" != tests ] || headers+=("${test_headers[@]}")
  mapfile -t -O ${#required[@]} required < <(missing_headers "${headers[@]}")

  command -v git >/dev/null || wanted+=(git)
  [ -e /etc/ssl/certs/ca-certificates.crt ] || wanted+=(ca-certificates)
  [ -n "$(usable_python)" ] || wanted+=(python3 python3-venv)
  [ -n "$(usable_cargo)" ] || wanted+=("cargo-web|cargo" "rustc-web|rustc")
  if [ "$purpose" = tests ]; then
    for row in "${test_commands[@]}"; do
      command -v "${row%% *}" >/dev/null || wanted+=("${row#* }")
    done
    /usr/bin/python3 -I -c 'import jsonschema' 2>/dev/null || wanted+=(python3 python3-jsonschema)
    # For the compile database that clang-tidy reads; clang++-19 finds its OpenMP nowhere else.
    compgen -G '/usr/lib/llvm-19/lib/clang/19*/include/omp.h' >/dev/null || wanted+=(libomp-19-dev)
    cargo fmt --version >/dev/null 2>&1 || wanted+=("rustfmt-web|rustfmt")
    # Debian 12 has no clippy for its newer rustc-web; the older one excludes it.
    cargo clippy --version >/dev/null 2>&1 || has_package rustc-web || wanted+=(rust-clippy)
  fi
}

missing_headers() {
  local row
  for row in "$@"; do
    if command -v "$cxx" >/dev/null; then
      printf '#if !__has_include(<%s>)\nmissing %s\n#endif\n' "${row%% *}" "${row#* }"
    elif [ ! -e "/usr/include/${row%% *}" ]; then
      printf 'missing %s\n' "${row#* }"
    fi
  done | if command -v "$cxx" >/dev/null; then "$cxx" -std=c++20 -fopenmp -E -P -x c++ -; else cat; fi |
    sed -n 's/^missing //p' | sort -u
}

install_missing() {
  command -v apt-get >/dev/null || return 0
  if [ "$(id -u)" -ne 0 ]; then
    return 0
  fi
  export DEBIAN_FRONTEND=noninteractive
  local apt=(apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  run_step "reading the package lists" "$state/apt-update.log" "${apt[@]}" update ||
    show_log_end "$state/apt-update.log" 5
  local needed also
  mapfile -t needed < <(existing_packages "${required[@]}")
  mapfile -t also < <(existing_packages "${wanted[@]}")
  local install=("${apt[@]}" install -y --no-install-recommends --no-remove)
  if [ ${#needed[@]} -gt 0 ]; then
    if ! run_step "installing ${needed[*]}" "$state/apt-install.log" "${install[@]}" "${needed[@]}"; then
      show_log_end "$state/apt-install.log"
      return
    fi
  fi
  # One that cannot be installed must not cost the others.
  if [ ${#also[@]} -gt 0 ]; then
    run_step "installing ${also[*]}" "$state/apt-wanted.log" "${install[@]}" "${also[@]}" ||
      install_one_by_one "${also[@]}"
  fi
}

install_one_by_one() {
  local package
  for package in "$@"; do
    run_step "installing $package" "$state/apt-$package.log" "${install[@]}" "$package"
  done
}

# The first alternative of each row that apt can install. A wanted package without one is left out, for
# it would fail the whole call; a required one is named, to be seen to fail.
existing_packages() {
  local row name names found
  for row in "$@"; do
    IFS='|' read -ra names <<<"$row"
    found=
    for name in "${names[@]}"; do
      if has_package "$name"; then
        found=$name
        break
      fi
    done
    if [ -z "$found" ] && [[ " ${required[*]} " == *" $row "* ]]; then
      found=${names[0]}
    fi
    [ -z "$found" ] || printf '%s\n' "$found"
  done | sort -u
}

# Not `apt-cache show`: it also succeeds for a name that another package only mentions.
has_package() { [[ $(LC_ALL=C apt-cache policy "$1" 2>/dev/null) == *"Candidate: "[!\(]* ]]; }

refuse_without() {
  local names
  if ! command -v apt-get >/dev/null; then
    fail 2 "missing, by their Debian names: ${required[*]}; install them, then start again"
  fi
  mapfile -t names < <(existing_packages "${required[@]}" "${wanted[@]}")
  if [ "$(id -u)" -eq 0 ]; then
    fail 2 "these packages could not be installed: ${required[*]} (logs: $state/apt-*.log)"
  fi
  say "missing: ${required[*]}"
  say "install what is missing with this line, then start again:"
  printf 'sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' "${names[*]}" >&2
  exit 2
}

check_cmake_version() {
  local found
  found=$(cmake --version 2>/dev/null | sed -n '1s/^cmake version \([0-9.]*\).*/\1/p')
  version_at_least "${found:-0}" 3.25 ||
    fail 2 "$(command -v cmake) is version ${found:-unknown}; 3.25 or newer is needed"
}

version_at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }
