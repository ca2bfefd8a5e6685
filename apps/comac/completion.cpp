// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "comac/base/error.hpp"
#include "exit_code.hpp"
#include "help.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

/// The branch of the script for one command: its options and, after an option with choices, the choices.
std::string completion_branch(const Command& command) {
  std::string words = fmt::format("{}", fmt::join(command.words, " "));
  std::string values;
  for (const OptionGroup& group : command.groups) {
    for (const OptionInfo* option : group.options) {
      words.append(words.empty() ? "--" : " --").append(option->name);
      const auto known = choices(*option);
      if (!known.empty()) {
        values.append(fmt::format("        --{}) words=\"{}\" ;;\n", option->name, fmt::join(known, " ")));
      } else if (!is_flag(*option)) {
        values.append(fmt::format("        --{}) words= ;;\n", option->name));
      }
    }
  }
  const std::string branch = fmt::format("    {})\n      words=\"{}\"\n", command.name, words);
  if (values.empty()) return branch + "      ;;\n";
  return fmt::format("{}      case $before in\n{}      esac\n      ;;\n", branch, values);
}

}  // namespace

std::string bash_completion() {
  std::string names = "--help --version";
  std::string branches;
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    names.append(" ").append(command.name);
    branches.append(completion_branch(command));
  }
  return fmt::format(
      "# bash completion for comac\n"
      "_comac() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=\n"
      "  [ \"$COMP_CWORD\" -gt 1 ] || {{ COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return; }}\n"
      "  case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "}}\n"
      "complete -o default -F _comac comac\n",
      names, branches);
}

int run_completion(const Arguments& arguments) {
  const std::string shell = arguments.only_positional("shell");
  if (shell != "bash") {
    throw Error(ErrorCode::usage, shell.empty()
                                      ? std::string("the shell is missing; expected bash")
                                      : fmt::format("there is no completion for '{}'; expected bash", shell));
  }
  print(bash_completion());
  return done;
}

}  // namespace comac::app
