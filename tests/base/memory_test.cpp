// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

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
