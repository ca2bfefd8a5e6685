// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/file.hpp"
#include "terminal.hpp"

namespace comac::app {

/// A field of a CSV file, in quotes if it needs them; see looks_like_formula().
std::string csv_field(std::string_view text);

/// Throws Error(no_output) if the file surely cannot be written: no such directory, or a directory itself.
/// "" and "-" are fine.
void check_writable(const std::string& path);

/// The results of a run, which appear together: all are written, then files get their names, those written at
/// once before texts; the result itself is added last (docs/formats.md says so to readers). "" and "-" are
/// standard output. Ctrl-C and SIGTERM wait until it is gone.
class Outputs {
 public:
  /// Kept until all are there: what is made next may fail, and then no file must be left half way.
  void add(const std::string& path, std::string content) { texts_.push_back({path, std::move(content)}); }
  /// Written at once, without a copy.
  void add(const std::string& path, FileBatch::Pieces content);
  void commit();

 private:
  struct Text {
    std::string path;
    std::string content;
  };
  InterruptGuard guard_;
  FileBatch files_;
  std::string printed_;
  std::vector<Text> texts_;
};

/// Whether a result that goes there is seen on a terminal that takes colours.
bool goes_to_terminal(const std::string& path);

/// One result alone.
void write_result(const std::string& path, std::string_view content);

}  // namespace comac::app
