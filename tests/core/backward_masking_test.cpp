// Gradients where keys are hidden or numbers are not finite: hidden keys influence nothing, and their gradients are
// exactly 0.
#include <catch_amalgamated.hpp>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "compare.h"
#include "gradients.h"
#include "hiding.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

const std::vector<AttentionShape> kShapes{
    {1, 1, 1, 1, 2, 1, 1},   {1, 1, 1, 3, 3, 4, 5},     {2, 2, 1, 5, 8, 3, 4},      {1, 1, 1, 9, 9, 8, 8},
    {1, 2, 2, 7, 17, 5, 9},  {1, 1, 1, 33, 65, 16, 31}, {2, 4, 2, 13, 130, 32, 33}, {1, 1, 1, 20, 257, 8, 7},
    {1, 1, 1, 100, 9, 5, 3}, {1, 1, 1, 6, 600, 4, 3},   {2, 4, 2, 2, 35, 5, 6},
};

// "" where every gradient has the same bits.
std::string influence(const Gradients& actual, const Gradients& expected) {
  const auto named = [](const char* name, const std::string& sentence) {
    return sentence.empty() ? "" : name + (": " + sentence);
  };
  std::string all = named("dq", bit_difference(actual.dq.dense(), expected.dq.dense()));
  if (all.empty()) all = named("dk", bit_difference(actual.dk.dense(), expected.dk.dense()));
  if (all.empty()) all = named("dv", bit_difference(actual.dv.dense(), expected.dv.dense()));
  if (all.empty()) all = named("dbias", bit_difference(actual.dbias, expected.dbias));
  if (all.empty()) all = named("dweights", bit_difference(actual.dweights, expected.dweights));
  return all.empty() ? named("dscores", bit_difference(actual.dscores, expected.dscores)) : all;
}

bool all_zero(const float* row, std::size_t columns) {
  for (std::size_t c = 0; c < columns; ++c)
    if (row[c] != 0.0f) return false;
  return true;
}

bool all_nan(const float* row, std::size_t columns) {
  for (std::size_t c = 0; c < columns; ++c)
    if (!std::isnan(row[c])) return false;
  return true;
}

bool all_finite(const HeadTensor& tensor) {
  for (const float x : tensor.dense())
    if (!std::isfinite(x)) return false;
  return true;
}

// Query 0 may attend to the even keys only, the others to all.
Problem half_seen(const AttentionShape& shape, Random& random, bool softmax) {
  Problem p = normal_problem(shape, random.next());
  p.softmax = softmax;
  p.mask = {1, 1, shape.queries, shape.keys, 1};
  for (std::size_t j = 1; j < shape.keys; j += 2) p.mask.at(0, 0, 0, j) = 0;
  return p;
}

// The bits of dk and dv of the odd keys, and of dq of every query but the first. Query 0 influences none of them.
void require_untouched(const Gradients& actual, const Gradients& expected, const AttentionShape& s) {
  for (std::size_t b = 0; b < s.batch; ++b) {
    for (std::size_t h = 0; h < s.heads; ++h)
      for (std::size_t i = 1; i < s.queries; ++i)
        REQUIRE(std::equal(actual.dq.row(b, h, i), actual.dq.row(b, h, i) + s.dim, expected.dq.row(b, h, i)));
    for (std::size_t kv = 0; kv < s.kv_heads; ++kv)
      for (std::size_t j = 1; j < s.keys; j += 2) {
        CAPTURE(j);
        REQUIRE(std::equal(actual.dk.row(b, kv, j), actual.dk.row(b, kv, j) + s.dim, expected.dk.row(b, kv, j)));
        REQUIRE(std::equal(actual.dv.row(b, kv, j), actual.dv.row(b, kv, j) + s.value_dim, expected.dv.row(b, kv, j)));
      }
  }
}

}  // namespace

