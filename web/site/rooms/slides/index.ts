// A figure of its own: copied as a picture with its link, or alone on the page, for slides.
export { offerSlide, type Slide } from "./offer.js";
