// SPDX-License-Identifier: MIT
#include "output.hpp"

#include <unistd.h>

#include <filesystem>

#include "comac/base/error.hpp"
#include "data/text.hpp"
#include "paint.hpp"

namespace comac::app {

std::string csv_field(std::string_view text) {
  if (looks_like_formula(text)) return csv_field(std::string("'").append(text));
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
  const fs::path target = behind_links(path);
  std::error_code error;
  if (fs::is_directory(target, error)) {
    throw Error(ErrorCode::no_output, {path, 0, 0},
                "this is a directory; expected the name of a file to write");
  }
  if (fs::exists(target, error) && !fs::is_regular_file(target, error)) return;  // /dev/stdout, a pipe
  const std::string directory = target.has_parent_path() ? target.parent_path().string() : ".";
  if (!fs::is_directory(directory, error)) {
    throw Error(ErrorCode::no_output, {path, 0, 0},
                "there is no directory '" + directory + "' to write in; make it first");
  }
  if (access(directory.c_str(), W_OK) != 0) {
    throw Error(ErrorCode::no_output, {path, 0, 0},
                "the directory '" + directory + "' is not yours to write in; choose another");
  }
}

void Outputs::add(const std::string& path, FileBatch::Pieces content) {
  if (path.empty() || path == "-") {
    for (const std::string_view piece : content) printed_ += piece;
  } else {
    files_.add(path, content);
  }
}

void Outputs::commit() {
  for (const Text& text : texts_) {
    const std::string_view content = text.content;
    add(text.path, FileBatch::Pieces(&content, 1));
  }
  if (!printed_.empty()) print(printed_);
  files_.commit();
}

bool goes_to_terminal(const std::string& path) {
  return (path.empty() || path == "-") && takes_colours(STDOUT_FILENO);
}

void write_result(const std::string& path, std::string_view content) {
  Outputs outputs;
  outputs.add(path, FileBatch::Pieces(&content, 1));
  outputs.commit();
}

}  // namespace comac::app
