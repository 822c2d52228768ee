// exp and tanh against double precision, in units of the last place of the true result.
#include <algorithm>
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numbers>

#include "../../src/simd/exp.h"
#include "../../src/simd/tanh.h"

using namespace heed;
using simd::f32x4;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLastAboveZero = -82.8313f;  // e^x is 2^-119.5 there, and 0 a little below

float of_bits(std::uint32_t word) {
  float x;
  std::memcpy(&x, &word, sizeof x);
  return x;
}

std::uint32_t bits(float x) {
  std::uint32_t word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}

float exp_of(float x) { return simd::lane<0>(simd::exp_nonpositive(simd::splat(x))); }
float tanh_of(float x) { return simd::lane<0>(simd::tanh(simd::splat(x))); }

// |actual − truth| in units of the last place of a float of that size.
double ulps(float actual, double truth) {
  const int exponent = truth == 0.0 ? -126 : std::max(std::ilogb(truth), -126);
  return std::fabs(actual - truth) / std::ldexp(1.0, exponent - 23);
}

// The largest error so far, as a part of what is allowed at its argument.
struct Sweep {
  double (*allowed)(float x);
  double worst = 0.0, ulp = 0.0;
  float where = 0.0f;

  void print(const char* name) const {
    std::printf("%s, worst error %.3f ulp at %.9g, where %.3g are allowed\n", name, ulp, where, allowed(where));
  }

  // Four consecutive steps of the bit pattern from `first`, as the four lanes.
  template <class Vector, class Truth>
  void visit(std::uint32_t first, std::uint32_t step, Vector of_vector, Truth truth) {
    std::array<float, 4> x, y;
    for (std::uint32_t n = 0; n < 4; ++n) x[n] = of_bits(first + n * step);
    simd::store(y.data(), of_vector(simd::load(x.data())));
    for (std::size_t n = 0; n < 4; ++n) {
      const double error = ulps(y[n], truth(x[n])), part = error / allowed(x[n]);
      if (!(part <= worst)) {
        worst = part;
        ulp = error;
        where = x[n];
      }
    }
  }
};

Sweep sweep_exp(std::uint32_t step) {
  Sweep sweep{[](float x) { return simd::kExpMaxUlp + simd::kExpUlpPerUnit * std::fabs(x); }};
  const auto exp = [](f32x4 x) { return simd::exp_nonpositive(x); };
  const auto truth = [](float x) { return std::exp(static_cast<double>(x)); };
  const std::uint32_t first = bits(-0.0f), last = bits(kLastAboveZero) - 1;
  for (std::uint64_t word = first; word + 3 * step <= last; word += 4 * step)
    sweep.visit(static_cast<std::uint32_t>(word), step, exp, truth);
  // every float near the ends of the polynomial's range, where it is worst, and near the powers of two
  for (int half = 1; half <= 238; ++half) {
    const std::uint32_t centre = bits(static_cast<float>(-0.5 * half * std::numbers::ln2));
    for (std::uint32_t word = centre - 2000; word < centre + 2000; word += 4) sweep.visit(word, 1, exp, truth);
  }
  return sweep;
}

Sweep sweep_tanh(std::uint32_t step) {
  Sweep sweep{[](float) { return simd::kTanhMaxUlp; }};
  const auto truth = [](float x) { return std::tanh(static_cast<double>(x)); };
  for (const std::uint32_t sign : {0u, 0x80000000u}) {
    const std::uint32_t last = sign + bits(std::numeric_limits<float>::max());
    for (std::uint64_t word = sign; word + 3 * step <= last; word += 4 * step)
      sweep.visit(static_cast<std::uint32_t>(word), step, simd::tanh, truth);
    for (const float special : {0.625f, 0.01f, 1.0f, 9.0f, 0.5f}) {
      const std::uint32_t centre = sign + bits(special);
      for (std::uint32_t word = centre - 20000; word < centre + 20000; word += 4)
        sweep.visit(word, 1, simd::tanh, truth);
    }
  }
  return sweep;
}

}  // namespace

TEST_CASE("exp_nonpositive is within its bound from 0 down to where it becomes 0", "[exp]") {
  const Sweep sweep = sweep_exp(131);
  sweep.print("exp_nonpositive");
  REQUIRE(sweep.worst <= 1.0);
}

