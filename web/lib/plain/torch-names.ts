// The names of one attention layer in state dicts of PyTorch, and what to say of those that are not taken.
import { cutText, fault, listText, shownText } from "../read/index.js";

export const WHERE = "heed.fromTorch";

/** The tensors of the layer. A tensor that is taken is deleted here. */
export type State = Record<string, unknown>;

/** The names that a layer has among its projections, without ".weight" or ".bias". */
const NAMES = {
  query: ["q_proj", "query", "q", "wq", "to_q", "q_lin", "self.query", "attention.query"],
  key: ["k_proj", "key", "k", "wk", "to_k", "k_lin", "self.key", "attention.key"],
  value: ["v_proj", "value", "v", "wv", "to_v", "v_lin", "self.value", "attention.value"],
  output: ["out_proj", "o_proj", "c_proj", "o", "wo", "to_out.0", "to_out", "dense", "proj", "out_lin", "output.dense"],
} as const;

export type Part = keyof typeof NAMES;

/** What does not change the layer: tables that rotary computes, GPT-J's causal mask, the norm after BERT's layer. */
const IGNORED = /^((.*\.)?inv_freq|rotary_emb\..*|output\.LayerNorm\.\w+|masked_bias)$/;

/** What to do with a name that is not taken. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/lora/i, "Merge the adapters into the weights before, as merge_and_unload() of PEFT does."],
  [/sink/i, "Give the sinks to the call, as the option sink, and leave them out of stateDict."],
  [
    /(relative|position).*bias|rel_pos/i,
    "Compute the bias on the scores, give it to the call as the option bias, and leave it out of stateDict.",
  ],
  [
    /norm|_ln\b/i,
    "A layer with a norm inside takes several steps: project, normalise, heed.attention. Leave the norm out " +
      "of stateDict.",
  ],
  [
    /^(proj|out|o_|to_out|dense|fc|wo)/i,
    "If this is the output projection, name it out_proj.weight and out_proj.bias; the rows of the weight are " +
      "its outputs.",
  ],
];

export function findWeight(state: State, name: Part): string | undefined {
  return NAMES[name].flatMap((one) => [`${one}.weight`, `${one}_weight`]).find((one) => one in state);
}

/** Throws if tensors are left that would change the results. */
export function refuseRest(state: State): void {
  // The causal mask of GPT-J is named bias; masked_bias is beside it.
  const isIgnored = (name: string) => IGNORED.test(name) || (name === "bias" && "masked_bias" in state);
  const rest = Object.keys(state).filter((name) => !isIgnored(name));
  if (rest.length === 0) return;
  const advice = ADVICE.find(([names]) => rest.some((name) => names.test(name)))?.[1];
  const shown = rest.slice(0, 6).map(cutText);
  if (rest.length > 6) shown.push(`${rest.length - 6} more`);
  throw fault(
    "type",
    `${WHERE}: the layer has ${listText(shown)}, which selfAttention cannot take among its weights. ` +
      (advice ?? "Leave tensors that do not change the results out of stateDict; prefix picks one layer of many."),
  );
}

/** BERT has its output projection beside `self`. */
export function refuseOutputBeside(all: object, prefix: string): void {
  const outer = /^(.*\.)?(?:self|attention)\.$/.exec(prefix);
  const beside = outer && `${outer[1] ?? ""}output.dense.weight`;
  if (!beside || !(beside in all)) return;
  throw fault(
    "type",
    `${WHERE}: the output projection of the layer, ${shownText(beside)}, does not begin with the prefix. ` +
      (outer[1] ? `Give prefix: "${shownText(outer[1])}".` : "Leave prefix out."),
  );
}

/** Where a name of a query's weight begins. */
const QUERY = /(in_proj_weight|c_attn\.weight|[qk]_proj[._]weight|(wq|to_q|q_lin|((self|attention)\.)?query)\.weight)$/;

export function missing(state: State, name: Part, given: string): TypeError {
  const names = Object.keys(state);
  const [prefix] = prefixesIn(names);
  const advice = prefix
    ? `Give the layer that you mean, as in prefix: "${shownText(given)}${cutText(prefix)}".`
    : `The names are ${someOf(names, 8)}.`;
  const weights = NAMES[name].map((one) => `${one}.weight`).join(", ");
  return fault("type", `${WHERE}: there is neither in_proj_weight nor c_attn.weight nor ${weights}. ${advice}`);
}

/** For a prefix that no name begins with. */
export function noneBegins(names: readonly string[], prefix: string): TypeError {
  if (names.length === 0) return fault("type", `${WHERE}: stateDict must hold the tensors of a layer; got none.`);
  const prefixes = prefixesIn(names).map((one) => `"${one}"`);
  const found =
    prefixes.length > 0 ? `There are layers under ${someOf(prefixes, 4)}.` : `There are ${someOf(names, 6)}.`;
  return fault("type", `${WHERE}: a name must begin with prefix, "${cutText(prefix)}"; got none that does. ${found}`);
}

/** What the names of layers begin with, without the layers whose names begin with nothing. */
function prefixesIn(names: readonly string[]): string[] {
  const found = names.filter((one) => QUERY.test(one)).map((one) => one.replace(QUERY, ""));
  return [...new Set(found)].filter((prefix) => prefix !== "");
}

function someOf(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map(cutText);
  return names.length > most ? `${shown.join(", ")}, …` : listText(shown);
}
