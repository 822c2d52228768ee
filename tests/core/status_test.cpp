// Every wrong shape, option and address has its Status, which is returned before anything is read, written or
// allocated.
#include <catch_amalgamated.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "allocations.h"
#include "compare.h"
#include "layer.h"
#include "problem.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A call that is right, in which a test spoils one thing. All its tensors are the same few floats. They must not
// change, because a refused call writes nothing.
struct Call {
  std::vector<float> numbers = std::vector<float>(64, 3.0f);
  HeadView<float> any{numbers.data(), 0, 0, 0};
  HeadView<const float> any_input{numbers.data(), 0, 0, 0};
  AttentionShape shape{1, 2, 2, 3, 4, 5, 6};
  AttentionOptions options;
  AttentionInputs inputs{any_input, any_input, any_input};
  AttentionOutputs outputs{any};

  Status status() {
    Status result;
    const Allocations all = allocations_of([&] { result = attention(shape, options, inputs, outputs); });
    CHECK(all.taken == 0);
    CHECK(numbers == std::vector<float>(64, 3.0f));
    return result;
  }
};

// The backward of the right call, in which a test spoils one thing.
struct BackwardCall : Call {
  AttentionOutputGradient d{any_input};
  AttentionSaved saved{any_input, numbers.data(), numbers.data()};
  AttentionGradients gradients{any, any, any};

  Status status() {
    Status result;
    const Allocations all =
        allocations_of([&] { result = attention_backward(shape, options, inputs, d, saved, gradients); });
    CHECK(all.taken == 0);
    CHECK(numbers == std::vector<float>(64, 3.0f));
    return result;
  }
};

constexpr std::size_t AttentionShape::* kExtents[] = {
    &AttentionShape::batch, &AttentionShape::heads, &AttentionShape::kv_heads, &AttentionShape::queries,
    &AttentionShape::keys,  &AttentionShape::dim,   &AttentionShape::value_dim};

constexpr std::size_t SelfAttentionShape::* kLayerExtents[] = {
    &SelfAttentionShape::batch,          &SelfAttentionShape::heads,
    &SelfAttentionShape::kv_heads,       &SelfAttentionShape::tokens,
    &SelfAttentionShape::context_tokens, &SelfAttentionShape::model_dim,
    &SelfAttentionShape::context_dim,    &SelfAttentionShape::dim,
    &SelfAttentionShape::value_dim,      &SelfAttentionShape::output_dim};

Layer good_layer() {
  Random random(161);
  return random_layer({2, 2, 2, 3, 4, 5, 6, 4, 5, 7}, {true, true, true, true, WeightLayout::in_out}, random);
}

// The status of the good layer after `spoil` has changed its shape or inputs.
template <class Spoil>
Status spoilt(Spoil spoil) {
  const Layer layer = good_layer();
  SelfAttentionShape shape = layer.shape;
  SelfAttentionInputs inputs = layer.inputs();
  AttentionOptions options = layer.options.options();
  std::vector<float> output(1000, 3.0f);
  SelfAttentionOutputs outputs;
  outputs.output = output.data();
  spoil(shape, options, inputs, outputs);
  Status status;
  const Allocations all = allocations_of([&] { status = self_attention(shape, options, inputs, outputs); });
  CHECK(all.live_bytes == 0);
  if (status != Status::ok) CHECK(all.taken == 0);
  if (status != Status::ok) CHECK(output == std::vector<float>(1000, 3.0f));
  return status;
}

}  // namespace

TEST_CASE("the call that these tests spoil is right before they do", "[status]") {
  Call call;
  REQUIRE(attention(call.shape, call.options, call.inputs, call.outputs) == Status::ok);
}

TEST_CASE("an extent of zero or above kMaxExtent is an invalid shape", "[status]") {
  for (const auto extent : kExtents)
    for (const std::size_t wrong : {std::size_t{0}, kMaxExtent + 1, std::numeric_limits<std::size_t>::max()}) {
      Call call;
      call.shape.*extent = wrong;
      REQUIRE(call.status() == Status::invalid_shape);
    }
}

