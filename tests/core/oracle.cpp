#include "oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace heed::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Heads widen_heads(const HeadView<const float>& view, std::size_t batch, std::size_t heads, std::size_t rows,
                  std::size_t columns) {
  Heads wide{heads, rows, columns, {}};
  wide.values.reserve(batch * heads * rows * columns);
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < columns; ++c) wide.values.push_back(view.row(b, h, i)[c]);
  return wide;
}

// One row of exponents becomes weights. They are logits less a shift of the whole row. Entries that are not allowed
// stay 0.
// A sink has an exponent and no weight here.
void softmax_row(const std::vector<bool>& allowed, const Values& exponents, double sink, double* weights, double& max,
                 double& sum) {
  double largest = sink;
  if (sink > -kInfinity) sum = 0.0;
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) largest = std::max(largest, exponents[j]);
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) sum += std::exp(exponents[j] - largest);
  if (sink > -kInfinity) sum += std::exp(sink - largest);
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) weights[j] = std::exp(exponents[j] - largest) / sum;
  max = largest;
}

// What scale and softcap make of q · k, and its slope.
struct Score {
  double value, slope;
};

Score score_of(const AttentionOptions& options, double raw) {
  Score score{raw * options.scale, options.scale};
  if (options.softcap > 0.0f) {
    const double part = score.value / options.softcap, cosine = std::cosh(part);
    score = {options.softcap * std::tanh(part), score.slope / (cosine * cosine)};
  }
  return score;
}

double bias_at(const Operands& in, std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
  return in.bias.values.empty() ? 0.0 : in.bias.at(b, h, i, j);
}

// What is taken off a whole row, which changes no weight: the least of ALiBi's penalties, then the largest of what is
// left and the bias. Both come off before they are added to a score, because FLT_MAX would swallow the scores even in
// double precision.
struct Shift {
  double penalty = 0.0, bias = 0.0;
};

Shift shift_of(const std::vector<bool>& allowed, const Values& penalties, const Values& biases) {
  Shift least{kInfinity, -kInfinity};
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) least.penalty = std::min(least.penalty, penalties[j]);
  if (!std::isfinite(least.penalty)) return {};
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) least.bias = std::max(least.bias, biases[j] - (penalties[j] - least.penalty));
  return {least.penalty, std::isfinite(least.bias) ? least.bias : 0.0};
}

}  // namespace

Pair rotary_pair(const Rotary& rotary, std::int32_t table_row, std::size_t pair) {
  const std::size_t half = rotary.dims / 2, place = static_cast<std::size_t>(table_row) * half + pair;
  return {rotary.interleaved ? 2 * pair : pair, rotary.interleaved ? 2 * pair + 1 : pair + half, rotary.cos[place],
          rotary.sin[place]};
}

Operands turned(const AttentionShape& s, const Rotary& rotary, Operands in) {
  const auto turn = [&](Heads& x, const std::int32_t* table_rows) {
    for (std::size_t b = 0; b < s.batch; ++b)
      for (std::size_t h = 0; h < x.heads; ++h)
        for (std::size_t i = 0; i < x.rows; ++i)
          for (std::size_t pair = 0; pair < rotary.dims / 2; ++pair) {
            const Pair p = rotary_pair(rotary, table_rows[b * x.rows + i], pair);
            const double x1 = x.at(b, h, i, p.first), x2 = x.at(b, h, i, p.second);
            x.at(b, h, i, p.first) = p.cos * x1 - p.sin * x2;
            x.at(b, h, i, p.second) = p.sin * x1 + p.cos * x2;
          }
  };
  turn(in.q, rotary.query_rows);
  turn(in.k, rotary.key_rows);
  return in;
}

