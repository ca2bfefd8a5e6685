// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comac::test {

inline std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + word.size()))
    ++count;
  return count;
}

/// What is wrong with the entities of a piece of text or of an attribute, or "".
inline std::string entity_fault(std::string_view text) {
  for (auto at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    bool known = false;
    for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}) {
      known = known || text.substr(at).starts_with(entity);
    }
    if (!known) return "bare & before " + std::string(text.substr(at, 20));
  }
  return "";
}

/// The end of the tag that starts at `at`: quoted > do not count.
inline std::size_t tag_end(std::string_view text, std::size_t at) {
  bool quoted = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] == '<' && quoted) return std::string_view::npos;
    if (text[at] == '>' && !quoted) return at;
  }
  return std::string_view::npos;
}

/// What is wrong with a document, or "": every tag must be closed in order, attributes quoted, & escaped.
inline std::string markup_fault(std::string_view text) {
  std::vector<std::string> open;
  std::size_t at = text.starts_with("<!DOCTYPE html>") ? 15 : 0;
  while (true) {
    const std::size_t start = text.find('<', at);
    const std::string fault = entity_fault(text.substr(at, start - at));
    if (!fault.empty()) return fault;
    if (start == std::string_view::npos) break;
    const std::size_t end = tag_end(text, start + 1);
    if (end == std::string_view::npos) return "no end of tag at " + std::string(text.substr(start, 40));
    const std::string_view tag = text.substr(start + 1, end - start - 1);
    const std::string name(tag.substr(0, tag.find_first_of(" /\n", 1)));
    if (tag.starts_with('/')) {
      if (open.empty() || "/" + open.back() != tag) return "unexpected <" + std::string(tag) + ">";
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
    }
    if (const std::string inside = entity_fault(tag); !inside.empty()) return inside;
    at = end + 1;
  }
  return open.empty() ? "" : "unclosed <" + open.back() + ">";
}

}  // namespace comac::test
