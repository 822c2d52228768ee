#include "backward_row.h"

#include "../simd/exp.h"
#include "../simd/f32x4.h"
#include "negligible.h"

namespace heed::kernels {

using simd::f32x4;

float dot_in_order(const float* a, const float* b, std::size_t n) {
  f32x4 sum = simd::splat(0.0f);
  for (std::size_t k = 0; k < n; ++k) sum = simd::madd(simd::load_splat(a + k), simd::load_splat(b + k), sum);
  return simd::lane<0>(sum);
}

float row_dot_error(const float* weights, std::size_t n, float row_dot, const float* d) {
  const f32x4 zero = simd::splat(0.0f), dot = simd::splat(row_dot);
  f32x4 sum = zero;
  for (std::size_t j = 0; j < n; j += simd::kLanes) {
    const f32x4 weight = simd::load(weights + j);
    const f32x4 above = simd::mul(weight, simd::sub(simd::load(d + j), dot));
    sum = simd::add(sum, simd::select(simd::equal(weight, zero), zero, above));
  }
  return simd::sum_lanes(sum);
}

namespace {

[[gnu::noinline]] void drop_below(float least, float* x, std::size_t n) {
  for (std::size_t j = 0; j < n; j += simd::kLanes) simd::store(x + j, drop_negligible(simd::load(x + j), least));
}

}  // namespace

void softmax_gradient(float* weights, std::size_t n, float row_dot, float rest, float least_weight, float* d) {
  const f32x4 zero = simd::splat(0.0f), dot = simd::splat(row_dot), less = simd::splat(rest);
  const auto less_a_bit = simd::splat_bits(0x7fffffff);
  // two of them, because the latency of one max is four cycles
  f32x4 least[2] = {simd::splat(-1.0f), simd::splat(-1.0f)};
  for (std::size_t j = 0; j < n; j += std::size_t{2} * simd::kLanes)
    for (std::size_t v = 0; v < 2; ++v) {
      const std::size_t at = j + v * simd::kLanes;
      const f32x4 weight = simd::load(weights + at);
      const f32x4 slope = simd::mul(weight, simd::sub(simd::sub(simd::load(d + at), dot), less));
      simd::store(d + at, simd::select(simd::equal(weight, zero), zero, slope));
      // minus the weight, its bits less one: for a weight of 0 a NaN, which max drops
      least[v] = simd::max(least[v], simd::floats_of(simd::add_bits(simd::bits_of(weight), less_a_bit)));
    }
  if (simd::max_lanes(simd::max(least[0], least[1])) <= -kSmallWeight) return;
  drop_below(kNegligible, d, n);
  drop_below(least_weight, weights, n);
}

void softcap_gradient(const float* scores, std::size_t n, float cap, float* d) {
  const f32x4 zero = simd::splat(0.0f), one = simd::splat(1.0f);
  const f32x4 by = simd::splat(-2.0f / cap);
  for (std::size_t j = 0; j < n; j += simd::kLanes) {
    // 4e / (1 + e)² with e = exp(−2|x|): nothing cancels where tanh is close to 1
    const f32x4 e = simd::exp_nonpositive(simd::mul(simd::abs(simd::load(scores + j)), by));
    const f32x4 sum = simd::add(one, e), slope = simd::load(d + j);
    const f32x4 capped = simd::mul(slope, simd::div(simd::mul(simd::splat(4.0f), e), simd::mul(sum, sum)));
    simd::store(d + j, simd::select(simd::equal(slope, zero), zero, capped));
  }
}

double sum(const float* d, std::size_t n) {
  simd::f64x2 low = simd::make_doubles(0.0, 0.0), high = low;
  for (std::size_t j = 0; j < n; j += simd::kLanes) {
    const f32x4 four = simd::load(d + j);
    low = simd::add_doubles(low, simd::low_doubles(four));
    high = simd::add_doubles(high, simd::low_doubles(simd::high_halves(four, four)));
  }
  return simd::sum_doubles(simd::add_doubles(low, high));
}

void add_multiple(const float* from, std::size_t n, float factor, float* to) {
  std::size_t j = 0;
  for (; j + simd::kLanes <= n; j += simd::kLanes)
    simd::store(to + j, simd::madd(simd::load(from + j), simd::splat(factor), simd::load(to + j)));
  for (; j < n; ++j) to[j] += from[j] * factor;
}

}  // namespace heed::kernels
