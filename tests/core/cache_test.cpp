// Keys and values that are stored: what is appended, what is attended to, and the float16 among them.
#include "../../src/cache.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "../../src/kernels/half.h"
#include "../../src/kernels/row.h"
#include "../../src/rotary.h"
#include "compare.h"
#include "oracle.h"
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

// ---- a cache of 2 batches with 2 heads each: (2, 2, kRows, columns) of floats, float16 or doubles

constexpr std::size_t kRows = 16;

double value_of(double number) { return number; }
double value_of(float number) { return number; }

// sign · m · 2^-24 or sign · (1024 + m) · 2^(e − 25)
double value_of(std::uint16_t half) {
  const int e = half >> 10 & 31, m = half & 1023;
  if (e == 31) return m ? std::nan("") : half >> 15 ? -HUGE_VAL : HUGE_VAL;
  return (half >> 15 ? -1.0 : 1.0) * (e == 0 ? std::ldexp(m, -24) : std::ldexp(1024 + m, e - 25));
}

// The first `rows` rows of each head.
template <class Number>
oracle::Heads first_of(const std::vector<Number>& stored, std::size_t columns, std::size_t rows) {
  oracle::Heads first{2, rows, columns, {}};
  for (std::size_t n = 0; n < stored.size(); ++n)
    if (n / columns % kRows < rows) first.values.push_back(value_of(stored[n]));
  return first;
}

// Each head loses its first rows, and the rows after them move down to row 0.
template <class Number>
void drop_first(std::vector<Number>& stored, std::size_t columns, std::size_t rows) {
  for (auto head = stored.begin(); head != stored.end(); head += static_cast<std::ptrdiff_t>(kRows * columns))
    std::copy(head + static_cast<std::ptrdiff_t>(rows * columns), head + static_cast<std::ptrdiff_t>(kRows * columns),
              head);
}

// The new rows of each head, from row `first` on, in double precision.
void store(const oracle::Heads& rows, std::size_t first, std::vector<double>& stored) {
  for (std::size_t head = 0; head < 4; ++head)
    std::copy_n(rows.values.begin() + static_cast<std::ptrdiff_t>(head * rows.rows * rows.columns),
                rows.rows * rows.columns,
                stored.begin() + static_cast<std::ptrdiff_t>((head * kRows + first) * rows.columns));
}

// `columns` of NaN, and the same rows in double precision.
template <class Number>
struct Stored {
  explicit Stored(std::size_t of, Number nan) : columns(of), rows(4 * kRows * of, nan), exact(rows.size(), NAN) {}

  void require_rounded(std::size_t count, double relative) const {
    const oracle::Heads found = first_of(rows, columns, count), expected = first_of(exact, columns, count);
    for (std::size_t n = 0; n < found.values.size(); ++n) {
      CAPTURE(n, found.values[n], expected.values[n]);
      REQUIRE(agrees(found.values[n], expected.values[n], {1e-6, relative}));
    }
  }
  void drop(std::size_t count) { drop_first(rows, columns, count), drop_first(exact, columns, count); }

  std::size_t columns;
  std::vector<Number> rows;
  std::vector<double> exact;
};

// Tokens come in calls of one to four. A call that finds no room first drops all tokens but those of the window.
template <class Number>
void decode(bool interleaved, Number nan, double rounding) {
  constexpr std::size_t kWindow = 6;
  Random random(1603);
  OwnRotary rotary{6, interleaved, {}, {}, {}, {}};
  for (std::size_t n = 0; n < 200 * rotary.dims / 2; ++n) {
    const double angle = random.between(-10.0, 10.0);
    rotary.cos.push_back(static_cast<float>(std::cos(angle)));
    rotary.sin.push_back(static_cast<float>(std::sin(angle)));
  }
  Stored<Number> keys(10, nan), values(7, nan);
  std::int32_t not_finite = 0;
  const CacheStorage cache{kRows, keys.rows.data(), values.rows.data(), sizeof(Number) == 2, &not_finite};
  for (std::size_t step = 0, stored = 0, dropped = 0; step < 40; ++step) {
    AttentionShape shape{2, 4, 2, 1 + random.below(4), 0, keys.columns, values.columns};
    shape.keys = shape.queries;  // of the new tokens
    if (stored + shape.queries > kRows) {
      keys.drop(stored - kWindow), values.drop(stored - kWindow);
      dropped += std::exchange(stored, kWindow) - kWindow;
    }
    Problem tokens = normal_problem(shape, random.next());
    if (step == 5) tokens.v.fill_row(1, 1, 0, kNaN);
    rotary.query_rows.clear();
    for (std::size_t n = 0; n < 2 * shape.queries; ++n)
      rotary.query_rows.push_back(static_cast<std::int32_t>(dropped + stored + n % shape.queries));
    rotary.key_rows = rotary.query_rows;
    oracle::Operands exact = oracle::widen(shape, tokens.options(), tokens.inputs());
    exact = oracle::turned(shape, rotary.view(), exact);
    store(exact.k, stored, keys.exact), store(exact.v, stored, values.exact);

    const std::vector<std::int32_t> first_rows(2, static_cast<std::int32_t>(stored));
    const std::vector<std::int32_t> counts(2, static_cast<std::int32_t>(shape.queries));
    turn_in_place(shape, rotary.view(), shape.kv_heads, tokens.k.row(0, 0, 0));
    append(shape, cache, {first_rows.data(), counts.data()}, tokens.k.row(0, 0, 0), tokens.v.row(0, 0, 0));
    shape.keys = stored += shape.queries;
    CAPTURE(step, stored, dropped);
    keys.require_rounded(stored, rounding), values.require_rounded(stored, rounding);
    REQUIRE(not_finite == (sizeof(Number) == 2 && step >= 5));

    tokens.causal_offsets = first_rows;
    tokens.window_left = kWindow;
    turn_in_place(shape, rotary.view(), shape.heads, tokens.q.row(0, 0, 0));
    HeadTensor output(2, 4, shape.queries, values.columns);
    REQUIRE(attention(shape, tokens.options(), stored_inputs(shape, cache, tokens.q.row(0, 0, 0)), {output.view()}) ==
            Status::ok);
    exact.k = first_of(keys.rows, keys.columns, stored), exact.v = first_of(values.rows, values.columns, stored);
    REQUIRE(difference(output.dense(), oracle::attention(shape, tokens.options(), exact).output) == "");
  }
}

}  // namespace

TEST_CASE("queries attend to a cache of floats or float16 as in double precision, also after tokens were dropped",
          "[cache]") {
  for (const bool interleaved : {false, true}) {
    decode<float>(interleaved, kNaN, 0.0);
    decode<std::uint16_t>(interleaved, 0x7e00, 0x1p-11);
  }
}

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
