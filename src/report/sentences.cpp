// SPDX-License-Identifier: MIT
#include "report/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "report/text.hpp"

namespace comac {
namespace {

/// Finds where it was said that a row has a label.
class LabelPlaces {
 public:
  explicit LabelPlaces(const SideInformation& known) : known_(known) {
    for (const auto& label : known.labels) sources_.try_emplace(key(label.row, label.label), label.source);
  }

  std::string find(std::uint32_t row, std::uint32_t label) const {
    const auto found = sources_.find(key(row, label));
    return found == sources_.end() ? "" : known_.describe(found->second);
  }

 private:
  static std::uint64_t key(std::uint64_t row, std::uint64_t label) { return row << 32 | label; }

  const SideInformation& known_;
  std::unordered_map<std::uint64_t, Source> sources_;
};

void add_place(Finding& finding, std::string place) {
  if (!place.empty()) finding.places.push_back(std::move(place));
}

std::string cluster_of(const RunReport& report, std::uint32_t row) {
  return cluster_title(report, report.result.cluster[row]);
}

Finding link_violation(const RunReport& report, const Link& link) {
  const bool must = link.kind == LinkKind::must;
  Finding finding{must ? "must_link" : "cannot_link", {link.first, link.second}, {}, {}, ""};
  add_place(finding, report.known.describe(link.source));
  const std::string first = row_title(report, link.first), second = row_title(report, link.second);
  finding.sentence = must ? fmt::format("{} and {} must be together but are in {} and {}.", first, second,
                                        cluster_of(report, link.first), cluster_of(report, link.second))
                          : fmt::format("{} and {} must be apart but are both in {}.", first, second,
                                        cluster_of(report, link.first));
  return finding;
}

Finding label_violation(const RunReport& report, const Violation& violation, const LabelPlaces& places) {
  const auto& names = report.known.label_names;
  const std::string& first = names[violation.first_label];
  const std::string& second = names[violation.second_label];
  const bool split = violation.first_label == violation.second_label;
  Finding finding{
      split ? "split_class" : "shared_cluster", {violation.first, violation.second}, {first}, {}, ""};
  if (!split) finding.labels.push_back(second);
  add_place(finding, places.find(violation.first, violation.first_label));
  add_place(finding, places.find(violation.second, violation.second_label));
  finding.sentence =
      split ? fmt::format("Class {} is in two clusters: {} in {}, {} in {}.", first,
                          row_title(report, violation.first), cluster_of(report, violation.first),
                          row_title(report, violation.second), cluster_of(report, violation.second))
            : fmt::format("Classes {} and {} are both in {}: {} and {}.", first, second,
                          cluster_of(report, violation.first), row_title(report, violation.first),
                          row_title(report, violation.second));
  return finding;
}

Finding label_finding(const RunReport& report, std::size_t index, std::string sentence) {
  const Label& label = report.known.labels[index];
  Finding finding{"label", {label.row}, {report.known.label_names[label.label]}, {}, std::move(sentence)};
  add_place(finding, report.known.describe(label.source));
  return finding;
}

Finding outvoted_label(const RunReport& report, std::size_t index) {
  const Label& label = report.known.labels[index];
  return label_finding(report, index,
                       fmt::format("{} is labelled {} but is in {}.", row_title(report, label.row),
                                   report.known.label_names[label.label], cluster_of(report, label.row)));
}

Finding dropped_item(const RunReport& report, const Dropped& item) {
  if (item.kind == Dropped::Kind::label) return label_finding(report, item.index, item.reason);
  Finding finding = link_violation(report, report.known.links[item.index]);
  finding.sentence = item.reason;
  return finding;
}

Finding suspicious_item(const RunReport& report, const ItemCost& item) {
  const std::size_t labels = report.known.labels.size();
  const std::string gain =
      fmt::format("without it the cost would be {} bits lower.", format_number(item.bits, 3));
  if (item.item < labels) {
    const Label& label = report.known.labels[item.item];
    return label_finding(report, item.item,
                         fmt::format("{} is labelled {}: {}", row_title(report, label.row),
                                     report.known.label_names[label.label], gain));
  }
  const Link& link = report.known.links[item.item - labels];
  Finding finding = link_violation(report, link);
  finding.sentence =
      fmt::format("{} and {} must be {}: {}", row_title(report, link.first), row_title(report, link.second),
                  link.kind == LinkKind::must ? "together" : "apart", gain);
  return finding;
}

std::vector<Finding> describe_items(const RunReport& report, const std::vector<Dropped>& items,
                                    std::size_t limit) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < std::min(limit, items.size()); ++i)
    findings.push_back(dropped_item(report, items[i]));
  return findings;
}

