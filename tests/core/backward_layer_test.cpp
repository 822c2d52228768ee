// Gradients of self-attention: every projection, layout and option against the textbook and against central
// differences.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "compare.h"
#include "gradients.h"

using namespace heed;
using namespace heed::test;

namespace {

double norm(const std::vector<double>& x) { return std::sqrt(oracle::dot(x, x)); }

std::vector<double> widened(const std::vector<float>& x) { return {x.begin(), x.end()}; }

// Compares the slopes along every tensor of the layer.
void compare_slopes(const Layer& layer, Random& random) {
  const SelfAttentionShape& s = layer.shape;
  const AttentionOptions options = layer.options.options();
  const std::vector<float> d_output = normal_d_output(layer, random);
  const std::vector<double> d = widened(d_output);
  const LayerGradients g = run_backward(layer, d_output);
  REQUIRE(g.status == Status::ok);
  const oracle::LayerGradients textbook = textbook_gradients(layer, d_output);
  oracle::LayerOperands operands = oracle::widen(s, options, layer.inputs());
  const auto loss = [&] {
    const oracle::SelfAttention forward = oracle::self_attention(s, options, operands);
    return oracle::loss(forward.output, d, forward.attention.lse, layer.options.d_lse);
  };
  const auto compare = [&](const char* name, std::vector<double>& operand, const oracle::Slope& slope,
                           const std::vector<double>& found) {
    if (operand.empty()) return;
    std::vector<double> u(operand.size());
    for (double& x : u) x = random.normal();
    const double expected = oracle::central_difference(operand, u, loss);
    const double terms = norm(u) * norm(slope.terms);
    CAPTURE(name, layer.describe(), layer.options.describe());
    REQUIRE(std::fabs(oracle::dot(slope.values, u) - expected) <= 1e-7 * terms + 1e-9 * norm(d));
    REQUIRE(std::fabs(oracle::dot(found, u) - expected) <=
            1e-5 * norm(u) * norm(slope.values) + 1e-6 * terms + 1e-9 * norm(d));
  };
  const auto compare_affine = [&](const char* name, oracle::Affine& operand, const oracle::AffineGradient& slope,
                                  const Weights& found, std::size_t in, std::size_t out) {
    // laid_out() turns in × out into out × in; with the sides exchanged, it turns back
    const bool turned = layer.layout == WeightLayout::out_in;
    compare(name, operand.weight, slope.weight,
            laid_out(widened(found.weight), turned ? out : in, turned ? in : out, layer.layout));
    compare(name, operand.bias, slope.bias, widened(found.bias));
  };
  compare("x", operands.x, textbook.dx, widened(g.dx));
  compare("context", operands.context, textbook.dcontext, widened(g.dcontext));
  compare_affine("query", operands.query, textbook.query, g.query, s.model_dim, s.heads * s.dim);
  compare_affine("key", operands.key, textbook.key, g.key, s.context_dim, s.kv_heads * s.dim);
  compare_affine("value", operands.value, textbook.value, g.value, s.context_dim, s.kv_heads * s.value_dim);
  compare_affine("output", operands.output, textbook.output, g.output, s.heads * s.value_dim, s.output_dim);
}

// Of a gradient that is laid out as the weights of the layer: the outputs of head h, (inputs, dim).
std::vector<float> of_head(const Layer& layer, const std::vector<float>& weight, std::size_t inputs, std::size_t heads,
                           std::size_t h) {
  const std::size_t columns = weight.size() / inputs, dim = columns / heads;
  std::vector<float> part;
  for (std::size_t k = 0; k < inputs; ++k)
    for (std::size_t c = h * dim; c < (h + 1) * dim; ++c)
      part.push_back(weight[layer.layout == WeightLayout::in_out ? k * columns + c : c * inputs + k]);
  return part;
}

}  // namespace

TEST_CASE("along any direction a layer's gradient is the central difference of the textbook's forward",
          "[backward][self-attention]") {
  Random random(341);
  for (int repeat = 0; repeat < 60; ++repeat) compare_slopes(any_layer(random), random);
}

