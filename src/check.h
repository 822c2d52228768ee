// What every call of attention, forward or backward, must bring.
#pragma once

#include <cmath>

#include "attention.h"
#include "scratch.h"

namespace heed {

inline Status check_attention(const AttentionShape& s, const AttentionOptions& o, const AttentionInputs& in) {
  for (const std::size_t extent : {s.batch, s.heads, s.kv_heads, s.queries, s.keys, s.dim, s.value_dim})
    if (extent == 0 || extent > kMaxExtent) return Status::invalid_shape;
  if (s.heads % s.kv_heads != 0) return Status::invalid_shape;
  if (!std::isfinite(o.scale) || !std::isfinite(o.softcap) || o.softcap < 0.0f) return Status::invalid_option;
  if (!in.q || !in.k || !in.v) return Status::missing_tensor;
  if (!addressable({s.batch, s.heads, s.queries, s.dim}) || !addressable({s.batch, s.kv_heads, s.keys, s.dim}) ||
      !addressable({s.batch, s.kv_heads, s.keys, s.value_dim}) ||
      !addressable({s.batch, s.heads, s.queries, s.value_dim}))
    return Status::too_large;
  return Status::ok;
}

}  // namespace heed
