// A call of attention() that owns everything it points to, random problems, and what a call returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../../src/attention.h"
#include "../../src/status.h"
#include "random.h"
#include "tensors.h"

namespace heed::test {

// Rotary and what it points to. The tables have angles of any kind, and a factor.
struct OwnRotary {
  std::size_t dims = 0;
  bool interleaved = false;
  std::vector<float> cos, sin;                     // (positions, dims / 2)
  std::vector<std::int32_t> query_rows, key_rows;  // (batch, queries), (batch, keys)

  Rotary view() const;
  // The rows of the tables of one batch alone.
  OwnRotary of_batch(std::size_t b, const AttentionShape& shape) const;
};

struct Problem : AttentionNumbers {
  AttentionShape shape;
  std::vector<std::int32_t> causal_offsets;                  // (batch), or empty
  std::vector<std::int32_t> offsets;                         // (batch), or empty; where not causal
  std::vector<float> alibi, sink;                            // (heads), or empty
  std::vector<std::int32_t> key_lengths;                     // (batch), or empty
  std::vector<KeySpan> spans;                                // (batch, queries), or empty
  std::vector<std::int32_t> query_documents, key_documents;  // (batch, queries) and (batch, keys), or empty
  std::vector<std::uint8_t> key_mask;                        // (batch, keys), or empty
  PairTensor<std::uint8_t> mask;
  PairTensor<float> bias;
  OwnRotary rotary;
  HeadTensor q, k, v;
  std::vector<float> d_lse;  // (batch, heads, queries), or empty: the gradient of lse, for backward

  AttentionOptions options() const;
  AttentionInputs inputs() const { return {q.view(), k.view(), v.view()}; }
  bool may_attend(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const;
  // True where row i of head h may attend to nothing.
  bool is_empty(std::size_t b, std::size_t h, std::size_t i) const;
  std::size_t kv_head(std::size_t h) const { return h / (shape.heads / shape.kv_heads); }

  // Shape and options in one line, for a failing test.
  std::string describe() const;
};

// q, k, v of N(0, 1), scale 1/√dim, no other option.
Problem normal_problem(const AttentionShape& shape, std::uint64_t seed, Layout layout = Layout::dense);

// The same with keys and values written out for each query head.
Problem ungrouped(const Problem& grouped);

// Which options randomise_options() may choose.
enum class Variety {
  tame,  // options that do not change the size of rounding errors: masks of every kind, softcap, bias of N(0, 1),
         // layouts
  wild,  // also any scale, no softmax, bias of ±1e9 and ±FLT_MAX
};

// Takes each option by chance: causal offsets, key lengths, mask and bias with each axis repeated or not, …
void randomise_options(Problem& problem, Random& random, Variety variety);

// What a call wrote. Matrices that were not kept are empty.
struct Results {
  Status status = Status::ok;
  HeadTensor output;
  std::vector<float> raw, scores, logits, weights, row_max, row_sum, lse;
};

// What to keep, as bits.
enum Keep : unsigned {
  kNothing = 0,
  kRaw = 1,
  kScores = 2,
  kLogits = 4,
  kWeights = 8,
  kRowMax = 16,
  kRowSum = 32,
  kRowFigures = kRowMax | kRowSum,
  kLse = 64,  // only with softmax
  kEverything = 127,
};

// Calls attention(). What it must overwrite holds NaN before the call.
Results run(const Problem& problem, unsigned keep = kNothing, Layout output_layout = Layout::dense);

}  // namespace heed::test
