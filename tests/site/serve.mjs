// What the tests of the pages need of scripts/: the checkout's folder and the static server.
export { serve } from "../../scripts/serve.mjs";
export { root } from "../../scripts/setup/checkout.mjs";
