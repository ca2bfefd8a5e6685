// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/descriptor.hpp"

namespace comac {

/// The whole content of a file, or of standard input for "-". Throws Error(no_input), and Error(data) before
/// it takes more than `memory_limit` bytes (0: what is free).
std::string read_file(const std::string& path, std::size_t memory_limit = 0);

/// What a path is called in messages: itself, or "standard input" for "-".
std::string shown_name(const std::string& path);

/// The path behind symbolic links, whether there is a file or not. A descriptor of the process, such as
/// /dev/stdout, stays what it is.
std::string behind_links(const std::string& path);

/// Files that appear together, each whole or not at all, even if the power fails: they are written beside
/// their targets, then renamed in the order in which they were added, and the last one only after the names
/// of all others are on the disk: where the last is new, all are. What is not a regular file (a pipe, a
/// device) and the descriptors of the process are written directly, before the first file appears. All throw
/// Error(no_output).
class FileBatch {
 public:
  using Pieces = std::span<const std::string_view>;
  FileBatch() = default;
  FileBatch(const FileBatch&) = delete;
  FileBatch& operator=(const FileBatch&) = delete;
  /// Removes what was written but not renamed.
  ~FileBatch();

  void add(const std::string& path, std::string_view content) { add(path, Pieces(&content, 1)); }
  /// The same for pieces that are written one after the other.
  void add(const std::string& path, Pieces content);
  void commit();

 private:
  struct Written {
    std::string path;       ///< as the user names it
    std::string target;     ///< behind links
    std::string temporary;  ///< beside it
  };
  struct Streamed {
    std::string path;
    std::string content;
  };
  static void sync_folders(std::span<const Written> files);

  std::vector<Written> written_;
  std::vector<Streamed> streamed_;
};

/// A file that is written as its content comes, and appears once it is whole, or never. What is not a regular
/// file is written directly. All throw Error(no_output).
class GrowingFile {
 public:
  explicit GrowingFile(const std::string& path);
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  /// Removes what was written but not committed.
  ~GrowingFile();

  void append(std::string_view content);
  void commit();

 private:
  std::string path_, target_, temporary_;
  Descriptor out_;
};

/// A batch of one.
void write_file(const std::string& path, std::string_view content);
/// The same for pieces that are written one after the other.
void write_file(const std::string& path, std::span<const std::string_view> pieces);

}  // namespace comac
