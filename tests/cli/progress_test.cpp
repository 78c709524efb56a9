// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <gtest/gtest.h>

namespace steelyard::cli {
namespace {

progress in_round_two() {
  progress now;
  now.study = "matvec";
  now.round = 2;
  now.done = 12;
  now.total = 48;
  now.elapsed_s = 30;
  now.left_s = 90;
  now.estimate_is_rough = false;
  now.cell = "dense-2048/cpp-serial/w1";
  now.cell_elapsed_s = 0.3;
  now.cell_limit_s = 12;
  return now;
}

TEST(progress_line, tells_round_share_time_and_cell) {
  EXPECT_EQ(progress_line(in_round_two(), 120, false),
            "matvec  round 2  12/48  ###.........  25%  0:30 + 1:30 left  "
            "dense-2048/cpp-serial/w1  0.3s/12s");
}

TEST(progress_line, leaves_the_cell_out_before_it_grows_over_the_width) {
  EXPECT_EQ(progress_line(in_round_two(), 70, false),
            "matvec  round 2  12/48  ###.........  25%  0:30 + 1:30 left");
  EXPECT_EQ(progress_line(in_round_two(), 40, false), "matvec 25% 0:30");
}

TEST(progress_line, marks_an_estimate_that_is_a_guess) {
  progress now = in_round_two();
  now.estimate_is_rough = true;
  EXPECT_NE(progress_line(now, 120, false).find("~1:30 left"), std::string::npos);
}

}  // namespace
}  // namespace steelyard::cli
