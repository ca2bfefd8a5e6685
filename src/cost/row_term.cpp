// SPDX-License-Identifier: MIT
#include "cost/row_term.hpp"

#include <utility>

namespace comac {

RowTerm::RowTerm(const RowBits& bits, const Groups& groups, std::size_t clusters, std::string name)
    : clusters_(clusters), name_(std::move(name)), charge_(groups.count() * clusters, 0) {
  for (std::size_t row = 0; row < groups.rows(); ++row) {
    double* charge = charge_.data() + groups.group_of(row) * clusters_;
    for (std::size_t c = 0; c < clusters_; ++c) charge[c] += (*bits)[row * clusters_ + c];
  }
}

double RowTerm::value(const Partition& partition) const {
  double sum = 0;
  for (std::size_t g = 0; g < partition.groups(); ++g) sum += of(g)[partition.of(g)];
  return sum;
}

void RowTerm::add_deltas(std::size_t group, std::span<const std::uint32_t> candidates,
                         const Partition& partition, std::span<double> out) const {
  const double now = of(group)[partition.of(group)];
  for (std::size_t i = 0; i < candidates.size(); ++i) out[i] += of(group)[candidates[i]] - now;
}

double RowTerm::delta_of(std::span<const Move> moves, const Partition& partition) {
  double delta = 0;
  for (const Move& move : moves) delta += of(move.group)[move.to] - of(move.group)[partition.of(move.group)];
  return delta;
}

TermMaker row_term(RowBits bits, std::string name) {
  return [bits = std::move(bits), name = std::move(name)](const Groups& groups,
                                                          const Partition& start) -> std::unique_ptr<Term> {
    return std::make_unique<RowTerm>(bits, groups, start.clusters(), name);
  };
}

}  // namespace comac
