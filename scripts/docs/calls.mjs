// Calls and options, as the types and the tags of their comments state them: which arguments a call takes and what
// each is by default, what the call gives, and what gives its memory back.
//
//   @default VALUE           of an option; `@param [name=VALUE]` of an argument. `none`: nothing of it is done.
//   @frees WHAT              of the call that gives memory back, such as dispose()
import ts from "typescript";
import { isDeclaredHere } from "../build-types.mjs";

/** Results that calls take again. What they may lack is no option. */
const GIVEN_BACK = ["Run"];

/** One signature: its parameters, what it gives, how that is waited for, and what frees it. */
export function callOf(declaration, { checker }) {
  const { node, waits } = awaited(declaration.type);
  return {
    parameters: declaration.parameters.map((one) => parameterOf(one, checker)),
    gives: textOf(node, declaration),
    waits,
    frees: freesOf(checker.getTypeFromTypeNode(node), checker),
  };
}

/** What a promise or an asynchronous list is of. */
function awaited(node) {
  const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : "";
  if (name === "Promise") return { node: node.typeArguments[0], waits: "await" };
  if (name === "AsyncGenerator") return { node: node.typeArguments[0], waits: "for await" };
  return { node, waits: undefined };
}

/** The text of a type. Names that only the declaration knows are no business of readers. */
function textOf(node, declaration) {
  const own = [declaration, declaration.parent].flatMap(({ typeParameters = [] }) => typeParameters);
  const isOwn = new RegExp(`\\b(${own.map(({ name }) => name.text).join("|") || "(?!)"})\\b`);
  return node
    .getText()
    .replace(/;\s*\}$/, " }")
    .replace(/<(?:[^<>]|<[^<>]*>)*>/g, (parameters) => (isOwn.test(parameters) ? "" : parameters))
    .replace(/\s+/g, " ");
}

/** A call as a program writes it: without the parameters of its types, which the compiler finds by itself. */
export function formOf(call) {
  const known = new Map(call.typeParameters.map(({ name, constraint }) => [name.text, constraint]));
  // Of `Options & OnlyNames<Options, …>` the first part says what may be given, and the second only narrows it.
  const widest = (type) => known.get((ts.isIntersectionTypeNode(type) ? type.types[0] : type).getText()) ?? type;
  const parameters = call.parameters.map(
    ({ name, questionToken, type }) =>
      `${name.getText()}${questionToken === undefined ? "" : "?"}: ${textOf(widest(type), call)}`,
  );
  const { node, waits } = awaited(call.type);
  const given = textOf(node, call);
  return `${call.name.getText()}(${parameters.join(", ")}): ${waits === "await" ? `Promise<${given}>` : given}`;
}

/** The call of an object, or of one of its properties, that gives memory back: { name, what, waits }. */
function freesOf(type, checker) {
  const [found] = [freeingIn(type, "", checker)]
    .concat(
      oursIn(type, checker).map((member) => freeingIn(checker.getTypeOfSymbol(member), `${member.name}.`, checker)),
    )
    .filter(Boolean);
  return found;
}

function freeingIn(type, prefix, checker) {
  const member = oursIn(type, checker).find((one) => tagOf(one, "frees", checker) !== undefined);
  if (member === undefined) return undefined;
  const { waits } = awaited(member.declarations[0].type);
  return { name: prefix + member.name, what: tagOf(member, "frees", checker), waits };
}

/**
 * { name, isOptional, default, options, written }: `options` are those of an object that is taken apart, and `written`
 * the names of the numbers that a session writes.
 */
function parameterOf(parameter, checker) {
  const [tag] = ts.getJSDocParameterTags(parameter);
  const name = parameter.name.getText();
  const type = resolved(checker.getTypeAtLocation(parameter), checker);
  return {
    name,
    isOptional: parameter.questionToken !== undefined,
    default: tag === undefined ? undefined : defaultIn(tag.getText()),
    options: optionsIn(name, type, checker),
    written:
      name === "inputs" && type.flags & ts.TypeFlags.Object
        ? checker.getPropertiesOfType(type).map((member) => member.name)
        : undefined,
  };
}

/** `@param [shape=[value.length]] Its extents.` */
const defaultIn = (tag) => /^@param\s+\[\w+=((?:[^[\]]|\[[^\]]*\])*)\]/.exec(tag)?.[1].trim();

/** Without undefined, and what stands for a name that only a declaration knows. */
function resolved(type, checker) {
  const known = checker.getNonNullableType(type);
  return checker.getBaseConstraintOfType(known) ?? known;
}

/** The options that a type has; undefined for a type that is no object of options. */
function optionsIn(name, type, checker) {
  const members = oursIn(type, checker);
  if (members.some(isCalled) || !(members.some(isOptional) || name === "options")) return undefined;
  const all = members.map((member) => ({
    name: member.name,
    isOptional: isOptional(member),
    default: tagOf(member, "default", checker),
  }));
  return [...all.filter((one) => !one.isOptional), ...all.filter((one) => one.isOptional)];
}

