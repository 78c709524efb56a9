// SPDX-License-Identifier: Apache-2.0
//! The program as the engine sees it: arguments, lines, end of input, exit status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_steelyard-subject-rust");

/// The program after it has read `input`; a pipe that it closes early is no fault of the test.
fn after(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut requests = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || requests.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

fn answers(input: &[u8]) -> Vec<String> {
    let output = after(&["--steelyard-subject"], input);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn without_its_flag_it_says_what_it_is_and_exits_with_2() {
    for arguments in [&[][..], &["--help"], &["describe"]] {
        let output = after(arguments, b"{\"op\":\"describe\"}\n");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(
            text.contains("Steelyard subject") && text.contains("--steelyard-subject"),
            "{text}"
        );
    }
}

#[test]
fn end_of_input_ends_it_in_peace() {
    assert!(answers(b"").is_empty());
    assert_eq!(answers(b"{\"op\":\"describe\"}\n").len(), 1);
    // A last line without its newline is answered, as a line.
    assert_eq!(answers(b"{\"op\":\"describe\"}").len(), 1);
}

#[test]
fn nothing_is_read_after_close() {
    let found = answers(b"{\"op\":\"close\"}\n{\"op\":\"describe\"}\n");
    assert_eq!(found, ["{\"op\":\"close\",\"workers\":[]}"]);
}

#[test]
fn a_line_over_64_mib_is_refused_and_the_next_one_served() {
    let mut input = b"{\"op\":\"describe\",\"x\":\"".to_vec();
    input.resize((64 << 20) + 1, b'x');
    input.extend_from_slice(b"\"}\n{\"op\":\"close\"}\n");
    let found = answers(&input);
    assert_eq!(found.len(), 2);
    assert!(found[0].contains("bad_request"), "{}", found[0]);
    assert!(found[1].contains("\"op\":\"close\""));
}

#[test]
fn a_broken_pipe_is_an_exit_status_and_no_signal() {
    let mut child = Command::new(PROGRAM)
        .arg("--steelyard-subject")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut requests = child.stdin.take().unwrap();
    requests.write_all(b"{\"op\":\"describe\"}\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(5));
}
