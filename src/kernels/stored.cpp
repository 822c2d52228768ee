#include "stored.h"

#include <algorithm>
#include <bit>

#include "../simd/f32x4.h"
#include "../simd/half.h"
#include "blocks.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

constexpr std::size_t kLanes = simd::kLanes, kPair = 2 * kLanes;

struct Half {
  std::uint16_t bits;
};
struct Brain {
  std::uint16_t bits;
};

// Two vectors of stored numbers, and one number.
inline void load_pair(const float* p, f32x4& a, f32x4& b) {
  a = simd::load(p);
  b = simd::load(p + kLanes);
}
inline void load_pair(const Half* p, f32x4& a, f32x4& b) {
  a = simd::widen(simd::load_halves(&p->bits));
  b = simd::widen(simd::load_halves(&p[kLanes].bits));
}
inline void load_pair(const Brain* p, f32x4& a, f32x4& b) { simd::load_brains(&p->bits, a, b); }

inline float load_one(const float* p) { return *p; }
inline float load_one(const Half* p) { return simd::lane<0>(simd::widen(simd::splat_bits(p->bits))); }
inline float load_one(const Brain* p) { return std::bit_cast<float>(static_cast<std::uint32_t>(p->bits) << 16); }

// x · row. One row after the other is one stream of memory: four rows at once would read x less often, and reach half
// the rate. Eight sums hide the time of an addition; where numbers are widened, six leave registers for that.
template <class Number>
float dot(const float* x, const Number* row, std::size_t depth) {
  constexpr std::size_t kPairs = sizeof(Number) == sizeof(float) ? 4 : 3;
  f32x4 sums[kPairs][2];
  for (auto& sum : sums) sum[0] = sum[1] = simd::splat(0.0f);
  const auto add_pair = [&](std::size_t k, f32x4(&sum)[2]) {
    f32x4 a, b;
    load_pair(row + k, a, b);
    sum[0] = simd::madd(simd::load(x + k), a, sum[0]);
    sum[1] = simd::madd(simd::load(x + k + kLanes), b, sum[1]);
  };
  std::size_t k = 0;
  for (; k + kPairs * kPair <= depth; k += kPairs * kPair)
    for (std::size_t pair = 0; pair < kPairs; ++pair) add_pair(k + pair * kPair, sums[pair]);
  for (; k + kPair <= depth; k += kPair) add_pair(k, sums[0]);
  f32x4 all = simd::splat(0.0f);
  for (const auto& sum : sums) all = simd::add(all, simd::add(sum[0], sum[1]));
  float result = simd::sum_lanes(all);
  for (; k < depth; ++k) result += x[k] * load_one(row + k);
  return result;
}

// to += factor · row, which stays in L1 while all rows pass
template <class Number>
void add_row(float factor, const Number* row, std::size_t columns, float* to) {
  const f32x4 x = simd::splat(factor);
  const auto add_pair = [&](std::size_t j) {
    f32x4 a, b;
    load_pair(row + j, a, b);
    simd::store(to + j, simd::madd(x, a, simd::load(to + j)));
    simd::store(to + j + kLanes, simd::madd(x, b, simd::load(to + j + kLanes)));
  };
  std::size_t j = 0;
  for (; j + 4 * kPair <= columns; j += 4 * kPair)
    for (std::size_t pair = 0; pair < 4; ++pair) add_pair(j + pair * kPair);
  for (; j + kPair <= columns; j += kPair) add_pair(j);
  for (; j < columns; ++j) to[j] += factor * load_one(row + j);
}

template <class Number>
void multiply(const float* x, const Number* weight, bool transposed, std::size_t depth, std::size_t columns,
              float* to) {
  if (transposed)
    for (std::size_t j = 0; j < columns; ++j, weight += depth) to[j] += dot(x, weight, depth);
  else
    for (std::size_t k = 0; k < depth; ++k, weight += columns) add_row(x[k], weight, columns, to);
}

// Numbers of a row that are decoded at once: the largest block. They stay in L1.
constexpr std::size_t kDecoded = 256;

void multiply_blocks(const float* x, const void* weight, Stored stored, std::size_t depth, std::size_t columns,
                     float* to) {
  float decoded[kDecoded];
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t k = 0; k < depth; k += kDecoded) {
      const std::size_t count = std::min(kDecoded, depth - k);
      decode(stored, number_at(stored, weight, j * depth + k), count, decoded);
      to[j] += dot(x + k, decoded, count);
    }
}

template <class Number>
void widen_all(const Number* numbers, std::size_t count, float* to) {
  std::size_t n = 0;
  for (; n + kPair <= count; n += kPair) {
    f32x4 a, b;
    load_pair(numbers + n, a, b);
    simd::store(to + n, a);
    simd::store(to + n + kLanes, b);
  }
  for (; n < count; ++n) to[n] = load_one(numbers + n);
}

}  // namespace

void widen(Stored stored, const void* numbers, std::size_t count, float* to) {
  if (stored == Stored::float16)
    widen_all(static_cast<const Half*>(numbers), count, to);
  else if (stored == Stored::bfloat16)
    widen_all(static_cast<const Brain*>(numbers), count, to);
  else
    decode(stored, numbers, count, to);
}

void multiply_row(const float* x, const void* weight, Stored stored, bool transposed, std::size_t depth,
                  std::size_t columns, float* to) {
  switch (stored) {
    case Stored::float32:
      return multiply(x, static_cast<const float*>(weight), transposed, depth, columns, to);
    case Stored::float16:
      return multiply(x, static_cast<const Half*>(weight), transposed, depth, columns, to);
    case Stored::bfloat16:
      return multiply(x, static_cast<const Brain*>(weight), transposed, depth, columns, to);
    default:
      return multiply_blocks(x, weight, stored, depth, columns, to);
  }
}

}  // namespace heed::kernels
