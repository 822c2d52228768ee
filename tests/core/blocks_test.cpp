// Blocks of quantised weights. The oracle takes one number at a time, by the place that the format gives it.
#include "../../src/kernels/blocks.h"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../../src/linear.h"
#include "random.h"

using namespace heed;
using namespace heed::test;
using kernels::block_size;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr Stored kBlocks[] = {Stored::q8_0, Stored::q4_0, Stored::q4_1, Stored::q5_0,
                              Stored::q5_1, Stored::q4_k, Stored::q5_k, Stored::q6_k};

float half_at(const std::uint8_t* p) {
  const int bits = p[0] + 256 * p[1], power = bits >> 10 & 31, part = bits & 1023;
  const double size = power == 31  ? (part ? std::nan("") : HUGE_VAL)
                      : power == 0 ? std::ldexp(part, -24)
                                   : std::ldexp(1024 + part, power - 25);
  return static_cast<float>(bits & 0x8000 ? -size : size);
}

// Bit n of a little-endian word.
int bit(const std::uint8_t* p, std::size_t n) { return p[n / 8] >> n % 8 & 1; }

// Number i of 32, half a byte each.
int nibble(const std::uint8_t* p, std::size_t i) { return i < 16 ? p[i] & 15 : p[i - 16] >> 4; }

// Scale (which 0) or minimum (which 1) of part p in twelve bytes.
int six_bits(const std::uint8_t* b, std::size_t p, int which) {
  if (p < 4) return b[p + (which ? 4 : 0)] & 63;
  const int low = which ? b[p + 4] >> 4 : b[p + 4] & 15;
  return low | (b[which ? p : p - 4] >> 6) << 4;
}

float parts_number(const std::uint8_t* b, std::size_t i, bool fifth) {
  const std::size_t part = i / 32, at = i % 32;
  const std::uint8_t byte = b[(fifth ? 48 : 16) + 32 * (part / 2) + at];
  int q = part % 2 ? byte >> 4 : byte & 15;
  if (fifth) q |= (b[16 + at] >> part & 1) << 4;
  const float factor = half_at(b) * static_cast<float>(six_bits(b + 4, part, 0));
  const float least = half_at(b + 2) * static_cast<float>(six_bits(b + 4, part, 1));
  const float product = factor * static_cast<float>(q);
  return product - least;
}

float q6_number(const std::uint8_t* b, std::size_t i) {
  const std::size_t g = i / 128, k = i % 128 / 32, at = i % 32;
  const std::uint8_t byte = b[64 * g + 32 * (k % 2) + at];
  const int low = k < 2 ? byte & 15 : byte >> 4;
  const int q = (low | (b[128 + 32 * g + at] >> 2 * k & 3) << 4) - 32;
  const auto s = static_cast<std::int8_t>(b[192 + 8 * g + 2 * k + (at >= 16 ? 1 : 0)]);
  const float factor = half_at(b + 208) * static_cast<float>(s);
  return factor * static_cast<float>(q);
}

float number(Stored stored, const std::uint8_t* b, std::size_t i) {
  const float d = half_at(b);
  switch (stored) {
    case Stored::q8_0:
      return d * static_cast<float>(static_cast<std::int8_t>(b[2 + i]));
    case Stored::q4_0:
      return d * static_cast<float>(nibble(b + 2, i) - 8);
    case Stored::q4_1: {
      const float product = d * static_cast<float>(nibble(b + 4, i));
      return product + half_at(b + 2);
    }
    case Stored::q5_0:
      return d * static_cast<float>((nibble(b + 6, i) | bit(b + 2, i) << 4) - 16);
    case Stored::q5_1: {
      const float product = d * static_cast<float>(nibble(b + 8, i) | bit(b + 4, i) << 4);
      return product + half_at(b + 2);
    }
    case Stored::q6_k:
      return q6_number(b, i);
    default:
      return parts_number(b, i, stored == Stored::q5_k);
  }
}

