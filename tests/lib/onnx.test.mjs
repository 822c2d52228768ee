// ONNX's own tests of its operators Attention, RotaryEmbedding and TensorScatter, through the public calls. The data is
// fetched by set-up and never kept here.
import assert from "node:assert/strict";
import test from "node:test";
import { onnxFolder, onnxRemedy } from "../../scripts/setup/onnx.mjs";
import { attentionCall, caseNames, presentOfCache, readCase, rotaryCall, withHeads } from "./onnx/cases.mjs";
import { tensorOf } from "./onnx/protobuf.mjs";
import { assertClose, dist, load, tensor, testEach } from "./support.mjs";

const { rotate } = await import(new URL("rotary.js", dist));
const folder = onnxFolder();

const CASES = 73;
const CAPPED_LAST = "ONNX 1.20 adds the mask and then caps; later versions cap first, as heed does";
const BYTES = "it keeps the old rows behind those that it writes, and a cache of heed has none there";

/** The cases that heed cannot run, with the reason. */
const NOT_MAPPED = {
  attention_3d_with_past_and_present_qk_matmul_softcap: CAPPED_LAST,
  attention_4d_with_qk_matmul_softcap: CAPPED_LAST,
  tensorscatter: BYTES,
  tensorscatter_3d: BYTES,
  tensorscatter_circular: BYTES,
};

const names = folder ? caseNames(folder) : [];

test("a tensor of Protocol Buffers is read: its axes, its type and its raw bytes", () => {
  // dims 1, dims 300, data_type INT64, name "a", raw_data of two numbers
  const message = [
    0x08,
    1,
    0x08,
    0xac,
    0x02,
    0x10,
    7,
    0x42,
    1,
    0x61,
    0x4a,
    16,
    5,
    ...Array(7).fill(0),
    ...Array(8).fill(255),
  ];
  assert.deepEqual(tensorOf(Uint8Array.from(message)), { data: [5, -1], shape: [1, 300] });
  message[6] = 6;
  assert.throws(() => tensorOf(Uint8Array.from(message)), /has the type 6/);
});

/** Half precision has 11 bits, and ONNX computed these cases in it. */
function compare(actual, expected, what) {
  assert.deepEqual(actual.shape, expected.shape, `${what}: shape`);
  const half = expected.type === "float16";
  assertClose(tensor(actual).data, tensor(expected).data, what, half ? 2e-3 : 2e-6, half ? 2e-3 : 1e-5);
}

function runAttention(heed, one) {
  const { q, k, v, options, kept } = attentionCall(one);
  const { Y, present_key, present_value, qk_matmul_output } = one.outputs;
  const result = heed.attention(q, k, v, { ...options, keep: [kept] });
  compare(result.output, withHeads(Y, one.attributes.q_num_heads), "Y");
  if (present_key) {
    const present = presentOfCache(heed, one);
    compare(k, present_key, "present_key");
    compare(v, present_value, "present_value");
    compare(present.present_key, present_key, "keys of the cache");
    compare(present.present_value, present_value, "values of the cache");
  }
  if (!qk_matmul_output) return;
  const { data, shape } = result[kept];
  const scaled = { data: data.map((raw) => (kept === "raw" ? raw * options.scale : raw)), shape };
  compare(scaled, qk_matmul_output, "qk_matmul_output");
}

/** Turns the rows by `rotate`, and as queries: where the keys are the identity, and stand still, raw q·kᵀ is q. */
function runRotary(heed, one) {
  const { x, rotary, positions } = rotaryCall(one);
  const expected = withHeads(one.outputs.output, one.attributes.num_heads);
  compare(rotate(x, rotary, positions), expected, "rotate");
  const [batch, heads, , dim] = x.shape;
  const still = rotary.cos.shape[0];
  const more = ({ data, shape: [rows, pairs] }, value) => ({
    data: Float32Array.from([...data, ...Array(pairs).fill(value)]),
    shape: [rows + 1, pairs],
  });
  const isDiagonal = (at) => (at % (dim * dim)) % (dim + 1) === 0;
  const data = Float32Array.from({ length: batch * heads * dim * dim }, (_, at) => Number(isDiagonal(at)));
  const k = { data, shape: [batch, heads, dim, dim] };
  const { raw } = heed.attention(x, k, k, {
    rotary: {
      ...rotary,
      cos: more(rotary.cos, 1),
      sin: more(rotary.sin, 0),
      positions: { queries: positions, keys: Array(dim).fill(still) },
    },
    keep: ["raw"],
  });
  compare(raw, expected, "rotary");
}

const RUN = { Attention: runAttention, RotaryEmbedding: runRotary };

for (const name of names.filter((one) => !(one in NOT_MAPPED))) {
  testEach(`ONNX's own test ${name} gives ONNX's results`, (heed) => {
    const one = readCase(folder, name);
    RUN[one.type](heed, one);
  });
}

test(
  "of ONNX's own tests, those that heed does not run are named with the reason",
  { skip: !folder && onnxRemedy },
  async () => {
    assert.equal(names.length, CASES);
    assert.deepEqual(
      Object.keys(NOT_MAPPED).filter((name) => !names.includes(name)),
      [],
    );
    // the reason for those with a cap: their scores are c·tanh((scale·q·kᵀ + bias)/c)
    const heed = await load();
    for (const name of names.filter((one) => NOT_MAPPED[one] === CAPPED_LAST)) {
      const one = readCase(folder, name);
      const { q, k, v, options } = attentionCall(one);
      const { softcap, ...rest } = options;
      const { logits } = heed.attention(q, k, v, { ...rest, keep: ["logits"] });
      const capped = { ...logits, data: logits.data.map((logit) => softcap * Math.tanh(logit / softcap)) };
      compare(capped, one.outputs.qk_matmul_output, name);
    }
  },
);
