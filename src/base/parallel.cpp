// SPDX-License-Identifier: MIT
#include "base/parallel.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/checkpoint.hpp"

namespace comac {
namespace {

/// One call of parallel_for: pieces that whoever is free takes in turn.
class Job {
 public:
  using Body = std::function<void(std::size_t, std::size_t)>;
  Job(std::size_t count, std::size_t grain, const Body& body)
      : count_(count), grain_(grain), pieces_((count + grain - 1) / grain), body_(body) {}

  std::size_t pieces() const { return pieces_; }
  /// Works until no piece is left.
  void work() {
    const Checkpoints inside = checkpoints_.enter();
    for (std::size_t piece = next_++; piece < pieces_; piece = next_++) {
      try {
        body_(piece * grain_, std::min(count_, (piece + 1) * grain_));
      } catch (...) {
        next_ = pieces_;
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
      }
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  std::size_t helpers = 0;  ///< at work; the pool's lock guards it

 private:
  std::size_t count_, grain_, pieces_;
  const Body& body_;
  SharedCheckpoints checkpoints_;  // of the thread that brought the job
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Threads that wait to help with jobs. Whoever brings a job works on it as well and at the end waits only
/// for helpers that are at work on it: so jobs within jobs never wait for a thread that isn't there.
class Pool {
 public:
  void run(Job& job, std::size_t helpers) {
    invite(job, helpers);
    job.work();
    std::unique_lock lock(mutex_);
    std::erase(invitations_, &job);
    helper_left_.wait(lock, [&] { return job.helpers == 0; });
  }

  bool is_of_this_process() const { return getpid() == process_; }

  void end() {
    if (!is_of_this_process()) return;
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    invited_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  void invite(Job& job, std::size_t helpers) {
    {
      const std::lock_guard lock(mutex_);
      if (ending_) return;
      start_threads(helpers);
      invitations_.insert(invitations_.end(), std::min(helpers, threads_.size()), &job);
    }
    for (std::size_t i = 0; i < helpers; ++i) invited_.notify_one();
  }

  /// As many as asked for at most; where the system refuses some, fewer do the work.
  void start_threads(std::size_t wanted) {
    try {
      while (threads_.size() < wanted) threads_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
    }
  }

  void help() {
    std::unique_lock lock(mutex_);
    for (;;) {
      invited_.wait(lock, [this] { return ending_ || !invitations_.empty(); });
      if (ending_) return;
      Job& job = *invitations_.front();
      invitations_.pop_front();
      ++job.helpers;
      lock.unlock();
      job.work();
      lock.lock();
      if (--job.helpers == 0) helper_left_.notify_all();
    }
  }

  const pid_t process_ = getpid();
  std::mutex mutex_;
  std::condition_variable invited_, helper_left_;
  std::deque<Job*> invitations_;
  std::vector<std::thread> threads_;
  bool ending_ = false;
};

/// The pool of this process. One that came with a fork is left alone: its threads didn't come along.
Pool& pool() {
  static std::atomic<Pool*> current = new Pool;  // never destroyed: others may still wait in it
  static const struct End {
    ~End() { current.load()->end(); }
  } end;
  Pool* known = current;
  if (known->is_of_this_process()) return *known;
  auto fresh = std::make_unique<Pool>();
  if (!current.compare_exchange_strong(known, fresh.get())) return *known;
  return *fresh.release();
}

}  // namespace

std::size_t thread_count(std::size_t asked) {
  return asked > 0 ? asked : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t count, std::size_t grain, std::size_t threads,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  Job job(count, std::max<std::size_t>(1, grain), body);
  const std::size_t workers = std::min(thread_count(threads), job.pieces());
  if (workers > 1) {
    pool().run(job, workers - 1);
  } else {
    job.work();
  }
  job.rethrow();
}

}  // namespace comac
