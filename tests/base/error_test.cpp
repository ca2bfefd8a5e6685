// SPDX-License-Identifier: MIT
#include "comac/base/error.hpp"

#include <gtest/gtest.h>

namespace comac {
namespace {

TEST(Error, NamesThePlaceAsFarAsItIsKnown) {
  EXPECT_EQ(to_string(Place{"a.csv", 3, 2}), "a.csv:3:2");
  EXPECT_EQ(to_string(Place{"a.csv", 3, 0}), "a.csv:3");
  EXPECT_EQ(to_string(Place{"a.csv", 0, 2}), "a.csv");
  const Error error(ErrorCode::data, {"a.csv", 3, 2}, "found x");
  EXPECT_STREQ(error.what(), "a.csv:3:2: found x");
  EXPECT_EQ(error.place().line, 3U);
  EXPECT_EQ(error.code(), ErrorCode::data);
}

}  // namespace
}  // namespace comac
