# SPDX-License-Identifier: Apache-2.0
# Sourced by the launcher: writes build/subjects.json, which tells the program what can be measured
# here: the descriptors subjects/*/subject.json with the commands that start them, or why they cannot.

write_subjects() {
  local file=$root/build/subjects.json key
  local descriptors=("$root"/subjects/{cpp,rust,python}/subject.json)
  key=$(printf '%s\n' "$root"; cat -- "${descriptors[@]}" "$root/tools/setup/subjects.sh" "$state"/{rust,python}.state)
  is_up_to_date subjects "$key" && [ -f "$file" ] && return
  {
    printf '{"schema":"steelyard.subjects/1","subjects":[\n'
    subject cpp "$root/build/release/subjects/cpp/steelyard-subject-cpp" "" ""
    printf ',\n'
    subject_from_state rust
    printf ',\n'
    subject_from_state python
    printf '\n]}\n'
  } >"$file.part" && mv -f -- "$file.part" "$file" || fail 5 "cannot write $file"
  mark_up_to_date subjects "$key"
}

subject_from_state() {
  local program why install
  { read -r program; read -r why; read -r install; } <"$state/$1.state"
  if [ "$1" = python ] && [ -n "$program" ]; then
    subject python "$program" "$why" "$install" -I "$root/subjects/python/main.py"
  else
    subject "$1" "$program" "$why" "$install"
  fi
}

# subject NAME PROGRAM WHY INSTALL [ARGUMENT...]: "unavailable" without a program, "missing" where a
# program runs but not all of its implementations can.
subject() {
  local name=$1 program=$2 why=$3 install=$4 descriptor=$root/subjects/$1/subject.json
  shift 4
  printf '{"name":%s,"language":%s,\n ' "$(quoted "$name")" \
    "$(sed -n 's/.*"language": *\("[^"]*"\).*/\1/p' -- "$descriptor")"
  if [ -n "$program" ]; then
    printf '"command":[%s],\n ' "$(quoted_list "$program" "$@")"
    [ -z "$why" ] || printf '"missing":%s,"install":%s,\n ' "$(quoted "$why")" "$(quoted "$install")"
  else
    printf '"unavailable":%s,"install":%s,\n ' "$(quoted "$why")" "$(quoted "$install")"
  fi
  printf '"implementations":[%s]}' \
    "$(tr -d '\n' <"$descriptor" | sed 's/.*"implementations": *\[\([^]]*\)\].*/\1/; s/ //g')"
}

quoted_list() {
  local separator= word
  for word in "$@"; do
    printf '%s%s' "$separator" "$(quoted "$word")"
    separator=,
  done
}

# A JSON string; control characters, which only a tool's message could hold, become spaces.
quoted() {
  local text=${1//[[:cntrl:]]/ }
  text=${text//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}
