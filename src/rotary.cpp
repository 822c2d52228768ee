#include "rotary.h"

#include "kernels/rotate.h"

namespace heed {
namespace {

struct Rows {
  std::size_t heads, rows;
  const std::int32_t* table_rows;  // (batch, rows)
};

Rows queries_of(const AttentionShape& s, const Rotary& rotary) { return {s.heads, s.queries, rotary.query_rows}; }
Rows keys_of(const AttentionShape& s, const Rotary& rotary) { return {s.kv_heads, s.keys, rotary.key_rows}; }

// for each row of (batch, heads, rows, dim): turn it, from one tensor into the other
[[gnu::noinline]] void turn_rows(const AttentionShape& s, const Rotary& rotary, const Rows& of, kernels::Turn way,
                                 const HeadView<const float>& from, const HeadView<float>& to) {
  const std::size_t pairs = rotary.dims / 2;
  for (std::size_t b = 0; b < s.batch; ++b)
    for (std::size_t h = 0; h < of.heads; ++h)
      for (std::size_t i = 0; i < of.rows; ++i) {
        const std::size_t angle = static_cast<std::size_t>(of.table_rows[b * of.rows + i]) * pairs;
        const kernels::Angles angles{rotary.cos + angle, rotary.sin + angle, pairs, rotary.interleaved};
        kernels::rotate_row(from.row(b, h, i), s.dim, angles, way, to.row(b, h, i));
      }
}

}  // namespace

Status TurnedInputs::turn(const AttentionShape& s, const Rotary& rotary) {
  if (!rotary) return Status::ok;
  const auto q = scratch_.reserve({s.batch, s.heads, s.queries, s.dim});
  const auto k = scratch_.reserve({s.batch, s.kv_heads, s.keys, s.dim});
  if (const Status status = scratch_.allocate(); status != Status::ok) return status;
  const HeadView<float> queries = dense_heads(q.get(), s.heads, s.queries, s.dim);
  const HeadView<float> keys = dense_heads(k.get(), s.kv_heads, s.keys, s.dim);
  turn_rows(s, rotary, queries_of(s, rotary), kernels::Turn::forth, inputs.q, queries);
  turn_rows(s, rotary, keys_of(s, rotary), kernels::Turn::forth, inputs.k, keys);
  inputs.q = queries;
  inputs.k = keys;
  return Status::ok;
}

void turn_back(const AttentionShape& s, const Rotary& rotary, const AttentionGradients& gradients) {
  if (!rotary) return;
  turn_rows(s, rotary, queries_of(s, rotary), kernels::Turn::back, gradients.dq, gradients.dq);
  turn_rows(s, rotary, keys_of(s, rotary), kernels::Turn::back, gradients.dk, gradients.dk);
}

void turn_in_place(const AttentionShape& s, const Rotary& rotary, std::size_t heads, float* rows) {
  if (!rotary) return;
  const HeadView<float> view = dense_heads(rows, heads, s.queries, s.dim);
  turn_rows(s, rotary, {heads, s.queries, rotary.query_rows}, kernels::Turn::forth, view, view);
}

}  // namespace heed
