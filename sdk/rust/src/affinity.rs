// SPDX-License-Identifier: Apache-2.0
use crate::Error;
use std::io;

/// A worker of the open kernel, as the `close` answer lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    pub pid: i32,
    pub tid: i32,
    /// The affinity mask that the worker itself reads.
    pub cpus: Vec<usize>,
    /// Stored entries (dense: elements) it handles in one call, where known.
    pub entries: Option<u64>,
}

impl Worker {
    /// The calling thread as a worker.
    /// Errors: `failed` when the kernel does not tell the mask.
    pub fn current(entries: Option<u64>) -> Result<Worker, Error> {
        let cpus =
            current_mask().map_err(|error| Error::failed(format!("affinity mask: {error}")))?;
        // SAFETY: gettid has no preconditions and touches no memory.
        let tid = unsafe { libc::syscall(libc::SYS_gettid) } as i32;
        Ok(Worker {
            pid: std::process::id() as i32,
            tid,
            cpus,
            entries,
        })
    }
}

fn current_mask() -> io::Result<Vec<usize>> {
    // The kernel refuses a mask shorter than its own CPU limit, which is unknown here: start at the
    // size of cpu_set_t (1024 CPUs) and double.
    let mut words = vec![0 as libc::c_ulong; 1024 / libc::c_ulong::BITS as usize];
    loop {
        let bytes = words.len() * std::mem::size_of::<libc::c_ulong>();
        // SAFETY: `words` is writable for `bytes` bytes; thread 0 means the calling one.
        let status = unsafe { libc::sched_getaffinity(0, bytes, words.as_mut_ptr().cast()) };
        if status == 0 {
            return Ok(set_bits(&words));
        }
        let error = io::Error::last_os_error();
        if error.raw_os_error() != Some(libc::EINVAL) || words.len() >= 1 << 16 {
            return Err(error);
        }
        words = vec![0; words.len() * 2];
    }
}

fn set_bits(words: &[libc::c_ulong]) -> Vec<usize> {
    let bits = libc::c_ulong::BITS as usize;
    (0..words.len() * bits)
        .filter(|cpu| words[cpu / bits] >> (cpu % bits) & 1 == 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_cpu_numbers_in_order() {
        assert_eq!(set_bits(&[0b1001, 0b10]), [0, 3, 65]);
        assert_eq!(set_bits(&[0, 0]), [0usize; 0]);
    }

    #[test]
    fn the_calling_thread_has_a_mask_and_its_own_tid() {
        let here = Worker::current(Some(3)).unwrap();
        let there = std::thread::spawn(|| Worker::current(None).unwrap())
            .join()
            .unwrap();
        assert!(!here.cpus.is_empty());
        assert_eq!(here.cpus, there.cpus);
        assert_eq!(here.pid, there.pid);
        assert_ne!(here.tid, there.tid);
        assert_eq!(here.entries, Some(3));
    }
}
