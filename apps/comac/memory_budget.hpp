// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace comac::app {

/// From now on allocations fail that would make the process take more than `bytes` in all, or, if that is 0,
/// more than the system has free now. What is estimated beforehand is refused with better sentences; this
/// holds for everything else. `threads` is how many there will be; the stacks of further ones are not
/// counted.
void limit_memory(std::size_t bytes, std::size_t threads);

/// Tells what would help when memory doesn't suffice: fewer columns where they outnumber the rows.
void advise_for(std::size_t rows, std::size_t columns);

/// What to say then, made beforehand: it takes no memory.
std::string_view out_of_memory_sentence() noexcept;

}  // namespace comac::app
