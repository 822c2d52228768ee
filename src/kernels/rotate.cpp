#include "rotate.h"

#include "../simd/f32x4.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

constexpr std::size_t kLanes = simd::kLanes;

// (x1, x2) → (cos·x1 − sin·x2, sin·x1 + cos·x2). The products begin with +0, so that a sum of zeros is never −0.
inline void turn(f32x4& x1, f32x4& x2, f32x4 cos, f32x4 sin) {
  const f32x4 zero = simd::splat(0.0f);
  const f32x4 y1 = simd::nmadd(sin, x2, simd::madd(cos, x1, zero));
  x2 = simd::madd(sin, x1, simd::madd(cos, x2, zero));
  x1 = y1;
}

}  // namespace

void rotate_row(const float* x, std::size_t columns, const Angles& angles, Turn way, float* y) {
  const f32x4 sign = simd::splat(way == Turn::forth ? 1.0f : -1.0f);
  const std::size_t pairs = angles.pairs, step = angles.interleaved ? 2 : 1, gap = angles.interleaved ? 1 : pairs;
  std::size_t i = 0;
  for (; i + kLanes <= pairs; i += kLanes) {
    const float* from = x + i * step;
    float* to = y + i * step;
    const std::size_t next = angles.interleaved ? kLanes : pairs;
    f32x4 a = simd::load(from), b = simd::load(from + next);
    if (angles.interleaved) {
      const f32x4 even = simd::even_lanes(a, b);
      b = simd::odd_lanes(a, b);
      a = even;
    }
    turn(a, b, simd::load(angles.cos + i), simd::mul(simd::load(angles.sin + i), sign));
    if (angles.interleaved) {
      const f32x4 low = simd::zip_low(a, b);
      b = simd::zip_high(a, b);
      a = low;
    }
    simd::store(to, a);
    simd::store(to + next, b);
  }
  // each of the last pairs fills all lanes of a vector, so that every pair is rounded in the same way
  for (; i < pairs; ++i) {
    f32x4 a = simd::splat(x[i * step]), b = simd::splat(x[i * step + gap]);
    turn(a, b, simd::splat(angles.cos[i]), simd::mul(simd::splat(angles.sin[i]), sign));
    y[i * step] = simd::lane<0>(a);
    y[i * step + gap] = simd::lane<0>(b);
  }
  if (y == x) return;
  for (std::size_t c = 2 * pairs; c < columns; ++c) y[c] = x[c];
}

}  // namespace heed::kernels