TEST_CASE("a layer's gradients agree with the textbook, whatever its parts and options", "[backward][self-attention]") {
  Random random(342);
  GradientLedger ledger;
  for (int repeat = 0; repeat < 250; ++repeat) {
    const Layer layer = any_layer(random);
    const std::vector<float> d_output = normal_d_output(layer, random);
    const bool saved = random.chance(0.5), keeps_pairs = random.chance(0.5);
    CAPTURE(layer.describe(), layer.options.describe(), saved, keeps_pairs);
    REQUIRE(difference_from_oracle(layer, d_output, run_backward(layer, d_output, saved, keeps_pairs), ledger) == "");
  }
  ledger.print("a layer's gradients");
}

TEST_CASE("a layer's gradients agree with the textbook where tiles and blocks of the projections end",
          "[backward][self-attention]") {
  Random random(343);
  GradientLedger ledger;
  Deck<std::size_t> model_dims({1, 2, 3, 5, 8, 31, 33, 64, 129, 257, 511, 512, 513}, 344);
  Deck<std::size_t> dims({1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64}, 345);
  Deck<std::size_t> tokens({1, 2, 3, 4, 5, 6, 7, 9, 13, 32, 65}, 346);
  for (int repeat = 0; repeat < 26; ++repeat) {
    const std::size_t n = tokens.deal(), model = model_dims.deal(), out = model_dims.deal();
    for (const WeightLayout layout : {WeightLayout::in_out, WeightLayout::out_in}) {
      const Layer layer = random_layer({1, 1, 1, n, n, model, model, dims.deal(), dims.deal(), out},
                                       {true, true, true, false, layout}, random);
      const std::vector<float> d_output = normal_d_output(layer, random);
      CAPTURE(layer.describe());
      REQUIRE(difference_from_oracle(layer, d_output, run_backward(layer, d_output), ledger) == "");
    }
  }
  // more rows than one block of the projections' depth
  const Layer tall =
      random_layer({3, 2, 2, 350, 350, 9, 9, 4, 5, 6}, {true, true, true, false, WeightLayout::in_out}, random);
  const std::vector<float> d_output = normal_d_output(tall, random);
  REQUIRE(difference_from_oracle(tall, d_output, run_backward(tall, d_output), ledger) == "");
  ledger.print("a layer's gradients, every size");
}

TEST_CASE("each projection may be the identity while the others have gradients", "[backward][self-attention]") {
  Random random(347);
  GradientLedger ledger;
  for (int identity = 0; identity < 16; ++identity)
    for (const bool context : {false, true}) {
      SelfAttentionShape s{2, 2, 2, 7, 7, 6, 6, 3, 3, 5};
      if (context) s.context_tokens = 9;
      Layer layer = random_layer(s, {true, false, true, context, WeightLayout::out_in}, random);
      if (identity & 1) layer.query.weight.clear();
      if (identity & 2) layer.key.weight.clear();
      if (identity & 4) layer.value.weight.clear();
      if (identity & 8) layer.output.weight.clear();
      const std::vector<float> d_output = normal_d_output(layer, random);
      CAPTURE(identity, context);
      REQUIRE(difference_from_oracle(layer, d_output, run_backward(layer, d_output), ledger) == "");
      REQUIRE(difference_from_oracle(layer, d_output, run_backward(layer, d_output, true), ledger) == "");
    }
}

