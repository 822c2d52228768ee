#include "problem.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <sstream>

#include "oracle.h"

namespace heed::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The extent of an axis, or 1 to repeat one element along it.
std::size_t extent_or_one(Random& random, std::size_t extent) { return random.chance(0.5) ? extent : 1; }

PairTensor<std::uint8_t> random_mask(const AttentionShape& s, Random& random) {
  // braces: every compiler draws from left to right
  PairTensor<std::uint8_t> mask{extent_or_one(random, s.batch), extent_or_one(random, s.heads),
                                extent_or_one(random, s.queries), extent_or_one(random, s.keys), 0};
  const double density = random.pick<double>({0.05, 0.5, 0.9, 1.0});
  for (std::uint8_t& element : mask.elements())
    if (random.chance(density)) element = random.pick<std::uint8_t>({1, 1, 1, 2, 128, 255});
  return mask;
}

// Biases whose products with values stay finite without softmax.
PairTensor<float> random_bias(const AttentionShape& s, Random& random, Variety variety, bool softmax) {
  PairTensor<float> bias{extent_or_one(random, s.batch), extent_or_one(random, s.heads),
                         extent_or_one(random, s.queries), extent_or_one(random, s.keys), 0.0f};
  const double forbidden = random.pick<double>({0.0, 0.1, 0.7});
  const double huge = variety == Variety::wild ? random.pick<double>({0.0, 0.2, 1.0}) : 0.0;
  const std::vector<float> amounts =
      softmax ? std::vector<float>{-1e9f, -FLT_MAX, FLT_MAX, 1e9f, 1e4f} : std::vector<float>{-1e9f, 1e4f};
  const float amount = random.pick(amounts);
  for (float& element : bias.elements())
    element = random.chance(forbidden) ? -kInfinity : random.chance(huge) ? amount : random.normal();
  return bias;
}

// One offset per batch, from "no query sees a key" to "every query sees every key".
std::vector<std::int32_t> random_offsets(const AttentionShape& s, Random& random) {
  const int rows = static_cast<int>(s.queries), keys = static_cast<int>(s.keys);
  std::vector<std::int32_t> offsets(s.batch);
  for (std::int32_t& offset : offsets)
    offset = random.pick<int>({0, 0, keys - rows, random.integer(-rows, keys), random.integer(-2, 2)});
  return offsets;
}

std::vector<std::int32_t> random_lengths(const AttentionShape& s, Random& random) {
  const int keys = static_cast<int>(s.keys);
  std::vector<std::int32_t> lengths(s.batch);
  for (std::int32_t& length : lengths) length = random.pick<int>({keys, keys + 3, 1, random.integer(-1, keys)});
  return lengths;
}

void randomise_offsets(Problem& problem, Random& random) {
  if (problem.causal_offsets.empty() && random.chance(0.8)) problem.offsets = random_offsets(problem.shape, random);
}

// Windows of a few keys, of about a block, and without a bound on one side.
void randomise_window(Problem& problem, Random& random) {
  const auto bound = [&]() -> std::int64_t {
    return random.pick<std::int64_t>({0, 1, random.integer(0, 20), random.integer(0, 300), 0xffffffff});
  };
  problem.window_left = bound();
  if (random.chance(0.6)) problem.window_right = bound();
  if (random.chance(0.2)) problem.window_left = kNoBound;
  randomise_offsets(problem, random);
}

void randomise_alibi(Problem& problem, Random& random) {
  problem.alibi.resize(problem.shape.heads);
  for (float& slope : problem.alibi) slope = random.pick<float>({0.5f, 0.25f, 0.0f, 0.01f, -0.02f});
  if (problem.offsets.empty()) randomise_offsets(problem, random);
}

void randomise_sink(Problem& problem, Random& random, bool wild) {
  problem.sink.resize(problem.shape.heads);
  for (float& sink : problem.sink) sink = random.pick<float>({0.0f, random.normal(), 4.0f, -kInfinity});
  if (wild && random.chance(0.3)) problem.sink[0] = random.pick<float>({60.0f, -1e4f, 3e38f, -3e38f});
}

