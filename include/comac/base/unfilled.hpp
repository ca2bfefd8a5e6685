// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace comac {

/// An allocator that doesn't set to 0 what a vector grows by: large arrays that threads fill are touched
/// first by these threads, and once.
template <class T>
struct Unfilled : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unfilled<U>;
  };
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

/// A vector whose resize() leaves new values as they are.
template <class T>
using UnfilledVector = std::vector<T, Unfilled<T>>;

}  // namespace comac
