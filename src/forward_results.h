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
    for (std::size_t j = 0; j < at.count; ++j) {
      const double logit = s[j] + visible_.added(at.b, at.h, at.i, at.key + j);
      const bool is_visible = visible_.may_attend(at.b, at.h, at.i, at.key + j);
      logits[j] = is_visible ? static_cast<float>(logit) : kernels::kMasked;
    }
  }

  // weights = factor · s
  void keep_weights(const RowPart& at, const float* s, float factor) const {
    if (out_.weights) kernels::multiply_into(pair_row(out_.weights, at.b, at.h, at.i) + at.key, s, at.count, factor);
  }

  // Makes the weights of a row 0 before and after the keys that it passed. Where the factor is not finite, 0 · factor
  // is NaN, so the weights of the keys that the row may not attend to are made 0 again.
  void finish_weights(std::size_t b, std::size_t h, std::size_t i, const Range& keys, float factor) const {
    if (!out_.weights) return;
    float* weights = pair_row(out_.weights, b, h, i);
    kernels::fill(weights, 0, keys.begin, 0.0f);
    kernels::fill(weights, keys.end, shape_.keys, 0.0f);
    if (std::isfinite(factor)) return;
    for (std::size_t j = keys.begin; j < keys.end; ++j)
      if (!visible_.may_attend(b, h, i, j)) weights[j] = 0.0f;
  }

  // max is the largest logit less the shift, sink included.
  void keep_row_figures(std::size_t b, std::size_t h, std::size_t i, float max, float sum,
                        const RowShift& shift) const {
    if (!out_.row_max && !out_.row_sum && !out_.lse) return;
    const std::size_t row = shape_.row(b, h, i);
    const double taken_off = visible_.taken_off(h, shift);
    const bool is_sink = options_.sink && max == visible_.sink(h, shift);
    const double largest = is_sink ? double{options_.sink[h]} : taken_off + max;
    if (out_.row_max) out_.row_max[row] = max;
    if (out_.row_sum) out_.row_sum[row] = sum;
    if (out_.lse) out_.lse[row] = sum == 0.0f ? kernels::kMasked : static_cast<float>(largest + kernels::log(sum));
  }

  // The results of a row with nothing to attend to. It has no logits here: keeping them visits every pair.
  void clear_row(std::size_t b, std::size_t h, std::size_t i) const {
    kernels::fill(out_.output.row(b, h, i), 0, shape_.value_dim, 0.0f);
    if (out_.weights) kernels::fill(pair_row(out_.weights, b, h, i), 0, shape_.keys, 0.0f);
    const float sink = visible_.sink(h, {});
    keep_row_figures(b, h, i, sink, sink == kernels::kMasked ? 0.0f : 1.0f, {});
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
