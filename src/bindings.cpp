// The one door between the core and JavaScript. A call is a table of 32-bit words in wasm memory: options, sizes, and
// addresses of tensors. calls.def lists calls and words. Of that list, the structs here are made, the kinds and the
// dispatch, and by scripts/calls.mjs the words that JavaScript writes. The package in web/lib checks every value, lays
// the tensors out, writes the words, and hands over the address of the table. Only numbers cross, so Embind allocates
// nothing.
#include <emscripten/bind.h>

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "adam.h"
#include "attention.h"
#include "cache.h"
#include "cross_entropy.h"
#include "embedding.h"
#include "kernels/stored.h"
#include "linear.h"
#include "norm.h"
#include "projections.h"
#include "rotary.h"
#include "self_attention.h"

namespace heed {
namespace {

// The types of words. Tensors are dense, and shaped as attention.h and self_attention.h say.
using Size = std::uint32_t;  // an extent, a stride or a flag
using Bound = std::int32_t;  // from 0 on; -1: none
using Positive = float;      // above 0; 0: none
using Floats = float*;
using Doubles = double*;
using Integers = std::int32_t*;
using Bytes = std::uint8_t*;

// The table of each call. Calls and words have the names that JavaScript has for them.
namespace table {
struct none {};
#define OPTION(type, name, member) WORD(type, name)
#define WORDS(name) struct name : none {
#define CALL(name, base) struct name : base {
#define WORD(type, name) \
  type name;             \
  static_assert(sizeof(name) == sizeof(std::uint32_t));
#define END \
  }         \
  ;
#include "calls.def"
#undef WORDS
#undef CALL
#undef WORD
#undef END
}  // namespace table

// A member of AttentionOptions from its word.
template <class Member, class Word>
void set(Member& member, Word word) {
  member = word;
}
void set(bool& member, Size word) { member = word != 0; }
void set(std::int64_t& member, Bound word) { member = word < 0 ? kNoBound : word; }
void set(const KeySpan*& member, Integers word) { member = reinterpret_cast<const KeySpan*>(word); }

// Every call reads its options here. If this were inlined, the module would hold a copy of it for each call.
[[gnu::noinline]] AttentionOptions options_of(const table::options& c) {
  AttentionOptions o;
#undef OPTION
#define OPTION(type, name, member) set(o.member, c.name);
#define WORDS(name)
#define CALL(name, base)
#define WORD(type, name)
#define END
#include "calls_forward.def"
#undef OPTION
#undef CALL
#define OPTION(type, name, member)
  o.mask = {c.mask, c.maskBatchStride, c.maskHeadStride, c.maskQueryStride, c.maskKeyStride};
  o.bias = {c.bias, c.biasBatchStride, c.biasHeadStride, c.biasQueryStride, c.biasKeyStride};
  o.rotary = {c.rotaryDims, c.rotaryInterleaved != 0, c.rotaryCos, c.rotarySin, c.rotaryQueries, c.rotaryKeys};
  return o;
}

AttentionShape shape_of(const table::attention& c) {
  return {c.batch, c.heads, c.kvHeads, c.queries, c.keys, c.dim, c.valueDim};
}

HeadView<const float> input_heads(const float* data, std::size_t heads, std::size_t rows, std::size_t columns) {
  return dense_heads(data, heads, rows, columns);
}

AttentionInputs inputs_of(const table::attention& c) {
  return {input_heads(c.q, c.heads, c.queries, c.dim), input_heads(c.k, c.kvHeads, c.keys, c.dim),
          input_heads(c.v, c.kvHeads, c.keys, c.valueDim)};
}

[[gnu::noinline]] AttentionOutputs outputs_of(const table::attention& c) {
  AttentionOutputs outputs;
  outputs.output = dense_heads(c.output, c.heads, c.queries, c.valueDim);
  outputs.raw = c.raw;
  outputs.scores = c.scores;
  outputs.logits = c.logits;
  outputs.weights = c.weights;
  outputs.lse = c.lse;
  outputs.row_max = c.rowMax;
  outputs.row_sum = c.rowSum;
  return outputs;
}

Status compute(const table::attention& c) { return attention(shape_of(c), options_of(c), inputs_of(c), outputs_of(c)); }

Status compute(const table::attentionBackward& c) {
  AttentionSaved saved;
  if (c.rowMax) saved = {input_heads(c.output, c.heads, c.queries, c.valueDim), c.rowMax, c.rowSum};
  AttentionGradients gradients;
  gradients.dq = dense_heads(c.dq, c.heads, c.queries, c.dim);
  gradients.dk = dense_heads(c.dk, c.kvHeads, c.keys, c.dim);
  gradients.dv = dense_heads(c.dv, c.kvHeads, c.keys, c.valueDim);
  gradients.dbias = c.dBias;
  gradients.dsink = c.dSink;
  gradients.dalibi = c.dAlibi;
  gradients.dweights = c.dWeights;
  gradients.dscores = c.dScores;
  const AttentionOutputGradient d{input_heads(c.dOutput, c.heads, c.queries, c.valueDim), c.dLse};
  return attention_backward(shape_of(c), options_of(c), inputs_of(c), d, saved, gradients);
}

SelfAttentionShape shape_of(const table::selfAttention& c) {
  return {c.batch, c.heads, c.kvHeads, c.queries, c.keys, c.modelDim, c.contextDim, c.dim, c.valueDim, c.outputDim};
}

SelfAttentionInputs inputs_of(const table::selfAttention& c) {
  SelfAttentionInputs inputs;
  inputs.x = c.x;
  inputs.context = c.context;
  inputs.query = {c.queryWeight, c.queryBias};
  inputs.key = {c.keyWeight, c.keyBias};
  inputs.value = {c.valueWeight, c.valueBias};
  inputs.output = {c.outputWeight, c.outputBias};
  inputs.layout = c.outIn ? WeightLayout::out_in : WeightLayout::in_out;
  return inputs;
}

SelfAttentionSaved saved_of(const table::selfAttention& c) {
  return {c.savedQ, c.savedK, c.savedV, c.savedJoined, c.rowMax, c.rowSum};
}

Status compute(const table::selfAttention& c) {
  const SelfAttentionSaved saved = saved_of(c);
  const SelfAttentionOutputs outputs{
      c.output,  c.q, c.k, c.v, c.joined, c.raw, c.scores, c.logits, c.weights, c.lse, c.savedJoined ? &saved : nullptr,
      c.residual};
  return self_attention(shape_of(c), options_of(c), inputs_of(c), outputs);
}

Status compute(const table::selfAttentionBackward& c) {
  const SelfAttentionSaved saved = saved_of(c);
  SelfAttentionGradients gradients;
  gradients.dx = c.dx;
  gradients.dcontext = c.dContext;
  const bool add = c.addGradients != 0;
  gradients.query = {c.dQueryWeight, c.dQueryBias, add};
  gradients.key = {c.dKeyWeight, c.dKeyBias, add};
  gradients.value = {c.dValueWeight, c.dValueBias, add};
  gradients.output = {c.dOutputWeight, c.dOutputBias, add};
  gradients.dbias = c.dBias;
  gradients.dsink = c.dSink;
  gradients.dalibi = c.dAlibi;
  gradients.dweights = c.dWeights;
  gradients.dscores = c.dScores;
  gradients.dq = c.dq;
  gradients.dk = c.dk;
  gradients.dv = c.dv;
  gradients.djoined = c.dJoined;
  gradients.dq_rows = c.dqRows;
  gradients.dk_rows = c.dkRows;
  gradients.dv_rows = c.dvRows;
  return self_attention_backward(shape_of(c), options_of(c), inputs_of(c), {c.dOutput, c.dLse},
                                 c.savedJoined ? &saved : nullptr, gradients);
}

LinearShape shape_of(const table::linear& c) { return {c.rows, c.inputs, c.outputs}; }

LinearInputs inputs_of(const table::linear& c) {
  return {c.x,
          {c.weight, c.bias},
          c.outIn ? WeightLayout::out_in : WeightLayout::in_out,
          static_cast<Activation>(c.activation),
          static_cast<Stored>(c.stored),
          c.held != 0,
          c.times};
}

Status compute(const table::linear& c) {
  return linear(shape_of(c), inputs_of(c), {c.output, c.preActivation, c.add != 0, c.slopes, c.residual});
}

Status compute(const table::linearBackward& c) {
  return linear_backward(shape_of(c), inputs_of(c), c.dOutput, {c.preActivation, c.slopes},
                         {c.dx, {c.dWeight, c.dBias, c.addGradients != 0}});
}

NormShape shape_of(const table::norm& c) { return {c.rows, c.dim}; }

NormInputs inputs_of(const table::norm& c) { return {c.x, c.gain, c.bias, c.epsilon, static_cast<Norm>(c.rms)}; }

Status compute(const table::norm& c) { return norm(shape_of(c), inputs_of(c), c.output, c.moments); }

Status compute(const table::normBackward& c) {
  return norm_backward(shape_of(c), inputs_of(c), c.moments, c.dOutput,
                       {c.dx, c.dGain, c.dBias, c.addGradients != 0, c.dResidual});
}

EmbeddingShape shape_of(const table::embedding& c) { return {c.rows, c.tokens, c.vocab, c.dim, c.first}; }

Status compute(const table::embedding& c) { return embed(shape_of(c), {c.ids, c.table, c.positions}, c.output); }

Status compute(const table::embeddingBackward& c) {
  return embed_backward(shape_of(c), {c.ids, c.table, c.positions}, c.dOutput,
                        {c.dTable, c.dPositions, c.addGradients != 0, c.addToTable != 0});
}

Status compute(const table::crossEntropy& c) {
  return cross_entropy({c.rows, c.classes}, {c.x, c.targets}, c.output, c.moments);
}

Status compute(const table::crossEntropyBackward& c) {
  return cross_entropy_backward({c.rows, c.classes}, {c.x, c.targets}, c.moments, c.of, c.dx);
}

Status compute(const table::adam& c) {
  return adam(c.count, {c.beta1, c.rest1, c.beta2, c.rest2, c.rate, c.correction, c.epsilon, c.keep, c.gradientScale},
              {c.value, c.gradient, c.mean, c.square});
}

Status compute(const table::squares& c) { return add_squares(c.count, c.gradient, c.sum); }

// First the new rows are stored, so that queries see them.
Status compute(const table::cache& c) {
  const CacheStorage storage{c.rows, c.keyRows, c.valueRows, c.half != 0, c.notFinite};
  const AttentionShape shape = shape_of(c);
  AttentionOptions options = options_of(c);
  const Rotary rotary = std::exchange(options.rotary, {});
  if (c.k) {
    turn_in_place(shape, rotary, shape.kv_heads, c.k);
    append(shape, storage, {c.causalOffsets, c.counts}, c.k, c.v);
  }
  if (!c.q) return Status::ok;
  turn_in_place(shape, rotary, shape.heads, c.q);
  return attention(shape, options, stored_inputs(shape, storage, c.q), outputs_of(c));
}

using Address = std::uint32_t;

template <class T>
T* at(Address address) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
}