// Cumulative lengths of a number of sequences. Some are empty, and some rows may come after the last.
std::vector<std::int32_t> random_starts(std::size_t sequences, std::size_t rows, Random& random) {
  const int count = static_cast<int>(rows);
  std::vector<std::int32_t> starts{0};
  for (std::size_t s = 1; s < sequences; ++s) starts.push_back(random.integer(0, count));
  starts.push_back(random.chance(0.7) ? count : random.integer(0, count));
  std::sort(starts.begin(), starts.end());
  return starts;
}

// Sequences that are packed one after another in each batch, with an offset for each. Rows after the last belong to
// none of them.
void randomise_spans(Problem& problem, Random& random) {
  const AttentionShape& s = problem.shape;
  for (std::size_t b = 0; b < s.batch; ++b) {
    const std::size_t sequences = 1 + random.below(5);
    const std::vector<std::int32_t> rows = random_starts(sequences, s.queries, random);
    const std::vector<std::int32_t> keys = random_starts(sequences, s.keys, random);
    for (std::size_t n = 0; n < sequences; ++n) {
      const std::int32_t offset = random.pick<int>({0, keys[n + 1] - keys[n] - rows[n + 1] + rows[n], -1, 3});
      for (std::int32_t i = rows[n]; i < rows[n + 1]; ++i)
        problem.spans.push_back({keys[n], keys[n + 1], keys[n] + i - rows[n] + offset});
    }
    problem.spans.resize((b + 1) * s.queries, {keys.back(), keys.back(), 0});
  }
}

// Documents whose numbers are neither sorted nor contiguous.
void randomise_documents(Problem& problem, Random& random) {
  const AttentionShape& s = problem.shape;
  const std::vector<std::int32_t> numbers{7, -3, 0, 1 << 30};
  const auto of_rows = [&](std::size_t count) {
    std::vector<std::int32_t> documents(count, 7);
    for (std::size_t i = 0; i < count; ++i)
      if (i == 0 || random.chance(0.3))
        documents[i] = random.pick(numbers);
      else
        documents[i] = documents[i - 1];
    return documents;
  };
  problem.query_documents = of_rows(s.batch * s.queries);
  problem.key_documents = of_rows(s.batch * s.keys);
}

// Padding in front and after, of each batch its own, and holes. All keys of a batch may be hidden.
void randomise_key_mask(Problem& problem, Random& random) {
  const AttentionShape& s = problem.shape;
  const double density = random.pick<double>({0.5, 0.9, 1.0});
  const int keys = static_cast<int>(s.keys);
  problem.key_mask.assign(s.batch * s.keys, 0);
  for (std::size_t b = 0; b < s.batch; ++b) {
    const int first = random.integer(0, keys), end = random.integer(first, keys);
    std::uint8_t* row = problem.key_mask.data() + b * s.keys;
    for (int j = first; j < end; ++j)
      if (random.chance(density)) row[j] = random.pick<std::uint8_t>({1, 2, 255});
  }
}

// Angles of random positions, and any row of the tables for each query and key.
OwnRotary random_rotary(const AttentionShape& s, Random& random) {
  OwnRotary rotary;
  rotary.dims = 2 * static_cast<std::size_t>(random.integer(1, static_cast<int>(s.dim / 2)));
  rotary.interleaved = random.chance(0.5);
  const std::size_t positions = s.queries + s.keys;
  const double factor = random.pick<double>({1.0, 1.0, 0.5, 1.25});
  for (std::size_t n = 0; n < positions * rotary.dims / 2; ++n) {
    const double angle = random.between(-10.0, 10.0);
    rotary.cos.push_back(static_cast<float>(factor * std::cos(angle)));
    rotary.sin.push_back(static_cast<float>(factor * std::sin(angle)));
  }
  const auto rows = [&](std::size_t count) {
    std::vector<std::int32_t> table_rows(count);
    for (std::int32_t& row : table_rows) row = random.integer(0, static_cast<int>(positions) - 1);
    return table_rows;
  };
  rotary.query_rows = rows(s.batch * s.queries);
  rotary.key_rows = rows(s.batch * s.keys);
  return rotary;
}

}  // namespace

