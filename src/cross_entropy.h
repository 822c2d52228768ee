// Softmax cross-entropy of rows of logits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "status.h"

namespace heed {

struct CrossEntropyShape {
  std::size_t rows = 0;
  std::size_t classes = 0;
};

struct CrossEntropyInputs {
  const float* x = nullptr;               // (rows, classes): the logits
  const std::int32_t* answers = nullptr;  // (rows): the right class, or −1 for a row without an answer
};

// losses (rows): −ln softmax(x)[answer], 0 without an answer. moments (rows, 2) is what backward needs: the largest
// logit, and Σ e^(x − largest).
Status cross_entropy(const CrossEntropyShape& shape, const CrossEntropyInputs& inputs, float* losses, float* moments);

// dx (rows, classes) = (softmax − one-hot) / of: the gradient of Σ losses / of, and 0 in rows without an answer. of: 0
// stands for the number of rows that have an answer.
Status cross_entropy_backward(const CrossEntropyShape& shape, const CrossEntropyInputs& inputs, const float* moments,
                              float of, float* dx);

}  // namespace heed
