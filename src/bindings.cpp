// The one door between the core and JavaScript. A call is a table of 32-bit words in wasm memory: options, sizes, and
// addresses of tensors; the address 0 means "absent". The package in web/lib checks every value, lays the tensors out,
// writes the words by their names, and hands over the address of the table. Only numbers cross, so Embind allocates
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

// The types of words. JavaScript reads their names too: it writes a float as a float, and every other word as an
// integer.
using Size = std::uint32_t;  // an extent, a stride or a flag
using Floats = float*;       // tensors are dense, and shaped as attention.h and self_attention.h say
using Integers = std::int32_t*;
using Bytes = std::uint8_t*;

// Each list states the words of a call once: the structs, the names for JavaScript and the checks follow from it.

// What attention and selfAttention have in common. windowLeft and windowRight are one more than the option; 0: no
// bound. spans holds three numbers for each query.
#define HEED_OPTIONS(WORD)       \
  WORD(float, scale)             \
  WORD(Size, softmax)            \
  WORD(float, softcap)           \
  WORD(Integers, causalOffsets)  \
  WORD(Integers, keyLengths)     \
  WORD(Bytes, keyMask)           \
  WORD(Bytes, mask)              \
  WORD(Size, maskBatchStride)    \
  WORD(Size, maskHeadStride)     \
  WORD(Size, maskQueryStride)    \
  WORD(Size, maskKeyStride)      \
  WORD(Floats, bias)             \
  WORD(Size, biasBatchStride)    \
  WORD(Size, biasHeadStride)     \
  WORD(Size, biasQueryStride)    \
  WORD(Size, biasKeyStride)      \
  WORD(Integers, offsets)        \
  WORD(Integers, spans)          \
  WORD(Integers, queryDocuments) \
  WORD(Integers, keyDocuments)   \
  WORD(Size, windowLeft)         \
  WORD(Size, windowRight)        \
  WORD(Floats, alibi)            \
  WORD(Floats, sink)             \
  WORD(Size, rotaryDims)         \
  WORD(Size, rotaryInterleaved)  \
  WORD(Floats, rotaryCos)        \
  WORD(Floats, rotarySin)        \
  WORD(Integers, rotaryQueries)  \
  WORD(Integers, rotaryKeys)

// rowMax and rowSum: both or neither. Where they are given, backward takes them and output, and does not run forward.
#define HEED_ATTENTION(WORD) \
  WORD(Size, batch)          \
  WORD(Size, heads)          \
  WORD(Size, kvHeads)        \
  WORD(Size, queries)        \
  WORD(Size, keys)           \
  WORD(Size, dim)            \
  WORD(Size, valueDim)       \
  WORD(Floats, q)            \
  WORD(Floats, k)            \
  WORD(Floats, v)            \
  WORD(Floats, output)       \
  WORD(Floats, raw)          \
  WORD(Floats, scores)       \
  WORD(Floats, logits)       \
  WORD(Floats, weights)      \
  WORD(Floats, lse)          \
  WORD(Floats, rowMax)       \
  WORD(Floats, rowSum)

#define HEED_ATTENTION_BACKWARD(WORD) \
  WORD(Floats, dOutput)               \
  WORD(Floats, dLse)                  \
  WORD(Floats, dq)                    \
  WORD(Floats, dk)                    \
  WORD(Floats, dv)                    \
  WORD(Floats, dBias)                 \
  WORD(Floats, dSink)                 \
  WORD(Floats, dAlibi)                \
  WORD(Floats, dWeights)              \
  WORD(Floats, dScores)

