#include "check.h"

#include "scratch.h"

namespace heed {

Status check_options(const AttentionOptions& o) {
  return o.has_valid_numbers() && (o.softmax || !o.sink) ? Status::ok : Status::invalid_option;
}

Status check_rotary(const Rotary& rotary, std::size_t dim) {
  if (!rotary) return Status::ok;
  if (rotary.dims % 2 != 0 || rotary.dims > dim) return Status::invalid_option;
  return rotary.cos && rotary.sin && rotary.query_rows && rotary.key_rows ? Status::ok : Status::missing_tensor;
}

Status check_pairs(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, bool keeps_pairs) {
  return keeps_pairs && !addressable({batch, heads, queries, keys}) ? Status::too_large : Status::ok;
}

Status check_attention(const AttentionShape& s, const AttentionOptions& o, const AttentionInputs& in) {
  for (const std::size_t extent : {s.batch, s.heads, s.kv_heads, s.queries, s.keys, s.dim, s.value_dim})
    if (extent == 0 || extent > kMaxExtent) return Status::invalid_shape;
  if (s.heads % s.kv_heads != 0) return Status::invalid_shape;
  if (const Status status = check_options(o); status != Status::ok) return status;
  if (const Status status = check_rotary(o.rotary, s.dim); status != Status::ok) return status;
  if (in.halves && o.rotary) return Status::invalid_option;
  const bool has_rows = in.halves ? static_cast<bool>(in.halves.v) : in.k && in.v;
  if (!in.q || !has_rows) return Status::missing_tensor;
  if (!addressable({s.batch, s.heads, s.queries, s.dim}) || !addressable({s.batch, s.kv_heads, s.keys, s.dim}) ||
      !addressable({s.batch, s.kv_heads, s.keys, s.value_dim}) ||
      !addressable({s.batch, s.heads, s.queries, s.value_dim}))
    return Status::too_large;
  return Status::ok;
}

}  // namespace heed
