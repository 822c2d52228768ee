// The names that other libraries have for options and weights, in small letters alone, and what to write here. They are
// functions, so that bundlers can drop the tables.

import { CALL_OPTIONS } from "./option-names.js";

/** What to write instead of a name. */
export type Hints = Readonly<Record<string, string>>;

const under = (names: string, hint: string): Hints => Object.fromEntries(names.split(" ").map((name) => [name, hint]));

export const MASK_INSTEAD = "For a mask write { mask }, for numbers to add to the scores { bias }";

export const optionHints = (): Hints => ({
  ...under("data shape", `this is a tensor, and options are an object of names. ${MASK_INSTEAD}`),
  windowsize:
    "write window: { left, right }; both ends count, a side that is left out has no bound (−1 elsewhere), and " +
    "FlashAttention's (left, right) keep their numbers",
  slidingwindow: "write window: { left: w − 1 } with causal: true; the w of sliding_window counts the row's own key",
  localwindowsize:
    "write window: { left, right }; JAX's (l, r) keep their numbers, the w of ONNX Runtime counts the row's own key: " +
    "left: w − 1",
  leftwindowsize: "write window: { left }; the number stays, and −1 means: leave it out",
  rightwindowsize: "write window: { right }; the number stays, and −1 means: leave it out",
  alibislopes: "write alibi: slopes, one number per query head",
  ...under("learnablesink headsink", "write sink: one number per query head"),
  smoothsoftmax: "write sink: 0",
  returnlse: 'write keep: ["lse"]',
  averageattnweights: 'write keep: ["weights"]; they come for each head, so average them over the heads',
  ...under(
    "needweights returnweights outputattentions returnattention returnattentionscores",
    'write keep: ["weights"]',
  ),
  cuseqlens: "write sequences: { queries: cu_seqlens }; the numbers stay, and q, k and v are [heads, total, dim]",
  cuseqlensq:
    "write sequences: { queries: cu_seqlens_q, keys: cu_seqlens_k }; the numbers stay, and q, k and v are " +
    "[heads, total, dim]",
  cuseqlensk: "write sequences: { queries: cu_seqlens_q, keys: cu_seqlens_k }; the numbers stay",
  seqlensk: "write keyLengths: the numbers of ONNX Runtime's seqlens_k + 1, because it says the total length less one",
  documentids: "write documents: document_ids; the numbers stay",
  ...under("softmax", 'write normalize: "none" for no softmax'),
  iscausal: "write causal: true; with more or fewer queries than keys, causal: { offset: 0 } is what PyTorch means",
  unidirectional: "write causal: true",
  attnmask:
    "write mask for booleans, true = may attend, as scaled_dot_product_attention has it, and bias for numbers; " +
    "in nn.MultiheadAttention true means hidden, so invert its masks",
  ...under(
    "attentionmask paddingmask",
    "write keyMask: 1 = may attend, so ones and zeros stay as they are, [batch, keys]. Booleans for each pair are " +
      "mask, numbers to add are bias",
  ),
  ...under(
    "keypaddingmask srckeypaddingmask",
    "write keyMask, [batch, keys]: 1 and true = may attend, so invert key_padding_mask",
  ),
  enablegqa: "leave it out; k and v may have fewer heads than q; their number must divide q's",
  ...under("dropout dropoutp attndropout attentiondropout training", "leave it out; heed has no dropout"),
  temperature: "write scale: 1 / (temperature · √dim); the default scale is 1/√dim",
  ...under("softmaxscale smscale scalefactor", "write scale; the number stays"),
  ...under(
    "numheads nheads nhead numattentionheads heads",
    "attention takes the heads from the shape of q; selfAttention, sessions and caches have heads among the options",
  ),
  ...under(
    "numkvheads nkvheads numkeyvalueheads kvheads",
    "attention takes them from the shape of k; elsewhere write kvHeads next to heads",
  ),
  ...under("embeddim dmodel hiddensize", "calls take it from the shape of x; a layer's session has modelDim"),
  ...under(
    "headdim headsize dhead dim batch batchsize",
    "calls take it from their tensors; sessions and caches have batch and dim",
  ),
  ...under(
    "seqlen sequencelength seqlength",
    "calls take it from their tensors; sessions have tokens, queries or keys",
  ),
  ...under("maxseqlen maxlength contextlength", "write capacity for a cache; nothing else needs it"),
  batchfirst: "leave it out; the batch is always the first axis",
  ...under(
    "qkvformat kvlayout tensorlayout inputlayout headsfirst",
    'write axes: "rows-heads" for [batch, rows, heads, dim] (bshd, NHD), in attention and attentionBackward',
  ),
  axes: "attention and attentionBackward have it; elsewhere heads come before rows, [batch, heads, rows, dim]",
  ...under("rope userope ropescaling rotaryemb", "write rotary: { pairs }, with base, dim and frequencies as needed"),
  ropetheta: "write rotary: { pairs, base: rope_theta }",
  positionids: "write rotary: { pairs, positions: { queries, keys } }",
  ...under("pastkeyvalues pastkeyvalue usecache kvcache", "make a heed.cache(options), which keeps keys and values"),
});

