// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace comac {

/// The CRC-32 of zlib, PNG and gzip. `before` is that of what comes before these bytes: pieces can be checked
/// one after the other.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace comac
