// SPDX-License-Identifier: MIT
#include "config.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "comac/base/error.hpp"

/// A configuration file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    comac::app::parse_config(text, "t");
  } catch (const comac::Error&) {
  }
  return 0;
}
