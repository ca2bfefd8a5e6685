// SPDX-License-Identifier: MIT
// In which order files reach the disk and get their names. The calls of the system that matter are replaced
// by ones that record them and may kill the process.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "data/file.hpp"
#include "data/files.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> calls;  // "fsync NAME", "rename NAME"
std::size_t killed_at = 0;       // this rename, counted from 1

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

}  // namespace

extern "C" int fsync(int file) {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/fd/" + std::to_string(file), error);
  calls.push_back("fsync " + (fs::is_directory(path, error) ? "folder" : name_of(path.string())));
  return static_cast<int>(syscall(SYS_fsync, file));
}

extern "C" int rename(const char* from, const char* to) noexcept {
  calls.push_back("rename " + name_of(from) + " " + name_of(to));
  const auto is_rename = [](const std::string& call) { return call.starts_with("rename"); };
  if (std::ranges::count_if(calls, is_rename) == static_cast<std::ptrdiff_t>(killed_at))
    kill(getpid(), SIGKILL);
  return static_cast<int>(syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to));
}

namespace comac {
namespace {

using test::slurp;

/// Without the numbers of temporary names, which are a matter of the process.
std::vector<std::string> recorded() {
  std::vector<std::string> found;
  for (const std::string& call : calls) {
    const std::size_t at = call.find(".comac-");
    const std::size_t end = call.find(".part");
    found.push_back(at == std::string::npos ? call : call.substr(0, at) + "part" + call.substr(end + 5));
  }
  return found;
}

TEST(FileOrder, ContentIsOnTheDiskBeforeItGetsItsName) {
  const test::Directory directory;
  calls.clear();
  write_file(directory.path("x"), "content");
  EXPECT_EQ(recorded(), (std::vector<std::string>{"fsync part", "rename part x", "fsync folder"}));
}

TEST(FileOrder, AFileThatGrowsIsOnTheDiskBeforeItGetsItsName) {
  const test::Directory directory;
  const std::string path = directory.write("x", "old");
  calls.clear();
  {
    GrowingFile file(path);
    file.append("half");
  }
  EXPECT_EQ(slurp(path), "old");
  EXPECT_TRUE(calls.empty());
  EXPECT_EQ(std::distance(fs::directory_iterator(directory.path(".")), fs::directory_iterator()), 1);
  GrowingFile file(path);
  file.append("con");
  file.append("tent");
  EXPECT_EQ(slurp(path), "old");
  file.commit();
  EXPECT_EQ(slurp(path), "content");
  EXPECT_EQ(recorded(), (std::vector<std::string>{"fsync part", "rename part x", "fsync folder"}));
}

TEST(FileOrder, TheLastFileWaitsForTheNamesOfAllOthers) {
  const test::Directory directory;
  calls.clear();
  FileBatch batch;
  for (const char* name : {"model", "json", "labels"}) batch.add(directory.path(name), name);
  batch.commit();
  EXPECT_EQ(recorded(), (std::vector<std::string>{"fsync part", "fsync part", "fsync part",
                                                  "rename part model", "rename part json", "fsync folder",
                                                  "fsync folder", "rename part labels", "fsync folder"}));
}

TEST(FileOrder, AKillBetweenNamesLeavesTheLastFileOld) {
  const test::Directory directory;
  const std::vector<std::string> names{"model", "json", "labels"};
  for (std::size_t at = 1; at <= names.size() + 1; ++at) {
    for (const std::string& name : names) directory.write(name, "old");
    const pid_t child = fork();
    if (child == 0) {
      calls.clear();
      killed_at = at;
      FileBatch batch;
      for (const std::string& name : names) batch.add(directory.path(name), "new");
      batch.commit();
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WIFSIGNALED(status), at <= names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
      EXPECT_EQ(slurp(directory.path(names[i])), i + 1 < at ? "new" : "old") << at << ' ' << names[i];
  }
}

}  // namespace
}  // namespace comac
