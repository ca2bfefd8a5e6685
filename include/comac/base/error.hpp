// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

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

/// Bad input. what() is one sentence: place, what was found, what was expected, what to do.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& sentence);
  Error(ErrorCode code, Place place, const std::string& sentence);

  ErrorCode code() const noexcept { return code_; }
  const Place& place() const noexcept { return place_; }

 private:
  ErrorCode code_;
  Place place_;
};

/// "file:line:column", leaving out what is not applicable.
std::string to_string(const Place& place);

}  // namespace comac
