// SPDX-License-Identifier: Apache-2.0
#include "cli/verb.hpp"
namespace steelyard::cli {
}
