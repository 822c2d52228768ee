// Rotary position embedding: what it leaves, what it turns, and what it refuses.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "compare.h"
#include "gradients.h"
#include "problem.h"

using namespace heed;
using namespace heed::test;

namespace {

// Position n of the tables is the position n, with the frequencies base^(−2i/dims).
OwnRotary counted_rotary(const AttentionShape& s, std::size_t dims, bool interleaved, double base = 100.0) {
  OwnRotary rotary;
  rotary.dims = dims;
  rotary.interleaved = interleaved;
  const std::size_t positions = s.queries + s.keys + 8;
  for (std::size_t n = 0; n < positions; ++n)
    for (std::size_t i = 0; i < dims / 2; ++i) {
      const double angle =
          static_cast<double>(n) * std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(dims));
      rotary.cos.push_back(static_cast<float>(std::cos(angle)));
      rotary.sin.push_back(static_cast<float>(std::sin(angle)));
    }
  for (std::size_t n = 0; n < s.batch * s.queries; ++n)
    rotary.query_rows.push_back(static_cast<std::int32_t>(n % s.queries));
  for (std::size_t n = 0; n < s.batch * s.keys; ++n) rotary.key_rows.push_back(static_cast<std::int32_t>(n % s.keys));
  return rotary;
}

// The columns of halves in the order that the interleaved layout wants.
HeadTensor interleaved_columns(const HeadTensor& halves, std::size_t dims) {
  HeadTensor to = halves;
  for (std::size_t b = 0; b < halves.batch(); ++b)
    for (std::size_t h = 0; h < halves.heads(); ++h)
      for (std::size_t i = 0; i < halves.rows(); ++i)
        for (std::size_t pair = 0; pair < dims / 2; ++pair) {
          to.at(b, h, i, 2 * pair) = halves.at(b, h, i, pair);
          to.at(b, h, i, 2 * pair + 1) = halves.at(b, h, i, pair + dims / 2);
        }
  return to;
}

const std::vector<AttentionShape> kShapes{
    {1, 1, 1, 1, 1, 2, 1}, {2, 2, 1, 5, 7, 7, 3}, {1, 4, 2, 13, 30, 16, 8}, {1, 1, 1, 2, 600, 24, 5}};

}  // namespace

TEST_CASE("at position 0 nothing is turned", "[rotary]") {
  for (const AttentionShape& s : kShapes)
    for (const bool interleaved : {false, true}) {
      const Problem plain = normal_problem(s, 401);
      Problem p = plain;
      p.rotary = counted_rotary(s, s.dim / 2 * 2, interleaved);
      std::fill(p.rotary.query_rows.begin(), p.rotary.query_rows.end(), 0);
      std::fill(p.rotary.key_rows.begin(), p.rotary.key_rows.end(), 0);
      REQUIRE(bit_difference(run(p).output.dense(), run(plain).output.dense()) == "");
    }
}

TEST_CASE("weights depend on the distance of positions alone", "[rotary]") {
  for (const AttentionShape& s : kShapes) {
    Problem p = normal_problem(s, 402);
    p.rotary = counted_rotary(s, s.dim / 2 * 2, false);
    const Results before = run(p, kWeights);
    for (std::int32_t& row : p.rotary.query_rows) row += 8;
    for (std::int32_t& row : p.rotary.key_rows) row += 8;
    REQUIRE(difference(run(p, kWeights).weights, before.weights, {2e-6, 1e-5}) == "");
  }
}

TEST_CASE("the layouts give the same bits for permuted columns, where the sum of the pairs allows it", "[rotary]") {
  // one pair: the products of q and k are summed in the same order in both layouts
  for (const AttentionShape& s : {AttentionShape{1, 2, 1, 5, 9, 2, 3}, AttentionShape{2, 1, 1, 3, 4, 3, 2}}) {
    Problem halves = normal_problem(s, 403), interleaved = halves;
    halves.rotary = counted_rotary(s, 2, false);
    interleaved.rotary = counted_rotary(s, 2, true);
    REQUIRE(bit_difference(run(halves).output.dense(), run(interleaved).output.dense()) == "");
  }
  for (const std::size_t dims : {4u, 6u, 8u, 14u, 16u}) {
    const AttentionShape s{1, 2, 1, 5, 9, dims + 3, 3};
    Problem halves = normal_problem(s, 404), interleaved = halves;
    interleaved.q = interleaved_columns(halves.q, dims);
    interleaved.k = interleaved_columns(halves.k, dims);
    halves.rotary = counted_rotary(s, dims, false);
    interleaved.rotary = counted_rotary(s, dims, true);
    REQUIRE(difference(run(halves, kRaw).raw, run(interleaved, kRaw).raw, {2e-6, 1e-5}) == "");
    Random random(405);
    const HeadTensor d = normal_d_output(halves, random);
    const Gradients a = run_backward(halves, d), b = run_backward(interleaved, d);
    REQUIRE(difference(interleaved_columns(a.dq, dims).dense(), b.dq.dense(), {2e-6, 1e-5}) == "");
    REQUIRE(difference(interleaved_columns(a.dk, dims).dense(), b.dk.dense(), {2e-6, 1e-5}) == "");
  }
}

