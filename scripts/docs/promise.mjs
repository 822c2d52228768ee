// What 1.0 will promise, in web/site/docs/promise.md: each call with its arguments and defaults, each option, type,
// event, attribute and flag. All is read from types and the tags of comments, and package.json names the entries.
//
// Usage: node scripts/docs/promise.mjs   (after build-types.mjs; writes the tables again)
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { readManifest } from "../element-manifest.mjs";
import { isWords } from "./calls.mjs";
import { callsOf, readReference } from "./reference.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const COMMAND = "web/command/options.ts";

export const PROMISE = path.join(root, "web/site/docs/promise.md");

/** The text of promise.md with new tables. */
export const withTables = (text, reference = readReference()) =>
  text.replace(
    /(<!-- tables:begin -->\n)[^]*(<!-- tables:end -->)/,
    (_, begin, end) => `${begin}\n${tables(reference)}\n${end}`,
  );

function tables(reference) {
  const entries = reference.map((entry) => entryText(entry, reference));
  return [...entries, commandText()].join("\n");
}

/** What has no default although it may be left out: options and arguments, by the names of their calls. */
export function withoutDefault(reference) {
  const options = reference.flatMap((entry) => entry.options);
  const calls = reference.flatMap(({ names }) => names.flatMap(callsWithin));
  const parameters = calls.flatMap(({ name, call }) =>
    call.parameters.map((one) => ({ ...one, name: `${name}(${one.name})` })),
  );
  return [...options, ...parameters.filter((one) => one.options === undefined && one.written === undefined)]
    .filter((one) => one.isOptional && one.default === undefined)
    .map(({ name }) => name);
}

/** The calls of a name: itself or its methods, one for each of their signatures. */
const callsWithin = ({ name, calls, members }) => [
  ...calls.map((call) => ({ name, call })),
  ...members
    .filter((member) => !member.name.startsWith("["))
    .flatMap((member) => member.calls.map((call) => ({ name: `${name}.${member.name}`, call }))),
];

// ---- an entry -------------------------------------------------------------------------------------------------------

function entryText({ entry, names, shared, options }, reference) {
  const isFunction = ({ kind }) => kind === "function";
  const callers = names.filter((one) => callsOf(one).length > 0);
  callers.sort((a, b) => Number(isFunction(b)) - Number(isFunction(a)) || callsOf(b).length - callsOf(a).length);
  const calls = callers.flatMap(callsWithin).map(({ name, call }) => [code(name), ...cellsOf(call)]);
  const known = new Set(reference.flatMap((one) => one.options.map(({ name }) => name)));
  const types = names
    .filter((one) => !isFunction(one))
    .map((one) => [code(one.name), contentOf(one, known)])
    .filter(([, content]) => content !== "");
  return [
    `## ${entry}\n`,
    tableOf(["Call", "Arguments", "Gives"], calls),
    tableOf(["Option", "Takes", "Default"], grouped(options).map(optionCells)),
    tableOf(["Type", "Has, or is"], types),
    ...(names.some(({ kind }) => kind === "class") ? elementTables() : []),
    sharedText({ names, shared }, reference),
  ]
    .filter(Boolean)
    .join("\n");
}

/** The options of a type one after another. */
function grouped(options) {
  const typeOf = ({ name }) => name.slice(0, name.lastIndexOf("."));
  const types = [...new Set(options.map(typeOf))];
  return [...options].sort((a, b) => types.indexOf(typeOf(a)) - types.indexOf(typeOf(b)));
}

const optionCells = ({ name, takes, isOptional, ...one }) => [
  code(name),
  code(takes),
  isOptional ? said(one) : "required",
];

function sharedText({ names, shared }, reference) {
  if (shared.length === 0) return "";
  const here = new Set([...shared, ...names.map(({ name }) => name)]);
  const allOf = (other) => [...other.names.map(({ name }) => name), ...other.shared];
  const whole = reference.find((other) => other.names !== names && allOf(other).every((name) => here.has(name)));
  const what = whole ? `All else that ${code(whole.entry)} exports` : listed(shared.map(code));
  return `${what} ${whole || shared.length === 1 ? "is" : "are"} exported here, too.\n`;
}

function cellsOf({ parameters, gives, waits, frees }) {
  const given = parameters.map(parameterText).join(", ");
  return [given === "" ? "–" : code(given), resultText(gives, waits) + (frees === undefined ? "" : freedText(frees))];
}

function resultText(gives, waits) {
  const what = gives === "void" ? "–" : code(gives);
  if (waits === "await") return gives === "void" ? "a promise" : `a promise of ${what}`;
  return waits === undefined ? what : `${what}, one after another, for \`for await\``;
}

const freedText = ({ name, what, waits }) =>
  `; ${code(`${name}()`)}${waits === undefined ? "" : ", a promise too,"} frees ${what}`;

function parameterText({ name, isOptional, default: value, options, written }) {
  if (written) return `{ ${written.map((one) => `${one}?`).join(", ")} }`;
  return options ? `{ ${options.map(withDefault).join(", ")} }` : withDefault({ name, isOptional, default: value });
}

