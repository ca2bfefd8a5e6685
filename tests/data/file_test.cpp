// SPDX-License-Identifier: MIT
#include "data/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "data/files.hpp"

namespace comac {
namespace {

namespace fs = std::filesystem;
using test::message_of;
using test::slurp;

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 0777;
}

std::size_t entries(const std::string& directory) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
}

TEST(File, ReadsWhatWasWritten) {
  const test::Directory directory;
  const std::string content("a\0b\r\n", 5);
  const std::string path = directory.path("x");
  write_file(path, content);
  EXPECT_EQ(read_file(path), content);
  write_file(path, "");
  EXPECT_EQ(read_file(path), "");
  EXPECT_EQ(entries(directory.path(".")), 1u);
}

TEST(File, ANewFileHasTheUsualPermissionsAndAReplacedOneKeepsItsOwn) {
  const test::Directory directory;
  const mode_t mask = ::umask(027);
  write_file(directory.path("new"), "x");
  ::umask(mask);
  EXPECT_EQ(mode_of(directory.path("new")), 0640u);
  fs::permissions(directory.write("old", "before"), fs::perms::owner_read | fs::perms::owner_write);
  write_file(directory.path("old"), "after");
  EXPECT_EQ(slurp(directory.path("old")), "after");
  EXPECT_EQ(mode_of(directory.path("old")), 0600u);
}

TEST(File, RelativePathsAndLinksWork) {
  const test::Directory directory;
  const fs::path before = fs::current_path();
  fs::current_path(directory.path("."));
  write_file("plain", "1");
  fs::create_symlink("plain", "link");
  write_file("link", "2");
  fs::current_path(before);
  EXPECT_EQ(slurp(directory.path("plain")), "2");
  EXPECT_TRUE(fs::is_symlink(directory.path("link")));
}

TEST(File, APipeIsWrittenDirectly) {
  const test::Directory directory;
  const std::string pipe = directory.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = slurp(pipe); });
  write_file(pipe, "through");
  reader.join();
  EXPECT_EQ(received, "through");
  EXPECT_NO_THROW(write_file("/dev/null", "nothing"));
}

TEST(File, WhatCannotBeWrittenLeavesNothingBehind) {
  const test::Directory directory;
  const std::string nowhere = directory.path("missing/x");
  EXPECT_EQ(message_of(ErrorCode::no_output, [&] { write_file(nowhere, "x"); }),
            nowhere + ": cannot be written: No such file or directory");
  const std::string folder = directory.path(".");
  EXPECT_EQ(message_of(ErrorCode::no_output, [&] { write_file(folder, "x"); }),
            folder + ": cannot be written: Is a directory");
  EXPECT_EQ(message_of(ErrorCode::no_output, [&] { write_file("/dev/full", "x"); }),
            "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(entries(folder), 0u);
}

}  // namespace
}  // namespace comac
