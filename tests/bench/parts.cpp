// The parts of attention's forward pass at n = 512, d = 64, each on numbers that stay in the first cache: 24 KB at
// most. One run of a part is what a panel of rows needs against 512 keys. Beside them the whole pass over eight heads,
// with nothing between the kernels: no options, no masks, no checks. parts.mjs times them.
#include <cstddef>

#include "kernels/pack.h"
#include "kernels/panel.h"
#include "kernels/softmax.h"
#include "kernels/tile.h"

namespace {

using namespace heed::kernels;

constexpr std::size_t kRows = heed::simd::kTallestTile;
constexpr std::size_t kDepth = 64;
constexpr std::size_t kKeys = 512;
constexpr std::size_t kLine = 64;  // as the core allocates: no load spans two cache lines
// What one call of a kernel covers, so that its operands stay in the first cache.
constexpr std::size_t kScoredKeys = 32;
constexpr std::size_t kPackedRows = 24;

alignas(kLine) float queries[kRows * kDepth];
alignas(kLine) float rows[kRows * kDepth * kSpread + kPackSlack];
alignas(kLine) float keys[kScoredKeys * kDepth];
alignas(kLine) float values[kMixRun * kPanelColumns];
alignas(kLine) float scores[kRows * kScoreStride];
alignas(kLine) float mixed[kRows * kPanelColumns];
alignas(kLine) float source[kPackedRows * kDepth];
alignas(kLine) float packed[kPackedRows * kDepth];

const PanelKernels& panel() { return panel_for(kRows); }

void score_panel() {
  for (std::size_t j = 0; j < kKeys; j += kScoredKeys) panel().scores(rows, keys, kDepth, kScoredKeys, scores);
}

void weigh_panel() {
  float maxima[kRows];
  for (std::size_t r = 0; r < kRows; ++r) maxima[r] = row_max(scores + r * kScoreStride, kKeys, kMasked);
  for (std::size_t r = 0; r < kRows; ++r) mixed[r] = exp_row(scores + r * kScoreStride, kKeys, maxima[r]);
}

void mix_panel() {
  for (std::size_t c = 0; c < kDepth; c += kPanelColumns)
    for (std::size_t j = 0; j < kKeys; j += kMixRun)
      (j == 0 ? panel().mix : panel().mix_onto)(scores, values, kMixRun, kMixRun, kPanelColumns, mixed);
}

// A head packs 512 queries, 512 keys and 512 values, so a panel's share is as many of each as it has rows. Keys and
// values are packed by eights, so a run packs the shares of several at once.
void pack_panel(std::size_t run) {
  panel().pack(queries, kDepth, kRows, kDepth, 0.125f, rows);
  if (run % (kPackedRows / kRows) != 0) return;
  pack_transposed(source, kDepth, kPackedRows, kDepth, packed);
  pack_straight(source, kDepth, kPackedRows, kDepth, kPackedRows, packed);
}

// ---- eight heads, from memory ---------------------------------------------------------------------------------------

constexpr std::size_t kHeads = 8;
constexpr std::size_t kHeadFloats = kKeys * kDepth;
alignas(kLine) float tensors[4][kHeads * kHeadFloats];  // q, k, v and the output
alignas(kLine) float head_keys[kHeadFloats];
alignas(kLine) float head_values[kHeadFloats];
alignas(kLine) float head_mixed[kRows * kDepth];

// Rows of the head from `row` on: scores → exponentials → output.
void pass_rows(const float* q, float* output, std::size_t row) {
  const PanelKernels& tall = panel_for(kKeys - row);
  tall.pack(q + row * kDepth, kDepth, tall.rows, kDepth, 0.125f, rows);
  tall.scores(rows, head_keys, kDepth, kKeys, scores);
  float maxima[kRows], factors[kRows];
  for (std::size_t r = 0; r < tall.rows; ++r) maxima[r] = row_max(scores + r * kScoreStride, kKeys, kMasked);
  for (std::size_t r = 0; r < tall.rows; ++r) factors[r] = 1.0f / exp_row(scores + r * kScoreStride, kKeys, maxima[r]);
  tall.mix(scores, head_values, kKeys, kKeys, kDepth, head_mixed);
  for (std::size_t r = 0; r < tall.rows; ++r)
    multiply_into(output + (row + r) * kDepth, head_mixed + r * kDepth, kDepth, factors[r]);
}

void pass_head(std::size_t h) {
  const std::size_t at = h * kHeadFloats;
  pack_transposed(tensors[1] + at, kDepth, kKeys, kDepth, head_keys);
  pack_straight(tensors[2] + at, kDepth, kKeys, kDepth, kKeys, head_values);
  for (std::size_t row = 0; row < kKeys; row += panel_for(kKeys - row).rows)
    pass_rows(tensors[0] + at, tensors[3] + at, row);
}

}  // namespace

#define HEED_PART extern "C" [[gnu::used]] void

extern "C" [[gnu::used]] std::size_t panel_rows() { return kRows; }
// q, k, v and the output of part_heads, one after another.
extern "C" [[gnu::used]] float* part_tensors() { return tensors[0]; }

HEED_PART part_start() {
  for (float& x : queries) x = 0.01f;
  for (float& x : keys) x = 0.02f;
  for (float& x : values) x = 0.5f;
  for (float& x : source) x = 0.25f;
  for (float& x : scores) x = 0.0f;
  pack_panel(0);
}

HEED_PART part_scores(std::size_t runs) {
  for (std::size_t i = 0; i < runs; ++i) score_panel();
}

HEED_PART part_softmax(std::size_t runs) {
  for (std::size_t i = 0; i < runs; ++i) weigh_panel();
}

HEED_PART part_values(std::size_t runs) {
  for (std::size_t i = 0; i < runs; ++i) mix_panel();
}

HEED_PART part_packing(std::size_t runs) {
  for (std::size_t i = 0; i < runs; ++i) pack_panel(i);
}

HEED_PART part_products(std::size_t runs) {
  for (std::size_t i = 0; i < runs; ++i) {
    score_panel();
    mix_panel();
  }
}

HEED_PART part_all(std::size_t runs) {
  for (std::size_t i = 0; i < runs; ++i) {
    pack_panel(i);
    score_panel();
    weigh_panel();
    mix_panel();
  }
}

HEED_PART part_heads() {
  for (std::size_t h = 0; h < kHeads; ++h) pass_head(h);
}

// The same work on one head's numbers, which stay in the second cache.
HEED_PART part_one_head() {
  for (std::size_t h = 0; h < kHeads; ++h) pass_head(0);
}
