// The script inside a page of the documentation: its programs, for docs.js. They import from packages.js.
import programs from "docs:programs";

window.heedPrograms = programs;
