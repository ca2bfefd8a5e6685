// SPDX-License-Identifier: MIT
#include "select/predicted.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/parallel.hpp"

namespace comac {

std::vector<char> are_together(const std::vector<Link>& links, const std::vector<std::uint32_t>& cluster) {
  std::vector<char> together;
  for (const Link& link : links) together.push_back(cluster[link.first] == cluster[link.second]);
  return together;
}

std::vector<char> links_together(const SideInformation& said, std::size_t rows, std::size_t folds,
                                 const ClustersFrom& clusters_from, std::size_t threads) {
  std::vector<char> together(said.links.size(), 0);
  parallel_for(folds, 1, threads, [&](std::size_t fold, std::size_t) {
    SideInformation kept = said;
    kept.links.clear();
    for (std::size_t i = 0; i < said.links.size(); ++i) {
      if (i % folds != fold) kept.links.push_back(said.links[i]);
    }
    const auto of_fold =
        are_together(said.links, clusters_from(kept, propagate(kept, rows, OnConflict::drop)));
    for (std::size_t i = fold; i < said.links.size(); i += folds) together[i] = of_fold[i];
  });
  return together;
}

std::vector<char> links_predicted(const SideInformation& said, std::size_t rows, std::size_t folds,
                                  const ClustersFrom& clusters_from, std::size_t threads) {
  auto predicted = links_together(said, rows, folds, clusters_from, threads);
  for (std::size_t i = 0; i < predicted.size(); ++i)
    predicted[i] = (predicted[i] != 0) == (said.links[i].kind == LinkKind::must);
  return predicted;
}

double share_of_both_kinds(const std::vector<Link>& links, const std::vector<char>& predicted) {
  std::array<double, 2> right{}, all{};
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool must = links[i].kind == LinkKind::must;
    right[must] += predicted[i];
    all[must] += 1;
  }
  double sum = 0, kinds = 0;
  for (std::size_t kind = 0; kind < 2; ++kind) {
    if (all[kind] > 0) sum += right[kind] / all[kind], ++kinds;
  }
  return kinds > 0 ? sum / kinds : 0;
}

double share_of_links_predicted(const SideInformation& said, std::size_t rows, std::size_t folds,
                                const ClustersFrom& clusters_from, std::size_t threads) {
  return share_of_both_kinds(said.links, links_predicted(said, rows, folds, clusters_from, threads));
}

namespace {

/// The commonest label of each cluster; none where no row has one.
std::map<std::uint32_t, std::uint32_t> names_of(const std::vector<std::uint32_t>& cluster,
                                                const std::vector<Label>& labels) {
  std::map<std::uint32_t, std::map<std::uint32_t, std::size_t>> votes;
  for (const Label& label : labels) ++votes[cluster[label.row]][label.label];
  std::map<std::uint32_t, std::uint32_t> names;
  for (const auto& [c, of_label] : votes) {
    names[c] = std::ranges::max_element(of_label, {}, [](const auto& vote) { return vote.second; })->first;
  }
  return names;
}

}  // namespace

double share_of_labels_predicted(const SideInformation& said, std::size_t rows, std::size_t folds,
                                 const ClustersFrom& clusters_from) {
  std::size_t right = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    SideInformation kept = said;
    std::vector<Label> left;
    kept.labels.clear();
    for (std::size_t i = 0; i < said.labels.size(); ++i) {
      (i % folds == fold ? left : kept.labels).push_back(said.labels[i]);
    }
    const auto cluster = clusters_from(kept, propagate(kept, rows, OnConflict::drop));
    const auto names = names_of(cluster, kept.labels);
    for (const Label& label : left) {
      const auto name = names.find(cluster[label.row]);
      right += name != names.end() && name->second == label.label ? 1 : 0;
    }
  }
  return said.labels.empty() ? 0 : static_cast<double>(right) / static_cast<double>(said.labels.size());
}

}  // namespace comac
