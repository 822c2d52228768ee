// Why this next token? A lens, the parts of two logits, and a map of where it is known. The markup is why.html, the
// style why.css; worker/ answers.
export type { Ask, AskableText, Question, Questions } from "./requests.js";
export { WHY, type WhyState } from "./state.js";
export { WhyFolds, type WhyHost } from "./why-folds.js";
