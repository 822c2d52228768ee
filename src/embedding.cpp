#include "embedding.h"

#include <algorithm>

#include "kernels/backward_row.h"
#include "problem.h"
#include "scratch.h"

namespace heed {
namespace {

Status check_embedding(const EmbeddingShape& s, const EmbeddingInputs& in) {
  for (const std::size_t extent : {s.rows, s.tokens, s.vocab, s.dim})
    if (extent == 0 || extent > kMaxExtent) return Status::invalid_shape;
  if (!addressable({s.rows, s.dim}) || !addressable({s.vocab, s.dim})) return Status::too_large;
  if (!in.ids) return Status::missing_tensor;
  const auto is_outside = [&](std::int32_t id) { return id < 0 || static_cast<std::size_t>(id) >= s.vocab; };
  return std::any_of(in.ids, in.ids + s.rows, is_outside) ? Status::invalid_option : Status::ok;
}

}  // namespace

Status embed(const EmbeddingShape& s, const EmbeddingInputs& in, float* output) {
  if (const Status status = check_embedding(s, in); status != Status::ok) return status;
  if (!in.table || !output) return Status::missing_tensor;
  for (std::size_t i = 0; i < s.rows; ++i, output += s.dim) {
    std::copy_n(in.table + static_cast<std::size_t>(in.ids[i]) * s.dim, s.dim, output);
    if (in.positions) kernels::add_multiple(in.positions + (s.first + i % s.tokens) * s.dim, s.dim, 1.0f, output);
  }
  return Status::ok;
}

Status embed_backward(const EmbeddingShape& s, const EmbeddingInputs& in, const float* d_output,
                      const EmbeddingGradients& out) {
  if (const Status status = check_embedding(s, in); status != Status::ok) return status;
  if (!d_output || !out.dtable) return Status::missing_tensor;
  if (!out.add && !out.add_to_table) std::fill_n(out.dtable, s.vocab * s.dim, 0.0f);
  if (!out.add && out.dpositions) std::fill_n(out.dpositions, s.tokens * s.dim, 0.0f);
  for (std::size_t i = 0; i < s.rows; ++i, d_output += s.dim) {
    kernels::add_multiple(d_output, s.dim, 1.0f, out.dtable + static_cast<std::size_t>(in.ids[i]) * s.dim);
    if (out.dpositions) kernels::add_multiple(d_output, s.dim, 1.0f, out.dpositions + i % s.tokens * s.dim);
  }
  return Status::ok;
}

}  // namespace heed