TEST_CASE("query heads that are not a multiple of key heads are an invalid shape", "[status]") {
  for (const auto& [heads, kv_heads] : {std::pair{2u, 3u}, std::pair{3u, 2u}, std::pair{1u, 2u}, std::pair{7u, 4u}}) {
    Call call;
    call.shape.heads = heads;
    call.shape.kv_heads = kv_heads;
    REQUIRE(call.status() == Status::invalid_shape);
  }
}

TEST_CASE("a scale that is not a finite number is an invalid option", "[status]") {
  for (const float scale : {kNaN, kInfinity, -kInfinity}) {
    Call call;
    call.options.scale = scale;
    REQUIRE(call.status() == Status::invalid_option);
  }
}

TEST_CASE("a softcap that is negative or not a finite number is an invalid option", "[status]") {
  for (const float softcap : {kNaN, kInfinity, -kInfinity, -1.0f, -1e-30f}) {
    Call call;
    call.options.softcap = softcap;
    REQUIRE(call.status() == Status::invalid_option);
  }
}

TEST_CASE("q, k, v and output must each have an address", "[status]") {
  Call no_q, no_k, no_v, no_output;
  no_q.inputs.q.data = nullptr;
  no_k.inputs.k.data = nullptr;
  no_v.inputs.v.data = nullptr;
  no_output.outputs.output.data = nullptr;
  for (Call* call : {&no_q, &no_k, &no_v, &no_output}) REQUIRE(call->status() == Status::missing_tensor);
}

TEST_CASE("rotary and backward take no k and v of float16", "[status]") {
  const std::vector<std::uint16_t> halves(64);
  const StoredHalves stored{{halves.data(), 0, 0, 0}, {halves.data(), 0, 0, 0}};
  const std::int32_t rows[4] = {};
  Call turned;
  turned.inputs = {turned.any_input, {}, {}, stored};
  turned.options.rotary = {2, false, turned.numbers.data(), turned.numbers.data(), rows, rows};
  REQUIRE(turned.status() == Status::invalid_option);
  BackwardCall backward;
  backward.inputs = {backward.any_input, {}, {}, stored};
  REQUIRE(backward.status() == Status::missing_tensor);
}

TEST_CASE("tensors that no address space holds are too large", "[status]") {
  const std::vector<AttentionShape> shapes{
      {kMaxExtent, kMaxExtent, kMaxExtent, 1, 1, kMaxExtent, 1},  // q, 2^90 elements: more than 64 bits count
      {kMaxExtent, 1, 1, kMaxExtent, 1, 16, 1},                   // q, 2^64 elements
      {1 << 4, kMaxExtent, 1, 1 << 28, 1, 1, 1},                  // q, 2^62 elements, 2^64 bytes
      {1 << 20, 1, 1, 1, 1 << 22, 1 << 20, 1},                    // k
      {1 << 20, 1, 1, 1, 1 << 22, 1, 1 << 20},                    // v
      {1 << 20, 1, 1, 1 << 22, 1, 1, 1 << 20},                    // output
  };
  for (const AttentionShape& shape : shapes) {
    Call call;
    call.shape = shape;
    REQUIRE(call.status() == Status::too_large);
  }
}

TEST_CASE("pair matrices that no address space holds are too large, where they are asked for", "[status]") {
  for (const int which : {0, 1, 2, 3}) {
    Call call;
    call.shape = {1 << 4, 1, 1, kMaxExtent, kMaxExtent, 1, 1};
    float matrix = 0.0f;
    (which == 0   ? call.outputs.raw
     : which == 1 ? call.outputs.scores
     : which == 2 ? call.outputs.logits
                  : call.outputs.weights) = &matrix;
    REQUIRE(call.status() == Status::too_large);
  }
}

