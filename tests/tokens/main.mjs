// Compares tokenizers on many lines, and writes which differ into differences.md.
//
//   node tests/tokens/main.mjs          10,000 lines of each form
//   node tests/tokens/main.mjs 500      as many, and nothing is written
import { writeFileSync } from "node:fs";
import { compare } from "./compare.mjs";
import { FORMS } from "./forms.mjs";

const ALL = 10_000;
const count = Number(process.argv[2] ?? ALL);

const KINDS = { newer: "newer characters", tie: "equal sums", unknown: "not explained" };
/** The list names this number of characters of a line. */
const NAMED = 44;
const short = (text) => (text.length > NAMED ? `${text.slice(0, NAMED)}…` : text);
const inCode = (text) => {
  const plain = JSON.stringify(text).slice(1, -1).replaceAll("`", "'").replaceAll("|", "¦");
  return `\`${short(plain)}\``;
};

/** Pieces that differ, each once, with how often. */
function listed(differences) {
  const counts = new Map();
  for (const { page, native } of differences) {
    const line = `${inCode(page)} for ${inCode(native)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return Array.from(counts, ([line, times]) => `- ${line}${times > 1 ? `, ${times} times` : ""}`);
}

const [rows, lists] = [[], []];
for (const name of Object.keys(FORMS)) {
  const { differences, decoded } = await compare(name, count);
  const of = (kind) => differences.filter((one) => one.kind === kind);
  const counts = [differences.length, ...Object.keys(KINDS).map((kind) => of(kind).length), decoded.length];
  rows.push(`| ${[name, ...counts].join(" | ")} |`);
  console.log(rows.at(-1));
  for (const [kind, title] of Object.entries(KINDS))
    if (of(kind).length > 0) lists.push(`### ${name}: ${title}`, "", ...listed(of(kind)), "");
}

const page = `# Tokenizers of the pages and the native ones

Written by \`node tests/tokens/main.mjs\`: ${count} lines of each form, in five groups of scripts and with what
tokenizers stumble over, cut by the pages (\`@huggingface/tokenizers\`, with what \`tokenizer.ts\` mends before it)
and by \`tokenizers\`, the native library of the same makers, which learned the vocabularies from other lines.
Node ${process.versions.node} has Unicode ${process.versions.unicode}.

| form | lines that differ | ${Object.values(KINDS).join(" | ")} | decoded otherwise |
|---|--:|--:|--:|--:|--:|
${rows.join("\n")}

- **Newer characters**: the native library has tables of older versions of Unicode, and a browser those of today. A mark
  that the one does not know is not stripped and changes no places, and a letter is no letter. Without these characters
  the lines agree.
- **Equal sums**: two ways to cut a word have the same sum of scores. The two libraries take different ones. The
  native library learns Unigram otherwise in each run, so the count of these varies.
- Not compared: Precompiled (a table of normalisation, as XLM-R and T5 have it), pairs of texts, ByteLevel that adds a
  space before the text and cuts it by itself.

## Each difference

The pieces of the pages, for those of the native library, from the first that differs.

${lists.join("\n").trim()}
`;
if (count === ALL) writeFileSync(new URL("differences.md", import.meta.url), page);
