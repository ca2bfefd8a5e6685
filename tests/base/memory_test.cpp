// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/expect_error.hpp"

namespace comac {
namespace {

TEST(Memory, FormatsThreeDigits) {
  EXPECT_EQ(format_bytes(0), "0 kB");
  EXPECT_EQ(format_bytes(1500), "1.5 kB");
  EXPECT_EQ(format_bytes(999499), "999 kB");
  EXPECT_EQ(format_bytes(1000000), "1 MB");
  EXPECT_EQ(format_bytes(80'000'000'000), "80 GB");
  EXPECT_EQ(format_bytes(1'234'567'890), "1.23 GB");
}

TEST(Memory, SystemTellsAPlausibleFigure) { EXPECT_GT(available_memory(), std::size_t{1} << 20); }

/// A system of our own making: files under a folder.
class FakeSystem {
 public:
  FakeSystem() {
    folder_ = std::filesystem::temp_directory_path() / ("comac-memory-" + std::to_string(getpid()));
    write("proc/meminfo", "MemTotal:  9000 kB\nMemAvailable:    8000 kB\n");
  }
  ~FakeSystem() { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::size_t available() const {
    return available_memory((folder_ / "proc").string(), (folder_ / "groups").string());
  }

 private:
  std::filesystem::path folder_;
};

TEST(Memory, ControlGroupsLimitIt) {
  const FakeSystem system;
  EXPECT_EQ(system.available(), 8192000U);
  system.write("proc/self/cgroup", "0::/outer/inner\n");
  system.write("groups/outer/inner/memory.max", "max\n");
  system.write("groups/outer/inner/memory.current", "1000000\n");
  EXPECT_EQ(system.available(), 8192000U);
  system.write("groups/outer/memory.max", "5000000\n");
  system.write("groups/outer/memory.current", "2000000\n");
  EXPECT_EQ(system.available(), 3000000U);
  system.write("groups/outer/memory.stat", "anon 7\ninactive_file 500000\n");
  EXPECT_EQ(system.available(), 3500000U);
  system.write("groups/outer/memory.current", "6000000\n");
  EXPECT_EQ(system.available(), 0U);
}

TEST(Memory, OldControlGroupsLimitItToo) {
  const FakeSystem system;
  system.write("proc/self/cgroup", "3:cpu:/\n2:memory:/job\n");
  system.write("groups/memory/job/memory.limit_in_bytes", "4000000\n");
  system.write("groups/memory/job/memory.usage_in_bytes", "1000000\n");
  EXPECT_EQ(system.available(), 3000000U);
}

TEST(Memory, SaysWhatIsNeededAndAllowed) {
  EXPECT_NO_THROW(require_memory(1000, 1000, "it", "stop"));
  test::expect_error(ErrorCode::data,
                     "the chain needs 2 MB of memory, but only 1 MB are allowed; use fewer rows",
                     [] { require_memory(2000000, 1000000, "the chain", "use fewer rows"); });
}

TEST(Memory, ComparesWithWhatIsFree) {
  EXPECT_NO_THROW(require_memory(1, 0, "it", "stop"));
  EXPECT_THROW(require_memory(SIZE_MAX - 1, 0, "it", "stop"), Error);
}

}  // namespace
}  // namespace comac
