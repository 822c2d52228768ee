import type { Heed } from "heed";
import { digits, powerText } from "../../../../show/index.js";
import { byId, type Page } from "../../frame/page.js";
import type { Fields } from "../../frame/state.js";
import { rowOf } from "../../training/cells.js";
import { HIGHEST_SCORE, softmaxInSingle } from "./overflow.js";

/** Four scores; the slider multiplies them. */
const SCORES = [4, 3, 1, -2] as const;

/** Said aloud only when it changes. */
let spoken = "";

export function showOverflow<F extends Fields>(page: Page<F>, heed: Heed, factor: number): void {
  const scores = SCORES.map((score) => score * factor);
  const [written, off] = [false, true].map((subtract) => softmaxInSingle(scores, subtract));
  // one query and keys of one number each: the score is their product
  const values = scores.map(() => [0]);
  const core = heed.attention(
    [[1]],
    scores.map((score) => [score]),
    values,
    { scale: "none", keep: ["weights"] },
  ).weights.data;
  const table = byId("overflow") as HTMLTableElement;
  table.tBodies[0]!.replaceChildren(
    ...scores.map((score, key) =>
      rowOf(
        digits(score, 0),
        power(written!.powers[key]!),
        digits(written!.weights[key]!),
        power(off!.powers[key]!),
        digits(off!.weights[key]!),
        digits(core[key]!),
      ),
    ),
  );
  table.tFoot!.replaceChildren(rowOf(page.text("sum"), power(written!.sum), "", power(off!.sum), "", ""));
  for (const cell of table.querySelectorAll("td")) cell.classList.toggle("broken", /NaN|∞/.test(cell.textContent!));
  const said = { largest: digits(Math.max(...scores), 0), limit: digits(HIGHEST_SCORE, 2) };
  const key = Number.isFinite(written!.sum) ? "holds" : "overflows";
  page.fill(byId("overflow-verdict"), key, said);
  if (key !== spoken && spoken !== "") page.say(key, said);
  spoken = key;
}

function power(value: number): string {
  if (!Number.isFinite(value)) return digits(value);
  return value === 0 || (value >= 1e-3 && value < 1e5) ? digits(value, 3) : powerText(value);
}
