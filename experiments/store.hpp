// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "cell.hpp"

namespace comac::experiments {

/// The results of all cells in one CSV file, line by line as they come: what was computed before an
/// interruption is there. NMI is empty where the system refused.
class Store {
 public:
  /// Reads what there is and appends to it. A last line that was cut off is dropped. Throws Error(no_output).
  explicit Store(std::string path);

  std::optional<double> find(const std::string& key) const;
  /// From any thread.
  void add(const std::string& key, const Measurement& measurement);
  std::size_t size() const { return nmi_.size(); }

 private:
  void read(const std::string& content);

  std::string path_;
  std::unordered_map<std::string, double> nmi_;
  std::ofstream file_;
  std::mutex mutex_;
};

}  // namespace comac::experiments