TEST_CASE("columns from dims on stay as they are", "[rotary]") {
  const AttentionShape s{1, 1, 1, 6, 9, 7, 2};
  for (const bool interleaved : {false, true}) {
    Problem p = normal_problem(s, 406);
    const Problem plain = p;
    p.q.each([n = 0](float& x) mutable { x = n++ % 7 < 4 ? 0.0f : x; });  // the turned columns are 0
    Problem zeros = p;
    p.rotary = counted_rotary(s, 4, interleaved);
    REQUIRE(bit_difference(run(p).output.dense(), run(zeros).output.dense()) == "");
    REQUIRE(bit_difference(run(p).output.dense(), run(plain).output.dense()) != "");
  }
}

TEST_CASE("a factor on cosines and sines scales the scores by its square, and the gradient is the transpose",
          "[rotary]") {
  const AttentionShape s{1, 2, 1, 5, 8, 8, 4};
  Problem once = normal_problem(s, 407);
  once.rotary = counted_rotary(s, 8, false);
  Problem doubled = once;
  for (std::vector<float>* table : {&doubled.rotary.cos, &doubled.rotary.sin})
    for (float& x : *table) x *= 2.0f;
  Problem scaled = once;
  scaled.scale *= 4.0f;
  Random random(408);
  const HeadTensor d = normal_d_output(once, random);
  REQUIRE(difference(run(doubled).output.dense(), run(scaled).output.dense(), {2e-6, 1e-5}) == "");
  const Gradients a = run_backward(doubled, d), b = run_backward(scaled, d);
  REQUIRE(difference(a.dq.dense(), b.dq.dense(), {1e-5, 1e-5}) == "");
  REQUIRE(difference(a.dk.dense(), b.dk.dense(), {1e-5, 1e-5}) == "");
}

TEST_CASE("keys that no query may attend to have dk of +0, whatever they hold", "[rotary]") {
  for (const bool interleaved : {false, true}) {
    const AttentionShape s{1, 2, 1, 5, 9, 10, 4};
    Problem p = normal_problem(s, 409);
    p.rotary = counted_rotary(s, 10, interleaved);
    p.scale = -0.3f;
    p.key_lengths = {6};
    const Results before = run(p);
    for (std::size_t j = 6; j < 9; ++j) p.k.fill_row(0, 0, j, NAN);
    Random random(410);
    const Gradients g = run_backward(p, normal_d_output(p, random));
    REQUIRE(bit_difference(run(p).output.dense(), before.output.dense()) == "");
    for (std::size_t j = 6; j < 9; ++j)
      for (std::size_t c = 0; c < 10; ++c) REQUIRE((g.dk.at(0, 0, j, c) == 0.0f && !std::signbit(g.dk.at(0, 0, j, c))));
  }
}

TEST_CASE("dims that are odd or above dim, and missing tables, are refused", "[rotary]") {
  const AttentionShape s{1, 1, 1, 3, 4, 6, 2};
  Problem p = normal_problem(s, 411);
  p.rotary = counted_rotary(s, 6, false);
  HeadTensor output(1, 1, 3, 2);
  const auto status = [&](auto change) {
    AttentionOptions options = p.options();
    change(options.rotary);
    return attention(s, options, p.inputs(), {output.view()});
  };
  REQUIRE(status([](Rotary&) {}) == Status::ok);
  REQUIRE(status([](Rotary& r) { r.dims = 5; }) == Status::invalid_option);
  REQUIRE(status([](Rotary& r) { r.dims = 8; }) == Status::invalid_option);
  REQUIRE(status([](Rotary& r) { r.cos = nullptr; }) == Status::missing_tensor);
  REQUIRE(status([](Rotary& r) { r.sin = nullptr; }) == Status::missing_tensor);
  REQUIRE(status([](Rotary& r) { r.query_rows = nullptr; }) == Status::missing_tensor);
  REQUIRE(status([](Rotary& r) { r.key_rows = nullptr; }) == Status::missing_tensor);
}
