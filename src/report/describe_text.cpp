// SPDX-License-Identifier: MIT
#include "report/describe_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/sentences.hpp"
#include "report/text.hpp"
#include "report/values.hpp"

namespace comac {
namespace {

constexpr std::size_t column_limit = 24;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::size_t widest(const std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const auto& text : texts) width = std::max(width, character_count(text));
  return width;
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, character_count(text)), ' ');
}

/// The traits in columns.
std::string traits_text(const std::vector<Trait>& traits) {
  std::vector<std::string> names, values;
  for (const Trait& trait : traits) {
    names.push_back(shorten(trait.column, column_limit));
    values.push_back(values_text(trait));
  }
  std::string out;
  for (std::size_t i = 0; i < traits.size(); ++i) {
    const std::string medians = medians_text(traits[i]);
    out += fmt::format("  {}  {}  {}{}\n", padded(names[i], widest(names)), padded(values[i], widest(values)),
                       shares_text(traits[i]), medians.empty() ? "" : "; " + medians);
  }
  return out;
}

std::string border_text(const RunReport& report, const std::vector<BorderRow>& border) {
  std::string out;
  for (const BorderRow& row : border) {
    out += fmt::format("{}{} ({:.2f}, next {})", out.empty() ? "" : "; ", row_title(report, row.row),
                       row.confidence, cluster_title(report, row.next));
  }
  return out;
}

}  // namespace

std::string values_text(const Trait& trait) {
  const auto number = [&](double value) { return shorten(value_text(value, trait.about), column_limit); };
  const bool one_side = trait.kind == TraitKind::above || trait.kind == TraitKind::below;
  if (one_side && trait.low == trait.high) return "= " + number(trait.low);  // no value lies beyond
  switch (trait.kind) {
    case TraitKind::above:
      return "at least " + number(trait.low);
    case TraitKind::below:
      return "at most " + number(trait.high);
    case TraitKind::between:
      if (trait.low == trait.high) return "= " + number(trait.low);
      return number(trait.low) + " to " + number(trait.high);
    case TraitKind::outside:
      return fmt::format("at most {} or at least {}", number(trait.low), number(trait.high));
    case TraitKind::among:
      break;
  }
  std::string text;
  for (const std::string& category : trait.categories)
    text += (text.empty() ? "" : " or ") + shorten(category, column_limit);
  return text;
}

std::string shares_text(const Trait& trait) {
  return fmt::format("{} here, {} elsewhere", percent(trait.here), percent(trait.elsewhere));
}

std::string medians_text(const Trait& trait) {
  if (trait.kind == TraitKind::among) return "";
  return fmt::format("typically {}, elsewhere {}", value_text(trait.median_here, trait.about),
                     value_text(trait.median_elsewhere, trait.about));
}

std::string row_values(const Table& table, std::size_t row, std::size_t most_columns) {
  std::string text;
  for (std::size_t c = 0; c < std::min(most_columns, table.columns); ++c) {
    const std::string name =
        table.column_names.empty() ? std::to_string(c + 1) : shorten(table.column_names[c], column_limit);
    const std::string value =
        table.about.empty() ? format_number(table.at(row, c)) : value_text(table.at(row, c), table.about[c]);
    text += fmt::format("{}{} {}", c == 0 ? "" : ", ", name, shorten(value, column_limit));
  }
  return table.columns > most_columns ? text + ", …" : text;
}

std::string description_text(const RunReport& report, const Table* table) {
  std::string out = headline(report) + "\n";
  const auto& clusters = report.description->clusters;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    const ClusterDescription& one = clusters[c];
    const std::size_t size = report.result.sizes[c];
    const double share = report.rows == 0 ? 0 : static_cast<double>(size) / static_cast<double>(report.rows);
    out += fmt::format("\n{}: {} ({}){}\n", cluster_title(report, c), counted(size, "row"), percent(share),
                       report.result.confidence.empty() || size == 0
                           ? ""
                           : fmt::format(", confidence {:.2f}", one.confidence));
    if (one.traits.empty() && size > 0 && clusters.size() > 1) out += "  no single column sets it apart\n";
    out += traits_text(one.traits);
    if (one.typical) {
      out += fmt::format("  typical: {}{}\n", row_title(report, *one.typical),
                         table == nullptr ? "" : " (" + row_values(*table, *one.typical) + ")");
    }
    if (!one.border.empty()) out += "  at the border: " + border_text(report, one.border) + "\n";
  }
  return out;
}

}  // namespace comac