std::vector<float> numbers(Stored stored, const Bytes& bytes) {
  const auto size = block_size(stored);
  std::vector<float> all(bytes.size() / size.bytes * size.numbers);
  for (std::size_t n = 0; n < all.size(); ++n)
    all[n] = number(stored, bytes.data() + n / size.numbers * size.bytes, n % size.numbers);
  return all;
}

// Blocks of any bytes. Where they are to be weights, their scales are of ordinary size.
Bytes any_blocks(Random& random, Stored stored, std::size_t count, bool ordinary) {
  const auto size = block_size(stored);
  Bytes bytes(count * size.bytes);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.integer(0, 255));
  for (std::size_t at = 0; ordinary && at < bytes.size(); at += size.bytes) {
    if (stored == Stored::q6_k) {
      bytes[at + 209] = static_cast<std::uint8_t>(0x14 | (bytes[at + 209] & 0x83));
      continue;
    }
    bytes[at + 1] = static_cast<std::uint8_t>(0x24 | (bytes[at + 1] & 0x83));
    bytes[at + 3] = static_cast<std::uint8_t>(0x24 | (bytes[at + 3] & 0x83));
  }
  return bytes;
}

bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

struct Worked {
  Stored stored;
  std::vector<std::pair<std::size_t, Bytes>> bytes;  // from a byte on
  std::vector<std::pair<std::size_t, float>> numbers;
};

const std::vector<Worked> kWorked{
    {Stored::q8_0, {{0, {0, 0x2c, 1, 0xff, 0x7f, 0x80}}}, {{0, 0.0625f}, {1, -0.0625f}, {2, 7.9375f}, {3, -8}}},
    {Stored::q4_0, {{0, {0, 0x30, 0xf0}}}, {{0, -1}, {16, 0.875f}, {1, -1}}},
    {Stored::q4_1, {{0, {0, 0x30, 0, 0xb8, 0x2f}}}, {{0, 1.375f}, {16, -0.25f}, {1, -0.5f}}},
    {Stored::q5_0, {{0, {0, 0x30, 1, 0, 1, 0, 0x2f, 0x2f}}}, {{0, 1.875f}, {16, 0.25f}, {1, -0.125f}, {17, -1.75f}}},
    {Stored::q5_1,
     {{0, {0, 0x30, 0, 0xb8, 1, 0, 1, 0, 0x2f, 0x2f}}},
     {{0, 3.375f}, {16, 1.75f}, {1, 1.375f}, {17, -0.25f}}},
    {Stored::q4_k,
     {{0, {0, 0x2c, 0, 0x28, 0x41}}, {8, {0x82}}, {12, {0x35}}, {16, {0x97}}, {80, {0x0c}}},
     {{0, 0.375f}, {1, -0.0625f}, {32, 0}, {128, 14.65625f}, {129, -1.09375f}}},
    {Stored::q5_k,
     {{0, {0, 0x2c, 0, 0x28, 0x41}}, {8, {0x82}}, {12, {0x35}}, {16, {0x11}}, {48, {0x97}}, {112, {0x0c}}},
     {{0, 1.375f}, {1, -0.0625f}, {128, 35.65625f}, {129, -1.09375f}}},
    {Stored::q6_k,
     {{0, {0xa5}}, {32, {0x3c}}, {128, {0xe4}}, {192, {2, 0, 0xfd, 0, 1, 0, 0xff}}, {208, {0, 0x2c}}},
     {{0, -3.375f}, {32, 0.75f}, {64, 0.625f}, {96, -1.1875f}, {1, -4}}},
};

}  // namespace

