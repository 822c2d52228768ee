// Half precision against its definition: every half, and floats round every place where rounding decides.
#include "../../src/kernels/half.h"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "../../src/simd/half.h"

using namespace heed;

namespace {

// sign · m · 2^-24, sign · (1 + m / 1024) · 2^(e − 15), infinity or NaN
double value_of(std::uint16_t half) {
  const int e = half >> 10 & 31, m = half & 1023;
  const double sign = half >> 15 ? -1.0 : 1.0;
  if (e == 31) return m ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  return sign * (e == 0 ? std::ldexp(m, -24) : std::ldexp(1024 + m, e - 25));
}

std::uint16_t narrowed(float a) {
  std::uint16_t lanes[4];
  simd::store_halves(lanes, simd::narrow(simd::splat(a)));
  for (int lane = 1; lane < 4; ++lane) REQUIRE(lanes[lane] == lanes[0]);
  return lanes[0];
}

bool same(float a, double b) { return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b); }

bool is_nan(std::uint16_t half) { return (half & 0x7fff) > 0x7c00; }

}  // namespace

TEST_CASE("every half becomes the float of its value, in any lane and in place", "[half]") {
  constexpr std::size_t kAll = 65536;
  for (const std::size_t count : {kAll, kAll - 1, kAll - 2, kAll - 3, std::size_t{1}, std::size_t{6}}) {
    std::vector<float> room(count);
    std::uint16_t* const halves = reinterpret_cast<std::uint16_t*>(room.data()) + count;
    for (std::size_t n = 0; n < count; ++n) {
      const auto half = static_cast<std::uint16_t>(kAll - 1 - n);
      std::memcpy(halves + n, &half, sizeof half);
    }
    kernels::widen(halves, count, room.data());
    for (std::size_t n = 0; n < count; ++n)
      if (!same(room[n], value_of(static_cast<std::uint16_t>(kAll - 1 - n)))) FAIL("half " << kAll - 1 - n);
  }
}

TEST_CASE("every half survives the way through a float", "[half]") {
  for (std::uint32_t half = 0; half < 65536; ++half) {
    const auto before = static_cast<std::uint16_t>(half);
    const std::uint16_t after = narrowed(simd::lane<0>(simd::widen(simd::splat_bits(half))));
    // a NaN becomes a quiet one
    if (after != (is_nan(before) ? before | 0x200 : before)) FAIL("half " << half << " became " << after);
  }
}

TEST_CASE("a float becomes the nearest half, and of two the even one", "[half]") {
  // between each half and the next: the middle, and the floats beside it
  for (std::uint32_t below = 0; below < 0x7c00; ++below) {
    const double low = value_of(static_cast<std::uint16_t>(below));
    const double high = below + 1 == 0x7c00 ? 65536.0 : value_of(static_cast<std::uint16_t>(below + 1));
    const float middle = static_cast<float>((low + high) / 2);
    const std::uint32_t even = below % 2 == 0 ? below : below + 1;
    bool right = narrowed(middle) == even && narrowed(std::nextafter(middle, 0.0f)) == below &&
                 narrowed(std::nextafter(middle, INFINITY)) == below + 1;
    right = right && narrowed(-middle) == (even | 0x8000);
    if (!right) FAIL("between the halves " << below << " and " << below + 1);
  }
}

TEST_CASE("floats at the ends of the range become zeros, infinities and NaN", "[half]") {
  REQUIRE(narrowed(65519.996f) == 0x7bff);
  for (const float large : {65520.0f, 65536.0f, 1e10f, std::numeric_limits<float>::max(), INFINITY}) {
    REQUIRE(narrowed(large) == 0x7c00);
    REQUIRE(narrowed(-large) == 0xfc00);
  }
  REQUIRE(narrowed(0x1p-25f) == 0);
  REQUIRE(narrowed(-0x1p-25f) == 0x8000);
  REQUIRE(narrowed(1.5f * 0x1p-24f) == 2);
  REQUIRE(narrowed(std::numeric_limits<float>::denorm_min()) == 0);
  REQUIRE(narrowed(0.0f) == 0);
  REQUIRE(narrowed(-0.0f) == 0x8000);
  REQUIRE(is_nan(narrowed(std::numeric_limits<float>::quiet_NaN())));
  // a NaN whose mantissa has its only bit among those that are cut off
  const std::uint32_t low = 0x7f800001;
  float quiet;
  std::memcpy(&quiet, &low, sizeof quiet);
  REQUIRE(is_nan(narrowed(quiet)));
}