TEST_CASE("hidden keys influence no gradient and have exactly 0, whatever they hold", "[backward][masking]") {
  const Hidden way =
      GENERATE(Hidden::by_mask, Hidden::by_mask_per_row, Hidden::by_key_mask, Hidden::by_causal, Hidden::by_key_length,
               Hidden::by_bias, Hidden::by_window, Hidden::by_span, Hidden::by_document);
  Random random(321);
  for (const AttentionShape& shape : kShapes)
    for (const float poison : {kNaN, kInfinity, -kInfinity, FLT_MAX})
      for (const bool softmax : {true, false}) {
        Problem p = normal_problem(shape, random.next());
        p.softmax = softmax;
        p.softcap = random.chance(0.3) ? 5.0f : 0.0f;
        const std::vector<bool> hidden = hide_keys(p, way, random);
        const HeadTensor d_output = normal_d_output(p, random);
        fill_keys(p, hidden, 0.0f);
        const Gradients expected = run_backward(p, d_output, {true});
        fill_keys(p, hidden, poison);
        CAPTURE(p.describe(), name(way), poison);
        const Gradients actual = run_backward(p, d_output, {true});
        REQUIRE(influence(actual, expected) == "");
        REQUIRE((all_finite(actual.dq) && all_finite(actual.dk) && all_finite(actual.dv)));
        for (std::size_t j = 0; j < shape.keys; ++j)
          if (hidden[j]) {
            REQUIRE(all_zero(actual.dk.row(0, 0, j), shape.dim));
            REQUIRE(all_zero(actual.dv.row(0, 0, j), shape.value_dim));
          }
      }
}

TEST_CASE("a query or a gradient of the output that is not finite reaches only what it attends to",
          "[backward][masking]") {
  Random random(322);
  for (const AttentionShape& shape : kShapes)
    for (const float poison : {kNaN, kInfinity, -kInfinity})
      for (const bool softmax : {true, false})
        for (const bool in_query : {true, false}) {
          if (shape.queries == 1) continue;
          Problem p = half_seen(shape, random, softmax);
          HeadTensor d_output = normal_d_output(p, random);
          const Gradients expected = run_backward(p, d_output);
          for (std::size_t b = 0; b < shape.batch; ++b)
            for (std::size_t h = 0; h < shape.heads; ++h) (in_query ? p.q : d_output).fill_row(b, h, 0, poison);
          CAPTURE(p.describe(), poison, in_query);
          const Gradients actual = run_backward(p, d_output);
          require_untouched(actual, expected, shape);
          if (!std::isnan(poison)) continue;
          for (std::size_t h = 0; h < shape.heads; ++h)
            if (in_query && !softmax)
              REQUIRE(all_nan(actual.dv.row(0, p.kv_head(h), 0), shape.value_dim));
            else
              REQUIRE(all_nan(actual.dq.row(0, h, 0), shape.dim));
        }
}

TEST_CASE("a key or value that is not finite reaches every query that may attend to it", "[backward][masking]") {
  Random random(323);
  for (const AttentionShape& shape : kShapes)
    for (const bool softmax : {true, false})
      for (const bool in_key : {true, false}) {
        if (shape.queries == 1) continue;
        Problem p = half_seen(shape, random, softmax);
        const HeadTensor d_output = normal_d_output(p, random);
        for (std::size_t b = 0; b < shape.batch; ++b)
          for (std::size_t kv = 0; kv < shape.kv_heads; ++kv) (in_key ? p.k : p.v).fill_row(b, kv, 1, kNaN);
        CAPTURE(p.describe(), in_key);
        const Gradients actual = run_backward(p, d_output);
        const std::vector<float> dv = actual.dv.dense();
        const std::vector<double> expected = textbook_gradients(p, d_output).dv.values;
        for (std::size_t n = 0; n < dv.size(); ++n) REQUIRE(std::isnan(dv[n]) == std::isnan(expected[n]));
        for (std::size_t h = 0; h < shape.heads; ++h) {
          for (std::size_t c = 0; c < shape.dim; ++c) REQUIRE(std::isfinite(actual.dq.at(0, h, 0, c)));
          for (std::size_t i = 1; i < shape.queries; ++i) REQUIRE(all_nan(actual.dq.row(0, h, i), shape.dim));
        }
      }
}

TEST_CASE("rows with nothing to attend to have exactly 0 and influence nothing, whatever they hold",
          "[backward][masking]") {
  Random random(324);
  for (const AttentionShape& shape : kShapes)
    for (const float poison : {kNaN, kInfinity, 1.0f})
      for (const bool softmax : {true, false}) {
        Problem p = normal_problem(shape, random.next());
        p.softmax = softmax;
        p.bias = {1, 1, shape.queries, 1, 0.0f};
        p.bias.at(0, 0, 0, 0) = -kInfinity;
        HeadTensor d_output = normal_d_output(p, random);
        const Gradients expected = run_backward(p, d_output, {true});
        for (std::size_t b = 0; b < shape.batch; ++b)
          for (std::size_t h = 0; h < shape.heads; ++h) {
            p.q.fill_row(b, h, 0, poison);
            d_output.fill_row(b, h, 0, poison);
          }
        CAPTURE(p.describe(), poison);
        const Gradients actual = run_backward(p, d_output, {true});
        REQUIRE(influence(actual, expected) == "");
        for (std::size_t h = 0; h < shape.heads; ++h) REQUIRE(all_zero(actual.dq.row(0, h, 0), shape.dim));
      }
}