Attention attention(const AttentionShape& shape, const AttentionOptions& options, const Operands& given) {
  const Operands in = turned(shape, options.rotary, given);
  const std::size_t rows = shape.batch * shape.heads * shape.queries;
  Attention all;
  for (Values* matrix : {&all.raw, &all.scores, &all.slopes, &all.logits, &all.weights})
    matrix->assign(rows * shape.keys, 0.0);
  for (Values* column : {&all.row_max, &all.row_sum, &all.lse}) column->assign(rows, 0.0);
  for (Values* matrix : {&all.output, &all.output_terms}) matrix->assign(rows * shape.value_dim, 0.0);

  for (std::size_t b = 0; b < shape.batch; ++b)
    for (std::size_t h = 0; h < shape.heads; ++h)
      for (std::size_t i = 0; i < shape.queries; ++i) {
        const std::size_t kv = h / (shape.heads / shape.kv_heads);
        const std::size_t row = (b * shape.heads + h) * shape.queries + i;
        double* raw = all.raw.data() + row * shape.keys;
        double* scores = all.scores.data() + row * shape.keys;
        double* logits = all.logits.data() + row * shape.keys;
        double* weights = all.weights.data() + row * shape.keys;
        std::vector<bool> allowed(shape.keys);
        Values exponents(shape.keys), penalties(shape.keys), biases(shape.keys);

        for (std::size_t j = 0; j < shape.keys; ++j) {
          for (std::size_t c = 0; c < shape.dim; ++c) raw[j] += in.q.at(b, h, i, c) * in.k.at(b, kv, j, c);
          const Score score = score_of(options, raw[j]);
          scores[j] = score.value;
          all.slopes[row * shape.keys + j] = score.slope;
          allowed[j] = may_attend(shape, options, b, h, i, j);
          penalties[j] = in.alibi.empty() ? 0.0 : in.alibi[h] * distance(shape, options, b, i, j);
          biases[j] = bias_at(in, b, h, i, j);
          logits[j] = allowed[j] ? scores[j] - penalties[j] + biases[j] : -kInfinity;
        }
        const Shift shift = shift_of(allowed, penalties, biases);
        for (std::size_t j = 0; j < shape.keys; ++j)
          exponents[j] = scores[j] - (penalties[j] - shift.penalty) + (biases[j] - shift.bias);

        const double sink = in.sink.empty() ? -kInfinity : in.sink[h] + shift.penalty - shift.bias;
        if (options.softmax)
          softmax_row(allowed, exponents, sink, weights, all.row_max[row], all.row_sum[row]);
        else
          for (std::size_t j = 0; j < shape.keys; ++j) weights[j] = allowed[j] ? logits[j] : 0.0;
        // a shift of FLT_MAX would swallow the sink
        const bool is_sink = !in.sink.empty() && all.row_max[row] == sink;
        const double largest = is_sink ? in.sink[h] : shift.bias - shift.penalty + all.row_max[row];
        all.lse[row] = largest + std::log(all.row_sum[row]);

        for (std::size_t c = 0; c < shape.value_dim; ++c)
          for (std::size_t j = 0; j < shape.keys; ++j) {
            if (!allowed[j]) continue;  // whatever the value holds
            all.output[row * shape.value_dim + c] += weights[j] * in.v.at(b, kv, j, c);
            all.output_terms[row * shape.value_dim + c] += std::fabs(weights[j] * in.v.at(b, kv, j, c));
          }
      }
  return all;
}

namespace {

// x (rows, in) → x·W + bias (rows, out), or x itself where there is no weight.
Values project(const Values& x, std::size_t in, std::size_t out, const Affine& by) {
  if (by.weight.empty()) return x;
  const std::size_t rows = x.size() / in;
  Values y(rows * out, 0.0);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t o = 0; o < out; ++o) {
      for (std::size_t m = 0; m < in; ++m) y[i * out + o] += x[i * in + m] * by.weight[m * out + o];
      if (!by.bias.empty()) y[i * out + o] += by.bias[o];
    }
  return y;
}

Affine widen(const Projection& by, std::size_t in, std::size_t out, WeightLayout layout) {
  Affine wide;
  for (std::size_t n = 0; by.weight && n < in * out; ++n)
    wide.weight.push_back(by.weight[layout == WeightLayout::in_out ? n : n % out * in + n / out]);
  if (by.bias) wide.bias.assign(by.bias, by.bias + out);
  return wide;
}

// One value per pair, repeated in full.
Heads widen_bias(const AttentionShape& s, const PairView<float>& bias) {
  Heads wide{s.heads, s.queries, s.keys, {}};
  if (!bias) return wide;
  wide.values.resize(s.batch * s.heads * s.queries * s.keys);
  for (std::size_t b = 0; b < s.batch; ++b)
    for (std::size_t h = 0; h < s.heads; ++h)
      for (std::size_t i = 0; i < s.queries; ++i)
        for (std::size_t j = 0; j < s.keys; ++j) wide.at(b, h, i, j) = bias.row(b, h, i)[j * bias.key_stride];
  return wide;
}

}  // namespace

Heads split_heads(const Values& y, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns) {
  Heads split{heads, rows, columns, Values(y.size())};
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < columns; ++c)
          split.at(b, h, i, c) = y[(b * rows + i) * heads * columns + h * columns + c];
  return split;
}

Values join_heads(const Heads& y, std::size_t batch) {
  Values joined(y.values.size());
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < y.heads; ++h)
      for (std::size_t i = 0; i < y.rows; ++i)
        for (std::size_t c = 0; c < y.columns; ++c)
          joined[(b * y.rows + i) * y.heads * y.columns + h * y.columns + c] = y.at(b, h, i, c);
  return joined;
}

