// SPDX-License-Identifier: Apache-2.0
//! Tells the subject how it was built: compiler, flags, hash of the sources, version of rayon.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../sdk/rust/src/sha256.rs"]
#[allow(dead_code)] // The digest as bytes has no user here.
mod sha256;

/// What the binary is made of, relative to this folder.
const SOURCES: [&str; 7] = [
    ".cargo/config.toml",
    "Cargo.lock",
    "Cargo.toml",
    "build.rs",
    "src",
    "../../sdk/rust/Cargo.toml",
    "../../sdk/rust/src",
];

fn main() {
    let lock = fs::read_to_string("Cargo.lock").expect("Cargo.lock is committed");
    let manifest = fs::read_to_string("Cargo.toml").expect("the manifest is readable");
    export("COMPILER", &compiler());
    export("FLAGS", &flags(&manifest));
    export("SOURCE_HASH", &source_hash());
    export("RAYON", &locked_version(&lock, "rayon"));
    export("RAYON_CORE", &locked_version(&lock, "rayon-core"));
}

fn export(name: &str, value: &str) {
    println!("cargo:rustc-env=STEELYARD_{name}={value}");
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn compiler() -> String {
    let output = Command::new(variable("RUSTC")).arg("--version").output();
    let output = output.expect("cargo names the compiler it uses");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Cargo tells build scripts of the optimisation level and the rustflags, not of the rest of the profile.
fn flags(manifest: &str) -> String {
    let mut flags = vec![format!("-C opt-level={}", variable("OPT_LEVEL"))];
    if variable("PROFILE") == "release" {
        let profile = manifest
            .split("[profile.release]")
            .nth(1)
            .unwrap_or_default();
        let settings = profile
            .lines()
            .skip(1)
            .take_while(|line| !line.starts_with('['));
        for setting in settings.filter(|line| line.contains('=')) {
            flags.push(format!("-C {}", setting.replace([' ', '"'], "")));
        }
    }
    flags.push(variable("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " "));
    flags.join(" ").trim_end().to_owned()
}

fn locked_version(lock: &str, package: &str) -> String {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    let version = lines
        .next()
        .and_then(|line| line.strip_prefix("version = "));
    version.expect("the package is locked").replace('"', "")
}

/// SHA-256 over path and content of every source file, in path order.
fn source_hash() -> String {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
        collect(Path::new(source), &mut files);
    }
    files.sort();
    let mut message = Vec::new();
    for file in files {
        let content = fs::read(&file).expect("a source file is readable");
        message.extend_from_slice(file.to_string_lossy().as_bytes());
        message.extend_from_slice(&(content.len() as u64).to_le_bytes());
        message.extend_from_slice(&content);
    }
    sha256::text(&message)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a source folder is readable") {
            collect(&entry.expect("a source folder is readable").path(), files);
        }
    } else {
        files.push(path.to_owned());
    }
}
