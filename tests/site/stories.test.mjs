// The small model that tells stories: its sentences, its training, and what pages say of it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { openModel } from "../../dist/model.js";
import { seededRandom } from "../../dist/train.js";
import { measuredOf, SEEDS, SHIPPED, STORIES, storedStories, trainStories } from "../../scripts/train-stories.mjs";
import { siteParts } from "../../scripts/trained.mjs";
import { kept } from "./kept.mjs";
import { siteModule, siteText } from "./runs.mjs";
import { root } from "./serve.mjs";
import { BLIND, LATER, TYPED, VISITORS } from "./typed-stories.mjs";

const room = await siteModule("rooms/stories/index.ts");
const { TABLES, MEASURED, Reader, drawStory, decidedIn, decidedAfter, isHeldOut, readTyped, wordsOf, written } = room;
// The bits of this flavour are those of every machine.
const { heed } = await siteParts("rooms/stories", ["table"]);
const LANGUAGES = Object.keys(TABLES);
const storedFile = (name) => JSON.parse(readFileSync(path.join(root, "web/site/rooms/stories/stored", name), "utf8"));

function storiesOf(table, seed, count, heldOut) {
  const draw = seededRandom(seed);
  return Array.from({ length: count }, () => drawStory(table, draw, heldOut));
}

/** The names in a story, each once. */
const namesIn = (table, story) => [...new Set(story.filter((word) => wordsOf(table).sexes.has(word)))];

const pairsOf = (names) => names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));

test("a table has about 150 words, of which 24 are names, and fits a screen", () => {
  for (const [language, file] of Object.entries({ en: "english.ts", de: "german.ts" })) {
    const { all, fillings } = wordsOf(TABLES[language]);
    assert.ok(all.length >= 135 && all.length <= 160, `${language}: ${all.length} words`);
    assert.equal(new Set(fillings.A).size, 24);
    const lines = readFileSync(path.join(root, "web/site/rooms/stories", file), "utf8").split("\n");
    assert.ok(lines.length <= 75, `${file}: ${lines.length} lines`);
  }
});

test("no story that is read has two names that are held out, nor the two of the front door", () => {
  for (const language of LANGUAGES) {
    const table = TABLES[language];
    assert.ok(isHeldOut(table, ...table.front));
    const held = new Set();
    for (const story of storiesOf(table, 1, 500, true))
      for (const pair of pairsOf(namesIn(table, story))) if (isHeldOut(table, ...pair)) held.add(pair.sort().join(" "));
    const all = pairsOf(wordsOf(table).fillings.A).filter((pair) => isHeldOut(table, ...pair)).length;
    assert.ok(held.size > 0.9 * all && all > 40, `${language}: ${held.size} pairs of ${all} are tested`);
    for (const seed of [1, 2]) {
      const draw = room.textsOf(seed);
      const read = Array.from({ length: 4000 }, () => drawStory(table, draw));
      const together = read.filter((story) => pairsOf(namesIn(table, story)).some((pair) => isHeldOut(table, ...pair)));
      assert.equal(together.length, 0);
      assert.ok(read.filter((story) => namesIn(table, story).length === 3).length > 800, "a third one is mentioned");
    }
  }
});

test("loose texts have known words, no two names that are held out, and words that are decided", () => {
  for (const language of LANGUAGES) {
    const table = TABLES[language];
    const { ids, fillings } = wordsOf(table);
    const draw = room.textsOf(1, 1);
    const counted = {};
    for (let at = 0; at < 4000; at++) {
      const { words, decided } = room.drawLoose(table, draw);
      const text = written(words);
      assert.ok(words.length <= room.PLACES, text);
      assert.deepEqual(
        words.filter((word) => !ids.has(word.toLowerCase())),
        [],
        text,
      );
      assert.ok(!pairsOf(namesIn(table, words)).some((pair) => isHeldOut(table, ...pair)), text);
      for (const place of decided) {
        assert.ok(place > 0 && place < words.length, text);
        const [slot] = Object.entries(fillings).find(([, some]) => some.includes(words[place])) ?? ["other"];
        counted[slot] = (counted[slot] ?? 0) + 1;
      }
    }
    // Names, things, places, animals and sounds, and others such as "home".
    for (const slot of ["A", "T", "P", "N", "S", "other"]) assert.ok(counted[slot] > 300, `${language}: ${slot}`);
  }
});

