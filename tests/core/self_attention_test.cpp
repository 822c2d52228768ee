// Self-attention from tokens: every projection, layout and intermediate against the textbook.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

#include "compare.h"
#include "gradients.h"
#include "layer.h"
#include "oracle.h"
#include "sizes.h"

using namespace heed;
using namespace heed::test;

namespace {

std::vector<float> transposed(const std::vector<float>& weight, std::size_t rows, std::size_t columns) {
  std::vector<float> out(weight.size());
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) out[c * rows + r] = weight[r * columns + c];
  return out;
}

SelfAttentionShape self_shape(std::size_t tokens, std::size_t model_dim, std::size_t dim, std::size_t value_dim,
                              std::size_t output_dim) {
  return {1, 1, 1, tokens, tokens, model_dim, model_dim, dim, value_dim, output_dim};
}

}  // namespace

TEST_CASE("every intermediate of self-attention agrees with the textbook, whatever its parts", "[self-attention]") {
  Random random(141);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const Layer layer = any_layer(random);
    const bool keep_everything = random.chance(0.7);
    CAPTURE(layer.describe(), layer.options.describe(), keep_everything);
    REQUIRE(difference_from_oracle(layer, run(layer, keep_everything)) == "");
  }
}

TEST_CASE("projections agree with the textbook for every size and dim, and where tiles and blocks end",
          "[self-attention]") {
  Random random(142);
  Deck<std::size_t> model_dims({1, 2, 3, 5, 8, 31, 33, 64, 129, 257, 511, 512, 513}, 143), dims(kDims, 144);
  Deck<std::size_t> tokens({1, 2, 3, 4, 5, 6, 7, 9, 13, 32, 65}, 145);
  for (int repeat = 0; repeat < 26; ++repeat) {
    const SelfAttentionShape s =
        self_shape(tokens.deal(), model_dims.deal(), dims.deal(), dims.deal(), model_dims.deal());
    for (const WeightLayout layout : {WeightLayout::in_out, WeightLayout::out_in}) {
      const Layer layer = random_layer(s, {true, true, true, false, layout}, random);
      CAPTURE(layer.describe());
      REQUIRE(difference_from_oracle(layer, run(layer, true)) == "");
    }
  }
}

TEST_CASE("without weights q, k and v are the tokens themselves", "[self-attention]") {
  Random random(146);
  for (const std::size_t tokens : {1u, 6u, 33u})
    for (const std::size_t heads : {1u, 2u, 4u}) {
      SelfAttentionShape s{2, heads, heads, tokens, tokens, heads * 5, heads * 5, 5, 5, 0};
      const Layer layer = random_layer(s, {false, false, false, false, WeightLayout::in_out}, random);
      const LayerResults results = run(layer, true);
      CAPTURE(layer.describe());
      REQUIRE(difference_from_oracle(layer, results) == "");
      REQUIRE(bit_difference(results.q, results.k) == "");
      REQUIRE(bit_difference(results.q, results.v) == "");
      if (heads == 1) REQUIRE(bit_difference(results.q, layer.x) == "");
    }
}

TEST_CASE("each projection may be the identity while the others are not", "[self-attention]") {
  Random random(147);
  for (int identity = 0; identity < 8; ++identity) {
    SelfAttentionShape s{1, 2, 2, 7, 7, 6, 6, 3, 3, 5};
    Layer layer = random_layer(s, {true, false, true, false, WeightLayout::out_in}, random);
    if (identity & 1) layer.query.weight.clear();
    if (identity & 2) layer.key.weight.clear();
    if (identity & 4) layer.value.weight.clear();
    REQUIRE(difference_from_oracle(layer, run(layer, true)) == "");
    REQUIRE(difference_from_oracle(layer, run(layer, false)) == "");
  }
}

