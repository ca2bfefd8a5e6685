// SPDX-License-Identifier: MIT
#include "comac/base/error.hpp"

namespace comac {

std::string to_string(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) text += ':' + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) text += ':' + std::to_string(place.column);
  return text;
}

Error::Error(ErrorCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}

Error::Error(ErrorCode code, Place place, const std::string& sentence)
    : std::runtime_error(to_string(place) + ": " + sentence), code_(code), place_(std::move(place)) {}

}  // namespace comac
