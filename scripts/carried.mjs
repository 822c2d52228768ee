// Packs the wasm of both flavours into what web/lib/carried.ts unpacks: simd first, relaxed-simd after it. LZMA finds over nine
// tenths of the second in the first, and packs a fifth smaller than deflate. Node has no LZMA, python3 has (Emscripten needs it anyway).
import { execFileSync } from "node:child_process";

/** No header; the size is told apart. The three settings are the ones that web/lib/lzma.ts unpacks. */
const PACK = `
import lzma, sys
settings = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 20, "nice_len": 273}
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), format=lzma.FORMAT_RAW, filters=[settings]))
`;

export function packCarried(simd, relaxed) {
  return {
    packed: packLzma(Buffer.concat([simd, relaxed])).toString("base64"),
    simdSize: simd.length,
    relaxedSize: relaxed.length,
  };
}

function packLzma(bytes) {
  const python = process.env.EMSDK_PYTHON ?? "python3";
  try {
    return execFileSync(python, ["-c", PACK], { input: bytes, stdio: ["pipe", "pipe", "pipe"] });
  } catch (error) {
    const reason = error.stderr?.toString().trim().split("\n").pop() || error.message;
    throw new Error(
      `carried: ${python} could not pack the wasm by LZMA (${reason}). It needs Python 3 with its lzma module; Debian's package python3 has it.`,
    );
  }
}
