// Gradients of attention against the textbook's, and the textbook's against central differences of its forward.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <vector>

#include "compare.h"
#include "gradients.h"
#include "sizes.h"

using namespace heed;
using namespace heed::test;

namespace {

// The sizes and dims at which gradients go wrong.
const std::vector<std::size_t> kGradientSizes{1,  2,  3,  4,  5,  6,  7,  8,   9,   15, 16,
                                              17, 31, 32, 33, 63, 64, 65, 127, 128, 129};
const std::vector<std::size_t> kGradientDims{1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64};

AttentionShape random_shape(Random& random, int most) {
  const std::size_t kv_heads = 1 + random.below(2);
  return {1 + random.below(3),
          kv_heads * (1 + random.below(3)),
          kv_heads,
          static_cast<std::size_t>(random.integer(1, most)),
          static_cast<std::size_t>(random.integer(1, most)),
          1 + random.below(20),
          1 + random.below(20)};
}

Layout random_layout(Random& random) {
  return random.pick<Layout>({Layout::dense, Layout::interleaved, Layout::padded});
}

// A problem with a random mix of options, and gradients in a random layout.
Problem random_problem(Random& random, Variety variety, int most) {
  // a statement each, so that every compiler draws in this order
  const AttentionShape shape = random_shape(random, most);
  const std::uint64_t seed = random.next();
  Problem p = normal_problem(shape, seed, random_layout(random));
  randomise_options(p, random, variety);
  return p;
}

// A random direction, 0 where the number is not finite.
std::vector<double> direction(Random& random, const std::vector<double>& at) {
  std::vector<double> u;
  for (const double x : at) u.push_back(std::isfinite(x) ? random.normal() : 0.0);
  return u;
}

double norm(const std::vector<double>& x) {
  double squares = 0.0;
  for (const double element : x) squares += element * element;
  return std::sqrt(squares);
}

std::vector<double> widened(const std::vector<float>& x) { return {x.begin(), x.end()}; }

// For each operand: the slope by central differences, by the textbook, and by the core.
void compare_slopes(const Problem& p, Random& random) {
  const HeadTensor d_output = normal_d_output(p, random);
  const std::vector<double> d = widened(d_output.dense());
  const Gradients actual = run_backward(p, d_output, {true});
  REQUIRE(actual.status == Status::ok);
  const oracle::AttentionGradients textbook = textbook_gradients(p, d_output);
  oracle::Operands operands = oracle::widen(p.shape, p.options(), p.inputs());
  const auto loss = [&] {
    const oracle::Attention forward = oracle::attention(p.shape, p.options(), operands);
    return oracle::loss(forward.output, d, forward.lse, p.d_lse);
  };
  const auto compare = [&](const char* name, std::vector<double>& operand, const oracle::Slope& slope,
                           const std::vector<float>& found) {
    if (operand.empty()) return;
    const std::vector<double> u = direction(random, operand);
    const double expected = oracle::central_difference(operand, u, loss);
    const double terms = norm(u) * norm(slope.terms);
    CAPTURE(name, p.describe());
    REQUIRE(std::fabs(oracle::dot(slope.values, u) - expected) <= 1e-7 * terms + 1e-10 * norm(d));
    REQUIRE(std::fabs(oracle::dot(widened(found), u) - expected) <=
            1e-5 * norm(u) * norm(slope.values) + 1e-6 * terms + 1e-10 * norm(d));
  };
  compare("q", operands.q.values, textbook.dq, actual.dq.dense());
  compare("k", operands.k.values, textbook.dk, actual.dk.dense());
  compare("v", operands.v.values, textbook.dv, actual.dv.dense());
  compare("bias", operands.bias.values, textbook.dscores, actual.dscores);
  compare("alibi", operands.alibi, textbook.dalibi, actual.dalibi);
  compare("sink", operands.sink, textbook.dsink, actual.dsink);
}

}  // namespace

TEST_CASE("along any direction the gradient is the central difference of the textbook's forward", "[backward]") {
  Random random(301);
  for (int repeat = 0; repeat < 150; ++repeat) {
    Problem p = random_problem(random, Variety::tame, 12);
    if (random.chance(0.3)) {
      p.softmax = false;
      p.d_lse.clear();
      p.sink.clear();
    }
    if (random.chance(0.3)) p.scale = random.pick<float>({-0.5f, 1.0f, 0.01f, 0.0f});
    compare_slopes(p, random);
  }
}

TEST_CASE("gradients agree with the textbook for any mix of options, layouts and saved figures", "[backward]") {
  const Variety variety = GENERATE(Variety::tame, Variety::wild);
  Random random(302);
  GradientLedger ledger;
  for (int repeat = 0; repeat < 250; ++repeat) {
    const Problem p = random_problem(random, variety, random.chance(0.2) ? 140 : 20);
    const HeadTensor d_output = normal_d_output(p, random, random_layout(random));
    const Calling calling{random.chance(0.5), random.chance(0.5), random_layout(random)};
    CAPTURE(p.describe(), calling.keeps_pairs, calling.saved);
    REQUIRE(difference_from_oracle(p, d_output, run_backward(p, d_output, calling), ledger) == "");
  }
  ledger.print(variety == Variety::tame ? "gradients, any options" : "gradients, any scale and bias");
}

