#include "visibility.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "kernels/alibi.h"
#include "kernels/softmax.h"
#include "kernels/tile.h"

namespace heed {
namespace {

// A slope below this, times the distance between any two keys, is finite.
constexpr float kSteep = 1e28f;

// x, but at least 0 and at most `most`.
std::size_t clamped(std::int64_t x, std::size_t most) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(x, 0, static_cast<std::int64_t>(most)));
}

// The first of `count` rows for which a condition holds. The condition must hold for all rows after it too.
template <class Condition>
std::size_t first_row(std::size_t count, const Condition& holds) {
  std::size_t first = 0;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (holds(first + half)) {
      count = half;
    } else {
      first += half + 1;
      count -= half + 1;
    }
  }
  return first;
}

}  // namespace

Range Visibility::keys(std::size_t b, std::size_t i) const {
  if (sees_all_keys_) return {0, keys_};
  std::int64_t first = 0, last = static_cast<std::int64_t>(keys_);
  if (options_.spans) first = span(b, i).begin, last = span(b, i).end;
  std::int64_t begin = first, end = last;
  if (reach() != kNoBound) end = std::clamp(position(b, i) + reach() + 1, first, last);
  if (options_.window_left != kNoBound) begin = std::clamp(position(b, i) - options_.window_left, first, last);
  if (options_.key_lengths) end = std::min<std::int64_t>(end, options_.key_lengths[b]);
  return {clamped(begin, keys_), clamped(end, keys_)};
}

Range Visibility::keys(std::size_t b, std::size_t i, std::size_t rows) const {
  return {keys(b, i).begin, keys(b, i + rows - 1).end};
}

Range Visibility::rows_that_see(std::size_t b, Range keys) const {
  Range rows{0, rows_};
  if (keys.is_empty()) return {0, 0};
  if (options_.spans) return rows_whose_spans_meet(b, keys);
  const auto first = static_cast<std::int64_t>(keys.begin), last = static_cast<std::int64_t>(keys.end) - 1;
  if (reach() != kNoBound) rows.begin = clamped(first - reach() - offset(b), rows_);
  if (options_.window_left != kNoBound) rows.end = clamped(last + options_.window_left - offset(b) + 1, rows_);
  return rows;
}

Range Visibility::rows_whose_spans_meet(std::size_t b, Range seen) const {
  return {first_row(rows_, [&](std::size_t i) { return keys(b, i).end > seen.begin; }),
          first_row(rows_, [&](std::size_t i) { return keys(b, i).begin >= seen.end; })};
}

bool Visibility::allows(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
  const PairView<std::uint8_t>& mask = options_.mask;
  const PairView<float>& bias = options_.bias;
  if (options_.query_documents && options_.query_documents[b * rows_ + i] != options_.key_documents[b * keys_ + j])
    return false;
  if (options_.key_mask && options_.key_mask[b * keys_ + j] == 0) return false;
  if (mask && mask.row(b, h, i)[j * mask.key_stride] == 0) return false;
  return !(bias && bias.row(b, h, i)[j * bias.key_stride] == kernels::kMasked);
}

bool Visibility::may_attend(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
  const Range range = keys(b, i);
  return j >= range.begin && j < range.end && allows(b, h, i, j);
}

bool Visibility::has_visible_key(std::size_t b, std::size_t h, std::size_t i) const {
  const Range range = keys(b, i);
  for (std::size_t j = range.begin; j < range.end; ++j)
    if (allows(b, h, i, j)) return true;
  return false;
}

void Visibility::limit(const RowPart& part, const RowShift& shift, float* s) const {
  const auto& [b, h, i, key, count] = part;
  const float hidden = options_.softmax ? kernels::kMasked : 0.0f;
  if (slope(h) != 0.0f) kernels::subtract_distances(s, count, {distance_to(b, i, key), shift.distance}, slope(h));
  if (const PairView<float>& bias = options_.bias; bias)
    kernels::add_bias(s, count, bias.row(b, h, i) + key * bias.key_stride, bias.key_stride, shift.bias, hidden);
  if (has_masks()) hide_masked(part, hidden, s);
  hide_outside(part, hidden, s);
}

float Visibility::limit_and_max(const RowPart& part, const RowShift& shift, float* s) const {
  const auto& [b, h, i, key, count] = part;
  const std::size_t padded = kernels::round_up(count, kernels::kPanelColumns);
  if (!is_penalised_alone(h)) {
    limit(part, shift, s);
    return kernels::row_max(s, padded, kernels::kMasked);
  }
  // hidden first, so that the largest is none of them
  hide_outside(part, kernels::kMasked, s);
  return kernels::subtract_distances(s, padded, {distance_to(b, i, key), shift.distance}, slope(h));
}

// Whether ALiBi and the row's range are all that changes its scores, and no penalty is infinite, so that it leaves
// -Infinity as it is.
bool Visibility::is_penalised_alone(std::size_t h) const {
  return slope(h) != 0.0f && std::fabs(slope(h)) < kSteep && !options_.bias && !has_masks();
}

