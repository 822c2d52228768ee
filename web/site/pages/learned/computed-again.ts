// The question's attention and its gradients, computed again by the core of the page: so the numbers of the table open
// in the inspector. Its queries, keys and values come from the training.
import { tensor, type Heed, type Tensor } from "heed";
import { softmaxCrossEntropy } from "heed/train";
import { attentionOf, type Computation } from "../../rooms/lesson/index.js";
import type { Moment, Watched } from "./timeline.js";

export function questionOf(heed: Heed, { words, right }: Watched, { question }: Moment): Computation {
  const { q, outputWeight } = question;
  const dim = q.length;
  const rows = (data: Float32Array): Tensor => tensor(data.slice(), [data.length / dim, dim]);
  const [asked, k, v] = [rows(q), rows(question.k), rows(question.v)];
  const computation = attentionOf(heed, { tokens: words.slice(-1), keyTokens: words, q: asked, k, v });
  const dOutput = rows(slopesOf(computation.kept.output.data, outputWeight, right));
  const { dWeights, dScores } = heed.attentionBackward(asked, k, v, dOutput, { keep: ["dWeights", "dScores"] });
  return { ...computation, kept: { ...computation.kept, dOutput, dWeights, dScores } };
}

/** The slope of the loss in each number of the context vector: back through the logits. */
function slopesOf(context: ArrayLike<number>, outputWeight: Float32Array, right: number): Float32Array {
  const dim = context.length;
  const names = outputWeight.length / dim;
  const logits = Float32Array.from({ length: names }, (_, name) => {
    let sum = 0;
    for (let c = 0; c < dim; c++) sum += context[c]! * outputWeight[c * names + name]!;
    return sum;
  });
  const slopes = new Float32Array(names);
  softmaxCrossEntropy(logits, [right], slopes);
  return Float32Array.from({ length: dim }, (_, c) =>
    slopes.reduce((sum, slope, name) => sum + slope * outputWeight[c * names + name]!, 0),
  );
}
