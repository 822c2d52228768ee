// What is true of gradients for any numbers.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <vector>

#include "compare.h"
#include "gradients.h"

using namespace heed;
using namespace heed::test;

namespace {

const std::vector<AttentionShape> kShapes{
    {1, 1, 1, 1, 2, 1, 1},    {1, 1, 1, 3, 5, 4, 2},     {2, 2, 1, 9, 8, 7, 6},     {1, 1, 1, 17, 33, 16, 31},
    {1, 1, 1, 65, 64, 33, 8}, {1, 4, 2, 12, 300, 32, 5}, {1, 1, 1, 2, 520, 64, 64}, {1, 1, 1, 200, 129, 8, 8},
};

const std::vector<std::size_t> kGradientDims{1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64};

double norm(const std::vector<float>& x) {
  double squares = 0.0;
  for (const float element : x) squares += static_cast<double>(element) * element;
  return std::sqrt(squares);
}

bool all_zero(const std::vector<float>& x) {
  return std::all_of(x.begin(), x.end(), [](float element) { return element == 0.0f; });
}

std::vector<double> widened(const std::vector<float>& x) { return {x.begin(), x.end()}; }

void copy_row(HeadTensor& to, std::size_t b, std::size_t h, std::size_t i, const HeadTensor& from, std::size_t from_h,
              std::size_t from_i) {
  std::copy_n(from.row(b, from_h, from_i), from.columns(), to.row(b, h, i));
}

}  // namespace

TEST_CASE("each row of dscores sums to the gradient of its lse", "[backward][identities]") {
  Random random(331);
  for (const AttentionShape& s : kShapes)
    for (int repeat = 0; repeat < 4; ++repeat) {
      Problem p = normal_problem(s, random.next());
      if (repeat > 0) randomise_options(p, random, Variety::tame);
      p.sink.clear();
      const Gradients g = run_backward(p, normal_d_output(p, random), {true});
      const Results forward = run(p, kWeights | kLse);
      CAPTURE(p.describe());
      for (std::size_t row = 0; row < s.batch * s.heads * s.queries; ++row) {
        const bool is_empty = forward.lse[row] < -FLT_MAX;
        double sum = p.d_lse.empty() || is_empty ? 0.0 : -p.d_lse[row], terms = 0.0;
        for (std::size_t pair = row * s.keys; pair < (row + 1) * s.keys; ++pair) {
          sum += g.dscores[pair];
          terms += forward.weights[pair] * std::fabs(g.dweights[pair]);
        }
        REQUIRE(std::fabs(sum) <= 2e-6 * terms + 2e-6);
      }
    }
}

TEST_CASE("a query with a single key to attend to has dscores and dq of exactly 0, and dk is 0",
          "[backward][identities]") {
  Random random(332);
  for (const std::size_t dim : kGradientDims)
    for (const std::size_t value_dim : kGradientDims)
      for (const std::size_t queries : {1u, 2u, 3u, 7u})
        for (const int way : {0, 1, 2, 3}) {
          const std::size_t keys = way == 0 ? 1 : 1 + random.below(20);
          Problem p = normal_problem({1, 1, 1, queries, keys, dim, value_dim}, random.next());
          const std::size_t only = way == 1 ? 0 : random.below(keys);
          if (way == 1) p.key_lengths = {1};
          if (way == 2) p.mask = {1, 1, 1, keys, 0};
          if (way == 2) p.mask.at(0, 0, 0, only) = 1;
          if (way == 3) p.bias = {1, 1, 1, keys, -std::numeric_limits<float>::infinity()};
          if (way == 3) p.bias.at(0, 0, 0, only) = 3.0f;
          const Gradients g = run_backward(p, normal_d_output(p, random), {true});
          CAPTURE(p.describe());
          REQUIRE(all_zero(g.dq.dense()));
          REQUIRE(all_zero(g.dk.dense()));
          REQUIRE(all_zero(g.dscores));
          REQUIRE(norm(g.dv.dense()) > 0.0);
        }
}

