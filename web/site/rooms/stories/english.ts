import type { Table } from "./table.js";

export const ENGLISH: Table = {
  language: "en",
  names: [
    "Lily Mia Anna Ruby Lucy Emma Sara Nora Eva Zoe Amy Clara",
    "Ben Tom Max Sam Tim Leo Finn Otto Jack Noah Paul Hugo",
  ],
  persons: { he: "she he", him: "her him", his: "her his", boy: "girl boy" },
  things: ["ball doll book kite hat cup car boat drum cake coat bell lamp box shoe train flower stone"],
  articles: { it: "it" },
  animals: ["dog woof cat meow cow moo duck quack sheep baa pig oink bird tweet hen cluck mouse squeak"],
  places: { "in the": "park garden kitchen forest school house zoo barn town street shop field" },
  looks: ["red", "blue", "green", "yellow", "big", "small", "new", "nice", "little", "white"],
  lookAfter: {},
  ways: ["kind", "happy", "clever", "brave", "good"],
  sentences: {
    is: ["A was a K A.boy ."],
    had: [
      ...["A had a T .", "A.he had a T .", "A found a T .", "A.he found a T ."],
      ...["A got a T from A.his mother .", "A got a T from A.his father ."],
    ],
    has: ["A had the T ."],
    two: ["A had a T and a U ."],
    each: ["A had a T and B had a U ."],
    play: [
      ...["A played with the T every day .", "A.he played with the T all day .", "A played with the T ."],
      ...["A played with A.his T .", "every day A played with the T .", "every day A.he played with the T ."],
    ],
    both: ["A and B played with the T .", "they played with the T ."],
    meet: ["A met B .", "A met B P.in P .", "A.he met B .", "A played with B ."],
    were: ["A and B were P.in P .", "A and B played P.in P .", "A and B met P.in P ."],
    want: [
      ...["A wanted the T .", "A wanted a T .", "A.he wanted the T .", "A wanted T.it ."],
      ...["A asked for the T .", "A asked B for the T ."],
    ],
    so: ["A wanted the T , so B gave it to A.him .", "A asked for the T , so B gave it to A.him ."],
    give: [
      ...["A gave the T to B .", "A.he gave the T to B .", "A gave T.it to B .", "so A gave the T to B ."],
      ...["A gave B the T .", "A gave a T to B .", "A.he gave T.it to B .", "A gave B.him the T ."],
      ...["A gave A.his T to B .", "so A gave T.it to B .", "so A gave B the T .", "A.he gave B the T ."],
      "A gave B a T .",
    ],
    when: [
      ...["when A and B were P.in P , A gave the T to B .", "when B and A were P.in P , A gave the T to B ."],
      "when A met B , A gave the T to B .",
    ],
    lose: [
      ...["A lost the T .", "A lost A.his T .", "A lost the T P.in P .", "A.he lost the T .", "A.he lost A.his T ."],
      "when A lost the T , A.he was sad .",
    ],
    sad: [
      ...["A was sad because A.he had lost the T .", "A.he was sad because A.he had lost the T ."],
      ...["A was sad because A.he lost the T .", "A was sad because A.he had lost A.his T ."],
    ],
    down: ["A was sad .", "A.he was sad .", "now A was sad .", "now A.he was sad ."],
    find: [
      ...["A found the T .", "A found the T under a tree .", "A found the T P.in P .", "A.he found the T ."],
      ...["A found T.it .", "A found T.it under a tree .", "A found B.his T ."],
    ],
    back: [
      ...["A gave the T back to B .", "A.he gave the T back to B ."],
      ...["A gave T.it back to B .", "A.he gave T.it back to B ."],
    ],
    return: ["A found the T and gave it back to B .", "when A found the T , A.he gave it back to B ."],
    thank: ["A thanked B .", "A.he thanked B .", "A thanked B for the T ."],
    now: ["now A had the T .", "now A.he had the T ."],
    glad: ["now A was happy .", "now A.he was happy .", "A.he was happy .", "A was happy because A.he had the T ."],
    see: ["A saw a N .", "A saw a N P.in P .", "A met a N .", "A and B saw a N ."],
    sound: ["the N said S .", "it said S ."],
    home: [
      ...["A was at home .", "A was ill .", "A was tired .", "A was P.in P .", "A.he was tired ."],
      "A stayed at home because A.he was ill .",
    ],
    happy: ["A was happy ."],
    they: ["they were happy .", "they played .", "they played P.in P .", "they were P.in P ."],
    stay: ["they stayed P.in P all day .", "they stayed P.in P ."],
    end: ["the end ."],
  },
  openers: ["then", "P.in P ,"],
  inverts: false,
  front: ["Lily", "Ben"],
};
