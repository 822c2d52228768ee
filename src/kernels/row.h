// One query row against keys and values where they are in memory: decoding. Nothing is packed, and each number is read
// once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// s[j] = q · k_j for count keys, row_stride apart.
void score_row(const float* q, const float* keys, std::size_t row_stride, std::size_t count, std::size_t depth,
               float* s);

// The same for float16 that are finite. q must be multiplied by simd::kSmallHalves before.
void score_row(const float* q, const std::uint16_t* keys, std::size_t row_stride, std::size_t count, std::size_t depth,
               float* s);

// o (columns) += Σ_j p[j] · v_j over count values, row_stride apart.
void mix_row(const float* p, const float* values, std::size_t row_stride, std::size_t count, std::size_t columns,
             float* o);

// The same for float16 that are finite. Each |p[j]| is below 65536.
void mix_row(const float* p, const std::uint16_t* values, std::size_t row_stride, std::size_t count,
             std::size_t columns, float* o);

}  // namespace heed::kernels
