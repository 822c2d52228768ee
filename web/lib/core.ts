// The raw surface of src/bindings.cpp, and how an instance of it is made.
import createCore from "heed:glue";

/** The fields of OptionsCall in src/bindings.cpp. */
export interface OptionsCall {
  scale: number;
  softmax: boolean;
  softcap: number;
  causalOffsets: number;
  keyLengths: number;
  mask: number;
  maskBatchStride: number;
  maskHeadStride: number;
  maskQueryStride: number;
  maskKeyStride: number;
  bias: number;
  biasBatchStride: number;
  biasHeadStride: number;
  biasQueryStride: number;
  biasKeyStride: number;
}

/** The sizes of a call, as AttentionShape in src/attention.h has them. */
export interface AttentionSizes {
  batch: number;
  heads: number;
  kvHeads: number;
  queries: number;
  keys: number;
  dim: number;
  valueDim: number;
}

/** The fields of AttentionCall in src/bindings.cpp: sizes, options and addresses; address 0 means "absent". */
export interface AttentionCall extends AttentionSizes {
  options: OptionsCall;
  q: number;
  k: number;
  v: number;
  output: number;
  raw: number;
  scores: number;
  logits: number;
  weights: number;
  rowMax: number;
  rowSum: number;
}

/** The fields of SelfAttentionCall in src/bindings.cpp. */
export interface SelfAttentionCall {
  batch: number;
  heads: number;
  kvHeads: number;
  tokens: number;
  contextTokens: number;
  modelDim: number;
  contextDim: number;
  dim: number;
  valueDim: number;
  outputDim: number;
  options: OptionsCall;
  outIn: boolean;
  x: number;
  contextX: number;
  queryWeight: number;
  queryBias: number;
  keyWeight: number;
  keyBias: number;
  valueWeight: number;
  valueBias: number;
  outputWeight: number;
  outputBias: number;
  output: number;
  q: number;
  k: number;
  v: number;
  context: number;
  raw: number;
  scores: number;
  logits: number;
  weights: number;
  savedQ: number;
  savedK: number;
  savedV: number;
  savedContext: number;
  rowMax: number;
  rowSum: number;
}

/** The gradients that AttentionBackwardCall and SelfAttentionBackwardCall have in common. */
export interface PairGradients {
  dbias: number;
  dweights: number;
  dscores: number;
}

/** The fields of AttentionBackwardCall in src/bindings.cpp; what forward left is used where forward.rowMax has an address. */
export interface AttentionBackwardCall extends PairGradients {
  forward: AttentionCall;
  dOutput: number;
  dq: number;
  dk: number;
  dv: number;
}

/** The fields of SelfAttentionBackwardCall in src/bindings.cpp; what forward left is used where forward.savedContext has an address. */
export interface SelfAttentionBackwardCall extends PairGradients {
  forward: SelfAttentionCall;
  dOutput: number;
  dx: number;
  dcontext: number;
  dQueryWeight: number;
  dQueryBias: number;
  dKeyWeight: number;
  dKeyBias: number;
  dValueWeight: number;
  dValueBias: number;
  dOutputWeight: number;
  dOutputBias: number;
}

/** A call whose addresses stay where they are: to run it again, one number crosses over. */
export interface Plan {
  run(): number;
  delete(): void;
}

export interface Core {
  allocate(bytes: number): number;
  release(address: number): void;
  attention(call: AttentionCall): number;
  attentionBackward(call: AttentionBackwardCall): number;
  selfAttention(call: SelfAttentionCall): number;
  selfAttentionBackward(call: SelfAttentionBackwardCall): number;
  /** A kept call is a copy in wasm memory; 0 where memory is refused. release() gives it back. */
  keepAttention(call: AttentionCall): number;
  keepAttentionBackward(call: AttentionBackwardCall): number;
  keepSelfAttention(call: SelfAttentionCall): number;
  keepSelfAttentionBackward(call: SelfAttentionBackwardCall): number;
  runAttention(kept: number): number;
  runAttentionBackward(kept: number): number;
  runSelfAttention(kept: number): number;
  runSelfAttentionBackward(kept: number): number;
  /** Views of the memory as it is now; growth puts new ones in their place, so read them at each use. */
  HEAPU8: Uint8Array<ArrayBuffer>;
  HEAP32: Int32Array<ArrayBuffer>;
  HEAPF32: Float32Array<ArrayBuffer>;
}

/** An instance of the compiled module. The glue is handed the wasm, so it fetches nothing. */
export function instantiate(module: WebAssembly.Module): Promise<Core> {
  return new Promise((resolve, reject) => {
    createCore({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}
