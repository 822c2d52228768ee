// The three questions. Each answer is computed: with keys set by hand, with a changed token, with a chain of one layer.
import type { Heed } from "heed";
import { chain } from "heed/layers";
import { seededRandom } from "heed/train";
import { digits } from "../../../show/index.js";
import { largestAt } from "../../kit/index.js";
import { choiceWhere, type Checked, type Question } from "../../rooms/lesson/index.js";
import { KINDS, openNet } from "./net.js";

const DIM = 8;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", check: once(() => afterTheSecond(heed)) },
    { key: "q2", check: once(() => tokenBefore(heed)) },
    { key: "q3", check: once(() => residual(heed)) },
  ];
}

function once(compute: () => Checked): () => Checked {
  let found: Checked | undefined;
  return () => (found ??= compute());
}

/** "abcdab": a query is its token, a key is the token before. Choices: the first b, the c after it, the a before it. */
function afterTheSecond(heed: Heed): Checked {
  const text = [0, 1, 2, 3, 0, 1];
  const sharp = DIM;
  const unit = (token: number | undefined): number[] =>
    Array.from({ length: DIM }, (_, at) => (at === token ? sharp : 0));
  const q = text.map(unit);
  const k = text.map((_, place) => unit(text[place - 1]));
  const { weights } = heed.attention(q, k, q, { causal: true, keep: ["weights"] });
  const row = weights.data.subarray(5 * text.length);
  const best = largestAt(row);
  return {
    right: choiceWhere({ a: best === 1, b: best === 2, c: best === 4 }),
    numbers: { share: digits(100 * row[best]!, 0) },
  };
}

/** In one layer, the score of a key does not change when the token before it does. */
function tokenBefore(heed: Heed): Checked {
  const draw = seededRandom(3);
  const rows = (): number[][] => Array.from({ length: 4 }, () => Array.from({ length: DIM }, () => draw.normal()));
  const weight = (): number[][] => Array.from({ length: DIM }, () => Array.from({ length: DIM }, () => draw.normal()));
  const [x, other] = [rows(), rows()];
  const weights = { queryWeight: weight(), keyWeight: weight(), valueWeight: weight() };
  const scoreIn = (text: number[][]): number =>
    heed.selfAttention(text, { ...weights, keep: ["scores"] }).scores.data[14]!;
  const changed = x.map((row, place) => (place === 1 ? other[1]! : row));
  const difference = Math.abs(scoreIn(x) - scoreIn(changed));
  const [two, one] = KINDS.map((kind) => weightsIn(heed, kind));
  return {
    right: choiceWhere({ a: one! < two!, b: difference > 0, c: difference === 0 && one === two }),
    numbers: { two: two!, one: one!, difference: digits(difference, 0) },
  };
}

function weightsIn(heed: Heed, kind: (typeof KINDS)[number]): number {
  const net = openNet(heed, kind, 1);
  const count = net.parameters.reduce((sum, { name, value }) => sum + (name.endsWith("Weight") ? value.length : 0), 0);
  net.dispose();
  return count;
}

/** With a residual, the output less the layer's own output is x. */
function residual(heed: Heed): Checked {
  const draw = seededRandom(4);
  const session = heed.selfAttentionSession({ tokens: 2, modelDim: DIM, output: true });
  const block = chain([session], { residual: true });
  for (const values of [session.queryWeight, session.keyWeight, session.valueWeight, session.outputWeight!])
    draw.fillNormal(values);
  draw.fillNormal(block.x);
  block.run();
  const apart = (wanted: (at: number) => number): number =>
    Math.max(...Array.from(block.output, (sum, at) => Math.abs(sum - wanted(at))));
  const right = choiceWhere({
    a: apart((at) => block.x[at]! + session.output[at]!) < 1e-6,
    b: apart((at) => session.output[at]!) < 1e-6,
    c: block.output.length > block.x.length,
  });
  block.dispose();
  return { right };
}
