// SPDX-License-Identifier: Apache-2.0
//! Reading of a prepared file (docs/prepared-file.md). Arrays are read, not mapped: the subject holds
//! private memory, and a file that is cut off meanwhile is an error instead of a signal.

use super::Kind;
use crate::memory::{byte_view_mut, Element};
use crate::Error;
use std::fs::File;
use std::os::unix::fs::FileExt;

const HEADER_BYTES: u64 = 64;
const ENTRY_BYTES: u64 = 64;
/// No kind has so many; a larger number is a broken header.
const MOST_ARRAYS: u64 = 64;

pub(crate) struct Prepared {
    path: String,
    file: File,
    pub(crate) kind: Kind,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) entries: usize,
    arrays: Vec<StoredArray>,
}

struct StoredArray {
    name: String,
    element: String,
    offset: u64,
    count: u64,
}

/// A header or table entry of 64 bytes, read as numbers.
struct Block([u8; 64]);

impl Block {
    fn u32_at(&self, offset: usize) -> u32 {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.0[offset..offset + 4]);
        u32::from_ne_bytes(bytes)
    }

    fn u64_at(&self, offset: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.0[offset..offset + 8]);
        u64::from_ne_bytes(bytes)
    }

    fn text_at(&self, offset: usize) -> String {
        let field = &self.0[offset..offset + 16];
        let length = field.iter().position(|&byte| byte == 0).unwrap_or(16);
        String::from_utf8_lossy(&field[..length]).into_owned()
    }
}

impl Prepared {
    pub(crate) fn open(path: &str) -> Result<Prepared, Error> {
        let fault = |text: String| Error::failed(format!("prepared file {path}: {text}"));
        let file = File::open(path).map_err(|error| fault(error.to_string()))?;
        let size = file
            .metadata()
            .map_err(|error| fault(error.to_string()))?
            .len();
        let block_at = |offset: u64| {
            let mut block = Block([0; 64]);
            let read = file.read_exact_at(&mut block.0, offset);
            read.map(|()| block)
                .map_err(|error| fault(error.to_string()))
        };
        let header = block_at(0)?;
        let kind = kind_of(&header).map_err(fault)?;
        let size_at = |offset| {
            usize::try_from(header.u64_at(offset))
                .map_err(|_| fault("a size does not fit".to_owned()))
        };
        let array_count = header.u64_at(48);
        if array_count > MOST_ARRAYS {
            return Err(fault(format!("{array_count} arrays")));
        }
        let mut arrays = Vec::new();
        for index in 0..array_count {
            let entry = block_at(HEADER_BYTES + index * ENTRY_BYTES)?;
            arrays.push(stored_array(&entry, size).map_err(fault)?);
        }
        let prepared = Prepared {
            path: path.to_owned(),
            kind,
            rows: size_at(24)?,
            cols: size_at(32)?,
            entries: size_at(40)?,
            arrays,
            file,
        };
        prepared.check_counts().map_err(fault)?;
        Ok(prepared)
    }

    /// Elements `first..first + elements.len()` of an array.
    pub(crate) fn read<T: Element>(
        &self,
        name: &str,
        first: usize,
        elements: &mut [T],
    ) -> Result<(), Error> {
        let array = self.array(name).map_err(|text| self.fault(&text))?;
        let end = first.checked_add(elements.len()).map(|end| end as u64);
        if array.element != T::NAME || end.map_or(true, |end| end > array.count) {
            return Err(self.fault(&format!("'{name}' does not hold what is read from it")));
        }
        let offset = array.offset + (first * std::mem::size_of::<T>()) as u64;
        self.file
            .read_exact_at(byte_view_mut(elements), offset)
            .map_err(|error| self.fault(&format!("'{name}': {error}")))
    }

    /// Stored entries in the rows before `row`; dense: elements.
    pub(crate) fn entries_before(&self, row: usize) -> Result<usize, Error> {
        if self.kind == Kind::Dense {
            return Ok(row * self.cols);
        }
        let mut offset = [0_i64];
        self.read("row_begin", row, &mut offset)?;
        match usize::try_from(offset[0]) {
            Ok(entries) if entries <= self.entries => Ok(entries),
            _ => Err(self.fault(&format!("row_begin[{row}] is {}", offset[0]))),
        }
    }

    pub(crate) fn fault(&self, text: &str) -> Error {
        Error::failed(format!("prepared file {}: {text}", self.path))
    }

    fn array(&self, name: &str) -> Result<&StoredArray, String> {
        let found = self.arrays.iter().find(|array| array.name == name);
        found.ok_or_else(|| format!("no array '{name}'"))
    }

    fn check_counts(&self) -> Result<(), String> {
        let expected: Vec<(&str, Option<usize>)> = match self.kind {
            Kind::Dense => {
                if self.rows.checked_mul(self.cols) != Some(self.entries) {
                    return Err("stored entries are not rows x cols".to_owned());
                }
                vec![("values", Some(self.entries)), ("x", Some(self.cols))]
            }
            Kind::Csr => vec![
                ("values", Some(self.entries)),
                ("columns", Some(self.entries)),
                ("row_begin", self.rows.checked_add(1)),
                ("x", Some(self.cols)),
            ],
        };
        for (name, count) in expected {
            if Some(self.array(name)?.count) != count.map(|count| count as u64) {
                return Err(format!("'{name}' has not the count of its kind"));
            }
        }
        Ok(())
    }
}

fn kind_of(header: &Block) -> Result<Kind, String> {
    if &header.0[..8] != b"STLYPREP" {
        return Err("no prepared file".to_owned());
    }
    if header.u32_at(12) != 0x0102_0304 {
        return Err("written with another byte order".to_owned());
    }
    match (header.u32_at(8), header.u32_at(16)) {
        (1, 0) => Ok(Kind::Dense),
        (1, 1) => Ok(Kind::Csr),
        (1, kind) => Err(format!("kind {kind}")),
        (version, _) => Err(format!("version {version}")),
    }
}

fn stored_array(entry: &Block, file_bytes: u64) -> Result<StoredArray, String> {
    let array = StoredArray {
        name: entry.text_at(0),
        element: entry.text_at(16),
        offset: entry.u64_at(32),
        count: entry.u64_at(40),
    };
    let element_bytes = match array.element.as_str() {
        "float64" | "int64" => 8,
        "int32" => 4,
        other => return Err(format!("'{}' has type '{other}'", array.name)),
    };
    let bytes = entry.u64_at(48);
    if array.count.checked_mul(element_bytes) != Some(bytes) {
        return Err(format!(
            "'{}' has {bytes} bytes for {} elements",
            array.name, array.count
        ));
    }
    let end = array.offset.checked_add(bytes);
    if array.offset % 64 != 0 || end.map_or(true, |end| end > file_bytes) {
        return Err(format!("'{}' does not lie inside the file", array.name));
    }
    Ok(array)
}
