// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "cell.hpp"

namespace comac::experiments {

/// The results of all cells in one CSV file, line by line as they come: what was computed before an
/// interruption is there. NMI is empty where the system refused.
class Store {
 public:
  /// Reads what there is and appends to it. A last line that was cut off is dropped, and so are the runs of
  /// the systems to forget. Throws Error(no_output), also for a file of another version.
  explicit Store(std::string path, const std::vector<std::string>& forget = {});

  /// Null if it isn't there.
  const Measurement* find(const std::string& key) const;
  /// From any thread.
  void add(const std::string& key, const Measurement& measurement);
  std::size_t size() const { return runs_.size(); }

 private:
  void read_line(const std::string& line);

  std::string path_;
  std::unordered_map<std::string, Measurement> runs_;
  std::ofstream file_;
  std::mutex mutex_;
};

}  // namespace comac::experiments
