#include "activation.h"

#include <algorithm>
#include <iterator>

#include "../simd/exp.h"
#include "negligible.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

// Vectors that pass together: each constant is loaded once for all of them.
constexpr int kVectors = 2;
constexpr auto kNumbers = static_cast<std::size_t>(kVectors) * simd::kLanes;
using Vectors = f32x4[kVectors];

// P of normal_tail, from the highest power down. They are loaded, since a vector literal takes 18 bytes of wasm.
constexpr float kTerms[] = {.0359317244f, -.158275959f, .208206540f, -.0553937913f,
                            .129469174f,  .0996375005f, .120798357f, .119626390f};

// Φ(−a) = e · t·P(t) with e = e^(−a²/2), t = 1 / (1 + 0.3·a), a >= 0: minimax in relative error (1.3e-7) for a up to
// 13.5. From 12.9 on e is 0.
inline void normal_tail(const Vectors& a, const Vectors& e, Vectors& tail) {
  const f32x4 one = simd::splat(1.0f), part = simd::splat(0.3f);
  const float* term = simd::hidden(kTerms);
  const f32x4 first = simd::load_splat(term);
  Vectors t;
  for (int v = 0; v < kVectors; ++v) {
    t[v] = simd::div(one, simd::madd(a[v], part, one));
    tail[v] = first;
  }
  for (std::size_t i = 1; i < std::size(kTerms); ++i) {
    const f32x4 next = simd::load_splat(term + i);
    for (int v = 0; v < kVectors; ++v) tail[v] = simd::madd(tail[v], t[v], next);
  }
  for (int v = 0; v < kVectors; ++v) tail[v] = simd::mul(e[v], simd::mul(tail[v], t[v]));
}

// GELU and SiLU are x · share. slope is the derivative of share.
inline void take_shares(Activation activation, const Vectors& x, Vectors& share, Vectors& slope) {
  constexpr float kTwice = 1.59576912f, kCubic = kTwice * 0.044715f;  // 2·√(2/π), and times 0.044715
  const bool normal = activation == Activation::gelu, plain = activation == Activation::silu;
  const f32x4 zero = simd::splat(0.0f), one = simd::splat(1.0f), most = simd::splat(128.0f);
  const f32x4 twice = simd::splat(kTwice), cubic = simd::splat(kCubic), minus_half = simd::splat(-0.5f);
  Vectors a, e;
  for (int v = 0; v < kVectors; ++v) {
    a[v] = simd::min(simd::abs(x[v]), most);  // beyond it e is 0, and a³ could overflow
    const f32x4 square = simd::mul(a[v], a[v]);
    // e^(−a²/2), or e^(−2u) of |x|, or e^(−|x|): none overflows
    const f32x4 all = plain ? a[v] : simd::mul(a[v], simd::madd(square, cubic, twice));
    e[v] = normal ? simd::mul(square, minus_half) : simd::sub(zero, all);
  }
  simd::exp_nonpositive(e);
  // the share of −|x|; the share of |x| is 1 less this
  Vectors small;
  if (normal) {
    normal_tail(a, e, small);
  } else {
    for (int v = 0; v < kVectors; ++v) small[v] = simd::div(e[v], simd::add(one, e[v]));
  }
  for (int v = 0; v < kVectors; ++v) {
    const f32x4 large = simd::sub(one, small[v]);
    share[v] = simd::select(simd::less(x[v], zero), small[v], large);
    // Φ' = e/√(2π), σ(2u)' = σ(2u)·σ(−2u)·2u', and σ' = σ(x)·σ(−x)
    if (normal) {
      slope[v] = simd::mul(e[v], simd::splat(.398942280f));
    } else {
      const f32x4 inner = plain ? one : simd::madd(simd::mul(a[v], a[v]), simd::splat(3.0f * kCubic), twice);
      slope[v] = simd::mul(simd::mul(small[v], large), inner);
    }
  }
}

// n is a multiple of kNumbers. d and slopes may be null; with d, `to` is the gradient. A function of its own, so that
// the numbers that are left after whole vectors take it too.
[[gnu::noinline]] void activate_vectors(Activation activation, const float* x, const float* d, std::size_t n, float* to,
                                        float* slopes) {
  const f32x4 zero = simd::splat(0.0f), one = simd::splat(1.0f);
  for (std::size_t i = 0; i < n; i += kNumbers) {
    Vectors at, behind, slope, result;
    for (int v = 0; v < kVectors; ++v) {
      const std::size_t here = i + static_cast<std::size_t>(v) * simd::kLanes;
      at[v] = simd::load(x + here);
      behind[v] = d ? simd::load(d + here) : at[v];
    }
    if (activation == Activation::relu) {
      for (int v = 0; v < kVectors; ++v) {
        const auto positive = simd::less(zero, at[v]);
        slope[v] = simd::select(positive, one, zero);
        result[v] = d ? simd::select(positive, behind[v], zero) : simd::max(at[v], zero);
      }
    } else {
      Vectors share;
      take_shares(activation, at, share, slope);
      for (int v = 0; v < kVectors; ++v) {
        slope[v] = simd::madd(at[v], slope[v], share[v]);
        result[v] = d ? drop_negligible(simd::mul(behind[v], slope[v])) : simd::mul(behind[v], share[v]);
      }
    }
    for (int v = 0; v < kVectors; ++v) {
      const std::size_t here = i + static_cast<std::size_t>(v) * simd::kLanes;
      if (slopes) simd::store(slopes + here, slope[v]);
      simd::store(to + here, result[v]);
    }
  }
}

void activate_all(Activation activation, const float* x, const float* d, std::size_t n, float* to, float* slopes) {
  const std::size_t rest = n % kNumbers, whole = n - rest;
  activate_vectors(activation, x, d, whole, to, slopes);
  if (rest == 0) return;
  float last[4][kNumbers] = {};
  std::copy_n(x + whole, rest, last[0]);
  if (d) std::copy_n(d + whole, rest, last[1]);
  activate_vectors(activation, last[0], d ? last[1] : nullptr, kNumbers, last[2], last[3]);
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
  for (; i + simd::kLanes <= n; i += simd::kLanes)
    simd::store(to + i, drop_negligible(simd::mul(simd::load(a + i), simd::load(b + i))));
  for (; i < n; ++i) to[i] = simd::lane<0>(drop_negligible(simd::splat(a[i] * b[i])));
}

}  // namespace heed::kernels
