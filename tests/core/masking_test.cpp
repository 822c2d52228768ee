// A key that may not be attended to never influences a result, whatever hides it and whatever it holds.
#include <catch_amalgamated.hpp>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "compare.h"
#include "hiding.h"
#include "problem.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// All results that must be the same. raw and scores are not among them: they show every pair.
std::string influence(const Problem& problem, const Results& actual, const Results& expected) {
  for (const auto& [what, a, e] :
       {std::tuple{"output", actual.output.dense(), expected.output.dense()},
        std::tuple{"weights", actual.weights, expected.weights}, std::tuple{"logits", actual.logits, expected.logits},
        std::tuple{"row_max", actual.row_max, expected.row_max},
        std::tuple{"row_sum", actual.row_sum, expected.row_sum}}) {
    const std::string sentence = difference(a, e, rounding_of(problem));
    if (!sentence.empty()) return what + (": " + sentence);
  }
  return "";
}

std::string why_not_finite(const std::vector<float>& values) {
  for (std::size_t n = 0; n < values.size(); ++n)
    if (!std::isfinite(values[n])) return "element " + std::to_string(n) + " is " + std::to_string(values[n]);
  return "";
}

// The sizes of hidden keys matter where vectors, panels and blocks end.
const std::vector<AttentionShape> kShapes{
    {1, 1, 1, 1, 2, 1, 1},   {1, 1, 1, 3, 3, 4, 5},     {2, 2, 1, 5, 8, 3, 4},      {1, 1, 1, 9, 9, 8, 8},
    {1, 2, 2, 7, 17, 5, 9},  {1, 1, 1, 33, 65, 16, 31}, {2, 4, 2, 13, 130, 32, 33}, {1, 1, 1, 20, 257, 8, 7},
    {1, 1, 1, 6, 600, 4, 3}, {1, 1, 1, 1, 300, 64, 64}, {2, 4, 2, 2, 35, 5, 6},
};

}  // namespace

TEST_CASE("hidden keys that hold NaN, infinities or huge numbers influence nothing", "[masking]") {
  const Hidden way =
      GENERATE(Hidden::by_mask, Hidden::by_mask_per_row, Hidden::by_key_mask, Hidden::by_causal, Hidden::by_key_length,
               Hidden::by_bias, Hidden::by_window, Hidden::by_span, Hidden::by_document);
  Random random(71);
  for (const AttentionShape& shape : kShapes)
    for (const float poison : {kNaN, kInfinity, -kInfinity, FLT_MAX})
      for (const bool softmax : {true, false})
        for (const unsigned keep : {unsigned{kNothing}, unsigned{kEverything}, kWeights | kRowFigures}) {
          Problem p = normal_problem(shape, random.next());
          p.softmax = softmax;
          p.softcap = random.chance(0.3) ? 5.0f : 0.0f;
          const std::vector<bool> hidden = hide_keys(p, way, random);
          fill_keys(p, hidden, 0.0f);
          const Results expected = run(p, keep);
          fill_keys(p, hidden, poison);
          CAPTURE(p.describe(), name(way), poison, keep);
          const Results actual = run(p, keep);
          REQUIRE(influence(p, actual, expected) == "");
          REQUIRE(why_not_finite(actual.output.dense()) == "");
        }
}

TEST_CASE("a hidden key's bias influences nothing, NaN and Infinity included", "[masking]") {
  const Hidden way =
      GENERATE(Hidden::by_mask, Hidden::by_mask_per_row, Hidden::by_key_mask, Hidden::by_causal, Hidden::by_key_length);
  Random random(72);
  for (const AttentionShape& shape : kShapes)
    for (const float poison : {kNaN, kInfinity, -kInfinity, FLT_MAX, 1e9f})
      for (const bool softmax : {true, false}) {
        Problem p = normal_problem(shape, random.next());
        p.softmax = softmax;
        const std::vector<bool> hidden = hide_keys(p, way, random);
        p.bias = {1, 1, 1, shape.keys, 0.0f};
        for (float& element : p.bias.elements()) element = random.normal();
        const unsigned keep = random.chance(0.5) ? kEverything : kNothing;
        const Results expected = run(p, keep);
        for (std::size_t j = 0; j < shape.keys; ++j)
          if (hidden[j]) p.bias.at(0, 0, 0, j) = poison;
        CAPTURE(p.describe(), name(way), poison, keep);
        REQUIRE(influence(p, run(p, keep), expected) == "");
      }
}

