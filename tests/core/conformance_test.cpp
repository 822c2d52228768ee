// Numbers that others computed: what tutorials print, and float64 automatic differentiation. tests/conformance says
// where each comes from.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "compare.h"
#include "json.h"
#include "layer.h"
#include "problem.h"
#include "reference.h"

using namespace heed;
using namespace heed::test;

namespace {

// A number, or one written "1/sqrt(n)".
float scale_of(const Json& scale) {
  if (scale.kind() == Json::Kind::number) return static_cast<float>(scale.number());
  return static_cast<float>(1.0 / std::sqrt(std::atof(scale.text().substr(std::string("1/sqrt(").size()).c_str())));
}

// Every result of one example under the name that the files give it, and the extent of its rows.
struct Named {
  std::map<std::string, std::vector<float>> values;
  std::map<std::string, std::size_t> columns;

  void add(const std::string& name, const std::vector<float>& matrix, std::size_t row_extent) {
    values[name] = matrix;
    columns[name] = row_extent;
  }

  // The matrix `name`, or one row of it: "output_row1" is the second row of "output".
  std::vector<float> find(const std::string& name) const {
    if (values.contains(name)) return values.at(name);
    const std::size_t row_at = name.find("_row1");
    std::string base = row_at == std::string::npos ? "" : name.substr(0, row_at) + name.substr(row_at + 5);
    if (name == "query_2") base = "q";
    if (!values.contains(base)) return {};
    const auto start = values.at(base).begin() + static_cast<std::ptrdiff_t>(columns.at(base));
    return {start, start + static_cast<std::ptrdiff_t>(columns.at(base))};
  }
};

// The matrices of one call. Each name begins with `prefix`: "", "causal_" or "cross_".
void add_results(Named& named, const std::string& prefix, const LayerResults& r, const SelfAttentionShape& s) {
  const std::size_t width = r.output.size() / (s.batch * s.tokens);
  named.add(prefix + "q", r.q, s.dim);
  named.add(prefix + "k", r.k, s.dim);
  named.add(prefix + "v", r.v, s.value_dim);
  named.add(prefix + "scores_unscaled", r.raw, s.context_tokens);
  named.add(prefix + "scores", r.scores, s.context_tokens);
  named.add(prefix + "scaled", r.scores, s.context_tokens);
  named.add(prefix + "weights", r.weights, s.context_tokens);
  named.add(prefix + "output", r.output, width);
}

// Without a weight matrix, q, k or v is the token itself.
Layer layer_of(const Json& example, const Json& x, const Json& context, bool causal) {
  Layer layer;
  const std::size_t heads = example.has("heads") ? static_cast<std::size_t>(example["heads"].number()) : 1;
  const auto columns = [](const Json& weight, std::size_t without) {
    return weight.is_null() ? without : weight.extents().at(1);
  };
  const std::size_t model_dim = x.extents().at(1);
  layer.x = floats(x);
  if (!context.is_null()) layer.context = floats(context);
  for (const auto& [name, weights] : {std::pair{"Wq", &layer.query}, std::pair{"Wk", &layer.key},
                                      std::pair{"Wv", &layer.value}, std::pair{"Wo", &layer.output}})
    if (example.has(name)) weights->weight = floats(example[name]);
  if (example.has("bo")) layer.output.bias = floats(example["bo"]);
  layer.shape = {1,
                 heads,
                 heads,
                 x.extents().at(0),
                 (context.is_null() ? x : context).extents().at(0),
                 model_dim,
                 model_dim,
                 columns(example["Wq"], model_dim) / heads,
                 columns(example["Wv"], model_dim) / heads,
                 columns(example["Wo"], 0)};
  layer.options.scale = scale_of(example["scale"]);
  if (causal) layer.options.causal_offsets = {0};
  return layer;
}

// q, k and v given as they are.
void add_attention(Named& named, const Json& example) {
  const std::vector<float> q = floats(example["q"]), k = floats(example["k"]), v = floats(example["v"]);
  const AttentionShape s{1,
                         1,
                         1,
                         example["q"].extents()[0],
                         example["k"].extents()[0],
                         example["q"].extents()[1],
                         example["v"].extents()[1]};
  AttentionOptions options;
  options.scale = scale_of(example["scale"]);
  LayerResults r;
  r.output.resize(s.queries * s.value_dim);
  r.raw.resize(s.queries * s.keys);
  r.scores = r.weights = r.raw;
  AttentionOutputs outputs;
  outputs.output = dense_heads(r.output.data(), 1, s.queries, s.value_dim);
  outputs.raw = r.raw.data();
  outputs.scores = r.scores.data();
  outputs.weights = r.weights.data();
  REQUIRE(attention(s, options,
                    {dense_heads(q.data(), 1, s.queries, s.dim), dense_heads(k.data(), 1, s.keys, s.dim),
                     dense_heads(v.data(), 1, s.keys, s.value_dim)},
                    outputs) == Status::ok);
  add_results(named, "", r, {1, 1, 1, s.queries, s.keys, s.dim, s.dim, s.dim, s.value_dim, 0});
}

// Only scores are given. So there is one query of one dim, and its keys are the scores.
void add_scores(Named& named, const Json& example) {
  const std::vector<float> q{1.0f}, k = floats(example["scores_unscaled"]), v(k.size());
  AttentionOptions options;
  options.scale = scale_of(example["scale"]);
  std::vector<float> output(1), raw(k.size()), scores(k.size()), weights(k.size());
  AttentionOutputs outputs;
  outputs.output = dense_heads(output.data(), 1, 1, 1);
  outputs.raw = raw.data();
  outputs.scores = scores.data();
  outputs.weights = weights.data();
  const AttentionShape s{1, 1, 1, 1, k.size(), 1, 1};
  REQUIRE(attention(s, options,
                    {dense_heads(q.data(), 1, 1, 1), dense_heads(k.data(), 1, k.size(), 1),
                     dense_heads(v.data(), 1, k.size(), 1)},
                    outputs) == Status::ok);
  named.add("scores_unscaled", raw, k.size());
  named.add("scaled", scores, k.size());
  named.add("weights", weights, k.size());
}

void add_layer(Named& named, const std::string& prefix, const Layer& layer) {
  const LayerResults results = run(layer, true);
  REQUIRE(results.status == Status::ok);
  add_results(named, prefix, results, layer.shape);
}

// Every way to compute an example that its file has results of.
Named results_of(const Json& example) {
  Named named;
  const Json nothing;
  if (example.has("X")) {
    add_layer(named, "", layer_of(example, example["X"], nothing, example["causal"].truth()));
    add_layer(named, "causal_", layer_of(example, example["X"], nothing, true));
    if (example.has("X2")) {
      add_layer(named, "cross_", layer_of(example, example["X"], example["X2"], false));
      named.add("cross_output_X_to_X2", named.values["cross_output"], named.columns["cross_output"]);
    }
  } else if (example.has("q")) {
    add_attention(named, example);
  } else {
    add_scores(named, example);
  }
  if (example.has("X")) named.add("X", floats(example["X"]), example["X"].extents().at(1));
  return named;
}

// The lower triangle, row by row.
std::vector<float> lower_triangle(const std::vector<float>& square, std::size_t n) {
  std::vector<float> lower;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) lower.push_back(square[i * n + j]);
  return lower;
}