void start_with_capital(std::vector<Finding>& findings) {
  for (auto& finding : findings) {
    if (finding.sentence.starts_with("row")) finding.sentence[0] = 'R';
  }
}

std::string what_was_said(const Certificate& certificate) {
  std::string text;
  const std::size_t links = certificate.must_links + certificate.cannot_links;
  if (certificate.labels > 0) text = counted(certificate.labels, "label");
  if (links > 0) text += (text.empty() ? "" : " and ") + counted(links, "link");
  return text;
}

std::string verdict(const Certificate& certificate, const std::string& said) {
  const std::size_t outvoted = certificate.outvoted_labels.size() + certificate.outvoted_links.size();
  const std::size_t violated = certificate.violated.size();
  if (violated + outvoted == 0) {
    const std::size_t items = certificate.labels + certificate.must_links + certificate.cannot_links;
    return (items == 1 ? "; " : "; all ") + said + " honoured";
  }
  std::string text = "; of " + said;
  if (violated > 0) text += fmt::format(", {} not honoured", counted(violated, "constraint"));
  if (outvoted > 0) text += fmt::format(", {} outvoted by the data", format_count(outvoted));
  return text;
}

std::string constraints_part(const Certificate& certificate) {
  const std::string said = what_was_said(certificate);
  if (said.empty()) return "";
  std::string text = verdict(certificate, said);
  if (!certificate.dropped.empty()) {
    text += fmt::format(" ({} left out)", counted(certificate.dropped.size(), "contradiction"));
  }
  return text;
}

}  // namespace

std::string row_title(const RunReport& report, std::size_t row) {
  return "row " + report.known.row_name(static_cast<std::uint32_t>(row));
}

std::string cluster_title(const RunReport& report, std::size_t cluster) {
  std::string text = fmt::format("cluster {}", cluster);
  if (cluster < report.cluster_names.size() && !report.cluster_names[cluster].empty()) {
    text += " (" + report.cluster_names[cluster] + ")";
  }
  return text;
}

std::string headline(const RunReport& report) {
  const Result& result = report.result;
  std::string text = counted(report.rows, "row") + " in " + counted(result.clusters_found, "cluster");
  if (result.clusters_found < result.sizes.size()) {
    text += fmt::format(" ({} were asked for)", format_count(result.sizes.size()));
  }
  text += constraints_part(result.certificate);
  if (report.scores) text += fmt::format("; NMI {:.2f} with the truth", report.scores->nmi);
  if (result.cancelled) text += "; stopped before the end";
  return text + ".";
}

std::vector<Finding> describe_violations(const RunReport& report, std::size_t limit) {
  const auto& violated = report.result.certificate.violated;
  std::vector<Finding> findings;
  if (violated.empty()) return findings;
  const LabelPlaces places(report.known);
  for (std::size_t i = 0; i < std::min(limit, violated.size()); ++i) {
    findings.push_back(violated[i].kind == Violation::Kind::link
                           ? link_violation(report, report.known.links[violated[i].link])
                           : label_violation(report, violated[i], places));
  }
  start_with_capital(findings);
  return findings;
}

std::vector<Finding> describe_outvoted(const RunReport& report, std::size_t limit) {
  const Certificate& certificate = report.result.certificate;
  std::vector<Finding> findings;
  for (const auto index : certificate.outvoted_labels) {
    if (findings.size() < limit) findings.push_back(outvoted_label(report, index));
  }
  for (const auto index : certificate.outvoted_links) {
    if (findings.size() < limit) findings.push_back(link_violation(report, report.known.links[index]));
  }
  start_with_capital(findings);
  return findings;
}

std::vector<Finding> describe_suspicious(const RunReport& report, std::size_t limit) {
  std::vector<Finding> findings;
  if (!report.result.explanation) return findings;
  for (const ItemCost& item : report.result.explanation->ranking) {
    if (item.bits <= 0 || findings.size() == limit) break;  // the dearest come first
    findings.push_back(suspicious_item(report, item));
  }
  start_with_capital(findings);
  return findings;
}

std::vector<Finding> describe_dropped(const RunReport& report, std::size_t limit) {
  return describe_items(report, report.result.certificate.dropped, limit);
}

std::vector<Finding> describe_softened(const RunReport& report, std::size_t limit) {
  return describe_items(report, report.result.certificate.softened, limit);
}

std::string_view start_noun(const Options& options, const Result& result) {
  const bool coarse = result.chain.kind == ChainKind::sparse && options.search.method == Method::comac;
  return coarse && result.restarts.size() > 1 ? "coarse start" : "restart";
}

}  // namespace comac
