import { AttentionMatrix, setWords } from "heed/element";

// Every text of the element, in German. A page sets its language before it makes elements.
const german = {
  point: ",",
  between: "; ",
  row: "Zeile „{label}“",
  column: "Spalte „{label}“",
  headRow: "Kopf {head}, Zeile „{label}“",
  headColumn: "Kopf {head}, Spalte „{label}“",
  noNumbers: "{row} enthält keine Zahlen.",
  mayAttendToNothing: "{row} darf auf nichts achten.",
  zeros: "{row}: 0 für jede Spalte.",
  zerosDown: "{row}: 0 für jede Zeile.",
  shares: "{row}: {shares}.",
  sharesOfMore: "{row}: {shares}, …",
  spread: "{row}: {shares}; Entropie {bits} Bit.",
  spreadOfMore: "{row}: {shares}, …; Entropie {bits} Bit.",
  share: "{percent} auf „{label}“",
  list: "{row}: {numbers}.",
  and: "{numbers} und {last}",
  named: "„{label}“ ({number})",
  extremesWith: "{row}: am höchsten mit {high}, am niedrigsten mit {low}.",
  extremesAt: "{row}: am höchsten bei {high}, am niedrigsten bei {low}.",
  bar: "Die Farbe läuft{way} von {low}, dem Hintergrund der Seite, bis {high}, der kräftigsten Farbe.",
  barSigned: "Die Farbe läuft{way} von {low}, braun, über 0, den Hintergrund der Seite, bis {high}, blaugrün.",
  barOfRow:
    "Jede Zeile hat ihre eigenen Farben; in Zeile „{label}“ laufen sie{way} von {low}, dem Hintergrund " +
    "der Seite, bis {high}, der kräftigsten Farbe.",
  barOfRowSigned:
    "Jede Zeile hat ihre eigenen Farben; in Zeile „{label}“ laufen sie{way} von {low}, braun, über 0, " +
    "den Hintergrund der Seite, bis {high}, blaugrün.",
  barOfColumn:
    "Jede Spalte hat ihre eigenen Farben; in Spalte „{label}“ laufen sie{way} von {low}, dem Hintergrund " +
    "der Seite, bis {high}, der kräftigsten Farbe.",
  barOfColumnSigned:
    "Jede Spalte hat ihre eigenen Farben; in Spalte „{label}“ laufen sie{way} von {low}, braun, über 0, " +
    "den Hintergrund der Seite, bis {high}, blaugrün.",
  byPowers: "nach Zehnerpotenzen",
  rowNote: "Zeile „{label}“",
  columnNote: "Spalte „{label}“",
  largest: "Die {count} größten der Zeile „{label}“",
  largestOfColumn: "Die {count} größten der Spalte „{label}“",
  goToColumn: "Zu Spalte {column}, „{label}“, {number}",
  goToRow: "Zu Zeile {row}, „{label}“, {number}",
  arcsOfRows: "Gezeichnet sind die {strongest} stärksten von {rows} × {columns} und die {top} stärksten einer Zeile.",
  arcsOfColumns:
    "Gezeichnet sind die {strongest} stärksten von {rows} × {columns} und die {top} stärksten einer " +
    "Spalte.",
  masked: "maskiert",
  notANumber:
    "„{text}“ ist keine Zahl. Schreib eine Dezimalzahl mit Punkt oder Komma; die Escape-Taste bringt " +
    "{old} zurück.",
  zoomAndPan: "Vergrößern und verschieben",
  zoomOut: "Verkleinern",
  zoomIn: "Vergrößern",
  fit: "Ganz",
  fitAll: "Alles zeigen",
  panLeft: "Nach links",
  panUp: "Nach oben",
  panDown: "Nach unten",
  panRight: "Nach rechts",
  goTo: "Zu",
  goToCell: "Zu Zeile, Spalte",
  rowColumn: "Zeile, Spalte",
  pool: "Zellen in einem Pixel zeigen",
  poolMax: "die stärkste",
  poolMean: "ihr Mittel",
  typeCell: "Schreib eine Zeile von 1 bis {rows} und eine Spalte von 1 bis {columns}, etwa {row}, {column}.",
  noCell:
    "Es gibt keine Zelle „{text}“: Schreib eine Zeile von 1 bis {rows} und eine Spalte von 1 bis " +
    "{columns}, etwa {row}, {column}.",
};
setWords(german);
console.log(typeof AttentionMatrix, Object.keys(german).length);
// function 54
