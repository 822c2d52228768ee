// What the tests of pages in German share: no English word may be left.
import { expect } from "./lab.mjs";
import { drawn } from "./seen.mjs";

/** Words that no German text of a page holds. */
const WORDS =
  "the of and each its is are this that which head heads row column query queries key keys value values weight " +
  "weights number numbers times product sum from";
const ENGLISH = new RegExp(`\\b(${WORDS.replaceAll(" ", "|")})\\b`, "i");

/** Names stay as they are: of a licence, of a book. */
const NAMED = /Open Font License|Build a Large Language Model|^(dW|W) [QKVO],/;

/** Every text that is shown or read aloud in the language of the page, also in shadow trees. What an element says in
 * another language, it says so: `lang="en"`. */
function textsOf() {
  const found = [];
  const visit = (root) => {
    for (const node of root.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== "") found.push(node.data.trim());
      if (
        !(node instanceof Element) ||
        node.matches("style, script, template, noscript, math, :not(pre) > code, [lang]")
      )
        continue;
      for (const name of ["aria-label", "aria-description", "aria-valuetext", "title"])
        if (node.hasAttribute(name)) found.push(node.getAttribute(name));
      if (node.shadowRoot) visit(node.shadowRoot);
      visit(node);
    }
  };
  visit(document.body);
  return found;
}

/** Quoted words of a sentence and names of files. A whole quoted sentence says its language. */
const QUOTED = /„[^“\s]*“/g;

/** Whether no English word is left in a text. */
export const isGerman = (text) => !ENGLISH.test(text.replace(QUOTED, "")) && !/\d\.\d/.test(text);

/** @param named further texts that stay as they are @param least how many texts the page has at least */
export async function expectNoEnglish(page, { named = /^$/, least = 100 } = {}) {
  await drawn(page);
  const texts = await page.evaluate(textsOf);
  expect(texts.length).toBeGreaterThan(least);
  const isEnglish = (text) => ENGLISH.test(text.replace(QUOTED, "")) && !NAMED.test(text) && !named.test(text);
  expect(texts.filter(isEnglish)).toEqual([]);
}
