// How much memory a call takes, and what it does when memory is refused.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

#include "allocations.h"
#include "compare.h"
#include "gradients.h"
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
  REQUIRE(all.taken > 0);  // otherwise this test would count nothing
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

// Calls `call` with no allocation granted, then one, then two, … until all are. Returns how many it makes.
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
                                     kept.row_sum.empty() ? nullptr : kept.row_sum.data(),
                                     kept.lse.empty() ? nullptr : kept.lse.data()};
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

namespace {

// What attention_backward() allocates, its own forward included where nothing was saved.
Allocations backward_memory(const Problem& problem, const HeadTensor& d_output, const AttentionSaved& saved,
                            const AttentionGradients& gradients) {
  Status status;
  const AttentionOptions options = problem.options();
  const Allocations all = allocations_of([&] {
    status = attention_backward(problem.shape, options, problem.inputs(), {d_output.view()}, saved, gradients);
  });
  REQUIRE(status == Status::ok);
  REQUIRE(all.taken > 0);
  REQUIRE(all.live_bytes == 0);
  return all;
}

std::size_t peak_bytes_of_backward(const AttentionShape& shape, bool causal, bool saved) {
  Problem p = normal_problem(shape, 181);
  if (causal) p.causal_offsets.assign(shape.batch, 0);
  Random random(182);
  const HeadTensor d_output = normal_d_output(p, random);
  HeadTensor dq(shape.batch, shape.heads, shape.queries, shape.dim);
  HeadTensor dk(shape.batch, shape.kv_heads, shape.keys, shape.dim), dv = dk;
  Results forward;
  if (saved) forward = run(p, kRowFigures);
  const HeadTensor& output = forward.output;
  const AttentionSaved figures =
      saved ? AttentionSaved{output.view(), forward.row_max.data(), forward.row_sum.data()} : AttentionSaved{};
  return backward_memory(p, d_output, figures, {dq.view(), dk.view(), dv.view()}).peak_bytes;
}

}  // namespace

TEST_CASE("backward's working memory grows with the number of tokens, not with its square", "[memory][backward]") {
  for (const bool causal : {false, true})
    for (const bool saved : {false, true}) {
      std::size_t before = 0;
      for (const std::size_t n : {1024u, 2048u, 4096u}) {
        const std::size_t peak = peak_bytes_of_backward({1, 1, 1, n, n, 4, 4}, causal, saved);
        CAPTURE(n, causal, saved, peak);
        REQUIRE(peak < 1024 * 1024 + 64 * n);  // two blocks of scores have a fixed size
        if (before) REQUIRE(peak <= 2 * before);
        before = peak;
      }
      std::printf("backward's working memory at n = 4096, one head, dim 4, %s: %zu KB\n",
                  saved ? "forward saved" : "with its own forward", before / 1024);
    }
}

TEST_CASE("after a saved forward backward's working memory does not grow with batches or key heads",
          "[memory][backward]") {
  const std::size_t one = peak_bytes_of_backward({1, 1, 1, 64, 300, 8, 8}, false, true);
  REQUIRE(peak_bytes_of_backward({8, 1, 1, 64, 300, 8, 8}, false, true) == one);
  REQUIRE(peak_bytes_of_backward({1, 8, 8, 64, 300, 8, 8}, false, true) == one);
}

TEST_CASE("backward that is refused memory says so, leaks nothing, and works the next time", "[memory][backward]") {
  Random random(183);
  for (const bool keeps_pairs : {false, true}) {
    const Problem p = normal_problem({2, 4, 2, 20, 300, 8, 8}, 184);
    const HeadTensor d_output = normal_d_output(p, random);
    const Gradients expected = run_backward(p, d_output, {keeps_pairs});
    Gradients g = expected;
    const AttentionGradients to{g.dq.view(),
                                g.dk.view(),
                                g.dv.view(),
                                nullptr,
                                keeps_pairs ? g.dweights.data() : nullptr,
                                keeps_pairs ? g.dscores.data() : nullptr};
    REQUIRE(refuse_each(
                [&] { return attention_backward(p.shape, p.options(), p.inputs(), {d_output.view()}, {}, to); }) > 1);
    REQUIRE(bit_difference(g.dq.dense(), expected.dq.dense()) == "");
    REQUIRE(bit_difference(g.dk.dense(), expected.dk.dense()) == "");
    REQUIRE(bit_difference(g.dscores, expected.dscores) == "");
  }
}

TEST_CASE("a layer's backward that is refused memory says so, leaks nothing, and works the next time",
          "[memory][backward]") {
  Random random(185);
  for (const bool project_output : {false, true}) {
    const Layer layer =
        random_layer({2, 2, 1, 9, 9, 6, 6, 4, 5, 7}, {true, true, project_output, false, WeightLayout::out_in}, random);
    const std::vector<float> d_output = normal_d_output(layer, random);
    const std::vector<float> expected = run_backward(layer, d_output).dx;
    std::vector<float> dx(expected.size());
    SelfAttentionGradients to;
    to.dx = dx.data();
    const AttentionOptions options = layer.options.options();
    const auto call = [&] {
      return self_attention_backward(layer.shape, options, layer.inputs(), {d_output.data()}, nullptr, to);
    };
    REQUIRE(refuse_each(call) > 2);
    REQUIRE(bit_difference(dx, expected) == "");
  }
}
