// SPDX-License-Identifier: MIT
#include "data/crc32.hpp"

#include <array>
#include <cstddef>

namespace comac {
namespace {

constexpr std::size_t at_once = 8;
using Tables = std::array<std::array<std::uint32_t, 256>, at_once>;

/// tables[n][b]: what byte b does to the sum once n further bytes have passed.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1 ? 0xEDB88320U : 0);
    tables[0][byte] = sum;
  }
  for (std::size_t n = 1; n < at_once; ++n) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t sum = tables[n - 1][byte];
      tables[n][byte] = (sum >> 8) ^ tables[0][sum & 255];
    }
  }
  return tables;
}

constexpr Tables tables = make_tables();

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  std::uint32_t sum = ~before;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  while (bytes.size() >= at_once) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < at_once; ++i) {
      const std::uint32_t mixed = i < 4 ? byte(i) ^ ((sum >> (8 * i)) & 255) : byte(i);
      next ^= tables[at_once - 1 - i][mixed];
    }
    sum = next;
    bytes.remove_prefix(at_once);
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) sum = (sum >> 8) ^ tables[0][(sum ^ byte(i)) & 255];
  return ~sum;
}

}  // namespace comac
