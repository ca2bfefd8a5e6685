// SPDX-License-Identifier: MIT
#include "base/suggest.hpp"

#include "arguments.hpp"

namespace comac::app {

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known,
                         std::string_view prefix) {
  const std::string_view best = nearest_word(word, known);
  if (best.empty()) return "";
  return std::string("; did you mean ").append(prefix).append(best).append("?");
}

}  // namespace comac::app
