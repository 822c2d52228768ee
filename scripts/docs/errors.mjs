// The sentences of every error, read from the sources of the package: web/site/docs/errors.md lists them, and the
// search finds what a reader pastes.
//
// Usage: node scripts/docs/errors.mjs   (writes the list)
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { root } from "../setup/checkout.mjs";
import { unescaped } from "./highlight.mjs";
import { slug } from "./markdown.mjs";

const ROOMS = ["lib", "layers", "train", "rotary", "model", "gguf", "workers", "element", "show", "draw", "page"];

/**
 * What sentences speak of, where that is explained, and the files that hold them. The first that fits counts.
 * @type {[title: string, href: string, files: RegExp][]}
 */
const SUBJECTS = [
  ["Starting heed", "running.md", /^lib\/load\//],
  [
    "Tensors, shapes and heads",
    "index.md#two-ways-to-hold-numbers",
    /^lib\/read\/(attention|half|heads|nested|tensor)/,
  ],
  ["Masks and bias", "masks.md#masks-causal-padding-your-own", /^lib\/read\/(broadcast|key-mask)/],
  ["Positions: causal, window, ALiBi", "api.md#all-options", /^lib\/read\/(positions|slopes)/],
  ["Rotary", "rotary.md", /^(lib\/read\/rotary|rotary\/)/],
  ["Packed sequences and documents", "masks.md#packed-sequences", /^lib\/read\/(packing|documents)/],
  ["Names that other libraries have", "from-pytorch.md", /^lib\/read\/foreign/],
  ["Caches", "cache.md", /cache\.ts$/],
  ["Memory", "sessions.md#how-much-memory", /^lib\/(read\/room|call\/(memory|block))/],
  ["Weights of a layer", "from-pytorch.md#nnmultiheadattention", /^lib\/read\/(layer|self-attention)/],
  ["fromTorch", "from-pytorch.md#nnmultiheadattention", /^lib\/plain\/torch/],
  ["Merging parts of the keys", "../../lib/plain/merge.ts#mergeAttention", /^lib\/plain\/merge/],
  ["Sessions, and what was disposed of", "sessions.md", /^lib\/(call|read\/(session|sealed|holder))/],
  ["heed/layers", "layers.md", /^layers\//],
  ["heed/train", "training.md", /^train\//],
  ["heed/model", "own-model.md", /^model\//],
  ["heed/gguf", "own-model.md", /^gguf\//],
  ["heed/workers", "workers.md", /^workers\//],
  ["The element", "element.md", /^element\//],
  ["What a picture is given", "drawing.md", /^show\//],
  ["heed/draw", "drawing.md", /^draw\//],
  ["heed/page", "take-it-with-you.md", /^page\//],
  ["Other options", "api.md#all-options", /^/],
];

export const ERRORS = path.join(root, "web/site/docs/errors.md");

/** The text of errors.md with a new list. */
export const withSentences = (text) =>
  text.replace(
    /(<!-- sentences:begin -->\n)[^]*(<!-- sentences:end -->)/,
    (_, begin, end) => `${begin}\n${listed()}\n${end}`,
  );

function listed() {
  const found = ROOMS.flatMap((room) => sentencesOf(path.join(root, "web"), room));
  const parts = SUBJECTS.map(([title, href], at) => {
    const own = found.filter(({ file }) => SUBJECTS.findIndex(([, , files]) => files.test(file)) === at);
    const items = Array.from(byText(own), ([text, codes]) => `- ${asMarkdown(text)}${codesText(codes)}\n`);
    return items.length === 0 ? "" : `## ${title}\n\nThe guide: [${title}](${href}).\n\n${items.join("")}`;
  });
  return parts.filter(Boolean).join("\n");
}

/** The codes of each text. */
function byText(found) {
  const texts = new Map();
  for (const { text, codes } of found) texts.set(text, [...(texts.get(text) ?? []), ...codes]);
  return texts;
}

/** What follows a sentence: ` ("shape")`. */
const codesText = (codes) =>
  codes.length === 0 ? "" : ` (${[...new Set(codes)].map((code) => `"${code}"`).join(" or ")})`;

/** A text as Markdown that shows each of its characters. */
const asMarkdown = (text) => text.replace(/[\\`*<]|(?<![a-z0-9])_|_(?![a-z0-9])|^[-+>#]/gi, "\\$&");

/** The same list as HTML, where each sentence has a place that the search finds. */
export function withPlaces(html) {
  const taken = new Set();
  let title = "";
  return html.replace(/<h2 [^>]*data-find="([^"]*)"|<li>(.*?)<\/li>/g, (whole, heading, item) => {
    if (heading !== undefined) title = heading;
    return item === undefined ? whole : `<li id="${placeOf(unescaped(item), taken)}" data-find="${title}">${item}</li>`;
  });
}

function placeOf(text, taken) {
  const words = slug(text).split("-").filter(Boolean).slice(0, 8).join("-");
  let id = `says-${words}`;
  for (let at = 2; taken.has(id); at++) id = `says-${words}-${at}`;
  taken.add(id);
  return id;
}

function sentencesOf(web, room) {
  const files = readdirSync(path.join(web, room), { encoding: "utf8", recursive: true }).filter((file) =>
    // The texts of pictures and the names of models are no errors.
    /(?<!\bwords|\bmodels)\.ts$/.test(file),
  );
  const sources = files.sort().map((name) => {
    const file = `${room}/${name.split(path.sep).join("/")}`;
    return ts.createSourceFile(file, readFileSync(path.join(web, file), "utf8"), ts.ScriptTarget.Latest, true);
  });
  const makers = makersIn(sources);
  return sources.flatMap((source) =>
    textsIn(source, makers, [])
      .filter(({ text }) => isSaid(text))
      .map(({ text, codes }) => ({ file: source.fileName, text: withoutCall(text), codes })),
  );
}

/** Each text of a file, a literal or several that are joined, and the codes of the error that it is a part of. */
function textsIn(node, makers, codes) {
  const text = textOf(node);
  if (text !== undefined) return [{ text, codes }];
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return [];
  const own = codesOf(node, makers) ?? codes;
  const found = [];
  ts.forEachChild(node, (child) => void found.push(...textsIn(child, makers, own)));
  return found;
}

/** The codes of a call that makes an error: `fault("shape", …)`, or `config.refuse("…")`. */
function codesOf(node, makers) {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  if (name === "fault") return literalsIn(node.arguments[0]);
  return name === "numberFault" ? ["type", "value"] : makers.get(name);
}

function literalsIn(node) {
  if (ts.isStringLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  return [];
}

/** The functions of a room that make errors of one code, by their names. */
function makersIn(sources) {
  const makers = new Map();
  const visit = (node, around) => {
    const isNamed = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node);
    const name = isNamed && ts.isIdentifier(node.name) ? node.name.text : around;
    const codes = codesOf(node, makers);
    if (codes) makers.set(name, [...new Set([...(makers.get(name) ?? []), ...codes])]);
    ts.forEachChild(node, (child) => visit(child, name));
  };
  for (const source of sources) visit(source, "");
  return new Map([...makers].filter(([, codes]) => codes.length === 1));
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : (left ?? "…") + (right ?? "…");
}

/** Styles and lists of names are no sentences, and four words tell little. */
const isSaid = (text) =>
  !/\n|^@/.test(text) &&
  (text.match(/\p{L}{2,}/gu) ?? []).length >= 5 &&
  /\b(an?|and|are|did|give|has|have|is|it|leave|make|must|needs?|no|the|take|use|was|write)\b/i.test(text);

/** A sentence without the name of the call that it begins with. */
const withoutCall = (text) =>
  text
    .replace(/^(…|[\w/…]+\.[\w…]+|<attention-matrix>): /, "")
    .replace(/^[ ;,]+/, "")
    .trim();

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(ERRORS, withSentences(readFileSync(ERRORS, "utf8")));
