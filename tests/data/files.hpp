// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "comac/base/error.hpp"

namespace comac::test {

/// A directory of its own for each test, removed with it. Files are named relative to it.
class Directory {
 public:
  Directory() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string("comac-") + info->test_suite_name() + '-' + info->name() + '-' +
                       std::to_string(::getpid());
    for (char& c : name) c = c == '/' ? '-' : c;
    path_ = std::filesystem::temp_directory_path() / name;
    std::filesystem::create_directories(path_);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() { std::filesystem::remove_all(path_); }

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

inline std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The message with which `action` fails, with code `code`; "no error" if it does not.
template <class Action>
std::string message_of(ErrorCode code, const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code));
    return error.what();
  }
  return "no error";
}

}  // namespace comac::test
