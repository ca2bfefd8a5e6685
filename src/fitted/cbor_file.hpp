// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace comac {

/// A file of named values: one CBOR map (RFC 8949) that any CBOR reader understands. Large arrays are typed
/// arrays (RFC 8746), little-endian; all else is one CBOR item as nlohmann-json writes it, wrapped as bytes
/// (tag 24). First come the name of the format and its version, last the CRC-32 of all bytes before it.
/// Nothing is copied but what is small.
class CborWriter {
 public:
  CborWriter(std::string_view format, std::uint32_t version);

  void add(std::string_view name, const nlohmann::json& value);
  /// The array must live until the file is written.
  template <class Number>
  void add(std::string_view name, std::span<const Number> numbers);

  /// What belongs into the file, piece by piece; nothing may be added after it.
  std::span<const std::string_view> finish();

 private:
  void add_small(std::string bytes);
  void add_head(std::string_view name, std::uint64_t tag, std::uint64_t length);

  std::deque<std::string> small_;
  std::vector<std::string_view> pieces_;
  std::size_t entries_ = 0;
};

/// Reads such a file, whatever it holds: every mistake is an Error(data) with the file's name.
class CborReader {
 public:
  /// `what` names what is expected: "a comac model". `name` stands for the file in messages.
  CborReader(std::string content, std::string name, std::string_view format, std::uint32_t newest,
             std::string_view what);

  std::uint64_t version() const { return version_; }
  bool has(std::string_view name) const { return entries_.contains(name); }
  nlohmann::json value(std::string_view name) const;
  template <class Number>
  std::vector<Number> numbers(std::string_view name) const;
  /// Fills a vector of any kind.
  template <class Vector>
  void read(std::string_view name, Vector& into) const;

  /// Throws the Error for a file whose checksum is right but whose content makes no sense.
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  struct Entry {
    std::uint64_t tag = 0;
    std::string_view bytes;
  };
  const Entry& entry(std::string_view name, std::uint64_t tag) const;

  std::string path_;
  std::string content_;
  std::uint64_t version_ = 0;
  std::map<std::string_view, Entry> entries_;
};

/// The tag of a typed array of little-endian numbers.
template <class Number>
inline constexpr std::uint64_t array_tag = 0;
template <>
inline constexpr std::uint64_t array_tag<std::uint8_t> = 64;
template <>
inline constexpr std::uint64_t array_tag<std::uint32_t> = 70;
template <>
inline constexpr std::uint64_t array_tag<std::uint64_t> = 71;
template <>
inline constexpr std::uint64_t array_tag<float> = 85;
template <>
inline constexpr std::uint64_t array_tag<double> = 86;

/// Turns numbers around on machines that keep the other end first.
template <class Number>
void to_little_endian(std::span<Number> numbers) {
  if constexpr (std::endian::native == std::endian::big) {
    for (Number& number : numbers) {
      auto* bytes = reinterpret_cast<unsigned char*>(&number);
      std::reverse(bytes, bytes + sizeof(Number));
    }
  }
}

template <class Number>
void CborWriter::add(std::string_view name, std::span<const Number> numbers) {
  add_head(name, array_tag<Number>, numbers.size_bytes());
  if constexpr (std::endian::native == std::endian::little) {
    pieces_.emplace_back(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  } else {
    std::string bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    to_little_endian(std::span<Number>(reinterpret_cast<Number*>(bytes.data()), numbers.size()));
    add_small(std::move(bytes));
  }
}

template <class Vector>
void CborReader::read(std::string_view name, Vector& into) const {
  using Number = typename Vector::value_type;
  const std::string_view bytes = entry(name, array_tag<Number>).bytes;
  if (bytes.size() % sizeof(Number) != 0) refuse(std::string(name) + " ends within a number");
  into.resize(bytes.size() / sizeof(Number));
  if (!bytes.empty()) std::memcpy(into.data(), bytes.data(), bytes.size());
  to_little_endian(std::span<Number>(into));
}

template <class Number>
std::vector<Number> CborReader::numbers(std::string_view name) const {
  std::vector<Number> result;
  read(name, result);
  return result;
}

}  // namespace comac
