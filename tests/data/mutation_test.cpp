// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "data/npy_bytes.hpp"

namespace comac {
namespace {

using namespace std::string_view_literals;

std::string mutated(std::string text, Random& random) {
  static constexpr std::string_view telling = ",;\t \r\n\"'\\%@{}0123456789+-.eEnaif?#\0\xFF"sv;
  for (std::uint64_t changes = 1 + random.below(4); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = random.below(text.size());
    const char c =
        random.below(4) > 0 ? telling[random.below(telling.size())] : static_cast<char>(random.below(256));
    switch (random.below(4)) {
      case 0:
        text[at] = c;
        break;
      case 1:
        text.insert(at, 1, c);
        break;
      case 2:
        text.erase(at, 1 + random.below(5));
        break;
      default:
        text.insert(at, text.substr(random.below(text.size()), random.below(12)));
    }
  }
  return random.below(10) == 0 ? text.substr(0, random.below(text.size() + 1)) : text;
}

void expect_sound(const Table& table) {
  ASSERT_EQ(table.values.size(), table.rows * table.columns);
  // NaN is a missing value of a table that says what its columns hold.
  for (const double value : table.values)
    ASSERT_TRUE(std::isfinite(value) || (std::isnan(value) && !table.about.empty()));
}

/// Reads thousands of damaged copies: each is either a sound table or an Error.
template <class Read>
void damage(const std::vector<std::string>& valid, const Read& read) {
  constexpr int copies = 2000;
  Random random(1);
  int refused = 0;
  for (const std::string& text : valid) {
    ASSERT_NO_THROW(expect_sound(read(text)));
    for (int i = 0; i < copies; ++i) {
      const std::string damaged = mutated(text, random);
      try {
        expect_sound(read(damaged));
      } catch (const Error& error) {
        ++refused;
        ASSERT_FALSE(std::string(error.what()).empty());
      }
    }
  }
  EXPECT_GT(refused, copies / 10);
}

TEST(Mutation, DamagedTablesAreReadOrRefused) {
  const std::vector<std::string> valid = {
      "a,b,c\n1,2,x\n3.5,-4e-3,\"y, z\"\n5,6,\"q\"\"r\"\n",
      "a\tb\tc\n1\t2\t3\n4\t5\t6\n",
      "a;b;c\r\n1;2;3\r\n4;5;6\r\n",
      "% comment\n@relation r\n@attribute 'a' real\n@attribute b integer\n@attribute c {x,'y "
      "z'}\n@data\n1,2,x\n3,4,'y z'\n",
  };
  damage(valid,
         [](const std::string& text) { return parse_dataset(text, "t", {.label_column = "c"}).table; });
}

TEST(Mutation, DamagedMatricesAreReadOrRefused) {
  const std::vector<std::string> valid = {
      "%%MatrixMarket matrix coordinate real general\n% c\n3 3 3\n1 1 .5\n2 3 1\n3 2 1e-1\n",
      "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n",
      test::npy("<f8", "(2, 2)", test::bytes<double>({1, 2, 3, 4})),
      test::npy(">i4", "(2, 2)", test::bytes<std::int32_t>({1, 2, 3, 4}, true), true, 2),
      "0.5,0.5\n1,0\n",
  };
  damage(valid, [](const std::string& text) { return parse_matrix(text, "t"); });
}

}  // namespace
}  // namespace comac
