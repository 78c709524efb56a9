// SPDX-License-Identifier: Apache-2.0
use crate::channel::LONGEST_LINE;
use crate::clock::{monotonic_ns, time_call};
use crate::memory::byte_view;
use crate::request::{CallRequest, OpenRequest, Request, RunForRequest, Validation};
use crate::{answer, Code, Digest, Error, Implementation, Kernel, Subject};
use serde_json::Value;
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// The conversation of one process: one answer for each request line.
pub struct Session<'a> {
    subject: &'a Subject,
    kernel: Option<Box<dyn Kernel>>,
    /// Before the first call y holds no result.
    has_result: bool,
}

/// An answer line with its newline.
pub struct Reply {
    pub text: String,
    /// It answers `close`: the process ends after it.
    pub is_last: bool,
}

impl<'a> Session<'a> {
    pub fn over(subject: &'a Subject) -> Session<'a> {
        Session {
            subject,
            kernel: None,
            has_result: false,
        }
    }

    /// Never panics: a panic of an implementation is the answer `failed`.
    pub fn answer(&mut self, line: &[u8]) -> Reply {
        let request = match Request::parse(line) {
            Ok(request) => request,
            Err(error) => return reply(&answer::error(&error), false),
        };
        let is_close = matches!(request, Request::Close);
        // The state a panic leaves behind is dropped unseen, so it need not be unwind safe.
        let outcome = catch_unwind(AssertUnwindSafe(|| self.serve(request)));
        let served = outcome.unwrap_or_else(|panic| {
            self.drop_kernel();
            Err(Error::failed(format!(
                "the implementation panicked: {}; open it again",
                panic_text(panic.as_ref())
            )))
        });
        match served {
            Ok(value) => reply(&value, is_close),
            Err(error) => reply(&answer::error(&error), false),
        }
    }

    pub(crate) fn refuse_long_line(&self) -> Reply {
        let error = Error::bad_request(format!("a line over {LONGEST_LINE} bytes"));
        reply(&answer::error(&error), false)
    }

    fn serve(&mut self, request: Request) -> Result<Value, Error> {
        match request {
            Request::Describe => Ok(answer::describe(self.subject)),
            Request::Open(open) => self.open(&open),
            Request::Call(call) => {
                let answer = measure_calls(self.opened()?, &call);
                self.has_result = true;
                Ok(answer)
            }
            Request::RunFor(run_for) => {
                let answer = measure_loop(self.opened()?, &run_for);
                self.has_result = true;
                Ok(answer)
            }
            Request::Output { .. } if !self.has_result => Err(bad_state("no call was made")),
            Request::Output { path } => write_output(self.opened()?, &path),
            Request::Close => self.close(),
        }
    }

    fn open(&mut self, request: &OpenRequest) -> Result<Value, Error> {
        self.drop_kernel();
        let begin = monotonic_ns();
        let implementation = self.implementation(request)?;
        let opened = (implementation.open)(request)?;
        let whole_ns = monotonic_ns() - begin;
        let value = answer::open(&opened, whole_ns.saturating_sub(opened.input.input_ns));
        self.kernel = Some(opened.kernel);
        Ok(value)
    }

    fn implementation(&self, request: &OpenRequest) -> Result<&'a Implementation, Error> {
        let unsupported = |message: String| Error::new(Code::Unsupported, message);
        if request.study != "matvec" {
            return Err(unsupported(format!("no study '{}'", request.study)));
        }
        let id = &request.implementation;
        let found = self.subject.implementations.iter().find(|one| one.id == id);
        let implementation =
            found.ok_or_else(|| unsupported(format!("no implementation '{id}'")))?;
        let kind = request.workload.kind;
        if !implementation.kinds.contains(&kind) {
            return Err(unsupported(format!("'{id}' has no kind '{}'", kind.name())));
        }
        if let Some(missing) = &implementation.missing {
            return Err(Error::new(Code::Unavailable, missing.reason.clone()));
        }
        Ok(implementation)
    }

    fn opened(&mut self) -> Result<&mut dyn Kernel, Error> {
        match &mut self.kernel {
            Some(kernel) => Ok(kernel.as_mut()),
            None => Err(bad_state("nothing is open")),
        }
    }

    fn close(&mut self) -> Result<Value, Error> {
        let workers = match &mut self.kernel {
            Some(kernel) => kernel.workers()?,
            None => Vec::new(),
        };
        Ok(answer::close(&workers))
    }

    fn drop_kernel(&mut self) {
        let kernel = self.kernel.take();
        self.has_result = false;
        if catch_unwind(AssertUnwindSafe(|| drop(kernel))).is_err() {
            eprintln!("an implementation panicked while it was dropped");
        }
    }
}

fn measure_calls(kernel: &mut dyn Kernel, request: &CallRequest) -> Value {
    let capacity = request.count as usize;
    let (mut ns, mut cpu_ns) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
    let mut digests = Vec::new();
    for call in 0..request.count {
        let is_validated = match request.validate {
            Validation::Each => true,
            Validation::Last => call + 1 == request.count,
            Validation::None => false,
        };
        if is_validated {
            kernel.y().fill(f64::NAN);
        }
        let time = time_call(|| kernel.call());
        ns.push(time.wall_ns);
        cpu_ns.push(time.cpu_ns);
        if is_validated {
            digests.push((call, Digest::of(kernel.y())));
        }
    }
    answer::call(&ns, &cpu_ns, &digests)
}

/// The clock of the loop stands still while the first result is digested.
fn measure_loop(kernel: &mut dyn Kernel, request: &RunForRequest) -> Value {
    let least = request.min_calls as usize;
    let most = request.max_calls as usize;
    let seconds_ns = request.seconds * 1e9;
    let mut ns = Vec::with_capacity(most);

    kernel.y().fill(f64::NAN);
    let begin = monotonic_ns();
    let until_first = timed_call(kernel, &mut ns) - begin;
    let first = Digest::of(kernel.y());
    let resumed = monotonic_ns();
    let mut wall_ns = until_first;
    while ns.len() < most && (ns.len() < least || (wall_ns as f64) < seconds_ns) {
        wall_ns = until_first + (timed_call(kernel, &mut ns) - resumed);
    }

    kernel.y().fill(f64::NAN);
    kernel.call();
    let last = Digest::of(kernel.y());
    answer::run_for(&ns, wall_ns, &first, &last)
}

/// Appends the call's time and returns when it ended.
fn timed_call(kernel: &mut dyn Kernel, ns: &mut Vec<u64>) -> u64 {
    let begin = monotonic_ns();
    kernel.call();
    let end = monotonic_ns();
    ns.push(end - begin);
    end
}

fn write_output(kernel: &mut dyn Kernel, path: &str) -> Result<Value, Error> {
    let bytes = byte_view(kernel.y());
    std::fs::write(path, bytes).map_err(|error| Error::failed(format!("{path}: {error}")))?;
    Ok(answer::output(bytes.len()))
}

fn bad_state(message: &str) -> Error {
    Error::new(Code::BadState, message)
}

fn reply(value: &Value, is_last: bool) -> Reply {
    let mut text = value.to_string();
    if text.len() > LONGEST_LINE {
        let error = Error::failed(format!("the answer is longer than {LONGEST_LINE} bytes"));
        text = answer::error(&error).to_string();
    }
    text.push('\n');
    Reply { text, is_last }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