TEST_CASE("a sink that takes nearly all weight leaves dv its small numbers", "[backward]") {
  Random random(307);
  for (const float sink : {20.0f, 60.0f, 70.0f, 75.0f, 80.0f})
    for (const AttentionShape& s : std::vector<AttentionShape>{{1, 1, 1, 1, 1, 1, 1}, {1, 2, 1, 9, 17, 8, 5}}) {
      Problem p = normal_problem(s, random.next());
      p.scale = 0.1f;
      p.sink.assign(s.heads, sink);
      const HeadTensor d_output = normal_d_output(p, random);
      CAPTURE(p.describe());
      const Gradients g = run_backward(p, d_output);
      REQUIRE(relative_error(g.dv.dense(), textbook_gradients(p, d_output).dv.values) < 2e-5);
    }
}

TEST_CASE("gradients agree with the textbook for every number of queries and of keys", "[backward]") {
  Random random(303);
  Deck<std::size_t> dims(kGradientDims, 304), value_dims(kGradientDims, 305);
  GradientLedger ledger;
  for (const std::size_t queries : kGradientSizes)
    for (const std::size_t keys : kGradientSizes) {
      Problem p = normal_problem({1, 1, 1, queries, keys, dims.deal(), value_dims.deal()}, random.next());
      if (random.chance(0.5))
        p.causal_offsets = {random.pick<int>({0, static_cast<int>(keys) - static_cast<int>(queries)})};
      const HeadTensor d_output = normal_d_output(p, random);
      CAPTURE(p.describe());
      REQUIRE(difference_from_oracle(p, d_output, run_backward(p, d_output), ledger) == "");
    }
  ledger.print("gradients, every size");
}

TEST_CASE("gradients agree with the textbook for every dim of keys and of values", "[backward]") {
  Random random(306);
  Deck<std::size_t> sizes({2, 3, 5, 8, 9, 17, 33, 64}, 307);
  GradientLedger ledger;
  for (const std::size_t dim : kGradientDims)
    for (const std::size_t value_dim : kGradientDims) {
      const Problem p = normal_problem({1, 2, 1, sizes.deal(), sizes.deal(), dim, value_dim}, random.next());
      const HeadTensor d_output = normal_d_output(p, random);
      CAPTURE(p.describe());
      REQUIRE(difference_from_oracle(p, d_output, run_backward(p, d_output, {true}), ledger) == "");
    }
  ledger.print("gradients, every dim");
}

TEST_CASE("gradients agree with the textbook where blocks of queries and of keys end", "[backward]") {
  const std::vector<std::pair<std::size_t, std::size_t>> kEnds{{95, 255}, {96, 256}, {97, 257}, {193, 513}, {1, 600},
                                                               {2, 300},  {600, 1},  {300, 2},  {289, 290}, {511, 512}};
  Random random(308);
  GradientLedger ledger;
  for (const auto& [queries, keys] : kEnds)
    for (const int kind : {0, 1, 2}) {
      Problem p = normal_problem({1, 1, 1, queries, keys, 6, 5}, random.next());
      if (kind == 1) p.causal_offsets = {static_cast<int>(keys) - static_cast<int>(queries)};
      if (kind == 2) randomise_options(p, random, Variety::tame);
      const HeadTensor d_output = normal_d_output(p, random);
      CAPTURE(p.describe());
      REQUIRE(difference_from_oracle(p, d_output, run_backward(p, d_output), ledger) == "");
    }
  ledger.print("gradients, blocks and runs");
}

TEST_CASE("a bias that repeats has the sum of the gradients of its repetitions", "[backward]") {
  Random random(309);
  GradientLedger ledger;
  for (int axes = 0; axes < 16; ++axes) {
    Problem p = normal_problem({2, 4, 2, 9, 21, 5, 7}, random.next());
    p.bias = {axes & 1 ? 2u : 1u, axes & 2 ? 4u : 1u, axes & 4 ? 9u : 1u, axes & 8 ? 21u : 1u, 0.0f};
    for (float& x : p.bias.elements()) x = random.normal();
    p.softmax = axes % 3 != 0;
    const HeadTensor d_output = normal_d_output(p, random);
    CAPTURE(p.describe());
    REQUIRE(difference_from_oracle(p, d_output, run_backward(p, d_output), ledger) == "");
  }
  ledger.print("gradients, repeated bias");
}

