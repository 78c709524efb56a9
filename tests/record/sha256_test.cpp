// SPDX-License-Identifier: Apache-2.0
#include "record/sha256.hpp"

#include "record/journal.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <system_error>

namespace steelyard::record {
namespace {

// Vectors: NIST, "Example values" of SHA-256 and the CAVP long message of a million "a".
TEST(sha256, gives_the_published_values) {
  EXPECT_EQ(sha256_of(""),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "sha256:248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_of(std::string(1000000, 'a')),
            "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(sha256, does_not_depend_on_the_pieces) {
  sha256 hash;
  hash.add("a");
  hash.add("");
  hash.add("bc");
  EXPECT_EQ(hash.finish(), sha256_of("abc"));
}

TEST(sha256_of_file, hashes_the_bytes_of_the_file) {
  const scratch_directory scratch;
  write_text(scratch / "million", std::string(1000000, 'a'));
  EXPECT_EQ(sha256_of_file(scratch / "million"),
            "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(sha256_of_file, names_a_missing_file) {
  try {
    (void)sha256_of_file("no/such/file");
    FAIL() << "no error";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("no/such/file"), std::string::npos);
  }
}

}  // namespace
}  // namespace steelyard::record
