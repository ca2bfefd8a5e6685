// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "chain/sparse_chain.hpp"
#include "comac/constraints/side_information.hpp"
#include "cost/term.hpp"

namespace comac {

/// Links and where the chain goes from the rows that they name.
struct SpreadLinks {
  struct Partner {
    std::uint32_t of = 0;  ///< number of the other linked row
    double weight = 0;     ///< bits: positive for must, negative for cannot
  };
  struct Step {
    std::uint32_t row = 0;
    double chance = 0;
  };
  std::vector<std::vector<Partner>> partners;  ///< of each linked row; each link is in two lists
  std::vector<std::vector<Step>> steps;        ///< P(l, .) of each linked row l
};

/// `weight` bits for each row of the table are what a link weighs that is surely right.
SpreadLinks spread_links(const SparseChain& chain, std::span<const Link> links, double weight);

/// What a link says about the rows l and l', it says less surely about rows that a step of the chain leads
/// to: x and y should be together, or apart, with the weight P(l,x) P(l',y). Charges what is not as said. The
/// matrix of such pairs is never formed: with h(l,c) the chance that the step from l ends in cluster c, a
/// link charges 1 - sum over c of h(l,c) h(l',c) if it is a must-link, that sum if a cannot-link.
/// A candidate costs as many steps as there are from linked rows to the group.
class SpreadTerm final : public Term {
 public:
  SpreadTerm(std::shared_ptr<const SpreadLinks> links, const Groups& groups, const Partition& start);

  std::string_view name() const override { return "links on the chain"; }
  double value(const Partition& partition) const override;
  void add_deltas(std::size_t group, std::span<const std::uint32_t> candidates, const Partition& partition,
                  std::span<double> out) const override;
  double delta_of(std::span<const Move> moves, const Partition& partition) override;
  void apply(std::size_t group, std::uint32_t from, std::uint32_t to) override;
  bool changes_from_afar(std::size_t group) const override { return !reached_[group].empty(); }
  bool add_near(std::size_t group, std::vector<std::uint32_t>&) const override {
    return reached_[group].empty();
  }

 private:
  struct Reach {
    std::uint32_t from = 0;  ///< number of a linked row
    double chance = 0;       ///< that a step from it ends in the group
  };
  double pull(std::size_t group, std::uint32_t cluster) const;
  double between(std::size_t first, std::size_t second) const;
  double chance_of(std::size_t group, std::uint32_t from) const;

  std::shared_ptr<const SpreadLinks> links_;
  std::size_t clusters_;
  std::vector<std::vector<Reach>> reached_;  // of each group, by `from`
  std::vector<double> inside_;               // of each group: sum over links of weight m(l) m(l')
  std::vector<double> chance_;               // h: linked row by cluster
  std::vector<double> wanted_;               // sum over partners of weight h(partner, c), the same way
  double musts_ = 0;                         // the weight of all must-links
};

TermMaker spread_term(SpreadLinks links);

}  // namespace comac