Rotary OwnRotary::view() const {
  if (dims == 0) return {};
  return {dims, interleaved, cos.data(), sin.data(), query_rows.data(), key_rows.data()};
}

OwnRotary OwnRotary::of_batch(std::size_t b, const AttentionShape& s) const {
  const auto part = [b](const std::vector<std::int32_t>& rows, std::size_t count) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(b * count);
    return std::vector<std::int32_t>(first, first + static_cast<std::ptrdiff_t>(count));
  };
  return {dims, interleaved, cos, sin, part(query_rows, s.queries), part(key_rows, s.keys)};
}

AttentionOptions Problem::options() const {
  AttentionOptions o;
  static_cast<AttentionNumbers&>(o) = *this;
  o.causal_offsets = causal_offsets.empty() ? nullptr : causal_offsets.data();
  o.offsets = offsets.empty() ? nullptr : offsets.data();
  o.alibi = alibi.empty() ? nullptr : alibi.data();
  o.sink = sink.empty() ? nullptr : sink.data();
  o.key_lengths = key_lengths.empty() ? nullptr : key_lengths.data();
  o.spans = spans.empty() ? nullptr : spans.data();
  o.query_documents = query_documents.empty() ? nullptr : query_documents.data();
  o.key_documents = key_documents.empty() ? nullptr : key_documents.data();
  o.key_mask = key_mask.empty() ? nullptr : key_mask.data();
  o.mask = mask.view();
  o.bias = bias.view();
  o.rotary = rotary.view();
  return o;
}

bool Problem::may_attend(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
  return oracle::may_attend(shape, options(), b, h, i, j);
}

bool Problem::is_empty(std::size_t b, std::size_t h, std::size_t i) const {
  for (std::size_t j = 0; j < shape.keys; ++j)
    if (may_attend(b, h, i, j)) return false;
  return true;
}

std::string Problem::describe() const {
  std::ostringstream text;
  text << "batch " << shape.batch << ", heads " << shape.heads << "/" << shape.kv_heads << ", queries " << shape.queries
       << ", keys " << shape.keys << ", dim " << shape.dim << ", value_dim " << shape.value_dim << ", scale " << scale;
  if (!softmax) text << ", no softmax";
  if (softcap > 0.0f) text << ", softcap " << softcap;
  for (const std::int32_t offset : causal_offsets) text << ", causal " << offset;
  for (const std::int32_t length : key_lengths) text << ", key length " << length;
  const auto strides = [&text](const char* name, const auto& pairs) {
    if (pairs)
      text << ", " << name << " strides " << pairs.batch_stride << " " << pairs.head_stride << " " << pairs.query_stride
           << " " << pairs.key_stride;
  };
  for (const std::int32_t offset : offsets) text << ", offset " << offset;
  if (window_left != kNoBound) text << ", left " << window_left;
  if (window_right != kNoBound) text << ", right " << window_right;
  for (const float slope : alibi) text << ", slope " << slope;
  for (const float logit : sink) text << ", sink " << logit;
  if (!spans.empty()) text << ", spans";
  for (const KeySpan& span : spans) text << " [" << span.begin << ", " << span.end << ") at " << span.position;
  if (!query_documents.empty()) text << ", documents";
  if (!key_mask.empty()) text << ", key mask";
  for (const std::uint8_t key : key_mask) text << (key ? " 1" : " 0");
  if (!d_lse.empty()) text << ", d_lse";
  strides("mask", mask.view());
  strides("bias", bias.view());
  if (rotary.dims) text << ", rotary " << rotary.dims << (rotary.interleaved ? " interleaved" : " in halves");
  text << ", row strides " << q.view().row_stride << " " << k.view().row_stride << " " << v.view().row_stride;
  return text.str();
}

