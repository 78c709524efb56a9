# SPDX-License-Identifier: Apache-2.0
# Sourced by the launcher for `./steelyard test [--quick | --without-tidy] [ctest arguments]`: sets up what the tests
# need, runs every check, and closes with a table of the minutes and one line that counts all tests.
# --quick leaves out the sanitizers, clang-tidy and the tests labelled slow; --without-tidy clang-tidy alone.

logs=$root/build/test-logs
jobs=$(nproc)
sanitized_rooms='workload|protocol|record|analysis'  # where input from outside is read
quick=no tidy=yes
case ${1-} in
  --quick) quick=yes tidy=no; shift ;;
  --without-tidy) tidy=no; shift ;;
esac
ctest_arguments=("$@")
[ $quick = no ] || ctest_arguments+=(-LE slow)

names=() results=() durations_s=()
passed=0 failed=0 skipped=0
began=$EPOCHSECONDS

# step NAME FUNCTION: runs it in a shell of its own, so that one that ends early is one failed step.
# Status 77 says that its tool is not there; the last line it printed says why.
step() {
  local name=$1 start=$EPOCHSECONDS log=$logs/$1.log code result p f s
  printf '\n== %s\n' "$name"
  ("$2") 2>&1 | tee -- "$log"
  code=${PIPESTATUS[0]}
  read -r p f s < <(count_tests "$log")
  case $code in
    0) result=ok ;;
    77) result="not available: $(tail -n 1 -- "$log")" ;;
    *) result=FAILED ;;
  esac
  # A step without tests of its own counts as one, and so does one that fails though its tests passed.
  if [ "$p $f $s" = "0 0 0" ]; then
    case $code in 0) p=1 ;; 77) s=1 ;; esac
  fi
  [ "$code" -eq 0 ] || [ "$code" -eq 77 ] || [ "$f" -gt 0 ] || f=1
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  names+=("$name") results+=("$result") durations_s+=($((EPOCHSECONDS - start)))
  return "$code"
}

# "PASSED FAILED SKIPPED" from the summaries of ctest, cargo and unittest in a log.
count_tests() {
  awk '
    /tests? failed out of [0-9]+/ { for (i = 1; i <= NF; i++) { if ($i == "out") { f += $(i - 3); p += $(i + 2) - $(i - 3) } } }
    /^ *[0-9]+\/[0-9]+ Test .*\*\*\*Skipped/ { s += 1; p -= 1 }
    /^test result:/ { p += $4; f += $6; s += $8 }
    END { print p + 0, f + 0, s + 0 }' "$1"
}

install_packages() { set_up_packages tests; }

build_everything() {
  # Warnings are errors where they are known: a newer compiler may have ones of its own.
  local strict=OFF
  [[ $("$cxx" -dumpversion) != 12* ]] || strict=ON
  configure_release -DSTEELYARD_BUILD_TESTS=ON -DSTEELYARD_WERROR=$strict
  mark_up_to_date presets "$(hash_of_files "$root/CMakePresets.json")"
  build_release "building everything" all
}

subjects_of_other_languages() {
  start_over_on_another_machine  # removes what is made here too, so it comes first
  set_up_python
  set_up_rust
  write_subjects
  cat -- "$root/build/subjects.json"
}

run_ctest() {
  ctest --test-dir "$release" --output-on-failure -j "$jobs" "${ctest_arguments[@]}"
}

sanitize_addresses() {
  local tree=$root/build/asan targets
  cmake -S "$root" --preset asan -DCMAKE_CXX_COMPILER="$cxx" -DSTEELYARD_UNITY=ON >"$logs/asan-configure.log" || return
  mapfile -t targets < <(ninja -C "$tree" -t targets all | sed -nE "s/^(($sanitized_rooms)\.[a-z0-9_.]*_test): phony$/\1/p")
  quiet_ninja "$tree" "${targets[@]}" read_matrix_market || return  # what is compared with SciPy
  ctest --test-dir "$tree" --output-on-failure -j "$jobs" -R "^($sanitized_rooms)\." -LE slow
}

sanitize_threads() {
  local tree=$root/build/tsan
  cmake -S "$root" --preset tsan -DCMAKE_CXX_COMPILER="$cxx" -DSTEELYARD_UNITY=ON >"$logs/tsan-configure.log" || return
  if ! ninja -C "$tree" -t query tsan_tests >/dev/null 2>&1; then
    echo "no test is labelled tsan"
    return 1
  fi
  quiet_ninja "$tree" tsan_tests || return
  # Address randomisation of newer kernels leaves the sanitizer no room for its shadow memory.
  setarch "$(uname -m)" -R ctest --test-dir "$tree" --output-on-failure -j "$jobs" -L '^tsan$'
}

quiet_ninja() {
  local tree=$1 log
  log=$logs/$(basename -- "$1")-build.log
  shift
  ninja -C "$tree" "$@" >"$log" || { grep -v '^\[' -- "$log" | tail -n 60; return 1; }
}

test_rust() {
  local cargo
  cargo=$(usable_cargo)
  [ -n "$cargo" ] || { echo "no cargo of version $rust_minimum or newer"; return 77; }
  run_cargo "$cargo" test --workspace --locked
}

lint_format() { "$root/tools/lint" format; }
lint_tidy() { "$root/tools/lint" tidy; }
lint_rust() { "$root/tools/lint" rust; }
lint_python() { "$root/tools/lint" python; }

print_table() {
  local i
  printf '\n%-22s %8s  %s\n' step minutes result
  for i in "${!names[@]}"; do
    printf '%-22s %8s  %s\n' "${names[i]}" "$(minutes "${durations_s[i]}")" "${results[i]}"
  done
  printf '%-22s %8s  logs: %s\n' total "$(minutes $((EPOCHSECONDS - began)))" "$logs"
}

minutes() { printf '%d.%d' $(($1 / 60)) $(($1 % 60 / 6)); }

mkdir -p -- "$logs" || fail 5 "cannot write to $logs"
if step packages install_packages && step subjects subjects_of_other_languages && step build build_everything; then
  exec 9>&-  # tests start the launcher themselves
  step format lint_format
  step python-syntax lint_python
  step rust-lint lint_rust
  step rust-tests test_rust
  step tests run_ctest
  if [ $quick = no ]; then
    step asan-ubsan sanitize_addresses
    step tsan sanitize_threads
  fi
  [ $tidy = no ] || step clang-tidy lint_tidy
fi
print_table
printf '%s passed, %s failed%s\n' "$passed" "$failed" "$([ "$skipped" -eq 0 ] || printf ', %s skipped' "$skipped")"
[ "$failed" -eq 0 ]
exit
