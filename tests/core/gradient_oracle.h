// The textbook's gradients in double precision: a loop per formula, and the central differences that check it.
#pragma once

#include <cstddef>

#include "oracle.h"

namespace heed::oracle {

// A gradient. Each element is a sum of terms; `terms` is the sum of their magnitudes, by which rounding is measured.
struct Slope {
  Values values, terms;
};

struct AttentionGradients {
  Slope dq, dk, dv;         // in the shapes of q, k, v
  Slope dweights, dscores;  // (batch, heads, queries, keys); 0 where attending is not allowed
  Slope dalibi, dsink;      // (heads)
};

// Gradients of Σ output ∘ d_output + Σ lse ∘ d_lse, (batch, heads, queries, value_dim) and (batch, heads, queries);
// without values, d_lse is 0. The bias has the gradient dscores.
AttentionGradients attention_backward(const AttentionShape& shape, const AttentionOptions& options, const Operands& in,
                                      const Slope& d_output, const Values& d_lse = {});

struct AffineGradient {
  Slope weight, bias;  // (in, out) and (out)
};

struct LayerGradients {
  Slope dx, dcontext;
  AffineGradient query, key, value, output;
  Slope joined;
  AttentionGradients attention;
};

// The same for a layer, with d_output (batch, tokens, columns of the output).
LayerGradients self_attention_backward(const SelfAttentionShape& shape, const AttentionOptions& options,
                                       const LayerOperands& in, const Values& d_output, const Values& d_lse = {});

// d (batch, heads, queries, keys) summed over the axes along which the bias repeats, in the layout of the bias.
Slope summed_as(const AttentionShape& shape, const PairView<float>& bias, std::size_t bias_size, const Slope& d);

// Σ output ∘ d_output + Σ lse ∘ d_lse over the rows that attend to something. d_lse may have no values.
double loss(const Values& output, const Values& d_output, const Values& lse, const std::vector<float>& d_lse);

// Σ a ∘ b
double dot(const Values& a, const Values& b);

// (f(x + step·u) − f(x − step·u)) / 2·step. f is computed from x, among others.
template <class Function>
double central_difference(Values& x, const Values& u, Function f) {
  const Values before = x;
  const auto moved = [&](double by) {
    for (std::size_t n = 0; n < x.size(); ++n)
      if (u[n] != 0.0) x[n] = before[n] + by * u[n];
    return f();
  };
  constexpr double kStep = 1e-5;  // errors of kStep² and 1e-16 / kStep
  const double slope = (moved(kStep) - moved(-kStep)) / (2 * kStep);
  x = before;
  return slope;
}

}  // namespace heed::oracle
