// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/random.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/read.hpp"

namespace {

/// A file that lives as long as the benchmark that reads it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name) : path_(std::filesystem::temp_directory_path() / name) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }
  auto size() const { return static_cast<std::int64_t>(std::filesystem::file_size(path_)); }

 private:
  std::filesystem::path path_;
};

/// Rows of 16 numbers with `digits` significant digits, and a class at the end if `classes` > 0.
void write_table(const std::string& path, int rows, int digits, std::uint64_t classes) {
  std::ofstream out(path);
  comac::Random random(1);
  char cell[40];
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < 16; ++column) {
      const int length =
          std::snprintf(cell, sizeof cell, "%s%.*g", column > 0 ? "," : "", digits, random.normal());
      out.write(cell, length);
    }
    if (classes > 0) out << ",class-" << random.below(classes);
    out << '\n';
  }
}

void read_csv(benchmark::State& state) {
  const TemporaryFile file("comac-read-bench.csv");
  const auto classes = static_cast<std::uint64_t>(state.range(1));
  write_table(file.path(), 1'000'000, static_cast<int>(state.range(0)), classes);
  comac::ReadOptions options;
  if (classes > 0) options.label_column = "17";
  for (auto _ : state) benchmark::DoNotOptimize(comac::read_dataset(file.path(), options));
  state.SetBytesProcessed(state.iterations() * file.size());
}
BENCHMARK(read_csv)
    ->ArgNames({"digits", "classes"})
    ->Args({6, 0})
    ->Args({16, 0})
    ->Args({6, 10})
    ->Unit(benchmark::kMillisecond);

void read_pairs(benchmark::State& state) {
  const TemporaryFile file("comac-links-bench.csv");
  {
    std::ofstream out(file.path());
    comac::Random random(1);
    for (int pair = 0; pair < 1'000'000; ++pair) {
      out << random.below(1'000'000) << ',' << random.below(1'000'000)
          << (random.below(2) > 0 ? ",1\n" : ",-1\n");
    }
  }
  const comac::RowNames rows(1'000'000, false);
  for (auto _ : state) {
    comac::SideInformation known;
    comac::read_links(file.path(), rows, std::nullopt, known);
    benchmark::DoNotOptimize(known);
  }
  state.SetBytesProcessed(state.iterations() * file.size());
}
BENCHMARK(read_pairs)->Unit(benchmark::kMillisecond);

}  // namespace
