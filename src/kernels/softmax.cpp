#include "softmax.h"

#include "../simd/exp.h"
#include "../simd/f32x4.h"
#include "../simd/tanh.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

// s = e^(s − shift) for 4 · Vectors entries. Returns their sum, lane by lane.
template <int Vectors>
inline f32x4 exp_step(float* s, f32x4 shift) {
  f32x4 x[Vectors];
  for (std::size_t i = 0; i < Vectors; ++i) x[i] = simd::sub(simd::load(s + i * simd::kLanes), shift);
  simd::exp_nonpositive(x);
  f32x4 sum = simd::splat(0.0f);
  for (std::size_t i = 0; i < Vectors; ++i) {
    simd::store(s + i * simd::kLanes, x[i]);
    sum = simd::add(sum, x[i]);
  }
  return sum;
}

}  // namespace

void fill(float* s, std::size_t from, std::size_t to, float value) {
  std::size_t j = from;
  for (; j + 4 <= to; j += 4) simd::store(s + j, simd::splat(value));
  for (; j < to; ++j) s[j] = value;
}

void multiply_into(float* to, const float* from, std::size_t n, float factor) {
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) simd::store(to + j, simd::mul(simd::load(from + j), simd::splat(factor)));
  for (; j < n; ++j) to[j] = from[j] * factor;
}

void softcap(float* s, std::size_t n, float cap) {
  for (std::size_t j = 0; j < n; j += 4)
    simd::store(s + j, simd::mul(simd::tanh(simd::div(simd::load(s + j), simd::splat(cap))), simd::splat(cap)));
}

void add_bias(float* s, std::size_t n, const float* bias, std::size_t bias_stride, float shift, float masked) {
  const f32x4 minus_infinity = simd::splat(kMasked);
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    const f32x4 b = bias_stride ? simd::load(bias + j) : simd::load_splat(bias);
    const f32x4 sum = simd::add(simd::load(s + j), simd::sub(b, simd::splat(shift)));
    simd::store(s + j, simd::select(simd::equal(b, minus_infinity), simd::splat(masked), sum));
  }
  for (; j < n; ++j) {
    const float b = bias[j * bias_stride];
    s[j] = b == kMasked ? masked : s[j] + (b - shift);
  }
}

void apply_mask(float* s, std::size_t n, const std::uint8_t* mask, std::size_t mask_stride, float masked) {
  if (mask_stride == 0) {
    if (*mask == 0) fill(s, 0, n, masked);
    return;
  }
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4)
    simd::store(s + j, simd::select(simd::load_bytes_set(mask + j), simd::load(s + j), simd::splat(masked)));
  for (; j < n; ++j)
    if (mask[j] == 0) s[j] = masked;
}

void keep_equal(float* s, std::size_t n, const std::int32_t* numbers, std::int32_t number, float masked) {
  for (std::size_t j = 0; j < n; ++j) s[j] = numbers[j] == number ? s[j] : masked;
}

float row_max(const float* s, std::size_t n, float floor) {
  // four maxima at a time, because the latency of one max is four cycles
  f32x4 m[4] = {simd::splat(floor), simd::splat(floor), simd::splat(floor), simd::splat(floor)};
  std::size_t j = 0;
  for (; j + 16 <= n; j += 16)
    for (std::size_t u = 0; u < 4; ++u) m[u] = simd::max(m[u], simd::load(s + j + 4 * u));
  for (; j < n; j += 4) m[0] = simd::max(m[0], simd::load(s + j));
  return simd::max_lanes(simd::max(simd::max(m[0], m[1]), simd::max(m[2], m[3])));
}

float exp_row(float* s, std::size_t n, float shift) {
  const f32x4 by = simd::splat(shift);
  f32x4 sum = simd::splat(0.0f);
  std::size_t j = 0;
  for (; j + 16 <= n; j += 16) sum = simd::add(sum, exp_step<4>(s + j, by));
  for (; j < n; j += 4) sum = simd::add(sum, exp_step<1>(s + j, by));
  return simd::sum_lanes(sum);
}

float exp_nonpositive(float x) { return simd::lane<0>(simd::exp_nonpositive(simd::splat(x))); }

}  // namespace heed::kernels
