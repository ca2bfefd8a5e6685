// SPDX-License-Identifier: MIT
// Tables that are read block by block hold what they hold when they are read at once.
#include "data/table_stream.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <optional>

#include "comac/base/error.hpp"
#include "data/file.hpp"
#include "data/files.hpp"
#include "data/npy_bytes.hpp"
#include "data/text.hpp"
#include "data/unicode.hpp"

namespace comac {
namespace {

std::string packed(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// Cells as texts, a code by its name.
std::vector<std::string> cells_of(const Table& table) {
  std::vector<std::string> cells;
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      const double value = table.at(r, c);
      const bool named = !table.about.empty() && table.about[c].kind == ColumnKind::category;
      cells.push_back(std::isnan(value) ? "-"
                      : named           ? table.about[c].names.at(static_cast<std::size_t>(value))
                                        : to_text(value));
    }
  }
  return cells;
}

/// What a table is read as, or why not.
struct Read {
  std::vector<std::string> cells, ids, names, notes, left_out;
  std::vector<std::size_t> lines;
  std::size_t rows = 0;
  bool decimal_comma = false;
  std::string error;

  bool operator==(const Read&) const = default;
};

Read whole(const std::string& path, const ReadOptions& options) {
  Read read;
  try {
    const Dataset data = read_dataset(path, options);
    read = {cells_of(data.table), data.ids,        data.table.column_names, data.notes, data.left_out,
            data.lines,           data.table.rows, data.decimal_comma,      ""};
  } catch (const Error& error) {
    read.error = error.what();
  }
  return read;
}

Read by_blocks(const std::string& path, const ReadOptions& options, std::size_t rows, std::size_t piece,
               std::string& text) {
  Read read;
  try {
    TableStream stream(path, options, rows, true, piece);
    for (TableBlock block; stream.next(block);) {
      const Dataset& data = block.data;
      EXPECT_TRUE(data.table.rows <= rows || block.is_whole);
      const auto add = [](auto& all, const auto& some) { all.insert(all.end(), some.begin(), some.end()); };
      add(read.cells, cells_of(data.table));
      add(read.ids, data.ids);
      add(read.lines, data.lines);
      if (block.is_first)
        read.names = data.table.column_names, read.notes = data.notes, read.left_out = data.left_out,
        read.decimal_comma = data.decimal_comma;
      read.rows += data.table.rows;
      text += block.text;
    }
    EXPECT_EQ(read.rows, stream.rows());
  } catch (const Error& error) {
    read = {};
    read.error = error.what();
  }
  return read;
}

/// The features of a file as a model made of it would ask for them.
ReadOptions like_model_of(const std::string& path) {
  const Dataset data = read_dataset(path);
  ReadOptions options;
  options.features = data.table.column_names;
  options.features_about = data.table.about;
  if (options.features.empty()) options.features.resize(data.table.columns);
  return options;
}

void expect_same(const std::string& path, const ReadOptions& options,
                 const std::optional<std::string>& text) {
  const Read expected = whole(path, options);
  for (const std::size_t rows : {1, 2, 5, 1000}) {
    for (const std::size_t piece : {1, 7, 64, 1 << 20}) {
      std::string found_text;
      const Read found = by_blocks(path, options, rows, piece, found_text);
      EXPECT_EQ(found.error, expected.error) << rows << ' ' << piece;
      EXPECT_EQ(found.notes, expected.notes) << rows << ' ' << piece;
      EXPECT_EQ(found.cells, expected.cells) << rows << ' ' << piece;
      EXPECT_TRUE(found == expected) << rows << ' ' << piece;
      if (text && expected.error.empty()) {
        EXPECT_EQ(found_text, *text) << rows << ' ' << piece;
      }
    }
  }
}

std::string many_rows(const std::string& header, const std::function<std::string(int)>& row, int count = 40) {
  std::string text = header;
  for (int i = 0; i < count; ++i) text += row(i);
  return text;
}

std::string number(int i) { return std::to_string(i); }

TEST(TableStream, GivesWhatIsReadAtOnce) {
  const test::Directory directory;
  const std::string contents[] = {
      many_rows("x,y\n", [](int i) { return number(i) + "," + number(i * i % 17) + "\n"; }),
      many_rows(
          "", [](int i) { return number(i % 9) + "." + number(i % 7) + "," + number(i * i % 17) + "\r\n"; }),
      many_rows("x\ty\r", [](int i) { return number(i) + "\t\"" + number(i % 5) + "\"\r"; }),
      many_rows("name,x,kind\n",
                [](int i) {
                  return "\"r\n" + number(i) + "\"," + number(i) + (i % 3 ? ",a\n" : ",\"b \"\"c\"\"\"\n");
                }),
      many_rows("id,x,y\n",
                [](int i) { return "k" + number(i) + "," + number(i) + (i % 4 ? ",1\n" : ",\n\n"); }),
      many_rows("id,x,y\n", [](int i) { return "k" + number(i % 30) + "," + number(i) + ",2\n"; }) +
          "\n\n  \n",
      many_rows("x;y\n", [](int i) { return number(i) + ",5;" + number(i % 6) + "\n"; }),
      many_rows("\xEF\xBB\xBFsep=;\nx;y\n", [](int i) { return number(i) + ";" + number(i % 6) + "\n"; }),
      many_rows("x y\n", [](int i) { return number(i) + "   " + number(i % 6) + " \n"; }),
      many_rows("x,caf\xE9\n",
                [](int i) {
                  return number(i) + (i % 2 ? ",gr\xFC\xDF"
                                              "e\n"
                                            : ",r\xF4le\n");
                }),
      many_rows("x,\xC3\xA9t\xC3\xA9\n",
                [](int i) {
                  return number(i) + (i % 2 ? ",gr\xC3\xBC\xC3\x9F"
                                              "e\n"
                                            : ",\xE2\x82\xAC\n");
                }),
      many_rows("x,y\n", [](int i) { return number(i) + "," + number(i) + (i < 39 ? "\n" : ""); }),
  };
  for (const std::string& content : contents) {
    SCOPED_TRACE(content.substr(0, 40));
    const std::string path = directory.write("t.csv", content);
    std::string recoded;
    const std::string text(as_utf8(content, recoded));
    expect_same(path, like_model_of(path), text);
    expect_same(directory.write("t.gz", packed(content)), like_model_of(path), text);
    expect_same(directory.write("two.gz", packed(content.substr(0, 50)) + packed(content.substr(50))),
                like_model_of(path), text);
  }
}

TEST(TableStream, ComplainsAsReadingAtOnceDoes) {
  const test::Directory directory;
  const std::string good = many_rows(
      "id,x,kind\n", [](int i) { return "k" + number(i) + "," + number(i) + (i % 2 ? ",a\n" : ",b\n"); });
  const ReadOptions options = like_model_of(directory.write("good.csv", good));
  ReadOptions with_ids = options;
  with_ids.id_column = "id";
  for (const std::string& bad :
       {good + "k77,abc,a\n", good + "k77,1,a,b\n", good + "k77,1\n", good + "k77,\"1,a\n",
        good + "k77,\"1\"2,a\n", good + "k3,5,a\n", good + ",5,a\n", good + "k77,inf,a\n",
        good + "k77,1.234.567,a\n", good + std::string("k7\0,1,a\n", 8), std::string("id,x,kind\n"),
        std::string(" \n\n"), std::string("id,x\na,1\n"), std::string("{\"a\": 1}\n")}) {
    SCOPED_TRACE(bad.substr(bad.size() > 20 ? bad.size() - 20 : 0));
    const std::string path = directory.write("bad.csv", bad);
    expect_same(path, options, std::nullopt);
    expect_same(path, with_ids, std::nullopt);
  }
  const std::string damaged = packed(good).substr(0, 90);
  EXPECT_EQ(test::message_of(ErrorCode::data,
                             [&] { TableStream(directory.write("cut.gz", damaged), options, 5, false); }),
            directory.path("cut.gz") + ": found a damaged gzip file; pack or copy it again");
}

TEST(TableStream, ReadsArraysOfEitherOrder) {
  const test::Directory directory;
  std::vector<double> numbers;
  for (int i = 0; i < 60; ++i) numbers.push_back(i * i % 23 + (i % 11 == 0 ? 0.5 : 0));
  ReadOptions options;
  options.features.resize(3);
  for (const bool fortran : {false, true}) {
    const std::string content = test::npy("<f8", "(20, 3)", test::bytes<double>(numbers), fortran);
    expect_same(directory.write("t.npy", content), options, std::nullopt);
    expect_same(directory.write("t.npy.gz", packed(content)), options, std::nullopt);
    expect_same(directory.write("cut.npy", content.substr(0, content.size() - 8)), options, std::nullopt);
  }
  numbers[31] = HUGE_VAL;
  expect_same(directory.write("inf.npy", test::npy("<f8", "(20, 3)", test::bytes<double>(numbers))), options,
              std::nullopt);
}

TEST(TableStream, ReadsArffAsOneBlock) {
  const test::Directory directory;
  const std::string content = many_rows("@relation r\n@attribute x numeric\n@attribute k {a,b}\n@data\n",
                                        [](int i) { return number(i) + (i % 2 ? ",a\n" : ",b\n"); });
  const std::string path = directory.write("t.arff", content);
  expect_same(path, like_model_of(path), content);
}

}  // namespace
}  // namespace comac
