// How far the numbers of a row are from one another, in every table and map of a page.
import { seen } from "./seen.mjs";

/** The least room between two numbers of a row, in CSS pixels. */
const LEAST_GAP = 4;

/** Lets the pages that open from now on keep what they write into each canvas. */
export const keepWriting = (page) =>
  page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D;
    const { fillText, clearRect } = prototype;
    const written = (globalThis.written = new WeakMap());
    prototype.clearRect = function (...box) {
      written.set(this.canvas, []);
      return clearRect.apply(this, box);
    };
    prototype.fillText = function (text, x, y, ...more) {
      const half = this.measureText(text).width / 2;
      written.get(this.canvas)?.push({ text, row: y, left: x - half, right: x + half });
      return fillText.call(this, text, x, y, ...more);
    };
  });

/** The neighbouring numbers that are nearer than that, as "scores: 0.1234 and 0.5678 2.1 px". */
export const tightNumbers = (page) =>
  seen(
    page,
    (least) => {
      const pen = new OffscreenCanvas(1, 1).getContext("2d");
      const roots = [document, ...Array.from(document.querySelectorAll("attention-matrix"), (host) => host.shadowRoot)];
      const all = (selector) => roots.flatMap((root) => Array.from(root.querySelectorAll(selector)));
      /** The left and right end of a cell's number, in a field or as text. The numbers of a map are in its canvas. */
      const endsOf = (cell) => {
        const field = cell.querySelector("input");
        if (field === null) {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right } = range.getBoundingClientRect();
          const isDrawn = getComputedStyle(cell).color === "rgba(0, 0, 0, 0)";
          return { text: isDrawn ? "" : cell.textContent, left, right };
        }
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(field);
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const half = pen.measureText(field.value).width / 2;
        const box = field.getBoundingClientRect();
        const middle = (box.left + box.right) / 2;
        return { text: field.value, left: middle - half, right: middle + half };
      };
      const ofTables = all("tr")
        .filter((row) => row.checkVisibility({ visibilityProperty: true }))
        .map((row) => [row, Array.from(row.querySelectorAll("td"), endsOf)]);
      const ofMaps = all("canvas").flatMap((canvas) => {
        const numbers = globalThis.written?.get(canvas) ?? [];
        const rows = new Set(numbers.map(({ row }) => row));
        return Array.from(rows, (at) => [canvas, numbers.filter(({ row }) => row === at)]);
      });
      return [...ofTables, ...ofMaps].flatMap(([place, cells]) => {
        const name = place.getRootNode().host?.id || place.closest("[id]")?.id;
        const numbers = cells.filter(({ text }) => /^[−\d]/.test(text));
        return numbers.slice(1).flatMap(({ text, left }, before) => {
          const gap = left - numbers[before].right;
          return gap >= least ? [] : [`${name}: ${numbers[before].text} and ${text} ${gap.toFixed(1)} px`];
        });
      });
    },
    LEAST_GAP,
  );