TEST_CASE("what is not asked for changes nothing of what is", "[backward][self-attention]") {
  Random random(348);
  GradientLedger ledger;
  for (const bool context : {false, true}) {
    SelfAttentionShape shape{2, 4, 2, 9, 9, 12, 12, 5, 3, 7};
    if (context) shape.context_tokens = 11, shape.context_dim = 10;
    const Layer layer = random_layer(shape, {true, true, true, context, WeightLayout::in_out}, random);
    const std::vector<float> d_output = normal_d_output(layer, random);
    const LayerGradients all = run_backward(layer, d_output);
    REQUIRE(difference_from_oracle(layer, d_output, all, ledger) == "");
    for (unsigned wanted = 0; wanted < 32; ++wanted) {
      LayerGradients some = all;
      const auto room = [&](unsigned part, std::vector<float>& gradient) -> float* {
        if (!(wanted & part) || gradient.empty()) return nullptr;
        std::fill(gradient.begin(), gradient.end(), NAN);
        return gradient.data();
      };
      SelfAttentionGradients to;
      to.dx = room(1, some.dx);
      to.dcontext = room(2, some.dcontext);
      to.query.weight = room(4, some.query.weight);
      to.key.weight = room(8, some.key.weight);
      to.value.weight = room(16, some.value.weight);
      CAPTURE(context, wanted);
      REQUIRE(self_attention_backward(shape, layer.options.options(), layer.inputs(), {d_output.data()}, nullptr, to) ==
              Status::ok);
      REQUIRE(bit_difference(some.dx, all.dx) == "");
      REQUIRE(bit_difference(some.dcontext, all.dcontext) == "");
      REQUIRE(bit_difference(some.query.weight, all.query.weight) == "");
      REQUIRE(bit_difference(some.key.weight, all.key.weight) == "");
      REQUIRE(bit_difference(some.value.weight, all.value.weight) == "");
    }
  }
}

TEST_CASE("a layer's gradients have the same bits each time and after a forward call that was saved",
          "[backward][self-attention]") {
  Random random(349);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Layer layer = any_layer(random);
    const std::vector<float> d_output = normal_d_output(layer, random);
    const LayerGradients first = run_backward(layer, d_output), again = run_backward(layer, d_output);
    const LayerGradients saved = run_backward(layer, d_output, true);
    CAPTURE(layer.describe(), layer.options.describe());
    for (const LayerGradients* other : {&again, &saved}) {
      REQUIRE(bit_difference(other->dx, first.dx) == "");
      REQUIRE(bit_difference(other->dcontext, first.dcontext) == "");
      REQUIRE(bit_difference(other->query.weight, first.query.weight) == "");
      REQUIRE(bit_difference(other->key.weight, first.key.weight) == "");
      REQUIRE(bit_difference(other->value.bias, first.value.bias) == "");
      REQUIRE(bit_difference(other->output.weight, first.output.weight) == "");
    }
  }
}

TEST_CASE("tokens that nobody sees influence no gradient of a layer, whatever they hold",
          "[backward][self-attention]") {
  Random random(350);
  GradientLedger ledger;
  for (const bool context : {false, true})
    for (const WeightLayout layout : {WeightLayout::in_out, WeightLayout::out_in})
      for (const float poison : {NAN, INFINITY}) {
        SelfAttentionShape s{2, 4, 2, 7, 7, 9, 9, 3, 4, 5};
        if (context) s.context_tokens = 11, s.context_dim = 6;
        Layer zeros = random_layer(s, {true, true, true, context, layout}, random);
        // token 3 of x attends to nothing, and nobody attends to token 5 of the keys
        const std::size_t row = context ? 3 : 5;
        PairTensor<std::uint8_t>& mask = zeros.options.mask;
        mask = {1, 1, s.tokens, s.context_tokens, 1};
        for (std::size_t j = 0; j < s.context_tokens; ++j) mask.at(0, 0, row, j) = 0;
        for (std::size_t i = 0; i < s.tokens; ++i) mask.at(0, 0, i, 5) = 0;
        Layer poisoned = zeros;
        const auto put = [](std::vector<float>& rows, std::size_t token, std::size_t columns, std::size_t b,
                            std::size_t tokens, float value) {
          std::fill_n(rows.begin() + static_cast<std::ptrdiff_t>((b * tokens + token) * columns), columns, value);
        };
        for (std::size_t b = 0; b < s.batch; ++b) {
          put(zeros.x, row, s.model_dim, b, s.tokens, 0.0f), put(poisoned.x, row, s.model_dim, b, s.tokens, poison);
          if (!context) continue;
          put(zeros.context, 5, s.context_dim, b, s.context_tokens, 0.0f);
          put(poisoned.context, 5, s.context_dim, b, s.context_tokens, poison);
        }
        const std::vector<float> d_output = normal_d_output(zeros, random);
        CAPTURE(zeros.describe(), poison);
        REQUIRE(difference_from_oracle(zeros, d_output, run_backward(poisoned, d_output, true), ledger) == "");
        REQUIRE(difference_from_oracle(zeros, d_output, run_backward(poisoned, d_output), ledger) == "");
      }
}

