#include "oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace heed::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// (batch, heads, rows, columns) in double precision.
struct Heads {
  std::size_t heads, rows, columns;
  Values values;

  double at(std::size_t b, std::size_t h, std::size_t i, std::size_t c) const {
    return values[((b * heads + h) * rows + i) * columns + c];
  }
};

Heads widen(const HeadView<const float>& view, std::size_t batch, std::size_t heads, std::size_t rows,
            std::size_t columns) {
  Heads wide{heads, rows, columns, {}};
  wide.values.reserve(batch * heads * rows * columns);
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < columns; ++c) wide.values.push_back(view.head(b, h)[i * view.row_stride + c]);
  return wide;
}

// One row of exponents, logits less a shift of the whole row, becomes weights; disallowed entries stay 0.
void softmax_row(const std::vector<bool>& allowed, const Values& exponents, double* weights, double& max, double& sum) {
  double largest = -kInfinity;
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) largest = std::max(largest, exponents[j]);
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) sum += std::exp(exponents[j] - largest);
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) weights[j] = std::exp(exponents[j] - largest) / sum;
  max = largest;
}

double bias_at(const AttentionOptions& options, std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
  return options.bias ? options.bias.row(b, h, i)[j * options.bias.key_stride] : 0.0;
}

// The largest bias of a row's allowed keys. Taking it off a whole row changes no weight, and must come first: beside
// FLT_MAX scores would drown even in double precision.
double bias_max(const AttentionOptions& options, const std::vector<bool>& allowed, std::size_t b, std::size_t h,
                std::size_t i) {
  double largest = -kInfinity;
  for (std::size_t j = 0; j < allowed.size(); ++j)
    if (allowed[j]) largest = std::max(largest, bias_at(options, b, h, i, j));
  return std::isfinite(largest) ? largest : 0.0;
}

Attention attend(const AttentionShape& shape, const AttentionOptions& options, const Heads& q, const Heads& k,
                 const Heads& v) {
  const std::size_t rows = shape.batch * shape.heads * shape.queries;
  Attention all;
  for (Values* matrix : {&all.raw, &all.scores, &all.logits, &all.weights}) matrix->assign(rows * shape.keys, 0.0);
  for (Values* column : {&all.row_max, &all.row_sum}) column->assign(rows, 0.0);
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
        Values exponents(shape.keys);

        for (std::size_t j = 0; j < shape.keys; ++j) {
          for (std::size_t c = 0; c < shape.dim; ++c) raw[j] += q.at(b, h, i, c) * k.at(b, kv, j, c);
          scores[j] = raw[j] * options.scale;
          if (options.softcap > 0.0f) scores[j] = options.softcap * std::tanh(scores[j] / options.softcap);
          allowed[j] = may_attend(shape, options, b, h, i, j);
          logits[j] = allowed[j] ? scores[j] + bias_at(options, b, h, i, j) : -kInfinity;
        }
        const double shift = bias_max(options, allowed, b, h, i);
        for (std::size_t j = 0; j < shape.keys; ++j) exponents[j] = scores[j] + (bias_at(options, b, h, i, j) - shift);

        if (options.softmax)
          softmax_row(allowed, exponents, weights, all.row_max[row], all.row_sum[row]);
        else
          for (std::size_t j = 0; j < shape.keys; ++j) weights[j] = allowed[j] ? logits[j] : 0.0;

        for (std::size_t c = 0; c < shape.value_dim; ++c)
          for (std::size_t j = 0; j < shape.keys; ++j) {
            if (!allowed[j]) continue;  // whatever the value holds
            all.output[row * shape.value_dim + c] += weights[j] * v.at(b, kv, j, c);
            all.output_terms[row * shape.value_dim + c] += std::fabs(weights[j] * v.at(b, kv, j, c));
          }
      }
  return all;
}

// x (rows, in) → x·W + bias (rows, out).
Values project(const Values& x, std::size_t rows, std::size_t in, std::size_t out, const Projection& projection,
               WeightLayout layout) {
  Values y(rows * out, 0.0);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t o = 0; o < out; ++o) {
      double& sum = y[i * out + o];
      if (!projection.weight) sum = x[i * in + o];
      for (std::size_t m = 0; projection.weight && m < in; ++m)
        sum += x[i * in + m] * projection.weight[layout == WeightLayout::in_out ? m * out + o : o * in + m];
      if (projection.bias) sum += projection.bias[o];
    }
  return y;
}

// (batch, rows, heads·columns) → (batch, heads, rows, columns)
Heads split_heads(const Values& y, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns) {
  Heads split{heads, rows, columns, {}};
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < columns; ++c)
          split.values.push_back(y[(b * rows + i) * heads * columns + h * columns + c]);
  return split;
}

// (batch, heads, rows, columns) → (batch, rows, heads·columns)
Values join_heads(const Values& y, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns) {
  Values joined(y.size());
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < columns; ++c)
          joined[(b * rows + i) * heads * columns + h * columns + c] = y[((b * heads + h) * rows + i) * columns + c];
  return joined;
}

}  // namespace

bool may_attend(const AttentionShape& shape, const AttentionOptions& options, std::size_t b, std::size_t h,
                std::size_t i, std::size_t j) {
  const auto query = static_cast<std::int64_t>(i);
  const auto key = static_cast<std::int64_t>(j);
  if (j >= shape.keys) return false;
  if (options.causal_offsets && key > query + options.causal_offsets[b]) return false;
  if (options.key_lengths && key >= options.key_lengths[b]) return false;
  if (options.mask && options.mask.row(b, h, i)[j * options.mask.key_stride] == 0) return false;
  if (options.bias && options.bias.row(b, h, i)[j * options.bias.key_stride] == -kInfinity) return false;
  return true;
}

Attention attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs) {
  return attend(shape, options, widen(inputs.q, shape.batch, shape.heads, shape.queries, shape.dim),
                widen(inputs.k, shape.batch, shape.kv_heads, shape.keys, shape.dim),
                widen(inputs.v, shape.batch, shape.kv_heads, shape.keys, shape.value_dim));
}

SelfAttention self_attention(const SelfAttentionShape& s, const AttentionOptions& options,
                             const SelfAttentionInputs& in) {
  const Values x(in.x, in.x + s.batch * s.tokens * s.model_dim);
  const Values context = in.context ? Values(in.context, in.context + s.batch * s.context_tokens * s.context_dim) : x;
  const Heads q = split_heads(project(x, s.batch * s.tokens, s.model_dim, s.heads * s.dim, in.query, in.layout),
                              s.batch, s.heads, s.tokens, s.dim);
  const Heads k =
      split_heads(project(context, s.batch * s.context_tokens, s.context_dim, s.kv_heads * s.dim, in.key, in.layout),
                  s.batch, s.kv_heads, s.context_tokens, s.dim);
  const Heads v = split_heads(
      project(context, s.batch * s.context_tokens, s.context_dim, s.kv_heads * s.value_dim, in.value, in.layout),
      s.batch, s.kv_heads, s.context_tokens, s.value_dim);

  SelfAttention all{q.values, k.values, v.values, {}, {}, {}};
  all.attention =
      attend({s.batch, s.heads, s.kv_heads, s.tokens, s.context_tokens, s.dim, s.value_dim}, options, q, k, v);
  all.context = join_heads(all.attention.output, s.batch, s.heads, s.tokens, s.value_dim);
  all.output = in.output.weight
                   ? project(all.context, s.batch * s.tokens, s.heads * s.value_dim, s.output_dim, in.output, in.layout)
                   : all.context;
  return all;
}

}  // namespace heed::oracle
