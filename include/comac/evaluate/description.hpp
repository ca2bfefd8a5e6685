// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "comac/data/table.hpp"
#include "comac/result.hpp"

namespace comac {

/// Where the values lie that set a cluster apart: from `low` on, up to `high`, between both, or not between
/// them; or in some categories.
enum class TraitKind { above, below, between, outside, among };
std::string_view to_string(TraitKind kind);

/// How the rows of a cluster differ from all others in one column, in the column's own units.
struct Trait {
  std::string column;
  TraitKind kind = TraitKind::above;
  ColumnAbout about = {};  ///< what its numbers stand for: dates, ranks
  double low = 0;          ///< of the values meant, or of the gap between them; both are among those values
  double high = 0;
  std::vector<std::string> categories = {};  ///< those meant, the most telling first
  double here = 0;                           ///< share of the cluster's rows with such a value
  double elsewhere = 0;                      ///< share of all other rows
  /// Medians within the cluster and without; of categories nothing.
  double median_here = 0;
  double median_elsewhere = 0;

  /// How far the column sets the cluster apart, from 0 to 1.
  double apart() const { return here - elsewhere; }
};

/// A row that might as well be in another cluster.
struct BorderRow {
  std::uint32_t row = 0;
  double confidence = 0;
  std::uint32_t next = 0;  ///< the other cluster
};

/// What a cluster is.
struct ClusterDescription {
  std::vector<Trait> traits;  ///< what sets it apart the most comes first; nothing that chance would explain
  std::optional<std::uint32_t> typical;  ///< the row that is nearest to all others, see describe()
  std::vector<BorderRow> border;         ///< the least sure rows first
  double confidence = 0;                 ///< mean over its rows; 0 where there is none
};

struct Description {
  std::vector<ClusterDescription> clusters;
};

/// A column as its owner knows it: numbers, of which those that are not finite are missing, or categories.
struct DescribedColumn {
  std::string name;
  std::vector<double> numbers = {};
  ColumnAbout about = {};  ///< what they stand for
  std::optional<Categories> categories = std::nullopt;
};

/// What to describe clusters by.
struct DescribeInput {
  std::size_t columns = 0;
  /// The column of this number, made when it is looked at. Threads may ask at the same time.
  std::function<DescribedColumn(std::size_t)> column = {};
  std::optional<TableView> compared = std::nullopt;  ///< rows as they are compared: for typical ones
  std::size_t traits = 5;                            ///< at most, of each cluster
  std::size_t border = 5;                            ///< rows at most, of each cluster
  std::size_t threads = 0;
};

/// The columns of a table: categories and yes or no as such, all else as numbers.
std::function<DescribedColumn(std::size_t)> columns_of(const TableView& table);

/// For each cluster the columns that set it apart, a typical row (the medoid, in large clusters that of a
/// sample of its rows) and the rows at its border. Of a column of numbers, the interval (or the outside of
/// one) that holds the largest share of the cluster's rows more than of the others: Kuiper's statistic.
/// Throws Error(data) for columns of another number of rows, and for categories without a name. O(columns
/// (rows log rows + rows K)); never depends on the number of threads.
Description describe(const Result& result, const DescribeInput& input);

}  // namespace comac
