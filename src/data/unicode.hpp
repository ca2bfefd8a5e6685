// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace comac {

/// The length in bytes of the UTF-8 character at the front of a text, or 0 if there is none that is well
/// formed. The text must not be empty.
std::size_t character_length(std::string_view text);

bool is_utf8(std::string_view text);

/// The text itself if it is UTF-8. Else it is taken for Windows-1252, as Excel and older programs write it in
/// the west, and goes to `recoded` as UTF-8; throws Error(data) before that takes more memory than allowed
/// (0: what is free). O(bytes).
std::string_view as_utf8(std::string_view text, std::string& recoded, const std::string& file = "",
                         std::size_t memory_limit = 0);

/// Text in Windows-1252 as UTF-8.
std::string from_windows_1252(std::string_view text);

/// The sentence about it.
std::string recoded_note(const std::string& file);

/// is_utf8() of a text that comes piece by piece.
class Utf8Check {
 public:
  /// False once something was found that is not UTF-8.
  bool add(std::string_view text);
  /// Whether all of it was, the end included.
  bool done() const { return valid_ && cut_.empty(); }

 private:
  std::string cut_;  // the beginning of a character
  bool valid_ = true;
};

}  // namespace comac
