import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { digits, powerText } from "../../../show/index.js";
import { attentionOf, cellButton, fillTable, openCells, tableRow, type Page } from "../../rooms/lesson/index.js";
import { HIGHEST_SCORE, softmaxInSingle } from "./overflow.js";

/** What "it" gives to four words of the sentence. The slider multiplies these scores. */
const SCORES = { animal: 4, street: 3, tired: 1, the: -2 } as const;
const WORDS = Object.keys(SCORES);

/** The last verdict that was announced to screen readers. The next is announced only when it changes. */
let spoken = "";

export function showOverflow<F extends Fields>(page: Page<F>, heed: Heed, factor: number): void {
  const scores = Object.values(SCORES).map((score) => score * factor);
  const [written, off] = [false, true].map((subtract) => softmaxInSingle(scores, subtract));
  // The query and each key have one number, and a score is the product of two.
  const values = scores.map(() => [0]);
  const computation = attentionOf(heed, {
    tokens: ["it"],
    keyTokens: WORDS,
    q: [[1]],
    k: scores.map((score) => [score]),
    v: values,
    options: { scale: "none" },
  });
  openCells("overflow", computation);
  const core = computation.kept.weights.data;
  const rows = scores.map((score, key) =>
    tableRow(
      `${WORDS[key]}: ${digits(score, 0)}`,
      power(written!.powers[key]!),
      digits(written!.weights[key]!),
      power(off!.powers[key]!),
      digits(off!.weights[key]!),
      cellButton(digits(core[key]!), "overflow", { matrix: "weights", column: key }),
    ),
  );
  fillTable("overflow", rows, [tableRow(page.text("sum"), power(written!.sum), "", power(off!.sum), "", "")]);
  for (const cell of byId("overflow").querySelectorAll("td"))
    cell.classList.toggle("broken", /NaN|∞/.test(cell.textContent!));
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