/** Tensors that a session is given when it runs. */
export const sessionHints = (): Hints => ({
  ...optionHints(),
  ...under("q k v x queryweight keyweight valueweight outputweight", "give it to run()"),
});

/** Options that a cache does not have, because it does the work itself or cannot do it. */
export const cacheHints = (): Hints => ({
  ...optionHints(),
  causal: "leave it out; a token never sees later ones in a cache",
  ...under("keep counts", "give it to step and attend, which return results"),
  ...under("keylengths", "leave it out; a cache knows how long each batch is, and step takes counts for padded rows"),
  ...under(
    "mask keymask bias sequences documents normalize",
    "a cache has none. Keep the keys and values yourself, and use heed.attention with causal: { offset }",
  ),
  context: "a cache has capacity",
});

const AMONG_OPTIONS = "it is an option. Give it to run and backward of the layer";
const FROM_TORCH = "fromTorch(stateDict, { heads }) makes weights of PyTorch's names";
const named = (name: string, letter: string): Hints => ({
  [name]: `write ${name}Weight`,
  ...under(
    `w${letter} ${letter} ${letter}proj ${letter}projweight ${letter}weight to${letter} weight${letter}`,
    `write ${name}Weight; nn.Linear's weight is the transpose, layout: "out-in". ${FROM_TORCH}`,
  ),
  ...under(`b${letter} bias${letter} ${letter}bias ${letter}projbias`, `write ${name}Bias`),
});

/** For weights that are given without options. */
export const weightHints = (): Hints => ({
  ...under(CALL_OPTIONS.join(" ").toLowerCase(), AMONG_OPTIONS),
  bias: `write queryBias, keyBias, valueBias or outputBias. As numbers to add to the scores, ${AMONG_OPTIONS}`,
  ...layerNames(),
});

/** For weights and options in one object. */
export const layerHints = (): Hints => ({
  ...optionHints(),
  ...under("weights options", "spread it into this object, as { ...weights, causal: true }"),
  ...layerNames(),
});

const layerNames = (): Hints => ({
  ...named("query", "q"),
  ...named("key", "k"),
  ...named("value", "v"),
  ...named("output", "o"),
  ...under(
    "inprojweight inprojbias cattn cattnweight cattnbias",
    `it holds query, key and value together. ${FROM_TORCH}, and splits it`,
  ),
  ...under(
    "qkv wqkv qkvweight qkvproj qkvprojweight querykeyvalue",
    "split it into queryWeight, keyWeight and valueWeight. If their rows are stacked in this order, " +
      "fromTorch({ in_proj_weight }, { heads }) does it",
  ),
  ...under("outprojweight outprojbias outproj", `write outputWeight and outputBias. ${FROM_TORCH}`),
  ...under("numheads nheads nhead numattentionheads", "write heads"),
  ...under("numkvheads nkvheads numkeyvalueheads", "write kvHeads"),
  ...under("embeddim dmodel headdim", "leave it out; the shapes of x and of the weights say it"),
  ...under("transpose transposed transb", 'write layout: "out-in" for x·Wᵀ, as PyTorch keeps its weights'),
});
