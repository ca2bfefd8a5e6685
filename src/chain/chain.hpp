// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace comac {

/// What every kind of chain offers, however it is kept: a stationary Markov chain by its joint distribution
/// J(i,j) = Pr(X1 = i, X2 = j).
///   states(), symmetric()    how many states; whether J(i,j) = J(j,i)
///   mass(i), masses()        Pr(X = i)
///   between(i, j)            J(i,j)
///   mass_to(i, states)       the sum of J(i,j) over j in `states`, which are in ascending order
///   each_from(i, visit)      visit(j, J(i,j)) for all j, or for those where it isn't 0
template <class C>
concept MarkovChain = requires(const C& chain, std::size_t i, std::span<const std::uint32_t> states,
                               void (*visit)(std::uint32_t, double)) {
  { chain.states() } -> std::convertible_to<std::size_t>;
  { chain.symmetric() } -> std::same_as<bool>;
  { chain.mass(i) } -> std::convertible_to<double>;
  { chain.masses() } -> std::convertible_to<std::span<const double>>;
  { chain.between(i, i) } -> std::convertible_to<double>;
  { chain.mass_to(i, states) } -> std::convertible_to<double>;
  chain.each_from(i, visit);
};

}  // namespace comac
