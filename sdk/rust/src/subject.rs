// SPDX-License-Identifier: Apache-2.0
use crate::channel::{self, Line};
use crate::matvec::{InputRecord, Kind};
use crate::{Error, OpenRequest, Session, Worker};
use std::io::{self, Write};
use std::process::ExitCode;

/// A program that carries implementations; what `describe` answers.
pub struct Subject {
    pub name: &'static str,
    pub version: &'static str,
    /// "Rust 2021".
    pub language: &'static str,
    pub build: Build,
    pub implementations: Vec<Implementation>,
}

/// How the program was built; `None` where it is not known or does not apply.
#[derive(Default)]
pub struct Build {
    pub compiler: Option<&'static str>,
    pub flags: Option<&'static str>,
    /// "sha256:...".
    pub source_hash: Option<&'static str>,
}

/// One way to do the work.
pub struct Implementation {
    pub id: &'static str,
    pub kinds: &'static [Kind],
    /// False: always one worker, however many are asked for.
    pub parallel: bool,
    pub cost: Cost,
    /// What is reused between calls, in one line.
    pub lifecycle: &'static str,
    /// The bound of the runtime's spin time belongs here.
    pub notes: &'static str,
    pub requires: &'static [&'static str],
    /// Set: not available here. `open` is then never called.
    pub missing: Option<Missing>,
    /// Starts the runtime and builds the input. The time that `Input::build` took is told apart.
    pub open: fn(&OpenRequest) -> Result<Opened, Error>,
}

/// How dear a process is, for the planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    Native,
    Interpreted,
    Jit,
}

impl Cost {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Cost::Native => "native",
            Cost::Interpreted => "interpreted",
            Cost::Jit => "jit",
        }
    }
}

/// Why an implementation is not available, and the line that installs it.
pub struct Missing {
    pub reason: String,
    pub install: String,
}

/// An implementation that is ready to be called.
pub struct Opened {
    pub kernel: Box<dyn Kernel>,
    pub input: InputRecord,
    /// Runtimes really loaded.
    pub versions: Vec<(&'static str, String)>,
    pub workers_started: usize,
}

/// The operation on its built input.
pub trait Kernel {
    /// Writes every element of y. Timed: prints and validates nothing.
    fn call(&mut self);

    fn y(&mut self) -> &mut [f64];

    /// The threads that compute, each with the mask that it reads itself.
    fn workers(&mut self) -> Result<Vec<Worker>, Error>;
}

/// The whole life of a subject's process, from its arguments to its exit status.
pub fn run(subject: &Subject) -> ExitCode {
    if std::env::args_os()
        .skip(1)
        .all(|argument| argument != "--steelyard-subject")
    {
        eprintln!(
            "{} {} is a Steelyard subject ({}). The engine starts it with --steelyard-subject and \
             talks to it over standard input and output, as docs/protocol.md says.",
            subject.name, subject.version, subject.language
        );
        return ExitCode::from(2);
    }
    match converse(subject) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!(
                "{}: the conversation with the engine broke: {error}",
                subject.name
            );
            ExitCode::from(5)
        }
    }
}

fn converse(subject: &Subject) -> io::Result<()> {
    let mut answers = channel::claim_output()?;
    let mut requests = io::stdin().lock();
    let mut session = Session::over(subject);
    let mut line = Vec::new();
    loop {
        let reply = match channel::read_line(&mut requests, &mut line, channel::LONGEST_LINE)? {
            Line::Complete => session.answer(&line),
            Line::TooLong => session.refuse_long_line(),
            Line::End => return Ok(()),
        };
        answers.write_all(reply.text.as_bytes())?;
        if reply.is_last {
            return Ok(());
        }
    }
}
