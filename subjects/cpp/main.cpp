// SPDX-License-Identifier: Apache-2.0
#include "implementations.hpp"

int main(int argument_count, char** arguments) {
  return steelyard::sdk::serve(argument_count, arguments, steelyard::subject_cpp::cpp_subject());
}
