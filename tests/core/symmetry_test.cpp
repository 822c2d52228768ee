// What does not change attention: the order of keys, other heads and batches beside it, how heads share keys.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "compare.h"
#include "problem.h"
#include "sizes.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr Tolerance kRounding{1e-6, 2e-6};

const std::vector<AttentionShape> kShapes{
    {1, 1, 1, 1, 1, 1, 1},    {1, 1, 1, 3, 5, 4, 2},     {1, 1, 1, 9, 8, 7, 6},     {1, 1, 1, 17, 33, 16, 31},
    {1, 1, 1, 65, 64, 33, 8}, {1, 1, 1, 12, 300, 32, 5}, {1, 1, 1, 2, 520, 64, 64},
};

void copy_row(HeadTensor& to, std::size_t to_b, std::size_t to_h, std::size_t to_i, const HeadTensor& from,
              std::size_t b, std::size_t h, std::size_t i) {
  std::copy_n(from.row(b, h, i), from.columns(), to.row(to_b, to_h, to_i));
}

template <class T>
std::vector<T> rows_of_batch(const std::vector<T>& all, std::size_t b, std::size_t rows) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(b * rows);
  return {first, first + static_cast<std::ptrdiff_t>(rows)};
}

// One head of one batch as a problem of its own.
Problem alone(const Problem& p, std::size_t b, std::size_t h) {
  const AttentionShape& s = p.shape;
  Problem one = normal_problem({1, 1, 1, s.queries, s.keys, s.dim, s.value_dim}, 1);
  static_cast<AttentionNumbers&>(one) = p;
  if (!p.causal_offsets.empty()) one.causal_offsets = {p.causal_offsets[b]};
  if (!p.offsets.empty()) one.offsets = {p.offsets[b]};
  if (!p.alibi.empty()) one.alibi = {p.alibi[h]};
  if (!p.sink.empty()) one.sink = {p.sink[h]};
  if (!p.key_lengths.empty()) one.key_lengths = {p.key_lengths[b]};
  if (!p.spans.empty()) one.spans = rows_of_batch(p.spans, b, s.queries);
  if (!p.query_documents.empty()) {
    one.query_documents = rows_of_batch(p.query_documents, b, s.queries);
    one.key_documents = rows_of_batch(p.key_documents, b, s.keys);
  }
  if (!p.key_mask.empty()) one.key_mask = rows_of_batch(p.key_mask, b, s.keys);
  if (p.rotary.dims) one.rotary = p.rotary.of_batch(b, s);
  if (!p.mask.empty()) one.mask = {1, 1, s.queries, s.keys, 0};
  if (!p.bias.empty()) one.bias = {1, 1, s.queries, s.keys, 0.0f};
  for (std::size_t i = 0; i < s.queries; ++i) {
    copy_row(one.q, 0, 0, i, p.q, b, h, i);
    for (std::size_t j = 0; j < s.keys; ++j) {
      if (!p.mask.empty()) one.mask.at(0, 0, i, j) = p.mask.at(b, h, i, j);
      if (!p.bias.empty()) one.bias.at(0, 0, i, j) = p.bias.at(b, h, i, j);
    }
  }
  for (std::size_t j = 0; j < s.keys; ++j) {
    copy_row(one.k, 0, 0, j, p.k, b, p.kv_head(h), j);
    copy_row(one.v, 0, 0, j, p.v, b, p.kv_head(h), j);
  }
  return one;
}

}  // namespace

TEST_CASE("permuting keys together with their values permutes the weights and leaves the output", "[symmetry]") {
  Random random(111);
  for (const AttentionShape& s : kShapes) {
    const Problem p = normal_problem(s, random.next());
    Problem permuted = p;
    const std::vector<std::size_t> order = random.order(s.keys);
    for (std::size_t j = 0; j < s.keys; ++j) {
      copy_row(permuted.k, 0, 0, j, p.k, 0, 0, order[j]);
      copy_row(permuted.v, 0, 0, j, p.v, 0, 0, order[j]);
    }
    const Results before = run(p, kWeights), after = run(permuted, kWeights);
    std::vector<float> back(before.weights.size());
    for (std::size_t i = 0; i < s.queries; ++i)
      for (std::size_t j = 0; j < s.keys; ++j) back[i * s.keys + order[j]] = after.weights[i * s.keys + j];
    CAPTURE(p.describe());
    REQUIRE(difference(after.output.dense(), before.output.dense(), kRounding) == "");
    REQUIRE(difference(back, before.weights, kRounding) == "");
  }
}

