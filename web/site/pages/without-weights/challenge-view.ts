// The challenge: at one length, let “tired” give “animal” more than itself.
import type { Tensor } from "heed";
import { byId } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { percent, rowOf } from "../../rooms/lesson/index.js";
import { atOneLength, missing } from "./challenge.js";
import { ANIMAL, TIRED } from "./places.js";
import { page, points } from "./state.js";

/** The most that “tired” gave to “animal” since the challenge began. */
let most = 0;

const oneLength = (): number[] => points().flatMap(atOneLength);

/** Ties the challenge to its controls. */
export function bindChallenge(): void {
  byId("one-length").addEventListener("click", () => page.set({ x: oneLength() }));
  page.bind("challenge");
  byId("challenge").addEventListener("input", () => {
    most = 0;
    if (page.state.challenge) page.set({ x: oneLength(), row: TIRED });
  });
}

/** How near the reader comes to the goal of the challenge. */
export function judge(weights: Tensor): void {
  byId("judged").hidden = !page.state.challenge;
  if (!page.state.challenge) return;
  const row = rowOf(weights, TIRED);
  most = Math.max(most, row[ANIMAL]!);
  const gap = missing(points()[TIRED]!, points()[ANIMAL]!);
  page.fill(byId("judged"), "judged", {
    other: percent(row[ANIMAL]!),
    own: percent(row[TIRED]!),
    most: percent(most),
    gap: digits(Math.max(0, gap)),
  });
}