void require_agreement(const Named& named, const Json& expected, const Tolerance& tolerance) {
  for (const auto& [name, numbers] : expected.members()) {
    CAPTURE(name);
    const std::string triangle = "_lower_triangle";
    std::vector<float> actual = named.find(name);
    if (name.ends_with(triangle)) {
      const std::string base = name.substr(0, name.size() - triangle.size());
      actual = lower_triangle(named.find(base), named.columns.at(base));
    }
    REQUIRE_FALSE(actual.empty());  // a name that this test does not know
    REQUIRE(difference(actual, numbers.numbers(), tolerance) == "");
  }
}

}  // namespace

TEST_CASE("the worked examples of public tutorials come out as printed", "[conformance]") {
  const std::vector<std::string> paths = files_in("worked");
  REQUIRE(paths.size() >= 11);
  for (const std::string& path : paths) {
    CAPTURE(path);
    const Json example = Json::read(path);
    REQUIRE(example.why() == "");
    const Named named = results_of(example);
    require_agreement(named, example["printed"], {example["printed_abs_tol"].number(), 1e-7});
    if (example.has("float32")) require_agreement(named, example["float32"], {});
    if (example.has("float64")) require_agreement(named, example["float64"], {});
    for (const char* given : {"q", "k", "v"})
      if (example.has("X") && example.has(given))
        REQUIRE(difference(named.find(given), example[given].numbers(), {}) == "");
  }
}

TEST_CASE("forward values of the float64 reference come out within the gate", "[conformance]") {
  const std::vector<std::string> paths = files_in("gradients");
  REQUIRE(paths.size() >= 11);
  for (const std::string& path : paths) {
    CAPTURE(path);
    const Json example = Json::read(path);
    REQUIRE(example.why() == "");
    if (is_attention(example)) {
      const Problem problem = problem_of(example);
      const Results results = run(problem, kEverything);
      REQUIRE(results.status == Status::ok);
      REQUIRE(difference(results.output.dense(), expected_data(example, "out")) == "");
      REQUIRE(difference(results.weights, expected_data(example, "weights")) == "");
      REQUIRE(difference(results.scores, expected_data(example, "scores")) == "");
      REQUIRE(difference(run(problem).output.dense(), expected_data(example, "out")) == "");
    } else {
      const LayerResults results = run(layer_of_tensors(example), true);
      REQUIRE(results.status == Status::ok);
      REQUIRE(difference(results.output, expected_data(example, "out")) == "");
      // the reference says context for the joined heads
      REQUIRE(difference(results.joined, expected_data(example, "context")) == "");
      REQUIRE(difference(results.weights, expected_data(example, "weights")) == "");
      REQUIRE(difference(results.scores, expected_data(example, "scores")) == "");
    }
  }
}
