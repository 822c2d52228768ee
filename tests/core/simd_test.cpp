// Each operation of f32x4 against scalars, by the rules of f32x4.h, on the machine that this is compiled for.
#include <array>
#include <catch_amalgamated.hpp>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "../../src/simd/f32x4.h"
#include "random.h"

using namespace heed;
using namespace heed::test;
using simd::f32x4;

namespace {

using Lanes = std::array<float, 4>;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Lanes lanes(f32x4 a) {
  Lanes out;
  simd::store(out.data(), a);
  return out;
}

f32x4 vector(const Lanes& a) { return simd::load(a.data()); }

std::uint32_t bits(float x) {
  std::uint32_t word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}

// The same number. Every NaN is the same, and 0 is not −0.
bool same(float a, float b) { return std::isnan(a) ? std::isnan(b) : bits(a) == bits(b); }

// Ordinary floats and every special kind: zeros, subnormals, the largest, infinities and NaN.
const std::vector<float>& samples() {
  static const std::vector<float> all = [] {
    std::vector<float> list{0.0f,     -0.0f,   1.0f,     -1.0f,   0.5f,          -2.5f,       FLT_MAX,
                            -FLT_MAX, FLT_MIN, -FLT_MIN, 1e-42f,  -FLT_TRUE_MIN, kInfinity,   -kInfinity,
                            kNaN,     -kNaN,   1.0e-20f, 3.0e20f, 16777216.0f,   12582912.0f, 0.1f};
    Random random(131);
    for (int n = 0; n < 20; ++n) list.push_back(random.normal());
    return list;
  }();
  return all;
}

// Calls check(a, b) with vectors in which every pair of samples meets in some lane.
template <class Check>
void for_pairs(Check check) {
  const std::vector<float>& list = samples();
  for (std::size_t first = 0; first < list.size(); ++first)
    for (std::size_t second = 0; second < list.size(); second += 4) {
      Lanes a, b;
      for (std::size_t n = 0; n < 4; ++n) {
        a[n] = list[(first + 5 * n) % list.size()];
        b[n] = list[(second + n + 5 * n) % list.size()];
      }
      check(a, b);
    }
}

template <class Vector, class Scalar>
void agree_lane_by_lane(Vector of_vectors, Scalar of_scalars) {
  for_pairs([&](const Lanes& a, const Lanes& b) {
    const Lanes actual = lanes(of_vectors(vector(a), vector(b)));
    for (std::size_t n = 0; n < 4; ++n) {
      CAPTURE(a[n], b[n], actual[n]);
      REQUIRE(same(actual[n], of_scalars(a[n], b[n])));
    }
  });
}

}  // namespace

TEST_CASE("loads and stores move four floats to and from any address, and no more", "[simd]") {
  std::array<float, 16> from, to;
  for (std::size_t start = 0; start < 8; ++start) {
    for (std::size_t n = 0; n < 16; ++n) from[n] = static_cast<float>(n);
    to.fill(-1.0f);
    simd::store(to.data() + start + 1, simd::load(from.data() + start));
    for (std::size_t n = 0; n < 16; ++n) {
      const bool written = n >= start + 1 && n < start + 5;
      REQUIRE(to[n] == (written ? static_cast<float>(n - 1) : -1.0f));
    }
    REQUIRE(lanes(simd::load_splat(from.data() + start)) == Lanes{from[start], from[start], from[start], from[start]});
  }
}

TEST_CASE("splat fills every lane and lane<n> reads one", "[simd]") {
  for (const float x : samples())
    for (const float each : lanes(simd::splat(x))) REQUIRE(same(each, x));
  const f32x4 a = vector({1.0f, 2.0f, 3.0f, 4.0f});
  REQUIRE(simd::lane<0>(a) == 1.0f);
  REQUIRE(simd::lane<1>(a) == 2.0f);
  REQUIRE(simd::lane<2>(a) == 3.0f);
  REQUIRE(simd::lane<3>(a) == 4.0f);
}

TEST_CASE("add, sub, mul and div are those of float", "[simd]") {
  agree_lane_by_lane(simd::add, [](float a, float b) { return a + b; });
  agree_lane_by_lane(simd::sub, [](float a, float b) { return a - b; });
  agree_lane_by_lane(simd::mul, [](float a, float b) { return a * b; });
  agree_lane_by_lane(simd::div, [](float a, float b) { return a / b; });
  agree_lane_by_lane([](simd::f32x4 a, simd::f32x4) { return simd::sqrt(a); },
                     [](float a, float) { return std::sqrt(a); });
}

