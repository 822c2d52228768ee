#include "gradients.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

namespace heed::test {
namespace {

constexpr float kUnwritten = std::numeric_limits<float>::quiet_NaN();

std::vector<float> room(bool wanted, std::size_t size) { return std::vector<float>(wanted ? size : 0, kUnwritten); }

float* address(std::vector<float>& written) { return written.empty() ? nullptr : written.data(); }

double norm(const std::vector<double>& values) { return std::sqrt(oracle::dot(values, values)); }

// Scores larger than those of N(0, 1) data scaled by 1/√dim have larger errors, and so have all weights.
double spread(float scale, std::size_t dim) {
  return std::max(1.0, std::fabs(static_cast<double>(scale)) * std::sqrt(static_cast<double>(dim)));
}

// Compares gradients one after the other. `sentence` keeps the first that is wrong.
class Comparison {
 public:
  Comparison(GradientLedger& ledger, const GradientGate& gate, double spread, std::string problem)
      : ledger_(ledger), gate_(gate), spread_(spread), problem_(std::move(problem)) {}

  void within(const char* name, const std::vector<float>& actual, const oracle::Slope& expected) {
    if (actual.empty() || !sentence.empty()) return;
    if (actual.size() != expected.values.size()) return tell(name, "has another size");
    double squares = 0.0;
    for (std::size_t n = 0; n < actual.size(); ++n) {
      const double off = actual[n] - expected.values[n];
      if (!std::isfinite(off)) return tell(name, "element " + std::to_string(n) + " is not finite");
      squares += off * off;
    }
    const double error = std::sqrt(squares), size = norm(expected.values);
    const double allowed = spread_ * (gate_.relative * size + gate_.of_terms * norm(expected.terms));
    if (error > allowed) tell(name, "is off by " + std::to_string(error / allowed) + " of what is allowed");
    if (size > 1e-3 * norm(expected.terms) && error / size > ledger_.relative) {
      ledger_.relative = error / size;
      ledger_.worst = name + (" of " + problem_);
    }
    if (allowed > 0.0) ledger_.part = std::max(ledger_.part, error / allowed);
  }

  void exactly_zero(const char* name, const float* row, std::size_t columns, std::size_t index) {
    for (std::size_t c = 0; c < columns && sentence.empty(); ++c)
      if (row[c] != 0.0f)
        tell(name, "row " + std::to_string(index) + " must be 0, column " + std::to_string(c) + " is not");
  }

  std::string sentence;

 private:
  void tell(const char* name, const std::string& what) { sentence = name + (" " + what); }

