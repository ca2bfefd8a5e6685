// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "completion.hpp"

namespace comac::app {
namespace {

/// In single quotes, as zsh and fish take them.
std::string in_quotes(std::string_view text, std::string_view quote) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += quote;
    else
      result += c;
  }
  return result + '\'';
}

std::string first_words(std::string_view meaning) {
  return std::string(meaning.substr(0, std::min(meaning.find(';'), meaning.size())));
}

template <class Visit>
void each_option(const Command& command, Visit visit) {
  for (const OptionGroup& group : command.groups) {
    for (const OptionInfo* option : group.options) visit(*option);
  }
}

/// "name:meaning" for _describe; a colon in a name would end it.
std::string zsh_item(std::string_view name, std::string_view meaning) {
  return in_quotes(fmt::format("{}:{}", name, meaning), "'\\''");
}

std::string zsh_values(const OptionInfo& option) {
  if (names_columns(option)) return "_comac_columns";
  const auto words = choices(option);
  if (!words.empty()) return fmt::format("compadd -- {}", fmt::join(words, " "));
  return names_files(option) ? "_files" : "_message value";
}

std::string zsh_branch(const Command& command) {
  std::string items, values;
  each_option(command, [&](const OptionInfo& option) {
    items +=
        fmt::format("      {}\n", zsh_item(fmt::format("--{}", option.name), first_words(option.meaning)));
    if (!is_flag(option))
      values += fmt::format("      --{}) {}; return ;;\n", option.name, zsh_values(option));
  });
  return fmt::format(
      "    {}) options=(\n{}      )\n      case $words[CURRENT-1] in\n{}      esac\n      arguments=({})\n"
      "      ;;\n",
      command.name, items, values, fmt::join(command.words, " "));
}

std::string fish_values(const OptionInfo& option) {
  if (is_flag(option)) return "";
  if (names_columns(option)) return " -x -a '(__comac_columns)'";
  const auto words = choices(option);
  if (!words.empty()) return fmt::format(" -x -a '{}'", fmt::join(words, " "));
  return names_files(option) ? " -r -F" : " -x";
}

std::string fish_command(const Command& command) {
  const auto quoted_text = [](std::string_view text) { return in_quotes(text, "\\'"); };
  const std::string seen = fmt::format("-n '__fish_seen_subcommand_from {}'", command.name);
  std::string out = fmt::format("complete -c comac -f -n __fish_use_subcommand -a {} -d {}\n", command.name,
                                quoted_text(command.summary));
  if (!command.words.empty())
    out += fmt::format("complete -c comac {} -f -a '{}'\n", seen, fmt::join(command.words, " "));
  each_option(command, [&](const OptionInfo& option) {
    const char letter = short_name(option.name);
    out += fmt::format("complete -c comac {}{} -l {}{} -d {}\n", seen,
                       letter == 0 ? "" : fmt::format(" -s {}", letter), option.name, fish_values(option),
                       quoted_text(first_words(option.meaning)));
  });
  return out;
}

}  // namespace

std::string zsh_completion() {
  std::string names, branches;
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    names += fmt::format("    {}\n", zsh_item(command.name, command.summary));
    branches += zsh_branch(command);
  }
  return fmt::format(
      R"sh(#compdef comac
# zsh completion for comac

# The columns of the first file on the command line that has any, behind the last comma of the word.
_comac_columns() {{
  local file names
  for file in $words[3,CURRENT-1]; do
    [[ -f $file ]] || continue
    names=("${{(@f)$(comac columns -- $file 2>/dev/null)}}")
    [[ -n $names[1] ]] && break
  done
  compset -P '*,'
  compadd -a names
}}

_comac() {{
  local -a options arguments names
  if (( CURRENT == 2 )); then
    names=(
{}    --help --version)
    _describe command names
    return
  fi
  case $words[2] in
{}  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe option options
  elif (( $#arguments )); then
    compadd -a arguments
  else
    _files
  fi
}}

if [[ $funcstack[1] == _comac ]]; then _comac "$@"; else compdef _comac comac; fi
)sh",
      names, branches);
}

std::string fish_completion() {
  std::string out = R"sh(# fish completion for comac

# The columns of the first file on the command line that has any, behind the last comma of the word.
function __comac_columns
  set -l kept (string match -r '.*,' -- (commandline -ct))
  for file in (commandline -opc)[3..-1]
    test -f "$file"; or continue
    set -l names (comac columns -- $file 2>/dev/null)
    test (count $names) -gt 0; or continue
    for name in $names
      printf '%s\n' "$kept$name"
    end
    return
  end
end

)sh";
  out += "complete -c comac -n __fish_use_subcommand -l help -d 'what there is'\n";
  out += "complete -c comac -n __fish_use_subcommand -l version -d 'the version'\n";
  for (const Command& command : commands()) {
    if (!command.hidden) out += fish_command(command);
  }
  return out;
}

}  // namespace comac::app
