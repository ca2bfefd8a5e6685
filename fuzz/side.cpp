// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "comac/base/error.hpp"
#include "comac/constraints/side_information.hpp"

/// Labels or links, by the first byte.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    if (text.empty()) return 0;
    const comac::RowNames rows(20, (text[0] & 1) != 0);
    comac::SideInformation known;
    if ((text[0] & 2) != 0) {
      comac::parse_labels(text.substr(1), "t", rows, known);
    } else if ((text[0] & 4) != 0) {
      comac::parse_links(text.substr(1), "t", rows, comac::LinkKind::must, known);
    } else {
      comac::parse_links(text.substr(1), "t", rows, std::nullopt, known);
    }
  } catch (const comac::Error&) {
  }
  return 0;
}
