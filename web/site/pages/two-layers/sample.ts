// One text of the training. The first copy is plain; what can be known is marked.
import { seededRandom } from "heed/train";
import { byId } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { drawTexts, letterOf } from "./task.js";

export function drawSample(seed: number): void {
  const { ids, answers } = drawTexts(seededRandom(seed), 1);
  const copy = answers.findIndex((answer) => answer >= 0);
  const letters = Array.from(ids, letterOf);
  byId("sample").replaceChildren(
    make("span", {}, letters.slice(0, copy).join(" ")),
    " ",
    make("b", {}, letters.slice(copy).join(" ")),
  );
}
