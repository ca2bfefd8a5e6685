// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "evaluate/assignment.hpp"
#include "evaluate/contingency.hpp"
#include "report/heat.hpp"
#include "report/sentences.hpp"
#include "report/text.hpp"
#include "sections.hpp"

namespace comac::section {
namespace {

constexpr std::size_t side_limit = 40;

/// The positions of the greatest sums, in their original order.
std::vector<std::size_t> greatest(const std::vector<std::uint64_t>& sums) {
  std::vector<std::size_t> order(sums.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sums[a] > sums[b]; });
  order.resize(std::min(order.size(), side_limit));
  std::sort(order.begin(), order.end());
  return order;
}

/// The counts of the chosen rows and columns.
Gains selected(const Contingency& table, const std::vector<std::size_t>& rows,
               const std::vector<std::size_t>& columns) {
  Gains counts{rows.size(), columns.size(), std::vector<std::int64_t>(rows.size() * columns.size())};
  for (const auto& cell : table.cells) {
    const auto r = std::lower_bound(rows.begin(), rows.end(), cell.row);
    const auto c = std::lower_bound(columns.begin(), columns.end(), cell.column);
    if (r == rows.end() || *r != cell.row || c == columns.end() || *c != cell.column) continue;
    counts.values[static_cast<std::size_t>((r - rows.begin())) * counts.columns +
                  static_cast<std::size_t>(c - columns.begin())] = static_cast<std::int64_t>(cell.count);
  }
  return counts;
}

/// Clusters in the order of the classes that they match best, so that agreement lies on the diagonal.
std::vector<std::size_t> diagonal_order(const Gains& counts) {
  std::vector<std::size_t> order;
  std::vector<bool> used(counts.columns);
  for (const auto column : best_assignment(counts)) {
    if (column == unassigned) continue;
    order.push_back(column);
    used[column] = true;
  }
  for (std::size_t c = 0; c < counts.columns; ++c) {
    if (!used[c]) order.push_back(c);
  }
  return order;
}

std::string class_name(const Categories& truth, std::uint32_t id) {
  return id == unknown_category ? "(unknown)" : truth.names[id];
}

std::string short_cluster(const RunReport& report, std::size_t cluster) {
  const auto& names = report.cluster_names;
  const bool named = cluster < names.size() && !names[cluster].empty();
  return named ? fmt::format("{}: {}", cluster, names[cluster]) : fmt::format("{}", cluster);
}

HeatTable confusion_table(const RunReport& report, const Contingency& table) {
  const std::vector<std::size_t> rows = greatest(table.row_sums), columns = greatest(table.column_sums);
  const Gains counts = selected(table, rows, columns);
  const std::vector<std::size_t> order = diagonal_order(counts);
  HeatTable heat{"", "truth", "cluster", {}, {}, {}};
  for (const auto c : order) heat.column_names.push_back(short_cluster(report, table.column_ids[columns[c]]));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    heat.row_names.push_back(class_name(*report.truth, table.row_ids[rows[r]]));
    for (const auto c : order) {
      const std::int64_t count = counts.at(r, c);
      const double share = static_cast<double>(count) / static_cast<double>(table.row_sums[rows[r]]);
      heat.cells.push_back({share, count == 0 ? "·" : format_count(static_cast<std::size_t>(count))});
    }
  }
  return heat;
}

}  // namespace

std::string confusion(const RunReport& report) {
  if (!report.truth || report.rows == 0) return "";
  const Contingency table = contingency(report.truth->ids, report.result.cluster);
  std::string text =
      "Rows of each true class in each cluster; the darker, the greater the share of the class.";
  if (std::max(table.row_ids.size(), table.column_ids.size()) > side_limit) {
    text += fmt::format(" Only the {} largest are shown.", side_limit);
  }
  return card("Clusters against the truth",
              paragraph("quiet", text) + "<div class=\"natural\">" +
                  inline_svg(draw(confusion_table(report, table)), "Table: true classes against clusters") +
                  "</div>\n");
}

std::string chain(const RunReport& report) {
  const std::vector<double>& chances = report.result.transition;
  const std::size_t clusters = report.result.sizes.size();
  if (chances.empty() || clusters < 2) return "";
  const std::size_t side = std::min(clusters, side_limit);
  HeatTable heat{"", "from", "to cluster", {}, {}, {}};
  for (std::size_t r = 0; r < side; ++r) {
    heat.row_names.push_back(short_cluster(report, r));
    heat.column_names.push_back(short_cluster(report, r));
    for (std::size_t c = 0; c < side; ++c) {
      const double chance = chances[r * clusters + c];
      heat.cells.push_back({chance, format_number(chance, 2)});
    }
  }
  std::string text = "The chance to go from one cluster to another in one step.";
  if (clusters > side) text += fmt::format(" Only the first {} clusters are shown.", side);
  return card("The chain between clusters",
              paragraph("quiet", text) + "<div class=\"natural\">" +
                  inline_svg(draw(heat), "Table: transition probabilities between clusters") + "</div>\n");
}

}  // namespace comac::section
