// SPDX-License-Identifier: MIT
#include "comac/chain/dense_chain.hpp"

#include <utility>

namespace comac {

DenseChain DenseChain::reversible(SquareMatrix joint, std::vector<double> mass) {
  DenseChain chain;
  chain.mass_ = std::move(mass);
  chain.from_ = std::move(joint);
  return chain;
}

DenseChain DenseChain::general(SquareMatrix joint, std::vector<double> mass) {
  DenseChain chain;
  chain.symmetric_ = false;
  chain.mass_ = std::move(mass);
  chain.into_ = SquareMatrix(joint.size());
  for (std::size_t i = 0; i < joint.size(); ++i) {
    for (std::size_t j = 0; j < joint.size(); ++j) chain.into_.row(j)[i] = joint(i, j);
  }
  chain.from_ = std::move(joint);
  return chain;
}

}  // namespace comac
