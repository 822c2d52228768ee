#include "layer.h"

#include <cmath>
#include <limits>
#include <sstream>

#include "compare.h"
#include "oracle.h"

namespace heed::test {
namespace {

std::vector<float> normals(Random& random, std::size_t size, double deviation = 1.0) {
  std::vector<float> all(size);
  for (float& x : all) x = static_cast<float>(deviation) * random.normal();
  return all;
}

Weights random_weights(Random& random, std::size_t in, std::size_t out, bool biased) {
  return {normals(random, in * out, 1.0 / std::sqrt(static_cast<double>(in))),
          biased ? normals(random, out) : std::vector<float>{}};
}

}  // namespace

std::string Layer::describe() const {
  std::ostringstream text;
  text << "batch " << shape.batch << ", heads " << shape.heads << "/" << shape.kv_heads << ", tokens " << shape.tokens
       << " and " << shape.context_tokens << ", model_dim " << shape.model_dim << " and " << shape.context_dim
       << ", dim " << shape.dim << ", value_dim " << shape.value_dim << ", output_dim " << shape.output_dim
       << (layout == WeightLayout::in_out ? ", in × out" : ", out × in");
  return text.str();
}

Layer random_layer(const SelfAttentionShape& s, const Parts& parts, Random& random) {
  Layer layer;
  layer.shape = s;
  layer.layout = parts.layout;
  layer.options.shape = {s.batch, s.heads, s.kv_heads, s.tokens, s.context_tokens, s.dim, s.value_dim};
  layer.options.scale = 1.0f / std::sqrt(static_cast<float>(s.dim));
  layer.x = normals(random, s.batch * s.tokens * s.model_dim);
  if (parts.context) layer.context = normals(random, s.batch * s.context_tokens * s.context_dim);
  if (parts.weights) {
    layer.query = random_weights(random, s.model_dim, s.heads * s.dim, parts.biases);
    layer.key = random_weights(random, s.context_dim, s.kv_heads * s.dim, parts.biases);
    layer.value = random_weights(random, s.context_dim, s.kv_heads * s.value_dim, parts.biases);
  }
  if (parts.output) layer.output = random_weights(random, s.heads * s.value_dim, s.output_dim, parts.biases);
  return layer;
}

Layer any_layer(Random& random) {
  const Parts parts{true, random.chance(0.5), random.chance(0.5), random.chance(0.4),
                    random.pick<WeightLayout>({WeightLayout::in_out, WeightLayout::out_in})};
  const std::size_t kv_heads = 1 + random.below(3), tokens = 1 + random.below(28);
  SelfAttentionShape s{1 + random.below(3),
                       kv_heads * (1 + random.below(3)),
                       kv_heads,
                       tokens,
                       tokens,
                       1 + random.below(24),
                       0,
                       1 + random.below(17),
                       1 + random.below(17),
                       1 + random.below(24)};
  s.context_dim = s.model_dim;
  if (parts.context) {
    s.context_tokens = 1 + random.below(30);
    s.context_dim = 1 + random.below(24);
  }
  Layer layer = random_layer(s, parts, random);
  randomise_options(layer.options, random, Variety::tame);
  if (random.chance(0.2)) {
    layer.options.softmax = false;
    layer.options.d_lse.clear();
    layer.options.sink.clear();
  }
  return layer;
}

LayerResults run(const Layer& layer, bool keep_everything) {
  const SelfAttentionShape& s = layer.shape;
  const auto room = [&](std::size_t size) {
    return std::vector<float>(keep_everything ? size : 0, std::numeric_limits<float>::quiet_NaN());
  };
  const std::size_t queries = s.batch * s.heads * s.tokens, keys = s.batch * s.kv_heads * s.context_tokens;
  const std::size_t output_dim = layer.output.weight.empty() ? s.heads * s.value_dim : s.output_dim;
  const std::size_t pairs = queries * s.context_tokens;
  LayerResults r{Status::ok,
                 std::vector<float>(s.batch * s.tokens * output_dim, std::numeric_limits<float>::quiet_NaN()),
                 room(queries * s.dim),
                 room(keys * s.dim),
                 room(keys * s.value_dim),
                 room(queries * s.value_dim),
                 room(pairs),
                 room(pairs),
                 room(pairs),
                 room(pairs),
                 room(layer.options.softmax ? queries : 0)};
  const auto address = [](std::vector<float>& kept) { return kept.empty() ? nullptr : kept.data(); };
  SelfAttentionOutputs outputs;
  outputs.output = r.output.data();
  outputs.q = address(r.q);
  outputs.k = address(r.k);
  outputs.v = address(r.v);
  outputs.joined = address(r.joined);
  outputs.raw = address(r.raw);
  outputs.scores = address(r.scores);
  outputs.logits = address(r.logits);
  outputs.weights = address(r.weights);
  outputs.lse = address(r.lse);
  r.status = self_attention(s, layer.options.options(), layer.inputs(), outputs);
  return r;
}

std::string difference_from_oracle(const Layer& layer, const LayerResults& r) {
  if (r.status != Status::ok) return "status " + std::to_string(static_cast<int>(r.status));
  const oracle::SelfAttention expected = oracle::self_attention(layer.shape, layer.options.options(), layer.inputs());
  std::string all;
  // raw and scores: products of two rounded projections; raw is √dim times as large as what softmax takes
  const double spread = std::sqrt(static_cast<double>(layer.shape.dim));
  // joined and output: without softmax the weights do not sum to 1, so these sums are larger
  const double mixed = layer.options.softmax ? 2 : 40;
  const auto check = [&all](const char* name, const std::vector<float>& actual, const oracle::Values& wanted,
                            double factor) {
    if (!all.empty() || actual.empty()) return;
    const std::string sentence = difference(actual, wanted, Tolerance{}.times(factor));
    if (!sentence.empty()) all = name + (": " + sentence);
  };
  check("q", r.q, expected.q, 1);
  check("k", r.k, expected.k, 1);
  check("v", r.v, expected.v, 1);
  check("raw", r.raw, expected.attention.raw, 4 * spread);
  check("scores", r.scores, expected.attention.scores, 4);
  check("logits", r.logits, expected.attention.logits, 4);
  check("weights", r.weights, expected.attention.weights, layer.options.softmax ? 2 : 4);
  check("lse", r.lse, expected.attention.lse, 4);
  check("joined", r.joined, expected.joined, mixed);
  check("output", r.output, expected.output, mixed);
  return all;
}

}  // namespace heed::test
