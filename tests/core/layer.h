// A call of self_attention() that owns everything it points to, and what it returns.
#pragma once

#include <string>
#include <vector>

#include "../../src/self_attention.h"
#include "problem.h"

namespace heed::test {

struct Weights {
  std::vector<float> weight, bias;  // empty: null

  Projection view() const { return {weight.empty() ? nullptr : weight.data(), bias.empty() ? nullptr : bias.data()}; }
};

struct Layer {
  SelfAttentionShape shape;
  Problem options;  // only its options count: scale, softmax, softcap, causal, lengths, mask, bias
  std::vector<float> x, context;
  Weights query, key, value, output;
  WeightLayout layout = WeightLayout::in_out;

  SelfAttentionInputs inputs() const {
    return {x.data(), context.empty() ? nullptr : context.data(), query.view(), key.view(), value.view(), output.view(),
            layout};
  }
  std::string describe() const;
};

// Which parts random_layer() gives a layer.
struct Parts {
  bool weights = true, biases = false, output = false, context = false;
  WeightLayout layout = WeightLayout::in_out;
};

// x of N(0, 1), weights of N(0, 1/in), scale 1/√dim.
Layer random_layer(const SelfAttentionShape& shape, const Parts& parts, Random& random);

// Random sizes up to about thirty, random parts, layout and tame options, sometimes without softmax.
Layer any_layer(Random& random);

struct LayerResults {
  Status status = Status::ok;
  std::vector<float> output, q, k, v, joined, raw, scores, logits, weights, lse;
};

// Calls self_attention() and keeps either everything or only the output.
LayerResults run(const Layer& layer, bool keep_everything);

// "" where everything that was kept agrees with the oracle.
std::string difference_from_oracle(const Layer& layer, const LayerResults& results);

}  // namespace heed::test
