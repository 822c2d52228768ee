// tanh, for softcap. Small arguments keep their relative accuracy, because softcap(x) ≈ x there.
#pragma once

#include "exp.h"
#include "f32x4.h"

namespace heed::simd {

// Measured over all floats by tests/core; the test holds the bound.
inline constexpr double kTanhMaxUlp = 2.2;

// |x| < 5/8: an odd polynomial (minimax, as in Cephes). Above: 1 − 2e/(1 + e) with e = exp(−2|x|) in (0, 0.29].
inline f32x4 tanh(f32x4 x) {
  const f32x4 z = mul(x, x);
  f32x4 p = splat(-5.70498872745e-3f);
  p = madd(p, z, splat(2.06390887954e-2f));
  p = madd(p, z, splat(-5.37397155531e-2f));
  p = madd(p, z, splat(1.33314422036e-1f));
  p = madd(p, z, splat(-3.33332819422e-1f));
  const f32x4 near = madd(mul(p, z), x, x);

  const f32x4 magnitude = abs(x);
  const f32x4 e = exp_nonpositive(mul(magnitude, splat(-2.0f)));
  const f32x4 far = sub(splat(1.0f), div(add(e, e), add(splat(1.0f), e)));
  return select(less(magnitude, splat(0.625f)), near, copy_sign(far, x));
}

}  // namespace heed::simd
