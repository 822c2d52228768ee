// `heed show`: what a file of attention holds, or one head of it as a file.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, labelOf, readable, rolesOf, statisticsOf, type DescriptionWords } from "../statistics/index.js";
import { checkMask, maskOf, percent, type Mask } from "../show/index.js";
import { LANGUAGES, phrase, phrasesOf, speak } from "../site/kit/texts/index.js";
import { figureOf, savedPageOf, type LabelledMatrix } from "../site/rooms/export/index.js";
import { newBudget, openFile, type Part, type StackPlace } from "../site/rooms/files/index.js";
import { openDisk, type DiskFile } from "./disk.js";
import { Misunderstood, type Options } from "./options.js";
import { print, printError } from "./print.js";
import { photograph } from "./photograph.js";

export async function show(options: Options): Promise<void> {
  if (!LANGUAGES.includes(options.language))
    throw new Misunderstood(`--lang must be ${LANGUAGES.join(" or ")}; got "${options.language}".`);
  speak(options.language);
  const { file } = options;
  const disk = await openDisk(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`"${file}" cannot be read: ${reasonOf(error, "there is no such file")}.`);
  });
  await showPart(disk, options).finally(() => disk.close());
}

async function showPart(disk: DiskFile, options: Options): Promise<void> {
  const part = await partOf(disk, options);
  if (options.text >= part.stack.batch)
    throw new Misunderstood(
      `--text must be less than ${part.stack.batch}, the texts of this file; got ${options.text}.`,
    );
  for (const note of [...part.notes, ...part.tokens(options.text).notes]) printError(`heed: ${note}`);
  if (options.head === undefined && options.out === undefined) return listHeads(part, options);
  const matrix = await matrixOf(part, options);
  if (options.out === undefined) return describeHead(matrix);
  await write(matrix, options.out, options);
  print(phrase("export.saved", { name: options.out }));
}

async function partOf(disk: DiskFile, { file, part, turned }: Options): Promise<Part> {
  const opened = await openFile(disk.bytes, path.basename(file), newBudget());
  const { parts } = opened;
  if (part >= parts.length) throw new Misunderstood(`--part must be less than ${parts.length}; got ${part}.`);
  return opened.partAs(part, turned ? "turned" : "plain");
}

/** What the file and the options hide: row after row, 1 = may attend. Undefined where they hide nothing. */
async function maskFor(part: Part, place: StackPlace, options: Options): Promise<Mask | undefined> {
  const { rows, columns } = part.stack;
  const { causal, window, keyLength, offset } = options;
  if (offset === undefined && rows !== columns && (causal || window !== undefined))
    throw new Misunderstood(
      `--offset must say where row 0 stands, because there are ${rows} rows and ${columns} columns. ` +
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

async function matrixOf(part: Part, options: Options): Promise<LabelledMatrix> {
  const { file, head: place, text, title, raw } = options;
  const { stack } = part;
  const { layer, head } = place ?? { layer: 0, head: 0 };
  if (layer >= stack.layers || head >= stack.heads)
    throw new Misunderstood(`--head must be from 0.0 to ${stack.layers - 1}.${stack.heads - 1}; got ${layer}.${head}.`);
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
    source: phrase("model.origin", { name: path.basename(file) }),
  };
}

/** One line for each head: its pattern and the share of it. */
async function listHeads(part: Part, options: Options): Promise<void> {
  const { file, text } = options;
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

/** `missing`: what it means that something is not there. */
function reasonOf({ code, message }: NodeJS.ErrnoException, missing: string): string {
  return code === "ENOENT" ? missing : code === "EISDIR" ? "it is a folder" : message;
}