// savedQ to rowSum: all or none. Where they are given, backward takes them, and does not run forward.
#define HEED_LAYER(WORD)     \
  WORD(Size, batch)          \
  WORD(Size, heads)          \
  WORD(Size, kvHeads)        \
  WORD(Size, queries)        \
  WORD(Size, keys)           \
  WORD(Size, modelDim)       \
  WORD(Size, contextDim)     \
  WORD(Size, dim)            \
  WORD(Size, valueDim)       \
  WORD(Size, outputDim)      \
  WORD(Size, outIn)          \
  WORD(Floats, x)            \
  WORD(Floats, context)      \
  WORD(Floats, queryWeight)  \
  WORD(Floats, queryBias)    \
  WORD(Floats, keyWeight)    \
  WORD(Floats, keyBias)      \
  WORD(Floats, valueWeight)  \
  WORD(Floats, valueBias)    \
  WORD(Floats, outputWeight) \
  WORD(Floats, outputBias)   \
  WORD(Floats, output)       \
  WORD(Floats, q)            \
  WORD(Floats, k)            \
  WORD(Floats, v)            \
  WORD(Floats, joined)       \
  WORD(Floats, raw)          \
  WORD(Floats, scores)       \
  WORD(Floats, logits)       \
  WORD(Floats, weights)      \
  WORD(Floats, lse)          \
  WORD(Floats, residual)     \
  WORD(Floats, savedQ)       \
  WORD(Floats, savedK)       \
  WORD(Floats, savedV)       \
  WORD(Floats, savedJoined)  \
  WORD(Floats, rowMax)       \
  WORD(Floats, rowSum)

// addGradients: the gradients of weights and biases are added to.
#define HEED_LAYER_BACKWARD(WORD) \
  WORD(Size, addGradients)        \
  WORD(Floats, dOutput)           \
  WORD(Floats, dLse)              \
  WORD(Floats, dx)                \
  WORD(Floats, dContext)          \
  WORD(Floats, dQueryWeight)      \
  WORD(Floats, dQueryBias)        \
  WORD(Floats, dKeyWeight)        \
  WORD(Floats, dKeyBias)          \
  WORD(Floats, dValueWeight)      \
  WORD(Floats, dValueBias)        \
  WORD(Floats, dOutputWeight)     \
  WORD(Floats, dOutputBias)       \
  WORD(Floats, dBias)             \
  WORD(Floats, dSink)             \
  WORD(Floats, dAlibi)            \
  WORD(Floats, dWeights)          \
  WORD(Floats, dScores)           \
  WORD(Floats, dq)                \
  WORD(Floats, dk)                \
  WORD(Floats, dv)                \
  WORD(Floats, dJoined)           \
  WORD(Floats, dqRows)            \
  WORD(Floats, dkRows)            \
  WORD(Floats, dvRows)

// add: output += x · weight, without a bias and an activation. outIn: the weight is stored (outputs, inputs). stored:
// a number of kernels::Stored; the address of the weight is then that of such numbers or blocks. held: a single row
// reads the weight in order. preActivation: required for backward where there is an activation, a number of
// kernels::Activation.
#define HEED_LINEAR(WORD) \
  WORD(Size, rows)        \
  WORD(Size, inputs)      \
  WORD(Size, outputs)     \
  WORD(Size, outIn)       \
  WORD(Size, activation)  \
  WORD(Size, add)         \
  WORD(Size, stored)      \
  WORD(Size, held)        \
  WORD(Floats, x)         \
  WORD(Floats, weight)    \
  WORD(Floats, bias)      \
  WORD(Floats, times)     \
  WORD(Floats, output)    \
  WORD(Floats, residual)  \
  WORD(Floats, slopes)    \
  WORD(Floats, preActivation)

#define HEED_LINEAR_BACKWARD(WORD) \
  WORD(Size, addGradients)         \
  WORD(Floats, dOutput)            \
  WORD(Floats, dx)                 \
  WORD(Floats, dWeight)            \
  WORD(Floats, dBias)

