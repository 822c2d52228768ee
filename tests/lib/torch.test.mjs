// fromTorch: state dicts of PyTorch against the textbook, and names of weights.
import assert from "node:assert/strict";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { textbookAttention, textbookLayer } from "./oracle.mjs";
import { assertClose, dist, gradientName, load, randomOf, transposed } from "./support.mjs";

const { fromTorch } = await import(new URL("heed.js", dist));
const heed = await load();
const { tensorOf } = randomOf(9);

/** Rows of a tensor. */
const part = ({ data, shape: [rows, ...columns] }, from, to) => ({
  data: data.slice((from * data.length) / rows, (to * data.length) / rows),
  shape: [to - from, ...columns],
});

/** A layer of nn.Linear as the textbook computes it. Weights are out × in. */
function textbook(x, { q, k, v, o = [] }, heads, kvHeads) {
  const tensors = { x: { data: x.data, shape: [1, ...x.shape] } };
  for (const [name, [weight, bias]] of Object.entries({ query: q, key: k, value: v, output: o })) {
    tensors[`${name}Weight`] = weight && transposed(weight);
    tensors[`${name}Bias`] = bias;
  }
  return textbookLayer(tensors, heads, kvHeads, (heard) =>
    textbookAttention(heard, { scale: 1 / Math.sqrt(heard.q.shape[3]) }),
  ).output;
}

/** Separate projections of a layer with grouped heads: 4 × 3 columns of q, 2 × 3 of k and v. */
const [modelDim, heads, kvHeads, dim] = [5, 4, 2, 3];
const x = tensorOf([6, modelDim]);
const linear = (outputs, inputs) => [tensorOf([outputs, inputs]), tensorOf([outputs])];
const grouped = {
  q: linear(heads * dim, modelDim),
  k: linear(kvHeads * dim, modelDim),
  v: linear(kvHeads * dim, modelDim),
  o: linear(modelDim, heads * dim),
};

for (const [style, names] of Object.entries({
  "Llama's names": ["q_proj", "k_proj", "v_proj", "o_proj"],
  "BERT's names": ["query", "key", "value", "dense"],
  "Meta's names": ["wq", "wk", "wv", "wo"],
  "diffusers' names": ["to_q", "to_k", "to_v", "to_out.0"],
})) {
  test(`${style}, with a prefix and grouped heads, give what the textbook gives`, () => {
    const prefix = "model.layers.0.self_attn.";
    const state = { "model.norm.weight": tensorOf([modelDim]) };
    for (const [n, letter] of ["q", "k", "v", "o"].entries()) {
      state[`${prefix}${names[n]}.weight`] = grouped[letter][0];
      state[`${prefix}${names[n]}.bias`] = grouped[letter][1];
    }
    const weights = fromTorch(state, { heads, prefix });
    assert.deepEqual([weights.heads, weights.kvHeads, weights.layout], [heads, kvHeads, "out-in"]);
    assert.equal(weights.queryWeight.data, grouped.q[0].data, "taken without a copy");
    assertClose(heed.selfAttention(x, weights).output.data, textbook(x, grouped, heads, kvHeads), "output");
  });
}

for (const [style, { prefix, inner }] of Object.entries({
  BERT: { prefix: "encoder.layer.0.attention.", inner: "self" },
  ViT: { prefix: "", inner: "attention" },
})) {
  test(`${style}: the projections lie in ${inner}, the output beside it, and neither is lost`, () => {
    const state = { [`${prefix}output.LayerNorm.weight`]: tensorOf([modelDim]) };
    for (const [letter, name] of Object.entries({ q: "query", k: "key", v: "value", o: "output" })) {
      const full = prefix + (letter === "o" ? "output.dense" : `${inner}.${name}`);
      [state[`${full}.weight`], state[`${full}.bias`]] = grouped[letter];
    }
    for (const given of [state, new Map(Object.entries(state))]) {
      const weights = fromTorch(given, { heads, prefix });
      assertClose(heed.selfAttention(x, weights).output.data, textbook(x, grouped, heads, kvHeads), "output");
    }
    assert.throws(
      () => fromTorch(state, { heads, prefix: `${prefix}${inner}.` }),
      (error) => error.message.endsWith(prefix ? `Give prefix: "${prefix}".` : "Leave prefix out."),
    );
    if (prefix)
      assert.throws(() => fromTorch(state, { heads }), { message: /in prefix: "encoder\.layer\.0\.attention\."\.$/ });
  });
}

