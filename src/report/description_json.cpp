// SPDX-License-Identifier: MIT
#include "report/description_json.hpp"

#include "report/describe_text.hpp"

namespace comac {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const RunReport& report, std::uint32_t row) {
  return {{"row", row}, {"name", report.known.row_name(row)}};
}

/// Bounds that a kind doesn't have, and medians of categories, are null.
Json trait_json(const Trait& trait) {
  const bool numbers = trait.kind != TraitKind::among;
  const auto number = [](bool there, double value) { return there ? Json(value) : Json(); };
  return {{"column", trait.column},
          {"kind", to_string(trait.kind)},
          {"low", number(numbers && trait.kind != TraitKind::below, trait.low)},
          {"high", number(numbers && trait.kind != TraitKind::above, trait.high)},
          {"categories", trait.categories},
          {"here", trait.here},
          {"elsewhere", trait.elsewhere},
          {"median_here", number(numbers, trait.median_here)},
          {"median_elsewhere", number(numbers, trait.median_elsewhere)},
          {"sentence", trait.column + ": " + values_text(trait) + "; " + shares_text(trait)}};
}

Json cluster_json(const RunReport& report, std::size_t cluster) {
  const ClusterDescription& one = report.description->clusters[cluster];
  const bool named = cluster < report.cluster_names.size();
  Json traits = Json::array(), border = Json::array();
  for (const Trait& trait : one.traits) traits.push_back(trait_json(trait));
  for (const BorderRow& row : one.border) {
    border.push_back(row_json(report, row.row));
    border.back()["confidence"] = row.confidence;
    border.back()["next"] = row.next;
  }
  return {{"cluster", cluster},
          {"label", named ? report.cluster_names[cluster] : ""},
          {"size", report.result.sizes[cluster]},
          {"confidence", report.result.confidence.empty() ? Json() : Json(one.confidence)},
          {"traits", traits},
          {"typical", one.typical ? row_json(report, *one.typical) : Json()},
          {"border", border}};
}

}  // namespace

Json description_json(const RunReport& report) {
  if (!report.description) return nullptr;
  Json list = Json::array();
  for (std::size_t c = 0; c < report.description->clusters.size(); ++c)
    list.push_back(cluster_json(report, c));
  return list;
}

}  // namespace comac
