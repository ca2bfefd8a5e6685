// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace comac::test {

/// How a process is run, beside its arguments.
struct ProcessOptions {
  std::string input = {};
  std::map<std::string, std::string> environment = {};
  bool error_is_terminal = false;
  bool output_is_terminal = false;  ///< together with the other: `error` then has both
  std::optional<std::chrono::milliseconds> interrupt_after = {};  ///< send SIGINT then
  std::string program = COMAC_COMMAND;
};

/// How it ended. A signal counts as 128 + its number, as in a shell.
struct ProcessResult {
  int code = -1;
  std::string output;
  std::string error;
};

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

/// A folder that is gone when the test ends.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  /// The path of a file in it.
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& content) const;
  /// The names of all that is in it.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

std::string read_text(const std::string& path);
std::vector<std::string> lines_of(const std::string& text);

}  // namespace comac::test
