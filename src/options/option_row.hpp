// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comac/options.hpp"

namespace comac {

/// An option of the engine: what is said about it, and how its member is read and written.
struct OptionRow {
  OptionInfo info;
  std::function<bool(std::string_view, Options&)> parse;
  std::function<std::string(const Options&)> print;
  std::function<bool(const Options&)> valid;
};

/// All rows; made once.
const std::vector<OptionRow>& option_rows();

/// The values that a number may have. `word`, if not empty, is what users write for the number `means`, or
/// for none where there may be none.
struct Numbers {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  std::string_view word = {};
  double means = 0;
  double unit = 1;  ///< the member counts in this part of what users write
};

/// The names of an enumeration's values, in order: one list for parsing, printing, help and completion.
template <class Choice>
using ChoiceNames = std::vector<std::pair<Choice, std::string_view>>;

ChoiceNames<Method> choice_names(Method);
ChoiceNames<ChainKind> choice_names(ChainKind);
ChoiceNames<Kernel> choice_names(Kernel);
ChoiceNames<RowModelUse> choice_names(RowModelUse);
ChoiceNames<MetricUse> choice_names(MetricUse);
ChoiceNames<GraphKind> choice_names(GraphKind);
ChoiceNames<NeighbourSearch> choice_names(NeighbourSearch);
ChoiceNames<Scale> choice_names(Scale);
ChoiceNames<OnConflict> choice_names(OnConflict);

namespace option_detail {

template <class Number>
bool parse_number(std::string_view text, const Numbers& numbers, Number& target) {
  if (!numbers.word.empty() && text == numbers.word) {
    target = static_cast<Number>(numbers.means);
    return true;
  }
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  target = value * static_cast<Number>(numbers.unit);
  return true;
}

template <class Number>
bool parse_number(std::string_view text, const Numbers& numbers, std::optional<Number>& target) {
  if (!numbers.word.empty() && text == numbers.word) {
    target.reset();
    return true;
  }
  Number value{};
  if (!parse_number(text, numbers, value)) return false;
  target = value;
  return true;
}

template <class Number>
std::string print_number(Number value, const Numbers& numbers) {
  if (!numbers.word.empty() && static_cast<double>(value) == numbers.means) return std::string(numbers.word);
  if (numbers.unit != 1) return fmt::format("{:.0f}", std::ceil(static_cast<double>(value) / numbers.unit));
  return fmt::format("{}", value);
}

template <class Number>
std::string print_number(const std::optional<Number>& value, const Numbers& numbers) {
  return value ? print_number(*value, Numbers{.unit = numbers.unit}) : std::string(numbers.word);
}

template <class Number>
bool is_among(Number value, const Numbers& numbers) {
  const auto number = static_cast<double>(value);
  return (number >= numbers.least && number <= numbers.most) ||
         (!numbers.word.empty() && number == numbers.means);
}

template <class Number>
bool is_among(const std::optional<Number>& value, const Numbers& numbers) {
  return !value || is_among(static_cast<double>(*value), {.least = numbers.least, .most = numbers.most});
}

template <class Number>
constexpr OptionKind kind_of(const Number&) {
  return std::is_floating_point_v<Number> ? OptionKind::real : OptionKind::whole;
}

std::string range_text(const Numbers& numbers);
bool parse_flag(std::string_view text, bool& target);

}  // namespace option_detail

/// A number. `member` returns a reference to it, of Options that may be const.
template <class Member>
OptionRow number_row(Member member, Numbers numbers, OptionInfo info) {
  const Options defaults;
  info.kind = option_detail::kind_of(member(defaults));
  info.fallback = option_detail::print_number(member(defaults), numbers);
  if (info.range.empty()) info.range = option_detail::range_text(numbers);
  if (!numbers.word.empty()) info.value.append("|").append(numbers.word);
  return {std::move(info),
          [=](std::string_view text, Options& options) {
            return option_detail::parse_number(text, numbers, member(options));
          },
          [=](const Options& options) { return option_detail::print_number(member(options), numbers); },
          [=](const Options& options) { return option_detail::is_among(member(options), numbers); }};
}

/// One of the names of an enumeration.
template <class Member>
OptionRow choice_row(Member member, OptionInfo info) {
  const Options defaults;
  const auto names = choice_names(member(defaults));
  info.kind = OptionKind::choice;
  info.fallback = to_string(member(defaults));
  for (const auto& [choice, name] : names) {
    info.value.append(info.value.empty() ? "" : "|").append(name);
    info.range.append(info.range.empty() ? "" : ", ").append(name);
  }
  return {std::move(info),
          [=](std::string_view text, Options& options) {
            for (const auto& [choice, name] : names) {
              if (name == text) return member(options) = choice, true;
            }
            return false;
          },
          [=](const Options& options) { return std::string(to_string(member(options))); },
          [](const Options&) { return true; }};
}

/// A flag that turns the member from its default to the opposite.
template <class Member>
OptionRow flag_row(Member member, OptionInfo info) {
  const Options defaults;
  const bool fallback = member(defaults);
  info.kind = OptionKind::flag;
  return {std::move(info),
          [=](std::string_view text, Options& options) {
            bool given = false;
            if (!option_detail::parse_flag(text, given)) return false;
            member(options) = given != fallback;
            return true;
          },
          [=](const Options& options) { return member(options) == fallback ? "false" : "true"; },
          [](const Options&) { return true; }};
}

}  // namespace comac
