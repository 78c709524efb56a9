// SPDX-License-Identifier: Apache-2.0
#include "vector_subject.hpp"

int main(int argument_count, char** arguments) {
  return steelyard::sdk::serve(argument_count, arguments, steelyard::sdk::vector_subject());
}
