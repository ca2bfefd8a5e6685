// SPDX-License-Identifier: MIT
#include "comac/data/read.hpp"

#include "comac/base/error.hpp"
#include "data/arff.hpp"
#include "data/csv.hpp"
#include "data/file.hpp"
#include "data/file_kind.hpp"
#include "data/graph.hpp"
#include "data/gzip.hpp"
#include "data/matrix_market.hpp"
#include "data/npy.hpp"
#include "data/unicode.hpp"

namespace comac {

Dataset read_dataset(const std::string& path, const ReadOptions& options) {
  return parse_dataset(read_file(path, options.memory_limit), shown_name(path), options);
}

namespace {

/// What gzip has packed goes to `unpacked`; once only, since a file may unpack to itself.
std::string_view unpacked_view(std::string_view content, const std::string& name, std::size_t memory_limit,
                               std::string& unpacked) {
  if (!is_gzip(content)) return content;
  unpacked = unpack_gzip(content, name, memory_limit);
  return unpacked;
}

Dataset parse_text(FileKind kind, std::string_view content, const std::string& name,
                   const ReadOptions& options) {
  if (kind == FileKind::arff) return parse_arff(content, name, options);
  if (kind == FileKind::delimited) return parse_csv(content, name, options);
  throw Error(ErrorCode::data, {name},
              "found a Matrix Market file where a table is expected; " +
                  (options.features.empty() ? "give a transition matrix with " + setting("transition")
                                            : std::string("save the table as CSV or NPY")));
}

}  // namespace

Dataset parse_dataset(std::string_view content, const std::string& name, const ReadOptions& options) {
  std::string unpacked, recoded;
  content = unpacked_view(content, name, options.memory_limit, unpacked);
  const FileKind kind = file_kind(content, name);
  if (kind == FileKind::npy) return parse_npy(content, name, options);
  content = as_utf8(content, recoded, name, options.memory_limit);
  Dataset dataset = parse_text(kind, content, name, options);
  if (!recoded.empty()) {
    dataset.notes.insert(dataset.notes.begin(), recoded_note(name));
  }
  return dataset;
}

Table read_matrix(const std::string& path, std::size_t memory_limit) {
  return parse_matrix(read_file(path, memory_limit), shown_name(path), memory_limit);
}

Table parse_matrix(std::string_view content, const std::string& name, std::size_t memory_limit) {
  std::string unpacked;
  content = unpacked_view(content, name, memory_limit, unpacked);
  const FileKind kind = file_kind(content, name);
  const ReadOptions options{.memory_limit = memory_limit};
  if (kind == FileKind::matrix_market) return parse_matrix_market(content, name, memory_limit);
  if (kind == FileKind::arff) {
    throw Error(ErrorCode::data, {name},
                "found an ARFF table where a matrix is expected; save it as CSV, NPY or Matrix Market");
  }
  Table table = kind == FileKind::npy ? parse_npy(content, name, options, Purpose::matrix).table
                                      : parse_csv(content, name, options, Purpose::matrix).table;
  if (table.rows != table.columns) {
    throw Error(ErrorCode::data, {name},
                "found a matrix of " + std::to_string(table.rows) + " x " + std::to_string(table.columns) +
                    " where a square one is expected; a chain has as many columns as rows");
  }
  return table;
}

SparseMatrix read_sparse_matrix(const std::string& path, std::size_t memory_limit) {
  return read_graph(path, memory_limit).matrix;
}

Graph read_graph(const std::string& path, std::size_t memory_limit) {
  return parse_graph(read_file(path, memory_limit), shown_name(path), memory_limit);
}

Graph parse_graph(std::string_view content, const std::string& name, std::size_t memory_limit) {
  std::string unpacked, recoded;
  content = unpacked_view(content, name, memory_limit, unpacked);
  const FileKind kind = file_kind(content, name);
  if (kind == FileKind::matrix_market) return {parse_sparse_matrix_market(content, name, memory_limit)};
  if (kind == FileKind::delimited) {
    content = as_utf8(content, recoded, name, memory_limit);
    if (auto named = parse_named_graph(content, name, memory_limit)) return *std::move(named);
  }
  return {sparse_matrix(parse_matrix(content, name, memory_limit))};
}

}  // namespace comac
