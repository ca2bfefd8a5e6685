// SPDX-License-Identifier: MIT
#include "fitted/model_file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "comac/base/error.hpp"
#include "constraints/propagate.hpp"
#include "data/file.hpp"
#include "evaluate/certify.hpp"
#include "fitted/cbor_file.hpp"
#include "fitted/model_state.hpp"

namespace comac {
namespace {

using nlohmann::json;

constexpr std::string_view format = "comac model";
constexpr std::uint32_t version = 2;  // 2: models of the rows have discrete columns

/// What depends on the machine and not on the model.
bool is_saved(std::string_view option) { return option != "threads" && option != "memory-limit"; }

json options_json(const Options& options) {
  json result = json::object();
  for (const OptionInfo& option : option_table()) {
    if (is_saved(option.name)) result[std::string(option.name)] = option_text(options, option.name);
  }
  return result;
}

Options options_from(const json& texts, const CborReader& file) {
  Options options;
  for (const OptionInfo& option : option_table()) {
    const std::string name(option.name);
    if (!is_saved(name) || !texts.contains(name)) continue;
    const auto text = texts[name].get<std::string>();
    if (!set_option(options, name, text)) file.refuse("the option " + name + " is '" + text + "'");
  }
  options.validate();
  return options;
}

json beside_json(const CostTerms& terms) {
  json beside = json::array();
  for (const auto& [name, bits] : terms.beside) beside.push_back({{"name", name}, {"bits", bits}});
  return beside;
}

/// Files of before 0.3.0 have one sum.
std::vector<TermBits> beside_from(const json& values, const CborReader& file) {
  std::vector<TermBits> beside;
  if (values.contains("side")) beside.push_back({"all terms", values.at("side").get<double>()});
  if (values.contains("beside")) {
    for (const json& term : values.at("beside"))
      beside.push_back({term.at("name").get<std::string>(), term.at("bits").get<double>()});
  }
  for (const TermBits& term : beside)
    if (!std::isfinite(term.bits)) file.refuse("the bits of a term are no number");
  return beside;
}

json result_json(const Result& result) {
  const Trust& trust = result.certificate.trust;
  return {{"sigma", result.sigma},
          {"stationary_residual", result.stationary_residual},
          {"beta", result.terms.beta},
          {"state_information", result.terms.state_information},
          {"cluster_information", result.terms.cluster_information},
          {"beside", beside_json(result.terms)},
          {"trust_in_labels", trust.labels},
          {"trust_in_links", trust.links},
          {"trust_estimated", trust.estimated},
          {"steps", result.chain.steps},
          {"row_model", result.chain.row_model},
          {"scale", to_string(result.scaled.scale)},
          {"why_scaled", result.scaled.why}};
}

/// Files of before say nothing about it.
Scaled scaled_from(const json& values, const CborReader& file) {
  if (!values.contains("scale")) return {};
  Options options;
  const auto text = values.at("scale").get<std::string>();
  if (!set_option(options, "scale", text)) file.refuse("the columns are scaled '" + text + "'");
  return {options.prep.scale, values.at("why_scaled").get<std::string>()};
}

/// How sure the rows are; files of before say nothing about it.
void load_confidence(const CborReader& file, Result& result) {
  if (!file.has("confidence")) return;
  result.confidence = file.numbers<double>("confidence");
  result.runner_up = file.numbers<std::uint32_t>("runner_up");
  if (result.confidence.size() != result.cluster.size() || result.runner_up.size() != result.cluster.size())
    file.refuse("confidences are of other rows");
  if (!std::ranges::all_of(result.confidence, [](double share) { return share >= 0 && share <= 1; }))
    file.refuse("a confidence is not from 0 to 1");
  if (std::ranges::any_of(result.runner_up, [&](auto c) { return c >= result.sizes.size(); }))
    file.refuse("a row is next to a cluster that does not exist");
}

Result result_from(const json& values, const CborReader& file, std::size_t clusters) {
  Result result;
  const auto number = [&](const char* key) {
    const double value = values.at(key).get<double>();
    if (!std::isfinite(value)) file.refuse(std::string(key) + " is no number");
    return value;
  };
  result.sigma = number("sigma");
  result.stationary_residual = number("stationary_residual");
  result.terms = {number("beta"), number("state_information"), number("cluster_information"),
                  beside_from(values, file)};
  result.cost = result.terms.cost();
  result.certificate.trust = {number("trust_in_labels"), number("trust_in_links"),
                              values.at("trust_estimated").get<bool>()};
  result.scaled = scaled_from(values, file);
  result.cluster = file.numbers<std::uint32_t>("cluster");
  if (clusters > result.cluster.size()) file.refuse("it has more clusters than rows");
  result.transition = file.numbers<double>("transition");
  if (result.transition.size() != clusters * clusters) file.refuse("transition is not clusters x clusters");
  if (!std::ranges::all_of(result.transition, [](double p) { return p >= 0 && p <= 1 + 1e-9; }))
    file.refuse("transition holds numbers that are no chances");
  result.sizes.assign(clusters, 0);
  for (const std::uint32_t cluster : result.cluster) {
    if (cluster >= clusters) file.refuse("a row is in a cluster that does not exist");
    ++result.sizes[cluster];
  }
  result.clusters_found = clusters - static_cast<std::size_t>(std::ranges::count(result.sizes, 0U));
  load_confidence(file, result);
  return result;
}

json summary_json(const PreparedData& ground) {
  const ChainSummary& summary = ground.summary;
  const bool symmetric = std::visit([](const auto& chain) { return chain.symmetric(); }, ground.chain);
  const auto* dense = std::get_if<DenseChain>(&ground.chain);
  return {{"kind", to_string(summary.kind)},
          {"symmetric", symmetric},
          {"unit", dense != nullptr ? dense->unit() : 1.0},
          {"neighbours", summary.neighbours},
          {"kernel", to_string(summary.kernel)},
          {"exact_neighbours", summary.exact_neighbours},
          {"recall", summary.recall},
          {"memory", summary.memory},
          {"steps", summary.steps},
          {"typical_distance", ground.typical_distance}};
}

/// Files of before have none: there it is what the chain was made with.
double load_typical_distance(const json& chain, const PreparedData& ground, const CborReader& file) {
  const double distance = chain.value("typical_distance", ground.sigma);
  if (!(distance >= 0) || !std::isfinite(distance)) file.refuse("the typical distance of its rows is none");
  return distance;
}

/// The metric that was learned, and the rows as it sees them.
void load_metric(const json& metric, PreparedData& ground) {
  if (metric.is_null()) return;
  ground.metric = LearnedMap::from_json(metric);
  if (ground.metric->columns_in() != ground.map.columns_out())
    throw Error(ErrorCode::data, "a learned metric is of other columns than the rows");
  if (ground.rows) ground.seen = ground.metric->apply(*ground.rows);
}

}  // namespace

namespace {

/// Whatever `content` holds; `name` stands for it in messages.
Model read_model(std::string content, std::string name, std::size_t threads) {
  const CborReader file(std::move(content), std::move(name), format, version, "comac model");
  try {
    const json about = file.value("about");
    ModelState state;
    state.options = options_from(about.at("options"), file);
    state.options.threads = threads;
    state.result = result_from(about.at("result"), file, state.options.cluster_count());
    const std::size_t rows = state.result.cluster.size();
    auto ground =
        std::make_shared<PreparedData>(PreparedData{.map = ColumnMap::from_json(about.at("columns")),
                                                    .chain = load_chain(about.at("chain"), rows, file),
                                                    .sigma = state.result.sigma});
    ground->stationary_residual = state.result.stationary_residual;
    ground->scaled = state.result.scaled;
    ground->summary = load_summary(about.at("chain"), ground->chain, file);
    state.result.chain = ground->summary;
    state.result.chain.steps = about.at("result").at("steps").get<std::size_t>();
    if (state.result.chain.steps == 0) file.refuse("the chain takes impossible steps");
    state.result.chain.row_model = about.at("result").at("row_model").get<bool>();
    if (file.has("rows")) ground->rows = load_rows(ground->map.columns_out(), rows, file);
    ground->typical_distance = load_typical_distance(about.at("chain"), *ground, file);
    load_metric(about.at("metric"), *ground);
    state.known = load_items(rows, file);
    state.result.certificate.class_of_cluster =
        classes_of_clusters(Belief(state.known), state.result.cluster, state.result.sizes.size());
    state.ground = std::move(ground);
    state.kept = load_kept(about, state, file);
    return Model(std::make_shared<const ModelState>(std::move(state)));
  } catch (const json::exception&) {
    file.refuse("what it says about itself is not complete");
  } catch (const Error& error) {
    if (!error.place().file.empty()) throw;
    file.refuse(error.what());
  }
}

}  // namespace

void with_pieces_of(const Model& model, SaveRows rows,
                    const std::function<void(std::span<const std::string_view>)>& use) {
  const ModelState& state = model.state();
  const PreparedData& ground = *state.ground;
  CborWriter file(format, version);
  file.add("about", json{{"options", options_json(state.options)},
                         {"columns", ground.map.to_json()},
                         {"metric", ground.metric ? ground.metric->to_json() : json()},
                         {"chain", summary_json(ground)},
                         {"result", result_json(state.result)}});
  file.add("cluster", std::span(state.result.cluster));
  file.add("transition", std::span(state.result.transition));
  file.add("confidence", std::span(state.result.confidence));
  file.add("runner_up", std::span(state.result.runner_up));
  const SavedItems items = save_items(state.known, file);
  const SavedChain chain = save_chain(ground.chain, file);
  if (rows == SaveRows::all && ground.rows) file.add("rows", std::span(ground.rows->values));
  const SavedKept kept = save_kept(state, rows, file);
  use(file.finish());
}

void Model::save(const std::string& path, SaveRows rows) const {
  with_pieces_of(*this, rows, [&](auto pieces) { write_file(path, pieces); });
}
std::string Model::to_bytes(SaveRows rows) const {
  std::string all;
  with_pieces_of(*this, rows, [&](auto pieces) {
    std::size_t size = 0;
    for (const std::string_view piece : pieces) size += piece.size();
    all.reserve(size);
    for (const std::string_view piece : pieces) all += piece;
  });
  return all;
}
Model Model::load(const std::string& path, std::size_t threads) {
  return read_model(read_file(path), shown_name(path), threads);
}
Model Model::from_bytes(std::string bytes, std::size_t threads) {
  return read_model(std::move(bytes), "the model's bytes", threads);
}

}  // namespace comac