test("a tensor of the layer that is not taken is refused by name, and what does not matter is not", () => {
  const named = (extra, output = "o_proj") => ({
    "q_proj.weight": grouped.q[0],
    "k_proj.weight": grouped.k[0],
    "v_proj.weight": grouped.v[0],
    [`${output}.weight`]: grouped.o[0],
    ...extra,
  });
  const one = tensorOf([1]);
  const refused = [
    [named({ sinks: one }), /the layer has sinks, which .* as the option sink, and leave them out/],
    [named({ "norm_q.weight": one }), /the layer has norm_q\.weight, .* project, normalise, heed\.attention\./],
    [named({ "query_norm.weight": one }), /the layer has query_norm\.weight/],
    [named({ "relative_attention_bias.weight": one }), /as the option bias, and/],
    [named({ "q_proj.lora_A.weight": one }), /Merge the adapters into the weights/],
    [named({}, "fc"), /the layer has fc\.weight, .* name it out_proj\.weight/],
    [
      named({}, "some"),
      /the layer has some\.weight, which selfAttention cannot take among its weights\. Leave tensors/,
    ],
    [named({ proj: one, "proj.weight": one }), /the layer has proj and proj\.weight/],
    [named({ "query.bias": one }), /the layer has query\.bias/],
    [named({ bias: one }), /the layer has bias,/],
  ];
  for (const [state, message] of refused)
    assert.throws(() => fromTorch(state, { heads }), { name: "TypeError", message });
  const ignored = { "rotary_emb.inv_freq": one, inv_freq: one, bias: one, masked_bias: one };
  for (const output of ["o_proj", "c_proj", "proj", "to_out", "to_out.0", "out_proj", "dense"])
    assert.ok(fromTorch(named(ignored, output), { heads }).outputWeight, output);
});

test("biases and values of another size than the weights are refused", () => {
  const rows = (q, k, v) =>
    Object.fromEntries(Object.entries({ q, k, v }).map(([name, n]) => [`${name}_proj_weight`, tensorOf([n, 8])]));
  const message = (state) => {
    try {
      fromTorch(state, { heads: 2 });
    } catch (error) {
      return error.message;
    }
    return "taken";
  };
  assert.match(
    message({ ...rows(8, 8, 8), in_proj_bias: tensorOf([25]) }),
    /in_proj_bias must have 3 × model dim rows/,
  );
  assert.match(message({ ...rows(8, 4, 4), in_proj_bias: tensorOf([24]) }), /bias of key must have the shape \[4\]/);
  assert.match(message(rows(8, 4, 8)), /without an output projection, value must have as many outputs as key/);
  assert.equal(message({ ...rows(8, 8, 8), in_proj_bias: undefined }), "taken");
  assert.equal(message({ ...rows(8, 4, 8), "o_proj.weight": tensorOf([8, 16]) }), "taken");
});

const square = [tensorOf([18, 6]), tensorOf([18]), tensorOf([6, 6]), tensorOf([6])];
const multihead = {
  in_proj_weight: square[0],
  in_proj_bias: square[1],
  "out_proj.weight": square[2],
  "out_proj.bias": square[3],
};
const thirds = Object.fromEntries(
  ["q", "k", "v"].map((name, n) => [name, [part(square[0], 6 * n, 6 * n + 6), part(square[1], 6 * n, 6 * n + 6)]]),
);
const tokens = tensorOf([4, 6]);

/** A layer of GPT-2 among others, its weights in × out or as nn.Linear has them. */
const gpt2 = ({ isConv1D, ...more }) => {
  const turned = (tensor) => (isConv1D ? transposed(tensor) : tensor);
  return {
    "h.1.attn.c_attn.weight": turned(square[0]),
    "h.1.attn.c_attn.bias": square[1],
    "h.1.attn.c_proj.weight": turned(square[2]),
    "h.1.attn.c_proj.bias": square[3],
    "h.1.attn.bias": tensorOf([1, 1, 4, 4]),
    "h.1.ln_1.weight": tensorOf([6]),
    ...more,
  };
};