  GradientLedger& ledger_;
  const GradientGate gate_;
  const double spread_;
  const std::string problem_;
};

// Exact zeros: dq of rows with nothing to attend to, dk and dv of keys that no row may attend to, every hidden pair.
void compare_zeros(const Problem& p, const Gradients& g, Comparison& comparison) {
  const AttentionShape& s = p.shape;
  for (std::size_t b = 0; b < s.batch; ++b) {
    std::vector<bool> seen(s.kv_heads * s.keys, false);
    for (std::size_t h = 0; h < s.heads; ++h)
      for (std::size_t i = 0; i < s.queries; ++i) {
        const std::size_t row = (b * s.heads + h) * s.queries + i;
        if (p.is_empty(b, h, i)) comparison.exactly_zero("dq", g.dq.row(b, h, i), s.dim, row);
        for (std::size_t j = 0; j < s.keys; ++j) {
          const std::size_t pair = row * s.keys + j;
          if (p.may_attend(b, h, i, j)) {
            seen[p.kv_head(h) * s.keys + j] = true;
            continue;
          }
          if (!g.dweights.empty()) comparison.exactly_zero("dweights", &g.dweights[pair], 1, pair);
          if (!g.dscores.empty()) comparison.exactly_zero("dscores", &g.dscores[pair], 1, pair);
        }
      }
    for (std::size_t kv = 0; kv < s.kv_heads; ++kv)
      for (std::size_t j = 0; j < s.keys; ++j) {
        if (seen[kv * s.keys + j]) continue;
        comparison.exactly_zero("dk", g.dk.row(b, kv, j), s.dim, j);
        comparison.exactly_zero("dv", g.dv.row(b, kv, j), s.value_dim, j);
      }
  }
}

oracle::Slope given(const HeadTensor& d_output) {
  oracle::Slope slope;
  for (const float x : d_output.dense()) {
    slope.values.push_back(x);
    slope.terms.push_back(std::fabs(x));
  }
  return slope;
}

}  // namespace

HeadTensor normal_d_output(const Problem& problem, Random& random, Layout layout) {
  const AttentionShape& s = problem.shape;
  return HeadTensor::normal(random, s.batch, s.heads, s.queries, s.value_dim, layout);
}

Gradients run_backward(const Problem& problem, const HeadTensor& d_output, const Calling& calling) {
  const AttentionShape& s = problem.shape;
  const std::size_t pairs = s.batch * s.heads * s.queries * s.keys;
  const AttentionOptions options = problem.options();
  Gradients g{Status::ok,
              HeadTensor(s.batch, s.heads, s.queries, s.dim, calling.layout),
              HeadTensor(s.batch, s.kv_heads, s.keys, s.dim, calling.layout),
              HeadTensor(s.batch, s.kv_heads, s.keys, s.value_dim, calling.layout),
              room(!problem.bias.empty(), problem.bias.size()),
              room(calling.keeps_pairs, pairs),
              room(calling.keeps_pairs, pairs),
              room(true, problem.sink.size()),
              room(true, problem.alibi.size())};
  Results forward;
  AttentionSaved saved;
  if (calling.saved) {
    forward = run(problem, kRowFigures, calling.layout);
    saved = {static_cast<const HeadTensor&>(forward.output).view(), forward.row_max.data(), forward.row_sum.data()};
  }
  g.status = attention_backward(s, options, problem.inputs(),
                                {d_output.view(), problem.d_lse.empty() ? nullptr : problem.d_lse.data()}, saved,
                                {g.dq.view(), g.dk.view(), g.dv.view(), address(g.dbias), address(g.dweights),
                                 address(g.dscores), address(g.dsink), address(g.dalibi)});
  return g;
}

oracle::AttentionGradients textbook_gradients(const Problem& problem, const HeadTensor& d_output) {
  return oracle::attention_backward(problem.shape, problem.options(),
                                    oracle::widen(problem.shape, problem.options(), problem.inputs()), given(d_output),
                                    {problem.d_lse.begin(), problem.d_lse.end()});
}

void GradientLedger::print(const char* title) const {
  std::printf("%s: worst relative L2 %.2g (%s); %.0f %% of what is allowed\n", title, relative, worst.c_str(),
              100 * part);
}

double relative_error(const std::vector<float>& actual, const std::vector<double>& expected) {
  std::vector<double> off(expected.size());
  for (std::size_t n = 0; n < off.size(); ++n) off[n] = actual.at(n) - expected[n];
  const double size = norm(expected);
  return norm(off) / (size > 0.0 ? size : 1.0);
}

std::string difference_from_oracle(const Problem& problem, const HeadTensor& d_output, const Gradients& g,
                                   GradientLedger& ledger, const GradientGate& gate) {
  if (g.status != Status::ok) return "status " + std::to_string(static_cast<int>(g.status));
  const oracle::AttentionGradients expected = textbook_gradients(problem, d_output);
  Comparison comparison(ledger, gate, spread(problem.scale, problem.shape.dim), problem.describe());
  comparison.within("dq", g.dq.dense(), expected.dq);
  comparison.within("dk", g.dk.dense(), expected.dk);
  comparison.within("dv", g.dv.dense(), expected.dv);
  comparison.within("dweights", g.dweights, expected.dweights);
  comparison.within("dscores", g.dscores, expected.dscores);
  comparison.within("dsink", g.dsink, expected.dsink);
  comparison.within("dalibi", g.dalibi, expected.dalibi);
  if (!problem.bias.empty())
    comparison.within("dbias", g.dbias,
                      oracle::summed_as(problem.shape, problem.bias.view(), problem.bias.size(), expected.dscores));
  compare_zeros(problem, g, comparison);
  for (const HeadTensor* tensor : {&g.dq, &g.dk, &g.dv})
    if (comparison.sentence.empty() && !tensor->gaps_untouched()) return "a gap between rows was written";
  return comparison.sentence;
}

std::vector<float> normal_d_output(const Layer& layer, Random& random) {
  const SelfAttentionShape& s = layer.shape;
  std::vector<float> d(s.batch * s.tokens * (layer.output.weight.empty() ? s.heads * s.value_dim : s.output_dim));
  for (float& x : d) x = random.normal();
  return d;
}

LayerGradients run_backward(const Layer& layer, const std::vector<float>& d_output, bool saved, bool keeps_pairs) {
  const SelfAttentionShape& s = layer.shape;
  const std::size_t pairs = s.batch * s.heads * s.tokens * s.context_tokens, rows = s.batch * s.tokens;
  const std::size_t key_rows = s.batch * s.context_tokens;
  const auto like = [](const Weights& by) { return Weights{room(true, by.weight.size()), room(true, by.bias.size())}; };
  const auto view = [](Weights& to) { return ProjectionGradient{address(to.weight), address(to.bias)}; };
  LayerGradients g{Status::ok,
                   room(true, layer.x.size()),
                   room(true, layer.context.size()),
                   room(true, layer.options.bias.size()),
                   room(keeps_pairs, pairs),
                   room(keeps_pairs, pairs),
                   room(true, layer.options.sink.size()),
                   room(true, layer.options.alibi.size()),
                   like(layer.query),
                   like(layer.key),
                   like(layer.value),
                   like(layer.output),
                   room(keeps_pairs, rows * s.heads * s.dim),
                   room(keeps_pairs, key_rows * s.kv_heads * s.dim),
                   room(keeps_pairs, key_rows * s.kv_heads * s.value_dim),
                   room(keeps_pairs, rows * s.heads * s.value_dim)};
  const AttentionOptions options = layer.options.options();

  std::vector<float> output = room(saved, d_output.size()), q = room(saved, rows * s.heads * s.dim);
  std::vector<float> k = room(saved, key_rows * s.kv_heads * s.dim),
                     v = room(saved, key_rows * s.kv_heads * s.value_dim);
  std::vector<float> joined = room(saved, rows * s.heads * s.value_dim);
  std::vector<float> row_max = room(saved, rows * s.heads), row_sum = row_max;
  SelfAttentionSaved kept{address(q), address(k), address(v), address(joined), address(row_max), address(row_sum)};
  if (saved) {
    SelfAttentionOutputs outputs;
    outputs.output = output.data();
    outputs.saved = &kept;
    g.status = self_attention(s, options, layer.inputs(), outputs);
    if (g.status != Status::ok) return g;
  }
  const std::vector<float>& d_lse = layer.options.d_lse;
  g.status = self_attention_backward(
      s, options, layer.inputs(), {d_output.data(), d_lse.empty() ? nullptr : d_lse.data()}, saved ? &kept : nullptr,
      {address(g.dx), address(g.dcontext), view(g.query), view(g.key), view(g.value), view(g.output), address(g.dbias),
       address(g.dweights), address(g.dscores), address(g.dsink), address(g.dalibi), address(g.dq), address(g.dk),
       address(g.dv), address(g.djoined)});
  return g;
}

oracle::LayerGradients textbook_gradients(const Layer& layer, const std::vector<float>& d_output) {
  const AttentionOptions options = layer.options.options();
  return oracle::self_attention_backward(layer.shape, options, oracle::widen(layer.shape, options, layer.inputs()),
                                         {d_output.begin(), d_output.end()},
                                         {layer.options.d_lse.begin(), layer.options.d_lse.end()});
}

std::vector<double> laid_out(const std::vector<double>& in_out, std::size_t in, std::size_t out, WeightLayout layout) {
  if (layout == WeightLayout::in_out) return in_out;
  std::vector<double> out_in(in_out.size());
  for (std::size_t n = 0; n < out_in.size(); ++n) out_in[n % out * in + n / out] = in_out[n];
  return out_in;
}

std::string difference_from_oracle(const Layer& layer, const std::vector<float>& d_output, const LayerGradients& g,
                                   GradientLedger& ledger, const GradientGate& gate) {
  if (g.status != Status::ok) return "status " + std::to_string(static_cast<int>(g.status));
  const SelfAttentionShape& s = layer.shape;
  const oracle::LayerGradients expected = textbook_gradients(layer, d_output);
  Comparison comparison(ledger, gate, spread(layer.options.scale, s.dim),
                        layer.describe() + "; " + layer.options.describe());
  const auto weights = [&](const char* name, const Weights& actual, const oracle::AffineGradient& wanted,
                           std::size_t in, std::size_t out) {
    comparison.within(
        (name + std::string("'s weight")).c_str(), actual.weight,
        {laid_out(wanted.weight.values, in, out, layer.layout), laid_out(wanted.weight.terms, in, out, layer.layout)});
    comparison.within((name + std::string("'s bias")).c_str(), actual.bias, wanted.bias);
  };
  comparison.within("dx", g.dx, expected.dx);
  comparison.within("dcontext", g.dcontext, expected.dcontext);
  weights("query", g.query, expected.query, s.model_dim, s.heads * s.dim);
  weights("key", g.key, expected.key, s.context_dim, s.kv_heads * s.dim);
  weights("value", g.value, expected.value, s.context_dim, s.kv_heads * s.value_dim);
  weights("output", g.output, expected.output, s.heads * s.value_dim, s.output_dim);
  comparison.within("dq", g.dq, expected.attention.dq);
  comparison.within("dk", g.dk, expected.attention.dk);
  comparison.within("dv", g.dv, expected.attention.dv);
  comparison.within("djoined", g.djoined, expected.joined);
  comparison.within("dweights", g.dweights, expected.attention.dweights);
  comparison.within("dscores", g.dscores, expected.attention.dscores);
  comparison.within("dsink", g.dsink, expected.attention.dsink);
  comparison.within("dalibi", g.dalibi, expected.attention.dalibi);
  if (!layer.options.bias.empty())
    comparison.within("dbias", g.dbias,
                      oracle::summed_as(layer.options.shape, layer.options.bias.view(), layer.options.bias.size(),
                                        expected.attention.dscores));
  return comparison.sentence;
}

}  // namespace heed::test
