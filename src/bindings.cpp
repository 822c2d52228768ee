// The one door between the core and JavaScript. A call is a flat object of sizes, options and addresses in wasm
// memory; address 0 means "absent". The package in web/lib lays the tensors out, checks every size, and fills it in.
#include <emscripten/bind.h>

#include <cstdint>
#include <cstdlib>

#include "attention.h"
#include "self_attention.h"

// Embind news its small objects. The library's operator new reports failure through printf: 5 KB of wasm for a message
// that nobody could read, since the few bytes that it is about are only refused when all of wasm32 is full.
void* operator new(std::size_t bytes) {
  if (void* memory = std::malloc(bytes)) return memory;
  __builtin_trap();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// Embind would print the address of a type that was never bound, for its error message, and brings all of printf for it
// (another 5 KB). Our types are all bound.
extern "C" int siprintf(char* to, const char*, ...) {
  *to = 0;
  return 0;
}

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
  Address rowMax, rowSum;  // both or neither: what backward needs besides the output
};

// forward's output, rowMax and rowSum are taken as saved where rowMax has an address; otherwise forward runs again.
struct AttentionBackwardCall {
  AttentionCall forward;
  Address dOutput, dq, dk, dv, dbias, dweights, dscores;
};

struct SelfAttentionCall {
  std::uint32_t batch, heads, kvHeads, tokens, contextTokens, modelDim, contextDim, dim, valueDim, outputDim;
  OptionsCall options;
  bool outIn;
  Address x, contextX;
  Address queryWeight, queryBias, keyWeight, keyBias, valueWeight, valueBias, outputWeight, outputBias;
  Address output, q, k, v, context, raw, scores, logits, weights;
  Address savedQ, savedK, savedV, savedContext, rowMax, rowSum;  // all or none: what backward needs
};

// forward's saved addresses are used where savedContext is one; otherwise forward runs again.
struct SelfAttentionBackwardCall {
  SelfAttentionCall forward;
  Address dOutput, dx, dcontext;
  Address dQueryWeight, dQueryBias, dKeyWeight, dKeyBias, dValueWeight, dValueBias, dOutputWeight, dOutputBias;
  Address dbias, dweights, dscores;
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

AttentionShape shape_of(const AttentionCall& c) {
  return {c.batch, c.heads, c.kvHeads, c.queries, c.keys, c.dim, c.valueDim};
}

AttentionInputs inputs_of(const AttentionCall& c) {
  return {dense_heads(at<const float>(c.q), c.heads, c.queries, c.dim),
          dense_heads(at<const float>(c.k), c.kvHeads, c.keys, c.dim),
          dense_heads(at<const float>(c.v), c.kvHeads, c.keys, c.valueDim)};
}

int run(const AttentionCall& c) {
  AttentionOutputs outputs;
  outputs.output = dense_heads(at<float>(c.output), c.heads, c.queries, c.valueDim);
  outputs.raw = at<float>(c.raw);
  outputs.scores = at<float>(c.scores);
  outputs.logits = at<float>(c.logits);
  outputs.weights = at<float>(c.weights);
  outputs.row_max = at<float>(c.rowMax);
  outputs.row_sum = at<float>(c.rowSum);
  return static_cast<int>(attention(shape_of(c), options_of(c.options), inputs_of(c), outputs));
}

int run(const AttentionBackwardCall& c) {
  const AttentionCall& f = c.forward;
  AttentionSaved saved;
  if (f.rowMax)
    saved = {dense_heads(at<const float>(f.output), f.heads, f.queries, f.valueDim), at<const float>(f.rowMax),
             at<const float>(f.rowSum)};
  AttentionGradients gradients;
  gradients.dq = dense_heads(at<float>(c.dq), f.heads, f.queries, f.dim);
  gradients.dk = dense_heads(at<float>(c.dk), f.kvHeads, f.keys, f.dim);
  gradients.dv = dense_heads(at<float>(c.dv), f.kvHeads, f.keys, f.valueDim);
  gradients.dbias = at<float>(c.dbias);
  gradients.dweights = at<float>(c.dweights);
  gradients.dscores = at<float>(c.dscores);
  const HeadView<const float> d_output = dense_heads(at<const float>(c.dOutput), f.heads, f.queries, f.valueDim);
  return static_cast<int>(
      attention_backward(shape_of(f), options_of(f.options), inputs_of(f), d_output, saved, gradients));
}

SelfAttentionShape shape_of(const SelfAttentionCall& c) {
  return {c.batch,    c.heads,      c.kvHeads, c.tokens,   c.contextTokens,
          c.modelDim, c.contextDim, c.dim,     c.valueDim, c.outputDim};
}

SelfAttentionInputs inputs_of(const SelfAttentionCall& c) {
  SelfAttentionInputs inputs;
  inputs.x = at<const float>(c.x);
  inputs.context = at<const float>(c.contextX);
  inputs.query = {at<const float>(c.queryWeight), at<const float>(c.queryBias)};
  inputs.key = {at<const float>(c.keyWeight), at<const float>(c.keyBias)};
  inputs.value = {at<const float>(c.valueWeight), at<const float>(c.valueBias)};
  inputs.output = {at<const float>(c.outputWeight), at<const float>(c.outputBias)};
  inputs.layout = c.outIn ? WeightLayout::out_in : WeightLayout::in_out;
  return inputs;
}

SelfAttentionSaved saved_of(const SelfAttentionCall& c) {
  return {at<float>(c.savedQ),       at<float>(c.savedK), at<float>(c.savedV),
          at<float>(c.savedContext), at<float>(c.rowMax), at<float>(c.rowSum)};
}

int run(const SelfAttentionCall& c) {
  const SelfAttentionSaved saved = saved_of(c);
  const SelfAttentionOutputs outputs{at<float>(c.output),  at<float>(c.q),
                                     at<float>(c.k),       at<float>(c.v),
                                     at<float>(c.context), at<float>(c.raw),
                                     at<float>(c.scores),  at<float>(c.logits),
                                     at<float>(c.weights), c.savedContext ? &saved : nullptr};
  return static_cast<int>(self_attention(shape_of(c), options_of(c.options), inputs_of(c), outputs));
}

int run(const SelfAttentionBackwardCall& c) {
  const SelfAttentionSaved saved = saved_of(c.forward);
  SelfAttentionGradients gradients;
  gradients.dx = at<float>(c.dx);
  gradients.dcontext = at<float>(c.dcontext);
  gradients.query = {at<float>(c.dQueryWeight), at<float>(c.dQueryBias)};
  gradients.key = {at<float>(c.dKeyWeight), at<float>(c.dKeyBias)};
  gradients.value = {at<float>(c.dValueWeight), at<float>(c.dValueBias)};
  gradients.output = {at<float>(c.dOutputWeight), at<float>(c.dOutputBias)};
  gradients.dbias = at<float>(c.dbias);
  gradients.dweights = at<float>(c.dweights);
  gradients.dscores = at<float>(c.dscores);
  return static_cast<int>(self_attention_backward(shape_of(c.forward), options_of(c.forward.options),
                                                  inputs_of(c.forward), at<const float>(c.dOutput),
                                                  c.forward.savedContext ? &saved : nullptr, gradients));
}

template <class Call>
int run_once(const Call& call) {
  return run(call);
}

// Whole cache lines (heap.cpp). 0 when memory is refused.
Address allocate(std::uint32_t bytes) {
  return static_cast<Address>(reinterpret_cast<std::uintptr_t>(std::malloc(bytes)));
}

void release(Address address) { std::free(at<void>(address)); }

// A call whose addresses stay where they are is kept in wasm memory, so that a hot loop crosses over with one number; 0
// when memory is refused. It is given back by release(). Not a class_: Embind's handles are 3 KB of glue, and slower.
template <class Call>
Address keep(const Call& call) {
  const Address kept = allocate(sizeof(Call));
  if (kept) *at<Call>(kept) = call;
  return kept;
}

template <class Call>
int run_kept(Address kept) {
  return run(*at<const Call>(kept));
}

}  // namespace
}  // namespace heed

