// SPDX-License-Identifier: MIT
#include "config.hpp"

#include <fmt/format.h>

#include "comac/base/error.hpp"
#include "data/text.hpp"

namespace comac::app {
namespace {

class ConfigReader {
 public:
  ConfigReader(std::string_view content, const std::string& file) : rest_(content), file_(file) {}

  std::vector<ConfigItem> read() {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
    std::vector<ConfigItem> items;
    std::string section;
    for (skip_empty(); !rest_.empty(); skip_empty()) {
      if (rest_.front() == '[') {
        section = read_section();
      } else {
        items.push_back(read_item(section));
      }
      end_line();
    }
    return items;
  }

 private:
  [[noreturn]] void refuse(const std::string& sentence, std::size_t line = 0) const {
    throw Error(ErrorCode::usage, {file_, line == 0 ? line_ : line, 0}, sentence);
  }

  void advance() {
    if (rest_.front() == '\n') ++line_;
    rest_.remove_prefix(1);
  }
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t' || rest_.front() == '\r'))
      advance();
  }
  void skip_comment() {
    if (rest_.empty() || rest_.front() != '#') return;
    while (!rest_.empty() && rest_.front() != '\n') advance();
  }
  /// Blanks, comments and ends of lines.
  void skip_empty() {
    for (std::size_t before = rest_.size() + 1; rest_.size() < before;) {
      before = rest_.size();
      skip_blanks();
      skip_comment();
      if (!rest_.empty() && rest_.front() == '\n') advance();
    }
  }
  void end_line() {
    skip_blanks();
    skip_comment();
    if (!rest_.empty() && rest_.front() != '\n')
      refuse(fmt::format("found {} behind the value; expected the end of the line",
                         comac::quoted(rest_of_line())));
  }
  std::string_view rest_of_line() const { return rest_.substr(0, rest_.find('\n')); }

  /// All up to one of `ends`, without blanks at the end.
  std::string take_until(std::string_view ends) {
    std::string word;
    while (!rest_.empty() && ends.find(rest_.front()) == std::string_view::npos) {
      word += rest_.front();
      advance();
    }
    word.erase(word.find_last_not_of(" \t\r") + 1);
    return word;
  }

  std::string read_section() {
    advance();
    skip_blanks();
    std::string name = take_until("]\n#");
    if (rest_.empty() || rest_.front() != ']') refuse("found a section that doesn't end; expected ']'");
    advance();
    return name;
  }

  ConfigItem read_item(const std::string& section) {
    ConfigItem item{section, {}, {}, line_};
    item.name = take_until("=\n#");
    if (rest_.empty() || rest_.front() != '=')
      refuse(
          fmt::format("found {} without a value; expected lines like beta = 0.5", comac::quoted(item.name)));
    if (item.name.empty()) refuse("found no name before '='; expected lines like beta = 0.5");
    advance();
    skip_blanks();
    if (!rest_.empty() && rest_.front() == '[') {
      item.values = read_list();
    } else {
      item.values = {read_value("\n#", item.name)};
    }
    return item;
  }

  std::vector<std::string> read_list() {
    const std::size_t first_line = line_;
    advance();
    std::vector<std::string> values;
    for (;;) {
      skip_empty();
      if (rest_.empty()) break;
      if (rest_.front() == ']') {
        advance();
        return values;
      }
      values.push_back(read_value(",]\n#", "the list"));
      skip_empty();
      if (!rest_.empty() && rest_.front() == ',') {
        advance();
      } else if (!rest_.empty() && rest_.front() != ']') {
        break;
      }
    }
    refuse("found a list that doesn't end; expected ']' behind its last value", first_line);
  }

  std::string read_value(std::string_view ends, std::string_view name) {
    if (!rest_.empty() && (rest_.front() == '"' || rest_.front() == '\'')) return read_quoted();
    std::string word = take_until(ends);
    if (word.empty()) refuse(fmt::format("found no value of {}; expected lines like beta = 0.5", name));
    return word;
  }

  /// Backslashes escape in double quotes only.
  std::string read_quoted() {
    const char quote = rest_.front();
    advance();
    std::string text;
    while (!rest_.empty() && rest_.front() != quote && rest_.front() != '\n') {
      if (rest_.front() == '\\' && quote == '"') {
        advance();
        text += unescaped();
      } else {
        text += rest_.front();
      }
      advance();
    }
    if (rest_.empty() || rest_.front() != quote)
      refuse(fmt::format("found a text that doesn't end; expected {} behind it", quote));
    advance();
    return text;
  }
  char unescaped() const {
    const char c = rest_.empty() ? '\0' : rest_.front();
    switch (c) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case '"':
      case '\\':
        return c;
      default:
        refuse("found an unknown escape in a text; expected \\\\, \\\", \\n or \\t, or single quotes");
    }
  }

  std::string_view rest_;
  const std::string& file_;
  std::size_t line_ = 1;
};

}  // namespace

std::vector<ConfigItem> parse_config(std::string_view content, const std::string& file) {
  return ConfigReader(content, file).read();
}

}  // namespace comac::app
