// SPDX-License-Identifier: MIT
#include "data/file_kind.hpp"

#include <algorithm>

#include "comac/base/error.hpp"
#include "data/text.hpp"

namespace comac {

namespace {

using namespace std::string_view_literals;

struct Foreign {
  std::string_view start;
  std::string_view what;
  std::string_view advice;
};

constexpr Foreign foreign[] = {
    {"\x1f\x8b"sv, "a gzip file", "unpack it first (gunzip)"},
    {"BZh"sv, "a bzip2 file", "unpack it first (bunzip2)"},
    {"\xFD"
     "7zXZ"sv,
     "an xz file", "unpack it first (unxz)"},
    {"\x28\xB5\x2F\xFD"sv, "a zstd file", "unpack it first (unzstd)"},
    {"\xD0\xCF\x11\xE0"sv, "an old Excel workbook or another Office file", "save the sheet as CSV"},
    {"%PDF"sv, "a PDF file", "save the table as CSV"},
    {"\x89HDF"sv, "an HDF5 file", "save the table as CSV or NPY"},
    {"PAR1"sv, "a Parquet file", "save the table as CSV"},
    {"ARROW1"sv, "an Arrow file", "save the table as CSV"},
    {"\xFF\xFE"sv, "UTF-16 text", "save it as UTF-8"},
    {"\xFE\xFF"sv, "UTF-16 text", "save it as UTF-8"},
};

[[noreturn]] void refuse(const std::string& file, std::string_view what, std::string_view advice) {
  throw Error(ErrorCode::data, {file},
              "found " + std::string(what) + " where CSV, TSV, ARFF, NPY or Matrix Market is expected; " +
                  std::string(advice));
}

void refuse_foreign(std::string_view content, const std::string& file) {
  for (const Foreign& kind : foreign) {
    if (content.starts_with(kind.start)) refuse(file, kind.what, kind.advice);
  }
  if (content.starts_with("PK\x03\x04"sv)) {
    const bool workbook = content.find("[Content_Types].xml") != std::string_view::npos;
    if (workbook) refuse(file, "an Excel workbook or another Office file", "save the sheet as CSV");
    refuse(file, "a zip file", "unpack it first (unzip)");
  }
}

void refuse_markup(char first, const std::string& file) {
  if (first == '{' || first == '[') refuse(file, "JSON", "save the table as CSV");
  if (first == '<') refuse(file, "HTML or XML", "save the table as CSV");
}

/// What follows blank lines and lines that begin with a percent sign.
std::string_view first_statement(std::string_view content) {
  for (;;) {
    content.remove_prefix(std::min(content.find_first_not_of(" \t\r\n"), content.size()));
    if (!content.starts_with('%')) return content;
    content.remove_prefix(std::min(content.find_first_of("\r\n"), content.size()));
  }
}

/// Ids may begin with an @, too.
bool begins_arff(std::string_view statement) {
  const std::string word = lower(statement.substr(0, 10));
  return word == "@attribute" || word.starts_with("@relation") || word.starts_with("@data");
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view content) {
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  return content;
}

FileKind file_kind(std::string_view content, const std::string& file) {
  if (content.starts_with("\x93NUMPY")) return FileKind::npy;
  refuse_foreign(content, file);
  content = without_byte_order_mark(content);
  if (content.find('\0') != std::string_view::npos)
    refuse(file, "binary data", "save the table as CSV or NPY");
  if (lower(content.substr(0, 14)) == "%%matrixmarket") return FileKind::matrix_market;
  const std::string_view statement = first_statement(content);
  if (content.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw Error(ErrorCode::data, {file}, "found an empty file where a table is expected; check the path");
  }
  if (begins_arff(statement)) return FileKind::arff;
  if (!statement.empty()) refuse_markup(statement.front(), file);
  return FileKind::delimited;
}

}  // namespace comac
