// SPDX-License-Identifier: MIT
#include "comac/base/error.hpp"

#include <algorithm>

namespace comac {

std::string to_string(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) text += ':' + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) text += ':' + std::to_string(place.column);
  return text;
}

namespace {

// Around a setting in a sentence; control characters, which quoted text never has.
constexpr char begin_mark = '\x1e', end_mark = '\x1f';

std::string without_marks(std::string_view sentence, std::string_view prefix) {
  std::string text;
  for (const char c : sentence) {
    if (c == begin_mark) text += prefix;
    if (c != begin_mark && c != end_mark) text += c;
  }
  return text;
}

/// What setting() made a text of.
Setting setting_of(const std::string& text) {
  const std::size_t space = std::min(text.find(' '), text.size());
  return {text.substr(0, space), text.substr(std::min(space + 1, text.size()))};
}

std::string placed(const Place& place, const std::string& text) {
  return place.file.empty() ? text : to_string(place) + ": " + text;
}

}  // namespace

std::string setting(std::string_view option, std::string_view value) {
  std::string text(1, begin_mark);
  text += option;
  if (!value.empty()) text.append(" ").append(value);
  return text + end_mark;
}

Error::Error(ErrorCode code, std::string sentence) : Error(code, Place{}, std::move(sentence)) {}

Error::Error(ErrorCode code, Place place, std::string sentence)
    : std::runtime_error(placed(place, without_marks(sentence, ""))),
      code_(code),
      place_(std::move(place)),
      sentence_(std::move(sentence)) {}

std::vector<Setting> Error::settings() const {
  std::vector<Setting> found;
  worded([&](const Setting& one) {
    found.push_back(one);
    return std::string();
  });
  return found;
}

std::string Error::worded(const std::function<std::string(const Setting&)>& word) const {
  std::string text;
  std::size_t end = 0;
  for (std::size_t begin = sentence_.find(begin_mark); begin != std::string::npos;
       begin = sentence_.find(begin_mark, end)) {
    text.append(sentence_, end, begin - end);
    end = sentence_.find(end_mark, begin) + 1;
    text += word(setting_of(sentence_.substr(begin + 1, end - begin - 2)));
  }
  return placed(place_, text.append(sentence_, end));
}

std::string Error::worded(std::string_view prefix) const {
  return placed(place_, without_marks(sentence_, prefix));
}

}  // namespace comac
