// Two old rhymes that grow by a line each time, so that their repeats show as stripes. Both are in the public domain.

const HOUSE: readonly (readonly [what: string, does: string])[] = [
  ["the house that Jack built", ""],
  ["the malt", "that lay in"],
  ["the rat", "that ate"],
  ["the cat", "that killed"],
  ["the dog", "that worried"],
  ["the cow with the crumpled horn", "that tossed"],
  ["the maiden all forlorn", "that milked"],
  ["the man all tattered and torn", "that kissed"],
  ["the priest all shaven and shorn", "that married"],
  ["the cock that crowed in the morn", "that waked"],
  ["the farmer sowing his corn", "that kept"],
];

const DAYS = ["first", "second", "third", "fourth", "fifth", "sixth"].concat([
  "seventh",
  "eighth",
  "ninth",
  "tenth",
  "eleventh",
  "twelfth",
]);
const GIFTS = [
  "a partridge in a pear tree",
  "two turtle doves",
  "three French hens",
  "four calling birds",
  "five gold rings",
  "six geese a-laying",
  "seven swans a-swimming",
  "eight maids a-milking",
  "nine ladies dancing",
  "ten lords a-leaping",
  "eleven pipers piping",
  "twelve drummers drumming",
];

/** This is the cat that killed the rat that ate the malt that lay in the house that Jack built. */
function house(): string {
  return HOUSE.map((_, last) => {
    const parts = HOUSE.slice(0, last + 1).map(([what, does]) => (does === "" ? what : `${what} ${does}`));
    return `This is ${parts.reverse().join(" ")}.`;
  }).join("\n");
}

function days(): string {
  return DAYS.map((day, last) => {
    const gifts = GIFTS.slice(0, last + 1).reverse();
    const end = gifts.length > 1 ? ` and ${gifts.pop()}` : gifts.pop();
    return `On the ${day} day of Christmas my true love sent to me ${gifts.join(", ")}${end}.`.replace("  ", " ");
  }).join("\n");
}

export const TEXTS: readonly { readonly key: string; readonly text: () => string }[] = [
  { key: "text-house", text: house },
  { key: "text-days", text: days },
];