TEST_CASE("the first query of a causal row of any length has dq of exactly 0", "[backward][identities]") {
  Random random(333);
  for (const std::size_t n : {2u, 5u, 64u, 129u, 300u}) {
    Problem p = normal_problem({1, 2, 1, n, n, 16, 8}, random.next());
    p.causal_offsets = {0};
    const Gradients g = run_backward(p, normal_d_output(p, random));
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t c = 0; c < 16; ++c) REQUIRE(g.dq.at(0, h, 0, c) == 0.0f);
  }
}

TEST_CASE("permuting keys permutes dk and dv and leaves dq", "[backward][identities]") {
  Random random(334);
  for (const AttentionShape& s : kShapes) {
    const Problem p = normal_problem(s, random.next());
    Problem permuted = p;
    const std::vector<std::size_t> order = random.order(s.keys);
    const HeadTensor d_output = normal_d_output(p, random);
    for (std::size_t b = 0; b < s.batch; ++b)
      for (std::size_t kv = 0; kv < s.kv_heads; ++kv)
        for (std::size_t j = 0; j < s.keys; ++j) {
          copy_row(permuted.k, b, kv, j, p.k, kv, order[j]);
          copy_row(permuted.v, b, kv, j, p.v, kv, order[j]);
        }
    const Gradients before = run_backward(p, d_output), after = run_backward(permuted, d_output);
    Gradients back = after;
    for (std::size_t b = 0; b < s.batch; ++b)
      for (std::size_t kv = 0; kv < s.kv_heads; ++kv)
        for (std::size_t j = 0; j < s.keys; ++j) {
          copy_row(back.dk, b, kv, order[j], after.dk, kv, j);
          copy_row(back.dv, b, kv, order[j], after.dv, kv, j);
        }
    CAPTURE(p.describe());
    const double size = norm(d_output.dense());
    for (const auto& [actual, expected] :
         {std::pair{back.dq.dense(), before.dq.dense()}, std::pair{back.dk.dense(), before.dk.dense()},
          std::pair{back.dv.dense(), before.dv.dense()}})
      REQUIRE(relative_error(actual, widened(expected)) * norm(expected) <= 1e-6 * size);
  }
}

TEST_CASE("grouped heads have the sum of the gradients of the expanded heads", "[backward][identities]") {
  Random random(335);
  for (const std::size_t kv_heads : {1u, 2u, 3u})
    for (const std::size_t group : {1u, 2u, 3u, 8u})
      for (const std::size_t keys : {1u, 6u, 40u, 270u}) {
        Problem grouped = normal_problem({2, kv_heads * group, kv_heads, 7, keys, 9, 5}, random.next());
        grouped.causal_offsets = {0, static_cast<int>(keys) - 7};
        const Problem expanded = ungrouped(grouped);
        const HeadTensor d_output = normal_d_output(grouped, random);
        const Gradients a = run_backward(grouped, d_output), e = run_backward(expanded, d_output);
        CAPTURE(grouped.describe());
        REQUIRE(bit_difference(a.dq.dense(), e.dq.dense()) == "");
        std::vector<double> dk(a.dk.size(), 0.0), dv(a.dv.size(), 0.0);
        for (std::size_t b = 0; b < 2; ++b)
          for (std::size_t h = 0; h < grouped.shape.heads; ++h)
            for (std::size_t j = 0; j < keys; ++j) {
              const std::size_t row = (b * kv_heads + h / group) * keys + j;
              for (std::size_t c = 0; c < 9; ++c) dk[row * 9 + c] += e.dk.at(b, h, j, c);
              for (std::size_t c = 0; c < 5; ++c) dv[row * 5 + c] += e.dv.at(b, h, j, c);
            }
        REQUIRE(relative_error(a.dk.dense(), dk) <= 2e-6);
        REQUIRE(relative_error(a.dv.dense(), dv) <= 1e-6);
      }
}