TEST_CASE("permuting queries permutes the rows of the output", "[symmetry]") {
  Random random(112);
  for (const AttentionShape& s : kShapes) {
    const Problem p = normal_problem(s, random.next());
    Problem permuted = p;
    const std::vector<std::size_t> order = random.order(s.queries);
    for (std::size_t i = 0; i < s.queries; ++i) copy_row(permuted.q, 0, 0, i, p.q, 0, 0, order[i]);
    const Results before = run(p), after = run(permuted);
    HeadTensor back = after.output;
    for (std::size_t i = 0; i < s.queries; ++i) copy_row(back, 0, 0, order[i], after.output, 0, 0, i);
    REQUIRE(difference(back.dense(), before.output.dense(), kRounding) == "");
  }
}

TEST_CASE("each head of each batch gives what it gives alone, with any options and groups", "[symmetry]") {
  Random random(113);
  for (int repeat = 0; repeat < 40; ++repeat) {
    const std::size_t kv_heads = 1 + random.below(3);
    const AttentionShape shape{1 + random.below(3),
                               kv_heads * (1 + random.below(4)),
                               kv_heads,
                               1 + random.below(12),
                               1 + random.below(40),
                               1 + random.below(20),
                               1 + random.below(20)};
    Problem p = normal_problem(shape, random.next());
    randomise_options(p, random, Variety::tame);
    const Results all = run(p);
    CAPTURE(p.describe());
    for (std::size_t b = 0; b < p.shape.batch; ++b)
      for (std::size_t h = 0; h < p.shape.heads; ++h) {
        const Results one = run(alone(p, b, h));
        for (std::size_t i = 0; i < p.shape.queries; ++i)
          for (std::size_t c = 0; c < p.shape.value_dim; ++c)
            REQUIRE(agrees(all.output.at(b, h, i, c), one.output.at(0, 0, i, c), kRounding));
      }
  }
}

TEST_CASE("grouped heads equal the same call with keys and values written out per head", "[symmetry]") {
  Random random(114);
  for (const std::size_t kv_heads : {1u, 2u, 3u})
    for (const std::size_t group : {1u, 2u, 3u, 8u})
      for (const std::size_t keys : {1u, 6u, 40u, 270u}) {
        Problem grouped = normal_problem({2, kv_heads * group, kv_heads, 7, keys, 9, 5}, random.next());
        grouped.causal_offsets = {0, static_cast<int>(keys) - 7};
        const Problem expanded = ungrouped(grouped);
        CAPTURE(grouped.describe());
        const unsigned keep = random.chance(0.5) ? kEverything : kNothing;
        const Results a = run(grouped, keep), b = run(expanded, keep);
        REQUIRE(difference(a.output.dense(), b.output.dense(), kRounding) == "");
        REQUIRE(difference(a.weights, b.weights, kRounding) == "");
        REQUIRE(difference(a.raw, b.raw, kRounding) == "");
      }
}

TEST_CASE("batches may share keys and values by a stride of 0", "[symmetry]") {
  Problem p = normal_problem({3, 2, 2, 6, 10, 4, 4}, 115);
  for (std::size_t b = 1; b < 3; ++b)
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t j = 0; j < 10; ++j) {
        copy_row(p.k, b, h, j, p.k, 0, h, j);
        copy_row(p.v, b, h, j, p.v, 0, h, j);
      }
  AttentionInputs shared = p.inputs();
  shared.k.batch_stride = shared.v.batch_stride = 0;
  HeadTensor output(3, 2, 6, 4);
  REQUIRE(attention(p.shape, p.options(), shared, {output.view()}) == Status::ok);
  REQUIRE(bit_difference(output.dense(), run(p).output.dense()) == "");
}

TEST_CASE("the layout of q, k, v and output changes no bit of the results and no byte between the rows", "[symmetry]") {
  Random random(116);
  for (const std::size_t keys : {1u, 4u, 9u, 70u, 300u}) {
    const Problem dense = normal_problem({2, 4, 2, 11, keys, 6, 5}, random.next());
    const std::vector<float> expected = run(dense).output.dense();
    for (const Layout in : {Layout::interleaved, Layout::padded})
      for (const Layout out : {Layout::dense, Layout::interleaved, Layout::padded}) {
        Problem laid_out = dense;
        laid_out.q = HeadTensor(2, 4, 11, 6, in);
        laid_out.k = HeadTensor(2, 2, keys, 6, in);
        laid_out.v = HeadTensor(2, 2, keys, 5, in);
        for (const auto& [to, from] :
             {std::pair{&laid_out.q, &dense.q}, std::pair{&laid_out.k, &dense.k}, std::pair{&laid_out.v, &dense.v}})
          for (std::size_t b = 0; b < 2; ++b)
            for (std::size_t h = 0; h < from->heads(); ++h)
              for (std::size_t i = 0; i < from->rows(); ++i) copy_row(*to, b, h, i, *from, b, h, i);
        const Results results = run(laid_out, kNothing, out);
        REQUIRE(bit_difference(results.output.dense(), expected) == "");
        REQUIRE(results.output.gaps_untouched());
      }
  }
}

