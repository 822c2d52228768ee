// Tokens as people read them. Tokenizers mark where words begin or end:
//
//   Ġthe  Ċ       GPT-2 and similar: each sign stands for a byte, Ġ for a space
//   ▁the          SentencePiece: ▁ for a space
//   ##ing         WordPiece: the token goes on the word before
//   ing</w>       BPE: the token ends a word
//
// A word begins plainly here, and a token that goes on the word before begins with "…".

const GOES_ON = "…";
const WORD = /^[\p{L}\p{N}]/u;

/** @param text the tokens as they follow each other, if others are read with them */
export function readable(tokens: readonly string[], text = tokens): string[] {
  const has = (pattern: RegExp): boolean => tokens.some((token) => pattern.test(token));
  if (has(/[ĠĊ]/) || areBytes(text)) return spaced(tokens.map(fromBytes), /^ /);
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

/** The bytes of a token whose signs all stand for one. */
function bytesOf(token: string): Uint8Array | undefined {
  byteOf ??= byteSigns();
  const bytes = Array.from(token, (sign) => byteOf!.get(sign));
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes as number[]);
}

/** The text of the signs of a byte-level tokenizer; a part of a letter stays as its bytes. */
function fromBytes(token: string): string {
  const bytes = isSpecial(token) ? undefined : bytesOf(token);
  if (bytes === undefined) return token;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => `⟨${byte.toString(16)}⟩`).join("");
  }
}

/**
 * Whether these signs, without a space among them, stand for bytes: they do where all together are UTF-8 with letters
 * of several bytes, as those of Chinese are. The last letter may be cut.
 */
function areBytes(tokens: readonly string[]): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let hasLong = false;
  try {
    for (const token of tokens) {
      if (isSpecial(token)) continue;
      const bytes = bytesOf(token);
      if (bytes === undefined) return false;
      hasLong ||= /[^\0-\x7f]/.test(decoder.decode(bytes, { stream: true }));
    }
  } catch {
    return false;
  }
  return hasLong;
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
