// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace comac {

/// Where the user said something: a file of SideInformation::files and a line (from 1; 0 if not from a file).
struct Source {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
};

/// "Row `row` belongs to class `label`."
struct Label {
  std::uint32_t row = 0;
  std::uint32_t label = 0;  ///< indexes SideInformation::label_names
  Source source;
  double trust = 1;  ///< the probability that it is right; 1 makes it hard
};

enum class LinkKind : std::uint8_t { must, cannot };

/// "Rows `first` and `second` belong together" or "apart".
struct Link {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  LinkKind kind = LinkKind::must;
  Source source;
  double trust = 1;  ///< the probability that it is right; 1 makes it hard
};

/// A hard item holds in every result; a soft one costs bits where it does not.
template <class Item>
bool is_hard(const Item& item) {
  return item.trust >= 1;
}

/// Everything that is known about the rows, as given. Rows count from 0.
struct SideInformation {
  std::vector<std::string> label_names;
  std::vector<Label> labels;
  std::vector<Link> links;
  std::vector<std::string> files;
  std::vector<std::string> row_names;  ///< for messages: the ids of the rows, or empty
  std::size_t first_row = 0;           ///< for messages: what the user calls the first row, 0 or 1

  bool empty() const { return labels.empty() && links.empty(); }
  bool any_soft() const;
  /// "file:line", or "" where the item is not from a file.
  std::string describe(Source source) const;
  /// The row as the user names it.
  std::string row_name(std::uint32_t row) const;
};

}  // namespace comac
