// Calls attention_backward() and self_attention_backward(), and compares them with the textbook.
#pragma once

#include <string>
#include <vector>

#include "gradient_oracle.h"
#include "layer.h"
#include "problem.h"

namespace heed::test {

// What a call of attention_backward() wrote. What was not asked for is empty.
struct Gradients {
  Status status = Status::ok;
  HeadTensor dq, dk, dv;
  std::vector<float> dbias, dweights, dscores, dsink, dalibi;
};

// A gradient of the output of N(0, 1), in this layout.
HeadTensor normal_d_output(const Problem& problem, Random& random, Layout layout = Layout::dense);

// How to call: whether pair matrices are kept, and whether a forward call saved what is needed.
struct Calling {
  bool keeps_pairs = false;
  bool saved = false;
  Layout layout = Layout::dense;  // of dq, dk, dv
};

// Calls attention_backward(). What it must overwrite holds NaN before the call.
Gradients run_backward(const Problem& problem, const HeadTensor& d_output, const Calling& calling = {});

oracle::AttentionGradients textbook_gradients(const Problem& problem, const HeadTensor& d_output);

// The rounding that a gradient may have: a part of its own norm, which is the gate of this project, and a part of the
// norm of its terms, because terms that cancel leave rounding of their own size.
struct GradientGate {
  double relative = 1e-5;
  double of_terms = 5e-7;
};

// The worst errors so far: relative to the gradient's own norm, and as a part of what was allowed.
struct GradientLedger {
  double relative = 0.0;
  double part = 0.0;
  std::string worst;  // which gradient, of which problem

  void print(const char* title) const;
};

// ‖actual − expected‖₂ / ‖expected‖₂; where that is 0, ‖actual‖₂.
double relative_error(const std::vector<float>& actual, const std::vector<double>& expected);

// "" where every gradient that was written is within the gate, and exactly 0 where the contract says so.
std::string difference_from_oracle(const Problem& problem, const HeadTensor& d_output, const Gradients& gradients,
                                   GradientLedger& ledger, const GradientGate& gate = {});

// What a call of self_attention_backward() wrote.
struct LayerGradients {
  Status status = Status::ok;
  std::vector<float> dx, dcontext, dbias, dweights, dscores, dsink, dalibi;
  Weights query, key, value, output;       // of each projection that the layer has
  std::vector<float> dq, dk, dv, djoined;  // kept where pairs are
};

std::vector<float> normal_d_output(const Layer& layer, Random& random);

LayerGradients run_backward(const Layer& layer, const std::vector<float>& d_output, bool saved = false,
                            bool keeps_pairs = false);

oracle::LayerGradients textbook_gradients(const Layer& layer, const std::vector<float>& d_output);

std::string difference_from_oracle(const Layer& layer, const std::vector<float>& d_output,
                                   const LayerGradients& gradients, GradientLedger& ledger,
                                   const GradientGate& gate = {});

// (in, out) values of a weight's gradient, in the layout of the layer's weights.
std::vector<double> laid_out(const std::vector<double>& in_out, std::size_t in, std::size_t out, WeightLayout layout);

}  // namespace heed::test
