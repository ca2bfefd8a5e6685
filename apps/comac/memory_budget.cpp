// SPDX-License-Identifier: MIT
#include "memory_budget.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "base/memory.hpp"

namespace comac::app {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;  // sanitizers take memory of their own
#else
constexpr bool is_sanitized = false;
#endif

constexpr std::size_t least_growth = 8 << 20;  // to read what there is and to say what is wrong

struct Sentence {
  std::string limit = "the memory";  // that doesn't suffice
  std::string advice = "use fewer rows or columns";
  std::string whole = "comac: the memory does not suffice; use fewer rows or columns\n";

  void make() { whole = fmt::format("comac: {} does not suffice; {}\n", limit, advice); }
};

Sentence& sentence() {
  static Sentence the_sentence;
  return the_sentence;
}

/// Of this process, in bytes: "VmData:", "VmRSS:". 0 where the system doesn't tell.
std::size_t used(const std::string& key) {
  std::ifstream in("/proc/self/status");
  std::string word;
  while (in >> word) {
    std::size_t kilobytes = 0;
    if (word == key && in >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

std::size_t stack_size() {
  constexpr std::size_t usual = 8 << 20;
  rlimit stack{};
  const bool known = getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY;
  return known ? static_cast<std::size_t>(stack.rlim_cur) : usual;
}

}  // namespace

void limit_memory(std::size_t bytes, std::size_t threads) {
  const std::size_t available = bytes > 0 ? bytes - std::min(bytes, used("VmRSS:")) : available_memory();
  const std::size_t data = used("VmData:");
  if (is_sanitized || available == SIZE_MAX || data == 0) return;
  const std::size_t growth = std::max(available, least_growth);
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const rlim_t wanted = data + growth + (std::max<std::size_t>(threads, 1) - 1) * stack_size();
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
  sentence().limit = bytes > 0 ? fmt::format("the memory of {} that is allowed", format_bytes(bytes))
                               : fmt::format("the memory of {} that is free", format_bytes(available));
  sentence().make();
}

void advise_for(std::size_t rows, std::size_t columns) {
  sentence().advice = columns > rows ? "use fewer columns" : "use fewer rows";
  sentence().make();
}

std::string_view out_of_memory_sentence() noexcept { return sentence().whole; }

}  // namespace comac::app
