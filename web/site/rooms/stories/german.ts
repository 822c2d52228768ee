import type { Table } from "./table.js";

/** Each line of things and animals is of one gender: der, die, das. */
export const GERMAN: Table = {
  language: "de",
  names: [
    "Lena Mia Anna Emma Lea Nora Eva Clara Paula Ida Greta Frieda",
    "Ben Tom Max Tim Leo Finn Otto Paul Jonas Emil Karl Hugo",
  ],
  persons: { er: "sie er", ihm: "ihr ihm", seiner: "ihrer seiner", Junge: "Mädchen Junge" },
  things: ["Ball Hut Drachen Teddy Schal", "Puppe Trommel Tasche Mütze Lampe", "Buch Auto Boot Bild Kissen"],
  articles: { einen: "einen eine ein", den: "den die das", dem: "dem der dem", der: "der die das", er: "er sie es" },
  animals: ["Hund wuff Hahn kikeriki Vogel piep", "Katze miau Kuh muh Ente quak Ziege meck", "Schaf mäh Schwein grunz"],
  places: { im: "Park Garten Wald Zoo Hof Haus", "in der": "Schule Küche Stadt", am: "See" },
  looks: [
    "roten rote rotes",
    "blauen blaue blaues",
    "neuen neue neues",
    "großen große großes",
    "kleinen kleine kleines",
  ],
  lookAfter: { einen: [0, 1, 2], den: [0, 1, 1], dem: [0, 0, 0] },
  ways: ["nettes netter", "kluges kluger", "mutiges mutiger"],
  sentences: {
    is: ["A war ein K A.Junge ."],
    had: [
      ...["A hatte T.einen T .", "A.er hatte T.einen T .", "A fand T.einen T .", "A.er fand T.einen T ."],
      ...["A bekam T.einen T von A.seiner Mutter .", "A bekam T.einen T von A.seiner Oma ."],
    ],
    has: ["A hatte T.den T ."],
    two: ["A hatte T.einen T und U.einen U ."],
    each: ["A hatte T.einen T und B hatte U.einen U ."],
    play: [
      ...["A spielte jeden Tag mit T.dem T .", "A.er spielte den ganzen Tag mit T.dem T .", "A spielte mit T.dem T ."],
      ...["A.er spielte mit T.dem T .", "jeden Tag spielte A mit T.dem T .", "jeden Tag spielte A.er mit T.dem T ."],
    ],
    both: ["A und B spielten mit T.dem T .", "sie spielten mit T.dem T ."],
    meet: ["A traf B .", "A traf B P.in P .", "A.er traf B .", "A spielte mit B ."],
    were: ["A und B waren P.in P .", "A und B spielten P.in P ."],
    want: [
      ...[
        "A wollte T.den T haben .",
        "A.er wollte T.den T haben .",
        "A wollte T.den T .",
        "A wollte T.einen T haben .",
      ],
      "A wollte T.einen T .",
    ],
    so: ["A wollte T.den T haben , also gab B A.ihm T.den T ."],
    give: [
      ...["A gab B T.den T .", "A gab B T.einen T .", "A.er gab B T.den T .", "also gab A B T.den T ."],
      ...["A gab B.ihm T.den T .", "A.er gab B.ihm T.den T .", "also gab A B.ihm T.den T ."],
    ],
    when: [
      ...["als A und B P.in P waren , gab A B T.den T .", "als B und A P.in P waren , gab A B T.den T ."],
      "als A B traf , gab A B T.den T .",
    ],
    lose: ["A verlor T.den T .", "A verlor T.den T P.in P .", "A.er verlor T.den T ."],
    sad: [
      "A war traurig , weil A.er T.den T verloren hatte .",
      "A.er war traurig , weil A.er T.den T verloren hatte .",
    ],
    down: ["A war traurig .", "A.er war traurig .", "jetzt war A traurig .", "jetzt war A.er traurig ."],
    find: [
      ...["A fand T.den T .", "A fand T.den T unter einem Baum .", "A fand T.den T P.in P ."],
      "A.er fand T.den T .",
    ],
    back: [
      ...["A gab B T.den T zurück .", "A.er gab B T.den T zurück ."],
      ...["A gab T.den T zurück .", "A.er gab T.den T zurück .", "A gab B.ihm T.den T zurück ."],
    ],
    return: [
      "A fand T.den T und gab B T.den T zurück .",
      ...["als A T.den T fand , gab A.er B T.den T .", "als A T.den T fand , gab A.er B T.den T zurück ."],
    ],
    thank: ["A dankte B .", "A.er dankte B ."],
    now: ["jetzt hatte A T.den T .", "jetzt hatte A.er T.den T ."],
    glad: ["jetzt war A froh .", "jetzt war A.er froh .", "A.er war froh ."],
    see: ["A sah N.einen N .", "A sah N.einen N P.in P ."],
    sound: ["N.der N machte S .", "N.er machte S ."],
    home: ["A war zu Hause .", "A war krank .", "A war müde .", "A war P.in P .", "A.er war müde ."],
    happy: ["A war froh ."],
    they: ["sie waren froh .", "sie spielten .", "sie spielten P.in P .", "sie waren P.in P ."],
    stay: ["sie blieben den ganzen Tag P.in P .", "sie blieben P.in P ."],
    end: ["Ende ."],
  },
  openers: ["dann", "P.in P"],
  inverts: true,
  front: ["Lena", "Ben"],
};
