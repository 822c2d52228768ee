// Normalisation of rows: layer normalisation, and RMSNorm, which subtracts no mean.
#pragma once

#include <cstddef>

#include "kernels/norm.h"
#include "status.h"

namespace heed {

using kernels::Norm;

struct NormShape {
  std::size_t rows = 0;
  std::size_t dim = 0;  // columns: the numbers that are normalised together
};

struct NormInputs {
  const float* x = nullptr;     // (rows, dim)
  const float* gain = nullptr;  // (dim); null: ones
  const float* bias = nullptr;  // (dim); null: none
  float epsilon = 1e-5f;        // added to the variance, or to the mean of the squares; 0 or more
  Norm norm = Norm::layer;
};

// output (rows, dim) may be the address of x. moments (rows, 3) is what backward needs, not kept where null: of each
// row the mean, what rounding took from it, and 1 / √(variance + epsilon).
Status norm(const NormShape& shape, const NormInputs& inputs, float* output, float* moments);

struct NormGradients {
  float* dx = nullptr;                // (rows, dim); may be the address of d_output
  float* dgain = nullptr;             // (dim); this and dbias only where they have an address
  float* dbias = nullptr;             // (dim)
  bool add = false;                   // dgain and dbias are added to what lies there
  const float* d_residual = nullptr;  // (rows, dim); null: none. It is added to dx: the gradient that goes around
};

// The gradients of Σ output ∘ d_output. x and moments are what forward took and left.
Status norm_backward(const NormShape& shape, const NormInputs& inputs, const float* moments, const float* d_output,
                     const NormGradients& gradients);

}  // namespace heed