test("every word that a story decides is the word that comes, and earlier words decide it", () => {
  for (const language of LANGUAGES) {
    const table = TABLES[language];
    const counted = {};
    for (const story of [...storiesOf(table, 7, 1500, false), ...storiesOf(table, 8, 500, true)]) {
      assert.ok(story.length <= room.PLACES, written(story));
      for (const { at, word, what, by } of decidedIn(table, story)) {
        assert.equal(word, story[at], `${written(story.slice(0, at))} …`);
        assert.ok(by.length > 0 && by.every((place) => place < at), written(story.slice(0, at)));
        counted[what] = (counted[what] ?? 0) + 1;
      }
    }
    for (const what of ["receiver", "who", "thing", "place", "sound", "form"]) assert.ok(counted[what] > 100, what);
  }
});

test("sentences come in any order, and any of them may be missing", () => {
  const befores = { en: "gave", de: "gab" };
  for (const language of LANGUAGES) {
    const stories = storiesOf(TABLES[language], 3, 3000, false).filter((story) => story.includes(befores[language]));
    const [had, met] = { en: ["had", "met"], de: ["hatte", "traf"] }[language];
    const order = (story) => Math.sign(story.indexOf(had) - story.indexOf(met));
    for (const [said, holds] of Object.entries({
      "having first": (story) => story.includes(had) && order(story) < 0,
      "meeting first": (story) => story.includes(met) && order(story) > 0,
      "no meeting": (story) => !story.includes(met),
    }))
      assert.ok(stories.filter(holds).length > 50, `${language}: ${said}`);
  }
});

test("what comes before decides the next word, or leaves it free", () => {
  const after = (language, text) => {
    const { words, unknown } = readTyped(TABLES[language], text);
    assert.deepEqual(unknown, [], text);
    const found = decidedAfter(TABLES[language], words);
    return found && [found.word, found.what, ...found.by.map((at) => words[at])].join(" ");
  };
  for (const [text, wanted] of Object.entries({
    "Lily met Ben. Lily gave the ball to": "Ben receiver Ben Lily",
    "Tom was at home. Lily had a red ball. Lily met Ben. Lily gave the": "ball thing ball Lily",
    "Tom was ill. Lily lost the ball. Ben found the ball. Ben gave the ball back to": "Lily receiver Lily Ben",
    "Lily was sad because": "she form Lily",
    "Emma wanted the hat. Sam gave the": "hat thing hat Sam",
    "Sam lost the bell. Nora had a cake. Nora found the bell. Nora gave the": "bell thing bell Nora",
    "Mia lost the ball. Ben found it. Ben gave it back to": "Mia receiver Mia Ben",
    "Tim lost the lamp. Max found the lamp. He gave the lamp back to": "Tim receiver Tim Max",
    "Lily saw a dog. It said": "woof sound dog",
    "Lily gave the ball to": undefined,
    "Tom was ill. Ben was ill. Lily gave the ball to": undefined,
    "Lily met": undefined,
  }))
    assert.equal(after("en", text), wanted, text);
  for (const [text, wanted] of Object.entries({
    "Lena traf Ben. Lena gab": "Ben receiver Ben Lena",
    "Lena hatte einen roten Ball. Lena verlor": "den form Ball Lena",
    "Lena sah ein Schaf. Es machte": "mäh sound Schaf",
    "Lena gab": undefined,
  }))
    assert.equal(after("de", text), wanted, text);
});

test("what a reader types: unknown words are named, and capitals do not matter", () => {
  const { words, unknown } = readTyped(TABLES.en, "lily met the Dragon in THE park! she said Hello");
  assert.deepEqual(unknown, ["Dragon", "Hello"]);
  assert.equal(written(words), "Lily met the in the park. She said");
  assert.equal(written(readTyped(TABLES.de, "im park traf lena ben.").words), "Im Park traf Lena Ben.");
  for (const table of Object.values(TABLES)) {
    const listed = Object.values(room.groupsOf(table)).flat();
    assert.equal(new Set(listed).size + 2, wordsOf(table).all.length);
  }
});

test("a reader's own names and things take the places of others, and the words keep their numbers", () => {
  const own = room.exchanged(TABLES.de, "Lena", "Wanda");
  const both = room.exchanged(own, "Ball", "Bagger");
  assert.equal(wordsOf(both).ids.get("wanda"), wordsOf(TABLES.de).ids.get("lena"));
  assert.equal(wordsOf(both).ids.get("bagger"), wordsOf(TABLES.de).ids.get("ball"));
  const { words, unknown } = readTyped(both, "Wanda hatte einen roten Bagger. Wanda traf Ben. Wanda gab Ben");
  assert.deepEqual([unknown, decidedAfter(both, words).word], [[], "den"]);
});

