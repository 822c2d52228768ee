// Writes dist/custom-elements.json (schema 1.0.0), from which editors and catalogues know <attention-matrix>. It holds
// what the table of attributes and the comments of the class and of its properties say.
//
// Usage: node scripts/element-manifest.mjs
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const SOURCE = "web/element/attention-matrix.ts";
const MODULE = "dist/element.js";
const CLASS = "AttentionMatrix";
const TABLE = "ATTRIBUTES";

export function writeManifest({ dist = path.join(root, "dist") } = {}) {
  const file = path.join(dist, "custom-elements.json");
  writeFileSync(file, `${JSON.stringify(manifestOf(readFileSync(path.join(root, SOURCE), "utf8")), null, 2)}\n`);
  return file;
}

/** The element as its source describes it. */
export function readManifest() {
  return manifestOf(readFileSync(path.join(root, SOURCE), "utf8")).modules[0].declarations[0];
}

export function manifestOf(text) {
  const source = ts.createSourceFile(SOURCE, text, ts.ScriptTarget.Latest, true);
  const declared = source.statements.find(
    (statement) => ts.isClassDeclaration(statement) && statement.name?.text === CLASS,
  );
  if (!declared) throw new Error(`element-manifest: ${SOURCE} declares no class ${CLASS}.`);
  const tags = ts.getJSDocTags(declared).map((tag) => ({
    name: tag.tagName.text,
    text: ts.getTextOfJSDocComment(tag.comment)?.replace(/\s+/g, " ").trim() ?? "",
  }));
  const of = (name) => tags.filter((tag) => tag.name === name).map(({ text: said }) => readTag(name, said));
  const [{ name: tagName }] = of("tag");
  const [types, properties] = [typesIn(source), propertiesOf(declared)];
  const declaration = {
    kind: "class",
    customElement: true,
    name: CLASS,
    tagName,
    description: descriptionOf(declared),
    superclass: { name: "HTMLElement" },
    attributes: properties.filter(({ name }) => types.has(name.text)).map((one) => attributeOf(one, types)),
    members: properties.map((one) => memberOf(one, types)),
    events: of("fires"),
    slots: of("slot"),
    cssParts: of("csspart"),
    cssProperties: of("cssprop"),
  };
  const exported = { name: CLASS, module: MODULE };
  const exports = [
    { kind: "js", name: CLASS, declaration: exported },
    { kind: "custom-element-definition", name: tagName, declaration: exported },
  ];
  return {
    schemaVersion: "1.0.0",
    readme: "README.md",
    modules: [{ kind: "javascript-module", path: MODULE, declarations: [declaration], exports }],
  };
}

/** "{type} name - description". The type may be missing, the name be "[name=default]". The default slot has no name. */
function readTag(tag, text) {
  const [, type, named = "", description = ""] =
    /^(?:\{(.*?)\}\s+)?(?:(?!-\s)(\[.*?\](?=\s+-)|\S+)\s*)?(?:-\s+(.*))?$/.exec(text) ?? [];
  if (named === "" && tag !== "slot") throw new Error(`element-manifest: @${tag} ${text}: a name is missing.`);
  const [, name = named, value] = /^\[([\w-]+)=(.*)\]$/.exec(named) ?? [];
  return {
    name,
    ...(type && { type: { text: type } }),
    ...(description && { description }),
    ...(value !== undefined && { default: value }),
  };
}

/** The type of each attribute by its property: the words of word(), or what the name of a row says. */
function typesIn(source) {
  const table = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === TABLE);
  if (!table) throw new Error(`element-manifest: ${SOURCE} declares no table ${TABLE}.`);
  const types = { count: "number", flag: "boolean", text: "string", json: "JSON" };
  const typeOf = (row) => types[(row.expression ?? row).text] ?? row.arguments.map((one) => one.getText()).join(" | ");
  return new Map(table.initializer.properties.map(({ name, initializer }) => [name.text, typeOf(initializer)]));
}

/** Accessors, and the fields that the table makes accessors of. A setter shares the comment of its getter. */
const propertiesOf = (declared) =>
  declared.members.filter(
    (member) => (ts.isGetAccessorDeclaration(member) || isDeclared(member)) && ts.isIdentifier(member.name),
  );

const isDeclared = (member) =>
  ts.isPropertyDeclaration(member) && member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);

/** The tag `@attr` narrows the type of an attribute. */
const attributeOf = (property, types) => ({
  name: attributeName(property.name.text),
  type: { text: tagOf(property, "attr") ?? types.get(property.name.text) },
  ...commentOf(property),
  fieldName: property.name.text,
});

/** Attributes that hold JSON are read, and not written when the property is set. */
function memberOf(property, types) {
  const name = property.name.text;
  return {
    kind: "field",
    name,
    type: { text: property.type.getText() },
    ...commentOf(property),
    ...(types.has(name) && { attribute: attributeName(name), ...(types.get(name) !== "JSON" && { reflects: true }) }),
  };
}

const attributeName = (property) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const commentOf = (node) => ({ description: descriptionOf(node), default: tagOf(node, "default") });

const tagOf = (node, wanted) =>
  ts.getTextOfJSDocComment(ts.getJSDocTags(node).find(({ tagName }) => tagName.text === wanted)?.comment);

function descriptionOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(comment?.comment) ?? "").replace(/\s+/g, " ").trim();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(path.relative(root, writeManifest()));
