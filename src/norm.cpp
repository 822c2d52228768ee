#include "norm.h"

#include <algorithm>
#include <array>

#include "problem.h"
#include "scratch.h"

namespace heed {
namespace {

Status check_norm(const NormShape& s, const NormInputs& in) {
  for (const std::size_t extent : {s.rows, s.dim})
    if (extent == 0 || extent > kMaxExtent) return Status::invalid_shape;
  if (!addressable({s.rows, s.dim}) || !addressable({s.rows, kernels::kMoments})) return Status::too_large;
  if (in.norm > Norm::rms || !(in.epsilon >= 0.0f)) return Status::invalid_option;
  return in.x ? Status::ok : Status::missing_tensor;
}

}  // namespace

Status norm(const NormShape& s, const NormInputs& in, float* output, float* moments) {
  if (const Status status = check_norm(s, in); status != Status::ok) return status;
  if (!output) return Status::missing_tensor;
  for (std::size_t i = 0; i < s.rows; ++i) {
    const float* row = in.x + i * s.dim;
    const kernels::Moments m = kernels::moments_of(in.norm, row, s.dim, in.epsilon);
    kernels::normalise(m, row, in.gain, in.bias, s.dim, output + i * s.dim);
    if (moments)
      std::copy_n(std::array{m.mean, m.rest, m.scale}.data(), kernels::kMoments, moments + i * kernels::kMoments);
  }
  return Status::ok;
}

Status norm_backward(const NormShape& s, const NormInputs& in, const float* moments, const float* d_output,
                     const NormGradients& out) {
  if (const Status status = check_norm(s, in); status != Status::ok) return status;
  if (!moments || !d_output || !out.dx) return Status::missing_tensor;
  for (float* sum : {out.dgain, out.dbias})
    if (sum && !out.add) std::fill_n(sum, s.dim, 0.0f);
  for (std::size_t i = 0; i < s.rows; ++i) {
    const float* left = moments + i * kernels::kMoments;
    const kernels::Moments m{left[0], left[1], left[2]};
    kernels::normalise_backward(
        in.norm, m, in.x + i * s.dim, in.gain, d_output + i * s.dim, s.dim,
        {out.dx + i * s.dim, out.dgain, out.dbias, out.d_residual ? out.d_residual + i * s.dim : nullptr});
  }
  return Status::ok;
}

}  // namespace heed