test("a model opens with heed/model as heed's own, and gives the same logits with a head on or off", async () => {
  for (const language of LANGUAGES) {
    const stored = room.storedModel(language);
    const { config, weights, tokenizer } = room.filesOf(heed, stored);
    assert.equal(config.model_type, "heed");
    const model = await openModel(heed, { config, weights, tokenizer });
    const reader = new Reader(heed, stored);
    const { words } = room.newTexts(stored.table, 1, 5)[0];
    const ids = tokenizer.encode(written(words));
    assert.equal(tokenizer.decode(ids), written(words));
    for (const off of [[], [{ layer: 0, head: 0 }], [{ layer: 1, head: room.SHAPE.heads - 1 }]]) {
      const [{ logits, looks }] = reader.next([words], off);
      const heads = Object.fromEntries(off.map(({ layer, head }) => [`${layer}.${head}`, 0]));
      const run = model.run(ids, { heads, logits: "last", keep: ["weights"] });
      for (const [at, logit] of logits.entries()) close(run.logits.data[at], logit, 1e-3, `${language} ${at}`);
      const { data, shape } = run.layers[1].weights;
      for (const [seen, weight] of looks[1][0].entries())
        close(data[(shape[1] - 1) * shape[2] + seen], weight, 1e-4, `${language} look ${seen}`);
    }
    reader.dispose();
    model.dispose();
  }
});

const close = (a, b, bound, said) => assert.ok(Math.abs(a - b) <= bound, `${said}: ${a}, not ${b}`);

test("the same seed gives the same numbers, another seed others", async () => {
  const [one, again, other] = [
    await trainStories("en", 1, 2),
    await trainStories("en", 1, 2),
    await trainStories("en", 2, 2),
  ];
  assert.deepEqual(one.numbers, again.numbers);
  assert.notDeepEqual(one.numbers, other.numbers);
});

/** A whole training, computed once for each state of the code. */
async function trained(language, seed) {
  const files = ["english", "german", "loose", "loose-english", "loose-german", "recipe", "telling"].map((name) =>
    siteText(`rooms/stories/${name}.ts`),
  );
  return kept(`stories-${language}`, [await Promise.all(files), seed], () => trainStories(language, seed));
}

test("the stored numbers are those of a whole training, to the last bit", async () => {
  for (const [language, seed] of Object.entries(SHIPPED)) {
    const model = await trained(language, seed);
    const stored = storedFile(`${language}.json`);
    assert.deepEqual(storedStories(seed, model), stored);
    assert.deepEqual(
      await measuredOf(seed, model),
      MEASURED[language].find((one) => one.seed === seed),
    );
  }
});

test("the stored numbers have their hash, and are 150 KB at most in each language", () => {
  for (const [language, seed] of Object.entries(SHIPPED)) {
    const stored = storedFile(`${language}.json`);
    const bytes = Buffer.from(stored.numbers, "base64");
    assert.equal(createHash("sha256").update(bytes).digest("hex"), stored.sha256);
    assert.equal(stored.seed, seed);
    assert.ok(bytes.length <= 150_000, `${bytes.length} bytes`);
  }
});

test("ten trainings in each language bring the right name, and need a head for it", () => {
  for (const language of LANGUAGES) {
    const measured = MEASURED[language];
    assert.deepEqual(
      measured.map(({ seed }) => seed),
      SEEDS,
    );
    const least = (heads) => Math.min(...heads.map(({ off }) => off));
    assert.ok(measured.filter(({ right }) => right >= 0.95).length >= 8, `${language}: right`);
    assert.ok(measured.filter(({ right, heads }) => right - least(heads) >= 0.3).length >= 8, `${language}: needed`);
  }
});

test("the stored models bring the right name, and have 97 of 100 decided words of 2,000 new stories right", () => {
  for (const language of LANGUAGES) {
    const model = room.storedModel(language);
    const { right } = room.measure(heed, model);
    assert.ok(right >= 0.95, `${language}: ${right}`);
    const all = Object.values(room.decisionsIn(heed, model, STORIES, 99, true));
    const [sum, of] = ["right", "of"].map((name) => all.reduce((total, one) => total + one[name], 0));
    assert.ok(sum / of >= 0.97, `${language}: ${sum} of ${of}`);
  }
});

