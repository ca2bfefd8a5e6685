// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "comac/base/error.hpp"
#include "prep/pca.hpp"
#include "prep/prepare.hpp"
#include "report/describe_text.hpp"
#include "report/sample.hpp"
#include "report/scatter.hpp"
#include "report/sentences.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "sections.hpp"

namespace comac::section {
namespace {

constexpr std::size_t tooltip_limit = 3'000;  ///< more points share one element and have no tooltips
constexpr std::size_t segment_limit = 1'000;
constexpr std::size_t note_limit = 24;
constexpr std::size_t tip_limit = 24;  ///< characters of a name in a tooltip

/// The plane on which the rows are shown: two columns of a table, or one column and the row number.
struct Plane {
  Table table;
  std::size_t x = 0;
  std::optional<std::size_t> y;
  std::string x_title;
  std::string y_title = "row";
  std::string explanation;

  double x_of(std::size_t row) const { return table.at(row, x); }
  double y_of(std::size_t row) const { return y ? table.at(row, *y) : static_cast<double>(row); }
};

std::size_t find_column(const Table& table, const std::string& name) {
  const auto found = std::find(table.column_names.begin(), table.column_names.end(), name);
  if (found != table.column_names.end()) return static_cast<std::size_t>(found - table.column_names.begin());
  throw Error(ErrorCode::usage,
              fmt::format("found no column \"{}\" to draw; name one of the table's features", name));
}

Plane chosen_columns(const ReportView& view) {
  Plane plane;
  plane.table = encode(*view.table).rows.take();  // what is missing has no place in a picture
  plane.x = find_column(plane.table, view.x_column);
  plane.y = find_column(plane.table, view.y_column);
  plane.x_title = view.x_column;
  plane.y_title = view.y_column;
  plane.explanation = "Each row at its values of two columns";
  return plane;
}

double scatter_of(const TableView& table, std::size_t column) {
  double mean = 0, sum = 0;
  for (std::size_t r = 0; r < table.rows; ++r) mean += table.at(r, column) / static_cast<double>(table.rows);
  for (std::size_t r = 0; r < table.rows; ++r)
    sum += (table.at(r, column) - mean) * (table.at(r, column) - mean);
  return sum;
}

std::string component_title(const Plane& plane, std::size_t component, double total) {
  const double share = total > 0 ? scatter_of(plane.table, component) / total : 0;
  return fmt::format("PC{} ({:.0f} % of the variance)", component + 1, 100 * share);
}

Plane components(const TableView& features) {
  double total = 0;
  for (std::size_t c = 0; c < features.columns; ++c) total += scatter_of(features, c);
  Plane plane;
  plane.table = principal_components(features, std::min<std::size_t>(2, features.columns));
  plane.x_title = component_title(plane, 0, total);
  plane.explanation = "Each row at its first two principal components";
  if (features.columns > 1) {
    plane.y = 1;
    plane.y_title = component_title(plane, 1, total);
  }
  return plane;
}

/// Of a chain without rows.
Plane layout_plane(const Result& result) {
  Plane plane;
  plane.table = {result.layout.size() / 2, 2, result.layout, {}};
  plane.y = 1;
  plane.x_title = "first axis of the chain", plane.y_title = "second axis";
  plane.explanation = "States from which the chain goes on alike are near one another (spectral layout)";
  return plane;
}

Plane choose_plane(const RunReport& report, const ReportView& view) {
  if (!view.x_column.empty() || !view.y_column.empty()) return chosen_columns(view);
  if (view.prepared) return components(*view.prepared);
  const Prepared prepared = prepare(*view.table, report.options.prep.scale, 0);
  return components(prepared.rows.view());
}

std::vector<PointGroup> empty_groups(const RunReport& report) {
  std::vector<PointGroup> groups;
  for (std::size_t c = 0; c < report.result.sizes.size(); ++c) {
    groups.push_back({cluster_title(report, c), {}, c});
  }
  return groups;
}

/// What is said about a row, and its values.
std::string tooltip(const RunReport& report, const Table* values, std::uint32_t row,
                    const std::map<std::uint32_t, std::uint32_t>& labels) {
  std::string text = shorten(row_title(report, row), tip_limit) + " · " +
                     shorten(cluster_title(report, report.result.cluster[row]), tip_limit);
  if (const auto label = labels.find(row); label != labels.end()) {
    text += " · labelled " + shorten(report.known.label_names[label->second], tip_limit);
  }
  if (report.truth && report.truth->ids[row] != unknown_category) {
    text += " · truth " + shorten(report.truth->names[report.truth->ids[row]], tip_limit);
  }
  if (!report.result.confidence.empty())
    text += fmt::format(" · confidence {:.2f}", report.result.confidence[row]);
  if (values != nullptr) text.append("\n").append(row_values(*values, row, 6));
  return text;
}

void add_points(const RunReport& report, const Table* values, const Plane& plane,
                const std::vector<std::uint32_t>& rows, ScatterChart& chart) {
  std::map<std::uint32_t, std::uint32_t> labels;
  for (const auto& label : report.known.labels) labels.try_emplace(label.row, label.label);
  const bool explain = rows.size() <= tooltip_limit;
  for (const auto row : rows) {
    chart.groups[report.result.cluster[row]].points.push_back(
        {plane.x_of(row), plane.y_of(row), explain ? tooltip(report, values, row, labels) : ""});
  }
  std::erase_if(chart.groups, [](const auto& group) { return group.points.empty(); });
}

/// Where there are more clusters than a legend can tell apart, their numbers stand at their typical rows.
void add_numbers(const RunReport& report, const Plane& plane, ScatterChart& chart) {
  if (chart.groups.size() <= palette_size || !report.description) return;
  chart.legend_limit = 0;
  for (std::size_t c = 0; c < report.description->clusters.size(); ++c) {
    const auto row = report.description->clusters[c].typical;
    if (row) chart.numbers.push_back({plane.x_of(*row), plane.y_of(*row), std::to_string(c)});
  }
}

/// Which items are listed as suspicious.
PerItem<char> suspicious_items(const RunReport& report) {
  PerItem<char> result = report.known.per_item<char>(false);
  if (!report.result.explanation) return result;
  const auto& ranking = report.result.explanation->ranking;
  for (std::size_t i = 0; i < std::min(ranking.size(), suspicious_limit); ++i) {
    result[ranking[i].item] = ranking[i].bits > 0;
  }
  return result;
}

/// Names a class once, at the labelled row nearest to the middle of its labelled rows.
void add_class_note(const std::string& name, const std::vector<ScatterPoint>& points, ScatterChart& chart) {
  double x = 0, y = 0;
  for (const auto& point : points) {
    x += point.x / static_cast<double>(points.size());
    y += point.y / static_cast<double>(points.size());
  }
  const auto distance = [&](const ScatterPoint& p) { return (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y); };
  const auto nearest = std::min_element(
      points.begin(), points.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  chart.notes.push_back({nearest->x, nearest->y, name});
}

void add_labels(const RunReport& report, const Plane& plane, const std::vector<bool>& drawn,
                ScatterChart& chart) {
  std::map<std::uint32_t, std::vector<ScatterPoint>> by_class;
  const PerItem<char> suspicious = suspicious_items(report);
  for (std::size_t i = 0; i < report.known.labels.size(); ++i) {
    const Label& label = report.known.labels[i];
    const ItemId id = ItemId::label(i);
    if (report.result.certificate.items[id].status.is_dropped() || !drawn[label.row]) continue;
    const ScatterPoint point{plane.x_of(label.row), plane.y_of(label.row), ""};
    (suspicious[id] ? chart.warnings : chart.rings).push_back(point);
    by_class[label.label].push_back(point);
  }
  for (const auto& [label, points] : by_class) {
    if (chart.notes.size() < note_limit) add_class_note(report.known.label_names[label], points, chart);
  }
}

/// Violated constraints first, then suspicious ones: they matter most.
void add_segments(const RunReport& report, const Plane& plane, const std::vector<bool>& drawn,
                  ScatterChart& chart) {
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::string_view kind, const std::string& text) {
    if (!drawn[a] || !drawn[b] || chart.segments.size() >= segment_limit) return;
    chart.segments.push_back(
        {plane.x_of(a), plane.y_of(a), plane.x_of(b), plane.y_of(b), kind, shorten(text, 3 * name_limit)});
  };
  std::vector<Finding> broken = describe_violations(report, segment_limit);
  for (auto& finding : describe_outvoted(report)) {
    if (finding.kind != "label") broken.push_back(std::move(finding));
  }
  for (const auto& finding : broken) {
    const bool together = finding.kind == "must_link" || finding.kind == "split_class";
    add(finding.rows[0], finding.rows[1], together ? "must violated" : "cannot violated", finding.sentence);
  }
  const PerItem<char> suspicious = suspicious_items(report);
  for (const bool doubted : {true, false}) {
    for (std::size_t i = 0; i < report.known.links.size() && chart.segments.size() < segment_limit; ++i) {
      const Verdict& verdict = report.result.certificate.items[ItemId::link(i)];
      if (verdict.status.is_dropped() || !verdict.holds || suspicious[ItemId::link(i)] != doubted) continue;
      const Link& link = report.known.links[i];
      const bool must = link.kind == LinkKind::must;
      const std::string_view kind =
          must ? (doubted ? "must doubted" : "must") : (doubted ? "cannot doubted" : "cannot");
      const std::string rows = row_title(report, link.first) + " and " + row_title(report, link.second);
      add(link.first, link.second, kind,
          rows + (must ? " together" : " apart") + (doubted ? ", suspicious" : ""));
    }
  }
}

std::string explanation(const RunReport& report, const Plane& plane, std::size_t drawn) {
  std::string text = plane.explanation + ", coloured by cluster.";
  if (drawn < report.rows) {
    text += fmt::format(
        " Of {} rows, {} are drawn: rows that something is known about are preferred, the others are chosen "
        "at random.",
        format_count(report.rows), format_count(drawn));
  }
  if (drawn <= tooltip_limit) text += " Point at a row to see its values, or use Tab and the arrow keys.";
  return text;
}

std::string toggle(std::string_view id, std::string_view text) {
  return fmt::format(
      "<input type=\"checkbox\" id=\"show-{0}\" checked=\"checked\"/><label for=\"show-{0}\">{1}</label>\n",
      id, text);
}

}  // namespace

std::string picture(const RunReport& report, const ReportView& view) {
  const bool has_table = view.table != nullptr && view.table->rows > 0 && view.table->columns > 0;
  const bool has_layout = !report.result.layout.empty();
  if (!has_table && !view.prepared && !has_layout) return "";
  const bool of_chain = !has_table && !view.prepared;
  const Plane plane = of_chain ? layout_plane(report.result) : choose_plane(report, view);
  const std::vector<std::uint32_t> rows = rows_to_draw(report.rows, report.known);
  std::vector<bool> drawn(report.rows);
  for (const auto row : rows) drawn[row] = true;

  ScatterChart chart;
  chart.width = 1040;
  chart.height = 560;
  chart.x.title = shorten(plane.x_title, name_limit);
  chart.y.title = shorten(plane.y_title, name_limit);
  chart.groups = empty_groups(report);
  add_points(report, has_table ? view.table : nullptr, plane, rows, chart);
  add_numbers(report, plane, chart);
  add_labels(report, plane, drawn, chart);
  add_segments(report, plane, drawn, chart);

  std::string content = paragraph("quiet", explanation(report, plane, rows.size()));
  const bool doubts = !describe_suspicious(report, 1).empty();
  if (!chart.rings.empty() || !chart.warnings.empty())
    content +=
        toggle("labels", doubts ? "labelled rows (ringed; orange: suspicious)" : "labelled rows (ringed)");
  if (!chart.segments.empty()) {
    content += toggle("links", fmt::format("links (solid: together, dashed: apart, red: not honoured{})",
                                           doubts ? ", orange: suspicious" : ""));
  }
  std::vector<Spot> spots;
  const Drawing drawing = draw(chart, spots);
  content += inline_svg(drawing, "Scatter plot of the rows, coloured by cluster", spots);
  return card("The rows", content);
}

}  // namespace comac::section
