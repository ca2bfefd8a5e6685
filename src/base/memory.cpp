// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "comac/base/error.hpp"

namespace comac {

namespace {

/// The number behind `key` in a file of "key number" lines; for an empty key, the file's only number.
/// SIZE_MAX where there is none, as in a file that says "max".
std::size_t number_in(const std::string& file, const std::string& key = {}) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string found;
    if (!key.empty()) words >> found;
    std::size_t number = SIZE_MAX;
    if (found == key && words >> number) return number;
  }
  return SIZE_MAX;
}

/// What one group of processes may still take: its limit less what it has, but files that were read count as
/// free, as they do for the whole machine.
std::size_t left_in(const std::string& folder, const std::string& limit_file, const std::string& usage_file,
                    const std::string& reclaimable) {
  const std::size_t limit = number_in(folder + "/" + limit_file);
  const std::size_t usage = number_in(folder + "/" + usage_file);
  if (limit == SIZE_MAX || usage == SIZE_MAX) return SIZE_MAX;
  const std::size_t files = number_in(folder + "/memory.stat", reclaimable);
  const std::size_t kept = usage - std::min(usage, files == SIZE_MAX ? 0 : files);
  return limit - std::min(limit, kept);
}

/// The least that a group or one of those around it may still take.
std::size_t left_in_control_groups(const std::string& processes, const std::string& root) {
  std::ifstream groups(processes);
  std::string line;
  std::size_t left = SIZE_MAX;
  while (std::getline(groups, line)) {  // "number:controllers:/path"
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool unified = controllers.empty();
    if (!unified && controllers != "memory") continue;
    for (std::string path = line.substr(second + 1);; path.erase(path.rfind('/'))) {
      left = std::min(left, unified ? left_in(root + path, "memory.max", "memory.current", "inactive_file")
                                    : left_in(root + "/memory" + path, "memory.limit_in_bytes",
                                              "memory.usage_in_bytes", "total_inactive_file"));
      if (path.find('/') == std::string::npos) break;
    }
  }
  return left;
}

}  // namespace

std::size_t available_memory(const std::string& proc, const std::string& groups) {
  const std::size_t kilobytes = number_in(proc + "/meminfo", "MemAvailable:");
  const std::size_t machine = kilobytes == SIZE_MAX ? SIZE_MAX : kilobytes * 1024;
  return std::min(machine, left_in_control_groups(proc + "/self/cgroup", groups));
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
