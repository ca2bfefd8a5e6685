// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "comac/base/error.hpp"

namespace comac {

/// Numbers as bytes in a model file, little-endian.
template <class Number>
nlohmann::json numbers_json(const std::vector<Number>& numbers) {
  static_assert(std::endian::native == std::endian::little);
  std::vector<std::uint8_t> bytes(numbers.size() * sizeof(Number));
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return nlohmann::json::binary(std::move(bytes));
}

/// Throws Error(data) or json::exception for what numbers_json() cannot have written.
template <class Number>
std::vector<Number> numbers_from(const nlohmann::json& json) {
  const auto& bytes = json.get_binary();
  if (bytes.size() % sizeof(Number) != 0) throw Error(ErrorCode::data, "numbers end within one");
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace comac
