import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html>");
const { document, customElements, HTMLElement, MutationObserver, CustomEvent, Node, getComputedStyle } = window;
Object.assign(globalThis, {
  document,
  customElements,
  HTMLElement,
  MutationObserver,
  CustomEvent,
  Node,
  getComputedStyle,
});

await import("heed/element");
const { load } = await import("heed");
const heed = await load();
const element = document.createElement("attention-matrix");
element.matrix = heed.selfAttention(
  [
    [1, 0],
    [0.8, 0.6],
    [0.6, 0.8],
  ],
  { keep: ["weights"] },
).weights;
document.body.append(element);
await new Promise((resolve) => setTimeout(resolve));
console.log(Array.from(element.shadowRoot.querySelectorAll("td[data-row]"), (cell) => cell.textContent).join(" "));
// 0.4018 0.3289 0.2693 0.2946 0.3598 0.3457 0.2548 0.3652 0.3801
