// What a file is, by its first bytes. Its name says nothing: files are renamed, and some have none.

export type FileKind =
  | ("empty" | "safetensors" | "gguf" | "ggml" | "git-lfs" | "zip" | "npy" | "pickle" | "hdf5" | "gzip")
  | ("picture" | "pdf" | "utf16" | "onnx" | "markup" | "json");

/** How files begin, one sign for each byte. The first that fits counts. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, kind: FileKind])[] = [
  [/^$/, "empty"],
  // A small number and a brace: its first bytes may be those of any other kind.
  [/^[^]{3}\0{5}\{/, "safetensors"],
  [/^version https:\/\/git-lfs/, "git-lfs"],
  [/^PK/, "zip"],
  [/^\x93NUMPY/, "npy"],
  [/^GGUF/, "gguf"],
  [/^(tjgg|lmgg|fmgg)/, "ggml"],
  [/^\x89HDF/, "hdf5"],
  [/^\x80[\x01-\x05]/, "pickle"],
  [/^\x1f\x8b/, "gzip"],
  [/^\x89PNG|^\xff\xd8/, "picture"],
  [/^%PDF/, "pdf"],
  [/^\xff\xfe|^\xfe\xff/, "utf16"],
  [/^\x08/, "onnx"],
  [/^</, "markup"],
  [/^(\xef\xbb\xbf)?\s*[[{]/, "json"],
  // A number that no file has: the reader of safetensors says so.
  [/^[^]{8}\{/, "safetensors"],
];

/** @param begin the first 24 bytes; undefined for an unknown kind */
export function kindOfFile(begin: Uint8Array): FileKind | undefined {
  const signs = String.fromCharCode(...begin.subarray(0, 24));
  return BEGINNINGS.find(([beginning]) => beginning.test(signs))?.[1];
}
