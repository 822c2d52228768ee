// The formula of a cell with the names of its operands, as MathML.
import {
  below,
  both,
  brackets,
  called,
  equation,
  letter,
  list,
  number,
  operator,
  over,
  root,
  row,
  sum,
  word,
  type MathML,
} from "./mathml.js";
import { layerGradientFormula, slopeOf } from "./layer-gradient-formula.js";
import { isPair, keyToken, rowToken, shortened, type TokenName } from "./names.js";
import { headsOf, keyHead, mixOf, scaleOf, sizeOf, type AttentionGradient, type Cell, type Run } from "./run.js";

export function formulaOf(run: Run, cell: Cell): MathML {
  const write = new Writer(run, cell);
  switch (cell.matrix) {
    case "q":
    case "k":
    case "v":
      return write.projection(cell.matrix);
    case "raw":
      return write.rawScore();
    case "scores":
      return write.score();
    case "logits":
      return write.logit();
    case "weights":
      return write.weight();
    case "context":
      return write.mixture();
    case "output":
      return run.weights?.output === undefined ? write.mixture() : write.output();
    case "dweights":
    case "dscores":
    case "dq":
    case "dk":
    case "dv":
      return write.gradient(cell.matrix);
    default:
      return layerGradientFormula(run, cell, cell.matrix, write.token);
  }
}

/** A name as a subscript; its place below it where another token has the same text. */
function label({ text, place }: TokenName): MathML {
  return place === undefined ? word(shortened(text)) : below(word(shortened(text)), number(place));
}

class Writer {
  readonly #run: Run;
  readonly #cell: Cell;
  readonly #turned: boolean;
  /** The name of the token whose row it is. */
  readonly token: MathML;
  /** The key's name in a matrix of pairs, else the column's number. */
  readonly #at: MathML;

  constructor(run: Run, cell: Cell) {
    this.#run = run;
    this.#cell = cell;
    this.#turned = run.convention === "columns";
    this.token = label(rowToken(run, cell));
    this.#at = isPair(cell.matrix) ? label(keyToken(run, cell.column)) : number(cell.column + 1);
  }

