// SPDX-License-Identifier: MIT
#include "data/graph.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "comac/base/error.hpp"
#include "data/csv.hpp"
#include "data/delimited.hpp"
#include "data/file_kind.hpp"
#include "data/text.hpp"

namespace comac {
namespace {

using Row = std::vector<Field>;

/// What the ends of an edge are called in headers.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> ends{{{"from", "to"},
                                                                             {"source", "target"},
                                                                             {"src", "dst"},
                                                                             {"i", "j"},
                                                                             {"row", "column"},
                                                                             {"row", "col"},
                                                                             {"a", "b"},
                                                                             {"node1", "node2"}}};

bool begins_edges(const Row& header) {
  if (header.size() != 2 && header.size() != 3) return false;
  const std::pair first{lower(header[0].text), lower(header[1].text)};
  return std::ranges::any_of(
      ends, [&](const auto& two) { return first.first == two.first && first.second == two.second; });
}

/// The header of a matrix with names has them above the columns, and nothing or a text above the first.
bool begins_matrix(const Row& header, const Row& second) {
  if (header.size() < 3 || second.size() != header.size()) return false;
  if (parse_number(header[0].text).kind == NumberKind::finite) return false;
  return header[1].text == second[0].text && parse_number(second[1].text).kind == NumberKind::finite;
}

double weight_of(const Field& field, std::size_t column, const std::string& file) {
  const Number number = parse_number(field.text);
  if (number.kind == NumberKind::finite && number.value >= 0) return number.value;
  throw Error(ErrorCode::data, {file, field.line, column},
              "found " + quoted(field.text) + " where a weight is expected: a number of 0 or more");
}

/// Chances to go on from each state.
void divide_by_sums(SparseMatrix& matrix) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(matrix.offsets[i]),
               end = static_cast<std::ptrdiff_t>(matrix.offsets[i + 1]);
    const double sum = std::accumulate(matrix.values.begin() + begin, matrix.values.begin() + end, 0.0);
    std::for_each(matrix.values.begin() + begin, matrix.values.begin() + end,
                  [sum](double& value) { value /= sum; });
  }
}

/// As given, and back too where no edge was given both ways: then a line says that two are joined.
std::vector<MatrixEntry> both_ways(std::vector<MatrixEntry> edges) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> given;
  for (const MatrixEntry& edge : edges) given.emplace(edge.row, edge.column);
  const bool directed = std::ranges::any_of(edges, [&](const MatrixEntry& edge) {
    return edge.row != edge.column && given.contains({edge.column, edge.row});
  });
  if (directed) return edges;
  for (std::size_t e = 0, count = edges.size(); e < count; ++e) {
    const MatrixEntry edge = edges[e];
    if (edge.row != edge.column) edges.push_back({edge.column, edge.row, edge.value});
  }
  return edges;
}

Graph read_edges(DelimitedReader reader, std::size_t fields, const std::string& file) {
  NameIndex names;
  std::vector<MatrixEntry> edges;
  for (Row row; reader.next(row);) {
    if (row.size() != fields) {
      throw Error(ErrorCode::data, {file, reader.line()},
                  "found " + plural(row.size(), "field") + " where an edge of " + std::to_string(fields) +
                      " is expected, as in the header");
    }
    for (std::size_t end = 0; end < 2; ++end) {
      if (row[end].text.empty())
        throw Error(ErrorCode::data, {file, row[end].line, end + 1},
                    "found nothing where a name is expected");
    }
    const double weight = fields == 3 ? weight_of(row[2], 3, file) : 1;
    const std::uint32_t from = names.number(row[0].text), to = names.number(row[1].text);
    if (weight > 0) edges.push_back({from, to, weight});
  }
  Graph graph{{}, names.take()};
  if (graph.names.empty()) throw Error(ErrorCode::data, {file}, "found no edges under the header");
  const std::size_t lines = edges.size();
  edges = both_ways(std::move(edges));
  const bool directed = edges.size() == lines;
  graph.matrix = sparse_matrix(graph.names.size(), std::move(edges));
  if (directed) divide_by_sums(graph.matrix);
  return graph;
}

Graph read_named_matrix(DelimitedReader reader, const Row& header, const std::string& file) {
  std::vector<std::string> names;
  for (std::size_t c = 1; c < header.size(); ++c) names.emplace_back(header[c].text);
  std::vector<MatrixEntry> entries;
  std::size_t rows = 0;
  for (Row row; reader.next(row); ++rows) {
    if (row.size() != names.size() + 1 || rows == names.size()) {
      throw Error(ErrorCode::data, {file, reader.line()},
                  "found a matrix with names that isn't square; expected a row for each of the " +
                      std::to_string(names.size()) + " columns, its name and as many numbers");
    }
    if (row[0].text != names[rows]) {
      throw Error(ErrorCode::data, {file, row[0].line, 1},
                  "found the row " + quoted(row[0].text) + " where " + quoted(names[rows]) +
                      " is expected: rows have the names of the columns, in their order");
    }
    for (std::size_t c = 0; c < names.size(); ++c) {
      const double weight = weight_of(row[c + 1], c + 2, file);
      if (weight > 0)
        entries.push_back({static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(c), weight});
    }
  }
  if (rows < names.size()) {
    throw Error(ErrorCode::data, {file},
                "found " + plural(rows, "row") + " in a matrix of " + plural(names.size(), "column") +
                    "; expected as many rows as columns");
  }
  return {sparse_matrix(names.size(), std::move(entries)), std::move(names)};
}

}  // namespace

std::optional<Graph> parse_named_graph(std::string_view content, const std::string& file,
                                       std::size_t memory_limit) {
  content = without_byte_order_mark(content);
  const auto said = take_separator(content);
  const char delimiter = said ? *said : detect_delimiter(content, 0, memory_limit);
  DelimitedReader reader(content, file, {.delimiter = delimiter, .memory_limit = memory_limit});
  Row fields;
  if (!reader.next(fields)) return std::nullopt;
  std::vector<std::string> texts;  // a row lives until the next one
  for (const Field& field : fields) texts.emplace_back(field.text);
  Row header = fields;
  for (std::size_t c = 0; c < header.size(); ++c) header[c].text = texts[c];
  if (begins_edges(header)) return read_edges(reader, header.size(), file);
  DelimitedReader ahead = reader;
  if (!ahead.next(fields) || !begins_matrix(header, fields)) return std::nullopt;
  return read_named_matrix(reader, header, file);
}

}  // namespace comac