TEST_CASE("a tensor of 2^32 bytes is too large where addresses have 32 bits", "[status]") {
  if (sizeof(std::size_t) > 4) SKIP("addresses have 64 bits");
  for (const AttentionShape& shape :
       {AttentionShape{1, 1, 1, kMaxExtent, 1, 1, 1}, AttentionShape{1, 1, 1, 1, kMaxExtent, 1, 1},
        AttentionShape{1, 1, 1, 1 << 15, 1 << 15, 1 << 15, 1}}) {
    Call call;
    call.shape = shape;
    REQUIRE(call.status() == Status::too_large);
  }
}

TEST_CASE("memory that the machine refuses is Status::out_of_memory, and the next call works", "[status]") {
  if (sizeof(std::size_t) > 4) SKIP("this machine would grant it");
  // 2^19 keys, all the same row: packing them for weights takes all but 20 MB of what 32 bits can address
  const std::size_t keys = std::size_t{1} << 19, queries = 32, dim = 1016;
  std::vector<float> row(dim, 1.0f), weights(queries * keys), output(queries * dim);
  AttentionOutputs outputs{dense_heads(output.data(), 1, queries, dim)};
  outputs.weights = weights.data();
  const HeadView<const float> same_row{row.data(), 0, 0, 0};
  REQUIRE(attention({1, 1, 1, queries, keys, dim, dim}, {}, {same_row, same_row, same_row}, outputs) ==
          Status::out_of_memory);
  REQUIRE(run(normal_problem({1, 1, 1, 3, 3, 3, 3}, 1)).status == Status::ok);
}

TEST_CASE("a wrong call leaves the next one right", "[status]") {
  const Problem problem = normal_problem({1, 2, 1, 5, 6, 7, 8}, 162);
  const std::vector<float> before = run(problem).output.dense();
  Call wrong;
  wrong.shape.keys = 0;
  REQUIRE(wrong.status() == Status::invalid_shape);
  REQUIRE(bit_difference(run(problem).output.dense(), before) == "");
}

TEST_CASE("self-attention refuses each extent of zero or above kMaxExtent", "[status][self-attention]") {
  REQUIRE(spoilt([](auto&, auto&, auto&, auto&) {}) == Status::ok);
  for (const auto extent : kLayerExtents)
    for (const std::size_t wrong : {std::size_t{0}, kMaxExtent + 1})
      REQUIRE(spoilt([&](SelfAttentionShape& shape, auto&, auto&, auto&) { shape.*extent = wrong; }) ==
              Status::invalid_shape);
}

TEST_CASE("self-attention needs no output_dim where nothing is projected", "[status][self-attention]") {
  for (const std::size_t unused : {std::size_t{0}, std::numeric_limits<std::size_t>::max()})
    REQUIRE(spoilt([&](SelfAttentionShape& shape, auto&, SelfAttentionInputs& inputs, auto&) {
              shape.output_dim = unused;
              inputs.output = {};
            }) == Status::ok);
}

TEST_CASE("self-attention refuses wrong heads and options as attention does", "[status][self-attention]") {
  REQUIRE(spoilt([](SelfAttentionShape& s, auto&, auto&, auto&) { s.kv_heads = 3; }) == Status::invalid_shape);
  for (const float wrong : {kNaN, kInfinity})
    REQUIRE(spoilt([&](auto&, AttentionOptions& o, auto&, auto&) { o.scale = wrong; }) == Status::invalid_option);
  for (const float wrong : {kNaN, kInfinity, -1.0f})
    REQUIRE(spoilt([&](auto&, AttentionOptions& o, auto&, auto&) { o.softcap = wrong; }) == Status::invalid_option);
}

TEST_CASE("self-attention needs x and output", "[status][self-attention]") {
  REQUIRE(spoilt([](auto&, auto&, SelfAttentionInputs& in, auto&) { in.x = nullptr; }) == Status::missing_tensor);
  REQUIRE(spoilt([](auto&, auto&, auto&, SelfAttentionOutputs& out) { out.output = nullptr; }) ==
          Status::missing_tensor);
}