TEST_CASE("blocks of any bytes decode to the numbers of their format, bit for bit", "[blocks]") {
  Random random(501);
  for (const Stored stored : kBlocks) {
    CAPTURE(static_cast<int>(stored));
    for (int round = 0; round < 200; ++round) {
      const Bytes bytes = any_blocks(random, stored, 1 + static_cast<std::size_t>(round % 3), false);
      const std::vector<float> expected = numbers(stored, bytes);
      std::vector<float> found(expected.size() + 1, 7.0f);
      kernels::decode(stored, bytes.data(), expected.size(), found.data());
      for (std::size_t n = 0; n < expected.size(); ++n) {
        CAPTURE(round, n);
        REQUIRE(same(found[n], expected[n]));
      }
      REQUIRE(found.back() == 7.0f);
    }
  }
}

TEST_CASE("worked blocks are the numbers that ggml's own functions gave", "[blocks]") {
  for (const Worked& one : kWorked) {
    const auto size = block_size(one.stored);
    Bytes block(size.bytes);
    for (const auto& [from, bytes] : one.bytes)
      std::copy(bytes.begin(), bytes.end(), block.begin() + static_cast<std::ptrdiff_t>(from));
    std::vector<float> found(size.numbers);
    kernels::decode(one.stored, block.data(), found.size(), found.data());
    for (const auto& [n, value] : one.numbers) {
      CAPTURE(static_cast<int>(one.stored), n);
      CHECK(found[n] == value);
    }
  }
}

TEST_CASE("a weight in blocks gives what its numbers as floats give, for one row and for many", "[blocks]") {
  Random random(502);
  for (const Stored stored : kBlocks)
    for (const std::size_t rows : {1u, 2u, 5u, 13u})
      for (const std::size_t blocks : {1u, 2u, 3u, 5u, 17u}) {
        CAPTURE(static_cast<int>(stored), rows, blocks);
        const LinearShape shape{rows, blocks * block_size(stored).numbers, 5 + blocks * 4};
        const Bytes bytes = any_blocks(random, stored, blocks * shape.outputs, true);
        const std::vector<float> weight = numbers(stored, bytes);
        std::vector<float> x(rows * shape.inputs);
        for (float& one : x) one = random.normal();
        std::vector<float> expected(rows * shape.outputs), found(expected.size(), NAN);
        LinearInputs in;
        in.x = x.data();
        in.layout = WeightLayout::out_in;
        in.by.weight = weight.data();
        REQUIRE(linear(shape, in, {expected.data(), nullptr}) == Status::ok);
        in.by.weight = reinterpret_cast<const float*>(bytes.data());
        in.stored = stored;
        in.held = true;
        REQUIRE(linear(shape, in, {found.data(), nullptr}) == Status::ok);
        if (rows > 1) REQUIRE(found == expected);
        for (std::size_t n = 0; n < found.size(); ++n) {
          double exact = 0, size = 0;
          const float* row = x.data() + n / shape.outputs * shape.inputs;
          const float* column = weight.data() + n % shape.outputs * shape.inputs;
          for (std::size_t k = 0; k < shape.inputs; ++k) {
            exact += static_cast<double>(row[k]) * column[k];
            size += std::abs(static_cast<double>(row[k]) * column[k]);
          }
          REQUIRE(std::abs(found[n] - exact) <= 1e-6 * size);
        }
      }
}

TEST_CASE("blocks want rows of whole blocks, one behind the other", "[blocks]") {
  const Bytes bytes(210 * 4);
  std::vector<float> x(512), to(4);
  LinearInputs in;
  in.x = x.data();
  in.by.weight = reinterpret_cast<const float*>(bytes.data());
  in.held = true;
  for (const Stored stored : kBlocks) {
    in.stored = stored;
    in.layout = WeightLayout::out_in;
    const std::size_t whole = block_size(stored).numbers;
    CHECK(linear({1, whole, 4}, in, {to.data(), nullptr}) == Status::ok);
    CHECK(linear({1, whole - 16, 4}, in, {to.data(), nullptr}) == Status::invalid_shape);
    in.layout = WeightLayout::in_out;
    CHECK(linear({1, whole, 4}, in, {to.data(), nullptr}) == Status::invalid_option);
  }
}
