#include "backward_row.h"

#include "../simd/f32x4.h"

namespace heed::kernels {

using simd::f32x4;

float dot_in_order(const float* a, const float* b, std::size_t n) {
  f32x4 sum = simd::splat(0.0f);
  for (std::size_t k = 0; k < n; ++k) sum = simd::madd(simd::load_splat(a + k), simd::load_splat(b + k), sum);
  return simd::lane<0>(sum);
}

void softmax_gradient(const float* weights, std::size_t n, float row_dot, float* d) {
  const f32x4 zero = simd::splat(0.0f), dot = simd::splat(row_dot);
  for (std::size_t j = 0; j < n; j += simd::kLanes) {
    const f32x4 weight = simd::load(weights + j);
    const f32x4 slope = simd::mul(weight, simd::sub(simd::load(d + j), dot));
    simd::store(d + j, simd::select(simd::equal(weight, zero), zero, slope));
  }
}

void softcap_gradient(const float* capped, std::size_t n, float cap, float* d) {
  const f32x4 zero = simd::splat(0.0f), one = simd::splat(1.0f), by = simd::splat(1.0f / cap);
  for (std::size_t j = 0; j < n; j += simd::kLanes) {
    const f32x4 tanh = simd::mul(simd::load(capped + j), by), slope = simd::load(d + j);
    const f32x4 capped_slope = simd::mul(slope, simd::sub(one, simd::mul(tanh, tanh)));
    simd::store(d + j, simd::select(simd::equal(slope, zero), zero, capped_slope));
  }
}

void add_multiple(const float* from, std::size_t n, float factor, float* to) {
  std::size_t j = 0;
  for (; j + simd::kLanes <= n; j += simd::kLanes)
    simd::store(to + j, simd::madd(simd::load(from + j), simd::splat(factor), simd::load(to + j)));
  for (; j < n; ++j) to[j] += from[j] * factor;
}

}  // namespace heed::kernels
