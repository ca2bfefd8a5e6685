// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include <fmt/format.h>

#include "comac/base/error.hpp"
#include "exit_code.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

/// The branch of the script for one command: its options and, after an option with choices, the choices.
std::string bash_branch(const Command& command) {
  std::string words = fmt::format("{}", fmt::join(command.words, " "));
  std::string values;
  for (const OptionGroup& group : command.groups) {
    for (const OptionInfo* option : group.options) {
      words.append(words.empty() ? "--" : " --").append(option->name);
      const auto known = choices(*option);
      if (names_columns(*option)) {
        values.append(fmt::format("        --{}) _comac_columns; return ;;\n", option->name));
      } else if (!known.empty()) {
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

/// Column names are never expanded by the shell: they come from files, and a file may be anybody's.
constexpr std::string_view bash_columns =
    R"sh(# The columns of the first file on the command line that has any, behind the last comma of the word.
_comac_columns() {
  local word=${COMP_WORDS[COMP_CWORD]} i name names= kept=
  for ((i = 2; i < COMP_CWORD; ++i)); do
    [ -f "${COMP_WORDS[i]}" ] || continue
    names=$(comac columns -- "${COMP_WORDS[i]}" 2>/dev/null) && [ -n "$names" ] && break
  done
  [[ $word == *,* ]] && kept=${word%,*},
  while IFS= read -r name; do
    [[ -n $name && $name == "${word##*,}"* ]] && COMPREPLY+=("$kept$(printf %q "$name")")
  done <<<"$names"
}
)sh";

}  // namespace

bool names_columns(const OptionInfo& option) {
  return option.value.starts_with("COLUMN") || option.name == "plot-columns";
}

bool names_files(const OptionInfo& option) {
  return option.value.starts_with("FILE") || option.value.starts_with("DIR");
}

std::string bash_completion() {
  std::string names = "--help --version";
  std::string branches;
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    names.append(" ").append(command.name);
    branches.append(bash_branch(command));
  }
  return fmt::format(
      "# bash completion for comac\n"
      "{}"
      "_comac() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=\n"
      "  COMPREPLY=()\n"
      "  [ \"$COMP_CWORD\" -gt 1 ] || {{ COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return; }}\n"
      "  case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "}}\n"
      "complete -o default -F _comac comac\n",
      bash_columns, names, branches);
}

int run_completion(const Arguments& arguments) {
  const std::string shell = arguments.only_positional("shell");
  if (shell == "bash")
    print(bash_completion());
  else if (shell == "zsh")
    print(zsh_completion());
  else if (shell == "fish")
    print(fish_completion());
  else {
    throw Error(ErrorCode::usage,
                shell.empty()
                    ? std::string("the shell is missing; expected bash, zsh or fish")
                    : fmt::format("there is no completion for '{}'; expected bash, zsh or fish", shell));
  }
  return done;
}

}  // namespace comac::app
