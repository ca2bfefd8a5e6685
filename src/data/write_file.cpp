// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "comac/base/error.hpp"
#include "data/descriptor.hpp"
#include "data/file.hpp"

namespace comac {
namespace {

[[noreturn]] void cannot_write(const std::string& path, int number) {
  throw Error(ErrorCode::no_output, {path}, "cannot be written: " + std::generic_category().message(number));
}

/// 0, or the number of the error.
int write_all(int descriptor, FileBatch::Pieces pieces) {
  for (std::string_view content : pieces) {
    while (!content.empty()) {
      const ssize_t count = ::write(descriptor, content.data(), content.size());
      if (count < 0 && errno != EINTR) return errno;
      if (count > 0) content.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  return 0;
}

void write_directly(const std::string& path, std::string_view content) {
  // Appending: what a shell has redirected there before stays.
  Descriptor out(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (out.number() < 0) cannot_write(path, errno);
  if (const int error = write_all(out.number(), {&content, 1})) cannot_write(path, error);
}

/// "/proc/self/fd/1", "/proc/12/fd/1", "/dev/fd/1".
bool is_descriptor(const std::string& path) {
  return path.starts_with("/dev/fd/") ||
         (path.starts_with("/proc/") && path.find("/fd/") != std::string::npos);
}

std::string folder_of(const std::string& target) {
  const std::string folder = std::filesystem::path(target).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Not made from the target's name, which may be as long as names can be.
std::string temporary_name(const std::string& target) {
  static std::atomic<unsigned> counter{0};
  return folder_of(target) + "/.comac-" + std::to_string(::getpid()) + '-' + std::to_string(counter++) +
         ".part";
}

/// Opens a new file beside the target. What others have left there stays.
int open_new(const std::string& target, std::string& name) {
  constexpr int most_tries = 1000;
  int descriptor = -1;
  for (int i = 0; i < most_tries && descriptor < 0; ++i) {
    name = temporary_name(target);
    descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  return descriptor;
}

/// Fills a new file, with the permissions of the one that it will replace, if there is one. 0, or the error.
int fill(int descriptor, FileBatch::Pieces content, const struct stat* replaced) {
  Descriptor out(descriptor);
  if (replaced != nullptr && ::fchmod(out.number(), replaced->st_mode & 07777) != 0) return errno;
  if (const int error = write_all(out.number(), content)) return error;
  if (::fsync(out.number()) != 0) return errno;
  return out.close() == 0 ? 0 : errno;
}

/// So that the new name survives a power cut. A folder that may be written but not read can't be asked to.
int sync_folder(const std::string& folder) {
  const Descriptor in(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (in.number() < 0 || ::fsync(in.number()) == 0) return 0;
  return errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

}  // namespace

std::string behind_links(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int most_links = 40;  // as many as the kernel follows
  fs::path now = path;
  std::error_code error;
  for (int i = 0; i < most_links; ++i) {
    if (is_descriptor(now.string()) || !fs::is_symlink(now, error)) return now.string();
    const fs::path target = fs::read_symlink(now, error);
    if (error) break;
    now = target.is_absolute() ? target : now.parent_path() / target;
  }
  return path;
}

FileBatch::~FileBatch() {
  for (const Written& file : written_) {
    if (!file.temporary.empty()) ::unlink(file.temporary.c_str());
  }
}

void FileBatch::add(const std::string& path, Pieces content) {
  const std::string target = behind_links(path);
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) cannot_write(path, errno);
  if (exists && S_ISDIR(status.st_mode)) cannot_write(path, EISDIR);
  if (exists && (is_descriptor(target) || !S_ISREG(status.st_mode))) {
    streamed_.push_back({path, {}});
    for (const std::string_view piece : content) streamed_.back().content += piece;
    return;
  }
  Written& file = written_.emplace_back(Written{path, target, {}});
  std::string name;
  const int descriptor = open_new(target, name);
  if (descriptor < 0) cannot_write(path, errno);
  file.temporary = std::move(name);  // takes no memory: from now on it is removed whatever happens
  if (const int error = fill(descriptor, content, exists ? &status : nullptr)) cannot_write(path, error);
}

void FileBatch::sync_folders(std::span<const Written> files) {
  for (const Written& file : files) {
    if (const int error = sync_folder(folder_of(file.target))) cannot_write(file.path, error);
  }
}

void FileBatch::commit() {
  for (const Streamed& stream : streamed_) write_directly(stream.path, stream.content);
  // The last file gets its name once all others have theirs for good.
  for (std::size_t i = 0; i < written_.size(); ++i) {
    if (i + 1 == written_.size()) sync_folders(std::span(written_).first(i));
    if (::rename(written_[i].temporary.c_str(), written_[i].target.c_str()) != 0)
      cannot_write(written_[i].path, errno);
    written_[i].temporary.clear();
  }
  sync_folders(std::span(written_).last(written_.empty() ? 0 : 1));
  streamed_.clear(), written_.clear();
}

GrowingFile::GrowingFile(const std::string& path) : path_(path), target_(behind_links(path)), out_(-1) {
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) cannot_write(path, errno);
  if (exists && S_ISDIR(status.st_mode)) cannot_write(path, EISDIR);
  if (exists && (is_descriptor(target_) || !S_ISREG(status.st_mode))) {
    out_.take(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (out_.number() < 0) cannot_write(path, errno);
    return;
  }
  std::string name;
  out_.take(open_new(target_, name));
  if (out_.number() < 0) cannot_write(path, errno);
  temporary_ = std::move(name);
  if (exists && ::fchmod(out_.number(), status.st_mode & 07777) != 0) cannot_write(path, errno);
}

GrowingFile::~GrowingFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void GrowingFile::append(std::string_view content) {
  if (const int error = write_all(out_.number(), {&content, 1})) cannot_write(path_, error);
}

void GrowingFile::commit() {
  if (temporary_.empty()) return;
  if (::fsync(out_.number()) != 0 || out_.close() != 0) cannot_write(path_, errno);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) cannot_write(path_, errno);
  temporary_.clear();
  if (const int error = sync_folder(folder_of(target_))) cannot_write(path_, error);
}

void write_file(const std::string& path, std::string_view content) {
  write_file(path, FileBatch::Pieces(&content, 1));
}

void write_file(const std::string& path, FileBatch::Pieces content) {
  FileBatch batch;
  batch.add(path, content);
  batch.commit();
}

}  // namespace comac
