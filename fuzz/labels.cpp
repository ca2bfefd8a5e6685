// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "comac/base/error.hpp"
#include "label_file.hpp"

/// A file of clusters or classes, as verify and score read it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto file = comac::app::parse_label_file(text, "t", {});
    comac::SideInformation known;
    comac::app::name_rows(file, false, known);
    file.check_complete();
  } catch (const comac::Error&) {
  }
  return 0;
}
