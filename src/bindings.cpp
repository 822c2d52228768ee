// The one door between the core and JavaScript. A call is a flat object of sizes, options and addresses in wasm
// memory; address 0 means "absent". The package in web/lib lays the tensors out, checks every size, and fills it in.
#include <emscripten/bind.h>

#include <cstdint>
#include <cstdlib>

#include "attention.h"
#include "self_attention.h"

namespace heed {
namespace {

using Address = std::uint32_t;

template <class T>
T* at(Address address) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
}

// What attention and selfAttention have in common.
struct OptionsCall {
  float scale;
  bool softmax;
  float softcap;
  Address causalOffsets, keyLengths;
  Address mask;
  std::uint32_t maskBatchStride, maskHeadStride, maskQueryStride, maskKeyStride;
  Address bias;
  std::uint32_t biasBatchStride, biasHeadStride, biasQueryStride, biasKeyStride;
};

struct AttentionCall {
  std::uint32_t batch, heads, kvHeads, queries, keys, dim, valueDim;
  OptionsCall options;
  Address q, k, v;  // dense (batch, heads, rows, columns)
  Address output, raw, scores, logits, weights;
};

struct SelfAttentionCall {
  std::uint32_t batch, heads, kvHeads, tokens, contextTokens, modelDim, contextDim, dim, valueDim, outputDim;
  OptionsCall options;
  bool outIn;
  Address x, contextX;
  Address queryWeight, queryBias, keyWeight, keyBias, valueWeight, valueBias, outputWeight, outputBias;
  Address output, q, k, v, context, raw, scores, logits, weights;
};

AttentionOptions options_of(const OptionsCall& c) {
  AttentionOptions o;
  o.scale = c.scale;
  o.softmax = c.softmax;
  o.softcap = c.softcap;
  o.causal_offsets = at<const std::int32_t>(c.causalOffsets);
  o.key_lengths = at<const std::int32_t>(c.keyLengths);
  o.mask = {at<const std::uint8_t>(c.mask), c.maskBatchStride, c.maskHeadStride, c.maskQueryStride, c.maskKeyStride};
  o.bias = {at<const float>(c.bias), c.biasBatchStride, c.biasHeadStride, c.biasQueryStride, c.biasKeyStride};
  return o;
}

int run_attention(const AttentionCall& c) {
  const AttentionShape shape{c.batch, c.heads, c.kvHeads, c.queries, c.keys, c.dim, c.valueDim};
  const AttentionInputs inputs{dense_heads(at<const float>(c.q), c.heads, c.queries, c.dim),
                               dense_heads(at<const float>(c.k), c.kvHeads, c.keys, c.dim),
                               dense_heads(at<const float>(c.v), c.kvHeads, c.keys, c.valueDim)};
  AttentionOutputs outputs;
  outputs.output = dense_heads(at<float>(c.output), c.heads, c.queries, c.valueDim);
  outputs.raw = at<float>(c.raw);
  outputs.scores = at<float>(c.scores);
  outputs.logits = at<float>(c.logits);
  outputs.weights = at<float>(c.weights);
  return static_cast<int>(attention(shape, options_of(c.options), inputs, outputs));
}

int run_self_attention(const SelfAttentionCall& c) {
  const SelfAttentionShape shape{c.batch,    c.heads,      c.kvHeads, c.tokens,   c.contextTokens,
                                 c.modelDim, c.contextDim, c.dim,     c.valueDim, c.outputDim};
  SelfAttentionInputs inputs;
  inputs.x = at<const float>(c.x);
  inputs.context = at<const float>(c.contextX);
  inputs.query = {at<const float>(c.queryWeight), at<const float>(c.queryBias)};
  inputs.key = {at<const float>(c.keyWeight), at<const float>(c.keyBias)};
  inputs.value = {at<const float>(c.valueWeight), at<const float>(c.valueBias)};
  inputs.output = {at<const float>(c.outputWeight), at<const float>(c.outputBias)};
  inputs.layout = c.outIn ? WeightLayout::out_in : WeightLayout::in_out;
  const SelfAttentionOutputs outputs{at<float>(c.output),  at<float>(c.q),   at<float>(c.k),
                                     at<float>(c.v),       at<float>(c.context), at<float>(c.raw),
                                     at<float>(c.scores),  at<float>(c.logits),  at<float>(c.weights)};
  return static_cast<int>(self_attention(shape, options_of(c.options), inputs, outputs));
}

// A call whose addresses stay where they are, so that a hot loop crosses into wasm with one number.
class AttentionPlan {
 public:
  explicit AttentionPlan(const AttentionCall& call) : call_(call) {}
  int run() const { return run_attention(call_); }

