export { attentionContext, checkDOutput, readDLse, readInputs, readSizes } from "./attention.js";
export {
  CACHE_OPTIONS,
  readCache,
  readCacheInputs,
  readCounts,
  readFrom,
  readLengths,
  type CacheArguments,
  type CacheInputs,
} from "./cache.js";
export { fault, numberFault } from "./fault.js";
export { floatsOf, isHalf } from "./half.js";
export { checkRoom, makeFloats, MEMORY_LIMIT, outOfMemory, tooLarge } from "./memory-limit.js";
export { readAxes, readHeadName, swapHeads } from "./heads.js";
export { Holder } from "./holder.js";
export { readFlags } from "./key-mask.js";
export { readNumbers, readPositions } from "./number-lists.js";
export { positive, readFlag, readLayoutOption, readWeights } from "./layer.js";
export { isTypedNumbers, lengthOf, tagOf, viewOf } from "./nested.js";
export {
  ATTENTION_BACKWARD_OPTIONS,
  ATTENTION_OPTIONS,
  HELD_LAYER_BACKWARD_OPTIONS,
  HELD_LAYER_OPTIONS,
  LAYER_BACKWARD_OPTIONS,
  LAYER_OPTIONS,
} from "./option-names.js";
export { readKeep, readOptions, type ReadOptions } from "./options.js";
export {
  anglesAt,
  checkAngles,
  ofBase,
  powersOf,
  MOST_TURNED,
  readNumber,
  readTurn,
  rowsOfTables,
  type Turn,
} from "./rotary.js";
export { readSelfAttention } from "./self-attention.js";
export { publicObject, type PublicMembers } from "./public-object.js";
export {
  bytesText,
  checkNamed,
  checkNames,
  checkObject,
  cutName,
  cutText,
  isPlain,
  kindOf,
  listText,
  nearest,
  shapeText,
  shownText,
  tagOfObject,
} from "./sentences.js";
export {
  LAYER_SESSION_OPTIONS,
  readLayerSession,
  readSession,
  SESSION_OPTIONS,
  SESSION_INSIDE,
  SESSION_SIZES,
  WORKERS_INSIDE,
  WRITTEN,
  type Keepable,
  type SessionArguments,
  type Lender,
  type PassRun,
  type PassTensor,
  type SessionInside,
  type SessionPass,
} from "./session.js";
export { alibiSlopes } from "./slopes.js";
export { writeInputs } from "./write-inputs.js";
export { readTensor, row, tensor, tensorOf, type GivenTensors, type ReadTensor } from "./tensor.js";
export {
  GrowingText,
  idsOf,
  isPlace,
  readStop,
  readTokenizer,
  readTokens,
  textOf,
  type AbortSignalLike,
  type ReadTokenizer,
  type TokenizerLike,
} from "./text.js";
