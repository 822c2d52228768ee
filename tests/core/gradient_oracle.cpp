#include "gradient_oracle.h"

#include <cmath>

namespace heed::oracle {
namespace {

Slope zeros(std::size_t size) { return {Values(size, 0.0), Values(size, 0.0)}; }

void add(Slope& to, std::size_t place, double value, double terms) {
  to.values[place] += value;
  to.terms[place] += terms;
}

// a (rows, depth) · b (depth, columns)
Slope product(const Slope& a, const Values& b, std::size_t depth, std::size_t columns) {
  const std::size_t rows = a.values.size() / depth;
  Slope c = zeros(rows * columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t j = 0; j < columns; ++j)
        add(c, i * columns + j, a.values[i * depth + k] * b[k * columns + j],
            a.terms[i * depth + k] * std::fabs(b[k * columns + j]));
  return c;
}

Values transposed(const Values& matrix, std::size_t rows, std::size_t columns) {
  Values across(matrix.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) across[j * rows + i] = matrix[i * columns + j];
  return across;
}

Slope transposed(const Slope& matrix, std::size_t rows, std::size_t columns) {
  return {transposed(matrix.values, rows, columns), transposed(matrix.terms, rows, columns)};
}

void add(Slope& to, const Slope& from) {
  for (std::size_t n = 0; n < to.values.size(); ++n) add(to, n, from.values[n], from.terms[n]);
}

// d (rows, out) → d · Wᵀ (rows, in), or d itself where there is no weight
Slope through(const Affine& by, const Slope& d, std::size_t in, std::size_t out) {
  return by.weight.empty() ? d : product(d, transposed(by.weight, in, out), out, in);
}

// dW = xᵀ · d, d(bias) = the sums of d's columns
AffineGradient of_affine(const Affine& by, const Values& x, const Slope& d, std::size_t in, std::size_t out) {
  const std::size_t rows = x.size() / in;
  AffineGradient to;
  if (!by.weight.empty()) to.weight = transposed(product(transposed(d, rows, out), x, rows, in), out, in);
  if (by.bias.empty()) return to;
  to.bias = zeros(out);
  for (std::size_t n = 0; n < d.values.size(); ++n) add(to.bias, n % out, d.values[n], d.terms[n]);
  return to;
}

Slope joined(const Slope& d, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns) {
  return {join_heads({heads, rows, columns, d.values}, batch), join_heads({heads, rows, columns, d.terms}, batch)};
}

Slope split(const Slope& d, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns) {
  return {split_heads(d.values, batch, heads, rows, columns).values,
          split_heads(d.terms, batch, heads, rows, columns).values};
}

// The pairs of one row that may attend, for the gradient of a slope.
class RowDistances {
 public:
  void pass(double distance, double weight, double d, double d_terms) {
    pairs_.push_back({distance, weight, d, d_terms});
  }

  // Σ distance · dS
  double sum() const {
    double sum = 0.0;
    for (const Pair& pair : pairs_) sum += pair.distance * pair.d;
    return sum;
  }

  double terms() const {
    double terms = 0.0;
    for (const Pair& pair : pairs_) terms += pair.distance * pair.d_terms;
    return terms;
  }

  // The sum is also Σ (distance − mean) · dS + mean · Σ dS, whose last factor softmax makes known. So a distance that
  // all keys share need not round anything, but for the last digits of these doubles.
  double terms_from_mean(double sum_terms) const {
    double by_weight = 0.0, weight = 0.0, terms = 0.0;
    for (const Pair& pair : pairs_) by_weight += pair.distance * pair.weight, weight += pair.weight;
    const double mean = weight > 0.0 ? by_weight / weight : 0.0;
    for (const Pair& pair : pairs_) terms += std::fabs(pair.distance - mean) * pair.d_terms;
    return terms + mean * sum_terms + 1e-10 * this->terms();
  }

