// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

namespace comac::test {

/// An NPY file of version 1 (or 2) with the given dictionary and data.
inline std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                       bool columns_first = false, char version = 1) {
  std::string dictionary = "{'descr': '" + type +
                           "', 'fortran_order': " + (columns_first ? "True" : "False") +
                           ", 'shape': " + shape + ", }\n";
  std::string head = std::string("\x93NUMPY") + version + '\0';
  const auto length = dictionary.size();
  head += static_cast<char>(length & 0xFF);
  head += static_cast<char>(length >> 8);
  if (version > 1) head += std::string(2, '\0');
  return head + dictionary + data;
}

/// The bytes of `values` as T, the first byte of each being the lowest unless `big` is set.
template <class T>
std::string bytes(const std::vector<double>& values, bool big = false) {
  std::string result;
  for (const double value : values) {
    const T element = static_cast<T>(value);
    char raw[sizeof(T)];
    std::memcpy(raw, &element, sizeof(T));
    if (big == (std::endian::native == std::endian::little)) std::reverse(raw, raw + sizeof(T));
    result.append(raw, sizeof(T));
  }
  return result;
}

}  // namespace comac::test
