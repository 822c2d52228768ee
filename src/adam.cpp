#include "adam.h"

#include <algorithm>

#include "simd/f32x4.h"

namespace heed {
namespace {

using simd::f32x4;

// Squares that are added up in floats, before doubles take their sum.
constexpr std::size_t kRun = 256;

// n is a multiple of 4. A function of its own, so that the numbers that are left after whole vectors take it too.
[[gnu::noinline]] void move(std::size_t n, const AdamStep& s, const AdamNumbers& to) {
  const f32x4 beta1 = simd::splat(s.beta1), rest1 = simd::splat(s.rest1), beta2 = simd::splat(s.beta2);
  const f32x4 rest2 = simd::splat(s.rest2), rate = simd::splat(s.rate), correction = simd::splat(s.correction);
  const f32x4 epsilon = simd::splat(s.epsilon), keep = simd::splat(s.keep), scale = simd::splat(s.gradient_scale);
  for (std::size_t i = 0; i < n; i += simd::kLanes) {
    const f32x4 g = simd::mul(simd::load(to.gradient + i), scale);
    const f32x4 m = simd::madd(g, rest1, simd::mul(simd::load(to.mean + i), beta1));
    const f32x4 v = simd::madd(simd::mul(g, g), rest2, simd::mul(simd::load(to.square + i), beta2));
    simd::store(to.mean + i, m);
    simd::store(to.square + i, v);
    const f32x4 below = simd::add(simd::sqrt(simd::mul(v, correction)), epsilon);
    simd::store(to.value + i, simd::nmadd(rate, simd::div(m, below), simd::mul(simd::load(to.value + i), keep)));
  }
}

}  // namespace

Status adam(std::size_t count, const AdamStep& s, const AdamNumbers& to) {
  if (!to.value || !to.gradient || !to.mean || !to.square) return Status::missing_tensor;
  const std::size_t rest = count % simd::kLanes, whole = count - rest;
  move(whole, s, to);
  if (rest == 0) return Status::ok;
  float last[4][simd::kLanes] = {};
  std::copy_n(to.value + whole, rest, last[0]);
  std::copy_n(to.gradient + whole, rest, last[1]);
  std::copy_n(to.mean + whole, rest, last[2]);
  std::copy_n(to.square + whole, rest, last[3]);
  move(simd::kLanes, s, {last[0], last[1], last[2], last[3]});
  std::copy_n(last[0], rest, to.value + whole);
  std::copy_n(last[2], rest, to.mean + whole);
  std::copy_n(last[3], rest, to.square + whole);
  return Status::ok;
}

Status add_squares(std::size_t count, const float* x, double* to) {
  if (!x || !to) return Status::missing_tensor;
  double sum = *to;
  for (std::size_t i = 0; i < count; i += kRun) {
    const std::size_t end = std::min(i + kRun, count);
    f32x4 squares = simd::splat(0.0f);
    std::size_t j = i;
    for (; j + simd::kLanes <= end; j += simd::kLanes) {
      const f32x4 one = simd::load(x + j);
      squares = simd::madd(one, one, squares);
    }
    float rest = simd::sum_lanes(squares);
    for (; j < end; ++j) rest += x[j] * x[j];
    sum += static_cast<double>(rest);
  }
  *to = sum;
  return Status::ok;
}

}  // namespace heed