TEST_CASE("a gradient of the output that is not finite reaches the sinks of the heads whose rows see a key",
          "[backward][masking]") {
  Random random(327);
  GradientLedger ledger;
  for (const AttentionShape& shape : kShapes)
    for (const float poison : {kNaN, kInfinity}) {
      // row 0 sees nothing in any head, and row 1 nothing in head 0
      Problem p = normal_problem(shape, random.next());
      p.mask = {1, shape.heads, shape.queries, 1, 1};
      for (std::size_t h = 0; h < shape.heads; ++h) p.mask.at(0, h, 0, 0) = 0;
      if (shape.queries > 1) p.mask.at(0, 0, 1, 0) = 0;
      for (std::size_t h = 0; h < shape.heads; ++h) p.sink.push_back(random.normal());
      HeadTensor d_output = normal_d_output(p, random);
      const Gradients clean = run_backward(p, d_output);
      CAPTURE(p.describe(), poison);
      REQUIRE(difference_from_oracle(p, d_output, clean, ledger) == "");
      for (std::size_t h = 0; h < shape.heads; ++h) d_output.fill_row(0, h, 0, poison);
      REQUIRE(bit_difference(run_backward(p, d_output).dsink, clean.dsink) == "");
      if (shape.queries == 1) continue;
      for (std::size_t h = 0; h < shape.heads; ++h) d_output.fill_row(0, h, 1, kNaN);
      const Gradients poisoned = run_backward(p, d_output);
      for (std::size_t h = 0; h < shape.heads; ++h)
        REQUIRE((h == 0 ? poisoned.dsink[h] == clean.dsink[h] : std::isnan(poisoned.dsink[h])));
    }
}

TEST_CASE("a problem in which no query may attend to anything has gradients of exactly 0", "[backward][masking]") {
  Random random(325);
  for (const AttentionShape& shape : kShapes)
    for (const bool softmax : {true, false})
      for (const int way : {0, 1, 2, 3, 4}) {
        Problem p = normal_problem(shape, random.next());
        p.softmax = softmax;
        if (way == 0) p.key_lengths.assign(shape.batch, 0);
        if (way == 1) p.causal_offsets.assign(shape.batch, -static_cast<int>(shape.queries));
        if (way == 2) p.mask = {1, 1, 1, 1, 0};
        if (way == 3) p.bias = {1, 1, 1, shape.keys, -kInfinity};
        if (way == 4) p.key_mask.assign(shape.batch * shape.keys, 0);
        const HeadTensor d_output = normal_d_output(p, random);
        CAPTURE(p.describe());
        const Gradients g = run_backward(p, d_output, {true});
        for (const std::vector<float>& all : {g.dq.dense(), g.dk.dense(), g.dv.dense(), g.dbias, g.dweights, g.dscores})
          REQUIRE(all_zero(all.data(), all.size()));
      }
}

TEST_CASE("logits of ±10,000 and biases of any size leave every gradient finite", "[backward][masking]") {
  Random random(326);
  for (const AttentionShape& shape : kShapes) {
    Problem p = normal_problem(shape, random.next());
    const HeadTensor d_output = normal_d_output(p, random);
    p.q.each([](float& x) { x *= 10000.0f; });
    const Gradients large = run_backward(p, d_output, {true});
    REQUIRE((all_finite(large.dq) && all_finite(large.dk) && all_finite(large.dv)));
    for (const float amount : {-1e9f, -FLT_MAX, FLT_MAX}) {
      Problem biased = normal_problem(shape, random.next());
      const Gradients expected = run_backward(biased, d_output);
      biased.bias = {1, 1, 1, 1, amount};
      const Gradients g = run_backward(biased, d_output, {true});
      CAPTURE(biased.describe(), amount);
      REQUIRE(difference(g.dq.dense(), expected.dq.dense(), rounding_of(biased)) ==
              "");  // the bias does not swallow their low bits
      REQUIRE(difference(g.dk.dense(), expected.dk.dense(), rounding_of(biased)) == "");
    }
  }
}
