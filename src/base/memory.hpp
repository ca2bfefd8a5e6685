// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace comac {

/// Bytes that the process can still take without swapping: what the machine has free, or less where it is in
/// a control group with a limit. SIZE_MAX where the system doesn't tell.
std::size_t available_memory(const std::string& proc = "/proc", const std::string& groups = "/sys/fs/cgroup");

/// "1.3 GB"
std::string format_bytes(std::size_t bytes);

/// Throws Error(data) "what needs A, but only B are free; remedy" if `needed` exceeds `limit` (0: what is
/// available).
void require_memory(std::size_t needed, std::size_t limit, const std::string& what,
                    const std::string& remedy);

}  // namespace comac
