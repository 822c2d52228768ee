// f32x4 on the machine that compiles this, by the vector extension of GCC and Clang. So the same kernels run under the
// sanitizers on any machine. Only fused products name an instruction set: the extension lacks them.
#pragma once

#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <cstdint>
#include <cstring>

namespace heed::simd {

// Rows of the tallest tile. Wasm has tiles of 4 and of 6 rows; with 6 here, both run under the sanitizers.
inline constexpr int kTallestTile = 6;
// Floats that one number of packed rows takes, as in f32x4_wasm.h. The shape with an overlap, 1, is the one to
// sanitize.
inline constexpr int kSpread = 1;

using f32x4 = float __attribute__((vector_size(16)));
using mask4 = std::int32_t __attribute__((vector_size(16)));  // each lane all ones or all zeros

inline f32x4 load(const float* p) {
  f32x4 a;
  std::memcpy(&a, p, sizeof a);
  return a;
}
inline void store(float* p, f32x4 a) { std::memcpy(p, &a, sizeof a); }
inline f32x4 splat(float a) { return f32x4{a, a, a, a}; }
inline f32x4 load_splat(const float* p) { return splat(*p); }
template <int Lane>
inline float lane(f32x4 a) {
  return a[Lane];
}
template <int Lane>
inline f32x4 splat_lane(f32x4 a) {
  return splat(a[Lane]);
}

inline f32x4 add(f32x4 a, f32x4 b) { return a + b; }
inline f32x4 sub(f32x4 a, f32x4 b) { return a - b; }
inline f32x4 mul(f32x4 a, f32x4 b) { return a * b; }
inline f32x4 div(f32x4 a, f32x4 b) { return a / b; }
inline f32x4 sqrt(f32x4 a) {
  return f32x4{__builtin_sqrtf(a[0]), __builtin_sqrtf(a[1]), __builtin_sqrtf(a[2]), __builtin_sqrtf(a[3])};
}
#if defined(__FMA__)
inline f32x4 madd(f32x4 a, f32x4 b, f32x4 c) { return _mm_fmadd_ps(a, b, c); }
inline f32x4 nmadd(f32x4 a, f32x4 b, f32x4 c) { return _mm_fnmadd_ps(a, b, c); }
#elif defined(__aarch64__)
inline f32x4 madd(f32x4 a, f32x4 b, f32x4 c) { return vfmaq_f32(c, a, b); }
inline f32x4 nmadd(f32x4 a, f32x4 b, f32x4 c) { return vfmsq_f32(c, a, b); }
#else
inline f32x4 madd(f32x4 a, f32x4 b, f32x4 c) { return a * b + c; }
inline f32x4 nmadd(f32x4 a, f32x4 b, f32x4 c) { return c - a * b; }
#endif

inline mask4 less(f32x4 a, f32x4 b) { return a < b; }
inline mask4 equal(f32x4 a, f32x4 b) { return a == b; }
inline f32x4 select(mask4 m, f32x4 yes, f32x4 no) {
  return reinterpret_cast<f32x4>((m & reinterpret_cast<mask4>(yes)) | (~m & reinterpret_cast<mask4>(no)));
}
inline f32x4 max(f32x4 a, f32x4 b) { return select(a < b, b, a); }
inline f32x4 min(f32x4 a, f32x4 b) { return select(b < a, b, a); }
// The sign of `sign` on the magnitude of `a`.
inline f32x4 copy_sign(f32x4 a, f32x4 sign) {
  const mask4 bit = {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN};
  return select(bit, sign, a);
}
inline f32x4 abs(f32x4 a) { return copy_sign(a, splat(0.0f)); }
// Four bytes of a mask: a lane is set where the byte is not 0.
inline mask4 load_bytes_set(const std::uint8_t* p) { return mask4{p[0], p[1], p[2], p[3]} != mask4{0, 0, 0, 0}; }

// The low nine bits of each lane become sign and exponent of a power of two: 2^(bits − 127), 0 for 0 (simd/exp.h).
inline f32x4 power_of_low_bits(f32x4 a) {
  using words = std::uint32_t __attribute__((vector_size(16)));
  return reinterpret_cast<f32x4>(reinterpret_cast<words>(a) << 23);
}

// Four unsigned numbers of 32 bits.
using bits4 = std::uint32_t __attribute__((vector_size(16)));
inline bits4 bits_of(f32x4 a) { return reinterpret_cast<bits4>(a); }
inline f32x4 floats_of(bits4 a) { return reinterpret_cast<f32x4>(a); }
inline bits4 splat_bits(std::uint32_t a) { return bits4{a, a, a, a}; }
inline bits4 and_bits(bits4 a, bits4 b) { return a & b; }
inline bits4 or_bits(bits4 a, bits4 b) { return a | b; }
inline bits4 add_bits(bits4 a, bits4 b) { return a + b; }
inline bits4 sub_bits(bits4 a, bits4 b) { return a - b; }
template <int Count>
inline bits4 shift_left(bits4 a) {
  return a << Count;
}
inline bits4 shift_right(bits4 a, unsigned count) { return a >> count; }
template <int Count>
inline bits4 shift_right(bits4 a) {
  return shift_right(a, Count);
}
inline bits4 make_bits(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) { return bits4{a, b, c, d}; }
// Sixteen bytes (simd/f32x4.h).
using bytes16 = std::uint8_t __attribute__((vector_size(16)));
inline bits4 load_sixteen(const std::uint8_t* p) {
  bits4 a;
  std::memcpy(&a, p, sizeof a);
  return a;
}
inline bits4 sub_bytes(bits4 a, bits4 b) {
  return reinterpret_cast<bits4>(reinterpret_cast<bytes16>(a) - reinterpret_cast<bytes16>(b));
}
inline bits4 load_bit_bytes(const std::uint8_t* p) {
  bytes16 a;
  for (int n = 0; n < 16; ++n) a[n] = p[n / 8] >> n % 8 & 1 ? 255 : 0;
  return reinterpret_cast<bits4>(a);
}
template <int Part>
inline f32x4 large_bytes(bits4 a) {
  const bytes16 bytes = reinterpret_cast<bytes16>(a);
  bits4 tops;
  for (int n = 0; n < 4; ++n) tops[n] = static_cast<std::uint32_t>(bytes[4 * Part + n]) << 24;
  return __builtin_convertvector(reinterpret_cast<mask4>(tops), f32x4);
}
inline bits4 greater_bits(bits4 a, bits4 b) { return reinterpret_cast<bits4>(a > b); }
inline bits4 select_bits(bits4 m, bits4 yes, bits4 no) { return (m & yes) | (~m & no); }
// Four numbers of 16 bits, each in the low half of its lane.
inline bits4 load_halves(const std::uint16_t* p) { return bits4{p[0], p[1], p[2], p[3]}; }
inline void store_halves(std::uint16_t* p, bits4 a) {
  for (int lane = 0; lane < 4; ++lane) p[lane] = static_cast<std::uint16_t>(a[lane]);
}

// Two doubles.
using f64x2 = double __attribute__((vector_size(16)));
inline f64x2 low_doubles(f32x4 a) { return f64x2{a[0], a[1]}; }
inline f64x2 make_doubles(double a, double b) { return f64x2{a, b}; }
inline f64x2 add_doubles(f64x2 a, f64x2 b) { return a + b; }
inline f64x2 mul_doubles(f64x2 a, f64x2 b) { return a * b; }
inline f64x2 abs_doubles(f64x2 a) { return f64x2{a[0] < 0 ? -a[0] : a[0], a[1] < 0 ? -a[1] : a[1]}; }
inline double sum_doubles(f64x2 a) { return a[0] + a[1]; }

// Eight float16 as floats, 2^112 times too small (simd/f32x4.h).
inline void load_small_halves(const std::uint16_t* p, f32x4& a, f32x4& b) {
  using words = std::uint32_t __attribute__((vector_size(16)));
  const words low{p[0], p[1], p[2], p[3]}, high{p[4], p[5], p[6], p[7]};
  a = reinterpret_cast<f32x4>((low & 0x8000) << 16 | (low & 0x7fff) << 13);
  b = reinterpret_cast<f32x4>((high & 0x8000) << 16 | (high & 0x7fff) << 13);
}

// Eight bfloat16 as floats: each is the upper half of one.
inline void load_brains(const std::uint16_t* p, f32x4& a, f32x4& b) {
  a = floats_of(load_halves(p) << 16);
  b = floats_of(load_halves(p + 4) << 16);
}

inline f32x4 zip_low(f32x4 a, f32x4 b) { return f32x4{a[0], b[0], a[1], b[1]}; }
inline f32x4 zip_high(f32x4 a, f32x4 b) { return f32x4{a[2], b[2], a[3], b[3]}; }
inline f32x4 even_lanes(f32x4 a, f32x4 b) { return f32x4{a[0], a[2], b[0], b[2]}; }
inline f32x4 odd_lanes(f32x4 a, f32x4 b) { return f32x4{a[1], a[3], b[1], b[3]}; }
inline f32x4 low_halves(f32x4 a, f32x4 b) { return f32x4{a[0], a[1], b[0], b[1]}; }
inline f32x4 high_halves(f32x4 a, f32x4 b) { return f32x4{a[2], a[3], b[2], b[3]}; }

}  // namespace heed::simd
