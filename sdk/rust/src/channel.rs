// SPDX-License-Identifier: Apache-2.0
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::os::unix::io::FromRawFd;

/// The longest line on either side, its newline not counted.
pub(crate) const LONGEST_LINE: usize = 64 << 20;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Complete,
    /// More than `LONGEST_LINE` bytes; they are read over.
    TooLong,
    /// End of input with nothing before it.
    End,
}

/// Reads one line, without its newline, into `line`. A last line without newline counts.
pub(crate) fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    longest: usize,
) -> io::Result<Line> {
    line.clear();
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if chunk.is_empty() {
            return Ok(if length == 0 {
                Line::End
            } else {
                kind_of(length, longest)
            });
        }
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..newline.unwrap_or(chunk.len())];
        length += text.len();
        if length <= longest {
            line.extend_from_slice(text);
        } else {
            line.clear();
        }
        let used = text.len() + usize::from(newline.is_some());
        input.consume(used);
        if newline.is_some() {
            return Ok(kind_of(length, longest));
        }
    }
}

fn kind_of(length: usize, longest: usize) -> Line {
    if length <= longest {
        Line::Complete
    } else {
        Line::TooLong
    }
}

/// Takes standard output for the answers alone: what anything else prints there goes to standard error.
pub(crate) fn claim_output() -> io::Result<File> {
    io::stdout().flush()?;
    // SAFETY: fcntl and dup2 on descriptor numbers touch no memory.
    let answers = unsafe { libc::fcntl(1, libc::F_DUPFD_CLOEXEC, 3) };
    if answers < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: as above; the descriptor was made here and has no other owner.
    let (moved, file) = unsafe { (libc::dup2(2, 1), File::from_raw_fd(answers)) };
    if moved < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(text: &[u8], longest: usize) -> Vec<(Line, Vec<u8>)> {
        // A buffer of three bytes makes every line cross its border.
        let mut input = BufReader::with_capacity(3, text);
        let mut found = Vec::new();
        loop {
            let mut line = Vec::new();
            match read_line(&mut input, &mut line, longest).unwrap() {
                Line::End => return found,
                kind => found.push((kind, line)),
            }
        }
    }

    #[test]
    fn lines_are_cut_at_newlines() {
        let found = lines(b"abcde\n\nxy", 64);
        let expected: [&[u8]; 3] = [b"abcde", b"", b"xy"];
        assert_eq!(found.len(), 3);
        for ((kind, line), text) in found.iter().zip(expected) {
            assert_eq!((kind, line.as_slice()), (&Line::Complete, text));
        }
    }

    #[test]
    fn a_line_over_the_limit_is_read_over_and_the_next_one_is_whole() {
        let found = lines(b"12345678\nabcd\n12345", 4);
        assert_eq!(found[0], (Line::TooLong, Vec::new()));
        assert_eq!(found[1], (Line::Complete, b"abcd".to_vec()));
        assert_eq!(found[2], (Line::TooLong, Vec::new()));
    }
}
