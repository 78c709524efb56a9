# SPDX-License-Identifier: Apache-2.0
# Sourced by the launcher: builds the Rust subject into build/rust. Without it the Rust rows say why;
# rust.state then has three lines: program, why it is unavailable, how to get it.

rust_minimum=1.63
rust_install="apt-get install cargo rustc"

cargo_candidates() { type -ap cargo; [ -x "${HOME-}/.cargo/bin/cargo" ] && printf '%s\n' "$HOME/.cargo/bin/cargo"; }

# The newest cargo that runs and is new enough; empty when there is none.
usable_cargo() {
  local path version newest= chosen=
  while read -r path; do
    version=$(timeout 20 "$path" --version 2>/dev/null | sed -n 's/^cargo \([0-9.]*\).*/\1/p')
    [ -n "$version" ] && version_at_least "$version" "$rust_minimum" || continue
    if [ -z "$newest" ] || ! version_at_least "$newest" "$version"; then
      newest=$version chosen=$path
    fi
  done < <(cargo_candidates | sort -u)
  printf '%s' "$chosen"
}

set_up_rust() {
  local key program=$root/build/rust/release/steelyard-subject-rust
  key=$(rust_inputs)
  if is_up_to_date rust "$key"; then
    [ -x "$program" ] || [ -n "$(sed -n 2p -- "$state/rust.state" 2>/dev/null)" ] && return
  fi
  build_rust_subject
  mark_up_to_date rust "$key"
}

rust_inputs() {
  local folders=("$root/subjects/rust")
  [ ! -d "$root/sdk/rust" ] || folders+=("$root/sdk/rust")
  find "${folders[@]}" -type f -print0 | sort -z | xargs -0 sha256sum -- | sha256sum
  printf '%s\n' "$root"
  cargo_candidates
  # A toolchain changed under rustup leaves cargo's own path and time as they were.
  stat -L -c '%n %Y' -- "${RUSTUP_HOME:-${HOME-}/.rustup}"/{settings.toml,toolchains} \
    /usr/bin/cargo /usr/bin/rustc 2>/dev/null
}

build_rust_subject() {
  local cargo log=$state/rust.log
  cargo=$(usable_cargo)
  if [ -z "$cargo" ]; then
    ! has_package cargo-web || rust_install="apt-get install cargo-web rustc-web"
    write_state rust "" "no cargo of version $rust_minimum or newer" "$rust_install"
  elif ! run_step "building the Rust subject" "$log" run_cargo "$cargo" build --release --locked; then
    write_state rust "" "cargo build failed: $(reason_in "$log") (log: build/setup/rust.log)" \
      "./steelyard setup"
  elif [ ! -x "$program" ]; then
    write_state rust "" "cargo built no steelyard-subject-rust" "./steelyard setup"
  else
    write_state rust "$program" "" ""
  fi
}

# From its folder and without RUSTFLAGS, so that the flags of its .cargo/config.toml hold.
run_cargo() (
  cd -- "$root/subjects/rust" || exit
  unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS CARGO_BUILD_TARGET
  PATH=$(dirname -- "$1"):$PATH CARGO_TARGET_DIR=$root/build/rust exec "$@"
)
