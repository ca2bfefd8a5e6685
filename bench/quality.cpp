// SPDX-License-Identifier: MIT
// What one multilevel run reaches beside ten random restarts of the plain sequential algorithm, on binary
// nearest-neighbour graphs of eight sets: mean cost, NMI and processor time over ten seeds, one thread.
//   quality FIRST_SEED DATA_DIRECTORY [DIRECTORY_OF_ECOLI_AND_USER]
#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "chain/neighbour_chain.hpp"
#include "comac/data/generate.hpp"
#include "comac/data/read.hpp"
#include "comac/evaluate/scores.hpp"
#include "constraints/propagate.hpp"
#include "optimise/restarts.hpp"
#include "prep/prepare.hpp"

namespace {

using namespace comac;

constexpr std::size_t seeds = 10;

struct Set {
  std::string name;
  Table table;
  Categories truth;
};

struct Source {
  std::string name;
  std::string file;
  Scale scale = Scale::none;
  std::size_t pca = 0;
};

/// Ecoli without its three smallest classes, as in the paper.
Dataset without_rare(Dataset data) {
  Dataset kept;
  kept.table.columns = data.table.columns;
  kept.truth.emplace();
  for (std::size_t r = 0; r < data.table.rows; ++r) {
    const std::string& name = data.truth->names[data.truth->ids[r]];
    if (name == "imS" || name == "imL" || name == "omL") continue;
    const auto row = data.table.row(r);
    kept.table.values.insert(kept.table.values.end(), row.begin(), row.end());
    ++kept.table.rows;
    auto& names = kept.truth->names;
    const auto place = std::ranges::find(names, name);
    kept.truth->ids.push_back(static_cast<std::uint32_t>(place - names.begin()));
    if (place == names.end()) names.push_back(name);
  }
  return kept;
}

std::optional<Set> load(const Source& source, const std::vector<std::string>& directories) {
  for (const std::string& directory : directories) {
    const std::string path = directory + "/" + source.file;
    if (!std::filesystem::exists(path)) continue;
    const Dataset data = without_rare(read_dataset(path, {.truth_column = "class"}));
    return Set{source.name, prepare(data.table, source.scale, source.pca).rows.take(), *data.truth};
  }
  fmt::print("{:<13} is not there\n", source.name);
  return std::nullopt;
}

std::vector<Set> load_all(const std::vector<std::string>& directories) {
  const Dataset circles = generate({});
  std::vector<Set> sets{{"Circles", circles.table, *circles.truth}};
  for (const Source& source :
       {Source{"Ecoli", "ecoli.csv", Scale::none, 5}, Source{"Glass", "glass.csv"},
        Source{"Iris", "iris.csv"}, Source{"Segmentation", "segmentation.csv", Scale::zscore, 5},
        Source{"User", "user.csv"}, Source{"Vertebral", "vertebral.csv"},
        Source{"Wine", "wine.csv", Scale::zscore}}) {
    if (auto set = load(source, directories)) sets.push_back(std::move(*set));
  }
  return sets;
}

SideInformation labelled(const Set& set, double share, std::uint64_t seed) {
  SideInformation known;
  known.label_names = set.truth.names;
  std::vector<std::uint32_t> rows(set.table.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  Random random(seed, 99);
  random.shuffle<std::uint32_t>(rows);
  rows.resize(static_cast<std::size_t>(std::ceil(share * static_cast<double>(rows.size()))));
  for (const auto row : rows) known.labels.push_back({row, set.truth.ids[row], {}});
  return known;
}

struct Mean {
  double cost = 0, nmi = 0, milliseconds = 0;
};

void run(const SparseChain& chain, const Set& set, const Constraints& constraints, const Options& options,
         Mean& mean) {
  const std::clock_t begin = std::clock();
  const Progress none;
  ProgressGate gate(none);
  const SideInformation nothing_soft;
  const auto found = carry_out(plan_search(chain, {nothing_soft, constraints}, options), gate);
  const SearchState& best = found[best_restart(found)];
  mean.milliseconds += 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / seeds;
  mean.cost += best.summary.cost / seeds;
  mean.nmi += score(set.truth.ids, best.cluster_of_row).nmi / seeds;
}

/// Returns whether the multilevel run is as good in as little time.
std::pair<bool, bool> compare(const Set& set, std::size_t others, double share, std::uint64_t first_seed) {
  const Progress none;
  ProgressGate gate(none);
  const SparseChain chain =
      neighbour_chain(set.table, {.neighbours = others + 1, .kernel = Kernel::binary}, gate).chain;
  Mean plain, multilevel;
  for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
    const Constraints constraints = propagate(labelled(set, share, seed), set.table.rows, OnConflict::error);
    Options options;
    options.clusters = set.truth.names.size();
    options.seed = seed;
    options.threads = 1;
    run(chain, set, constraints, options, multilevel);
    options.search.method = Method::comac_seq;
    options.search.restarts = 10;
    run(chain, set, constraints, options, plain);
  }
  const bool good = multilevel.cost <= plain.cost + 1e-9,
             fast = multilevel.milliseconds <= plain.milliseconds;
  fmt::print(
      "{:<13} {:>2}-NN {:>3.0f} %  plain {:.5f} {:.3f} {:6.2f} ms   multilevel {:.5f} {:.3f} {:6.2f} "
      "ms{}{}\n",
      set.name, others, 100 * share, plain.cost, plain.nmi, plain.milliseconds, multilevel.cost,
      multilevel.nmi, multilevel.milliseconds, good ? "" : "  worse", fast ? "" : "  slower");
  return {good, fast};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::uint64_t first_seed = std::stoull(argv[1]);
  const auto sets = load_all(std::vector<std::string>(argv + 2, argv + argc));
  for (const std::size_t others : {5UL, 10UL}) {
    std::size_t good = 0, fast = 0, cases = 0;
    for (const Set& set : sets) {
      for (const double share : {0.0, 0.2}) {
        const auto [is_good, is_fast] = compare(set, others, share, first_seed);
        good += is_good ? 1 : 0, fast += is_fast ? 1 : 0, ++cases;
      }
    }
    fmt::print("{}-NN: as good or better in {} of {} cases, as fast or faster in {}\n\n", others, good, cases,
               fast);
  }
}
