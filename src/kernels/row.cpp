#include "row.h"

#include <algorithm>

#include "../simd/f32x4.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

constexpr std::size_t kLanes = simd::kLanes;

// Values that are mixed in all their columns before the next values are. They are few, so that memory is read nearly in
// order: one query over 1024 keys is a tenth faster with 16, 32, 64 or 128 than with 512.
constexpr std::size_t kValuesAtOnce = 32;

// sums[j][i % 2] += q · k_j over Vectors vectors of Keys keys.
template <int Keys, int Vectors>
inline void add_products(const float* q, const float* keys, std::size_t row_stride, f32x4 (*sums)[2]) {
  for (std::size_t i = 0; i < Vectors; ++i) {
    const f32x4 part = simd::load(q + i * kLanes);
    for (std::size_t j = 0; j < Keys; ++j)
      sums[j][i % 2] = simd::madd(part, simd::load(keys + j * row_stride + i * kLanes), sums[j][i % 2]);
  }
}

// The same over all whole pairs of vectors. Returns how many columns these are. Two keys at a time are read nearly in
// order, so memory comes a fifth faster than with four.
template <int Keys>
inline std::size_t add_all_products(const float* q, const float* keys, std::size_t row_stride, std::size_t depth,
                                    f32x4 (*sums)[2]) {
  std::size_t k = 0;
  for (; k + 4 * kLanes <= depth; k += 4 * kLanes) add_products<Keys, 4>(q + k, keys + k, row_stride, sums);
  for (; k + 2 * kLanes <= depth; k += 2 * kLanes) add_products<Keys, 2>(q + k, keys + k, row_stride, sums);
  return k;
}

// The scores of Keys keys.
template <int Keys>
  requires(Keys == 1 || Keys == 4)
inline void score_keys(const float* q, const float* keys, std::size_t row_stride, std::size_t depth, float* s) {
  f32x4 sums[Keys][2];
  for (auto& sum : sums) sum[0] = sum[1] = simd::splat(0.0f);
  constexpr int kAtOnce = std::min(Keys, 2);
  std::size_t k = 0;
  for (std::size_t j = 0; j < Keys; j += kAtOnce)
    k = add_all_products<kAtOnce>(q, keys + j * row_stride, row_stride, depth, sums + j);
  for (auto& sum : sums) sum[0] = simd::add(sum[0], sum[1]);
  if constexpr (Keys == 4)
    simd::store(s, simd::sum_lanes(sums[0][0], sums[1][0], sums[2][0], sums[3][0]));
  else
    s[0] = simd::sum_lanes(sums[0][0]);
  for (; k < depth; ++k)
    for (std::size_t j = 0; j < Keys; ++j) s[j] += q[k] * keys[j * row_stride + k];
}

// Vectors · 4 columns of o stay in registers while all values pass.
template <int Vectors>
inline void mix_columns(const float* p, const float* values, std::size_t row_stride, std::size_t count, float* o) {
  f32x4 sums[Vectors];
  for (std::size_t c = 0; c < Vectors; ++c) sums[c] = simd::load(o + c * kLanes);
  for (std::size_t j = 0; j < count; ++j, values += row_stride) {
    const f32x4 weight = simd::load_splat(p + j);
    for (std::size_t c = 0; c < Vectors; ++c) sums[c] = simd::madd(weight, simd::load(values + c * kLanes), sums[c]);
  }
  for (std::size_t c = 0; c < Vectors; ++c) simd::store(o + c * kLanes, sums[c]);
}

// for each group of columns: all values. Groups of 16 vectors need more registers than x86-64 has. But whole rows of 64
// columns are then read in order, and memory comes a fifth faster.
inline void mix_values(const float* p, const float* values, std::size_t row_stride, std::size_t count,
                       std::size_t columns, float* o) {
  std::size_t c = 0;
  for (; c + 16 * kLanes <= columns; c += 16 * kLanes) mix_columns<16>(p, values + c, row_stride, count, o + c);
  for (; c + 8 * kLanes <= columns; c += 8 * kLanes) mix_columns<8>(p, values + c, row_stride, count, o + c);
  for (; c + 2 * kLanes <= columns; c += 2 * kLanes) mix_columns<2>(p, values + c, row_stride, count, o + c);
  for (; c + kLanes <= columns; c += kLanes) mix_columns<1>(p, values + c, row_stride, count, o + c);
  for (; c < columns; ++c)
    for (std::size_t j = 0; j < count; ++j) o[c] += p[j] * values[j * row_stride + c];
}

}  // namespace

void score_row(const float* q, const float* keys, std::size_t row_stride, std::size_t count, std::size_t depth,
               float* s) {
  std::size_t j = 0;
  for (; j + 4 <= count; j += 4) score_keys<4>(q, keys + j * row_stride, row_stride, depth, s + j);
  for (; j < count; ++j) score_keys<1>(q, keys + j * row_stride, row_stride, depth, s + j);
}

void mix_row(const float* p, const float* values, std::size_t row_stride, std::size_t count, std::size_t columns,
             float* o) {
  for (std::size_t j = 0; j < count; j += kValuesAtOnce)
    mix_values(p + j, values + j * row_stride, row_stride, std::min(kValuesAtOnce, count - j), columns, o);
}

}  // namespace heed::kernels
