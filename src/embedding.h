// Rows of a table by the numbers of tokens, and rows of another table by their positions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "status.h"

namespace heed {

struct EmbeddingShape {
  std::size_t rows = 0;
  std::size_t tokens = 0;  // row i has the position first + i modulo tokens
  std::size_t vocab = 0;   // rows of the table
  std::size_t dim = 0;
  std::size_t first = 0;
};

struct EmbeddingInputs {
  const std::int32_t* ids = nullptr;  // (rows), each from 0 to vocab − 1
  const float* table = nullptr;       // (vocab, dim)
  const float* positions = nullptr;   // (first + tokens, dim) at least; null: none
};

// output (rows, dim)
Status embed(const EmbeddingShape& shape, const EmbeddingInputs& inputs, float* output);

struct EmbeddingGradients {
  float* dtable = nullptr;      // in the shape of table
  float* dpositions = nullptr;  // (tokens, dim), first must be 0; null: not wanted
  bool add = false;             // both are added to what lies there
  bool add_to_table = false;    // dtable alone is
};

Status embed_backward(const EmbeddingShape& shape, const EmbeddingInputs& inputs, const float* d_output,
                      const EmbeddingGradients& gradients);

}  // namespace heed
