// Rotary position embedding round attention: q and k are turned before it, dq and dk are turned back after it.
#pragma once

#include "attention.h"
#include "problem.h"
#include "scratch.h"
#include "status.h"

namespace heed {

// The inputs that attention multiplies: with turned copies of q and k, or the given ones where there is no rotary.
class TurnedInputs {
 public:
  explicit TurnedInputs(const AttentionInputs& given) : inputs(given) {}

  Status turn(const AttentionShape& shape, const Rotary& rotary);

  AttentionInputs inputs;

 private:
  Scratch scratch_;
};

// Gradients with respect to the turned q and k become gradients with respect to the given ones.
void turn_back(const AttentionShape& shape, const Rotary& rotary, const AttentionGradients& gradients);

// Turns rows (batch, heads, queries, dim) by the angles of the queries.
void turn_in_place(const AttentionShape& shape, const Rotary& rotary, std::size_t heads, float* rows);

}  // namespace heed