TEST_CASE("a hidden key gets no weight, and leaves rows finite, however steep ALiBi's slope is", "[masking][alibi]") {
  Random random(82);
  for (const AttentionShape& shape : kShapes)
    for (const float slope : {0.5f, 1e27f, 1e36f, FLT_MAX, -0.5f, -1e27f, -1e36f, -FLT_MAX})
      for (const Hidden way : {Hidden::by_mask, Hidden::by_key_mask, Hidden::by_causal, Hidden::by_key_length}) {
        Problem p = normal_problem(shape, random.next());
        hide_keys(p, way, random);
        p.alibi.assign(shape.heads, slope);
        CAPTURE(p.describe(), name(way));
        const Results results = run(p, kWeights);
        REQUIRE(why_not_finite(results.output.dense()) == "");
        REQUIRE(difference_where_forbidden(p, results) == "");
      }
}

TEST_CASE("NaN in a value reaches the rows that may attend to it, in its column, and no other row", "[masking]") {
  Random random(73);
  for (const AttentionShape& shape : kShapes)
    for (const bool softmax : {true, false})
      for (const unsigned keep : {kNothing, kWeights, kEverything}) {
        Problem p = normal_problem(shape, random.next());
        p.softmax = softmax;
        p.mask = {shape.batch, shape.heads, shape.queries, shape.keys, 0};
        for (std::uint8_t& element : p.mask.elements()) element = random.chance(0.5);
        if (random.chance(0.3)) p.key_lengths.assign(shape.batch, static_cast<std::int32_t>(shape.keys / 2));
        const std::vector<float> clean = run(p, keep).output.dense();
        const std::size_t j = random.below(shape.keys), column = random.below(shape.value_dim);
        const std::size_t kv = random.below(shape.kv_heads), batch = random.below(shape.batch);
        p.v.at(batch, kv, j, column) = kNaN;
        CAPTURE(p.describe(), keep, j, column);
        const Results poisoned = run(p, keep);
        std::size_t place = 0, wrong = 0;
        for (std::size_t b = 0; b < shape.batch; ++b)
          for (std::size_t h = 0; h < shape.heads; ++h)
            for (std::size_t i = 0; i < shape.queries; ++i)
              for (std::size_t c = 0; c < shape.value_dim; ++c, ++place) {
                const bool reached = b == batch && p.kv_head(h) == kv && c == column && p.may_attend(b, h, i, j);
                const float actual = poisoned.output.at(b, h, i, c);
                wrong += reached ? !std::isnan(actual) : !agrees(actual, clean[place], rounding_of(p));
              }
        REQUIRE(wrong == 0);
        REQUIRE(difference_where_forbidden(p, poisoned) == "");
      }
}

TEST_CASE("NaN in a key, of any bit pattern, turns the rows that may attend to it into NaN, and no other",
          "[masking]") {
  Random random(74);
  for (const AttentionShape& shape : kShapes)
    for (const std::uint32_t bits : {0x7fc00000u, 0xffc00000u, 0x7fc00001u, 0x7fffffffu, 0xffc00100u}) {
      const unsigned keep = random.pick<unsigned>({kNothing, kWeights, kEverything});
      Problem p = normal_problem(shape, random.next());
      p.mask = {shape.batch, shape.heads, shape.queries, shape.keys, 0};
      for (std::uint8_t& element : p.mask.elements()) element = random.chance(0.5);
      const std::vector<float> clean = run(p, keep).output.dense();
      const std::size_t j = random.below(shape.keys);
      std::memcpy(&p.k.at(0, 0, j, random.below(shape.dim)), &bits, sizeof bits);
      CAPTURE(p.describe(), keep, j, bits);
      const Results poisoned = run(p, keep);
      std::size_t place = 0, wrong = 0;
      for (std::size_t b = 0; b < shape.batch; ++b)
        for (std::size_t h = 0; h < shape.heads; ++h)
          for (std::size_t i = 0; i < shape.queries; ++i)
            for (std::size_t c = 0; c < shape.value_dim; ++c, ++place) {
              const bool reached = b == 0 && p.kv_head(h) == 0 && p.may_attend(b, h, i, j);
              const float actual = poisoned.output.at(b, h, i, c);
              wrong += reached ? !std::isnan(actual) : !agrees(actual, clean[place], rounding_of(p));
            }
      REQUIRE(wrong == 0);
      REQUIRE(difference_where_forbidden(p, poisoned) == "");
    }
}

