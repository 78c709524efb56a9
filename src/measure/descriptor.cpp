// SPDX-License-Identifier: Apache-2.0
#include "measure/descriptor.hpp"

#include <unistd.h>

namespace steelyard::measure {

void descriptor::close() noexcept {
  if (fd_ >= 0) {
    // Not repeated on EINTR: Linux has released the number by then, and another thread may own it.
    ::close(fd_);
    fd_ = -1;
  }
}

}  // namespace steelyard::measure
