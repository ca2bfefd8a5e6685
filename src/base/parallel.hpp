// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace comac {

/// The number of threads to use: `asked`, or all cores if that is 0.
std::size_t thread_count(std::size_t asked);

/// Runs body(begin, end) over [0, count) cut into pieces of at most `grain`. Threads take the pieces in
/// turn, so a body must not depend on which thread runs it or on the order of the pieces. A body may call
/// parallel_for itself. The threads wait for the next call instead of ending; if the system refuses some,
/// fewer do the work.
/// The first exception is rethrown here after all threads have stopped.
void parallel_for(std::size_t count, std::size_t grain, std::size_t threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

}  // namespace comac
