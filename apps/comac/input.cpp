// SPDX-License-Identifier: MIT
#include "input.hpp"

#include <cstdlib>
#include <filesystem>

namespace comac::app {

std::string data_folder(const Arguments& arguments) {
  const char* variable = std::getenv("COMAC_DATA");
  if (arguments.given("data-dir") || variable == nullptr) return arguments.text("data-dir");
  return variable;
}

std::string find_data(const Arguments& arguments, const std::string& path) {
  namespace fs = std::filesystem;
  const std::string directory = data_folder(arguments);
  std::error_code error;
  if (path.empty() || path == "-" || directory.empty() || fs::exists(path, error)) return path;
  const fs::path there = fs::path(directory) / path;
  return fs::exists(there, error) ? there.string() : path;
}

void read_side_files(const Arguments& arguments, const RowNames& rows, SideInformation& known,
                     std::size_t memory_limit) {
  const auto links = [&](std::string_view option, std::optional<LinkKind> kind) {
    for (const std::string& path : arguments.texts(option)) read_links(path, rows, kind, known, memory_limit);
  };
  for (const std::string& path : arguments.texts("labels")) read_labels(path, rows, known, memory_limit);
  links("links", std::nullopt);
  links("must-link", LinkKind::must);
  links("cannot-link", LinkKind::cannot);
}

}  // namespace comac::app
