// SPDX-License-Identifier: MIT
#include "paint.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace comac::app {
namespace {

constexpr std::string_view bold = "\x1b[1m", cyan = "\x1b[36m", plain = "\x1b[0m";

std::string in(std::string_view colour, std::string_view text) {
  return std::string(colour).append(text).append(plain);
}

/// Line by line, each without its end.
template <class Paint>
std::string by_lines(std::string_view text, Paint paint) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += paint(text.substr(0, end));
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// What stands before two blanks, behind those that the line begins with.
std::string paint_first(std::string_view line, std::string_view colour) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t end = std::min(line.find("  ", begin), line.size());
  return std::string(line.substr(0, begin))
      .append(in(colour, line.substr(begin, end - begin)))
      .append(line.substr(end));
}

}  // namespace

bool takes_colours(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return isatty(descriptor) == 1 && !dumb && (no_colour == nullptr || *no_colour == '\0');
}

std::string paint_help(std::string_view text) {
  return by_lines(text, [](std::string_view line) {
    if (line.empty()) return std::string();
    if (!line.starts_with(' ')) return in(bold, line);
    return line.starts_with("   ") ? std::string(line) : paint_first(line, cyan);
  });
}

std::string paint_parts(std::string_view text) {
  bool begins = true;
  return by_lines(text, [&](std::string_view line) {
    const bool heading = begins;
    begins = line.empty();
    if (line.empty()) return std::string();
    return heading ? in(bold, line) : paint_first(line, cyan);
  });
}

std::string paint_lines(std::string_view text, std::string_view word) {
  return by_lines(text, [&](std::string_view line) {
    return line.starts_with(word) ? in(bold, line) : std::string(line);
  });
}

}  // namespace comac::app
