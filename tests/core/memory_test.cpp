// How much memory a call works in, and what becomes of it when there is none.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

#include "allocations.h"
#include "compare.h"
#include "layer.h"
#include "oracle.h"
#include "problem.h"

using namespace heed;
using namespace heed::test;

namespace {

// What a call that keeps no pair matrix allocates.
Allocations working_memory(const Problem& problem, HeadTensor& output) {
  Status status;
  const AttentionOptions options = problem.options();
  const Allocations all =
      allocations_of([&] { status = attention(problem.shape, options, problem.inputs(), {output.view()}); });
  REQUIRE(status == Status::ok);
  REQUIRE(all.taken > 0);  // else this test sees nothing
  REQUIRE(all.live_bytes == 0);
  return all;
}

std::size_t peak_bytes(const Problem& problem) {
  HeadTensor output(problem.shape.batch, problem.shape.heads, problem.shape.queries, problem.shape.value_dim);
  return working_memory(problem, output).peak_bytes;
}

// The rows of `problem` from `first` on, as a problem of their own.
Problem some_rows(const Problem& problem, std::size_t first, std::size_t rows) {
  Problem part = problem;
  part.shape.queries = rows;
  part.q = HeadTensor(1, 1, rows, problem.shape.dim);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t c = 0; c < problem.shape.dim; ++c) part.q.at(0, 0, i, c) = problem.q.at(0, 0, first + i, c);
  return part;
}

// Calls `call` with its first, then its second, … allocation refused until all are granted. Returns how many it makes.
template <class Call>
std::size_t refuse_each(Call call) {
  for (std::size_t granted = 0;; ++granted) {
    Status status;
    const Allocations all = allocations_of([&] { status = call(); }, granted);
    REQUIRE(all.live_bytes == 0);
    if (all.refused == 0) {
      REQUIRE(status == Status::ok);
      return granted;
    }
    REQUIRE(status == Status::out_of_memory);
  }
}

}  // namespace

TEST_CASE("working memory grows with the number of tokens, not with its square", "[memory]") {
  for (const bool causal : {false, true}) {
    std::size_t before = 0;
    for (const std::size_t n : {1024u, 2048u, 4096u}) {
      Problem p = normal_problem({1, 1, 1, n, n, 4, 4}, 171);
      if (causal) p.causal_offsets = {0};
      const std::size_t peak = peak_bytes(p);
      CAPTURE(n, causal, peak);
      REQUIRE(peak < 200 * n);
      if (before) REQUIRE(peak <= 2 * before + 4096);
      before = peak;
    }
  }
}

TEST_CASE("working memory does not grow with batches or with key heads", "[memory]") {
  const std::size_t one = peak_bytes(normal_problem({1, 1, 1, 64, 300, 8, 8}, 172));
  REQUIRE(peak_bytes(normal_problem({8, 1, 1, 64, 300, 8, 8}, 173)) == one);
  REQUIRE(peak_bytes(normal_problem({1, 8, 8, 64, 300, 8, 8}, 174)) == one);
}

TEST_CASE("sixteen thousand tokens pass in less than two megabytes and agree with the textbook", "[memory]") {
  const std::size_t n = 16384;
  Problem p = normal_problem({1, 1, 1, n, n, 4, 4}, 175);
  HeadTensor output(1, 1, n, 4);
  const std::size_t peak = working_memory(p, output).peak_bytes;
  std::printf("working memory at n = %zu, one head: %zu KB\n", n, peak / 1024);
  REQUIRE(peak < 2 * 1024 * 1024);
  for (const std::size_t first : {std::size_t{0}, n / 2, n - 3}) {
    const Problem part = some_rows(p, first, 3);
    const oracle::Attention expected = oracle::attention(part.shape, part.options(), part.inputs());
    REQUIRE(difference(output.row(0, 0, first), expected.output.data(), 12, Tolerance{}) == "");
  }
}

TEST_CASE("attention that is refused memory says so, leaks nothing, and works the next time", "[memory]") {
  for (const unsigned keep : {unsigned{kNothing}, unsigned{kWeights}, unsigned{kEverything}})
    for (const std::size_t queries : {1u, 20u}) {
      const Problem p = normal_problem({2, 4, 2, queries, 300, 8, 8}, 176);
      const std::vector<float> expected = run(p, keep).output.dense();
      Results kept = run(p, keep);
      const AttentionOutputs outputs{kept.output.view(),
                                     kept.raw.empty() ? nullptr : kept.raw.data(),
                                     kept.scores.empty() ? nullptr : kept.scores.data(),
                                     kept.logits.empty() ? nullptr : kept.logits.data(),
                                     kept.weights.empty() ? nullptr : kept.weights.data(),
                                     kept.row_max.empty() ? nullptr : kept.row_max.data(),
                                     kept.row_sum.empty() ? nullptr : kept.row_sum.data()};
      CAPTURE(p.describe(), keep);
      REQUIRE(refuse_each([&] { return attention(p.shape, p.options(), p.inputs(), outputs); }) > 0);
      REQUIRE(bit_difference(kept.output.dense(), expected) == "");
    }
}

TEST_CASE("self-attention that is refused memory says so, leaks nothing, and works the next time", "[memory]") {
  Random random(177);
  for (const bool project_output : {false, true}) {
    const Layer layer =
        random_layer({2, 2, 1, 9, 9, 6, 6, 4, 5, 7}, {true, true, project_output, false, WeightLayout::in_out}, random);
    const std::vector<float> expected = run(layer, false).output;
    std::vector<float> output(expected.size());
    SelfAttentionOutputs outputs;
    outputs.output = output.data();
    const AttentionOptions options = layer.options.options();
    REQUIRE(refuse_each([&] { return self_attention(layer.shape, options, layer.inputs(), outputs); }) > 0);
    REQUIRE(bit_difference(output, expected) == "");
  }
}