TEST_CASE("madd is c + a·b and nmadd is c − a·b, rounded once or twice", "[simd]") {
  for (const float sign : {1.0f, -1.0f})
    for (const float c : samples())
      for_pairs([sign, c](const Lanes& a, const Lanes& b) {
        const auto op = sign > 0.0f ? simd::madd : simd::nmadd;
        const Lanes actual = lanes(op(vector(a), vector(b), simd::splat(c)));
        for (std::size_t n = 0; n < 4; ++n) {
          const float factor = sign * a[n];
          CAPTURE(sign, a[n], b[n], c, actual[n]);
          const bool right = same(actual[n], factor * b[n] + c) || same(actual[n], std::fma(factor, b[n], c));
          if (!right) REQUIRE(right);
        }
      });
}

TEST_CASE("max and min keep a NaN of the first and drop a NaN of the second", "[simd]") {
  agree_lane_by_lane(simd::max, [](float a, float b) { return a < b ? b : a; });
  agree_lane_by_lane(simd::min, [](float a, float b) { return b < a ? b : a; });
  REQUIRE(std::isnan(lanes(simd::max(simd::splat(kNaN), simd::splat(1.0f)))[0]));
  REQUIRE(lanes(simd::max(simd::splat(1.0f), simd::splat(kNaN)))[0] == 1.0f);
  REQUIRE(std::isnan(lanes(simd::min(simd::splat(kNaN), simd::splat(1.0f)))[0]));
  REQUIRE(lanes(simd::min(simd::splat(1.0f), simd::splat(kNaN)))[0] == 1.0f);
}

TEST_CASE("comparisons choose lane by lane, and every comparison with NaN is false", "[simd]") {
  agree_lane_by_lane([](f32x4 a, f32x4 b) { return simd::select(simd::less(a, b), a, b); },
                     [](float a, float b) { return a < b ? a : b; });
  agree_lane_by_lane(
      [](f32x4 a, f32x4 b) { return simd::select(simd::equal(a, b), simd::splat(1.0f), simd::splat(2.0f)); },
      [](float a, float b) { return a == b ? 1.0f : 2.0f; });
}

TEST_CASE("abs drops the sign and copy_sign takes it from the second", "[simd]") {
  agree_lane_by_lane([](f32x4 a, f32x4) { return simd::abs(a); }, [](float a, float) { return std::fabs(a); });
  agree_lane_by_lane(simd::copy_sign, [](float a, float b) { return std::copysign(a, b); });
}

TEST_CASE("four bytes of a mask set the lanes that are not 0", "[simd]") {
  for (unsigned pattern = 0; pattern < 16; ++pattern)
    for (const std::uint8_t set : {std::uint8_t{1}, std::uint8_t{128}, std::uint8_t{255}}) {
      std::array<std::uint8_t, 4> bytes{};
      for (unsigned n = 0; n < 4; ++n) bytes[n] = pattern >> n & 1 ? set : 0;
      const Lanes chosen =
          lanes(simd::select(simd::load_bytes_set(bytes.data()), simd::splat(1.0f), simd::splat(0.0f)));
      for (unsigned n = 0; n < 4; ++n) REQUIRE(chosen[n] == static_cast<float>(pattern >> n & 1));
    }
}

TEST_CASE("sixteen bytes are subtracted each by itself, made of bits, and become signed numbers", "[simd]") {
  std::array<std::uint8_t, 17> bytes;
  for (std::uint32_t first = 0; first < 256; ++first) {
    for (std::uint32_t n = 0; n < 17; ++n) bytes[n] = static_cast<std::uint8_t>(first + 37 * n);
    const simd::bits4 all = simd::load_sixteen(bytes.data() + 1);
    const simd::bits4 less = simd::sub_bytes(all, simd::splat_bits(0x20202020));
    const simd::bits4 made = simd::load_bit_bytes(bytes.data());
    const auto four = [](auto part, simd::bits4 a) {
      return lanes(simd::mul(simd::large_bytes<part>(a), simd::splat(simd::kLargeBytes)));
    };
    const auto check = [&](auto part) {
      for (std::size_t n = 0; n < 4; ++n) {
        const std::size_t at = 4 * part + n;
        REQUIRE(four(part, all)[n] == static_cast<std::int8_t>(bytes[at + 1]));
        REQUIRE(four(part, less)[n] == static_cast<std::int8_t>(bytes[at + 1] - 32));
        REQUIRE(four(part, made)[n] == (bytes[at / 8] >> at % 8 & 1 ? -1.0f : 0.0f));
      }
    };
    check(std::integral_constant<int, 0>{});
    check(std::integral_constant<int, 1>{});
    check(std::integral_constant<int, 2>{});
    check(std::integral_constant<int, 3>{});
  }
}

