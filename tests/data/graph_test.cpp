// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "comac/data/read.hpp"
#include "support/expect_error.hpp"

namespace comac {
namespace {

Table matrix_of(const std::string& text) { return dense_table(parse_graph(text, "g.csv").matrix); }

TEST(Graph, EdgesJoinBothWays) {
  const Graph graph = parse_graph("from,to,weight\na,b,2\nb,c,0.5\nb,c,0.5\n", "g.csv");
  EXPECT_EQ(graph.names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(dense_table(graph.matrix).values, (std::vector<double>{0, 2, 0, 2, 0, 1, 0, 1, 0}));
  EXPECT_EQ(matrix_of("Source;Target\nx;y\n").values, matrix_of("from,to\nx,y\n").values);
}

TEST(Graph, EdgesThatGoBothWaysAreDirected) {
  EXPECT_EQ(matrix_of("from,to,weight\na,b,1\nb,a,3\nb,b,1\n").values,
            (std::vector<double>{0, 1, 0.75, 0.25}));
}

TEST(Graph, ASquareMatrixMayNameItsStates) {
  const Graph graph = parse_graph(",a,b,c\na,1,.5,0\nb,.5,1,0\nc,0,0,1\n", "g.csv");
  EXPECT_EQ(graph.names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(dense_table(graph.matrix).values, (std::vector<double>{1, .5, 0, .5, 1, 0, 0, 0, 1}));
  EXPECT_TRUE(parse_graph("0.9,0.1\n0.2,0.8\n", "g.csv").names.empty());
}

TEST(Graph, SaysWhatIsWrong) {
  const auto refuse = [](const std::string& text, const std::string& sentence) {
    test::expect_error(ErrorCode::data, sentence, [&] { parse_graph(text, "g.csv"); });
  };
  refuse("from,to,weight\na,b,-2\n",
         "g.csv:2:3: found '-2' where a weight is expected: a number of 0 or more");
  refuse("from,to\na\n", "g.csv:2: found 1 field where an edge of 2 is expected, as in the header");
  refuse("from,to\na,\n", "g.csv:2:2: found nothing where a name is expected");
  refuse("from,to\n", "g.csv: found no edges under the header");
  refuse(",a,b\na,1,0\nc,0,1\n",
         "g.csv:3:1: found the row 'c' where 'b' is expected: rows have the names of the columns, in their "
         "order");
}

}  // namespace
}  // namespace comac
