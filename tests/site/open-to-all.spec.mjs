// The looks at what a page owes its readers find what they are for.
import { expect, test } from "@playwright/test";
import {
  expectFitsAnyWidth,
  expectReadableInForcedColours,
  expectReadableOnPaper,
  expectUsableByKeyboard,
} from "./open-to-all.mjs";

const PRINT = "@media print { :root { color-scheme: light; background: #fff } button { display: none } }";
const page = (body, style = "") =>
  `<!doctype html><html lang="en"><style>:root { color-scheme: light dark } ${PRINT} ${style}</style>` +
  `<main><p>Text <a href="#">link</a></p><button>Run</button>${body}</main>`;
const onlyIn = (media, rule) => page("", `@media (${media}) { ${rule} }`);

const FAULTS = [
  [expectFitsAnyWidth, onlyIn("width: 1024px", "main { width: 1100px }"), /1024 px/],
  [
    expectReadableInForcedColours,
    onlyIn("forced-colors: active", "p { forced-color-adjust: none; color: Canvas }"),
    /faint texts in forced colours/,
  ],
  [
    expectReadableInForcedColours,
    onlyIn("forced-colors: active", "button { forced-color-adjust: none; background: ButtonText; color: ButtonText }"),
    /Run.*1\.00/,
  ],
  [
    expectReadableInForcedColours,
    page("", "p { forced-color-adjust: none; background: Canvas; color: light-dark(#333, #ccc) }"),
    /texts in colours of the page, dark[^]*Text/,
  ],
  [
    expectReadableInForcedColours,
    page(
      '<div><button aria-pressed="true">This</button><button aria-pressed="false">That</button></div>',
      "button { border: 1px solid ButtonText } [aria-pressed=true] { box-shadow: 0 0 3px; border-color: LinkText }",
    ),
    /choices that do not show[^]*This/,
  ],
  [
    expectReadableInForcedColours,
    page(
      '<nav><a href="#" aria-current="page">Here</a><a href="#">There</a></nav>',
      "a { border-bottom: 2px solid transparent } [aria-current] { border-color: teal }",
    ),
    /choices that do not show[^]*Here/,
  ],
  [expectReadableOnPaper, page("", "p { color: #ccc }"), /faint texts on paper/],
  [
    expectReadableOnPaper,
    page("", "@media print { :root { background: #222; color: #fff } button, a { color: #fff } }"),
    /the ground of paper/,
  ],
  [expectReadableOnPaper, page("", "@media print { main { width: 800px } }"), /718 px/],
  [expectReadableOnPaper, page('<input type="range">'), /controls on paper/],
  [expectUsableByKeyboard, page("", "button:focus { outline: none }"), /do not show focus[^]*Run/],
  [
    expectUsableByKeyboard,
    page('<b tabindex="0" onkeydown="event.preventDefault()">trap</b><button>after</button>'),
    /does not reach[^]*after/,
  ],
];

async function show(tab, html) {
  await tab.goto("about:blank");
  await tab.emulateMedia({ media: "screen", colorScheme: "light", forcedColors: "none" });
  await tab.setContent(html);
}

test("a fault of each kind is found, and none where there is none", async ({ page: tab }) => {
  for (const [look, html, complaint] of FAULTS) {
    await show(tab, html);
    await expect(look(tab, { looks: 2 }), html).rejects.toThrow(complaint);
  }
  for (const [look] of FAULTS) {
    await show(tab, page(""));
    await look(tab);
  }
});
