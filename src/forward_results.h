// Writes what the caller of attention() asked to keep beside the output.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "attention.h"
#include "kernels/log.h"
#include "kernels/softmax.h"
#include "visibility.h"

namespace heed {

class ForwardResults {
 public:
  ForwardResults(const AttentionShape& shape, const AttentionOptions& options, const AttentionOutputs& out,
                 const Visibility& visible)
      : shape_(shape), options_(options), out_(out), visible_(visible) {}

  void keep_raw(const RowPart& at, const float* s) const { keep(out_.raw, at, s); }

  // Before bias and mask, s holds the scores.
  void keep_scores_and_logits(const RowPart& at, const float* s) const {
    keep(out_.scores, at, s);
    if (!out_.logits) return;
    float* logits = pair_row(out_.logits, at.b, at.h, at.i) + at.key;
    const PairView<float>& bias = options_.bias;
    for (std::size_t j = 0; j < at.count; ++j) {
      const float added = bias ? bias.row(at.b, at.h, at.i)[(at.key + j) * bias.key_stride] : 0.0f;
      logits[j] = visible_.may_attend(at.b, at.h, at.i, at.key + j) ? s[j] + added : kernels::kMasked;
    }
  }

  // weights = factor · s
  void keep_weights(const RowPart& at, const float* s, float factor) const {
    if (out_.weights) kernels::multiply_into(pair_row(out_.weights, at.b, at.h, at.i) + at.key, s, at.count, factor);
  }

  // Once a row has all its weights up to the key `end`, the rest are 0. Where the factor is not finite, 0 · factor is
  // NaN, so the weights of the keys that the row may not attend to are made 0 again.
  void finish_weights(std::size_t b, std::size_t h, std::size_t i, std::size_t end, float factor) const {
    if (!out_.weights) return;
    float* weights = pair_row(out_.weights, b, h, i);
    kernels::fill(weights, end, shape_.keys, 0.0f);
    if (std::isfinite(factor)) return;
    for (std::size_t j = 0; j < end; ++j)
      if (!visible_.may_attend(b, h, i, j)) weights[j] = 0.0f;
  }

  // max is the largest logit less `shift`.
  void keep_row_figures(std::size_t b, std::size_t h, std::size_t i, float max, float sum, double shift) const {
    const std::size_t row = shape_.row(b, h, i);
    if (out_.row_max) out_.row_max[row] = max;
    if (out_.row_sum) out_.row_sum[row] = sum;
    if (out_.lse) out_.lse[row] = sum == 0.0f ? kernels::kMasked : static_cast<float>(shift + max + kernels::log(sum));
  }

  // The results of a row with nothing to attend to. It has no logits here: keeping them visits every pair.
  void clear_row(std::size_t b, std::size_t h, std::size_t i) const {
    kernels::fill(out_.output.row(b, h, i), 0, shape_.value_dim, 0.0f);
    if (out_.weights) kernels::fill(pair_row(out_.weights, b, h, i), 0, shape_.keys, 0.0f);
    keep_row_figures(b, h, i, kernels::kMasked, 0.0f, 0.0);
  }

 private:
  void keep(float* matrix, const RowPart& at, const float* s) const {
    if (matrix) std::copy_n(s, at.count, pair_row(matrix, at.b, at.h, at.i) + at.key);
  }

  float* pair_row(float* matrix, std::size_t b, std::size_t h, std::size_t i) const {
    return matrix + shape_.row(b, h, i) * shape_.keys;
  }

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionOutputs& out_;
  const Visibility& visible_;
};

}  // namespace heed
