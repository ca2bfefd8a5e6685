// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace comac {

bool is_gzip(std::string_view content);

/// What gzip has packed, all members of it. Throws Error(data) for a damaged file, and before it takes more
/// than `memory_limit` bytes (0: what is free).
std::string unpack_gzip(std::string_view content, const std::string& file, std::size_t memory_limit = 0);

}  // namespace comac
