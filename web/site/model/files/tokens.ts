// Which lists of a file are the tokens of the rows, and which those of the columns.
import type { TextList } from "./arrays.js";
import { quoted, told } from "./problem.js";

export interface Tokens {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** What does not fit, in sentences. */
  readonly notes: readonly string[];
}

const COLUMNS = /right|column|key|context|source|src|encoder/i;
const ROWS = /left|row|quer|target|tgt|decoder/i;

/** Those beside the part, as “Encoder.left_text” beside “Encoder.attn”; or else those that belong to all parts. */
function listsBeside(texts: readonly TextList[], part: string): readonly TextList[] {
  const folder = part.includes(".") ? part.replace(/[^.]*$/, "") : "";
  const beside = texts.filter(({ name }) => folder !== "" && name.startsWith(folder));
  return beside.length > 0 ? beside : texts.filter(({ name }) => folder === "" || !name.includes("."));
}

export interface TokenQuestion {
  readonly texts: readonly TextList[];
  readonly part: string;
  readonly rows: number;
  readonly columns: number;
  /** Which text of a batch. */
  readonly text: number;
}

export function tokensFor({ texts, part, rows, columns, text }: TokenQuestion): Tokens {
  const notes: string[] = [];
  const lists = listsBeside(texts, part).map((beside) => ({
    name: beside.name,
    list: beside.lists[text] ?? beside.lists[0]!,
  }));
  const across = lists.find(({ name }) => COLUMNS.test(name));
  const down = lists.find(({ name }) => ROWS.test(name)) ?? lists.find((one) => one !== across);
  const fitted = (
    named: { name: string; list: readonly string[] } | undefined,
    count: number,
    what: "rows" | "columns",
  ) => {
    if (named === undefined) return [];
    if (named.list.length !== count) {
      const key = `${what}-${named.list.length < count ? "fewer" : "more"}`;
      notes.push(told(key, { name: quoted(named.name), tokens: named.list.length, count }));
    }
    return named.list.slice(0, count);
  };
  if (rows === columns || down === undefined || across !== undefined) {
    const rowList = fitted(down ?? across, rows, "rows");
    const columnList = across === undefined || across === down ? undefined : fitted(across, columns, "columns");
    return { rows: rowList, columns: columnList ?? (rows === columns ? rowList : []), notes };
  }
  // One list for a matrix that is not square: it belongs to the side that it fits.
  const fitsColumns = down.list.length === columns;
  if (fitsColumns) return { rows: [], columns: down.list, notes };
  return { rows: fitted(down, rows, "rows"), columns: [], notes };
}
