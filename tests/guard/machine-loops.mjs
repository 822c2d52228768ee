// The innermost loops of the machine code that V8's optimising compiler makes, from the listing that node prints.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// Node prints wasm code when it is compiled. Without the baseline compiler all of it is optimised code.
const FLAGS = ["--no-liftoff", "--print-wasm-code"];

/** Enough for a listing of a few hundred functions. */
const LISTING_BYTES = 2 ** 27;

/** The listing of every wasm function that a script runs in this Node. */
export function listing(script, args, flags = []) {
  const run = spawnSync(process.execPath, [...FLAGS, ...flags, fileURLToPath(script), ...args], {
    encoding: "utf8",
    maxBuffer: LISTING_BYTES,
  });
  if (run.status !== 0) throw new Error(`The listing could not be made:\n${run.stderr.slice(-2000)}`);
  return run.stdout;
}

// 0x2c21f5ddab71   131  768d                 jna 0x2c21f5ddab00  <+0xc0>
const LINE = /^0x[0-9a-f]+ +([0-9a-f]+) +[0-9a-f]+ +(.*)$/;
const JUMP = /^j[a-z]+ .*<\+0x([0-9a-f]+)>/;

function instructionsOf(code) {
  return code.split("\n").flatMap((line) => {
    const match = LINE.exec(line);
    return match ? [{ at: parseInt(match[1], 16), text: match[2].trim() }] : [];
  });
}

/**
 * The spans from the target of a backward jump to the jump, where no other such span is inside. V8 moves rare code
 * (its interrupt check) after the function's end, with a call and a jump back. Spans with a call are such code, and
 * left out.
 */
function loopsOf(instructions) {
  const spans = instructions.flatMap(({ at, text }) => {
    const target = JUMP.exec(text);
    return target && parseInt(target[1], 16) <= at ? [{ from: parseInt(target[1], 16), to: at }] : [];
  });
  const inside = ({ from, to }) => instructions.filter(({ at }) => at >= from && at <= to).map(({ text }) => text);
  const innermost = spans.filter(
    (span) => !spans.some((other) => other !== span && other.from >= span.from && other.to <= span.to),
  );
  return innermost.map(inside).filter((texts) => !texts.some((text) => text.startsWith("call")));
}

/** @returns {string[][]} the instructions of each innermost loop */
export function innermostLoops(text) {
  return text.split("--- WebAssembly code ---").flatMap((code) => loopsOf(instructionsOf(code)));
}