// rms: RMSNorm. moments: what forward leaves for backward.
#define HEED_NORM(WORD) \
  WORD(Size, rows)      \
  WORD(Size, dim)       \
  WORD(Size, rms)       \
  WORD(float, epsilon)  \
  WORD(Floats, x)       \
  WORD(Floats, gain)    \
  WORD(Floats, bias)    \
  WORD(Floats, output)  \
  WORD(Floats, moments)

// addGradients: dGain and dBias are added to. dResidual is added to dx.
#define HEED_NORM_BACKWARD(WORD) \
  WORD(Size, addGradients)       \
  WORD(Floats, dOutput)          \
  WORD(Floats, dResidual)        \
  WORD(Floats, dx)               \
  WORD(Floats, dGain)            \
  WORD(Floats, dBias)

// add: dTable is added to, though addGradients is 0.
#define HEED_EMBEDDING(WORD) \
  WORD(Size, rows)           \
  WORD(Size, tokens)         \
  WORD(Size, vocab)          \
  WORD(Size, dim)            \
  WORD(Size, first)          \
  WORD(Integers, ids)        \
  WORD(Floats, table)        \
  WORD(Floats, positions)    \
  WORD(Floats, output)

#define HEED_EMBEDDING_BACKWARD(WORD) \
  WORD(Size, addGradients)            \
  WORD(Size, addToTable)              \
  WORD(Floats, dOutput)               \
  WORD(Floats, dTable)                \
  WORD(Floats, dPositions)

// output: the loss of each row.
#define HEED_CROSS_ENTROPY(WORD) \
  WORD(Size, rows)               \
  WORD(Size, classes)            \
  WORD(Floats, x)                \
  WORD(Integers, targets)        \
  WORD(Floats, output)           \
  WORD(Floats, moments)

// of: the number that the sum of the losses is divided by; 0: that of the targets.
#define HEED_CROSS_ENTROPY_BACKWARD(WORD) \
  WORD(float, of)                         \
  WORD(Floats, dx)

// With squares, Σ gradient² is added to the double there, and nothing moves.
#define HEED_ADAM(WORD)      \
  WORD(Size, count)          \
  WORD(float, beta1)         \
  WORD(float, rest1)         \
  WORD(float, beta2)         \
  WORD(float, rest2)         \
  WORD(float, rate)          \
  WORD(float, correction)    \
  WORD(float, epsilon)       \
  WORD(float, keep)          \
  WORD(float, gradientScale) \
  WORD(Floats, value)        \
  WORD(Floats, gradient)     \
  WORD(Floats, mean)         \
  WORD(Floats, square)       \
  WORD(Floats, squares)

// Begins with the words of attention: k and v are the new rows, as many as queries, or absent; keys counts the stored
// rows that queries may see; without q, nothing attends. half is 1 where keyRows and valueRows hold float16. The rows
// of rotaryQueries turn the new keys too.
#define HEED_CACHE(WORD)  \
  WORD(Size, rows)        \
  WORD(Size, half)        \
  WORD(Floats, keyRows)   \
  WORD(Floats, valueRows) \
  WORD(Integers, counts)  \
  WORD(Integers, notFinite)

#define MEMBER(type, name) type name;
#define COUNT(type, name) +1
#define NAME(type, name) " " #type " " #name

// The table of a backward call begins with the table of its forward call, so a session keeps one table for both.
struct OptionsCall {
  HEED_OPTIONS(MEMBER)
};
struct AttentionCall : OptionsCall {
  HEED_ATTENTION(MEMBER)
};
struct AttentionBackwardCall : AttentionCall {
  HEED_ATTENTION_BACKWARD(MEMBER)
};
struct LayerCall : OptionsCall {
  HEED_LAYER(MEMBER)
};
struct LayerBackwardCall : LayerCall {
  HEED_LAYER_BACKWARD(MEMBER)
};
struct LinearCall {
  HEED_LINEAR(MEMBER)
};
struct LinearBackwardCall : LinearCall {
  HEED_LINEAR_BACKWARD(MEMBER)
};
struct NormCall {
  HEED_NORM(MEMBER)
};
struct NormBackwardCall : NormCall {
  HEED_NORM_BACKWARD(MEMBER)
};
struct EmbeddingCall {
  HEED_EMBEDDING(MEMBER)
};
struct EmbeddingBackwardCall : EmbeddingCall {
  HEED_EMBEDDING_BACKWARD(MEMBER)
};
struct CrossEntropyCall {
  HEED_CROSS_ENTROPY(MEMBER)
};
struct CrossEntropyBackwardCall : CrossEntropyCall {
  HEED_CROSS_ENTROPY_BACKWARD(MEMBER)
};
struct AdamCall {
  HEED_ADAM(MEMBER)
};

