// SPDX-License-Identifier: Apache-2.0
use crate::matvec::Array;
use crate::{Digest, Error, Implementation, Opened, Subject, Worker};
use serde_json::{json, Map, Value};

pub(crate) fn describe(subject: &Subject) -> Value {
    let implementations: Vec<Value> = subject.implementations.iter().map(implementation).collect();
    json!({
        "op": "describe",
        "protocol": 1,
        "subject": subject.name,
        "version": subject.version,
        "language": subject.language,
        "build": {
            "compiler": subject.build.compiler,
            "flags": subject.build.flags,
            "source_hash": subject.build.source_hash,
            "executable_hash": executable_hash(),
        },
        "implementations": implementations,
    })
}

fn implementation(implementation: &Implementation) -> Value {
    let mut fields = json!({
        "id": implementation.id,
        "kinds": implementation.kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>(),
        "parallel": implementation.parallel,
        "cost": implementation.cost.name(),
        "lifecycle": implementation.lifecycle,
        "notes": implementation.notes,
        "requires": implementation.requires,
        "available": implementation.missing.is_none(),
    });
    if let Some(missing) = &implementation.missing {
        fields["reason"] = json!(missing.reason);
        fields["install"] = json!(missing.install);
    }
    fields
}

/// Null where the program cannot read its own file: it may have been replaced or removed.
fn executable_hash() -> Option<String> {
    std::fs::read("/proc/self/exe")
        .ok()
        .map(|bytes| crate::sha256::text(&bytes))
}

pub(crate) fn open(opened: &Opened, setup_inner_ns: u64) -> Value {
    let arrays: Vec<Value> = opened.input.arrays.iter().map(array).collect();
    let versions: Map<String, Value> = opened
        .versions
        .iter()
        .map(|(name, version)| (name.to_string(), json!(version)))
        .collect();
    json!({
        "op": "open",
        "setup_inner_ns": setup_inner_ns,
        "input_ns": opened.input.input_ns,
        "arrays": arrays,
        "payload_bytes": opened.input.arrays.iter().map(|array| array.bytes).sum::<usize>(),
        "versions": versions,
        "workers_started": opened.workers_started,
    })
}

fn array(array: &Array) -> Value {
    json!({
        "name": array.name,
        "type": array.element,
        "count": array.count,
        "bytes": array.bytes,
    })
}

pub(crate) fn call(ns: &[u64], cpu_ns: &[u64], digests: &[(u64, Digest)]) -> Value {
    let digests: Vec<Value> = digests
        .iter()
        .map(|(call, found)| {
            let mut fields = digest(found);
            fields["call"] = json!(call);
            fields
        })
        .collect();
    json!({ "op": "call", "ns": ns, "cpu_ns": cpu_ns, "digests": digests })
}

pub(crate) fn run_for(ns: &[u64], wall_ns: u64, first: &Digest, last: &Digest) -> Value {
    json!({
        "op": "run_for",
        "ns": ns,
        "wall_ns": wall_ns,
        "first_digest": digest(first),
        "last_digest": digest(last),
    })
}

fn digest(digest: &Digest) -> Value {
    json!({ "sum": digest.sum, "hash": digest.hash_text() })
}

pub(crate) fn output(bytes: usize) -> Value {
    json!({ "op": "output", "bytes": bytes })
}

pub(crate) fn close(workers: &[Worker]) -> Value {
    let workers: Vec<Value> = workers.iter().map(worker).collect();
    json!({ "op": "close", "workers": workers })
}

fn worker(worker: &Worker) -> Value {
    let mut fields = json!({ "pid": worker.pid, "tid": worker.tid, "cpus": worker.cpus });
    if let Some(entries) = worker.entries {
        fields["entries"] = json!(entries);
    }
    fields
}

pub(crate) fn error(error: &Error) -> Value {
    json!({ "error": { "code": error.code.text(), "message": error.message } })
}
