// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

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

SavedKept save_kept(const ModelState& state, SaveRows rows, CborWriter& file) {
  const WarmStart& kept = state.kept;
  SavedKept saved{kept.bits};
  if (kept.spectrum != nullptr) {
    file.add("spectrum_values", std::span(kept.spectrum->values));
    file.add("spectrum_vectors", std::span(kept.spectrum->vectors));
  }
  const std::optional<Table>& known = state.ground->rows;
  if (known && rows == SaveRows::all) {
    if (!kept.arrivals.empty()) file.add("arrivals", std::span(kept.arrivals));
  } else if (kept.model) {
    if (saved.bits == nullptr) saved.bits = charged_bits(*kept.model, *known, state.options.threads);
    file.add("row_bits", std::span<const double>(*saved.bits));
  }
  return saved;
}

WarmStart load_kept(const nlohmann::json& model, const ModelState& state, const CborReader& file) {
  WarmStart kept{.spectrum = load_spectrum(state.ground->chain, file)};
  const std::size_t clusters = state.result.sizes.size(), cells = state.result.cluster.size() * clusters;
  if (file.has("arrivals")) {
    file.read("arrivals", kept.arrivals);
    const bool sound = kept.arrivals.size() == cells && std::ranges::all_of(kept.arrivals, [](float chance) {
                         return chance >= 0 && chance <= 1;
                       });
    if (!sound) file.refuse("arrivals are not chances of each row and cluster");
  }
  if (model.is_null()) return kept;
  kept.model = ProjectedMixture::from_json(model);
  if (kept.model->model.clusters() != clusters || kept.model->columns != state.ground->map.columns_out())
    file.refuse("the model of the rows is of other clusters or columns");
  if (state.ground->rows) return kept;
  auto bits = file.numbers<double>("row_bits");
  if (bits.size() != cells || !all_finite(bits))
    file.refuse("row_bits are not numbers of each row and cluster");
  kept.bits = std::make_shared<const std::vector<double>>(std::move(bits));
  return kept;
}

}  // namespace comac
