// Writes dist/custom-elements.json (schema 1.0.0), from which editors and catalogues know <attention-matrix>. It holds
// what the comments of the class and of its accessors say.
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
  const attributes = of("attr");
  const declaration = {
    kind: "class",
    customElement: true,
    name: CLASS,
    tagName,
    description: descriptionOf(declared),
    superclass: { name: "HTMLElement" },
    attributes: attributes.map((attribute) => ({ ...attribute, fieldName: fieldOf(attribute.name) })),
    members: membersOf(declared, attributes),
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

const fieldOf = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/**
 * Accessors are the element's properties. A setter without a comment of its own shares its getter's. Attributes that
 * hold JSON are read, and not written when the property is set.
 */
function membersOf(declared, attributes) {
  const getters = declared.members.filter(
    (member) => ts.isGetAccessorDeclaration(member) && ts.isIdentifier(member.name),
  );
  return getters.map((getter) => {
    const name = getter.name.text;
    const attribute = attributes.find((each) => fieldOf(each.name) === name);
    const description = descriptionOf(getter);
    const value = ts.getJSDocTags(getter).find(({ tagName }) => tagName.text === "default")?.comment;
    return {
      kind: "field",
      name,
      type: { text: getter.type.getText() },
      ...(description && { description }),
      ...(value !== undefined && { default: ts.getTextOfJSDocComment(value) }),
      ...(attribute && { attribute: attribute.name, ...(attribute.type.text !== "JSON" && { reflects: true }) }),
    };
  });
}

function descriptionOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(comment?.comment) ?? "").replace(/\s+/g, " ").trim();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(path.relative(root, writeManifest()));
