// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "data/descriptor.hpp"

namespace comac {

/// The content of a file, unpacked and as UTF-8, that is read piece by piece and as often as needed: memory
/// does not depend on its size. What can be read only once (standard input, a pipe) is kept in memory.
class TextSource {
 public:
  /// Throws Error(no_input), and Error(data) before a pipe takes more memory than is free.
  explicit TextSource(const std::string& path);
  ~TextSource();

  const std::string& name() const { return name_; }
  /// Goes back to the beginning.
  void rewind();
  /// Puts up to `size` bytes, one or more, where `into` points; 0 at the end. Throws Error(no_input), and
  /// Error(data) for a damaged gzip file.
  std::size_t read(char* into, std::size_t size);
  /// From now on letters of Windows-1252 come as UTF-8.
  void recode() { recodes_ = true; }
  bool recodes() const { return recodes_; }

 private:
  struct Unpacker;
  std::size_t read_packed(char* into, std::size_t size);
  std::size_t read_file_bytes(char* into, std::size_t size);
  std::size_t read_recoded(char* into, std::size_t size);

  std::string path_, name_;
  std::unique_ptr<Descriptor> file_;
  std::string kept_;     // of what can be read only once
  std::size_t at_ = 0;   // in it
  std::string recoded_;  // not yet given away
  std::unique_ptr<Unpacker> unpacker_;
  bool recodes_ = false;
};

}  // namespace comac
