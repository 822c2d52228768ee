// The lesson: attention without learned matrices. Word vectors in a plane, ω = X·Xᵀ, softmax, and the mixtures z.
import type { Heed } from "heed";
import type { AttentionMatrix } from "heed/element";
import { seededRandom } from "heed/train";
import { REACH } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import {
  askQuestions,
  asymmetry,
  layerOf,
  openCells,
  rowOf,
  rowsOf,
  showAsymmetry,
  showMatrix,
  showSteps,
} from "../../rooms/lesson/index.js";
import { bindChallenge, judge } from "./challenge-view.js";
import { drawSum } from "./figures.js";
import { drawPlanes, highlight, letDrag } from "./plane-view.js";
import { questionsOf } from "./questions.js";
import { drawScore, followScores } from "./score-view.js";
import { moveWord, named, page, points, WORDS } from "./state.js";

letDrag();
bindChallenge();
byId("x").addEventListener("matrix-edit", (event) => {
  event.preventDefault();
  const { row, column, value } = event.detail;
  const [x, y] = points()[row]!;
  moveWord(row, column === 0 ? { x: value, y } : { x, y: value });
});

byId("scatter").addEventListener("click", () => {
  const seed = page.state.seed + 1;
  const generator = seededRandom(seed);
  const x = page.state.x.map(() => Math.round((2 * generator.uniform() - 1) * 0.7 * REACH * 100) / 100);
  page.set({ seed, x, challenge: false });
});

for (const id of ["omega", "alpha", "z", "x"]) {
  for (const type of ["matrix-focus", "matrix-hover"] as const) {
    byId(id).addEventListener(type, ({ detail }) => {
      highlight(detail);
      if (detail !== null && detail.row !== page.state.row) page.set({ row: detail.row });
    });
  }
}

followScores();
showSteps(page, { query: "#x", key: "#x", scores: "#omega", weights: "#alpha", value: "#x", output: "#z" });
void askQuestions(page, questionsOf);
void page.withCore((heed) => page.onChange(() => draw(heed)));

function draw(heed: Heed): void {
  // Without projections q = k = v = x. There is no scale.
  const words = WORDS.map((word) => page.text(word));
  const layer = layerOf(heed, { tokens: words, x: points() });
  const { raw, weights, output } = layer.kept;
  openCells("layer", layer, { omega: "raw", alpha: "weights", z: "output" });
  const columns = [page.text("frame.axis-thing"), page.text("frame.axis-state")] as const;
  showMatrix("x", { data: page.state.x, shape: [WORDS.length, 2] }, { rows: words, columns });
  showMatrix("omega", raw, { rows: words, columns: words });
  showMatrix("alpha", weights, { rows: words, columns: words });
  showMatrix("z", output, { rows: words, columns });
  for (const id of ["x", "omega", "alpha", "z"]) (byId(id) as AttentionMatrix).row = page.state.row;
  const own = rowsOf(raw).filter((row, word) => row[word] === Math.max(...row)).length;
  showAsymmetry("omega-asymmetry", layer, "raw");
  showAsymmetry("alpha-asymmetry", layer, "weights");
  page.fill(byId("own-count"), "own-count", { own, all: WORDS.length });
  drawPlanes(words, output);
  drawScore();
  drawSum(byId<SVGSVGElement>("sum"), named(), rowOf(weights, page.state.row));
  page.fill(byId("sum-said"), "sum-said", { word: words[page.state.row]! });
  judge(weights);
  const rows = points().map((point) => [...point]);
  page.playground(
    linkTo("plain", { text: words.join(" "), width: 2, x: { from: "numbers", rows }, followed: page.state.row }),
  );
  page.say("said", { own, all: WORDS.length, asymmetry: digits(asymmetry(raw)) });
}
