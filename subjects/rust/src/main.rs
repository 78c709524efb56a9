// SPDX-License-Identifier: Apache-2.0
use std::process::ExitCode;

fn main() -> ExitCode {
    steelyard_sdk::run(&steelyard_subject_rust::subject())
}
