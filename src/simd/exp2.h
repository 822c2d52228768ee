// 2^x for the x that softmax meets: never above 0, down to -Infinity.
#pragma once

#include "f32x4.h"

namespace heed::simd {

// Measured over every float in (-126, 0] by tests/core; the test holds the bound.
inline constexpr double kExp2MaxUlp = 1.0;

// 2^x for x <= 0. Exactly 1 at 0; exactly 0 at -127 and below, -Infinity included; NaN stays NaN.
// Results below 2^-126 lose accuracy down to 0 (they are below 1.2e-38).
inline f32x4 exp2_nonpositive(f32x4 x) {
  const f32x4 magic = splat(12582912.0f + 127.0f);  // 1.5·2²³: adding it leaves round(x) + 127 in the low bits
  const f32x4 clamped = max(x, splat(-127.0f));
  const f32x4 rounded = add(clamped, magic);
  const f32x4 f = sub(clamped, sub(rounded, magic));  // in [-1/2, 1/2]
  // minimax in relative error (2e-9, a thirtieth of an ulp; the rest is rounding) with an exact leading 1, so that
  // 2^0 = 1 and 2^-127 = 0 are exact
  f32x4 p = splat(1.5353359e-4f);
  p = madd(p, f, splat(1.33988762e-3f));
  p = madd(p, f, splat(9.61843785e-3f));
  p = madd(p, f, splat(5.55033237e-2f));
  p = madd(p, f, splat(.240226477f));
  p = madd(p, f, splat(.693147182f));
  p = madd(p, f, splat(1.0f));
  // a product, not a sum of bits: NaN times anything stays NaN, whatever bits it carries
  return mul(p, power_of_low_bits(rounded));
}

}  // namespace heed::simd
