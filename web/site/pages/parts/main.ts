// The parts that every page is made of, each once. Nothing leads here: it is for those who build pages, and for tests.
import { make, percent } from "../../../show/index.js";
import { Address, byId, encode } from "../../kit/index.js";
import { Speaker } from "../../kit/texts/index.js";

// It leads past the header without a change of the address.
const address = new Address();
const speaker = new Speaker("parts", () => {
  address.keep(encode({}, {}, speaker.asked));
  speaker.translate();
});
speaker.chooseByLink();
speaker.translate();

const shares = { cat: 0.62, mat: 0.21, sat: 0.04 };
byId("bars").replaceChildren(
  ...Object.entries(shares).map(([word, share]) => {
    const bar = make("td", { class: "bar" }, make("span"));
    bar.style.setProperty("--part", String(share));
    return make("tr", {}, make("th", { scope: "row", lang: "en" }, word), bar, make("td", {}, percent(share)));
  }),
);
