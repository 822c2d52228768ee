// Which keys a query may attend to, and what is added to its scores. Every option that decides this is read here and
// nowhere else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "problem.h"

namespace heed {

// [begin, end), of keys or of rows.
struct Range {
  std::size_t begin, end;

  bool is_empty() const { return begin >= end; }
};

// Some keys of row i: `count` keys from `key` on.
struct RowPart {
  std::size_t b, h, i;
  std::size_t key, count;
};

// What is taken off a row before softmax. Softmax does not change when a whole row is shifted.
struct RowShift {
  float bias = 0.0f;          // taken off each bias
  std::int64_t distance = 0;  // taken off each distance, before ALiBi's slope multiplies it
};

class Visibility {
 public:
  Visibility(const AttentionOptions& options, const AttentionShape& shape)
      : options_(options),
        keys_(shape.keys),
        rows_(shape.queries),
        sees_all_keys_(!options.spans && !options.key_lengths && options.window_left == kNoBound &&
                       reach() == kNoBound) {}

  // Causal order, window, key lengths and spans leave row i these keys. Neither bound falls as i grows.
  Range keys(std::size_t b, std::size_t i) const;

  // The same for `rows` rows from i on: none of them has a key outside this range.
  Range keys(std::size_t b, std::size_t i, std::size_t rows) const;

  // The rows that may see some of these keys. Causal order, window and spans let no other row see any of them.
  Range rows_that_see(std::size_t b, Range keys) const;

  // Within that range, documents, key mask, mask and bias decide.
  bool may_attend(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const;

  bool has_visible_key(std::size_t b, std::size_t h, std::size_t i) const;

  // From scores to logits less the shift: adds ALiBi and bias, then hides the keys that the row may not attend to. The
  // entries after `count` are hidden too, up to the next multiple of 8. Softmax wants hidden keys at -Infinity. Without
  // softmax they become 0, which is their weight.
  void limit(const RowPart& part, const RowShift& shift, float* s) const;

  // The same, with softmax. Returns the largest logit, or -Infinity where all are hidden.
  float limit_and_max(const RowPart& part, const RowShift& shift, float* s) const;

  // Writes 0 where the row may not attend to the key, and after `count` up to the next multiple of 8.
  void clear(const RowPart& part, float* s) const;

  // What ALiBi and bias add to the score of a pair.
  double added(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const;

  // The largest number that is added to a score of the row, or 0 where there is none or it is not finite. Taking it off
  // first keeps the scores' low bits under a bias of −1e9, and far from the keys under ALiBi.
  RowShift shift(std::size_t b, std::size_t h, std::size_t i) const;

  // The shift in units of logits.
  double taken_off(std::size_t h, const RowShift& shift) const;

  // The sink of head h less the shift; -Infinity where there is none. It stays finite, because the difference of two
  // infinities would be NaN.
  float sink(std::size_t h, const RowShift& shift) const;

  // How far the key stands after row i's position; negative for a key before it.
  std::int64_t distance_to(std::size_t b, std::size_t i, std::size_t key) const;

 private:
  std::int64_t position(std::size_t b, std::size_t i) const {
    return options_.spans ? span(b, i).position : static_cast<std::int64_t>(i) + offset(b);
  }
  const KeySpan& span(std::size_t b, std::size_t i) const { return options_.spans[b * rows_ + i]; }
  std::int64_t offset(std::size_t b) const {
    return options_.causal_offsets ? options_.causal_offsets[b] : options_.offsets ? options_.offsets[b] : 0;
  }
  // How far a row sees beyond its position.
  std::int64_t reach() const { return options_.causal_offsets ? 0 : options_.window_right; }
  float slope(std::size_t h) const { return options_.alibi ? options_.alibi[h] : 0.0f; }
  Range rows_whose_spans_meet(std::size_t b, Range keys) const;
  bool allows(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const;
  std::int64_t least_penalised(std::size_t b, std::size_t h, std::size_t i) const;
  float largest_bias(std::size_t b, std::size_t h, std::size_t i, std::int64_t distance) const;
  bool has_masks() const { return options_.mask || options_.key_mask || options_.query_documents; }
  bool is_penalised_alone(std::size_t h) const;
  void hide_masked(const RowPart& part, float value, float* s) const;
  void hide_outside(const RowPart& part, float hidden, float* s) const;
  void fill_outside(const RowPart& part, float value, float* s) const;

  const AttentionOptions& options_;
  const std::size_t keys_, rows_;
  // Whether keys() leaves every row every key.
  const bool sees_all_keys_;
};

}  // namespace heed
