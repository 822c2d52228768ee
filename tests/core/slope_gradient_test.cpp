// The gradient of ALiBi's slopes where distances are large and few keys have the weight: Σ |p − j| · dS then is a small
// difference of large sums.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "gradients.h"

using namespace heed;
using namespace heed::test;

namespace {

// dim and value_dim are 1, q is 1 and the scale 1. So the keys are the scores.
Problem problem_of_scores(std::size_t queries, std::size_t keys, std::size_t heads = 1) {
  Problem p;
  p.shape = {1, heads, 1, queries, keys, 1, 1};
  p.q = HeadTensor(1, heads, queries, 1);
  p.q.each([](float& x) { x = 1.0f; });
  p.k = p.v = HeadTensor(1, 1, keys, 1);
  p.k.each([](float& x) { x = -20.0f; });
  p.v.each([](float& x) { x = 0.0f; });
  return p;
}

// One query at the last of a number of keys. The last has the score 0, the one before it −gap and the value 1. The
// others have −60.
float d_slope_of_last_row(std::size_t keys, float gap, float slope) {
  Problem p = problem_of_scores(1, keys);
  p.causal_offsets = {static_cast<int>(keys) - 1};
  p.alibi = {slope};
  p.d_lse = {2.0f};
  p.k.each([](float& x) { x = -60.0f; });
  p.k.at(0, 0, keys - 1, 0) = 0.0f;
  p.k.at(0, 0, keys - 2, 0) = -gap;
  p.v.at(0, 0, keys - 2, 0) = 1.0f;
  HeadTensor d_output(1, 1, 1, 1);
  d_output.at(0, 0, 0, 0) = 1.0f;
  return run_backward(p, d_output).dalibi[0];
}

// A few keys have scores near 0; the others lie far below, and so does all that they take part in.
void concentrate_scores(Problem& p, Random& random) {
  const std::size_t few = 1 + random.below(6), keys = p.shape.keys;
  const std::size_t near = random.below(keys);  // they lie together, or anywhere
  const bool together = random.chance(0.5);
  for (std::size_t n = 0; n < few; ++n)
    p.k.at(0, 0, together ? std::min(near + random.below(8), keys - 1) : random.below(keys), 0) =
        static_cast<float>(-random.between(0.0, random.chance(0.5) ? 17.0 : 2.0));
  p.v.each([&](float& x) { x = random.chance(0.5) ? 0.0f : random.normal(); });
}

std::int32_t any_offset(const AttentionShape& s, Random& random) {
  const int keys = static_cast<int>(s.keys), rows = static_cast<int>(s.queries);
  return random.pick<int>({0, keys - rows, keys / 2, keys + 1000, 100'000, -50'000});
}

// A statement each, so that every compiler draws in this order.
Problem concentrated_problem(Random& random) {
  const std::size_t queries = 1 + random.below(8);
  const std::size_t keys = random.chance(0.1) ? 3000 : 2 + random.below(600);
  Problem p = problem_of_scores(queries, keys, 2);
  concentrate_scores(p, random);
  for (int h = 0; h < 2; ++h) p.alibi.push_back(random.pick<float>({1e-6f, 1e-4f, -1e-4f, -1e-2f, 0.01f, 0.5f, -0.5f}));
  const std::int32_t offset = any_offset(p.shape, random);
  const bool is_causal = random.chance(0.4);
  (is_causal ? p.causal_offsets : p.offsets) = {offset};
  if (random.chance(0.4))
    for (std::size_t row = 0; row < 2 * queries; ++row) p.d_lse.push_back(random.chance(0.5) ? 2.0f : random.normal());
  if (random.chance(0.4)) p.sink = {random.pick<float>({-20.0f, 0.0f, 5.0f, 30.0f}), random.normal()};
  if (random.chance(0.2)) p.key_lengths = {random.integer(1, static_cast<int>(keys))};
  if (random.chance(0.2)) p.window_left = random.integer(0, static_cast<int>(keys));
  if (random.chance(0.2)) {
    const auto end = static_cast<std::int32_t>(1 + random.below(keys));
    for (std::size_t i = 0; i < queries; ++i) p.spans.push_back({0, end, offset + static_cast<int>(i)});
  }
  return p;
}

}  // namespace

TEST_CASE("a slope's gradient keeps what large distances would drown", "[backward][alibi]") {
  for (const float slope : {-1e-4f, 1e-4f, -1e-6f}) {
    CAPTURE(slope);
    // 3 · exp(−10), but for ALiBi's part
    REQUIRE(d_slope_of_last_row(10'001, 10.0f, slope) == Catch::Approx(-1.362e-4).epsilon(5e-4));
    REQUIRE(d_slope_of_last_row(2, 17.0f, slope) == Catch::Approx(-1.242e-7).epsilon(5e-4));
  }
}

TEST_CASE("slopes' gradients agree with the textbook where few keys have the weight", "[backward][alibi]") {
  Random random(351);
  GradientLedger ledger;
  for (int repeat = 0; repeat < 600; ++repeat) {
    const Problem p = concentrated_problem(random);
    const HeadTensor d_output = normal_d_output(p, random);
    CAPTURE(repeat, p.describe());
    REQUIRE(difference_from_oracle(p, d_output, run_backward(p, d_output), ledger, {1e-5, 1e-5}) == "");
  }
  ledger.print("slopes' gradients, concentrated weights");
}
