// The activation between the two products of a feed-forward. It takes each number by itself.
#pragma once

#include <cstddef>

namespace heed::kernels {

// relu: x where x > 0, else 0. gelu: x·Φ(x), Φ the distribution function of the normal distribution, as PyTorch's
// nn.GELU and BERT have it. gelu_tanh: x·σ(2u), u = √(2/π)·(x + 0.044715·x³), the approximation that GPT-2 has. silu:
// x·σ(x), the gate of Llama.
enum class Activation : unsigned { none, relu, gelu, gelu_tanh, silu };

// |error of GELU and SiLU| <= (kGeluRelative + kGeluPerExponent · e) · |result|, where e is the exponent that rounding
// spoils: x²/2 of gelu, 2|u| of gelu_tanh, |x| of silu. tests/core holds the bound.
inline constexpr double kGeluRelative = 6e-7;
inline constexpr double kGeluPerExponent = 3e-7;

// to = activation(x), and slopes = activation'(x) where it is not null. to may be the address of x; any n, no `none`.
// NaN stays NaN. ReLU of -Infinity is 0, and that of the others is NaN: -Infinity · 0. The gradient of ReLU is 0 at 0
// and at NaN, whatever d holds there.
void activate(Activation activation, const float* x, std::size_t n, float* to, float* slopes);

// to = d · activation'(x), 0 where that is negligible. to may be the address of x or d.
void activation_gradient(Activation activation, const float* x, const float* d, std::size_t n, float* to);

// to = a · b, number by number, 0 where that is negligible. to may be the address of a or b.
void multiply_each(const float* a, const float* b, std::size_t n, float* to);

}  // namespace heed::kernels
