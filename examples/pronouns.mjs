// A model of two layers learns what "it" means, from sentences with their answers: "The animal didn't cross the street
// because it was too tired", or "too wide". The first layer may look ahead only, the second back only.
import { load } from "heed";
import { languageModel } from "heed/layers";
import { adam, initialise, seededRandom, warmupCosine } from "heed/train";

// Who did not do what, and what can be said of the one and of the other.
const list = (words) => words.split(" ");
const animals = list("animal dog cat horse cow mouse bird rabbit fox bear");
const ofAnimals = list("tired hungry lazy sick scared young sleepy shy");
const verbs = {
  cross: [list("street road river bridge field lake path valley"), list("wide busy long deep muddy steep icy wet")],
  eat: [list("apple cake carrot bread soup meat egg cheese"), list("hot cold sour bitter salty hard old rotten")],
  enter: [list("house barn forest cave kitchen tent garden shed"), list("dark loud damp small dirty full warm noisy")],
};
const sentenceOf = (who, verb, what, said) => list(`the ${who} didn't ${verb} the ${what} because it was too ${said}`);
const [WHO, WHAT, IT, TOKENS] = [1, 5, 7, 11];

// One pair of nouns in five is never read; animal and street are one of them.
const isHeldOut = (who, what) => (animals.indexOf(who) + verbs.cross[0].indexOf(what)) % 5 === 0;
const draw = seededRandom(1);
const oneOf = (words) => words[draw.integer(words.length)];

function drawSentence() {
  const verb = oneOf(Object.keys(verbs));
  const [things, ofThings] = verbs[verb];
  const [who, what] = [oneOf(animals), oneOf(things)];
  if (isHeldOut(who, what)) return drawSentence();
  const means = draw.uniform() < 0.5 ? WHO : WHAT;
  return { words: sentenceOf(who, verb, what, oneOf(means === WHO ? ofAnimals : ofThings)), means };
}

const frame = sentenceOf(animals[0], "cross", "street", "wide");
const vocabulary = [...new Set([frame, animals, ofAnimals, Object.entries(verbs)].flat(Infinity))];
const idsOf = (words) => words.map((word) => vocabulary.indexOf(word));

const heed = await load();
const [steps, batch] = [600, 32];
const sizes = { vocab: vocabulary.length, modelDim: 16, hidden: 32, layers: 2, tokens: TOKENS };
const looks = [{ causal: false, window: { left: 0 } }, { causal: true }];
const net = languageModel(heed, { ...sizes, batch, attention: looks, seed: false, backward: true });
initialise(net.parameters, draw, 0.2);
const learningRate = warmupCosine({ peak: 1e-2, end: 8e-4, warmup: 100, steps });
const optimiser = adam(heed, net.parameters, { learningRate, beta2: 0.99, weightDecay: 0.01, clip: 1 });
for (let step = 0; step < steps; step++) {
  const [ids, targets] = [[], []];
  for (let at = 0; at < batch; at++) {
    const { words, means } = drawSentence();
    const read = idsOf(words);
    const answers = read.map((id) => (draw.uniform() < 0.15 ? id : -1)); // some words name themselves; -1 is no answer
    answers[IT] = read[means];
    ids.push(...read);
    targets.push(...answers);
  }
  net.run({ ids, targets });
  net.backward();
  optimiser.step();
}

const attention = looks.map((look) => ({ ...look, keep: ["weights"] }));
const reader = languageModel(heed, { ...sizes, attention, weightsOf: net });
const largest = (numbers) => numbers.indexOf(Math.max(...numbers));
for (const said of ["tired", "wide"]) {
  const words = sentenceOf("animal", "cross", "street", said);
  reader.run({ ids: idsOf(words) });
  const means = vocabulary[largest(reader.logits.slice(IT * vocabulary.length, (IT + 1) * vocabulary.length))];
  const { weights } = reader.blocks[1].layers[0].layers[1];
  const seen = words[largest(weights.slice(IT * TOKENS, (IT + 1) * TOKENS))];
  console.log(`too ${said}: "it" looks at ${seen}, and means ${means}`);
}
// too tired: "it" looks at animal, and means animal
// too wide: "it" looks at street, and means street
