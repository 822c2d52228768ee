#include "hiding.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace heed::test {

const char* name(Hidden way) {
  switch (way) {
    case Hidden::by_mask:
      return "a mask that repeats along queries";
    case Hidden::by_mask_per_row:
      return "a mask with a row per query";
    case Hidden::by_key_mask:
      return "a key mask";
    case Hidden::by_causal:
      return "causal order";
    case Hidden::by_key_length:
      return "key length";
    case Hidden::by_bias:
      return "a bias of -Infinity";
    case Hidden::by_window:
      return "a window";
    case Hidden::by_span:
      return "a span";
    case Hidden::by_document:
      return "documents";
  }
  return "";
}

std::vector<bool> hide_keys(Problem& p, Hidden way, Random& random) {
  const AttentionShape& s = p.shape;
  std::vector<bool> hidden(s.keys);
  for (std::size_t j = 0; j < s.keys; ++j)
    hidden[j] =
        way == Hidden::by_causal || way == Hidden::by_key_length || way == Hidden::by_window || way == Hidden::by_span
            ? j >= s.keys / 2
            : random.chance(0.4);
  const auto visible_keys = static_cast<std::int32_t>(s.keys / 2);
  if (way == Hidden::by_causal) p.causal_offsets.assign(s.batch, visible_keys - static_cast<std::int32_t>(s.queries));
  if (way == Hidden::by_window) {
    p.offsets.assign(s.batch, visible_keys - static_cast<std::int32_t>(s.queries));
    p.window_left = static_cast<std::int64_t>(s.keys);
    p.window_right = 0;
  }
  if (way == Hidden::by_span) p.spans.assign(s.batch * s.queries, {0, visible_keys, 0});
  if (way == Hidden::by_document) {
    p.query_documents.assign(s.batch * s.queries, 5);
    for (std::size_t j = 0; j < s.batch * s.keys; ++j) p.key_documents.push_back(hidden[j % s.keys] ? -5 : 5);
  }
  if (way == Hidden::by_key_mask)
    for (std::size_t j = 0; j < s.batch * s.keys; ++j) p.key_mask.push_back(hidden[j % s.keys] ? 0 : 1);
  if (way == Hidden::by_key_length) p.key_lengths.assign(s.batch, visible_keys);
  const std::size_t rows = way == Hidden::by_mask_per_row ? s.queries : 1;
  if (way == Hidden::by_mask || way == Hidden::by_mask_per_row) p.mask = {1, 1, rows, s.keys, 1};
  if (way == Hidden::by_bias) p.bias = {1, 1, 1, s.keys, 0.0f};
  for (std::size_t j = 0; j < s.keys; ++j)
    for (std::size_t i = 0; hidden[j] && i < rows; ++i) {
      if (!p.mask.empty()) p.mask.at(0, 0, i, j) = 0;
      if (!p.bias.empty()) p.bias.at(0, 0, i, j) = -std::numeric_limits<float>::infinity();
    }
  return hidden;
}

void fill_keys(Problem& p, const std::vector<bool>& which, float value) {
  for (std::size_t b = 0; b < p.shape.batch; ++b)
    for (std::size_t h = 0; h < p.shape.kv_heads; ++h)
      for (std::size_t j = 0; j < p.shape.keys; ++j)
        if (which[j]) {
          p.k.fill_row(b, h, j, value);
          p.v.fill_row(b, h, j, value);
        }
}

}  // namespace heed::test
