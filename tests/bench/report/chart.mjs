// The README's bar chart: the short list of a run as SVG, readable on light and dark ground.
import { number, shortList } from "./tables.mjs";
import { bestOfPeers } from "./words.mjs";

const LABELS = 190,
  BARS = 430,
  BAR = 14,
  GROUP = 3 * BAR + 18,
  HEAD = 34;
const INKS = ["#0f766e", "#5eaaa2", "#8a8f98"];

const text = (x, y, words, more = "") => `<text x="${x}" y="${y}"${more}>${words}</text>`;

/** One group of three bars for each shape: relaxed-simd, simd, and the fastest of the other wasm libraries. */
export function chart(run) {
  const lines = shortList(run);
  const largest = Math.max(...lines.flatMap(({ heed, peer }) => [...heed, peer].map(({ gflops }) => gflops)));
  const names = [...lines[0].heed.map(({ name }) => `heed ${name}`), `${bestOfPeers(run)} in wasm`];
  const legend = names.map((name, i) => {
    const x = LABELS + [0, 150, 250][i];
    return `<rect x="${x}" y="8" width="12" height="12" fill="${INKS[i]}"/>${text(x + 17, 18, name)}`;
  });
  const groups = lines.map(({ shape, heed, peer }, at) => {
    const top = HEAD + at * GROUP;
    const bars = [...heed, peer].map(({ gflops }, i) => {
      const width = ((gflops / largest) * BARS).toFixed(1);
      const y = top + i * BAR;
      return (
        `<rect x="${LABELS}" y="${y}" width="${width}" height="${BAR - 2}" fill="${INKS[i]}"/>` +
        text((LABELS + Number(width) + 5).toFixed(1), y + BAR - 4, number(gflops))
      );
    });
    return text(LABELS - 10, top + 1.5 * BAR + 3, shape, ' text-anchor="end"') + bars.join("");
  });
  const width = LABELS + BARS + 45;
  const height = HEAD + lines.length * GROUP;
  const said = lines.map(
    ({ shape, heed, peer }) => `${shape}: ${[...heed, peer].map(({ gflops }) => number(gflops)).join(", ")}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img">`,
    `<title>GFLOP/s, longer is faster. ${names.join(", ")}. ${said.join("; ")}</title>`,
    "<style>text{font:12px system-ui,sans-serif;fill:#1f2328}",
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}}</style>",
    ...legend,
    ...groups,
    "</svg>\n",
  ].join("\n");
}
