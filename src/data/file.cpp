// SPDX-License-Identifier: MIT
#include "data/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/memory.hpp"
#include "comac/base/error.hpp"
#include "data/descriptor.hpp"

namespace comac {

namespace {

std::string reason(int number) { return std::generic_category().message(number); }

[[noreturn]] void cannot_read(const std::string& path, int number) {
  throw Error(ErrorCode::no_input, {path},
              number == ENOENT ? "found no such file; check the path" : "cannot be read: " + reason(number));
}

std::string read_all(int descriptor, const std::string& path, std::size_t expected,
                     std::size_t memory_limit) {
  const auto require = [&](std::size_t bytes) {
    require_memory(bytes, memory_limit, path, "bring a smaller file");
  };
  require(expected);
  std::string content(expected, '\0');
  std::size_t size = 0;
  for (;;) {
    if (size == content.size()) {
      const std::size_t larger = size + std::max<std::size_t>(size / 2, 1 << 16);
      require(larger + (memory_limit > 0 ? size : 0));  // what is there already is no longer free
      content.resize(larger);
    }
    const ssize_t count = ::read(descriptor, content.data() + size, content.size() - size);
    if (count == 0) break;
    if (count < 0 && errno != EINTR) cannot_read(path, errno);
    if (count > 0) size += static_cast<std::size_t>(count);
  }
  content.resize(size);
  return content;
}

}  // namespace

std::string shown_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_file(const std::string& path, std::size_t memory_limit) {
  if (path == "-") return read_all(STDIN_FILENO, shown_name(path), 0, memory_limit);
  const Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.number() < 0) cannot_read(path, errno);
  struct stat status {};
  if (::fstat(in.number(), &status) != 0) cannot_read(path, errno);
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::no_input, {path}, "found a directory where a file is expected; name a file in it");
  }
  // One byte more than the file has: the read that finds the end needs no larger buffer.
  return read_all(in.number(), path,
                  S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) + 1 : 0, memory_limit);
}

}  // namespace comac