TEST_CASE("no output lies outside the range of the values it mixes", "[symmetry]") {
  Random random(117);
  for (const AttentionShape& s : kShapes) {
    Problem p = normal_problem(s, random.next());
    p.mask = {1, 1, s.queries, s.keys, 0};
    for (std::uint8_t& element : p.mask.elements()) element = random.chance(0.6);
    const Results results = run(p);
    for (std::size_t i = 0; i < s.queries; ++i)
      for (std::size_t c = 0; c < s.value_dim && !p.is_empty(0, 0, i); ++c) {
        float least = INFINITY, most = -INFINITY;
        for (std::size_t j = 0; j < s.keys; ++j)
          if (p.may_attend(0, 0, i, j)) {
            least = std::min(least, p.v.at(0, 0, j, c));
            most = std::max(most, p.v.at(0, 0, j, c));
          }
        REQUIRE(results.output.at(0, 0, i, c) >= least - 1e-6f);
        REQUIRE(results.output.at(0, 0, i, c) <= most + 1e-6f);
      }
  }
}

TEST_CASE("one key gets weight 1 and its value is the output", "[symmetry]") {
  for (const std::size_t queries : kSmallSizes)
    for (const std::size_t value_dim : kDims) {
      Problem p = normal_problem({1, 1, 1, queries, 1, 5, value_dim}, 118);
      const Results results = run(p, kWeights);
      for (std::size_t i = 0; i < queries; ++i) {
        REQUIRE(results.weights[i] == 1.0f);
        for (std::size_t c = 0; c < value_dim; ++c) REQUIRE(results.output.at(0, 0, i, c) == p.v.at(0, 0, 0, c));
      }
    }
}

TEST_CASE("with scale 0, or queries of 0, every allowed key weighs the same", "[symmetry]") {
  const bool by_scale = GENERATE(true, false);
  for (const std::size_t keys : kSizes) {
    Problem p = normal_problem({1, 1, 1, 5, keys, 4, 3}, 119);
    if (by_scale)
      p.scale = 0.0f;
    else
      p.q.each([](float& x) { x = 0.0f; });
    p.causal_offsets = {static_cast<int>(keys) - 5};
    const Results results = run(p, kWeights);
    for (std::size_t i = 0; i < 5; ++i) {
      const std::size_t seen = keys + i >= 4 ? keys + i - 4 : 0;
      for (std::size_t j = 0; j < keys; ++j)
        REQUIRE(agrees(results.weights[i * keys + j], j < seen ? 1.0 / static_cast<double>(seen) : 0.0, {0, 1e-6}));
    }
  }
}

TEST_CASE("writing every key twice halves the weights and leaves the output", "[symmetry]") {
  Random random(120);
  for (const AttentionShape& s : kShapes) {
    const Problem p = normal_problem(s, random.next());
    Problem twice = p;
    twice.shape.keys = 2 * s.keys;
    twice.k = HeadTensor(1, 1, 2 * s.keys, s.dim);
    twice.v = HeadTensor(1, 1, 2 * s.keys, s.value_dim);
    for (std::size_t j = 0; j < 2 * s.keys; ++j) {
      copy_row(twice.k, 0, 0, j, p.k, 0, 0, j % s.keys);
      copy_row(twice.v, 0, 0, j, p.v, 0, 0, j % s.keys);
    }
    const Results once = run(p, kWeights), doubled = run(twice, kWeights);
    REQUIRE(difference(doubled.output.dense(), once.output.dense(), kRounding) == "");
    for (std::size_t i = 0; i < s.queries; ++i)
      for (std::size_t j = 0; j < s.keys; ++j)
        REQUIRE(agrees(2.0f * doubled.weights[i * 2 * s.keys + j], once.weights[i * s.keys + j], kRounding));
  }
}

TEST_CASE("output is linear in the values", "[symmetry]") {
  Random random(121);
  for (const AttentionShape& s : kShapes) {
    const Problem p = normal_problem(s, random.next());
    Problem doubled = p, other = p, sum = p;
    doubled.v.each([](float& x) { x *= 2.0f; });
    other.v = HeadTensor::normal(random, 1, 1, s.keys, s.value_dim);
    for (std::size_t j = 0; j < s.keys; ++j)
      for (std::size_t c = 0; c < s.value_dim; ++c) sum.v.at(0, 0, j, c) += other.v.at(0, 0, j, c);
    const std::vector<float> a = run(p).output.dense(), b = run(other).output.dense();
    std::vector<float> twice = a, both = a;
    for (float& x : twice) x *= 2.0f;
    for (std::size_t n = 0; n < a.size(); ++n) both[n] += b[n];
    REQUIRE(bit_difference(run(doubled).output.dense(), twice) == "");
    REQUIRE(difference(run(sum).output.dense(), both, {2e-6, 1e-5}) == "");
  }
}