 private:
  AttentionCall call_;
};

class SelfAttentionPlan {
 public:
  explicit SelfAttentionPlan(const SelfAttentionCall& call) : call_(call) {}
  int run() const { return run_self_attention(call_); }

 private:
  SelfAttentionCall call_;
};

// 64: a cache line, so that no vector load straddles two. 0 when memory is refused.
Address allocate(std::uint32_t bytes) {
  constexpr std::uint32_t kLine = 64;
  if (bytes > UINT32_MAX - kLine) return 0;
  return static_cast<Address>(reinterpret_cast<std::uintptr_t>(std::aligned_alloc(kLine, (bytes + kLine - 1) / kLine * kLine)));
}

void release(Address address) { std::free(at<void>(address)); }

}  // namespace
}  // namespace heed

EMSCRIPTEN_BINDINGS(heed) {
  using namespace emscripten;
  using namespace heed;

  function("allocate", &allocate);
  function("release", &release);
  function("attention", &run_attention);
  function("selfAttention", &run_self_attention);

  class_<AttentionPlan>("AttentionPlan").constructor<const AttentionCall&>().function("run", &AttentionPlan::run);
  class_<SelfAttentionPlan>("SelfAttentionPlan")
      .constructor<const SelfAttentionCall&>()
      .function("run", &SelfAttentionPlan::run);

#define FIELD(name) field(#name, &Call::name)
  {
    using Call = OptionsCall;
    value_object<Call>("OptionsCall")
        .FIELD(scale)
        .FIELD(softmax)
        .FIELD(softcap)
        .FIELD(causalOffsets)
        .FIELD(keyLengths)
        .FIELD(mask)
        .FIELD(maskBatchStride)
        .FIELD(maskHeadStride)
        .FIELD(maskQueryStride)
        .FIELD(maskKeyStride)
        .FIELD(bias)
        .FIELD(biasBatchStride)
        .FIELD(biasHeadStride)
        .FIELD(biasQueryStride)
        .FIELD(biasKeyStride);
  }
  {
    using Call = AttentionCall;
    value_object<Call>("AttentionCall")
        .FIELD(batch)
        .FIELD(heads)
        .FIELD(kvHeads)
        .FIELD(queries)
        .FIELD(keys)
        .FIELD(dim)
        .FIELD(valueDim)
        .FIELD(options)
        .FIELD(q)
        .FIELD(k)
        .FIELD(v)
        .FIELD(output)
        .FIELD(raw)
        .FIELD(scores)
        .FIELD(logits)
        .FIELD(weights);
  }
  {
    using Call = SelfAttentionCall;
    value_object<Call>("SelfAttentionCall")
        .FIELD(batch)
        .FIELD(heads)
        .FIELD(kvHeads)
        .FIELD(tokens)
        .FIELD(contextTokens)
        .FIELD(modelDim)
        .FIELD(contextDim)
        .FIELD(dim)
        .FIELD(valueDim)
        .FIELD(outputDim)
        .FIELD(options)
        .FIELD(outIn)
        .FIELD(x)
        .FIELD(contextX)
        .FIELD(queryWeight)
        .FIELD(queryBias)
        .FIELD(keyWeight)
        .FIELD(keyBias)
        .FIELD(valueWeight)
        .FIELD(valueBias)
        .FIELD(outputWeight)
        .FIELD(outputBias)
        .FIELD(output)
        .FIELD(q)
        .FIELD(k)
        .FIELD(v)
        .FIELD(context)
        .FIELD(raw)
        .FIELD(scores)
        .FIELD(logits)
        .FIELD(weights);
  }
#undef FIELD
}