 private:
  struct Pair {
    double distance, weight, d, d_terms;
  };
  std::vector<Pair> pairs_;
};

// d (batch, heads, rows, dim) with respect to turned rows → with respect to the rows before: the transpose of a turn.
void turn_back(const Rotary& rotary, const std::int32_t* table_rows, const Heads& shape, std::size_t dim, Slope& d) {
  for (std::size_t row = 0; rotary && row < d.values.size() / dim; ++row) {
    const std::size_t b = row / (shape.heads * shape.rows), i = row % shape.rows;
    for (std::size_t pair = 0; pair < rotary.dims / 2; ++pair) {
      const Pair p = rotary_pair(rotary, table_rows[b * shape.rows + i], pair);
      const std::size_t first = row * dim + p.first, second = row * dim + p.second;
      const auto back = [&](Values& x, double cos, double sin, double minus_sin) {
        const double x1 = x[first], x2 = x[second];
        x[first] = cos * x1 + sin * x2;
        x[second] = minus_sin * x1 + cos * x2;
      };
      back(d.values, p.cos, p.sin, -p.sin);
      back(d.terms, std::fabs(p.cos), std::fabs(p.sin), std::fabs(p.sin));
    }
  }
}

}  // namespace

AttentionGradients attention_backward(const AttentionShape& s, const AttentionOptions& options, const Operands& given,
                                      const Slope& d_output, const Values& d_lse) {
  const Attention forward = attention(s, options, given);
  const Operands in = turned(s, options.rotary, given);
  const std::size_t pairs = s.batch * s.heads * s.queries * s.keys;
  AttentionGradients to{zeros(in.q.values.size()),
                        zeros(in.k.values.size()),
                        zeros(in.v.values.size()),
                        zeros(pairs),
                        zeros(pairs),
                        zeros(s.heads),
                        zeros(s.heads)};
  for (std::size_t b = 0; b < s.batch; ++b)
    for (std::size_t h = 0; h < s.heads; ++h)
      for (std::size_t i = 0; i < s.queries; ++i) {
        const std::size_t kv = h / (s.heads / s.kv_heads), row = (b * s.heads + h) * s.queries + i;
        const double* weights = forward.weights.data() + row * s.keys;
        double mean = 0.0, mean_terms = 0.0;  // Σ A ∘ dA

        for (std::size_t j = 0; j < s.keys; ++j) {
          if (!may_attend(s, options, b, h, i, j)) continue;
          for (std::size_t c = 0; c < s.value_dim; ++c)
            add(to.dweights, row * s.keys + j, d_output.values[row * s.value_dim + c] * in.v.at(b, kv, j, c),
                d_output.terms[row * s.value_dim + c] * std::fabs(in.v.at(b, kv, j, c)));
          mean += weights[j] * to.dweights.values[row * s.keys + j];
          mean_terms += std::fabs(weights[j]) * to.dweights.terms[row * s.keys + j];
        }
        const double through_lse = d_lse.empty() ? 0.0 : d_lse[row];
        double of_sink = 0.0;
        if (!in.sink.empty() && std::isfinite(forward.lse[row])) {
          of_sink = std::exp(in.sink[h] - forward.lse[row]);
          add(to.dsink, h, of_sink * (through_lse - mean), of_sink * (std::fabs(through_lse) + mean_terms));
        }
        RowDistances distances;
        for (std::size_t j = 0; j < s.keys; ++j) {
          if (!may_attend(s, options, b, h, i, j)) continue;
          const std::size_t pair = row * s.keys + j;
          const double d = to.dweights.values[pair], d_terms = to.dweights.terms[pair];
          to.dscores.values[pair] = options.softmax ? weights[j] * (d - mean + through_lse) : d;
          to.dscores.terms[pair] =
              options.softmax ? weights[j] * (d_terms + mean_terms + std::fabs(through_lse)) : d_terms;
          distances.pass(distance(s, options, b, i, j), weights[j], to.dscores.values[pair], to.dscores.terms[pair]);
          const double slope = forward.slopes[pair];
          const double d_raw = slope * to.dscores.values[pair], d_raw_terms = std::fabs(slope) * to.dscores.terms[pair];
          for (std::size_t c = 0; c < s.dim; ++c) {
            const std::size_t k_place = ((b * s.kv_heads + kv) * s.keys + j) * s.dim + c;
            add(to.dq, row * s.dim + c, d_raw * in.k.values[k_place], d_raw_terms * std::fabs(in.k.values[k_place]));
            add(to.dk, k_place, d_raw * in.q.at(b, h, i, c), d_raw_terms * std::fabs(in.q.at(b, h, i, c)));
          }
          for (std::size_t c = 0; c < s.value_dim; ++c)
            add(to.dv, ((b * s.kv_heads + kv) * s.keys + j) * s.value_dim + c,
                weights[j] * d_output.values[row * s.value_dim + c],
                std::fabs(weights[j]) * d_output.terms[row * s.value_dim + c]);
        }
        const double sum_terms = of_sink * mean_terms + (1.0 - of_sink) * std::fabs(through_lse);
        const bool is_known = options.softmax && of_sink <= 0.5;
        add(to.dalibi, h, -distances.sum(), is_known ? distances.terms_from_mean(sum_terms) : distances.terms());
      }
  turn_back(options.rotary, options.rotary.query_rows, in.q, s.dim, to.dq);
  turn_back(options.rotary, options.rotary.key_rows, in.k, s.dim, to.dk);
  return to;
}

LayerGradients self_attention_backward(const SelfAttentionShape& s, const AttentionOptions& options,
                                       const LayerOperands& in, const Values& d_output, const Values& d_lse) {
  const SelfAttention forward = self_attention(s, options, in);
  const Values& key_source = in.context.empty() ? in.x : in.context;
  const std::size_t joined_width = s.heads * s.value_dim;
  const std::size_t q_width = s.heads * s.dim, k_width = s.kv_heads * s.dim, v_width = s.kv_heads * s.value_dim;
  Slope d_out{d_output, d_output};
  for (double& magnitude : d_out.terms) magnitude = std::fabs(magnitude);

  LayerGradients to;
  to.output = of_affine(in.output, forward.joined, d_out, joined_width, s.output_dim);
  const Slope& d_joined = to.joined = through(in.output, d_out, joined_width, s.output_dim);
  to.attention = attention_backward(attention_shape(s), options,
                                    {{s.heads, s.tokens, s.dim, forward.q},
                                     {s.kv_heads, s.context_tokens, s.dim, forward.k},
                                     {s.kv_heads, s.context_tokens, s.value_dim, forward.v},
                                     in.bias,
                                     in.alibi,
                                     in.sink},
                                    split(d_joined, s.batch, s.heads, s.tokens, s.value_dim), d_lse);
  const Slope dq = joined(to.attention.dq, s.batch, s.heads, s.tokens, s.dim);
  const Slope dk = joined(to.attention.dk, s.batch, s.kv_heads, s.context_tokens, s.dim);
  const Slope dv = joined(to.attention.dv, s.batch, s.kv_heads, s.context_tokens, s.value_dim);
  to.query = of_affine(in.query, in.x, dq, s.model_dim, q_width);
  to.key = of_affine(in.key, key_source, dk, s.context_dim, k_width);
  to.value = of_affine(in.value, key_source, dv, s.context_dim, v_width);
  to.dx = through(in.query, dq, s.model_dim, q_width);
  Slope d_key_source = through(in.key, dk, s.context_dim, k_width);
  add(d_key_source, through(in.value, dv, s.context_dim, v_width));
  if (in.context.empty())
    add(to.dx, d_key_source);
  else
    to.dcontext = d_key_source;
  return to;
}

Slope summed_as(const AttentionShape& s, const PairView<float>& bias, std::size_t bias_size, const Slope& d) {
  Slope sums = zeros(bias_size);
  std::size_t pair = 0;
  for (std::size_t b = 0; b < s.batch; ++b)
    for (std::size_t h = 0; h < s.heads; ++h)
      for (std::size_t i = 0; i < s.queries; ++i)
        for (std::size_t j = 0; j < s.keys; ++j, ++pair)
          add(sums, static_cast<std::size_t>(bias.row(b, h, i) - bias.data) + j * bias.key_stride, d.values[pair],
              d.terms[pair]);
  return sums;
}

double loss(const Values& output, const Values& d_output, const Values& lse, const std::vector<float>& d_lse) {
  double sum = dot(output, d_output);
  for (std::size_t row = 0; row < d_lse.size(); ++row)
    if (std::isfinite(lse[row])) sum += lse[row] * d_lse[row];
  return sum;
}

double dot(const Values& a, const Values& b) {
  double sum = 0.0;
  for (std::size_t n = 0; n < a.size(); ++n)
    if (b[n] != 0.0) sum += a[n] * b[n];
  return sum;
}

}  // namespace heed::oracle
