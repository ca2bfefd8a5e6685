// SPDX-License-Identifier: MIT
#include "evidence/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

#include "base/parallel.hpp"
#include "comac/base/error.hpp"
#include "evidence/sample.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 4096;

}  // namespace

const EvidenceKind& evidence_kind(std::string_view name) {
  const auto kinds = evidence_kinds();
  const auto found = std::ranges::find(kinds, name, &EvidenceKind::name);
  if (found == kinds.end())
    throw Error(ErrorCode::data, "there is no kind of evidence called '" + std::string(name) + "'");
  return *found;
}

std::vector<double> doubted_bits(std::vector<double> chances, std::size_t clusters, double doubt) {
  const double any = doubt / static_cast<double>(clusters);
  for (double& value : chances) value = -std::log2((1 - doubt) * value + any);
  return chances;
}

void doubt_bits(std::vector<double>& bits, std::size_t clusters, double doubt) {
  if (doubt == 0) return;
  for (std::size_t first = 0; first < bits.size(); first += clusters) {
    const std::span<double> row(bits.data() + first, clusters);
    const double fewest = *std::ranges::min_element(row);
    double sum = 0;
    for (double& value : row) sum += value = std::exp2(fewest - value);
    for (double& value : row) value /= sum;
  }
  bits = doubted_bits(std::move(bits), clusters, doubt);
}

std::vector<Example> examples_of(const SideInformation& said, std::span<const std::uint32_t> cluster_of) {
  std::vector<Example> examples;
  for (const Label& label : said.labels) {
    if (is_hard(label)) examples.push_back({label.row, cluster_of[label.row]});
  }
  return examples;
}

KnownRows known_rows(const SparseChain& chain, const TableView& rows, std::span<const std::uint32_t> which) {
  KnownRows known{taken_rows(rows, {which.begin(), which.end()}), {TableView(nullptr, 0, 0)}};
  known.asked.columns = known.columns;
  for (const auto row : which) {
    const Flows flows = chain.from(row);
    double leaving = 0;
    for (std::size_t e = 0; e < flows.size(); ++e) leaving += flows.state[e] == row ? 0 : flows.mass[e];
    // A row that lets go less than that stays where it is.
    for (std::size_t e = 0; e < flows.size() && leaving > 1e-9 * chain.mass(row); ++e) {
      if (flows.state[e] != row) known.asked.add_step(flows.state[e], flows.mass[e] / leaving);
    }
    known.asked.end_row();
  }
  return known;
}

RowBits bits_of_all(const Evidence& evidence, const SparseChain& chain, const TableView& rows,
                    std::size_t threads) {
  const std::size_t k = evidence.clusters();
  std::vector<double> bits(chain.states() * k);
  parallel_for(chain.states(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> which(end - begin);
    std::iota(which.begin(), which.end(), static_cast<std::uint32_t>(begin));
    const KnownRows known = known_rows(chain, rows, which);
    std::ranges::copy(evidence.bits_of(known.asked), bits.begin() + static_cast<std::ptrdiff_t>(begin * k));
  });
  return std::make_shared<const std::vector<double>>(std::move(bits));
}

const Weighed* EvidenceList::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(kinds, [&](const Weighed& one) { return one.evidence->name() == name; });
  return found == kinds.end() ? nullptr : &*found;
}

std::vector<TermMaker> EvidenceList::terms(std::size_t rows) const {
  std::vector<TermMaker> terms;
  for (const Weighed& one : kinds) {
    if (one.weight == 0 || one.bits == nullptr) continue;
    std::vector<double> charged = *one.bits;
    doubt_bits(charged, one.evidence->clusters(), one.doubt);
    for (double& bits : charged) bits *= one.weight / static_cast<double>(rows);
    terms.push_back(row_term(std::make_shared<const std::vector<double>>(std::move(charged)),
                             std::string(one.evidence->name())));
  }
  return terms;
}

void EvidenceList::add_bits(const AskedRows& rows, std::span<double> out) const {
  for (const Weighed& one : kinds) {
    if (one.weight == 0) continue;
    std::vector<double> bits = one.evidence->bits_of(rows);
    doubt_bits(bits, one.evidence->clusters(), one.doubt);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += one.weight * bits[i];
  }
}

}  // namespace comac
