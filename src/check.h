// What every call must bring, forward or backward.
#pragma once

#include "problem.h"
#include "status.h"

namespace heed {

Status check_options(const AttentionOptions& options);

// For q and k of `dim` columns.
Status check_rotary(const Rotary& rotary, std::size_t dim);

// Whether (batch, heads, queries, keys) matrices can be kept at all.
Status check_pairs(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, bool keeps_pairs);

Status check_attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs);

}  // namespace heed
