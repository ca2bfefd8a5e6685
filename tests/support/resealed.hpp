// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "data/crc32.hpp"

namespace comac::test {

/// The content of a model file with a checksum that is right again.
inline std::string resealed(std::string content) {
  constexpr std::size_t with_head = 5;
  if (content.size() < with_head) return content;
  content.resize(content.size() - with_head);
  const std::uint32_t sum = crc32(content);
  content += '\x1a';  // a number of four bytes
  for (int b = 3; b >= 0; --b) content += static_cast<char>(sum >> (8 * b));
  return content;
}

}  // namespace comac::test
