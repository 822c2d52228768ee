// The element, heed/workers and the pages in WebKit and in Firefox. They share one start of each browser, which costs
// most of a test.
import { ELEMENT } from "./element.mjs";
import { inEachBrowser } from "./in-each-browser.mjs";
import { OWN_MODELS } from "./own-models.mjs";
import { PAGES } from "./pages.mjs";
import { WORKERS } from "./workers.mjs";

inEachBrowser("the element, heed/workers and the pages", { ...ELEMENT, ...WORKERS, ...PAGES, ...OWN_MODELS });
