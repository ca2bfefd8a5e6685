// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include "comac/base/error.hpp"
#include "command.hpp"
#include "config.hpp"
#include "data/file.hpp"
#include "data/text.hpp"

namespace comac::app {
namespace {

std::vector<std::string_view> option_names(const Command& command) {
  std::vector<std::string_view> names{"help"};
  for (const OptionGroup& group : command.groups) {
    for (const OptionInfo* option : group.options) names.push_back(option->name);
  }
  return names;
}

std::string with_short_name(std::string_view name) {
  const char letter = short_name(name);
  return letter == 0 ? fmt::format("--{}", name) : fmt::format("-{},--{}", letter, name);
}

/// What others call the number of clusters: k, K, k3, n_clusters.
bool is_k(std::string_view name) {
  if (name == "n_clusters" || name == "n-clusters" || name == "num-clusters") return true;
  return (name.starts_with('k') || name.starts_with('K')) &&
         name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// Words that begin like an option but belong to none.
void refuse_unknown(const Command& command, const std::vector<std::string>& left_over) {
  for (const std::string& word : left_over) {
    if (word == "--") return;  // all that follows is a file
    const std::string name = word.substr(0, word.find('='));
    const std::size_t dashes = std::min(name.find_first_not_of('-'), name.size());
    if (dashes == 0) continue;
    const bool means_clusters = is_k(name.substr(dashes)) && find_option(command, "clusters") != nullptr;
    throw Error(ErrorCode::usage,
                fmt::format("there is no option {}{}", name,
                            means_clusters ? "; did you mean --clusters?"
                                           : did_you_mean(name.substr(dashes), option_names(command), "--")));
  }
}

/// An option is no value: the one before it lacks its own.
void refuse_option_as_value(const Command& command, const std::string& name, const std::string& value) {
  if (!value.starts_with("--")) return;
  const std::string other = value.substr(2, value.find('=') - 2);
  if (other != "help" && find_option(command, other) == nullptr) return;
  throw Error(ErrorCode::usage, fmt::format("--{} lacks its value: {} is an option, too", name, value));
}

template <class N>
bool parse_whole(const std::string& text, N& target) {
  N value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  target = value;
  return true;
}

bool is_number(const OptionInfo& option) {
  return option.kind == OptionKind::whole || option.kind == OptionKind::real;
}

bool is_true(std::string_view text) { return text == "true" || text == "1" || text == "on" || text == "yes"; }
bool is_false(std::string_view text) {
  return text == "false" || text == "0" || text == "off" || text == "no";
}

}  // namespace

std::string shell_quoted(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("-_./,:=+@").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text += '\'';
}

std::vector<std::string_view> choices(const OptionInfo& option) {
  std::vector<std::string_view> words;
  if (option.value.find('|') == std::string_view::npos) return words;
  std::string_view rest = option.value;
  while (!rest.empty()) {
    const std::size_t bar = std::min(rest.find('|'), rest.size());
    words.push_back(rest.substr(0, bar));
    rest.remove_prefix(std::min(bar + 1, rest.size()));
  }
  if (is_number(option)) words.erase(words.begin());  // it only stands for the number
  return words;
}

Arguments::Arguments(const Command& command, const std::vector<std::string>& words) : command_(&command) {
  parse(words);
  check_repetition();
  if (given("config")) read_config(text("config"));
}

void Arguments::parse(const std::vector<std::string>& words) {
  CLI::App parser;
  parser.set_help_flag();
  parser.allow_extras();
  std::map<std::string, std::vector<std::string>, std::less<>> taken;
  std::map<std::string, std::size_t, std::less<>> flags;
  for (const OptionGroup& group : command_->groups) {
    for (const OptionInfo* option : group.options) {
      const std::string name(option->name);
      if (is_flag(*option)) {
        parser.add_flag(with_short_name(name), flags[name]);
      } else {
        parser.add_option(with_short_name(name), taken[name])->allow_extra_args(false);
      }
    }
  }
  parser.add_option("arguments", positionals_);
  try {
    parser.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ArgumentMismatch& mismatch) {
    const std::string_view text = mismatch.what();  // "--beta: 1 required TEXT missing"
    throw Error(ErrorCode::usage, fmt::format("{} lacks its value", text.substr(0, text.find(':'))));
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorCode::usage, error.what());
  }
  refuse_unknown(*command_, parser.remaining());
  for (auto& [name, values] : taken) {
    for (const std::string& value : values) refuse_option_as_value(*command_, name, value);
    if (!values.empty()) values_[name] = std::move(values);
  }
  for (const auto& [name, count] : flags) {
    if (count > 0) values_[name] = {"true"};
  }
}

void Arguments::check_repetition() const {
  for (const auto& [name, values] : values_) {
    if (values.size() == 1 || is_repeatable(*find_option(*command_, name))) continue;
    throw Error(ErrorCode::usage, fmt::format("--{} is given {} times; expected once", name, values.size()));
  }
}

void Arguments::read_config(const std::string& path) {
  std::set<std::string> seen;
  for (ConfigItem& item : parse_config(read_file(path), path)) {
    const auto refuse_item = [&](const std::string& sentence) {
      throw Error(ErrorCode::usage, {path, item.line, 0}, sentence);
    };
    if (!item.section.empty() && item.section != command_->name) {
      refuse_item(fmt::format("found a section {}; expected none or [{}]", comac::quoted(item.section),
                              command_->name));
    }
    const OptionInfo* option = find_option(*command_, item.name);
    if (item.name == "config") refuse_item("a file of options names another; expected options only");
    if (option == nullptr) {
      refuse_item(fmt::format("there is no option {}{}", comac::quoted(item.name),
                              did_you_mean(item.name, option_names(*command_))));
    }
    if (!seen.insert(item.name).second || (item.values.size() != 1 && !is_repeatable(*option)))
      refuse_item(fmt::format("'{}' is given more or less than once; expected one value", item.name));
    if (is_flag(*option) && !is_true(item.values[0]) && !is_false(item.values[0]))
      refuse_item(fmt::format("{} is {}; expected true or false", item.name, comac::quoted(item.values[0])));
    if (given(item.name)) continue;
    places_[item.name] = {path, item.line, 0};
    values_[item.name] = std::move(item.values);
  }
}

std::string Arguments::only_positional(std::string_view name) const {
  if (positionals_.size() > 1) {
    throw Error(ErrorCode::usage, fmt::format("expected one {}, found another: '{}'", name, positionals_[1]));
  }
  return positionals_.empty() ? "" : positionals_[0];
}

std::string Arguments::repeat_command() const {
  std::string line = fmt::format("comac {}", command_->name);
  for (const std::string& word : positionals_) line.append(" ").append(shell_quoted(word));
  for (const auto& [name, values] : values_) {
    if (name == "threads" || name == "config") continue;
    const bool is_a_flag = is_flag(*find_option(*command_, name));
    for (const std::string& value : values) {
      if (is_a_flag && is_false(value)) continue;
      line.append(" --").append(name);
      if (!is_a_flag) line.append(" ").append(shell_quoted(value));
    }
  }
  return line;
}

bool Arguments::flag(std::string_view option) const {
  if (!given(option)) return false;
  const std::string value = text(option);
  if (!is_true(value) && !is_false(value)) refuse(option);
  return is_true(value);
}

std::string Arguments::text(std::string_view option) const {
  const auto found = values_.find(option);
  return found == values_.end() || found->second.empty() ? "" : found->second.front();
}

std::vector<std::string> Arguments::texts(std::string_view option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

void Arguments::set(std::string_view option, double& target) const {
  if (given(option) && !parse_whole(text(option), target)) refuse(option);
}

void Arguments::set(std::string_view option, std::size_t& target) const {
  if (given(option) && !parse_whole(text(option), target)) refuse(option);
}

void Arguments::set(std::string_view option, Options& options) const {
  if (given(option) && !set_option(options, option, text(option))) refuse(option);
}

void Arguments::refuse(std::string_view option) const {
  const OptionInfo& info = *find_option(*command_, option);
  const auto words = choices(info);
  const std::string expected = is_flag(info) ? "true or false"
                               : !words.empty() && !is_number(info)
                                   ? fmt::format("one of {}", fmt::join(words, ", "))
                               : info.range.empty() ? "a number"
                                                    : std::string(info.range);
  const auto place = places_.find(option);
  throw Error(ErrorCode::usage, place == places_.end() ? Place{} : place->second,
              fmt::format("--{} is {}; expected {}{}", option, comac::quoted(text(option)), expected,
                          did_you_mean(text(option), words)));
}

}  // namespace comac::app
