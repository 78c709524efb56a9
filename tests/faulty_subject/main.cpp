// SPDX-License-Identifier: Apache-2.0
#include "conversation.hpp"
#include "faulty_subject.hpp"

#include <unistd.h>

#include <iostream>
#include <string>

namespace steelyard::faulty {
namespace {

int serve_without_last_digest(const sdk::subject& served) {
  sdk::conversation spoken(served);
  for (std::string line; !spoken.is_closed() && std::getline(std::cin, line);) {
    auto answer = nlohmann::ordered_json::parse(spoken.answer(line));
    if (answer.contains("digests") && !answer["digests"].empty()) {
      answer["digests"].erase(answer["digests"].size() - 1);
    }
    std::cout << answer.dump() << std::endl;
  }
  return 0;
}

int serve(mode fault, int argument_count, char** arguments) {
  const sdk::subject served = faulty_subject(fault);
  if (fault == mode::missing_digest) {
    return serve_without_last_digest(served);
  }
  const int status = sdk::serve(argument_count, arguments, served);
  while (fault == mode::ignore_close) {
    ::pause();
  }
  return fault == mode::exit_nonzero ? 3 : status;
}

}  // namespace
}  // namespace steelyard::faulty

int main(int argument_count, char** arguments) {
  const auto fault = steelyard::faulty::mode_named(argument_count > 1 ? arguments[1] : "");
  if (!fault) {
    std::cerr
        << "usage: faulty-subject MODE --steelyard-subject; modes: README.md beside its source\n";
    return 2;
  }
  ::dup2(STDOUT_FILENO, steelyard::faulty::raw_answers);
  return steelyard::faulty::serve(*fault, argument_count, arguments);
}