TEST_CASE("out × in weights give the bits of their transposes as in × out", "[self-attention]") {
  Random random(148);
  const SelfAttentionShape s{2, 4, 2, 9, 9, 12, 12, 5, 3, 7};
  Layer in_out = random_layer(s, {true, true, true, false, WeightLayout::in_out}, random);
  Layer out_in = in_out;
  out_in.layout = WeightLayout::out_in;
  out_in.query.weight = transposed(in_out.query.weight, 12, 20);
  out_in.key.weight = transposed(in_out.key.weight, 12, 10);
  out_in.value.weight = transposed(in_out.value.weight, 12, 6);
  out_in.output.weight = transposed(in_out.output.weight, 12, 7);
  const LayerResults a = run(in_out, true), b = run(out_in, true);
  REQUIRE(bit_difference(a.output, b.output) == "");
  REQUIRE(bit_difference(a.weights, b.weights) == "");
}

// q, k and v of the same tokens are one product; those of a context are products of their own.
TEST_CASE("cross-attention with the tokens themselves as context equals self-attention", "[self-attention]") {
  Random random(149);
  // the last is too wide for one product
  const SelfAttentionShape shapes[] = {
      {2, 2, 1, 9, 9, 8, 8, 4, 4, 8}, {1, 3, 3, 65, 65, 50, 50, 11, 7, 9}, {1, 1, 1, 7, 7, 530, 530, 300, 20, 3}};
  for (const SelfAttentionShape& shape : shapes) {
    Layer layer = random_layer(shape, {true, true, true, false, WeightLayout::in_out}, random);
    const std::vector<float> d_output = normal_d_output(layer, random);
    CAPTURE(layer.describe());
    const LayerResults plain = run(layer, true);
    const LayerGradients gradients = run_backward(layer, d_output);
    layer.context = layer.x;
    const LayerResults crossed = run(layer, true);
    const LayerGradients crossed_gradients = run_backward(layer, d_output);
    REQUIRE(bit_difference(plain.output, crossed.output) == "");
    REQUIRE(bit_difference(plain.weights, crossed.weights) == "");
    REQUIRE(bit_difference(gradients.query.weight, crossed_gradients.query.weight) == "");
    REQUIRE(bit_difference(gradients.key.weight, crossed_gradients.key.weight) == "");
    REQUIRE(bit_difference(gradients.value.weight, crossed_gradients.value.weight) == "");
    REQUIRE(bit_difference(gradients.value.bias, crossed_gradients.value.bias) == "");
  }
}

TEST_CASE("self-attention equals attention on the q, k and v that it kept", "[self-attention]") {
  Random random(150);
  for (int repeat = 0; repeat < 30; ++repeat) {
    const SelfAttentionShape s{2, 4, 2, 1 + random.below(20), 1 + random.below(40), 10, 6, 5, 3, 0};
    Layer layer = random_layer(s, {true, true, false, true, WeightLayout::in_out}, random);
    randomise_options(layer.options, random, Variety::tame);
    const LayerResults kept = run(layer, true);
    std::vector<float> output(kept.joined.size());
    const AttentionShape shape{2, 4, 2, s.tokens, s.context_tokens, 5, 3};
    AttentionOutputs outputs;
    outputs.output = {output.data(), s.tokens * 12, 3, 12};  // the heads side by side
    REQUIRE(attention(shape, layer.options.options(),
                      {dense_heads(kept.q.data(), 4, s.tokens, 5), dense_heads(kept.k.data(), 2, s.context_tokens, 5),
                       dense_heads(kept.v.data(), 2, s.context_tokens, 3)},
                      outputs) == Status::ok);
    CAPTURE(layer.describe(), layer.options.describe());
    REQUIRE(difference(output, kept.joined, {1e-6, 1e-6}) == "");
    REQUIRE(bit_difference(kept.output, kept.joined) == "");
  }
}

