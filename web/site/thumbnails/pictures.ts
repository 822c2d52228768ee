// What each lesson's picture shows, by the lesson's name.
import { tensor, type Heed, type Tensor } from "heed";
import { descent } from "./descent.js";
import { compass, drawn, oneHot } from "./numbers.js";
import { arcs, arrow, bars, cells, curve, dots, spot } from "./shapes.js";

type Draw = (heed: Heed) => readonly SVGElement[];

export const PICTURES: Readonly<Record<string, Draw>> = {
  // A query between nine keys takes of each by its weight.
  "look-up": (heed) => {
    const keys = compass(0, 40, 80, 120, 160, 200, 240, 280, 320);
    const [query] = compass(55) as [number[]];
    const { weights } = weightsOf(heed, [query], keys, 1.6);
    const spokes = keys.flatMap(([x, y], at) => arrow([x! * share(weights, at), y! * share(weights, at)], "v"));
    return [...keys.map((key) => spot(key, "k")), ...spokes, ...arrow(query, "q")];
  },
  // Words of two kinds find their like.
  "without-weights": (heed) => {
    const words = compass(10, 95, 20, 80, 350);
    return cells(weightsOf(heed, words, words, 3).weights, "accent");
  },
  // Each word splits into a query and a key.
  projections: (heed) => {
    const words = compass(80, 200, 320);
    const weights = {
      queryWeight: [
        [0.4, 0.6],
        [-0.7, 0.5],
      ],
      keyWeight: [
        [0.7, -0.3],
        [0.5, 0.6],
      ],
      valueWeight: [
        [1, 0],
        [0, 1],
      ],
    };
    const { q, k } = heed.selfAttention(words, weights, { keep: ["q", "k"] });
    return words.flatMap((word, at) => [...arrow(rowOf(q, at), "q", word), ...arrow(rowOf(k, at), "k", word)]);
  },
  // One row of weights, and the value vectors' blend below.
  "one-query": (heed) => {
    const { weights, output } = heed.attention(drawn(5, 1, 4, 2), drawn(11, 7, 4, 2), drawn(8, 7, 7), {
      keep: ["weights"],
    });
    const line = { x: 8, width: 80 };
    const blend = output.data.map(Math.abs);
    return [
      ...bars(weights.data, "accent", { ...line, y: 4, height: 34 }, Math.max(...weights.data)),
      ...bars(blend, "v", { ...line, y: 44, height: 16 }, Math.max(...blend)),
    ];
  },
  // The loss falls while the query turns towards the right key.
  learned: (heed) => {
    const losses = descent(heed, { dim: 8, steps: 40, rate: 1.5, scale: "sqrt-dk" });
    return [curve(losses, "accent", losses[0]!)];
  },
  // The same scores, with the division and without it.
  "why-root-dk": (heed) => {
    const [q, k] = [drawn(3, 1, 512, 1.7), drawn(4, 20, 512, 1.7)];
    return (["sqrt-dk", "none"] as const).flatMap((scale, at) => {
      const { data } = heed.attention(q, k, k, { scale, keep: ["weights"] }).weights;
      return bars(data, at === 0 ? "accent" : "q", { x: 8, y: 4 + 32 * at, width: 80, height: 24 }, Math.max(...data));
    });
  },
  // Two trainings from one start: one comes down, the other hardly moves.
  "train-it-twice": (heed) => {
    const [scaled, plain] = (["sqrt-dk", "none"] as const).map((scale) =>
      descent(heed, { dim: 64, steps: 60, rate: 1.5, scale }),
    ) as [number[], number[]];
    const top = Math.max(...scaled, ...plain);
    return [curve(scaled, "accent", top), curve(plain, "q dashed", top)];
  },
  // One word beside two others: two context vectors.
  context: (heed) => {
    const [bank, river, money] = compass(90, 200, 340) as [number[], number[], number[]];
    const contexts = [river, money].map((other) => weightsOf(heed, [bank], [bank, other], 0.4).output);
    const ends = contexts.map((output) => rowOf(output, 0));
    const words = [bank, river, money].flatMap((word) => arrow(word, "ink"));
    return [...words, ...arrow(ends[0]!, "v", bank), ...arrow(ends[1]!, "o", bank)];
  },
  // Two heads look to different places.
  "several-heads": (heed) => {
    const x = drawn(21, 7, 8, 1.6);
    const inputs = { queryWeight: drawn(31, 8, 8), keyWeight: drawn(32, 8, 8), valueWeight: drawn(33, 8, 8) };
    const { data } = heed.selfAttention(x, { ...inputs, heads: 2 }, { keep: ["weights"] }).weights;
    const row = (head: number): Float32Array => data.subarray((head * 7 + 3) * 7, (head * 7 + 4) * 7);
    return [...arcs(row(0), 3, "q", 1), ...arcs(row(1), 3, "o", -1), ...dots(7)];
  },
  // Nobody looks ahead.
  "order-and-masks": (heed) => {
    const x = drawn(41, 7, 4, 1.2);
    return cells(heed.attention(x, x, x, { causal: true, keep: ["weights"] }).weights, "accent");
  },
  // A sequence that repeats: each token looks behind the last place where it stood.
  "two-layers": (heed) => {
    const tokens = Array.from({ length: 12 }, (_, at) => at % 6);
    const before = tokens.map((_, at) => tokens[at - 1]);
    const [q, k] = [oneHot(tokens, 6, 4), oneHot(before, 6, 4)];
    return cells(heed.attention(q, k, k, { causal: true, keep: ["weights"] }).weights, "accent");
  },
  // Rows of a large product; a tile of them at a time.
  "under-the-hood": (heed) => {
    const { weights } = heed.attention(drawn(51, 8, 16, 1.5), drawn(52, 12, 16, 1.5), drawn(53, 12, 4), {
      keep: ["weights"],
    });
    const part = (from: number): Tensor => tensor(weights.data.slice(from * 12, (from + 4) * 12), [4, 12]);
    return [
      ...cells(part(0), "accent", { x: 3, y: 2, width: 90, height: 28 }),
      ...cells(part(4), "ink", { x: 3, y: 34, width: 90, height: 28 }),
    ];
  },
};

function weightsOf(heed: Heed, queries: number[][], keys: number[][], scale: number) {
  return heed.attention(queries, keys, keys, { scale, keep: ["weights"] });
}

const share = ({ data }: Tensor, at: number): number => data[at]! / Math.max(...data);

function rowOf({ data, shape }: Tensor, row: number): number[] {
  const columns = shape.at(-1)!;
  return Array.from(data.slice(row * columns, (row + 1) * columns));
}
