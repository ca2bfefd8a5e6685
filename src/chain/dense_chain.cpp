// SPDX-License-Identifier: MIT
#include "chain/dense_chain.hpp"

#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace comac {

SquareMatrix::SquareMatrix(std::size_t size) : size_(size) {
  constexpr std::size_t page = std::size_t{2} << 20;
  const std::size_t bytes = size * size * sizeof(double);
  const std::size_t alignment = bytes < 4 * page ? 64 : page;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  values_.reset(static_cast<double*>(std::aligned_alloc(alignment, rounded)));
  if (!values_) throw std::bad_alloc();
#ifdef __linux__
  if (alignment == page) madvise(values_.get(), rounded, MADV_HUGEPAGE);
#endif
}

DenseChain DenseChain::reversible(SquareMatrix weights, std::vector<double> mass, double unit) {
  DenseChain chain;
  chain.mass_ = std::move(mass);
  chain.from_ = std::move(weights);
  chain.unit_ = unit;
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
