#include "alibi.h"

#include <algorithm>

#include "../simd/f32x4.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

constexpr std::size_t kLanes = simd::kLanes;
constexpr float kSteps[2 * kLanes] = {0, 1, 2, 3, 4, 5, 6, 7};

// Distances that change by `step`, 1 or -1, from key to key.
struct Run {
  std::size_t from, to;
  float distance, step;

  float at(std::size_t j) const { return distance + step * static_cast<float>(j - from); }
};

// Up to the row's position distances fall, and from there on they rise.
Run run_of(std::size_t n, const Distances& by, bool rises) {
  const auto split = static_cast<std::size_t>(std::clamp<std::int64_t>(-by.first, 0, static_cast<std::int64_t>(n)));
  const std::int64_t first = rises ? by.first + static_cast<std::int64_t>(split) : -by.first;
  return {rises ? split : 0, rises ? n : split, static_cast<float>(first - by.less), rises ? 1.0f : -1.0f};
}

}  // namespace

void subtract_distances(float* s, std::size_t n, const Distances& distances, float slope) {
  const f32x4 by = simd::splat(slope);
  for (const bool rises : {false, true}) {
    const Run run = run_of(n, distances, rises);
    const f32x4 step = simd::splat(run.step);
    const f32x4 low = simd::mul(simd::load(kSteps), step), high = simd::mul(simd::load(kSteps + kLanes), step);
    std::size_t j = run.from;
    for (; j + 2 * kLanes <= run.to; j += 2 * kLanes) {
      const f32x4 base = simd::splat(run.at(j));
      simd::store(s + j, simd::nmadd(by, simd::add(base, low), simd::load(s + j)));
      simd::store(s + j + kLanes, simd::nmadd(by, simd::add(base, high), simd::load(s + j + kLanes)));
    }
    for (; j < run.to; ++j) s[j] -= slope * run.at(j);
  }
}

double distance_sum(const float* d, std::size_t n, const Distances& distances) {
  double sum = 0.0;
  for (const bool rises : {false, true}) {
    const Run run = run_of(n, distances, rises);
    const f32x4 steps = simd::mul(simd::load(kSteps), simd::splat(run.step));
    f32x4 sums = simd::splat(0.0f);
    std::size_t j = run.from;
    for (; j + kLanes <= run.to; j += kLanes)
      sums = simd::madd(simd::add(simd::splat(run.at(j)), steps), simd::load(d + j), sums);
    sum += simd::sum_lanes(sums);
    for (; j < run.to; ++j) sum += run.at(j) * d[j];
  }
  return sum;
}

}  // namespace heed::kernels