TEST_CASE("asking self-attention to keep everything changes nothing else", "[self-attention]") {
  Random random(151);
  for (int repeat = 0; repeat < 30; ++repeat) {
    const std::size_t tokens = 1 + random.below(40);
    Layer layer = random_layer({2, 2, 1, tokens, tokens, 9, 9, 4, 6, 5},
                               {true, true, random.chance(0.5), false, WeightLayout::out_in}, random);
    randomise_options(layer.options, random, Variety::tame);
    CAPTURE(layer.describe(), layer.options.describe());
    REQUIRE(difference(run(layer, false).output, run(layer, true).output, {1e-6, 2e-6}) == "");
  }
}

TEST_CASE("what self-attention saves for backward is what it computed, heads side by side", "[self-attention]") {
  Random random(154);
  const SelfAttentionShape s{2, 4, 2, 7, 11, 6, 5, 3, 4, 8};
  const Layer layer = random_layer(s, {true, true, true, true, WeightLayout::in_out}, random);
  const LayerResults plain = run(layer, false);
  const oracle::SelfAttention expected = oracle::self_attention(s, layer.options.options(), layer.inputs());
  HeadTensor q(2, 4, 7, 3, Layout::interleaved), k(2, 2, 11, 3, Layout::interleaved),
      v(2, 2, 11, 4, Layout::interleaved);
  std::vector<float> output(2 * 7 * 8), joined(2 * 7 * 16), row_max(2 * 4 * 7), row_sum(2 * 4 * 7);
  const SelfAttentionSaved saved{q.view().data, k.view().data,  v.view().data,
                                 joined.data(), row_max.data(), row_sum.data()};
  SelfAttentionOutputs outputs;
  outputs.output = output.data();
  outputs.saved = &saved;
  REQUIRE(self_attention(s, layer.options.options(), layer.inputs(), outputs) == Status::ok);
  REQUIRE(difference(output, plain.output, {1e-6, 2e-6}) == "");
  REQUIRE(difference(q.dense(), expected.q) == "");
  REQUIRE(difference(k.dense(), expected.k) == "");
  REQUIRE(difference(v.dense(), expected.v) == "");
  REQUIRE(difference(joined, expected.joined, Tolerance{}.times(2)) == "");
  REQUIRE(difference(row_max, expected.attention.row_max, Tolerance{}.times(4)) == "");
  REQUIRE(difference(row_sum, expected.attention.row_sum, Tolerance{}.times(4)) == "");
}

TEST_CASE("a masked token's NaN reaches no other token's output", "[self-attention]") {
  Random random(152);
  Layer layer = random_layer({1, 2, 2, 9, 9, 8, 8, 4, 4, 8}, {true, true, true, false, WeightLayout::in_out}, random);
  layer.options.causal_offsets = {0};
  const LayerResults clean = run(layer, false);
  for (std::size_t c = 0; c < 8; ++c) layer.x[8 * 8 + c] = NAN;  // the last token, which only itself may attend to
  const LayerResults poisoned = run(layer, false);
  for (std::size_t n = 0; n < 8 * 8; ++n) REQUIRE(agrees(poisoned.output[n], clean.output[n], {1e-6, 1e-6}));
  for (std::size_t n = 8 * 8; n < 9 * 8; ++n) REQUIRE(std::isnan(poisoned.output[n]));
}

TEST_CASE("permuting the tokens of self-attention permutes its output", "[self-attention]") {
  Random random(153);
  Layer layer = random_layer({1, 2, 1, 17, 17, 6, 6, 4, 4, 6}, {true, true, true, false, WeightLayout::in_out}, random);
  const std::vector<float> before = run(layer, false).output;
  const std::vector<std::size_t> order = random.order(17);
  Layer permuted = layer;
  std::vector<float> expected(before.size());
  for (std::size_t i = 0; i < 17; ++i)
    for (std::size_t c = 0; c < 6; ++c) {
      permuted.x[i * 6 + c] = layer.x[order[i] * 6 + c];
      expected[i * 6 + c] = before[order[i] * 6 + c];
    }
  REQUIRE(difference(run(permuted, false).output, expected) == "");
}
