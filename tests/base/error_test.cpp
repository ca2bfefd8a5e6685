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

TEST(Error, NamesOptionsAsDataAndLeavesTheirLookToTheReader) {
  const Error error(ErrorCode::usage,
                    setting("relaxation") + " fills a sparse chain; use " + setting("chain", "dense"));
  EXPECT_STREQ(error.what(), "relaxation fills a sparse chain; use chain dense");
  EXPECT_EQ(error.worded("--"), "--relaxation fills a sparse chain; use --chain dense");
  EXPECT_EQ(error.worded([](const Setting& one) { return one.option + "=" + one.value; }),
            "relaxation= fills a sparse chain; use chain=dense");
  const auto settings = error.settings();
  ASSERT_EQ(settings.size(), 2U);
  EXPECT_EQ(settings[0].option, "relaxation");
  EXPECT_EQ(settings[0].value, "");
  EXPECT_EQ(settings[1].option, "chain");
  EXPECT_EQ(settings[1].value, "dense");
  const Error placed = error.at({"a.csv", 2});
  EXPECT_EQ(placed.worded("--"), "a.csv:2: --relaxation fills a sparse chain; use --chain dense");
  EXPECT_EQ(placed.worded([](const Setting&) { return std::string("it"); }),
            "a.csv:2: it fills a sparse chain; use it");
  EXPECT_EQ(placed.code(), ErrorCode::usage);
  EXPECT_TRUE(Error(ErrorCode::data, "nothing").settings().empty());
}

}  // namespace
}  // namespace comac
