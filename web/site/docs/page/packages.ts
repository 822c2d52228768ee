// packages.js: what the programs of the documentation import.
import packages from "docs:packages";

window.heedPackages = packages;
