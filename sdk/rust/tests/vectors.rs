// SPDX-License-Identifier: Apache-2.0
//! The shared vectors of protocol/vectors/subject, answered by the subject that protocol/README.md describes.

use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use steelyard_sdk::matvec::{Array, InputRecord, Kind, Source};
use steelyard_sdk::{
    Build, Code, Cost, Error, Implementation, Kernel, Missing, OpenRequest, Opened, Session,
    Subject, Worker,
};

struct Vector {
    y: Vec<f64>,
    cols: usize,
    fill: fn(&mut [f64]),
}

impl Kernel for Vector {
    fn call(&mut self) {
        (self.fill)(&mut self.y);
    }

    fn y(&mut self) -> &mut [f64] {
        &mut self.y
    }

    fn workers(&mut self) -> Result<Vec<Worker>, Error> {
        let entries = self.y.len() * self.cols;
        Ok(vec![Worker::current(Some(entries as u64))?])
    }
}

fn open_with(request: &OpenRequest, fill: fn(&mut [f64])) -> Result<Opened, Error> {
    let (rows, cols) = match &request.workload.source {
        Source::Formula { name, rows, cols } if name == "dense" => (*rows as usize, *cols as usize),
        _ => return Err(Error::new(Code::Unsupported, "the formula dense alone")),
    };
    let y = vec![0.0; rows];
    let array = Array {
        name: "y",
        element: "float64",
        count: rows,
        bytes: 8 * rows,
    };
    Ok(Opened {
        kernel: Box::new(Vector { y, cols, fill }),
        input: InputRecord {
            input_ns: 0,
            arrays: vec![array],
        },
        versions: Vec::new(),
        workers_started: 1,
    })
}

fn open_fake(request: &OpenRequest) -> Result<Opened, Error> {
    open_with(request, |y| {
        for (i, value) in y.iter_mut().enumerate() {
            *value = i as f64 - 1.5;
        }
    })
}

fn open_lazy(request: &OpenRequest) -> Result<Opened, Error> {
    open_with(request, |_| {})
}

fn open_failing(request: &OpenRequest) -> Result<Opened, Error> {
    open_with(request, |_| panic!("the vectors want it to fail"))
}

fn vector_subject() -> Subject {
    let implementation = |id, open, missing| Implementation {
        id,
        kinds: &[Kind::Dense],
        parallel: false,
        cost: Cost::Native,
        lifecycle: "none",
        notes: "",
        requires: &[],
        missing,
        open,
    };
    let missing = Missing {
        reason: "the vectors want it missing".to_owned(),
        install: "nothing installs it".to_owned(),
    };
    Subject {
        name: "vector",
        version: "1",
        language: "Rust 2021",
        build: Build::default(),
        implementations: vec![
            implementation("vector-fake", open_fake, None),
            implementation("vector-lazy", open_lazy, None),
            implementation("vector-failing", open_failing, None),
            implementation("vector-missing", open_fake, Some(missing)),
        ],
    }
}

/// Says where `found` differs from the pattern.
fn difference(pattern: &Value, found: &Value) -> Option<String> {
    match pattern {
        Value::Object(fields) => object_difference(fields, found),
        Value::Array(items) => match found.as_array() {
            Some(list) if list.len() == items.len() => items
                .iter()
                .zip(list)
                .find_map(|(item, value)| difference(item, value)),
            _ => Some(format!("{found} is no list of {} items", items.len())),
        },
        scalar => (scalar != found).then(|| format!("{found} is not {scalar}")),
    }
}

fn object_difference(fields: &Map<String, Value>, found: &Value) -> Option<String> {
    if let Some(kind) = fields.get("$type") {
        let matches = match kind.as_str() {
            Some("integer") => found.is_i64() || found.is_u64(),
            Some("string") => found.is_string(),
            Some("object") => found.is_object(),
            _ => panic!("a pattern of type {kind}"),
        };
        return (!matches).then(|| format!("{found} is no {kind}"));
    }
    if let Some(item) = fields.get("$each") {
        let list = match found.as_array() {
            Some(list) => list,
            None => return Some(format!("{found} is no list")),
        };
        let length = Value::from(list.len());
        let fits = fields.get("count").map_or(true, |count| *count == length)
            && fields
                .get("at_least")
                .map_or(true, |least| least.as_u64() <= length.as_u64());
        return match fits {
            true => list.iter().find_map(|value| difference(item, value)),
            false => Some(format!("a list of {length} items")),
        };
    }
    fields.iter().find_map(|(name, pattern)| {
        let inside = match found.get(name) {
            Some(value) => difference(pattern, value),
            None => Some("is missing".to_owned()),
        };
        inside.map(|text| format!("{name}: {text}"))
    })
}

fn line_of(step: &Value, directory: &Path) -> Vec<u8> {
    let here = |text: String| {
        text.replace("${DIR}", directory.to_str().unwrap())
            .into_bytes()
    };
    if let Some(request) = step.get("request") {
        here(request.to_string())
    } else if let Some(line) = step.get("line") {
        here(line.as_str().unwrap().to_owned())
    } else if let Some(hex) = step.get("line_hex") {
        bytes_of(hex.as_str().unwrap())
    } else {
        let pieces = step["line_repeat"].as_array().unwrap();
        let repeated = |piece: &Value| {
            piece[0]
                .as_str()
                .unwrap()
                .repeat(piece[1].as_u64().unwrap() as usize)
        };
        pieces.iter().map(repeated).collect::<String>().into_bytes()
    }
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

fn run_vector(vector: &Value, directory: &Path) -> Result<(), String> {
    let subject = vector_subject();
    let mut session = Session::over(&subject);
    for (number, step) in vector["steps"].as_array().unwrap().iter().enumerate() {
        let reply = session.answer(&line_of(step, directory));
        let answer: Value = serde_json::from_str(&reply.text).map_err(|error| error.to_string())?;
        if reply.text.find('\n') != Some(reply.text.len() - 1) {
            return Err(format!("step {number}: not one line"));
        }
        if let Some(text) = difference(&step["answer"], &answer) {
            return Err(format!("step {number}: {text}; the answer was {answer}"));
        }
        if let Some(file) = step.get("file") {
            let path = file["path"]
                .as_str()
                .unwrap()
                .replace("${DIR}", directory.to_str().unwrap());
            let content = fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
            if content != bytes_of(file["hex"].as_str().unwrap()) {
                return Err(format!("step {number}: {path} holds {content:02x?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn every_shared_vector_is_answered_as_written() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../protocol/vectors/subject");
    let scratch =
        std::env::temp_dir().join(format!("steelyard-sdk-vectors-{}", std::process::id()));
    let (mut faults, mut count) = (Vec::new(), 0);
    for file in fs::read_dir(root).unwrap() {
        for line in fs::read_to_string(file.unwrap().path()).unwrap().lines() {
            let vector: Value = serde_json::from_str(line).unwrap();
            let directory = scratch.join(count.to_string());
            fs::create_dir_all(&directory).unwrap();
            if let Err(text) = run_vector(&vector, &directory) {
                faults.push(format!("{}: {text}", vector["name"]));
            }
            count += 1;
        }
    }
    fs::remove_dir_all(scratch).unwrap();
    assert!(count > 50, "only {count} vectors were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
