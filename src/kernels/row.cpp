#include "row.h"

#include <algorithm>
#include <bit>

#include "../simd/f32x4.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

constexpr std::size_t kLanes = simd::kLanes;

// How many values are mixed in all their columns before the next values are. They are few, so that memory is read
// nearly in order: one query over 1024 keys is a tenth faster with 16, 32, 64 or 128 than with 512.
constexpr std::size_t kValuesAtOnce = 32;

// Two vectors of a stored row, and one number of it. Float16 are 2^112 times too small.
inline void load_pair(const float* p, f32x4& a, f32x4& b) {
  a = simd::load(p);
  b = simd::load(p + kLanes);
}
inline void load_pair(const std::uint16_t* p, f32x4& a, f32x4& b) { simd::load_small_halves(p, a, b); }

inline float load_one(const float* p) { return *p; }
inline float load_one(const std::uint16_t* p) {
  return std::bit_cast<float>((*p & 0x8000u) << 16 | (*p & 0x7fffu) << 13);
}

// The factor that makes up for that; 1 for floats.
template <class Stored>
constexpr float kFactor = sizeof(Stored) == sizeof(float) ? 1.0f : simd::kSmallHalves;

// The scores of two keys, over all whole pairs of vectors. Returns how many columns these are. Two keys at a time are
// read nearly in order, so memory comes a fifth faster than with four.
template <class Stored>
inline std::size_t score_two(const float* q, const Stored* keys, std::size_t row_stride, std::size_t depth, float* s) {
  f32x4 sums[2][2];
  for (auto& sum : sums) sum[0] = sum[1] = simd::splat(0.0f);
  std::size_t k = 0;
  for (; k + 2 * kLanes <= depth; k += 2 * kLanes) {
    const f32x4 q0 = simd::load(q + k), q1 = simd::load(q + k + kLanes);
    for (std::size_t j = 0; j < 2; ++j) {
      f32x4 k0, k1;
      load_pair(keys + j * row_stride + k, k0, k1);
      sums[j][0] = simd::madd(q0, k0, sums[j][0]);
      sums[j][1] = simd::madd(q1, k1, sums[j][1]);
    }
  }
  for (std::size_t j = 0; j < 2; ++j) s[j] = simd::sum_lanes(simd::add(sums[j][0], sums[j][1]));
  return k;
}

// Where the count is odd, the last key is scored beside itself.
template <class Stored>
inline void score_keys(const float* q, const Stored* keys, std::size_t row_stride, std::size_t count, std::size_t depth,
                       float* s) {
  for (std::size_t j = 0; j < count; j += 2) {
    const std::size_t to_second = j + 1 < count ? row_stride : 0;
    float two[2];
    for (std::size_t k = score_two(q, keys, to_second, depth, two); k < depth; ++k) {
      two[0] += q[k] * load_one(keys + k);
      two[1] += q[k] * load_one(keys + to_second + k);
    }
    s[j] = two[0];
    if (j + 1 < count) s[j + 1] = two[1];
    keys += 2 * row_stride;
  }
}

// Vectors · 4 columns of o stay in registers while all values pass.
template <int Vectors, class Stored>
inline void mix_columns(const float* p, const Stored* values, std::size_t row_stride, std::size_t count, float* o) {
  f32x4 sums[Vectors];
  for (std::size_t c = 0; c < Vectors; ++c) sums[c] = simd::load(o + c * kLanes);
  for (std::size_t j = 0; j < count; ++j, values += row_stride) {
    f32x4 weight = simd::load_splat(p + j);
    if (kFactor<Stored> != 1.0f) weight = simd::mul(weight, simd::splat(kFactor<Stored>));
    for (std::size_t c = 0; c < Vectors; c += 2) {
      f32x4 v0, v1;
      load_pair(values + c * kLanes, v0, v1);
      sums[c] = simd::madd(weight, v0, sums[c]);
      sums[c + 1] = simd::madd(weight, v1, sums[c + 1]);
    }
  }
  for (std::size_t c = 0; c < Vectors; ++c) simd::store(o + c * kLanes, sums[c]);
}

// for each group of columns: all values. 16 vectors of floats need more registers than x86-64 has. But whole rows of 64
// columns are then read in order, and memory comes a fifth faster. 8 vectors of float16 already fill a cache line.
template <class Stored>
inline void mix_values(const float* p, const Stored* values, std::size_t row_stride, std::size_t count,
                       std::size_t columns, float* o) {
  std::size_t c = 0;
  if constexpr (sizeof(Stored) == sizeof(float))
    for (; c + 16 * kLanes <= columns; c += 16 * kLanes) mix_columns<16>(p, values + c, row_stride, count, o + c);
  for (; c + 8 * kLanes <= columns; c += 8 * kLanes) mix_columns<8>(p, values + c, row_stride, count, o + c);
  for (; c + 2 * kLanes <= columns; c += 2 * kLanes) mix_columns<2>(p, values + c, row_stride, count, o + c);
  for (; c < columns; ++c)
    for (std::size_t j = 0; j < count; ++j) o[c] += p[j] * (kFactor<Stored> * load_one(values + j * row_stride + c));
}

template <class Stored>
inline void mix_values_in_order(const float* p, const Stored* values, std::size_t row_stride, std::size_t count,
                                std::size_t columns, float* o) {
  for (std::size_t j = 0; j < count; j += kValuesAtOnce)
    mix_values(p + j, values + j * row_stride, row_stride, std::min(kValuesAtOnce, count - j), columns, o);
}

}  // namespace

void score_row(const float* q, const float* keys, std::size_t row_stride, std::size_t count, std::size_t depth,
               float* s) {
  score_keys(q, keys, row_stride, count, depth, s);
}

void score_row(const float* q, const std::uint16_t* keys, std::size_t row_stride, std::size_t count, std::size_t depth,
               float* s) {
  score_keys(q, keys, row_stride, count, depth, s);
}

void mix_row(const float* p, const float* values, std::size_t row_stride, std::size_t count, std::size_t columns,
             float* o) {
  mix_values_in_order(p, values, row_stride, count, columns, o);
}

void mix_row(const float* p, const std::uint16_t* values, std::size_t row_stride, std::size_t count,
             std::size_t columns, float* o) {
  mix_values_in_order(p, values, row_stride, count, columns, o);
}

}  // namespace heed::kernels