struct CacheCall : AttentionCall {
  HEED_CACHE(MEMBER)
};

template <class Call>
constexpr bool has_words(int count) {
  return sizeof(Call) == static_cast<std::size_t>(count) * sizeof(std::uint32_t);
}
static_assert(has_words<AttentionCall>(HEED_OPTIONS(COUNT) HEED_ATTENTION(COUNT)));
static_assert(has_words<AttentionBackwardCall>(HEED_OPTIONS(COUNT) HEED_ATTENTION(COUNT)
                                                   HEED_ATTENTION_BACKWARD(COUNT)));
static_assert(has_words<LayerCall>(HEED_OPTIONS(COUNT) HEED_LAYER(COUNT)));
static_assert(has_words<LayerBackwardCall>(HEED_OPTIONS(COUNT) HEED_LAYER(COUNT) HEED_LAYER_BACKWARD(COUNT)));
static_assert(has_words<LinearBackwardCall>(HEED_LINEAR(COUNT) HEED_LINEAR_BACKWARD(COUNT)));
static_assert(has_words<NormBackwardCall>(HEED_NORM(COUNT) HEED_NORM_BACKWARD(COUNT)));
static_assert(has_words<EmbeddingBackwardCall>(HEED_EMBEDDING(COUNT) HEED_EMBEDDING_BACKWARD(COUNT)));
static_assert(has_words<CrossEntropyBackwardCall>(HEED_CROSS_ENTROPY(COUNT) HEED_CROSS_ENTROPY_BACKWARD(COUNT)));
static_assert(has_words<AdamCall>(HEED_ADAM(COUNT)));
static_assert(has_words<CacheCall>(HEED_OPTIONS(COUNT) HEED_ATTENTION(COUNT) HEED_CACHE(COUNT)));

// A line for each struct: its name, the struct that it begins with, then type and name of each word of its own.
constexpr char kTables[] =
    "options -" HEED_OPTIONS(NAME) "\n"
    "attention options" HEED_ATTENTION(NAME) "\n"
    "attentionBackward attention" HEED_ATTENTION_BACKWARD(NAME) "\n"
    "selfAttention options" HEED_LAYER(NAME) "\n"
    "selfAttentionBackward selfAttention" HEED_LAYER_BACKWARD(NAME) "\n"
    "linear -" HEED_LINEAR(NAME) "\n"
    "linearBackward linear" HEED_LINEAR_BACKWARD(NAME) "\n"
    "cache attention" HEED_CACHE(NAME) "\n"
    "norm -" HEED_NORM(NAME) "\n"
    "normBackward norm" HEED_NORM_BACKWARD(NAME) "\n"
    "embedding -" HEED_EMBEDDING(NAME) "\n"
    "embeddingBackward embedding" HEED_EMBEDDING_BACKWARD(NAME) "\n"
    "crossEntropy -" HEED_CROSS_ENTROPY(NAME) "\n"
    "crossEntropyBackward crossEntropy" HEED_CROSS_ENTROPY_BACKWARD(NAME) "\n"
    "adam -" HEED_ADAM(NAME);

