// Unicode grows. The native library has tables of several older versions, JavaScript those of its engine. A character
// that they know differently may come out differently, and no tokenizer is wrong then.

const CATEGORIES = ["L", "N", "P", "Mn"];

/** What JavaScript and the native library each make of a text. */
function questionsOf(native) {
  const splits = CATEGORIES.map((category) => {
    const pre = splitAt(native, category);
    return [(one) => new RegExp(`\\p{${category}}`, "u").test(one), (one) => pre.preTokenizeString(one).length > 0];
  });
  const { nfcNormalizer: nfc, nfdNormalizer: nfd, nfkcNormalizer: nfkc, bertNormalizer: bert } = native;
  const forms = Object.entries({ NFC: nfc(), NFD: nfd(), NFKC: nfkc() }).map(([form, one]) => [
    (text) => text.normalize(form),
    (text) => one.normalizeString(text),
  ]);
  const rest = { handleChineseChars: false, lowercase: false };
  const stripped = bert({ ...rest, cleanText: false, stripAccents: true });
  const cleaned = bert({ ...rest, cleanText: true, stripAccents: false });
  // It cuts at punctuation, of which it knows less than an expression does.
  const cut = native.bertPreTokenizer();
  return [
    ...splits,
    [(text) => /\p{P}/u.test(text), (text) => cut.preTokenizeString(`a${text}b`).length > 1],
    ...forms,
    [(text) => text.normalize("NFD").replace(/\p{Mn}/gu, ""), (text) => stripped.normalizeString(text)],
    [(text) => !/[\p{Cc}\p{Cf}\p{Co}]/u.test(text), (text) => cleaned.normalizeString(text) === text],
  ];
}

function splitAt({ Tokenizer }, category) {
  const pattern = { Regex: `\\p{${category}}` };
  const parts = {
    version: "1.0",
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: "Split", pattern, behavior: "Removed", invert: true },
    post_processor: null,
    decoder: null,
    model: { type: "WordLevel", vocab: { "?": 0 }, unk_token: "?" },
  };
  return Tokenizer.fromString(JSON.stringify(parts)).getPreTokenizer();
}

const known = new Map();
let questions;

function isNewer(native, one) {
  if (/[\0-\x7f\s\u0085\ufffd\p{Surrogate}]/u.test(one)) return false;
  questions ??= questionsOf(native);
  // Alone, and among marks that change places with it.
  const texts = [one, `a\u0301${one}\u0316`, `a\u0316${one}\u0301`];
  return questions.some(([here, there]) => texts.some((text) => here(text) !== there(text)));
}

/** The characters of a text that the two know differently. */
export function newerIn(native, text) {
  const all = Array.from(new Set(text)).filter((one) => {
    if (!known.has(one)) known.set(one, isNewer(native, one));
    return known.get(one);
  });
  return new Set(all);
}
