// Four floats at a time. Kernels use these few operations and no others. The machine is chosen here, once.
//
// Rules that the kernels rely on, the same on every machine (tests/core/simd holds them):
//   madd(a, b, c) is a·b + c, and nmadd(a, b, c) is c − a·b. The flavour decides whether they round once or twice.
//   max(a, b) is a < b ? b : a, lane by lane, so a NaN in a stays and a NaN in b is dropped. min(a, b) is b < a ? b :
//   a. Loads and stores need no alignment.
//   load_small_halves reads eight float16. Moved to their places in a float, sign, exponent and mantissa make a number
//   that is exactly 2^112 times too small, subnormal or not. Infinity and NaN become finite numbers.
//   load_bit_bytes makes a byte of each of sixteen bits: 255 where it is set, else 0.
//   large_bytes<n>(a) is four signed bytes of a, from byte 4n on, as floats that are exactly 2^24 times too large: each
//   byte becomes the top of a lane.
#pragma once

#if defined(__wasm_simd128__)
#include "f32x4_wasm.h"
#else
#include "f32x4_native.h"
#endif

namespace heed::simd {

inline constexpr int kLanes = 4;

// What small halves must be multiplied by.
inline constexpr float kSmallHalves = 0x1p112f;
// What large bytes must be multiplied by.
inline constexpr float kLargeBytes = 0x1p-24f;

// The same address, but the optimiser does not know it. So a load from it stays where it is written.
inline const float* hidden(const float* p) {
  asm volatile("" : "+r"(p));
  return p;
}

// Rows become columns.
inline void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const f32x4 ab_low = zip_low(a, b), ab_high = zip_high(a, b);
  const f32x4 cd_low = zip_low(c, d), cd_high = zip_high(c, d);
  a = low_halves(ab_low, cd_low);
  b = high_halves(ab_low, cd_low);
  c = low_halves(ab_high, cd_high);
  d = high_halves(ab_high, cd_high);
}

inline float sum_lanes(f32x4 a) {
  const f32x4 pairs = add(a, high_halves(a, a));
  return lane<0>(pairs) + lane<1>(pairs);
}

// sum_lanes of each of the four, in the same order of additions
inline f32x4 sum_lanes(f32x4 a, f32x4 b, f32x4 c, f32x4 d) {
  transpose(a, b, c, d);
  return add(add(a, c), add(b, d));
}

inline float max_lanes(f32x4 a) {
  const f32x4 pairs = max(a, high_halves(a, a));
  return lane<0>(pairs) < lane<1>(pairs) ? lane<1>(pairs) : lane<0>(pairs);
}

}  // namespace heed::simd
