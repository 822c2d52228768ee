#include "cross_entropy.h"

#include <algorithm>
#include <cstddef>

#include "kernels/log.h"
#include "kernels/softmax.h"
#include "problem.h"
#include "scratch.h"

namespace heed {
namespace {

Status check_cross_entropy(const CrossEntropyShape& s, const CrossEntropyInputs& in) {
  for (const std::size_t extent : {s.rows, s.classes})
    if (extent == 0 || extent > kMaxExtent) return Status::invalid_shape;
  if (!addressable({s.rows, s.classes})) return Status::too_large;
  if (!in.x || !in.answers) return Status::missing_tensor;
  const auto is_outside = [&](std::int32_t answer) {
    return answer < -1 || (answer >= 0 && static_cast<std::size_t>(answer) >= s.classes);
  };
  return std::any_of(in.answers, in.answers + s.rows, is_outside) ? Status::invalid_option : Status::ok;
}

// A row of logits in working memory, followed by entries that e^x makes 0.
class Row {
 public:
  explicit Row(std::size_t classes) : classes_(classes), padded_((classes + 3) / 4 * 4) {}

  Status prepare() { return scratch_.allocate(); }

  // Returns a copy of the numbers, which may be overwritten.
  float* take(const float* x) const {
    float* row = row_.get();
    std::fill(std::copy_n(x, classes_, row), row + padded_, kernels::kMasked);
    return row;
  }

  std::size_t padded() const { return padded_; }

 private:
  const std::size_t classes_, padded_;
  Scratch scratch_;
  const Scratch::Slot<float> row_ = scratch_.reserve({padded_});
};

}  // namespace

Status cross_entropy(const CrossEntropyShape& s, const CrossEntropyInputs& in, float* losses, float* moments) {
  if (const Status status = check_cross_entropy(s, in); status != Status::ok) return status;
  if (!losses) return Status::missing_tensor;
  Row row(s.classes);
  if (const Status status = row.prepare(); status != Status::ok) return status;
  for (std::size_t i = 0; i < s.rows; ++i) {
    const float* x = in.x + i * s.classes;
    float* powers = row.take(x);
    const float most = kernels::row_max(powers, row.padded(), kernels::kMasked);
    const float sum = kernels::exp_row(powers, row.padded(), most);
    const std::int32_t answer = in.answers[i];
    losses[i] = answer < 0 ? 0.0f : static_cast<float>(kernels::log(static_cast<double>(sum)) + (most - x[answer]));
    if (moments) {
      moments[2 * i] = most;
      moments[2 * i + 1] = sum;
    }
  }
  return Status::ok;
}

Status cross_entropy_backward(const CrossEntropyShape& s, const CrossEntropyInputs& in, const float* moments, float of,
                              float* dx) {
  if (const Status status = check_cross_entropy(s, in); status != Status::ok) return status;
  if (!moments || !dx) return Status::missing_tensor;
  if (of == 0.0f) {
    const auto graded = std::count_if(in.answers, in.answers + s.rows, [](std::int32_t answer) { return answer >= 0; });
    of = static_cast<float>(std::max<std::ptrdiff_t>(graded, 1));
  }
  Row row(s.classes);
  if (const Status status = row.prepare(); status != Status::ok) return status;
  for (std::size_t i = 0; i < s.rows; ++i, dx += s.classes) {
    const std::int32_t answer = in.answers[i];
    // A row that does not count has no gradient, even if it holds NaN.
    if (answer < 0) {
      std::fill_n(dx, s.classes, 0.0f);
      continue;
    }
    float* powers = row.take(in.x + i * s.classes);
    kernels::exp_row(powers, row.padded(), moments[2 * i]);
    kernels::multiply_into(dx, powers, s.classes, 1.0f / (moments[2 * i + 1] * of));
    dx[answer] -= 1.0f / of;
  }
  return Status::ok;
}

}  // namespace heed
