// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace comac {

/// What kind of trouble an Error reports; the command line maps each kind to one exit code.
enum class ErrorCode {
  usage,        ///< an option or argument is wrong
  data,         ///< an input was read but its content is wrong or too large
  no_input,     ///< an input does not exist or cannot be opened
  no_output,    ///< an output cannot be written
  interrupted,  ///< the caller cancelled before there was a result
};

/// Where in an input something was found. Line and column count from 1; 0 means "not applicable".
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
};

/// An option that an error speaks of, with the value that would help, or "".
struct Setting {
  std::string option;
  std::string value;
};

/// Names an option within the sentence of an Error: whoever tells the error decides how options look.
std::string setting(std::string_view option, std::string_view value = {});

/// Bad input, told in one sentence: place, what was found, what was expected, what to do.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, std::string sentence);
  Error(ErrorCode code, Place place, std::string sentence);

  ErrorCode code() const noexcept { return code_; }
  const Place& place() const noexcept { return place_; }
  /// The options that the sentence names, in order. what() names them plainly: "use chain dense".
  std::vector<Setting> settings() const;
  /// The sentence with something before each option: "use --chain dense".
  std::string worded(std::string_view prefix) const;
  /// The sentence with each option as `word` says it.
  std::string worded(const std::function<std::string(const Setting&)>& word) const;
  /// The same error, found at a place.
  Error at(Place place) const { return {code_, std::move(place), sentence_}; }

 private:
  ErrorCode code_;
  Place place_;
  std::string sentence_;  ///< with its settings marked
};

/// "file:line:column", leaving out what is not applicable.
std::string to_string(const Place& place);

}  // namespace comac
