// What the package exports, read from its types: each entry with its names, their signatures, their members and the
// comments that say what they are. The reference of the documentation is rendered from this, and the tests ask
// it which names and calls there are.
//
//   build/types/*.d.ts (build-types.mjs) ── TypeScript's compiler ── readReference()
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { declarationOf, isDeclaredHere } from "../build-types.mjs";
import { addOptions, callOf, formOf, fullName, spelled } from "./calls.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** What package.json exports: "heed", "heed/train", "heed/worker.js" … */
export const EXPORTS = Object.keys(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).exports).map(
  (name) => name.replace(/^\./, "heed"),
);

/** Files are exported by their whole names. */
export const isFile = (name) => /\.\w+$/.test(name);

/** Readers come to these first. */
const FIRST = ["heed", "heed/layers", "heed/train", "heed/rotary", "heed/model", "heed/workers"].concat(
  "heed/gguf",
  "heed/element",
  "heed/draw",
  "heed/page",
);

/** The entries in the order of the reference. A name that several entries export belongs to the first of them. */
export const ENTRIES = [...new Set([...FIRST, ...EXPORTS.filter((name) => !isFile(name))])];

/** The page of an entry: "heed/train" has heed-train.html. */
export const pageOf = (entry) => `${entry.replace("/", "-")}.html`;

/**
 * @returns for each entry { entry, names, shared, options }: `names` are its own exports, `shared` those that an
 * earlier entry has already, `options` what its calls take within objects, and no call of an earlier entry.
 */
export function readReference() {
  const files = ENTRIES.map(declarationOf);
  const settings = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
    types: [],
    noEmit: true,
  };
  const program = ts.createProgram(files, settings);
  const checker = program.getTypeChecker();
  const aimOf = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const exported = files.map((file) =>
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
      .map((symbol) => ({ name: symbol.name, symbol: aimOf(symbol) })),
  );
  const all = new Set(exported.flat().map(({ symbol }) => symbol));
  /** The declaration of a type that no entry exports: it helps to state those that are. */
  const helperOf = (name) => {
    const symbol = aimOf(checker.getSymbolAtLocation(name));
    const [declaration] = symbol.declarations;
    return all.has(symbol) || !isDeclaredHere(declaration) ? undefined : declaration;
  };
  const place = { checker, helperOf };
  const options = new Map();
  return ENTRIES.map((entry, at) => {
    const earlier = new Set(exported.slice(0, at).flatMap((names) => names.map(({ symbol }) => symbol)));
    const own = exported[at].filter(({ symbol }) => !earlier.has(symbol));
    const known = options.size;
    for (const { symbol } of own) for (const call of callsIn(symbol, place)) addOptions(call, place, options);
    return {
      entry,
      names: own.map(({ name, symbol }) => describe(name, symbol, place)),
      shared: exported[at].filter((one) => !own.includes(one)).map(({ name }) => name),
      options: [...options.values()].slice(known),
    };
  });
}

/** The declarations of the calls of a name: its own, if it is a function, or those of its methods. */
function callsIn(symbol, place) {
  if (GIVEN.includes(symbol.name)) return [];
  const declarations = symbol.getDeclarations();
  const members = () => statedBy(declarations[0], place).filter((node) => isMethod(node) && !isHidden(node));
  return ts.isFunctionDeclaration(declarations[0]) ? declarations : members();
}

const isMethod = (member) => ts.isMethodSignature(member) || ts.isMethodDeclaration(member);

/**
 * One exported name: { name, kind, comment, signatures, forms, calls, definition, bases, parameters, members }. `forms`
 * are its signatures as readers see them, the shortest first.
 */
function describe(name, symbol, place) {
  const declarations = symbol.getDeclarations();
  const first = declarations[0];
  return {
    name,
    kind: kindOf(first),
    comment: commentOf(symbol, place.checker),
    signatures: declarations.filter((node) => !isShownByMembers(node)).map(signatureOf),
    forms: formsOf(declarations.filter((node) => !isShownByMembers(node))),
    calls: declarations.filter(ts.isFunctionDeclaration).map((node) => callOf(node, place)),
    definition: ts.isTypeAliasDeclaration(first) ? definitionOf(first, place) : undefined,
    ...heritageOf(first, place),
    members: membersOf(first, place),
  };
}

function kindOf(node) {
  if (ts.isFunctionDeclaration(node)) return "function";
  if (ts.isClassDeclaration(node)) return "class";
  if (ts.isInterfaceDeclaration(node)) return "interface";
  if (ts.isTypeAliasDeclaration(node)) return "type";
  return "constant";
}

/** What an alias is, as text; undefined for an object whose members say it. */
function definitionOf(alias, place) {
  const { type, typeParameters, name } = alias;
  const { checker } = place;
  const text = spelled(type, place);
  const whole = checker.getTypeAtLocation(name);
  if (ts.isConditionalTypeNode(type)) return fullName(whole, checker);
  // The members of a mapped type stand nowhere, and a constant of the package is nothing that readers know.
  const isListed = (ts.isIntersectionTypeNode(type) && !typeParameters) || /\btypeof [A-Z]/.test(text);
  if (!isListed) return statedIn(type, place).length === 0 ? text : undefined;
  const fields = checker.getPropertiesOfType(whole).filter((field) => !field.name.startsWith("__@"));
  const named = fields.map((field) => field.name + (field.flags & ts.SymbolFlags.Optional ? "?" : ""));
  return `{ ${named.join(", ")} }`;
}

const isShownByMembers = (node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);

