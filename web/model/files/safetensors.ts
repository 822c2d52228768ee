// The tensors of a safetensors file, and the words for what is wrong with one.
import { bytesText, cutName, cutText, fault, shapeText } from "../../lib/read/index.js";
import { headerEnd, kindOfFile, readHeader, SAFE_BEGIN, type Damage, type TensorEntry } from "../../tensors/index.js";
import type { NamedSource } from "./source.js";

/** A tensor of a file. */
export interface Entry extends TensorEntry {
  /** For a part of a tensor: its bytes are one of `parts` equal runs, in each of `groups`. */
  readonly cut?: { readonly of: Entry; readonly groups: number; readonly parts: number; readonly part: number };
}

/** What to do with a file that another program reads. */
const SAVE = "heed opens safetensors: model.save_pretrained(folder) of transformers writes it";

/** What makes safetensors of a pytorch_model.bin, whatever model it is. Tensors that are one become two. */
const CONVERT =
  "heed opens safetensors. Two lines of Python make it of this file:\n" +
  "import torch, safetensors.torch as st\n" +
  "st.save_file({name: one.clone().contiguous() for name, one in " +
  'torch.load("pytorch_model.bin", weights_only=True).items()}, "model.safetensors")\n' +
  "Then give that one";

/** Files that hold weights, but not as safetensors. */
const OTHERS: Readonly<Record<string, string>> = {
  "git-lfs": "is a pointer of Git LFS, not the file itself. Load the file (git lfs pull)",
  zip: "is a zip file, such as PyTorch's .bin and .pt",
  pickle: "is a pickle of Python, which could run code",
  hdf5: "is an HDF5 file",
  onnx: "looks like an ONNX file",
  markup: "is a web page, or XML",
  json: "is JSON",
};

export async function readEntries(where: string, source: NamedSource): Promise<Entry[]> {
  const { name, size } = source;
  const fail = (what: string): never => {
    throw fault("file", `${where}: ${name} ${what}.`);
  };
  const refuse = refusing(fail);
  const begin = await source.read(0, Math.min(size, 24));
  const kind = kindOfFile(begin)!;
  if (OTHERS[kind]) fail(`${OTHERS[kind]}. ${kind === "zip" || kind === "pickle" ? CONVERT : SAVE}`);
  const end = headerEnd(begin, size, refuse);
  const { tensors } = readHeader(await source.read(SAFE_BEGIN, end), size, refuse);
  return tensors.map((tensor) => ({ ...tensor, source }));
}

/** Says what is wrong, after the name of the file. */
const refusing =
  (fail: (what: string) => never) =>
  (damage: Damage): never => {
    const called = "name" in damage ? `"${cutName(damage.name)}"` : "";
    switch (damage.what) {
      case "long": {
        const [length, most] = [bytesText(damage.length), bytesText(damage.most)];
        return fail(
          `is cut off, or is not a safetensors file: its header takes ${length}, and there is room for ${most}`,
        );
      }
      case "entry":
        return fail(`has no dtype, shape and data_offsets for the tensor ${called}`);
      case "overlap":
        return fail(`says that the tensors ${called} and "${cutName(damage.other)}" share bytes`);
      case "cut":
        return fail(`is cut off: the tensor ${called} ends at byte ${damage.to}, the file at ${damage.size}`);
      case "span": {
        const { shape, type, from, to, needed } = damage;
        return fail(
          `says that the tensor ${called} of shape ${shapeText(shape)} and type ${cutText(type)} has ` +
            `${to - from} bytes, not ${needed}`,
        );
      }
      default:
        return fail(`has a header that is not a JSON object: ${cutText(damage.reason)}`);
    }
  };
