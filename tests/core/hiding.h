// Every way in which a key can be hidden from queries.
#pragma once

#include <vector>

#include "problem.h"
#include "random.h"

namespace heed::test {

enum class Hidden {
  by_mask,
  by_mask_per_row,
  by_key_mask,
  by_causal,
  by_key_length,
  by_bias,
  by_window,
  by_span,
  by_document,
};

const char* name(Hidden way);

// Hides some keys from every query, in the given way. Says which.
std::vector<bool> hide_keys(Problem& p, Hidden way, Random& random);

// These keys and their values, of every batch and head, hold this value.
void fill_keys(Problem& p, const std::vector<bool>& which, float value);

}  // namespace heed::test