TEST_CASE("the gradient of a bias for all keys keeps its digits over many pairs", "[backward]") {
  Random random(313);
  for (const std::size_t rows_of_bias : {1u, 900u}) {
    Problem p = normal_problem({2, 2, 1, 900, 1003, 1, 1}, random.next());
    p.q.each([](float& x) { x = 0.0f; });
    p.bias = {1, 1, rows_of_bias, 1, 0.25f};
    p.d_lse.assign(2 * 2 * 900, 1.0f);
    const Gradients g = run_backward(p, normal_d_output(p, random));
    for (const float sum : g.dbias)
      REQUIRE(sum == Catch::Approx(4.0 * 900 / static_cast<double>(rows_of_bias)).epsilon(1e-6));
  }
}

TEST_CASE("gradients stay within the gate where every score has reached its softcap", "[backward]") {
  Random random(310);
  for (const float softcap : {0.5f, 1.0f, 3.0f})
    for (int repeat = 0; repeat < 20; ++repeat) {
      Problem p = normal_problem({1, 1, 1, 3, 5, 1, 4}, random.next());
      p.scale = softcap;
      p.softcap = softcap;
      p.q.each([&](float& x) { x = static_cast<float>(random.between(1.8, 2.2)); });
      p.k.each([&](float& x) { x = static_cast<float>(random.pick<double>({-2.0, 2.0}) * random.between(0.9, 1.2)); });
      const HeadTensor d_output = normal_d_output(p, random);
      const Gradients g = run_backward(p, d_output);
      const oracle::AttentionGradients expected = textbook_gradients(p, d_output);
      CAPTURE(softcap);
      CHECK(relative_error(g.dq.dense(), expected.dq.values) <= 1e-5);
      CHECK(relative_error(g.dk.dense(), expected.dk.values) <= 1e-5);
    }
}

TEST_CASE("gradients stay within the gate where each row gives nearly all its weight to one key", "[backward]") {
  Random random(312);
  GradientLedger ledger;
  for (const std::size_t keys : {2u, 3u, 9u, 40u})
    for (int repeat = 0; repeat < 20; ++repeat) {
      Problem p = normal_problem({1, 1, 1, 4, keys, 8, 8}, random.next());
      p.bias = {1, 1, 4, keys, 0.0f};
      for (std::size_t i = 0; i < 4; ++i) p.bias.at(0, 0, i, random.below(keys)) = 14.0f;
      const HeadTensor d_output = normal_d_output(p, random);
      CAPTURE(p.describe());
      CHECK(difference_from_oracle(p, d_output, run_backward(p, d_output), ledger, {1e-5, 0.0}) == "");
    }
  ledger.print("gradients, nearly one-hot rows");
}

TEST_CASE("sharp rows have gradients within the gate, and no subnormal number among them", "[backward]") {
  Random random(313);
  GradientLedger ledger;
  for (int repeat = 0; repeat < 20; ++repeat) {
    Problem p = normal_problem({1, 1, 1, 12, 40, 8, 8}, random.next());
    p.bias = {1, 1, 12, 40, 0.0f};
    for (std::size_t i = 0; i < 12; ++i)
      for (std::size_t j = 0; j < 40; ++j) p.bias.at(0, 0, i, j) = static_cast<float>(random.between(-110.0, 0.0));
    HeadTensor d_output = normal_d_output(p, random);
    d_output.each([](float& x) { x *= 1e-4f; });
    const Gradients found = run_backward(p, d_output, {true});
    CAPTURE(p.describe());
    CHECK(difference_from_oracle(p, d_output, found, ledger, {1e-5, 0.0}) == "");
    const auto smallest = [](const std::vector<float>& all) {
      float least = 1.0f;
      for (const float x : all) least = x == 0.0f ? least : std::min(least, std::fabs(x));
      return least;
    };
    CHECK(smallest(found.dscores) >= FLT_MIN);
    CHECK(smallest(found.dv.dense()) >= FLT_MIN);
    CHECK(smallest(found.dk.dense()) >= FLT_MIN);
    CHECK(smallest(found.dscores) < 1e-20f);
  }
  ledger.print("gradients, sharp rows");
}

TEST_CASE("backward gives the same bits each time, and those of a forward call that was saved", "[backward]") {
  Random random(311);
  for (int repeat = 0; repeat < 30; ++repeat) {
    const Problem p = random_problem(random, Variety::wild, 40);
    const HeadTensor d_output = normal_d_output(p, random);
    const Gradients first = run_backward(p, d_output, {true}), again = run_backward(p, d_output, {true});
    const Gradients saved = run_backward(p, d_output, {true, true}), bare = run_backward(p, d_output);
    CAPTURE(p.describe());
    for (const Gradients* other : {&again, &saved, &bare}) {
      REQUIRE(bit_difference(other->dq.dense(), first.dq.dense()) == "");
      REQUIRE(bit_difference(other->dk.dense(), first.dk.dense()) == "");
      REQUIRE(bit_difference(other->dv.dense(), first.dv.dense()) == "");
      REQUIRE(bit_difference(other->dbias, first.dbias) == "");
      if (other->dweights.empty()) continue;
      REQUIRE(bit_difference(other->dweights, first.dweights) == "");
      REQUIRE(bit_difference(other->dscores, first.dscores) == "");
    }
  }
}
