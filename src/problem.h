// What a call of attention is given: the shape, the tensors and the options.
//
// Shapes are written (batch, heads, rows, columns). Query head h reads key/value head floor(h / (heads / kv_heads)).
// So query heads share key/value heads when kv_heads < heads, and share the only one when kv_heads is 1.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace heed {

// No extent of any tensor may be larger.
inline constexpr std::size_t kMaxExtent = std::size_t{1} << 30;

struct AttentionShape {
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t kv_heads = 1;  // divides heads
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t dim = 0;        // columns of q and k
  std::size_t value_dim = 0;  // columns of v and output

  // The index of a row in a dense (batch, heads, queries).
  std::size_t row(std::size_t b, std::size_t h, std::size_t i) const { return (b * heads + h) * queries + i; }
};

// A (batch, heads, rows, columns) tensor whose columns are contiguous. Strides count elements.
template <class T>
struct HeadView {
  T* data = nullptr;
  std::size_t batch_stride = 0;
  std::size_t head_stride = 0;
  std::size_t row_stride = 0;

  T* row(std::size_t b, std::size_t h, std::size_t i) const {
    return data + b * batch_stride + h * head_stride + i * row_stride;
  }
  operator HeadView<const T>() const { return {data, batch_stride, head_stride, row_stride}; }
  explicit operator bool() const { return data != nullptr; }
};

// The view of a tensor that is stored as (batch, heads, rows, columns) without gaps.
template <class T>
HeadView<T> dense_heads(T* data, std::size_t heads, std::size_t rows, std::size_t columns) {
  return {data, heads * rows * columns, rows * columns, columns};
}

// One element per (batch, head, query, key). A stride of 0 repeats the element along that axis.
template <class T>
struct PairView {
  const T* data = nullptr;
  std::size_t batch_stride = 0;
  std::size_t head_stride = 0;
  std::size_t query_stride = 0;
  std::size_t key_stride = 1;  // 0 or 1

  const T* row(std::size_t b, std::size_t h, std::size_t i) const {
    return data + b * batch_stride + h * head_stride + i * query_stride;
  }
  explicit operator bool() const { return data != nullptr; }
};

// The view of pairs that are stored as (batch, heads, queries, keys) without gaps.
template <class T>
PairView<T> dense_pairs(const T* data, std::size_t heads, std::size_t queries, std::size_t keys) {
  return {data, heads * queries * keys, queries * keys, keys, 1};
}

// The view of one (queries, keys) without gaps, for every batch and head.
template <class T>
PairView<T> shared_pairs(const T* data, std::size_t keys) {
  return {data, 0, 0, keys, 1};
}

// Rotary position embedding. Before anything else, the first `dims` columns of q and k are turned in pairs (x1, x2):
//   y1 = cos·x1 − sin·x2, y2 = sin·x1 + cos·x2
// The cosines and sines of a position are a row of the tables, (positions, dims / 2). The other columns stay as they
// are.
struct Rotary {
  std::size_t dims = 0;      // even, at most dim; 0: nothing is turned
  bool interleaved = false;  // the pairs are (2i, 2i + 1), otherwise (i, i + dims / 2)
  const float* cos = nullptr;
  const float* sin = nullptr;
  const std::int32_t* query_rows = nullptr;  // (batch, queries): the row of the tables for each query
  const std::int32_t* key_rows = nullptr;    // (batch, keys): the row of the tables for each key

  explicit operator bool() const { return dims > 0; }
};

// No bound on the keys of a window.
inline constexpr std::int64_t kNoBound = std::int64_t{1} << 40;

// The keys of the sequence that a query belongs to, where several sequences are packed one after another, and the key
// where the query stands.
struct KeySpan {
  std::int32_t begin, end;  // [begin, end); empty for a query that belongs to no sequence
  std::int32_t position;
};

// The options that are numbers.
struct AttentionNumbers {
  float scale = 1.0f;                    // finite
  bool softmax = true;                   // false: weights are the logits, and 0 where attending is not allowed
  float softcap = 0.0f;                  // finite, >= 0; 0 means none
  std::int64_t window_left = kNoBound;   // >= 0
  std::int64_t window_right = kNoBound;  // >= 0; where causal, 0 is the bound

  bool has_valid_numbers() const {
    return std::isfinite(scale) && std::isfinite(softcap) && softcap >= 0.0f && window_left >= 0 && window_right >= 0;
  }
};

// Query i stands at the position p = i + offset of its batch, or at the position of its span; key j stands at j. The
// query may attend to the key where all of these agree:
//   j <= p (where causal), p − window_left <= j <= p + window_right, j < key_lengths[b], j is in the span,
//   query_documents[i] = key_documents[j], key_mask[j] is not 0, mask is not 0, bias is not -Infinity.
// A key that may not be attended to influences no output and no weight, NaN and Infinity included.
// A row with nothing to attend to has weights 0 and output 0. Its lse is the sink, or -Infinity.
struct AttentionOptions : AttentionNumbers {
  const std::int32_t* causal_offsets = nullptr;   // (batch); null: not causal
  const std::int32_t* offsets = nullptr;          // (batch); where not causal; null: 0
  const std::int32_t* key_lengths = nullptr;      // (batch); null: all keys; clamped to 0..keys
  const KeySpan* spans = nullptr;                 // (batch, queries), within 0..keys; neither begin nor end falls as i
                                                  // grows; null: all keys
  const std::int32_t* query_documents = nullptr;  // (batch, queries); null: no documents
  const std::int32_t* key_documents = nullptr;    // (batch, keys); null: no documents
  const std::uint8_t* key_mask = nullptr;         // (batch, keys), not 0 = may attend; null: all keys
  PairView<std::uint8_t> mask;                    // not 0 = may attend
  PairView<float> bias;                           // added after softcap
  const float* alibi = nullptr;                   // (heads): slope · |p − j| is taken off each logit; null: none
  const float* sink = nullptr;  // (heads): one more logit of each row, without a value; needs softmax; null or
                                // -Infinity: none
  Rotary rotary;                // applied to q and k
};

// Keys and values that are stored as float16.
struct StoredHalves {
  HeadView<const std::uint16_t> k, v;
  bool finite = true;  // false where some number may be NaN or Infinity

  explicit operator bool() const { return static_cast<bool>(k); }
};

struct AttentionInputs {
  HeadView<const float> q;   // (batch, heads, queries, dim)
  HeadView<const float> k;   // (batch, kv_heads, keys, dim)
  HeadView<const float> v;   // (batch, kv_heads, keys, value_dim)
  StoredHalves halves = {};  // instead of k and v; only forward takes it, without rotary
};

}  // namespace heed
