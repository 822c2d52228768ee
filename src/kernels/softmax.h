// Passes over one row of scores: n floats in memory that extends to the next multiple of 8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace heed::kernels {

inline constexpr float kMasked = -std::numeric_limits<float>::infinity();

// s[from … to) = value
void fill(float* s, std::size_t from, std::size_t to, float value);

// to = factor · from, which may be the same address; any n.
void multiply_into(float* to, const float* from, std::size_t n, float factor);

// s = cap · tanh(s / cap)
void softcap(float* s, std::size_t n, float cap);

// s += bias − shift. s = masked where bias is -Infinity, so that a NaN score there does not stay.
void add_bias(float* s, std::size_t n, const float* bias, std::size_t bias_stride, float shift, float masked);

// s = masked where mask is 0.
void apply_mask(float* s, std::size_t n, const std::uint8_t* mask, std::size_t mask_stride, float masked);

// s = masked where the key's number is not `number`; any n.
void keep_equal(float* s, std::size_t n, const std::int32_t* numbers, std::int32_t number, float masked);

// The largest of the n (a multiple of 4) entries and of floor. NaN is ignored.
float row_max(const float* s, std::size_t n, float floor);

// s = exp(s − shift) over n (a multiple of 4) entries; returns their sum. -Infinity becomes exactly 0, NaN stays.
float exp_row(float* s, std::size_t n, float shift);

// exp(x) for x <= 0, as exp_row computes it.
float exp_nonpositive(float x);

}  // namespace heed::kernels
