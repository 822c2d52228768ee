// The faces of type of a page: those that it carries, and those that it has drawn with.

/** The faces that a page carries, as "Heed Text italic"; those from the reader's machine are not among them. */
export const carried = (html) =>
  new Set(
    Array.from(html.matchAll(/@font-face\{font-family:"([^"]+)"(;font-style:italic)?/g), ([, family, italic]) =>
      italic ? `${family} italic` : family,
    ),
  );

/** The carried faces that the page has drawn with: a face is read when it is first needed. */
export const drawnWith = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return Array.from(document.fonts)
      .filter(({ family, status }) => !family.includes("Fallback") && status === "loaded")
      .map(({ family, style }) => family.replaceAll('"', "") + (style === "italic" ? " italic" : ""));
  });