  /** q_it,2 = Σ x_it,m w_m,2, counting the columns of all heads. */
  projection(name: "q" | "k" | "v"): MathML {
    const { x, contextX, weights, kept } = this.#run;
    const across = number(this.#cell.head * sizeOf(kept[name]).columns + this.#cell.column + 1);
    const left = this.#headed(
      name,
      keyHeads(name) ? headsOf(kept[name]) : headsOf(kept.q),
      this.#cell.head,
      this.#element(this.token, this.#at),
    );
    const tokens = this.#turned ? "h" : "x";
    const source = name === "q" ? x : (contextX ?? x);
    if (source === undefined) return equation(left, word("given"));
    if (weights === undefined) return equation(left, this.#plain(tokens, this.token, across));
    const bias = weights[({ q: "queryBias", k: "keyBias", v: "valueBias" } as const)[name]];
    return equation(left, this.#product(tokens, name, across, sizeOf(source).columns, bias !== undefined));
  }

  output(): MathML {
    const { kept, weights } = this.#run;
    return equation(
      this.#plain("y", this.token, this.#at),
      this.#product("o", "o", this.#at, sizeOf(kept.context!).columns, weights?.outputBias !== undefined),
    );
  }

  rawScore(): MathML {
    const q = (...more: MathML[]): MathML => this.#vector("q", this.token, ...more);
    const k = (...more: MathML[]): MathML => this.#vector("k", this.#at, ...more);
    const factors = [q(letter("c")), k(letter("c"))];
    const dot = this.#turned ? row(both(letter("k"), this.#at, letter("T")), q()) : row(q(), operator("·"), k());
    return equation(
      this.#pair("s"),
      dot,
      row(sum("c", sizeOf(this.#run.kept.q).columns), ...(this.#turned ? factors.reverse() : factors)),
    );
  }

  score(): MathML {
    const { softcap } = this.#run.options;
    const scaled = this.#scaled(this.#pair("s"));
    if (softcap === undefined) return equation(this.#pair("e"), scaled);
    return equation(
      this.#pair("e"),
      row(number(softcap), operator("·"), called("tanh", over(scaled, number(softcap)))),
    );
  }

  logit(): MathML {
    return equation(
      this.#pair("l"),
      this.#run.options.bias === undefined ? this.#pair("e") : row(this.#pair("e"), operator("+"), this.#pair("b")),
    );
  }

  weight(): MathML {
    const before = this.#run.options.bias === undefined ? "e" : "l";
    if (this.#run.options.normalize === "none") return equation(this.#pair("a"), this.#pair(before));
    const power = (one: MathML): MathML => called("exp", one, operator("\u2212"), this.#query("m", this.token));
    const any = this.#between(before, this.token, letter(this.#keys));
    return equation(
      this.#pair("a"),
      over(power(this.#pair(before)), row(sum(this.#keys, sizeOf(this.#run.kept.k).rows), power(any))),
    );
  }

  mixture(): MathML {
    const { head, column } = mixOf(this.#run, this.#cell);
    const heads = headsOf(this.#run.kept.q);
    const key = letter(this.#keys);
    const weight = this.#headed("a", heads, head, this.#turned ? list(key, this.token) : list(this.token, key));
    const value = this.#headed(
      "v",
      headsOf(this.#run.kept.v),
      keyHead(this.#run, head),
      this.#element(key, number(column + 1)),
    );
    return equation(
      this.#plain("o", this.token, this.#at),
      row(sum(this.#keys, sizeOf(this.#run.kept.k).rows), ...(this.#turned ? [value, weight] : [weight, value])),
    );
  }

  gradient(matrix: AttentionGradient): MathML {
    const { q, k, v } = this.#run.kept;
    const token = this.token;
    const d = slopeOf;
    const from = (name: string, query: MathML, key: MathML): MathML => this.#between(name, query, key);
    const over_ = (index: string, last: number, ...parts: MathML[]): MathML => row(sum(index, last), ...parts);
    switch (matrix) {
      case "dweights":
        return equation(
          d(this.#pair("a")),
          over_(
            "c",
            sizeOf(v).columns,
            d(this.#vector("o", token, letter("c"))),
            this.#vector("v", this.#at, letter("c")),
          ),
        );
      case "dscores": {
        const mean = over_("j", sizeOf(k).rows, from("a", token, letter("j")), d(from("a", token, letter("j"))));
        if (this.#run.options.normalize === "none") return equation(d(this.#pair("e")), d(this.#pair("a")));
        return equation(
          d(this.#pair("e")),
          row(this.#pair("a"), brackets(d(this.#pair("a")), operator("\u2212"), mean)),
        );
      }
      case "dq":
        return equation(
          d(this.#vector("q", token, this.#at)),
          this.#ofScores(
            over_(
              "j",
              sizeOf(k).rows,
              d(from(this.#score, token, letter("j"))),
              this.#vector("k", letter("j"), this.#at),
            ),
          ),
        );
      case "dk":
        return equation(
          d(this.#vector("k", token, this.#at)),
          this.#ofScores(
            over_(
              "i",
              sizeOf(q).rows,
              d(from(this.#score, letter("i"), token)),
              this.#vector("q", letter("i"), this.#at),
            ),
          ),
        );
      case "dv":
        return equation(
          d(this.#vector("v", token, this.#at)),
          over_("i", sizeOf(q).rows, from("a", letter("i"), token), d(this.#vector("o", letter("i"), this.#at))),
        );
    }
  }

  /** The score whose gradient queries and keys get: the scaled one, or, since softcap comes after the scale, the raw one. */
  get #score(): "e" | "s" {
    return this.#run.options.softcap === undefined ? "e" : "s";
  }

  #ofScores(sum: MathML): MathML {
    return this.#score === "e" ? this.#scaled(sum) : sum;
  }

  /** Σ_m of a token's numbers times a column of a projection. The column convention has the weight first, and its indices turned. */
  #product(tokens: string, projection: string, column: MathML, inputs: number, biased: boolean): MathML {
    const token = this.#plain(tokens, this.token, letter("m"));
    const weight = both(letter("w"), this.#element(letter("m"), column), letter(projection));
    const bias = biased ? [operator("+"), both(letter("b"), column, letter(projection))] : [];
    return row(sum("m", inputs), ...(this.#turned ? [weight, token] : [token, weight]), ...bias);
  }

  #scaled(score: MathML): MathML {
    const { rule, factor, dim } = scaleOf(this.#run);
    if (rule === "none") return score;
    return rule === "own"
      ? row(number(Number(factor.toPrecision(6))), operator("·"), score)
      : over(score, root(number(dim)));
  }

  /** Indices of an element in the order of the convention. */
  #element(token: MathML, column: MathML): MathML {
    return this.#turned ? list(column, token) : list(token, column);
  }

  #plain(name: string, token: MathML, column: MathML): MathML {
    return below(letter(name), this.#element(token, column));
  }

  /** q, k, v of a token in this cell's head; with a column, one number of it. */
  #vector(name: "q" | "k" | "v" | "o", token: MathML, column?: MathML): MathML {
    const { kept } = this.#run;
    const heads = headsOf(keyHeads(name) ? kept.k : kept.q);
    const own = keyHeads(this.#cell.matrix) || !keyHeads(name) ? this.#cell.head : keyHead(this.#run, this.#cell.head);
    return this.#headed(name, heads, own, column === undefined ? token : this.#element(token, column));
  }

  /** s, e, l, a of this cell. */
  #pair(name: string): MathML {
    return this.#between(name, this.token, this.#at);
  }

  /** A number between a query and a key. Where tokens are columns the key comes first: e_ij = k_iᵀ q_j. */
  #between(name: string, query: MathML, key: MathML): MathML {
    return this.#turned ? this.#query(name, key, query) : this.#query(name, query, key);
  }

  /** The index that runs over the keys. */
  get #keys(): "i" | "j" {
    return this.#turned ? "i" : "j";
  }

  /** What a query has in this cell's head: one number for each key, or one for all. */
  #query(name: string, ...indices: MathML[]): MathML {
    return this.#headed(name, headsOf(this.#run.kept.q), this.#cell.head, list(...indices));
  }

  #headed(name: string, heads: number, head: number, indices: MathML): MathML {
    return heads === 1 ? below(letter(name), indices) : both(letter(name), indices, brackets(number(head + 1)));
  }
}

function keyHeads(matrix: string): boolean {
  return ["k", "v", "dk", "dv"].includes(matrix);
}
