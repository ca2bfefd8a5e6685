// SPDX-License-Identifier: MIT
#include "check_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "comac/base/error.hpp"
#include "command.hpp"
#include "data/file.hpp"
#include "input.hpp"
#include "label_file.hpp"
#include "output.hpp"

namespace comac::app {
namespace {

constexpr std::string_view output_options[] = {"output", "json", "report", "csv", "save"};
constexpr std::string_view input_options[] = {"labels", "links",      "must-link", "cannot-link",
                                              "config", "transition", "continue"};

/// What tells a file from all others: its number in its file system or, while there is none, its folder's and
/// its name. Pipes and devices have none: they may be named as often as one likes.
struct Identity {
  dev_t device = 0;
  ino_t file = 0;
  std::string new_name = {};
  bool operator==(const Identity&) const = default;
};

Identity identity_of(const struct stat& status, std::string new_name = {}) {
  return {status.st_dev, status.st_ino, std::move(new_name)};
}

/// `standard` stands for "-".
std::optional<Identity> identify(const std::string& path, int standard) {
  struct stat status {};
  if (path == "-") {
    const bool regular = fstat(standard, &status) == 0 && S_ISREG(status.st_mode);
    return regular ? std::optional(identity_of(status)) : std::nullopt;
  }
  if (stat(path.c_str(), &status) == 0)
    return S_ISREG(status.st_mode) ? std::optional(identity_of(status)) : std::nullopt;
  const std::filesystem::path target = behind_links(path);
  const std::string folder = target.has_parent_path() ? target.parent_path().string() : ".";
  if (stat(folder.c_str(), &status) != 0) return std::nullopt;
  return identity_of(status, target.filename().string());
}

bool is_standard_input(const std::string& path) {
  return path == "-" || path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0";
}

bool takes_file(const Command& command, std::string_view option) {
  const OptionInfo* info = find_option(command, option);
  return info != nullptr && info->value.starts_with("FILE");
}

std::vector<std::string> outputs_of(const Arguments& arguments) {
  std::vector<std::string> outputs;
  for (const std::string_view option : output_options) {
    if (!takes_file(arguments.command(), option)) continue;
    if (arguments.given(option)) outputs.push_back(arguments.text(option));
    if (!arguments.given(option) && option == "output") outputs.emplace_back("-");
  }
  return outputs;
}

std::vector<std::string> inputs_of(const Arguments& arguments) {
  std::vector<std::string> inputs;
  for (const std::string& word : arguments.positionals())
    inputs.push_back(find_data(arguments, split_argument(word).path));
  for (const std::string_view option : input_options) {
    if (!takes_file(arguments.command(), option)) continue;
    for (const std::string& path : arguments.texts(option)) inputs.push_back(path);
  }
  return inputs;
}

void check_standard_input(const std::vector<std::string>& inputs) {
  if (std::ranges::count_if(inputs, is_standard_input) < 2) return;
  throw Error(ErrorCode::usage,
              "standard input is named twice, but can be read only once; put one of the two into a file");
}

}  // namespace

void check_files(const Arguments& arguments) {
  const std::vector<std::string> inputs = inputs_of(arguments), outputs = outputs_of(arguments);
  check_standard_input(inputs);
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    const auto own = identify(*output, STDOUT_FILENO);
    const auto is_own = [&](const std::string& path, int standard) {
      return own && identify(path, standard) == own;
    };
    const bool twice = std::any_of(outputs.begin(), output, [&](const std::string& other) {
      return other == *output || is_own(other, STDOUT_FILENO);
    });
    if (twice && (own || *output == "-")) {
      throw Error(ErrorCode::usage,
                  fmt::format("two outputs would go to '{}'; name a file for each", *output));
    }
    for (const std::string& input : inputs) {
      if (!is_own(input, STDIN_FILENO)) continue;
      throw Error(ErrorCode::usage, fmt::format("'{}' would be overwritten, but it is read as '{}'; name "
                                                "another file for the output",
                                                *output, shown_name(input)));
    }
    check_writable(*output);
  }
}

}  // namespace comac::app
