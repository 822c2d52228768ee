// Two trainings walk through a square: across, how sure "it" is of the animal with the first ending; upwards, with the
// second. One layer stays on the diagonal, where both are the same; two layers leave it for the corner.
import type { Heed } from "heed";
import { curve } from "../../kit/charts/index.js";
import { svg } from "../../../show/index.js";
import { HEIGHT, WHOLE } from "../../rooms/thumbnails/index.js";
import { openFlip, type Shares } from "./flip.js";

const STEPS = 90;
const SEED = 1;
const COLOURS = ["k", "accent"] as const;

type Training = ReturnType<typeof openFlip>;

/** The shares after each step so far, for one layer and for two. */
let courses: readonly { readonly shares: Shares[]; readonly training: Training }[] | undefined;

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  courses ??= ([1, 2] as const).map((layers) => {
    const training = openFlip(heed, { endings: ["tired", "wide"], layers, seed: SEED, learn: true });
    return { shares: [training.about.fresh], training };
  });
  const upTo = Math.round(moment * STEPS);
  const { x, y, width } = WHOLE;
  const drawn = courses.flatMap(({ shares, training }, at) => {
    while (shares.length <= upTo) shares.push(training.step());
    const points = shares
      .slice(0, upTo + 1)
      .map(({ first, second }) => [x + width * first, y + width * (1 - second)] as const);
    const [cx, cy] = points.at(-1)!;
    const line = curve(points, { class: `line ${COLOURS[at]}${at === 0 ? " dashed" : ""}` });
    return [line, svg("circle", { class: COLOURS[at]!, cx, cy, r: 3.4 })];
  });
  const frame = `M${x} ${y}h${width}v${width}h${-width}zM${x} ${HEIGHT - y}l${width} ${-width}`;
  return [svg("path", { class: "line ink thin", d: frame }), ...drawn];
}
