// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "comac/base/error.hpp"
#include "comac/data/read.hpp"

/// A table of any kind; the first byte says which columns are asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    if (text.empty()) return 0;
    comac::ReadOptions options;
    if ((text[0] & 1) != 0) options.label_column = "1";
    if ((text[0] & 2) != 0) options.truth_column = "class";
    if ((text[0] & 4) != 0) options.id_column = "2";
    if ((text[0] & 8) != 0) options.ignore = {"x"};
    if ((text[0] & 16) != 0) options.missing = comac::Missing::drop;
    if ((text[0] & 32) != 0) options.category = {"y,1"};
    if ((text[0] & 64) != 0) options.columns = {"x,y"};
    if ((text[0] & 128) != 0) options.ordinal = {"x=low,high"};
    comac::parse_dataset(text.substr(1), "t", options);
  } catch (const comac::Error&) {
  }
  return 0;
}