// Every call reads its options here. If this were inlined, the module would hold a copy of it for each call.
[[gnu::noinline]] AttentionOptions options_of(const OptionsCall& c) {
  AttentionOptions o;
  o.scale = c.scale;
  o.softmax = c.softmax != 0;
  o.softcap = c.softcap;
  o.causal_offsets = c.causalOffsets;
  o.key_lengths = c.keyLengths;
  o.key_mask = c.keyMask;
  o.mask = {c.mask, c.maskBatchStride, c.maskHeadStride, c.maskQueryStride, c.maskKeyStride};
  o.offsets = c.offsets;
  o.spans = reinterpret_cast<const KeySpan*>(c.spans);
  o.query_documents = c.queryDocuments;
  o.key_documents = c.keyDocuments;
  o.window_left = c.windowLeft ? std::int64_t{c.windowLeft} - 1 : kNoBound;
  o.window_right = c.windowRight ? std::int64_t{c.windowRight} - 1 : kNoBound;
  o.alibi = c.alibi;
  o.sink = c.sink;
  o.bias = {c.bias, c.biasBatchStride, c.biasHeadStride, c.biasQueryStride, c.biasKeyStride};
  o.rotary = {c.rotaryDims, c.rotaryInterleaved != 0, c.rotaryCos, c.rotarySin, c.rotaryQueries, c.rotaryKeys};
  return o;
}

AttentionShape shape_of(const AttentionCall& c) {
  return {c.batch, c.heads, c.kvHeads, c.queries, c.keys, c.dim, c.valueDim};
}

HeadView<const float> input_heads(const float* data, std::size_t heads, std::size_t rows, std::size_t columns) {
  return dense_heads(data, heads, rows, columns);
}

AttentionInputs inputs_of(const AttentionCall& c) {
  return {input_heads(c.q, c.heads, c.queries, c.dim), input_heads(c.k, c.kvHeads, c.keys, c.dim),
          input_heads(c.v, c.kvHeads, c.keys, c.valueDim)};
}

