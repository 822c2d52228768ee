// f32x4 on WebAssembly SIMD. Compiled twice: as simd128, and as relaxed SIMD where the engine may fuse a·b + c.
#pragma once

#include <wasm_simd128.h>

#include <cstdint>

namespace heed::simd {

// kTallestTile: rows of the tallest tile that fits sixteen registers with its sums, its operands and, without fusing,
// its products.
// kSpread: floats that one number of packed rows takes. 4 means that it fills a vector, and the tile of scores loads it
// in one instruction everywhere. Every Safari runs `simd`, and JavaScriptCore gains a tenth. V8 and Firefox gain
// nothing with fused products.
#if defined(__wasm_relaxed_simd__)
inline constexpr int kTallestTile = 6;
inline constexpr int kSpread = 1;
#else
inline constexpr int kTallestTile = 4;
inline constexpr int kSpread = 4;
#endif

using f32x4 = v128_t;
using mask4 = v128_t;  // each lane all ones or all zeros

inline f32x4 load(const float* p) { return wasm_v128_load(p); }
inline void store(float* p, f32x4 a) { wasm_v128_store(p, a); }
inline f32x4 splat(float a) { return wasm_f32x4_splat(a); }
// The address is hidden from LLVM, so that the instruction has no constant offset. JavaScriptCore makes a load, a move
// and a broadcast of an instruction with an offset, and the register tile loses a quarter of its speed.
inline f32x4 load_splat(const float* p) {
  asm("" : "+r"(p));
  return wasm_v128_load32_splat(p);
}
template <int Lane>
inline float lane(f32x4 a) {
  return wasm_f32x4_extract_lane(a, Lane);
}
template <int Lane>
inline f32x4 splat_lane(f32x4 a) {
  return wasm_i32x4_shuffle(a, a, Lane, Lane, Lane, Lane);
}

inline f32x4 add(f32x4 a, f32x4 b) { return wasm_f32x4_add(a, b); }
inline f32x4 sub(f32x4 a, f32x4 b) { return wasm_f32x4_sub(a, b); }
inline f32x4 mul(f32x4 a, f32x4 b) { return wasm_f32x4_mul(a, b); }
inline f32x4 div(f32x4 a, f32x4 b) { return wasm_f32x4_div(a, b); }
inline f32x4 sqrt(f32x4 a) { return wasm_f32x4_sqrt(a); }
inline f32x4 abs(f32x4 a) { return wasm_f32x4_abs(a); }
inline f32x4 madd(f32x4 a, f32x4 b, f32x4 c) {
#if defined(__wasm_relaxed_simd__)
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
#endif
}

// c − a·b
inline f32x4 nmadd(f32x4 a, f32x4 b, f32x4 c) {
#if defined(__wasm_relaxed_simd__)
  return wasm_f32x4_relaxed_nmadd(a, b, c);
#else
  return wasm_f32x4_sub(c, wasm_f32x4_mul(a, b));
#endif
}

// pmax and pmin are one instruction on x86 and Arm. wasm's max and min take four, for their rules about NaN and −0.
inline f32x4 max(f32x4 a, f32x4 b) { return wasm_f32x4_pmax(a, b); }
inline f32x4 min(f32x4 a, f32x4 b) { return wasm_f32x4_pmin(a, b); }

inline mask4 less(f32x4 a, f32x4 b) { return wasm_f32x4_lt(a, b); }
inline mask4 equal(f32x4 a, f32x4 b) { return wasm_f32x4_eq(a, b); }
inline f32x4 select(mask4 m, f32x4 yes, f32x4 no) { return wasm_v128_bitselect(yes, no, m); }
// The sign of `sign` on the magnitude of `a`.
inline f32x4 copy_sign(f32x4 a, f32x4 sign) { return wasm_v128_bitselect(sign, a, wasm_i32x4_const_splat(INT32_MIN)); }
// Four bytes of a mask: a lane is set where the byte is not 0.
inline mask4 load_bytes_set(const std::uint8_t* p) {
  const v128_t bytes = wasm_v128_load32_zero(p);
  return wasm_i32x4_ne(wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(bytes)), wasm_i32x4_const_splat(0));
}

// The low nine bits of each lane become sign and exponent of a power of two: 2^(bits − 127), 0 for 0 (simd/exp.h).
inline f32x4 power_of_low_bits(f32x4 a) { return wasm_i32x4_shl(a, 23); }

