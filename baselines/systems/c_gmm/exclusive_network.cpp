// SPDX-License-Identifier: MIT
#include "systems/c_gmm/exclusive_network.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "systems/gaussian.hpp"

namespace comac {
namespace {

constexpr int belief_rounds = 50;
constexpr double unchanged = 1e-4;  // of a message
constexpr std::uint32_t open = UINT32_MAX;

/// The connected pieces, each in breadth-first order.
std::vector<std::vector<std::uint32_t>> connected_pieces(const Adjacency& graph) {
  std::vector<std::vector<std::uint32_t>> pieces;
  std::vector<bool> seen(graph.vertices(), false);
  for (std::uint32_t start = 0; start < graph.vertices(); ++start) {
    if (seen[start]) continue;
    std::vector<std::uint32_t> queue{start};
    seen[start] = true;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (const auto next : graph.of(queue[head])) {
        if (seen[next]) continue;
        seen[next] = true;
        queue.push_back(next);
      }
    }
    pieces.push_back(std::move(queue));
  }
  return pieces;
}

/// Messages are kept away from 0 so that groups which nothing can satisfy still get marginals.
constexpr double least_message = 1e-100;

/// Shares that sum to 1 from a row of logarithms.
Eigen::ArrayXd shares(const Eigen::ArrayXd& logs) {
  const Eigen::ArrayXd weights = (logs - logs.maxCoeff()).exp();
  return weights / weights.sum();
}

/// Belief propagation's messages: a group tells its neighbour "not where I am", that is 1 - what it believes
/// without that neighbour's own message.
class Messages {
 public:
  Messages(const Adjacency& graph, const std::vector<std::uint32_t>& groups, std::size_t components) {
    std::unordered_map<std::uint32_t, std::size_t> position;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      position[groups[i]] = i;
      first_.push_back(first_.back() + graph.of(groups[i]).size());
    }
    for (const auto g : groups) {
      for (const auto other : graph.of(g)) {
        const auto back = graph.of(other);
        const auto place = static_cast<std::size_t>(std::ranges::lower_bound(back, g) - back.begin());
        opposite_.push_back(index(first_[position[other]] + place));
      }
    }
    received_.setZero(index(components), index(opposite_.size()));
  }

  Eigen::ArrayXd belief(std::size_t i, const Eigen::ArrayXd& log_weights) const {
    return log_weights +
           received_.middleCols(index(first_[i]), index(first_[i + 1] - first_[i])).rowwise().sum();
  }

  /// Sends what group i has to say to all its neighbours; returns the greatest change.
  double send(std::size_t i, const Eigen::ArrayXd& log_weights) {
    const Eigen::ArrayXd all = belief(i, log_weights);
    double change = 0;
    for (std::size_t edge = first_[i]; edge < first_[i + 1]; ++edge) {
      auto sent = received_.col(opposite_[edge]);
      const Eigen::ArrayXd before = sent.exp();
      const Eigen::ArrayXd message = 1 - shares(all - received_.col(index(edge)));
      sent = ((before + message) / 2).max(least_message).log();  // half the old one: no oscillation
      change = std::max(change, (before - message).abs().maxCoeff());
    }
    return change;
  }

 private:
  std::vector<std::size_t> first_{0};   ///< of each group: its first incoming edge
  std::vector<Eigen::Index> opposite_;  ///< the edge that leads back
  Eigen::ArrayXXd received_;            ///< logarithms, components x edges
};

}  // namespace

ExclusiveNetwork::ExclusiveNetwork(const Adjacency& exclusive, std::size_t components)
    : exclusive_(exclusive), components_(components) {
  for (auto& groups : connected_pieces(exclusive)) {
    Piece piece{std::move(groups), true};
    const std::size_t count = piece.groups.size() == 1 ? 1 : count_assignments(piece);
    piece.exact = count > 0 && count <= most_assignments;
    pieces_.push_back(std::move(piece));
  }
}

bool ExclusiveNetwork::exact() const {
  return std::ranges::all_of(pieces_, [](const Piece& piece) { return piece.exact; });
}

