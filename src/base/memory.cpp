// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include <fmt/format.h>

#include <fstream>

#include "comac/base/error.hpp"

namespace comac {

std::size_t available_memory() {
  std::ifstream info("/proc/meminfo");
  std::string key, unit;
  for (std::size_t kilobytes = 0; info >> key >> kilobytes; std::getline(info, unit)) {
    if (key == "MemAvailable:") return kilobytes * 1024;
  }
  return SIZE_MAX;
}

std::string format_bytes(std::size_t bytes) {
  const double value = static_cast<double>(bytes);
  if (value >= 1e9) return fmt::format("{:.3g} GB", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.3g} MB", value / 1e6);
  return fmt::format("{:.3g} kB", value / 1e3);
}

void require_memory(std::size_t needed, std::size_t limit, const std::string& what,
                    const std::string& remedy) {
  const std::size_t available = limit > 0 ? limit : available_memory();
  if (needed <= available) return;
  throw Error(ErrorCode::data,
              fmt::format("{} needs {} of memory, but only {} {}; {}", what, format_bytes(needed),
                          format_bytes(available), limit > 0 ? "are allowed" : "are free", remedy));
}

}  // namespace comac