Address address_of(const void* data) { return static_cast<Address>(reinterpret_cast<std::uintptr_t>(data)); }

// The kinds of calls, each by the name of its table.
enum class Kind : int {
#define CALL(name, base) name,
#include HEED_CALLS
#undef CALL
};

// Computes the call of a kind over its table.
Status compute(Kind kind, Address table) {
  switch (kind) {
#define CALL(name, base) \
  case Kind::name:       \
    return compute(*at<const table::name>(table));
#include HEED_CALLS
#undef CALL
  }
  return Status::invalid_option;
}

int run(int kind, Address table) { return static_cast<int>(compute(static_cast<Kind>(kind), table)); }

// Texts that end with 0, by their addresses: strings of Embind would cost the package 2 KB.
Address flavour() { return address_of(HEED_FLAVOUR); }
Address version() { return address_of(HEED_VERSION); }

// Whole cache lines, so that no vector load straddles two; 0 where memory is refused.
Address allocate(std::uint32_t bytes) {
  constexpr std::size_t kLine = 64;
  if (bytes > SIZE_MAX - kLine) return 0;
  return address_of(std::aligned_alloc(kLine, (bytes + kLine - 1) / kLine * kLine));
}

// Turns `count` numbers that are no floats into floats. Those of 16 bits may lie in the second half of the room for the
// floats.
void decode(unsigned stored, Address numbers, std::uint32_t count, Address to) {
  kernels::widen(static_cast<Stored>(stored), at<const void>(numbers), count, at<float>(to));
}

void release(Address address) { std::free(at<void>(address)); }

}  // namespace
}  // namespace heed

EMSCRIPTEN_BINDINGS(heed) {
  emscripten::enum_<heed::Kind>("Kind", emscripten::enum_value_type::number)
#define CALL(name, base) .value(#name, heed::Kind::name)
#include HEED_CALLS
      ;
  emscripten::function("run", &heed::run);
  emscripten::function("flavour", &heed::flavour);
  emscripten::function("version", &heed::version);
  emscripten::function("allocate", &heed::allocate);
  emscripten::function("decode", &heed::decode);
  emscripten::function("release", &heed::release);
}
