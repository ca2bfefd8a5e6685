// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <vector>

namespace comac {

/// A function and its gradient, which it writes.
using SmoothFunction = std::function<double(const Eigen::VectorXd& at, Eigen::VectorXd& gradient)>;

/// A descent by L-BFGS (Nocedal 1980): directions from the last steps and changes of the gradient, each step
/// halved until the function falls enough.
class Lbfgs {
 public:
  Lbfgs(SmoothFunction function, Eigen::VectorXd start);

  /// One step; the value never rises. It stays where it is once no step helps.
  double step();

  const Eigen::VectorXd& at() const { return at_; }
  double value() const { return value_; }

 private:
  Eigen::VectorXd direction() const;
  bool move_along(const Eigen::VectorXd& direction);
  void remember(const Eigen::VectorXd& moved, const Eigen::VectorXd& changed);

  SmoothFunction function_;
  Eigen::VectorXd at_, gradient_;
  double value_ = 0;
  std::vector<Eigen::VectorXd> moves_, changes_;  ///< the last ones, oldest first
};

}  // namespace comac
