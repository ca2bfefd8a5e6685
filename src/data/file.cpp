// SPDX-License-Identifier: MIT
#include "data/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "comac/base/error.hpp"

namespace comac {

namespace {

std::string reason(int number) { return std::generic_category().message(number); }

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ > STDERR_FILENO) ::close(number_);
  }
  int number() const { return number_; }
  /// Closing can be where a full disk shows.
  int close() { return ::close(std::exchange(number_, -1)); }

 private:
  int number_;
};

[[noreturn]] void cannot_read(const std::string& path, int number) {
  throw Error(ErrorCode::no_input, {path},
              number == ENOENT ? "found no such file; check the path" : "cannot be read: " + reason(number));
}

[[noreturn]] void cannot_write(const std::string& path, int number) {
  throw Error(ErrorCode::no_output, {path}, "cannot be written: " + reason(number));
}

std::string read_all(int descriptor, const std::string& path, std::size_t expected) {
  std::string content(expected, '\0');
  std::size_t size = 0;
  for (;;) {
    if (size == content.size()) content.resize(size + std::max<std::size_t>(size / 2, 1 << 16));
    const ssize_t count = ::read(descriptor, content.data() + size, content.size() - size);
    if (count == 0) break;
    if (count < 0 && errno != EINTR) cannot_read(path, errno);
    if (count > 0) size += static_cast<std::size_t>(count);
  }
  content.resize(size);
  return content;
}

/// 0, or the number of the error.
int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) content.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

void write_directly(const std::string& path, std::string_view content) {
  // Appending: what a shell has redirected there before stays.
  Descriptor out(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (out.number() < 0) cannot_write(path, errno);
  if (const int error = write_all(out.number(), content)) cannot_write(path, error);
}

/// A device, a pipe, or one of the process's own descriptors: nothing that could be replaced by a new file.
bool is_stream(const std::string& path, const struct stat& status) {
  return path.starts_with("/dev/") || path.starts_with("/proc/") || !S_ISREG(status.st_mode);
}

std::string temporary_name(const std::string& target) {
  static std::atomic<unsigned> counter{0};
  return target + ".part-" + std::to_string(::getpid()) + '-' + std::to_string(counter++);
}

/// Writes `temporary`, a new file with the permissions of the file that it will replace, if there is one.
int write_new(const std::string& temporary, std::string_view content, const struct stat* replaced) {
  Descriptor out(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (out.number() < 0) return errno;
  if (replaced != nullptr && ::fchmod(out.number(), replaced->st_mode & 07777) != 0) return errno;
  if (const int error = write_all(out.number(), content)) return error;
  return out.close() == 0 ? 0 : errno;
}

}  // namespace

std::string shown_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_file(const std::string& path) {
  if (path == "-") return read_all(STDIN_FILENO, shown_name(path), 0);
  const Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.number() < 0) cannot_read(path, errno);
  struct stat status {};
  if (::fstat(in.number(), &status) != 0) cannot_read(path, errno);
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::no_input, {path}, "found a directory where a file is expected; name a file in it");
  }
  // One byte more than the file has: the read that finds the end needs no larger buffer.
  return read_all(in.number(), path,
                  S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) + 1 : 0);
}

void write_file(const std::string& path, std::string_view content) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) cannot_write(path, EISDIR);
  if (exists && is_stream(path, status)) return write_directly(path, content);

  // Through a symbolic link the file behind it is replaced, not the link.
  std::error_code error;
  const std::string target = exists ? std::filesystem::canonical(path, error).string() : path;
  if (error) cannot_write(path, error.value());
  const std::string temporary = temporary_name(target);
  int number = write_new(temporary, content, exists ? &status : nullptr);
  if (number == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) number = errno;
  if (number == 0) return;
  ::unlink(temporary.c_str());
  cannot_write(path, number);
}

}  // namespace comac
