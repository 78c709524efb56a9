// SPDX-License-Identifier: Apache-2.0
use crate::fields::Fields;
use crate::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Dense,
    Csr,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Dense => "dense",
            Kind::Csr => "csr",
        }
    }
}

/// Where the numbers come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// `rows` and `cols` are at least 1. Which names there are is for `Input::build` to know.
    Formula { name: String, rows: u64, cols: u64 },
    /// A prepared file (docs/prepared-file.md), which tells its own size.
    Prepared { path: String },
}

/// What is multiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    pub kind: Kind,
    pub source: Source,
}

impl Workload {
    /// A formula workload's `path` is not looked at: native subjects build the input themselves.
    pub(crate) fn parse(fields: &Fields) -> Result<Workload, Error> {
        let kind = match fields.text("kind")? {
            "dense" => Kind::Dense,
            "csr" => Kind::Csr,
            _ => return Err(Error::bad_request("'kind' must be dense or csr")),
        };
        let source = match fields.text("source")? {
            "formula" => Source::Formula {
                name: fields.text("name")?.to_owned(),
                rows: fields.count_to("rows", u64::MAX)?,
                cols: fields.count_to("cols", u64::MAX)?,
            },
            "prepared" => Source::Prepared {
                path: fields.text("path")?.to_owned(),
            },
            _ => return Err(Error::bad_request("'source' must be formula or prepared")),
        };
        Ok(Workload { kind, source })
    }
}
