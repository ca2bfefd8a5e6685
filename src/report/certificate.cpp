// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "report/sentences.hpp"
#include "report/text.hpp"
#include "sections.hpp"

namespace comac::section {
namespace {

constexpr std::size_t list_limit = 100, in_sight = 8;

std::string list_item(const Finding& finding) {
  std::string places;
  for (const auto& place : finding.places) {
    places += fmt::format(" <code>{}</code>", escape(shorten(place, 2 * name_limit)));
  }
  return fmt::format("<li>{}{}</li>\n", escape(shorten(finding.sentence, sentence_limit)), places);
}

std::string items(const std::vector<Finding>& findings, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < std::min(end, findings.size()); ++i) text += list_item(findings[i]);
  return fmt::format("<ol start=\"{}\">\n{}</ol>\n", begin + 1, text);
}

/// The first few are in sight, the others can be unfolded.
std::string list(const std::vector<Finding>& findings, std::size_t total) {
  std::string text = items(findings, 0, in_sight);
  if (findings.size() <= in_sight) return text;
  text += fmt::format("<details>\n<summary>{} more</summary>\n{}", format_count(total - in_sight),
                      items(findings, in_sight, findings.size()));
  if (total > findings.size()) {
    text += paragraph("quiet", fmt::format("Only the first {} are listed here.", findings.size()));
  }
  return text + "</details>\n";
}

std::string what_was_given(const Certificate& c) {
  return fmt::format("Given: {}, {}, {}. Rows that must be together leave {} to place.",
                     counted(c.labels, "label"), counted(c.must_links, "must-link"),
                     counted(c.cannot_links, "cannot-link"), counted(c.groups, "group"));
}

std::string verdict(const RunReport& report) {
  const Certificate& c = report.result.certificate;
  const std::size_t violated = c.violated().size();
  if (violated == 0) {
    const bool all = c.dropped().empty() && c.outvoted().empty();
    return paragraph("note good",
                     all ? "✓ Everything is honoured." : "✓ Everything that had to hold is honoured.");
  }
  return paragraph("note bad", fmt::format("✗ {} not honoured:", counted(violated, "constraint"))) +
         list(describe_violations(report, list_limit), violated);
}

/// The first of `total` items with what became of them, if there are any.
std::string listed(std::string_view noun, std::string_view fate, const std::vector<Finding>& first,
                   std::size_t total) {
  if (first.empty()) return "";
  return paragraph("note warn", fmt::format("{} {}:", counted(total, noun), fate)) + list(first, total);
}

}  // namespace

std::string certificate(const RunReport& report) {
  const Certificate& c = report.result.certificate;
  if (report.known.empty()) {
    return card("Constraints", paragraph("quiet", "Nothing was said about the rows: no labels, no links."));
  }
  std::string content = paragraph("quiet", what_was_given(c)) + verdict(report);
  content +=
      listed("soft item", "outvoted by the data", describe_outvoted(report, list_limit), c.outvoted().size());
  content += listed("item", "left out, because of contradictions", describe_dropped(report, list_limit),
                    c.dropped().size());
  content += listed("item", "doubted, because of contradictions", describe_doubted(report, list_limit),
                    c.doubted().size());
  for (std::size_t i = 0; i < std::min(c.warnings.size(), list_limit); ++i) {
    content += paragraph("note warn", shorten(c.warnings[i], sentence_limit));
  }
  return card("Constraints", content);
}

std::string suspicious(const RunReport& report) {
  const std::vector<Finding> findings = describe_suspicious(report, suspicious_limit);
  if (findings.empty()) return "";
  const auto expensive = static_cast<std::size_t>(std::ranges::count_if(
      report.result.explanation->ranking, [](const ItemCost& item) { return item.bits > 0; }));
  return card(
      "Suspicious labels and links",
      paragraph("quiet",
                "The data speak against these, the most suspicious first. They may be wrong; they may "
                "also be what only you know. In the picture they are orange.") +
          list(findings, expensive));
}

}  // namespace comac::section
