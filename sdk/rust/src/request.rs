// SPDX-License-Identifier: Apache-2.0
use crate::fields::Fields;
use crate::matvec::Workload;
use crate::{Code, Error};
use serde_json::Value;

const MOST_WORKERS: u64 = 65_536;
const MOST_CALLS: u64 = 1_000_000;
const MOST_SECONDS: f64 = 86_400.0;

#[derive(Debug)]
pub(crate) enum Request {
    Describe,
    Open(OpenRequest),
    Call(CallRequest),
    RunFor(RunForRequest),
    Output { path: String },
    Close,
}

/// What an implementation is opened with.
#[derive(Clone, Debug)]
pub struct OpenRequest {
    pub study: String,
    pub implementation: String,
    pub workload: Workload,
    /// 1 to 65536.
    pub workers: usize,
    /// Already applied to the process: told, not to be set.
    pub cpus: Vec<u64>,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Validation {
    Each,
    Last,
    None,
}

#[derive(Debug)]
pub(crate) struct CallRequest {
    pub(crate) count: u64,
    pub(crate) validate: Validation,
}

#[derive(Debug)]
pub(crate) struct RunForRequest {
    pub(crate) seconds: f64,
    pub(crate) min_calls: u64,
    pub(crate) max_calls: u64,
}

impl Request {
    pub(crate) fn parse(line: &[u8]) -> Result<Request, Error> {
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| Error::bad_request(format!("no JSON object: {error}")))?;
        let fields = match &value {
            Value::Object(map) => Fields(map),
            _ => return Err(Error::bad_request("no JSON object")),
        };
        match fields.text("op")? {
            "describe" => Ok(Request::Describe),
            "open" => open(&fields).map(Request::Open),
            "call" => call(&fields).map(Request::Call),
            "run_for" => run_for(&fields).map(Request::RunFor),
            "output" => output_path(&fields).map(|path| Request::Output { path }),
            "close" => Ok(Request::Close),
            other => Err(Error::new(Code::UnknownOp, format!("no op '{other}'"))),
        }
    }
}

fn open(fields: &Fields) -> Result<OpenRequest, Error> {
    Ok(OpenRequest {
        study: fields.text("study")?.to_owned(),
        implementation: fields.text("implementation")?.to_owned(),
        workload: Workload::parse(&fields.object("workload")?)?,
        workers: fields.count_to("workers", MOST_WORKERS)? as usize,
        cpus: if fields.has("cpus") {
            fields.whole_numbers("cpus")?
        } else {
            Vec::new()
        },
        seed: if fields.has("seed") {
            fields.whole_number("seed")?
        } else {
            0
        },
    })
}

fn call(fields: &Fields) -> Result<CallRequest, Error> {
    let validate = if fields.has("validate") {
        fields.text("validate")?
    } else {
        "each"
    };
    Ok(CallRequest {
        count: fields.count_to("count", MOST_CALLS)?,
        validate: match validate {
            "each" => Validation::Each,
            "last" => Validation::Last,
            "none" => Validation::None,
            _ => return Err(Error::bad_request("'validate' must be each, last or none")),
        },
    })
}

fn run_for(fields: &Fields) -> Result<RunForRequest, Error> {
    let calls_or = |name, absent| {
        if fields.has(name) {
            fields.count_to(name, MOST_CALLS)
        } else {
            Ok(absent)
        }
    };
    let request = RunForRequest {
        seconds: fields.number("seconds")?,
        min_calls: calls_or("min_calls", 3)?,
        max_calls: calls_or("max_calls", MOST_CALLS)?,
    };
    if !(0.0..=MOST_SECONDS).contains(&request.seconds) {
        return Err(Error::bad_request(format!(
            "'seconds' must be 0 to {MOST_SECONDS}"
        )));
    }
    if request.min_calls > request.max_calls {
        return Err(Error::bad_request(
            "'min_calls' must not be above 'max_calls'",
        ));
    }
    Ok(request)
}

fn output_path(fields: &Fields) -> Result<String, Error> {
    match fields.text("path")? {
        "" => Err(Error::bad_request("'path' must not be empty")),
        path => Ok(path.to_owned()),
    }
}
