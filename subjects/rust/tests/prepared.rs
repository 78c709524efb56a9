// SPDX-License-Identifier: Apache-2.0
//! Prepared files (docs/prepared-file.md), written here byte by byte: good ones and broken ones.

use serde_json::{json, Value};
use std::fs;
use std::path::PathBuf;
use steelyard_sdk::Session;
use steelyard_subject_rust::subject;

const IMPLEMENTATIONS: [&str; 3] = ["rust-serial", "rust-scoped-threads", "rust-rayon"];

enum Numbers {
    Float64(Vec<f64>),
    Int64(Vec<i64>),
    Int32(Vec<i32>),
}

impl Numbers {
    fn element(&self) -> (&'static str, usize) {
        match self {
            Numbers::Float64(list) => ("float64", list.len()),
            Numbers::Int64(list) => ("int64", list.len()),
            Numbers::Int32(list) => ("int32", list.len()),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Numbers::Float64(list) => list
                .iter()
                .flat_map(|number| number.to_ne_bytes())
                .collect(),
            Numbers::Int64(list) => list
                .iter()
                .flat_map(|number| number.to_ne_bytes())
                .collect(),
            Numbers::Int32(list) => list
                .iter()
                .flat_map(|number| number.to_ne_bytes())
                .collect(),
        }
    }
}

fn put(file: &mut [u8], offset: usize, bytes: &[u8]) {
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
}

fn prepared(kind: u32, shape: [u64; 3], arrays: &[(&str, Numbers)]) -> Vec<u8> {
    let mut file = vec![0; 64 + 64 * arrays.len()];
    put(&mut file, 0, b"STLYPREP");
    for (offset, number) in [(8, 1_u32), (12, 0x0102_0304), (16, kind), (20, 0)] {
        put(&mut file, offset, &number.to_ne_bytes());
    }
    let [rows, cols, entries] = shape;
    for (offset, number) in [
        (24, rows),
        (32, cols),
        (40, entries),
        (48, arrays.len() as u64),
    ] {
        put(&mut file, offset, &number.to_ne_bytes());
    }
    for (index, (name, numbers)) in arrays.iter().enumerate() {
        let (element, count) = numbers.element();
        let (entry, offset, bytes) = (64 + 64 * index, file.len(), numbers.bytes());
        put(&mut file, entry, name.as_bytes());
        put(&mut file, entry + 16, element.as_bytes());
        for (at, number) in [(32, offset), (40, count), (48, bytes.len())] {
            put(&mut file, entry + at, &(number as u64).to_ne_bytes());
        }
        file.extend(bytes);
        file.resize((file.len() + 63) / 64 * 64, 0);
    }
    file
}

/// 4 x 3 with an empty row, a full one and an explicit zero:
/// ```text
/// .  .  2.5
/// .  .  .
/// 1  2  3
/// .  0  .
/// ```
fn csr_file() -> Vec<u8> {
    let arrays = [
        ("values", Numbers::Float64(vec![2.5, 1.0, 2.0, 3.0, 0.0])),
        ("columns", Numbers::Int32(vec![2, 0, 1, 2, 1])),
        ("row_begin", Numbers::Int64(vec![0, 1, 1, 4, 5])),
        ("x", Numbers::Float64(vec![10.0, 0.1, -4.0])),
    ];
    prepared(1, [4, 3, 5], &arrays)
}

fn dense_file() -> Vec<u8> {
    let arrays = [
        (
            "values",
            Numbers::Float64(vec![1.0, 2.0, 3.0, 0.5, 0.0, -1.0]),
        ),
        ("x", Numbers::Float64(vec![1.0, 10.0, 100.0])),
    ];
    prepared(0, [2, 3, 6], &arrays)
}

/// A file of this test process, removed at the end of its test.
struct Scratch(PathBuf);