// Four unsigned numbers of 32 bits.
using bits4 = v128_t;
inline bits4 bits_of(f32x4 a) { return a; }
inline f32x4 floats_of(bits4 a) { return a; }
inline bits4 splat_bits(std::uint32_t a) { return wasm_u32x4_splat(a); }
inline bits4 and_bits(bits4 a, bits4 b) { return wasm_v128_and(a, b); }
inline bits4 or_bits(bits4 a, bits4 b) { return wasm_v128_or(a, b); }
inline bits4 add_bits(bits4 a, bits4 b) { return wasm_i32x4_add(a, b); }
inline bits4 sub_bits(bits4 a, bits4 b) { return wasm_i32x4_sub(a, b); }
template <int Count>
inline bits4 shift_left(bits4 a) {
  return wasm_i32x4_shl(a, Count);
}
inline bits4 shift_right(bits4 a, unsigned count) { return wasm_u32x4_shr(a, count); }
template <int Count>
inline bits4 shift_right(bits4 a) {
  return shift_right(a, Count);
}
inline bits4 make_bits(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return wasm_u32x4_make(a, b, c, d);
}
// Sixteen bytes (simd/f32x4.h).
inline bits4 load_sixteen(const std::uint8_t* p) { return wasm_v128_load(p); }
inline bits4 sub_bytes(bits4 a, bits4 b) { return wasm_i8x16_sub(a, b); }
inline bits4 load_bit_bytes(const std::uint8_t* p) {
  const v128_t each = wasm_i8x16_swizzle(wasm_v128_load16_splat(p), wasm_u64x2_const(0, 0x0101010101010101));
  const v128_t own = wasm_u64x2_const_splat(0x8040201008040201);
  return wasm_i8x16_eq(wasm_v128_and(each, own), own);
}
template <int Part>
inline f32x4 large_bytes(bits4 a) {
  constexpr std::uint32_t kFirst = 4 * Part << 24 | 0x00ffffff;
  return wasm_f32x4_convert_i32x4(
      wasm_i8x16_swizzle(a, wasm_u32x4_const(kFirst, kFirst + (1 << 24), kFirst + (2 << 24), kFirst + (3 << 24))));
}
inline bits4 greater_bits(bits4 a, bits4 b) { return wasm_u32x4_gt(a, b); }
inline bits4 select_bits(bits4 m, bits4 yes, bits4 no) { return wasm_v128_bitselect(yes, no, m); }
// Four numbers of 16 bits, each in the low half of its lane.
inline bits4 load_halves(const std::uint16_t* p) { return wasm_u32x4_load16x4(p); }
inline void store_halves(std::uint16_t* p, bits4 a) { wasm_v128_store64_lane(p, wasm_u16x8_narrow_i32x4(a, a), 0); }

// Two doubles.
using f64x2 = v128_t;
inline f64x2 low_doubles(f32x4 a) { return wasm_f64x2_promote_low_f32x4(a); }
inline f64x2 make_doubles(double a, double b) { return wasm_f64x2_make(a, b); }
inline f64x2 add_doubles(f64x2 a, f64x2 b) { return wasm_f64x2_add(a, b); }
inline f64x2 mul_doubles(f64x2 a, f64x2 b) { return wasm_f64x2_mul(a, b); }
inline f64x2 abs_doubles(f64x2 a) { return wasm_f64x2_abs(a); }
inline double sum_doubles(f64x2 a) { return wasm_f64x2_extract_lane(a, 0) + wasm_f64x2_extract_lane(a, 1); }

// Eight float16 as floats, 2^112 times too small (simd/f32x4.h).
inline void load_small_halves(const std::uint16_t* p, f32x4& a, f32x4& b) {
  const v128_t halves = wasm_v128_load(p);
  const v128_t high = wasm_v128_and(wasm_i16x8_shr(halves, 3), wasm_i16x8_const_splat(static_cast<int16_t>(0x8fff)));
  const v128_t low = wasm_i16x8_shl(halves, 13);
  a = wasm_i16x8_shuffle(low, high, 0, 8, 1, 9, 2, 10, 3, 11);
  b = wasm_i16x8_shuffle(low, high, 4, 12, 5, 13, 6, 14, 7, 15);
}

// Eight bfloat16 as floats: each is the upper half of one.
inline void load_brains(const std::uint16_t* p, f32x4& a, f32x4& b) {
  const v128_t brains = wasm_v128_load(p), zero = wasm_i16x8_const_splat(0);
  a = wasm_i16x8_shuffle(zero, brains, 0, 8, 1, 9, 2, 10, 3, 11);
  b = wasm_i16x8_shuffle(zero, brains, 4, 12, 5, 13, 6, 14, 7, 15);
}

inline f32x4 zip_low(f32x4 a, f32x4 b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
inline f32x4 zip_high(f32x4 a, f32x4 b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }
inline f32x4 even_lanes(f32x4 a, f32x4 b) { return wasm_i32x4_shuffle(a, b, 0, 2, 4, 6); }
inline f32x4 odd_lanes(f32x4 a, f32x4 b) { return wasm_i32x4_shuffle(a, b, 1, 3, 5, 7); }
inline f32x4 low_halves(f32x4 a, f32x4 b) { return wasm_i64x2_shuffle(a, b, 0, 2); }
inline f32x4 high_halves(f32x4 a, f32x4 b) { return wasm_i64x2_shuffle(a, b, 1, 3); }

}  // namespace heed::simd
