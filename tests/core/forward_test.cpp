// Forward against the textbook, over every size and dim.
#include <catch_amalgamated.hpp>

#include "../../src/kernels/panel.h"
#include "../../src/kernels/tile.h"
#include "compare.h"
#include "problem.h"
#include "sizes.h"

using namespace heed;
using namespace heed::test;

namespace {

void agree(const Problem& problem, unsigned keep, Layout output_layout, Ledger& ledger) {
  CAPTURE(problem.describe(), keep);
  REQUIRE(difference_from_oracle(problem, run(problem, keep, output_layout), ledger) == "");
}

Layout random_layout(Random& random) {
  return random.pick<Layout>({Layout::dense, Layout::interleaved, Layout::padded});
}

unsigned random_keep(Random& random) { return static_cast<unsigned>(random.below(kEverything + 1)); }

// Each tensor in a random layout.
Problem scattered_problem(const AttentionShape& s, Random& random) {
  Problem problem = normal_problem(s, random.next());
  problem.q = HeadTensor::normal(random, s.batch, s.heads, s.queries, s.dim, random_layout(random));
  problem.k = HeadTensor::normal(random, s.batch, s.kv_heads, s.keys, s.dim, random_layout(random));
  problem.v = HeadTensor::normal(random, s.batch, s.kv_heads, s.keys, s.value_dim, random_layout(random));
  return problem;
}

struct Deal {
  Deck<std::size_t> queries, keys, dims, value_dims;
  explicit Deal(std::uint64_t seed)
      : queries(kSizes, seed), keys(kSizes, seed + 1), dims(kDims, seed + 2), value_dims(kDims, seed + 3) {}

  // More batches and heads are added only while the problem stays small.
  AttentionShape shape(Random& random) {
    AttentionShape s{1, 1, 1, queries.deal(), keys.deal(), dims.deal(), value_dims.deal()};
    const std::size_t work = s.queries * s.keys * (s.dim + s.value_dim);
    if (work > 1'000'000) return s;
    s.batch = random.pick<std::size_t>({1, 1, 2, 3});
    s.kv_heads = random.pick<std::size_t>({1, 1, 2, 3});
    s.heads = s.kv_heads * random.pick<std::size_t>({1, 1, 2, 4});
    return s;
  }
};

// Random options on problems whose sizes are dealt from all sizes, for as many problems as asked.
void agree_with_options(Variety variety, std::uint64_t seed, std::size_t problems, Ledger& ledger) {
  Random random(seed);
  Deal deal(seed);
  for (std::size_t n = 0; n < problems; ++n) {
    Problem problem = scattered_problem(deal.shape(random), random);
    randomise_options(problem, random, variety);
    const unsigned keep = random_keep(random);
    agree(problem, keep, random_layout(random), ledger);
  }
}

}  // namespace

TEST_CASE("every matrix agrees with the textbook for every pair of small sizes and every small dim", "[forward]") {
  Ledger ledger;
  Deck<std::size_t> value_dims({1, 2, 3, 4, 5, 6, 7, 8, 9}, 11);
  std::uint64_t seed = 1000;
  for (const std::size_t queries : kSmallSizes)
    for (const std::size_t keys : kSmallSizes)
      for (std::size_t dim = 1; dim <= 9; ++dim)
        agree(normal_problem({1, 1, 1, queries, keys, dim, value_dims.deal()}, ++seed), kEverything, Layout::dense,
              ledger);
  ledger.print("small sizes");
}

TEST_CASE("every matrix agrees with the textbook for every size of queries and of keys, and every dim", "[forward]") {
  Ledger ledger;
  Deal deal(21);
  // two full decks of sizes take nearly four decks of dims
  for (std::size_t n = 0; n < 2 * kSizes.size(); ++n) {
    const AttentionShape s{1, 1, 1, deal.queries.deal(), deal.keys.deal(), deal.dims.deal(), deal.value_dims.deal()};
    agree(normal_problem(s, 2000 + n), kEverything, Layout::dense, ledger);
    agree(normal_problem(s, 3000 + n), kNothing, Layout::dense, ledger);
  }
  ledger.print("all sizes");
}

