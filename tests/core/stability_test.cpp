// Large logits, long rows, and numbers at the ends of float.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "compare.h"
#include "problem.h"
#include "sizes.h"

using namespace heed;
using namespace heed::test;

namespace {

// "" where every row of weights that may attend to something sums to 1, and every other row to 0.
std::string why_rows_do_not_sum_to_one(const Problem& p, const Results& r) {
  std::size_t place = 0;
  for (std::size_t b = 0; b < p.shape.batch; ++b)
    for (std::size_t h = 0; h < p.shape.heads; ++h)
      for (std::size_t i = 0; i < p.shape.queries; ++i) {
        double sum = 0.0;
        for (std::size_t j = 0; j < p.shape.keys; ++j, ++place) {
          if (!(r.weights[place] >= 0.0f && r.weights[place] <= 1.0f))
            return "a weight is " + std::to_string(r.weights[place]);
          sum += r.weights[place];
        }
        if (std::fabs(sum - (p.is_empty(b, h, i) ? 0.0 : 1.0)) > 2e-6) return "a row sums to " + std::to_string(sum);
      }
  return "";
}

}  // namespace

TEST_CASE("every row of weights sums to one, and no weight is negative or above one", "[stability]") {
  Random random(91);
  for (const std::size_t keys : kSizes)
    for (const double size : {0.0, 1.0, 30.0, 1e4}) {
      Problem p = normal_problem({1, 2, 1, 5, keys, 16, 3}, random.next());
      randomise_options(p, random, Variety::tame);
      p.sink.clear();  // its share is missing from the weights
      p.softcap = 0.0f;
      p.scale *= static_cast<float>(size);
      CAPTURE(p.describe());
      REQUIRE(why_rows_do_not_sum_to_one(p, run(p, kWeights)) == "");
    }
}

TEST_CASE("logits of ten thousand, of either sign, make no NaN and agree with the textbook", "[stability]") {
  Random random(92);
  for (const std::size_t keys : kSizes)
    for (const float amount : {1e4f, -1e4f}) {
      // one dim and a scale that is a power of two: the scores are exact, so the weights must be exact too
      Problem p = normal_problem({1, 1, 1, 7, keys, 1, 4}, random.next());
      p.q.each([](float& x) { x = 1.0f; });
      p.k.each([&](float& x) { x = amount + std::round(4.0f * x); });
      p.scale = 1.0f;
      Ledger ledger;
      CAPTURE(p.describe());
      const Results results = run(p, kWeights | kScores | kRowFigures);
      REQUIRE(difference_from_oracle(p, results, ledger) == "");
      REQUIRE(why_rows_do_not_sum_to_one(p, results) == "");
    }
}

TEST_CASE("logits that spread over ten thousand leave the largest alone", "[stability]") {
  for (const unsigned keep : {unsigned{kNothing}, unsigned{kWeights}, unsigned{kEverything}})
    for (const std::size_t keys : {2u, 9u, 257u, 600u}) {
      Problem p = normal_problem({1, 1, 1, 3, keys, 1, 2}, 93);
      p.q.each([](float& x) { x = 1.0f; });
      for (std::size_t j = 0; j < keys; ++j) p.k.at(0, 0, j, 0) = j == keys / 2 ? 1e4f : -1e4f;
      p.scale = 1.0f;
      const Results results = run(p, keep);
      CAPTURE(p.describe(), keep);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t c = 0; c < 2; ++c) REQUIRE(results.output.at(0, 0, i, c) == p.v.at(0, 0, keys / 2, c));
    }
}

TEST_CASE("logits that rise or fall from block to block agree with the textbook", "[stability]") {
  Ledger ledger;
  for (const float slope : {0.02f, -0.02f, 1.0f, -1.0f, 100.0f, -100.0f})
    for (const unsigned keep : {unsigned{kNothing}, unsigned{kWeights}}) {
      Problem p = normal_problem({1, 1, 1, 9, 1000, 1, 3}, 94);
      p.q.each([](float& x) { x = 1.0f; });
      for (std::size_t j = 0; j < 1000; ++j) p.k.at(0, 0, j, 0) = slope * static_cast<float>(j);
      p.scale = 1.0f;
      CAPTURE(p.describe(), keep, slope);
      REQUIRE(difference_from_oracle(p, run(p, keep), ledger) == "");
    }
}

TEST_CASE("shifting every logit of a row changes no weight", "[stability]") {
  Random random(95);
  for (const std::size_t keys : {1u, 5u, 64u, 300u}) {
    Problem p = normal_problem({1, 1, 1, 6, keys, 8, 8}, random.next());
    const Results plain = run(p, kWeights);
    p.bias = {1, 1, 6, 1, 0.0f};
    for (float& element : p.bias.elements()) element = 1000.0f * random.normal();
    const Results shifted = run(p, kWeights);
    REQUIRE(difference(shifted.weights, plain.weights, {1e-6, 1e-6}) == "");
    REQUIRE(difference(shifted.output.dense(), plain.output.dense(), {1e-6, 1e-6}) == "");
  }
}

TEST_CASE("the smallest and the largest floats in q, k and v make no NaN where the textbook makes none",
          "[stability]") {
  Random random(96);
  for (const float factor : {1e-38f, 1e-30f, 1e18f}) {
    Problem p = normal_problem({1, 1, 1, 9, 17, 5, 6}, random.next());
    p.q.each([&](float& x) { x *= factor; });
    p.v.each([&](float& x) { x *= factor; });
    p.scale /= std::max(factor, 1e-30f);
    CAPTURE(p.describe(), factor);
    const Results results = run(p, kWeights);
    REQUIRE(why_rows_do_not_sum_to_one(p, results) == "");
    for (const float x : results.output.dense()) REQUIRE(std::isfinite(x));
  }
}

TEST_CASE("scores that overflow to Infinity or NaN stay within their row", "[stability]") {
  Problem p = normal_problem({1, 1, 1, 5, 20, 4, 4}, 97);
  const std::vector<float> clean = run(p).output.dense();
  for (std::size_t c = 0; c < 4; ++c) p.q.at(0, 0, 2, c) = 3e38f;
  const Results results = run(p);
  REQUIRE(results.status == Status::ok);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t c = 0; c < 4; ++c)
      if (i != 2) REQUIRE(agrees(results.output.at(0, 0, i, c), clean[i * 4 + c], {1e-6, 1e-6}));
}
