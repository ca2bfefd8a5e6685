// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "comac/base/error.hpp"
#include "comac/options.hpp"

namespace comac::app {

struct Command;

/// What a user gave to a subcommand, on the command line or in a configuration file.
/// Every conversion throws Error(usage) with a sentence that names option, value and range.
class Arguments {
 public:
  /// Takes the words apart, then adds what the file of --config says about options not given.
  Arguments(const Command& command, const std::vector<std::string>& words);

  const Command& command() const { return *command_; }
  const std::vector<std::string>& positionals() const { return positionals_; }
  /// The only positional argument, or "". `name` stands for it in messages.
  std::string only_positional(std::string_view name) const;

  /// What to type to have the same again; without --threads, which never changes a result.
  std::string repeat_command() const;

  bool given(std::string_view option) const { return values_.contains(std::string(option)); }
  bool flag(std::string_view option) const;
  std::string text(std::string_view option) const;
  std::vector<std::string> texts(std::string_view option) const;

  /// Overwrites `target` if the option was given.
  void set(std::string_view option, double& target) const;
  void set(std::string_view option, std::size_t& target) const;
  /// The same for an option of the engine.
  void set(std::string_view option, Options& options) const;

 private:
  void parse(const std::vector<std::string>& words);
  void read_config(const std::string& path);
  void check_repetition() const;
  [[noreturn]] void refuse(std::string_view option) const;

  const Command* command_;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::map<std::string, Place, std::less<>> places_;  // of what the configuration file says
  std::vector<std::string> positionals_;
};

/// A word as a shell takes it.
std::string shell_quoted(const std::string& word);

/// Whether an option takes no value.
inline bool is_flag(const OptionInfo& option) { return option.value.empty(); }
/// Whether an option may be given more than once.
inline bool is_repeatable(const OptionInfo& option) { return option.value.ends_with("..."); }
/// The words of a choice like "none|zscore", or those that may stand for a number; empty for other options.
std::vector<std::string_view> choices(const OptionInfo& option);

/// "; did you mean X?" with the prefix put before X, or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known,
                         std::string_view prefix = "");

}  // namespace comac::app
