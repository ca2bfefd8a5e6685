// SPDX-License-Identifier: MIT
#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exit_code.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

constexpr std::size_t help_width = 100;
constexpr std::size_t text_column = 31;

/// Adds `text` word by word from column `indent` on; the first line has been begun.
void append_wrapped(std::string& out, std::string_view text, std::size_t indent) {
  std::size_t column = std::max(indent, out.size() - (out.rfind('\n') + 1));
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + space > help_width) {
      out.append("\n").append(indent, ' ');
      column = indent;
    }
    if (column > indent) out += ' ', ++column;
    out.append(text.substr(0, space));
    column += space;
    text.remove_prefix(std::min(space + 1, text.size()));
  }
  out += '\n';
}

std::string left_side(const OptionInfo& option) {
  const char letter = short_name(option.name);
  std::string text = letter == 0 ? "  " : fmt::format("  -{}, ", letter);
  text.append("--").append(option.name);
  std::string_view value = option.value;
  if (is_repeatable(option)) value.remove_suffix(3);
  if (choices(option).size() > 5) value = "NAME";
  if (!value.empty()) text.append(" ").append(value);
  return text;
}

/// The meaning in one line's worth of words, with the default.
std::string right_side(const OptionInfo& option) {
  std::string_view meaning = option.meaning;
  if (meaning.ends_with('.')) meaning.remove_suffix(1);
  std::string text(meaning);
  if (!option.fallback.empty() && !is_flag(option)) text.append(fmt::format(" [{}]", option.fallback));
  return text;
}

void append_option(std::string& out, const OptionInfo& option) {
  const std::string left = left_side(option);
  out.append(left);
  if (left.size() + 1 > text_column) {
    out.append("\n").append(text_column, ' ');
  } else {
    out.append(text_column - left.size(), ' ');
  }
  append_wrapped(out, right_side(option), text_column);
}

/// All options of a group in a line or two.
void append_names(std::string& out, const OptionGroup& group) {
  std::string names;
  for (const OptionInfo* option : group.options) {
    names.append(names.empty() ? "" : ", ").append(std::string_view(left_side(*option)).substr(2));
  }
  out.append("  ");
  append_wrapped(out, names, 2);
}

std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

void append_markdown_row(std::string& out, const OptionInfo& option) {
  std::string meaning(option.meaning);
  if (!option.why.empty()) meaning.append(" *Why:* ").append(option.why);
  const char letter = short_name(option.name);
  out.append(fmt::format(
      "| `{}--{}{}{}` | {} | {} | {} | {} |\n", letter == 0 ? "" : fmt::format("-{}, ", letter), option.name,
      is_flag(option) ? "" : " ", markdown_cell(option.value), markdown_cell(option.fallback),
      markdown_cell(option.range), markdown_cell(option.symbol), markdown_cell(meaning)));
}

}  // namespace

std::string overview() {
  std::string out =
      "Usage: comac COMMAND [options]\n"
      "Clustering that listens: constrained Markov clustering of tables and chains.\n"
      "Commands\n";
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    out.append(fmt::format("  {:<12}", command.name));
    append_wrapped(out, command.summary, 14);
  }
  out.append(
      "Options\n"
      "  -h, --help  this text; comac COMMAND --help for the options of a command\n"
      "  --version   the version\n"
      "Exit codes: ");
  std::string codes;
  for (const auto& [code, meaning] : exit_codes())
    codes += fmt::format("{}{} {}", codes.empty() ? "" : "; ", static_cast<int>(code), meaning);
  append_wrapped(out, codes + ".", 0);
  return out;
}

std::string help_text(const Command& command) {
  std::string out = fmt::format("Usage: comac {} {}{}[options]\n", command.name, command.arguments,
                                command.arguments.empty() ? "" : " ");
  append_wrapped(out, command.summary, 0);
  for (const OptionGroup& group : command.groups) {
    out.append(group.title).append("\n");
    if (group.rarely_needed) {
      append_names(out, group);
    } else {
      for (const OptionInfo* option : group.options) append_option(out, *option);
    }
  }
  out.append("Example: ").append(command.example).append("\n");
  return out;
}

std::string options_markdown() {
  std::string out =
      "# Options\n"
      "Made by `comac help-options` from the tables that the command itself reads; a test keeps it equal.\n"
      "A value with `...` may be given more than once.\n";
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    out.append(fmt::format("\n## comac {} {}\n{}\n\n", command.name, command.arguments, command.summary));
    out.append("| option | default | range | symbol | meaning |\n|---|---|---|---|---|\n");
    for (const OptionGroup& group : command.groups) {
      for (const OptionInfo* option : group.options) append_markdown_row(out, *option);
    }
  }
  return out;
}

int run_options(const Arguments&) {
  print(options_markdown());
  return done;
}

}  // namespace comac::app
