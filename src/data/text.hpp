// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace comac {

/// Without blanks and tabs at either end.
std::string_view trim(std::string_view text);

/// In lower case; letters of ASCII only.
std::string lower(std::string_view text);

/// `text` in single quotes, on one line and not too long for a message.
std::string quoted(std::string_view text);

/// A spreadsheet takes a text that begins with = + - or @ and is no number for a formula. So does whoever
/// opens our CSV files there: such a text gets an apostrophe in front, and loses it where we read it.
bool looks_like_formula(std::string_view text);
std::string_view without_apostrophe(std::string_view text);

/// "3 rows"
std::string plural(std::size_t count, const std::string& noun);

/// "a, b and 97 more"
std::string listed(const std::vector<std::string>& names, std::size_t most = 20);

/// The same for names in quotes.
std::string all_quoted(std::vector<std::string> names);

/// Whether a cell says "not known": empty, ? or NA.
bool is_missing(std::string_view text);

/// Whether a cell of a feature holds no value: the same, N/A, NaN, null, a lone - or point; in any case.
bool is_no_value(std::string_view text);

/// Whether a label says "not known": -1 is usual, too.
inline bool is_unknown_label(std::string_view text) { return is_missing(text) || text == "-1"; }

/// What a text says when it is read as a number.
enum class NumberKind { finite, not_finite, missing, text };

struct Number {
  double value = 0;  ///< meaningful for `finite` only
  NumberKind kind = NumberKind::text;
};

/// Reads the whole of a trimmed text, independently of the locale. A magnitude too small for a double
/// becomes the nearest one, a magnitude too large is not finite, and what holds no value is missing.
Number parse_number(std::string_view text);

/// The shortest text that reads back as the same number.
std::string to_text(double value);

/// A map from text that is searched without making a string.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
template <class Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Gives every name a number, in order of first appearance.
class NameIndex {
 public:
  NameIndex() = default;
  explicit NameIndex(std::vector<std::string> names);

  std::uint32_t number(std::string_view name);
  std::vector<std::string> take() { return std::move(names_); }

 private:
  std::vector<std::string> names_;
  TextMap<std::uint32_t> numbers_;
};

}  // namespace comac
