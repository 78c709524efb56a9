// SPDX-License-Identifier: Apache-2.0

/// CLOCK_MONOTONIC.
pub(crate) fn monotonic_ns() -> u64 {
    read_ns(libc::CLOCK_MONOTONIC)
}

/// CPU time of all threads of this process, ended ones included.
pub(crate) fn process_cpu_ns() -> u64 {
    read_ns(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn read_ns(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid, writable timespec for the duration of the call.
    let status = unsafe { libc::clock_gettime(clock, &mut time) };
    assert_eq!(status, 0, "clock_gettime({clock}) failed");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Wall and CPU time of one call.
pub(crate) struct CallTime {
    pub(crate) wall_ns: u64,
    pub(crate) cpu_ns: u64,
}

/// The wall clock is read inside the CPU clock: reading process CPU time is a system call, whose cost
/// must not enter the wall time.
pub(crate) fn time_call(call: impl FnOnce()) -> CallTime {
    let cpu_begin = process_cpu_ns();
    let begin = monotonic_ns();
    call();
    let end = monotonic_ns();
    let cpu_end = process_cpu_ns();
    CallTime {
        wall_ns: end - begin,
        cpu_ns: cpu_end - cpu_begin,
    }
}