TEST_CASE("a projection's bias without a weight is refused, not dropped", "[status][self-attention]") {
  using Part = Projection SelfAttentionInputs::*;
  for (const Part part : {&SelfAttentionInputs::query, &SelfAttentionInputs::key, &SelfAttentionInputs::value,
                          &SelfAttentionInputs::output})
    REQUIRE(spoilt([&](auto&, auto&, SelfAttentionInputs& in, auto&) { (in.*part).weight = nullptr; }) ==
            Status::missing_tensor);
}

TEST_CASE("without a context its extents must be those of the tokens", "[status][self-attention]") {
  REQUIRE(spoilt([](auto&, auto&, SelfAttentionInputs& in, auto&) { in.context = nullptr; }) == Status::invalid_shape);
  REQUIRE(spoilt([](SelfAttentionShape& s, auto&, SelfAttentionInputs& in, auto&) {
            in.context = nullptr;
            s.context_dim = s.model_dim;
          }) == Status::invalid_shape);
}

TEST_CASE("a projection that is the identity must fit the width of its input", "[status][self-attention]") {
  using Part = Projection SelfAttentionInputs::*;
  for (const Part part : {&SelfAttentionInputs::query, &SelfAttentionInputs::key, &SelfAttentionInputs::value})
    REQUIRE(spoilt([&](auto&, auto&, SelfAttentionInputs& in, auto&) { in.*part = {}; }) == Status::invalid_shape);
}

TEST_CASE("each of self-attention's tensors and weights may be too large", "[status][self-attention]") {
  for (const auto& [first, second] : {std::pair{&SelfAttentionShape::tokens, &SelfAttentionShape::model_dim},
                                      std::pair{&SelfAttentionShape::context_tokens, &SelfAttentionShape::context_dim},
                                      std::pair{&SelfAttentionShape::tokens, &SelfAttentionShape::dim},
                                      std::pair{&SelfAttentionShape::context_tokens, &SelfAttentionShape::value_dim},
                                      std::pair{&SelfAttentionShape::model_dim, &SelfAttentionShape::dim},
                                      std::pair{&SelfAttentionShape::context_dim, &SelfAttentionShape::value_dim},
                                      std::pair{&SelfAttentionShape::tokens, &SelfAttentionShape::output_dim},
                                      std::pair{&SelfAttentionShape::value_dim, &SelfAttentionShape::output_dim}})
    REQUIRE(spoilt([&, one = first, other = second](SelfAttentionShape& s, auto&, auto&, auto&) {
              s.*one = s.*other = kMaxExtent;
              s.heads = s.kv_heads = 16;
              s.batch = 16;
            }) == Status::too_large);
}

TEST_CASE("self-attention's pair matrices may be too large, where they are asked for", "[status][self-attention]") {
  using Matrix = float* SelfAttentionOutputs::*;
  for (const Matrix matrix : {&SelfAttentionOutputs::raw, &SelfAttentionOutputs::scores, &SelfAttentionOutputs::logits,
                              &SelfAttentionOutputs::weights}) {
    float kept = 3.0f;
    REQUIRE(spoilt([&](SelfAttentionShape& s, auto&, auto&, SelfAttentionOutputs& out) {
              s.batch = 16;
              s.tokens = s.context_tokens = kMaxExtent;
              out.*matrix = &kept;
            }) == Status::too_large);
    REQUIRE(kept == 3.0f);
  }
}

namespace {

template <class Spoil>
Status spoilt_backward(Spoil spoil) {
  BackwardCall call;
  spoil(call);
  return call.status();
}

}  // namespace

