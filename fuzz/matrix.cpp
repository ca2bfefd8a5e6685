// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "data/matrix_market.hpp"

/// A square matrix, and the same without its zeros.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    comac::parse_matrix(text, "t");
    comac::parse_sparse_matrix_market(text, "t");
  } catch (const comac::Error&) {
  }
  return 0;
}
