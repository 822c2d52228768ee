// <attention-matrix> in Node: the document is jsdom's, which has neither a canvas nor frames.
import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { JSDOM, VirtualConsole } from "jsdom";

/** What jsdom complains of: errors of listeners, and parts of a page that it lacks. There should be none. */
export const complaints = [];
const virtualConsole = new VirtualConsole();
virtualConsole.on("jsdomError", ({ message }) => complaints.push(message));

const { window } = new JSDOM("<!doctype html><main></main>", { virtualConsole });
const { document, customElements, HTMLElement, MutationObserver, CustomEvent, Node, getComputedStyle } = window;
Object.assign(globalThis, { document, customElements, HTMLElement, MutationObserver, CustomEvent, Node });
Object.assign(globalThis, { getComputedStyle });

// With a name of its own, so that a test can load the module before there was a document.
export const { AttentionMatrix } = await import(new URL("../../dist/element.js?in-jsdom", import.meta.url).href);

/** Writes the page of a test: an element with these attributes and this content. */
export function write(content = "", attributes = "") {
  const main = document.querySelector("main");
  main.innerHTML = `<attention-matrix ${attributes}>${content}</attention-matrix>`;
  return main.firstElementChild;
}

/** All of these in the element's own tree, once it is drawn. */
export async function all(element, selector) {
  await turn(); // a change of a table inside comes in the next turn
  for (let turns = 0; element.shadowRoot.querySelector("[aria-busy=true]") !== null; turns++) {
    assert.ok(turns < 1000, "the element is still busy");
    await turn();
  }
  return Array.from(element.shadowRoot.querySelectorAll(selector));
}
