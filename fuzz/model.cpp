// SPDX-License-Identifier: MIT
#include "comac/model.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "comac/base/error.hpp"
#include "support/resealed.hpp"

/// A model file, read and written again, with its rows and without; its checksum is made right, or nothing
/// behind it would ever be reached.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string content(reinterpret_cast<const char*>(data), size);
  try {
    const auto model = comac::Model::from_bytes(comac::test::resealed(std::move(content)), 1);
    model.to_bytes();
    model.to_bytes(comac::SaveRows::none);
  } catch (const comac::Error&) {
  }
  return 0;
}
