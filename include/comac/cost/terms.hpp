// SPDX-License-Identifier: MIT
#pragma once

namespace comac {

/// C_beta = (1 - 2 beta) I(X1;Y2) - (1 - beta) I(Y1;Y2) plus what soft side information charges, in bits;
/// lower is better.
struct CostTerms {
  double beta = 0;
  double state_information = 0;    ///< I(X1;Y2)
  double cluster_information = 0;  ///< I(Y1;Y2)
  double side = 0;                 ///< the charge for soft items that are not honoured
  double cost() const { return (1 - 2 * beta) * state_information - (1 - beta) * cluster_information + side; }
};

}  // namespace comac
