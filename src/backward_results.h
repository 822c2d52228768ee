// Writes what the caller of attention_backward() asked for beside dq, dk and dv.
#pragma once

#include <algorithm>
#include <cstddef>

#include "attention.h"
#include "kernels/backward_row.h"
#include "kernels/softmax.h"
#include "visibility.h"

namespace heed {

class BackwardResults {
 public:
  BackwardResults(const AttentionShape& shape, const AttentionOptions& options, const AttentionGradients& out)
      : shape_(shape), options_(options), out_(out) {}

  void clear_bias() const {
    if (!out_.dbias) return;
    const PairView<float>& bias = options_.bias;
    for (std::size_t b = 0; b < (bias.batch_stride ? shape_.batch : 1); ++b)
      for (std::size_t h = 0; h < (bias.head_stride ? shape_.heads : 1); ++h)
        for (std::size_t i = 0; i < (bias.query_stride ? shape_.queries : 1); ++i)
          kernels::fill(bias_row(b, h, i), 0, bias.key_stride ? shape_.keys : 1, 0.0f);
  }

  void clear_heads() const {
    for (float* sums : {out_.dsink, out_.dalibi})
      if (sums) kernels::fill(sums, 0, shape_.heads, 0.0f);
  }

  // The pairs that no block visits keep this 0.
  void clear_row(std::size_t b, std::size_t h, std::size_t i) const {
    if (out_.dweights) kernels::fill(pair_row(out_.dweights, b, h, i), 0, shape_.keys, 0.0f);
    if (out_.dscores) kernels::fill(pair_row(out_.dscores, b, h, i), 0, shape_.keys, 0.0f);
  }

  void keep_d_weights(const RowPart& at, const float* from) const { keep(out_.dweights, at, from); }

  void keep_d_scores(const RowPart& at, const float* from) const {
    keep(out_.dscores, at, from);
    if (out_.dbias && options_.bias.key_stride == 1)
      kernels::add_multiple(from, at.count, 1.0f, bias_row(at.b, at.h, at.i) + at.key);
  }

  // For a bias that repeats along the keys: adds Σ dS of each row of a head. They are added in double precision,
  // because a large float loses the low bits of a small one.
  void keep_row_sums(std::size_t b, std::size_t h, const double* sums) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < shape_.queries; ++i) {
      sum += sums[i];
      if (options_.bias.query_stride == 0 && i + 1 < shape_.queries) continue;
      *bias_row(b, h, i) += static_cast<float>(sum);
      sum = 0.0;
    }
  }

 private:
  void keep(float* matrix, const RowPart& at, const float* from) const {
    if (matrix) std::copy_n(from, at.count, pair_row(matrix, at.b, at.h, at.i) + at.key);
  }

  // dbias is laid out as the bias is.
  float* bias_row(std::size_t b, std::size_t h, std::size_t i) const {
    return out_.dbias + (options_.bias.row(b, h, i) - options_.bias.data);
  }
  float* pair_row(float* matrix, std::size_t b, std::size_t h, std::size_t i) const {
    return matrix + shape_.row(b, h, i) * shape_.keys;
  }

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionGradients& out_;
};

}  // namespace heed
