// SPDX-License-Identifier: MIT
#include "systems/d_graph/lbfgs.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace comac {
namespace {

constexpr std::size_t remembered = 8;
constexpr std::size_t most_halvings = 30;
constexpr double enough = 1e-4;  // of the fall that the gradient promises (Armijo)

}  // namespace

Lbfgs::Lbfgs(SmoothFunction function, Eigen::VectorXd start)
    : function_(std::move(function)), at_(std::move(start)), gradient_(at_.size()) {
  value_ = function_(at_, gradient_);
}

double Lbfgs::step() {
  if (!move_along(direction()) && !moves_.empty()) {
    moves_.clear();  // what was remembered misleads here
    changes_.clear();
    move_along(direction());
  }
  return value_;
}

/// The two loops of Nocedal; the steepest descent, of length 1 at most, where nothing is remembered.
Eigen::VectorXd Lbfgs::direction() const {
  Eigen::VectorXd q = -gradient_;
  if (moves_.empty()) return q / std::max(1.0, q.norm());
  std::vector<double> along(moves_.size());
  for (std::size_t i = moves_.size(); i-- > 0;) {
    along[i] = moves_[i].dot(q) / changes_[i].dot(moves_[i]);
    q -= along[i] * changes_[i];
  }
  q *= changes_.back().dot(moves_.back()) / changes_.back().squaredNorm();
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    q += (along[i] - changes_[i].dot(q) / changes_[i].dot(moves_[i])) * moves_[i];
  }
  return q;
}

bool Lbfgs::move_along(const Eigen::VectorXd& direction) {
  const double slope = direction.dot(gradient_);
  if (!(slope < 0)) return false;
  Eigen::VectorXd gradient(at_.size());
  double length = 1;
  for (std::size_t i = 0; i < most_halvings; ++i, length /= 2) {
    const Eigen::VectorXd next = at_ + length * direction;
    const double value = function_(next, gradient);
    if (!(value <= value_ + enough * length * slope)) continue;
    remember(next - at_, gradient - gradient_);
    at_ = next;
    value_ = value;
    gradient_.swap(gradient);
    return true;
  }
  return false;
}

void Lbfgs::remember(const Eigen::VectorXd& moved, const Eigen::VectorXd& changed) {
  if (!(moved.dot(changed) > 1e-12 * changed.squaredNorm())) return;  // else directions might not descend
  if (moves_.size() == remembered) {
    moves_.erase(moves_.begin());
    changes_.erase(changes_.begin());
  }
  moves_.push_back(moved);
  changes_.push_back(changed);
}

}  // namespace comac
