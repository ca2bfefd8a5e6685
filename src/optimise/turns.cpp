// SPDX-License-Identifier: MIT
#include "optimise/turns.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "base/parallel.hpp"

namespace comac {
namespace {

using Begin = std::function<std::unique_ptr<Search>(std::size_t index)>;

class Turns {
 public:
  Turns(std::size_t count, const Begin& begin, std::size_t threads, ProgressGate& progress)
      : begin_(begin),
        progress_(progress),
        most_at_once_(std::max<std::size_t>(16, 2 * threads)),
        count_(count) {}

  /// Works until nothing is left to hand out.
  void work() {
    while (auto turn = take()) {
      if (!turn->search) turn->search = begin_(turn->index);
      const bool more = turn->search->step([this] { return progress_.report({"optimise", fraction_}); });
      if (more && !progress_.stopped()) {
        give_back(std::move(*turn));
      } else {
        finish(std::move(*turn));
      }
    }
  }

  std::vector<SearchState> ends() {
    for (Turn& turn : waiting_) end_of(turn.index) = turn.search->end();  // only after a cancellation
    std::erase_if(ends_, [](const SearchState& state) { return state.cluster_of_row.empty(); });
    return std::move(ends_);
  }

 private:
  struct Turn {
    std::size_t index = 0;
    std::unique_ptr<Search> search;
  };

  /// A new search as long as few are under way: their tables take memory.
  std::optional<Turn> take() {
    const std::lock_guard lock(mutex_);
    if (progress_.stopped()) return {};
    if (begun_ < count_ && begun_ - finished_ < most_at_once_) return Turn{begun_++, nullptr};
    if (waiting_.empty()) return {};
    Turn turn = std::move(waiting_.front());
    waiting_.pop_front();
    return turn;
  }

  void give_back(Turn turn) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(turn));
  }

  void finish(Turn turn) {
    SearchState state = turn.search->end();
    const std::lock_guard lock(mutex_);
    end_of(turn.index) = std::move(state);
    ++finished_;
    fraction_ = static_cast<double>(finished_) / static_cast<double>(count_);
  }

  /// There is room for ends as they come: of many searches that are asked for, few may ever be made.
  SearchState& end_of(std::size_t index) {
    if (index >= ends_.size()) ends_.resize(index + 1);
    return ends_[index];
  }

  const Begin& begin_;
  ProgressGate& progress_;
  std::size_t most_at_once_;
  std::size_t count_;
  std::mutex mutex_;
  std::deque<Turn> waiting_;
  std::size_t begun_ = 0;
  std::size_t finished_ = 0;
  std::atomic<double> fraction_ = 0;
  std::vector<SearchState> ends_;
};

}  // namespace

std::vector<SearchState> run_in_turns(std::size_t count, const Begin& begin, std::size_t threads,
                                      ProgressGate& progress) {
  threads = std::min(thread_count(threads), count);
  Turns turns(count, begin, threads, progress);
  parallel_for(threads, 1, threads, [&](std::size_t, std::size_t) { turns.work(); });
  return turns.ends();
}

}  // namespace comac