Problem normal_problem(const AttentionShape& s, std::uint64_t seed, Layout layout) {
  Random random(seed);
  Problem problem;
  problem.shape = s;
  problem.scale = 1.0f / std::sqrt(static_cast<float>(s.dim));
  problem.q = HeadTensor::normal(random, s.batch, s.heads, s.queries, s.dim, layout);
  problem.k = HeadTensor::normal(random, s.batch, s.kv_heads, s.keys, s.dim, layout);
  problem.v = HeadTensor::normal(random, s.batch, s.kv_heads, s.keys, s.value_dim, layout);
  return problem;
}

Problem ungrouped(const Problem& grouped) {
  const AttentionShape& s = grouped.shape;
  Problem expanded = grouped;
  expanded.shape.kv_heads = s.heads;
  expanded.k = HeadTensor(s.batch, s.heads, s.keys, s.dim);
  expanded.v = HeadTensor(s.batch, s.heads, s.keys, s.value_dim);
  for (std::size_t b = 0; b < s.batch; ++b)
    for (std::size_t h = 0; h < s.heads; ++h)
      for (std::size_t j = 0; j < s.keys; ++j) {
        std::copy_n(grouped.k.row(b, grouped.kv_head(h), j), s.dim, expanded.k.row(b, h, j));
        std::copy_n(grouped.v.row(b, grouped.kv_head(h), j), s.value_dim, expanded.v.row(b, h, j));
      }
  return expanded;
}

void randomise_options(Problem& problem, Random& random, Variety variety) {
  const AttentionShape& s = problem.shape;
  const bool wild = variety == Variety::wild;
  if (random.chance(0.4)) problem.causal_offsets = random_offsets(s, random);
  if (random.chance(0.3)) problem.key_lengths = random_lengths(s, random);
  if (random.chance(0.4)) problem.mask = random_mask(s, random);
  if (wild && random.chance(0.3)) problem.softmax = false;
  if (random.chance(0.4)) problem.bias = random_bias(s, random, variety, problem.softmax);
  if (random.chance(0.2)) problem.softcap = static_cast<float>(random.between(0.5, 30.0));
  if (s.dim > 1 && random.chance(0.3)) problem.rotary = random_rotary(s, random);
  if (wild && random.chance(0.4)) problem.scale = random.pick<float>({0.0f, -0.5f, 1.0f, 0.01f, -problem.scale});
  Random own = random;  // a copy: what follows leaves the problems drawn after this one as they are
  if (problem.softmax && own.chance(0.2)) {
    problem.d_lse.resize(s.batch * s.heads * s.queries);
    for (float& slope : problem.d_lse) slope = own.normal();
  }
  if (own.chance(0.3)) randomise_window(problem, own);
  if (own.chance(0.25)) randomise_alibi(problem, own);
  if (problem.softmax && own.chance(0.25)) randomise_sink(problem, own, wild);
  if (own.chance(0.2)) randomise_spans(problem, own);
  if (own.chance(0.15)) randomise_documents(problem, own);
  if (own.chance(0.2)) randomise_key_mask(problem, own);
}

Results run(const Problem& problem, unsigned keep, Layout output_layout) {
  const AttentionShape& s = problem.shape;
  const std::size_t rows = s.batch * s.heads * s.queries;
  const auto room = [keep](unsigned bit, std::size_t size) {
    return std::vector<float>(keep & bit ? size : 0, std::numeric_limits<float>::quiet_NaN());
  };
  Results results{Status::ok,
                  HeadTensor(s.batch, s.heads, s.queries, s.value_dim, output_layout),
                  room(kRaw, rows * s.keys),
                  room(kScores, rows * s.keys),
                  room(kLogits, rows * s.keys),
                  room(kWeights, rows * s.keys),
                  room(kRowMax, rows),
                  room(kRowSum, rows),
                  room(kLse, problem.softmax ? rows : 0)};
  const auto address = [](std::vector<float>& kept) { return kept.empty() ? nullptr : kept.data(); };
  results.status =
      attention(s, problem.options(), problem.inputs(),
                {results.output.view(), address(results.raw), address(results.scores), address(results.logits),
                 address(results.weights), address(results.row_max), address(results.row_sum), address(results.lse)});
  return results;
}

}  // namespace heed::test
