// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace comac {

/// The formats that comac reads.
enum class FileKind { delimited, arff, npy, matrix_market };

/// Tells a file's format by its content. Throws Error(data) for an empty file and for one of another kind,
/// which is named where it is known (gzip, xlsx, JSON, ...).
FileKind file_kind(std::string_view content, const std::string& file);

/// Without the byte order mark that some programs put before UTF-8.
std::string_view without_byte_order_mark(std::string_view content);

}  // namespace comac