TEST_CASE("one, two or three queries agree with the textbook for every size of keys and every dim", "[forward]") {
  Ledger ledger;
  Deal deal(25);
  std::uint64_t seed = 2500;
  for (const std::size_t queries : {1u, 2u, 3u})
    for (std::size_t n = 0; n < kSizes.size(); ++n)
      for (const unsigned keep : {unsigned{kNothing}, unsigned{kWeights}, kRaw | kScores | kLogits | kWeights}) {
        Problem problem = normal_problem({1, 4, 2, queries, deal.keys.deal(), deal.dims.deal(), deal.value_dims.deal()},
                                         ++seed, n % 2 ? Layout::padded : Layout::dense);
        if (n % 3 == 0) problem.causal_offsets = {static_cast<int>(problem.shape.keys) - 2};
        agree(problem, keep, Layout::interleaved, ledger);
      }
  ledger.print("few queries");
}

// A panel of keys begins before the window, so a window of nearly a block ends in the next block of the same step.
TEST_CASE("one or two queries agree with the textbook where their window meets two blocks of keys", "[forward]") {
  Ledger ledger;
  Random random(27);
  for (const std::size_t queries : {1u, 2u})
    for (const bool softmax : {true, false})
      for (int offset = 600; offset < 600 + static_cast<int>(kernels::kPanelColumns); ++offset) {
        Problem problem = normal_problem({1, 2, 1, queries, 700, 5, 3}, random.next());
        problem.softmax = softmax;
        problem.causal_offsets = {offset};
        problem.window_left = kernels::kBlock - kernels::kMaxPanelRows;
        agree(problem, offset % 2 ? kNothing : kWeights, Layout::dense, ledger);
      }
  ledger.print("few queries, a window in two blocks");
}

TEST_CASE("a thousand queries and a thousand keys agree with the textbook", "[forward]") {
  Ledger ledger;
  const unsigned keep = GENERATE(unsigned{kNothing}, unsigned{kEverything});
  agree(normal_problem({1, 1, 1, 1000, 1000, 64, 64}, 7), keep, Layout::dense, ledger);
  ledger.print(keep == kNothing ? "n = 1000, d = 64" : "n = 1000, d = 64, everything kept");
}

TEST_CASE(
    "masks, causal order, key lengths, bias, softcap, groups, batches and layouts agree with the textbook in any mix",
    "[forward]") {
  Ledger ledger;
  agree_with_options(Variety::tame, 31, 6 * kSizes.size(), ledger);
  ledger.print("any mix of options");
}

TEST_CASE("any scale, no softmax, and biases of -1e9 and -FLT_MAX agree with the textbook in any mix", "[forward]") {
  Ledger ledger;
  agree_with_options(Variety::wild, 41, 6 * kSizes.size(), ledger);
  ledger.print_parts("any mix of wild options");
}

TEST_CASE("small problems with any mix of options agree with the textbook, thousands of them", "[forward]") {
  Ledger ledger;
  Random random(51);
  for (std::size_t n = 0; n < 3000; ++n) {
    const std::size_t kv_heads = 1 + random.below(2);
    const AttentionShape s{1 + random.below(2),
                           kv_heads * (1 + random.below(3)),
                           kv_heads,
                           1 + random.below(9),
                           1 + random.below(9),
                           1 + random.below(9),
                           1 + random.below(9)};
    Problem problem = scattered_problem(s, random);
    randomise_options(problem, random, random.chance(0.5) ? Variety::wild : Variety::tame);
    const unsigned keep = random_keep(random);
    agree(problem, keep, random_layout(random), ledger);
  }
  ledger.print_parts("small problems");
}

TEST_CASE("causal rows agree with the textbook where the diagonal crosses blocks of keys", "[forward]") {
  Ledger ledger;
  Random random(61);
  for (const std::size_t queries : {255u, 257u, 300u, 513u})
    for (const std::size_t keys : {255u, 256u, 257u, 512u, 513u})
      for (const int offset : {-300, -256, -1, 0, 1, 7, 255, 256, 257}) {
        Problem problem = normal_problem({1, 1, 1, queries, keys, 5, 3}, random.next());
        problem.causal_offsets = {offset};
        agree(problem, random.chance(0.5) ? kNothing : kWeights | kRowFigures, Layout::dense, ledger);
      }
  ledger.print("causal across blocks");
}
