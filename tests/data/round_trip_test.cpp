// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdio>

#include "base/random.hpp"
#include "comac/data/read.hpp"
#include "data/text.hpp"

namespace comac {
namespace {

struct Style {
  char delimiter;
  std::string line_end;
  bool header;
};

double any_finite(Random& random) {
  for (;;) {
    const double value = std::bit_cast<double>(random.next());
    if (std::isfinite(value)) return random.below(3) > 0 ? random.normal() : value;
  }
}

std::string any_text(Random& random, std::string_view alphabet) {
  std::string text = "t";
  for (std::uint64_t i = random.below(8); i > 0; --i) text += alphabet[random.below(alphabet.size())];
  return text + "t";
}

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

/// Written in one of the ways in which a CSV file may hold it.
std::string cell(Random& random, const std::string& text, bool must_quote) {
  std::string result = must_quote || random.below(4) == 0 ? in_quotes(text) : text;
  if (random.below(8) == 0) result = std::string(" ").append(result).append("  ");
  return result;
}

struct Written {
  Table table;
  std::vector<std::string> classes;
  std::string text;
};

Written write_any(Random& random, const Style& style) {
  Written written;
  written.table.rows = 1 + random.below(6);
  written.table.columns = 1 + random.below(6);
  const std::string delimiter(1, style.delimiter);
  if (style.header) {
    for (std::size_t c = 0; c < written.table.columns; ++c) {
      written.table.column_names.push_back(any_text(random, ",;\t \"\n") + std::to_string(c));
      written.text += cell(random, written.table.column_names.back(), true) + delimiter;
    }
    written.text += "class" + style.line_end;
  }
  for (std::size_t r = 0; r < written.table.rows; ++r) {
    for (std::size_t c = 0; c < written.table.columns; ++c) {
      char digits[40];
      written.table.values.push_back(any_finite(random));
      std::snprintf(digits, sizeof digits, "%.17g", written.table.values.back());
      written.text += cell(random, digits, false) + delimiter;
    }
    written.classes.push_back(any_text(random, "ab,;\t \"\n"));
    written.text += cell(random, written.classes.back(), true);
    const bool last = r + 1 == written.table.rows;
    if (!last || random.below(2) == 0) written.text += style.line_end;
    if (random.below(10) == 0) written.text += style.line_end;
  }
  return written;
}

TEST(RoundTrip, ATableWrittenInAnyWayReadsBackBitForBit) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Random random(seed);
    const std::string line_ends[] = {"\n", "\r\n", "\r"};
    const Style style{",;\t"[random.below(3)], line_ends[random.below(3)], random.below(2) == 0};
    const Written written = write_any(random, style);
    const std::string column = style.header ? "class" : std::to_string(written.table.columns + 1);
    const Dataset read = parse_dataset(written.text, "t", {.truth_column = column});
    RC_ASSERT(read.table.rows == written.table.rows);
    RC_ASSERT(read.table.columns == written.table.columns);
    RC_ASSERT(read.table.column_names == written.table.column_names);
    for (std::size_t i = 0; i < written.table.values.size(); ++i) {
      RC_ASSERT(std::bit_cast<std::uint64_t>(read.table.values[i]) ==
                std::bit_cast<std::uint64_t>(written.table.values[i]));
    }
    for (std::size_t r = 0; r < written.table.rows; ++r) {
      RC_ASSERT(read.truth->names[read.truth->ids[r]] == written.classes[r]);
    }
  }));
}

TEST(RoundTrip, RowsOfPlainNumbersReadAsTheCarefulWayReadsThem) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Random random(seed);
    std::string plain;
    std::string careful;
    for (std::uint64_t row = 1 + random.below(30); row > 0; --row) {
      for (int c = 0; c < 4; ++c) {
        const std::string text = to_text(any_finite(random));
        plain += text + (c < 3 ? "," : "\n");
        // Quotes keep a row off the fast path.
        careful += in_quotes(text) + (c < 3 ? "," : "\n");
      }
    }
    const Dataset fast = parse_dataset(plain, "t");
    const Dataset slow = parse_dataset(careful, "t");
    RC_ASSERT(fast.table.values == slow.table.values);
    RC_ASSERT(fast.lines == slow.lines);
  }));
}

}  // namespace
}  // namespace comac
