// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

/// One thing said: a label or a link, by its index in SideInformation. Labels come before links.
struct ItemId {
  enum class Kind : std::uint8_t { label, link } kind = Kind::label;
  std::size_t index = 0;

  static ItemId label(std::size_t index) { return {Kind::label, index}; }
  static ItemId link(std::size_t index) { return {Kind::link, index}; }
  bool is_label() const { return kind == Kind::label; }
  friend auto operator<=>(const ItemId&, const ItemId&) = default;
};

/// A value for each thing said.
template <class Value>
class PerItem {
 public:
  PerItem() = default;
  PerItem(std::size_t labels, std::size_t links, const Value& value = {})
      : labels_(labels, value), links_(links, value) {}

  Value& operator[](ItemId id) { return id.is_label() ? labels_[id.index] : links_[id.index]; }
  const Value& operator[](ItemId id) const { return id.is_label() ? labels_[id.index] : links_[id.index]; }

  std::size_t size() const { return labels_.size() + links_.size(); }
  /// All of them, labels first.
  std::vector<ItemId> ids() const {
    std::vector<ItemId> all;
    all.reserve(size());
    for (std::size_t i = 0; i < labels_.size(); ++i) all.push_back(ItemId::label(i));
    for (std::size_t i = 0; i < links_.size(); ++i) all.push_back(ItemId::link(i));
    return all;
  }

 private:
  std::vector<Value> labels_, links_;
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
  std::size_t passed_over = 0;         ///< items about rows that were left out of the table
  bool has_confidences = false;        ///< a file had a column of confidences; they are the items' trust

  /// Says that a row belongs to the class of that name.
  void label(std::uint32_t row, std::string_view name, double confidence = 1);
  /// Says that two rows belong together, or apart.
  void must(std::uint32_t first, std::uint32_t second, double confidence = 1);
  void cannot(std::uint32_t first, std::uint32_t second, double confidence = 1);
  /// Adds all that is said there; classes of the same name are the same.
  void add(const SideInformation& more);

  bool empty() const { return labels.empty() && links.empty(); }
  bool any_soft() const;
  double trust(ItemId id) const { return id.is_label() ? labels[id.index].trust : links[id.index].trust; }
  double& trust(ItemId id) { return id.is_label() ? labels[id.index].trust : links[id.index].trust; }
  /// The same value for each thing said.
  template <class Value>
  PerItem<Value> per_item(const Value& value) const {
    return {labels.size(), links.size(), value};
  }
  /// "file:line", or "" where the item is not from a file.
  std::string describe(Source source) const;
  /// The row as the user names it.
  std::string row_name(std::uint32_t row) const;
};

}  // namespace comac
