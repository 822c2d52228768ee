// `heed show`: what a file of attention or a model holds, or one head of it as a file.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, labelOf, readable, rolesOf, statisticsOf, type DescriptionWords } from "../statistics/index.js";
import { checkMask, maskOf, percent, type Mask } from "../show/index.js";
import { LANGUAGES, phrase, phrasesOf, speak } from "../site/kit/texts/index.js";
import { figureOf, savedPageOf, type LabelledMatrix } from "../site/rooms/export/index.js";
import { newBudget, openFile, type StackPlace } from "../site/rooms/files/index.js";
import { Disk, reasonOf } from "./disk.js";
import { checkHead, shownModel, type Shown } from "./model.js";
import { countOf, Misunderstood, type Options } from "./options.js";
import { print, printError } from "./print.js";
import { photograph } from "./photograph.js";

export async function show(options: Options): Promise<void> {
  if (!LANGUAGES.includes(options.language))
    throw new Misunderstood(`--lang must be ${LANGUAGES.join(" or ")}; got "${options.language}".`);
  speak(options.language);
  const disk = new Disk();
  await showFrom(disk, options).finally(() => disk.close());
}

async function showFrom(disk: Disk, options: Options): Promise<void> {
  const model = await shownModel(disk, options);
  if (model !== undefined) return showPart(model, 0, options);
  const { file, part, turned, tokens } = options;
  if (tokens !== undefined) throw new Misunderstood(`--tokens is for a model; "${file}" is not one.`);
  const text = countOf("text", options.text);
  const opened = await openFile(await disk.open(file), path.basename(file), newBudget());
  const { parts } = opened;
  if (part >= parts.length) throw new Misunderstood(`--part must be less than ${parts.length}; got ${part}.`);
  const shown = opened.partAs(part, turned ? "turned" : "plain");
  const { batch } = shown.stack;
  if (text >= batch) throw new Misunderstood(`--text must be less than ${batch}, the texts of this file; got ${text}.`);
  return showPart(shown, text, options);
}

/** @param text which one of a batch */
async function showPart(part: Shown, text: number, options: Options): Promise<void> {
  for (const note of [...part.notes, ...part.tokens(text).notes]) printError(`heed: ${note}`);
  if (options.head === undefined && options.out === undefined) return listHeads(part, text, options);
  const matrix = await matrixOf(part, text, options);
  if (options.out === undefined) return describeHead(matrix);
  await write(matrix, options.out, options);
  print(phrase("export.saved", { name: options.out }));
}

/** What the file and the options hide: row after row, 1 = may attend. Undefined where they hide nothing. */
async function maskFor(part: Shown, place: StackPlace, options: Options): Promise<Mask | undefined> {
  const { rows, columns } = part.stack;
  const { causal, window, keyLength, offset } = options;
  if (offset === undefined && rows !== columns && (causal || window !== undefined))
    throw new Misunderstood(
      `--offset must give the position of row 0, because there are ${rows} rows and ${columns} columns. ` +
        `--offset=${columns - rows} lines up the last ones.`,
    );
  if (keyLength !== undefined && keyLength > columns)
    throw new Misunderstood(`--key-length must be from 0 to ${columns}, the number of columns; got ${keyLength}.`);
  const own = await part.mask(place);
  if (!causal && window === undefined && keyLength === undefined && own === undefined) return undefined;
  const mask = checkMask({
    causal: causal && { offset: offset ?? 0 },
    window: window === undefined ? undefined : { left: window, right: window, offset: offset ?? 0 },
    keyLengths: keyLength,
    mask: own && { data: own, shape: [rows, columns] },
  });
  return maskOf(mask, { shape: [rows, columns], textAxis: -1, along: "rows" });
}

async function matrixOf(part: Shown, text: number, options: Options): Promise<LabelledMatrix> {
  const { file, head: place, title, raw } = options;
  const { stack } = part;
  const { layer, head } = place ?? { layer: 0, head: 0 };
  checkHead({ layer, head }, stack);
  const data = await stack.matrix({ layer, head, text });
  const tokens = part.tokens(text);
  const names = (list: readonly string[]): readonly string[] => (raw ? list : readable(list));
  const name = `L${layer} H${head}`;
  return {
    name: `${path.basename(file)} ${name}`,
    title: title ?? `${name}: ${path.basename(file)}`,
    kind: data.some((value) => value < 0) ? "scores" : "weights",
    data,
    rows: stack.rows,
    columns: stack.columns,
    rowLabels: names(tokens.rows),
    columnLabels: names(tokens.columns),
    mask: await maskFor(part, { layer, head, text }, options),
    source: phrase("model.origin", { name: [path.basename(file), part.weights ?? []].flat().join(", ") }),
  };
}

/** One line for each head: its pattern and the share of it. */
async function listHeads(part: Shown, text: number, options: Options): Promise<void> {
  const { file } = options;
  const { layers, heads, rows, columns, batch } = part.stack;
  const texts = phrase("files.of-texts", { count: batch });
  print(`${path.basename(file)}: ${layers} × ${heads} heads, ${rows} × ${columns}, ${part.typeName}, ${texts}`);
  const roles = rolesOf(part.tokens(text).columns, columns);
  for (let layer = 0; layer < layers; layer++) {
    for (let head = 0; head < heads; head++) {
      const mask = await maskFor(part, { layer, head, text }, options);
      const whole = await part.stack.matrix({ layer, head, text });
      const values = mask === undefined ? whole : whole.map((value, at) => (mask[at] ? value : 0));
      const statistics = statisticsOf({ values, rows, columns }, roles);
      const name = labelOf(statistics);
      const share = name === "–" ? NaN : statistics.values[name === "broad" || name === "mixed" ? "entropy" : name];
      const word = name === "–" ? name : phrase(`heads.stat-${name}`);
      const problem = statistics.problem === undefined ? "" : `  ${phrase(`heads.${statistics.problem}`)}`;
      const said = Number.isNaN(share) ? "" : percent(share);
      print(`${`${layer}.${head}`.padEnd(10)}${word.padEnd(14)}${said}${problem}`);
    }
  }
}

function describeHead(matrix: LabelledMatrix): void {
  const { data, rows, columns, title, mask = null } = matrix;
  print(title);
  const numbers = { data, rows, columns, start: 0, mask };
  for (const sentence of describe({ ...matrix, numbers }, phrasesOf<DescriptionWords>("saved"))) print(sentence);
}

async function write(matrix: LabelledMatrix, out: string, { theme, half }: Options): Promise<void> {
  const save = (text: string): Promise<void> =>
    writeFile(out, text).catch((error: Error) => {
      throw new Error(`"${out}" cannot be written: ${reasonOf(error, "there is no such folder")}.`);
    });
  if (/\.html$/i.test(out)) await save(savedPageOf(matrix, half ? "float16" : undefined));
  else if (/\.svg$/i.test(out)) await save(figureOf(matrix, theme));
  else await photograph(figureOf(matrix, theme), path.resolve(out));
}