TEST_CASE("exp_nonpositive is within its bound at every float down to where it becomes 0", "[.every-float]") {
  const Sweep sweep = sweep_exp(1);
  sweep.print("exp_nonpositive over every float");
  REQUIRE(sweep.worst <= 1.0);
}

TEST_CASE("exp_nonpositive of several vectors at once gives the bits of one at a time", "[exp]") {
  f32x4 several[4];
  std::array<float, 16> one_by_one, together;
  for (std::size_t n = 0; n < 16; ++n) one_by_one[n] = -0.37f * static_cast<float>(n * n);
  for (std::size_t n = 0; n < 4; ++n) several[n] = simd::load(one_by_one.data() + 4 * n);
  simd::exp_nonpositive(several);
  for (std::size_t n = 0; n < 4; ++n) simd::store(together.data() + 4 * n, several[n]);
  for (std::size_t n = 0; n < 16; ++n) REQUIRE(together[n] == exp_of(one_by_one[n]));
}

TEST_CASE("exp_nonpositive is exact where softmax relies on it", "[exp]") {
  REQUIRE(exp_of(0.0f) == 1.0f);
  REQUIRE(exp_of(-0.0f) == 1.0f);
  REQUIRE(exp_of(of_bits(0x80000001u)) == 1.0f);
  for (const float x :
       {-82.84f, -83.18f, -83.5f, -88.03f, -150.0f, -1e4f, -1e38f, -std::numeric_limits<float>::max(), -kInfinity})
    REQUIRE(bits(exp_of(x)) == bits(0.0f));
}

TEST_CASE("exp_nonpositive is never above 1, never below 2^-120 but for 0, and falls to 0 once", "[exp]") {
  for (std::uint32_t word = bits(-0.0f); word < bits(kLastAboveZero); word += 10007) {
    const float y = exp_of(of_bits(word));
    if (!(y >= 0x1p-120f && y <= 1.0f)) REQUIRE(y == 1.0f);
  }
  bool is_zero = false;
  for (std::uint32_t word = bits(kLastAboveZero); word < bits(-89.0f); ++word) {
    const float y = exp_of(of_bits(word));
    if (is_zero ? y != 0.0f : y != 0.0f && y < 0x1p-120f) REQUIRE(y == 0.0f);
    is_zero = is_zero || y == 0.0f;
  }
  REQUIRE(is_zero);
}

TEST_CASE("NaN of any bit pattern stays NaN in exp_nonpositive and in tanh", "[exp][tanh]") {
  for (const std::uint32_t sign : {0u, 0x80000000u})
    for (std::uint32_t payload = 0; payload < 1024; ++payload)
      for (const std::uint32_t high : {0x7fc00000u, 0x7ffffc00u}) {
        const float x = of_bits(sign | high | payload);
        CAPTURE(sign, high, payload);
        REQUIRE(std::isnan(exp_of(x)));
        REQUIRE(std::isnan(tanh_of(x)));
      }
}

TEST_CASE("tanh is within its bound at floats of every size and either sign", "[tanh]") {
  const Sweep sweep = sweep_tanh(397);
  sweep.print("tanh");
  REQUIRE(sweep.worst <= 1.0);
}

TEST_CASE("tanh is within its bound at every float", "[.every-float]") {
  const Sweep sweep = sweep_tanh(1);
  sweep.print("tanh over every float");
  REQUIRE(sweep.worst <= 1.0);
}

TEST_CASE("tanh is odd, at most 1, and 1 at Infinity", "[tanh]") {
  for (std::uint32_t word = 0; word <= bits(kInfinity); word += 9973) {
    const float x = of_bits(word), y = tanh_of(x);
    if (!(y >= 0.0f && y <= 1.0f && tanh_of(-x) == -y)) {
      CAPTURE(x, y, tanh_of(-x));
      REQUIRE(tanh_of(-x) == -y);
      REQUIRE(y <= 1.0f);
      REQUIRE(y >= 0.0f);
    }
  }
  REQUIRE(tanh_of(kInfinity) == 1.0f);
  REQUIRE(tanh_of(-kInfinity) == -1.0f);
  REQUIRE(tanh_of(0.0f) == 0.0f);
}
