// e^x for the x that softmax has: never above 0, down to -Infinity.
#pragma once

#include "f32x4.h"

namespace heed::simd {

// |error| <= kExpMaxUlp + kExpUlpPerUnit · |x|, over every float in (-87.3, 0]; tests/core holds the bound. The second
// part is the rounding of x · log2(e). With a fused multiply-add, only the rounding of the constant remains of it.
inline constexpr double kExpMaxUlp = 2.5;
inline constexpr double kExpUlpPerUnit = 1.25;

// The constants in the order of use. All nine and the operands of a loop over many vectors do not fit sixteen
// registers, and engines that keep them as literals spill. So each is loaded where it is used, once for all the vectors
// of a step.
alignas(16) inline float exp_constants[] = {
    -88.03f,               // -127 · ln(2): below this e^x is 0
    1.44269504f,           // log2(e)
    12582912.0f + 127.0f,  // 1.5·2²³: adding it leaves round(x · log2(e)) + 127 in the low bits
    // 2^-f, minimax in relative error (9.1e-8), with a leading term of exactly 1, so that e^0 = 1. A sixth degree would
    // halve the error of exp and take an eighth more time. No bound of attention or of its gradients changed with it.
    -1.32647271e-3f, 9.67151265e-3f, -5.55073374e-2f, .240222421f, -.693146978f, 1.0f};

// e^x for x <= 0, each of N vectors in place. The result is exactly 1 at 0, and exactly 0 at -88.03 and below,
// -Infinity included. NaN stays NaN. Results below 2^-126 (1.2e-38) lose accuracy down to 0.
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
