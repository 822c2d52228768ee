import type { Table } from "./table.js";

/** Each line of nouns is of one gender: der, die, das. */
export const GERMAN: Table = {
  language: "de",
  nouns: {
    tier: [
      "Hund Vogel Fuchs Wolf Igel Esel",
      "Katze Maus Kuh Ziege Ente Schnecke",
      "Tier Pferd Schaf Schwein Huhn Reh",
    ],
    weg: ["Weg Fluss Bach Platz", "Straße Brücke Wiese Kreuzung", "Feld Gleis Tal Moor"],
    ding: ["Ball Hut Schuh Schirm", "Tasse Lampe Puppe Jacke", "Buch Bild Kissen Hemd"],
    kiste: ["Koffer Korb Sack Schrank", "Kiste Tasche Schachtel Truhe", "Fass Fach Regal Paket"],
    essen: ["Apfel Kuchen Fisch Käse", "Birne Suppe Wurst Nuss", "Brot Ei Fleisch Gras"],
    ort: ["Stall Wald Garten Keller", "Scheune Höhle Hütte Küche", "Haus Zimmer Nest Zelt"],
    tür: ["Käfig Topf", "Tür Dose", "Tor Fenster"],
  },
  said: {
    tier: "müde hungrig faul krank ängstlich schwach jung schläfrig einsam scheu wütend",
    weg: "breit tief lang schlammig steil glatt belebt gefährlich dunkel laut kalt",
    ding: "kaputt hässlich schwer",
    kiste: "weich voll leer",
    essen: "heiß kalt sauer bitter salzig hart",
    ort: "warm trocken ruhig sicher dunkel kalt laut feucht",
    tür: "schwer rostig verschlossen",
  },
  forms: [
    { DER: "der", DEN: "den", IN_DEM: "im", IT: "er" },
    { DER: "die", DEN: "die", IN_DEM: "in der", IT: "sie" },
    { DER: "das", DEN: "das", IN_DEM: "im", IT: "es" },
  ],
  choices: { HOW: ["zu", "so", "sehr", ""], PUT: ["legen", "stecken"] },
  frames: [
    {
      text: "DER WHO überquerte DEN WHAT nicht, weil IT HOW SAID war",
      ...{ who: "tier", what: "weg", ofWho: "klein winzig", ofWhat: "groß" },
    },
    {
      text: "DER WHO konnte DEN WHAT nicht überqueren, weil IT HOW SAID war",
      ...{ who: "tier", what: "weg", ofWho: "klein winzig", ofWhat: "groß" },
    },
    {
      text: "DER WHO ging nicht über DEN WHAT, weil IT HOW SAID war",
      ...{ who: "tier", what: "weg", ofWho: "klein winzig", ofWhat: "schmal" },
    },
    {
      text: "DER WHO passte nicht in DEN WHAT, weil IT HOW SAID war",
      ...{ who: "tier ding essen kiste", what: "kiste ort", ofWho: "groß dick hoch lang breit" },
      ...{ ofWhat: "klein winzig eng schmal kurz voll", only: true },
    },
    {
      text: "ich konnte DEN WHO nicht in DEN WHAT PUT, weil IT HOW SAID war",
      ...{ who: "ding essen tier kiste", what: "kiste", ofWho: "groß dick hoch lang breit" },
      ...{ ofWhat: "klein winzig eng schmal kurz voll", only: true },
    },
    {
      text: "DER WHO fraß DEN WHAT nicht, weil IT HOW SAID war",
      ...{ who: "tier", what: "essen", ofWho: "klein winzig", ofWhat: "groß dick" },
    },
    { text: "DER WHO verließ DEN WHAT, weil IT HOW SAID war", who: "tier", what: "ort weg ding" },
    {
      text: "DER WHO schlief IN_DEM WHAT, weil IT HOW SAID war",
      who: "tier",
      what: "ort kiste",
      ofWhat: "warm trocken",
    },
    {
      text: "DER WHO konnte DEN WHAT nicht öffnen, weil IT HOW SAID war",
      ...{ who: "tier", what: "tür kiste", ofWho: "klein winzig", ofWhat: "groß verschlossen schwer" },
    },
  ],
  front: { who: "Katze", what: "Straße", said: ["müde", "breit"] },
};