/** The text and the tags of a comment, as Markdown. */
function commentOf(symbol, checker) {
  const text = (parts) => ts.displayPartsToString(parts).trim();
  const tags = symbol
    .getJsDocTags(checker)
    .filter(({ name }) => ["param", "returns", "throws", "typeParam", "default", "frees"].includes(name))
    .map(({ name, text: parts }) => {
      const whole = text(parts);
      const named = name === "param" || name === "typeParam" ? /^(\w+)(?:\s+-?\s*([^]*))?$/.exec(whole) : null;
      return { tag: name, of: named?.[1], text: named ? (named[2] ?? "") : whole };
    });
  return { text: text(symbol.getDocumentationComment(checker)), tags };
}

const canBeCalled = (node) => ts.isFunctionDeclaration(node) || isMethod(node);

function formsOf(declarations) {
  const forms = declarations.map((node) => {
    if (!canBeCalled(node) || node.typeParameters === undefined) return signatureOf(node);
    return (ts.isFunctionDeclaration(node) ? "function " : "") + formOf(node);
  });
  return forms.sort((one, other) => one.length - other.length);
}

/** A declaration without its comments, and without the words that say that it is one. */
function signatureOf(node) {
  const text = withoutComments(node)
    .replace(/^export\s+/, "")
    .replace(/^declare\s+/, "");
  return text.replace(/;$/, "");
}

function withoutComments(node) {
  const source = node.getSourceFile().text;
  let text = "";
  let from = node.getStart();
  ts.forEachChild(node, function visit(child) {
    const comments = ts.getLeadingCommentRanges(source, child.getFullStart()) ?? [];
    for (const { pos, end } of comments) {
      if (pos < from) continue;
      text += source.slice(from, pos).trimEnd();
      from = end;
    }
    ts.forEachChild(child, visit);
  });
  return text + source.slice(from, node.getEnd());
}

/** What a type is based on, as text. The members of helpers stand among its own. */
function heritageOf(node, place) {
  const parts = isShownByMembers(node)
    ? heritageTypes(node)
    : ts.isTypeAliasDeclaration(node)
      ? partsOf(node.type)
      : [];
  return {
    bases: parts.filter((part) => isBase(part, place)).map((part) => spelled(part, place)),
    parameters: (node.typeParameters ?? []).length === 0 ? "" : "<…>",
  };
}

const heritageTypes = (node) => (node.heritageClauses ?? []).flatMap(({ types }) => [...types]);
const partsOf = (type) => (ts.isIntersectionTypeNode(type) ? [...type.types] : []);

/** A type that has a name, and is no helper and no part of one. */
function isBase(part, place) {
  const name = nameIn(part);
  return name !== undefined && place.helperOf(name) === undefined && statedIn(part, place).length === 0;
}

/** The name in a reference to a type, or in what an interface extends. */
const nameIn = (type) => (ts.isTypeReferenceNode(type) ? type.typeName : type.expression);

/**
 * The properties and methods that a declaration states: those of an interface or a class, and those of the object types
 * within an alias. A method that is stated several times is one member with several signatures.
 */
function membersOf(node, place) {
  const stated = new Map();
  for (const member of statedBy(node, place).filter((one) => !isHidden(one)))
    stated.set(nameOf(member), [...(stated.get(nameOf(member)) ?? []), member]);
  return Array.from(stated, ([name, members]) => memberOf(name, members, place));
}

function memberOf(name, members, place) {
  const [first] = members;
  // A member that several types state alike has one signature.
  const different = [...new Map(members.map((member) => [signatureOf(member), member])).values()];
  return {
    name,
    isCall: isMethod(first),
    isOptional: first.questionToken !== undefined,
    comment: commentOf(place.checker.getSymbolAtLocation(first.name), place.checker),
    signatures: different.map(signatureOf),
    forms: formsOf(different),
    calls: members.filter(isMethod).map((member) => callOf(member, place)),
  };
}

const nameOf = ({ name }) => (ts.isStringLiteral(name) ? name.text : name.getText());

/** The members that a declaration states, and those of the helpers that it is made of. */
function statedBy(node, place) {
  if (ts.isTypeAliasDeclaration(node)) return statedIn(node.type, place);
  if (!isShownByMembers(node)) return [];
  const own = node.members.filter(({ name }) => name !== undefined);
  return [...own, ...heritageTypes(node).flatMap((base) => statedIn(base, place))];
}

function statedIn(type, place) {
  if (ts.isTypeLiteralNode(type)) return type.members.filter(({ name }) => name !== undefined);
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap((one) => statedIn(one, place));
  const name = nameIn(type);
  if (name === undefined) return [];
  if (name.getText() === "Omit") {
    const [of, left] = type.typeArguments;
    return statedIn(of, place).filter((member) => !left.getText().includes(`"${nameOf(member)}"`));
  }
  const helper = place.helperOf(name);
  return helper === undefined ? [] : statedBy(helper, place);
}

/** What only the class itself uses, and the callbacks by which a browser speaks to an element. */
function isHidden(member) {
  const isPrivate = ts.isPrivateIdentifier(member.name) || (ts.getModifiers(member) ?? []).some(hides);
  const isCallback = /^(observedAttributes|(connected|disconnected|adopted|attributeChanged)Callback)$/;
  return isPrivate || isCallback.test(member.name.getText());
}

const hides = ({ kind }) => kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword;

/** Types of objects that you give to heed: heed makes their calls. */
const GIVEN = ["WasmResponse", "Layer"];

/** The calls of a name: itself, if it is a function, or its methods, as "Heed.attention". */
export function callsOf({ name, kind, members }) {
  if (kind === "function") return [name];
  if (GIVEN.includes(name)) return [];
  return members
    .filter(({ isCall, name: member }) => isCall && !member.startsWith("["))
    .map((one) => `${name}.${one.name}`);
}
