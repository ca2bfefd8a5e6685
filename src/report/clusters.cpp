// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "report/describe_text.hpp"
#include "report/sentences.hpp"
#include "report/style.hpp"
#include "report/svg.hpp"
#include "report/text.hpp"
#include "sections.hpp"

namespace comac::section {
namespace {

constexpr std::size_t cluster_limit = 100, doubt_limit = 12;
/// More clusters have little room each.
constexpr std::size_t roomy_clusters = 12;
/// Rows that are less sure than this are counted as doubtful.
constexpr double doubtful = 0.6;

std::string swatch(std::size_t cluster) {
  return fmt::format(
      "<svg class=\"chart swatch\" viewBox=\"0 0 14 14\" width=\"14\" height=\"14\" "
      "aria-hidden=\"true\">{}</svg>",
      svg_group(colour_attribute(cluster), svg_path(marker(cluster, 7, 7, 5), "point")));
}

std::string bar(std::string_view kind, double share) {
  return fmt::format("<i class=\"{}\" style=\"width:{:.1f}%\"></i>", kind, 100 * std::clamp(share, 0.0, 1.0));
}

/// In the cluster's colour.
std::string bar_of(std::size_t cluster, double share) {
  return fmt::format("<span {}>{}</span>", colour_attribute(cluster), bar("here", share));
}

std::string trait_row(std::size_t cluster, const Trait& trait) {
  const std::string medians = medians_text(trait);
  return fmt::format(
      "<li><b>{}</b> {}<span class=\"shares\">{}{}</span><span class=\"quiet\">{}{}</span></li>\n",
      escape(shorten(trait.column, name_limit)), escape(values_text(trait)), bar_of(cluster, trait.here),
      bar("elsewhere", trait.elsewhere), escape(shares_text(trait)),
      medians.empty() ? "" : "; " + escape(medians));
}

/// Many clusters have room for few traits each.
std::size_t traits_in_sight(std::size_t clusters) {
  return clusters <= 6 ? 5 : clusters <= roomy_clusters ? 4 : 2;
}

std::string size_line(const RunReport& report, std::size_t cluster) {
  const std::size_t size = report.result.sizes[cluster];
  const auto largest = static_cast<double>(std::ranges::max(report.result.sizes));
  const double share = report.rows == 0 ? 0 : static_cast<double>(size) / static_cast<double>(report.rows);
  std::string text = fmt::format("{} ({:.0f} %)", counted(size, "row"), 100 * share);
  if (report.description && !report.result.confidence.empty() && size > 0)
    text += fmt::format(", confidence {:.2f}", report.description->clusters[cluster].confidence);
  return fmt::format("<p class=\"size\"><span class=\"whole\">{}</span>{}</p>\n",
                     bar_of(cluster, largest > 0 ? static_cast<double>(size) / largest : 0), escape(text));
}

std::string border_line(const RunReport& report, const ClusterDescription& one, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, one.border.size()); ++i) {
    const BorderRow& row = one.border[i];
    text += fmt::format("{}{} ({:.2f}, next {})", i == 0 ? "" : "; ",
                        shorten(row_title(report, row.row), name_limit), row.confidence, row.next);
  }
  return text;
}

std::string cluster_card(const RunReport& report, const ReportView& view, std::size_t cluster) {
  std::string content = size_line(report, cluster);
  if (report.description) {
    const ClusterDescription& one = report.description->clusters[cluster];
    std::string traits;
    const std::size_t most = traits_in_sight(report.result.sizes.size());
    for (std::size_t i = 0; i < std::min(most, one.traits.size()); ++i)
      traits += trait_row(cluster, one.traits[i]);
    if (!traits.empty()) content += "<ul class=\"traits\">\n" + traits + "</ul>\n";
    const bool roomy = report.result.sizes.size() <= roomy_clusters;
    if (one.typical) {
      const std::string values =
          roomy && view.table != nullptr ? ": " + row_values(*view.table, *one.typical, 6) : "";
      content += paragraph(
          "quiet",
          fmt::format("Typical is {}{}", shorten(row_title(report, *one.typical), name_limit), values));
    }
    if (roomy && !one.border.empty())
      content += paragraph("quiet", "At the border: " + border_line(report, one, 3));
  }
  return fmt::format("<article>\n<h3>{} {}</h3>\n{}</article>\n", swatch(cluster),
                     escape(shorten(cluster_title(report, cluster), name_limit)), content);
}

/// The least sure rows of all clusters.
std::vector<BorderRow> least_sure(const RunReport& report) {
  std::vector<BorderRow> rows;
  if (!report.description) return rows;
  for (const auto& cluster : report.description->clusters)
    rows.insert(rows.end(), cluster.border.begin(), cluster.border.end());
  std::ranges::stable_sort(rows, std::ranges::less(), &BorderRow::confidence);
  rows.resize(std::min(rows.size(), doubt_limit));
  return rows;
}

std::string doubt_row(const RunReport& report, const ReportView& view, const BorderRow& row) {
  const auto title = [&](std::size_t c) { return escape(shorten(cluster_title(report, c), name_limit)); };
  return fmt::format("<tr><td>{}</td><td>{:.2f}</td><td>{}</td><td>{}</td><td class=\"quiet\">{}</td></tr>\n",
                     escape(shorten(row_title(report, row.row), name_limit)), row.confidence,
                     title(report.result.cluster[row.row]), title(row.next),
                     view.table == nullptr ? "" : escape(row_values(*view.table, row.row, 6)));
}

}  // namespace

std::size_t doubtful_rows(const RunReport& report) {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.result.confidence, [](double confidence) { return confidence < doubtful; }));
}

std::string clusters(const RunReport& report, const ReportView& view) {
  const std::size_t count = report.result.sizes.size();
  std::string cards;
  for (std::size_t c = 0; c < std::min(count, cluster_limit); ++c) cards += cluster_card(report, view, c);
  if (cards.empty()) return "";
  std::string text =
      "What sets each apart from all other rows: how many of its rows have such a value (coloured), and how "
      "many of all others (grey).";
  if (count > cluster_limit)
    text += fmt::format(" The first {} of {} clusters; the JSON has them all.", cluster_limit,
                        format_count(count));
  return card("The clusters",
              paragraph("quiet", text) + fmt::format("<div class=\"clusters{}\">\n{}</div>\n",
                                                     count > roomy_clusters ? " many" : "", cards));
}

std::string doubts(const RunReport& report, const ReportView& view) {
  const std::vector<BorderRow> rows = least_sure(report);
  if (rows.empty()) return "";
  const std::size_t unsure = doubtful_rows(report);
  std::string text =
      unsure == 0
          ? fmt::format("No row is less sure than {}. The least sure ones:", doubtful)
          : fmt::format(
                "{} of {} less sure than {}: at the border between two clusters, or "
                "kept where they are by a label or link. The least sure ones:",
                format_count(unsure), counted(report.rows, "row") + (unsure == 1 ? " is" : " are"), doubtful);
  std::string body;
  for (const BorderRow& row : rows) body += doubt_row(report, view, row);
  return card(
      "Where to doubt: rows between clusters",
      paragraph("quiet", text) +
          "<table class=\"wide\"><thead><tr><th>row</th><th>confidence</th><th>is in</th><th>might be "
          "in</th><th></th></tr></thead><tbody>\n" +
          body + "</tbody></table>\n");
}

}  // namespace comac::section