/** Lines of a text and the word that has to come next; "# kind" begins a kind. */
function typedBy(language, lines) {
  const model = room.storedModel(language);
  const reader = new Reader(heed, model);
  const kinds = {};
  for (const part of lines.split(/^# /m).filter(Boolean)) {
    const [kind, ...texts] = part.trim().split("\n");
    kinds[kind] = texts.map((line) => {
      const [, text, wanted] = line.match(/^(.*) (\S+)$/);
      const { words, unknown } = readTyped(model.table, text);
      assert.deepEqual(unknown, [], text);
      const said = reader.likeliest([words])[0].at(-1);
      return { isRight: wanted.split("|").includes(said), text: `${text} ${said}, not ${wanted}` };
    });
  }
  reader.dispose();
  return kinds;
}

const wrongOf = (kinds) =>
  Object.values(kinds)
    .flat()
    .filter(({ isRight }) => !isRight)
    .map(({ text }) => text);

test("nine of ten texts that a visitor types go on with the right word, and of every kind more than half", () => {
  for (const language of LANGUAGES) {
    const kinds = typedBy(language, TYPED[language]);
    const wrong = wrongOf(kinds);
    const all = Object.values(kinds).flat().length;
    assert.ok(all > 60 && wrong.length <= all / 10, `${language}:\n${wrong.join("\n")}`);
    for (const [kind, texts] of Object.entries(kinds)) {
      const right = texts.filter(({ isRight }) => isRight).length;
      assert.ok(right > texts.length / 2, `${language}, ${kind}: ${right} of ${texts.length}`);
    }
  }
});

for (const [which, texts, of, most] of [
  ["the thirty texts that were not used to choose the recipe", LATER, 30, 3],
  ["thirty texts by visitors who knew only the words", VISITORS, 30, 3],
  ["sixty texts that visitors wrote after the training", BLIND, 60, 12],
])
  test(`at least ${of - most} of ${which} go on with a right word`, () => {
    for (const language of LANGUAGES) {
      const kinds = typedBy(language, texts[language]);
      assert.equal(Object.values(kinds).flat().length, of);
      const wrong = wrongOf(kinds);
      assert.ok(wrong.length <= most, `${language}:\n${wrong.join("\n")}`);
    }
  });

test("a model writes on to the end of a story, and begins another one", () => {
  for (const language of LANGUAGES) {
    const model = room.storedModel(language);
    const { table } = model;
    const reader = new Reader(heed, model);
    const [one, other] = table.front;
    const begun = readTyped(table, `${one} ${{ en: "met", de: "traf" }[language]} ${other}.`).words;
    const text = room.writeOn(table, reader, begun, { seed: 3 });
    assert.ok(room.isOver(table, text), written(text));
    assert.deepEqual(text, room.writeOn(table, reader, begun, { seed: 3 }));
    assert.deepEqual(room.readOf(table, [...text, one]), [one]);
    const long = Array.from({ length: 9 }, () => begun).flat();
    assert.ok(room.readOf(table, [...long, ...long]).length <= room.PLACES);
    reader.dispose();
  }
});

test("a page's worker trains by the same steps, and looks at forty of them", async () => {
  const { openStories, EVERY } = await siteModule("rooms/stories/worker/index.ts");
  const experiment = openStories(heed, { table: TABLES.en, seed: 1, shape: room.ONE_HEAD });
  const { first, numbers, words, read, steps } = experiment.about;
  const stories = steps * room.BATCH;
  assert.deepEqual([read, words, numbers], [stories, wordsOf(TABLES.en).all.length, first.numbers.length]);
  assert.ok(first.right < 0.15 && first.heads.length === 2);
  const taken = Array.from({ length: EVERY }, () => experiment.step());
  assert.deepEqual(
    taken.flatMap(({ moment }) => moment?.step ?? []),
    [EVERY],
  );
  assert.ok(taken.at(-1).loss < taken[0].loss);
  assert.notDeepEqual(taken.at(-1).moment.numbers, first.numbers);
  assert.equal(experiment.view().heads.filter(({ off }) => off <= 1).length, 2);
  experiment.dispose();
});

test("without its stored models the room is small", async () => {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "web/site/rooms/stories/index.ts")],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    external: ["heed", "heed/*", "*/kit/index.js", "*/stored.js"],
  });
  const { length } = gzipSync(outputFiles[0].contents, { level: 9 });
  assert.ok(length <= 15 * 1024, `${length} bytes`);
});
