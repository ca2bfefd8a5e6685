// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "comac/base/error.hpp"

namespace comac::test {

/// Runs `action`, which must throw an Error of this code with exactly this sentence.
template <class Action>
void expect_error(ErrorCode code, const std::string& sentence, Action action) {
  try {
    action();
    ADD_FAILURE() << "nothing was thrown; expected: " << sentence;
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), sentence);
    EXPECT_EQ(error.code(), code);
  }
}

}  // namespace comac::test