namespace {

// Where query i is among the keys.
std::int64_t position_of(const AttentionShape& shape, const AttentionOptions& options, std::size_t b, std::size_t i) {
  if (options.spans) return options.spans[b * shape.queries + i].position;
  if (options.causal_offsets) return static_cast<std::int64_t>(i) + options.causal_offsets[b];
  return static_cast<std::int64_t>(i) + (options.offsets ? options.offsets[b] : 0);
}

Values widen(const float* numbers, std::size_t count) { return numbers ? Values(numbers, numbers + count) : Values{}; }

}  // namespace

double distance(const AttentionShape& shape, const AttentionOptions& options, std::size_t b, std::size_t i,
                std::size_t j) {
  return std::fabs(static_cast<double>(position_of(shape, options, b, i)) - static_cast<double>(j));
}

bool may_attend(const AttentionShape& shape, const AttentionOptions& options, std::size_t b, std::size_t h,
                std::size_t i, std::size_t j) {
  const auto key = static_cast<std::int64_t>(j);
  if (j >= shape.keys) return false;
  const std::int64_t position = position_of(shape, options, b, i);
  if (options.window_left != kNoBound && key < position - options.window_left) return false;
  if (options.window_right != kNoBound && key > position + options.window_right) return false;
  if (options.causal_offsets && key > position) return false;
  if (options.spans) {
    const KeySpan& span = options.spans[b * shape.queries + i];
    if (key < span.begin || key >= span.end) return false;
  }
  if (options.query_documents &&
      options.query_documents[b * shape.queries + i] != options.key_documents[b * shape.keys + j])
    return false;
  if (options.key_lengths && key >= options.key_lengths[b]) return false;
  if (options.key_mask && options.key_mask[b * shape.keys + j] == 0) return false;
  if (options.mask && options.mask.row(b, h, i)[j * options.mask.key_stride] == 0) return false;
  if (options.bias && options.bias.row(b, h, i)[j * options.bias.key_stride] == -kInfinity) return false;
  return true;
}

Operands widen(const AttentionShape& s, const AttentionOptions& options, const AttentionInputs& inputs) {
  return {widen_heads(inputs.q, s.batch, s.heads, s.queries, s.dim),
          widen_heads(inputs.k, s.batch, s.kv_heads, s.keys, s.dim),
          widen_heads(inputs.v, s.batch, s.kv_heads, s.keys, s.value_dim),
          widen_bias(s, options.bias),
          widen(options.alibi, s.heads),
          widen(options.sink, s.heads)};
}

Attention attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs) {
  return attention(shape, options, widen(shape, options, inputs));
}

LayerOperands widen(const SelfAttentionShape& s, const AttentionOptions& options, const SelfAttentionInputs& in) {
  const std::size_t width = s.heads * s.value_dim;
  return {Values(in.x, in.x + s.batch * s.tokens * s.model_dim),
          in.context ? Values(in.context, in.context + s.batch * s.context_tokens * s.context_dim) : Values{},
          widen(in.query, s.model_dim, s.heads * s.dim, in.layout),
          widen(in.key, s.context_dim, s.kv_heads * s.dim, in.layout),
          widen(in.value, s.context_dim, s.kv_heads * s.value_dim, in.layout),
          widen(in.output, width, s.output_dim, in.layout),
          widen_bias(attention_shape(s), options.bias),
          widen(options.alibi, s.heads),
          widen(options.sink, s.heads)};
}

SelfAttention self_attention(const SelfAttentionShape& s, const AttentionOptions& options, const LayerOperands& in) {
  const Values& key_source = in.context.empty() ? in.x : in.context;
  const Operands attending{
      split_heads(project(in.x, s.model_dim, s.heads * s.dim, in.query), s.batch, s.heads, s.tokens, s.dim),
      split_heads(project(key_source, s.context_dim, s.kv_heads * s.dim, in.key), s.batch, s.kv_heads, s.context_tokens,
                  s.dim),
      split_heads(project(key_source, s.context_dim, s.kv_heads * s.value_dim, in.value), s.batch, s.kv_heads,
                  s.context_tokens, s.value_dim),
      in.bias,
      in.alibi,
      in.sink};
  SelfAttention all{attending.q.values, attending.k.values, attending.v.values, {}, {}, {}};
  all.attention = attention(attention_shape(s), options, attending);
  all.joined = join_heads({s.heads, s.tokens, s.value_dim, all.attention.output}, s.batch);
  all.output = project(all.joined, s.heads * s.value_dim, s.output_dim, in.output);
  return all;
}

SelfAttention self_attention(const SelfAttentionShape& shape, const AttentionOptions& options,
                             const SelfAttentionInputs& inputs) {
  return self_attention(shape, options, widen(shape, options, inputs));
}

}  // namespace heed::oracle
