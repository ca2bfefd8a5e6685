// SPDX-License-Identifier: MIT
#include "optimise/echo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chain/gaussian_chain.hpp"
#include "comac/base/progress.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

/// By sorting all rows for each end of each link.
double slow_charge(const DenseChain& chain, const std::vector<Link>& links,
                   const std::vector<std::uint32_t>& cluster) {
  double charge = 0;
  const double weight = 0.1 * std::log2(0.7 / 0.3) / static_cast<double>(chain.states());
  for (const Link& link : links) {
    if (link.trust < 1) continue;
    for (const auto& [end, other] :
         {std::pair(link.first, link.second), std::pair(link.second, link.first)}) {
      std::vector<std::pair<double, std::uint32_t>> rows;
      for (std::uint32_t x = 0; x < chain.states(); ++x) {
        if (x != end) rows.emplace_back(-chain.from(end)[x], x);
      }
      std::ranges::sort(rows);
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t x = rows[i].second;
        const bool together = cluster[x] == cluster[other];
        if (x != other && together != (link.kind == LinkKind::must)) charge += weight;
      }
    }
  }
  return charge;
}

std::vector<Link> random_links(Random& random, std::size_t rows, std::size_t count) {
  std::vector<Link> links;
  while (links.size() < count) {
    Link link;
    link.first = static_cast<std::uint32_t>(random.below(rows));
    link.second = static_cast<std::uint32_t>(random.below(rows));
    link.kind = random.below(2) == 0 ? LinkKind::must : LinkKind::cannot;
    link.trust = random.below(4) == 0 ? 0.8 : 1;
    if (link.first != link.second) links.push_back(link);
  }
  return links;
}

TEST(Echo, ChargesForNearestRowsThatDoNotFollow) {
  Random random(31);
  for (int i = 0; i < 200; ++i) {
    const std::size_t rows = test::between(random, 5, 30);
    const DenseChain chain = test::random_chain(random, rows, i % 2 == 0);
    const auto links = random_links(random, rows, rows);
    const auto cluster = test::random_clusters(random, rows, 3);
    ASSERT_NEAR(Echo(chain, links).charge(cluster), slow_charge(chain, links, cluster), 1e-12);
  }
}

TEST(Echo, OfManyLinksIsAFairShareOfThem) {
  Random random(32);
  const DenseChain chain = test::random_chain(random, 60, true);
  const auto links = random_links(random, 60, 5000);
  const auto cluster = test::random_clusters(random, 60, 3);
  const double all = slow_charge(chain, links, cluster);
  EXPECT_NEAR(Echo(chain, links, 1).charge(cluster), all, 0.05 * all);
  EXPECT_EQ(Echo(chain, links, 1).charge(cluster), Echo(chain, links, 3).charge(cluster));
}

TEST(Echo, OfNothingAndOfTwoRowsIsNothing) {
  Random random(33);
  const DenseChain chain = test::random_chain(random, 2, true);
  const std::vector<std::uint32_t> cluster{0, 1};
  EXPECT_EQ(Echo(chain, {}).charge(cluster), 0);
  EXPECT_EQ(Echo(chain, std::vector<Link>{{0, 1, LinkKind::must, {}, 1}}).charge(cluster), 0);
}

}  // namespace
}  // namespace comac
