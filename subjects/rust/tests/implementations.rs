// SPDX-License-Identifier: Apache-2.0
//! Every implementation on every kind, size and number of workers, against oracle/oracle.py.

use serde_json::{json, Value};
use std::collections::BTreeSet;
use steelyard_sdk::Session;
use steelyard_subject_rust::subject;

const IMPLEMENTATIONS: [&str; 3] = ["rust-serial", "rust-scoped-threads", "rust-rayon"];
const WORKERS: [usize; 4] = [1, 2, 3, 16];

/// Formula, rows, columns, sum and hash, as oracle/oracle.py prints them.
const EXPECTED: [(&str, usize, usize, i64, &str); 12] = [
    ("dense", 1, 1, 1517, "0x264303f2ec57b3b0"),
    ("dense", 7, 7, -1990, "0x521ae49f830bf832"),
    ("dense", 64, 64, -11706, "0x099785e23d5b79b5"),
    ("dense", 5, 9, -570, "0xfc09071b73c179f0"),
    ("dense", 9, 5, -1197, "0x280e7ee1c3cf4002"),
    ("csr-uniform", 16, 16, -6627, "0x0550e422cc5c9aa5"),
    ("csr-uniform", 33, 1226, -29217, "0x95be99b7017e439a"),
    ("csr-uniform", 4096, 4096, 119837, "0xdd40f906ecc8430c"),
    ("csr-skewed", 16, 16, -6627, "0x0550e422cc5c9aa5"),
    ("csr-skewed", 49, 613, 10157, "0xe5515a8799527b03"),
    ("csr-skewed", 100, 1, 943, "0x0ff252db10d2b348"),
    ("csr-skewed", 4096, 4096, 7929, "0xb75a74c26f7e6f08"),
];

fn ask(session: &mut Session, request: Value) -> Value {
    serde_json::from_str(&session.answer(request.to_string().as_bytes()).text).unwrap()
}

fn open(implementation: &str, workers: usize, formula: &str, rows: usize, cols: usize) -> Value {
    let kind = formula.split('-').next().unwrap();
    json!({
        "op": "open", "study": "matvec", "implementation": implementation, "workers": workers,
        "workload": {"kind": kind, "source": "formula", "name": formula, "rows": rows, "cols": cols},
    })
}

#[test]
fn every_result_is_the_oracles() {
    let subject = subject();
    for implementation in IMPLEMENTATIONS {
        for workers in WORKERS {
            // One conversation, sizes by repeated open.
            let mut session = Session::over(&subject);
            for (formula, rows, cols, sum, hash) in EXPECTED {
                let opened = ask(
                    &mut session,
                    open(implementation, workers, formula, rows, cols),
                );
                assert_eq!(opened["op"], "open", "{opened}");
                let answer = ask(&mut session, json!({"op": "call", "count": 2}));
                let expected = json!([{"call": 0, "sum": sum, "hash": hash}, {"call": 1, "sum": sum, "hash": hash}]);
                assert_eq!(
                    answer["digests"], expected,
                    "{implementation}, {workers} workers, {formula} {rows} x {cols}"
                );
            }
        }
    }
}

