# SPDX-License-Identifier: Apache-2.0
# Sourced by the launcher: makes build/python with the locked packages. Without it the Python rows say
# why; python.state then has three lines: interpreter, what is missing, how to get it.

venv=$root/build/python
requirements=$root/subjects/python/requirements.txt
python_versions="3.10 to 3.13"  # what the locked wheels exist for

python_candidates() {  # paths, newest version first
  local minor path
  for minor in 13 12 11 10; do
    type -ap "python3.$minor"
    for path in "${PYENV_ROOT:-${HOME-}/.pyenv}"/versions/3.$minor.*/bin/python3.$minor; do
      [ -x "$path" ] && printf '%s\n' "$path"
    done
  done
  type -ap python3
  [ -x /usr/bin/python3 ] && printf '%s\n' /usr/bin/python3
}

# A candidate counts when it runs: a version manager's shim may exist for a version that does not.
first_python_that() {
  local path
  while read -r path; do
    timeout 20 "$path" -I -c "import sys
if not ($1): sys.exit(1)" >/dev/null 2>&1 && printf '%s\n' "$path" && return
  done < <(python_candidates)
  return 1
}

usable_python() {
  first_python_that '__import__("venv") and __import__("ensurepip") and
    sys.implementation.name == "cpython" and (3, 10) <= sys.version_info < (3, 14) and
    sys.maxsize > 2**32 and not __import__("sysconfig").get_config_var("Py_GIL_DISABLED")'
}

bare_python() { first_python_that 'sys.version_info >= (3, 10)'; }

set_up_python() {
  local key interpreter
  key=$(hash_of_files "$requirements" "$root/tools/setup/python.sh"; printf '%s\n' "$root"; python_candidates)
  if is_up_to_date python "$key"; then
    interpreter=$(head -n 1 -- "$state/python.state" 2>/dev/null)
    { [ -z "$interpreter" ] || [ -x "$interpreter" ]; } && return
  fi
  make_python_environment
  mark_up_to_date python "$key"
}

make_python_environment() {
  local python log=$state/python.log
  rm -rf -- "$venv"
  if ! python=$(usable_python); then
    write_state python "$(bare_python)" "no CPython of version $python_versions with venv and ensurepip" \
      "apt-get install python3 python3-venv"
    return
  fi
  if ! run_step "creating the Python environment" "$log" "$python" -I -m venv -- "$venv"; then
    write_state python "$python" "$python -m venv failed: $(reason_in "$log")" "./steelyard setup"
  elif ! run_step "installing numpy, scipy and numba for $(basename -- "$python")" "$log" \
    "$venv/bin/python" -I -m pip install --disable-pip-version-check --no-input --no-deps \
    --require-hashes --only-binary :all: -r "$requirements"; then
    write_state python "$venv/bin/python" "pip could not install the locked packages: $(reason_in "$log")" \
      "./steelyard setup"
  else
    write_state python "$venv/bin/python" "" ""
  fi
}

write_state() {  # NAME PROGRAM WHY INSTALL
  printf '%s\n' "$2" "$3" "$4" >"$state/$1.state"
  [ -z "$3" ] || say "$1: $3; to get it: $4"
}

# The first line of a log that calls itself an error, or the last one.
reason_in() {
  { grep -m 1 -E '^(error|ERROR)' -- "$1" || grep -v '^[[:space:]]*$' -- "$1" | tail -n 1; } | cut -c 1-300
}
