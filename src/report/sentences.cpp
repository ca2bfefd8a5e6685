// SPDX-License-Identifier: MIT
#include "report/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "report/text.hpp"

namespace comac {
namespace {

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

Finding label_violation(const RunReport& report, const Violation& violation) {
  const Label& a = report.known.labels[violation.item.index];
  const Label& b = report.known.labels[violation.other.index];
  const std::string& first = report.known.label_names[a.label];
  const std::string& second = report.known.label_names[b.label];
  const bool split = a.label == b.label;
  Finding finding{split ? "split_class" : "shared_cluster", {a.row, b.row}, {first}, {}, ""};
  if (!split) finding.labels.push_back(second);
  add_place(finding, report.known.describe(a.source));
  add_place(finding, report.known.describe(b.source));
  finding.sentence =
      split ? fmt::format("Class {} is in two clusters: {} in {}, {} in {}.", first, row_title(report, a.row),
                          cluster_of(report, a.row), row_title(report, b.row), cluster_of(report, b.row))
            : fmt::format("Classes {} and {} are both in {}: {} and {}.", first, second,
                          cluster_of(report, a.row), row_title(report, a.row), row_title(report, b.row));
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

/// A finding about an item, with a sentence of its own.
Finding item_finding(const RunReport& report, ItemId item, std::string sentence) {
  if (item.is_label()) return label_finding(report, item.index, std::move(sentence));
  Finding finding = link_violation(report, report.known.links[item.index]);
  finding.sentence = std::move(sentence);
  return finding;
}

/// "row 3 is labelled a", "row 1 and row 2 must be apart".
std::string claim(const RunReport& report, ItemId item) {
  if (item.is_label()) {
    const Label& label = report.known.labels[item.index];
    return fmt::format("{} is labelled {}", row_title(report, label.row),
                       report.known.label_names[label.label]);
  }
  const Link& link = report.known.links[item.index];
  return fmt::format("{} and {} must be {}", row_title(report, link.first), row_title(report, link.second),
                     link.kind == LinkKind::must ? "together" : "apart");
}

Finding suspicious_item(const RunReport& report, const ItemCost& cost) {
  return item_finding(report, cost.item,
                      fmt::format("{}: without it the cost would be {} bits lower.", claim(report, cost.item),
                                  format_number(cost.bits, 3)));
}

std::vector<Finding> describe_conflicts(const RunReport& report, const std::vector<Conflict>& conflicts,
                                        std::size_t limit) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < std::min(limit, conflicts.size()); ++i)
    findings.push_back(item_finding(report, conflicts[i].item, conflicts[i].reason));
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
  const std::size_t outvoted = certificate.outvoted().size();
  const std::size_t violated = certificate.violated().size();
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
  if (const std::size_t dropped = certificate.dropped().size(); dropped > 0)
    text += fmt::format(" ({} left out)", counted(dropped, "contradiction"));
  return text;
}

/// The strongest numbers of clusters besides the one that was taken.
std::vector<CountPoint> other_counts(const CountFinding& count, double least) {
  std::vector<CountPoint> others;
  for (const CountPoint& point : count.points) {
    if (point.clusters != count.clusters && point.strength > 0 && point.strength >= least)
      others.push_back(point);
  }
  std::ranges::stable_sort(others, std::ranges::greater(), &CountPoint::strength);
  return others;
}

std::string clear_count(const CountFinding& count) {
  const std::vector<CountPoint> others = other_counts(count, 1);
  std::string next;
  if (!others.empty()) next = fmt::format("; next {}: {:.0f}", others[0].clusters, others[0].strength);
  return fmt::format("{} stand out clearly (strength {:.0f}{}). ", counted(count.clusters, "cluster"),
                     count.strength, next);
}

/// Those at least half as strong fit about equally well.
std::string unclear_count(const CountFinding& count) {
  if (count.clusters == 1) return "No clear clusters: the rows look like one group. ";
  std::vector<CountPoint> alike = other_counts(count, count.strength / 2);
  alike.resize(std::min<std::size_t>(alike.size(), 3));
  if (alike.empty())
    return fmt::format("No clear clusters: {} fit best (strength {:.1f}; 4 would be clear). ", count.clusters,
                       count.strength);
  std::vector<std::size_t> numbers{count.clusters};
  for (const CountPoint& point : alike) numbers.push_back(point.clusters);
  std::ranges::sort(numbers);
  const std::size_t last = numbers.back();
  numbers.pop_back();
  return fmt::format(
      "No clear clusters: {} and {} fit about equally well (strength {:.1f}; 4 would be clear). ",
      fmt::join(numbers, ", "), last, count.strength);
}

/// Goes on after what the chain does, and ends the sentence.
std::string row_model_part(const Result& result) {
  const Chosen& chosen = *result.chosen;
  if (chosen.bits_by_model == 0) return ".";
  const auto bits = [](double value) { return format_number(value, 2); };
  return fmt::format(
      fmt::runtime(result.chain.row_model
                       ? "; a mixture model is used as well: it takes {} bits for a row, its neighbours {}."
                       : "; no mixture model is used: it would take {} bits for a row, its neighbours {}."),
      bits(chosen.bits_by_model), bits(chosen.bits_by_neighbours));
}

std::string scale_sentence(const Result& result) {
  const ChainSummary& chain = result.chain;
  const std::string kind = chain.neighbours == 0
                               ? ""
                               : fmt::format(", each to one of {} near rows by the {} kernel",
                                             chain.neighbours, to_string(chain.kernel));
  return fmt::format("The chain takes {} at a time{}: the grouping found there keeps the most over {}",
                     counted(chain.steps, "step"), kind, counted(result.chosen->scales.size(), "scale")) +
         row_model_part(result);
}

/// What links taught, or why nothing was learned from them.
std::string metric_sentence(const Result& result) {
  if (!result.chosen->metric) return "";
  const MetricFinding& metric = *result.chosen->metric;
  const std::string compared = fmt::format(
      "A link that was left out costs {:.2f} bits to foretell with learned distances and {:.2f} "
      "without links (the difference is {:.2f} with a standard error of {:.2f})",
      metric.links.bits, metric.links.bits_simpler, metric.links.gain(), metric.links.standard_error);
  if (metric.used) {
    return fmt::format("Distances were learned from the links. {}. The chain takes {} at a time{}", compared,
                       counted(result.chain.steps, "step"), row_model_part(result));
  }
  return fmt::format(" Distances were not learned from the links. {}.", compared);
}

/// The columns that told the most, in words; none where nothing is known about them.
std::string columns_part(const EvidenceFinding& kind) {
  std::vector<ColumnWeight> columns = kind.columns;
  std::ranges::stable_sort(columns, std::greater(), &ColumnWeight::weight);
  constexpr std::size_t most_named = 3;
  std::string names;
  for (std::size_t c = 0; c < std::min(most_named, columns.size()) && columns[c].weight > 0; ++c)
    names += (c == 0 ? "" : ", ") + columns[c].column;
  return names.empty() ? "" : fmt::format(" (mostly by {})", names);
}

/// Which evidence counted where labels say how much.
std::string evidence_sentence(const Result& result) {
  const HeldOut& held_out = result.chosen->labels;
  if (held_out.items == 0) return "";
  const std::string bits =
      fmt::format("each takes {} bits with such evidence and {} without", format_number(held_out.bits, 2),
                  format_number(held_out.bits_simpler, 2));
  if (!result.chosen->learned_from_labels)
    return fmt::format(" Evidence learned from labels does not count: of {} labels held out {}.",
                       format_count(held_out.items), bits);
  std::string kinds;
  for (const EvidenceFinding& kind : result.chosen->evidence)
    kinds += (kinds.empty() ? "" : ", ") +
             fmt::format("{} {}{}", kind.words, format_number(kind.weight, 2), columns_part(kind));
  return fmt::format(" Evidence counts beside the chain with these weights: {}; of {} labels held out {}.",
                     kinds, format_count(held_out.items), bits);
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
  const bool unclear = result.chosen && result.chosen->count && !result.chosen->count->clear;
  if (unclear && !result.chosen->count->points.empty()) text += " (no clear clusters)";
  if (result.clusters_found < result.sizes.size() && report.options.clusters) {
    text += fmt::format(" ({} were asked for)", format_count(result.sizes.size()));
  }
  text += constraints_part(result.certificate);
  if (report.scores) text += fmt::format("; NMI {:.2f} with the truth", report.scores->nmi);
  if (result.cancelled) text += "; stopped before the end";
  return text + ".";
}

std::vector<Finding> describe_violations(const RunReport& report, std::size_t limit) {
  std::vector<Finding> findings;
  for (const Violation& violation : report.result.certificate.violated()) {
    if (findings.size() == limit) break;
    findings.push_back(violation.item.is_label()
                           ? label_violation(report, violation)
                           : link_violation(report, report.known.links[violation.item.index]));
  }
  start_with_capital(findings);
  return findings;
}

std::vector<Finding> describe_outvoted(const RunReport& report, std::size_t limit) {
  std::vector<Finding> findings;
  for (const ItemId item : report.result.certificate.outvoted()) {
    if (findings.size() == limit) break;
    findings.push_back(item.is_label() ? outvoted_label(report, item.index)
                                       : link_violation(report, report.known.links[item.index]));
  }
  start_with_capital(findings);
  return findings;
}

std::vector<Finding> describe_suspicious(const RunReport& report, std::size_t limit) {
  std::vector<Finding> findings;
  if (!report.result.explanation) return findings;
  for (const ItemCost& item : report.result.explanation->ranking) {
    if (item.bits <= 0 || findings.size() == limit) break;  // the most expensive come first
    findings.push_back(suspicious_item(report, item));
  }
  start_with_capital(findings);
  return findings;
}

std::vector<Finding> describe_dropped(const RunReport& report, std::size_t limit) {
  return describe_conflicts(report, report.result.certificate.dropped(), limit);
}

std::vector<Finding> describe_doubted(const RunReport& report, std::size_t limit) {
  return describe_conflicts(report, report.result.certificate.doubted(), limit);
}

std::string_view start_noun(const Options& options, const Result& result) {
  const bool coarse = result.chain.kind == ChainKind::sparse && options.search.method == Method::comac;
  return coarse && result.restarts.size() > 1 ? "coarse start" : "restart";
}

std::string scaling_sentence(const Result& result) {
  const auto& [scale, why] = result.scaled;
  if (why.empty()) return "";
  return fmt::format(
      "{}: {}.", scale == Scale::none ? "Columns are left as they are" : "Columns are scaled by their spread",
      why);
}

std::string count_sentence(const Result& result) {
  if (!result.chosen || !result.chosen->count) return "";
  const CountFinding& count = *result.chosen->count;
  if (count.needed > 0)
    return fmt::format("What is known needs {}, more than the range that was asked for. ",
                       counted(count.needed, "cluster"));
  if (count.points.empty()) return "";
  return count.clear ? clear_count(count) : unclear_count(count);
}

std::string chosen_sentence(const Result& result) {
  if (!result.chosen) return "";
  std::string text = count_sentence(result);
  const bool learned = result.chosen->metric && result.chosen->metric->used;
  if (!result.chosen->scales.empty() && !learned) text += scale_sentence(result);
  return text + metric_sentence(result) + evidence_sentence(result);
}

}  // namespace comac