#[test]
fn a_closed_loop_gives_the_oracles_result_first_and_last() {
    let subject = subject();
    for implementation in IMPLEMENTATIONS {
        let mut session = Session::over(&subject);
        ask(
            &mut session,
            open(implementation, 3, "csr-skewed", 4096, 4096),
        );
        let request = json!({"op": "run_for", "seconds": 0, "min_calls": 4, "max_calls": 9});
        let answer = ask(&mut session, request);
        let expected = json!({"sum": 7929, "hash": "0xb75a74c26f7e6f08"});
        assert_eq!(
            (&answer["first_digest"], &answer["last_digest"]),
            (&expected, &expected)
        );
        let ns: Vec<u64> = answer["ns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|ns| ns.as_u64().unwrap())
            .collect();
        assert_eq!(ns.len(), 4);
        assert!(answer["wall_ns"].as_u64().unwrap() >= ns.iter().sum());
    }
}

#[test]
fn close_lists_the_workers_and_their_entries_add_up() {
    let subject = subject();
    for implementation in IMPLEMENTATIONS {
        for workers in WORKERS {
            let mut session = Session::over(&subject);
            let opened = ask(
                &mut session,
                open(implementation, workers, "csr-skewed", 4096, 4096),
            );
            let started = if implementation == "rust-serial" {
                1
            } else {
                workers
            };
            assert_eq!(opened["workers_started"], started);
            ask(&mut session, json!({"op": "call", "count": 1}));
            let closed = ask(&mut session, json!({"op": "close"}));
            let listed = closed["workers"].as_array().unwrap();
            assert_eq!(listed.len(), started);
            let threads: BTreeSet<i64> = listed
                .iter()
                .map(|one| one["tid"].as_i64().unwrap())
                .collect();
            assert_eq!(
                threads.len(),
                started,
                "every worker is a thread of its own"
            );
            let entries: u64 = listed
                .iter()
                .map(|one| one["entries"].as_u64().unwrap())
                .sum();
            assert_eq!(entries, 256 * 784 + 3840 * 16);
        }
    }
}

#[test]
fn equal_slabs_show_how_uneven_the_skewed_matrix_is() {
    let subject = subject();
    let mut session = Session::over(&subject);
    ask(
        &mut session,
        open("rust-scoped-threads", 2, "csr-skewed", 4096, 4096),
    );
    let closed = ask(&mut session, json!({"op": "close"}));
    let entries = |worker: usize| closed["workers"][worker]["entries"].as_u64().unwrap();
    assert_eq!(entries(0), 256 * 784 + 1792 * 16);
    assert_eq!(entries(1), 2048 * 16);
}

#[test]
fn the_payload_is_that_of_the_agreed_representation() {
    let subject = subject();
    let mut session = Session::over(&subject);
    let dense = ask(&mut session, open("rust-serial", 1, "dense", 5, 9));
    assert_eq!(dense["payload_bytes"], 8 * 5 * 9 + 8 * 9 + 8 * 5);
    let csr = ask(
        &mut session,
        open("rust-rayon", 2, "csr-uniform", 4096, 4096),
    );
    let entries = 4096 * 64;
    assert_eq!(
        csr["payload_bytes"],
        8 * entries + 4 * entries + 8 * 4097 + 8 * 4096 + 8 * 4096
    );
    assert_eq!(
        csr["arrays"][1],
        json!({"name": "columns", "type": "int32", "count": entries, "bytes": 4 * entries})
    );
    assert_eq!(csr["versions"]["rayon"], "1.10.0");
}

#[test]
fn impossible_sizes_fail_and_the_next_open_works() {
    let subject = subject();
    for implementation in IMPLEMENTATIONS {
        let mut session = Session::over(&subject);
        for (formula, rows, cols) in [
            ("dense", 1_usize << 60, 1_usize << 60),
            ("dense", 2_147_483_647, 2_147_483_647),
            ("csr-uniform", 7, usize::MAX),
            ("csr-skewed", 1 << 40, 1),
        ] {
            let answer = ask(&mut session, open(implementation, 2, formula, rows, cols));
            assert_eq!(
                answer["error"]["code"], "failed",
                "{formula} {rows} x {cols}: {answer}"
            );
        }
        let answer = ask(&mut session, open(implementation, 2, "dense", 7, 7));
        assert_eq!(answer["op"], "open");
    }
}

#[test]
fn the_description_names_the_build() {
    let subject = subject();
    let mut session = Session::over(&subject);
    let described = ask(&mut session, json!({"op": "describe"}));
    assert_eq!(
        (&described["protocol"], &described["subject"]),
        (&json!(1), &json!("rust"))
    );
    let build = &described["build"];
    assert!(build["compiler"].as_str().unwrap().starts_with("rustc 1."));
    assert!(build["flags"].as_str().unwrap().contains("opt-level="));
    for hash in ["source_hash", "executable_hash"] {
        let text = build[hash].as_str().unwrap();
        assert!(
            text.starts_with("sha256:") && text.len() == 71,
            "{hash} is {text}"
        );
    }
    let ids: Vec<&str> = described["implementations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, IMPLEMENTATIONS);
    // What the program knows of them where this subject could not be built.
    let descriptor: Value = serde_json::from_str(include_str!("../subject.json")).unwrap();
    let listed = descriptor["implementations"].as_array().unwrap();
    for (row, one) in listed
        .iter()
        .zip(described["implementations"].as_array().unwrap())
    {
        assert_eq!(
            (&row["id"], &row["parallel"]),
            (&one["id"], &one["parallel"])
        );
    }
    assert_eq!(listed.len(), ids.len());
}
