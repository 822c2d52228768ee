// Keeping a result changes the others by rounding at most. What is not asked for is not written.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "compare.h"
#include "problem.h"

using namespace heed;
using namespace heed::test;

namespace {

// "" where all that both calls kept agrees.
std::string disagreement(const Results& a, const Results& b, const Tolerance& rounding) {
  const auto both = [](const std::vector<float>& x, const std::vector<float>& y) { return !x.empty() && !y.empty(); };
  std::string all = difference(a.output.dense(), b.output.dense(), rounding);
  for (const auto& [what, x, y] :
       {std::tuple{"raw", a.raw, b.raw}, std::tuple{"scores", a.scores, b.scores},
        std::tuple{"logits", a.logits, b.logits}, std::tuple{"weights", a.weights, b.weights},
        std::tuple{"row_max", a.row_max, b.row_max}, std::tuple{"row_sum", a.row_sum, b.row_sum}})
    if (all.empty() && both(x, y)) {
      const std::string sentence = difference(x, y, rounding);
      if (!sentence.empty()) all = what + (": " + sentence);
    }
  return all;
}

}  // namespace

TEST_CASE("every choice of what to keep gives the same results", "[keep]") {
  Random random(101);
  for (const AttentionShape& shape :
       {AttentionShape{1, 1, 1, 1, 1, 1, 1}, AttentionShape{1, 2, 1, 5, 9, 3, 4}, AttentionShape{2, 1, 1, 7, 33, 8, 5},
        AttentionShape{1, 1, 1, 19, 300, 16, 16}, AttentionShape{1, 1, 1, 2, 513, 8, 8}})
    for (int repeat = 0; repeat < 6; ++repeat) {
      Problem p = normal_problem(shape, random.next());
      if (repeat > 0) randomise_options(p, random, Variety::tame);
      if (repeat == 5) p.softmax = false;
      const Results everything = run(p, kEverything);
      for (unsigned keep = 0; keep < kEverything; ++keep) {
        CAPTURE(p.describe(), keep);
        REQUIRE(disagreement(run(p, keep), everything, rounding_of(p)) == "");
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
