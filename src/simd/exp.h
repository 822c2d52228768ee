// e^x for the x that softmax has: never above 0, down to -Infinity.
#pragma once

#include "f32x4.h"

namespace heed::simd {

// |error| <= kExpMaxUlp + kExpUlpPerUnit · |x|, over every float in (-82.8, 0]; tests/core holds the bound. The second
// part is the rounding of x · log2(e). With a fused multiply-add, only the rounding of the constant remains of it.
inline constexpr double kExpMaxUlp = 2.5;
inline constexpr double kExpUlpPerUnit = 1.25;

// Powers of two from here down are 0. So no result is a subnormal float, nor is its product with a number above 2^-6:
// an Intel processor takes a hundred cycles and more for an operation on one of those.
inline constexpr int kExpZeroPower = -120;
// The low bits n become 2^(n − 127), so the rest is scaled by this.
inline constexpr float kExpScale = 0x1p7f;
static_assert(kExpScale == static_cast<float>(1 << (127 + kExpZeroPower)));

// The constants in the order of use. All nine and the operands of a loop over many vectors do not fit sixteen
// registers, and engines that keep them as literals spill. So each is loaded where it is used, once for all the vectors
// of a step.
alignas(16) inline float exp_constants[] = {
    kExpZeroPower * .693147182f,  // times ln(2): below this e^x is 0
    1.44269504f,                  // log2(e)
    12582912.0f - kExpZeroPower,  // 1.5·2²³: adding it leaves round(x · log2(e)) − kExpZeroPower in the low bits
    // 2^-f, minimax in relative error (9.1e-8), with a leading term of exactly 1, so that e^0 = 1. A sixth degree would
    // halve the error of exp and take an eighth more time. No bound of attention or of its gradients changed with it.
    -1.32647271e-3f * kExpScale, 9.67151265e-3f * kExpScale, -5.55073374e-2f * kExpScale, .240222421f * kExpScale,
    -.693146978f * kExpScale, kExpScale};

// e^x for x <= 0, each of N vectors in place. The result is exactly 1 at 0, and exactly 0 below -82.83 (2^-119.5),
// -Infinity included. NaN stays NaN.
template <int N>
inline void exp_nonpositive(f32x4 (&x)[N]) {
  constexpr int kTerms = 6;
  const float* constant = hidden(exp_constants);
  f32x4 power[N];
  const f32x4 least = load_splat(constant++), log2e = load_splat(constant++), magic = load_splat(constant++);
  for (int i = 0; i < N; ++i) {
    const f32x4 clamped = max(x[i], least);
    power[i] = madd(clamped, log2e, magic);
    x[i] = nmadd(clamped, log2e, sub(power[i], magic));  // minus the fraction, in [-1/2, 1/2]
  }
  f32x4 p[N];
  const f32x4 first = load_splat(constant++), second = load_splat(constant++);
  for (int i = 0; i < N; ++i) p[i] = madd(first, x[i], second);
  for (int term = 2; term < kTerms; ++term) {
    const f32x4 next = load_splat(constant++);
    for (int i = 0; i < N; ++i) p[i] = madd(p[i], x[i], next);
  }
  // a product, not a sum of bits: NaN times anything stays NaN, whatever bits it carries
  for (int i = 0; i < N; ++i) x[i] = mul(p[i], power_of_low_bits(power[i]));
}

inline f32x4 exp_nonpositive(f32x4 x) {
  f32x4 one[1] = {x};
  exp_nonpositive(one);
  return one[0];
}

}  // namespace heed::simd