TEST_CASE("scaling the queries equals the option scale", "[symmetry]") {
  Random random(122);
  for (const AttentionShape& s : kShapes)
    for (const float factor : {-1.0f, 0.25f, 0.3f}) {
      Problem by_option = normal_problem(s, random.next());
      Problem by_queries = by_option;
      by_option.scale = factor;
      by_queries.scale = 1.0f;
      by_queries.q.each([factor](float& x) { x *= factor; });
      const Results a = run(by_option, kWeights), b = run(by_queries, kWeights);
      // both scores have the size √dim, and each is rounded in its own order
      const Tolerance tolerance = Tolerance{2e-6, 1e-5}.times(std::sqrt(static_cast<double>(s.dim)));
      REQUIRE(difference(a.weights, b.weights, tolerance) == "");
      REQUIRE(difference(a.output.dense(), b.output.dense(), tolerance) == "");
    }
}

TEST_CASE("with causal order each row equals full attention over the keys it sees, and later tokens change nothing",
          "[symmetry]") {
  Random random(123);
  for (const std::size_t n : {1u, 2u, 7u, 17u, 66u, 258u}) {
    Problem p = normal_problem({1, 1, 1, n, n, 8, 8}, random.next());
    p.causal_offsets = {0};
    const std::vector<float> all = run(p).output.dense();
    for (std::size_t seen = 1; seen <= n; seen = seen < 10 ? seen + 1 : seen * 2 - 3) {
      Problem prefix = p;
      prefix.causal_offsets.clear();
      prefix.shape.queries = 1;
      prefix.shape.keys = seen;
      prefix.q = HeadTensor(1, 1, 1, 8);
      copy_row(prefix.q, 0, 0, 0, p.q, 0, 0, seen - 1);
      const std::vector<float> row(all.begin() + static_cast<std::ptrdiff_t>((seen - 1) * 8),
                                   all.begin() + static_cast<std::ptrdiff_t>(seen * 8));
      CAPTURE(n, seen);
      REQUIRE(difference(run(prefix).output.dense(), row, kRounding) == "");
    }
    Problem changed = p;
    for (std::size_t c = 0; c < 8; ++c) changed.k.at(0, 0, n - 1, c) = changed.v.at(0, 0, n - 1, c) = 100.0f;
    const std::vector<float> after = run(changed).output.dense();
    for (std::size_t place = 0; place < (n - 1) * 8; ++place) REQUIRE(agrees(after[place], all[place], kRounding));
  }
}

TEST_CASE("a query alone, with its index as the offset, equals its row of the whole", "[symmetry]") {
  Problem p = normal_problem({1, 4, 2, 40, 40, 16, 16}, 124);
  p.causal_offsets = {0};
  const Results all = run(p);
  for (std::size_t i = 0; i < 40; ++i) {
    Problem one = p;
    one.shape.queries = 1;
    one.q = HeadTensor(1, 4, 1, 16);
    for (std::size_t h = 0; h < 4; ++h) copy_row(one.q, 0, h, 0, p.q, 0, h, i);
    one.causal_offsets = {static_cast<int>(i)};
    const Results step = run(one);
    for (std::size_t h = 0; h < 4; ++h)
      for (std::size_t c = 0; c < 16; ++c)
        REQUIRE(agrees(step.output.at(0, h, 0, c), all.output.at(0, h, i, c), kRounding));
  }
}

TEST_CASE("columns of values are mixed independently of each other", "[symmetry]") {
  Random random(125);
  for (const std::size_t value_dim : kDims) {
    const Problem p = normal_problem({1, 1, 1, 9, 37, 8, value_dim}, random.next());
    const Results all = run(p);
    for (std::size_t c = 0; c < value_dim; ++c) {
      Problem one = p;
      one.shape.value_dim = 1;
      one.v = HeadTensor(1, 1, 37, 1);
      for (std::size_t j = 0; j < 37; ++j) one.v.at(0, 0, j, 0) = p.v.at(0, 0, j, c);
      const Results column = run(one);
      for (std::size_t i = 0; i < 9; ++i)
        REQUIRE(agrees(column.output.at(0, 0, i, 0), all.output.at(0, 0, i, c), kRounding));
    }
  }
}
