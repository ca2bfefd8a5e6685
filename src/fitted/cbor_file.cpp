// SPDX-License-Identifier: MIT
#include "fitted/cbor_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "comac/base/error.hpp"
#include "data/crc32.hpp"

namespace comac {
namespace {

using nlohmann::json;

enum Major : std::uint8_t { unsigned_number = 0, byte_string = 2, text = 3, map = 5, tag = 6 };

constexpr std::uint64_t self_described = 55799;  // the tag that says "this is CBOR"
constexpr std::uint64_t embedded_item = 24;
constexpr std::size_t checksum_bytes = 5;  // a head of 32 bits
constexpr std::size_t most_depth = 16;

std::string head(Major major, std::uint64_t value, std::size_t least_bytes = 0) {
  std::size_t bytes = value < 24            ? 0
                      : value <= UINT8_MAX  ? 1
                      : value <= UINT16_MAX ? 2
                      : value <= UINT32_MAX ? 4
                                            : 8;
  bytes = std::max(bytes, least_bytes);
  const auto info = bytes == 0 ? value : bytes == 1 ? 24 : bytes == 2 ? 25 : bytes == 4 ? 26 : 27;
  std::string result(1, static_cast<char>(major << 5 | info));
  for (std::size_t b = bytes; b > 0; --b) result += static_cast<char>(value >> (8 * (b - 1)) & 255);
  return result;
}

std::string text_item(std::string_view content) { return head(text, content.size()).append(content); }

/// Stops where values are nested too deep: to read them would take a stack without end.
class DepthLimit : public json::json_sax_t {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= most_depth; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return ++depth_ <= most_depth; }
  bool end_array() override { return --depth_, true; }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

 private:
  std::size_t depth_ = 0;
};

/// Walks over the items of a file.
class Cursor {
 public:
  Cursor(std::string_view content, const std::string& path) : rest_(content), path_(path) {}

  bool at(Major major) const { return !rest_.empty() && static_cast<unsigned char>(rest_[0]) >> 5 == major; }

  std::uint64_t take_head(Major major) {
    if (!at(major)) refuse();
    const auto info = static_cast<unsigned>(rest_[0]) & 31U;
    rest_.remove_prefix(1);
    if (info < 24) return info;
    const std::size_t bytes = info <= 27 ? std::size_t{1} << (info - 24) : 0;
    if (bytes == 0 || bytes > rest_.size()) refuse();
    std::uint64_t value = 0;
    for (std::size_t b = 0; b < bytes; ++b) value = value << 8 | static_cast<unsigned char>(rest_[b]);
    rest_.remove_prefix(bytes);
    return value;
  }

  std::string_view take_content(Major major) {
    const std::uint64_t size = take_head(major);
    if (size > rest_.size()) refuse();
    const std::string_view content = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return content;
  }

  bool at_end() const { return rest_.empty(); }

 private:
  [[noreturn]] void refuse() const {
    throw Error(ErrorCode::data, {path_}, "found no model that comac can have written; save it again");
  }

  std::string_view rest_;
  const std::string& path_;
};

}  // namespace

CborWriter::CborWriter(std::string_view format, std::uint32_t version) {
  add_small(text_item("format") + text_item(format) + text_item("version") + head(unsigned_number, version));
  entries_ = 3;  // with the checksum
}

void CborWriter::add_small(std::string bytes) {
  small_.push_back(std::move(bytes));
  pieces_.push_back(small_.back());
}

void CborWriter::add_head(std::string_view name, std::uint64_t tag_number, std::uint64_t length) {
  add_small(text_item(name) + head(tag, tag_number) + head(byte_string, length));
  ++entries_;
}

void CborWriter::add(std::string_view name, const json& value) {
  const auto bytes = json::to_cbor(value);
  add_head(name, embedded_item, bytes.size());
  add_small({bytes.begin(), bytes.end()});
}

std::span<const std::string_view> CborWriter::finish() {
  small_.push_back(head(tag, self_described) + head(map, entries_));
  pieces_.insert(pieces_.begin(), small_.back());
  add_small(text_item("crc32"));
  std::uint32_t sum = 0;
  for (const std::string_view piece : pieces_) sum = crc32(piece, sum);
  add_small(head(unsigned_number, sum, 4));
  return pieces_;
}

CborReader::CborReader(std::string content, std::string file_name, std::string_view format,
                       std::uint32_t newest, std::string_view what)
    : path_(std::move(file_name)), content_(std::move(content)) {
  Cursor cursor(content_, path_);
  const std::string start = head(tag, self_described);
  if (!content_.starts_with(start) || cursor.take_head(tag) != self_described) {
    throw Error(ErrorCode::data, {path_},
                fmt::format("found no {}; name a file that was saved as one", what));
  }
  const std::uint64_t count = cursor.take_head(map);
  if (cursor.take_content(text) != "format" || cursor.take_content(text) != format) {
    throw Error(ErrorCode::data, {path_},
                fmt::format("found no {}; name a file that was saved as one", what));
  }
  if (cursor.take_content(text) != "version") refuse("it has no version");
  version_ = cursor.take_head(unsigned_number);
  if (version_ > newest) {
    throw Error(ErrorCode::data, {path_},
                fmt::format("found version {} of the format, newer than this comac, which reads up to {}; "
                            "use a newer comac",
                            version_, newest));
  }
  const std::string_view all = content_;
  const std::size_t covered = all.size() - std::min(all.size(), checksum_bytes);
  if (all.substr(covered) != head(unsigned_number, crc32(all.substr(0, covered)), 4)) {
    throw Error(ErrorCode::data, {path_},
                "found a checksum that is not that of the content: the file is damaged or cut short; "
                "copy or save it again");
  }
  for (std::uint64_t e = 3; e < count; ++e) {
    const std::string_view name = cursor.take_content(text);
    const std::uint64_t kind = cursor.take_head(tag);
    if (!entries_.emplace(name, Entry{kind, cursor.take_content(byte_string)}).second) {
      refuse(fmt::format("{} stands there twice", name));
    }
  }
  cursor.take_content(text);
  cursor.take_head(unsigned_number);
  if (!cursor.at_end()) refuse("something follows its checksum");
}

json CborReader::value(std::string_view name) const {
  const std::string_view bytes = entry(name, embedded_item).bytes;
  DepthLimit limit;
  if (!json::sax_parse(bytes.begin(), bytes.end(), &limit, json::input_format_t::cbor)) {
    refuse(fmt::format("{} can't be read", name));
  }
  return json::from_cbor(bytes.begin(), bytes.end());
}

const CborReader::Entry& CborReader::entry(std::string_view name, std::uint64_t kind) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) refuse(fmt::format("it has no {}", name));
  if (found->second.tag != kind) refuse(fmt::format("{} is of another kind than expected", name));
  return found->second;
}

void CborReader::refuse(const std::string& why) const {
  throw Error(ErrorCode::data, {path_},
              fmt::format("found no model that comac can have written: {}; save it again", why));
}

}  // namespace comac
