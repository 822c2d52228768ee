#include "blocks.h"

#include <cstdint>
#include <cstring>

#include "../simd/f32x4.h"
#include "../simd/half.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

using Byte = std::uint8_t;

constexpr std::uint32_t kLowBits = 0x01010101, kTwoBits = 0x03030303, kNibbles = 0x0f0f0f0f, kSigns = 0x80808080;
constexpr std::size_t kFour = simd::kLanes;

// Four bytes as they lie.
inline std::uint32_t word(const Byte* p) {
  std::uint32_t four;
  std::memcpy(&four, p, sizeof four);
  return four;
}

inline float half(const Byte* p) {
  return simd::lane<0>(simd::widen(simd::splat_bits(static_cast<std::uint32_t>(p[0] | p[1] << 8))));
}

// What the whole numbers of a part become: factor · (q − zero) + add. Without a minimum add is −0, which changes
// nothing, a zero's sign included.
struct Scale {
  f32x4 factor, add;
};

inline Scale scale(float factor, float add = -0.0f) { return {simd::splat(factor), simd::splat(add)}; }

// Four whole numbers, one in each byte. The product and the sum are rounded apart in every flavour.
template <std::uint32_t Zero>
inline void put(std::uint32_t four, const Scale& by, float* to) {
  simd::bits4 q = simd::split_bytes(four);
  if (Zero != 0) q = simd::sub_bits(q, simd::splat_bits(Zero));
  simd::store(to, simd::add(simd::mul(by.factor, simd::floats_from(q)), by.add));
}

// The lowest four bits, each as the fifth bit of a byte.
inline std::uint32_t fifth_bits(std::uint32_t bits) { return ((bits & 15) * 0x00204081u & kLowBits) << 4; }

void decode_q8_0(const Byte* block, float* to) {
  const Scale by = scale(half(block));
  for (std::size_t i = 0; i < 32; i += kFour) put<128>(word(block + 2 + i) ^ kSigns, by, to + i);
}

// Byte j of 16 holds number j in its low half and number j + 16 in its high half. Fifth bits lie in a word before them.
template <std::uint32_t Zero, bool Fifth>
void put_nibbles(const Byte* bytes, const Scale& by, float* to) {
  const std::uint32_t more = Fifth ? word(bytes) : 0;
  if (Fifth) bytes += sizeof more;
  for (unsigned i = 0; i < 16; i += kFour) {
    const std::uint32_t both = word(bytes + i);
    put<Zero>((both & kNibbles) | fifth_bits(more >> i), by, to + i);
    put<Zero>((both >> 4 & kNibbles) | fifth_bits(more >> (16 + i)), by, to + 16 + i);
  }
}

template <bool Fifth>
void decode_centred(const Byte* block, float* to) {
  put_nibbles<Fifth ? 16 : 8, Fifth>(block + 2, scale(half(block)), to);
}

template <bool Fifth>
void decode_raised(const Byte* block, float* to) {
  put_nibbles<0, Fifth>(block + 4, scale(half(block), half(block + 2)), to);
}

// Scale and minimum of a part of 32 numbers: six bits each, of the twelve bytes b.
Scale part_scale(const Byte* b, std::size_t part, float d, float least) {
  const auto at = [&](std::size_t n) { return static_cast<unsigned>(b[n]); };
  const bool first = part < 4;
  const unsigned s = first ? at(part) & 63 : (at(part + 4) & 15) | at(part - 4) >> 6 << 4;
  const unsigned n = first ? at(part + 4) & 63 : at(part + 4) >> 4 | at(part) >> 6 << 4;
  return scale(d * static_cast<float>(s), -(least * static_cast<float>(n)));
}

// Eight parts of 32. Two of them share 32 bytes, and bit p of a byte before those is the fifth bit of part p.
template <bool Fifth>
void decode_parts(const Byte* block, float* to) {
  const float d = half(block), least = half(block + 2);
  const Byte* fifth = block + 16;
  const Byte* bytes = fifth + (Fifth ? 32 : 0);
  for (std::size_t part = 0; part < 8; part += 2, bytes += 32, to += 64) {
    const Scale low = part_scale(block + 4, part, d, least), high = part_scale(block + 4, part + 1, d, least);
    for (std::size_t i = 0; i < 32; i += kFour) {
      const std::uint32_t both = word(bytes + i), more = Fifth ? word(fifth + i) >> part : 0;
      put<0>((both & kNibbles) | (more & kLowBits) << 4, low, to + i);
      put<0>((both >> 4 & kNibbles) | (more >> 1 & kLowBits) << 4, high, to + 32 + i);
    }
  }
}

// Two halves of 128: four parts of 32, whose upper two bits share 32 bytes. A scale is for 16 numbers.
void decode_q6_k(const Byte* block, float* to) {
  const float d = half(block + 208);
  for (std::size_t at = 0; at < 2; ++at) {
    const Byte* low = block + 64 * at;
    const Byte* high = block + 128 + 32 * at;
    const auto* scales = reinterpret_cast<const std::int8_t*>(block + 192 + 8 * at);
    for (std::size_t part = 0; part < 4; ++part)
      for (std::size_t side = 0; side < 2; ++side, to += 16) {
        const Scale by = scale(d * static_cast<float>(scales[2 * part + side]));
        for (std::size_t i = 0; i < 16; i += kFour) {
          const std::size_t from = 16 * side + i;
          const std::uint32_t four = word(low + 32 * (part % 2) + from) >> (part < 2 ? 0 : 4) & kNibbles;
          put<32>(four | (word(high + from) >> 2 * part & kTwoBits) << 4, by, to + i);
        }
      }
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
