// SPDX-License-Identifier: MIT
#include "report/text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace comac {
namespace {

TEST(Escape, DisarmsMarkup) {
  EXPECT_EQ(escape("<script>\"a\" & 'b'</script>"),
            "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
  EXPECT_EQ(escape("β → ü 𝄞"), "β → ü 𝄞");
}

TEST(Escape, ReplacesWhatXmlForbids) {
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(escape(std::string("a\0b", 3)), "a" + bad + "b");
  EXPECT_EQ(escape("\x1B[1m"), bad + "[1m");
  EXPECT_EQ(escape("tab\tline\n"), "tab\tline\n");
  EXPECT_EQ(escape("\xE4\xF6"), bad + bad);               // Latin-1
  EXPECT_EQ(escape("\xC0\xAF"), bad + bad);               // overlong
  EXPECT_EQ(escape("\xED\xA0\x80"), bad + bad + bad);     // a surrogate
  EXPECT_EQ(escape("cut \xE2\x82"), "cut " + bad + bad);  // half a character
  EXPECT_EQ(escape("\xEF\xBF\xBF"), bad);                 // not a character
}

TEST(Escape, WritesMarksOfDirectionAndIsolatesWordsFromRightToLeft) {
  EXPECT_EQ(escape("a\xE2\x80\xAE"
                   "b"),
            "a\\u202eb");
  const std::string begin = "\xE2\x81\xA8", end = "\xE2\x81\xA9", word = "\xD7\x90\xD7\x91";
  EXPECT_EQ(escape(word), begin + word + end);
  EXPECT_EQ(escape("row " + word + ' ' + word + " - 3"), "row " + begin + word + ' ' + word + end + " - 3");
  EXPECT_EQ(escape(word + "<" + word), begin + word + end + "&lt;" + begin + word + end);
}

TEST(Shorten, CountsCharactersNotBytes) {
  EXPECT_EQ(shorten("abc", 3), "abc");
  EXPECT_EQ(shorten("abcd", 3), "ab…");
  EXPECT_EQ(shorten("äöüß", 4), "äöüß");
  EXPECT_EQ(shorten("äöüßx", 4), "äöü…");
  EXPECT_EQ(shorten("", 3), "");
  EXPECT_EQ(character_count("äβ→x"), 4U);
}

TEST(FormatNumber, KeepsSignificantDigitsOnly) {
  EXPECT_EQ(format_number(0), "0");
  EXPECT_EQ(format_number(0.91372), "0.9137");
  EXPECT_EQ(format_number(0.5), "0.5");
  EXPECT_EQ(format_number(-0.623693), "−0.6237");
  EXPECT_EQ(format_number(-0.623693, 6), "−0.623693");
  EXPECT_EQ(format_number(0.00123456), "0.001235");
  EXPECT_EQ(format_number(12.3456), "12.35");
  EXPECT_EQ(format_number(100), "100");
  EXPECT_EQ(format_number(1234567), "1,234,567");
  EXPECT_EQ(format_number(1.25e-7), "1.25e-07");
  EXPECT_EQ(format_number(3e12), "3e+12");
  EXPECT_EQ(format_number(NAN), "–");
  EXPECT_EQ(format_number(-INFINITY), "−∞");
}

TEST(FormatCount, GroupsByThousands) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(1234567), "1,234,567");
}

TEST(FormatMilliseconds, ChoosesTheUnit) {
  EXPECT_EQ(format_milliseconds(0.3456), "0.346 ms");
  EXPECT_EQ(format_milliseconds(12), "12 ms");
  EXPECT_EQ(format_milliseconds(3456), "3.46 s");
  EXPECT_EQ(format_milliseconds(200'000), "3 min 20 s");
}

TEST(Counted, ChoosesThePlural) {
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1500, "class"), "1,500 classes");
}

}  // namespace
}  // namespace comac
