// The tokens of a trained model, as files of models hold them.

/** A tokeniser whose tokens are letters, as the library tokenizers reads it. */
export function tokenizerOf(letters: readonly string[]): object {
  const split = { type: "Split", pattern: { Regex: "[\\s\\S]" }, behavior: "Isolated", invert: false };
  const vocab = Object.fromEntries(letters.map((letter, id) => [letter, id]));
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: split,
    post_processor: null,
    decoder: { type: "Fuse" },
    model: { type: "WordLevel", vocab, unk_token: letters.includes(" ") ? " " : letters[0] },
  };
}
