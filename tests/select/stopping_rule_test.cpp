// SPDX-License-Identifier: MIT
#include "select/stopping_rule.hpp"

#include <gtest/gtest.h>

namespace comac {
namespace {

TEST(StoppingRule, AreEnoughOnceTheBestWasFoundThreeTimes) {
  StoppingRule ends(-10, 0.1);
  EXPECT_FALSE(ends.add(-10.05));
  EXPECT_FALSE(ends.enough());
  EXPECT_FALSE(ends.add(-12));
  EXPECT_FALSE(ends.enough());
  EXPECT_TRUE(ends.add(-9.95)) << "a hair better, and the same";
  EXPECT_TRUE(ends.enough());
}

TEST(StoppingRule, CountFromOneOnceABetterOneIsFound) {
  StoppingRule ends(-10, 0.1);
  ends.add(-10);
  EXPECT_TRUE(ends.add(-8));
  EXPECT_FALSE(ends.enough());
  ends.add(-8);
  EXPECT_FALSE(ends.enough());
  ends.add(-8);
  EXPECT_TRUE(ends.enough());
}

TEST(StoppingRule, AreEnoughWhereRandomStartsDoNotLeadToTheBest) {
  StoppingRule ends(400, 0.1);
  ends.add(340), ends.add(332);
  EXPECT_FALSE(ends.enough()) << "two tell too little of how much they differ";
  ends.add(336);
  EXPECT_TRUE(ends.enough());
  StoppingRule nearer(400, 0.1);
  nearer.add(390), nearer.add(332), nearer.add(360);  // 360 on average, and 29 around that
  EXPECT_FALSE(nearer.enough());
  StoppingRule same(400, 0.1);
  same.add(350), same.add(350), same.add(350);
  EXPECT_TRUE(same.enough());
}

}  // namespace
}  // namespace comac