impl Scratch {
    fn holding(name: &str, bytes: &[u8]) -> Scratch {
        let name = format!("steelyard-rust-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, bytes).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn ask(session: &mut Session, request: Value) -> Value {
    serde_json::from_str(&session.answer(request.to_string().as_bytes()).text).unwrap()
}

fn open(implementation: &str, workers: usize, kind: &str, file: &Scratch) -> Value {
    json!({
        "op": "open", "study": "matvec", "implementation": implementation, "workers": workers,
        "workload": {"kind": kind, "source": "prepared", "path": file.0},
    })
}

fn product(implementation: &str, workers: usize, kind: &str, file: &Scratch) -> Vec<f64> {
    let subject = subject();
    let mut session = Session::over(&subject);
    let opened = ask(&mut session, open(implementation, workers, kind, file));
    assert_eq!(opened["op"], "open", "{opened}");
    ask(&mut session, json!({"op": "call", "count": 1}));
    let result = Scratch::holding("y", b"");
    let written = ask(&mut session, json!({"op": "output", "path": result.0}));
    assert_eq!(written["op"], "output", "{written}");
    let bytes = fs::read(&result.0).unwrap();
    let number = |bytes: &[u8]| f64::from_ne_bytes(bytes.try_into().unwrap());
    bytes.chunks(8).map(number).collect()
}

#[test]
fn products_of_prepared_matrices_are_exact() {
    let csr = Scratch::holding("csr", &csr_file());
    let dense = Scratch::holding("dense", &dense_file());
    for implementation in IMPLEMENTATIONS {
        for workers in [1, 2, 3, 16] {
            let y = product(implementation, workers, "csr", &csr);
            assert_eq!(
                y,
                [-10.0, 0.0, 10.0 + 2.0 * 0.1 - 12.0, 0.0],
                "{implementation}"
            );
            assert!(y[1].is_sign_positive(), "an empty row is +0");
            assert_eq!(
                product(implementation, workers, "dense", &dense),
                [321.0, -99.5]
            );
        }
    }
}

/// The bytes with `change` written at `offset`.
fn with(mut file: Vec<u8>, offset: usize, change: &[u8]) -> Vec<u8> {
    put(&mut file, offset, change);
    file
}

fn broken_files() -> Vec<(&'static str, Vec<u8>)> {
    let word = |number: u64| number.to_ne_bytes();
    let file = csr_file;
    let array_begin = |index: usize| {
        let bytes = file()[64 + 64 * index + 32..][..8].try_into().unwrap();
        u64::from_ne_bytes(bytes) as usize
    };
    let row_begin = array_begin(2);
    vec![
        ("an empty file", Vec::new()),
        ("half a header", file()[..40].to_vec()),
        ("another magic", with(file(), 0, b"STLYPREQ")),
        ("version 2", with(file(), 8, &2_u32.to_ne_bytes())),
        (
            "another byte order",
            with(file(), 12, &0x0403_0201_u32.to_ne_bytes()),
        ),
        ("kind 2", with(file(), 16, &2_u32.to_ne_bytes())),
        (
            "the kind of the other",
            with(file(), 16, &0_u32.to_ne_bytes()),
        ),
        ("more rows than offsets", with(file(), 24, &word(5))),
        (
            "10^18 rows",
            with(file(), 24, &word(1_000_000_000_000_000_000)),
        ),
        ("rows that overflow", with(file(), 24, &word(u64::MAX))),
        ("2^63 entries", with(file(), 40, &word(1 << 63))),
        ("arrays without end", with(file(), 48, &word(u64::MAX))),
        ("no x", with(file(), 48, &word(3))),
        (
            "an array behind the end",
            with(file(), 64 + 32, &word(1 << 40)),
        ),
        (
            "an offset that overflows",
            with(file(), 64 + 32, &word(u64::MAX - 63)),
        ),
        ("an array out of alignment", with(file(), 64 + 32, &word(8))),
        ("bytes unlike the count", with(file(), 64 + 48, &word(8))),
        ("an unknown element type", with(file(), 64 + 16, b"float16")),
        ("another element type", with(file(), 64 + 16, b"int64\0\0")),
        ("a cut file", file()[..file().len() - 64].to_vec()),
        (
            "offsets that descend",
            with(file(), row_begin + 16, &word(0)),
        ),
        (
            "an offset that is negative",
            with(file(), row_begin + 8, &(-1_i64).to_ne_bytes()),
        ),
        (
            "an offset beyond the entries",
            with(file(), row_begin + 24, &word(9)),
        ),
        (
            "offsets that do not start at 0",
            with(file(), row_begin, &word(1)),
        ),
        (
            "offsets that end early",
            with(file(), row_begin + 32, &word(4)),
        ),
    ]
}

#[test]
fn broken_files_are_failures_and_the_subject_stays_usable() {
    let good = Scratch::holding("good", &csr_file());
    let subject = subject();
    for implementation in IMPLEMENTATIONS {
        let mut session = Session::over(&subject);
        for (what, bytes) in broken_files() {
            let file = Scratch::holding("broken", &bytes);
            let answer = ask(&mut session, open(implementation, 3, "csr", &file));
            assert_eq!(
                answer["error"]["code"], "failed",
                "{implementation}, {what}: {answer}"
            );
            let call = ask(&mut session, json!({"op": "call", "count": 1}));
            assert_eq!(call["error"]["code"], "bad_state", "{what}");
        }
        let answer = ask(&mut session, open(implementation, 3, "csr", &good));
        assert_eq!(answer["op"], "open");
    }
}

#[test]
fn a_column_outside_the_matrix_fails_in_the_call() {
    let subject = subject();
    for column in [-1, 3, i32::MIN] {
        let mut bytes = csr_file();
        let columns = u64::from_ne_bytes(bytes[128 + 32..][..8].try_into().unwrap()) as usize;
        put(&mut bytes, columns, &column.to_ne_bytes());
        let file = Scratch::holding("column", &bytes);
        for implementation in IMPLEMENTATIONS {
            let mut session = Session::over(&subject);
            ask(&mut session, open(implementation, 2, "csr", &file));
            let answer = ask(&mut session, json!({"op": "call", "count": 1}));
            assert_eq!(
                answer["error"]["code"], "failed",
                "column {column}: {answer}"
            );
            let described = ask(&mut session, json!({"op": "describe"}));
            assert_eq!(described["op"], "describe");
        }
    }
}

#[test]
fn a_file_of_the_other_kind_or_none_at_all_is_a_failure() {
    let subject = subject();
    let mut session = Session::over(&subject);
    let dense = Scratch::holding("other", &dense_file());
    let answer = ask(&mut session, open("rust-serial", 1, "csr", &dense));
    assert_eq!(answer["error"]["code"], "failed");
    let nowhere = Scratch(PathBuf::from("/nonexistent/prepared"));
    let answer = ask(&mut session, open("rust-serial", 1, "csr", &nowhere));
    assert_eq!(answer["error"]["code"], "failed");
}