for (const [name, isConv1D] of Object.entries({ "GPT-2's Conv1D": true, "nanoGPT's nn.Linear": false }))
  test(`${name}: c_attn is taken apart, and gives what the textbook gives`, () => {
    const prefix = "h.1.attn.";
    const expected = textbook(tokens, { ...thirds, o: [square[2], square[3]] }, 2, 2);
    for (const more of [{}, { "h.1.attn.masked_bias": tensorOf([1]) }]) {
      const weights = fromTorch(gpt2({ isConv1D, ...more }), { heads: 2, prefix });
      assert.deepEqual(
        [weights.heads, weights.kvHeads, weights.layout, weights.queryWeight.shape],
        [2, 2, "out-in", [6, 6]],
      );
      assertClose(heed.selfAttention(tokens, weights).output.data, expected, "output");
    }
    const data = Float64Array.from(gpt2({ isConv1D })[`${prefix}c_attn.weight`].data);
    const doubles = { data, shape: isConv1D ? [6, 18] : [18, 6] };
    const weights = fromTorch(gpt2({ isConv1D, [`${prefix}c_attn.weight`]: doubles }), { heads: 2, prefix });
    assertClose(heed.selfAttention(tokens, weights).output.data, expected, "output of doubles");
    const bits = { data: Uint16Array.from(data, (_, at) => 0x3c00 + at), shape: doubles.shape, type: "float16" };
    const half = fromTorch(gpt2({ isConv1D, [`${prefix}c_attn.weight`]: bits }), { heads: 2, prefix });
    const second = bits.data[isConv1D ? 6 : 36];
    assert.deepEqual([half.keyWeight.type, half.keyWeight.data[0]], ["float16", second], "half precision stays");
  });

test("a c_attn of another shape, and one without its prefix, are refused in a sentence", () => {
  for (const [shape, message] of [
    [[7, 6], /^heed\.fromTorch: c_attn\.weight must have 3 × model dim rows; its shape is \[7, 6\]\.$/],
    [
      [2, 6, 18],
      /^heed\.fromTorch: c_attn\.weight has the shape \[6, 2\], which needs 12 elements; its data holds 216\.$/,
    ],
  ])
    assert.throws(() => fromTorch({ "c_attn.weight": tensorOf(shape) }, { heads: 2 }), { name: "RangeError", message });
  assert.throws(() => fromTorch(gpt2({ isConv1D: true }), { heads: 2 }), { message: /in prefix: "h\.1\.attn\."\.$/ });
  const beside = { "c_attn.weight": tensorOf([6, 18]), "c_attn.bias": tensorOf([6]) };
  assert.throws(() => fromTorch(beside, { heads: 2 }), /the bias of query must have the shape \[6\]/);
});

test("nn.MultiheadAttention: in_proj_weight is taken apart, and the transpose is not forgotten", () => {
  const wanted = textbook(tokens, { ...thirds, o: square.slice(2) }, 2, 2);
  const weights = fromTorch(multihead, { heads: 2 });
  assertClose(heed.selfAttention(tokens, weights).output.data, wanted, "output");
  // Square weights: the other layout gives numbers too, which are wrong.
  const { output } = heed.selfAttention(tokens, { ...weights, layout: "in-out" });
  assert.ok(output.data.some((value, at) => Math.abs(value - wanted[at]) > 0.1));
});

test("nn.MultiheadAttention with kdim and vdim, and a layer without biases or output, are taken too", () => {
  const { in_proj_weight, in_proj_bias, ...rest } = multihead;
  const apart = { q_proj_weight: thirds.q[0], k_proj_weight: thirds.k[0], v_proj_weight: thirds.v[0] };
  assert.deepEqual(
    heed.selfAttention(tokens, fromTorch({ ...apart, in_proj_bias, ...rest }, { heads: 2 })).output,
    heed.selfAttention(tokens, fromTorch(multihead, { heads: 2 })).output,
  );
  const bare = fromTorch({ in_proj_weight }, { heads: 3 });
  assert.deepEqual([bare.queryBias, bare.outputWeight, bare.kvHeads], [undefined, undefined, 3]);
  const plain = { q: [thirds.q[0]], k: [thirds.k[0]], v: [thirds.v[0]] };
  assertClose(heed.selfAttention(tokens, bare).output.data, textbook(tokens, plain, 3, 3), "output");
});

