// SPDX-License-Identifier: Apache-2.0
use std::fmt;

/// Why a request is not served; the `code` of an error answer (docs/protocol.md, "Rules").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    BadRequest,
    UnknownOp,
    BadState,
    Unsupported,
    Unavailable,
    Failed,
}

impl Code {
    pub fn text(self) -> &'static str {
        match self {
            Code::BadRequest => "bad_request",
            Code::UnknownOp => "unknown_op",
            Code::BadState => "bad_state",
            Code::Unsupported => "unsupported",
            Code::Unavailable => "unavailable",
            Code::Failed => "failed",
        }
    }
}

/// An error answer: the subject stays usable after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub code: Code,
    pub message: String,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message }
    }

    /// The work itself went wrong.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(Code::Failed, message)
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(Code::BadRequest, message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.code.text(), self.message)
    }
}

impl std::error::Error for Error {}
