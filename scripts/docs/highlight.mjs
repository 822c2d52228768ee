// Code as HTML: TypeScript's own parser says what is a comment, a string, a number or a word of the language. Names of
// the reference become links.
import ts from "typescript";

export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The plain text of escaped HTML. */
export const unescaped = (html) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** Languages that the parser reads. Code in another one is shown as it is. */
const SCRIPTS = {
  js: ts.ScriptKind.JS,
  mjs: ts.ScriptKind.JS,
  cjs: ts.ScriptKind.JS,
  ts: ts.ScriptKind.TS,
  jsx: ts.ScriptKind.JSX,
  tsx: ts.ScriptKind.TSX,
};

/** @param addressOf name → address of its place in the reference, or undefined */
export function highlight(code, language, addressOf = () => undefined) {
  const kind = SCRIPTS[language];
  if (kind === undefined) return escaped(code);
  const source = ts.createSourceFile("code", code, ts.ScriptTarget.Latest, true, kind);
  let html = "";
  let at = 0;
  for (const token of tokensOf(source)) {
    html += trivia(code.slice(at, token.getStart(source)));
    html += marked(token, token.getText(source), addressOf);
    at = token.getEnd();
  }
  return html + trivia(code.slice(at));
}

function* tokensOf(node) {
  const children = node.getChildren();
  if (children.length === 0) {
    if (node.kind !== ts.SyntaxKind.EndOfFileToken && node.getText() !== "") yield node;
  } else for (const child of children) if (!isOfAComment(child)) yield* tokensOf(child);
}

const isOfAComment = ({ kind }) => kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;

/** The text between two tokens: white space and comments. */
function trivia(text) {
  return escaped(text).replace(/\/\/.*|\/\*[^]*?\*\//g, (comment) => `<span class="c">${comment}</span>`);
}

function marked(token, text, addressOf) {
  if (ts.isStringLiteralLike(token) || isTemplatePart(token)) return `<span class="s">${escaped(text)}</span>`;
  if (ts.isNumericLiteral(token)) return `<span class="n">${escaped(text)}</span>`;
  if (token.kind >= ts.SyntaxKind.FirstKeyword && token.kind <= ts.SyntaxKind.LastKeyword)
    return `<span class="k">${escaped(text)}</span>`;
  const address = ts.isIdentifier(token) ? addressOf(text) : undefined;
  return address === undefined ? escaped(text) : `<a href="${address}">${escaped(text)}</a>`;
}

const isTemplatePart = ({ kind }) =>
  kind === ts.SyntaxKind.TemplateHead || kind === ts.SyntaxKind.TemplateMiddle || kind === ts.SyntaxKind.TemplateTail;
