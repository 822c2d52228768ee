#include "norm.h"

#include <cmath>

#include "../simd/f32x4.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

// The sum of a row, two vectors at a time.
float sum_of(const float* x, std::size_t n) {
  f32x4 a = simd::splat(0.0f), b = a;
  std::size_t j = 0;
  for (; j + 8 <= n; j += 8) {
    a = simd::add(a, simd::load(x + j));
    b = simd::add(b, simd::load(x + j + 4));
  }
  float sum = simd::sum_lanes(simd::add(a, b));
  for (; j < n; ++j) sum += x[j];
  return sum;
}

}  // namespace

Moments moments_of(Norm norm, const float* x, std::size_t n, float epsilon) {
  const float count = static_cast<float>(n);
  const float mean = norm == Norm::layer ? sum_of(x, n) / count : 0.0f;
  const f32x4 from = simd::splat(mean);
  f32x4 sums = simd::splat(0.0f), squares = sums;
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    const f32x4 d = simd::sub(simd::load(x + j), from);
    sums = simd::add(sums, d);
    squares = simd::madd(d, d, squares);
  }
  float sum = simd::sum_lanes(sums), square = simd::sum_lanes(squares);
  for (; j < n; ++j) {
    const float d = x[j] - mean;
    sum += d;
    square += d * d;
  }
  const float rest = norm == Norm::layer ? sum / count : 0.0f;
  return {mean, rest, 1.0f / std::sqrt(square / count - rest * rest + epsilon)};
}

void normalise(const Moments& m, const float* x, const float* gain, const float* bias, std::size_t n, float* to) {
  const f32x4 mean = simd::splat(m.mean), rest = simd::splat(m.rest), scale = simd::splat(m.scale);
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    f32x4 y = simd::mul(simd::sub(simd::sub(simd::load(x + j), mean), rest), scale);
    if (gain) y = simd::mul(y, simd::load(gain + j));
    if (bias) y = simd::add(y, simd::load(bias + j));
    simd::store(to + j, y);
  }
  for (; j < n; ++j) {
    const float y = (x[j] - m.mean - m.rest) * m.scale;
    to[j] = (gain ? y * gain[j] : y) + (bias ? bias[j] : 0.0f);
  }
}

void normalise_backward(Norm norm, const Moments& m, const float* x, const float* gain, const float* d, std::size_t n,
                        const NormRowGradients& to) {
  const f32x4 mean = simd::splat(m.mean), rest = simd::splat(m.rest), scale = simd::splat(m.scale);
  // 1. sums of g and of g ∘ y, and what the row adds to the gradients of gain and bias
  f32x4 sums = simd::splat(0.0f), products = sums;
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    const f32x4 y = simd::mul(simd::sub(simd::sub(simd::load(x + j), mean), rest), scale);
    const f32x4 behind = simd::load(d + j);
    const f32x4 g = gain ? simd::mul(behind, simd::load(gain + j)) : behind;
    sums = simd::add(sums, g);
    products = simd::madd(g, y, products);
    if (to.dgain) simd::store(to.dgain + j, simd::madd(behind, y, simd::load(to.dgain + j)));
    if (to.dbias) simd::store(to.dbias + j, simd::add(behind, simd::load(to.dbias + j)));
  }
  float sum = simd::sum_lanes(sums), product = simd::sum_lanes(products);
  for (; j < n; ++j) {
    const float y = (x[j] - m.mean - m.rest) * m.scale;
    const float g = gain ? d[j] * gain[j] : d[j];
    sum += g;
    product += g * y;
    if (to.dgain) to.dgain[j] += d[j] * y;
    if (to.dbias) to.dbias[j] += d[j];
  }
  // 2. dx
  const float count = static_cast<float>(n);
  const float mean_g = norm == Norm::layer ? sum / count : 0.0f, mean_gy = product / count;
  const f32x4 less = simd::splat(mean_g), along = simd::splat(mean_gy);
  for (j = 0; j + 4 <= n; j += 4) {
    const f32x4 y = simd::mul(simd::sub(simd::sub(simd::load(x + j), mean), rest), scale);
    const f32x4 behind = simd::load(d + j);
    const f32x4 g = gain ? simd::mul(behind, simd::load(gain + j)) : behind;
    const f32x4 dx = simd::mul(simd::nmadd(y, along, simd::sub(g, less)), scale);
    simd::store(to.dx + j, to.residual ? simd::add(dx, simd::load(to.residual + j)) : dx);
  }
  for (; j < n; ++j) {
    const float y = (x[j] - m.mean - m.rest) * m.scale;
    const float g = gain ? d[j] * gain[j] : d[j];
    to.dx[j] = (g - mean_g - y * mean_gy) * m.scale + (to.residual ? to.residual[j] : 0.0f);
  }
}

}  // namespace heed::kernels
