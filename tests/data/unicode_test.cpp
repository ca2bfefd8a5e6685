// SPDX-License-Identifier: MIT
#include "data/unicode.hpp"

#include <gtest/gtest.h>

namespace comac {
namespace {

using namespace std::string_view_literals;

TEST(Unicode, Utf8IsWellFormed) {
  for (const std::string_view good : {""sv, "plain"sv, "Größe €"sv, "\xF0\x9F\x98\x80"sv, "a\0b"sv}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  // A lone letter of Windows-1252, overlong, a surrogate, beyond Unicode, and characters that are cut off.
  for (const std::string_view bad : {"K\xF6ln"sv, "\xC0\xAF"sv, "\xED\xA0\x80"sv, "\xF4\x90\x80\x80"sv,
                                     "a\xE2\x82"sv, "\x80"sv, "ö\xC3"sv}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
}

TEST(Unicode, WhatIsNotUtf8IsTakenForWindows1252) {
  std::string recoded;
  const std::string_view good = "Größe";
  EXPECT_EQ(as_utf8(good, recoded).data(), good.data());
  EXPECT_TRUE(recoded.empty());
  EXPECT_EQ(as_utf8("Gr\xF6\xDF"
                    "e, \x80 5, \x84x\x93, \x9F",
                    recoded),
            "Größe, € 5, „x“, Ÿ");
  std::string all;
  for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_TRUE(is_utf8(as_utf8(all, recoded)));
}

}  // namespace
}  // namespace comac
