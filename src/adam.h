// A step of AdamW (Loshchilov and Hutter) over the numbers of one parameter.
#pragma once

#include <cstddef>

#include "status.h"

namespace heed {

// For each number: g = gradient · gradient_scale, mean = beta1 · mean + rest1 · g, square = beta2 · square + rest2 ·
// g², value = value · keep − rate · mean / (√(square · correction) + epsilon).
struct AdamStep {
  float beta1 = 0.0f, rest1 = 0.0f;  // rest1 = 1 − beta1, rounded once
  float beta2 = 0.0f, rest2 = 0.0f;
  float rate = 0.0f;        // the learning rate over 1 − beta1^t
  float correction = 1.0f;  // 1 / (1 − beta2^t)
  float epsilon = 1e-8f;
  float keep = 1.0f;            // 1 − learning rate · weight decay
  float gradient_scale = 1.0f;  // below 1 where gradients are clipped
};

struct AdamNumbers {
  float* value = nullptr;
  const float* gradient = nullptr;
  float* mean = nullptr;
  float* square = nullptr;
};

Status adam(std::size_t count, const AdamStep& step, const AdamNumbers& numbers);

// Adds Σ x² to what lies at `to`.
Status add_squares(std::size_t count, const float* x, double* to);

}  // namespace heed
