// Encoder and decoder, small: the encoder reads a sentence, the decoder writes its translation. Their weights are drawn
// from a seed and not trained.
//
//   words ── rows ── the encoder ──────────────────┐ keys and values
//   words so far ── rows ── the decoder ── the look across ── norm ── last matrix ── softmax ── the next word
//
//   the encoder, the decoder:  x ← x + heads(norm(x))      the look across:  x ← x + heads(norm(x), encoder's rows)
//   after the encoder, and after the look across:        x ← x + net(norm(x))
import type { Heed, Tensor } from "heed";
import { feedForward, layerNorm, linear } from "heed/layers";
import { seededRandom } from "heed/train";
import { layerOf, plus, rowsFrom, sharesOf, withoutHeads, type LogitShare } from "../../rooms/lesson/index.js";
import type { HeadPlace, MachineLayer, MachineRun } from "../../rooms/machine/index.js";

export const SOURCE = ["the", "cat", "sat", "because", "it", "was", "tired"] as const;
export const TARGET = ["die", "Katze", "saß"] as const;
/** What the decoder can write. The last ends the sentence. */
export const VOCABULARY = [...TARGET, "weil", "sie", "müde", "war", "."] as const;

const DIM = 8;
const HEADS = 2;
const HIDDEN = 4 * DIM;

const WORDS = [...SOURCE, ...TARGET];
const [READ, WRITTEN] = [[0, SOURCE.length] as const, [SOURCE.length, WORDS.length] as const];
/** The looks in their order. Each title is a key of the page's texts. */
const LOOKS = [
  { lines: READ, seen: READ, net: true, options: {}, title: "the-encoder" },
  { lines: WRITTEN, seen: WRITTEN, net: false, options: { causal: true }, title: "the-decoder" },
  { lines: WRITTEN, seen: READ, net: true, options: {}, title: "the-look-across" },
] as const;
export interface BothRun extends MachineRun {
  shares(line: number): readonly LogitShare[];
}

/** The weights of all looks and nets for a seed, and what the rows begin with. */
function draw(seed: number) {
  const numbers = seededRandom(seed);
  const matrix = (rows: number, columns: number): Tensor => ({
    data: Float32Array.from({ length: rows * columns }, () => numbers.normal() / Math.sqrt(rows)),
    shape: [rows, columns],
  });
  const square = (): Tensor => matrix(DIM, DIM);
  return {
    rows: embedded(matrix(WORDS.length, DIM)),
    looks: LOOKS.map(({ net }) => ({
      weights: { queryWeight: square(), keyWeight: square(), valueWeight: square(), outputWeight: square() },
      net: net
        ? {
            hidden: { weight: matrix(DIM, HIDDEN) },
            output: { weight: matrix(HIDDEN, DIM) },
            activation: "relu" as const,
          }
        : undefined,
    })),
    last: matrix(DIM, VOCABULARY.length),
  };
}

/** A row of a table for each word, and its place in its sentence: a sine and a cosine for each frequency. */
function embedded({ data, shape }: Tensor): Tensor {
  const placed = Float32Array.from(data, (value, at) => {
    const [line, column] = [Math.floor(at / DIM), at % DIM];
    const place = line < READ[1] ? line : line - READ[1];
    const angle = place / 10 ** (Math.floor(column / 2) / 2);
    return Math.sqrt(WORDS.length) * value + (column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  });
  return { data: placed, shape };
}

/** @param title gives the text of a look's key @param off heads that are off */
export function runOf(
  heed: Heed,
  { seed, title }: { readonly seed: number; readonly title: (key: string) => string },
  off: readonly HeadPlace[] = [],
): BothRun {
  const drawn = draw(seed);
  const rows = [drawn.rows];
  const made = LOOKS.map(({ lines, seen, options }, layer) => {
    const { weights, net } = drawn.looks[layer]!;
    const before = rows[layer]!;
    const x = rowsFrom(before, lines);
    const heads = off.filter((place) => place.layer === layer).map(({ head }) => head);
    const look = layerOf(heed, {
      tokens: WORDS.slice(...lines),
      x: layerNorm(heed, x),
      ...(seen !== lines && { keyTokens: WORDS.slice(...seen), context: rowsFrom(before, seen) }),
      weights: { ...weights, outputWeight: withoutHeads(weights.outputWeight, HEADS, heads), heads: HEADS },
      options,
    });
    const looked = plus(x, look.kept.output);
    const added = net && feedForward(heed, layerNorm(heed, looked), net);
    const behind = { data: before.data.slice(), shape: before.shape };
    behind.data.set((added ? plus(looked, added) : looked).data, lines[0] * DIM);
    rows.push(behind);
    return { look, net: added };
  });
  const last = layerNorm(heed, rowsFrom(rows.at(-1)!, WRITTEN));
  const logits = linear(heed, last, { weight: drawn.last });
  const numberOf = (word: number, column: number): number => drawn.last.data[column * VOCABULARY.length + word]!;
  return {
    words: WORDS,
    layers: LOOKS.map(({ lines, seen, net, title: key }): MachineLayer => ({
      lines,
      seen,
      heads: HEADS,
      net,
      title: title(key),
    })),
    says: "next",
    rows: (depth) => rows[depth]!,
    look: (layer) => made[layer]!.look,
    net: (layer) => made[layer]!.net!,
    shares(line) {
      const row = line - WRITTEN[0];
      if (row < 0) return [];
      const at = [row, row + 1] as const;
      return sharesOf(rowsFrom(logits, at).data, rowsFrom(last, at).data, { words: VOCABULARY, numberOf });
    },
  };
}
