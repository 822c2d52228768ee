// Keeps the whole site in the browser, when the reader asks for it.
export type * from "./messages.js";
export { offerOffline, NO_WORKER } from "./offer.js";
