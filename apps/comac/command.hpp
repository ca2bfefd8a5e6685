// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "comac/options.hpp"

namespace comac::app {

struct OptionGroup {
  std::string_view title;
  std::vector<const OptionInfo*> options;
  bool rarely_needed = false;  ///< help names these options without explaining them
};

/// A subcommand: everything that help, completion, documentation and parsing need to know about it.
struct Command {
  std::string_view name;
  std::string_view arguments;  ///< what the usage line shows after the name
  std::string_view summary;
  std::vector<OptionGroup> groups;
  std::vector<std::string_view> words;  ///< what completion offers as first argument
  std::string_view example;
  int (*run)(const Arguments&);
  bool hidden = false;
};

/// All subcommands, in the order of the help text.
const std::vector<Command>& commands();
/// The subcommand of that name, or nothing.
const Command* find_command(std::string_view name);
/// The option of that name, or nothing.
const OptionInfo* find_option(const Command& command, std::string_view name);
/// The letter that stands for an option, or 0.
char short_name(std::string_view option);

/// Does what the words after "comac" say and returns the exit code. Every error ends here as a sentence, even
/// where there is no memory left to make one.
int run_command_line(int count, char** words);

int run_cluster(const Arguments& arguments);
int run_predict(const Arguments& arguments);
int run_inspect(const Arguments& arguments);
int run_explain(const Arguments& arguments);
int run_describe(const Arguments& arguments);
int run_methods(const Arguments& arguments);
int run_score(const Arguments& arguments);
int run_compare(const Arguments& arguments);
int run_reproduce(const Arguments& arguments);
int run_verify(const Arguments& arguments);
int run_generate(const Arguments& arguments);
int run_sample(const Arguments& arguments);
int run_completion(const Arguments& arguments);
int run_options(const Arguments& arguments);
int run_columns(const Arguments& arguments);
int run_man(const Arguments& arguments);

}  // namespace comac::app
