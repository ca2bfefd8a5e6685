// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "comac/report/report.hpp"
#include "options_json.hpp"
#include "report/description_json.hpp"
#include "report/sentences.hpp"

namespace comac {
namespace {

using Json = nlohmann::ordered_json;

Json restarts_json(const std::vector<RestartSummary>& restarts) {
  Json list = Json::array();
  for (const auto& restart : restarts) {
    list.push_back({{"cost", restart.cost},
                    {"echo", restart.echo},
                    {"sweeps", restart.sweeps},
                    {"converged", restart.converged}});
  }
  return list;
}

Json trace_json(const std::vector<TracePoint>& trace) {
  Json list = Json::array();
  for (const auto& point : trace) list.push_back({{"beta", point.beta}, {"cost", point.cost}});
  return list;
}

Json scores_json(const std::optional<Scores>& scores) {
  if (!scores) return nullptr;
  return {{"nmi", scores->nmi},
          {"ari", scores->ari},
          {"ami", scores->ami},
          {"homogeneity", scores->homogeneity},
          {"completeness", scores->completeness},
          {"accuracy", scores->accuracy}};
}

void add_findings(Json& list, std::string_view verdict, const std::vector<Finding>& findings) {
  for (const auto& finding : findings) {
    list.push_back({{"verdict", verdict},
                    {"kind", finding.kind},
                    {"rows", finding.rows},
                    {"labels", finding.labels},
                    {"places", finding.places},
                    {"sentence", finding.sentence}});
  }
}

/// All that was not simply honoured.
Json findings_json(const RunReport& report) {
  Json list = Json::array();
  add_findings(list, "violated", describe_violations(report));
  add_findings(list, "outvoted", describe_outvoted(report));
  add_findings(list, "dropped", describe_dropped(report));
  add_findings(list, "doubted", describe_doubted(report));
  return list;
}

Json constraints_json(const RunReport& report) {
  const Certificate& certificate = report.result.certificate;
  return {{"labels", certificate.labels},
          {"must_link", certificate.must_links},
          {"cannot_link", certificate.cannot_links},
          {"groups", certificate.groups},
          {"trust",
           {{"labels", certificate.trust.labels},
            {"links", certificate.trust.links},
            {"estimated", certificate.trust.estimated}}},
          {"violated", certificate.violated().size()},
          {"findings", findings_json(report)},
          {"warnings", certificate.warnings}};
}

Json chain_json(const ChainSummary& chain) {
  return {{"kind", to_string(chain.kind)},
          {"transitions", chain.transitions},
          {"neighbours", chain.neighbours},
          {"kernel", to_string(chain.kernel)},
          {"exact_neighbours", chain.exact_neighbours},
          {"recall", chain.recall},
          {"memory", chain.memory},
          {"steps", chain.steps},
          {"row_model", chain.row_model}};
}

Json held_out_json(const HeldOut& held_out) {
  return {{"bits_simpler", held_out.bits_simpler},
          {"bits", held_out.bits},
          {"standard_error", held_out.standard_error},
          {"items", held_out.items}};
}

/// Null where there were too few links to learn from.
Json metric_json(const std::optional<MetricFinding>& metric) {
  if (!metric) return nullptr;
  Json weights = Json::array();
  for (const auto& [column, weight] : metric->column_weights)
    weights.push_back({{"column", column}, {"weight", weight}});
  return {{"used", metric->used},
          {"links", held_out_json(metric->links)},
          {"by_columns", metric->by_columns},
          {"column_weights", weights}};
}

/// Null where the number of clusters was given.
Json count_json(const std::optional<CountFinding>& count) {
  if (!count) return nullptr;
  Json points = Json::array();
  for (const auto& [clusters, strength] : count->points)
    points.push_back({{"clusters", clusters}, {"strength", strength}});
  return {{"clusters", count->clusters},
          {"strength", count->strength},
          {"clear", count->clear},
          {"compared", points}};
}

Json evidence_json(const Chosen& chosen) {
  Json kinds = Json::array();
  for (const EvidenceFinding& kind : chosen.evidence) {
    Json columns = Json::array();
    for (const auto& [column, weight] : kind.columns)
      columns.push_back({{"column", column}, {"weight", weight}});
    kinds.push_back({{"name", kind.name}, {"weight", kind.weight}, {"columns", columns}});
  }
  return {{"kinds", kinds},
          {"labels", held_out_json(chosen.labels)},
          {"learned_from_labels", chosen.learned_from_labels}};
}

/// Null where nothing was left to choose.
Json chosen_json(const std::optional<Chosen>& chosen) {
  if (!chosen) return nullptr;
  Json scales = Json::array();
  for (const ScalePoint& scale : chosen->scales) {
    scales.push_back({{"steps", scale.steps},
                      {"most_information", scale.most},
                      {"information", scale.chosen},
                      {"kept", scale.kept}});
  }
  return {{"scales", scales},
          {"bits_by_model", chosen->bits_by_model},
          {"bits_by_neighbours", chosen->bits_by_neighbours},
          {"metric", metric_json(chosen->metric)},
          {"count", count_json(chosen->count)},
          {"evidence", evidence_json(*chosen)}};
}

Json times_json(const RunReport& report) {
  const Times& times = report.result.times;
  return {{"read", report.read_ms},
          {"chain", times.chain},
          {"optimise", times.optimise},
          {"total", report.read_ms + times.total}};
}

/// A list for each cluster, none for the other systems.
Json transition_json(const Result& result) {
  const auto clusters = std::ssize(result.sizes);
  Json rows = Json::array();
  for (auto row = result.transition.begin(); row != result.transition.end(); row += clusters)
    rows.push_back(std::vector<double>(row, row + clusters));
  return rows;
}

/// One name for each cluster, "" where it carries no label.
std::vector<std::string> cluster_names(const RunReport& report) {
  std::vector<std::string> names = report.cluster_names;
  names.resize(report.result.sizes.size());
  return names;
}

/// In the order in which they were told.
std::vector<std::string> all_messages(const RunReport& report) {
  std::vector<std::string> messages = report.reading;
  messages.insert(messages.end(), report.messages.begin(), report.messages.end());
  return messages;
}

Json terms_json(const CostTerms& terms) {
  Json beside = Json::array();
  for (const auto& [name, bits] : terms.beside) beside.push_back({{"name", name}, {"bits", bits}});
  return {{"beta", terms.beta},
          {"state_information", terms.state_information},
          {"cluster_information", terms.cluster_information},
          {"beside", beside}};
}

}  // namespace

std::string to_json(const RunReport& report) {
  const Result& result = report.result;
  const Json json = {{"version", report.version},
                     {"input", {{"name", report.input}, {"rows", report.rows}, {"columns", report.columns}}},
                     {"options", options_json(report)},
                     {"seed", report.options.seed},
                     {"scaled", {{"scale", to_string(result.scaled.scale)}, {"why", result.scaled.why}}},
                     {"chain", chain_json(result.chain)},
                     {"chosen", chosen_json(result.chosen)},
                     {"sigma", result.sigma},
                     {"stationary_residual", result.stationary_residual},
                     {"cost", result.cost},
                     {"terms", terms_json(result.terms)},
                     {"restarts", restarts_json(result.restarts)},
                     {"best_restart", result.best_restart},
                     {"trace", trace_json(result.trace)},
                     {"clusters_asked", report.result.sizes.size()},
                     {"clusters_found", result.clusters_found},
                     {"sizes", result.sizes},
                     {"cluster_names", cluster_names(report)},
                     {"transition", transition_json(result)},
                     {"description", description_json(report)},
                     {"scores", scores_json(report.scores)},
                     {"times_ms", times_json(report)},
                     {"constraints", constraints_json(report)},
                     {"cancelled", result.cancelled},
                     {"messages", all_messages(report)}};
  // Names come from the user's files and need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace comac