/// Calls visit(components of the piece's groups) for each allowed assignment, until it returns false.
template <class Visit>
void ExclusiveNetwork::enumerate(const Piece& piece, Visit visit) const {
  const std::size_t size = piece.groups.size();
  std::unordered_map<std::uint32_t, std::size_t> position;
  for (std::size_t i = 0; i < size; ++i) position[piece.groups[i]] = i;
  std::vector<std::vector<std::size_t>> earlier(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (const auto other : exclusive_.of(piece.groups[i])) {
      if (position[other] < i) earlier[i].push_back(position[other]);
    }
  }
  std::vector<std::uint32_t> assigned(size, open);
  std::size_t depth = 0;
  std::size_t steps_left = most_assignments * 100;  // a search that finds nothing must end as well
  while (steps_left-- > 0) {
    const std::uint32_t next = assigned[depth] == open ? 0 : assigned[depth] + 1;
    if (next == components_) {
      assigned[depth] = open;
      if (depth-- == 0) return;
      continue;
    }
    assigned[depth] = next;
    if (std::ranges::any_of(earlier[depth], [&](std::size_t e) { return assigned[e] == next; })) continue;
    if (depth + 1 < size) {
      ++depth;
    } else if (!visit(assigned)) {
      return;
    }
  }
}

std::size_t ExclusiveNetwork::count_assignments(const Piece& piece) const {
  std::size_t count = 0;
  enumerate(piece, [&](const auto&) { return ++count <= most_assignments; });
  return count;
}

Inference ExclusiveNetwork::infer(const Points& log_weights) const {
  Inference result{log_weights, std::vector<std::uint32_t>(exclusive_.vertices()), 0};
  const Eigen::VectorXd logs = normalise_logs(result.marginals);
  for (const Piece& piece : pieces_) {
    const auto first = index(piece.groups.front());
    if (piece.groups.size() == 1) {
      Eigen::Index best = 0;
      result.marginals.row(first).maxCoeff(&best);
      result.best[piece.groups.front()] = static_cast<std::uint32_t>(best);
      result.log_sum += logs[first];
    } else if (piece.exact) {
      sum_exactly(piece, log_weights, result);
    } else {
      for (const auto g : piece.groups) result.log_sum += logs[index(g)];
      propagate_beliefs(piece, log_weights, result);
      decode(piece, result);
    }
  }
  return result;
}

void ExclusiveNetwork::sum_exactly(const Piece& piece, const Points& log_weights, Inference& into) const {
  const std::size_t size = piece.groups.size();
  Points weights(index(size), index(components_));
  for (std::size_t i = 0; i < size; ++i) weights.row(index(i)) = log_weights.row(index(piece.groups[i]));
  const auto weight_of = [&](const std::vector<std::uint32_t>& assigned) {
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += weights(index(i), index(assigned[i]));
    return sum;
  };
  double greatest = -HUGE_VAL;
  enumerate(piece, [&](const auto& assigned) {
    const double weight = weight_of(assigned);
    if (!(weight > greatest)) return true;
    greatest = weight;
    for (std::size_t i = 0; i < size; ++i) into.best[piece.groups[i]] = assigned[i];
    return true;
  });
  Points sums = Points::Zero(index(size), index(components_));
  double total = 0;
  enumerate(piece, [&](const auto& assigned) {
    const double share = std::exp(weight_of(assigned) - greatest);
    for (std::size_t i = 0; i < size; ++i) sums(index(i), index(assigned[i])) += share;
    total += share;
    return true;
  });
  for (std::size_t i = 0; i < size; ++i)
    into.marginals.row(index(piece.groups[i])) = sums.row(index(i)) / total;
  into.log_sum += greatest + std::log(total);
}

void ExclusiveNetwork::propagate_beliefs(const Piece& piece, const Points& log_weights,
                                         Inference& into) const {
  Messages messages(exclusive_, piece.groups, components_);
  for (int round = 0; round < belief_rounds; ++round) {
    double change = 0;
    for (std::size_t i = 0; i < piece.groups.size(); ++i) {
      change = std::max(change, messages.send(i, log_weights.row(piece.groups[i]).transpose()));
    }
    if (change < unchanged) break;
  }
  for (std::size_t i = 0; i < piece.groups.size(); ++i) {
    const Eigen::ArrayXd belief = messages.belief(i, log_weights.row(piece.groups[i]).transpose());
    into.marginals.row(piece.groups[i]) = shares(belief).transpose();
  }
}

void ExclusiveNetwork::decode(const Piece& piece, Inference& into) const {
  std::vector<std::uint32_t> order = piece.groups;
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::uint32_t g) { return into.marginals.row(index(g)).maxCoeff(); });
  for (const auto g : order) into.best[g] = open;
  for (const auto g : order) {
    Eigen::RowVectorXd free = into.marginals.row(index(g)).array() + 1;
    for (const auto other : exclusive_.of(g)) {
      if (into.best[other] != open) free[index(into.best[other])] -= 2;
    }
    Eigen::Index best = 0;
    free.maxCoeff(&best);
    into.best[g] = static_cast<std::uint32_t>(best);
  }
}

}  // namespace comac
