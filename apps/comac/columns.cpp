// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fstream>

#include "comac/base/error.hpp"
#include "command.hpp"
#include "data/csv.hpp"
#include "data/delimited.hpp"
#include "data/file.hpp"
#include "data/file_kind.hpp"
#include "data/gzip.hpp"
#include "data/text.hpp"
#include "data/unicode.hpp"
#include "exit_code.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

/// The first lines of a file, as many as fit.
std::string beginning(const std::string& path) {
  constexpr std::size_t enough = 1 << 18, most_unpacked = 1 << 26;
  std::string text(enough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  if (is_gzip(text)) return unpack_gzip(read_file(path, most_unpacked), path, most_unpacked);
  if (text.size() == enough) text.resize(text.find_last_of("\r\n") + 1);
  return text;
}

std::vector<std::string> names_of_arff(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (lower(line.substr(0, 10)) != "@attribute") continue;
    DelimitedReader words(line.substr(10), "", {.delimiter = ' ', .quotes = "'\"", .backslash = true});
    std::vector<Field> fields;
    if (words.next(fields)) names.emplace_back(fields.front().text);
  }
  return names;
}

/// Of the header, or numbers from 1 where there is none.
std::vector<std::string> names_of_delimited(std::string_view text) {
  text = without_byte_order_mark(text);
  const auto said = take_separator(text);
  DelimitedReader reader(text, "", {.delimiter = said ? *said : detect_delimiter(text)});
  std::vector<Field> fields;
  std::vector<std::string> names;
  if (!reader.next(fields)) return names;
  const bool header = std::ranges::any_of(
      fields, [](const Field& field) { return parse_number(field.text).kind == NumberKind::text; });
  for (const Field& field : fields)
    names.push_back(header ? std::string(field.text) : std::to_string(names.size() + 1));
  return names;
}

/// What would not stay on its line, or would play tricks on a terminal.
bool is_plain(const std::string& name) {
  return !name.empty() && std::ranges::none_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

}  // namespace

/// For completion: says nothing about files that it can't read.
int run_columns(const Arguments& arguments) {
  const std::string path = arguments.only_positional("DATA");
  try {
    const std::string bytes = beginning(path);
    const FileKind kind = file_kind(bytes, path);
    std::string recoded;
    const std::string_view text = as_utf8(bytes, recoded);
    const std::vector<std::string> names = kind == FileKind::arff        ? names_of_arff(text)
                                           : kind == FileKind::delimited ? names_of_delimited(text)
                                                                         : std::vector<std::string>();
    std::string out;
    for (const std::string& name : names) {
      if (is_plain(name)) out.append(name).append("\n");
    }
    print(out);
  } catch (const Error&) {
    return bad_data;
  }
  return done;
}

}  // namespace comac::app
