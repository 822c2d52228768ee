#include "blocks.h"

#include <cstdint>
#include <cstring>

#include "../simd/f32x4.h"
#include "../simd/half.h"

namespace heed::kernels {

using simd::bits4;
using simd::f32x4;

namespace {

using Byte = std::uint8_t;

constexpr std::uint32_t kBytes = 0x01010101, kTwoBits = 3 * kBytes, kNibbles = 15 * kBytes, kFifth = 16 * kBytes,
                        kUpperTwo = 48 * kBytes, kSixBits = 63 * kBytes;

inline bits4 only(std::uint32_t bits, bits4 a) { return simd::and_bits(a, simd::splat_bits(bits)); }

// A half in every lane, times a power of two.
inline f32x4 scale(const Byte* p, float power) {
  std::uint16_t half;
  std::memcpy(&half, p, sizeof half);
  return simd::mul(simd::widen(simd::splat_bits(half)), simd::splat(power));
}

// What whole numbers become: factor · q + add. They come 2^24 times too large, so the factor is as much too small. That
// rounds nothing otherwise: no product is near the smallest or the largest floats.
struct Raised {
  f32x4 factor, add;
};

// The product and the sum are rounded apart in every flavour.
inline f32x4 scaled(f32x4 q, f32x4 factor) { return simd::mul(factor, q); }
inline f32x4 scaled(f32x4 q, const Raised& by) { return simd::add(simd::mul(by.factor, q), by.add); }

// Sixteen numbers, one in each byte.
template <class Scale>
inline void put(bits4 q, const Scale& by, float* to) {
  simd::store(to, scaled(simd::large_bytes<0>(q), by));
  simd::store(to + 4, scaled(simd::large_bytes<1>(q), by));
  simd::store(to + 8, scaled(simd::large_bytes<2>(q), by));
  simd::store(to + 12, scaled(simd::large_bytes<3>(q), by));
}

// The same of numbers from which `zero` is subtracted first.
inline void put_centred(bits4 q, std::uint32_t zero, f32x4 factor, float* to) {
  put(simd::sub_bytes(q, simd::splat_bits(zero * kBytes)), factor, to);
}

void decode_q8_0(const Byte* block, float* to) {
  const f32x4 factor = scale(block, simd::kLargeBytes);
  put(simd::load_sixteen(block + 2), factor, to);
  put(simd::load_sixteen(block + 18), factor, to + 16);
}

// Byte j of 16 holds number j in its low half and number j + 16 in its high half. Fifth bits lie in a word before them.
struct Nibbles {
  bits4 low, high;
};

template <bool Fifth>
inline Nibbles nibbles(const Byte* bytes) {
  const bits4 both = simd::load_sixteen(bytes + (Fifth ? 4 : 0));
  const Nibbles four{only(kNibbles, both), only(kNibbles, simd::shift_right<4>(both))};
  if (!Fifth) return four;
  return {simd::or_bits(four.low, only(kFifth, simd::load_bit_bytes(bytes))),
          simd::or_bits(four.high, only(kFifth, simd::load_bit_bytes(bytes + 2)))};
}

template <bool Fifth>
void decode_centred(const Byte* block, float* to) {
  const f32x4 factor = scale(block, simd::kLargeBytes);
  const Nibbles q = nibbles<Fifth>(block + 2);
  put_centred(q.low, Fifth ? 16 : 8, factor, to);
  put_centred(q.high, Fifth ? 16 : 8, factor, to + 16);
}

template <bool Fifth>
void decode_raised(const Byte* block, float* to) {
  const Raised by{scale(block, simd::kLargeBytes), scale(block + 2, 1.0f)};
  const Nibbles q = nibbles<Fifth>(block + 4);
  put(q.low, by, to);
  put(q.high, by, to + 16);
}

// Four bytes as they lie.
inline std::uint32_t word(const Byte* p) {
  std::uint32_t four;
  std::memcpy(&four, p, sizeof four);
  return four;
}

// Eight parts of 32. Two of them share 32 bytes, and bit p of a byte before those is the fifth bit of part p. Twelve
// bytes hold six bits for the scale and six for the minimum of each part: those of the last four parts lie in two
// places.
template <bool Fifth>
void decode_parts(const Byte* block, float* to) {
  const std::uint32_t first = word(block + 4), least = word(block + 8), last = word(block + 12);
  const bits4 six = simd::make_bits(first & kSixBits, (last & kNibbles) | (first >> 2 & kUpperTwo),  //
                                    least & kSixBits, (last >> 4 & kNibbles) | (least >> 2 & kUpperTwo));
  float factors[8], adds[8];
  const f32x4 factor = scale(block, simd::kLargeBytes * simd::kLargeBytes), add = scale(block + 2, -simd::kLargeBytes);
  simd::store(factors, scaled(simd::large_bytes<0>(six), factor));
  simd::store(factors + 4, scaled(simd::large_bytes<1>(six), factor));
  simd::store(adds, scaled(simd::large_bytes<2>(six), add));
  simd::store(adds + 4, scaled(simd::large_bytes<3>(six), add));
  const Byte* fifth = block + 16;
  const Byte* bytes = fifth + (Fifth ? 32 : 0);
  for (unsigned part = 0; part < 8; part += 2, to += 32)
    for (std::size_t i = 0; i < 32; i += 16, bytes += 16, to += 16) {
      const bits4 both = simd::load_sixteen(bytes);
      bits4 low = only(kNibbles, both), high = only(kNibbles, simd::shift_right<4>(both));
      if (Fifth) {
        const bits4 more = simd::shift_right(simd::load_sixteen(fifth + i), part);
        low = simd::or_bits(low, only(kFifth, simd::shift_left<4>(more)));
        high = simd::or_bits(high, only(kFifth, simd::shift_left<3>(more)));
      }
      put(low, Raised{simd::load_splat(factors + part), simd::load_splat(adds + part)}, to);
      put(high, Raised{simd::load_splat(factors + part + 1), simd::load_splat(adds + part + 1)}, to + 32);
    }
}

// Two halves of 128: four parts of 32, whose upper two bits share 32 bytes. A scale is for 16 numbers.
void decode_q6_k(const Byte* block, float* to) {
  float factors[16];
  put(simd::load_sixteen(block + 192), scale(block + 208, simd::kLargeBytes * simd::kLargeBytes), factors);
  const float* factor = factors;
  const Byte* high = block + 128;
  for (const Byte* low = block; low < block + 128; low += 64, high += 32)
    for (unsigned part = 0; part < 4; ++part)
      for (std::size_t i = 0; i < 32; i += 16, to += 16, ++factor) {
        const bits4 four = simd::shift_right(simd::load_sixteen(low + (part % 2 ? 32 : 0) + i), part / 2 * 4);
        const bits4 two = simd::shift_right(simd::load_sixteen(high + i), 2 * part);
        const bits4 q = simd::or_bits(only(kNibbles, four), simd::shift_left<4>(only(kTwoBits, two)));
        put_centred(q, 32, simd::load_splat(factor), to);
      }
}

}  // namespace

void decode(Stored stored, const void* blocks, std::size_t count, float* to) {
  const BlockSize size = block_size(stored);
  const auto* block = static_cast<const Byte*>(blocks);
  const auto each = [&](auto decode_one) {
    for (; count > 0; count -= size.numbers, block += size.bytes, to += size.numbers) decode_one(block, to);
  };
  switch (stored) {
    case Stored::q8_0:
      return each(decode_q8_0);
    case Stored::q4_0:
      return each(decode_centred<false>);
    case Stored::q4_1:
      return each(decode_raised<false>);
    case Stored::q5_0:
      return each(decode_centred<true>);
    case Stored::q5_1:
      return each(decode_raised<true>);
    case Stored::q4_k:
      return each(decode_parts<false>);
    case Stored::q5_k:
      return each(decode_parts<true>);
    case Stored::q6_k:
      return each(decode_q6_k);
    default:
      return;
  }
}

}  // namespace heed::kernels
