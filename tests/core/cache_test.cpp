// Keys and values that are stored: what is appended, what is attended to, and the float16 among them.
#include "../../src/cache.h"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "../../src/kernels/half.h"
#include "../../src/kernels/row.h"
#include "compare.h"
#include "problem.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// The same numbers as float16, and as floats again.
struct Rounded {
  std::vector<std::uint16_t> halves;
  HeadTensor floats;
};

Rounded rounded(const HeadTensor& tensor) {
  const std::vector<float> dense = tensor.dense();
  Rounded to{std::vector<std::uint16_t>(dense.size()),
             HeadTensor(tensor.batch(), tensor.heads(), tensor.rows(), tensor.columns())};
  REQUIRE(kernels::narrow(dense.data(), dense.size(), to.halves.data()));
  std::vector<float> wide(dense.size());
  kernels::widen(to.halves.data(), to.halves.size(), wide.data());
  std::size_t n = 0;
  to.floats.each([&](float& x) { x = wide[n++]; });
  return to;
}

HeadView<const std::uint16_t> view_of(const Rounded& rounded) {
  const HeadTensor& t = rounded.floats;
  return dense_heads(rounded.halves.data(), t.heads(), t.rows(), t.columns());
}

}  // namespace

TEST_CASE("float16 keys and values give what the same numbers give as floats", "[cache]") {
  Random random(1601);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t kv_heads = 1 + random.below(3), heads = kv_heads * (1 + random.below(3));
    const AttentionShape shape{1 + random.below(2),
                               heads,
                               kv_heads,
                               random.chance(0.7) ? 1 + random.below(2) : 3 + random.below(6),
                               1 + random.below(1200),
                               1 + random.below(70),
                               1 + random.below(70)};
    Problem problem = normal_problem(shape, random.next());
    const Rounded k = rounded(problem.k), v = rounded(problem.v);
    problem.k = k.floats;
    problem.v = v.floats;
    if (random.chance(0.5)) problem.softcap = 3.0f;
    const Results expected = run(problem, kWeights);
    for (const bool finite : {true, false}) {
      for (const bool keeps : {false, true}) {
        AttentionInputs inputs;
        inputs.q = std::as_const(problem.q).view();
        inputs.halves = {view_of(k), view_of(v), finite};
        HeadTensor output(shape.batch, shape.heads, shape.queries, shape.value_dim);
        std::vector<float> weights(shape.batch * shape.heads * shape.queries * shape.keys);
        AttentionOutputs outputs;
        outputs.output = output.view();
        if (keeps) outputs.weights = weights.data();
        REQUIRE(attention(shape, problem.options(), inputs, outputs) == Status::ok);
        INFO(problem.describe() << (finite ? ", finite" : "") << (keeps ? ", weights" : ""));
        REQUIRE(difference(output.dense(), expected.output.dense()) == "");
        if (keeps) REQUIRE(difference(weights, expected.weights) == "");
      }
    }
  }
}

TEST_CASE("rows of float16 score and mix as their numbers do, in any number of columns", "[cache]") {
  Random random(1602);
  for (std::size_t columns = 1; columns < 80; ++columns) {
    const std::size_t count = 1 + random.below(40), stride = columns + random.below(3);
    std::vector<float> q(columns), p(count), rows(count * stride), scaled(columns);
    for (float& x : q) x = random.normal();
    for (float& x : p) x = static_cast<float>(random.uniform());
    for (float& x : rows) x = random.normal() * (random.chance(0.2) ? 0x1p-15f : 1.0f);
    std::vector<std::uint16_t> halves(rows.size());
    kernels::narrow(rows.data(), rows.size(), halves.data());
    kernels::widen(halves.data(), halves.size(), rows.data());
    for (std::size_t c = 0; c < columns; ++c) scaled[c] = q[c] * 0x1p112f;

    std::vector<float> s(count), expected_s(count), o(columns, 0.5f), expected_o(columns, 0.5f);
    kernels::score_row(scaled.data(), halves.data(), stride, count, columns, s.data());
    kernels::score_row(q.data(), rows.data(), stride, count, columns, expected_s.data());
    REQUIRE(difference(s, expected_s) == "");
    kernels::mix_row(p.data(), halves.data(), stride, count, columns, o.data());
    kernels::mix_row(p.data(), rows.data(), stride, count, columns, expected_o.data());
    REQUIRE(difference(o, expected_o) == "");
  }
}

TEST_CASE("append writes the rows that are no padding, to their places and nowhere else", "[cache]") {
  const AttentionShape shape{2, 4, 2, 3, 0, 5, 2};
  const std::size_t rows = 7;
  const std::vector<std::int32_t> first_rows{4, 0}, counts{3, 1};
  HeadTensor k(2, 2, 3, 5), v(2, 2, 3, 2), keys(2, 2, rows, 5), values(2, 2, rows, 2);
  float next = 1.0f;
  k.each([&](float& x) { x = next++; });
  v.each([&](float& x) { x = next++; });
  for (HeadTensor* stored : {&keys, &values}) stored->each([](float& x) { x = -1.0f; });
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t t = 1; t < 3; ++t) k.fill_row(1, h, t, kNaN), v.fill_row(1, h, t, kNaN);

  append(shape, {rows, keys.row(0, 0, 0), values.row(0, 0, 0)}, {first_rows.data(), counts.data()}, k.row(0, 0, 0),
         v.row(0, 0, 0));
  for (const auto& [stored, given] : {std::pair{&keys, &k}, std::pair{&values, &v}})
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t row = 0; row < rows; ++row)
          for (std::size_t c = 0; c < stored->columns(); ++c) {
            const auto t = static_cast<std::int32_t>(row) - first_rows[b];
            const bool is_new = t >= 0 && t < counts[b];
            REQUIRE(stored->at(b, h, row, c) == (is_new ? given->at(b, h, static_cast<std::size_t>(t), c) : -1.0f));
          }
}
