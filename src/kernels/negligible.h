// Numbers too small to count in a gradient.
#pragma once

#include "../simd/f32x4.h"

namespace heed::kernels {

// Products with smaller numbers would be subnormal floats, and an Intel processor takes a hundred cycles for each
// operation on one of those: a step of training took up to 1.4 times as long.
inline constexpr float kNegligible = 0x1p-120f;

// x, or 0 where it is smaller than `least`. NaN stays NaN.
inline simd::f32x4 drop_negligible(simd::f32x4 x, float least = kNegligible) {
  return simd::select(simd::less(simd::abs(x), simd::splat(least)), simd::splat(0.0f), x);
}

}  // namespace heed::kernels
