// SPDX-License-Identifier: MIT
#include "report/markup.hpp"

#include <gtest/gtest.h>

namespace comac::test {
namespace {

TEST(MarkupCheck, AcceptsWhatIsWellFormed) {
  EXPECT_EQ(markup_fault("<!DOCTYPE html><a b=\"1 > 0\"><c/>x &amp; y</a>"), "");
}

TEST(MarkupCheck, FindsFaults) {
  EXPECT_NE(markup_fault("<a><b></a></b>"), "");
  EXPECT_NE(markup_fault("<a>"), "");
  EXPECT_NE(markup_fault("<a>x & y</a>"), "");
  EXPECT_NE(markup_fault("<a b=\"<\"/>"), "");
  EXPECT_NE(markup_fault("<a b=\"&\"/>"), "");
}

}  // namespace
}  // namespace comac::test
