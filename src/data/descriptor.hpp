// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <utility>

namespace comac {

/// An open file that is closed in the end; standard streams stay open.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ > STDERR_FILENO) ::close(number_);
  }
  int number() const { return number_; }
  void take(int number) { number_ = number; }
  /// Closing can be where a full disk shows.
  int close() { return ::close(std::exchange(number_, -1)); }

 private:
  int number_;
};

}  // namespace comac