[[gnu::noinline]] AttentionOutputs outputs_of(const AttentionCall& c) {
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

Status compute(const AttentionCall& c) { return attention(shape_of(c), options_of(c), inputs_of(c), outputs_of(c)); }

Status compute(const AttentionBackwardCall& c) {
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

SelfAttentionShape shape_of(const LayerCall& c) {
  return {c.batch, c.heads, c.kvHeads, c.queries, c.keys, c.modelDim, c.contextDim, c.dim, c.valueDim, c.outputDim};
}

SelfAttentionInputs inputs_of(const LayerCall& c) {
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

SelfAttentionSaved saved_of(const LayerCall& c) {
  return {c.savedQ, c.savedK, c.savedV, c.savedJoined, c.rowMax, c.rowSum};
}

Status compute(const LayerCall& c) {
  const SelfAttentionSaved saved = saved_of(c);
  const SelfAttentionOutputs outputs{
      c.output,  c.q, c.k, c.v, c.joined, c.raw, c.scores, c.logits, c.weights, c.lse, c.savedJoined ? &saved : nullptr,
      c.residual};
  return self_attention(shape_of(c), options_of(c), inputs_of(c), outputs);
}

Status compute(const LayerBackwardCall& c) {
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

LinearShape shape_of(const LinearCall& c) { return {c.rows, c.inputs, c.outputs}; }

LinearInputs inputs_of(const LinearCall& c) {
  return {c.x,
          {c.weight, c.bias},
          c.outIn ? WeightLayout::out_in : WeightLayout::in_out,
          static_cast<Activation>(c.activation),
          static_cast<Stored>(c.stored),
          c.held != 0,
          c.times};
}

Status compute(const LinearCall& c) {
  return linear(shape_of(c), inputs_of(c), {c.output, c.preActivation, c.add != 0, c.slopes, c.residual});
}

Status compute(const LinearBackwardCall& c) {
  return linear_backward(shape_of(c), inputs_of(c), c.dOutput, {c.preActivation, c.slopes},
                         {c.dx, {c.dWeight, c.dBias, c.addGradients != 0}});
}

NormShape shape_of(const NormCall& c) { return {c.rows, c.dim}; }

NormInputs inputs_of(const NormCall& c) { return {c.x, c.gain, c.bias, c.epsilon, static_cast<Norm>(c.rms)}; }

Status compute(const NormCall& c) { return norm(shape_of(c), inputs_of(c), c.output, c.moments); }

Status compute(const NormBackwardCall& c) {
  return norm_backward(shape_of(c), inputs_of(c), c.moments, c.dOutput,
                       {c.dx, c.dGain, c.dBias, c.addGradients != 0, c.dResidual});
}

EmbeddingShape shape_of(const EmbeddingCall& c) { return {c.rows, c.tokens, c.vocab, c.dim, c.first}; }

Status compute(const EmbeddingCall& c) { return embed(shape_of(c), {c.ids, c.table, c.positions}, c.output); }

Status compute(const EmbeddingBackwardCall& c) {
  return embed_backward(shape_of(c), {c.ids, c.table, c.positions}, c.dOutput,
                        {c.dTable, c.dPositions, c.addGradients != 0, c.addToTable != 0});
}

Status compute(const CrossEntropyCall& c) {
  return cross_entropy({c.rows, c.classes}, {c.x, c.targets}, c.output, c.moments);
}

Status compute(const CrossEntropyBackwardCall& c) {
  return cross_entropy_backward({c.rows, c.classes}, {c.x, c.targets}, c.moments, c.of, c.dx);
}

Status compute(const AdamCall& c) {
  if (c.squares) return add_squares(c.count, c.gradient, reinterpret_cast<double*>(c.squares));
  return adam(c.count, {c.beta1, c.rest1, c.beta2, c.rest2, c.rate, c.correction, c.epsilon, c.keep, c.gradientScale},
              {c.value, c.gradient, c.mean, c.square});
}

// First the new rows are stored, so that queries see them.
Status compute(const CacheCall& c) {
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

// Runs the call over its table, and returns its Status. The kind of a call is the number of its line in kTables.
int run(int kind, Address table) {
  switch (kind) {
    case 1:
      return static_cast<int>(compute(*at<const AttentionCall>(table)));
    case 2:
      return static_cast<int>(compute(*at<const AttentionBackwardCall>(table)));
    case 3:
      return static_cast<int>(compute(*at<const LayerCall>(table)));
    case 4:
      return static_cast<int>(compute(*at<const LayerBackwardCall>(table)));
    case 5:
      return static_cast<int>(compute(*at<const LinearCall>(table)));
    case 6:
      return static_cast<int>(compute(*at<const LinearBackwardCall>(table)));
    case 7:
      return static_cast<int>(compute(*at<const CacheCall>(table)));
    case 8:
      return static_cast<int>(compute(*at<const NormCall>(table)));
    case 9:
      return static_cast<int>(compute(*at<const NormBackwardCall>(table)));
    case 10:
      return static_cast<int>(compute(*at<const EmbeddingCall>(table)));
    case 11:
      return static_cast<int>(compute(*at<const EmbeddingBackwardCall>(table)));
    case 12:
      return static_cast<int>(compute(*at<const CrossEntropyCall>(table)));
    case 13:
      return static_cast<int>(compute(*at<const CrossEntropyBackwardCall>(table)));
    case 14:
      return static_cast<int>(compute(*at<const AdamCall>(table)));
    default:
      return static_cast<int>(Status::invalid_option);
  }
}

Address tables() { return address_of(kTables); }

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
  emscripten::function("run", &heed::run);
  emscripten::function("tables", &heed::tables);
  emscripten::function("allocate", &heed::allocate);
  emscripten::function("decode", &heed::decode);
  emscripten::function("release", &heed::release);
}