TEST_CASE("NaN in a query stays in its row", "[masking]") {
  Random random(75);
  for (const AttentionShape& shape : kShapes) {
    Problem p = normal_problem(shape, random.next());
    const std::vector<float> clean = run(p).output.dense();
    const std::size_t i = random.below(shape.queries);
    p.q.at(0, 0, i, random.below(shape.dim)) = kNaN;
    CAPTURE(p.describe(), i);
    const Results poisoned = run(p);
    std::size_t place = 0, wrong = 0;
    for (std::size_t b = 0; b < shape.batch; ++b)
      for (std::size_t h = 0; h < shape.heads; ++h)
        for (std::size_t row = 0; row < shape.queries; ++row)
          for (std::size_t c = 0; c < shape.value_dim; ++c, ++place) {
            const float actual = poisoned.output.at(b, h, row, c);
            const bool reached = b == 0 && h == 0 && row == i;
            wrong += reached ? !std::isnan(actual) : !agrees(actual, clean[place], rounding_of(p));
          }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("a bias of NaN or +Infinity turns the rows that may attend to its key into NaN, and no other", "[masking]") {
  Random random(88);
  for (const AttentionShape& shape : kShapes)
    for (const float odd : {kNaN, kInfinity}) {
      const unsigned keep = random.pick<unsigned>({kNothing, kWeights, kEverything});
      Problem p = normal_problem(shape, random.next());
      p.mask = {1, 1, shape.queries, shape.keys, 0};
      for (std::uint8_t& element : p.mask.elements()) element = random.chance(0.5);
      p.bias = {1, 1, 1, shape.keys, 0.0f};
      const std::vector<float> clean = run(p, keep).output.dense();
      const std::size_t j = random.below(shape.keys);
      p.bias.at(0, 0, 0, j) = odd;
      CAPTURE(p.describe(), keep, j, odd);
      const Results results = run(p, keep);
      std::size_t place = 0, wrong = 0;
      for (std::size_t b = 0; b < shape.batch; ++b)
        for (std::size_t h = 0; h < shape.heads; ++h)
          for (std::size_t i = 0; i < shape.queries; ++i)
            for (std::size_t c = 0; c < shape.value_dim; ++c, ++place) {
              const float actual = results.output.at(b, h, i, c);
              wrong += p.may_attend(b, h, i, j) ? !std::isnan(actual) : !agrees(actual, clean[place], rounding_of(p));
            }
      REQUIRE(wrong == 0);
      REQUIRE(difference_where_forbidden(p, results) == "");
    }
}

TEST_CASE("a row with nothing to attend to has weights 0 and output 0", "[masking]") {
  const auto hide_all = GENERATE(0, 1, 2, 3, 4, 5);
  Random random(76);
  for (const AttentionShape& shape : kShapes)
    for (const bool softmax : {true, false})
      for (const bool poisoned : {false, true}) {
        Problem p = normal_problem(shape, random.next(), Layout::padded);
        p.softmax = softmax;
        const auto keys = static_cast<std::int32_t>(shape.keys), rows = static_cast<std::int32_t>(shape.queries);
        if (hide_all == 0) p.mask = {1, 1, 1, 1, 0};
        if (hide_all == 1) p.bias = {1, 1, shape.queries, shape.keys, -kInfinity};
        if (hide_all == 2) p.causal_offsets.assign(shape.batch, -rows);
        if (hide_all == 3) p.key_lengths.assign(shape.batch, random.integer(-3, 0));
        if (hide_all == 4) {  // together: the length leaves one key, and the mask hides it
          p.key_lengths.assign(shape.batch, 1);
          p.mask = {1, 1, 1, shape.keys, 1};
          p.mask.at(0, 0, 0, 0) = 0;
        }
        if (hide_all == 5) p.key_mask.assign(shape.batch * shape.keys, 0);
        if (poisoned) fill_keys(p, std::vector<bool>(static_cast<std::size_t>(keys), true), kNaN);
        const unsigned keep = random.pick<unsigned>({kNothing, kWeights, kWeights | kRowFigures, kEverything});
        CAPTURE(p.describe(), keep);
        const Results results = run(p, keep, Layout::padded);
        REQUIRE(bit_difference(results.output.dense(), std::vector<float>(results.output.size(), 0.0f)) == "");
        REQUIRE(bit_difference(results.weights, std::vector<float>(results.weights.size(), 0.0f)) == "");
        if (softmax) REQUIRE(bit_difference(results.row_sum, std::vector<float>(results.row_sum.size(), 0.0f)) == "");
        REQUIRE(bit_difference(results.logits, std::vector<float>(results.logits.size(), -kInfinity)) == "");
        REQUIRE(results.output.gaps_untouched());
      }
}

TEST_CASE("empty rows among others are 0 and leave the others alone", "[masking]") {
  Random random(77);
  Ledger ledger;
  for (const AttentionShape& shape : kShapes)
    for (const unsigned keep : {unsigned{kNothing}, unsigned{kEverything}}) {
      Problem p = normal_problem(shape, random.next());
      p.mask = {1, shape.heads, shape.queries, 1, 0};
      for (std::uint8_t& element : p.mask.elements()) element = random.chance(0.5);
      CAPTURE(p.describe(), keep);
      REQUIRE(difference_from_oracle(p, run(p, keep), ledger) == "");
    }
}

TEST_CASE("a row whose biases are all -1e9 or -FLT_MAX is not empty: it equals the row without that bias",
          "[masking]") {
  Random random(78);
  for (const AttentionShape& shape : kShapes)
    for (const float amount : {-1e9f, -FLT_MAX, 1e9f, FLT_MAX, -3e38f, -1e4f}) {
      Problem p = normal_problem(shape, random.next());
      const Results plain = run(p, kWeights | kRowFigures);
      p.bias = {1, 1, shape.queries, 1, 0.0f};
      for (float& element : p.bias.elements()) element = random.chance(0.7) ? amount : 0.0f;
      CAPTURE(p.describe(), amount);
      const Results biased = run(p, kWeights | kRowFigures);
      REQUIRE(difference(biased.weights, plain.weights, rounding_of(p)) == "");
      REQUIRE(difference(biased.output.dense(), plain.output.dense(), rounding_of(p)) == "");
      REQUIRE(difference(biased.row_sum, plain.row_sum, rounding_of(p)) == "");
      REQUIRE(difference(biased.row_max, plain.row_max, rounding_of(p)) == "");
    }
}

TEST_CASE("a hidden key's bias does not count where all other biases are very low", "[masking]") {
  Random random(79);
  for (const AttentionShape& shape : kShapes) {
    Problem p = normal_problem(shape, random.next());
    hide_keys(p, Hidden::by_mask, random);
    p.mask.at(0, 0, 0, shape.keys - 1) = 0;  // at least this one
    const Results plain = run(p, kWeights);
    p.bias = {1, 1, 1, shape.keys, -FLT_MAX};
    p.bias.at(0, 0, 0, shape.keys - 1) = 0.0f;
    CAPTURE(p.describe());
    REQUIRE(influence(p, run(p, kWeights), plain) == "");
  }
}

TEST_CASE("keys with a bias of -1e9 or -FLT_MAX get weight 0 beside keys without", "[masking]") {
  Problem p = normal_problem({1, 1, 1, 3, 4, 8, 2}, 80);
  p.bias = {1, 1, 1, 4, 0.0f};
  p.bias.elements() = {-1e9f, 0.5f, -FLT_MAX, 0.25f};
  Ledger ledger;
  const Results results = run(p, kEverything);
  REQUIRE(difference_from_oracle(p, results, ledger) == "");
  for (std::size_t i = 0; i < 3; ++i) {
    REQUIRE(results.weights[i * 4] == 0.0f);
    REQUIRE(results.weights[i * 4 + 2] == 0.0f);
  }
}

TEST_CASE("a bias of -Infinity hides exactly what a mask of 0 hides", "[masking]") {
  Random random(81);
  for (const AttentionShape& shape : kShapes)
    for (const bool softmax : {true, false}) {
      Problem masked = normal_problem(shape, random.next());
      masked.softmax = softmax;
      Problem biased = masked;
      masked.mask = {1, shape.heads, shape.queries, shape.keys, 1};
      biased.bias = {1, shape.heads, shape.queries, shape.keys, 0.0f};
      for (std::size_t n = 0; n < masked.mask.elements().size(); ++n)
        if (random.chance(0.4)) {
          masked.mask.elements()[n] = 0;
          biased.bias.elements()[n] = -kInfinity;
        }
      CAPTURE(masked.describe());
      REQUIRE(influence(biased, run(biased, kEverything), run(masked, kEverything)) == "");
    }
}

TEST_CASE("mask, key mask, causal order, key length and bias combine: each alone can hide a key", "[masking]") {
  Random random(82);
  for (const AttentionShape& shape : kShapes)
    for (int repeat = 0; repeat < 4; ++repeat) {
      Problem all = normal_problem(shape, random.next());
      all.causal_offsets.assign(shape.batch, random.integer(-1, static_cast<int>(shape.keys)));
      all.key_lengths.assign(shape.batch, random.integer(1, static_cast<int>(shape.keys)));
      for (std::size_t j = 0; j < shape.batch * shape.keys; ++j) all.key_mask.push_back(random.chance(0.8));
      all.mask = {1, 1, shape.queries, shape.keys, 1};
      all.bias = {1, shape.heads, 1, shape.keys, 0.0f};
      for (std::uint8_t& element : all.mask.elements()) element = random.chance(0.8);
      for (float& element : all.bias.elements()) element = random.chance(0.2) ? -kInfinity : random.normal();

      Problem single = all;  // the same pairs hidden by one mask alone
      single.causal_offsets.clear();
      single.key_lengths.clear();
      single.key_mask.clear();
      single.mask = {shape.batch, shape.heads, shape.queries, shape.keys, 0};
      for (float& element : single.bias.elements())
        if (std::isinf(element)) element = 0.0f;
      for (std::size_t b = 0; b < shape.batch; ++b)
        for (std::size_t h = 0; h < shape.heads; ++h)
          for (std::size_t i = 0; i < shape.queries; ++i)
            for (std::size_t j = 0; j < shape.keys; ++j) single.mask.at(b, h, i, j) = all.may_attend(b, h, i, j);
      const unsigned keep = random.chance(0.5) ? kEverything : kWeights | kRowFigures;
      CAPTURE(all.describe(), keep);
      REQUIRE(influence(all, run(all, keep), run(single, keep)) == "");
    }
}

TEST_CASE("a mask or bias that repeats along axes equals the same written out", "[masking]") {
  const AttentionShape shape{2, 4, 2, 5, 11, 6, 7};
  Random random(83);
  for (unsigned axes = 0; axes < 16; ++axes) {
    const auto extent = [axes](unsigned bit, std::size_t full) { return axes & bit ? full : 1; };
    Problem p = normal_problem(shape, random.next());
    p.mask = {extent(1, 2), extent(2, 4), extent(4, 5), extent(8, 11), 0};
    p.bias = {extent(8, 2), extent(4, 4), extent(2, 5), extent(1, 11), 0.0f};
    for (std::uint8_t& element : p.mask.elements()) element = random.chance(0.7);
    for (float& element : p.bias.elements()) element = random.normal();
    Problem written_out = p;
    written_out.mask = {2, 4, 5, 11, 0};
    written_out.bias = {2, 4, 5, 11, 0.0f};
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < 4; ++h)
        for (std::size_t i = 0; i < 5; ++i)
          for (std::size_t j = 0; j < 11; ++j) {
            written_out.mask.at(b, h, i, j) = p.mask.at(b, h, i, j);
            written_out.bias.at(b, h, i, j) = p.bias.at(b, h, i, j);
          }
    CAPTURE(p.describe());
    REQUIRE(influence(p, run(p, kEverything), run(written_out, kEverything)) == "");
  }
}

TEST_CASE("every byte of a mask that is not 0 allows", "[masking]") {
  Problem p = normal_problem({1, 1, 1, 1, 255, 3, 3}, 84);
  const Results open = run(p, kWeights);
  p.mask = {1, 1, 1, 255, 0};
  for (std::size_t j = 0; j < 255; ++j) p.mask.at(0, 0, 0, j) = static_cast<std::uint8_t>(j + 1);
  REQUIRE(influence(p, run(p, kWeights), open) == "");
}

TEST_CASE("causal lets query i see keys up to i plus the offset and no further", "[masking]") {
  for (const int offset : {-7, -4, -1, 0, 1, 3, 20}) {
    Problem p = normal_problem({1, 1, 1, 6, 9, 4, 4}, 85);
    p.causal_offsets = {offset};
    const Results results = run(p, kWeights);
    CAPTURE(offset);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 9; ++j) {
        CAPTURE(i, j);
        REQUIRE((results.weights[static_cast<std::size_t>(i * 9 + j)] > 0.0f) == (j <= i + offset));
      }
  }
}

