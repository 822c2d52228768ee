// The looks with axe find what they are for.
import { expect, test } from "@playwright/test";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";

const page = (body, style = "") =>
  `<!doctype html><html lang="en"><title>A page</title><style>${style}</style><main><h1>A page</h1>${body}</main>`;
const DIM = "@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } p { color: #333 } }";

const faults = [
  ["a field without a label", page("<p>Text</p><input>"), /label/],
  ["text that is dim in light", page('<p style="color: #ccc">Text</p>'), /color-contrast/],
  ["text that is dim in dark alone", page("<p>Text</p>", DIM), /in dark[^]*color-contrast/],
  [
    "a page without text",
    '<!doctype html><html lang="en"><title>A page</title><main><h1><img alt="A page" src="data:,"></h1></main>',
    /color-contrast/,
  ],
];

test("axe finds what is wrong in light and in dark, and does not pass where it had nothing to judge", async ({
  page: tab,
}) => {
  for (const [what, html, complaint] of faults) {
    await tab.goto("about:blank");
    await tab.setContent(html);
    await expect(expectAxeFindsNothingInEitherTheme(tab, what), what).rejects.toThrow(complaint);
  }
  await tab.goto("about:blank");
  await tab.setContent(page("<p>Text</p>"));
  await expectAxeFindsNothingInEitherTheme(tab, "a page without fault");
});