TEST_CASE("backward refuses what attention refuses", "[status][backward]") {
  for (const auto extent : kExtents)
    for (const std::size_t wrong : {std::size_t{0}, kMaxExtent + 1})
      REQUIRE(spoilt_backward([&](BackwardCall& call) { call.shape.*extent = wrong; }) == Status::invalid_shape);
  REQUIRE(spoilt_backward([](BackwardCall& call) { call.shape.kv_heads = 3; }) == Status::invalid_shape);
  REQUIRE(spoilt_backward([](BackwardCall& call) { call.options.scale = kNaN; }) == Status::invalid_option);
  REQUIRE(spoilt_backward([](BackwardCall& call) { call.options.softcap = -1.0f; }) == Status::invalid_option);
  REQUIRE(spoilt_backward([](BackwardCall& call) {
            call.shape = {kMaxExtent, kMaxExtent, kMaxExtent, 1, 1, kMaxExtent, 1};
          }) == Status::too_large);
  for (const bool weights : {false, true})
    REQUIRE(spoilt_backward([&](BackwardCall& call) {
              call.shape = {1 << 4, 1, 1, kMaxExtent, kMaxExtent, 1, 1};
              (weights ? call.gradients.dweights : call.gradients.dscores) = call.numbers.data();
            }) == Status::too_large);
}

TEST_CASE("backward needs every input, d_output, dq, dk and dv; and a bias for dbias", "[status][backward]") {
  const std::vector<void (*)(BackwardCall&)> without{
      [](BackwardCall& call) { call.inputs.q.data = nullptr; },
      [](BackwardCall& call) { call.inputs.k.data = nullptr; },
      [](BackwardCall& call) { call.inputs.v.data = nullptr; },
      [](BackwardCall& call) { call.d.output.data = nullptr; },
      [](BackwardCall& call) { call.gradients.dq.data = nullptr; },
      [](BackwardCall& call) { call.gradients.dk.data = nullptr; },
      [](BackwardCall& call) { call.gradients.dv.data = nullptr; },
      [](BackwardCall& call) { call.gradients.dbias = call.numbers.data(); },
      [](BackwardCall& call) { call.saved.row_max = nullptr; },
      [](BackwardCall& call) { call.saved.row_sum = nullptr; },
  };
  for (const auto spoil : without) REQUIRE(spoilt_backward(spoil) == Status::missing_tensor);
}

TEST_CASE("a layer's backward refuses what the layer refuses, and a call without d_output or without all that is saved",
          "[status][backward]") {
  const Layer layer = good_layer();
  std::vector<float> d_output(1000, 1.0f), dx(1000, 3.0f);
  const auto status = [&](const SelfAttentionShape& shape, const AttentionOptions& options,
                          const SelfAttentionInputs& inputs, const float* d, const SelfAttentionSaved* saved) {
    SelfAttentionGradients to;
    to.dx = dx.data();
    Status result;
    const Allocations all =
        allocations_of([&] { result = self_attention_backward(shape, options, inputs, {d}, saved, to); });
    CHECK(all.live_bytes == 0);
    if (result != Status::ok) CHECK((all.taken == 0 && dx == std::vector<float>(1000, 3.0f)));
    return result;
  };
  const AttentionOptions options = layer.options.options();
  for (const auto extent : kLayerExtents) {
    SelfAttentionShape shape = layer.shape;
    shape.*extent = 0;
    REQUIRE(status(shape, options, layer.inputs(), d_output.data(), nullptr) == Status::invalid_shape);
  }
  AttentionOptions wrong = options;
  wrong.scale = kInfinity;
  REQUIRE(status(layer.shape, wrong, layer.inputs(), d_output.data(), nullptr) == Status::invalid_option);
  REQUIRE(status(layer.shape, options, layer.inputs(), nullptr, nullptr) == Status::missing_tensor);
  SelfAttentionInputs no_x = layer.inputs();
  no_x.x = nullptr;
  REQUIRE(status(layer.shape, options, no_x, d_output.data(), nullptr) == Status::missing_tensor);
  const SelfAttentionSaved nothing;
  REQUIRE(status(layer.shape, options, layer.inputs(), d_output.data(), &nothing) == Status::missing_tensor);
  REQUIRE(status(layer.shape, options, layer.inputs(), d_output.data(), nullptr) == Status::ok);
}