EMSCRIPTEN_BINDINGS(heed) {
  using namespace emscripten;
  using namespace heed;

  function("allocate", &allocate);
  function("release", &release);
  function("attention", &run_once<AttentionCall>);
  function("attentionBackward", &run_once<AttentionBackwardCall>);
  function("selfAttention", &run_once<SelfAttentionCall>);
  function("selfAttentionBackward", &run_once<SelfAttentionBackwardCall>);

  function("keepAttention", &keep<AttentionCall>);
  function("keepAttentionBackward", &keep<AttentionBackwardCall>);
  function("keepSelfAttention", &keep<SelfAttentionCall>);
  function("keepSelfAttentionBackward", &keep<SelfAttentionBackwardCall>);
  function("runAttention", &run_kept<AttentionCall>);
  function("runAttentionBackward", &run_kept<AttentionBackwardCall>);
  function("runSelfAttention", &run_kept<SelfAttentionCall>);
  function("runSelfAttentionBackward", &run_kept<SelfAttentionBackwardCall>);

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
        .FIELD(weights)
        .FIELD(rowMax)
        .FIELD(rowSum);
  }
  {
    using Call = AttentionBackwardCall;
    value_object<Call>("AttentionBackwardCall")
        .FIELD(forward)
        .FIELD(dOutput)
        .FIELD(dq)
        .FIELD(dk)
        .FIELD(dv)
        .FIELD(dbias)
        .FIELD(dweights)
        .FIELD(dscores);
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
        .FIELD(weights)
        .FIELD(savedQ)
        .FIELD(savedK)
        .FIELD(savedV)
        .FIELD(savedContext)
        .FIELD(rowMax)
        .FIELD(rowSum);
  }
  {
    using Call = SelfAttentionBackwardCall;
    value_object<Call>("SelfAttentionBackwardCall")
        .FIELD(forward)
        .FIELD(dOutput)
        .FIELD(dx)
        .FIELD(dcontext)
        .FIELD(dQueryWeight)
        .FIELD(dQueryBias)
        .FIELD(dKeyWeight)
        .FIELD(dKeyBias)
        .FIELD(dValueWeight)
        .FIELD(dValueBias)
        .FIELD(dOutputWeight)
        .FIELD(dOutputBias)
        .FIELD(dbias)
        .FIELD(dweights)
        .FIELD(dscores);
  }
#undef FIELD
}
