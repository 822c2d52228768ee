#include "alibi.h"

#include <algorithm>
#include <cstdlib>

#include "../simd/f32x4.h"
#include "softmax.h"

namespace heed::kernels {

using simd::f32x4;
using simd::f64x2;

namespace {

constexpr std::size_t kLanes = simd::kLanes;
constexpr float kSteps[kLanes] = {0, 1, 2, 3};

// Distances up to here, and those of a row of keys from there, are whole floats.
constexpr std::int64_t kNear = 1 << 16;

// The distance of a row's first key, in two parts: one that is whole beside any key of the row, and what lies beyond
// it.
struct FirstKey {
  std::int64_t near, beyond;

  explicit FirstKey(std::int64_t first)
      : near(std::clamp(first, -kNear, kNear)), beyond(std::llabs(first) - std::llabs(near)) {}

  // of the first four keys
  f32x4 near_lanes() const { return simd::add(simd::splat(static_cast<float>(near)), simd::load(kSteps)); }
};

// Key j stands |low[j]| + more away. Returns the largest number that was written.
template <bool HasMore>
float subtract(float* s, std::size_t n, f32x4 low, f32x4 more, f32x4 slope) {
  const f32x4 on = simd::splat(2 * kLanes);
  f32x4 high = simd::add(low, simd::splat(kLanes));
  f32x4 largest[2] = {simd::splat(kMasked), simd::splat(kMasked)};
  for (std::size_t j = 0; j < n; j += 2 * kLanes) {
    f32x4 distances[2] = {simd::abs(low), simd::abs(high)};
    for (std::size_t v = 0; v < 2; ++v) {
      if (HasMore) distances[v] = simd::add(distances[v], more);
      const f32x4 less = simd::nmadd(slope, distances[v], simd::load(s + j + v * kLanes));
      simd::store(s + j + v * kLanes, less);
      largest[v] = simd::max(largest[v], less);
    }
    low = simd::add(low, on);
    high = simd::add(high, on);
  }
  return simd::max_lanes(simd::max(largest[0], largest[1]));
}

}  // namespace

float subtract_distances(float* s, std::size_t n, const Distances& distances, float slope) {
  const FirstKey first(distances.first);
  const std::int64_t more = first.beyond - distances.less;
  const f32x4 near = first.near_lanes(), by = simd::splat(slope);
  if (more == 0) return subtract<false>(s, n, near, near, by);
  return subtract<true>(s, n, near, simd::splat(static_cast<float>(more)), by);
}

void add_distances(const float* d, const float* weights, std::size_t n, std::int64_t first, DistanceSums& sums) {
  const FirstKey key(first);
  const f64x2 two = simd::make_doubles(2.0, 2.0), zero = simd::make_doubles(0.0, 0.0);
  // the low and the high halves of four keys have sums of their own, so that additions need not wait
  f64x2 of_d[2] = {zero, zero}, d_by_distance[2] = {zero, zero};
  f32x4 of_weights = simd::splat(0.0f), weights_by_distance = simd::splat(0.0f);
  f64x2 at = simd::make_doubles(static_cast<double>(first), static_cast<double>(first + 1));
  f32x4 near_at = key.near_lanes();
  for (std::size_t j = 0; j < n; j += kLanes) {
    const f32x4 four = simd::load(d + j), weight = simd::load(weights + j);
    const f64x2 low = simd::low_doubles(four), high = simd::low_doubles(simd::high_halves(four, four));
    of_d[0] = simd::add_doubles(of_d[0], low);
    of_d[1] = simd::add_doubles(of_d[1], high);
    d_by_distance[0] = simd::add_doubles(d_by_distance[0], simd::mul_doubles(simd::abs_doubles(at), low));
    at = simd::add_doubles(at, two);
    d_by_distance[1] = simd::add_doubles(d_by_distance[1], simd::mul_doubles(simd::abs_doubles(at), high));
    at = simd::add_doubles(at, two);
    of_weights = simd::add(of_weights, weight);
    weights_by_distance = simd::madd(simd::abs(near_at), weight, weights_by_distance);
    near_at = simd::add(near_at, simd::splat(kLanes));
  }
  const double weight = simd::sum_lanes(of_weights);
  sums.d += simd::sum_doubles(simd::add_doubles(of_d[0], of_d[1]));
  sums.d_by_distance += simd::sum_doubles(simd::add_doubles(d_by_distance[0], d_by_distance[1]));
  sums.weights += weight;
  sums.weights_by_distance += simd::sum_lanes(weights_by_distance) + weight * static_cast<double>(key.beyond);
}

}  // namespace heed::kernels
