// What the package exports, read from its types: each entry with its names, their signatures, their members and the
// comments that say what they are. The reference of the documentation is rendered from this, and the tests ask
// it which names and calls there are.
//
//   build/types/*.d.ts (build-types.mjs) ── TypeScript's compiler ── readReference()
import ts from "typescript";
import { declarationOf } from "../build-types.mjs";

/** The entries in the order of the reference. A name that several entries export belongs to the first of them. */
export const ENTRIES = ["heed", "heed/layers", "heed/train", "heed/rotary", "heed/model", "heed/workers"].concat(
  "heed/element",
  "heed/draw",
  "heed/page",
  "heed/external",
);

/** The page of an entry: "heed/train" has heed-train.html. */
export const pageOf = (entry) => `${entry.replace("/", "-")}.html`;

/**
 * @returns for each entry { entry, names, shared }: `names` are its own exports, `shared` those that an earlier entry
 * has already.
 */
export function readReference() {
  const files = ENTRIES.map(declarationOf);
  const options = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
    types: [],
    noEmit: true,
  };
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const seen = new Set();
  return ENTRIES.map((entry, at) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(files[at]));
    const all = checker.getExportsOfModule(module).map((symbol) => ({ name: symbol.name, symbol }));
    const resolved = all.map(({ name, symbol }) => ({
      name,
      symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }));
    const own = resolved.filter(({ symbol }) => !seen.has(symbol));
    for (const { symbol } of own) seen.add(symbol);
    return {
      entry,
      names: own.map(({ name, symbol }) => describe(name, symbol, checker)),
      shared: resolved.filter(({ symbol }) => !own.some((one) => one.symbol === symbol)).map(({ name }) => name),
    };
  });
}

/** One exported name: { name, kind, comment, signatures, extends, members }. */
function describe(name, symbol, checker) {
  const declarations = symbol.getDeclarations();
  const first = declarations[0];
  return {
    name,
    kind: kindOf(first),
    comment: commentOf(symbol, checker),
    signatures: declarations.filter((node) => !isShownByMembers(node)).map(signatureOf),
    ...heritageOf(first),
    members: membersOf(first, checker),
  };
}

function kindOf(node) {
  if (ts.isFunctionDeclaration(node)) return "function";
  if (ts.isClassDeclaration(node)) return "class";
  if (ts.isInterfaceDeclaration(node)) return "interface";
  if (ts.isTypeAliasDeclaration(node)) return "type";
  return "constant";
}

const isShownByMembers = (node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);

/** The text and the tags of a comment, as Markdown. */
function commentOf(symbol, checker) {
  const text = (parts) => ts.displayPartsToString(parts).trim();
  const tags = symbol
    .getJsDocTags(checker)
    .filter(({ name }) => ["param", "returns", "throws", "typeParam"].includes(name))
    .map(({ name, text: parts }) => {
      const whole = text(parts);
      const named = name === "param" || name === "typeParam" ? /^(\w+)\s+-?\s*([^]*)$/.exec(whole) : null;
      return { tag: name, of: named?.[1], text: named?.[2] ?? whole };
    });
  return { text: text(symbol.getDocumentationComment(checker)), tags };
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

/** What an interface is based on, as text. */
function heritageOf(node) {
  if (!isShownByMembers(node)) return { bases: [], parameters: "" };
  return {
    bases: (node.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => type.getText())),
    parameters: (node.typeParameters ?? []).length === 0 ? "" : "<…>",
  };
}

/**
 * The properties and methods that a declaration states: those of an interface or a class, and those of the object types
 * within an alias. A method that is stated several times is one member with several signatures.
 */
function membersOf(node, checker) {
  const found = new Map();
  const add = (member) => {
    if (!member.name || isHidden(member)) return;
    const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
    const symbol = checker.getSymbolAtLocation(member.name);
    const known = found.get(name);
    const signature = signatureOf(member);
    if (known) {
      if (!known.signatures.includes(signature)) known.signatures.push(signature);
      return;
    }
    found.set(name, {
      name,
      isCall: ts.isMethodSignature(member) || ts.isMethodDeclaration(member),
      isOptional: member.questionToken !== undefined,
      comment: commentOf(symbol, checker),
      signatures: [signature],
    });
  };
  if (isShownByMembers(node)) node.members.forEach(add);
  else if (ts.isTypeAliasDeclaration(node)) objectTypes(node.type).forEach(({ members }) => members.forEach(add));
  return [...found.values()];
}

function objectTypes(type) {
  if (ts.isTypeLiteralNode(type)) return [type];
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(objectTypes);
  return [];
}

/** What only the class itself uses, and the callbacks by which a browser speaks to an element. */
function isHidden(member) {
  const isPrivate = ts.isPrivateIdentifier(member.name) || (ts.getModifiers(member) ?? []).some(hides);
  const isCallback = /^(observedAttributes|(connected|disconnected|adopted|attributeChanged)Callback)$/;
  return isPrivate || isCallback.test(member.name.getText());
}

const hides = ({ kind }) => kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword;

/** Types of objects that you give to heed: heed makes their calls. */
const GIVEN = ["WasmResponse", "Signal", "Layer"];

/** The calls of a name: itself, if it is a function, or its methods, as "Heed.attention". */
export function callsOf({ name, kind, members }) {
  if (kind === "function") return [name];
  if (GIVEN.includes(name)) return [];
  return members
    .filter(({ isCall, name: member }) => isCall && !member.startsWith("["))
    .map((one) => `${name}.${one.name}`);
}
