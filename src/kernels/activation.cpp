#include "activation.h"

#include <algorithm>
#include <iterator>

#include "../simd/exp.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

// GELU and SiLU are x · share. slope is the derivative of share.
struct Share {
  f32x4 share, slope;
};

// P of normal_tail, from the highest power down. They are loaded, since a vector literal takes 18 bytes of wasm.
constexpr float kTerms[] = {.0359317244f, -.158275959f, .208206540f, -.0553937913f,
                            .129469174f,  .0996375005f, .120798357f, .119626390f};

// Φ(−a) = e · t·P(t) with e = e^(−a²/2), t = 1 / (1 + 0.3·a), a >= 0: minimax in relative error (1.3e-7) for a up to
// 13.5. Beyond that Φ(−a) is 0 in floats.
f32x4 normal_tail(f32x4 a, f32x4 e) {
  const f32x4 one = simd::splat(1.0f), t = simd::div(one, simd::madd(a, simd::splat(0.3f), one));
  const float* term = simd::hidden(kTerms);
  f32x4 p = simd::splat(0.0f);
  for (std::size_t i = 0; i < std::size(kTerms); ++i) p = simd::madd(p, t, simd::load_splat(term + i));
  return simd::mul(e, simd::mul(p, t));
}

Share share_of(Activation activation, f32x4 x) {
  constexpr float kTwice = 1.59576912f, kCubic = kTwice * 0.044715f;  // 2·√(2/π), and times 0.044715
  const bool normal = activation == Activation::gelu, plain = activation == Activation::silu;
  const f32x4 a = simd::min(simd::abs(x), simd::splat(128.0f));  // beyond it e is 0, and a³ could overflow
  const f32x4 square = simd::mul(a, a), one = simd::splat(1.0f);
  // e^(−a²/2), or e^(−2u) of |x|, or e^(−|x|): none overflows
  const f32x4 twice = plain ? a : simd::mul(a, simd::madd(square, simd::splat(kCubic), simd::splat(kTwice)));
  const f32x4 e =
      simd::exp_nonpositive(normal ? simd::mul(square, simd::splat(-0.5f)) : simd::sub(simd::splat(0.0f), twice));
  // the share of −|x|; the share of |x| is 1 less this
  const f32x4 small = normal ? normal_tail(a, e) : simd::div(e, simd::add(one, e));
  const f32x4 large = simd::sub(one, small);
  // Φ' = e/√(2π), σ(2u)' = σ(2u)·σ(−2u)·2u', and σ' = σ(x)·σ(−x)
  const f32x4 inner = plain ? one : simd::madd(square, simd::splat(3.0f * kCubic), simd::splat(kTwice));
  const f32x4 slope = normal ? simd::mul(e, simd::splat(.398942280f)) : simd::mul(simd::mul(small, large), inner);
  return {simd::select(simd::less(x, simd::splat(0.0f)), small, large), slope};
}

// n is a multiple of 4. d and slopes may be null; with d, `to` is the gradient. A function of its own, so that the
// numbers that are left after whole vectors take it too.
[[gnu::noinline]] void activate_vectors(Activation activation, const float* x, const float* d, std::size_t n, float* to,
                                        float* slopes) {
  const f32x4 zero = simd::splat(0.0f), one = simd::splat(1.0f);
  for (std::size_t i = 0; i < n; i += simd::kLanes) {
    const f32x4 at = simd::load(x + i), behind = d ? simd::load(d + i) : at;
    f32x4 result, slope;
    if (activation == Activation::relu) {
      const auto positive = simd::less(zero, at);
      slope = simd::select(positive, one, zero);
      result = d ? simd::select(positive, behind, zero) : simd::max(at, zero);
    } else {
      const auto [share, along] = share_of(activation, at);
      slope = simd::madd(at, along, share);
      result = simd::mul(behind, d ? slope : share);
    }
    if (slopes) simd::store(slopes + i, slope);
    simd::store(to + i, result);
  }
}

void activate_all(Activation activation, const float* x, const float* d, std::size_t n, float* to, float* slopes) {
  const std::size_t rest = n % simd::kLanes, whole = n - rest;
  activate_vectors(activation, x, d, whole, to, slopes);
  if (rest == 0) return;
  float last[4][simd::kLanes] = {};
  std::copy_n(x + whole, rest, last[0]);
  if (d) std::copy_n(d + whole, rest, last[1]);
  activate_vectors(activation, last[0], d ? last[1] : nullptr, simd::kLanes, last[2], last[3]);
  std::copy_n(last[2], rest, to + whole);
  if (slopes) std::copy_n(last[3], rest, slopes + whole);
}

}  // namespace

void activate(Activation activation, const float* x, std::size_t n, float* to, float* slopes) {
  activate_all(activation, x, nullptr, n, to, slopes);
}

void activation_gradient(Activation activation, const float* x, const float* d, std::size_t n, float* to) {
  activate_all(activation, x, d, n, to, nullptr);
}

void multiply_each(const float* a, const float* b, std::size_t n, float* to) {
  std::size_t i = 0;
  for (; i + simd::kLanes <= n; i += simd::kLanes) simd::store(to + i, simd::mul(simd::load(a + i), simd::load(b + i)));
  for (; i < n; ++i) to[i] = a[i] * b[i];
}

}  // namespace heed::kernels
