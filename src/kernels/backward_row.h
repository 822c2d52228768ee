// Passes of backward over one row of a block of scores. n is a multiple of 4 unless said.
#pragma once

#include <cstddef>

namespace heed::kernels {

// Σ a[k]·b[k], one product after the other as the register tile sums them; any n.
float dot_in_order(const float* a, const float* b, std::size_t n);

// d = weights ∘ (d − row_dot); exactly 0 where the weight is, so that a masked NaN stays out.
void softmax_gradient(const float* weights, std::size_t n, float row_dot, float* d);

// d *= 1 − (capped / cap)², the slope of cap · tanh(x / cap) in terms of its result; 0 stays 0.
void softcap_gradient(const float* capped, std::size_t n, float cap, float* d);

// to += factor · from; any n.
void add_multiple(const float* from, std::size_t n, float factor, float* to);

}  // namespace heed::kernels
