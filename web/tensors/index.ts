// Files of tensors, for models, training and the viewer. Nothing here has words for a reader: each caller has its own.
export { sourceOf, type AnyBytes, type AnyFile, type Source } from "./bytes.js";
export { kindOfFile, type FileKind } from "./kinds.js";
export { brains, halves } from "./numbers.js";
export {
  headerEnd,
  readHeader,
  SAFE_BEGIN,
  type Damage,
  type Refuse,
  type TensorPlace,
  type TensorsHeader,
} from "./safetensors.js";
export { STORED_TYPES, type StoredType } from "./stored.js";
export { TABLE, tableOf, type TableWeights, type TensorEntry, type TensorTable } from "./table.js";
