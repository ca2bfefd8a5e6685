// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "comac/base/error.hpp"
#include "fitted/model_file.hpp"

namespace comac {
namespace {

using nlohmann::json;

bool all_masses(const auto& numbers) {
  return std::ranges::all_of(numbers, [](double number) { return number >= 0 && number <= 1 + 1e-9; });
}

/// Where row i of a lower triangle begins.
std::size_t triangle_row(std::size_t i) { return i * (i + 1) / 2; }

SavedChain save(const DenseChain& chain, CborWriter& file) {
  SavedChain saved;
  const SquareMatrix& weights = chain.weights();
  const std::size_t states = chain.states();
  file.add("chain_mass", chain.masses());
  if (!chain.symmetric()) {
    file.add("chain_weights", std::span<const double>(weights.row(0), states * states));
    return saved;
  }
  saved.triangle.resize(triangle_row(states));
  for (std::size_t i = 0; i < states; ++i) {
    std::copy_n(weights.row(i), i + 1, saved.triangle.begin() + static_cast<std::ptrdiff_t>(triangle_row(i)));
  }
  file.add("chain_weights", std::span<const double>(saved.triangle));
  return saved;
}

SavedChain save(const SparseChain& chain, CborWriter& file) {
  const SparseMatrix& joint = chain.joint();
  SavedChain saved;
  saved.offsets.assign(joint.offsets.begin(), joint.offsets.end());
  file.add("chain_offsets", std::span<const std::uint64_t>(saved.offsets));
  file.add("chain_targets", std::span<const std::uint32_t>(joint.columns));
  file.add("chain_masses", std::span<const double>(joint.values));
  return saved;
}

SquareMatrix matrix_of(const std::vector<double>& weights, std::size_t states, bool symmetric) {
  SquareMatrix matrix(states);
  for (std::size_t i = 0; i < states; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const std::size_t at = symmetric ? triangle_row(i) + j : i * states + j;
      matrix.row(i)[j] = weights[at];
      matrix.row(j)[i] = symmetric ? weights[at] : weights[j * states + i];
    }
  }
  return matrix;
}

AnyChain load_dense(const json& about, bool symmetric, std::size_t states, const CborReader& file) {
  const auto weights = file.numbers<double>("chain_weights");
  auto mass = file.numbers<double>("chain_mass");
  if (mass.size() != states || weights.size() != (symmetric ? triangle_row(states) : states * states)) {
    file.refuse("the chain is not of as many states as there are rows");
  }
  const double unit = about.at("unit").get<double>();
  if (!all_masses(weights) || !all_masses(mass) || !(unit > 0) || !std::isfinite(unit)) {
    file.refuse("the chain holds numbers that are no chances");
  }
  SquareMatrix matrix = matrix_of(weights, states, symmetric);
  return symmetric ? DenseChain::reversible(std::move(matrix), std::move(mass), unit)
                   : DenseChain::general(std::move(matrix), std::move(mass));
}

AnyChain load_sparse(bool symmetric, std::size_t states, const CborReader& file) {
  SparseMatrix joint;
  const auto offsets = file.numbers<std::uint64_t>("chain_offsets");
  joint.offsets.assign(offsets.begin(), offsets.end());
  file.read("chain_targets", joint.columns);
  file.read("chain_masses", joint.values);
  const bool fits = offsets.size() == states + 1 && offsets.front() == 0 && std::ranges::is_sorted(offsets) &&
                    offsets.back() == joint.columns.size() && joint.values.size() == joint.columns.size();
  if (!fits) file.refuse("the chain is not of as many states as there are rows");
  const bool sound = all_masses(joint.values) &&
                     std::ranges::all_of(joint.columns, [&](std::uint32_t to) { return to < states; });
  if (!sound) file.refuse("the chain holds numbers that are no chances");
  return symmetric ? SparseChain::reversible(std::move(joint)) : SparseChain::general(std::move(joint));
}

}  // namespace

SavedChain save_chain(const AnyChain& chain, CborWriter& file) {
  return std::visit([&](const auto& one) { return save(one, file); }, chain);
}

AnyChain load_chain(const json& about, std::size_t states, const CborReader& file) {
  if (states == 0) file.refuse("it has no rows");
  const bool symmetric = about.at("symmetric").get<bool>();
  AnyChain chain = about.at("kind") == to_string(ChainKind::dense)
                       ? load_dense(about, symmetric, states, file)
                       : load_sparse(symmetric, states, file);
  const auto masses = std::visit([](const auto& one) { return one.masses(); }, chain);
  if (!std::ranges::all_of(masses, [](double mass) { return mass > 0; })) {
    file.refuse("the chain has states without mass");
  }
  return chain;
}

ChainSummary load_summary(const json& about, const AnyChain& chain, const CborReader& file) {
  ChainSummary summary;
  const auto* sparse = std::get_if<SparseChain>(&chain);
  summary.kind = sparse != nullptr ? ChainKind::sparse : ChainKind::dense;
  summary.transitions = sparse != nullptr ? sparse->entries() : states_of(chain) * states_of(chain);
  summary.neighbours = about.at("neighbours").get<std::size_t>();
  Options kernel;
  if (!set_option(kernel, "kernel", about.at("kernel").get<std::string>()))
    file.refuse("the chain was made by an unknown kernel");
  summary.kernel = kernel.chain.kernel;
  summary.exact_neighbours = about.at("exact_neighbours").get<bool>();
  summary.recall = about.at("recall").get<double>();
  summary.memory = about.at("memory").get<std::size_t>();
  summary.steps = about.at("steps").get<std::size_t>();
  if (summary.steps == 0 || (sparse != nullptr && summary.steps > 1))
    file.refuse("the chain takes impossible steps");
  return summary;
}

Table load_rows(std::size_t columns, std::size_t rows, const CborReader& file) {
  Table table{rows, columns, file.numbers<double>("rows"), {}};
  if (columns == 0 || table.values.size() / columns != rows || table.values.size() % columns != 0) {
    file.refuse("the rows have another number of columns");
  }
  if (!std::ranges::all_of(table.values, [](double value) { return std::isfinite(value); })) {
    file.refuse("the rows hold numbers that are not finite");
  }
  return table;
}

}  // namespace comac
