# SPDX-License-Identifier: Apache-2.0
# Sourced by the launcher: what it says, and the stamps that tell what is up to date.
# Uses: state (folder of stamps and logs).

say() { printf 'steelyard: %s\n' "$*" >&2; }

fail() {
  local code=$1
  shift
  say "$@"
  exit "$code"
}

# run_step LABEL LOG COMMAND...: runs COMMAND with its output in LOG. A step that takes less than a
# second says nothing; a longer one says its label, then how long it has been going every 15 s, with
# the count of the log's last "[12/80] ..." line. Status: COMMAND's.
run_step() {
  local label=$1 log=$2 began=$EPOCHSECONDS announcer code
  shift 2
  tell_while_running "$label" "$log" "$began" &
  announcer=$!
  # Without the launcher's own input: a package's question or a compiler must not eat a user's pipe.
  "$@" >"$log" 2>&1 </dev/null
  code=$?
  kill "$announcer" 2>/dev/null
  wait "$announcer" 2>/dev/null
  if [ $code -ne 0 ]; then
    say "$label: failed after $((EPOCHSECONDS - began)) s"
  elif [ $((EPOCHSECONDS - began)) -ge 2 ]; then
    say "  done in $((EPOCHSECONDS - began)) s"
  fi
  return $code
}

tell_while_running() {
  local label=$1 log=$2 began=$3 never progress
  exec {never}<> <(:)  # reading it with a time limit is a sleep without a process to leave behind
  read -r -t 1 -u "$never"
  say "$label"
  while read -r -t 15 -u "$never"; [ -d "/proc/$$" ]; do
    progress=$(tail -c 400 -- "$log" 2>/dev/null | grep -o '^\[[0-9]*/[0-9]*\]' | tail -n 1)
    say "  ... ${progress:+$progress }$((EPOCHSECONDS - began)) s"
  done
}

show_log_end() {
  say "the end of $1:"
  tail -n "${2:-30}" -- "$1" >&2
}

# A stamp holds the inputs its step was last done with, as text; a step is up to date while they are
# the same.
is_up_to_date() { [ -f "$state/$1.stamp" ] && [ "$(<"$state/$1.stamp")" = "$2" ]; }
mark_up_to_date() { printf '%s\n' "$2" >"$state/$1.stamp.part" && mv -f -- "$state/$1.stamp.part" "$state/$1.stamp"; }

hash_of_files() { sha256sum -- "$@" 2>/dev/null | sha256sum; }
