// Keeping a result changes no bit of the others. What is not asked for is not written.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "compare.h"
#include "problem.h"

using namespace heed;
using namespace heed::test;

namespace {

// "" where all that both calls kept has the same bits.
std::string disagreement(const Results& a, const Results& b) {
  const std::string output = bit_difference(a.output.dense(), b.output.dense());
  if (!output.empty()) return "output: " + output;
  for (const auto& [what, x, y] :
       {std::tuple{"raw: ", a.raw, b.raw}, std::tuple{"scores: ", a.scores, b.scores},
        std::tuple{"logits: ", a.logits, b.logits}, std::tuple{"weights: ", a.weights, b.weights},
        std::tuple{"row_max: ", a.row_max, b.row_max}, std::tuple{"row_sum: ", a.row_sum, b.row_sum},
        std::tuple{"lse: ", a.lse, b.lse}}) {
    const std::string found = x.empty() || y.empty() ? "" : bit_difference(x, y);
    if (!found.empty()) return what + found;
  }
  return "";
}

// Rows of one panel and of several; keys of one block and of several, which a narrow window joins in fours.
AttentionShape any_shape(Random& random) {
  AttentionShape s;
  s.kv_heads = 1 + random.below(2);
  s.heads = s.kv_heads * (1 + random.below(2));
  s.batch = 1 + random.below(2);
  s.queries = random.pick<std::size_t>({1, 2, 3, 4, 5, 7, 13, 19, 40});
  s.keys = random.chance(0.6) ? 1 + random.below(80) : random.pick<std::size_t>({300, 511, 513, 600, 1100, 2300});
  s.dim = 1 + random.below(20);
  s.value_dim = 1 + random.below(20);
  return s;
}

}  // namespace

// The row figures decide whether one or two rows are packed, as backward wants them. They are saved, not kept.
TEST_CASE("keeping any result changes no bit of any other", "[keep]") {
  Random random(101);
  const std::vector<unsigned> choices{kRaw, kScores, kLogits, kWeights, kLse, kEverything & ~kRowFigures};
  for (int repeat = 0; repeat < 300; ++repeat) {
    Problem p = normal_problem(any_shape(random), random.next());
    if (repeat > 20) randomise_options(p, random, repeat % 3 ? Variety::tame : Variety::wild);
    for (const unsigned figures : {unsigned{kNothing}, unsigned{kRowFigures}}) {
      const Results nothing = run(p, figures), everything = run(p, figures | choices.back());
      for (const unsigned keep : choices) {
        const Results kept = run(p, figures | keep);
        CAPTURE(p.describe(), keep, figures);
        REQUIRE(disagreement(kept, nothing) == "");
        REQUIRE(disagreement(kept, everything) == "");
      }
    }
  }
}

TEST_CASE("weights can be rebuilt from scores, the row's maximum and its sum", "[keep]") {
  Random random(102);
  for (const std::size_t keys : {1u, 7u, 64u, 300u, 600u})
    for (int repeat = 0; repeat < 4; ++repeat) {
      Problem p = normal_problem({1, 2, 1, 9, keys, 8, 4}, random.next());
      if (repeat == 1) p.causal_offsets = {static_cast<int>(keys) / 2};
      if (repeat == 2) p.softcap = 2.0f;
      if (repeat == 3) p.key_lengths = {static_cast<int>(keys / 2 + 1)};
      const Results kept = run(p, kScores | kWeights);
      const Results figures = run(p, kRowFigures);  // as for a backward pass: without any matrix
      std::size_t place = 0, wrong = 0;
      for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t i = 0; i < 9; ++i)
          for (std::size_t j = 0; j < keys; ++j, ++place) {
            const double exponent = kept.scores[place] - static_cast<double>(figures.row_max[h * 9 + i]);
            const double rebuilt = p.may_attend(0, h, i, j) ? std::exp(exponent) / figures.row_sum[h * 9 + i] : 0.0;
            wrong += !agrees(kept.weights[place], rebuilt, {1e-6, 1e-5});
          }
      CAPTURE(p.describe());
      REQUIRE(wrong == 0);
    }
}

TEST_CASE("the same call twice gives the same bits", "[keep]") {
  Random random(103);
  for (int repeat = 0; repeat < 30; ++repeat) {
    const AttentionShape shape{2, 2, 1, 1 + random.below(20), 1 + random.below(300), 1 + random.below(20), 5};
    Problem p = normal_problem(shape, random.next());
    randomise_options(p, random, Variety::tame);
    const Results first = run(p, kEverything), second = run(p, kEverything);
    CAPTURE(p.describe());
    REQUIRE(bit_difference(first.output.dense(), second.output.dense()) == "");
    REQUIRE(bit_difference(first.weights, second.weights) == "");
  }
}
