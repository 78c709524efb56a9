# SPDX-License-Identifier: Apache-2.0
# Sourced by the launcher: configures and builds the program and the C++ subject in build/release.
# Ninja decides what is out of date, at every start.

release=$root/build/release

set_up_program() {
  start_over_on_another_machine
  local presets
  presets=$(hash_of_files "$root/CMakePresets.json")
  if [ ! -f "$release/build.ninja" ] || ! is_up_to_date presets "$presets"; then
    configure_release -DSTEELYARD_BUILD_TESTS=OFF -DSTEELYARD_WERROR=OFF
    mark_up_to_date presets "$presets"
  fi
  build_release "building the program and the C++ subject" steelyard steelyard-subject-cpp
}

configure_release() {
  run_step "configuring the build" "$state/configure.log" \
    cmake -S "$root" --preset release -DCMAKE_CXX_COMPILER="$cxx" -DSTEELYARD_UNITY=ON "$@" ||
    report_build_failure "$state/configure.log"
}

build_release() {  # LABEL TARGET...
  local label=$1
  shift
  run_step "$label" "$state/build.log" ninja -C "$release" "$@" ||
    report_build_failure "$state/build.log"
}

# A build made for another processor may hold instructions this one lacks, and CMake refuses a tree
# that was moved: both begin anew.
start_over_on_another_machine() {
  local key
  key=$(build_machine)
  is_up_to_date machine "$key" && return
  rm -rf -- "$release" "$root/build/rust" "$root/build/python"
  mark_up_to_date machine "$key"
}

build_machine() {
  printf '%s\n' "$root" "$(readlink -f -- "$(command -v "$cxx")")"
  uname -m
  # The feature list and model (x86 "flags", Arm "Features"), not the frequency, which changes.
  grep -m 3 -E '^(model name|flags|Features|CPU part)' /proc/cpuinfo | sha256sum
}

report_build_failure() {
  show_log_end "$1"
  fail 5 "the build failed; the whole log is $1"
}
