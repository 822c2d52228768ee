// Half precision (IEEE 754 binary16): a sign, five bits of exponent, ten bits of mantissa. Only storage is half; heed
// computes in floats.
#pragma once

#include <cstdint>

#include "f32x4.h"

namespace heed::simd {

inline constexpr std::uint32_t kHalfSign = 0x8000, kHalfInfinity = 0x7c00;

// The halves in the low 16 bits of each lane as floats. Every half is a float, so nothing is rounded, and −0,
// infinities and NaN stay what they are.
//
// Moved to the place of a float's exponent and mantissa, a half is 2^112 times too small, subnormal or not. The product
// is exact: no machine that runs this flushes subnormal floats to 0.
inline f32x4 widen(bits4 half) {
  const bits4 magnitude = and_bits(half, splat_bits(kHalfSign - 1));
  const f32x4 scaled = mul(floats_of(shift_left<13>(magnitude)), splat(0x1p112f));
  // an exponent of all ones stays all ones: infinity or NaN
  const bits4 not_finite = and_bits(greater_bits(magnitude, splat_bits(kHalfInfinity - 1)), splat_bits(0x7f800000));
  const bits4 sign = shift_left<16>(and_bits(half, splat_bits(kHalfSign)));
  return floats_of(or_bits(or_bits(bits_of(scaled), not_finite), sign));
}

// Each float as the nearest half, in the low 16 bits of its lane; where two are equally near, the even one. From 65520
// on, the nearest is infinity. NaN stays NaN.
inline bits4 narrow(f32x4 a) {
  const bits4 bits = bits_of(a);
  const bits4 magnitude = and_bits(bits, splat_bits(0x7fffffff));
  // normal halves: the exponent moves by 127 − 15, and half a unit is added, or a little less where the half is even
  const bits4 odd = and_bits(shift_right<13>(magnitude), splat_bits(1));
  const bits4 rounded = add_bits(add_bits(magnitude, splat_bits(0xfffu - (112u << 23))), odd);
  // subnormal halves: the addition of 0.5 rounds to a multiple of 2^-24
  const f32x4 half_unit = splat(0.5f);
  const bits4 small = sub_bits(bits_of(add(floats_of(magnitude), half_unit)), bits_of(half_unit));
  const bits4 is_small = greater_bits(splat_bits(113u << 23), magnitude);
  const bits4 is_large = greater_bits(magnitude, splat_bits((143u << 23) - 1));
  const bits4 is_nan = greater_bits(magnitude, splat_bits(0x7f800000));
  // a NaN keeps the upper bits of its mantissa, and is quiet
  const bits4 payload =
      and_bits(is_nan, or_bits(and_bits(shift_right<13>(bits), splat_bits(0x3ff)), splat_bits(0x200)));
  const bits4 large = or_bits(splat_bits(kHalfInfinity), payload);
  const bits4 finite = select_bits(is_small, small, shift_right<13>(rounded));
  const bits4 sign = and_bits(shift_right<16>(bits), splat_bits(kHalfSign));
  return or_bits(select_bits(is_large, large, finite), sign);
}

}  // namespace heed::simd