/** As a function of JavaScript would state it. The table of options has a default that takes words. */
function withDefault({ name, isOptional, default: value }) {
  if (!isOptional) return name;
  return value === undefined || isWords(value) ? `${name}?` : `${name} = ${value}`;
}

const said = ({ default: value = "" }) => (isWords(value) ? value.replaceAll("|", "\\|") : code(value));

/** The fields of a type that stand in no table of options, and what it is based on; or what it is. */
function contentOf({ name, kind, members, bases, definition, signatures }, known) {
  if (kind === "constant") return code(signatures[0]);
  if (kind === "class") return "the element, with the properties, events and styles below";
  if (definition !== undefined) return code(definition);
  const fields = members.filter((one) => !one.isCall && !one.name.startsWith("["));
  const own = fields.filter((one) => !known.has(`${name}.${one.name}`));
  return [
    ...(own.length < fields.length && bases.length > 0 ? ["its own options"] : []),
    ...own.map((one) => code(one.isOptional ? `${one.name}?` : one.name)),
    ...(/\bKept</.test(signatures[0] ?? "") ? ["each name in `keep`"] : []),
    ...bases.map((base) => `all of ${code(base)}`),
  ].join(", ");
}

// ---- the element and the command ------------------------------------------------------------------------------------

function elementTables() {
  const { attributes, members, events, slots, cssParts, cssProperties } = readManifest();
  const attributeOf = (property) => attributes.find(({ fieldName }) => fieldName === property.name);
  const properties = members.map((one) => {
    const { attribute } = one;
    return [code(one.name), attribute ? code(attribute) : "", code(one.type.text), code(one.default)];
  });
  if (attributes.some((one) => one.default !== undefined && !members.some((each) => attributeOf(each) === one)))
    throw new Error("promise: an attribute of the element has no property.");
  return [
    tableOf(["Property", "Attribute", "Type", "Default"], properties),
    tableOf(
      ["Event", "Is a"],
      events.map(({ name, type }) => [code(name), code(type.text)]),
    ),
    tableOf(
      ["Style", "Default"],
      cssProperties.map((one) => [code(one.name), said(one)]),
    ),
    `Its parts for \`::part()\`: ${listed(cssParts.map(({ name }) => code(name)))}. Its slots: ${listed(
      slots.map(({ name }) => (name === "" ? "the default one" : code(name))),
    )}.\n`,
  ];
}

/** The flags of `npx heed show`, from its source: what its help says of each, and its tag for the default. */
export function readFlags(text = readFileSync(path.join(root, COMMAND), "utf8")) {
  const source = ts.createSourceFile(COMMAND, text, ts.ScriptTarget.Latest, true);
  const help = /const HELP = `([^]*?)`;/.exec(text)[1].replaceAll("\\`", "`");
  const lines = new Map(
    Array.from(
      help.matchAll(/--([\w-]+)(?: ([A-Z.]+|\w+))? {2,}(?!--)(\S.*?)(?= {2,}--|\n|$)/g),
      ([, name, of, words]) => [name, { of, words }],
    ),
  );
  const flags = [];
  ts.forEachChild(source, function visit(node) {
    if (ts.isVariableDeclaration(node) && node.name.getText() === "TYPED") {
      const { expression } = /** @type {any} */ (node.initializer);
      for (const property of expression.properties) flags.push(flagOf(property, lines));
    } else ts.forEachChild(node, visit);
  });
  return flags;
}

function flagOf(property, lines) {
  const name = property.name.text;
  const [, type] = /type: "(\w+)"/.exec(property.initializer.getText());
  const [, short] = /short: "(\w)"/.exec(property.initializer.getText()) ?? [];
  const [comment] = ts.getJSDocCommentsAndTags(property);
  const tag = ts.getJSDocTags(property).find(({ tagName }) => tagName.text === "default");
  const { of, words } = lines.get(name) ?? {};
  return {
    name,
    type,
    short,
    of,
    words: ts.getTextOfJSDocComment(comment?.comment) ?? words,
    default: tag && ts.getTextOfJSDocComment(tag.comment),
  };
}

function commandText() {
  const flags = readFlags().map(({ name, type, short, of, words, ...one }) => [
    `${code(`--${name}${of && type === "string" ? ` ${of}` : ""}`)}${short ? ` or ${code(`-${short}`)}` : ""}`,
    escaped(words),
    type === "boolean" ? "off" : said(one),
  ]);
  return `## npx heed show FILE\n\n${tableOf(["Flag", "Does", "Default"], flags)}`;
}

// ---- Markdown -------------------------------------------------------------------------------------------------------

const code = (text) => `\`${escaped(text)}\``;
const escaped = (text) => text.replaceAll("|", "\\|");
const listed = (items) => items.join(", ").replace(/, ([^,]*)$/, " and $1");

function tableOf(heads, rows) {
  if (rows.length === 0) return "";
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return `${[line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(PROMISE, withTables(readFileSync(PROMISE, "utf8")));
