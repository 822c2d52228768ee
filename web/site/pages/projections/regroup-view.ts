// (QKᵀ)V and Q(KᵀV) side by side: what regrouping saves.
import type { Heed } from "heed";
import { byId, grouped } from "../../kit/index.js";
import { digits, powerText } from "../../../show/index.js";
import { changeDetector, fillTable } from "../../rooms/lesson/index.js";
import { regroup, type Grouping } from "./regroup.js";
import { page } from "./state.js";
import { rowWithText } from "./text-row.js";

const regroupingChanged = changeDetector();

export function drawRegrouped(heed: Heed): void {
  const { tokens, seed } = page.state;
  if (!regroupingChanged(tokens, seed, page.language)) return;
  const { scoresFirst, valuesFirst, difference } = regroup(heed, tokens, seed);
  const row = (key: string, { multiplyAdds, held }: Grouping): HTMLTableRowElement =>
    rowWithText(key, grouped(multiplyAdds), grouped(held));
  fillTable("regrouped", [row("scores-first", scoresFirst), row("values-first", valuesFirst)]);
  byId("regroup-difference").textContent = powerText(difference);
  page.fill(byId("regroup-ratio"), "ratio", { ratio: digits(scoresFirst.multiplyAdds / valuesFirst.multiplyAdds, 2) });
}
