// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "comac/base/error.hpp"

namespace comac::app {

/// What the process returns; `comac --help` lists them.
enum ExitCode : int {
  done = 0,
  violated = 1,  ///< done, but a hard constraint is not honoured
  wrong_usage = 2,
  bad_data = 65,
  no_such_input = 66,
  internal_error = 70,
  cannot_write = 73,
  interrupted = 130,
};

/// Each with what it means, in the words of help and manual.
inline std::vector<std::pair<ExitCode, std::string_view>> exit_codes() {
  return {{done, "done"},
          {violated, "done, but a constraint is not honoured"},
          {wrong_usage, "wrong usage"},
          {bad_data, "bad data"},
          {no_such_input, "no such input"},
          {cannot_write, "can't write"},
          {interrupted, "interrupted"}};
}

constexpr ExitCode exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return wrong_usage;
    case ErrorCode::data:
      return bad_data;
    case ErrorCode::no_input:
      return no_such_input;
    case ErrorCode::no_output:
      return cannot_write;
    case ErrorCode::interrupted:
      return interrupted;
  }
  return internal_error;
}

}  // namespace comac::app