TEST_CASE("a token that is not finite reaches the weights of the heads that see it, and of no others",
          "[backward][self-attention]") {
  Random random(351);
  for (const bool context : {false, true})
    for (const WeightLayout layout : {WeightLayout::in_out, WeightLayout::out_in}) {
      const SelfAttentionShape s{1, 2, 2, 7, 7, 9, 9, 3, 4, 0};
      Layer zeros = random_layer(s, {true, false, false, context, layout}, random);
      // only head 0 sees the last token, whose own query sees nothing
      PairTensor<std::uint8_t>& mask = zeros.options.mask;
      mask = {1, 2, 7, 7, 1};
      for (std::size_t i = 0; i < 7; ++i) mask.at(0, 1, i, 6) = 0;
      for (std::size_t j = 0; j < 7; ++j) mask.at(0, 0, 6, j) = mask.at(0, 1, 6, j) = 0;
      std::vector<float>& rows = context ? zeros.context : zeros.x;
      std::fill(rows.end() - 9, rows.end(), 0.0f);
      const std::vector<float> d_output = normal_d_output(zeros, random);
      const oracle::LayerGradients expected = textbook_gradients(zeros, d_output);
      std::fill(rows.end() - 9, rows.end(), NAN);
      const LayerGradients found = run_backward(zeros, d_output);
      CAPTURE(zeros.describe());
      const auto compare = [&](const std::vector<float>& weight, const oracle::AffineGradient& textbook) {
        const std::vector<double> wide = laid_out(textbook.weight.values, 9, weight.size() / 9, layout);
        for (const float seen : of_head(zeros, weight, 9, 2, 0)) REQUIRE(std::isnan(seen));
        REQUIRE(difference(of_head(zeros, weight, 9, 2, 1), of_head(zeros, {wide.begin(), wide.end()}, 9, 2, 1),
                           {1e-5, 1e-5}) == "");
      };
      compare(found.query.weight, expected.query);
      compare(found.key.weight, expected.key);
      compare(found.value.weight, expected.value);
    }
}

TEST_CASE("a weight's gradient counts the other numbers of a token that holds a NaN", "[backward][self-attention]") {
  Random random(352);
  for (const WeightLayout layout : {WeightLayout::in_out, WeightLayout::out_in}) {
    // keys are the context itself, so head 1 sees none of the NaN, and its gradients of the values are finite
    const SelfAttentionShape s{2, 2, 2, 7, 5, 9, 6, 3, 4, 0};
    Layer layer = random_layer(s, {true, false, false, true, layout}, random);
    layer.key.weight.clear();
    layer.context[(5 + 2) * 6] = NAN;
    const std::vector<float> d_output = normal_d_output(layer, random);
    const LayerGradients g = run_backward(layer, d_output);
    const oracle::LayerGradients expected = textbook_gradients(layer, d_output);
    REQUIRE(difference(g.value.weight, laid_out(expected.value.weight.values, 6, 8, layout), {1e-5, 1e-5}) == "");
    const std::vector<float> of_one = of_head(layer, g.value.weight, 6, 2, 1);
    for (std::size_t n = 0; n < of_one.size(); ++n) REQUIRE(std::isnan(of_one[n]) == (n < 4));
  }
}
