// SPDX-License-Identifier: Apache-2.0
//! What an implementation prints must not come between the answers. This program starts itself as a
//! subject that prints in every call.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use steelyard_sdk::matvec::{InputRecord, Kind};
use steelyard_sdk::{
    run, Build, Cost, Error, Implementation, Kernel, OpenRequest, Opened, Subject, Worker,
};

struct Talkative([f64; 1]);

impl Kernel for Talkative {
    fn call(&mut self) {
        println!("a stray line");
        self.0 = [0.5];
    }

    fn y(&mut self) -> &mut [f64] {
        &mut self.0
    }

    fn workers(&mut self) -> Result<Vec<Worker>, Error> {
        print!("a stray word");
        Ok(Vec::new())
    }
}

fn open(_: &OpenRequest) -> Result<Opened, Error> {
    println!("a stray line");
    Ok(Opened {
        kernel: Box::new(Talkative([0.0])),
        input: InputRecord {
            input_ns: 0,
            arrays: Vec::new(),
        },
        versions: Vec::new(),
        workers_started: 1,
    })
}

fn talkative() -> Subject {
    Subject {
        name: "talkative",
        version: "1",
        language: "Rust 2021",
        build: Build::default(),
        implementations: vec![Implementation {
            id: "talkative",
            kinds: &[Kind::Dense],
            parallel: false,
            cost: Cost::Native,
            lifecycle: "none",
            notes: "",
            requires: &[],
            missing: None,
            open,
        }],
    }
}

const REQUESTS: &[u8] = br#"{"op":"open","study":"matvec","implementation":"talkative","workload":{"kind":"dense","source":"formula","name":"dense","rows":1,"cols":1},"workers":1}
{"op":"call","count":2}
{"op":"close"}
"#;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--steelyard-subject") {
        return run(&talkative());
    }
    let mut child = Command::new(std::env::current_exe().unwrap())
        .arg("--steelyard-subject")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(REQUESTS).unwrap();
    let output = child.wait_with_output().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    assert_eq!(answers.lines().count(), 3, "{answers}");
    assert!(
        answers.lines().all(|line| line.starts_with('{')),
        "{answers}"
    );
    assert_eq!(log.matches("a stray line").count(), 3, "{log}");
    ExitCode::SUCCESS
}
