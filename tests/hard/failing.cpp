// SPDX-License-Identifier: MIT
// Loaded before a program (LD_PRELOAD), it makes calls fail. COMAC_FAIL says which:
//   memory:K   the K-th allocation, and no other
//   memory+:K  the K-th and all that follow
//   calls:K    the K-th of open, read, write, fsync, rename and close, with an error of the device
//   space:N    writes to files, once N bytes were written: the disk is full
// The exit code 99 of a failing program would mean that COMAC_FAIL can't be read.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

struct Plan {
  bool memory = false, for_ever = false, calls = false, space = false;
  long at = 0;
};

/// Reads the environment without allocating.
Plan make_plan() {
  Plan plan;
  const char* text = getenv("COMAC_FAIL");
  if (text == nullptr) return plan;
  plan.memory = strncmp(text, "memory", 6) == 0;
  plan.for_ever = strncmp(text, "memory+", 7) == 0;
  plan.calls = strncmp(text, "calls", 5) == 0;
  plan.space = strncmp(text, "space", 5) == 0;
  const char* colon = strchr(text, ':');
  if (colon == nullptr) _exit(99);
  plan.at = atol(colon + 1);
  return plan;
}

const Plan& plan() {
  static const Plan the_plan = make_plan();
  return the_plan;
}

std::atomic<long> allocations{0}, calls{0}, bytes{0};

bool memory_fails() {
  if (!plan().memory) return false;
  const long number = ++allocations;
  return plan().for_ever ? number >= plan().at : number == plan().at;
}

bool call_fails() {
  if (!plan().calls || ++calls != plan().at) return false;
  errno = EIO;
  return true;
}

template <class F>
F real(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void* malloc(size_t size) { return memory_fails() ? (errno = ENOMEM, nullptr) : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return memory_fails() ? (errno = ENOMEM, nullptr) : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  return memory_fails() ? (errno = ENOMEM, nullptr) : __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return memory_fails() ? (errno = ENOMEM, nullptr) : __libc_memalign(alignment, size);
}
int posix_memalign(void** result, size_t alignment, size_t size) {
  if (memory_fails()) return ENOMEM;
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}

int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (call_fails()) return -1;
  return real<int (*)(const char*, int, ...)>("open")(path, flags, mode);
}
ssize_t read(int file, void* buffer, size_t size) {
  return call_fails() ? -1 : real<ssize_t (*)(int, void*, size_t)>("read")(file, buffer, size);
}
ssize_t write(int file, const void* buffer, size_t size) {
  if (file > STDERR_FILENO) {
    if (call_fails()) return -1;
    if (plan().space && (bytes += static_cast<long>(size)) > plan().at) return errno = ENOSPC, -1;
  }
  return real<ssize_t (*)(int, const void*, size_t)>("write")(file, buffer, size);
}
int fsync(int file) { return call_fails() ? -1 : real<int (*)(int)>("fsync")(file); }
int rename(const char* from, const char* to) {
  return call_fails() ? -1 : real<int (*)(const char*, const char*)>("rename")(from, to);
}
int close(int file) {
  const int result = real<int (*)(int)>("close")(file);
  return call_fails() ? -1 : result;
}
}