test("a Map of another realm is taken too, as a test runner's is", () => {
  const { fromEntries } = Object;
  const state = runInNewContext("(entries) => new Map(entries)")(Object.entries(multihead));
  assert.equal(fromEntries(state).in_proj_weight, multihead.in_proj_weight);
  assert.deepEqual(fromTorch(state, { heads: 2 }), fromTorch(multihead, { heads: 2 }));
});

test("half precision stays half precision", () => {
  const bits = { data: new Uint16Array(108).map((_, at) => 0x3800 + at), shape: [18, 6], type: "float16" };
  const weights = fromTorch({ in_proj_weight: bits }, { heads: 2 });
  assert.equal(weights.keyWeight.type, "float16");
  heed.selfAttention(tokens, weights);
});

test("what fromTorch cannot take is refused in a sentence that says what to give", () => {
  const refused = (state, options, message) =>
    assert.throws(
      () => fromTorch(state, options),
      (error) => message.test(error.message),
      String(message),
    );
  refused(
    null,
    { heads: 2 },
    /^heed\.fromTorch: stateDict must be a plain object or a Map of tensors by name; got null\.$/,
  );
  refused(
    multihead,
    undefined,
    /options must be \{ heads \}, because shapes do not say how many heads .*; got undefined\.$/,
  );
  refused(multihead, {}, /heads must be given, because the shapes do not say it; got none\. Write \{ heads: 8 \}\.$/);
  refused(multihead, { heads: "2" }, /heads must be an integer from 1/);
  refused(multihead, { heads: 4 }, /heads must divide the 6 outputs of query/);
  refused(multihead, { num_heads: 2 }, /no option named "num_heads"/);
  refused({}, { heads: 1 }, /stateDict must hold the tensors of a layer; got none\.$/);
  refused({ a: square[0] }, { heads: 1 }, /there is neither in_proj_weight nor c_attn\.weight nor q_proj\.weight, /);
  refused({ a: square[0] }, { heads: 1 }, /The names are a\.$/);
  const layers = Object.fromEntries(
    [0, 1, 2, 3, 4].map((n) => [`h.${n}.attn.in_proj_weight`, multihead.in_proj_weight]),
  );
  refused(
    layers,
    { heads: 2, prefix: "h.5.attn." },
    /a name must begin with prefix, "h\.5\.attn\."; got none .* There are layers under "h\.0\.attn\.",.*, …\.$/,
  );
  refused({ a: 1 }, { heads: 2, prefix: "b." }, /got none that does\. There are a\.$/);
  const narrow = { k_proj_weight: tensorOf([6, 4]), v_proj_weight: tensorOf([6, 5]) };
  refused(
    { q_proj_weight: tensorOf([6, 6]), ...narrow },
    { heads: 2 },
    /kdim and vdim must be equal, .*; got weights of 4 and 5 columns\. Project with linear of heed\/layers/,
  );
  refused({ "a.b.q_proj.weight": tensorOf([2, 2]) }, { heads: 1 }, /as in prefix: "a\.b\."\.$/);
  refused(
    { ...multihead, bias_k: tensorOf([1, 1, 6]) },
    { heads: 2 },
    /the layer has bias_k, which selfAttention cannot/,
  );
  refused({ in_proj_weight: tensorOf([17, 6]) }, { heads: 2 }, /in_proj_weight must have 3 × model dim rows/);
  refused({ in_proj_weight: 5 }, { heads: 2 }, /in_proj_weight must be a tensor/);
  refused({ q_proj: 1, "q_proj.weight": tensorOf([2, 2]) }, { heads: 1 }, /nor k_proj\.weight/);
});

test("weights have one name in calls, gradients and sessions", () => {
  const weights = fromTorch(multihead, { heads: 2 });
  const gradients = heed.selfAttentionBackward(tokens, tokens, weights);
  for (const name in weights)
    if (weights[name].data) assert.deepEqual(gradients[gradientName(name)].shape, weights[name].shape);
  const session = heed.selfAttentionSession({
    tokens: 4,
    modelDim: 6,
    heads: 2,
    output: true,
    biases: true,
    layout: "out-in",
  });
  session.x.set(tokens.data);
  for (const name in weights) if (weights[name].data) session[name].set(weights[name].data);
  session.run();
  assert.deepEqual(Array.from(session.output), Array.from(heed.selfAttention(tokens, weights).output.data));
  session.dispose();
});

