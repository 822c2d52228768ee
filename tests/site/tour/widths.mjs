// Tours: figures have room. On a wide screen they fill their column, no third of the page stays empty beside them, and
// what is written in them is as large as a note. No line begins with the sign after a formula.
import { expect } from "../learn-lab.mjs";
import { seen } from "../seen.mjs";

export const LEAST_PX = 13;
/** Of a column that a figure, or a row of figures, fills. */
const LEAST_SHARE = 0.75;

/** Figures that leave room, sections whose figures do, and small texts. */
const look = (page) =>
  seen(
    page,
    ({ least, share }) => {
      const shown = (element) => element.getClientRects().length > 0 && element.checkVisibility();
      const name = (element) => element.id || element.getAttribute("class") || element.tagName;
      const column = (element) => {
        const parent = element.parentElement;
        return /^(inline|contents)/.test(getComputedStyle(parent).display) ? column(parent) : parent;
      };
      const rightOf = (elements) => Math.max(...elements.map((one) => one.getBoundingClientRect().right));
      const filled = (host, elements) => {
        const { left, width } = host.getBoundingClientRect();
        return (rightOf(elements) - left) / width;
      };
      const narrow = Array.from(document.querySelectorAll("main svg"))
        .filter((svg) => shown(svg) && svg.getBoundingClientRect().width > 100)
        .filter((svg) => filled(column(svg), Array.from(column(svg).children).filter(shown)) < share)
        .map(name);
      const FIGURES = "svg, table, attention-matrix, canvas, .sentences, .machine, .timeline";
      const empty = Array.from(document.querySelectorAll("main section"))
        .filter((section) => !section.parentElement.closest("section, .lab") && shown(section))
        .filter((section) => section.querySelector(FIGURES) !== null)
        .filter((section) => {
          const inside = Array.from(section.querySelectorAll(`${FIGURES}, .lab > *`)).filter(shown);
          return inside.length > 0 && filled(section, inside) < share;
        })
        .map((section) => section.getAttribute("aria-labelledby"));
      const sizeOf = (element) => {
        const matrix = element.getScreenCTM?.();
        const scale = matrix ? Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : 1;
        return Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      };
      const written = (element) =>
        Array.from(element.childNodes).some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "",
        );
      // A cell of a large matrix has the size that fits.
      const isLabel = (element) => !element.closest("sub, sup, math, .unseen, td, style") && shown(element);
      const parts = [document.querySelector("main"), ...document.querySelectorAll("main attention-matrix")];
      const small = parts
        .flatMap((part) => Array.from((part.shadowRoot ?? part).querySelectorAll("*"), (element) => [part, element]))
        .filter(([, element]) => written(element) && isLabel(element) && sizeOf(element) < least)
        .map(
          ([part, element]) =>
            `${name(part)} ${name(element)} “${element.textContent}” ${sizeOf(element).toFixed(1)} px`,
        );
      // A sign that belongs to a formula, on the next line.
      const orphans = Array.from(document.querySelectorAll("math"))
        .filter(shown)
        .map((math) => {
          const after = math.nextSibling ?? math.parentElement.nextSibling;
          if (after?.nodeType !== Node.TEXT_NODE || !/^\u2060?[.,;:?!)]/.test(after.textContent)) return undefined;
          const sign = document.createRange();
          sign.setStart(after, after.textContent.search(/[.,;:?!)]/));
          sign.setEnd(after, after.textContent.search(/[.,;:?!)]/) + 1);
          const isBelow = sign.getBoundingClientRect().top >= math.getBoundingClientRect().bottom - 1;
          return isBelow ? `${math.textContent}${after.textContent.slice(0, 20)}` : undefined;
        })
        .filter((found) => found !== undefined);
      return { narrow, empty, small, orphans };
    },
    { least: LEAST_PX, share: LEAST_SHARE },
  );

export const expectFiguresFillColumns = (page) =>
  expect.poll(() => look(page)).toEqual({ narrow: [], empty: [], small: [], orphans: [] });
