// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "comac/data/read.hpp"
#include "data/files.hpp"
#include "data/npy_bytes.hpp"

namespace comac {
namespace {

using namespace std::string_literals;
using test::bytes;
using test::message_of;
using test::npy;

struct BadFile {
  std::string content;
  std::string message;
  ReadOptions options = {};
  ErrorCode code = ErrorCode::data;
};

const BadFile bad_tables[] = {
    {"", "t: found an empty file where a table is expected; check the path"},
    {" \n\n", "t: found an empty file where a table is expected; check the path"},
    {"a,b\n", "t: found a header but no rows; check the file"},
    {"sepal,petal\n1,2\n3,abc\n",
     "t:3:2: found 'abc' where column 'petal' holds numbers; correct the value, or name the column with "
     "category, ignore, label-column or truth-column"},
    {"a,b,c\n1,2,3\n4,x,5\n6,7,y y\n",
     "t:3:2: found 'x' where column 'b' holds numbers; correct the value, or name the column with category, "
     "ignore, label-column or truth-column; the same for column 'c' with 'y y' on line 4"},
    {"a,b\n1,\n",
     "t:2:2: found an empty cell (no value) in column 'b'; fill it in, remove the row or leave out the "
     "column with ignore",
     {.missing = Missing::refuse}},
    {"a,b\n1,2\n?,3\n",
     "t:3:1: found '?' (no value) in column 'a'; fill it in, remove the row or leave out the column with "
     "ignore",
     {.missing = Missing::refuse}},
    {"a,b\nNA,2\n",
     "t:2:1: found 'NA' (no value) in column 'a'; fill it in, remove the row or leave out the column with "
     "ignore",
     {.missing = Missing::refuse}},
    {"a,b\n1,nan\n",
     "t:2:2: found 'nan' (no value) in column 'b'; fill it in, remove the row or leave out the column with "
     "ignore",
     {.missing = Missing::refuse}},
    {"a,b\n1,2\n-inf,2\n",
     "t:3:1: found '-inf' in column 'a' where finite numbers are expected; correct it, remove the row or "
     "leave out the column with ignore"},
    {"a,b\n1e999,2\n",
     "t:2:1: found '1e999' in column 'a' where finite numbers are expected; correct it, remove the row or "
     "leave out the column with ignore"},
    {"a;b\n1,5;2\n2.5;3\n",
     "t:2:1: found '1,5' in column 'a', which has numbers with a decimal point, too; write all of them with "
     "a "
     "point"},
    {"a,b\n\"1,234\",2\n\"5,678\",3\n",
     "t:2:1: found '1,234' in column 'a', a number with thousands separators; write numbers without them"},
    {"a;b;c\n1,5;1.234;x\n2;12.500;y\n",
     "t:2:2: found '1.234' in column 'b', a number with thousands separators; write numbers without them"},
    {"a;b\n1.234,5;2\n",
     "t:2:1: found '1.234,5' in column 'a', a number with thousands separators; write numbers without them"},
    {"a;b\n1'234'567;2\n",
     "t:2:1: found '1'234'567' in column 'a', a number with thousands separators; write numbers without "
     "them"},
    {"a,b\nbig,2\nhuge,3\n",
     "t:3:1: found 'huge' in column 'a' where one of 'small', 'big' is expected; add it to ordinal or "
     "correct "
     "it",
     {.ordinal = {"a=small,big"}}},
    {"a,b\n1,2\n", "ordinal is 'a'; expected COLUMN=low,mid,high", {.ordinal = {"a"}}, ErrorCode::usage},
    {"a,b\n1,2\n",
     "ordinal is 'a=x,x'; expected two or more values, each once, from low to high",
     {.ordinal = {"a=x,x"}},
     ErrorCode::usage},
    {"name\nAnn\nBob\nCid\n",
     "t: found no column to cluster by, but only 'name' (text of which nearly all values differ); bring "
     "another column"},
    {"a,b\n,2\n3,\n",
     "t: found missing values in every row, so none is left; use missing fill",
     {.missing = Missing::drop}},
    {"a,b,c\n1,2\n",
     "t:2: found 2 fields where the header has 3; correct the row, or quote a field that holds the "
     "delimiter"},
    {"1,2\n3,4,5\n",
     "t:2: found 3 fields where the first row has 2; correct the row, or quote a field that holds the "
     "delimiter"},
    {"a,b\n1,2\n3\n",
     "t:3: found 1 field where the header has 2; correct the row, or quote a field that holds the delimiter"},
    {"a,b\n1,\"2\n3,4\n",
     "t:2:2: found a quote that is never closed; add the closing quote or double a quote inside a field"},
    {"a,b\n1,\"2\"x\n", "t:2:2: found 'x' after a closing quote; double the quotes that belong to the field"},
    {"a,b\n1,2\n",
     "t: found no column 'c'; the columns are 'a', 'b'",
     {.label_column = "c"},
     ErrorCode::usage},
    {"1,2\n3,4\n",
     "t: found no column '3'; the file has no header, so name a column by its number from 1 to 2",
     {.truth_column = "3"},
     ErrorCode::usage},
    {"1,2\n3,4\n",
     "t: found no column 'a'; the file has no header, so name a column by its number from 1 to 2",
     {.ignore = {"a"}},
     ErrorCode::usage},
    {"a,b\n1,2\n",
     "t: found no column 'c', 'd', 'e'; the columns are 'a', 'b'",
     {.label_column = "e", .ignore = {"c,a", "d"}},
     ErrorCode::usage},
    {"a,b\n1,2\n",
     "t: found no column of features; leave at least one column that is not the label, truth or id "
     "column and not ignored",
     {.label_column = "a", .truth_column = "b"}},
    {"id,x\nr1,1\nr2,2\nr1,3\n",
     "t:4: found the id 'r1' a second time (first on line 2); give every row an id of its own",
     {.id_column = "id"}},
    {"id,x\nr1,1\n,2\n", "t:3:1: found an empty id; give every row an id of its own", {.id_column = "id"}},
    {"\x1f\x8b\x08rest", "t: found a damaged gzip file; pack or copy it again"},
    {"PK\x03\x04rest",
     "t: found a zip file where CSV, TSV, ARFF, NPY or Matrix Market is expected; unpack it first (unzip)"},
    {"PK\x03\x04..[Content_Types].xml",
     "t: found an Excel workbook or another Office file where CSV, TSV, ARFF, NPY or Matrix Market is "
     "expected; save the sheet as CSV"},
    {"{\"a\": [1]}",
     "t: found JSON where CSV, TSV, ARFF, NPY or Matrix Market is expected; save the table as CSV"},
    {" [1, 2]",
     "t: found JSON where CSV, TSV, ARFF, NPY or Matrix Market is expected; save the table as CSV"},
    {"<html>",
     "t: found HTML or XML where CSV, TSV, ARFF, NPY or Matrix Market is expected; save the table as CSV"},
    {"%PDF-1.4",
     "t: found a PDF file where CSV, TSV, ARFF, NPY or Matrix Market is expected; save the table as CSV"},
    {"BZh9",
     "t: found a bzip2 file where CSV, TSV, ARFF, NPY or Matrix Market is expected; unpack it first "
     "(bunzip2)"},
    {"\xFF\xFE"
     "a",
     "t: found UTF-16 text where CSV, TSV, ARFF, NPY or Matrix Market is expected; save it as UTF-8"},
    {"1,2\0,3\n"s,
     "t: found binary data where CSV, TSV, ARFF, NPY or Matrix Market is expected; save the table as CSV or "
     "NPY"},
    {"%%MatrixMarket matrix array real general\n1 1\n1\n",
     "t: found a Matrix Market file where a table is expected; give a transition matrix with transition"},
    {"@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n1,z\n",
     "t:5:2: found 'z', which is not among the values of 'c'; add it to the @attribute line or correct it",
     {.label_column = "c"}},
    {"@relation r\n@attribute x numeric\n@attribute c {a,b}\n1,a\n",
     "t:4: found '1,a' where @relation, @attribute or @data is expected; correct the line"},
    {"@relation r\n@attribute x numeric\n@attribute c {a,b}\n",
     "t:3: found no @data line; add it before the rows"},
    {"@relation r\n@data\n1\n", "t:2: found no @attribute line before @data; describe the columns"},
    {"@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n?,a\n",
     "t:5:1: found '?' (no value) in column 'x'; fill it in, remove the row or leave out the column with "
     "ignore",
     {.label_column = "c", .missing = Missing::refuse}},
    {"@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n1\n",
     "t:5: found 1 field where the header has 2; correct the row, or quote a field that holds the delimiter",
     {.label_column = "c"}},
    {"@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n",
     "t: found a header but no rows; check the file",
     {.label_column = "c"}},
    {"@relation r\n@attribute x floating\n@data\n1\n",
     "t:2: found 'floating' as the type of 'x'; use numeric, real, integer, string, date or a list of values "
     "in braces"},
    {"@relation r\n@attribute 'x numeric\n@data\n1\n",
     "t:2: found a quote that is never closed; add the closing quote"},
    {"@relation r\n@attribute c {a,b\n@data\n1\n",
     "t:2: found the values of 'c' without their closing brace; add it on the same line"},
    {npy("<f2", "(1, 1)", "ab"),
     "t: found numbers of the type '<f2'; save the array as float64 (astype('f8'))"},
    {npy("<f8", "(2, 2)", "abcd"),
     "t: found 4 bytes of numbers where 2 x 2 of 8 bytes are expected; save the array again"},
    {npy("<f8", "(2, 2, 2)", ""), "t: found an array of 3 dimensions where 1 or 2 are expected; reshape it"},
    {npy("<f8", "(99999999999, 99999999999)", "12345678"),
     "t: found 8 bytes of numbers where 99999999999 x 99999999999 of 8 bytes are expected; save the array "
     "again"},
    {npy("<f8", "(0, 9223372036854775808)", ""),
     "t: found no rows where a table is expected; check the file"},
    {"\x93NUMPY", "t: found an NPY header that cannot be read; save the array again with numpy.save"},
    {"\x93NUMPY\x01\0\x05\0{}"s,
     "t: found an NPY header that cannot be read; save the array again with numpy.save"},
    {npy("<f8", "(x, 2)", ""),
     "t: found an NPY header that cannot be read; save the array again with numpy.save"},
    {npy("<f8", "(0, 2)", ""), "t: found no rows where a table is expected; check the file"},
    {npy("<f8", "(2, 1)", bytes<double>({1, NAN})),
     "t: found 'nan' in row 2, column 1 (counted from 1), where finite numbers are expected; correct it, "
     "remove the row or leave out the column with ignore",
     {.missing = Missing::refuse}},
    {npy("<f8", "(2, 1)", bytes<double>({1, INFINITY})),
     "t: found 'inf' in row 2, column 1 (counted from 1), where finite numbers are expected; correct it, "
     "remove the row or leave out the column with ignore"},
    {npy("<f8", "(2, 2)", bytes<double>({1, 2, 1, 3})),
     "t: found the id '1' a second time (first in row 1); give every row an id of its own",
     {.id_column = "1"}},
    {npy("|O", "(1,)", ""), "t: found numbers of the type '|O'; save the array as float64 (astype('f8'))"},
};

const BadFile bad_matrices[] = {
    {"1,2\n3,4\n5,6\n",
     "t: found a matrix of 3 x 2 where a square one is expected; a chain has as many columns as rows"},
    {"0.5,x\n1,0\n",
     "t:1:2: found 'x' in column 2 where numbers are expected; a matrix holds finite numbers only"},
    {"1,\n0,1\n", "t:1:2: found an empty cell (no value) in column 2; a matrix holds finite numbers only"},
    {"@relation r\n",
     "t: found an ARFF table where a matrix is expected; save it as CSV, NPY or Matrix Market"},
    {npy("<f8", "(2,)", bytes<double>({1, 2})),
     "t: found a matrix of 2 x 1 where a square one is expected; a chain has as many columns as rows"},
    {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n",
     "t:1:4: found 'complex' where one of real, integer, pattern is expected; convert the matrix"},
    {"%%MatrixMarket matrix coordinate real hermitian\n1 1 1\n",
     "t:1:5: found 'hermitian' where one of general, symmetric is expected; convert the matrix"},
    {"%%MatrixMarket matrix array pattern general\n1 1\n1\n",
     "t:1:4: found 'pattern' for an array; write coordinate or real"},
    {"%%MatrixMarket matrix\n",
     "t:1: found an incomplete first line; write '%%MatrixMarket matrix coordinate real general'"},
    {"%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n",
     "t:2: found a matrix of 2 x 3 where a square one is expected; a chain has as many columns as rows"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n",
     "t:3:1: found '3' where a whole number from 1 to 2 is expected; correct the line"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 1\n",
     "t:3:1: found '0' where a whole number from 1 to 2 is expected; correct the line"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n",
     "t: found the end of the file where an entry is expected; complete the file"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n2 2 1\n",
     "t:4: found more entries than the size line announces; correct the size line"},
    {"%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
     "t:3: found an entry above the diagonal of a symmetric matrix; give those below it only"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 inf\n",
     "t:3:3: found 'inf' where a finite number is expected; correct the line"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1\n",
     "t:3: found 2 fields where an entry of 3 is expected; correct the line"},
    {"%%MatrixMarket matrix array real general\n2 2\n1\nx\n3\n4\n",
     "t:4:1: found 'x' where a finite number is expected; correct the line"},
    {"%%MatrixMarket matrix coordinate real general\n",
     "t: found the end of the file where a size line is expected; complete the file"},
    {"%%MatrixMarket matrix coordinate real general\n2 2\n",
     "t:2: found 2 fields where a size line of 3 is expected; correct the line"},
};

TEST(BadFiles, EveryTableGetsItsExactMessage) {
  for (const BadFile& file : bad_tables) {
    EXPECT_EQ(message_of(file.code, [&] { parse_dataset(file.content, "t", file.options); }), file.message)
        << file.content;
  }
}

TEST(BadFiles, AMatrixThatNoMemoryHoldsIsRefusedWithTheFigure) {
  const std::string content = "%%MatrixMarket matrix coordinate real general\n99999999 99999999 1\n1 1 1\n";
  const std::string message = message_of(ErrorCode::data, [&] { parse_matrix(content, "t"); });
  EXPECT_NE(message.find("a matrix of 99999999 x 99999999 needs 8e+07 GB of memory"), std::string::npos)
      << message;
  EXPECT_NE(message.find("bring a smaller one"), std::string::npos) << message;
}

TEST(BadFiles, EveryMatrixGetsItsExactMessage) {
  for (const BadFile& file : bad_matrices) {
    EXPECT_EQ(message_of(file.code, [&] { parse_matrix(file.content, "t"); }), file.message) << file.content;
  }
}

TEST(BadFiles, MissingOnesAndDirectoriesAreNoInput) {
  const test::Directory directory;
  const std::string missing = directory.path("missing.csv");
  EXPECT_EQ(message_of(ErrorCode::no_input, [&] { read_dataset(missing); }),
            missing + ": found no such file; check the path");
  const std::string folder = directory.path(".");
  EXPECT_EQ(message_of(ErrorCode::no_input, [&] { read_matrix(folder); }),
            folder + ": found a directory where a file is expected; name a file in it");
}

}  // namespace
}  // namespace comac
