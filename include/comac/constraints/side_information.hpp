// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "comac/data/read.hpp"

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

/// How far the labels and the links as a whole were trusted.
struct Trust {
  double labels = 1;
  double links = 1;
  bool estimated = false;
};

/// Something said that contradicts other things said.
struct Conflict {
  ItemId item = {};
  std::string reason = {};  ///< one sentence: the chain of items that contradicts it
  /// That chain. Without any one of these items, or this one, the others agree.
  std::vector<ItemId> against = {};
};

/// How far one item is believed.
struct Status {
  enum class Kind : std::uint8_t { hard, soft, dropped } kind = Kind::hard;
  double trust = 1;
  /// Why it was dropped, or made soft though it was said to be hard; else none.
  std::shared_ptr<const Conflict> conflict = nullptr;

  bool is_hard() const { return kind == Kind::hard; }
  bool is_dropped() const { return kind == Kind::dropped; }
};

/// How files name rows: by position (from 0 or 1) or by the id column of the table.
class RowNames {
 public:
  RowNames(std::size_t rows, bool one_based) : rows_(rows), first_(one_based ? 1 : 0) {}
  explicit RowNames(const std::vector<std::string>& ids);

  /// Rows that the table had and that were left out: what files say about them is passed over and counted.
  void leave_out(const std::vector<std::string>& names) { left_out_.insert(names.begin(), names.end()); }
  bool is_left_out(std::string_view text) const {
    return !left_out_.empty() && left_out_.contains(std::string(text));
  }

  /// The row that `text` names, or nothing.
  std::optional<std::uint32_t> find(std::string_view text) const;
  /// "a row number from 0 to 149" or "an id of the table", for messages.
  std::string expected() const;
  /// What to do about a `text` that names no row, for messages.
  std::string advice(std::string_view text) const;
  /// Whether `text`, in the first line of a file, stands over a column of rows instead of naming one.
  bool is_heading(std::string_view text) const;

 private:
  std::size_t rows_ = 0;
  std::size_t first_ = 0;
  bool has_ids_ = false;
  std::unordered_map<std::string, std::uint32_t> by_id_;
  std::unordered_set<std::string> left_out_;
};

/// Adds "row,label" or "row,label,confidence" lines, all alike. A confidence, from 0 to 1, becomes the item's
/// trust. Unknown labels (empty, ?, NA, -1) are skipped. Fields stand between commas,
/// semicolons, tabs or blanks; a header line is recognised, lines that begin with # are skipped.
/// Throws Error(data) with line and column (counted in fields), and before more than `memory_limit` bytes
/// (0: what is free) are taken.
void read_labels(const std::string& path, const RowNames& rows, SideInformation& into,
                 std::size_t memory_limit = 0);

/// Adds "i,j,+1|-1|must|cannot" lines (also 1, must-link, cannot-link, ml, cl); with `kind` given, "i,j"
/// lines of that kind. A confidence may follow; after "i,j" only where a header calls it that, since a third
/// field there might be the kind of the link. Otherwise like read_labels.
void read_links(const std::string& path, const RowNames& rows, std::optional<LinkKind> kind,
                SideInformation& into, std::size_t memory_limit = 0);

/// The same for text already in memory; `name` stands for the file.
void parse_labels(std::string_view content, const std::string& name, const RowNames& rows,
                  SideInformation& into, std::size_t memory_limit = 0);
void parse_links(std::string_view content, const std::string& name, const RowNames& rows,
                 std::optional<LinkKind> kind, SideInformation& into, std::size_t memory_limit = 0);

/// Adds the known labels of a table's label column.
void add_labels(const Dataset& dataset, const std::string& path, SideInformation& into);

}  // namespace comac
