// One row of a normalisation, and its gradients.
#pragma once

#include <cstddef>

namespace heed::kernels {

// layer: the row less its mean, over its standard deviation. rms: the row over the root of the mean of its squares.
enum class Norm : unsigned { layer, rms };

// A normalised number is (x − mean − rest) · scale. rest is what rounding took from the mean; it matters where the mean
// is far from 0. scale is 1 / √(variance + epsilon). RMSNorm has no mean: mean and rest are 0.
struct Moments {
  float mean = 0.0f, rest = 0.0f, scale = 0.0f;
};
inline constexpr std::size_t kMoments = 3;

Moments moments_of(Norm norm, const float* x, std::size_t n, float epsilon);

// to = (x − mean − rest) · scale · gain + bias; gain and bias may be null. to may be the address of x.
void normalise(const Moments& moments, const float* x, const float* gain, const float* bias, std::size_t n, float* to);

struct NormRowGradients {
  float* dx = nullptr;                       // may be the address of d
  float *dgain = nullptr, *dbias = nullptr;  // added to; each may be null
  const float* residual = nullptr;           // added to dx; may be null
};

// With y the normalised row and g = d ∘ gain: dx = (g − mean(g) − y · mean(g ∘ y)) · scale. RMSNorm has no mean(g).
void normalise_backward(Norm norm, const Moments& moments, const float* x, const float* gain, const float* d,
                        std::size_t n, const NormRowGradients& to);

}  // namespace heed::kernels
