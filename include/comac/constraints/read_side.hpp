// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/data/read.hpp"

namespace comac {

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
