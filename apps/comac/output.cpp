// SPDX-License-Identifier: MIT
#include "output.hpp"

#include <unistd.h>

#include <filesystem>

#include "comac/base/error.hpp"
#include "data/file.hpp"
#include "terminal.hpp"

namespace comac::app {

std::string csv_field(std::string_view text) {
  const bool plain = text.find_first_of(",;\t\"\r\n") == std::string_view::npos && !text.starts_with(' ') &&
                     !text.ends_with(' ');
  if (plain) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field += '"';
}

void check_writable(const std::string& path) {
  if (path.empty() || path == "-") return;
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw Error(ErrorCode::no_output, {path, 0, 0},
                "this is a directory; expected the name of a file to write");
  }
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return;  // /dev/stdout, a pipe
  const fs::path parent = fs::path(path).parent_path();
  const std::string directory = parent.empty() ? "." : parent.string();
  if (!fs::is_directory(directory, error)) {
    throw Error(ErrorCode::no_output, {path, 0, 0},
                "there is no directory '" + directory + "' to write in; make it first");
  }
  if (access(directory.c_str(), W_OK) != 0) {
    throw Error(ErrorCode::no_output, {path, 0, 0},
                "the directory '" + directory + "' is not yours to write in; choose another");
  }
}

void write_result(const std::string& path, std::string_view content) {
  if (path.empty() || path == "-") {
    print(content);
  } else {
    write_file(path, content);
  }
}

}  // namespace comac::app
