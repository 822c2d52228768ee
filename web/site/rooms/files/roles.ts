// Tells by the name of an array what it is.

export type Role = "attention" | "queries" | "keys" | "values" | "parameters";

const ROLES: readonly (readonly [Role, RegExp])[] = [
  ["queries", /^(q|quer(y|ies))$/i],
  ["keys", /^(k|keys?)$/i],
  ["values", /^(v|values?)$/i],
];
/** What models call the numbers that they have learned: layers.0.attn.q_proj.weight. */
const PARAMETERS = /\.(weight|bias)$/;
const ATTENTION = /att(e)?n|weights/i;
const NO_NAME = /^arr_#$|^layers?\.#$|^#$|^$/i;
const SCORES = /scores|prob/i;

/** The last word of a name without its numbers. @param pattern a name with # for each number */
export function roleOf(pattern: string): Role {
  if (PARAMETERS.test(pattern)) return "parameters";
  const word = pattern
    .split(/[./_-]/)
    .filter((part) => part !== "#" && part !== "" && !/^(layers?|heads?|l|h)#?$/i.test(part))
    .at(-1);
  return ROLES.find(([, names]) => names.test((word ?? "").replace("#", "")))?.[0] ?? "attention";
}

/** Whether arrays with other names stay out where one array has this name. */
export function isLikelyAttention(pattern: string): boolean {
  return ATTENTION.test(pattern) || NO_NAME.test(pattern);
}

/** Whether the name says what the numbers are, whatever they look like. */
export function saysAttention(pattern: string): boolean {
  return ATTENTION.test(pattern) || SCORES.test(pattern);
}

/** What queries, keys and values that belong together have in common: "encoder_" of encoder_q. */
export function stemOf(pattern: string): string {
  return pattern.replace(/(quer(y|ies)|keys?|values?|[qkv])(?=[^a-z]*$)/i, "");
}
