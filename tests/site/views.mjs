// Options are in folds of a page. Tests whose subject is an option find them open.

/** From now on each page of the tab opens with its folds of options open. */
export const openViews = (page) =>
  page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => {
      for (const fold of document.querySelectorAll("details.view, #recipes")) fold.open = true;
    }),
  );
