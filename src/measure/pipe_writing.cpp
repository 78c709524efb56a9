// SPDX-License-Identifier: Apache-2.0
#include "measure/pipe_writing.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>

namespace steelyard::measure {

ssize_t write_without_sigpipe(int fd, std::string_view bytes) noexcept {
  sigset_t broken_pipe;
  sigset_t before;
  sigset_t pending;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const ssize_t written = write(fd, bytes.data(), bytes.size());
  const int error = errno;
  if (written < 0 && error == EPIPE && !was_pending) {
    const timespec at_once{};
    while (sigtimedwait(&broken_pipe, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

}  // namespace steelyard::measure
