// SPDX-License-Identifier: MIT
#include "base/random.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace comac {
namespace {

/// splitmix64: spreads a seed over the state.
std::uint64_t spread(std::uint64_t& seed) {
  seed += 0x9e3779b97f4a7c15U;
  std::uint64_t z = seed;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t mixed = spread(seed) ^ (stream * 0xd1342543de82ef95U);
  for (auto& word : state_) word = spread(mixed);
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t bound) {
  const std::uint64_t biased = (0 - bound) % bound;  // 2^64 mod bound: draws below it would bias the result
  std::uint64_t draw = next();
  while (draw < biased) draw = next();
  return draw % bound;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

double Random::normal() {
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace comac