/** A member that the package declares, rather than the language or the platform. */
const isOurs = ({ declarations }) => declarations !== undefined && isDeclaredHere(declarations[0]);
const oursIn = (type, checker) => checker.getPropertiesOfType(type).filter(isOurs);
const isOptional = ({ declarations: [node] }) => node.questionToken !== undefined;
const isCalled = ({ declarations: [node] }) => ts.isMethodSignature(node) || ts.isMethodDeclaration(node);

/** The text of a tag; undefined without it. */
function tagOf(symbol, wanted, checker) {
  const tag = symbol.getJsDocTags(checker).find(({ name }) => name === wanted);
  return tag && ts.displayPartsToString(tag.text).replace(/\s+/g, " ").trim();
}

/**
 * Adds the options of all objects that a call takes, and of those within them.
 *
 * @param found A Map from the declaration of an option to { name, takes, isOptional, default, words }: `name` is such
 * as "CacheOptions.alibi.slopes", and `words` are the strings that it may be, if it may be these only.
 */
export function addOptions(call, place, found) {
  const { checker } = place;
  const seen = new Set();
  for (const parameter of call.parameters) visit(checker.getTypeAtLocation(parameter), parameter.name.getText());

  function visit(given, name = "") {
    const type = resolved(given, checker);
    if (seen.has(type) || GIVEN_BACK.includes(type.symbol?.name)) return;
    seen.add(type);
    if (type.isUnion()) return type.types.forEach((one) => visit(one));
    if (checker.isArrayType(type) || checker.isTupleType(type))
      return checker.getTypeArguments(type).forEach((one) => visit(one));
    const members = oursIn(type, checker);
    if (members.some(isCalled)) return;
    const isOfOptions = optionsIn(name, type, checker) !== undefined;
    for (const member of members) {
      const of = checker.getTypeOfSymbol(member);
      const [declaration] = member.declarations;
      if (isOfOptions && !found.has(declaration)) found.set(declaration, optionOf(member, of, type, place));
      visit(of);
    }
  }
}

function optionOf(member, type, within, place) {
  const [declaration] = member.declarations;
  const whole = resolved(type, place.checker);
  const parts = whole.isUnion() ? whole.types : [whole];
  return {
    name: placeOf(declaration, within, place),
    takes: takenBy(declaration, place),
    isOptional: isOptional(member),
    default: tagOf(member, "default", place.checker),
    words: parts.every((one) => one.isStringLiteral()) ? parts.map(({ value }) => value) : undefined,
  };
}

/** Where a member is declared: "Alibi.slopes". The members of a helper are those of the type that has them. */
function placeOf(node, within, { helperOf }) {
  const names = [];
  for (let at = node; !ts.isSourceFile(at); at = at.parent)
    if (at.name !== undefined && !ts.isParameter(at)) names.unshift(at.name);
  const [first, ...rest] = names.map((name) => name.text ?? name.getText());
  const outer = helperOf(names[0]) === undefined ? first : (within.aliasSymbol ?? within.symbol).name;
  return [outer, ...rest].join(".");
}

/** The type of a member as text. A name that only the declaration knows is what it may be at most. */
function takenBy({ type, parent }, place) {
  const name = (ts.isUnionTypeNode(type) ? type.types[0] : type).getText();
  const own = (parent.typeParameters ?? []).find((one) => one.name.text === name);
  return spelled(own?.constraint ?? type, place);
}

/** A type as text, where nothing has a name that only the package knows. */
export function spelled(node, place) {
  return spell(node, place, [])
    .replace(/\s+/g, " ")
    .replace(/readonly ([\w-]+\??:)/g, "$1")
    .replace(/ \| undefined(?=;|$)/g, "")
    .replace(/; \}/g, " }")
    .replace(/^\| /, "");
}

function spell(node, place, within) {
  const helper = ts.isTypeReferenceNode(node) && !node.typeArguments ? place.helperOf(node.typeName) : undefined;
  if (helper && ts.isTypeAliasDeclaration(helper) && !within.includes(helper)) {
    const { type } = helper;
    if (ts.isConditionalTypeNode(type)) return fullName(place.checker.getTypeFromTypeNode(type), place.checker);
    return spell(type, place, [...within, helper]);
  }
  const parts = [];
  ts.forEachChild(node, (child) => void parts.push(child));
  const source = node.getSourceFile().text;
  let [text, from] = ["", node.getStart()];
  for (const part of parts.filter((child) => !ts.isJSDoc(child))) {
    text += withoutRemarks(source.slice(from, part.getStart())) + spell(part, place, within);
    from = part.getEnd();
  }
  return text + source.slice(from, node.getEnd());
}

/** "WebAssembly.Module", for a type that is chosen by what others declare. */
export const fullName = (type, checker) =>
  checker.typeToString(type, undefined, ts.TypeFormatFlags.UseFullyQualifiedType);

/** Whether a default is said in words rather than in code. */
export const isWords = (value) =>
  /\w['’]?\w* [\w"[]|, | or |…/.test(value.replace(/^"[^"]*"$|^\[[^\]]*\]$|^\{[^}]*\}$/, ""));

const withoutRemarks = (text) => text.replace(/\/\*[^]*?\*\//g, "");
