import type { Table } from "./table.js";

export const ENGLISH: Table = {
  language: "en",
  nouns: {
    animal: ["animal dog cat horse cow mouse bird rabbit fox bear sheep pig duck goat lion wolf frog hen monkey snake"],
    way: ["street road river bridge field path lake track valley"],
    thing: ["ball book cup plate hat shoe toy lamp coat stone"],
    holder: ["box bag drawer suitcase crate basket cupboard"],
    food: ["apple cake carrot bread soup meat fish egg cheese banana"],
    place: ["house barn forest garden nest cave kitchen room tent shed"],
    door: ["door window gate jar bottle"],
  },
  said: {
    animal: "tired hungry lazy sick scared weak young sleepy bored lonely shy angry clumsy afraid ill",
    way: "wide deep long busy muddy steep slippery icy dangerous dark loud cold wet",
    thing: "broken ugly heavy dirty",
    holder: "soft full empty",
    food: "hot cold sour bitter salty hard rotten",
    place: "warm dry quiet safe dark cold loud damp",
    door: "locked stuck rusty heavy",
  },
  forms: [{ IT: "it" }],
  choices: {
    NOT: ["didn't", "did not", "couldn't", "could not"],
    HOW: ["too", "so", "very", ""],
    IN: ["in", "into"],
  },
  frames: [
    {
      text: "the WHO NOT cross the WHAT because IT was HOW SAID",
      ...{ who: "animal", what: "way", ofWho: "small tiny", ofWhat: "big large" },
    },
    {
      text: "the WHO NOT walk along the WHAT because IT was HOW SAID",
      ...{ who: "animal", what: "way", ofWho: "small tiny", ofWhat: "narrow" },
    },
    {
      text: "the WHO NOT fit IN the WHAT because IT was HOW SAID",
      ...{ who: "animal thing food holder", what: "holder place", ofWho: "big large tall fat thick wide long" },
      ...{ ofWhat: "small tiny narrow tight short full", only: true },
    },
    {
      text: "I NOT put the WHO IN the WHAT because IT was HOW SAID",
      ...{ who: "thing food animal holder", what: "holder", ofWho: "big large tall fat thick wide long" },
      ...{ ofWhat: "small tiny narrow tight short full", only: true },
    },
    {
      text: "the WHO NOT eat the WHAT because IT was HOW SAID",
      ...{ who: "animal", what: "food", ofWho: "small tiny", ofWhat: "big large thick" },
    },
    {
      text: "the WHO left the WHAT because IT was HOW SAID",
      ...{ who: "animal", what: "place way thing" },
    },
    {
      text: "the WHO slept in the WHAT because IT was HOW SAID",
      ...{ who: "animal", what: "place holder", ofWhat: "warm dry" },
    },
    {
      text: "the WHO NOT open the WHAT because IT was HOW SAID",
      ...{ who: "animal", what: "door holder", ofWho: "small tiny", ofWhat: "big large tight locked stuck heavy" },
    },
  ],
  front: { who: "animal", what: "street", said: ["tired", "wide"] },
};