TEST_CASE("power_of_low_bits makes 2^(n − 127) of the low bits n, and 0 of 0", "[simd]") {
  for (int n = 0; n <= 254; ++n) {
    const f32x4 low_bits = simd::splat(12582912.0f + static_cast<float>(n));  // 1.5·2²³ leaves n in the low bits
    const float expected = n == 0 ? 0.0f : std::ldexp(1.0f, n - 127);
    for (const float each : lanes(simd::power_of_low_bits(low_bits))) REQUIRE(each == expected);
  }
}

TEST_CASE("zips and halves pick the lanes that their names say, and transpose turns rows into columns", "[simd]") {
  const f32x4 a = vector({0, 1, 2, 3}), b = vector({4, 5, 6, 7});
  REQUIRE(lanes(simd::zip_low(a, b)) == Lanes{0, 4, 1, 5});
  REQUIRE(lanes(simd::zip_high(a, b)) == Lanes{2, 6, 3, 7});
  REQUIRE(lanes(simd::low_halves(a, b)) == Lanes{0, 1, 4, 5});
  REQUIRE(lanes(simd::high_halves(a, b)) == Lanes{2, 3, 6, 7});
  f32x4 rows[4] = {a, b, vector({8, 9, 10, 11}), vector({12, 13, 14, 15})};
  simd::transpose(rows[0], rows[1], rows[2], rows[3]);
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t c = 0; c < 4; ++c) REQUIRE(lanes(rows[r])[c] == static_cast<float>(c * 4 + r));
}

TEST_CASE("sum_lanes and max_lanes take all four lanes", "[simd]") {
  for (std::size_t n = 0; n < 4; ++n) {
    Lanes a{1.0f, 2.0f, 4.0f, 8.0f}, peak{-4.0f, -3.0f, -2.0f, -1.0f};
    a[n] = 100.0f;
    peak[n] = 50.0f;
    REQUIRE(simd::sum_lanes(vector(a)) == a[0] + a[1] + a[2] + a[3]);
    REQUIRE(simd::max_lanes(vector(peak)) == 50.0f);
  }
  REQUIRE(simd::max_lanes(simd::splat(-kInfinity)) == -kInfinity);
  REQUIRE(simd::max_lanes(vector({-5.0f, -3.0f, -9.0f, -4.0f})) == -3.0f);
}

TEST_CASE("doubles are made of floats exactly, and added, multiplied and summed as doubles", "[simd]") {
  for_pairs([](const Lanes& a, const Lanes& b) {
    const f32x4 b_vector = vector(b);
    const simd::f64x2 x = simd::low_doubles(vector(a)), y = simd::low_doubles(simd::high_halves(b_vector, b_vector));
    const double x0 = a[0], x1 = a[1], y0 = b[2], y1 = b[3];
    const auto is_sum = [](simd::f64x2 found, double low, double high) {
      const double sum = simd::sum_doubles(found);
      return sum == low + high || (std::isnan(sum) && std::isnan(low + high));
    };
    REQUIRE(is_sum(x, x0, x1));
    REQUIRE(is_sum(simd::add_doubles(x, y), x0 + y0, x1 + y1));
    REQUIRE(is_sum(simd::mul_doubles(x, y), x0 * y0, x1 * y1));
    REQUIRE(is_sum(simd::abs_doubles(x), std::fabs(x0), std::fabs(x1)));
    REQUIRE(is_sum(simd::make_doubles(x0, y1), x0, y1));
  });
}

TEST_CASE("four vectors summed side by side give the bits of each summed alone", "[simd]") {
  Random random(41);
  for (int round = 0; round < 1000; ++round) {
    f32x4 rows[4];
    Lanes alone;
    for (std::size_t r = 0; r < 4; ++r) {
      Lanes row;
      for (float& each : row) each = static_cast<float>(std::ldexp(random.between(-1.0, 1.0), random.integer(-12, 12)));
      rows[r] = vector(row);
      alone[r] = simd::sum_lanes(rows[r]);
    }
    const Lanes together = lanes(simd::sum_lanes(rows[0], rows[1], rows[2], rows[3]));
    for (std::size_t r = 0; r < 4; ++r) REQUIRE(same(together[r], alone[r]));
  }
}
