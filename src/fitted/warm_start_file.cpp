// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "constraints/trust.hpp"
#include "evidence/evidence.hpp"
#include "fitted/model_file.hpp"

namespace comac {
namespace {

bool all_finite(const std::vector<double>& numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

std::shared_ptr<const Spectrum> load_spectrum(const AnyChain& chain, const CborReader& file) {
  if (!file.has("spectrum_values")) return nullptr;
  Spectrum spectrum{states_of(chain),
                    0,
                    file.numbers<double>("spectrum_values"),
                    file.numbers<double>("spectrum_vectors"),
                    {}};
  spectrum.pairs = spectrum.values.size();
  const bool fits = spectrum.pairs > 0 && spectrum.vectors.size() % spectrum.pairs == 0 &&
                    spectrum.vectors.size() / spectrum.pairs == spectrum.states;
  if (!fits) file.refuse("the spectrum is not of as many states as there are rows");
  if (!all_finite(spectrum.vectors) ||
      !std::ranges::all_of(spectrum.values, [](double value) { return value >= 0 && value <= 1; }))
    file.refuse("the spectrum holds numbers that can't be in one");
  const ReversibleView view = reversible_view(chain);  // whose masses it has, to the bit
  spectrum.masses.assign(view.chain().masses().begin(), view.chain().masses().end());
  return std::make_shared<const Spectrum>(std::move(spectrum));
}

}  // namespace

nlohmann::json evidence_json(const EvidenceList& evidence) {
  auto kinds = nlohmann::json::array();
  for (const Weighed& one : evidence.kinds) {
    kinds.push_back({{"name", one.evidence->name()},
                     {"weight", one.weight},
                     {"doubt", one.doubt},
                     {"learned", one.evidence->to_json()}});
  }
  return {{"kinds", kinds}, {"sharpness", evidence.sharpness}};
}

SavedKept save_kept(const ModelState& state, SaveRows rows, CborWriter& file) {
  const WarmStart& kept = state.kept;
  if (kept.spectrum != nullptr) {
    file.add("spectrum_values", std::span(kept.spectrum->values));
    file.add("spectrum_vectors", std::span(kept.spectrum->vectors));
  }
  SavedKept saved{evidence_json(kept.evidence), {}};
  file.add("evidence", saved.evidence);
  const std::optional<Table>& known = state.ground->rows;
  if (known && rows == SaveRows::all) {
    if (!kept.arrivals.empty()) file.add("arrivals", std::span(kept.arrivals));
    return saved;
  }
  const ReversibleView view = reversible_view(state.ground->chain);
  const TableView no_columns(nullptr, view.chain().states(), 0);
  for (const Weighed& one : kept.evidence.kinds) {
    if (!evidence_kind(one.evidence->name()).reads_columns) continue;
    saved.bits.push_back(one.bits != nullptr
                             ? one.bits
                             : bits_of_all(*one.evidence, view.chain(),
                                           known ? TableView(*known) : no_columns, state.options.threads));
    file.add("evidence_bits_" + std::string(one.evidence->name()),
             std::span<const double>(*saved.bits.back()));
  }
  return saved;
}

namespace {

/// Files of before 0.3 have a model of the rows at most.
nlohmann::json evidence_of_before(const nlohmann::json& about) {
  auto kinds = nlohmann::json::array();
  const auto model = about.value("row_model", nlohmann::json());
  if (!model.is_null())
    kinds.push_back({{"name", "mixture"},
                     {"weight", evidence_kind("mixture").first_weight},
                     {"doubt", 0},
                     {"learned", model}});
  return {{"kinds", kinds}, {"sharpness", 1}};
}

/// What evidence charges the rows, which are not at hand.
RowBits load_bits(const EvidenceKind& kind, std::size_t rows, std::size_t clusters, const CborReader& file) {
  const std::string name = "evidence_bits_" + std::string(kind.name);
  const bool before = !file.has(name) && file.has("row_bits");  // half of them, for one row of many
  auto bits = file.numbers<double>(before ? "row_bits" : name);
  if (bits.size() != rows * clusters || !all_finite(bits))
    file.refuse("bits of evidence are not numbers of each row and cluster");
  for (double& value : bits) value *= before ? static_cast<double>(rows) / kind.first_weight : 1;
  return std::make_shared<const std::vector<double>>(std::move(bits));
}

/// Evidence as it was, and where the rows are not at hand what it charges them.
EvidenceList load_evidence(const nlohmann::json& about, const ModelState& state, const CborReader& file) {
  EvidenceList list;
  const auto json = file.has("evidence") ? file.value("evidence") : evidence_of_before(about);
  if (json.at("kinds").empty()) return list;
  const ReversibleView view = reversible_view(state.ground->chain);
  const SparseChain& chain = view.chain();
  const std::size_t clusters = state.result.sizes.size();
  const Trust& trust = state.result.certificate.trust;
  const auto examples = examples_of(with_trust(state.known, trust.labels, trust.links), state.result.cluster);
  const TableView rows(nullptr, chain.states(), state.ground->map.columns_out());
  const Lesson lesson{.chain = chain,
                      .rows = rows,
                      .examples = examples,
                      .clusters = clusters,
                      .threads = state.options.threads};
  list.sharpness = json.at("sharpness").get<double>();
  if (!(list.sharpness > 0) || !std::isfinite(list.sharpness)) file.refuse("its sharpness is none");
  for (const auto& one : json.at("kinds")) {
    const EvidenceKind& kind = evidence_kind(one.at("name").get<std::string>());
    Weighed weighed{kind.load(one.at("learned"), lesson), one.at("weight").get<double>()};
    weighed.doubt = one.at("doubt").get<double>();
    const bool sound =
        weighed.weight >= 0 && std::isfinite(weighed.weight) && weighed.doubt >= 0 && weighed.doubt <= 1;
    if (!sound) file.refuse("evidence has no weight");
    if (!state.ground->rows && kind.reads_columns)
      weighed.bits = load_bits(kind, chain.states(), clusters, file);
    list.kinds.push_back(std::move(weighed));
  }
  return list;
}

}  // namespace

WarmStart load_kept(const nlohmann::json& about, const ModelState& state, const CborReader& file) {
  WarmStart kept{.spectrum = load_spectrum(state.ground->chain, file),
                 .evidence = load_evidence(about, state, file),
                 .labels = state.known.labels.size(),
                 .links = state.known.links.size()};
  const std::size_t clusters = state.result.sizes.size(), cells = state.result.cluster.size() * clusters;
  if (file.has("arrivals")) {
    file.read("arrivals", kept.arrivals);
    const bool sound = kept.arrivals.size() == cells && std::ranges::all_of(kept.arrivals, [](float chance) {
                         return chance >= 0 && chance <= 1;
                       });
    if (!sound) file.refuse("arrivals are not chances of each row and cluster");
  }
  return kept;
}

}  // namespace comac
