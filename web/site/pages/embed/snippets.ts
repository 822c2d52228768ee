// Code to paste into another page.

export interface Own {
  readonly words: readonly string[];
  readonly x: readonly (readonly number[])[];
  readonly label: string;
}

/** Safe inside <script>: no tag in a text can end the script. */
const literal = (text: string): string => JSON.stringify(text).replaceAll("<", "\\u003c");

const list = (parts: readonly (string | number)[], between = ", "): string => `[${parts.join(between)}]`;

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

const body = ({ words, x }: Own): string => `const words = ${list(words.map(literal))};
const x = ${list(
  x.map((row) => list(row)),
  ",\n  ",
)};
const options = { keep: ["weights"] };
const { weights } = core.selfAttention(x, options);
const element = document.querySelector("#weights");
element.rowLabels = element.columnLabels = words;
element.matrix = weights;`;

const indented = (text: string, by: number): string => text.replace(/^/gm, " ".repeat(by));

/** Needs one file beside the page, and works from disk. */
export function scriptSnippet(own: Own): string {
  return `<script src="heed-embed.js"></script>
<attention-matrix id="weights" kind="weights"
  label="${attribute(own.label)}"></attention-matrix>
<script>
  heed.load().then((core) => {
${indented(body(own), 4)}
  });
</script>`;
}

/** For a bundler, after npm install heed. */
export function moduleSnippet(own: Own): string {
  return `import { load } from "heed";
import "heed/element";

const core = await load();
${body(own)}`;
}

/** A whole page of this site in a frame. */
export function frameSnippet(address: string, title: string): string {
  return `<iframe src="${attribute(address)}"
  title="${attribute(title)}"
  width="100%" height="720"></iframe>`;
}