test("names of other libraries say what to write", () => {
  const call = (options) => () => heed.attention(tokens, tokens, tokens, options);
  const layer = (weights) => () => heed.selfAttention(tokens, weights);
  const cache = (options) => () => heed.cache({ dim: 2, capacity: 4, ...options });
  const shaped = (...shape) => ({ data: new Float32Array(shape.reduce((a, b) => a * b)), shape });
  const session = (options) => () => heed.session({ queries: 2, keys: 2, dim: 2, ...options });
  const hints = [
    [call({ dropout_p: 0 }), /heed has no dropout\.$/],
    [call({ isCausal: true }), /write causal: true/],
    [call({ enable_gqa: true }), /leave it out; k and v may have fewer heads/],
    [call({ window_size: [1, 1] }), /write window: \{ left, right \}/],
    [call({ attn_mask: 1 }), /write mask for booleans, true = may attend.*in nn\.MultiheadAttention true means hidden/],
    [call({ key_padding_mask: 1 }), /invert key_padding_mask/],
    [call({ num_heads: 8 }), /attention takes the heads from the shape of q/],
    [call({ temperature: 2 }), /write scale: 1 \/ \(temperature · √dim\)/],
    [call({ need_weights: true }), /write keep: \["weights"\]/],
    [call({ softmax_scale: 1 }), /write scale; the number stays/],
    [call({ past_key_values: 1 }), /make a heed\.cache/],
    [call({ rope_theta: 1 }), /write rotary: \{ pairs, base: rope_theta \}/],
    [call({ attention_mask: 1 }), /write keyMask: 1 = may attend, so ones and zeros stay as they are/],
    [call({ seqlens_k: 1 }), /keyLengths: the numbers of ONNX Runtime's seqlens_k \+ 1/],
    [call({ rope: true }), /write rotary: \{ pairs \}/],
    [call({ unidirectional: 1 }), /write causal: true\.$/],
    [call({ average_attn_weights: true }), /average them over the heads\.$/],
    [session({ head_dim: 8 }), /sessions and caches have batch and dim/],
    [call({ heads: 2 }), /attention takes the heads from the shape of q/],
    [call({ kvHeads: 2 }), /attention takes them from the shape of k/],
    [call({ dim: 2, batch: 1 }), /"dim"; calls take it from their tensors/],
    [call({ batch: 1 }), /"batch"; calls take it from their tensors/],
    [call({ training: false }), /"training"; leave it out; heed has no dropout/],
    [call({ padding_mask: 1 }), /write keyMask: 1 = may attend/],
    [call({ src_key_padding_mask: 1 }), /so invert key_padding_mask\.$/],
    [call({ return_attention_scores: true }), /write keep: \["weights"\]/],
    [session({ embed_dim: 8 }), /a layer's session has modelDim/],
    [layer({ wq: tokens }), /write queryWeight; nn\.Linear's weight is the transpose/],
    [layer({ "v_proj.weight": tokens }), /write valueWeight/],
    [layer(multihead), /it holds query, key and value together\. fromTorch\(stateDict, \{ heads \}\)/],
    [layer({ Wqkv: tokens }), /split it .* fromTorch\(\{ in_proj_weight \}, \{ heads \}\)/],
    [layer({ c_attn: tokens }), /it holds query, key and value together\. .* and splits it\.$/],
    [layer({ b_q: tokens }), /write queryBias\.$/],
    [layer({ queryWeigth: tokens }), /did you mean queryWeight\?/],
    [layer({ queryWeight: tokens }), /keyWeight and valueWeight must all be given.* got only queryWeight\.$/],
    [layer({ num_heads: 2 }), /write heads\.$/],
    [layer({ query: tokens }), /write queryWeight\.$/],
    [layer({ output: tokens }), /write outputWeight\.$/],
    [layer({ querryWeight: tokens }), /did you mean queryWeight\?/],
    [layer({ weights: multihead }), /"weights"; spread it into this object, as \{ \.\.\.weights, causal: true \}\.$/],
    [layer({ is_causal: true, heads: 2 }), /write causal: true/],
    [layer({ embed_dim: 8 }), /"embed_dim"; leave it out; the shapes of x and of the weights say it\.$/],
    [layer([[true]]), /options must be a plain object, .*; got an array\. For a mask write \{ mask \}/],
    [
      () => heed.attention(tokens, tokens, { causal: true }),
      /v must be .*; got an object with the keys causal\. Write each tensor as an argument, and options/,
    ],
    [() => heed.attentionBackward(tokens, tokens, tokens, { keep: [] }), /dOutput must be .* options last/],
    [
      call([[true]]),
      /options must be a plain object, .*; got an array\. For a mask write \{ mask \}, for numbers to add/,
    ],
    [call(new Uint8Array(16)), /got a Uint8Array\. For a mask write \{ mask \}/],
    [
      call({ data: new Uint8Array(16), shape: [4, 4] }),
      /this is a tensor, and options are .* For a mask write \{ mask \}/,
    ],
    [call({ sequences: [0, 2, 4] }), /sequences must be .* Write sequences: \{ queries: \[0, 2, 4\] \}\.$/],
    [call({ rotary: true }), /rotary must be \{ pairs: "halves" \} or \{ pairs: "interleaved" \}, .*; got true\.$/],
    [call({ rotary: "halves" }), /rotary must be \{ pairs: "halves" \}/],
    [
      call({ alibi: 0.5 }),
      /alibi must be .*; got the number 0\.5\. Write alibi: \[0\.5\] for this slope in every head\.$/,
    ],
    [call({ alibi: { slopes: 2 } }), /alibi must be .* Write alibi: \[2\]/],
    [call({ causal: 2 }), /causal must be .*; got the number 2\. Write causal: \{ offset: 2 \}\.$/],
    [
      call({ window: 4 }),
      /got the number 4\. A window of w keys that end with the row's own is \{ left: w − 1, right: 0 \}/,
    ],
    [call({ window: [4, 0] }), /got an array\. FlashAttention's \(left, right\) keep their numbers\.$/],
    [call({ keep: "weights" }), /Write keep: \["weights"\]\.$/],
    [call({ sink: true }), /sink must be a number, or one per query head; got true\.$/],
    [cache({ causal: true }), /"causal"; leave it out; a token never sees later ones in a cache\.$/],
    [cache({ keep: ["lse"] }), /"keep"; give it to step and attend, which return results\.$/],
    [
      cache({ mask: [[true]] }),
      /"mask"; a cache has none\. Keep the keys and values yourself, and use heed\.attention/,
    ],
    [cache({ keyLengths: 3 }), /a cache knows how long each batch is, and step takes counts for padded rows\.$/],
    [
      () => heed.attention(shaped(9, 2, 3), shaped(7, 2, 3), shaped(7, 2, 3)),
      /come after the rows, say axes: "rows-heads"/,
    ],
    [
      () => heed.attention(shaped(9, 4, 3), shaped(9, 3, 3), shaped(9, 2, 3)),
      /number of rows \(keys\); k is \[9, 3, 3\].*\]\.$/,
    ],
    [
      () => heed.attention(shaped(2, 9, 3), shaped(2, 7, 3), shaped(2, 7, 3), { axes: "rows-heads" }),
      /k is \[2, 7, 3\]\. If the heads come before the rows, leave axes out\.$/,
    ],
    [
      () =>
        heed.attention(shaped(9, 2, 3), shaped(9, 2, 3), shaped(9, 2, 3), { mask: Array(9).fill(Array(9).fill(true)) }),
      /If q has 9 rows of 2 heads, rather than 9 heads, say axes: "rows-heads"\.$/,
    ],
    [
      () => heed.cache({ heads: 2, dim: 3, capacity: 9 }).append(shaped(5, 2, 3), shaped(5, 2, 3)),
      /k must have the shape \[2, rows, 3\]; its shape is \[5, 2, 3\]\. In a cache the heads come before the rows\.$/,
    ],
    [
      () => heed.cache({ dim: 3, capacity: 9 }).reorder(0),
      /from must be an array .*, as \[1, 1\]; got the number 0\.$/,
    ],
    [() => heed.cache({ dim: 3, capacity: 9 }).reorder([]), /from must be an array .*; got an empty array\.$/],
    [() => heed.cache({ dim: 3, capacity: 9 }).reorder(), /from must be an array .*; got undefined\.$/],
    [() => heed.attention({ data: tokens.data, dims: [4, 6] }, tokens, tokens), /shape: t\.dims/],
    [() => heed.attention({ dataSync() {}, shape: [4, 6] }, tokens, tokens), /Give \{ data: t\.dataSync\(\), shape/],
  ];
  for (const [run, message] of hints) assert.throws(run, { message }, String(message));
});
