// Why this next token: the lens after each layer, what brought the answer, and what is left of it without that part.
//
//   node next-token.mjs FOLDER 1 403 407 261     a folder with config.json and model.safetensors, and token numbers
//
// Without a folder it trains a model of two layers that learns who gets what: "lily met ben . lily gave the ball to" ben
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { load } from "heed";
import { languageModel, saveModel } from "heed/layers";
import { openModel } from "heed/model";
import { adam, seededRandom, warmupCosine } from "heed/train";

const list = (words) => words.split(" ");
const names = list("lily ben tom anna max sara sam mia");
const things = list("ball kite book hat");
const vocabulary = [...names, ...things, ...list("met . gave the to")];
const idsOf = (words) => list(words).map((word) => vocabulary.indexOf(word));

const [folder, ...numbers] = process.argv.slice(2);
const heed = await load();
const files = folder
  ? {
      config: await readFile(`${folder}/config.json`, "utf8"),
      weights: await openAsBlob(`${folder}/model.safetensors`),
    }
  : trained();
const model = await openModel(heed, files);
const ids = folder ? numbers.map(Number) : idsOf("lily met ben . lily gave the ball to");
const wordOf = (id) => (folder ? id : vocabulary[id]);

const run = model.run(ids, { keep: ["joined", "stages", "weights", "v"], logits: "last" });
const layers = Array.from({ length: model.facts.layers }, (_, layer) => layer); // -1 is the row before the first
const readings = model.lens(run, { tokens: [ids.length - 1], layers, top: 2 });
for (const { layer, top } of readings) console.log(`after layer ${layer}: ${wordOf(top[0].id)}`);
// after layer 0: ben
// after layer 1: ben

// The likeliest token against the second; and the same difference without the head that brings most of it
const [of, against] = folder ? readings.at(-1).top.map(({ id }) => id) : idsOf("ben lily");
const { parts, total } = model.logitParts(run, { of, against });
const [first] = parts.filter(({ kind }) => kind === "head").sort((a, b) => b.value - a.value);
const word = first.byToken.indexOf(Math.max(...first.byToken));
console.log(`head ${first.layer}.${first.head} brings most of it, from token ${word}, ${wordOf(ids[word])}`);
// head 0.1 brings most of it, from token 2, ben
const off = model.run(ids, { heads: { [`${first.layer}.${first.head}`]: 0 }, from: run, logits: "last" }).logits.data;
const lost = total - (off[of] - off[against]); // later parts read what the head wrote, so it is another number
console.log(first.value > 3, lost > first.value);
// true true

// The parts sum to the difference of the two logits.
const sum = parts.reduce((all, { value }) => all + value, 0);
console.log(Math.abs(sum - (run.logits.data[of] - run.logits.data[against])) < 1e-3);
// true
model.dispose();

function trained() {
  const [draw, steps, batch, tokens] = [seededRandom(1), 500, 32, 9];
  const sizes = { vocab: vocabulary.length, modelDim: 32, heads: 2, layers: 2 };
  const net = languageModel(heed, { ...sizes, batch, tokens, seed: 6, backward: true });
  const learningRate = warmupCosine({ peak: 1e-2, end: 1e-3, warmup: 50, steps });
  const optimiser = adam(heed, net.parameters, { learningRate });
  for (let step = 0; step < steps; step++) {
    const [read, targets] = [[], []];
    for (let at = 0; at < batch; at++) {
      const one = draw.integer(8);
      const two = (one + 1 + draw.integer(7)) % 8;
      const [gives, gets] = draw.uniform() < 0.5 ? [one, two] : [two, one];
      const thing = things[draw.integer(4)];
      read.push(...idsOf(`${names[one]} met ${names[two]} . ${names[gives]} gave the ${thing} to`));
      targets.push(...Array(tokens - 1).fill(-1), gets); // -1 is no answer
    }
    net.run({ ids: read, targets });
    net.backward();
    optimiser.step();
  }
  return saveModel(net);
}
