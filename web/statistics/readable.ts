// Tokens as people read them. Tokenizers mark where words begin or end:
//
//   Ġthe  Ċ       GPT-2 and its kin: each sign stands for a byte, Ġ for a space
//   ▁the          SentencePiece: ▁ for a space
//   ##ing         WordPiece: the token goes on the word before
//   ing</w>       BPE: the token ends a word
//
// A word begins plainly here, and a token that goes on the word before begins with "…".

const GOES_ON = "…";
const WORD = /^[\p{L}\p{N}]/u;

export function readable(tokens: readonly string[]): string[] {
  const has = (pattern: RegExp): boolean => tokens.some((token) => pattern.test(token));
  if (has(/[ĠĊ]/)) return spaced(tokens.map(fromBytes), /^ /);
  if (has(/^▁/)) return spaced(tokens, /^▁/);
  if (has(/<\/w>$/)) return ended(tokens);
  if (has(/^##./)) return tokens.map((token) => shown(token.replace(/^##(?=.)/, GOES_ON)));
  return tokens.map(shown);
}

/** Words begin with a space. */
function spaced(tokens: readonly string[], space: RegExp): string[] {
  return tokens.map((token, at) => {
    const begins = space.test(token) || at === 0 || !WORD.test(token) || isSpecial(tokens[at - 1]!);
    const text = token.replace(space, "").replaceAll("▁", " ");
    return begins ? shown(text) : GOES_ON + shown(text);
  });
}

/** Words end with </w>. */
function ended(tokens: readonly string[]): string[] {
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    const goesOn = before !== undefined && !before.endsWith("</w>") && WORD.test(token) && !isSpecial(before);
    return (goesOn ? GOES_ON : "") + shown(token.replace(/<\/w>$/, ""));
  });
}

/** [CLS], <s>, <|endoftext|> */
export function isSpecial(token: string): boolean {
  return /^(\[[A-Z]+\]|<[^<>\s]+>)$/.test(token);
}

/** White space has a sign, so that each token is seen. */
function shown(text: string): string {
  if (text === "") return "␣";
  return text.replace(/\n/g, "↵").replace(/\t/g, "⇥").replace(/^\s+$/, "␣");
}

let byteOf: Map<string, number> | undefined;

/** The text behind the signs of a byte-level tokenizer; a part of a letter stays as its bytes. */
function fromBytes(token: string): string {
  byteOf ??= byteSigns();
  const bytes = Array.from(token, (sign) => byteOf!.get(sign));
  if (isSpecial(token) || bytes.includes(undefined)) return token;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes as number[]));
  } catch {
    return bytes.map((byte) => `⟨${byte!.toString(16)}⟩`).join("");
  }
}

/** GPT-2's table: printable Latin-1 signs stand for themselves, the other bytes for the signs from U+0100 on. */
function byteSigns(): Map<string, number> {
  const signs = new Map<string, number>();
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const plain = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    signs.set(String.fromCodePoint(plain ? byte : next++), byte);
  }
  return signs;
}