void Visibility::clear(const RowPart& part, float* s) const {
  const auto& [b, h, i, key, count] = part;
  if (const PairView<float>& bias = options_.bias; bias)
    for (std::size_t j = 0; j < count; ++j)
      if (bias.row(b, h, i)[(key + j) * bias.key_stride] == kernels::kMasked) s[j] = 0.0f;
  hide_masked(part, 0.0f, s);
  fill_outside(part, 0.0f, s);
}

// Writes value where documents, key mask or mask hide the key.
void Visibility::hide_masked(const RowPart& part, float value, float* s) const {
  const auto& [b, h, i, key, count] = part;
  if (const PairView<std::uint8_t>& mask = options_.mask; mask)
    kernels::apply_mask(s, count, mask.row(b, h, i) + key * mask.key_stride, mask.key_stride, value);
  const std::size_t first = b * keys_ + key;
  if (options_.key_mask) kernels::apply_mask(s, count, options_.key_mask + first, 1, value);
  if (options_.query_documents)
    kernels::keep_equal(s, count, options_.key_documents + first, options_.query_documents[b * rows_ + i], value);
}

void Visibility::hide_outside(const RowPart& part, float hidden, float* s) const {
  if (!sees_all_keys_ || part.count % kernels::kPanelColumns != 0) fill_outside(part, hidden, s);
}

// Writes value where the keys are before or after those of the row.
void Visibility::fill_outside(const RowPart& part, float value, float* s) const {
  const Range range = keys(part.b, part.i);
  if (range.begin > part.key) kernels::fill(s, 0, std::min(range.begin - part.key, part.count), value);
  kernels::fill(s, range.end > part.key ? std::min(range.end - part.key, part.count) : 0,
                kernels::round_up(part.count, kernels::kPanelColumns), value);
}

double Visibility::taken_off(std::size_t h, const RowShift& shift) const {
  return shift.bias - static_cast<double>(slope(h)) * static_cast<double>(shift.distance);
}

float Visibility::sink(std::size_t h, const RowShift& shift) const {
  if (!options_.sink || options_.sink[h] == kernels::kMasked) return kernels::kMasked;
  return static_cast<float>(std::clamp<double>(options_.sink[h] - taken_off(h, shift), -FLT_MAX, FLT_MAX));
}

std::int64_t Visibility::distance_to(std::size_t b, std::size_t i, std::size_t key) const {
  return static_cast<std::int64_t>(key) - position(b, i);
}

double Visibility::added(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
  const PairView<float>& bias = options_.bias;
  const double distance = static_cast<double>(std::llabs(distance_to(b, i, j)));
  return (bias ? bias.row(b, h, i)[j * bias.key_stride] : 0.0f) - slope(h) * distance;
}

RowShift Visibility::shift(std::size_t b, std::size_t h, std::size_t i) const {
  RowShift shift;
  if (slope(h) != 0.0f) shift.distance = least_penalised(b, h, i);
  if (options_.bias) shift.bias = largest_bias(b, h, i, shift.distance);
  return shift;
}

// The distance of the key that ALiBi penalises least, among the keys that the row may attend to: the nearest, or the
// farthest where the slope is negative. 0 where there is none. The search begins with the key at one end, and takes the
// next one from either side.
std::int64_t Visibility::least_penalised(std::size_t b, std::size_t h, std::size_t i) const {
  const Range range = keys(b, i);
  const auto begin = static_cast<std::int64_t>(range.begin), end = static_cast<std::int64_t>(range.end);
  const std::int64_t at = position(b, i);
  const bool outwards = slope(h) > 0.0f;
  // outwards, the keys before the position and after it; inwards, the first and the last
  std::int64_t before = outwards ? std::min(at, end - 1) : begin, after = outwards ? std::max(at + 1, begin) : end - 1;
  for (std::size_t left = range.is_empty() ? 0 : range.end - range.begin; left > 0; --left) {
    bool is_before = (std::llabs(before - at) <= std::llabs(after - at)) == outwards;
    if (outwards && (before < begin || after >= end)) is_before = before >= begin;
    const std::int64_t key = is_before ? before : after;
    if (allows(b, h, i, static_cast<std::size_t>(key))) return std::llabs(key - at);
    if (is_before)
      before += outwards ? -1 : 1;
    else
      after += outwards ? 1 : -1;
  }
  return 0;
}

// The largest bias among the keys that row i may attend to, ALiBi less `distance` included, or 0 where there is none or
// it is not finite.
float Visibility::largest_bias(std::size_t b, std::size_t h, std::size_t i, std::int64_t distance) const {
  const float* bias = options_.bias.row(b, h, i);
  const std::size_t step = options_.bias.key_stride;
  const Range range = keys(b, i);
  std::size_t j = range.begin;
  float largest = kernels::kMasked;
  if (step == 1 && !has_masks() && slope(h) == 0.0f && !range.is_empty()) {
    const std::size_t fours = (range.end - range.begin) / 4 * 4;
    largest = kernels::row_max(bias + j, fours, largest);
    j += fours;
  }
  for (; j < range.end; ++j) {
    const float ramp = static_cast<float>(std::llabs(distance_to(b, i, j)) - distance);
    const float sum = bias[j * step] - slope(h) * ramp;
    if (sum > largest && allows(b, h, i, j)) largest = sum;
  }
  return std::isfinite(largest) ? largest : 0.0f;
}

}  // namespace heed
