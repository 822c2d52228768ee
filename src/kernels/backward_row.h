// Passes of backward over one row of a block of scores. n is a multiple of 4 unless stated otherwise.
#pragma once

#include <cstddef>

namespace heed::kernels {

// Σ a[k]·b[k], one product after the other as the register tile sums them; any n.
float dot_in_order(const float* a, const float* b, std::size_t n);

// Σ weights ∘ (d − row_dot): what rounding took from row_dot, for weights that sum to 1. Entries of weight 0 do not
// count, whatever d holds.
float row_dot_error(const float* weights, std::size_t n, float row_dot, const float* d);

// d = weights ∘ (d − row_dot − rest). It is exactly 0 where the weight is 0, so that a masked NaN stays out. In a row
// with a weight below kSmallWeight, d is 0 where it is negligible, and weights below least_weight become 0. Where rows
// sum to 1, the sums of products with dO do not feel weights below kLeastWeight. n is a multiple of 8.
inline constexpr float kSmallWeight = 0x1p-80f, kLeastWeight = 0x1p-100f;
void softmax_gradient(float* weights, std::size_t n, float row_dot, float rest, float least_weight, float* d);

// d *= 1 − tanh²(score / cap), the slope of softcap at scores before the cap. 0 stays 0.
void softcap_gradient(const float* scores, std::size_t n, float cap, float* d);

// Σ d, in double precision.
double sum(const float* d, std::size_t n);

// to += factor · from; any n.
void add_multiple(const float* from, std::size_t n, float factor, float* to);

}  // namespace heed::kernels