TEST_CASE("gradients are linear in the gradient of the output", "[backward][identities]") {
  Random random(336);
  for (const AttentionShape& s : kShapes) {
    Problem p = normal_problem(s, random.next());
    randomise_options(p, random, Variety::tame);
    p.d_lse.clear();
    const HeadTensor once = normal_d_output(p, random);
    HeadTensor fourfold = once, none = once;
    fourfold.each([](float& x) { x *= 4.0f; });  // a power of two: nothing is rounded
    none.each([](float& x) { x = 0.0f; });
    const Gradients g = run_backward(p, once), g4 = run_backward(p, fourfold), zero = run_backward(p, none);
    CAPTURE(p.describe());
    for (auto [a, b] : {std::pair{g.dq.dense(), g4.dq.dense()}, std::pair{g.dk.dense(), g4.dk.dense()},
                        std::pair{g.dv.dense(), g4.dv.dense()}}) {
      for (float& x : a) x *= 4.0f;
      REQUIRE(a == b);
    }
    REQUIRE((all_zero(zero.dq.dense()) && all_zero(zero.dk.dense()) && all_zero(zero.dv.dense())));
  }
}

TEST_CASE("the gradient of a bias of the key projection is only rounding", "[backward][identities]") {
  Random random(337);
  for (const bool context : {false, true})
    for (const std::size_t tokens : {1u, 2u, 9u, 40u}) {
      const Layer layer = random_layer({2, 4, 2, tokens, tokens, 12, 12, 5, 6, 7},
                                       {true, true, true, context, WeightLayout::in_out}, random);
      const LayerGradients g = run_backward(layer, normal_d_output(layer, random));
      REQUIRE(g.status == Status::ok);
      CAPTURE(tokens, context);
      if (tokens == 1) {
        REQUIRE((all_zero(g.key.bias) && all_zero(g.key.weight) && all_zero(g.query.weight)));
      } else {
        REQUIRE(norm(g.key.bias) <= 1e-6 * norm(g.value.bias));
        REQUIRE(norm(g.query.bias) > 1e-3 * norm(g.value.bias));
      }
    }
}

TEST_CASE("each batch and head has the gradients that it has alone", "[backward][identities]") {
  Random random(338);
  const Problem p = normal_problem({3, 2, 2, 11, 23, 6, 9}, 339);
  const HeadTensor d_output = normal_d_output(p, random);
  const Gradients all = run_backward(p, d_output);
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t h = 0; h < 2; ++h) {
      Problem one = normal_problem({1, 1, 1, 11, 23, 6, 9}, 1);
      HeadTensor one_d(1, 1, 11, 9);
      for (std::size_t i = 0; i < 11; ++i) {
        std::copy_n(p.q.row(b, h, i), 6, one.q.row(0, 0, i));
        std::copy_n(d_output.row(b, h, i), 9, one_d.row(0, 0, i));
      }
      for (std::size_t j = 0; j < 23; ++j) {
        std::copy_n(p.k.row(b, h, j), 6, one.k.row(0, 0, j));
        std::copy_n(p.v.row(b, h, j), 9, one.v.row(0, 0, j));
      }
      const Gradients g = run_backward(one, one_d);
      for (std::size_t i = 0; i < 11; ++i)
        REQUIRE(std::equal(g.dq.row(0, 0, i), g.dq.row(0, 0, i) + 6, all.dq.row(b, h, i)));
      for (std::size_t j = 0; j < 23; ++j) {
        REQUIRE(std::equal(g.dk.row(0, 0, j), g.dk.row(0, 0, j) + 6, all.dk.row(b, h, j)));
        REQUIRE(std::equal(g.dv.row(0, 0, j), g.dv.row(0, 0, j) + 9, all.dv.row(b, h, j)));
      }
    }
}