TEST_CASE("causal offsets and key lengths of each batch are its own, up to the ends of int32", "[masking]") {
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  Ledger ledger;
  for (const unsigned keep : {unsigned{kNothing}, unsigned{kEverything}}) {
    Problem p = normal_problem({5, 2, 1, 7, 9, 4, 4}, 86);
    p.causal_offsets = {kMost, kLeast, 0, 2, -1};
    REQUIRE(difference_from_oracle(p, run(p, keep), ledger) == "");
    p.key_lengths = {kLeast, kMost, 3, kMost, 4};
    REQUIRE(difference_from_oracle(p, run(p, keep), ledger) == "");
    p.causal_offsets.clear();
    REQUIRE(difference_from_oracle(p, run(p, keep), ledger) == "");
  }
}

TEST_CASE("softcap comes after scale and before bias and mask", "[masking]") {
  Problem p = normal_problem({1, 1, 1, 1, 3, 1, 1}, 87);
  p.q.at(0, 0, 0, 0) = 1.0f;
  p.k.at(0, 0, 0, 0) = 20.0f;
  p.k.at(0, 0, 1, 0) = -6.0f;
  p.k.at(0, 0, 2, 0) = kNaN;
  p.scale = 0.5f;
  p.softcap = 5.0f;
  p.bias = {1, 1, 1, 3, 0.0f};
  p.bias.elements() = {3.0f, -7.0f, 0.0f};
  p.mask = {1, 1, 1, 3, 1};
  p.mask.at(0, 0, 0, 2) = 0;
  const Results results = run(p, kEverything);
  const double first = 5.0 * std::tanh(10.0 / 5.0), second = 5.0 * std::tanh(-3.0 / 5.0);
  REQUIRE(difference(results.raw, std::vector<double>{20.0, -6.0, kNaN}) == "");
  REQUIRE(difference(results.scores, std::vector<double>{first, second, kNaN}) == "");
  REQUIRE(difference(results.logits, std::vector<double>{first + 3.0, second - 7.0, -kInfinity}) == "");
  REQUIRE(results.weights[2] == 0.0f);
}

TEST_CASE("dense_pairs and shared_pairs view the element of each pair", "[masking]") {
  const std::vector<std::uint8_t> flags(2 * 3 * 4 * 5);  // (batch, heads, queries, keys)
  const auto at = [&](const PairView<std::uint8_t>& view) { return view.row(1, 2, 3) + 4 * view.key_stride; };
  REQUIRE(at(dense_pairs(flags.data(), 3, 4, 5)) == &flags[((1 * 3 + 2) * 4 + 3) * 5 + 4]);
  REQUIRE(at(shared_pairs(flags.data(), 5)) == &flags[3 * 5 + 4]);
}
