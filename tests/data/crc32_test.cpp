// SPDX-License-Identifier: MIT
#include "data/crc32.hpp"

#include <gtest/gtest.h>

#include <string>

namespace comac {
namespace {

/// Bit by bit, from the definition.
std::uint32_t slowly(std::string_view bytes) {
  std::uint32_t sum = UINT32_MAX;
  for (const char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1 ? 0xEDB88320U : 0);
  }
  return ~sum;
}

TEST(Crc32, HasThePublishedCheckValue) {
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32(""), 0U);
}

TEST(Crc32, IsTheDefinitionInOnePieceAndInSeveral) {
  std::string bytes;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(crc32(bytes), slowly(bytes));
    const std::size_t cut = bytes.size() / 3;
    EXPECT_EQ(crc32(std::string_view(bytes).substr(cut), crc32(std::string_view(bytes).substr(0, cut))),
              crc32(bytes));
    bytes += static_cast<char>(37 * i + 11);
  }
}

}  // namespace
}  // namespace comac
